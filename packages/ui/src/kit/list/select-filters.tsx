import { useId } from 'react';
import classes from '../field/list-select.module.css';
import { ListSelect } from '../field/list-select.tsx';

/** A filter of a list that takes one of a few values. */
export interface SelectFilter {
  key: string;
  label: string;
  value: string | number | undefined;
  /** Text for any value; absent if one is always chosen. */
  any?: string;
  choices: readonly { value: string | number; label: string }[];
  /** Left out while there is nothing to choose. */
  hidesEmpty?: boolean;
  /** On narrow screens alone, where the table has no head. */
  isForNarrow?: boolean;
  /** Receives the value of a choice, or undefined for any. */
  set: (value: string | undefined) => void;
}

/** Filters above a list, each with its name. */
export function SelectFilters(props: { filters: readonly SelectFilter[] }) {
  const id = useId();
  return (
    <search className={classes.filters}>
      {props.filters
        .filter(({ choices, hidesEmpty }) => choices.length > 0 || !hidesEmpty)
        .map(({ key, label, value, any, choices, isForNarrow, set }) => (
          <label key={key} htmlFor={`${id}:${key}`} className={isForNarrow ? 'only-narrow' : undefined}>
            <span>{label}</span>
            <ListSelect
              id={`${id}:${key}`}
              value={value ?? ''}
              onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
            >
              {any === undefined ? null : <option value="">{any}</option>}
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </ListSelect>
          </label>
        ))}
    </search>
  );
}
