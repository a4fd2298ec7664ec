import { columnNames, type ListColumn, listColumns } from '@clearcall/domain/model/list-columns.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Drawer } from '@clearcall/ui/kit/dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { ListSelect } from '@clearcall/ui/kit/list-select.tsx';
import { t } from '@clearcall/ui/kit/words.ts';
import { useState } from 'react';
import type { ApplicationsSearch } from '../../search-params.ts';
import classes from './applications-list.module.css';
import { Conditions } from './column-filter.tsx';
import { filteredBy, sortedBy } from './list-search.ts';

/** On narrow screens, where the head of the table has no room: the order and all filters in one drawer. */
export function FilterDrawer(props: {
  search: ApplicationsSearch;
  readable: readonly ListColumn[];
  onChange: (search: ApplicationsSearch) => void;
}) {
  const { search, onChange } = props;
  const [opened, setOpened] = useState(false);
  const order = search.order ?? 'submissionDate';
  const ascending = (search.direction ?? 'DESC') === 'ASC';
  return (
    <div className={`${classes.drawerButton} only-narrow`}>
      <Button fullWidth leftSection={<Icon name="filter" />} onClick={() => setOpened(true)}>
        Filter and sort
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title="Filter and sort"
        actions={
          <Button variant="filled" onClick={() => setOpened(false)}>
            Show the list
          </Button>
        }
      >
        <div className={classes.drawer}>
          <p className="small muted">The list follows as you choose.</p>
          <div>
            <h3>Sort by</h3>
            <div className={classes.condition}>
              <ListSelect
                aria-label="Sort by"
                value={order}
                onChange={(event) => {
                  const column = columnNames.find((name) => name === event.target.value);
                  if (column && column !== order) onChange(sortedBy(search, column));
                }}
              >
                {props.readable.map((column) => (
                  <option key={column} value={column}>
                    {t(listColumns[column].title)}
                  </option>
                ))}
              </ListSelect>
              <ListSelect
                aria-label="Direction"
                value={ascending ? 'ASC' : 'DESC'}
                onChange={() => onChange(sortedBy(search, order))}
              >
                <option value="ASC">ascending</option>
                <option value="DESC">descending</option>
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
