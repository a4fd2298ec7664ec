import type { TimeRequest } from '@clearcall/domain/applications/application.ts';
import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { message } from '@clearcall/i18n/message.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { keptOnDevice } from '../kept/kept-text.ts';
import classes from './more-time.module.css';

/** Answers a request for more time: with the deadline that was asked for, another one, or a reason why not. */
export function AnswerTimeDialog(props: {
  assignmentId: string;
  uid: string;
  /** Who asks, as the page names them. */
  who: string;
  request: Pick<TimeRequest, 'until' | 'reason'>;
  zone: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { assignmentId: id, uid, request, zone, onClose, onDone } = props;
  const title = t('staff.time.title', { who: props.who });
  return (
    <CommandDialog
      title={title}
      verb={({ answer }) => t(`staff.time.${answer}`)}
      fields={{
        answer: {
          type: 'radio',
          label: t('staff.time.answer'),
          required: t('forms.required'),
          initial: 'grant',
          choices: (['grant', 'decline'] as const).map((value) => ({
            value,
            label: t(`staff.time.${value}`),
          })),
        },
        day: {
          type: 'day',
          label: t('staff.time.until'),
          initial: plainDate(request.until, zone),
          zone,
          required: t('staff.time.needsDay'),
          shownIf: { answer: ['grant'] },
          codes: ['deadline_needed', 'deadline_invalid', 'deadline_before_start'],
        },
        reason: {
          type: 'area',
          label: t('staff.time.why'),
          hint: t('staff.time.whyHint'),
          required: t('staff.time.needsReason'),
          shownIf: { answer: ['decline'] },
          codes: ['reason_needed'],
          maxLength: 3_000,
          kept: keptOnDevice(`decline-time:${id}`, uid, title),
        },
      }}
      check={({ answer, day }): Record<string, string> => {
        const isLate = isPlainDate(day) && Date.parse(endOfDay(day, zone)) > workflowNow();
        return answer === 'grant' && !isLate ? { day: t('staff.time.needsDay') } : {};
      }}
      send={async (call, { answer, day, reason }) => {
        if (answer === 'grant')
          await call('PUT /v2/assignments/:id/deadline', {
            params: { id },
            body: { deadline: endOfDay(day, zone) },
          });
        else await call('PUT /v2/assignments/:id/more-time/decline', { params: { id }, body: { reason } });
        notify({
          type: 'success',
          message: message(answer === 'grant' ? 'staff.time.granted' : 'staff.time.declined'),
        });
      }}
      after={onDone}
      onClose={onClose}
    >
      <p className={classes.reason}>{request.reason}</p>
      <p>{t('staff.time.email', { who: props.who })}</p>
    </CommandDialog>
  );
}
