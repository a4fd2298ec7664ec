import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { finalAnswers, openSubmission, problems, storable } from '@clearcall/domain/forms/submission.ts';
import type { Answer, FormContext, Item, Row, Step } from '@clearcall/domain/forms/types.ts';
import type { AssignmentStatus } from '@clearcall/domain/model/statuses.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { remainingPartitions } from '@clearcall/domain/workflow/remaining-partitions.ts';
import type { StepIndex } from '@clearcall/domain/workflow/step-index.ts';
import { type SayingAssignment, submittedSteps } from '@clearcall/domain/workflow/submitted-steps.ts';
import { answersOf, documentId, isDocument, type MadeDocument, nameOf } from './make-documents.ts';
import type { Anchors } from './moments.ts';
import { namedId } from './named-id.ts';
import type { PlannedCall, PlannedCutoff } from './plan-calls.ts';
import { inPartitionRows, readContent } from './read-content.ts';
import type { Collector, Row as TableRow } from './rows.ts';
import type { WorldApplication, WorldAssignment } from './schema.ts';

/** What is known of the application while its assignments are planned. */
export interface ApplicationScene {
  application: WorldApplication;
  id: number;
  ownerId: number;
  call: PlannedCall;
  cutoff: PlannedCutoff;
  now: Date;
  created: Date;
  submitted: Date | null;
  anchors: Anchors;
  users: ReadonlyMap<string, number>;
  options: Record<string, Item[]>;
  documents: ReadonlyMap<string, MadeDocument>;
  indexOf: (step: Step) => StepIndex;
  collector: Collector;
  /** The assignments of earlier steps; grows while the steps are planned in their order. */
  said: SayingAssignment[];
  say: (sentence: string) => void;
  time: (text: string, anchors?: Anchors) => Date;
  /** Passes a moment on, with a sentence when it lies in the future. */
  past: (what: string, moment: Date) => Date;
}

/** A document that has to be stored before its row can be written. */
export interface PlannedDocument {
  bytes: Uint8Array;
  row: TableRow<'documents'>;
}

export interface PlannedAssignment {
  id: string;
  actorId: number | null;
  began: Date;
  handedIn: Date | null;
  /** What counts of the answers, and what it was computed with. */
  final: { answers: Answer[]; rows: Row[] };
  context: FormContext;
  documents: PlannedDocument[];
}

/** What a status of an assignment asks for besides. */
const needs: Record<AssignmentStatus, { submitted: boolean; reason?: true; deadline?: true }> = {
  draft: { submitted: false },
  assigned: { submitted: false },
  accepted: { submitted: false },
  triggered: { submitted: false },
  revoked: { submitted: false },
  refused: { submitted: false, reason: true },
  conflicted: { submitted: false },
  submitted: { submitted: true },
  resubmitted: { submitted: true },
  approved: { submitted: true },
  rejected: { submitted: true, reason: true },
  changes_requested: { submitted: true, deadline: true },
};

const outsideGroups = '00000000-0000-0000-0000-000000000000';

/** When an assignment began, was handed in and is due, with sentences for what does not fit its status. */
function planTimes(
  scene: ApplicationScene,
  assignment: WorldAssignment,
  isFirst: boolean,
  say: (sentence: string) => void,
) {
  const { status } = assignment;
  const asked = needs[status];
  const began =
    assignment.created === undefined ? scene.created : scene.past('assigned', scene.time(assignment.created));
  const ofApplication = isFirst ? scene.submitted : null;
  const handedIn =
    assignment.submitted === undefined
      ? ofApplication
      : scene.past('submitted', scene.time(assignment.submitted));
  const deadline =
    assignment.deadline === undefined
      ? null
      : scene.time(assignment.deadline, { ...scene.anchors, submitted: handedIn });
  if (asked.submitted !== (handedIn !== null))
    say(`an assignment that is ${status} has ${asked.submitted ? 'a' : 'no'} time of submission.`);
  if (asked.reason && assignment.reason === undefined) say(`an assignment that is ${status} has a reason.`);
  if (asked.deadline && deadline === null)
    say(`an assignment that is ${status} has a deadline for the changes.`);
  if (asked.deadline && deadline !== null && handedIn !== null && deadline < handedIn)
    say('its deadline was over before it was submitted.');
  return { began, handedIn, deadline };
}

