// Compiled from packages/i18n/catalogue/calls: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'calls.alwaysOpen': None;
  'calls.amount.fixed': { unit: Said };
  'calls.amount.fixedPerPartition': { unit: Said };
  'calls.amount.from': { amount: Said };
  'calls.amount.upTo': { amount: Said };
  'calls.axis.cutOffs': None;
  'calls.axis.label': { from: Said; to: Said };
  'calls.axis.today': None;
  'calls.carousel.label': None;
  'calls.carousel.loading': None;
  'calls.carousel.many': { from: number; n: number; to: number };
  'calls.carousel.next': None;
  'calls.carousel.none': None;
  'calls.carousel.one': { at: number; n: number };
  'calls.carousel.previous': None;
  'calls.closedAt': { when: Said };
  'calls.firstCome': None;
  'calls.loading': None;
  'calls.noCutOff': None;
  'calls.none.open': None;
  'calls.none.showAll': None;
  'calls.none.soon': None;
  'calls.none.text': None;
  'calls.none.title': None;
  'calls.opensAt': { when: Said };
  'calls.opensIn': None;
  'calls.order': None;
  'calls.partitions': { n: number };
  'calls.tab.all': None;
  'calls.tab.open': None;
  'calls.tabs': None;
  'calls.title': None;
  'calls.what': None;
  'calls.which': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
