// Compiled from packages/i18n/catalogue/documents: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'documents.access.audit': None;
  'documents.access.axis': None;
  'documents.access.colour': None;
  'documents.access.human': None;
  'documents.access.keyboard': None;
  'documents.access.lead': None;
  'documents.access.limits': None;
  'documents.access.motion': None;
  'documents.access.pdf': None;
  'documents.access.picture': None;
  'documents.access.reader': None;
  'documents.access.tell': None;
  'documents.access.tellText': None;
  'documents.access.tested': None;
  'documents.access.testedText': None;
  'documents.access.title': None;
  'documents.access.works': None;
  'documents.access.zoom': None;
  'documents.contact.calls': None;
  'documents.contact.callsText': None;
  'documents.contact.lead': { organisation: Said };
  'documents.contact.none': None;
  'documents.contact.office': None;
  'documents.contact.quote': None;
  'documents.contact.quoteText': None;
  'documents.contact.site': None;
  'documents.contact.title': None;
  'documents.guide.lead': None;
  'documents.guide.title': None;
  'documents.onThisPage': None;
  'documents.print': None;
  'documents.terms.account': None;
  'documents.terms.accountText': None;
  'documents.terms.available': None;
  'documents.terms.availableText': None;
  'documents.terms.changes': None;
  'documents.terms.deadlines': None;
  'documents.terms.deadlinesText': None;
  'documents.terms.end': None;
  'documents.terms.endText': None;
  'documents.terms.lead': { organisation: Said };
  'documents.terms.purpose': None;
  'documents.terms.purposeText': None;
  'documents.terms.reviewers': None;
  'documents.terms.submit': None;
  'documents.terms.submitText': None;
  'documents.terms.title': None;
  'documents.version': { version: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'documents.access.tellText': 'link';
  'documents.contact.callsText': 'guide' | 'page';
  'documents.contact.site': 'link';
  'documents.terms.endText': 'contact' | 'profile';
}
