import { endOfDay } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import type { LateWork } from '@clearcall/domain/model/application.ts';
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
import { useEffect, useRef, useState } from 'react';
import { useKept } from '../../shell/kept-text.ts';
import { UnsentTextsGuard } from '../../shell/unsent-texts-guard.tsx';
import classes from './late-work.module.css';

/** What can be done with late work: another deadline, also so that it can still be handed in; or it is taken away. */
export type Deed = 'deadline' | 'revoke';

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
  // What was chosen when it opened: the list behind it is asked again meanwhile.
  const [rows] = useState(props.rows);
  const [day, setDay] = useState('');
  const place = { key: 'late-work:revoke', uid: '', name: t('dashboard.late.revoke.reason') };
  const [reason, setReason, forget] = useKept(place, '', { isShown: deed === 'revoke' });
  const [complaint, setComplaint] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome<LateWork> | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => () => end.current.abort(), []);
  const n = rows.length;

  const wrong = (): string | null => {
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
      deed === 'deadline'
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
    if (done.done > 0) forget();
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
            <p>{t('dashboard.late.report.failed', { n: outcome.failed.length })}</p>
            <ul className={classes.report}>
              {outcome.failed.map(({ item, why }) => (
                <li key={item.id}>
                  <b>{unbroken(item.uid)}</b> {item.step}
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
        ) : (
          <>
            <Button variant={deed === 'revoke' ? 'danger-filled' : 'filled'} onClick={() => void start()}>
              {t(`dashboard.late.${deed}.confirm`, { n })}
            </Button>
            <Button variant="subtle" onClick={() => props.onClose(false)}>
              {t('dashboard.late.cancel')}
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
          <p>{t(`dashboard.late.${deed}.what`, { n })}</p>
          {deed === 'deadline' ? (
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
          <details className={classes.which}>
            <summary>{t('dashboard.late.which', { n })}</summary>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  {unbroken(row.uid)}, {row.step}
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
