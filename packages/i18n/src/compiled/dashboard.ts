// Compiled from packages/i18n/catalogue/dashboard: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'dashboard.action.acceptAssignment': None;
  'dashboard.action.submitApplication': None;
  'dashboard.action.submitChanges': None;
  'dashboard.action.submitForm': None;
  'dashboard.action.take': None;
  'dashboard.actionOf': { id: Said };
  'dashboard.changesDue': { away: Said };
  'dashboard.column.action': None;
  'dashboard.column.deadline': None;
  'dashboard.column.id': None;
  'dashboard.column.partition': None;
  'dashboard.column.person': None;
  'dashboard.column.project': None;
  'dashboard.column.step': None;
  'dashboard.deletedOn': None;
  'dashboard.noDeadline': None;
  'dashboard.none.applications': None;
  'dashboard.none.apply': None;
  'dashboard.none.role': { role: Said };
  'dashboard.none.roleText': None;
  'dashboard.none.tasks': None;
  'dashboard.none.text': None;
  'dashboard.none.title': None;
  'dashboard.pending.both': { n: number; past: number; soon: number };
  'dashboard.pending.past': { n: number; past: number };
  'dashboard.pending.plain': { n: number };
  'dashboard.pending.soon': { n: number; soon: number };
  'dashboard.table': None;
  'dashboard.title': None;
  'dashboard.today': None;
  'dashboard.what': None;
  'dashboard.zone': { zone: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'dashboard.deletedOn': 'day';
  'dashboard.pending.both': 'urgent';
  'dashboard.pending.soon': 'urgent';
}
