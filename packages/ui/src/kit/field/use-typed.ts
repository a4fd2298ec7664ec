import { useLayoutEffect, useRef, useState } from 'react';
import { isPressed } from './after-press.ts';

/**
 * A text control between the engine and the keyboard. While it has the focus it shows what was typed, whatever becomes
 * of it elsewhere: a save that trims a text must not take the space under the cursor. Without the focus it shows what
 * counts.
 */
export function useTyped(parts: {
  shown: string;
  take: (typed: string) => void;
  /** The control is left, or goes from the page with the focus in it; null when nothing was typed. */
  done: (typed: string | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const last = useRef({ typed, done: parts.done });
  const swapped = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    last.current = { typed, done: parts.done };
    swapped.current?.select();
    swapped.current = null;
  });
  useLayoutEffect(
    () => () => {
      if (last.current.typed !== null) last.current.done(last.current.typed);
    },
    [],
  );
  return {
    value: typed ?? parts.shown,
    typing: typed !== null,
    /** The focus has come: shows the text as it is typed, without what only helps reading. */
    begin(text: string, input: HTMLInputElement) {
      if (text === parts.shown) return;
      setTyped(text);
      // Another text loses the selection that the browser gives to who comes by keyboard; the mouse sets its own.
      if (!isPressed()) swapped.current = input;
    },
    type(text: string) {
      setTyped(text);
      parts.take(text);
    },
    blur() {
      parts.done(typed);
      setTyped(null);
    },
  };
}
