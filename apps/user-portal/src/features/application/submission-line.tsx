import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { stepsOf } from './editor/editor-session.ts';
import { submissionNote } from './is-resubmitted.ts';

/** Says when the application, or a later step of it, was submitted. */
export function SubmissionLine(props: { application: Application; assignment: Assignment }) {
  const { application, assignment } = props;
  const step = stepsOf(application).find(({ id }) => id === assignment.stepId);
  return (
    <RichText
      id={submissionNote(application, assignment.stepId)}
      values={{ uid: application.uid }}
      parts={{
        at: () => <DateTime at={assignment.submittedAt} zone={application.call.timeZone} />,
        step: () => <span lang={step && langOf(step, 'title')}>{step?.title}</span>,
      }}
    />
  );
}
