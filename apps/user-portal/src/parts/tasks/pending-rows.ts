import type { DashboardApplication } from '@clearcall/domain/applications/application.ts';
import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { locales } from '@clearcall/i18n/language.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import type { IconName } from '@clearcall/ui/kit/icon.tsx';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';
import { daysAway, instantOf } from '@clearcall/ui/kit/time/date-text.ts';
import { type DashboardColumn, type DashboardSearch, formHeadId, ownFormId } from '../../search-params.ts';

export interface Action {
  /** What it is called. */
  label: Extract<MessageId, `dashboard.action.${string}`>;
  icon: IconName;
  /** It is asked in a dialog of the page. */
  ask?: 'time';
  /** Place on the page, if it does not begin with what is asked. */
  hash?: string;
}

/** Of what nobody has taken yet. Source: Requirements 2, 7.8. */
const take: Action = { label: 'dashboard.action.take', icon: 'plus' };
const submitForm: Action = { label: 'dashboard.action.submitForm', icon: 'arrow-right' };
/** What can be done by the status of an assignment; in every other nothing can. Source: Requirements 2, 7.7 and 7.9. */
const actions: Partial<Record<AssignmentStatus, Action>> = {
  draft: { label: 'dashboard.action.submitApplication', icon: 'arrow-right' },
  changes_requested: { label: 'dashboard.action.submitChanges', icon: 'edit' },
  assigned: { label: 'dashboard.action.acceptAssignment', icon: 'check' },
  accepted: { ...submitForm, hash: ownFormId },
};

/** Later steps of an applicant, by type: their page begins with the result and the reviews. */
const laterActions: Partial<Record<string, Action['label']>> = {
  reply: 'dashboard.action.reply',
  acceptance: 'dashboard.action.answerAward',
};

const askForTime: Action = { label: 'dashboard.action.askForTime', icon: 'clock', ask: 'time' };
/** Staff are asked by others: they move the deadline themselves. */
const moveDeadline: Action = { label: 'dashboard.action.moveDeadline', icon: 'calendar', ask: 'time' };
const timeAsked: Action = { label: 'dashboard.action.timeAsked', icon: 'clock' };

/** Staff open their overdue work beside moving its deadline; it can be accepted, but not submitted. */
const openWork: Action = { label: 'dashboard.action.open', icon: 'arrow-right' };

/** Returns what the reader can do about an assignment; null if nothing is asked of them, or if the call has closed. */
function actionOf(
  { status, stepType, canTake, waitsForChanges, asksForTime }: DashboardApplication['assignments'][number],
  isOver: boolean,
  isDraft: boolean,
  isStaff: boolean,
): Action | null {
  if (canTake) return take;
  if (waitsForChanges) return null;
  // After its submission an application has later steps of its applicant.
  const isLater = status === 'draft' && !isDraft;
  const action = isLater
    ? { ...submitForm, label: laterActions[stepType] ?? submitForm.label, hash: formHeadId }
    : (actions[status] ?? null);
  if (!isOver || action === null) return action;
  // The cut-off of a call is not moved for one applicant.
  if (isDraft) return null;
  return isStaff ? moveDeadline : asksForTime ? timeAsked : askForTime;
}

const dayMs = 86_400_000;
/** From so near on a deadline is told as urgent. */
const soonMs = 3 * dayMs;
/** From so near on the first page of an applicant names a draft: it takes longer than other tasks. */
const draftSoonMs = 7 * dayMs;

type Amount = DashboardApplication['asked'][number];

export interface PendingRow {
  /** Of the assignment. */
  key: string;
  id: number;
  uid: string;
  /** As people know it: drafts by their number. */
  shownId: string;
  project: string;
  person: string;
  /** Title of the step, and the sentence that names it. */
  step: string;
  told: Told;
  stepText: string;
  partition: string;
  /** Amounts that the application asks for, of the partition of the assignment if it has one. */
  asked: readonly Amount[];
  /** Awarded amounts, if the work follows the decision and the reader may know them. */
  awarded: readonly Amount[];
  unit: string;
  /** null: nothing is asked of the reader now. */
  action: Action | null;
  /** Further commands. */
  also: Action | null;
  /** Nobody has it yet. */
  canTake: boolean;
  /** Its step, if the reader may assign it to other people; else null. */
  assignableStep: string | null;
  /** Nobody has it, and it waits until the applicant has submitted changes. */
  waitsForChanges: boolean;
  isDraft: boolean;
  /** What counts: the deadline, or the deletion of the draft where that comes earlier. */
  deadlineMs: number | null;
  /** It is the deletion. */
  deleted: boolean;
  /** Nothing is due, whether or not the draft is deleted one day. */
  hasNoDeadline: boolean;
  /** It is the deadline of a change request, not the cut-off. */
  isChange: boolean;
  /** Its deadline has passed and the work is not done, so that its owner asks for more time. */
  isOverdue: boolean;
  /** Of the call. */
  timeZone: string;
  /** Over, within three days, later or never. */
  when: 'past' | 'soon' | 'later' | 'open';
}

