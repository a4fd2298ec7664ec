import type { TaskBoard, TaskRow } from '@clearcall/domain/model/task-board.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import classes from './task-boards.module.css';

type Kind = TaskBoard['kind'];

/** Rows that are shown before the reader asks for all. */
const shownAtFirst = 5;

/** What the role of the reader has to see to beside the own pending actions, each one press away. */
export function TaskBoards({ boards }: { boards: readonly TaskBoard[] }) {
  return boards.map((board) => <Board key={board.kind} board={board} />);
}

function Board({ board: { kind, total, rows } }: { board: TaskBoard }) {
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, shownAtFirst);
  const due = rows.filter(({ isDone }) => !isDone).length;
  return (
    <section className={classes.board} aria-labelledby={id}>
      <h2 id={id}>{titleOf(kind, total, due)}</h2>
      <ul>
        {shown.map((row) => (
          <Task
            key={`${row.uid} ${row.flowElementId} ${row.asked[0]?.partition} ${row.takeId}`}
            kind={kind}
            row={row}
          />
        ))}
      </ul>
      {rows.length > shown.length ? (
        <Button onClick={() => setAll(true)}>{t('dashboard.board.more', { n: rows.length })}</Button>
      ) : null}
      {all && total > rows.length ? (
        <p className="small soft">{t('dashboard.board.cut', { n: rows.length, total })}</p>
      ) : null}
    </section>
  );
}

function Task({ kind, row }: { kind: Kind; row: TaskRow }) {
  const person = `${row.firstName} ${row.lastName}`.trim();
  const toAssign = kind === 'assign' && row.takeId === null;
  return (
    <li>
      <div className={classes.what}>
        <span className={classes.id}>{unbroken(row.uid)}</span>
        {row.projectTitle === '' ? null : <b className={classes.project}>{row.projectTitle}</b>}
        {person === '' ? null : <span>{person}</span>}
      </div>
      <p className={classes.facts}>
        {factsOf(kind, row).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <Link
        className={classes.action}
        to="/applications/$uid"
        params={{ uid: row.uid }}
        search={toAssign ? { tab: 'assignments', step: row.flowElementId } : {}}
      >
        {t(
          toAssign
            ? 'dashboard.board.do.assign'
            : row.takeId === null
              ? 'dashboard.board.do.open'
              : 'dashboard.board.do.take',
        )}{' '}
        <span className="hidden-visually">{row.uid}</span>
        <Icon name="arrow-right" size={14} />
      </Link>
    </li>
  );
}

function factsOf(kind: Kind, row: TaskRow): string[] {
  const { step, submitted, needed, rank, unit } = row;
  if (kind === 'payments')
    return [
      row.isDone ? t('dashboard.board.paid') : t('dashboard.board.toPay'),
      ...(row.payee === null ? [] : [row.payee]),
      ...(row.sum === null ? [] : [`${numberText(row.sum)} ${unit}`.trim()]),
    ];
  const reviews = t('dashboard.board.reviews', { submitted, needed });
  const asked = row.asked.map((one) => askedText(one, unit));
  switch (kind) {
    case 'assign':
      return [
        step,
        ...(row.takeId !== null ? [t('dashboard.board.nobody')] : []),
        ...(needed > 1 ? [t('dashboard.board.people', { submitted, needed })] : []),
        ...asked,
      ];
    case 'panel':
      return [step, reviews, rankText(rank), ...asked];
    case 'decide':
      return [
        rankText(rank),
        reviews,
        ...asked,
        ...(row.hasLead === false ? [t('dashboard.board.noLead')] : []),
      ];
  }
}

const rankText = (rank: string | null): string =>
  rank === null ? t('dashboard.board.noRank') : t('dashboard.board.rank', { rank });

function askedText({ partition, amount, left }: TaskRow['asked'][number], unit: string): string {
  if (amount === null) return partition;
  const asked = numberText(amount);
  return left === null
    ? t('dashboard.board.asked', { partition, amount: asked, unit })
    : t('dashboard.board.askedOf', { partition, amount: asked, unit, left: numberText(left) });
}

const titleOf = (kind: Kind, n: number, due: number): string =>
  kind === 'payments'
    ? t('dashboard.board.payments.title', { n, due })
    : t(`dashboard.board.${kind}.title`, { n });
