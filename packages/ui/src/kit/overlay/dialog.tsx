import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import type { DialogProps, DrawerProps } from './overlay-props.ts';

// What lies over the page is fetched when it is first opened: most visits never do.
const dialogFrame = () => import('./dialog-frame.tsx');
const drawerFrame = () => import('./drawer-frame.tsx');
const DialogFrame = lazy(dialogFrame);
const DrawerFrame = lazy(drawerFrame);

/** Fetches them ahead, for pages that must be able to ask when the connection has gone. Fails where one does not come. */
export async function loadDialogs(): Promise<void> {
  await Promise.all([dialogFrame(), drawerFrame()]);
}

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