/** Plans one assignment with its rows, answers, history and documents; what the form engine refuses gets a sentence. */
export function planAssignment(
  scene: ApplicationScene,
  assignment: WorldAssignment,
  step: Step,
  position: number,
): PlannedAssignment {
  const { application, call, cutoff, collector } = scene;
  const isFirst = step === call.first;
  const say = (sentence: string) =>
    scene.say(isFirst ? sentence : `assignment on step ${step.id}: ${sentence}`);
  const id = namedId('assignment', application.key, step.id, position);
  const { began, handedIn, deadline } = planTimes(scene, assignment, isFirst, say);
  const savedAt = handedIn ?? began;

  const personOf = (email: string | null | undefined): number | null => {
    if (email === undefined || email === null) return null;
    const person = scene.users.get(email.toLowerCase());
    if (person === undefined) say(`there is no user ${email}.`);
    return person ?? null;
  };
  const actorId = isFirst && assignment.owner === undefined ? scene.ownerId : personOf(assignment.owner);
  if (isFirst && actorId !== scene.ownerId) say('its first step belongs to the owner of the application.');
  const partitionId = assignment.partition ?? null;
  if (partitionId !== null && !cutoff.partitions.some((one) => one.id === partitionId))
    say(`its cut-off has no partition ${partitionId}.`);

  const documents: PlannedDocument[] = [];
  const name = nameOf(application, assignment);
  for (const { elementId, groupId, answer } of answersOf(application.key, name, assignment)) {
    const document = documentId(application.key, name, elementId, groupId);
    const made = scene.documents.get(document);
    if (!isDocument(answer) || made === undefined) continue;
    documents.push({
      bytes: made.bytes,
      row: {
        id: document,
        assignment_id: id,
        element_id: elementId,
        group_id: groupId,
        original_filename: made.name,
        filename: made.name,
        size_bytes: made.bytes.length,
        pages: made.pages,
        uploaded_by: actorId,
        created_at: savedAt.toISOString(),
      },
    });
  }

  const submitted = submittedSteps(scene.said, id);
  const applicationPartitions = remainingPartitions(call.flow, submitted);
  const context = formContext(
    {
      call: { code: call.call.code, timeZone: call.timeZone },
      cutoff: {
        id: cutoff.id,
        start: cutoff.start.toISOString(),
        end: cutoff.end?.toISOString() ?? null,
      },
      partitions: cutoff.partitions,
      options: scene.options,
      documents: documents.map(({ row, bytes }) => ({
        id: String(row.id),
        sizeBytes: bytes.length,
        pages: Number(row.pages),
      })),
      submitted,
      ownPartitionId: partitionId,
      applicationPartitions,
    },
    handedIn ?? scene.now,
  );
  const written = readContent(application, assignment, step, scene.indexOf(step), say, (text) =>
    plainDate(scene.time(text), call.timeZone),
  );
  const content = inPartitionRows(step, written, applicationPartitions, say);
  const offered = openSubmission(call.plan, step.id, { ...content, context });
  const kept: Answer[] = [];
  for (const answer of content.answers) {
    const stored = storable(offered, answer, answer.values);
    if (!stored.ok) say(`answer ${answer.elementId}: ${stored.sentence}`);
    else if (stored.values.length > 0) kept.push({ ...answer, values: stored.values });
  }
  const submission = openSubmission(call.plan, step.id, { answers: kept, rows: content.rows, context });
  if (handedIn !== null)
    for (const problem of problems(submission)) say(`answer ${problem.elementId}: ${problem.message}`);
  const final = finalAnswers(submission);
  scene.said.push({
    id,
    stepId: step.id,
    status: assignment.status,
    isLead: assignment.lead,
    submittedAt: savedAt.toISOString(),
    partitionId,
    submitted: final,
  });

  collector.add('assignments', {
    id,
    application_id: scene.id,
    step_id: step.id,
    owner_id: actorId,
    assigner_id: personOf(assignment.assigner),
    role: assignment.role ?? step.ownerRole,
    partition_id: partitionId,
    status: assignment.status,
    deadline_at: deadline?.toISOString() ?? null,
    is_lead: assignment.lead,
    reason: assignment.reason ?? null,
    created_at: began.toISOString(),
    submitted_at: handedIn?.toISOString() ?? null,
    submitted_content: handedIn === null ? null : final,
    revision: kept.length > 0 || content.rows.length > 0 ? 1 : 0,
  });
  const history: { status: AssignmentStatus; at: Date; by: number | null; reason?: string | undefined }[] = [
    { status: isFirst ? 'draft' : 'assigned', at: began, by: actorId },
    ...(handedIn === null ? [] : [{ status: 'submitted' as const, at: handedIn, by: actorId }]),
    ...assignment.history.map(({ status, at, by, reason }) => ({
      status,
      at: scene.past('changed', scene.time(at, { ...scene.anchors, submitted: handedIn })),
      by: personOf(by),
      reason,
    })),
  ];
  for (const [at, entry] of history.entries())
    collector.add('activities', {
      id: namedId('activity', id, at),
      assignment_id: id,
      status: entry.status,
      reason: entry.reason ?? null,
      actor_id: entry.by,
      created_at: entry.at.toISOString(),
    });
  for (const row of content.rows)
    collector.add('group_instances', {
      assignment_id: id,
      id: row.id,
      element_id: row.elementId,
      position: row.order,
      coi: false,
      comment: null,
    });
  for (const answer of kept)
    collector.add('answers', {
      assignment_id: id,
      element_id: answer.elementId,
      group_id: answer.groupId ?? outsideGroups,
      values: answer.values,
      revision: 1,
      author_id: actorId,
      saved_at: savedAt.toISOString(),
    });
  return { id, actorId, began, handedIn, final, context, documents };
}
