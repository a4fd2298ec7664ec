import { Link, useNavigate } from '@tanstack/react-router';
import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../button.tsx';
import { PageHead } from '../page/page-head.tsx';
import { CallFailure, NoMatch } from '../state/page-states.tsx';
import { pageCount } from '../table/page-count.ts';
import { Pager } from '../table/pager.tsx';
import { fittingColumns } from './column.ts';
import { ColumnFilterButton } from './column-filter.tsx';
import { type ColumnChoice, ColumnMenu, shownColumns } from './column-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterDrawer } from './filter-drawer.tsx';
import { type Filtering, filteredColumns, ofColumn } from './filters.ts';
import classes from './list.module.css';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { SearchField } from './search-field.tsx';
import { type SelectFilter, SelectFilters } from './select-filters.tsx';
import type { Identified } from './selection.ts';
import { type BulkActions, SelectionBar } from './selection-bar.tsx';
import { useListKeys } from './use-list-keys.tsx';

/** What a query answers about a list. */
export interface ListAnswer<Row> {
  /** Rows of a page, and how many there are on all pages. */
  data: { data: readonly Row[]; total: number } | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** Writes the state of a list into the address of its page, which stays where it is scrolled. */
export function useListAddress<Search extends object>() {
  const navigate = useNavigate();
  return (search: Search, replace = false) =>
    void navigate({ to: '.', search: search as never, replace, resetScroll: false });
}

/** The address of a page of the same list. The first page is the plain address. */
export function onPage<Search extends { page?: number | undefined }>(search: Search, page: number): Search {
  const { page: _page, ...rest } = search;
  return (page <= 1 ? rest : { ...rest, page }) as Search;
}

/**
 * A page with a list: its head, filters, table, pages and keys, and what it shows while it is loading, empty or failed. A
 * list page gives its columns, its query and its texts.
 */
export function ListPage<Row extends Identified>(
  props: Omit<ListTableProps<Row>, 'rows' | 'isStale' | 'place' | 'widths' | 'label' | 'aside'> & {
    head: ComponentProps<typeof PageHead>;
    /** Name of the table, if it is not that of the page. */
    label?: string;
    list: ListAnswer<Row>;
    /** What could not be loaded: 'your applications'. */
    what: string;
    /** What the reader has to know before the list. The list is drawn anew when it comes: so it moves nothing. */
    above?: ReactNode;
    /** Filters with a name each. Always shown, so that they can be changed whatever the list shows. */
    filters?: readonly SelectFilter[];
    searchField?: ComponentProps<typeof SearchField>;
    /** Filters of the columns: in their heads, as chips, and in a drawer. */
    filtering?: Filtering;
    /** How many rows there are, in words; undefined until it is known, absent if the list does not say it. */
    count?: string | undefined;
    /** Buttons for the whole list. */
    buttons?: ReactNode;
    columnChoice?: ColumnChoice;
    bulk?: BulkActions<Row>;
    /** What is said about the list as a whole. */
    note?: ReactNode;
    /** Shown in place of a list that has no rows at all. */
    empty: ReactNode;
    /** What is said if no row matches the filters; absent if nothing is filtered. */
    noMatch?: { title: string; text: string; clear: string; onClear: () => void } | false;
    /** State in the address of a list with numbered pages. */
    search?: { page?: number | undefined };
    /** Button for more rows, in place of numbered pages. */
    more?: { label: string; isLoading: boolean; onMore: () => void } | false | undefined;
    children?: ReactNode;
  },
) {
  const {
    head,
    list,
    search,
    noMatch = false,
    more = false,
    selection,
    filtering,
    columnChoice,
    order,
  } = props;
  const go = useListAddress();
  const place = useRef<HTMLDivElement>(null);
  const [isFiltering, setFiltering] = useState(false);
  const keys = useListKeys<HTMLDivElement>({
    ...(filtering !== undefined
      ? { search: () => setFiltering(true) }
      : props.filters !== undefined || props.searchField !== undefined
        ? { search: () => focusFirst(place.current) }
        : {}),
    ...(selection === undefined
      ? {}
      : { select: (row) => row.querySelector<HTMLInputElement>('[data-column="select"] input')?.click() }),
  });
  const columns = shownColumns(props.columns, columnChoice);
  const { data } = list;
  const widths = useWidths(keys.list, columns, selection !== undefined);

  // An address behind the last page, after rows were deleted for example, leads to the last page.
  const lastPage = pageCount(data?.total ?? 0);
  const isBehind = data !== undefined && !list.isPlaceholderData && (search?.page ?? 1) > lastPage;
  useEffect(() => {
    if (isBehind) go(onPage(search ?? {}, lastPage), true);
  });

  const isEmpty = data?.data.length === 0 && !isBehind;
  const failed = list.error !== null && data === undefined;
  const filtered = filteredColumns(props.columns);
  const hasTools = filtering !== undefined || props.searchField !== undefined || 'count' in props;
  const isSelecting = props.bulk !== undefined && (selection?.selected.size ?? 0) > 0;
  return (
    <div ref={place} className="page">
      <PageHead {...head} />
      {props.above}
      <Fragment key={props.above ? 'below' : 'alone'}>
        {/* On one line with the tools, unless the bar of several takes the place of these. */}
        <div className={props.bulk === undefined ? classes.line : undefined}>
          {props.filters === undefined ? null : <SelectFilters filters={props.filters} />}
          {!hasTools || (isEmpty && noMatch === false) ? null : (
            <div className={classes.tools} inert={isSelecting}>
              {filtering === undefined ? null : (
                <>
                  <FilterDrawer
                    columns={props.columns}
                    order={order}
                    filtering={filtering}
                    opened={isFiltering}
                    show={setFiltering}
                  />
                  <FilterChips columns={filtered} filtering={filtering} />
                </>
              )}
              {props.searchField === undefined ? null : <SearchField {...props.searchField} />}
              <p className={classes.count} role="status">
                {props.count ?? '\u00a0'}
              </p>
              {props.buttons}
              {columnChoice === undefined ? null : (
                <ColumnMenu columns={props.columns} choice={columnChoice} widths={widths} />
              )}
            </div>
          )}
        </div>
        {/* In the place of the last line of the tools, so that the table stays where it is. */}
        {selection === undefined || props.bulk === undefined ? null : (
          <SelectionBar selection={selection} bulk={props.bulk} />
        )}
        {props.note}
        {failed ? (
          <CallFailure query={list} what={props.what} />
        ) : isEmpty && noMatch === false ? (
          props.empty
        ) : (
          <>
            {/* Without rows the heads are shown only if the filters are in them. */}
            {isEmpty && filtering === undefined ? null : (
              <ListTable
                // Drawn anew when the rows come: the note that comes with them moves nothing.
                key={data === undefined ? 'loading' : 'loaded'}
                {...props}
                columns={columns}
                aside={({ key }) => {
                  const column = filtered.find((one) => one.key === key);
                  return filtering === undefined || column === undefined ? null : (
                    <ColumnFilterButton {...ofColumn(filtering, column)} />
                  );
                }}
                label={props.label ?? String(head.title)}
                rows={data?.data}
                isStale={list.isPlaceholderData}
                widths={widths}
                place={keys.list}
              />
            )}
            {isEmpty && noMatch !== false ? (
              <NoMatch title={noMatch.title} clear={noMatch.clear} onClear={noMatch.onClear}>
                {noMatch.text}
              </NoMatch>
            ) : search !== undefined ? (
              <Pager
                page={search.page ?? 1}
                total={data?.total}
                link={(wanted, label, children) => (
                  <Link
                    to="."
                    search={onPage(search, wanted) as never}
                    resetScroll={false}
                    aria-label={label}
                    activeOptions={{ exact: true }}
                  >
                    {children}
                  </Link>
                )}
                onPage={(wanted) => go(onPage(search, wanted))}
              />
            ) : more === false ? null : (
              <p className={classes.more}>
                <Button loading={more.isLoading} onClick={more.onMore}>
                  {more.label}
                </Button>
              </p>
            )}
            {/* A button below rows that are still loading would move. */}
            {data === undefined ? null : keys.help}
          </>
        )}
      </Fragment>
      {props.children}
    </div>
  );
}

/** Puts the focus into the first field above a list that is not folded away. */
function focusFirst(page: HTMLElement | null): void {
  const fields = [...(page?.querySelectorAll<HTMLElement>('search :is(input, select)') ?? [])];
  fields.find((field) => field.checkVisibility())?.focus();
}

/** The widths of the columns that fit into the window. Absent if the columns have none. */
function useWidths(
  place: RefObject<HTMLDivElement | null>,
  columns: Parameters<typeof fittingColumns>[0],
  selects: boolean,
): ReadonlyMap<string, number> | undefined {
  const [room, setRoom] = useState(0);
  // Before anything is shown, and again if the table comes after an empty list.
  useLayoutEffect(() => setRoom(place.current?.clientWidth ?? room));
  useEffect(() => {
    const measure = () => setRoom((before) => place.current?.clientWidth ?? before);
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [place]);
  if (columns.every(({ width }) => width === undefined)) return undefined;
  return fittingColumns(columns, room - (selects ? 34 : 0));
}
