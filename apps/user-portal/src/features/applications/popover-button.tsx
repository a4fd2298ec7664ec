import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './applications-list.module.css';

/**
 * A button with a small panel below it, in the browser's top layer. It closes by Escape, by a click beside it and when the
 * page scrolls, and gives the focus back. `focus`: what in the panel gets it first.
 */
export function PopoverButton(props: {
  className: string | undefined;
  /** Where the content does not say it. */
  label?: string;
  title?: string;
  icon: ReactNode;
  focus: string;
  panel: () => ReactNode;
}) {
  const { focus } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);

  useEffect(() => {
    if (!opened || !button.current || !panel.current) return;
    const anchor = button.current.getBoundingClientRect();
    const width = panel.current.offsetWidth;
    const left = Math.max(8, Math.min(anchor.left - 16, window.innerWidth - width - 16));
    panel.current.style.left = `${left}px`;
    panel.current.style.top = `${anchor.bottom + 6}px`;
    panel.current.querySelector<HTMLElement>(focus)?.focus();
    // It stands beside what scrolls away with the page.
    const close = () => panel.current?.hidePopover();
    window.addEventListener('scroll', close, { passive: true });
    return () => window.removeEventListener('scroll', close);
  }, [opened, focus]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-label={props.label}
        title={props.title}
        aria-expanded={opened}
        aria-controls={id}
        popoverTarget={id}
      >
        {props.icon}
      </button>
      <div
        ref={panel}
        id={id}
        className={classes.popover}
        popover="auto"
        onToggle={(event) => {
          setOpened(event.newState === 'open');
          if (event.newState === 'closed' && panel.current?.contains(document.activeElement))
            button.current?.focus();
        }}
      >
        {opened ? props.panel() : null}
      </div>
    </>
  );
}
