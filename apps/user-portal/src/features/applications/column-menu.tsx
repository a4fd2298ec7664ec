import { isForStaff, type ListColumn, listColumns } from '@clearcall/domain/model/list-columns.ts';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { PopoverButton } from '@clearcall/ui/kit/overlay/popover-button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './applications-list.module.css';
import { choosable } from './columns.ts';

/** Which columns the list has: each can be switched off and on, and stays as it was chosen. */
export function ColumnMenu(props: {
  shown: readonly ListColumn[];
  readable: readonly ListColumn[];
  onChange: (columns: readonly ListColumn[]) => void;
}) {
  const { shown } = props;
  return (
    <PopoverButton
      className={`${classes.columnsButton} only-wide`}
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
          {choosable
            .filter((column) => !isForStaff(column) || props.readable.includes(column))
            .map((column) => (
              <label key={column}>
                <BareTick
                  checked={shown.includes(column)}
                  onChange={(event) =>
                    props.onChange(
                      event.target.checked ? [...shown, column] : shown.filter((one) => one !== column),
                    )
                  }
                />
                <span>
                  {t(listColumns[column].title)}
                  {/* Switched on, and not there all the same: the styles that hide the column show this. */}
                  {shown.includes(column) ? (
                    <span className={classes.noRoom} data-column={column}>
                      {t('lists.columns.noRoom')}
                    </span>
                  ) : null}
                </span>
              </label>
            ))}
        </fieldset>
      )}
    />
  );
}
