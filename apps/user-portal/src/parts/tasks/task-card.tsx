import type { TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { PendingActions } from './pending-action.tsx';
import { awayText, isSoon, overdueText, type PendingRow } from './pending-rows.ts';
import classes from './task-card.module.css';

/** Cards that are shown before the reader asks for all. */
const shownAtFirst = 5;

/** Tasks under a title, the first ones at once. `links`: under the title; `cut`: what is said below all tasks. */
export function TaskList(props: {
  title: string;
  links?: ReactNode;
  cut?: string | undefined;
  children: readonly ReactNode[];
}) {
  const { title, links, cut, children } = props;
  const id = useId();
  const [all, setAll] = useState(false);
  // One more takes no more room than the button.
  const shown = all || children.length === shownAtFirst + 1 ? children : children.slice(0, shownAtFirst);
  return (
    <section className={classes.board} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {links}
      <ul>{shown}</ul>
      {children.length > shown.length ? (
        <Button onClick={() => setAll(true)}>{t('dashboard.board.more', { n: children.length })}</Button>
      ) : cut === undefined ? null : (
        <p className="small soft">{cut}</p>
      )}
    </section>
  );
}

/** One line of a list of tasks: what it is about, what is known about it, when it is due, and what to do. */
export function TaskLine(props: {
  what: ReactNode;
  facts: readonly ReactNode[];
  due?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <div className={classes.what}>{props.what}</div>
      <p className={classes.facts}>
        {props.facts.map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
          <span key={at}>{fact}</span>
        ))}
      </p>
      {props.due === undefined ? null : <p className={classes.when}>{props.due}</p>}
      <div className={classes.actions}>{props.children}</div>
    </li>
  );
}

/** One task: the application, its project and a person, what is known about it, and what to do. */
export function TaskCard(props: {
  uid: string;
  shownId?: string;
  assignmentId?: string | undefined;
  project: string;
  person: string;
  facts: readonly ReactNode[];
  due?: ReactNode;
  children: ReactNode;
}) {
  const { uid, shownId = uid, assignmentId, project, person, facts, due, children } = props;
  return (
    <TaskLine
      due={due}
      facts={person === '' ? facts : [person, ...facts]}
      what={
        <>
          {project === '' ? null : <b className={classes.project}>{project}</b>}
          <Link
            className={classes.id}
            to="/applications/$uid"
            params={{ uid }}
            search={assignmentId === undefined ? {} : { assignment: assignmentId }}
          >
            {unbroken(shownId)}
          </Link>
        </>
      }
    >
      {children}
    </TaskLine>
  );
}

/** What is asked for on a partition, and what is left of its pool if that is known, or that the partition was turned down. */
export function askedText(
  { partition, amount, left, isTurnedDown }: TaskRow['asked'][number],
  unit: string,
): string {
  if (amount === null)
    return isTurnedDown === true ? t('dashboard.board.turnedDown', { partition }) : partition;
  const asked = numberText(amount);
  if (isTurnedDown === true) return t('dashboard.board.askedTurnedDown', { partition, amount: asked, unit });
  return left === null
    ? t('dashboard.board.asked', { partition, amount: asked, unit })
    : t('dashboard.board.askedOf', { partition, amount: asked, unit, left: numberText(left) });
}

/** When something is due, and how far that is away. `isOwn`: it is the reader's, and urgent to them. */
export function DueFact({ dueMs, now, isOwn = true }: { dueMs: number; now: number; isOwn?: boolean }) {
  const isOverdue = isOwn && dueMs < now;
  const isUrgent = isOverdue || (isOwn && isSoon(dueMs, now));
  return (
    <span className={classes.due} data-urgent={isUrgent || undefined}>
      {isUrgent ? <Icon name="warning" size={14} /> : null}
      <DateTime at={dueMs} /> {isOverdue ? overdueText(dueMs, now) : awayText(dueMs, now)}
    </span>
  );
}

/** The beginning of a reason that a person wrote. The dialog of the task shows it whole. */
export const Reason = ({ children }: { children: string }) => (
  <span className={classes.reason} title={children}>
    {children}
  </span>
);

/** Awarded amounts of a task that follows the decision; empty if the reader knows of none. */
export const awardedTexts = ({ awarded, unit }: PendingRow): string[] =>
  awarded.map(({ partition, amount }) =>
    t('dashboard.awarded', { partition, amount: numberText(amount), unit }),
  );

function amountsOf(row: PendingRow): string[] {
  if (row.awarded.length > 0) return awardedTexts(row);
  if (row.asked.length > 0) return row.asked.map((one) => askedText({ ...one, left: null }, row.unit));
  return row.partition === '-' ? [] : [row.partition];
}

/** Pending actions of the reader as cards; nothing if there are none. */
export function PendingCards(props: { title: string; rows: readonly PendingRow[]; now: number }) {
  const { title, rows, now } = props;
  if (rows.length === 0) return null;
  return (
    <TaskList title={title}>
      {rows.map((row) => (
        <TaskCard
          key={row.key}
          uid={row.uid}
          shownId={row.shownId}
          assignmentId={row.canTake ? undefined : row.key}
          project={row.project === '-' ? '' : row.project}
          person={row.person === '-' ? '' : row.person}
          facts={[quoting(row.stepText, quoted(row, 'step')), ...amountsOf(row)]}
          due={row.deadlineMs === null ? undefined : <DueFact dueMs={row.deadlineMs} now={now} />}
        >
          <PendingActions row={row} className={classes.action} />
        </TaskCard>
      ))}
    </TaskList>
  );
}

export const actionClass = classes.action;
export const linksClass = classes.links;
