import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { ExportButtons } from '@clearcall/ui/kit/list/export-buttons.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { instantOf } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { callFile } from '@clearcall/ui/session/call.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { callCodeOf } from '../../parts/applications/title-cell.tsx';
import { PendingAction } from '../../parts/tasks/pending-action.tsx';
import {
  type BoardTask,
  boardTasks,
  isOwnDeadline,
  type PendingRow,
} from '../../parts/tasks/pending-rows.ts';
import {
  actionClass,
  askedText,
  DueFact,
  linksClass,
  Reason,
  TaskCard,
  TaskList,
} from '../../parts/tasks/task-card.tsx';

// Loaded with the texts of its fields when staff answer a request.
const AnswerTimeDialog = lazy(
  withTexts(['forms', 'staff'], async () => ({
    default: (await import('../../parts/more-time/answer-dialog.tsx')).AnswerTimeDialog,
  })),
);

type Kind = TaskBoard['kind'];

/** Tasks of the role of the reader beside the own pending actions, each one press away. `again`: a task was done here. */
export function TaskBoards(props: {
  boards: readonly TaskBoard[];
  pending: readonly PendingRow[];
  now: number;
  again: () => void;
}) {
  const { boards, pending, now, again } = props;
  const [answered, answer] = useState<TaskRow>();
  const lists = boards.map((board) => {
    const { kind, total, rows } = board;
    const due = rows.filter(({ isDone }) => !isDone).length;
    return (
      <TaskList
        key={kind}
        title={titleOf(kind, total, due)}
        links={linksOf(kind, rows)}
        cut={total > rows.length ? t('dashboard.board.cut', { n: rows.length, total }) : undefined}
      >
        {boardTasks(board, pending).map((task) => (
          <Task key={keyOf(task.row)} kind={kind} task={task} now={now} answer={answer} />
        ))}
      </TaskList>
    );
  });
  return (
    <>
      {lists}
      {answered === undefined ? null : (
        <AnswerTime row={answered} onClose={() => answer(undefined)} onDone={again} />
      )}
    </>
  );
}

/** The dialog with the deadline that was asked for filled in, so that its button grants it. */
function AnswerTime({ row, ...frame }: { row: TaskRow; onClose: () => void; onDone: () => void }) {
  const { assignmentId, deadline, timeRequest } = row;
  if (assignmentId === null || deadline === null || timeRequest === null) return null;
  return (
    <Suspense fallback={null}>
      <AnswerTimeDialog
        {...frame}
        assignmentId={assignmentId}
        uid={row.uid}
        who={nameOf(row)}
        request={{ until: deadline, reason: timeRequest.reason }}
        zone={timeRequest.timeZone}
      />
    </Suspense>
  );
}

/** Ways to all rows of a board at once, as a table or a file. */
function linksOf(kind: Kind, rows: readonly TaskRow[]): ReactNode {
  if (kind === 'panel' || kind === 'decide') return <ScoreTables rows={rows} />;
  if (kind !== 'payments') return undefined;
  const fetch = (format: 'csv' | 'xlsx') =>
    callFile('GET /v2/applications/payments/file', { query: { format } });
  return (
    <div className={linksClass}>
      <ExportButtons label={t('dashboard.board.payments.export')} fetch={fetch} />
    </div>
  );
}

/** The way to the scores of the same applications, side by side: a link for each call. */
function ScoreTables({ rows }: { rows: readonly TaskRow[] }) {
  const calls = [...new Map(rows.map(({ callId, uid }) => [callId, callCodeOf(uid)]))];
  return (
    <p className={linksClass}>
      {calls.map(([callId, code]) => (
        <Link key={callId} to="/calls/$id/scores" params={{ id: String(callId) }}>
          {calls.length === 1 ? t('dashboard.board.scores') : t('dashboard.board.scoresOf', { call: code })}
        </Link>
      ))}
    </p>
  );
}

const keyOf = ({ uid, flowElementId, asked, assignmentId, lastName }: TaskRow): string =>
  [uid, flowElementId, asked[0]?.partition, assignmentId, lastName].join(' ');

const nameOf = ({ firstName, lastName }: TaskRow): string => `${firstName} ${lastName}`.trim();

interface TaskProps {
  kind: Kind;
  task: BoardTask;
  answer: (row: TaskRow) => void;
}

