import type { Problem } from '@clearcall/domain/forms/types.ts';
import { wasHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import { ScoreSumText, scoreSumOf } from '@clearcall/ui/form/elements/score.tsx';
import { focusField } from '@clearcall/ui/form/focus.ts';
import { FormView } from '@clearcall/ui/form/form-view.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { LinkButton } from '@clearcall/ui/kit/link-button.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useEffect, useState } from 'react';
import { ConflictDialog } from '../../../parts/take/conflict-dialog.tsx';
import { ownFormId } from '../../../search-params.ts';
import { UnansweredNote } from '../changes/asked-changes.tsx';
import { checkToSubmit } from '../editor/check-to-submit.ts';
import { SessionDecision } from '../editor/decision-note.tsx';
import { beforeDecision } from '../editor/decision-texts.ts';
import editorClasses from '../editor/editor.module.css';
import { EditorNotices } from '../editor/editor-notices.tsx';
import { type EditorSession, shownIdOf } from '../editor/editor-session.ts';
import { ErrorSummary, focusSummaryAgain, type ListedProblem } from '../editor/error-summary.tsx';
import type { OpenForm } from '../editor/open-form.ts';
import { afterOverlayMs } from '../editor/problem-links.tsx';
import { SaveStateText } from '../editor/save-state.tsx';
import { roleAndNumber } from '../editor/step-texts.ts';
import { SubmitDialog } from '../editor/submit-dialog.tsx';
import { useDecision } from '../editor/use-decision.ts';
import { useChanges } from '../editor/use-gathered.ts';
import { AboutStep } from '../own/after-submission.tsx';
import { partitionName } from '../partition-name.ts';
import { Appointment } from './appointment.tsx';
import { AgreedDialog, HandBackDialog } from './appointment-dialogs.tsx';
import { followUp, type WorkPlace } from './follow-up.ts';
import { HandOnDialog } from './hand-on-dialog.tsx';
import { isReview, isUnanswered, resubmittedAt } from './own-work.ts';
import { Payees } from './payees.tsx';
import { ReviewComments } from './review-comments.tsx';
import { WhoReads } from './who-reads.tsx';
import classes from './work.module.css';

type Asked = 'submit' | 'hand-on' | 'hand-back' | 'conflict' | 'agreed' | null;

const receiptHeading = 'work-receipt';

/** What was handed in, when, and what happens next: nothing of it speaks of a proposal of the reader's own. */
function WorkReceipt({ session }: { session: EditorSession }) {
  const { application, assignment, step } = session;
  return (
    <section className={editorClasses.receipt} aria-labelledby={receiptHeading}>
      <h3 id={receiptHeading} tabIndex={-1}>
        {t('editor.receipt.title')}
      </h3>
      <KeyValue
        rows={[
          [t('editor.read.id'), unbroken(shownIdOf(application))],
          [
            t('editor.sum.step'),
            <span key="step" lang={langOf(step, 'title')}>
              {step.title}
            </span>,
          ],
          ...(assignment.partitionId === null
            ? []
            : ([[t('editor.partition'), partitionName(application, assignment.partitionId)]] as const)),
          [
            t('editor.sum.received'),
            <DateTime key="at" at={assignment.submittedAt} zone={application.call.timeZone} />,
          ],
        ]}
      />
      <Sum session={session} />
      <SessionDecision session={session} />
      <p className={editorClasses.receiptLinks}>
        <Button size="sm" onClick={() => window.print()}>
          {t('editor.read.print')}
        </Button>
        {/* Only while nothing is changed since: what is printed is what was received. */}
        {wasHandedIn(assignment.status) ? (
          <PrintoutButton operation="GET /download/assignment/:id" id={assignment.id} about={step.title}>
            {t('parts.printout.assignment')}
          </PrintoutButton>
        ) : null}
      </p>
    </section>
  );
}

