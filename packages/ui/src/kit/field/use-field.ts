import { type ChangeEvent, useEffect, useRef, useState } from 'react';

/** How long after the last key an input is judged. Source: Requirements 1, 9.10. */
const checkedAfterMs = 300;

/** One input of an account form. */
export interface Field {
  /** As typed. */
  text: string;
  /** As judged: what stood there a moment after the last key, or when the field was left. */
  settled: string;
  /** What to show under the field; null while it is fine or still being written. */
  error: string | null;
  /** Whether something is wrong with what is judged, shown or not. */
  wrong: boolean;
  /** Judges it now, shows what is wrong and says whether something is. */
  isWrong: () => boolean;
  /** Shows a refusal of the server until the next key. */
  refuse: (message: string) => void;
  focus: () => void;
  /** For the TextField. */
  input: {
    ref: (element: HTMLInputElement | null) => void;
    value: string;
    error: string | null;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    onBlur: () => void;
  };
}

/**
 * An input whose errors show when it is left, not at the first key. `judge` gives the sentence for a text, or null; it
 * is asked with `now` when the form is sent and everything that was typed counts. One that is `needed` is also judged when
 * it is left empty; a form that most people only pass by, such as the login, waits till it is sent.
 */
export function useField(
  judge: (text: string, now: boolean) => string | null,
  initial = '',
  needed?: 'needed',
): Field {
  const [text, setText] = useState(initial);
  const [settled, setSettled] = useState(initial);
  const [left, setLeft] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const element = useRef<HTMLInputElement | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), checkedAfterMs);
    return () => clearTimeout(timer);
  }, [text]);

  const found = refused ?? judge(settled, false);
  const error = refused === null && !left ? null : found;
  return {
    text,
    settled,
    error,
    wrong: found !== null,
    isWrong: () => {
      setSettled(text);
      setLeft(true);
      return judge(text, true) !== null;
    },
    refuse: setRefused,
    focus: () => element.current?.focus(),
    input: {
      ref: (found) => {
        element.current = found;
      },
      value: text,
      error,
      onChange: (event) => {
        setText(event.currentTarget.value);
        setRefused(null);
      },
      onBlur: () => {
        setSettled(text);
        if (text !== '' || needed) setLeft(true);
      },
    },
  };
}

/** Judges all fields of a form; the first wrong one gets the focus. True when all are fine. */
export function allRight(fields: readonly Field[]): boolean {
  const wrong = fields.filter((field) => field.isWrong());
  wrong[0]?.focus();
  return wrong.length === 0;
}
