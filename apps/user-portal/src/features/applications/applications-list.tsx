import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import { columnNames, isForStaff, type ListColumn } from '@clearcall/domain/model/list-columns.ts';
import { roleMessage } from '@clearcall/domain/model/roles.ts';
import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { RoleSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, Empty, NoMatch } from '@clearcall/ui/kit/state/page-states.tsx';
import { isMore, maxCounted, pageCount, pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { Pager } from '@clearcall/ui/kit/table/pager.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useCallback, useEffect, useState } from 'react';
import type { ApplicationsSearch } from '../../search-params.ts';
import { DeleteApplication } from '../../shell/delete-application.tsx';
import { focusHeading } from '../../shell/focus-heading.ts';
import { lastRole, looksAtOthers, rememberRole } from '../../shell/last-role.ts';
import { useWaitingReleases, WaitingReleases } from '../../shell/releases/waiting-releases.tsx';
import { useListKeys } from '../../shell/use-list-keys.tsx';
import classes from './applications-list.module.css';
import { ApplicationsTable, shownId } from './applications-table.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { useColumns } from './columns.ts';
import { ExportButtons } from './export-buttons.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterDrawer } from './filter-drawer.tsx';
import { inRole, ownRole, roleToTurnTo, searchBody } from './list-search.ts';
import type { Selection } from './many/selection.ts';
import { SelectionBar } from './many/selection-bar.tsx';
import { RequestedTasks, useRequestedTasks } from './requested-tasks.tsx';
import { SavedViews } from './views/saved-views.tsx';

/** The applications that a reader may see, in one of the parts that the reader plays. The address holds the whole view. */
export function ApplicationsList() {
  const search = useSearch({ from: '/signed-in/applications' });
  const navigate = useNavigate();
  const user = useUser();
  const page = search.page ?? 1;
  const [deletion, setDeletion] = useState<{ row: ApplicationRow; state: 'asked' | 'kept' | 'done' } | null>(
    null,
  );
  const go = (next: ApplicationsSearch, replace = false) =>
    void navigate({ to: '/applications', search: next, replace, resetScroll: false });

  // The address says it; else it is the role of the last time, that in which one reviews or steers, or one that has rows.
  const remembered = lastRole(user.id, 'applications') ?? (looksAtOthers(user.role) ? user.role : undefined);
  const [other, setOther] = useState<string>();
  const role = search.role ?? other ?? remembered;
  const { shown, show } = useColumns(user.id, role ?? ownRole);
  const body = searchBody({ ...search, ...(role === undefined ? {} : { role }) });
  const list = useQuery({
    queryKey: ['applications', 'search', body, page],
    queryFn: ({ signal }) =>
      call('POST /v2/applications/search', {
        query: { limit: pageSize, offset: pageSize * (page - 1) },
        body,
        signal,
        quiet: true,
      }),
    // What was shown a moment ago stands while the new rows are on their way. Source: Requirements 1, 9.15.
    placeholderData: keepPreviousData,
  });
  const requested = useRequestedTasks();
  // Shown together, so that nothing moves when the slower one comes.
  const data = requested === undefined ? undefined : list.data;
  const pages = pageCount(data?.total ?? 0);
  const filtered = body.searchBy.length > 0;
  const isStaff = useOrganisation().staffRoles.includes(user.role);
  // Before the server says so: those who act for the organisation do so in the role that they have.
  const forStaff = isStaff && role === user.role;
  const readable = data?.columns ?? columnNames.filter((column) => forStaff || !isForStaff(column));
  const columns = shown.filter((column) => !isForStaff(column) || readable.includes(column));

  const queries = useQueryClient();
  // What is chosen is of this list: with other filters, or in another role, nothing is.
  const chosenIn = JSON.stringify([body.searchBy, body.role]);
  const [chosen, setChosen] = useState<{ of: string; selection: Selection }>();
  const selection: Selection = chosen?.of === chosenIn ? chosen.selection : new Map();
  const choose = (next: Selection) => setChosen({ of: chosenIn, selection: next });
  const selects = readable.some(isForStaff);

  const waiting = useWaitingReleases({ enabled: selects });
  const [filtering, setFiltering] = useState(false);
  const keys = useListKeys<HTMLDivElement>({
    search: () => setFiltering(true),
    ...(selects
      ? { select: (row: HTMLElement) => row.querySelector<HTMLInputElement>('input')?.click() }
      : {}),
  });
  const openView = useCallback(
    (next: ApplicationsSearch, wanted: readonly ListColumn[], replace: boolean) => {
      show(wanted, next.role ?? ownRole);
      if (next.role !== undefined) rememberRole(user.id, 'applications', next.role);
      void navigate({ to: '/applications', search: next, replace, resetScroll: false });
    },
    [navigate, show, user.id],
  );

  const turns =
    data === undefined || list.isPlaceholderData
      ? undefined
      : roleToTurnTo({ asked: search.role, role, roles: data.roles, total: data.total, filtered });
  useEffect(() => {
    if (turns === undefined) return;
    rememberRole(user.id, 'applications', '');
    setOther(turns);
  }, [turns, user.id]);

  // An address that lies behind the last page (rows were deleted, or it was typed) leads to the last one.
  const beyond = data !== undefined && !list.isPlaceholderData && data.data.length === 0 && data.total > 0;
  useEffect(() => {
    if (beyond && page > pages) {
      void navigate({ to: '/applications', search: { ...search, page: pages }, replace: true });
    }
  }, [beyond, page, pages, navigate, search]);

  // Where the row stood is nothing any more: whoever deleted it goes on at the head of the page.
  const gone = deletion?.state === 'done' && data?.data.every(({ id }) => id !== deletion.row.id) === true;
  useEffect(() => {
    if (gone) focusHeading();
  }, [gone]);

  // Those who play several parts mostly know it before the server says so: nothing moves when it does.
  const roles = data?.roles ?? (looksAtOthers(user.role) ? [ownRole, user.role] : []);
  const turnTo = (wanted: string) => {
    rememberRole(user.id, 'applications', wanted);
    go(inRole(search, wanted));
  };
  return (
    <div className="page">
      <PageHead
        title={t('lists.title')}
        actions={
          <>
            <RoleSelect roles={roles.length === 0 ? [ownRole] : roles} role={role} onChange={turnTo} />
            <SavedViews search={search} role={role} columns={columns} forStaff={forStaff} onOpen={openView} />
          </>
        }
      />
      {requested === undefined ? null : <RequestedTasks rows={requested} />}
      {list.isError && data === undefined ? (
        <CallFailure error={list.error} what={t('lists.what')} onRetry={() => void list.refetch()} />
      ) : data && data.total === 0 && !filtered && turns === undefined && !list.isPlaceholderData ? (
        <NoApplications role={role ?? ownRole} />
      ) : (
        <Fragment
          // Drawn anew when tasks come above it: so it moves nothing that is shown.
          key={requested === undefined || requested.length === 0 ? 'alone' : 'below'}
        >
          <div className={classes.tools}>
            <FilterDrawer
              search={search}
              readable={readable}
              opened={filtering}
              show={setFiltering}
              onChange={(next) => go(next)}
            />
            <FilterChips search={search} onChange={(next) => go(next)} />
            <p className={classes.found} role="status">
              {data === undefined ? '\u00a0' : foundText(data.total, filtered)}
            </p>
            <ExportButtons body={body} columns={columns} readable={readable} />
            <ColumnMenu shown={columns} readable={readable} onChange={show} />
          </div>
          <WaitingReleases waiting={waiting} />
          {selects ? (
            <SelectionBar
              selection={selection}
              total={data?.total ?? 0}
              body={body}
              onChange={choose}
              onDone={() => void queries.invalidateQueries({ queryKey: ['applications'] })}
            />
          ) : null}
          <ApplicationsTable
            rows={turns === undefined ? data?.data : undefined}
            search={search}
            shown={columns}
            readable={readable}
            selection={selects ? selection : undefined}
            place={keys.list}
            onSelect={choose}
            stale={list.isPlaceholderData}
            onChange={(next) => go(next)}
            onDelete={(row) => setDeletion({ row, state: 'asked' })}
          />
          {data && data.total === 0 && filtered ? (
            <NoMatch
              title={t('lists.noMatch.title')}
              clear={t('lists.noMatch.clear')}
              onClear={() => go(search.role === undefined ? {} : { role: search.role })}
            >
              {t('lists.noMatch.text')}
            </NoMatch>
          ) : (
            <Pager
              page={page}
              total={data?.total}
              link={(wanted, label, children) => (
                <Link
                  to="/applications"
                  search={onPage(search, wanted)}
                  resetScroll={false}
                  aria-label={label}
                  activeOptions={{ exact: true }}
                >
                  {children}
                </Link>
              )}
              onPage={(wanted) => go({ ...search, page: wanted })}
            />
          )}
          {keys.help}
        </Fragment>
      )}
      {deletion === null ? null : (
        <DeleteApplication
          uid={deletion.row.uid}
          shownId={shownId(deletion.row)}
          opened={deletion.state === 'asked'}
          onClose={() => setDeletion({ ...deletion, state: 'kept' })}
          onDeleted={() => setDeletion({ ...deletion, state: 'done' })}
        />
      )}
    </div>
  );
}

/** The first page is the plain address. */
function onPage({ page: _page, ...rest }: ApplicationsSearch, page: number): ApplicationsSearch {
  return page === 1 ? rest : { ...rest, page };
}

function foundText(total: number, filtered: boolean): string {
  if (isMore(total)) return t('lists.more', { n: numberText(maxCounted) });
  return t(filtered ? 'lists.found' : 'lists.count', { total });
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
