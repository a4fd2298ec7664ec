// Compiled from packages/i18n/catalogue/archive: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'archive.field.amount': { field: Said };
  'archive.field.answer': { field: Said };
  'archive.field.call': { field: Said };
  'archive.field.class': { field: Said };
  'archive.field.date': { field: Said };
  'archive.field.differs': { field: Said };
  'archive.field.flag': { field: Said };
  'archive.field.list': { field: Said };
  'archive.field.name': { field: Said };
  'archive.field.number': { field: Said };
  'archive.field.object': { field: Said };
  'archive.field.ordinal': { field: Said };
  'archive.field.response': { field: Said };
  'archive.field.text': { field: Said };
  'archive.field.titled': { field: Said };
  'archive.field.unitAlone': { field: Said };
  'archive.field.unknown': { field: Said };
  'archive.field.variant': { field: Said };
  'archive.file.columnTwice': { name: Said };
  'archive.file.csv': None;
  'archive.file.encoding': { line: number };
  'archive.file.json': None;
  'archive.file.jsonAt': { column: number; line: number };
  'archive.file.jsonTooLarge': None;
  'archive.record.cells': { cells: number; columns: number };
  'archive.record.database': { code: Said };
  'archive.record.fileDamaged': { name: Said };
  'archive.record.fileMissing': { name: Said };
  'archive.record.fileTooLarge': { name: Said };
  'archive.record.noContact': None;
  'archive.record.number': None;
  'archive.record.numberTwice': { row: number };
  'archive.record.object': None;
  'archive.zip.damaged': None;
  'archive.zip.encrypted': None;
  'archive.zip.entries': { n: number };
  'archive.zip.method': { name: Said };
  'archive.zip.path': { name: Said };
  'archive.zip.rest': { n: number; name: Said };
  'archive.zip.size': { n: number };
  'archive.zip.table': { n: number };
  'archive.zip.tableTooLarge': { n: number };
  'archive.zip.twice': { name: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
