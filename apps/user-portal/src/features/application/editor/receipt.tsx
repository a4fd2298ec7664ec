import { isHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useRef } from 'react';
import { hasOpenWork } from '../own/own-facts.ts';
import { TakeBackNote } from '../own/submission-deeds.tsx';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { ReceiptHashes } from './receipt-hashes.tsx';
import { nextText } from './step-texts.ts';
import { SubmissionFacts } from './submission-facts.tsx';
import { WhatComesNext } from './what-comes-next.tsx';
import { WholeProposalLink } from './whole-proposal-link.tsx';

/** What was sent, when it came in, and what happens next. */
function ReceiptContent(props: { session: EditorSession; onGo?: () => void; inDialog?: boolean }) {
  const { session } = props;
  const { application, assignment } = session;
  const user = useUser();
  const own = assignment.owner?.id === user.id;
  const follows = nextText(application, assignment.stepId);
  // What a reviewer submits is confirmed on the page alone.
  const mailed = own && application.owner?.id === user.id;
  return (
    <>
      <SubmissionFacts
        session={session}
        files={application.documents.filter(({ assignmentId }) => assignmentId === assignment.id).length}
      />
      {mailed ? <p>{t('editor.receipt.mail', { email: user.email })}</p> : null}
      {mailed && !props.inDialog ? (
        <ReceiptHashes assignmentId={assignment.id} submittedAt={assignment.submittedAt} />
      ) : null}
      <TakeBackNote application={application} stepId={assignment.stepId} />
      {props.inDialog && follows !== '' ? <p>{unbroken(follows)}</p> : null}
      <p className={classes.receiptLinks}>
        <WholeProposalLink store={session.store} onGo={props.onGo}>
          {t('editor.read.link')}
        </WholeProposalLink>
        <Button size="sm" onClick={() => window.print()}>
          {t('editor.read.print')}
        </Button>
        {/* Only while nothing is changed since: what is printed is what was received. */}
        {props.inDialog || !isHandedIn(assignment.status) ? null : (
          <PrintoutButton
            operation="GET /download/assignment/:id"
            id={assignment.id}
            about={t('editor.receipt.title')}
          >
            {t('parts.printout.assignment')}
          </PrintoutButton>
        )}
      </p>
    </>
  );
}

const receiptHeading = 'receipt-title';

/** On the page of what was submitted, for as long as it is. */
export function Receipt(props: { session: EditorSession }) {
  const { application } = props.session;
  return (
    <section className={classes.receipt} aria-labelledby={receiptHeading}>
      <h2 id={receiptHeading} tabIndex={-1}>
        {t('editor.receipt.title')}
      </h2>
      <ReceiptContent session={props.session} />
      <WhatComesNext
        steps={application.comingSteps}
        zone={application.call.timeZone}
        hasOpenWork={hasOpenWork(application)}
      />
    </section>
  );
}

/** The same once over the page, right after the deed. The focus then goes to its twin on the page. */
export function ReceiptDialog(props: { session: EditorSession; opened: boolean; onClose: () => void }) {
  const goes = useRef(false);
  const close = () => {
    props.onClose();
    if (!goes.current) setTimeout(() => document.getElementById(receiptHeading)?.focus(), 50);
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
        inDialog
        onGo={() => {
          goes.current = true;
          props.onClose();
        }}
      />
    </Dialog>
  );
}
