import type { Application } from '@clearcall/domain/applications/application.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dayOrInstant } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { isMine } from './own/own-facts.ts';

/** Says that the award was declined, when, and why if the reader may know. Nothing for all other applications. */
export function DeclinedAward({ application }: { application: Application }) {
  const user = useUser();
  const { awardDeclined: declined, call } = application;
  if (declined === undefined) return null;
  return (
    <Note kind="info">
      <p>
        <RichText
          id={isMine(application, user.id) ? 'editor.own.declined' : 'editor.declined.text'}
          parts={{ at: () => <DateTime at={dayOrInstant(declined.at)} zone={call.timeZone} /> }}
        />
      </p>
      {declined.reason === null ? null : <p>{t('editor.declined.reason', { reason: declined.reason })}</p>}
    </Note>
  );
}
