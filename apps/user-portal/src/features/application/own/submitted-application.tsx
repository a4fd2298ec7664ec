import { nothingToDo } from '@clearcall/domain/applications/coming-step.ts';
import { wasHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ofSameAssignment } from '../../../search-params.ts';
import { DocumentList } from '../document-list.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import { ApplicationProcess } from '../editor/application-process.tsx';
import type { EditorSession } from '../editor/editor-session.ts';
import { projectTitleIn } from '../editor/project-title.ts';
import { nextText } from '../editor/step-texts.ts';
import { WholeProposalLink } from '../editor/whole-proposal-link.tsx';
import { quotingSteps } from '../quoting-steps.ts';
import { SubmissionLine } from '../submission-line.tsx';
import { AboutStep, AfterSubmission } from './after-submission.tsx';
import classes from './own.module.css';
import { filledIn, hasOpenWork, ownSteps } from './own-facts.ts';

/**
 * When a step was submitted. In the overview also what comes next, and whether the applicant has to do anything; over a
 * form the way back to the overview.
 */
export function SubmittedText({ session, isOverview }: { session: EditorSession; isOverview: boolean }) {
  const { application, assignment } = session;
  const { comingSteps } = application;
  const first = application.assignments.find(({ stepId }) => stepId === application.process[0]?.id);
  const isLater = first !== undefined && first.id !== assignment.id;
  const follows = nextText(application, assignment.stepId);
  const submitted = (
    <p>
      <SubmissionLine application={application} assignment={assignment} />
    </p>
  );
  if (!isOverview)
    return (
      <div>
        <BackLink from="/applications/$uid" search={ofSameAssignment({})}>
          {t('editor.own.submitted.back')}
        </BackLink>
        {submitted}
      </div>
    );
  return (
    <div className={classes.state}>
      {isLater ? (
        <p>
          <SubmissionLine application={application} assignment={first} />
        </p>
      ) : null}
      {submitted}
      {follows === '' ? null : <p>{quotingSteps(application, follows)}</p>}
      {comingSteps.length === 0 || hasOpenWork(application) ? null : (
        <p>
          {quoting(translate(nothingToDo(comingSteps)), ...comingSteps.map((step) => quoted(step, 'title')))}
        </p>
      )}
    </div>
  );
}

/** Page of a submitted application for its applicant: state, result and submitted forms. */
export function SubmittedApplication(props: {
  session: EditorSession;
  /** `own`: what says when it was submitted. */
  notices: ReactNode;
  onDownload: (documentId: string) => void;
}) {
  const { session } = props;
  const { application, step } = session;
  return (
    <div className={classes.overview}>
      <header>
        <h1 tabIndex={-1}>{projectTitleIn(application) || unbroken(application.uid)}</h1>
        <AboutStep step={step} />
      </header>
      {props.notices}
      <ApplicationProcess application={application} />
      <AfterSubmission session={session} />
      <SubmittedForms session={session} onDownload={props.onDownload} />
    </div>
  );
}

/** What the applicant submitted, form by form with how much is in it; then their open steps, the files and PDFs. */
function SubmittedForms({
  session,
  onDownload,
}: {
  session: EditorSession;
  onDownload: (id: string) => void;
}) {
  const { application, store } = session;
  const { id } = useUser();
  const parts = session.parts().filter(({ assignment }) => wasHandedIn(assignment.status));
  const others = ownSteps(application, id).filter(
    ({ assignment }) => !parts.some((part) => part.assignment.id === assignment.id),
  );
  const elementOf = (elementId: string) =>
    parts.map((part) => part.store.element(elementId)).find((element) => element !== null);
  return (
    <Section
      title={t('editor.own.submitted.title')}
      id="submitted-forms"
      aside={<WholeProposalLink store={store}>{t('editor.read.link')}</WholeProposalLink>}
    >
      <ul className={classes.forms}>
        {parts.flatMap((part) =>
          part.forms.map((form, index) => {
            const filled = filledIn(part.store, form);
            return (
              <li key={`${part.assignment.id} ${form.id}`}>
                <Link
                  className={classes.form}
                  from="/applications/$uid"
                  search={
                    part.assignment.id === session.assignment.id
                      ? ofSameAssignment({ form: form.id })
                      : { assignment: part.assignment.id, form: form.id }
                  }
                >
                  <span className="muted num">{part.forms.length === 1 ? null : index + 1}</span>
                  <span lang={langOf(form, 'title')}>{form.title}</span>
                  <span className="muted num">
                    {filled.files === 0
                      ? t('editor.own.submitted.answers', { n: filled.answers })
                      : t('editor.own.submitted.answersAndFiles', { n: filled.answers, files: filled.files })}
                  </span>
                  <Icon name="chevron-right" />
                </Link>
              </li>
            );
          }),
        )}
        {others.map((one) => (
          <li key={one.assignment.id}>
            <Link
              className={classes.form}
              from="/applications/$uid"
              search={{ assignment: one.assignment.id }}
            >
              <span />
              <span lang={one.lang}>{one.title}</span>
              <span />
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.submittedFiles}>
        <DocumentList documents={application.documents} elementOf={elementOf} onDownload={onDownload} />
        <DownloadMenu application={application} open={[session.assignment]} />
      </div>
    </Section>
  );
}
