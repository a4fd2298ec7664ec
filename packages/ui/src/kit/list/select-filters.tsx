import type { Told } from '@clearcall/domain/forms/types.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { useId, useState } from 'react';
import { Button } from '../button.tsx';
import classes from '../field/list-select.module.css';
import { ListSelect } from '../field/list-select.tsx';
import { Icon } from '../icon.tsx';
import { langOf } from '../text/author-language.ts';
import { t } from '../text/translate.ts';

/** A filter of a list that takes one of a few values. */
export interface SelectFilter {
  key: string;
  label: string;
  value: string | number | undefined;
  /** Text for any value; absent if one is always chosen. */
  any?: string;
  choices: readonly { value: string | number; label: string; lang?: Language | undefined }[];
  /** Left out while there is nothing to choose. */
  hidesEmpty?: boolean;
  /** On narrow screens alone, where the table has no head. */
  isForNarrow?: boolean;
  /** Receives the value of a choice, or undefined for any. */
  set: (value: string | undefined) => void;
}

/** A choice that is called as its author titled it. */
export const titleChoice = <Id extends string | number>(titled: {
  id: Id;
  title: string;
  told?: Told;
}): SelectFilter['choices'][number] => ({
  value: titled.id,
  label: titled.title,
  lang: langOf(titled, 'title'),
});

/** More filters than these, of those that need not be set, wait behind a button on narrow screens. */
const shownOnNarrow = 3;

/** Filters above a list, each with its name. */
export function SelectFilters(props: { filters: readonly SelectFilter[] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const filters = props.filters.filter(({ choices, hidesEmpty }) => choices.length > 0 || !hidesEmpty);
  const optional = filters.filter(({ any }) => any !== undefined);
  const folds = optional.length > shownOnNarrow;
  const inUse = optional.filter(({ value }) => value !== undefined).length;
  return (
    <search className={folds && !isOpen ? `${classes.filters} ${classes.folded}` : classes.filters}>
      {folds ? (
        <div className={`only-narrow ${classes.fold}`}>
          <Button
            size="sm"
            fullWidth
            leftSection={<Icon name="filter" />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('lists.filters', { n: inUse })}
          </Button>
        </div>
      ) : null}
      {filters.map(({ key, label, value, any, choices, isForNarrow, set }) => (
        <label
          key={key}
          htmlFor={`${id}:${key}`}
          className={isForNarrow ? 'only-narrow' : any === undefined ? undefined : classes.optional}
        >
          <span>{label}</span>
          <ListSelect
            id={`${id}:${key}`}
            value={value ?? ''}
            onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
          >
            {any === undefined ? null : <option value="">{any}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} lang={choice.lang}>
                {choice.label}
              </option>
            ))}
          </ListSelect>
        </label>
      ))}
    </search>
  );
}
