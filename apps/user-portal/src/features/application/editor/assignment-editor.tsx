import type { Problem } from '@clearcall/domain/forms/types.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import { FormView } from '@clearcall/ui/form/form-view.tsx';
import { readingId } from '@clearcall/ui/form/forms-reading.tsx';
import { splitInstructions } from '@clearcall/ui/form/sections.ts';
import { FormProvider } from '@clearcall/ui/form/use-form.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Drawer } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Countdown } from '@clearcall/ui/kit/time/countdown.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DeleteApplication } from '../../../parts/applications/delete-application.tsx';
import { formHeadId, ofSameAssignment } from '../../../search-params.ts';
import { UnansweredNote } from '../changes/asked-changes.tsx';
import { AfterSubmission, partsAround } from '../own/after-submission.tsx';
import { type Action, hasSubmitted, isMine, ownSteps } from '../own/own-facts.ts';
import {
  DuplicatePart,
  SubmissionActions,
  TakeBackDialog,
  WithdrawDialog,
} from '../own/submission-actions.tsx';
import { SubmittedApplication, SubmittedText } from '../own/submitted-application.tsx';
import { checkToSubmit } from './check-to-submit.ts';
import { AfterSubmit, OpenDecision } from './decision-note.tsx';
import classes from './editor.module.css';
import { EditorBar } from './editor-bar.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { type EditorSession, isOverdue, shownIdOf } from './editor-session.ts';
import { ErrorSummary, focusSummary, focusSummaryAgain, type ListedProblem } from './error-summary.tsx';
import { FormEnd } from './form-end.tsx';
import { FormHead, NothingHere } from './form-head.tsx';
import { FormSteps } from './form-steps.tsx';
import { LeaveGuard } from './leave-editor-guard.tsx';
import { useOpenForm } from './open-form.ts';
import { afterOverlayMs } from './problem-links.tsx';
import { projectTitleIn } from './project-title.ts';
import { ReceiptDialog } from './receipt.tsx';
import { SaveStateText } from './save-state.tsx';
import { SidePanel } from './side-panel.tsx';
import { dueText } from './step-texts.ts';
import { SubmissionFacts } from './submission-facts.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import { PrintedProposal, WholeProposal } from './whole-proposal.tsx';
import { WholeProposalLink } from './whole-proposal-link.tsx';

/** Heading of the open form, or of the page if no form is open. */
const placeHeading = (): HTMLElement | null =>
  document.getElementById(formHeadId) ?? document.querySelector('main h1');

type Asked = 'submit' | 'delete' | 'steps' | 'panel' | Action | null;

