import { zonePlace } from '@clearcall/i18n/format.ts';
import type { ReactNode } from 'react';
import { CallError, isOffline, sentenceOf } from '../../session/call-error.ts';
import { Button } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { useOrganisation } from '../page/organisation.tsx';
import { RichText } from '../text/rich-text.tsx';
import { t } from '../text/translate.ts';
import { dateTimeText, readerZone } from '../time/date-text.ts';
import classes from './page-states.module.css';
import { useAwaited } from './waiting.tsx';

const tickAt = Array.from({ length: 25 }, (_none, index) => ({
  x: 0.5 + index * 13.3,
  long: index % 4 === 0,
}));

function RuleDrawing() {
  return (
    <svg viewBox="0 0 320 96" aria-hidden="true">
      <path d="M0 64.5H320" stroke="var(--rule-strong)" />
      {tickAt.map((tick) => (
        <path
          key={tick.x}
          d={`M${tick.x.toFixed(1)} ${tick.long ? '56v18' : '61v8'}`}
          stroke="var(--rule-strong)"
        />
      ))}
      <path d="M0 64.5H60" stroke="var(--accent-rule)" strokeWidth="3" />
      <path d="M60.5 44v40" stroke="var(--time-mark)" strokeWidth="3" />
      <path d="M60 46h44l-8 8 8 8H60" fill="none" stroke="var(--time-mark)" strokeWidth="1.5" />
    </svg>
  );
}

/** Nothing here yet: one sentence, what will stand here, one button, one fact that helps. */
export function Empty(props: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  fact?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <RuleDrawing />
      <div>
        <h2>{props.title}</h2>
        {props.children ? <p>{props.children}</p> : null}
        {props.action || props.fact ? (
          <div className={classes.actions}>
            {props.action}
            {props.fact ? <span className="small soft">{props.fact}</span> : null}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** A search or filter that finds nothing: what it was, what would find something, and the way back to all. */
export function NoMatch(props: { title: string; children: ReactNode; clear: string; onClear: () => void }) {
  return (
    <div className={classes.noMatch}>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      <Button onClick={props.onClear}>{props.clear}</Button>
    </div>
  );
}

/** What was kept although something failed: where, and what. */
export interface Kept {
  where: string;
  what: string;
  icon?: IconName;
}

/**
 * Something failed: what happened, what was kept, what to do, and what to quote. `code` stands large at the left.
 * Also the page for what is not found and for what the reader may not see.
 */
export function ErrorState(props: {
  title: ReactNode;
  code?: string | undefined;
  children?: ReactNode;
  kept?: readonly Kept[] | undefined;
  actions?: ReactNode;
  /** A number or address to quote; shows the way to the organisation. */
  reference?: string | undefined;
  headingLevel?: 1 | 2 | undefined;
}) {
  const { contactLink } = useOrganisation();
  const Heading = props.headingLevel === 2 ? 'h2' : 'h1';
  return (
    <div className={classes.failure} role={props.headingLevel === 2 ? 'alert' : undefined}>
      <p className={classes.code}>{props.code ?? ''}</p>
      <div>
        <Heading>{props.title}</Heading>
        {props.children ? <div className={`read ${classes.told}`}>{props.children}</div> : null}
        {props.kept && props.kept.length > 0 ? (
          <ul className={classes.kept}>
            {props.kept.map((row) => (
              <li key={row.where}>
                <Icon name={row.icon ?? 'check'} />
                <span>
                  <b>{row.where}</b>
                  {row.what}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
        {props.reference === undefined ? null : (
          <p className={classes.reference}>
            <RichText
              id="frame.wrong.reference"
              values={{ when: dateTimeText(Date.now()), place: zonePlace(readerZone) }}
              parts={{
                contact: (text) => (contactLink === '' ? text : <a href={contactLink}>{text}</a>),
                number: () => <b className="nowrap">{props.reference}</b>,
              }}
            />
          </p>
        )}
      </div>
    </div>
  );
}

/** The error state of a list or page whose query failed, with another try. */
export function CallFailure(props: {
  query: { error: unknown; refetch: () => unknown };
  what: string;
  headingLevel?: 1 | 2;
}) {
  const { error, refetch } = props.query;
  const offline = isOffline(error);
  // 'Unauthorized' is never shown. Source: Requirements 1, 8.5.
  const text = sentenceOf(error);
  const sentence = text === 'Unauthorized' ? sentenceOf(null) : text.replace(/\.$/, '');
  const status = error instanceof CallError && error.status > 0 ? String(error.status) : '';
  return (
    <ErrorState
      code={status}
      title={offline ? t('frame.wrong.noConnection') : t('frame.wrong.couldNotLoad', { what: props.what })}
      headingLevel={props.headingLevel ?? 2}
      reference={
        error instanceof CallError && error.status >= 500 ? (error.requestId ?? undefined) : undefined
      }
      actions={
        <Button variant="filled" onClick={() => void refetch()}>
          {t('frame.wrong.tryAgain')}
        </Button>
      }
    >
      <p>{offline ? t('frame.wrong.noConnectionWhy') : t('frame.wrong.nothingChanged', { why: sentence })}</p>
    </ErrorState>
  );
}

/** One bar in place of a text that is on its way. */
export function Bar(props: { width?: number | string | undefined; height?: number | undefined }) {
  useAwaited();
  return (
    <span className={classes.bar} style={{ width: props.width ?? '100%', height: props.height ?? 12 }} />
  );
}

/**
 * Rows in place of a list that is on its way; said once to those who cannot see them. While anything inside of the main
 * area is marked `data-loading`, the footer waits: it would jump when the page has its length.
 */
export function LoadingRows(props: {
  rows?: number | undefined;
  height?: number | undefined;
  label?: string | undefined;
}) {
  const widths = ['72%', '58%', '84%', '64%', '77%'];
  return (
    <div data-loading="">
      <span className="hidden-visually" role="status">
        {props.label ?? t('frame.wrong.loading')}
      </span>
      {Array.from({ length: props.rows ?? 5 }, (_none, index) => index).map((index) => (
        <div
          key={index}
          style={{
            height: props.height ?? 40,
            display: 'grid',
            alignItems: 'center',
            borderBottom: '1px solid var(--rule)',
          }}
        >
          <Bar width={widths[index % widths.length]} />
        </div>
      ))}
    </div>
  );
}
