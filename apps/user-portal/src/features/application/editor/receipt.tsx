import { Button } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { focusHeading } from '@clearcall/ui/kit/page/focus-heading.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useRef } from 'react';
import { DeclinedAward } from '../declined-award.tsx';
import { TakeBackNote } from '../own/submission-actions.tsx';
import { SessionDecision } from './decision-note.tsx';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { SubmissionFacts } from './submission-facts.tsx';
import { WholeProposalLink } from './whole-proposal-link.tsx';

/** What was sent, when it came in, and what happens next. */
function ReceiptContent(props: { session: EditorSession; onGo: () => void }) {
  const { session } = props;
  const { application, assignment } = session;
  const user = useUser();
  const own = assignment.owner?.id === user.id;
  // What a reviewer submits is confirmed on the page alone.
  const mailed = own && application.owner?.id === user.id;
  return (
    <>
      <SubmissionFacts
        session={session}
        files={application.documents.filter(({ assignmentId }) => assignmentId === assignment.id).length}
      />
      {mailed ? <p>{t('editor.receipt.mail', { email: user.email })}</p> : null}
      <TakeBackNote application={application} stepId={assignment.stepId} />
      <DeclinedAward application={application} />
      <SessionDecision session={session} />
      <p className={classes.receiptLinks}>
        <WholeProposalLink store={session.store} onGo={props.onGo}>
          {t('editor.read.link')}
        </WholeProposalLink>
        <Button size="sm" onClick={() => window.print()}>
          {t('editor.read.print')}
        </Button>
      </p>
    </>
  );
}

/** Dialog that confirms a submission once. When it closes, the focus goes to the page. */
export function ReceiptDialog(props: { session: EditorSession; opened: boolean; onClose: () => void }) {
  const goes = useRef(false);
  const close = () => {
    props.onClose();
    if (!goes.current) setTimeout(focusHeading, 50);
  };
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={
        <span tabIndex={-1} data-autofocus>
          {t('editor.receipt.title')}
        </span>
      }
      actions={
        <Button variant="filled" onClick={close}>
          {t('editor.receipt.close')}
        </Button>
      }
    >
      <ReceiptContent
        session={props.session}
        onGo={() => {
          goes.current = true;
          props.onClose();
        }}
      />
    </Dialog>
  );
}
