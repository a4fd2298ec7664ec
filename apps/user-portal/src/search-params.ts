import {
  type ColumnOperator,
  columnNames,
  isSortable,
  type ListColumn,
  listColumns,
  operatorsOf,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';

// What stands behind the question mark. A corrupt address never breaks a page: what is wrong falls back.

type Raw = Record<string, unknown>;

function text(value: unknown, longest = 200): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
}

/**
 * The router lays what a page reads over what the address holds: only a key that says `undefined` takes a corrupt value
 * out of it. In the address such a key is not written.
 */
function only<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return values as { [K in keyof T]?: Exclude<T[K], undefined> };
}

export function callsSearch(raw: Raw): { tab?: 'open' } {
  return only({ tab: raw.tab === 'open' ? ('open' as const) : undefined });
}

/** Where to go after the login, checked again before it is used. */
export function wayBackSearch(raw: Raw): { return?: string } {
  return only({ return: text(raw.return, 2000) });
}

/** The same at the login, and how a visit at an identity provider went. */
export function returnSearch(raw: Raw): {
  return?: string;
  came?: 'in';
  problem?: string;
  provider?: string;
} {
  return only({
    ...wayBackSearch(raw),
    came: raw.came === 'in' ? ('in' as const) : undefined,
    problem: text(raw.problem, 30),
    provider: text(raw.provider, 30),
  });
}

export function confirmationSearch(raw: Raw): { email?: string; return?: string } {
  return only({ email: text(raw.email, 254), ...wayBackSearch(raw) });
}

export function mailboxSearch(raw: Raw): { to?: string; id?: string } {
  return only({ to: text(raw.to, 254), id: text(raw.id, 60) });
}

/** Which tab of the profile is open; two of them have paths of their own. */
export function profileSearch(raw: Raw): { tab?: 'personal' | 'involvement' | 'bank' } {
  const tab = (['personal', 'involvement', 'bank'] as const).find((name) => name === raw.tab);
  return only({ tab });
}

const staffTabs = ['assignments', 'application', 'events', 'mails', 'actions', 'notes', 'documents'] as const;
/** Of an application, for those who look after it. */
export type StaffTab = (typeof staffTabs)[number];

export interface EditorSearch {
  assignment?: string;
  form?: string;
  view?: 'read';
  tab?: StaffTab;
  step?: string;
  replace?: string;
  ask?: 'time';
}

/** What else of the same assignment is opened. */
export const ofSameAssignment =
  (next: Omit<EditorSearch, 'assignment'>) =>
  ({ assignment }: EditorSearch): EditorSearch => ({
    ...(assignment === undefined ? {} : { assignment }),
    ...next,
  });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function uuidOf(value: unknown): string | undefined {
  const id = text(value)?.toLowerCase();
  return id !== undefined && uuid.test(id) ? id : undefined;
}

/**
 * Which assignment of an application is open, absent means the one that waits; which of its forms, absent means the first
 * one. `read`: all of them, to be read on one page. Of those who look after it: which tab, and which step in it; in place
 * of which assignment somebody is to be chosen. `ask`: the dialog that asks for more time is open.
 */
export function editorSearch(raw: Raw): EditorSearch {
  return only({
    assignment: uuidOf(raw.assignment),
    form: text(raw.form, 120),
    view: raw.view === 'read' ? ('read' as const) : undefined,
    tab: staffTabs.find((name) => name === raw.tab),
    step: text(raw.step, 120),
    replace: uuidOf(raw.replace),
    ask: raw.ask === 'time' ? ('time' as const) : undefined,
  });
}

export interface LegacySearch {
  page?: number;
  search?: string;
}

/** Page (from 1) and what is looked for in the archive. */
export function legacySearch(raw: Raw): LegacySearch {
  return only({ page: pageOf(raw.page), search: text(raw.search) });
}

/** Page (from 1) of the own finished reviews. */
export function reviewsSearch(raw: Raw): { page?: number } {
  return only({ page: pageOf(raw.page) });
}

function pageOf(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 1000 ? page : undefined;
}

export interface ListFilter {
  column: ListColumn;
  op: ColumnOperator;
  value: string;
}

export interface ApplicationsSearch {
  page?: number;
  role?: string;
  order?: SortableColumn;
  direction?: 'ASC' | 'DESC';
  /** What is looked for in IDs, titles and people. */
  search?: string;
  filters?: ListFilter[];
}

function isColumn(value: unknown): value is ListColumn {
  return typeof value === 'string' && Object.hasOwn(listColumns, value);
}

function filterOf(raw: unknown): ListFilter[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const { column, op, value } = raw as Raw;
  const given = text(value);
  if (!isColumn(column) || given === undefined) return [];
  const known: readonly ListFilter['op'][] = operatorsOf[listColumns[column].kind];
  const operator = known.find((candidate) => candidate === op);
  return operator ? [{ column, op: operator, value: given }] : [];
}

const conditionOf = /^([a-z_]+):(.*)$/s;

/** The filters of a column under its name: a value alone has the first operator, any other stands before it. */
function filtersUnder(column: ListColumn, raw: unknown): ListFilter[] {
  const [usual, ...others] = operatorsOf[listColumns[column].kind];
  return (Array.isArray(raw) ? raw : [raw]).flatMap((one) => {
    const given = text(one, 220);
    const [, op, value] = conditionOf.exec(given ?? '') ?? [];
    const isNamed = [usual, ...others].some((known) => known === op);
    return filterOf({ column, op: isNamed ? op : usual, value: isNamed ? value : given });
  });
}

