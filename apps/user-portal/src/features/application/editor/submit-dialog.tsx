import type { Problem } from '@clearcall/domain/forms/types.ts';
import { message } from '@clearcall/i18n/message.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { announceClosed } from '../../../parts/applications/closed-applications.ts';
import { useKept } from '../../../parts/kept/kept-text.ts';
import { useSendTyped } from '../changes/asked-changes.tsx';
import { GatheredPoints, useKeepTyped } from '../changes/pointing.tsx';
import { type Submitted, submit } from './assignment-calls.ts';
import { ChangedElsewhereNote } from './editor-notices.tsx';
import type { EditorSession } from './editor-session.ts';
import { submitQuestion } from './step-texts.ts';
import { useDecision } from './use-decision.ts';

/** Asks whether to submit, and submits. What it says of the submission, and what comes of it, is up to the page. */
export function SubmitDialog(props: {
  session: EditorSession;
  opened: boolean;
  onClose: () => void;
  onSubmitted: () => void;
  /** `beyond`: what only the server saw. */
  onRefused: (problems: readonly Problem[], beyond: readonly Problem[]) => void;
  children: ReactNode;
  /** Behind all that is asked. */
  more?: ReactNode;
}) {
  const { application, assignment, step, store, queue } = props.session;
  const [submitting, setSubmitting] = useState(false);
  /** As of when a submission counts whose files are being checked; null while none waits. */
  const [countsAt, setCountsAt] = useState<string | null>(null);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  /** Why a result changes, once the server has asked; null before. */
  const [why, setWhy] = useState<{ error: string | null } | null>(null);
  const reasonPlace = {
    key: `submit:${assignment.id}`,
    uid: application.uid,
    name: t('editor.submit.reason'),
  };
  const [reason, setReason, forgetReason] = useKept(reasonPlace, '');

  const keepTyped = useKeepTyped(props.opened);
  const sendTyped = useSendTyped();

  const refuseUnsaved = () => {
    props.onClose();
    notify({
      type: 'error',
      message:
        store.questions().length > 0
          ? message('editor.submit.twoVersions')
          : message('editor.submit.notSaved'),
      closesAfterMs: 8000,
    });
  };
  /** Submits what this page shows; what was stored elsewhere and changes nothing that it shows does not stop it. */
  const submitSeen = async (
    waits: Parameters<typeof submit>[2],
  ): Promise<Submitted | { kind: 'unsaved' }> => {
    for (;;) {
      const { flowVersion } = application;
      const based = { version: queue.version(), flowVersion, ...(why === null ? {} : { reason }) };
      const outcome = await submit(assignment, step, waits, based);
      if (outcome.kind !== 'behind') return outcome;
      const before = queue.changedElsewhere();
      if (!(await queue.catchUp())) return { kind: 'unsaved' };
      if (queue.changedElsewhere() !== before) return outcome;
    }
  };

  const submitNow = async () => {
    setSubmitting(true);
    try {
      store.claimRows();
      if (!(await queue.flush())) return refuseUnsaved();
      // The call says why a text could not be sent.
      if (!(await keepTyped()) || !(await sendTyped())) return props.onClose();
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      const outcome = await submitSeen({ tell: setCountsAt, signal });
      if (outcome.kind === 'unsaved') return refuseUnsaved();
      // Changes from elsewhere are shown in this dialog now, and are submitted once the user has seen them.
      if (outcome.kind === 'behind') return;
      if (outcome.kind === 'reason_needed') {
        setWhy({ error: why === null ? null : t('editor.submit.reasonNeeded') });
        return;
      }
      props.onClose();
      switch (outcome.kind) {
        case 'submitted':
          forgetReason();
          announceClosed(application.uid);
          notify(noticeTexts.submitted);
          props.onSubmitted();
          return;
        case 'errors': {
          // The world around the form may have changed since it was opened.
          const known = new Set(store.allProblems().map(addressOf));
          const beyond = outcome.problems.filter(
            (problem) => store.element(problem.elementId) !== null && !known.has(addressOf(problem)),
          );
          for (const problem of beyond) {
            const holdsAnswer = store.element(problem.elementId)?.children === undefined;
            if (holdsAnswer) store.refuse(problem, translate(problem.message));
          }
          props.onRefused(outcome.problems, beyond);
          return;
        }
        case 'left_waiting':
          return;
        case 'failed':
          notify({ type: 'error', sent: outcome.message, closesAfterMs: 8000 });
      }
    } finally {
      setSubmitting(false);
      setCountsAt(null);
    }
  };
  const asks = useDecision(props.session).opensAgain === true;
  const leave = () => {
    waiting.current?.abort();
    props.onClose();
  };
  return (
    <Dialog
      opened={props.opened}
      onClose={leave}
      title={submitQuestion(step)}
      actions={
        <>
          <Button variant="filled" loading={submitting} onClick={() => void submitNow()}>
            {t('editor.submit.do')}
          </Button>
          <Button variant="subtle" onClick={leave}>
            {t('frame.kit.cancel')}
          </Button>
        </>
      }
    >
      <ChangedElsewhereNote session={props.session} onGo={props.onClose} />
      {props.children}
      <GatheredPoints asks={asks} />
      <p role="status">
        {countsAt === null ? '' : unbroken(t('editor.submit.inCheck', { at: dateTimeText(countsAt) }))}
      </p>
      {why === null ? null : (
        <TextField
          label={t('editor.submit.reason')}
          hint={t('editor.submit.reasonHint')}
          required
          maxLength={3_000}
          error={why.error}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setWhy({ error: null });
          }}
        />
      )}
      {props.more}
    </Dialog>
  );
}
