import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import type { TimeRequest } from '@clearcall/domain/model/application.ts';
import { message } from '@clearcall/i18n/message.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { RadioBoxes } from '@clearcall/ui/kit/field/boxes.tsx';
import { DayField } from '@clearcall/ui/kit/field/day-field.tsx';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useId, useState } from 'react';
import { Actions, carryOut } from '../deed-parts.tsx';
import { useKept } from '../kept-text.ts';
import classes from './more-time.module.css';

/** Grants a request for more time: from then on the owner can work again, and gets an email. */
export async function grantTime(id: string, deadline: string, revision?: number): Promise<boolean> {
  return carryOut(async () => {
    const body = { deadline, ...(revision === undefined ? {} : { revision }) };
    await call('PUT /v2/assignments/:id/deadline', { params: { id }, body });
    notify({ type: 'success', message: message('staff.time.granted') });
  });
}

/** Answers a request for more time: with the deadline that was asked for, another one, or a reason why not. */
export function AnswerTimeDialog(props: {
  assignmentId: string;
  uid: string;
  /** Who asks, as the page names them. */
  who: string;
  request: TimeRequest;
  zone: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { assignmentId, request, zone, onClose, onDone } = props;
  const id = useId();
  const [answer, setAnswer] = useState<'grant' | 'decline'>('grant');
  const [day, setDay] = useState(plainDate(request.until, zone));
  const title = t('staff.time.title', { who: props.who });
  const place = { key: `decline-time:${assignmentId}`, uid: props.uid, name: title };
  const [reason, setReason, forget] = useKept(place, '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const decline = () =>
    carryOut(async () => {
      const body = { reason: reason.trim() };
      await call('PUT /v2/assignments/:id/more-time/decline', { params: { id: assignmentId }, body });
      notify({ type: 'success', message: message('staff.time.declined') });
    });
  const send = async () => {
    if (busy) return;
    const isGranted = answer === 'grant';
    const deadline = isGranted && isPlainDate(day) ? endOfDay(day, zone) : null;
    if (isGranted && (deadline === null || Date.parse(deadline) <= workflowNow()))
      return setError(t('staff.time.needsDay'));
    if (!isGranted && reason.trim() === '') return setError(t('staff.time.needsReason'));
    setBusy(true);
    const done = await (deadline === null ? decline() : grantTime(assignmentId, deadline));
    setBusy(false);
    if (!done) return;
    forget();
    onDone();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      actions={
        <Actions verb={t(`staff.time.${answer}`)} busy={busy} onSend={() => void send()} onClose={onClose} />
      }
    >
      <div className={classes.answer}>
        <p className={classes.reason}>{request.reason}</p>
        <FieldFrame
          id={id}
          className={undefined}
          frame="radios"
          title={t('staff.time.answer')}
          required
          hint=""
          error={null}
        >
          <RadioBoxes
            id={id}
            choices={(['grant', 'decline'] as const).map((value) => ({
              value,
              label: t(`staff.time.${value}`),
            }))}
            value={answer}
            set={(value) => {
              setAnswer(value);
              setError(null);
            }}
            leave={() => {}}
          />
        </FieldFrame>
        {answer === 'grant' ? (
          <DayField
            label={t('staff.time.until')}
            value={day}
            zone={zone}
            error={error}
            required
            set={(next) => {
              setDay(next);
              setError(null);
            }}
          />
        ) : (
          <AreaField
            label={t('staff.time.why')}
            hint={t('staff.time.whyHint')}
            required
            error={error}
            maxLength={3_000}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setError(null);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