/** Whether a deadline is still to come, and urgent. */
export const isSoon = (deadlineMs: number, nowMs: number): boolean =>
  deadlineMs >= nowMs && deadlineMs - nowMs <= soonMs;

function whenOf(deadlineMs: number | null, nowMs: number): PendingRow['when'] {
  if (deadlineMs === null) return 'open';
  if (deadlineMs < nowMs) return 'past';
  return isSoon(deadlineMs, nowMs) ? 'soon' : 'later';
}

const text = new Intl.Collator('en', { numeric: true });
const compare: Record<DashboardColumn, (one: PendingRow, other: PendingRow) => number> = {
  id: (one, other) => one.id - other.id,
  firstName: (one, other) => text.compare(one.person, other.person),
  partition: (one, other) => text.compare(one.partition, other.partition),
  // What has no deadline comes behind everything that has one.
  deadline: (one, other) =>
    (one.deadlineMs ?? Number.MAX_SAFE_INTEGER) - (other.deadlineMs ?? Number.MAX_SAFE_INTEGER),
};

/** One row for each assignment, sorted as the address says: by default the earliest deadline first. */
export function pendingRows(
  applications: readonly DashboardApplication[],
  search: DashboardSearch,
  nowMs: number,
  isStaff = false,
): PendingRow[] {
  const rows = applications.flatMap((application) =>
    application.assignments.map((assignment): PendingRow => {
      const dueMs = instantOf(assignment.deadline);
      const goneMs = instantOf(application.draftExpiresAt);
      const deleted = goneMs !== null && (dueMs === null || goneMs < dueMs);
      const deadlineMs = deleted ? goneMs : dueMs;
      const isOver = dueMs !== null && dueMs < nowMs;
      const isDraft = application.status === 'draft';
      const action = actionOf(assignment, isOver, isDraft, isStaff);
      const isOnPartition = ({ partition }: Amount) => partition === (assignment.partition ?? partition);
      return {
        key: assignment.id,
        id: application.id,
        uid: application.uid,
        shownId: isDraft ? `DRAFT-${application.id}` : application.uid,
        project: application.projectTitle || '-',
        person: `${application.firstName} ${application.lastName}`.trim() || '-',
        step: assignment.step,
        told: assignment.told,
        stepText:
          assignment.status === 'draft' && application.status !== 'draft'
            ? t('dashboard.stepAfter', { step: assignment.step })
            : assignment.step,
        partition: assignment.partition || application.partition || '-',
        asked: application.asked.filter(isOnPartition),
        awarded: (application.awarded ?? []).filter(isOnPartition),
        unit: application.unit,
        action,
        also:
          action !== moveDeadline
            ? null
            : assignment.status === 'assigned'
              ? (actions.assigned ?? null)
              : openWork,
        canTake: assignment.canTake,
        assignableStep: assignment.assignableStep ?? null,
        waitsForChanges: assignment.waitsForChanges,
        isDraft,
        deadlineMs,
        deleted,
        hasNoDeadline: dueMs === null,
        isOverdue: isOver && action !== null,
        isChange: !deleted && assignment.status === 'changes_requested',
        timeZone: application.timeZone,
        when: whenOf(deadlineMs, nowMs),
      };
    }),
  );
  const by = compare[search.order ?? 'deadline'];
  const sign = search.direction === 'DESC' ? -1 : 1;
  // A row that asks for nothing and has no deadline would only repeat its application.
  const asking = rows.filter(
    ({ action, deadlineMs, waitsForChanges }) => action !== null || deadlineMs !== null || waitsForChanges,
  );
  return asking.sort((one, other) => sign * by(one, other) || one.id - other.id);
}

/** The address of the same view in another order. The usual one, by deadline, is not in it. */
export function sortedBy(
  search: DashboardSearch,
  column: DashboardColumn,
  direction: 'ASC' | 'DESC',
): DashboardSearch {
  const { order: _order, direction: _direction, ...rest } = search;
  return {
    ...rest,
    ...(column === 'deadline' ? {} : { order: column }),
    ...(direction === 'DESC' ? { direction } : {}),
  };
}

/** How far away a moment is, in calendar days: 'today', 'yesterday', 'in 3 days'. */
export function awayText(ms: number, nowMs: number): string {
  const relative = new Intl.RelativeTimeFormat(locales[pageLanguage()], { numeric: 'auto' });
  return relative.format(daysAway(ms, nowMs), 'day');
}

/** For how many calendar days something that was due then has been overdue: 'Overdue since today', 'Overdue by 1 day'. */
export const overdueText = (ms: number, nowMs: number): string =>
  t('dashboard.overdue', { n: daysAway(nowMs, ms) });

