import type { SavedView } from '@clearcall/contract/lists.ts';
import type { ViewStore } from '@clearcall/ui/kit/list/saved-views.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import type { ApplicationsSearch } from '../../search-params.ts';
import { searchBody } from './list-search.ts';

/** The address of a view: its filters, order and role. Which columns it has is no part of it. */
export function searchOfView({
  role,
  searchBy,
  orderBy,
}: Pick<SavedView, 'role' | 'searchBy' | 'orderBy'>): ApplicationsSearch {
  const anywhere = searchBy.find((filter) => filter.column === 'anywhere');
  const filters = searchBy.flatMap(({ column, op, value }) =>
    column === 'anywhere' ? [] : [{ column, op, value }],
  );
  const plain = orderBy.column === 'submissionDate' && orderBy.direction === 'DESC';
  return {
    ...(role === undefined ? {} : { role }),
    ...(plain ? {} : { order: orderBy.column, direction: orderBy.direction }),
    ...(anywhere === undefined ? {} : { search: anywhere.value }),
    ...(filters.length === 0 ? {} : { filters }),
  };
}

/** What staff look for first: the applications on which somebody is late. Everybody has this view without saving it. */
export const lateWork = (role: string | undefined): ApplicationsSearch => ({
  ...(role === undefined ? {} : { role }),
  filters: [{ column: 'work', op: 'equal', value: 'late' }],
});

/** Whether a list is what an address opens, whatever its page. */
export const isShown = (wanted: ApplicationsSearch, search: ApplicationsSearch): boolean =>
  JSON.stringify(searchBody(wanted)) === JSON.stringify(searchBody(search));

/** The saved views of the applications list. */
export const viewStore: ViewStore<SavedView> = {
  key: 'views',
  list: (signal) => call('GET /v2/views', { signal, quiet: true }),
  save: ({ id, ...body }) => call('PUT /v2/views/:id', { params: { id }, body, quiet: true }),
  remove: (id) => call('DELETE /v2/views/:id', { params: { id } }),
};
