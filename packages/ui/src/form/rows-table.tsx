import type { Element, Row } from '@clearcall/domain/forms/types.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { Fragment } from 'react';
import { langOf } from '../kit/text/author-language.ts';
import { EmailText } from '../kit/text/email-text.tsx';
import { pageLanguage, t } from '../kit/text/translate.ts';
import { type FieldSlots, useFieldSlots } from './field-slots.tsx';
import type { FormStore } from './form-store.ts';
import classes from './forms-reading.module.css';
import { ReadValue } from './reading.tsx';
import { textOf } from './text-of.ts';
import { useForm } from './use-form.tsx';

const longTypes: readonly Element['type'][] = ['textarea', 'upload', 'multitext'];
/** A column for each question: more do not fit into the width of a page. */
const mostColumns = 9;
const cellLength = 80;
const wordLength = 24;

/** Whether an answer of at most `most` letters, in words that a narrow column can break, is set as a short fact. */
export const isShort = ({ type }: Element, text: string, most: number): boolean =>
  !longTypes.includes(type) &&
  text.length <= most &&
  text.split(type === 'email' ? /[\s@.]/ : /\s/).every((word) => word.length <= wordLength);

/** Questions of a row by column: the first and the last name of a person share one. */
function columnsOf(fields: readonly Element[]): Element[][] {
  const columns: Element[][] = [];
  for (const field of fields) {
    const before = columns.at(-1);
    const isLastName =
      field.config.id?.endsWith('_last_name') && before?.[0]?.config.id?.endsWith('_first_name');
    if (before !== undefined && isLastName) before.push(field);
    else columns.push([field]);
  }
  return columns;
}

/**
 * Columns of the rows of a group as a table, or null if it cannot be one: an answer is long, the rows are divided, there are
 * too many questions, or the page marks what changed.
 */
export function tableColumns(
  store: FormStore,
  fields: readonly Element[],
  rows: readonly Row[],
  { answer, row: behind, id }: FieldSlots,
  group: Element,
): Element[][] | null {
  const columns = columnsOf(fields);
  const fits = rows.every((row) =>
    fields.every((field) => {
      const key = { elementId: field.id, groupId: row.id };
      const isPlain = id === undefined && (answer?.(key, field) ?? behind?.(group, row.id) ?? null) === null;
      return isPlain && isShort(field, textOf(store, key, store.read(key).values), cellLength);
    }),
  );
  const isDivided = fields.some(({ type }) => type === 'title' || type === 'divider');
  return fits && !isDivided && columns.length > 1 && columns.length <= mostColumns ? columns : null;
}

const isNumber = ([field]: readonly Element[]): true | undefined =>
  field?.type === 'number' || field?.type === 'partition-resources' || undefined;

const langOfColumn = ([field]: readonly Element[]): Language | undefined => field && langOf(field, 'title');

/** Rows of short answers, one a line. On a narrow page each row becomes a list of its answers. */
export function RowsTable(props: {
  group: Element;
  columns: readonly Element[][];
  rows: readonly Row[];
  /** Whether the heading above the table is the name of the group. */
  isHeaded: boolean;
}) {
  const { group, columns, rows } = props;
  const { store } = useForm();
  const { beside, under } = useFieldSlots();
  const answersIn = (row: Row) =>
    columns.flat().flatMap((element) => {
      const key = { elementId: element.id, groupId: row.id };
      return store.read(key).visible ? [{ key, element }] : [];
    });
  const title = (column: readonly Element[]) => column.map((field) => field.title).join(', ');
  return (
    <table className={classes.table}>
      <caption lang={langOf(group, 'title')} className={props.isHeaded ? 'hidden-visually' : undefined}>
        {group.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          {columns.map((column) => (
            <th key={column[0]?.id} scope="col" data-number={isNumber(column)} lang={langOfColumn(column)}>
              {title(column)}
            </th>
          ))}
          {beside === undefined ? null : <td className="only-screen" />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            <tr>
              <th scope="row">{index + 1}</th>
              {columns.map((column) => (
                // On a narrow page the title is in front of the answer.
                <td
                  key={column[0]?.id}
                  data-number={isNumber(column)}
                  data-label={title(column)}
                  lang={langOfColumn(column)}
                >
                  <div lang={langOfColumn(column) && pageLanguage()}>
                    <Cell store={store} column={column} row={row} />
                  </div>
                </td>
              ))}
              {beside === undefined ? null : (
                <td className="only-screen" data-beside="">
                  {beside({
                    answers: answersIn(row),
                    name: t('forms.row.name', { group: group.title, n: index + 1 }),
                  })}
                </td>
              )}
            </tr>
            {answersIn(row).map(({ key, element }) => {
              const added = under?.(key, element) ?? null;
              return added === null ? null : (
                <tr key={element.id} data-under="">
                  <td colSpan={columns.length + 2}>
                    <b lang={langOf(element, 'title')}>{element.title}</b>
                    {added}
                  </td>
                </tr>
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ store, column, row }: { store: FormStore; column: readonly Element[]; row: Row }) {
  const answered = column.flatMap((element) => {
    const state = store.read({ elementId: element.id, groupId: row.id });
    const isEmpty = textOf(store, { elementId: element.id, groupId: row.id }, state.values) === '';
    return !state.visible || isEmpty ? [] : [{ element, state }];
  });
  if (answered.length === 0)
    return (
      <>
        <span className="muted" aria-hidden="true">
          -
        </span>
        <span className="hidden-visually">{t('forms.read.notAnswered')}</span>
      </>
    );
  return answered.map(({ element, state }, index) => (
    <span key={element.id}>
      {index === 0 ? null : ' '}
      {element.type === 'email' ? (
        <EmailText address={state.values[0] ?? ''} />
      ) : (
        <ReadValue element={element} groupId={row.id} state={state} />
      )}
    </span>
  ));
}
