// Compiled from packages/i18n/catalogue/newcall: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'newcall.add': None;
  'newcall.dialog': { template: Said };
  'newcall.do': None;
  'newcall.done': None;
  'newcall.field.code': None;
  'newcall.field.codeHint': None;
  'newcall.field.number': None;
  'newcall.field.numberHint': None;
  'newcall.field.title': None;
  'newcall.field.year': None;
  'newcall.private': None;
  'newcall.template': None;
  'newcall.template.empty': None;
  'newcall.template.empty.text': None;
  'newcall.template.expert_review': None;
  'newcall.template.expert_review.text': None;
  'newcall.template.fast_track': None;
  'newcall.template.fast_track.text': None;
  'newcall.template.light': None;
  'newcall.template.light.text': None;
  'newcall.template.peer_review': None;
  'newcall.template.peer_review.text': None;
  'newcall.template.size': { forms: number; steps: number };
  'newcall.template.technical_check': None;
  'newcall.template.technical_check.text': None;
  'newcall.template.technical_follow_up': None;
  'newcall.template.technical_follow_up.text': None;
  'newcall.template.text': None;
  'newcall.template.what': None;
  'newcall.title': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
