import type { ApplicationFilter } from '@clearcall/contract/applications.ts';
import {
  choicesOf,
  isForStaff,
  type ListColumn,
  listColumns,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';
import type { ApplicationsSearch, ListFilter } from '../../search-params.ts';

/** The search of the API for an address. A filter whose value its column cannot take is left out. */
export function searchBody(search: ApplicationsSearch): {
  searchBy: ApplicationFilter[];
  orderBy: { column: SortableColumn; direction: 'ASC' | 'DESC' };
  role?: string;
} {
  const searchBy: ApplicationFilter[] = (search.filters ?? []).flatMap(filterFor);
  if (search.search !== undefined)
    searchBy.unshift({ column: 'anywhere', op: 'contains', value: search.search });
  return {
    searchBy,
    orderBy: { column: search.order ?? 'submissionDate', direction: search.direction ?? 'DESC' },
    ...(search.role === undefined ? {} : { role: search.role }),
  };
}

function filterFor({ column, op, value }: ListFilter): ApplicationFilter[] {
  switch (column) {
    case 'status': {
      const status = choicesOf.status.find((one) => one === value);
      return status && (op === 'equal' || op === 'not_equal') ? [{ column, op, value: status }] : [];
    }
    case 'work': {
      const state = choicesOf.work.find((one) => one === value);
      return state && (op === 'equal' || op === 'not_equal') ? [{ column, op, value: state }] : [];
    }
    case 'decision': {
      const state = choicesOf.decision.find((one) => one === value);
      return state && (op === 'equal' || op === 'not_equal') ? [{ column, op, value: state }] : [];
    }
    case 'cutoff':
    case 'submissionDate': {
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
      return isDay && (op === 'greater' || op === 'lower' || op === 'equal') ? [{ column, op, value }] : [];
    }
    case 'step':
      return op === 'contains' || op === 'not_contains' || op === 'equal' ? [{ column, op, value }] : [];
    default:
      return op === 'contains' || op === 'not_contains' ? [{ column, op, value }] : [];
  }
}

const isReadByAll = (column: ListColumn): boolean =>
  listColumns[column].meanings.length === 0 && !isForStaff(column);

/** The address of the same view in another role, as far as it can be read in every role. */
export function inRole(search: ApplicationsSearch, role: string): ApplicationsSearch {
  const { role: _role, order, direction, filters = [], ...rest } = search;
  return firstPage({
    ...rest,
    ...(role === '' ? {} : { role }),
    ...(order !== undefined && isReadByAll(order) ? { order, ...(direction ? { direction } : {}) } : {}),
    filters: filters.filter(({ column }) => isReadByAll(column)),
  });
}

/** The address of the first page. Defaults are not written into it: the plain one is the plain list. */
export function firstPage(search: ApplicationsSearch): ApplicationsSearch {
  const { page: _page, filters, order, direction, ...rest } = search;
  const plain = (order ?? 'submissionDate') === 'submissionDate' && (direction ?? 'DESC') === 'DESC';
  return {
    ...rest,
    ...(plain ? {} : { order: order ?? 'submissionDate', direction: direction ?? 'DESC' }),
    ...(filters && filters.length > 0 ? { filters } : {}),
  };
}

/** The role of those who look at their own applications. */
export const ownRole = 'applicant';

/**
 * In which role a list is shown instead, where nobody asked for another; undefined where it stays. Who has no
 * applications and reviews sees that work and is not told to apply first; a role that one had is no more.
 */
export function roleToTurnTo(view: {
  /** That the address names. */
  asked: string | undefined;
  /** In which the list was asked for; undefined for that of everybody. */
  role: string | undefined;
  /** Those that the reader has, by the server: the own one first. */
  roles: readonly string[];
  total: number;
  filtered: boolean;
}): string | undefined {
  if (view.asked !== undefined) return undefined;
  if (view.role !== undefined) return view.roles.includes(view.role) ? undefined : ownRole;
  return view.total === 0 && !view.filtered ? view.roles[1] : undefined;
}
