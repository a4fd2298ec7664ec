import tabClasses from '@clearcall/ui/kit/page/tab-list.module.css';
import { CallFailure, Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { CallCard, CallCardSkeleton } from './call-card.tsx';
import { publishedCalls } from './call-queries.ts';
import classes from './calls-home.module.css';
import { OpenCalls } from './open-calls.tsx';

const tabs = ['all', 'open'] as const;
const labels = { all: 'calls.tab.all', open: 'calls.tab.open' } as const;

/** The first page: the open calls on the organisation's cover, and all published ones as cards below. */
export function CallsHome() {
  const { data: calls, error, refetch } = useQuery(publishedCalls);
  const { tab } = useSearch({ strict: false });
  const chosen = tab === 'open' ? 'open' : 'all';
  const open = calls?.filter(({ state }) => state === 'open');
  const shown = chosen === 'open' ? open : calls;

  return (
    <>
      <OpenCalls calls={calls} failed={Boolean(error) && !calls} />
      <div className="page">
        <div className={classes.bar}>
          <Tabs chosen={chosen} counts={{ all: calls?.length, open: open?.length }} />
          {calls?.length === 0 ? null : <p className="small soft only-wide">{t('calls.order')}</p>}
        </div>
        <div id="calls-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
          {error && !calls ? (
            <CallFailure query={{ error, refetch }} what={t('calls.what')} />
          ) : shown === undefined ? (
            <div role="status" data-loading="">
              <span className="hidden-visually">{t('calls.loading')}</span>
              <div className={classes.cards}>
                {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
                  <CallCardSkeleton key={key} />
                ))}
              </div>
            </div>
          ) : shown.length === 0 ? (
            <NoCalls none={calls?.length === 0} />
          ) : (
            <ul className={classes.cards}>
              {shown.map((call) => (
                <CallCard key={call.id} call={call} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}

function NoCalls(props: { none: boolean }) {
  return (
    <div className={classes.none}>
      <Empty
        title={t(props.none ? 'calls.none.title' : 'calls.none.open')}
        fact={
          props.none ? undefined : (
            <Link to="." search={{}} resetScroll={false}>
              {t('calls.none.showAll')}
            </Link>
          )
        }
      >
        {t('calls.none.text')}
      </Empty>
    </div>
  );
}

function Tabs(props: {
  chosen: (typeof tabs)[number];
  counts: Record<(typeof tabs)[number], number | undefined>;
}) {
  const list = useRef<HTMLDivElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.indexOf(props.chosen) + step;
    const wanted = Math.abs(step) > 1 ? (step < 0 ? 0 : tabs.length - 1) : (at + tabs.length) % tabs.length;
    const link = list.current?.querySelectorAll('a')[wanted];
    link?.focus();
    link?.click();
  };
  return (
    <div
      ref={list}
      className={`${tabClasses.tabs} ${classes.tabs}`}
      role="tablist"
      aria-label={t('calls.tabs')}
      onKeyDown={onKey}
    >
      {tabs.map((tab) => (
        <Link
          key={tab}
          id={`tab-${tab}`}
          to={pathname === '/calls' ? '/calls' : '/'}
          search={tab === 'open' ? { tab } : {}}
          role="tab"
          aria-selected={props.chosen === tab}
          aria-controls="calls-panel"
          activeOptions={{ exact: true }}
          tabIndex={props.chosen === tab ? 0 : -1}
          resetScroll={false}
        >
          {t(labels[tab])} <span className="num">{props.counts[tab] ?? ''}</span>
        </Link>
      ))}
    </div>
  );
}
