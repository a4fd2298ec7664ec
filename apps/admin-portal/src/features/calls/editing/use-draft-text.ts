import { type Change, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { useTyped } from '@clearcall/ui/kit/field/use-typed.ts';
import { useEffect, useRef } from 'react';
import { type CallEditing, useCallEditing, useHeld } from './call-editing.tsx';

/** How long after the last letter a text is saved while its field has the focus. */
const restMs = 3_000;

/** The text that was typed at a place and refused, alone or with what is around it; undefined if there is none. */
export function refusedAt({ refused }: Pick<CallEditing, 'refused'>, at: Address) {
  const found = refused.find((value) => value.at.every((name, nth) => at[nth] === name));
  if (found === undefined) return undefined;
  const value = valueAt(found.value, at.slice(found.at.length));
  return { text: value === undefined || value === null ? '' : String(value), sentence: found.sentence };
}

/** The place in the draft that a field edits, with its text and how to write it. */
export interface DraftPlace {
  at: Address;
  /** As it is stored, with the edits on their way. */
  stored: string;
  /** The changes that write a text. */
  write: (text: string) => readonly Change[];
}

/**
 * A text of the draft in its control. It is saved when the field is left, and after a pause. A value that was refused
 * stays in the field, with the reason.
 */
export function useDraftText({ at, stored, write }: DraftPlace) {
  const editing = useCallEditing();
  const refused = refusedAt(editing, at);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = (typed: string | null) => {
    clearTimeout(timer.current);
    if (typed === null) return;
    const text = typed.trim();
    if (text !== stored || refused !== undefined) editing.edit(write(text));
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const shown = refused?.text ?? stored;
  const { value, typing, type, blur } = useTyped({
    shown,
    take: (text) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(text), restMs);
    },
    done: save,
  });
  useHeld(at, typing);
  useEffect(() => {
    if (!typing) return;
    // A page that closes asks about edits that are not saved, so what is typed becomes one.
    const leave = (event: BeforeUnloadEvent) => {
      if (value.trim() === stored) return;
      latest.current(value);
      event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, [typing, value, stored]);
  return { value, error: typing && value !== shown ? null : (refused?.sentence ?? null), type, blur };
}
