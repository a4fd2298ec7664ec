import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import type { DecisionTexts } from './decision-texts.ts';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { useDecision } from './use-decision.ts';
import { useChanges } from './use-gathered.ts';

/** What the form decides as it is filled in now, for a dialog of the applicant. */
export function OpenDecision({ session }: { session: EditorSession }) {
  useChanges(session.store);
  return <DecisionNote texts={useDecision(session)} />;
}

/** Sentences about a decision and what follows, for the question before it and the receipt after it. */
export function DecisionNote({ texts }: { texts: DecisionTexts }) {
  const { says, remarks, follows } = texts;
  return (
    <div className={classes.decides}>
      {says.length === 0 ? null : (
        <ul>
          {says.map((sentence) => (
            <li key={sentence}>{unbroken(sentence)}</li>
          ))}
        </ul>
      )}
      {remarks.map((remark) => (
        <Note key={remark} kind="warn">
          {unbroken(remark)}
        </Note>
      ))}
      {follows === '' ? null : <p>{unbroken(follows)}</p>}
    </div>
  );
}