function Task({ kind, task, now, answer }: TaskProps & { now: number }) {
  const { row, pending } = task;
  const dueMs = pending?.deadlineMs ?? instantOf(row.deadline);
  return (
    <TaskCard
      uid={row.uid}
      project={row.projectTitle}
      person={nameOf(row)}
      facts={[
        ...factsOf(kind, row),
        ...(row.timeRequest === null ? [] : [<Reason key="reason">{row.timeRequest.reason}</Reason>]),
      ]}
      due={dueMs === null || row.isDone ? undefined : dueFact(kind, dueMs, now, isOwnDeadline(kind, task))}
    >
      <Actions kind={kind} task={task} answer={answer} />
    </TaskCard>
  );
}

const dueFact = (kind: Kind, dueMs: number, now: number, isOwn: boolean): ReactNode =>
  kind === 'time' ? (
    <RichText id="dashboard.board.until" parts={{ day: () => <DateTime at={dueMs} /> }} />
  ) : (
    <DueFact dueMs={dueMs} now={now} isOwn={isOwn} />
  );

/** What the reader can do about a task: the own pending action, else what the board is about, else to read. */
function Actions({ kind, task: { row, pending }, answer }: TaskProps) {
  const { uid, flowElementId } = row;
  if (kind === 'time')
    return (
      <button type="button" className={actionClass} onClick={() => answer(row)}>
        {t('dashboard.board.do.answer')}
        <span className="hidden-visually">{t('dashboard.late.time.of', { name: nameOf(row), id: uid })}</span>
        <Icon name="arrow-right" size={14} />
      </button>
    );
  const ofApplication = (search: LinkProps['search']) =>
    ({ to: '/applications/$uid', params: { uid }, search }) as LinkProps;
  const links: [Parameters<typeof t>[0], LinkProps][] = [];
  if (kind === 'assign')
    links.push(['dashboard.board.do.assign', ofApplication({ tab: 'assignments', step: flowElementId })]);
  if (kind === 'decide' && row.hasLead === false)
    links.push(['dashboard.board.do.lead', ofApplication({ step: flowElementId })]);
  const action = pending?.action ?? null;
  const own =
    pending === null || action === null ? null : (
      <PendingAction
        row={pending}
        action={
          kind === 'payments' && action.label === 'dashboard.action.submitForm'
            ? { ...action, label: 'dashboard.action.pay' }
            : action
        }
        className={actionClass}
      />
    );
  if (own === null && links.length === 0) links.push(['dashboard.board.do.open', ofApplication({})]);
  return (
    <>
      {own}
      {links.map(([label, to]) => (
        <Link key={label} className={actionClass} {...to}>
          {t(label)} <span className="hidden-visually">{uid}</span>
          <Icon name="arrow-right" size={14} />
        </Link>
      ))}
    </>
  );
}

function factsOf(kind: Kind, row: TaskRow): ReactNode[] {
  const { submitted, needed, rank, unit } = row;
  const step = <AuthorText of={row} name="step" />;
  if (kind === 'time') return [step];
  if (kind === 'payments')
    return [
      row.isDone ? t('dashboard.board.paid') : t('dashboard.board.toPay'),
      ...(row.payee === null ? [] : [row.payee]),
      ...(row.sum === null ? [] : [`${numberText(row.sum)} ${unit}`.trim()]),
    ];
  const reviews = needed === 0 ? [] : [t('dashboard.board.reviews', { submitted, needed })];
  const ranks = row.hasRank ? [rankText(rank)] : [];
  const asked = row.asked.map((one) => askedText(one, unit));
  switch (kind) {
    case 'assign':
      return [step, ...(needed > 1 ? [t('dashboard.board.people', { submitted, needed })] : []), ...asked];
    case 'panel':
      return [step, ...reviews, ...ranks, ...asked];
    case 'decide':
      return [
        ...ranks,
        ...reviews,
        ...asked,
        ...(row.hasLead === false ? [t('dashboard.board.noLead')] : []),
      ];
  }
}

const rankText = (rank: string | null): string =>
  rank === null ? t('dashboard.board.noRank') : t('dashboard.board.rank', { rank });

const titleOf = (kind: Kind, n: number, due: number): string =>
  kind === 'payments'
    ? t('dashboard.board.payments.title', { n, due })
    : t(`dashboard.board.${kind}.title`, { n });
