import type { Application } from '@clearcall/domain/applications/application.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { titlesIn } from '@clearcall/ui/form/quoting-titles.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { stepTitlesOf } from '../quoting-steps.ts';
import { type DecisionTexts, ratingsIn } from './decision-texts.ts';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { afterSubmitText } from './step-texts.ts';
import { useDecision } from './use-decision.ts';
import { useChanges } from './use-gathered.ts';

/** What the form decides as it is filled in now, for a dialog of the applicant. */
export function OpenDecision({ session }: { session: EditorSession }) {
  useChanges(session.store);
  return <SessionDecision session={session} />;
}

/** Whether the answers can be changed after the submission; nothing if the question says that it cannot be undone. */
export function AfterSubmit({ session }: { session: EditorSession }) {
  useChanges(session.store);
  const { isLast } = useDecision(session);
  return isLast === true ? null : <p>{unbroken(afterSubmitText(session.application))}</p>;
}

/** What the form decides, with the language of each title in it. */
export function SessionDecision({ session }: { session: EditorSession }) {
  return (
    <DecisionNote texts={useDecision(session)} application={session.application} store={session.store} />
  );
}

/** Sentences about a decision and what follows, for the question before it and the receipt after it. */
export function DecisionNote(props: {
  texts: DecisionTexts;
  application: Pick<Application, 'process'>;
  /** The form whose titles and rating they quote. */
  store?: FormStore;
}) {
  const { texts, application, store } = props;
  const { says, remarks, follows } = texts;
  const draw = (sentence: string) =>
    quoting(
      sentence,
      ...stepTitlesOf(application),
      ...(store === undefined ? [] : [...titlesIn(store), ...ratingsIn(store)]),
    );
  return (
    <div className={classes.decides}>
      {says.length === 0 ? null : (
        <ul>
          {says.map((sentence) => (
            <li key={sentence}>{draw(sentence)}</li>
          ))}
        </ul>
      )}
      {remarks.map((remark) => (
        <Note key={remark} kind="warn">
          {draw(remark)}
        </Note>
      ))}
      {follows === '' ? null : <p>{draw(follows)}</p>}
    </div>
  );
}
