import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { readerZone, sameClock } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime, ZoneBeside } from '@clearcall/ui/kit/time/date-time.tsx';
import { Link } from '@tanstack/react-router';
import { PendingActions } from '../../parts/tasks/pending-action.tsx';
import { awayText, overdueText, type PendingRow } from '../../parts/tasks/pending-rows.ts';
import { actionClass, awardedTexts } from '../../parts/tasks/task-card.tsx';
import classes from './dashboard.module.css';

const unlessNone = (text: string): string | null => (text === '-' ? null : text);

/** The columns of pending actions. The keys of those that sort are the orders of the address. */
export const pendingColumns = (now: number): Column<PendingRow>[] => [
  {
    key: 'id',
    head: t('dashboard.column.id'),
    sort: 'ASC',
    cell: ({ uid, key, shownId, canTake, waitsForChanges }) => (
      <Link
        data-id=""
        to="/applications/$uid"
        params={{ uid }}
        search={canTake || waitsForChanges ? {} : { assignment: key }}
      >
        {unbroken(shownId)}
      </Link>
    ),
  },
  {
    key: 'project',
    head: t('dashboard.column.project'),
    cell: ({ project }) => unlessNone(project),
  },
  {
    key: 'firstName',
    head: t('dashboard.column.person'),
    sort: 'ASC',
    cell: ({ person }) => unlessNone(person),
  },
  {
    key: 'step',
    head: t('dashboard.column.step'),
    cell: (row) => quoting(row.stepText, quoted(row, 'step')),
  },
  {
    key: 'partition',
    head: t('dashboard.column.partition'),
    sort: 'ASC',
    cell: (row) => {
      const { partition, asked, unit } = row;
      const awarded = awardedTexts(row);
      const requested = asked.map((one) =>
        t('dashboard.asked', { partition: one.partition, amount: numberText(one.amount), unit }),
      );
      const amounts = awarded.length > 0 ? awarded : requested;
      if (amounts.length === 0) return unlessNone(partition);
      // Two lines are shown, so that no amount is cut.
      const shown = amounts.length > 2 ? amounts.slice(0, 1) : amounts;
      const more = amounts.length - shown.length;
      return [...shown, ...(more > 0 ? [t('dashboard.askedMore', { n: more })] : [])].map((amount) => (
        <span key={amount} className={classes.amount}>
          {amount}
        </span>
      ));
    },
  },
  {
    key: 'action',
    head: t('dashboard.column.action'),
    cell: (row) => {
      if (row.waitsForChanges) return t('dashboard.waitsForChanges');
      return <PendingActions row={row} className={actionClass} />;
    },
  },
  {
    key: 'deadline',
    head: t('dashboard.column.deadline'),
    sort: 'ASC',
    cell: (row) => <Deadline row={row} now={now} />,
  },
];

function Deadline({ row, now }: { row: PendingRow; now: number }) {
  const { deadlineMs, deleted, hasNoDeadline, isChange, isOverdue, timeZone, when } = row;
  if (deadlineMs === null) return <span className={classes.away}>{t('dashboard.noDeadline')}</span>;
  return (
    <>
      {hasNoDeadline ? <span className={classes.none}>{t('dashboard.noDeadline')}</span> : null}
      {deleted ? (
        <RichText id="dashboard.deletedOn" parts={{ day: () => <DateTime at={deadlineMs} dateOnly /> }} />
      ) : (
        <DateTime at={deadlineMs} />
      )}
      <span className={classes.away} data-overdue={isOverdue || undefined}>
        {when === 'soon' || isOverdue ? <Icon name="warning" size={14} /> : null}
        {isChange && deadlineMs > now
          ? t('dashboard.changesDue', { away: awayText(deadlineMs, now) })
          : isOverdue
            ? overdueText(deadlineMs, now)
            : awayText(deadlineMs, now)}
      </span>
      {/* The page says whose clock its times go by; a row only if the clock of its call differs. */}
      {deleted || sameClock(timeZone, readerZone, deadlineMs) ? null : (
        <small className={classes.otherClock}>
          <ZoneBeside zone={timeZone} ms={deadlineMs} />
        </small>
      )}
    </>
  );
}
