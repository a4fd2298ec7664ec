import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { endOfDay } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { DateBox } from '@clearcall/ui/kit/field/date-box.tsx';
import { describedById, FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { doEach, type Outcome } from '@clearcall/ui/session/do-each.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useEffect, useRef, useState } from 'react';
import { useKept } from '../../parts/kept/kept-text.ts';
import { UnsentTextsGuard } from '../../parts/kept/unsent-texts-guard.tsx';
import { Reminder, useReminder, useReminderWords } from '../../parts/letters/remind-dialog.tsx';
import classes from './late-work.module.css';

/** What can be done with late work: its people are reminded; another deadline, also so that it can still be submitted; or it is revoked. */
export type Deed = 'remind' | 'deadline' | 'revoke';

/** Open work of other people. */
export const canBeReminded = ({ owner, endedAt }: LateWork, me: number): boolean =>
  owner !== null && owner.id !== me && endedAt === null;

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

const atOnce = 4;
const dayField = 'late-work-day';

/** Asks what has to be known, does it for one after the other, and says what was not done and why. */
export function LateWorkDialog(props: {
  deed: Deed;
  rows: readonly LateWork[];
  /** yyyy-mm-dd */
  today: string;
  onClose: (changed: boolean) => void;
}) {
  const { deed } = props;
  const me = useUser().id;
  // What was chosen when it opened: the list behind it is asked again meanwhile.
  const [rows] = useState(
    deed === 'remind' ? props.rows.filter((row) => canBeReminded(row, me)) : props.rows,
  );
  const [without] = useState(props.rows.length - rows.length);
  const [day, setDay] = useState('');
  const place = { key: 'late-work:revoke', uid: '', name: t('dashboard.late.revoke.reason') };
  const [reason, setReason, forget] = useKept(place, '', { isShown: deed === 'revoke' });
  const message = useReminderWords('late-work:remind');
  const [complaint, setComplaint] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome<LateWork> | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => () => end.current.abort(), []);
  const n = rows.length;

  const wrong = (): string | null => {
    if (deed === 'remind') return null;
    if (deed === 'revoke') return reason.trim() === '' ? t('dashboard.late.revoke.needsReason') : null;
    if (!isPlainDate(day)) return t('dashboard.late.deadline.needsDay');
    return day < props.today ? t('dashboard.late.deadline.past') : null;
  };
  const start = async () => {
    const found = wrong();
    setComplaint(found);
    if (found !== null) return;
    setOver(0);
    const { signal } = end.current;
    const act = ({ id, timeZone, revision }: LateWork) =>
      deed === 'remind'
        ? call('POST /v2/assignments/:id/reminder', {
            params: { id },
            body: { words: message.words },
            quiet: true,
          })
        : deed === 'deadline'
          ? call('PUT /v2/assignments/:id/deadline', {
              params: { id },
              body: { deadline: endOfDay(day, timeZone), revision },
              quiet: true,
            })
          : call('PUT /v2/assignments/:id/revoke', {
              params: { id },
              body: { reason: reason.trim(), revision },
              quiet: true,
            });
    const done = await doEach(rows, act, { atOnce, onProgress: setOver, signal });
    if (done.done > 0) (deed === 'remind' ? message.forget : forget)();
    setOutcome(done);
  };

  if (outcome !== null) {
    const left = n - outcome.done - outcome.failed.length;
    return (
      <Dialog
        opened
        onClose={() => props.onClose(true)}
        title={t('dashboard.late.report.title')}
        actions={
          <Button variant="filled" onClick={() => props.onClose(true)}>
            {t('dashboard.late.report.close')}
          </Button>
        }
      >
        <p role="status">{t(`dashboard.late.${deed}.done`, { n: outcome.done })}</p>
        {left > 0 ? <p>{t('dashboard.late.report.left', { n: left })}</p> : null}
        {outcome.failed.length > 0 ? (
          <>
            <p>
              {t(deed === 'remind' ? 'dashboard.late.remind.failed' : 'dashboard.late.report.failed', {
                n: outcome.failed.length,
              })}
            </p>
            <ul className={classes.report}>
              {outcome.failed.map(({ item, why }) => (
                <li key={item.id}>
                  <b>{unbroken(item.uid)}</b> {item.step}, {nameOf(item)}
                  <br />
                  {why}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Dialog>
    );
  }
  const isRunning = over !== null;
  return (
    <Dialog
      opened
      onClose={() => (isRunning ? end.current.abort() : props.onClose(false))}
      title={t(`dashboard.late.${deed}.title`)}
      actions={
        isRunning ? (
          <Button onClick={() => end.current.abort()}>{t('dashboard.late.stop')}</Button>
        ) : n === 0 ? undefined : (
          <>
            <Button variant={deed === 'revoke' ? 'danger-filled' : 'filled'} onClick={() => void start()}>
              {t(`dashboard.late.${deed}.confirm`, { n })}
            </Button>
            <Button variant="subtle" onClick={() => props.onClose(false)}>
              {t('frame.kit.cancel')}
            </Button>
          </>
        )
      }
    >
      {isRunning ? (
        <div className={classes.progress}>
          <p role="status">{t('dashboard.late.progress', { over: numberText(over), n: numberText(n) })}</p>
          <progress aria-label={t(`dashboard.late.${deed}.title`)} value={over} max={n} />
        </div>
      ) : (
        <div className={classes.ask}>
          <p>{n === 0 ? t('dashboard.late.remind.nobody') : t(`dashboard.late.${deed}.what`, { n })}</p>
          {n > 0 && without > 0 ? <p>{t('dashboard.late.remind.without', { n: without })}</p> : null}
          {deed === 'remind' ? (
            n === 0 ? null : (
              message.field
            )
          ) : deed === 'deadline' ? (
            <FieldFrame
              id={dayField}
              className={undefined}
              frame="for"
              title={t('dashboard.late.deadline.day')}
              required
              hint={t('dashboard.late.deadline.hint')}
              error={complaint}
              live
            >
              <DateBox
                id={dayField}
                title={t('dashboard.late.deadline.day')}
                value={day}
                required
                invalid={complaint !== null}
                describedBy={describedById(dayField, t('dashboard.late.deadline.hint'), complaint)}
                autoComplete="off"
                min={props.today}
                max={null}
                today={props.today}
                set={(value) => {
                  setDay(value);
                  setComplaint(null);
                }}
                // What is wrong stays until it is mended: nothing moves under the pointer.
                leave={() => {}}
              />
            </FieldFrame>
          ) : (
            <AreaField
              label={t('dashboard.late.revoke.reason')}
              hint={t('dashboard.late.revoke.hint')}
              error={complaint}
              required
              value={reason}
              maxLength={3_000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <UnsentTextsGuard />
          {deed === 'remind' && rows[0] !== undefined ? <FirstLetter row={rows[0]} /> : null}
          <details className={classes.which}>
            <summary>{t('dashboard.late.which', { n })}</summary>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  {unbroken(row.uid)}, {row.step}, {nameOf(row)}
                  {row.deadline === null ? '' : unbroken(`, ${dateText(row.deadline)}`)}
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </Dialog>
  );
}
