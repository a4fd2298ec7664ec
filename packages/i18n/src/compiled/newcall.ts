// Compiled from packages/i18n/catalogue/newcall: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'newcall.add': None;
  'newcall.blocked': { n: number };
  'newcall.checks': None;
  'newcall.checks.clean': None;
  'newcall.checks.errors': { n: number };
  'newcall.checks.waits': None;
  'newcall.checks.warnings': { n: number };
  'newcall.copy': None;
  'newcall.copy.call': None;
  'newcall.copy.choose': None;
  'newcall.copy.dialog': { title: Said };
  'newcall.copy.do': None;
  'newcall.copy.needed': None;
  'newcall.copy.none': None;
  'newcall.copy.option': { code: Said; number: Said; title: Said; version: number; year: Said };
  'newcall.copy.part.amounts': None;
  'newcall.copy.part.dates': None;
  'newcall.copy.part.documents': None;
  'newcall.copy.part.forms': None;
  'newcall.copy.part.rights': None;
  'newcall.copy.parts': None;
  'newcall.copy.text': None;
  'newcall.delete.draft': { n: number };
  'newcall.dialog': { template: Said };
  'newcall.do': None;
  'newcall.done': None;
  'newcall.draft': { n: number };
  'newcall.field.code': None;
  'newcall.field.codeHint': None;
  'newcall.field.number': None;
  'newcall.field.numberHint': None;
  'newcall.field.title': None;
  'newcall.field.year': None;
  'newcall.leftOut.amounts': None;
  'newcall.leftOut.amounts_without_dates': None;
  'newcall.leftOut.dates': None;
  'newcall.leftOut.document_links': None;
  'newcall.leftOut.documents': None;
  'newcall.leftOut.forms': None;
  'newcall.leftOut.lead': None;
  'newcall.leftOut.open': None;
  'newcall.leftOut.rights': None;
  'newcall.leftOut.timeframes_without_forms': None;
  'newcall.leftOut.title': None;
  'newcall.leftOut.uid_pattern': None;
  'newcall.menu': { title: Said };
  'newcall.menu.head': None;
  'newcall.neverPublished': None;
  'newcall.package': None;
  'newcall.package.another': None;
  'newcall.package.choose': None;
  'newcall.package.content': None;
  'newcall.package.dialog': { title: Said };
  'newcall.package.do': None;
  'newcall.package.download': None;
  'newcall.package.from': None;
  'newcall.package.ignored': { files: Said };
  'newcall.package.lead': None;
  'newcall.package.leaveOut': None;
  'newcall.package.list': { title: Said };
  'newcall.package.listHint': None;
  'newcall.package.needed': None;
  'newcall.package.none': None;
  'newcall.package.partition': { name: Said };
  'newcall.package.partitionHint': None;
  'newcall.package.pick': None;
  'newcall.package.text': None;
  'newcall.package.title': None;
  'newcall.package.unknown': None;
  'newcall.package.unknownText': None;
  'newcall.package.workflow': None;
  'newcall.package.workflowOf': { emails: number; fields: number; forms: number; steps: number };
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
