import type { Form } from '@clearcall/domain/forms/types.ts';
import type { Application } from '@clearcall/domain/model/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { dateText, dateTimeText } from '@clearcall/ui/kit/date-text.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { wordsOf } from './unsaved-words.ts';
import { useSaveState } from './use-gathered.ts';

/** What has to be said before the form: why it cannot be edited, what was taken up, what the server refuses. */
export function EditorNotices(props: { session: EditorSession; takenUp: number }) {
  const { application, assignment, step, store, queue } = props.session;
  const state = useSaveState(queue);
  const empty = assignment.data.length === 0 && assignment.groups.length === 0;
  return (
    <div className={classes.notices}>
      {application.draftExpiresAt === null ? null : (
        <Note kind="time">
          This draft proposal will be deleted soon. If you want to keep it please contact support. It will be
          deleted on {dateText(application.draftExpiresAt)}.
        </Note>
      )}
      {application.duplicatedFrom === null ? null : (
        <CopyNote from={application.duplicatedFrom} declarations={step.forms.some(hasDeclarations)} />
      )}
      {store.editable || assignment.submittedAt === null ? null : (
        <Note kind="ok">
          Submitted on {dateTimeText(assignment.submittedAt)} as {application.uid}.
        </Note>
      )}
      {assignment.notice === null ? null : <Note kind="info">{assignment.notice}</Note>}
      {!store.editable && empty ? <Note kind="info">The user has not filled anything yet.</Note> : null}
      {assignment.status === 'changes_requested' && assignment.reason !== null ? (
        <Note kind="warn">
          Changes were requested: <span className={classes.reason}>{assignment.reason}</span>
        </Note>
      ) : null}
      {props.takenUp === 0 ? null : (
        <Note kind="info" live>
          {props.takenUp === 1
            ? 'We found 1 change on this device that was not saved yet. It is back in the form.'
            : `We found ${props.takenUp} changes on this device that were not saved yet. They are back in the form.`}
        </Note>
      )}
      {state.kind === 'stopped' ? (
        <Note kind="bad" live>
          <p>
            <b>{state.message}</b>
          </p>
          <p>
            What you wrote last could not be saved. It stays on this device; copy it if you want to keep it
            elsewhere.
          </p>
          <p className={classes.noteAction}>
            <CopyWords session={props.session} />
          </p>
        </Note>
      ) : null}
    </div>
  );
}

function hasDeclarations({ elements }: Pick<Form, 'elements'>): boolean {
  return elements.some(
    ({ config, children }) => config.declaration || hasDeclarations({ elements: children ?? [] }),
  );
}

/** The draft has a twin, and is not quite like it. */
function CopyNote(props: { from: NonNullable<Application['duplicatedFrom']>; declarations: boolean }) {
  const { uid, leftOut } = props.from;
  return (
    <Note kind="info">
      This draft is a copy of{' '}
      <Link to="/applications/$uid" params={{ uid }}>
        {uid}
      </Link>
      .{props.declarations ? ' Declarations were not copied: tick them again.' : ''}
      {leftOut.length === 0 ? '' : ` The form has changed since; this was left out: ${leftOut.join(', ')}.`}
    </Note>
  );
}

function CopyWords(props: { session: EditorSession }) {
  const [done, setDone] = useState<'copied' | 'shown' | null>(null);
  const words = wordsOf(props.session.store);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      setDone('copied');
    } catch {
      setDone('shown');
    }
  };
  return (
    <>
      <Button size="sm" leftSection={<Icon name="copy" />} onClick={() => void copy()}>
        {done === 'copied' ? 'Copied' : 'Copy my changes'}
      </Button>
      {done === 'shown' ? (
        <textarea className={classes.words} readOnly rows={8} value={words} aria-label="My changes" />
      ) : null}
    </>
  );
}
