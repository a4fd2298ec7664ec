import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { giveFocusBack } from './give-focus-back.ts';
import classes from './overlay.module.css';

// The modal boxes that are open, the last one on top.
let stack: readonly HTMLDialogElement[] = [];
const watchers = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  stack = next;
  const page = document.documentElement;
  // What lies under a modal box does not scroll with it, and does not get wider by that either.
  const bar = page.clientWidth < window.innerWidth;
  if (stack.length === 0) {
    page.style.overflow = '';
    page.style.scrollbarGutter = '';
  } else if (page.style.overflow !== 'hidden') {
    page.style.overflow = 'hidden';
    page.style.scrollbarGutter = bar ? 'stable' : '';
  }
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** The modal box on top of the page, null while there is none. What is to be heard and pressed has to stand inside it. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    watch,
    () => stack.at(-1) ?? null,
    () => null,
  );
}

/**
 * A box in the browser's top layer that alone can be used while it is open. The browser keeps the focus inside, takes
 * everything else from screen readers and gives the focus back. Escape, and a press beside the box, ask to close it.
 */
export function Modal(props: ModalProps) {
  return props.opened ? createPortal(<OpenModal {...props} />, document.body) : null;
}

interface ModalProps {
  opened: boolean;
  onClose: () => void;
  /** Where its name stands. */
  labelledBy?: string | undefined;
  label?: string | undefined;
  /** How the box stands on the page. */
  look: 'dialog' | 'left' | 'right' | 'page';
  /** Width of a dialog in px. */
  size?: number | undefined;
  /** Neither Escape nor a press beside it close it. */
  mustAnswer?: boolean | undefined;
  children: ReactNode;
}

/** A press on the backdrop is told of the box itself, from outside of its edges. */
function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < left || x > right || y < top || y > bottom;
}

/** Returns what a box opens with the focus in: the control that asks for it, else the first field of a question. */
const firstField = (box: HTMLElement): HTMLElement | null =>
  box.querySelector('[data-autofocus]') ??
  box.querySelector('[data-asked] :is(input:not([type="radio"]), input:checked, select, textarea)');

function OpenModal(props: ModalProps) {
  const { mustAnswer = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box) return;
    const opener = document.activeElement;
    box.showModal();
    firstField(box)?.focus();
    change([...stack, box]);
    return () => {
      box.close();
      change(stack.filter((other) => other !== box));
      giveFocusBack(opener);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.modal}
      data-look={props.look}
      style={props.size === undefined ? undefined : ({ '--size': `${props.size / 16}rem` } as CSSProperties)}
      aria-labelledby={props.labelledBy}
      aria-label={props.label}
      onKeyDown={(event) => {
        // A browser lets a second Escape through, whatever its first was answered with.
        if (event.key === 'Escape' && mustAnswer) event.preventDefault();
      }}
      onCancel={(event) => {
        // The choice of a file tells the same of itself when it is given up.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!mustAnswer) props.onClose();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event) && !mustAnswer) props.onClose();
      }}
    >
      {props.children}
    </dialog>
  );
}
