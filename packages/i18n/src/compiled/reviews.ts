// Compiled from packages/i18n/catalogue/reviews: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'reviews.back': None;
  'reviews.certificate.anonymous': None;
  'reviews.certificate.as': None;
  'reviews.certificate.call': None;
  'reviews.certificate.check': None;
  'reviews.certificate.checkAt': None;
  'reviews.certificate.code': None;
  'reviews.certificate.do': None;
  'reviews.certificate.failed': None;
  'reviews.certificate.firstMonth': None;
  'reviews.certificate.genuine': { organisation: Said };
  'reviews.certificate.keep': None;
  'reviews.certificate.lastMonth': None;
  'reviews.certificate.madeOn': None;
  'reviews.certificate.make': None;
  'reviews.certificate.noMonth': None;
  'reviews.certificate.none': None;
  'reviews.certificate.noneWhy': None;
  'reviews.certificate.number': None;
  'reviews.certificate.one': None;
  'reviews.certificate.order': None;
  'reviews.certificate.print': None;
  'reviews.certificate.says': { n: number; organisation: Said };
  'reviews.certificate.title': None;
  'reviews.certificate.total': None;
  'reviews.certificate.what': None;
  'reviews.certificate.year': None;
  'reviews.closed': None;
  'reviews.column.application': None;
  'reviews.column.call': None;
  'reviews.column.state': None;
  'reviews.column.step': None;
  'reviews.column.submitted': None;
  'reviews.empty.text': None;
  'reviews.empty.title': None;
  'reviews.notReleased': None;
  'reviews.released': None;
  'reviews.table': None;
  'reviews.text': None;
  'reviews.title': None;
  'reviews.what': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'reviews.certificate.says': 'first' | 'last' | 'name';
}
