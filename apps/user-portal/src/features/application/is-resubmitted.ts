interface Submitted {
  process: readonly { id: string }[];
  assignments: readonly { stepId: string; activities: readonly { status: string }[] }[];
}

/** Whether an application was submitted again after changes, for readers who know the history of its submissions. */
export const isResubmitted = ({ process, assignments }: Submitted): boolean =>
  assignments.some(
    ({ stepId, activities }) =>
      stepId === process[0]?.id && activities.some(({ status }) => status === 'resubmitted'),
  );

/** What a page says of the submission of a step: its first one submits the application. */
export const submissionNote = (application: Submitted, stepId: string) =>
  stepId !== application.process[0]?.id
    ? 'editor.note.stepSubmitted'
    : isResubmitted(application)
      ? 'editor.note.resubmitted'
      : 'editor.note.submitted';
