import { Button } from '../button.tsx';
import { ListSelect } from '../field/list-select.tsx';
import { Icon } from '../icon.tsx';
import { Drawer } from '../overlay/dialog.tsx';
import { t } from '../text/translate.ts';
import type { Column } from './column.ts';
import { Conditions } from './column-filter.tsx';
import { type Filtering, filteredColumns, ofColumn } from './filters.ts';
import { type Order, pressedDirection } from './list-table.tsx';
import classes from './list-tools.module.css';

/**
 * The order and all filters in one drawer: for narrow screens, which show no heads, and for columns that are hidden.
 */
export function FilterDrawer(props: {
  columns: readonly Pick<Column<never>, 'key' | 'head' | 'sort' | 'filter'>[];
  order: Order | undefined;
  filtering: Filtering;
  opened: boolean;
  show: (opened: boolean) => void;
}) {
  const { columns, order, filtering, opened, show } = props;
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
          <p className="small soft">{t('lists.drawer.asYouChoose')}</p>
          {order === undefined ? null : <OrderFields columns={columns} order={order} />}
          {filteredColumns(columns).map((column) => (
            <div key={column.key}>
              <h3>{column.head}</h3>
              <Conditions {...ofColumn(filtering, column)} />
            </div>
          ))}
        </div>
      </Drawer>
    </div>
  );
}

function OrderFields(props: {
  columns: readonly Pick<Column<never>, 'key' | 'head' | 'sort'>[];
  order: Order;
}) {
  const { column, direction, onSort } = props.order;
  const sortable = props.columns.filter(({ sort }) => sort !== undefined);
  return (
    <div>
      <h3>{t('lists.drawer.sortBy')}</h3>
      <div className={classes.condition}>
        <ListSelect
          aria-label={t('lists.drawer.sortBy')}
          value={column}
          onChange={({ target }) => {
            const wanted = sortable.find(({ key }) => key === target.value);
            if (wanted?.sort !== undefined) onSort(wanted.key, wanted.sort);
          }}
        >
          {sortable.map(({ key, head }) => (
            <option key={key} value={key}>
              {head}
            </option>
          ))}
        </ListSelect>
        <ListSelect
          aria-label={t('lists.drawer.direction')}
          value={direction}
          onChange={() => onSort(column, pressedDirection(props.order, column, direction))}
        >
          <option value="ASC">{t('lists.drawer.ascending')}</option>
          <option value="DESC">{t('lists.drawer.descending')}</option>
        </ListSelect>
      </div>
    </div>
  );
}
