import type { Assignment } from '@clearcall/domain/model/application.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LetterText } from '../../../shell/letters/letter-text.tsx';
import { Actions, carryOut } from './deed-parts.tsx';
import { whoHas } from './person-name.ts';
import classes from './staff.module.css';

/** The letter that reminds somebody of their work, to be read before it is sent. Source: Requirements 2e, 5.1. */
export function RemindDialog(props: { assignment: Assignment; onClose: () => void; onDone: () => void }) {
  const { assignment, onClose, onDone } = props;
  const [busy, setBusy] = useState(false);
  const params = { id: assignment.id };
  const { data, error } = useQuery({
    queryKey: ['applications', 'reminder', assignment.id],
    queryFn: () => call('GET /v2/assignments/:id/reminder', { params, quiet: true }),
    gcTime: 0,
    retry: false,
  });
  const send = async () => {
    if (busy || data === undefined) return;
    setBusy(true);
    const done = await carryOut(async () => {
      await call('POST /v2/assignments/:id/reminder', { params, body: {} });
      notify({ type: 'success', message: message('staff.remind.sent', { address: data.recipient }) });
    });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('staff.remind.title', { who: whoHas(assignment) })}
      size={600}
      actions={
        error === null ? (
          <Actions verb={t('staff.remind.do')} busy={busy} onSend={() => void send()} onClose={onClose} />
        ) : undefined
      }
    >
      <div className={classes.form}>
        {error !== null ? (
          <Note kind="warn" live>
            {sentenceOf(error)}
          </Note>
        ) : data === undefined ? (
          <LoadingRows rows={5} />
        ) : (
          <LetterText letter={data} labels={{ to: t('staff.mails.to'), subject: t('staff.mails.subject') }} />
        )}
      </div>
    </Dialog>
  );
}
