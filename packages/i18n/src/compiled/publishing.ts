// Compiled from packages/i18n/catalogue/publishing: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'publishing.added': None;
  'publishing.after': None;
  'publishing.amount': { amount: Said; partition: Said };
  'publishing.amountOf': { amount: Said; value: Said };
  'publishing.back.all': None;
  'publishing.back.done': None;
  'publishing.back.one': None;
  'publishing.back.oneOf': { label: Said };
  'publishing.back.same': None;
  'publishing.back.text': None;
  'publishing.back.title': { n: Said };
  'publishing.before': None;
  'publishing.changed': None;
  'publishing.changes': None;
  'publishing.changes.none': None;
  'publishing.crumb': None;
  'publishing.cutoff': { n: number; until: Said };
  'publishing.cutoffAlways': { n: number };
  'publishing.cutoffGone': None;
  'publishing.do': None;
  'publishing.done': { n: Said };
  'publishing.effect': None;
  'publishing.effect.applications': { drafts: Said; submitted: Said };
  'publishing.effect.extended': { cutoff: Said; drafts: Said };
  'publishing.effect.mailing': { n: number };
  'publishing.effect.newFlow': { n: number };
  'publishing.effect.noEmails': None;
  'publishing.effect.opensLater': None;
  'publishing.effect.opensNow': None;
  'publishing.effect.stay': { drafts: Said; n: number; submitted: Said };
  'publishing.effect.waits': None;
  'publishing.errors': { n: number };
  'publishing.finding.call': None;
  'publishing.finding.error': None;
  'publishing.finding.go': { place: Said };
  'publishing.finding.warning': None;
  'publishing.findings': None;
  'publishing.findings.count': { errors: number; warnings: number };
  'publishing.findings.none': None;
  'publishing.fromTo': { end: Said; start: Said };
  'publishing.hasErrors': None;
  'publishing.hidden': None;
  'publishing.history.all': None;
  'publishing.history.back': { n: Said };
  'publishing.history.conflict': None;
  'publishing.history.discarded': None;
  'publishing.history.edits': None;
  'publishing.history.filter': None;
  'publishing.history.in': { n: Said };
  'publishing.history.inDraft': None;
  'publishing.history.more': None;
  'publishing.history.noPublications': None;
  'publishing.history.none': None;
  'publishing.history.publication': { n: Said };
  'publishing.history.publications': None;
  'publishing.history.title': { call: Said };
  'publishing.history.toPublish': None;
  'publishing.history.undo': None;
  'publishing.history.undoAnyway': None;
  'publishing.history.undoDone': None;
  'publishing.history.undoes': None;
  'publishing.history.undone': None;
  'publishing.history.what': None;
  'publishing.inLanguage': { label: Said; language: Said };
  'publishing.name.automations': { name: Said };
  'publishing.name.disabled': None;
  'publishing.name.document': { document: Said };
  'publishing.name.end': None;
  'publishing.name.link1': None;
  'publishing.name.link2': None;
  'publishing.name.logo': None;
  'publishing.name.published': None;
  'publishing.name.start': None;
  'publishing.name.templates': { name: Said };
  'publishing.noDraft': None;
  'publishing.noEnd': None;
  'publishing.none': None;
  'publishing.notOffered': None;
  'publishing.note': None;
  'publishing.note.hint': None;
  'publishing.ofStep': { moment: Said; step: Said };
  'publishing.offered': None;
  'publishing.place.facts': None;
  'publishing.place.texts': None;
  'publishing.planned': { at: Said };
  'publishing.removed': None;
  'publishing.shown': None;
  'publishing.stale': None;
  'publishing.timeframe': { step: Said };
  'publishing.title': { call: Said };
  'publishing.what': None;
  'publishing.when': None;
  'publishing.when.at': None;
  'publishing.when.day': None;
  'publishing.when.dayMissing': None;
  'publishing.when.soon': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
