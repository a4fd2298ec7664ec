import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import type { SelectFilter } from '@clearcall/ui/kit/list/select-filters.tsx';
import type { BulkActions } from '@clearcall/ui/kit/list/selection-bar.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { readerZone, sameClock } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { Link } from '@tanstack/react-router';
import { TitleCell } from '../../parts/applications/title-cell.tsx';
import { awayText } from '../../parts/tasks/pending-rows.ts';
import { kindsOfLateness, type LateWorkSearch } from '../../search-params.ts';
import classes from './late-work.module.css';
import { canBeReminded, type LateCommand, nameOf } from './late-work-dialog.tsx';

const daysToWait = [3, 5, 7, 14, 30];

/** The filters of late work: its kind, days without an answer, call and step. */
export function lateWorkFilters(
  search: LateWorkSearch,
  calls: Reply<'POST /v2/assignments/late'>['calls'],
  go: (search: LateWorkSearch) => void,
): SelectFilter[] {
  const waits = search.days ?? 5;
  return [
    {
      key: 'kind',
      label: t('dashboard.late.filter.kind'),
      value: search.lateness,
      any: t('dashboard.late.filter.both'),
      choices: kindsOfLateness.map((one) => ({ value: one, label: t(`dashboard.late.filter.${one}`) })),
      set: (value) => go({ ...search, lateness: kindsOfLateness.find((one) => one === value) }),
    },
    {
      key: 'days',
      label: t('dashboard.late.filter.days'),
      value: waits,
      hidesEmpty: true,
      choices:
        search.lateness === undefined || search.lateness === 'unanswered'
          ? [...new Set([...daysToWait, waits])]
              .toSorted((one, other) => one - other)
              .map((n) => ({ value: n, label: t('dashboard.late.filter.nDays', { n }) }))
          : [],
      set: (value) => go({ ...search, days: value === '5' ? undefined : Number(value) }),
    },
    {
      key: 'call',
      label: t('dashboard.late.filter.call'),
      value: search.call,
      any: t('dashboard.late.filter.allCalls'),
      choices: calls.map(({ id, title }) => ({ value: id, label: title })),
      set: (value) =>
        go({ ...search, call: value === undefined ? undefined : Number(value), step: undefined }),
    },
    {
      key: 'step',
      label: t('dashboard.late.filter.step'),
      value: search.step,
      any: t('dashboard.late.filter.allSteps'),
      hidesEmpty: true,
      choices:
        calls
          .find((one) => one.id === search.call)
          ?.steps.map(({ id, title }) => ({ value: id, label: title })) ?? [],
      set: (value) => go({ ...search, step: value }),
    },
  ];
}

/** What staff can do with the selected rows. */
export const lateWorkBulk = (n: number, open: (command: LateCommand) => void): BulkActions<LateWork> => ({
  label: t('dashboard.late.bulk'),
  text: t('dashboard.late.chosen', { n }),
  isAlwaysShown: true,
  actions: (['remind', 'deadline', 'revoke'] as const).map((command) => ({
    label: t(`dashboard.late.${command}.open`),
    isDanger: command === 'revoke',
    onPress: () => open(command),
  })),
});

/** The columns of late work. */
export const lateWorkColumns = (
  now: number,
  me: number,
  remind: (row: LateWork) => void,
): Column<LateWork>[] => [
  {
    key: 'id',
    head: t('dashboard.late.column.id'),
    width: 180,
    grow: 3,
    card: '1 / 1',
    cell: ({ uid, projectTitle }) => (
      <TitleCell uid={uid} title={projectTitle} search={{ tab: 'assignments' }} />
    ),
  },
  {
    key: 'who',
    head: t('dashboard.late.column.who'),
    width: 124,
    grow: 2,
    card: '2 / 1',
    cell: (row) => (
      <>
        <b>{nameOf(row)}</b>
        <Second>{translate(roleMessage(row.role))}</Second>
      </>
    ),
  },
  {
    key: 'step',
    head: t('dashboard.late.column.step'),
    width: 124,
    grow: 3,
    card: 'auto / 1',
    cell: ({ step, partition, callTitle }) => (
      <>
        {partition === null ? step : t('dashboard.late.ofPartition', { step, partition })}
        <Second>{callTitle}</Second>
      </>
    ),
  },
  {
    key: 'status',
    head: t('dashboard.late.column.status'),
    width: 136,
    drop: 1,
    card: '2 / 2',
    cell: ({ status }) => <StatusChip status={status} />,
  },
  {
    key: 'deadline',
    head: t('dashboard.late.column.deadline'),
    width: 152,
    grow: 3,
    card: 'auto / 1',
    cell: (row) => <Deadline row={row} now={now} />,
  },
  {
    key: 'action',
    head: t('dashboard.late.column.action'),
    width: 84,
    card: 'auto / 2',
    cell: (row) => <RowActions row={row} me={me} remind={remind} />,
  },
];

function Deadline({ row, now }: { row: LateWork; now: number }) {
  const { owner, deadline, unansweredSince, endedAt } = row;
  const dueMs = deadline === null ? null : Date.parse(deadline);
  return (
    <>
      {endedAt !== null ? (
        t('dashboard.late.ended', { away: awayText(Date.parse(endedAt), now) })
      ) : dueMs === null ? (
        t('dashboard.noDeadline')
      ) : (
        <DateTime at={dueMs} zone={sameClock(row.timeZone, readerZone, dueMs) ? undefined : row.timeZone} />
      )}
      {row.isOverdue && dueMs !== null ? <b className={classes.late}>{awayText(dueMs, now)}</b> : null}
      {unansweredSince === null ? null : (
        <Second>
          {t(owner === null ? 'dashboard.late.opened' : 'dashboard.late.asked', {
            away: awayText(Date.parse(unansweredSince), now),
          })}
        </Second>
      )}
    </>
  );
}

function RowActions(props: { row: LateWork; me: number; remind: (row: LateWork) => void }) {
  const { row } = props;
  const [name, id] = [nameOf(row), row.uid];
  return (
    <>
      <Link
        className={classes.action}
        to="/applications/$uid"
        params={{ uid: id }}
        search={{ tab: 'assignments', replace: row.id }}
      >
        {t(row.owner === null ? 'dashboard.late.assign' : 'dashboard.late.replace')}
        <span className="hidden-visually">
          {row.owner === null
            ? t('dashboard.late.assignWhat', { step: row.step, id })
            : t('dashboard.late.replaceWhom', { name, id })}
        </span>
      </Link>
      {canBeReminded(row, props.me) ? (
        <button type="button" className={classes.remind} onClick={() => props.remind(row)}>
          {t('staff.command.remind')}
          <span className="hidden-visually">{t('dashboard.late.remindWhom', { name, id })}</span>
        </button>
      ) : null}
    </>
  );
}
