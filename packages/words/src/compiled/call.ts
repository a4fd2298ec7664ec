// Compiled from packages/words/catalogue/call: node tools/check-words.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'call.apply.amount': None;
  'call.apply.label': None;
  'call.apply.length': None;
  'call.apply.own.drafts': { n: number };
  'call.apply.own.none': None;
  'call.apply.own.submitted': { n: number };
  'call.apply.register': None;
  'call.apply.review': None;
  'call.apply.soon': None;
  'call.apply.who': None;
  'call.ask.cancel': None;
  'call.ask.dashboard': None;
  'call.ask.text': { call: Said; n: number };
  'call.ask.title': None;
  'call.report.ask': { format: Said };
  'call.report.call': None;
  'call.report.download': None;
  'call.report.file': None;
  'call.report.kept': None;
  'call.report.loading': None;
  'call.report.made': None;
  'call.report.missing': None;
  'call.report.missingText': None;
  'call.report.personal': None;
  'call.report.submitted': None;
  'call.report.title': None;
  'call.report.what': None;
  'call.report.who': None;
  'call.time.alwaysOpen': None;
  'call.time.closedSince': None;
  'call.time.endsIn': None;
  'call.time.firstCome': None;
  'call.time.noCutOff': None;
  'call.time.noCutOffTitle': None;
  'call.time.notSet': None;
  'call.time.now': None;
  'call.time.opensAt': None;
  'call.time.opensIn': None;
  'call.time.serverClock': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'call.ask.text': 'link';
  'call.time.opensAt': 'when';
  'call.time.serverClock': 'when';
}
