import { columnNames } from '@clearcall/domain/applications/list-columns.ts';
import { SavedViews } from '@clearcall/ui/kit/list/saved-views.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { useApplicationsList } from './use-applications-list.ts';
import { isShown, lateWork, searchOfView, viewStore } from './view-search.ts';

/** The saved views of the applications list; staff have one of overdue work from the start. */
export function ApplicationViews(props: { view: ReturnType<typeof useApplicationsList> }) {
  const { search, body, role, columns, forStaff, open } = props.view;
  const late = lateWork(role);
  return (
    <SavedViews
      store={viewStore}
      state={{
        searchBy: [...body.searchBy],
        orderBy: body.orderBy,
        ...(role === undefined ? {} : { role }),
        columns: columnNames.filter((column) => columns.includes(column)),
      }}
      isShown={(view) => isShown(searchOfView(view), search)}
      isPlain={Object.keys(search).length === 0}
      preset={
        forStaff
          ? {
              name: t('lists.views.late'),
              isShown: isShown(late, search),
              onOpen: () => open(late, columns, false),
            }
          : undefined
      }
      onOpen={(view, replaces) => open(searchOfView(view), view.columns, replaces)}
    />
  );
}
