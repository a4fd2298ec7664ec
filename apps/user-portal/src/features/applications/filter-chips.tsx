import { listColumns } from '@clearcall/domain/model/list-columns.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/words.ts';
import type { ApplicationsSearch } from '../../search-params.ts';
import classes from './applications-list.module.css';
import { operatorWords, valueWords } from './column-filter.tsx';
import { withoutFilter } from './list-search.ts';

/** The filters in use, each of which can be taken away. */
export function FilterChips(props: {
  search: ApplicationsSearch;
  onChange: (search: ApplicationsSearch) => void;
}) {
  const { search, onChange } = props;
  const filters = search.filters ?? [];
  if (filters.length === 0) return null;
  return (
    <>
      <ul className={classes.chips} aria-label="Filters in use">
        {filters.map(({ column, op, value }, index) => (
          <li key={`${column} ${op} ${value}`}>
            <b>{t(listColumns[column].title)}</b> <em>{operatorWords[op]}</em> {valueWords(column, value)}
            <IconButton
              label={`Remove filter ${t(listColumns[column].title)} ${operatorWords[op]} ${valueWords(column, value)}`}
              icon="close"
              onClick={() => onChange(withoutFilter(search, index))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="subtle"
        onClick={() => onChange(filters.reduce((left) => withoutFilter(left, 0), search))}
      >
        Clear all
      </Button>
    </>
  );
}
