import { Button, IconButton } from '../button.tsx';
import { t } from '../text/translate.ts';
import { type FilteredColumn, type Filtering, valueText } from './filters.ts';
import classes from './list-tools.module.css';

const firstButton = (inTools: HTMLElement) =>
  inTools.closest('ul')?.parentElement?.querySelector('button') ??
  inTools.parentElement?.querySelector('button');

/** Moves the focus off a chip that is removed: to the chip beside it, or the first button of the tools. */
function focusBeside(button: HTMLElement): void {
  const chip = button.closest('li');
  const beside = chip?.nextElementSibling ?? chip?.previousElementSibling;
  (beside?.querySelector('button') ?? firstButton(button))?.focus();
}

/** The filters in use, each of which can be removed, and all of them. */
export function FilterChips(props: { columns: readonly FilteredColumn[]; filtering: Filtering }) {
  const { conditions, onChange, searched, onClear } = props.filtering;
  if (conditions.length === 0 && searched === undefined) return null;
  return (
    <>
      <ul className={classes.chips} aria-label={t('lists.filter.inUse')}>
        {searched === undefined ? null : (
          <li>
            <b>{searched.title}</b> {searched.text}
            <IconButton
              label={searched.remove}
              icon="close"
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                searched.onRemove();
              }}
            />
          </li>
        )}
        {conditions.map((condition, index) => {
          const { column, op, value } = condition;
          const known = props.columns.find(({ key }) => key === column);
          const [title, how] = [known?.head ?? column, t(`lists.operator.${op}`)];
          const wanted = known === undefined ? value : valueText(known.filter, value);
          return (
            <li key={`${column} ${op} ${value}`}>
              <b>{title}</b> <em>{how}</em> {wanted}
              <IconButton
                label={t('lists.filter.remove', { filter: `${title} ${how} ${wanted}` })}
                icon="close"
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget);
                  onChange(conditions.filter((_condition, at) => at !== index));
                }}
              />
            </li>
          );
        })}
      </ul>
      <Button
        size="sm"
        variant="subtle"
        onClick={({ currentTarget }) => {
          firstButton(currentTarget)?.focus();
          onClear();
        }}
      >
        {t('lists.filter.clear')}
      </Button>
    </>
  );
}
