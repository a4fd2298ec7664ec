// Compiled from packages/i18n/catalogue/lists: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'lists.column.callTitle': None;
  'lists.column.cutoff': None;
  'lists.column.firstName': None;
  'lists.column.hidden': { column: Said };
  'lists.column.id': None;
  'lists.column.partition': None;
  'lists.column.piAffiliation': None;
  'lists.column.researchGroup': None;
  'lists.column.researchTitle': None;
  'lists.column.status': None;
  'lists.column.submissionDate': None;
  'lists.column.work': None;
  'lists.columns.noRoom': None;
  'lists.columns.open': None;
  'lists.columns.title': None;
  'lists.count': { total: number };
  'lists.drawer.asYouChoose': None;
  'lists.drawer.ascending': None;
  'lists.drawer.descending': None;
  'lists.drawer.direction': None;
  'lists.drawer.show': None;
  'lists.drawer.sortBy': None;
  'lists.drawer.title': None;
  'lists.export.project': None;
  'lists.filter.and': None;
  'lists.filter.asYouType': None;
  'lists.filter.chooseStatus': None;
  'lists.filter.clear': None;
  'lists.filter.how': { column: Said };
  'lists.filter.inUse': None;
  'lists.filter.open': { column: Said };
  'lists.filter.openSet': { column: Said; n: number };
  'lists.filter.remove': { filter: Said };
  'lists.filter.removeCondition': None;
  'lists.filter.value': { column: Said };
  'lists.found': { total: number };
  'lists.more': { n: Said };
  'lists.noMatch.clear': None;
  'lists.noMatch.text': None;
  'lists.noMatch.title': None;
  'lists.none.apply': None;
  'lists.none.fact': None;
  'lists.none.role': { role: Said };
  'lists.none.roleText': None;
  'lists.none.text': None;
  'lists.none.title': None;
  'lists.operator.contains': None;
  'lists.operator.equal': None;
  'lists.operator.greater': None;
  'lists.operator.lower': None;
  'lists.operator.not_contains': None;
  'lists.operator.not_equal': None;
  'lists.row.actions': None;
  'lists.row.actionsFor': { id: Said };
  'lists.row.copied': { uid: Said };
  'lists.row.copiedWithout': { titles: Said; uid: Said };
  'lists.row.delete': None;
  'lists.row.duplicate': None;
  'lists.row.noDuplicate': None;
  'lists.row.open': None;
  'lists.title': None;
  'lists.what': None;
  'lists.work.late': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
