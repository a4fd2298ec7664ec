import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../icon.tsx';
import { numberText } from '../text/number-text.ts';
import { RichText } from '../text/rich-text.tsx';
import { t } from '../text/translate.ts';
import { isMore, maxCounted, pageCount, pageSize, pagesAround } from './page-count.ts';
import classes from './pager.module.css';

/** A link to another page of the same list, with its name for screen readers. */
type PageLink = (page: number, label: string, children: ReactNode) => ReactNode;

/** Where one is in a list of ten to a page, the pages around it, and a jump to any other. */
export function Pager(props: {
  page: number;
  /** Not known yet: its place stays free. */
  total: number | undefined;
  link: PageLink;
  onPage: (page: number) => void;
}) {
  const { page, total, link } = props;
  if (total === undefined) return <div className={classes.pager} />;
  const pages = pageCount(total);
  const first = pageSize * (page - 1) + 1;
  const last = Math.min(total, pageSize * page);
  return (
    <nav className={classes.pager} aria-label={t('parts.page.name')}>
      <p>
        <RichText
          id="parts.page.range"
          values={{
            total: isMore(total)
              ? t('parts.page.moreThan', { n: numberText(maxCounted) })
              : numberText(total),
          }}
          parts={{
            range: () => (
              <b className="num">
                {numberText(first)}–{numberText(last)}
              </b>
            ),
          }}
        />
      </p>
      {pages > 1 ? (
        <>
          <ol>
            <li>
              <Step to={page > 1 ? page - 1 : null} label={t('parts.page.previous')} link={link}>
                <Icon name="chevron-left" />
              </Step>
            </li>
            {pagesAround(page, pages).map((one, index) => (
              <li key={one === 0 ? `gap ${index}` : one}>
                {one === 0 ? (
                  <span className={classes.gap}>…</span>
                ) : (
                  link(one, t('parts.page.one', { n: one }), one)
                )}
              </li>
            ))}
            <li>
              <Step to={page < pages ? page + 1 : null} label={t('parts.page.next')} link={link}>
                <Icon name="chevron-right" />
              </Step>
            </li>
          </ol>
          <Jump page={page} pages={pages} onPage={props.onPage} />
        </>
      ) : null}
    </nav>
  );
}

function Step(props: { to: number | null; label: string; link: PageLink; children: ReactNode }) {
  if (props.to !== null) return props.link(props.to, props.label, props.children);
  return (
    <span className={classes.pageOff} aria-hidden="true">
      {props.children}
    </span>
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
      <label htmlFor="page-jump">{t('parts.page.goTo')}</label>
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
        {valid ? '' : t('parts.page.from1To', { n: props.pages })}
      </span>
    </form>
  );
}