const stripDays = 31;
const daysBehind = 4;

/** The deadlines around now on one line to scale, as shares of it from 0 to 1, with the weeks from its start. */
export function layOutStrip(rows: readonly PendingRow[], nowMs: number) {
  const fromMs = nowMs - daysBehind * dayMs;
  const share = (ms: number) => (ms - fromMs) / (stripDays * dayMs);
  const marks = rows.flatMap(({ key, deadlineMs, when }) => {
    const at = deadlineMs === null ? -1 : share(deadlineMs);
    return at >= 0 && at <= 1 ? [{ key, at, when }] : [];
  });
  const weeks = [0, 1, 2, 3, 4].map((week) => {
    const ms = fromMs + (week * 7 + 1) * dayMs;
    return { ms, at: share(ms) };
  });
  return { marks, weeks, todayAt: share(nowMs) };
}

/** A row of a board, with the pending action of the reader that it is about. */
export interface BoardTask {
  row: TaskRow;
  pending: PendingRow | null;
}

/** The tasks of a board, what is due first at the top; what has no deadline stays in the order of the server. */
export function boardTasks({ rows }: TaskBoard, pending: readonly PendingRow[]): BoardTask[] {
  const byKey = new Map(pending.map((one) => [one.key, one]));
  const dueMs = ({ row, pending: own }: BoardTask) =>
    own?.deadlineMs ?? instantOf(row.deadline) ?? Number.POSITIVE_INFINITY;
  return rows
    .map((row) => ({ row, pending: byKey.get(row.assignmentId ?? '') ?? null }))
    .sort((one, other) => {
      const [due, otherDue] = [dueMs(one), dueMs(other)];
      if (one.row.isDone !== other.row.isDone) return Number(one.row.isDone) - Number(other.row.isDone);
      return due === otherDue ? 0 : due - otherDue;
    });
}

/**
 * Gives each pending action one place: on a board; `first`, before everything else, if it is overdue or due soon; else in
 * the table. If the page has the table alone, all are in it.
 */
export function placed(
  rows: readonly PendingRow[],
  boards: readonly TaskBoard[],
  isTableAlone = boards.length === 0,
): { first: PendingRow[]; table: PendingRow[] } {
  if (isTableAlone) return { first: [], table: [...rows] };
  const onBoards = new Set(boards.flatMap((board) => board.rows.map(({ assignmentId }) => assignmentId)));
  const others = rows.filter(({ key }) => !onBoards.has(key));
  const isFirst = ({ action, canTake, when }: PendingRow) =>
    action !== null && !canTake && (when === 'past' || when === 'soon');
  return { first: byDeadline(others.filter(isFirst)), table: others.filter((row) => !isFirst(row)) };
}

/** What an applicant has to do beside the list of applications: all that was requested, and drafts whose cut-off is near. */
export const requestedTasks = (rows: readonly PendingRow[], nowMs: number): PendingRow[] =>
  byDeadline(
    rows.filter(
      ({ action, isDraft, deleted, deadlineMs }) =>
        action !== null &&
        (!isDraft || (!deleted && deadlineMs !== null && deadlineMs - nowMs <= draftSoonMs)),
    ),
  );

/** The kinds of boards whose every line asks something of the reader; the others also show the work of other people. */
const asking: readonly TaskBoard['kind'][] = ['time', 'assign'];

/** Whether the deadline of a line of a board is the reader's, so that it is shown as urgent or overdue. */
export const isOwnDeadline = (kind: TaskBoard['kind'], { pending }: Pick<BoardTask, 'pending'>): boolean =>
  pending !== null || kind === 'assign';

/**
 * How much is asked of the reader on the whole page, and how much of it is shown as urgent or overdue. `others`: what is
 * asked in addition to rows and boards.
 */
export function summaryOf(
  rows: readonly PendingRow[],
  boards: readonly TaskBoard[],
  nowMs: number,
  others = 0,
): { n: number; soon: number; past: number } {
  const own = rows.filter(({ action }) => action !== null);
  const known = new Set(own.map(({ key }) => key));
  const lines = boards
    .filter(({ kind }) => asking.includes(kind))
    .map(({ kind, total, rows: all }) => {
      const rest = all.filter(({ assignmentId, isDone }) => !isDone && !known.has(assignmentId ?? ''));
      const whens = kind === 'assign' ? rest.map(({ deadline }) => whenOf(instantOf(deadline), nowMs)) : [];
      return { n: total - all.length + rest.length, whens };
    });
  const whens = [...own.map(({ when }) => when), ...lines.flatMap((line) => line.whens)];
  return {
    n: lines.reduce((sum, line) => sum + line.n, own.length + others),
    soon: whens.filter((when) => when === 'soon').length,
    past: whens.filter((when) => when === 'past').length,
  };
}

const byDeadline = (rows: PendingRow[]): PendingRow[] => rows.sort(compare.deadline);
