import { useEffect, useReducer, useRef } from 'react';

// The click comes a moment after the release.
const settledAfterMs = 80;

let pressed = false;
const waiting = new Set<() => void>();

if (typeof window !== 'undefined') {
  const down = (event: PointerEvent) => {
    pressed = event.button === 0;
  };
  const up = () => {
    pressed = false;
    setTimeout(() => {
      if (pressed) return;
      for (const act of [...waiting]) act();
    }, settledAfterMs);
  };
  window.addEventListener('pointerdown', down, { capture: true, passive: true });
  window.addEventListener('pointerup', up, { capture: true, passive: true });
  window.addEventListener('pointercancel', up, { capture: true, passive: true });
}

/** Whether the mouse, a pen or a finger is down at this moment. */
export function isPressed(): boolean {
  return pressed;
}

/** Acts now, or a moment after the release of what is pressed: what moves the page then moves nothing away from under it. */
export function whenReleased(act: () => void): void {
  if (!pressed) {
    act();
    return;
  }
  const once = () => {
    waiting.delete(once);
    act();
  };
  waiting.add(once);
}

/**
 * The value, but while something is pressed the one from before: a sentence that appears between pressing and releasing
 * would move the button away from under the mouse.
 */
export function useSettled<T>(value: T): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = useRef(value);
  if (!pressed) shown.current = value;
  const held = shown.current !== value;
  useEffect(() => {
    if (!held) return;
    waiting.add(redraw);
    return () => {
      waiting.delete(redraw);
    };
  }, [held]);
  return shown.current;
}
