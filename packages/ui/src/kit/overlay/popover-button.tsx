import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './hanging.module.css';
import { useHanging } from './hanging.ts';

/**
 * A button with a panel below it. The panel closes by Escape and by a click beside it, and gives the focus back.
 * `focus`: what in the panel gets it first; without it the focus stays on the button. `wide`: as wide as the window allows.
 */
export function PopoverButton(props: {
  className: string | undefined;
  /** Where the content does not say it. */
  label?: string;
  title?: string;
  icon: ReactNode;
  focus?: string;
  wide?: boolean;
  panel: () => ReactNode;
}) {
  const { focus } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  useHanging(panel, button, opened);
  useEffect(() => {
    if (opened && focus !== undefined) panel.current?.querySelector<HTMLElement>(focus)?.focus();
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
        className={`${classes.box} ${classes.panel} ${props.wide ? classes.wide : ''}`}
        popover="auto"
        // It scrolls where the window is low.
        tabIndex={props.wide ? 0 : undefined}
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
