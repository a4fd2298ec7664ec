import { nothingToDo } from '@clearcall/domain/applications/coming-step.ts';
import type { Form } from '@clearcall/domain/forms/types.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ofSameAssignment } from '../../../search-params.ts';
import { ApplicationProcess } from '../editor/application-process.tsx';
import type { EditorSession } from '../editor/editor-session.ts';
import { projectTitleIn } from '../editor/project-title.ts';
import { nextText } from '../editor/step-texts.ts';
import { WholeProposalLink } from '../editor/whole-proposal-link.tsx';
import { resubmittedAt } from '../resubmitted-at.ts';
import { AboutStep, AfterSubmission } from './after-submission.tsx';
import classes from './own.module.css';
import { hasOpenWork, ownSteps } from './own-facts.ts';

/**
 * When a step was submitted. In the overview also what comes next, and whether the applicant has to do anything; over a
 * form the way back to the overview.
 */
export function SubmittedText({ session, isOverview }: { session: EditorSession; isOverview: boolean }) {
  const { application, assignment } = session;
  const { comingSteps } = application;
  const isAgain = assignment.submittedAt === resubmittedAt(application);
  const follows = nextText(application, assignment.stepId);
  const submitted = (
    <p>
      <RichText
        id={isAgain ? 'editor.note.resubmitted' : 'editor.note.submitted'}
        values={{ uid: application.uid }}
        parts={{ at: () => <DateTime at={assignment.submittedAt} zone={application.call.timeZone} /> }}
      />
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
      {submitted}
      {follows === '' ? null : <p>{unbroken(follows)}</p>}
      {comingSteps.length === 0 || hasOpenWork(application) ? null : (
        <p>{translate(nothingToDo(comingSteps))}</p>
      )}
    </div>
  );
}

/** Page of a submitted application for its applicant: state, result and submitted forms. */
export function SubmittedApplication(props: {
  session: EditorSession;
  forms: readonly Form[];
  /** `own`: what says when it was submitted. */
  notices: ReactNode;
}) {
  const { session, forms } = props;
  const { application, step } = session;
  return (
    <div className={classes.overview}>
      <header>
        <h1 tabIndex={-1}>{projectTitleIn(application) || unbroken(application.uid)}</h1>
        <AboutStep step={step} />
      </header>
      {props.notices}
      <AfterSubmission session={session} />
      <ApplicationProcess application={application} />
      <SubmittedForms session={session} forms={forms} />
    </div>
  );
}

/** The forms that were submitted, each to be read, and the applicant's other steps. */
function SubmittedForms({ session, forms }: { session: EditorSession; forms: readonly Form[] }) {
  const { application, assignment, store } = session;
  const { id } = useUser();
  const others = ownSteps(application, id).filter((one) => one.assignment.id !== assignment.id);
  return (
    <Section
      title={t('editor.own.submitted.title')}
      id="submitted-forms"
      aside={<WholeProposalLink store={store}>{t('editor.read.link')}</WholeProposalLink>}
    >
      <ul className={classes.forms}>
        {forms.map((form, index) => (
          <li key={form.id}>
            <Link
              className={classes.form}
              from="/applications/$uid"
              search={ofSameAssignment({ form: form.id })}
            >
              <span className="muted num">{index + 1}</span>
              <span lang={langOf(form, 'title')}>{form.title}</span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
        {others.map((one) => (
          <li key={one.assignment.id}>
            <Link
              className={classes.form}
              from="/applications/$uid"
              search={{ assignment: one.assignment.id }}
            >
              <span />
              <span>{one.title}</span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
