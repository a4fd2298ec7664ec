import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** Says the deed: 'Reject Assignment'. */
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the left, with verbs; the first is the usual answer. */
  actions?: ReactNode;
  /** Width in px; 640 unless told. */
  size?: number | undefined;
  /** The reader has to answer: no close button, no Escape, no click beside it. */
  mustAnswer?: boolean | undefined;
}

export interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  position?: 'left' | 'right' | undefined;
}

// What lies over the page is fetched when it is first opened: most visits never do.
const DialogFrame = lazy(() => import('./dialog-frame.tsx'));
const DrawerFrame = lazy(() => import('./drawer-frame.tsx'));

/**
 * Whether something was opened once; it then stays, so that it can also close with grace. When it closes, the focus goes
 * back to where it was: what is fetched at its first opening comes too late to have seen that itself.
 */
function useOpening(opened: boolean): boolean {
  const ever = useRef(false);
  const focusBefore = useRef<Element | null>(null);
  if (opened && !ever.current) ever.current = true;
  useLayoutEffect(() => {
    if (opened) {
      focusBefore.current = document.activeElement;
      return;
    }
    const target = focusBefore.current;
    focusBefore.current = null;
    if (!(target instanceof HTMLElement) || !target.isConnected) return;
    const timer = setTimeout(() => target.focus({ preventScroll: true }), 10);
    return () => clearTimeout(timer);
  }, [opened]);
  return ever.current;
}

/** A dialog over the page: keeps the focus inside, closes on Escape, gives the focus back. */
export function Dialog(props: DialogProps) {
  if (!useOpening(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  );
}

/** A drawer at the side of the page, at most 450 px wide. Keeps and gives back the focus as a dialog does. */
export function Drawer(props: DrawerProps) {
  if (!useOpening(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <DrawerFrame {...props} />
    </Suspense>
  );
}
