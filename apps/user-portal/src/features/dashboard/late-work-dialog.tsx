import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { DayField } from '@clearcall/ui/kit/field/day-field.tsx';
import { attemptEach } from '@clearcall/ui/kit/many/attempt-each.ts';
import { ManyDialog } from '@clearcall/ui/kit/many/many-dialog.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText, readerZone } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useState } from 'react';
import { useKept } from '../../parts/kept/kept-text.ts';
import { UnsentTextsGuard } from '../../parts/kept/unsent-texts-guard.tsx';
import { RemindDialog, Reminder, useReminder, useReminderWords } from '../../parts/letters/remind-dialog.tsx';
import classes from './late-work.module.css';

/** What can be done with late work: its people are reminded; another deadline, also so that it can still be submitted; or it is revoked. */
export type LateCommand = 'remind' | 'deadline' | 'revoke';

/** A dialog that was opened: of one row, or of all that are selected. */
export type Opened = { command: LateCommand; row?: LateWork };

/** Open work of other people. */
export const canBeReminded = ({ owner, endedAt }: LateWork, me: number): boolean =>
  owner !== null && owner.id !== me && endedAt === null;

/** Nothing is left to move or to revoke of work that has ended. */
export const canBeChanged = ({ endedAt }: LateWork): boolean => endedAt === null;

export const nameOf = ({ owner }: LateWork): string =>
  owner === null ? t('dashboard.late.nobody') : `${owner.firstName} ${owner.lastName}`.trim();

/** The first of several letters, which differ in nothing but their work. */
function FirstLetter({ row }: { row: LateWork }) {
  const reminder = useReminder(row.id);
  return (
    <details className={classes.which}>
      <summary>{t('dashboard.late.remind.letter', { who: nameOf(row) })}</summary>
      <Reminder reminder={reminder} />
    </details>
  );
}

const whatOf = (row: LateWork): string => `${row.uid}, ${row.step}, ${nameOf(row)}`;

/** What was opened on the page of late work. `onDone`: the rows are not as the page shows them. */
export function OpenedDialog(props: {
  opened: Opened;
  /** Selected rows. */
  rows: readonly LateWork[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { opened, onDone, onClose } = props;
  const { command, row } = opened;
  if (row !== undefined && command === 'remind')
    return <RemindDialog assignmentId={row.id} who={nameOf(row)} onClose={onClose} onDone={onClose} />;
  const rows = row === undefined ? props.rows : [row];
  return <LateWorkDialog command={command} rows={rows} onDone={onDone} onClose={onClose} />;
}

/** Reminds the people of late work, moves its deadline or revokes it. */
function LateWorkDialog(props: {
  command: LateCommand;
  rows: readonly LateWork[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { command } = props;
  const today = plainDate(new Date(useNow()), readerZone);
  const me = useUser().id;
  // The rows as chosen when the dialog opened: the list behind it may be loaded again.
  const [rows] = useState(
    command === 'remind' ? props.rows.filter((row) => canBeReminded(row, me)) : props.rows,
  );
  const [without] = useState(props.rows.length - rows.length);
  const [day, setDay] = useState('');
  const place = { key: 'late-work:revoke', uid: '', name: t('dashboard.late.revoke.reason') };
  const [reason, setReason, forget] = useKept(place, '', { isShown: command === 'revoke' });
  const message = useReminderWords('late-work:remind');
  const [fault, setFault] = useState<string | null>(null);
  const n = rows.length;

  const faultNow = (): string | null => {
    if (command === 'remind') return null;
    if (command === 'revoke') return reason.trim() === '' ? t('dashboard.late.revoke.needsReason') : null;
    if (!isPlainDate(day)) return t('dashboard.late.deadline.needsDay');
    return day < today ? t('dashboard.late.deadline.past') : null;
  };
  const send = ({ id, timeZone, revision }: LateWork) => {
    const params = { id };
    if (command === 'remind')
      return call('POST /v2/assignments/:id/reminder', {
        params,
        body: { words: message.words },
        quiet: true,
      });
    if (command === 'deadline')
      return call('PUT /v2/assignments/:id/deadline', {
        params,
        body: { deadline: endOfDay(day, timeZone), revision },
        quiet: true,
      });
    return call('PUT /v2/assignments/:id/revoke', {
      params,
      body: { reason: reason.trim(), revision },
      quiet: true,
    });
  };
  return (
    <ManyDialog
      title={t(`dashboard.late.${command}.title`)}
      opened
      onClose={props.onClose}
      onDone={({ done }) => {
        if (done.length > 0) (command === 'remind' ? message.forget : forget)();
        props.onDone();
      }}
      verb={n === 0 ? null : t(`dashboard.late.${command}.confirm`, { n })}
      danger={command === 'revoke'}
      check={() => {
        const found = faultNow();
        setFault(found);
        return found === null;
      }}
      action={{ items: rows, atOnce: 4, nameOf: whatOf, act: (part) => attemptEach(part, whatOf, send) }}
      result={({ done, notDone, left }) => {
        const failed = command === 'remind' ? 'dashboard.late.remind.failed' : 'dashboard.late.report.failed';
        const count = notDone.length + left.length;
        return [
          t(`dashboard.late.${command}.done`, { n: done.length }),
          ...(count === 0 ? [] : [t(failed, { n: count })]),
        ].join(' ');
      }}
    >
      <p>{n === 0 ? t('dashboard.late.remind.nobody') : t(`dashboard.late.${command}.what`, { n })}</p>
      {n > 0 && without > 0 ? <p>{t('dashboard.late.remind.without', { n: without })}</p> : null}
      {command === 'remind' && n > 0 ? message.field : null}
      {command === 'deadline' ? (
        <DayField
          label={t('dashboard.late.deadline.day')}
          hint={t('dashboard.late.deadline.hint')}
          error={fault}
          required
          zone={readerZone}
          min={today}
          value={day}
          set={(value) => {
            setDay(value);
            setFault(null);
          }}
        />
      ) : null}
      {command === 'revoke' ? (
        <AreaField
          label={t('dashboard.late.revoke.reason')}
          hint={t('dashboard.late.revoke.hint')}
          error={fault}
          required
          value={reason}
          maxLength={3_000}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      <UnsentTextsGuard />
      {command === 'remind' && rows[0] !== undefined ? <FirstLetter row={rows[0]} /> : null}
      <details className={classes.which}>
        <summary>{t('dashboard.late.which', { n })}</summary>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              {unbroken(row.uid)}, <AuthorText of={row} name="step" />, {nameOf(row)}
              {row.deadline === null ? '' : unbroken(`, ${dateText(row.deadline)}`)}
            </li>
          ))}
        </ul>
      </details>
    </ManyDialog>
  );
}
