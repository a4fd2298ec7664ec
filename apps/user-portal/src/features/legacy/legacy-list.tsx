import type { LegacyRow } from '@clearcall/domain/model/legacy.ts';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, Empty, NoMatch } from '@clearcall/ui/kit/state/page-states.tsx';
import { pageCount, pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { Pager } from '@clearcall/ui/kit/table/pager.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { LegacySearch } from '../../search-params.ts';
import { NotFound } from '../../shell/not-found.tsx';
import classes from './legacy.module.css';
import { contactOf, legacyPage, machinesOf } from './legacy-queries.ts';

const columns = ['number', 'submitted', 'call', 'user', 'email', 'machines'] as const;
type Column = (typeof columns)[number];

/** The archive of an earlier portal. The address holds page and search. Source: Requirements 1, 2.119 and 2.120. */
export function LegacyList() {
  return useOrganisation().legacy ? <Archive /> : <NotFound />;
}

function Archive() {
  const { staffRoles } = useOrganisation();
  const seesAll = staffRoles.includes(useUser().role);
  const search = useSearch({ from: '/signed-in/legacy' });
  const navigate = useNavigate();
  const go = (next: LegacySearch, replace = false) =>
    void navigate({ to: '/legacy', search: next, replace, resetScroll: false });
  const list = useQuery(legacyPage(search));
  const { data } = list;
  const page = search.page ?? 1;

  // An address behind the last page leads to the last one.
  const pages = pageCount(data?.total ?? 0);
  const beyond = data !== undefined && !list.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond)
      void navigate({ to: '/legacy', search: onPage(search, pages), replace: true, resetScroll: false });
  }, [beyond, pages, navigate, search]);

  const none = data?.total === 0 && search.search === undefined;
  return (
    <div className="page">
      <PageHead title={t('legacy.title')}>
        <p>{seesAll ? t('legacy.text.all') : t('legacy.text.own')}</p>
      </PageHead>
      {list.isError && data === undefined ? (
        <CallFailure error={list.error} what={t('legacy.what')} onRetry={() => void list.refetch()} />
      ) : none ? (
        <Empty title={t('legacy.empty.title')}>{t('legacy.empty.text')}</Empty>
      ) : (
        <>
          <div className={classes.tools}>
            <SearchField
              search={search.search ?? ''}
              onSearch={(content) => go(content === '' ? {} : { search: content }, true)}
            />
            <p className={classes.found} role="status">
              {data === undefined
                ? '\u00a0'
                : t(search.search === undefined ? 'legacy.count' : 'legacy.found', { total: data.total })}
            </p>
          </div>
          {data?.total === 0 ? (
            <NoMatch
              title={t('legacy.noMatch.title')}
              clear={t('legacy.noMatch.clear')}
              onClear={() => go({})}
            >
              {t('legacy.noMatch.text')}
            </NoMatch>
          ) : (
            <>
              <LegacyTable rows={data?.data} stale={list.isPlaceholderData} />
              <Pager
                page={page}
                total={data?.total}
                onPage={(wanted) => go(onPage(search, wanted))}
                link={(wanted, label, children) => (
                  <Link
                    to="/legacy"
                    search={onPage(search, wanted)}
                    resetScroll={false}
                    aria-label={label}
                    activeOptions={{ exact: true }}
                  >
                    {children}
                  </Link>
                )}
              />
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The first page is the plain address. */
function onPage({ page: _page, ...rest }: LegacySearch, page: number): LegacySearch {
  return page === 1 ? rest : { ...rest, page };
}

/** How long typing may pause before the list follows. Source: Requirements 1, 9.9. */
const debounceMs = 1000;

function SearchField(props: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(props.search);
  const latest = useRef(props.onSearch);
  latest.current = props.onSearch;
  // Back and forward change the address; the field follows.
  useEffect(() => setTyped(props.search), [props.search]);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === props.search) return;
    const timer = setTimeout(() => latest.current(wanted), debounceMs);
    return () => clearTimeout(timer);
  }, [wanted, props.search]);
  const now = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== props.search) props.onSearch(wanted);
  };
  return (
    <search className={classes.search}>
      <form onSubmit={now}>
        <TextField
          label={t('legacy.search')}
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </search>
  );
}

function LegacyTable(props: { rows: readonly LegacyRow[] | undefined; stale: boolean }) {
  const { rows } = props;
  return (
    <div aria-busy={props.stale || rows === undefined} data-loading={rows === undefined ? '' : undefined}>
      <TableFrame label={t('legacy.table')} cards className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`legacy.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: pageSize }, (_none, index) => index).map((index) => (
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column} data-column={column}>
                      <Bar width="72%" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => <Row key={row.id} row={row} />)}
        </tbody>
      </TableFrame>
    </div>
  );
}

function Row(props: { row: LegacyRow }) {
  const { row } = props;
  const navigate = useNavigate();
  const params = { id: String(row.id) };
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    // Marking text in a row is no press on it.
    if (event.target instanceof Element && event.target.closest('a')) return;
    if (window.getSelection()?.type === 'Range') return;
    void navigate({ to: '/legacy/$id', params });
  };
  const contact = contactOf(row);
  return (
    // The link in the first cell is what keyboards and screen readers use; the row is only a larger target for it.
    <tr data-clickable="" onClick={onClick}>
      <td data-column="number" data-lines="2">
        <Link data-id="" to="/legacy/$id" params={params}>
          {row.number}
        </Link>
        {row.projectTitle === '' ? null : (
          <p className={classes.project} title={row.projectTitle}>
            {row.projectTitle}
          </p>
        )}
      </td>
      <td data-column="submitted" data-title={t('legacy.submitted')}>
        {row.submitted ? t('legacy.yes') : t('legacy.no')}
      </td>
      <Cell column="call" text={row.call.name} />
      <Cell column="user" text={contact.name} />
      <Cell column="email" text={contact.email} />
      <Cell column="machines" text={machinesOf(row).join(', ')} />
    </tr>
  );
}

function Cell(props: { column: Column; text: string }) {
  const { column, text } = props;
  return (
    <td data-column={column} data-lines="2" title={text === '' ? undefined : text}>
      {text === '' ? <span className="muted">-</span> : <span>{text}</span>}
    </td>
  );
}
