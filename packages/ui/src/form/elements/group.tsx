import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import { hasGivenRows, isWithoutPartitions } from '@clearcall/domain/forms/given-rows.ts';
import { limitCount } from '@clearcall/domain/forms/limits.ts';
import type { Element, Row } from '@clearcall/domain/forms/types.ts';
import { memo, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../../kit/button.tsx';
import fieldClasses from '../../kit/field/field.module.css';
import { FieldError } from '../../kit/field/field-frame.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { langOf } from '../../kit/text/author-language.ts';
import { quoted, quoting } from '../../kit/text/quoting.tsx';
import { t, translate } from '../../kit/text/translate.ts';
import { Field } from '../field.tsx';
import { addressOf } from '../field-address.ts';
import { focusFirst } from '../focus.ts';
import classes from '../form.module.css';
import type { FormStore } from '../form-store.ts';
import { quotingTitles } from '../quoting-titles.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { textOf } from '../text-of.ts';
import { useFieldMark, useFolded, useForm, useGathered, useRows } from '../use-form.tsx';
import { isAward, RowFacts } from './award.tsx';
import { rowRemoval } from './row-removal.ts';

const summaryParts = 4;

const rowName = ({ title }: Element, index: number): string =>
  t('forms.row.name', { group: title, n: index + 1 });

/** How many rows there are, and the limits that are not reached yet. */
function countText(n: number, least: number, most: number | null): string {
  if (n >= least) return most === null ? t('forms.row.count', { n }) : t('forms.row.countOf', { n, most });
  return most === null
    ? t('forms.row.countAtLeast', { n, least })
    : t('forms.row.countOfAtLeast', { n, most, least });
}

function GroupControl(props: ControlProps) {
  const { element, state } = props;
  const { store, announce } = useForm();
  const rows = useRows(element.id);
  const mark = useFieldMark(element.id, null);
  const [asked, setAsked] = useState<string | null>(null);
  const adder = useRef<HTMLButtonElement>(null);

  // Given rows are there from the start, as many as there are.
  const editable = store.editable && state.editable && !hasGivenRows(element);
  const decides = element.children?.some(isAward) === true;
  const least = Math.max(limitCount(element.config.min) ?? 0, state.required ? 1 : 0);
  const most = limitCount(element.config.max);
  const full = most !== null && rows.length >= most;
  const name = element.title;

  // A group that needs rows starts with the first one open: there is nothing to decide about it. The store is watched
  // only after the first paint, so the row is drawn from here: it would move the fields below.
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    if (!editable || least === 0) return;
    store.offerRow(element.id);
    redraw();
  }, [store, element.id, editable, least]);

  const add = () => {
    const rowId = store.addRow(element.id);
    announce(
      quoting(
        t('forms.row.added', { group: name, n: store.rows(element.id).length }),
        quoted(element, 'title'),
      ),
    );
    focusFirst(() => document.getElementById(rowId));
  };
  const remove = (rowId: string) => {
    const index = rows.findIndex((row) => row.id === rowId);
    setAsked(null);
    store.removeRow(element.id, rowId);
    announce(quoting(t('forms.row.removed', { group: name, n: index + 1 }), quoted(element, 'title')));
    // After the dialog has given the focus back to a button that no longer exists.
    setTimeout(() => adder.current?.focus(), 50);
  };

  const mayShow = mark.showErrors || rows.length > (most ?? rows.length);
  const error = mark.refusal ?? (mayShow && state.error !== null ? translate(state.error) : null);
  const errorId = `${props.id}:error`;
  return (
    <fieldset
      id={props.id}
      tabIndex={-1}
      aria-labelledby={`${props.id}:name`}
      aria-describedby={error === null ? undefined : errorId}
      className={`${classes.group} ${error === null ? '' : fieldClasses.wrong}`}
    >
      <span id={`${props.id}:name`} hidden lang={langOf(element, 'title')}>
        {name}
      </span>
      {rows.map((row, index) => (
        <GroupRow
          key={row.id}
          element={element}
          row={row}
          index={index}
          count={rows.length}
          editable={editable}
          decides={store.editable && decides}
          removal={editable ? rowRemoval(rows.length, least) : null}
          askRemoval={setAsked}
        />
      ))}
      {rows.length === 0 && !editable && !isWithoutPartitions(element, () => rows) ? (
        <p className="soft">{t('forms.read.nothingHere')}</p>
      ) : null}
      {editable ? (
        <div className={classes.addLine}>
          <Button ref={adder} size="sm" leftSection={<Icon name="plus" />} disabled={full} onClick={add}>
            {quoting(t('forms.row.add', { group: name }), quoted(element, 'title'))}
          </Button>
          <span className="small muted num">{countText(rows.length, least, most)}</span>
        </div>
      ) : null}
      {error === null ? null : <FieldError id={errorId}>{quotingTitles(store, error)}</FieldError>}
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={quoting(
          t(rows.length > 1 ? 'forms.row.removeAsk' : 'forms.row.clearAsk', {
            row: rowName(
              element,
              rows.findIndex((row) => row.id === asked),
            ),
          }),
          quoted(element, 'title'),
        )}
        actions={
          <>
            <Button variant="danger-filled" onClick={() => asked !== null && remove(asked)}>
              {t(rows.length > 1 ? 'forms.row.removeDo' : 'forms.row.clearDo')}
            </Button>
            <Button variant="subtle" onClick={() => setAsked(null)}>
              {t('forms.row.keep')}
            </Button>
          </>
        }
      >
        <p>{quoting(t('forms.row.removeText', { group: name }), quoted(element, 'title'))}</p>
      </Dialog>
    </fieldset>
  );
}

