import { smallButton } from '../button.tsx';
import { BareTick } from '../field/boxes.tsx';
import { Icon } from '../icon.tsx';
import { PopoverButton } from '../overlay/popover-button.tsx';
import { t } from '../text/translate.ts';
import type { Column } from './column.ts';
import classes from './list-tools.module.css';

/** The columns that a person chose to see, by their keys, and what changes the choice. */
export interface ColumnChoice {
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

/** Columns of a list that are shown: those that always are, and those that were chosen. */
export const shownColumns = <C extends Pick<Column<never>, 'key' | 'isFixed'>>(
  columns: readonly C[],
  choice: ColumnChoice | undefined,
): readonly C[] =>
  choice === undefined
    ? columns
    : columns.filter(({ key, isFixed }) => isFixed || choice.shown.includes(key));

/** Switches columns off and on. */
export function ColumnMenu(props: {
  columns: readonly Pick<Column<never>, 'key' | 'head' | 'isFixed'>[];
  choice: ColumnChoice;
  widths: ReadonlyMap<string, number> | undefined;
}) {
  const { shown, onChange } = props.choice;
  return (
    <PopoverButton
      className={`${smallButton} only-wide`}
      icon={
        <>
          <Icon name="columns" />
          {t('lists.columns.title')}
        </>
      }
      focus="input"
      panel={() => (
        <fieldset className={classes.columns}>
          <legend className={classes.popoverTitle}>{t('lists.columns.open')}</legend>
          {props.columns
            .filter(({ isFixed }) => !isFixed)
            .map(({ key, head }) => (
              <label key={key}>
                <BareTick
                  checked={shown.includes(key)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...shown, key] : shown.filter((one) => one !== key))
                  }
                />
                <span>
                  {head}
                  {shown.includes(key) && props.widths?.has(key) === false ? (
                    <span className={classes.noRoom}>{t('lists.columns.noRoom')}</span>
                  ) : null}
                </span>
              </label>
            ))}
        </fieldset>
      )}
    />
  );
}