/** What the form decides as it stands. Drawn while it is asked about, so that it is what will be submitted. */
function Decision({ session }: { session: EditorSession }) {
  useChanges(session.store);
  const texts = useDecision(session);
  const isStaff = useOrganisation().staffRoles.includes(useUser().role);
  return (
    <>
      <Sum session={session} />
      <SessionDecision session={session} />
      {texts.opensAgain === true ? null : (
        <p>{t(isStaff ? 'work.submit.afterByStaff' : 'work.submit.after')}</p>
      )}
    </>
  );
}

/** The scores together, where the form adds them up. */
function Sum({ session }: { session: EditorSession }) {
  const { store, step } = session;
  useChanges(store);
  const sum = scoreSumOf(store, step);
  return sum === null ? null : (
    <p className={classes.sum}>
      <span className="small soft">{t('work.sum')}</span>
      <ScoreSumText sum={sum} />
    </p>
  );
}

/** The own work on an application: taken on or not, filled in, submitted; and what can be done with it. */
export function OwnForm(props: {
  session: EditorSession;
  open: OpenForm;
  place: WorkPlace;
  /** It was submitted on this page a moment ago. */
  justSubmitted: boolean;
  onSubmitted: () => void;
}) {
  const { session, open, place } = props;
  const { application, assignment, step, store, queue } = session;
  const [asked, setAsked] = useState<Asked>(null);
  const [listed, setListed] = useState<readonly ListedProblem[] | null>(null);
  // What others filled in at this step may be open before the own work is taken on; its own form is not.
  const forms = isUnanswered(assignment) ? [] : [...step.forms].sort((one, other) => one.order - other.order);
  const { editable } = store;
  const canSubmit = editable || open.completes;
  const again = resubmittedAt(application, step, assignment);
  const known = editable ? beforeDecision(application, { assignment, step }) : [];
  const close = () => setAsked(null);

  useEffect(() => {
    if (props.justSubmitted) focusField(receiptHeading, 'start');
  }, [props.justSubmitted]);

  const refuse = (_problems: readonly Problem[], beyond: readonly Problem[] = []) => {
    setListed(beyond.map((problem) => ({ problem, values: store.read(problem).values })));
    // The summary is there with the next drawing, and what lay over the page has gone then.
    setTimeout(focusSummaryAgain, afterOverlayMs);
  };
  const [asking, setAsking] = useState(false);
  const askToSubmit = async () => {
    setAsking(true);
    // Changes from elsewhere come first: their errors, and their texts in the dialog.
    await queue.catchUp();
    setAsking(false);
    const problems = checkToSubmit(store);
    if (problems.length > 0) refuse(problems);
    else if (open.uploads.any()) notify(noticeTexts.fileComing);
    else setAsked('submit');
  };

  return (
    <>
      <div className={classes.own}>
        <header className={classes.ownHead}>
          <div>
            <h2 tabIndex={-1} id={ownFormId}>
              {isReview(step) ? t('work.mine.review') : t('work.mine.work')}
            </h2>
            <p className="small soft">
              {quoting(
                assignment.isLead ? t('editor.panel.lead', { step: step.title }) : step.title,
                quoted(step, 'title'),
              )}
              {', '}
              {roleAndNumber(assignment)}
              {assignment.partitionId === null
                ? null
                : `, ${partitionName(application, assignment.partitionId)}`}
            </p>
          </div>
          {editable ? <SaveStateText queue={queue} store={store} /> : null}
        </header>

        <div className={classes.ownBody}>
          {assignment.commands.accept === null ? (
            <Appointment
              session={session}
              place={place}
              onHandOn={assignment.commands.hand_on === null ? () => setAsked('hand-on') : null}
            />
          ) : null}
          <AboutStep step={step} open={isUnanswered(assignment)} />
          <EditorNotices
            session={session}
            formId={forms[0]?.id ?? ''}
            takenUp={open.takenUp}
            own={<WorkReceipt session={session} />}
            reload={place.reload}
          />
          {known.length === 0 ? null : (
            <div className={editorClasses.notices}>
              {known.map((sentence) => (
                <Note key={sentence} kind="warn">
                  {sentence}
                </Note>
              ))}
            </div>
          )}
          {again === null ? null : (
            <div className={editorClasses.notices}>
              <Note kind="info">
                <RichText
                  id="work.resubmitted"
                  parts={{ at: () => <DateTime at={again} zone={application.call.timeZone} /> }}
                />
              </Note>
            </div>
          )}
          <ReviewComments assignment={assignment} />
          {step.type === 'payment' && assignment.role === 'finance_manager' && forms.length > 0 ? (
            <Payees assignmentId={assignment.id} step={step} />
          ) : null}
          {listed !== null && canSubmit ? (
            <ErrorSummary session={session} forms={forms} listed={listed} />
          ) : null}
          {editable ? (
            <p className="soft small">
              <RichText
                id="editor.everythingKept"
                parts={{
                  star: () => <span className={editorClasses.star}>*</span>,
                  more: (text) => <span className="only-wide">{text}</span>,
                }}
              />
            </p>
          ) : null}
          {forms.map((form) => (
            <section key={form.id} className={classes.form} aria-labelledby={`${form.id}:own`}>
              {forms.length === 1 ? (
                <h3 id={`${form.id}:own`} className="hidden-visually" lang={langOf(form, 'title')}>
                  {form.title}
                </h3>
              ) : (
                <h3 id={`${form.id}:own`} lang={langOf(form, 'title')}>
                  {form.title}
                </h3>
              )}
              {form.description ? (
                <p className={`${classes.formText} soft`} lang={langOf(form, 'description')}>
                  {form.description}
                </p>
              ) : null}
              <FormView form={form} />
            </section>
          ))}
          {assignment.agreement === undefined || isUnanswered(assignment) ? null : (
            <p className={classes.agreed}>
              <Icon name="check" />
              <span>
                <RichText
                  id="work.coi.agreed"
                  parts={{
                    day: () => <DateTime at={assignment.agreement?.at} dateOnly />,
                    again: (text) => <LinkButton onClick={() => setAsked('agreed')}>{text}</LinkButton>,
                  }}
                />
              </span>
            </p>
          )}
          {forms.length === 0 ? null : <WhoReads step={step} role={assignment.role} />}
          {assignment.commands.accept === null || assignment.commands.declare_conflict !== null ? null : (
            <p className={`${classes.actions} only-screen`}>
              {assignment.commands.hand_on === null ? (
                <Button size="sm" onClick={() => setAsked('hand-on')}>
                  {t('work.appointment.handOn')}
                </Button>
              ) : null}
              {assignment.commands.hand_back === null ? (
                <Button size="sm" onClick={() => setAsked('hand-back')}>
                  {t('work.handBack.do')}
                </Button>
              ) : null}
              <Button size="sm" variant="subtle" onClick={() => setAsked('conflict')}>
                {t('work.conflict.now')}
              </Button>
            </p>
          )}
        </div>

        <SubmitDialog
          session={session}
          opened={asked === 'submit'}
          onClose={close}
          onSubmitted={props.onSubmitted}
          onRefused={refuse}
        >
          <UnansweredNote />
          {asked === 'submit' ? <Decision session={session} /> : null}
        </SubmitDialog>
        {asked === 'hand-on' ? (
          <HandOnDialog place={place} step={step} partitionId={assignment.partitionId} onClose={close} />
        ) : null}
        {asked === 'hand-back' ? <HandBackDialog place={place} onClose={close} /> : null}
        {asked === 'conflict' ? (
          <ConflictDialog {...place} {...followUp(place, 'conflict')} onClose={close} />
        ) : null}
        {assignment.agreement === undefined ? null : (
          <AgreedDialog
            step={step}
            agreement={assignment.agreement}
            opened={asked === 'agreed'}
            onClose={close}
          />
        )}
      </div>
      {canSubmit ? (
        <div className={`${classes.submitBar} only-screen`}>
          <Sum session={session} />
          <span className={classes.submitButtons}>
            {editable ? (
              <span className="only-wide">
                <Button onClick={() => void open.saveNow()}>{t('editor.save')}</Button>
              </span>
            ) : null}
            <Button variant="filled" loading={asking} onClick={() => void askToSubmit()}>
              {t('editor.submit.do')}
            </Button>
          </span>
        </div>
      ) : null}
    </>
  );
}
