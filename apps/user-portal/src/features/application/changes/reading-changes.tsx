import type { Routes } from '@clearcall/contract/routes.ts';
import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Piece } from '@clearcall/domain/forms/compare-words.ts';
import type { Element, FieldKey } from '@clearcall/domain/forms/types.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { type FieldSlots, FieldSlotsContext } from '@clearcall/ui/form/field-slots.tsx';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { textOf } from '@clearcall/ui/form/text-of.ts';
import { TickBox } from '@clearcall/ui/kit/field/boxes.tsx';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { ThreadHead } from './asked-changes.tsx';
import classes from './changes.module.css';
import { kindOfChange, markedAnswer } from './marked-changes.ts';
import { PointBox, PointButton, usePointed } from './pointing.tsx';
import { ThreadName, ThreadTexts } from './thread-texts.tsx';

type Changes = Routes['GET /v2/assignments/:id/changes']['reply'];

/** What is read of one step: its assignment with the form as it stands. */
interface Part {
  assignment: Assignment;
  store: FormStore;
}

/**
 * Around the forms of a step that are read: what was asked for at its fields, a button to ask for more for whoever may, and
 * what changed since it was submitted before.
 */
export function ReadingChanges(props: {
  application: Application;
  userId: number;
  part: Part;
  /** What else stands under a field. */
  under?: FieldSlots['under'];
  children: ReactNode;
}) {
  const { application, part, userId, under: more } = props;
  const { assignment, store } = part;
  const threads = useMemo(
    () => application.threads.filter(({ assignmentId }) => assignmentId === assignment.id),
    [application, assignment],
  );
  const points = application.pointable.includes(assignment.id);
  const isOwn = assignment.owner?.id === userId;
  const asks = points || (threads.length > 0 && !isOwn);
  const compares = asks && (assignment.status === 'resubmitted' || threads.length > 0);
  const [shown, setShown] = useState(false);
  const [from, setFrom] = useState('');
  const { data: changes, isError } = useQuery({
    queryKey: ['changes', assignment.id, assignment.submittedAt, from],
    enabled: shown,
    queryFn: read('GET /v2/assignments/:id/changes', {
      params: { id: assignment.id },
      query: from === '' ? {} : { from: Number(from) },
    }),
  });
  const marked = shown ? changes : undefined;
  const isPointed = usePointed(assignment.id);
  const slots = useMemo<FieldSlots>(() => {
    const display = displayOf(application, store);
    const changeAt = ({ elementId, groupId }: FieldKey) =>
      marked?.answers.find((one) => one.flowElementId === elementId && one.dataGroupId === groupId);
    return {
      ...(marked === undefined ? {} : { id: (key: FieldKey) => answerId(assignment, key) }),
      keeps: (key) =>
        changeAt(key) !== undefined ||
        threads.some((one) => one.flowElementId === key.elementId && one.dataGroupId === key.groupId),
      under: (key, element) => {
        const thread = threads.find(
          (one) => one.flowElementId === key.elementId && one.dataGroupId === key.groupId,
        );
        const added = more?.(key, element) ?? null;
        const changed = element.children === undefined ? undefined : marked;
        const pointed = points && isPointed(key);
        if (added === null && changed === undefined && thread === undefined && !pointed) return null;
        return (
          <>
            {added}
            {changed === undefined ? null : (
              <RemovedRows group={element} changes={changed} display={display} />
            )}
            {thread === undefined ? null : (
              <fieldset className={classes.thread}>
                <ThreadName element={element} />
                <ThreadHead thread={thread} />
                <ThreadTexts thread={thread} />
              </fieldset>
            )}
            {pointed ? (
              <PointBox assignmentId={assignment.id} element={element} groupId={key.groupId} />
            ) : null}
          </>
        );
      },
      beside: points ? (answers) => <PointButton assignmentId={assignment.id} {...answers} /> : undefined,
      answer: (key, element) => {
        const change = changeAt(key);
        return change === undefined ? null : (
          <MarkedAnswer element={element} change={change} display={display} />
        );
      },
      row: (group, rowId) => {
        const change = marked?.rows.find(
          ({ id, flowElementId }) => id === rowId && flowElementId === group.id,
        );
        if (change === undefined) return null;
        return (
          <p className={classes.marks}>
            {change.change === 'added' ? (
              <Chip tone="ok" icon="plus">
                {t('changes.row.added')}
              </Chip>
            ) : (
              <Chip tone="info" icon="arrow-up">
                {t('changes.row.moved', { n: (change.was ?? 0) + 1 })}
              </Chip>
            )}
          </p>
        );
      },
    };
  }, [application, assignment, store, threads, points, isPointed, marked, more]);
  return (
    <FieldSlotsContext.Provider value={slots}>
      {compares ? (
        <WhatChanged
          {...{ application, part, shown, setShown, from, setFrom, changes: marked, failed: isError }}
        />
      ) : null}
      {props.children}
    </FieldSlotsContext.Provider>
  );
}

/** Where an answer is read, while it is shown what changed. */
const answerId = ({ id }: Assignment, key: FieldKey): string => `${addressOf(key)}:${id}:read`;

type Display = (element: Element, values: readonly string[]) => string;

/** Values as people read them, also of rows that are not there any more. */
const displayOf =
  (application: Application, store: FormStore): Display =>
  (element, values) => {
    if (element.type !== 'upload') return textOf(store, { elementId: element.id, groupId: null }, values);
    return values
      .map(
        (value) =>
          application.documents.find(({ id }) => id === value)?.originalFilename ?? t('changes.fileGone'),
      )
      .join(', ');
  };

function Marked(props: { piece: Piece }) {
  const { edit, text } = props.piece;
  if (edit === 'added') return <ins>{text}</ins>;
  return edit === 'removed' ? <del>{text}</del> : text;
}