function conditionText({ column, op, value }: ListFilter): string {
  const known: readonly string[] = operatorsOf[listColumns[column].kind];
  const isPlain = op === known[0] && !known.includes(conditionOf.exec(value)?.[1] ?? '');
  return isPlain ? value : `${op}:${value}`;
}

/** What an address holds of a search: filters are written under the names of their columns. */
export function writtenSearch(search: Raw): Raw {
  const { filters, ...rest } = search;
  if (!Array.isArray(filters)) return search;
  const written: Record<string, string | string[]> = {};
  // The router also writes what was typed into an address.
  for (const filter of filters.flatMap(filterOf)) {
    const before = written[filter.column];
    const condition = conditionText(filter);
    written[filter.column] = before === undefined ? condition : [before, condition].flat();
  }
  return { ...rest, ...written };
}

/**
 * Page (from 1), role, order, direction, search and filters of the applications list. Absent means the default. Filters
 * are under the names of their columns; addresses of earlier versions have them all in `filters`.
 */
export function applicationsSearch(raw: Raw): ApplicationsSearch {
  const listed = Array.isArray(raw.filters) ? raw.filters.flatMap(filterOf) : [];
  const named = columnNames.flatMap((column) => filtersUnder(column, raw[column]));
  const filters = [...listed, ...named].slice(0, 39);
  const search = text(raw.search);
  return only({
    ...Object.fromEntries(columnNames.map((column) => [column, undefined])),
    page: pageOf(raw.page),
    role: text(raw.role, 40),
    search: search !== undefined && search.trim().length >= 3 ? search.trim() : undefined,
    order: isColumn(raw.order) && isSortable(raw.order) ? raw.order : undefined,
    direction: raw.direction === 'ASC' || raw.direction === 'DESC' ? raw.direction : undefined,
    filters: filters.length > 0 ? filters : undefined,
  });
}

const dashboardColumns = ['id', 'firstName', 'partition', 'deadline'] as const;
export type DashboardColumn = (typeof dashboardColumns)[number];

export interface DashboardSearch {
  role?: string;
  order?: DashboardColumn;
  direction?: 'ASC' | 'DESC';
}

/** Role, order and direction of the dashboard. Absent means the default: the earliest deadline first. */
export function dashboardSearch(raw: Raw): DashboardSearch {
  return only({
    role: text(raw.role, 40),
    order: dashboardColumns.find((column) => column === raw.order),
    direction: raw.direction === 'ASC' || raw.direction === 'DESC' ? raw.direction : undefined,
  });
}

export const kindsOfLateness = ['overdue', 'asked', 'unanswered', 'unreplaced'] as const;

export interface LateWorkSearch {
  lateness?: (typeof kindsOfLateness)[number] | undefined;
  days?: number | undefined;
  call?: number | undefined;
  step?: string | undefined;
  /** Assignment whose request for more time is being answered. */
  answer?: string | undefined;
}

function numberOf(value: unknown, most: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
}

/** Which late work is listed: one kind, unanswered for so many days, of a call and a step. Absent means all. */
export function lateWorkSearch(raw: Raw): LateWorkSearch {
  const call = numberOf(raw.call, 999_999_999_999_999);
  return only({
    lateness: kindsOfLateness.find((one) => one === raw.lateness),
    days: numberOf(raw.days, 365),
    call,
    step: call === undefined ? undefined : text(raw.step),
    answer: text(raw.answer),
  });
}

export const scoreColumns = ['id', 'mean', 'spread', 'reviews', 'rank'] as const;
export type ScoreColumn = (typeof scoreColumns)[number];

export interface ScoresSearch {
  cutoff?: number | undefined;
  step?: string | undefined;
  order?: ScoreColumn | undefined;
  direction?: 'ASC' | 'DESC' | undefined;
}

/** Which cut-off and step a table of scores is of, and its order. Absent means the last cut-off, the best average first. */
export function scoresSearch(raw: Raw): ScoresSearch {
  return only({
    cutoff: numberOf(raw.cutoff, 999_999_999_999_999),
    step: text(raw.step, 120),
    order: scoreColumns.find((column) => column === raw.order),
    direction: raw.direction === 'ASC' || raw.direction === 'DESC' ? raw.direction : undefined,
  });
}

const shownActions = ['planned', 'failed', 'done', 'skipped'] as const;

export interface AutomationsSearch {
  state?: (typeof shownActions)[number] | undefined;
  call?: number | undefined;
  automation?: string | undefined;
}

/** Which actions of automations are listed: in one state, of a call and of one of its automations. Absent means what is open, of all. */
export function automationsSearch(raw: Raw): AutomationsSearch {
  const call = numberOf(raw.call, 999_999_999_999_999);
  return only({
    state: shownActions.find((one) => one === raw.state),
    call,
    automation: call === undefined ? undefined : text(raw.automation),
  });
}

/** Headings of the form that is open on the page of an application, which links lead to: of its applicant, of other people. */
export const formHeadId = 'form-head';
export const ownFormId = 'own-form';
