import { isComposing } from '@clearcall/ui/kit/field/is-composing.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Popup } from '@clearcall/ui/kit/overlay/popup.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './header-search.module.css';

const fewest = 3;
const shownAtOnce = 8;
/** Shorter than for people: one statement finds applications. */
const restMs = 200;

type Result = Awaited<ReturnType<typeof find>>['data'][number];

const find = (role: string, value: string, signal: AbortSignal) =>
  call('POST /v2/applications/search', {
    query: { limit: String(shownAtOnce) },
    body: { role, searchBy: [{ column: 'anywhere', op: 'contains', value }] },
    signal,
    quiet: true,
  });

/**
 * The search of staff over all applications, on every page: a combobox whose list follows the words, in any order. A result
 * opens its application; Enter without a chosen one opens the list of all, whose address has the words.
 */
export default function HeaderSearch(props: { role: string; className: string; shortcut?: boolean }) {
  const { role, shortcut = false } = props;
  const navigate = useNavigate();
  const shown = useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === '/applications' && 'search' in search ? (search.search ?? '') : '',
  });
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const menuCloser = useRef<HTMLSpanElement>(null);
  const [text, setText] = useState(shown);
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  useEffect(() => setText(shown), [shown]);
  useShortcut(box, shortcut);

  const wanted = text.trim();
  const rested = useRested(wanted, restMs);
  const isLong = wanted.length >= fewest;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['applications', 'anywhere', role, rested],
    queryFn: ({ signal }) => find(role, rested, signal),
    enabled: opened && rested.length >= fewest,
    placeholderData: keepPreviousData,
  });
  const isWaiting = rested !== wanted || isPlaceholderData || (data === undefined && error === null);
  const results = isLong && data !== undefined ? data.data : [];
  const isOpen = opened && isLong;
  // Behind the results stands the way to all of them.
  const count = results.length === 0 ? 0 : results.length + 1;
  const optionId = (index: number) => `${id}:${index}`;

  const leave = () => {
    setOpened(false);
    setActive(-1);
    box.current?.blur();
    menuCloser.current?.click();
  };
  const openAll = () => {
    const input = box.current;
    if (input === null) return;
    if (wanted === '') {
      input.focus();
      return;
    }
    input.setCustomValidity(isLong ? '' : t('frame.search.short'));
    if (!input.reportValidity()) return;
    void navigate({ to: '/applications', search: { role, search: wanted } });
    leave();
  };
  const openOne = ({ uid }: Result) => {
    void navigate({ to: '/applications/$uid', params: { uid } });
    setText('');
    leave();
  };
  const choose = (index: number) => {
    const result = results[index];
    if (result === undefined) openAll();
    else openOne(result);
  };
  const move = (to: number) => {
    const next = to < -1 ? count - 1 : to >= count ? -1 : to;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (!isLong) return;
        event.preventDefault();
        setOpened(true);
        if (isOpen) move(active + (event.key === 'ArrowDown' ? 1 : -1));
        return;
      case 'Enter':
        event.preventDefault();
        choose(isOpen ? active : -1);
        return;
      case 'Escape':
        if (!isOpen && text === '') return;
        // Or the menu of a narrow window would close too.
        event.preventDefault();
        event.stopPropagation();
        if (isOpen) setOpened(false);
        else setText('');
        setActive(-1);
        return;
      default:
    }
  };

  return (
    <search className={`${classes.search} ${props.className}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left all of it */}
      <div
        ref={frame}
        className={classes.box}
        onBlur={(event) => {
          if (!frame.current?.contains(event.relatedTarget)) setOpened(false);
        }}
      >
        <input
          ref={box}
          id={id}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          aria-label={t('frame.search.label')}
          aria-keyshortcuts={shortcut ? 'Control+K Meta+K' : undefined}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}:list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
          title={shortcut ? t('frame.search.shortcut') : undefined}
          placeholder={t('frame.search.places')}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            event.currentTarget.setCustomValidity('');
            setText(event.currentTarget.value);
            setActive(-1);
            setOpened(true);
          }}
          onFocus={() => setOpened(text !== shown)}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label={t('frame.search.all')} onClick={openAll}>
          <Icon name="search" />
        </button>
        {isOpen ? (
          <Popup anchor={frame} fill>
            {/* The focus stays in the text; the list only follows. */}
            <div
              id={`${id}:list`}
              role="listbox"
              aria-label={t('frame.search.results')}
              aria-busy={isWaiting}
              className={classes.list}
              onPointerDown={(event) => event.preventDefault()}
            >
              {results.map((result, index) => (
                <Option
                  key={result.id}
                  id={optionId(index)}
                  active={index === active}
                  onPoint={() => setActive(index)}
                  onChoose={() => choose(index)}
                >
                  <span className={classes.ids}>{result.uid}</span>
                  <b>{result.projectTitle}</b>
                  <span>{factsOf(result)}</span>
                </Option>
              ))}
              {results.length === 0 ? null : (
                <Option
                  id={optionId(results.length)}
                  active={active === results.length}
                  onPoint={() => setActive(results.length)}
                  onChoose={openAll}
                >
                  <span>{t('frame.search.all')}</span>
                </Option>
              )}
            </div>
            {results.length === 0 ? (
              <p className={classes.note}>{stateText(isWaiting, error !== null)}</p>
            ) : null}
          </Popup>
        ) : null}
        <span className="hidden-visually" role="status">
          {!isOpen
            ? ''
            : isWaiting || results.length === 0
              ? stateText(isWaiting, error !== null)
              : t('frame.search.found', { n: data?.total ?? 0 })}
        </span>
        {/* The menu of narrow windows closes by a press inside. */}
        <span ref={menuCloser} hidden data-closes="" />
      </div>
    </search>
  );
}

const factsOf = ({ firstName, lastName, step }: Result): string =>
  [`${firstName} ${lastName}`.trim(), step].filter((text) => text !== '').join(' · ');

function stateText(isWaiting: boolean, hasFailed: boolean): string {
  if (isWaiting) return t('frame.search.searching');
  return hasFailed ? t('frame.search.failed') : t('frame.search.none');
}

function Option(props: {
  id: string;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text beside it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: active by aria-activedescendant
    <div
      id={props.id}
      role="option"
      aria-selected={props.active}
      className={classes.option}
      onClick={props.onChoose}
      onPointerMove={props.onPoint}
    >
      {props.children}
    </div>
  );
}

/** Ctrl+K leads to the box from everywhere, but from an open dialog. */
function useShortcut(box: React.RefObject<HTMLInputElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      // In a narrow window the field is in the menu.
      if (!isAsked || box.current === null || box.current.offsetParent === null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      box.current.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box, wanted]);
}
