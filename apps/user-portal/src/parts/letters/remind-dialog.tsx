import { message } from '@clearcall/i18n/message.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { emailNotice } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKept } from '../kept/kept-text.ts';
import { UnsentTextsGuard } from '../kept/unsent-texts-guard.tsx';
import { LetterText } from './letter-text.tsx';

/** The letter that would remind somebody of an assignment now, without words of the sender. */
export const useReminder = (assignmentId: string) =>
  useQuery({
    queryKey: ['applications', 'reminder', assignmentId],
    queryFn: read('GET /v2/assignments/:id/reminder', { params: { id: assignmentId } }),
    gcTime: 0,
    retry: false,
  });

/** What the sender adds to reminders: kept under its key until it is sent. */
export function useReminderWords(key: string): { words: string; field: ReactNode; forget: () => void } {
  const [words, setWords, forget] = useKept({ key, uid: '', name: t('staff.remind.words') }, '');
  const field = (
    <AreaField
      label={t('staff.remind.words')}
      hint={t('staff.remind.wordsHint')}
      value={words}
      maxLength={3_000}
      onChange={(event) => setWords(event.target.value)}
    />
  );
  return { words: words.trim(), field, forget };
}

/** A letter to be read before it is sent, or why there is none. */
export function Reminder(props: { reminder: ReturnType<typeof useReminder> }) {
  const { data, error } = props.reminder;
  if (error !== null)
    return (
      <Note kind="warn" live>
        {sentenceOf(error)}
      </Note>
    );
  if (data === undefined) return <LoadingRows rows={5} />;
  return <LetterText letter={data} labels={{ to: t('staff.mails.to'), subject: t('staff.mails.subject') }} />;
}

/** The letter that reminds somebody of their work, to be read before it is sent. Source: Requirements 2e, 5.1. */
export function RemindDialog(props: {
  assignmentId: string;
  /** Who is reminded, as the page names them. */
  who: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { assignmentId, who, onClose, onDone } = props;
  const reminder = useReminder(assignmentId);
  const { data, error } = reminder;
  const { words, field, forget } = useReminderWords(`remind:${assignmentId}`);
  return (
    <CommandDialog
      title={t('staff.remind.title', { who })}
      verb={error === null ? t('staff.remind.do') : null}
      waits={data === undefined}
      size={600}
      send={(send) =>
        send('POST /v2/assignments/:id/reminder', { params: { id: assignmentId }, body: { words } })
      }
      done={() => {
        const sent = message('staff.remind.sent', { address: data?.recipient ?? '' });
        return emailNotice({ type: 'success', message: sent });
      }}
      after={() => {
        forget();
        onDone();
      }}
      onClose={onClose}
    >
      {error === null ? field : null}
      <Reminder reminder={reminder} />
      <UnsentTextsGuard />
    </CommandDialog>
  );
}
