import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { workflowNow } from '../../session/server-clock.ts';
import { Button, IconButton, iconButton } from '../button.tsx';
import { DateBox } from '../field/date-box.tsx';
import { describedById, FieldError } from '../field/field-frame.tsx';
import { ListSelect } from '../field/list-select.tsx';
import { Icon } from '../icon.tsx';
import { PopoverButton } from '../overlay/popover-button.tsx';
import { t, translate } from '../text/translate.ts';
import { readerZone } from '../time/date-text.ts';
import type { ColumnFilter, ConditionsProps } from './filters.ts';
import classes from './list-tools.module.css';
import { typingMs } from './search-field.tsx';

type Own = ConditionsProps['conditions'][number];

const freshOn = ({ first, operators }: ColumnFilter): Own => ({
  op: first ?? (operators[0] as Own['op']),
  value: '',
});

/** The conditions of one column. */
export function Conditions(props: ConditionsProps) {
  return props.column.filter.editor?.(props) ?? <ConditionFields {...props} />;
}

/**
 * The fields of the conditions, edited in place: the list follows as one types, at once on Enter and on a choice.
 * All conditions hold together, so two dates make a range.
 */
function ConditionFields(props: ConditionsProps) {
  const { conditions, onChange } = props;
  const { head: title, filter } = props.column;
  const [rows, setRows] = useState<readonly Own[]>(conditions.length > 0 ? conditions : [freshOn(filter)]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(JSON.stringify(conditions));

  // A chip was removed, or the address changed: the fields follow, unless the change was sent from here.
  const given = JSON.stringify(conditions.map(({ op, value }) => ({ op, value })));
  const { current: fresh } = useRef(freshOn(filter));
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    const outside = JSON.parse(given) as Own[];
    setRows(outside.length > 0 ? outside : [fresh]);
  }, [given, fresh]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: readonly Own[], wait: number) => {
    setRows(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const full = next
        .map(({ op, value }) => ({ op, value: value.trim() }))
        .filter(({ value }) => value !== '' && (!filter.isDay || isPlainDate(value)));
      const text = JSON.stringify(full);
      if (text === sent.current) return;
      sent.current = text;
      onChange(full);
    }, wait);
  };
  const change = (index: number, part: Partial<Own>, wait: number) =>
    send(
      rows.map((row, at) => (at === index ? { ...row, ...part } : row)),
      wait,
    );

  return (
    <form
      className={classes.conditions}
      aria-label={t('lists.filter.open', { column: title })}
      onSubmit={(event) => {
        event.preventDefault();
        send(rows, 0);
      }}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions are told apart by their place alone
        <div key={index} className={classes.condition}>
          <ListSelect
            aria-label={t('lists.filter.how', { column: title })}
            value={row.op}
            onChange={(event) => {
              const op = filter.operators.find((one) => one === event.target.value);
              if (op) change(index, { op }, 0);
            }}
          >
            {filter.operators.map((op) => (
              <option key={op} value={op}>
                {t(`lists.operator.${op}`)}
              </option>
            ))}
          </ListSelect>
          <ConditionValue
            title={t('lists.filter.value', { column: title })}
            filter={filter}
            value={row.value}
            set={(value, wait) => change(index, { value }, wait)}
          />
          {row.value !== '' || rows.length > 1 ? (
            <IconButton
              label={t('lists.filter.removeCondition')}
              icon="close"
              onClick={() => {
                const left = rows.filter((_row, at) => at !== index);
                send(left.length > 0 ? left : [fresh], 0);
              }}
            />
          ) : null}
        </div>
      ))}
      <div className={classes.conditionsFoot}>
        {rows.every(({ value }) => value !== '') && rows.length < 3 ? (
          <Button
            size="sm"
            variant="subtle"
            leftSection={<Icon name="plus" />}
            onClick={() => setRows([...rows, { op: filter.operators[1] ?? fresh.op, value: '' }])}
          >
            {t('lists.filter.and')}
          </Button>
        ) : (
          <span className="small muted">{t('lists.filter.asYouType')}</span>
        )}
      </div>
    </form>
  );
}

function ConditionValue(props: {
  title: string;
  filter: ColumnFilter;
  value: string;
  set: (value: string, waitMs: number) => void;
}) {
  const { title, filter, value, set } = props;
  if (filter.choices !== undefined)
    return (
      <ListSelect
        aria-label={title}
        data-value=""
        value={value}
        onChange={(event) => set(event.target.value, 0)}
      >
        <option value="">{filter.ask}</option>
        {filter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </ListSelect>
    );
  if (filter.isDay) return <DayValue title={title} value={value} set={set} />;
  return (
    <input
      type="text"
      aria-label={title}
      data-value=""
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => set(event.target.value, typingMs)}
    />
  );
}

/** The day of a condition. The list is not requested for a date that does not exist. */
function DayValue(props: { title: string; value: string; set: (day: string, waitMs: number) => void }) {
  const { title, value, set } = props;
  const id = useId();
  const fault = value === '' || isPlainDate(value) ? null : translate(dateFault(value));
  return (
    <div className={classes.day} data-day="">
      <label htmlFor={id} className="hidden-visually">
        {title}
      </label>
      <DateBox
        id={id}
        title={title}
        value={value}
        required={false}
        invalid={fault !== null}
        describedBy={describedById(id, '', fault)}
        min={null}
        max={null}
        today={plainDate(new Date(workflowNow()), readerZone)}
        set={(day) => set(day, typingMs)}
        choose={(day) => set(day, 0)}
        leave={() => {}}
      />
      <div aria-live="polite">
        {fault === null ? null : <FieldError id={`${id}:error`}>{fault}</FieldError>}
      </div>
    </div>
  );
}

/** The filter of a column, opened from its head. Marked while it is in use. */
export function ColumnFilterButton(props: ConditionsProps) {
  const column = props.column.head;
  const n = props.conditions.length;
  return (
    <PopoverButton
      className={`${iconButton} ${classes.filterButton} ${n > 0 ? classes.filterSet : ''}`}
      label={n > 0 ? t('lists.filter.openSet', { column, n }) : t('lists.filter.open', { column })}
      title={t('lists.filter.open', { column })}
      icon={<Icon name="filter" />}
      focus="[data-value], [data-day] input"
      panel={() => (
        <>
          <p className={classes.popoverTitle}>{column}</p>
          <Conditions {...props} />
        </>
      )}
    />
  );
}
