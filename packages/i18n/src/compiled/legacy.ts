// Compiled from packages/i18n/catalogue/legacy: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'legacy.column.call': None;
  'legacy.column.email': None;
  'legacy.column.machines': None;
  'legacy.column.number': None;
  'legacy.column.submitted': None;
  'legacy.column.user': None;
  'legacy.count': { total: number };
  'legacy.empty.text': None;
  'legacy.empty.title': None;
  'legacy.found': { total: number };
  'legacy.missing.text': None;
  'legacy.missing.title': None;
  'legacy.no': None;
  'legacy.noMatch.clear': None;
  'legacy.noMatch.text': None;
  'legacy.noMatch.title': None;
  'legacy.one.contact': None;
  'legacy.one.content': None;
  'legacy.one.download': None;
  'legacy.one.downloadAll': None;
  'legacy.one.downloadFile': { filename: Said };
  'legacy.one.files': None;
  'legacy.one.loading': None;
  'legacy.one.noFiles': None;
  'legacy.one.preparatoryContact': None;
  'legacy.one.preparatoryMachines': None;
  'legacy.one.proposal': None;
  'legacy.one.what': None;
  'legacy.search': None;
  'legacy.submitted': None;
  'legacy.table': None;
  'legacy.text.all': None;
  'legacy.text.own': None;
  'legacy.title': None;
  'legacy.what': None;
  'legacy.yes': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
