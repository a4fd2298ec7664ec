import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { addDays, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { DayField } from '@clearcall/ui/kit/field/day-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useState } from 'react';
import { useKept } from '../../../shell/kept-text.ts';
import { Office } from '../../../shell/more-time/office.tsx';
import type { EditorSession } from '../editor/editor-session.ts';
import { useDeed } from './use-deed.ts';
import classes from './work.module.css';

/** The way on for the owner of overdue work: who to ask, and a request for more time; staff move the deadline. */
export function MoreTime(props: { session: EditorSession; reload: () => void }) {
  const { application, assignment } = props.session;
  const { timeRequest, commands } = assignment;
  const [asked, setAsked] = useState(false);
  const isStaff = commands.change_deadline === null;
  const waits = timeRequest !== undefined && timeRequest.declined === null;
  if (!waits && commands.ask_time !== null) return null;
  const zone = application.call.timeZone;
  return (
    <Note kind={waits ? 'time' : 'warn'}>
      {waits ? (
        <p>
          <RichText
            id="work.time.waits"
            parts={{
              until: () => <DateTime at={timeRequest.until} zone={zone} />,
              day: () => <DateTime at={timeRequest.askedAt} dateOnly />,
            }}
          />
        </p>
      ) : (
        <>
          {timeRequest === undefined ? null : (
            <p>
              <RichText
                id="work.time.declined"
                parts={{ reason: () => <b className={classes.asks}>{timeRequest.declined}</b> }}
              />
            </p>
          )}
          <p>
            {isStaff ? (
              t('work.time.staff')
            ) : (
              <RichText id="work.time.over" parts={{ office: (words) => <Office>{words}</Office> }} />
            )}
          </p>
          <p className={classes.deeds}>
            <Button variant="filled" onClick={() => setAsked(true)}>
              {t(isStaff ? 'work.time.move' : 'work.time.ask')}
            </Button>
          </p>
        </>
      )}
      {asked ? <MoreTimeDialog {...props} isStaff={isStaff} onClose={() => setAsked(false)} /> : null}
    </Note>
  );
}

const daysWished = 7;

function MoreTimeDialog(props: {
  session: EditorSession;
  isStaff: boolean;
  reload: () => void;
  onClose: () => void;
}) {
  const { isStaff, onClose } = props;
  const { application, assignment } = props.session;
  const { id } = assignment;
  const zone = application.call.timeZone;
  const today = plainDate(new Date(workflowNow()), zone);
  const [day, setDay] = useState(addDays(today, daysWished) ?? '');
  const title = t(isStaff ? 'work.time.move' : 'work.time.ask');
  const about = { key: `more-time:${id}`, uid: application.uid, name: title };
  const [reason, setReason, forget] = useKept(about, '');
  const [errors, setErrors] = useState<{ day?: string; reason?: string }>({});
  const deadline = isPlainDate(day) ? endOfDay(day, zone) : null;
  const place = { uid: application.uid, assignmentId: id, reload: props.reload, onLeft: () => {} };
  const send = useDeed(
    place,
    () =>
      isStaff
        ? call('PUT /v2/assignments/:id/deadline', { params: { id }, body: { deadline } })
        : call('PUT /v2/assignments/:id/more-time', {
            params: { id },
            body: { until: deadline ?? '', reason: reason.trim() },
          }),
    () => {
      forget();
      onClose();
      return null;
    },
  );
  const check = () => {
    const wrong = {
      ...(deadline === null || Date.parse(deadline) <= workflowNow() ? { day: t('work.time.needsDay') } : {}),
      ...(!isStaff && reason.trim() === '' ? { reason: t('work.time.needsReason') } : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) send.send();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="filled" loading={send.isPending} onClick={check}>
            {title}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('work.time.cancel')}
          </Button>
        </>
      }
    >
      {isStaff ? null : <p>{t('work.time.what')}</p>}
      <div className={classes.field}>
        <DayField
          label={t('work.time.day')}
          value={day}
          zone={zone}
          required
          min={today}
          error={errors.day ?? null}
          set={(next) => {
            setDay(next);
            setErrors({});
          }}
        />
      </div>
      {isStaff ? null : (
        <div className={classes.field}>
          <AreaField
            label={t('work.time.reason')}
            hint={t('work.time.reasonHint')}
            required
            maxLength={3_000}
            error={errors.reason ?? null}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setErrors({});
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
