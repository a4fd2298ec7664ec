import type { SavedView } from '@clearcall/contract/lists.ts';
import type { ApplicationsSearch } from '../../../search-params.ts';
import { searchBody } from '../list-search.ts';

/** The address of a view: its filters, order and role. Which columns it has is no part of it. */
export function searchOfView({
  role,
  searchBy,
  orderBy,
}: Pick<SavedView, 'role' | 'searchBy' | 'orderBy'>): ApplicationsSearch {
  const plain = orderBy.column === 'submissionDate' && orderBy.direction === 'DESC';
  return {
    ...(role === undefined ? {} : { role }),
    ...(plain ? {} : { order: orderBy.column, direction: orderBy.direction }),
    ...(searchBy.length === 0
      ? {}
      : { filters: searchBy.map(({ column, op, value }) => ({ column, op, value })) }),
  };
}

/** The view that a list shows: the one whose address it has, whatever its page and its columns. */
export function shownView<View extends Pick<SavedView, 'role' | 'searchBy' | 'orderBy'>>(
  views: readonly View[],
  search: ApplicationsSearch,
): View | undefined {
  const address = (one: ApplicationsSearch) => JSON.stringify(searchBody(one));
  const now = address(search);
  return views.find((view) => address(searchOfView(view)) === now);
}
