import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import type { SortableColumn } from '@clearcall/domain/applications/list-columns.ts';
import { RoleSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { ExportButtons } from '@clearcall/ui/kit/list/export-buttons.tsx';
import { ListPage } from '@clearcall/ui/kit/list/list-page.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile } from '@clearcall/ui/session/call.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteApplication } from '../../parts/applications/delete-application.tsx';
import { WaitingReleases } from '../../parts/releases/waiting-releases.tsx';
import type { ListFilter } from '../../search-params.ts';
import { applicationColumns, shownId } from './application-columns.tsx';
import { ApplicationViews } from './application-views.tsx';
import classes from './applications-list.module.css';
import { useBulkActions } from './bulk-actions.tsx';
import { firstPage, ownRole } from './list-search.ts';
import { countText, NoApplications } from './list-texts.tsx';
import { RequestedTasks } from './requested-tasks.tsx';
import { useApplicationsList } from './use-applications-list.ts';

/** The applications that a reader may see, in one of the parts that the reader plays. The address holds the whole view. */
export function ApplicationsList() {
  const view = useApplicationsList();
  const { search, go, body, role, data, requested, isFiltered, readable, columns, selects } = view;
  const navigate = useNavigate();
  const { bulk, dialog } = useBulkActions({
    selection: view.selected,
    total: data?.total ?? 0,
    body,
    onDone: view.reload,
  });
  const [deletion, setDeletion] = useState<ApplicationRow>();
  const { search: searched, ...unsearched } = search;
  return (
    <ListPage
      head={{
        title: t('lists.title'),
        actions: (
          <>
            <RoleSelect roles={view.roles} role={role} onChange={view.takeRole} />
            <ApplicationViews view={view} />
          </>
        ),
      }}
      list={view.list}
      above={requested === undefined || requested.length === 0 ? null : <RequestedTasks rows={requested} />}
      what={t('lists.what')}
      className={classes.table}
      columns={applicationColumns({ readable, role, forStaff: selects, onDelete: setDeletion })}
      columnChoice={{ shown: columns, onChange: view.showColumns }}
      open={({ uid }) => void navigate({ to: '/applications/$uid', params: { uid } })}
      search={search}
      order={{
        ...body.orderBy,
        onSort: (column, direction) =>
          go(firstPage({ ...search, order: column as SortableColumn, direction })),
      }}
      filtering={{
        conditions: search.filters ?? [],
        onChange: (conditions) => go(firstPage({ ...search, filters: conditions as ListFilter[] })),
        searched:
          searched === undefined
            ? undefined
            : {
                title: t('lists.search.title'),
                text: searched,
                remove: t('lists.search.remove', { searched }),
                onRemove: () => go(firstPage(unsearched)),
              },
        onClear: () => go(firstPage({ ...unsearched, filters: [] })),
      }}
      count={data === undefined ? undefined : countText(data.total, isFiltered)}
      buttons={
        <ExportButtons
          label={t('lists.export.label')}
          fetch={(format) => {
            // The file has the steps and decisions that may be read, whether the page has room for them or not.
            const always = (['step', 'decision'] as const).filter((column) => readable.includes(column));
            return callFile('POST /v2/applications/export', {
              body: { ...body, columns: [...new Set([...columns, ...always])], format },
            });
          }}
        />
      }
      note={<WaitingReleases waiting={view.waiting} />}
      selection={
        selects
          ? {
              selected: view.selected,
              onChange: view.select,
              nameOf: (row) => t('lists.many.chooseOne', { id: shownId(row) }),
              nameOfAll: t('lists.many.choosePage'),
            }
          : undefined
      }
      bulk={bulk}
      empty={<NoApplications role={role ?? ownRole} />}
      noMatch={
        isFiltered && {
          title: t('lists.noMatch.title'),
          text: t('lists.noMatch.text'),
          clear: t('lists.noMatch.clear'),
          onClear: () => go(search.role === undefined ? {} : { role: search.role }),
        }
      }
    >
      {dialog}
      {deletion === undefined ? null : (
        <DeleteApplication
          uid={deletion.uid}
          shownId={shownId(deletion)}
          onClose={() => setDeletion(undefined)}
        />
      )}
    </ListPage>
  );
}
