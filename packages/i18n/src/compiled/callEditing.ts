// Compiled from packages/i18n/catalogue/callEditing: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'callEditing.added': None;
  'callEditing.amounts': None;
  'callEditing.asks': None;
  'callEditing.asks.open': None;
  'callEditing.asks.text': None;
  'callEditing.before': None;
  'callEditing.changed': None;
  'callEditing.checking': None;
  'callEditing.conflict': None;
  'callEditing.conflict.later': None;
  'callEditing.conflict.mine': { value: Said };
  'callEditing.conflict.save': None;
  'callEditing.conflict.theirs': { value: Said };
  'callEditing.cutoff': { n: number };
  'callEditing.differences': None;
  'callEditing.discard': None;
  'callEditing.discard.text': { n: number };
  'callEditing.end': None;
  'callEditing.errors': { n: number };
  'callEditing.facts': None;
  'callEditing.failed': { n: number; reason: Said };
  'callEditing.format': None;
  'callEditing.format.bold': None;
  'callEditing.format.bullets': None;
  'callEditing.format.heading': None;
  'callEditing.format.italic': None;
  'callEditing.format.link': None;
  'callEditing.format.numbers': None;
  'callEditing.hints': { n: number };
  'callEditing.inLanguage': { label: Said; language: Said };
  'callEditing.language': None;
  'callEditing.leave': None;
  'callEditing.leave.do': None;
  'callEditing.leave.text': { n: number };
  'callEditing.length': { max: number; min: number };
  'callEditing.link.address': None;
  'callEditing.link.document': None;
  'callEditing.link.elsewhere': None;
  'callEditing.link.hint': None;
  'callEditing.link.remove': None;
  'callEditing.link.set': None;
  'callEditing.link.wrong': None;
  'callEditing.link1': None;
  'callEditing.link2': None;
  'callEditing.locked': None;
  'callEditing.logo': None;
  'callEditing.lost': None;
  'callEditing.missing': { n: number };
  'callEditing.moved': None;
  'callEditing.movedTo': { thing: Said };
  'callEditing.neverLive': None;
  'callEditing.newVersion': None;
  'callEditing.no': None;
  'callEditing.noDifferences': None;
  'callEditing.noFindings': None;
  'callEditing.number': None;
  'callEditing.offline': { n: number };
  'callEditing.part': { part: Said; whole: Said };
  'callEditing.publish': None;
  'callEditing.published': None;
  'callEditing.redo': None;
  'callEditing.removed': None;
  'callEditing.retry': None;
  'callEditing.saved': { at: Said };
  'callEditing.saving': None;
  'callEditing.start': None;
  'callEditing.taken': None;
  'callEditing.texts': None;
  'callEditing.undo': None;
  'callEditing.yes': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
