import { Icon } from '../icon.tsx';
import { t } from '../text/translate.ts';
import type { Choice } from './combobox.tsx';
import type { BoxProps } from './date-box.tsx';
import classes from './field.module.css';

/** A short list to choose from. A value that is not (or no longer) offered stays, and says so. */
export function SelectBox(
  props: Omit<BoxProps, 'title'> & {
    choices: readonly Choice[];
    /** Stands in place of nothing chosen. */
    unset?: string | undefined;
  },
) {
  const { value } = props;
  const stale = value !== '' && !props.choices.some((choice) => choice.value === value);
  return (
    <span className={classes.selectBox}>
      <select
        id={props.id}
        className={classes.control}
        value={value}
        data-empty={value === '' || undefined}
        autoComplete={props.autoComplete}
        aria-required={props.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => props.set(event.currentTarget.value)}
        onBlur={props.leave}
      >
        <option value="">{props.unset ?? t('forms.choose.none')}</option>
        {stale ? <option value={value}>{t('forms.choose.notOffered', { value })}</option> : null}
        {props.choices.map((choice) => (
          <option key={choice.value} value={choice.value} lang={choice.lang}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}
