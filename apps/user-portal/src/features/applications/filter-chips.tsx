import { listColumns } from '@clearcall/domain/model/list-columns.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ApplicationsSearch } from '../../search-params.ts';
import classes from './applications-list.module.css';
import { valueText } from './column-filter.tsx';
import { withoutFilter } from './list-search.ts';

/** The filters in use, each of which can be taken away. */
export function FilterChips(props: {
  search: ApplicationsSearch;
  onChange: (search: ApplicationsSearch) => void;
}) {
  const { search, onChange } = props;
  const filters = search.filters ?? [];
  const { search: searched, ...rest } = search;
  if (filters.length === 0 && searched === undefined) return null;
  return (
    <>
      <ul className={classes.chips} aria-label={t('lists.filter.inUse')}>
        {searched === undefined ? null : (
          <li>
            <b>{t('lists.search.title')}</b> {searched}
            <IconButton
              label={t('lists.search.remove', { searched })}
              icon="close"
              onClick={() => onChange(withoutFilter(rest, -1))}
            />
          </li>
        )}
        {filters.map(({ column, op, value }, index) => {
          const [title, how] = [t(listColumns[column].title), t(`lists.operator.${op}`)];
          const wanted = valueText(column, value);
          return (
            <li key={`${column} ${op} ${value}`}>
              <b>{title}</b> <em>{how}</em> {wanted}
              <IconButton
                label={t('lists.filter.remove', { filter: `${title} ${how} ${wanted}` })}
                icon="close"
                onClick={() => onChange(withoutFilter(search, index))}
              />
            </li>
          );
        })}
      </ul>
      <Button
        size="sm"
        variant="subtle"
        onClick={() => onChange(withoutFilter({ ...rest, filters: [] }, -1))}
      >
        {t('lists.filter.clear')}
      </Button>
    </>
  );
}