/** One assignment open on the page: the form in the middle, the way through it at the left, how it stands at the right. */
export function AssignmentEditor(props: {
  session: EditorSession;
  /** The application stood on the page before, and was loaded once more. */
  again: boolean;
  reload: () => void;
  /** It was submitted on this page a moment ago, and its receipt was not put away yet. */
  receipt: boolean;
  onReceipt: (shown: boolean) => void;
}) {
  const { session, reload } = props;
  const { application, assignment, step, store, queue } = session;
  const user = useUser();
  const navigate = useNavigate();
  const { form: wanted, view } = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });

  const { services, uploads, documents, takenUp, completes, announcement, saveNow } = useOpenForm(
    session,
    reload,
  );
  const [asked, setAsked] = useState<Asked>(null);
  /** What the last attempt to submit was told beyond what is known here; null while no summary was asked for. */
  const [listed, setListed] = useState<readonly ListedProblem[] | null>(null);
  const toSummary = useRef(false);
  const free = useRef(false);

  const forms = useMemo(() => [...step.forms].sort((one, other) => one.order - other.order), [step]);
  const index = Math.max(
    0,
    forms.findIndex((form) => form.id === wanted),
  );
  const form = forms[index];
  const parts = useMemo(() => (form === undefined ? null : splitInstructions(form)), [form]);
  const next = forms[index + 1];
  const editable = store.editable;
  const overdue = !editable && isOverdue(assignment);
  const isSubmitted = !editable && !overdue && hasSubmitted(application, assignment, user.id);
  const isOverview = isSubmitted && wanted === undefined;
  const around = partsAround(step);

  // What was pressed has gone with the page before it.
  const [firstForm] = forms;
  /** For steps other than proposals: the answers to read before submission. */
  const readFirst =
    step.config.submitConfirmation === true || firstForm === undefined
      ? undefined
      : readingId(firstForm, assignment.id);
  const { again } = props;
  useEffect(() => {
    if (again && document.activeElement === document.body) placeHeading()?.focus({ preventScroll: true });
  }, [again]);

  // Where one has arrived: at the field that the address names, else at the head of the form.
  const place = `${form?.id} ${view} ${isOverview}`;
  const arrived = useRef(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another form, or all of them, is an arrival
  useEffect(() => {
    if (toSummary.current) {
      focusSummary();
    } else if (hash !== '') {
      const [, groupId] = hash.split('@');
      if (groupId !== undefined) store.presentation.fold(groupId, false);
      focusField(hash);
    } else if (arrived.current !== place) {
      const heading = placeHeading();
      heading?.focus({ preventScroll: true });
      // Behind a summary of many errors the form is far from the top.
      if (listed === null) window.scrollTo(0, 0);
      else heading?.scrollIntoView();
    }
    arrived.current = place;
    toSummary.current = false;
  }, [place]);

  const goTo = (formId: string) =>
    void navigate({
      from: '/applications/$uid',
      search: ofSameAssignment({ form: formId }),
      resetScroll: false,
    });

  const goOn = async () => {
    const upToHere = forms.slice(0, index + 1).map((one) => one.id);
    store.presentation.showErrors(upToHere);
    void saveNow('on the way');
    if (next) goTo(next.id);
  };
  const showSummary = () => {
    setListed((before) => before ?? []);
    setAsked(null);
    focusSummary();
    // What lay over the page gives the focus back to its button when it closes; the summary comes after that.
    if (asked !== null) setTimeout(focusSummaryAgain, afterOverlayMs);
  };
  const refuseSubmission = (problems: readonly Problem[], beyond: readonly Problem[] = []) => {
    setListed(beyond.map((problem) => ({ problem, values: store.read(problem).values })));
    const first = problems[0];
    if (first) {
      toSummary.current = first.formId !== form?.id;
      goTo(first.formId);
    }
    showSummary();
  };
  const [asking, setAsking] = useState(false);
  const askToSubmit = async () => {
    setAsking(true);
    // Changes from elsewhere come first: their errors, and their texts in the dialog.
    await queue.catchUp();
    setAsking(false);
    const problems = checkToSubmit(store);
    if (problems.length > 0) refuseSubmission(problems);
    else if (uploads.any()) notify(noticeTexts.fileComing);
    else setAsked('submit');
  };
  const leaveDeleted = () => {
    free.current = true;
    queue.close();
    void navigate({ to: '/applications' });
  };

  const proposalId = shownIdOf(application);
  const own = documents.filter(({ assignmentId }) => assignmentId === assignment.id).length;
  const mainButton = !editable ? null : next ? (
    <Button variant="filled" onClick={() => void goOn()}>
      {t('editor.next')}
    </Button>
  ) : (
    <Button variant="filled" loading={asking} onClick={() => void askToSubmit()}>
      {t('editor.submit.do')}
    </Button>
  );
  const stepsProps = {
    store,
    forms,
    ownSteps: isMine(application, user.id) ? ownSteps(application, user.id) : [],
    open: assignment.id,
    laterSteps: application.laterSteps,
    step,
  };
  const panelProps = {
    application,
    assignment,
    store,
    documents: [...documents],
    onDownload: (id: string) => void services.downloadFile(id),
    onDelete: application.can.delete ? () => setAsked('delete') : null,
    onShowAll: showSummary,
    isBrief: isOverview,
    actions: (
      <>
        <SubmissionActions application={application} onAsk={setAsked} />
        <DuplicatePart application={application} />
      </>
    ),
  };
  if (!form || parts === null)
    return (
      <div className={`page ${classes.unopened}`}>
        <header className={classes.formHead}>
          <p className="small soft" lang={langOf(application.call, 'title')}>
            {unbroken(proposalId)}, {application.call.title}
          </p>
          <h1 tabIndex={-1}>{unbroken(projectTitleIn(application))}</h1>
        </header>
        <EditorNotices session={session} formId="" takenUp={0} reload={reload} />
      </div>
    );
  const guard = editable ? (
    <LeaveGuard
      queue={queue}
      uploads={uploads}
      formIds={forms.map((one) => one.id)}
      free={() => free.current}
    />
  ) : null;

  const notices = (
    <EditorNotices
      session={session}
      formId={form.id}
      takenUp={takenUp}
      own={isSubmitted ? <SubmittedText session={session} isOverview={isOverview} /> : undefined}
      reload={reload}
    />
  );

  if (view === 'read') {
    return (
      <FormProvider value={services}>
        <WholeProposal session={session} formId={form.id} />
        {guard}
      </FormProvider>
    );
  }
  return (
    <FormProvider value={services}>
      <EditorBar
        session={session}
        isBrief={isOverview}
        onSave={() => void saveNow()}
        mainButton={mainButton}
      />

      <div className={`page ${classes.columns}`} data-overview={isOverview || undefined}>
        {isOverview ? null : (
          <div className={classes.left}>
            <FormSteps {...stepsProps} current={form} />
          </div>
        )}

        <div className={classes.middle}>
          {isOverview ? null : (
            <div className={classes.narrowBar}>
              <Button
                fullWidth
                onClick={() => setAsked('steps')}
                aria-haspopup="dialog"
                rightSection={<Icon name="chevron-down" />}
              >
                <span className={classes.cut}>
                  {quoting(
                    t('editor.form.ofNamed', { n: index + 1, total: forms.length, title: form.title }),
                    quoted(form, 'title'),
                  )}
                </span>
              </Button>
              <span className="only-narrow">
                <Button
                  leftSection={<Icon name="info" />}
                  aria-label={t('editor.details')}
                  onClick={() => setAsked('panel')}
                >
                  {t('editor.detailsShort')}
                </Button>
              </span>
            </div>
          )}

          {/* The way on for overdue work comes first. */}
          {overdue || isSubmitted ? null : <AfterSubmission session={session} parts={around.before} />}
          {isOverview ? (
            <SubmittedApplication
              session={session}
              notices={notices}
              onDownload={(id) => void services.downloadFile(id)}
            />
          ) : (
            notices
          )}
          {overdue ? <AfterSubmission session={session} /> : null}
          {completes ? (
            <p className={classes.completes}>
              <Button variant="filled" loading={asking} onClick={() => void askToSubmit()}>
                {t('editor.submit.do')}
              </Button>
            </p>
          ) : null}
          {listed !== null && (editable || completes) ? (
            <ErrorSummary session={session} forms={forms} listed={listed} />
          ) : null}

          {isOverview ? null : (
            <>
              <FormHead session={session} form={form} forms={forms} instructions={parts.instructions} />

              <FormView key={form.id} form={parts.rest} />
              <NothingHere session={session} formId={form.id} />

              <FormEnd forms={forms} index={index} goTo={goTo} mainButton={mainButton} />
              {overdue || isSubmitted ? null : <AfterSubmission session={session} parts={around.after} />}
            </>
          )}

          {editable ? (
            <div className={`${classes.bottom} only-narrow`}>
              {assignment.deadline === null ? null : (
                <b className={`${classes.timeText} num small`}>
                  {dueText(application, assignment)}{' '}
                  <Countdown end={assignment.deadline} over={t('editor.deadlinePassed')} inline />
                </b>
              )}
              <SaveStateText queue={queue} store={store} />
              <Button onClick={() => void saveNow()}>{t('editor.save')}</Button>
              {mainButton}
            </div>
          ) : null}
        </div>

        <aside className={`${classes.right} ${isOverview ? '' : 'only-wide'}`} aria-label={t('editor.about')}>
          <SidePanel {...panelProps} />
        </aside>
      </div>

      <Drawer
        opened={asked === 'steps'}
        onClose={() => setAsked(null)}
        title={t('editor.forms')}
        position="left"
      >
        <FormSteps {...stepsProps} current={form} onChoose={() => setAsked(null)} />
      </Drawer>
      <Drawer opened={asked === 'panel'} onClose={() => setAsked(null)} title={t('editor.about')}>
        <SidePanel {...panelProps} onGo={() => setAsked(null)} />
      </Drawer>
      {asked === 'take_back' ? (
        <TakeBackDialog application={application} onClose={() => setAsked(null)} reload={reload} />
      ) : null}
      {asked === 'withdraw' ? (
        <WithdrawDialog application={application} onClose={() => setAsked(null)} reload={reload} />
      ) : null}
      <SubmitDialog
        session={session}
        opened={asked === 'submit'}
        onClose={() => setAsked(null)}
        onSubmitted={() => {
          free.current = true;
          props.onReceipt(true);
          window.scrollTo(0, 0);
          void navigate({ from: '/applications/$uid', search: ofSameAssignment({}), replace: true });
          reload();
        }}
        onRefused={refuseSubmission}
        more={
          <p>
            <WholeProposalLink store={store} hash={readFirst} onGo={() => setAsked(null)}>
              {readFirst === undefined ? t('editor.read.linkFirst') : t('editor.read.answersFirst')}
            </WholeProposalLink>
          </p>
        }
      >
        {asked === 'submit' ? <AfterSubmit session={session} /> : null}
        <UnansweredNote />
        <SubmissionFacts session={session} files={own} />
        {asked === 'submit' ? <OpenDecision session={session} /> : null}
      </SubmitDialog>
      <ReceiptDialog
        session={session}
        opened={props.receipt && !editable}
        onClose={() => props.onReceipt(false)}
      />
      {asked === 'delete' ? (
        <DeleteApplication
          uid={application.uid}
          shownId={proposalId}
          files={documents.length}
          onClose={() => setAsked(null)}
          onDeleted={leaveDeleted}
        />
      ) : null}
      {guard}
      <PrintedProposal session={session} />
      <p className="hidden-visually" role="status" aria-live="polite">
        {announcement}
      </p>
    </FormProvider>
  );
}