function MarkedAnswer(props: {
  element: Element;
  change: { was: string[]; is: string[] };
  display: Display;
}) {
  const { element, change, display } = props;
  const { several, pieces } = markedAnswer(element, change, (values) => display(element, values));
  return several ? (
    <ul className={classes.words}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other name, and do not move
        <li key={index}>
          <Marked piece={piece} />
        </li>
      ))}
    </ul>
  ) : (
    <span className={classes.words}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other name, and do not move
        <Marked key={index} piece={piece} />
      ))}
    </span>
  );
}

/** Rows that were there before, with what stood in them. */
function RemovedRows(props: { group: Element; changes: Changes; display: Display }) {
  const { group, changes, display } = props;
  const removed = changes.rows.filter(
    ({ flowElementId, change }) => flowElementId === group.id && change === 'removed',
  );
  return removed.map(({ id, was }) => (
    <div key={id} className={classes.thread}>
      <Chip tone="bad" icon="dial-minus">
        {t('changes.row.removed', { n: (was ?? 0) + 1 })}
      </Chip>
      <ul className={classes.words}>
        {changes.answers
          .filter(({ dataGroupId }) => dataGroupId === id)
          .map((answer) => {
            const element = group.children?.find((child) => child.id === answer.flowElementId);
            return element === undefined ? null : (
              <li key={answer.flowElementId}>
                {element.title}: <del>{display(element, answer.was)}</del>
              </li>
            );
          })}
      </ul>
    </div>
  ));
}

/** The switch, which submission it is compared with, and the list of what changed with the way to each. */
function WhatChanged(props: {
  application: Application;
  part: Part;
  shown: boolean;
  setShown: (shown: boolean) => void;
  from: string;
  setFrom: (from: string) => void;
  changes: Changes | undefined;
  failed: boolean;
}) {
  const { changes, part } = props;
  const id = useId();
  const earlier = changes?.submissions.filter(({ number }) => number < changes.to.number) ?? [];
  return (
    <section className={`${classes.switch} only-screen`} aria-label={t('changes.since.title')}>
      <div className={classes.switchLine}>
        <TickBox
          id={id}
          title={t('changes.since.show')}
          required={false}
          invalid={false}
          describedBy={undefined}
          checked={props.shown}
          onChange={(event) => props.setShown(event.target.checked)}
        />
        {earlier.length < 2 ? null : (
          <FieldFrame
            id={`${id}:from`}
            className={undefined}
            frame="for"
            title={t('changes.since.from')}
            required={false}
            hint=""
            error={null}
          >
            <SelectBox
              id={`${id}:from`}
              value={props.from}
              unset={t('changes.since.before')}
              choices={earlier.map(({ number, submittedAt }) => ({
                value: String(number),
                label:
                  submittedAt === null
                    ? t('changes.since.undated', { n: number })
                    : t('changes.since.submission', { n: number, day: dateText(submittedAt) }),
              }))}
              required={false}
              invalid={false}
              describedBy={undefined}
              set={props.setFrom}
              leave={() => undefined}
            />
          </FieldFrame>
        )}
      </div>
      <div role="status">
        {props.failed ? <Note kind="bad">{t('changes.since.failed')}</Note> : null}
        {changes === undefined ? null : <ChangeList changes={changes} part={part} />}
      </div>
    </section>
  );
}

function ChangeList(props: { changes: Changes; part: Part }) {
  const { changes, part } = props;
  const lines = linesOf(changes, part);
  if (lines.length === 0) return <p>{t('changes.since.nothing')}</p>;
  return (
    <>
      <p>
        <b>{t('changes.since.count', { n: lines.length })}</b>{' '}
        <span className={classes.words}>
          <RichText
            id="changes.since.key"
            parts={{ ins: (text) => <ins>{text}</ins>, del: (text) => <del>{text}</del> }}
          />
        </span>
      </p>
      <ul className={classes.lines}>
        {lines.map(({ id, name, kind, hash }) => (
          <li key={id}>
            <span>
              {hash === null ? (
                name
              ) : (
                <Link from="/applications/$uid" search={(before) => before} hash={hash}>
                  {name}
                </Link>
              )}{' '}
              <small>{t(`changes.kind.${kind}`)}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Line {
  id: string;
  name: string;
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Where it is read; null where it is not any more. */
  hash: string | null;
}

/** Rows, and what changed in those that stayed and outside of them. */
function linesOf({ answers, rows }: Changes, { assignment, store }: Part): Line[] {
  const whole = new Set(rows.filter(({ change }) => change !== 'moved').map(({ id }) => id));
  const rowName = (groupId: string, place: number) =>
    t('changes.row.named', { group: store.element(groupId)?.title ?? '', n: place + 1 });
  return [
    ...answers
      .filter(({ dataGroupId }) => dataGroupId === null || !whole.has(dataGroupId))
      .map((answer): Line => {
        const key = { elementId: answer.flowElementId, groupId: answer.dataGroupId };
        const title = store.element(key.elementId)?.title ?? '';
        const group = store.groupAround(key.elementId);
        const place = group === null ? -1 : store.rows(group.id).findIndex(({ id }) => id === key.groupId);
        return {
          id: addressOf(key),
          name: group === null ? title : t('editor.inRow', { title, group: group.title, n: place + 1 }),
          kind: kindOfChange(answer),
          hash: store.read(key).visible ? answerId(assignment, key) : null,
        };
      }),
    ...rows.map(
      ({ id, flowElementId, change, was, is }): Line => ({
        id,
        name: rowName(flowElementId, is ?? was ?? 0),
        kind: change,
        hash: null,
      }),
    ),
  ];
}
