import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useUser } from '../../session/require-session.tsx';
import { Button } from '../button.tsx';
import { TickBox } from '../field/boxes.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { t } from '../text/translate.ts';
import classes from './list-keys.module.css';
import { type ListKey, listKeyOf, listKeysAreOn, nextRow, rememberListKeys } from './list-keys.ts';

const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const overlay = 'dialog, [popover]';

/** The link of each row, by which it is reached and opened. */
const linksOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('tbody a[data-id]'),
];

/**
 * The keys of a list: j and k go through its rows by their links, so Enter opens as everywhere; `more` is what the list does
 * beside that. Answers the list's place and the button with its dialog, in which they can be switched off.
 */
export function useListKeys<Element extends HTMLElement>(
  more: Partial<Record<'select', (row: HTMLElement) => void> & Record<'search', () => void>>,
): { list: RefObject<Element | null>; help: React.ReactNode } {
  const user = useUser();
  const list = useRef<Element>(null);
  const [on, setOn] = useState(() => listKeysAreOn(user.id));
  const [helping, setHelping] = useState(false);
  const given = useRef(more);
  given.current = more;

  useEffect(() => {
    if (!on) return;
    const act = (key: ListKey, focused: Element | null): boolean => {
      const place = list.current;
      if (key === 'help') {
        setHelping(true);
        return true;
      }
      if (key === 'search') {
        given.current.search?.();
        return given.current.search !== undefined;
      }
      if (place === null) return false;
      const links = linksOf(place);
      const row = focused?.closest('tr') ?? null;
      const at = links.findIndex((link) => row?.contains(link) === true);
      if (key === 'next' || key === 'previous') {
        links[nextRow(at, links.length, key)]?.focus();
        return links.length > 0;
      }
      const link = links[at];
      if (link === undefined) return false;
      if (key === 'open') link.click();
      else if (row !== null) given.current.select?.(row as HTMLElement);
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      const focused = document.activeElement;
      const key = listKeyOf(event, {
        isTyping: focused?.closest(typing) != null,
        isInOverlay: focused?.closest(overlay) != null || document.querySelector('dialog[open]') !== null,
      });
      if (key !== null && !event.defaultPrevented && act(key, focused as Element | null))
        event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [on]);

  const help = (
    <KeysHelp
      opened={helping}
      show={setHelping}
      on={on}
      turn={(next) => {
        rememberListKeys(user.id, next);
        setOn(next);
      }}
      known={[
        'next',
        'previous',
        'open',
        ...(more.select ? (['select'] as const) : []),
        ...(more.search ? (['search'] as const) : []),
        'help',
      ]}
    />
  );
  return { list, help };
}

const letters: Record<ListKey, readonly string[]> = {
  next: ['j'],
  previous: ['k'],
  open: ['Enter', 'o'],
  select: ['x'],
  search: ['/'],
  help: ['?'],
};

function KeysHelp(props: {
  opened: boolean;
  show: (opened: boolean) => void;
  on: boolean;
  turn: (on: boolean) => void;
  known: readonly ListKey[];
}) {
  const id = useId();
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        className={`${classes.open} only-wide`}
        onClick={() => props.show(true)}
      >
        {t('parts.keys.open')}
      </Button>
      <Dialog opened={props.opened} onClose={() => props.show(false)} title={t('parts.keys.title')}>
        <dl className={classes.keys}>
          {props.known.map((key) => (
            <KeyRow key={key} name={key} />
          ))}
        </dl>
        <TickBox
          id={id}
          title={t('parts.keys.on')}
          hint={t('parts.keys.hint')}
          checked={props.on}
          required={false}
          invalid={false}
          describedBy={undefined}
          onChange={(event) => props.turn(event.target.checked)}
        />
      </Dialog>
    </>
  );
}

function KeyRow(props: { name: ListKey }) {
  return (
    <>
      <dt>
        {letters[props.name].map((letter, index) => (
          <span key={letter}>
            {index > 0 ? ' ' : null}
            <kbd>{letter}</kbd>
          </span>
        ))}
      </dt>
      <dd>{t(props.name === 'open' ? 'parts.keys.openRow' : `parts.keys.${props.name}`)}</dd>
    </>
  );
}
