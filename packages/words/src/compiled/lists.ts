// Compiled from packages/words/catalogue/lists: node tools/check-words.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'lists.column.callTitle': None;
  'lists.column.firstName': None;
  'lists.column.hidden': { column: Said };
  'lists.column.id': None;
  'lists.column.partition': None;
  'lists.column.piAffiliation': None;
  'lists.column.researchGroup': None;
  'lists.column.researchTitle': None;
  'lists.column.status': None;
  'lists.column.submissionDate': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
