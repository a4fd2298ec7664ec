import type { Form } from '@clearcall/domain/forms/types.ts';
import type { Application } from '@clearcall/domain/model/application.ts';
import { useSettled } from '@clearcall/ui/form/after-press.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { dateText, dateTimeText } from '@clearcall/ui/kit/date-text.ts';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { Link } from '@tanstack/react-router';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { CopyWords, KeptWordsNote } from './kept-words.tsx';
import { nameOf, ProblemLink } from './problem-links.tsx';
import { wordsOf } from './unsaved-words.ts';
import { useChanges, useSaveState } from './use-gathered.ts';
import { WhatComesNext } from './what-comes-next.tsx';

/** What has to be said before the form: why it cannot be edited, what was taken up, what the server refuses. */
export function EditorNotices(props: { session: EditorSession; formId: string; takenUp: number }) {
  const { application, assignment, step, store, queue } = props.session;
  const state = useSaveState(queue);
  const takenUp = useSettled(props.takenUp);
  // Nothing can be said of forms that are not open yet.
  const empty = step.forms.length > 0 && assignment.data.length === 0 && assignment.groups.length === 0;
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
      {store.editable || assignment.submittedAt === null ? null : (
        <WhatComesNext steps={application.comingSteps} />
      )}
      {assignment.notice === null ? null : <Note kind="info">{assignment.notice}</Note>}
      {!store.editable && empty ? <Note kind="info">The user has not filled anything yet.</Note> : null}
      {assignment.status === 'changes_requested' && assignment.reason !== null ? (
        <Note kind="warn">
          Changes were requested: <span className={classes.reason}>{assignment.reason}</span>
        </Note>
      ) : null}
      {takenUp === 0 ? null : (
        <Note kind="info" live>
          {takenUp === 1
            ? 'We found 1 change on this device that was not saved yet. It is back in the form.'
            : `We found ${takenUp} changes on this device that were not saved yet. They are back in the form.`}
        </Note>
      )}
      <KeptWordsNote load={props.session.leftOver} />
      {state.kind === 'deciding' ? <Questions session={props.session} formId={props.formId} /> : null}
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
            <CopyWords words={wordsOf(store)} />
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

/** Where a choice is waited for on another form; on this one it stands under its field. */
function Questions(props: { session: EditorSession; formId: string }) {
  const { store } = props.session;
  useChanges(store);
  const elsewhere = store.questions().filter((key) => store.formOf(key.elementId) !== props.formId);
  if (elsewhere.length === 0) return null;
  return (
    <Note kind="warn" live>
      <p>
        <b>There are two versions of an answer. Choose the one that counts:</b>
      </p>
      <ul className={classes.questions}>
        {elsewhere.map((key) => (
          <li key={addressOf(key)}>
            <ProblemLink
              store={store}
              name={nameOf(store, { ...key, title: store.element(key.elementId)?.title ?? '' })}
              address={addressOf(key)}
              formId={store.formOf(key.elementId) ?? ''}
            />
          </li>
        ))}
      </ul>
    </Note>
  );
}
