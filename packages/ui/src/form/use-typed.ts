import { useState } from 'react';

/**
 * A text control between the engine and the keyboard. While it has the focus it shows what was typed, whatever becomes
 * of it elsewhere: a save that trims a text must not take the space under the cursor. Without the focus it shows what
 * counts.
 */
export function useTyped(parts: {
  shown: string;
  take: (typed: string) => void;
  done: (typed: string | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? parts.shown,
    typing: typed !== null,
    /** The focus has come: shows the text as it is typed, without what only helps reading. */
    begin(text: string) {
      setTyped(text);
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
