import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import classes from './frame.module.css';

/**
 * The menu of narrow screens: a button that opens a page-sized dialog. A press on any link or button marked
 * `data-closes` inside closes it; so does Escape. The browser keeps the focus inside and gives it back.
 */
export function FullScreenMenu(props: {
  brand: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <IconButton
        label="Open menu"
        icon="menu"
        big
        className={props.className}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of Enter on a link or button is a click too */}
      <dialog
        ref={dialog}
        className={classes.full}
        aria-label="Menu"
        onClick={(event) => {
          if ((event.target as Element).closest('a, [data-closes]')) dialog.current?.close();
        }}
      >
        <div className={classes.fullHead}>
          {props.brand}
          <IconButton label="Close menu" icon="close" big data-closes="" />
        </div>
        {props.children}
      </dialog>
    </>
  );
}
