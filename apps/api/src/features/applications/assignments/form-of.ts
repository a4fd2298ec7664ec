import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { allRows } from '@clearcall/domain/forms/given-rows.ts';
import { finalAnswers, type Submission } from '@clearcall/domain/forms/submission.ts';
import type { FormContext } from '@clearcall/domain/forms/types.ts';
import type { StoredPerson } from '@clearcall/domain/people/person-name.ts';
import type { AssignmentSnapshot } from '@clearcall/domain/permissions/application-snapshot.ts';
import { cutoffOfForms } from '@clearcall/domain/permissions/call-of-application.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { SaveSnapshot } from '@clearcall/domain/workflow/decide-save.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import {
  formFacts,
  listsReviewers,
  type FormSource as ReadSource,
  stepsReadBy,
} from '@clearcall/domain/workflow/form-facts.ts';
import { type ProjectedColumns, projectColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import { holdsRows } from '@clearcall/domain/workflow/step-index.ts';
import { sql } from 'kysely';
import { lastName } from '../../../platform/db/last-name.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { CompiledFlow } from '../flow-facts.ts';
import { type LoadedApplication, type LockedApplication, loadSubmitted } from '../sql.ts';

/** What of an application its forms are made of. */
export type FormSource = Pick<LoadedApplication, 'cutoffs'> &
  ReadSource & {
    call: { code: string; timeZone: string };
    documents: readonly { id: string; assignmentId: string; sizeBytes: number; pages: number | null }[];
  };

/** A locked application with what the form of its assignment reads of others: of the steps that it refers to, and no more. */
export async function withReferences(
  via: Db,
  { application, assignment }: { application: LockedApplication; assignment: { id: string; stepId: string } },
  flow: CompiledFlow,
): Promise<FormSource> {
  const submitted = await loadSubmitted(via, application.id, stepsReadBy(flow, assignment.stepId));
  const owners = listsReviewers(flow.flow, assignment.stepId) ? await loadOwners(via, application.id) : [];
  const assignments = application.assignments.map((one) => ({
    ...one,
    owner: owners.find(({ id }) => id === one.ownerId) ?? null,
    submitted: one.id === assignment.id ? null : (submitted.get(one.id) ?? null),
  }));
  return { ...application, assignments };
}

/** People with an assignment of an application, by name. */
async function loadOwners(via: Db, applicationId: number): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    select u.id, u.first_name as "firstName", ${lastName('u')} as "lastName" from users u
    where u.id in (select owner_id from assignments where application_id = ${applicationId}::bigint)`.execute(
    via,
  );
  return rows;
}

/** The form of an assignment as it is stored, for whoever fills it in, at the cut-off that counts, ready to be decided about. */
export function formOf(
  viewer: Viewer,
  application: FormSource,
  assignment: Pick<AssignmentSnapshot, 'id' | 'stepId' | 'partitionId' | 'answers' | 'rows'>,
  { flow, plan, indexes, offered }: Pick<CompiledFlow, 'flow' | 'plan' | 'indexes' | 'offered'>,
  cutoffId: number | null,
  now: Date,
): SaveSnapshot {
  const index = indexes.get(assignment.stepId);
  if (index === undefined) throw new Error(`the flow has no step ${assignment.stepId}`);
  const cutoff = application.cutoffs.find(({ id }) => id === cutoffId) ?? null;
  const facts = formFacts({ flow, plan }, application, viewer, assignment);
  const context: FormContext = formContext(
    {
      call: application.call,
      cutoff: cutoff && cutoffOfForms(flow, cutoff, application.call.timeZone),
      partitions: cutoff?.partitions ?? [],
      options: offered,
      documents: application.documents.filter(({ assignmentId }) => assignmentId === assignment.id),
      submitted: facts?.submitted ?? [],
      ownPartitionId: assignment.partitionId,
      applicationPartitions: facts?.partitions,
      reviewers: facts?.reviewers,
    },
    now,
  );
  const { stepId, answers } = assignment;
  const groups = [...index.elements.values()].map(({ element }) => element).filter(holdsRows);
  const rows = allRows(groups, assignment.rows, context);
  return { plan, stepId, index, answers, rows, context };
}

/** What lists show of the answers of a first step. */
export function columnsOf(form: SaveSnapshot, submission: Submission): ProjectedColumns {
  return projectColumns(form.index, finalAnswers(submission).answers, form.context);
}

/**
 * What lists show after a save: they follow the owner's draft. What was submitted once stays in them until the next
 * submission, however much is saved in between: others read them. Undefined where nothing changes in them.
 */
export function draftColumns(
  { stepId, status }: Pick<AssignmentSnapshot, 'stepId' | 'status'>,
  form: SaveSnapshot,
  submission: Submission,
  { flow }: CompiledFlow,
): ProjectedColumns | undefined {
  return status === 'draft' && firstStep(flow)?.id === stepId ? columnsOf(form, submission) : undefined;
}
