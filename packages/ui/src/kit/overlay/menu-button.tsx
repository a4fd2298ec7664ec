import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import buttonClasses from '../button.module.css';
import { Icon, type IconName } from '../icon.tsx';
import { type Draw, namedBy } from '../text/author-text.tsx';
import classes from './hanging.module.css';
import { placeUnder, useHanging } from './hanging.ts';

export type MenuItem =
  | {
      label: string;
      draw?: Draw | undefined;
      icon?: IconName | undefined;
      onSelect: () => void;
      danger?: boolean | undefined;
      disabled?: boolean | undefined;
      /** Why it cannot be chosen now: it stands there with that sentence, and does nothing. */
      why?: string | undefined;
      /** For a choice among several: whether this one is chosen. */
      chosen?: boolean | undefined;
    }
  | 'rule';

/**
 * A button that opens a menu below itself. Arrow keys, Home, End and first letters move; Escape, Tab and a click beside
 * it close it and give the focus back. Drawn in the browser's top layer: no table or panel cuts it off.
 */
export function MenuButton(props: {
  items: readonly MenuItem[];
  /** The name of the button where its content does not say it. */
  label?: string | undefined;
  draw?: Draw | undefined;
  /** An icon button unless told otherwise. */
  className?: string | undefined;
  /** Above the items: who is signed in, for example. */
  head?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);

  const name = namedBy(props.label, props.draw);
  useHanging(menu, button, opened, 'end');

  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];

  const open = (at: 'first' | 'last') => {
    menu.current?.showPopover();
    // Before the focus goes in: the browser would scroll to where the menu was.
    if (menu.current && button.current) placeUnder(menu.current, button.current, 'end');
    entries()
      .at(at === 'first' ? 0 : -1)
      ?.focus();
  };
  const close = () => {
    menu.current?.hidePopover();
    button.current?.focus();
  };

  const onMenuKey = (event: KeyboardEvent) => {
    const list = entries();
    const index = list.indexOf(document.activeElement as HTMLElement);
    const goTo = (next: number) => {
      event.preventDefault();
      list[(next + list.length) % list.length]?.focus();
    };
    switch (event.key) {
      case 'ArrowDown':
        return goTo(index + 1);
      case 'ArrowUp':
        return goTo(index - 1);
      case 'Home':
        return goTo(0);
      case 'End':
        return goTo(-1);
      case 'Escape':
      case 'Tab':
        event.preventDefault();
        return close();
      default: {
        if (event.key.length !== 1) return;
        const letter = event.key.toLowerCase();
        const rest = [...list.slice(index + 1), ...list.slice(0, index + 1)];
        rest.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
      }
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className ?? buttonClasses.icon}
        {...name.attributes}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={id}
        popoverTarget={id}
        onClick={(event) => {
          // The browser would open it too; we want the focus inside.
          event.preventDefault();
          if (opened) close();
          else open('first');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {props.children}
        {name.content}
      </button>
      <div
        ref={menu}
        id={id}
        className={`${classes.box} ${classes.menu}`}
        popover="auto"
        onToggle={(event) => setOpened(event.newState === 'open')}
      >
        {props.head ? <div className={classes.head}>{props.head}</div> : null}
        <div role="menu" aria-label={name.attributes['aria-label']} tabIndex={-1} onKeyDown={onMenuKey}>
          {props.items.map((item, index) =>
            item === 'rule' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have nothing else to be known by
              <hr key={`rule-${index}`} className={classes.rule} />
            ) : (
              <button
                key={item.label}
                type="button"
                {...(item.chosen === undefined
                  ? { role: 'menuitem' }
                  : { role: 'menuitemradio', 'aria-checked': item.chosen })}
                tabIndex={-1}
                disabled={item.disabled}
                aria-disabled={item.why === undefined ? undefined : true}
                className={`${classes.item} ${item.danger ? classes.danger : ''}`}
                onClick={() => {
                  if (item.why !== undefined) return;
                  close();
                  item.onSelect();
                }}
              >
                {item.icon ? <Icon name={item.icon} /> : null}
                {item.why === undefined ? (
                  (item.draw?.(item.label) ?? item.label)
                ) : (
                  <span>
                    {item.draw?.(item.label) ?? item.label}
                    <small className={classes.why}>{item.why}</small>
                  </span>
                )}
                {item.chosen ? <Icon name="check" className={classes.tick} /> : null}
              </button>
            ),
          )}
        </div>
      </div>
    </>
  );
}
