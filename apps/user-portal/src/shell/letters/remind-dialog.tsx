import { message } from '@clearcall/i18n/message.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { emailNotice } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Actions, carryOut } from '../deed-parts.tsx';
import { LetterText } from './letter-text.tsx';

/** The letter that reminds somebody of their work, to be read before it is sent. Source: Requirements 2e, 5.1. */
export function RemindDialog(props: {
  assignmentId: string;
  /** Who is reminded, as the page names them. */
  who: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { assignmentId, who, onClose, onDone } = props;
  const [busy, setBusy] = useState(false);
  const params = { id: assignmentId };
  const { data, error } = useQuery({
    queryKey: ['applications', 'reminder', assignmentId],
    queryFn: () => call('GET /v2/assignments/:id/reminder', { params, quiet: true }),
    gcTime: 0,
    retry: false,
  });
  const send = async () => {
    if (busy || data === undefined) return;
    setBusy(true);
    const done = await carryOut(async () => {
      await call('POST /v2/assignments/:id/reminder', { params, body: {} });
      const sent = message('staff.remind.sent', { address: data.recipient });
      notify(emailNotice({ type: 'success', message: sent }));
    });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('staff.remind.title', { who })}
      size={600}
      actions={
        error === null ? (
          <Actions verb={t('staff.remind.do')} busy={busy} onSend={() => void send()} onClose={onClose} />
        ) : undefined
      }
    >
      {error !== null ? (
        <Note kind="warn" live>
          {sentenceOf(error)}
        </Note>
      ) : data === undefined ? (
        <LoadingRows rows={5} />
      ) : (
        <LetterText letter={data} labels={{ to: t('staff.mails.to'), subject: t('staff.mails.subject') }} />
      )}
    </Dialog>
  );
}
