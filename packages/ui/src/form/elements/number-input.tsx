import {
  isYear,
  numberCharacters,
  readingNote,
  readNumber,
} from '@clearcall/domain/forms/elements/number.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { useRef } from 'react';
import fieldClasses from '../../kit/field/field.module.css';
import { useTyped } from '../../kit/field/use-typed.ts';
import { numberText } from '../../kit/text/number-text.ts';
import { translate, unitText } from '../../kit/text/translate.ts';
import type { ControlProps } from '../skin.ts';

/** With thin spaces in its thousands, unless it is a year. */
export function figureText(element: Element, value: string): string {
  return isYear(element) ? value : numberText(value);
}

/**
 * A number as text: digits, dot and comma; thin spaces in its thousands while it is not typed. The value from before stays
 * while something is typed that is no number; left like that, the text itself becomes the value, to be mended and never to be
 * saved. What was read in another way than it was typed is said beside it.
 */
export function NumberInput(props: ControlProps & { unit: string | undefined }) {
  const { element, state, id } = props;
  const decimals = element.config.decimals ?? 0;
  const stored = state.values[0] ?? '';
  const before = useRef(state.values);
  /** Letters were left out of what is typed. */
  const isCut = useRef(false);
  const typed = useTyped({
    shown: figureText(element, stored),
    take: (text) => {
      const value = readNumber(text, decimals);
      props.set(value === null ? before.current : value === '' ? [] : [value]);
      props.say(null);
    },
    done: (text) => {
      if (text !== null && text !== stored) {
        if (readNumber(text, decimals) === null) props.set([text]);
        const note = readingNote(text, decimals, isCut.current);
        props.say(note === null ? null : translate(note));
      }
      props.leave();
    },
  });
  return (
    <span className={fieldClasses.unitBox} data-invalid={props.invalid || undefined}>
      <input
        id={id}
        type="text"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        className={fieldClasses.numberInput}
        value={typed.value}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onFocus={(event) => {
          before.current = state.values;
          isCut.current = false;
          typed.begin(stored, event.currentTarget);
        }}
        onBeforeInput={(event) => {
          // Kept out before it is there, so that the caret stays.
          if (event.data === '' || numberCharacters(event.data) !== '') return;
          isCut.current = true;
          event.preventDefault();
        }}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const kept = numberCharacters(text);
          isCut.current ||= kept.length < text.length;
          typed.type(kept);
        }}
        onBlur={typed.blur}
      />
      {props.unit === undefined || props.unit === '' ? null : (
        <span className={fieldClasses.unit} aria-hidden="true">
          {unitText(props.unit)}
        </span>
      )}
    </span>
  );
}
