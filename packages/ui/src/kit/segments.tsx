import type { Language } from '@clearcall/i18n/language.ts';
import type { ReactNode } from 'react';
import classes from './segments.module.css';

/** Two to four ways to show the same thing, one of them chosen. */
export function Segments<T extends string>(props: {
  label: string;
  values: readonly T[];
  /** One of `values`, or none of them. */
  chosen: string;
  choose: (value: T) => void;
  textOf: (value: T) => ReactNode;
  langOf?: (value: T) => Language | undefined;
  className?: string | undefined;
}) {
  return (
    <fieldset className={`${classes.segments} ${props.className ?? ''}`}>
      <legend className="hidden-visually">{props.label}</legend>
      {props.values.map((value) => (
        <button
          key={value}
          type="button"
          lang={props.langOf?.(value)}
          aria-pressed={value === props.chosen}
          onClick={() => props.choose(value)}
        >
          {props.textOf(value)}
        </button>
      ))}
    </fieldset>
  );
}
