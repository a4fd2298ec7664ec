import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { OrganisationDescription } from '@clearcall/ui/kit/page/organisation.tsx';
import { Bar } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { UnitName } from '@clearcall/ui/kit/text/unit-name.tsx';
import { instantOf, remainingText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useServerTime } from '@clearcall/ui/kit/time/use-now.ts';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { amountText, applyWindow } from './call-texts.ts';
import classes from './calls-home.module.css';
import { CutoffAxis } from './cutoff-axis.tsx';

const ModeChooser = lazy(withTexts(['parts', 'forms', 'call'], () => import('./mode-chooser.tsx')));

/**
 * The cover of the home page: the open calls one beside the other, and their cut-offs in the months to come. Where there
 * are no calls at all, or they could not be loaded, it is the cover alone: the page below says why.
 */
export function OpenCalls(props: { calls: readonly PublishedCall[] | undefined; failed: boolean }) {
  const [choosing, setChoosing] = useState<'never' | 'opened' | 'closed'>('never');
  const open = props.calls?.filter(({ state }) => state === 'open');
  const nothing = props.failed || props.calls?.length === 0;
  const carousel = useCarousel(open?.length ?? 0);

  return (
    <section className={classes.cover} aria-labelledby="open-calls">
      <div className="page">
        <div className={classes.coverGrid}>
          <div className={classes.lead}>
            <h1 id="open-calls">{t('calls.title')}</h1>
            <OrganisationDescription />
            {nothing ? null : (
              <>
                <button type="button" className={classes.choose} onClick={() => setChoosing('opened')}>
                  {t('calls.which')}
                </button>
                <div className={classes.nav}>
                  <button
                    type="button"
                    aria-label={t('calls.carousel.previous')}
                    aria-disabled={carousel.first === 0}
                    onClick={() => carousel.turn(-1)}
                  >
                    <Icon name="chevron-left" />
                  </button>
                  <button
                    type="button"
                    aria-label={t('calls.carousel.next')}
                    aria-disabled={carousel.last >= carousel.count}
                    onClick={() => carousel.turn(1)}
                  >
                    <Icon name="chevron-right" />
                  </button>
                  <span aria-live="polite">
                    {open === undefined ? (
                      <span className="hidden-visually">{t('calls.carousel.loading')}</span>
                    ) : open.length === 0 ? (
                      t('calls.carousel.none')
                    ) : carousel.last - carousel.first > 1 ? (
                      t('calls.carousel.many', {
                        from: carousel.first + 1,
                        to: carousel.last,
                        n: open.length,
                      })
                    ) : (
                      t('calls.carousel.one', { at: carousel.first + 1, n: open.length })
                    )}
                  </span>
                </div>
              </>
            )}
          </div>
          {nothing ? null : open?.length === 0 ? (
            <p className={classes.noSlides}>
              {t('calls.none.open')}
              {props.calls?.some(({ state }) => state === 'opening_soon') ? ` ${t('calls.none.soon')}` : null}
            </p>
          ) : (
            <ul
              ref={carousel.ref}
              className={classes.carousel}
              aria-label={t('calls.carousel.label')}
              onKeyDown={carousel.onKey}
            >
              {open === undefined
                ? ['a', 'b', 'c'].map((key) => <SlideSkeleton key={key} />)
                : open.map((call) => <Slide key={call.id} call={call} />)}
            </ul>
          )}
        </div>
        {nothing ? null : <CutoffAxis calls={props.calls} />}
      </div>
      {choosing === 'never' ? null : (
        <Suspense fallback={null}>
          <ModeChooser
            calls={props.calls ?? []}
            opened={choosing === 'opened'}
            onClose={() => setChoosing('closed')}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Scrolls by itself, with the finger or the wheel; the buttons and arrow keys turn it by what is in view. */
function useCarousel(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ first: 0, last: 3 });

  useEffect(() => {
    const list = ref.current;
    if (list === null || count === 0) return;
    const look = () => {
      const width = list.firstElementChild?.getBoundingClientRect().width ?? list.clientWidth;
      const first = Math.round(list.scrollLeft / width);
      const last = Math.min(count, first + Math.max(1, Math.round(list.clientWidth / width)));
      setView((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const watching = new ResizeObserver(look);
    watching.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      watching.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [count]);

  const show = useCallback((index: number, focus: boolean) => {
    const slide = ref.current?.children[index];
    if (!(slide instanceof HTMLElement) || ref.current === null) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (focus) slide.querySelector('a')?.focus({ preventScroll: true });
    ref.current.scrollTo({
      left: slide.offsetLeft - (ref.current.children[0] as HTMLElement).offsetLeft,
      behavior: calm ? 'auto' : 'smooth',
    });
  }, []);

  const onKey = (event: KeyboardEvent) => {
    const slides = [...(ref.current?.children ?? [])];
    const at = slides.findIndex((slide) => slide.contains(document.activeElement));
    const wanted = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
    if (at < 0 || wanted === undefined) return;
    event.preventDefault();
    show(Math.min(count - 1, Math.max(0, wanted)), true);
  };
  const size = Math.max(1, view.last - view.first);
  const turn = (way: 1 | -1) => show(Math.min(count - 1, Math.max(0, view.first + way * size)), false);
  return { ref, count, onKey, turn, ...view };
}

function Slide(props: { call: PublishedCall }) {
  const { call } = props;
  const now = useServerTime();
  const end = instantOf(applyWindow(call)?.end);
  const left = end === null || now === null ? null : remainingText(end, now);
  const amount = amountText(call);
  return (
    <li className={classes.slide}>
      <p className={classes.slideCode}>{call.code}</p>
      <h2>
        <Link className={classes.slideLink} to="/calls/$id" params={{ id: String(call.id) }}>
          <span lang={langOf(call, 'title')}>{call.title}</span>
        </Link>
      </h2>
      <ul className={classes.slideFacts}>
        {amount ? (
          <li>
            {amount.figures} <UnitName unit={call.unit} />
          </li>
        ) : null}
        {[call.facts.duration, call.facts.review].map((fact) =>
          fact ? (
            <li key={fact} lang={langOf(call, 'facts')}>
              {fact}
            </li>
          ) : null,
        )}
      </ul>
      <p className={classes.slideLabel}>{t(end === null ? 'calls.noCutOff' : 'frame.time.cutOffEndsIn')}</p>
      <p className={`${classes.slideTime} num`}>
        {end === null ? t('calls.alwaysOpen') : (left ?? (now === null ? '\u00a0' : t('frame.time.closed')))}
      </p>
      <p className={classes.slideDate}>
        {end === null ? t('calls.firstCome') : <DateTime at={end} zone={call.timeZone} />}
      </p>
    </li>
  );
}

function SlideSkeleton() {
  return (
    <li className={`${classes.slide} ${classes.loading}`} aria-hidden="true" data-loading="">
      <div className={classes.slideCode}>
        <Bar width={40} />
      </div>
      <div className={classes.slideTitle}>
        <Bar width="56%" height={20} />
      </div>
      <div className={classes.slideFacts}>
        <Bar width="70%" />
        <br />
        <Bar width="40%" />
      </div>
      <div className={classes.slideLabel}>
        <Bar width={96} />
      </div>
      <div className={classes.slideTime}>
        <Bar width={120} height={28} />
      </div>
      <div className={classes.slideDate}>
        <Bar width="64%" />
      </div>
    </li>
  );
}