// Not drawn again for what happens in other rows: it takes only what stays the same meanwhile.
const GroupRow = memo(function GroupRow(props: {
  element: Element;
  row: Row;
  index: number;
  count: number;
  editable: boolean;
  decides: boolean;
  removal: 'remove' | 'clear' | null;
  askRemoval: (rowId: string) => void;
}) {
  const { element, row, index, count } = props;
  const { store, announce } = useForm();
  const folded = useFolded(element.id, row.id);
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const name = rowName(element, index);
  const draw = (words: string) => quoting(words, quoted(element, 'title'));
  // The heading above a single row that stays names it too.
  const hasHead = !props.editable || count > 1 || props.removal !== null || folded;
  const move = (to: number) => {
    flushSync(() => store.moveRow(element.id, row.id, to));
    // The focus goes along with the row; where it can go no further, to the way back.
    const [wanted, other] = to < index ? [up, down] : [down, up];
    (wanted.current?.disabled ? other : wanted).current?.focus();
    announce(
      quoting(t('forms.row.moved', { group: element.title, n: to + 1, count }), quoted(element, 'title')),
    );
  };
  return (
    <fieldset id={row.id} className={classes.row} data-folded={folded || undefined}>
      <legend lang={langOf(element, 'title')}>{name}</legend>
      {hasHead ? (
        <div className={classes.rowHead}>
          <b lang={langOf(element, 'title')}>{name}</b>
          {folded ? <FoldedRow element={element} rowId={row.id} /> : null}
          <span className={classes.rowActions}>
            {props.editable && count > 1 ? (
              <>
                <IconButton
                  ref={up}
                  icon="arrow-up"
                  label={t('forms.row.up', { row: name })}
                  draw={draw}
                  disabled={index === 0}
                  onClick={() => move(index - 1)}
                />
                <IconButton
                  ref={down}
                  icon="arrow-down"
                  label={t('forms.row.down', { row: name })}
                  draw={draw}
                  disabled={index === count - 1}
                  onClick={() => move(index + 1)}
                />
              </>
            ) : null}
            {props.removal !== null ? (
              <IconButton
                icon={props.removal === 'remove' ? 'trash' : 'close'}
                label={t(props.removal === 'remove' ? 'forms.row.remove' : 'forms.row.clear', { row: name })}
                draw={draw}
                onClick={() => props.askRemoval(row.id)}
              />
            ) : null}
            <IconButton
              icon={folded ? 'chevron-down' : 'chevron-up'}
              label={t(folded ? 'forms.row.open' : 'forms.row.fold', { row: name })}
              draw={draw}
              aria-expanded={!folded}
              onClick={() => store.presentation.fold(row.id, !folded)}
            />
          </span>
        </div>
      ) : null}
      {folded ? null : (
        <>
          {props.decides ? <RowFacts group={element} rowId={row.id} /> : null}
          <div className={`${fieldClasses.fields} ${hasHead ? '' : classes.alone}`}>
            {(element.children ?? []).map((child) => (
              <Field
                key={addressOf({ elementId: child.id, groupId: row.id })}
                element={child}
                groupId={row.id}
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
});

/** What can be seen of a folded row: its first answers, how many errors it holds, and how many required answers it lacks. */
function FoldedRow(props: { element: Element; rowId: string }) {
  const { element, rowId } = props;
  const summary = useGathered((store) =>
    (element.children ?? [])
      // 'Yes' alone says nothing about whom.
      .filter((child) => elementRules[child.type].kind !== 'flag')
      .map((child) => {
        const key = { elementId: child.id, groupId: rowId };
        const state = store.read(key);
        const value = state.visible ? textOf(store, key, state.values) : '';
        // A number alone does not say what it counts.
        return value === '' || child.type !== 'number'
          ? value
          : t('forms.row.number', { title: child.title, value });
      })
      .filter((text) => text !== '')
      .slice(0, summaryParts)
      .join(', '),
  );
  // What is only missing counts when its field was left.
  const ofRow = (isError: boolean) => (store: FormStore) =>
    store
      .allProblems()
      .filter(
        (problem) =>
          problem.groupId === rowId &&
          (!problem.missing || store.presentation.mark(problem).showErrors) === isError,
      ).length;
  const errors = useGathered(ofRow(true));
  const missing = useGathered(ofRow(false));
  return (
    <>
      <span className={classes.rowSummary}>{summary === '' ? t('forms.row.nothing') : summary}</span>
      {errors > 0 ? (
        <span className={classes.rowErrors}>
          <Icon name="warning" size={14} />
          {t('forms.row.errors', { n: errors })}
        </span>
      ) : null}
      {missing > 0 ? <b className="small">{t('forms.row.toAnswer', { n: missing })}</b> : null}
    </>
  );
}

export const group: Skin = { frame: () => 'bare', section: 'headed', width: 'full', Control: GroupControl };
