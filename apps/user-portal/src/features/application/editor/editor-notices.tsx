import type { Assignment } from '@clearcall/domain/applications/application.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useSettled } from '@clearcall/ui/kit/field/after-press.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { AskedChangesNote } from '../changes/asked-changes.tsx';
import { GatheredNote } from '../changes/pointing.tsx';
import { SubmissionLine } from '../submission-line.tsx';
import { MoreTime } from '../work/more-time.tsx';
import { CopyNote } from './copy-note.tsx';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { CopyTexts, KeptTextsNote } from './kept-texts.tsx';
import { nameOf, ProblemLink } from './problem-links.tsx';
import { unsavedTexts } from './unsaved-texts.ts';
import { useChanges, useSaveState } from './use-gathered.ts';

/** What is said to others of work that ended before it was done; its owner is told by the server. */
const endedBy: Partial<Record<Assignment['status'], MessageId>> = {
  refused: 'workflow.notice.refused',
  revoked: 'workflow.notice.revoked',
  conflicted: 'workflow.notice.conflicted',
};

/** What has to be said before the form: why it cannot be edited, what was taken up, what the server refuses. */
export function EditorNotices(props: {
  session: EditorSession;
  formId: string;
  takenUp: number;
  /** What says that it was submitted, of work on an application of somebody else. */
  own?: ReactNode;
  reload: () => void;
}) {
  const { application, assignment, step, store, queue } = props.session;
  const state = useSaveState(queue);
  const takenUp = useSettled(props.takenUp);
  const reopened = assignment.status === 'changes_requested';
  const ended = assignment.isHandedBack ? 'workflow.notice.handedBack' : endedBy[assignment.status];
  // Nothing can be said of forms that are not open yet.
  const empty = step.forms.length > 0 && assignment.data.length === 0 && assignment.groups.length === 0;
  return (
    <div className={classes.notices}>
      {application.draftExpiresAt === null ? null : (
        <Note kind="time">
          {unbroken(t('editor.note.draftExpires', { day: dateText(application.draftExpiresAt) }))}
        </Note>
      )}
      {application.duplicatedFrom === null ? null : (
        <CopyNote from={application.duplicatedFrom} store={store} />
      )}
      {/* The own receipt says the same below, and more. */}
      {store.editable || assignment.submittedAt === null || (props.own && !reopened) ? null : (
        <Note kind="ok">
          <SubmissionLine application={application} assignment={assignment} />
        </Note>
      )}
      {/* Of changes that were not made in time the reasons stand below, not that nothing is to be done. */}
      {store.editable || assignment.submittedAt === null || reopened ? null : props.own}
      {/* Whoever is asked to take work on is asked above, in the same words. */}
      {assignment.notice === null || assignment.commands.accept === null ? null : (
        <Note kind="info">{unbroken(assignment.notice)}</Note>
      )}
      {!store.editable && empty && props.own === undefined ? (
        <Note kind="info">{t('editor.note.empty')}</Note>
      ) : null}
      {assignment.notice !== null || ended === undefined ? null : <Note kind="info">{t(ended)}</Note>}
      {reopened && assignment.reason !== null ? (
        <Note kind="warn">
          <RichText
            id="editor.note.changesRequested"
            parts={{ reason: () => <span className={classes.reason}>{assignment.reason}</span> }}
          />
        </Note>
      ) : null}
      <MoreTime session={props.session} reload={props.reload} />
      <AskedChangesNote />
      <GatheredNote />
      {takenUp === 0 ? null : (
        <Note kind="info" live>
          {t('editor.note.takenUp', { n: takenUp })}
        </Note>
      )}
      <ChangedElsewhereNote session={props.session} />
      <KeptTextsNote load={props.session.leftOver} />
      {state.kind === 'deciding' ? <Questions session={props.session} formId={props.formId} /> : null}
      {state.kind === 'stopped' ? (
        <Note kind="bad" live>
          <p>
            <b>{state.message}</b>
          </p>
          <p>{t('editor.note.stopped')}</p>
          <p className={classes.noteAction}>
            <CopyTexts words={unsavedTexts(store)} />
          </p>
        </Note>
      ) : null}
    </div>
  );
}

/** Answers that were changed in another window or on another device, and were taken into this page. */
export function ChangedElsewhereNote(props: { session: EditorSession; onGo?: () => void }) {
  const { store, queue } = props.session;
  const keys = useSyncExternalStore(
    (watcher) => queue.watch(watcher),
    () => queue.changedElsewhere(),
  );
  if (keys.length === 0) return null;
  return (
    <Note kind="warn" live>
      <p>
        <b>{t('editor.note.changedElsewhere')}</b>
      </p>
      <ul className={classes.questions}>
        {keys.map((key) => (
          <li key={addressOf(key)}>
            <ProblemLink
              store={store}
              name={nameOf(store, { ...key, title: store.element(key.elementId)?.title ?? '' })}
              address={addressOf(key)}
              formId={store.formOf(key.elementId) ?? ''}
              {...(props.onGo ? { onGo: props.onGo } : {})}
            />
          </li>
        ))}
      </ul>
      <p className={classes.noteAction}>
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            const inDialog = currentTarget.closest('dialog, [role="dialog"]')?.querySelector('button');
            const next = inDialog ?? document.querySelector<HTMLElement>('main h1');
            queue.dismissChanges();
            next?.focus({ preventScroll: true });
          }}
        >
          {t('editor.note.changesSeen')}
        </Button>
      </p>
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
        <b>{t('editor.note.twoVersions')}</b>
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
