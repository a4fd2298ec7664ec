import { finalAnswers, type Submission } from '@clearcall/domain/forms/submission.ts';
import type { FormContext, SubmittedStep } from '@clearcall/domain/forms/types.ts';
import { submittedStatuses } from '@clearcall/domain/model/statuses.ts';
import type { AssignmentSnapshot } from '@clearcall/domain/permissions/application-snapshot.ts';
import type { SaveSnapshot } from '@clearcall/domain/workflow/decide-save.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { type ProjectedColumns, projectColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import { firstStep } from '@clearcall/domain/workflow/step-index.ts';
import type { CompiledFlow } from '../flow-facts.ts';
import type { LoadedApplication } from '../sql.ts';

/** What other assignments have submitted, for conditions across steps. Source: Readings, Cross-step conditions. */
function submittedSteps(application: LoadedApplication, except: string): SubmittedStep[] {
  return application.assignments.flatMap((assignment) =>
    assignment.id === except ||
    assignment.submitted === null ||
    assignment.submittedAt === null ||
    !submittedStatuses.includes(assignment.status)
      ? []
      : {
          stepId: assignment.stepId,
          lead: assignment.isLead,
          submittedAt: assignment.submittedAt,
          partitionId: assignment.partitionId,
          ...assignment.submitted,
        },
  );
}

/** The form of an assignment as it is stored, at the cut-off that counts, ready to be decided about. */
export function formOf(
  application: LoadedApplication,
  assignment: AssignmentSnapshot,
  { plan, indexes, offered }: CompiledFlow,
  cutoffId: number | null,
  now: Date,
): SaveSnapshot {
  const index = indexes.get(assignment.stepId);
  if (index === undefined) throw new Error(`the flow has no step ${assignment.stepId}`);
  const cutoff = application.cutoffs.find(({ id }) => id === cutoffId) ?? null;
  const context: FormContext = formContext(
    {
      call: application.call,
      cutoff,
      partitions: cutoff?.partitions ?? [],
      options: offered,
      documents: application.documents.filter(({ assignmentId }) => assignmentId === assignment.id),
      submitted: submittedSteps(application, assignment.id),
      ownPartitionId: assignment.partitionId,
    },
    now,
  );
  const { stepId, answers, rows } = assignment;
  return { plan, stepId, index, answers, rows, context };
}

/** What lists show after a change; undefined for a step that they show nothing of. */
export function columnsOf(
  form: SaveSnapshot,
  submission: Submission,
  { flow }: CompiledFlow,
): ProjectedColumns | undefined {
  if (firstStep(flow)?.id !== form.stepId) return undefined;
  return projectColumns(form.index, finalAnswers(submission).answers, form.context);
}
