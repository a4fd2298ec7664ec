import {
  isSortable,
  type ListColumn,
  listColumns,
  sortableColumns,
} from '@clearcall/domain/model/list-columns.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Drawer } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ApplicationsSearch } from '../../search-params.ts';
import classes from './applications-list.module.css';
import { Conditions } from './column-filter.tsx';
import { filteredBy, sortedBy } from './list-search.ts';

/**
 * The order and all filters in one drawer: on narrow screens, where the head of the table has no room, and for columns
 * that are not shown.
 */
export function FilterDrawer(props: {
  search: ApplicationsSearch;
  readable: readonly ListColumn[];
  opened: boolean;
  show: (opened: boolean) => void;
  onChange: (search: ApplicationsSearch) => void;
}) {
  const { search, onChange, opened, show } = props;
  const order = search.order ?? 'submissionDate';
  const ascending = (search.direction ?? 'DESC') === 'ASC';
  return (
    <div className={classes.drawerButton}>
      <Button size="sm" fullWidth leftSection={<Icon name="filter" />} onClick={() => show(true)}>
        {t('lists.drawer.title')}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => show(false)}
        title={t('lists.drawer.title')}
        actions={
          <Button variant="filled" onClick={() => show(false)}>
            {t('lists.drawer.show')}
          </Button>
        }
      >
        <div className={classes.drawer}>
          <p className="small muted">{t('lists.drawer.asYouChoose')}</p>
          <div>
            <h3>{t('lists.drawer.sortBy')}</h3>
            <div className={classes.condition}>
              <ListSelect
                aria-label={t('lists.drawer.sortBy')}
                value={order}
                onChange={(event) => {
                  const column = sortableColumns.find((name) => name === event.target.value);
                  if (column && column !== order) onChange(sortedBy(search, column));
                }}
              >
                {props.readable.filter(isSortable).map((column) => (
                  <option key={column} value={column}>
                    {t(listColumns[column].title)}
                  </option>
                ))}
              </ListSelect>
              <ListSelect
                aria-label={t('lists.drawer.direction')}
                value={ascending ? 'ASC' : 'DESC'}
                onChange={() => onChange(sortedBy(search, order))}
              >
                <option value="ASC">{t('lists.drawer.ascending')}</option>
                <option value="DESC">{t('lists.drawer.descending')}</option>
              </ListSelect>
            </div>
          </div>
          {props.readable.map((column) => (
            <div key={column}>
              <h3>{t(listColumns[column].title)}</h3>
              <Conditions
                column={column}
                conditions={(search.filters ?? []).filter((filter) => filter.column === column)}
                onChange={(conditions) => onChange(filteredBy(search, column, conditions))}
              />
            </div>
          ))}
        </div>
      </Drawer>
    </div>
  );
}
