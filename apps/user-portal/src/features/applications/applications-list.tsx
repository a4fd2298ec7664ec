import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import {
  columnNames,
  isForStaff,
  type ListColumn,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { RoleSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { ExportButtons } from '@clearcall/ui/kit/list/export-buttons.tsx';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { SavedViews } from '@clearcall/ui/kit/list/saved-views.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { isMore, maxCounted, pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DeleteApplication } from '../../parts/applications/delete-application.tsx';
import { lastRole, looksAtOthers, rememberRole } from '../../parts/applications/last-role.ts';
import { useWaitingReleases, WaitingReleases } from '../../parts/releases/waiting-releases.tsx';
import type { ApplicationsSearch, ListFilter } from '../../search-params.ts';
import { applicationColumns, shownId } from './application-columns.tsx';
import classes from './applications-list.module.css';
import { useBulkActions } from './bulk-actions.tsx';
import { useColumns } from './columns.ts';
import { firstPage, inRole, ownRole, roleToTurnTo, searchBody } from './list-search.ts';
import { RequestedTasks, useRequestedTasks } from './requested-tasks.tsx';
import { isShown, lateWork, searchOfView, viewStore } from './view-search.ts';

/** The applications that a reader may see, in one of the parts that the reader plays. The address holds the whole view. */
export function ApplicationsList() {
  const search = useSearch({ from: '/signed-in/applications' });
  const navigate = useNavigate();
  const go = useListAddress<ApplicationsSearch>();
  const user = useUser();
  const page = search.page ?? 1;

  // The address says it; else it is the role of the last time, that in which one reviews or steers, or one that has rows.
  const remembered = lastRole(user.id, 'applications') ?? (looksAtOthers(user.role) ? user.role : undefined);
  const [other, setOther] = useState<string>();
  const role = search.role ?? other ?? remembered;
  const { shown, show } = useColumns(user.id, role ?? ownRole);
  const body = searchBody({ ...search, ...(role === undefined ? {} : { role }) });
  const list = useQuery({
    queryKey: ['applications', 'search', body, page],
    queryFn: read('POST /v2/applications/search', {
      query: { limit: pageSize, offset: pageSize * (page - 1) },
      body,
    }),
    // What was shown a moment ago stays while the new rows are loaded. Source: Requirements 1, 9.15.
    placeholderData: keepPreviousData,
  });
  const requested = useRequestedTasks();
  // Shown together, so that nothing moves when the slower one comes.
  const data = requested === undefined ? undefined : list.data;
  const isFiltered = body.searchBy.length > 0;
  const turns =
    data === undefined || list.isPlaceholderData
      ? undefined
      : roleToTurnTo({
          asked: search.role,
          role,
          roles: data.roles,
          total: data.total,
          filtered: isFiltered,
        });
  useEffect(() => {
    if (turns === undefined) return;
    rememberRole(user.id, 'applications', '');
    setOther(turns);
  }, [turns, user.id]);

  // Staff act in the role that they have, which is known before the server answers.
  const forStaff = useOrganisation().staffRoles.includes(user.role) && role === user.role;
  const readable = data?.columns ?? columnNames.filter((column) => forStaff || !isForStaff(column));
  const columns = shown.filter((column) => !isForStaff(column) || readable.includes(column));
  const selects = readable.some(isForStaff);
  const waiting = useWaitingReleases({ enabled: selects });

  // A selection belongs to one list: with other filters, or in another role, nothing is selected.
  const selectedIn = JSON.stringify([body.searchBy, body.role]);
  const [chosen, setChosen] = useState<{ of: string; selection: Selection<ApplicationRow> }>();
  const selected = chosen?.of === selectedIn ? chosen.selection : new Map();
  const queries = useQueryClient();
  const { bulk, dialog } = useBulkActions({
    selection: selected,
    total: data?.total ?? 0,
    body,
    onDone: () => void queries.invalidateQueries({ queryKey: ['applications'] }),
  });

  const [deletion, setDeletion] = useState<ApplicationRow>();

  const open = (next: ApplicationsSearch, wanted: readonly ListColumn[], replaces: boolean) => {
    show(wanted, next.role ?? ownRole);
    if (next.role !== undefined) rememberRole(user.id, 'applications', next.role);
    go(next, replaces);
  };
  const clear = () => go(search.role === undefined ? {} : { role: search.role });
  const late = lateWork(role);
  // Those who play several parts mostly know it before the server says so: nothing moves when it does.
  const roles = data?.roles ?? (looksAtOthers(user.role) ? [ownRole, user.role] : []);
  const { search: searched, ...unsearched } = search;
  return (
    <ListPage
      head={{
        title: t('lists.title'),
        actions: (
          <>
            <RoleSelect
              roles={roles.length === 0 ? [ownRole] : roles}
              role={role}
              onChange={(wanted) => {
                rememberRole(user.id, 'applications', wanted);
                go(inRole(search, wanted));
              }}
            />
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
          </>
        ),
      }}
      list={{ ...list, data: turns === undefined ? data : undefined }}
      above={requested === undefined || requested.length === 0 ? null : <RequestedTasks rows={requested} />}
      what={t('lists.what')}
      className={classes.table}
      columns={applicationColumns({
        readable,
        role,
        forStaff: selects,
        onDelete: setDeletion,
      })}
      columnChoice={{ shown: columns, onChange: (keys) => show(keys as ListColumn[]) }}
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
      note={<WaitingReleases waiting={waiting} />}
      selection={
        selects
          ? {
              selected,
              onChange: (next) => setChosen({ of: selectedIn, selection: next }),
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
          onClear: clear,
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

function countText(total: number, isFiltered: boolean): string {
  if (isMore(total)) return t('lists.more', { n: numberText(maxCounted) });
  return t(isFiltered ? 'lists.found' : 'lists.count', { total });
}

function NoApplications(props: { role: string }) {
  return props.role === ownRole ? (
    <Empty
      title={t('lists.none.title')}
      action={
        <ButtonLink to="/" variant="filled">
          {t('lists.none.apply')}
        </ButtonLink>
      }
      fact={t('lists.none.fact')}
    >
      {t('lists.none.text')}
    </Empty>
  ) : (
    <Empty title={t('lists.none.role', { role: roleMessage(props.role) })}>{t('lists.none.roleText')}</Empty>
  );
}
