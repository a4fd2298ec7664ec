import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/number-text.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { ApplicationsSearch } from '../../search-params.ts';
import classes from './applications-list.module.css';
import { pagesAround } from './list-columns.ts';
import { isMore, pageCount, pageSize } from './list-search.ts';

/** Where one is in the list, the pages around it, and a jump to any other. */
export function Pager(props: {
  search: ApplicationsSearch;
  page: number;
  total: number | undefined;
  onPage: (page: number) => void;
}) {
  const { search, page, total } = props;
  if (total === undefined) return <div className={classes.pager} />;
  const pages = pageCount(total);
  const first = pageSize * (page - 1) + 1;
  const last = Math.min(total, pageSize * page);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <p>
        <b className="num">
          {numberText(first)}–{numberText(last)}
        </b>{' '}
        of {isMore(total) ? `more than ${numberText(10_000)}` : numberText(total)}
      </p>
      {pages > 1 ? (
        <>
          <ol>
            <li>
              <PageLink search={search} page={page > 1 ? page - 1 : null} label="Previous page">
                <Icon name="chevron-left" />
              </PageLink>
            </li>
            {pagesAround(page, pages).map((one, index) => (
              <li key={one === 0 ? `gap ${index}` : one}>
                {one === 0 ? (
                  <span className={classes.gap}>…</span>
                ) : (
                  <PageLink search={search} page={one} label={`Page ${one}`}>
                    {one}
                  </PageLink>
                )}
              </li>
            ))}
            <li>
              <PageLink search={search} page={page < pages ? page + 1 : null} label="Next page">
                <Icon name="chevron-right" />
              </PageLink>
            </li>
          </ol>
          <Jump page={page} pages={pages} onPage={props.onPage} />
        </>
      ) : null}
    </nav>
  );
}

function PageLink(props: {
  search: ApplicationsSearch;
  page: number | null;
  label: string;
  children: ReactNode;
}) {
  if (props.page === null) {
    return (
      <span className={classes.pageOff} aria-hidden="true">
        {props.children}
      </span>
    );
  }
  const { page: _page, ...rest } = props.search;
  return (
    <Link
      to="/applications"
      search={props.page === 1 ? rest : { ...rest, page: props.page }}
      resetScroll={false}
      aria-label={props.label}
      activeOptions={{ exact: true }}
    >
      {props.children}
    </Link>
  );
}

/** Accepts a number from 1 to the page count. */
function Jump(props: { page: number; pages: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState(String(props.page));
  useEffect(() => setTyped(String(props.page)), [props.page]);
  const wanted = Number(typed);
  const valid = /^\d+$/.test(typed.trim()) && wanted >= 1 && wanted <= props.pages;
  const jump = (event: FormEvent) => {
    event.preventDefault();
    if (valid && wanted !== props.page) props.onPage(wanted);
  };
  return (
    <form className={classes.jump} onSubmit={jump} noValidate>
      <label htmlFor="page-jump">Go to page</label>
      <input
        id="page-jump"
        inputMode="numeric"
        value={typed}
        aria-invalid={!valid}
        aria-describedby={valid ? undefined : 'page-jump-error'}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={jump}
      />
      <span id="page-jump-error" className={classes.jumpError} role="status">
        {valid ? '' : `1 to ${props.pages}`}
      </span>
    </form>
  );
}
