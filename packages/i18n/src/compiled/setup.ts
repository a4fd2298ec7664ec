// Compiled from packages/i18n/catalogue/setup: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'setup.alwaysOpen': None;
  'setup.archive.do': None;
  'setup.archive.restore': None;
  'setup.archive.restoreText': { title: Said };
  'setup.archive.text': { title: Said };
  'setup.call.allIn': { unit: Said; zone: Said };
  'setup.call.amounts': None;
  'setup.call.archivedOn': None;
  'setup.call.closedHere': None;
  'setup.call.cutoff': None;
  'setup.call.cutoffs': None;
  'setup.call.description': None;
  'setup.call.duration': None;
  'setup.call.example': { id: Said };
  'setup.call.facts': None;
  'setup.call.factsMeaning': None;
  'setup.call.history': None;
  'setup.call.info': None;
  'setup.call.links': None;
  'setup.call.noCutoffs': None;
  'setup.call.noPartitions': None;
  'setup.call.noSteps': None;
  'setup.call.notOffered': None;
  'setup.call.now': None;
  'setup.call.numbered': { code: Said; number: number; year: Said };
  'setup.call.partition': None;
  'setup.call.partitionDisabled': None;
  'setup.call.parts': None;
  'setup.call.pattern': None;
  'setup.call.preview': None;
  'setup.call.public': None;
  'setup.call.review': None;
  'setup.call.rights': None;
  'setup.call.submitted': None;
  'setup.call.timeframes': None;
  'setup.call.timeframesLegend': { zone: Said };
  'setup.call.track': None;
  'setup.call.what': None;
  'setup.call.who': None;
  'setup.call.zone': None;
  'setup.count': { n: number };
  'setup.cutoff.always': { start: Said };
  'setup.cutoff.ended': { end: Said };
  'setup.cutoff.open': { end: Said };
  'setup.cutoff.opens': { end: Said; start: Said };
  'setup.cutoff.opensAlways': { start: Said };
  'setup.cutoffs': None;
  'setup.cutoffsAt': { list: Said; n: number; zone: Said };
  'setup.delete.do': None;
  'setup.delete.text': { cutoffs: number; documents: number; title: Said };
  'setup.empty': None;
  'setup.emptyText': None;
  'setup.find': None;
  'setup.legend': None;
  'setup.limit.fixed': None;
  'setup.limit.max': None;
  'setup.limit.min': None;
  'setup.limit.pool': None;
  'setup.link.guideline': None;
  'setup.link.none': None;
  'setup.link.terms': None;
  'setup.noCutoff': None;
  'setup.noMatch': None;
  'setup.noMatchText': None;
  'setup.noVersion': None;
  'setup.planned.asked': None;
  'setup.planned.due': { at: Said; zone: Said };
  'setup.planned.stop': None;
  'setup.planned.stopped': None;
  'setup.right.assign': None;
  'setup.right.download': None;
  'setup.right.nobody': None;
  'setup.right.release': None;
  'setup.right.see': None;
  'setup.round': { number: number; year: Said };
  'setup.state': None;
  'setup.state.any': None;
  'setup.state.archived': None;
  'setup.submitted': None;
  'setup.summary': { counts: Said; n: number };
  'setup.summary.archived': { n: number };
  'setup.summary.closed': { n: number };
  'setup.summary.draft': { n: number };
  'setup.summary.open': { n: number };
  'setup.summary.opening_soon': { n: number };
  'setup.time.from': { start: Said };
  'setup.time.fromTo': { end: Said; start: Said };
  'setup.time.none': None;
  'setup.title': None;
  'setup.today': None;
  'setup.version': None;
  'setup.versionOf': { n: number };
  'setup.what': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
