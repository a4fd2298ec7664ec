import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import {
  type ColumnOperator,
  choicesOf,
  type ListColumn,
  listColumns,
  operatorsOf,
} from '@clearcall/domain/model/list-columns.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { DateBox } from '@clearcall/ui/kit/field/date-box.tsx';
import { describedById, FieldError } from '@clearcall/ui/kit/field/field-frame.tsx';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { PopoverButton } from '@clearcall/ui/kit/overlay/popover-button.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, readerZone } from '@clearcall/ui/kit/time/date-text.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useEffect, useId, useRef, useState } from 'react';
import classes from './applications-list.module.css';

/** Typing settles for a second before the list follows. Source: Requirements 1, 9.9. */
const typingMs = 1000;

interface Condition {
  op: ColumnOperator;
  value: string;
}

interface Choice {
  value: string;
  label: MessageId;
}

/** The values that a column is compared with, and what its list of them says before one is chosen; null for any value. */
function choicesFor(column: ListColumn): { ask: MessageId; all: Choice[] } | null {
  switch (listColumns[column].kind) {
    case 'status':
      return {
        ask: 'lists.filter.chooseStatus',
        all: choicesOf.status.map((value) => ({ value, label: `parts.status.${value}` })),
      };
    case 'work':
      return {
        ask: 'lists.filter.chooseWork',
        all: choicesOf.work.map((value) => ({ value, label: `lists.work.${value}` })),
      };
    case 'decision':
      return {
        ask: 'lists.filter.chooseDecision',
        all: choicesOf.decision.map((value) => ({ value, label: `lists.decision.${value}` })),
      };
    default:
      return null;
  }
}

/** The words of a filter's value, as its chip shows them. */
export function valueText(column: ListColumn, value: string): string {
  const choices = choicesFor(column);
  if (choices !== null) {
    const chosen = choices.all.find((one) => one.value === value);
    return chosen === undefined ? value : t(chosen.label);
  }
  return listColumns[column].kind === 'date' && isPlainDate(value) ? dateText(value) : value;
}

/** Where a filter begins. Who looks for a cut-off has its day. */
const freshOn = (column: ListColumn): Condition => ({
  op: column === 'cutoff' ? 'equal' : operatorsOf[listColumns[column].kind][0],
  value: '',
});

/**
 * The conditions of one column, edited in place: the list follows as one types, at once on Enter and on a choice.
 * All conditions hold together, so two dates make a range.
 */
export function Conditions(props: {
  column: ListColumn;
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
}) {
  const { column, conditions, onChange } = props;
  const { kind } = listColumns[column];
  const choices = choicesFor(column);
  const title = t(listColumns[column].title);
  const fresh = (): Condition => freshOn(column);
  const [rows, setRows] = useState<readonly Condition[]>(conditions.length > 0 ? conditions : [fresh()]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(JSON.stringify(conditions));

  // A chip was taken away, or the address changed: what stands here follows, unless it is what was sent from here.
  const given = JSON.stringify(conditions.map(({ op, value }) => ({ op, value })));
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    const outside = JSON.parse(given) as Condition[];
    setRows(outside.length > 0 ? outside : [freshOn(column)]);
  }, [given, column]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: readonly Condition[], wait: number) => {
    setRows(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const full = next
        .map(({ op, value }) => ({ op, value: value.trim() }))
        .filter(({ value }) => value !== '' && (kind !== 'date' || isPlainDate(value)));
      const text = JSON.stringify(full);
      if (text === sent.current) return;
      sent.current = text;
      onChange(full);
    }, wait);
  };
  const change = (index: number, part: Partial<Condition>, wait: number) =>
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
              const op = operatorsOf[kind].find((one) => one === event.target.value);
              if (op) change(index, { op }, 0);
            }}
          >
            {operatorsOf[kind].map((op) => (
              <option key={op} value={op}>
                {t(`lists.operator.${op}`)}
              </option>
            ))}
          </ListSelect>
          {choices !== null ? (
            <ListSelect
              aria-label={t('lists.filter.value', { column: title })}
              data-value=""
              value={row.value}
              onChange={(event) => change(index, { value: event.target.value }, 0)}
            >
              <option value="">{t(choices.ask)}</option>
              {choices.all.map(({ value, label }) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </ListSelect>
          ) : kind === 'date' ? (
            <DayValue
              title={t('lists.filter.value', { column: title })}
              value={row.value}
              set={(value) => change(index, { value }, typingMs)}
              choose={(value) => change(index, { value }, 0)}
            />
          ) : (
            <input
              type="text"
              aria-label={t('lists.filter.value', { column: title })}
              data-value=""
              value={row.value}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => change(index, { value: event.target.value }, typingMs)}
            />
          )}
          {row.value !== '' || rows.length > 1 ? (
            <IconButton
              label={t('lists.filter.removeCondition')}
              icon="close"
              onClick={() => {
                const left = rows.filter((_row, at) => at !== index);
                send(left.length > 0 ? left : [fresh()], 0);
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
            onClick={() => setRows([...rows, { ...fresh(), op: operatorsOf[kind][1] }])}
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

/** The day of a condition; the list is not asked with what is no day. */
function DayValue(props: {
  title: string;
  value: string;
  set: (day: string) => void;
  choose: (day: string) => void;
}) {
  const { title, value } = props;
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
        set={props.set}
        choose={props.choose}
        leave={() => {}}
      />
      <div aria-live="polite">
        {fault === null ? null : <FieldError id={`${id}:error`}>{fault}</FieldError>}
      </div>
    </div>
  );
}

/** The filter of a column, opened from its head. Marked where one is set. */
export function ColumnFilter(props: {
  column: ListColumn;
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
}) {
  const title = t(listColumns[props.column].title);
  const set = props.conditions.length;

  return (
    <PopoverButton
      className={`${classes.filterButton} ${set > 0 ? classes.filterSet : ''}`}
      label={
        set > 0
          ? t('lists.filter.openSet', { column: title, n: set })
          : t('lists.filter.open', { column: title })
      }
      title={t('lists.filter.open', { column: title })}
      icon={<Icon name="filter" />}
      focus="[data-value], [data-day] input"
      panel={() => (
        <>
          <p className={classes.popoverTitle}>{title}</p>
          <Conditions column={props.column} conditions={props.conditions} onChange={props.onChange} />
        </>
      )}
    />
  );
}
