import { scoreSumOf } from '@clearcall/ui/form/elements/score.tsx';
import { fieldAt } from '@clearcall/ui/form/field-address.ts';
import { focusField, focusWhenThere } from '@clearcall/ui/form/focus.ts';
import { FormProvider } from '@clearcall/ui/form/use-form.tsx';
import { Segments } from '@clearcall/ui/kit/segments.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ownFormId } from '../../../search-params.ts';
import { DeclinedAward } from '../declined-award.tsx';
import { shownStatus } from '../editor/assignment-chip.tsx';
import { type EditorSession, isOverdue } from '../editor/editor-session.ts';
import { LeaveGuard } from '../editor/leave-editor-guard.tsx';
import { useOpenForm } from '../editor/open-form.ts';
import { afterOverlayMs } from '../editor/problem-links.tsx';
import { useChanges } from '../editor/use-gathered.ts';
import { PrintedProposal } from '../editor/whole-proposal.tsx';
import { ProposalHead } from '../reading/proposal-head.tsx';
import { ProposalSide } from '../reading/proposal-side.tsx';
import type { Left } from './farewell.tsx';
import { LeadAssignments } from './lead-assignments.tsx';
import { OwnForm } from './own-form.tsx';
import { isPreview, isReview, isUnanswered, ownWorkOf } from './own-work.ts';
import classes from './work.module.css';
import { ToTake, WorkChooser, WorkHead } from './work-head.tsx';

const sides = ['proposal', 'mine'] as const;
type Side = (typeof sides)[number];

/** Of the own form: how many of its scores are given, where it has some. */
function MineText({ session }: { session: EditorSession }) {
  const { store, step } = session;
  useChanges(store);
  const sum = scoreSumOf(store, step);
  const name = isReview(step) ? t('work.mine.review') : t('work.mine.work');
  return sum === null || !store.editable
    ? name
    : t('work.mine.scored', { name, done: sum.scores - sum.missing, total: sum.scores });
}

/** Somebody at work on the application of somebody else: what they read at the left, what they fill in at the right. */
export function WorkPage(props: {
  session: EditorSession;
  /** In place of what was open here before: whoever did something is led to what came of it. */
  again: boolean;
  reload: () => void;
  receipt: boolean;
  onReceipt: (shown: boolean) => void;
  onLeft: (left: Left) => void;
}) {
  const { session, reload } = props;
  const { application, assignment, step, store, queue } = session;
  const user = useUser();
  const open = useOpenForm(session, reload);
  const hash = useLocation({ select: (location) => location.hash });
  const waits = isUnanswered(assignment);
  // What is asked comes first while it waits; what was handed in is read beside the proposal.
  const leadsToField = hash !== '' && !hash.endsWith(':read');
  const [side, setSide] = useState<Side>(
    props.again || leadsToField || isOverdue(assignment) ? 'mine' : 'proposal',
  );
  const free = useRef(false);
  const parts = session.readings().filter(({ assignment: { id } }) => id !== assignment.id);
  const work = ownWorkOf(application, user.id);
  const place = { uid: application.uid, assignmentId: assignment.id, reload, onLeft: props.onLeft };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival leads there
  useEffect(() => {
    if (leadsToField) {
      store.presentation.reveal(fieldAt(hash));
      // Its head is in view wherever the page before was scrolled to.
      if (hash === ownFormId) window.scrollTo(0, 0);
      focusField(hash);
      return;
    }
    if (!props.again || props.receipt) return;
    // What lay over the page gives the focus back first, to what is not there any more.
    const timer = setTimeout(() => focusWhenThere('own-form'), afterOverlayMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <FormProvider value={open.services}>
      <div className={classes.whole}>
        <WorkHead
          application={application}
          status={shownStatus(assignment)}
          assignment={assignment}
          what={
            <>
              , <span lang={langOf(step, 'title')}>{step.title}</span>
            </>
          }
        />
        <WorkChooser application={application} work={work} open={assignment} />
        <ToTake application={application} reload={reload} />
        <LeadAssignments application={application} reload={reload} />
        {waits ? null : (
          <div className={`${classes.switch} page only-screen`}>
            <Segments
              label={t('work.side.switch')}
              values={sides}
              chosen={side}
              choose={(next) => {
                setSide(next);
                window.scrollTo(0, 0);
              }}
              textOf={(one) =>
                one === 'proposal' ? t('work.side.proposal') : <MineText session={session} />
              }
            />
          </div>
        )}
        {/* Before it is accepted there is little of both: on narrow pages they follow each other. */}
        <div className={classes.sides} data-side={waits ? 'both' : side}>
          <div className={classes.proposalHead}>
            <ProposalHead application={application} />
          </div>
          <section className={classes.left} aria-label={t('work.side.proposal')}>
            <ProposalSide
              application={application}
              parts={parts}
              judged={step.judges}
              // A payment never opens more than the preview.
              isPreview={waits && step.type !== 'payment' && isPreview(parts.map((part) => part.step))}
            />
          </section>
          <section className={classes.right} aria-labelledby="own-form">
            <OwnForm
              session={session}
              open={open}
              place={place}
              justSubmitted={props.receipt && !store.editable}
              onSubmitted={() => {
                free.current = true;
                props.onReceipt(true);
                reload();
              }}
            />
          </section>
        </div>
      </div>
      {store.editable ? (
        <LeaveGuard
          queue={queue}
          uploads={open.uploads}
          formIds={step.forms.map(({ id }) => id)}
          free={() => free.current}
        />
      ) : null}
      <PrintedProposal session={session} parts={session.readings()} />
      <p className="hidden-visually" role="status" aria-live="polite">
        {open.announcement}
      </p>
    </FormProvider>
  );
}

/** An application as somebody reads it who has no work on it: all that they may read, step by step. */
export function ReadPage(props: { session: EditorSession; reload: () => void }) {
  const { session, reload } = props;
  const { application } = session;
  const open = useOpenForm(session, reload);
  const parts = session.readings();
  return (
    <FormProvider value={open.services}>
      <WorkHead application={application} status={application.displayStatus} assignment={null} what={null} />
      <ToTake application={application} reload={reload} />
      <LeadAssignments application={application} reload={reload} />
      <div className={`page ${classes.read}`}>
        <DeclinedAward application={application} />
        <ProposalHead application={application} />
        <ProposalSide application={application} parts={parts} isPreview={false} />
      </div>
      <PrintedProposal session={session} parts={parts} />
      <p className="hidden-visually" role="status" aria-live="polite">
        {open.announcement}
      </p>
    </FormProvider>
  );
}
