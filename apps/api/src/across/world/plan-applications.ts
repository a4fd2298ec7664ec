import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { finalAnswers, openSubmission, problems, storable } from '@clearcall/domain/forms/submission.ts';
import type { Answer, FormContext, Item, Row, Step, SubmittedStep } from '@clearcall/domain/forms/types.ts';
import type { EventType } from '@clearcall/domain/model/event.ts';
import type { ApplicationStatus, AssignmentStatus } from '@clearcall/domain/model/statuses.ts';
import { submittedStatuses } from '@clearcall/domain/model/statuses.ts';
import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { projectColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import { holdsRows, indexStep, type StepIndex } from '@clearcall/domain/workflow/step-index.ts';
import { answersOf, documentId, isDocument, type MadeDocument, rowId } from './make-documents.ts';
import { type Anchors, momentOf } from './moments.ts';
import { namedId } from './named-id.ts';
import type { PlannedCall, PlannedCutoff } from './plan-calls.ts';
import type { Collector } from './rows.ts';
import type { World, WorldApplication, WorldAssignment } from './schema.ts';

/** What the first assignment may be in while the application is in a status. */
const fitting: Record<ApplicationStatus, readonly AssignmentStatus[]> = {
  draft: ['draft'],
  submitted: ['submitted', 'resubmitted', 'approved'],
  changes_requested: ['changes_requested'],
  approved: ['approved'],
  rejected: ['rejected', 'approved'],
};

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

const nobodyGroup = '00000000-0000-0000-0000-000000000000';

/** A document that has to be stored before its row can be written. */
export interface PlannedDocument {
  id: string;
  bytes: Uint8Array;
  row: {
    assignment_id: string;
    element_id: string;
    group_id: string | null;
    original_filename: string;
    filename: string;
    pages: number;
    uploaded_by: number | null;
    created_at: string;
  };
}

interface PlannedEvent {
  type: EventType;
  application: number;
  assignment: string | null;
  actor: number | null;
  at: Date;
}

/** Plans the applications with their assignments, answers and documents; see planWorld. */
export function planApplications(
  world: World,
  now: Date,
  found: {
    calls: ReadonlyMap<string, PlannedCall>;
    users: ReadonlyMap<string, number>;
    options: Record<string, Item[]>;
    documents: ReadonlyMap<string, MadeDocument>;
  },
  collector: Collector,
  sentences: string[],
): PlannedDocument[] {
  const planned: PlannedDocument[] = [];
  const events: PlannedEvent[] = [];
  const uids = new Set<string>();
  const keys = new Set<string>();
  const counters = new Map<string, number>();
  const indexes = new Map<Step, StepIndex>();

  const indexOf = (step: Step): StepIndex => {
    const index = indexes.get(step) ?? indexStep(step);
    indexes.set(step, index);
    return index;
  };

  for (const [at, application] of world.applications.entries()) {
    const say = (sentence: string) => sentences.push(`Application ${application.key}: ${sentence}`);
    if (keys.has(application.key)) say('its key is given twice.');
    keys.add(application.key);
    if (!world.calls.some(({ key }) => key === application.call)) {
      say(`there is no call ${application.call}.`);
      continue;
    }
    const call = found.calls.get(application.call);
    // A call that has faults of its own has said so already.
    if (call === undefined) continue;
    const ownerId = found.users.get(application.owner.toLowerCase());
    if (ownerId === undefined) say(`there is no user ${application.owner}.`);
    const cutoff = call.cutoffs[application.cutoff - 1];
    if (cutoff === undefined) {
      say(`its call has no cut-off ${application.cutoff}.`);
      continue;
    }
    planOne(application, call, cutoff, world.firstApplication + at, ownerId ?? 0, say);
  }

  events.sort((a, b) => a.at.getTime() - b.at.getTime() || a.application - b.application);
  for (const [at, event] of events.entries())
    collector.add('events', {
      id: at + 1,
      type: event.type,
      application_id: event.application,
      assignment_id: event.assignment,
      user_id: null,
      actor_id: event.actor,
      detail: {},
      occurred_at: event.at.toISOString(),
    });
  for (const row of collector.rows.calls ?? []) {
    const key = world.calls[Number(row.id) - 1]?.key ?? '';
    row.counter = counters.get(key) ?? 0;
  }
  return planned;

  function uidOf(application: WorldApplication, call: PlannedCall, say: (sentence: string) => void): string {
    const facts = { year: call.year, number: call.call.number };
    const key = call.call.key;
    const next = (counters.get(key) ?? 0) + 1;
    if (application.uid === undefined) {
      counters.set(key, next);
      return applicationUid(call.call.uidPattern, { ...facts, counter: next });
    }
    // A uid that is given must be one that the call could have drawn.
    for (let counter = 1; counter < 100_000; counter++)
      if (applicationUid(call.call.uidPattern, { ...facts, counter }) === application.uid) {
        counters.set(key, Math.max(next - 1, counter));
        return application.uid;
      }
    say(`its uid ${application.uid} does not follow the pattern ${call.call.uidPattern} of the call.`);
    return application.uid;
  }

  function planOne(
    application: WorldApplication,
    call: PlannedCall,
    cutoff: PlannedCutoff,
    id: number,
    ownerId: number,
    say: (sentence: string) => void,
  ): void {
    const anchors: Anchors = { now, 'cutoff.start': cutoff.start, 'cutoff.end': cutoff.end };
    const time = (text: string, allowed: Anchors = anchors): Date => {
      const moment = momentOf(text, allowed, call.timeZone);
      if (moment.ok) return moment.at;
      say(moment.sentence);
      return now;
    };
    const past = (what: string, moment: Date): Date => {
      if (moment > now) say(`it was ${what} in the future.`);
      return moment;
    };

    const uid = uidOf(application, call, say);
    if (uids.has(uid)) say(`its uid ${uid} is given twice.`);
    uids.add(uid);

    const created = past('created', time(application.created));
    anchors.created = created;
    const firstStartMs = Math.min(...call.cutoffs.map(({ start }) => start.getTime()));
    if (created.getTime() < firstStartMs) say('it was created before its call opened.');
    const submitted =
      application.submitted === undefined ? null : past('submitted', time(application.submitted));
    anchors.submitted = submitted;
    if (submitted !== null && submitted < created) say('it was submitted before it was created.');
    if (submitted !== null && (submitted < cutoff.start || (cutoff.end !== null && submitted > cutoff.end)))
      say('it was submitted outside its cut-off.');
    if ((submitted === null) !== (application.status === 'draft'))
      say(
        submitted === null
          ? `a ${application.status} one has a time of submission.`
          : 'a draft has no time of submission.',
      );

    const stepOf = (assignment: WorldAssignment): Step | undefined =>
      assignment.step === undefined
        ? call.first
        : call.flow.steps.find((step) => step.id === assignment.step);
    const ofFirst = application.assignments.filter((assignment) => stepOf(assignment) === call.first);
    const first = ofFirst[0];
    if (ofFirst.length !== 1 || first === undefined) {
      say(`it needs exactly one assignment on the first step, and has ${ofFirst.length}.`);
      return;
    }
    if (!fitting[application.status].includes(first.status))
      say(`it is ${application.status}, which does not fit the status ${first.status} of its first step.`);

    const columns = {
      title: '',
      piFirstName: '',
      piLastName: '',
      piAffiliation: '',
      researchGroup: '',
      researchTitle: '',
      partitions: [] as string[],
    };
    const submittedSteps: SubmittedStep[] = [];
    const ordered = [...application.assignments].sort(
      (a, b) => (stepOf(a)?.order ?? 0) - (stepOf(b)?.order ?? 0),
    );
    for (const [position, assignment] of ordered.entries()) {
      const step = stepOf(assignment);
      if (step === undefined) {
        say(`there is no step ${assignment.step ?? ''}.`);
        continue;
      }
      const isFirst = step === call.first;
      const place = isFirst ? '' : ` on step ${step.id}`;
      const tell = (sentence: string) => say(isFirst ? sentence : `assignment${place}: ${sentence}`);
      const assignmentId = namedId('assignment', application.key, step.id, position);
      const asked = needs[assignment.status];
      const began = assignment.created === undefined ? created : past('assigned', time(assignment.created));
      const handedIn =
        assignment.submitted === undefined
          ? isFirst
            ? submitted
            : null
          : past('submitted', time(assignment.submitted));
      if (asked.submitted !== (handedIn !== null))
        tell(
          asked.submitted
            ? `an assignment that is ${assignment.status} has a time of submission.`
            : `an assignment that is ${assignment.status} has no time of submission.`,
        );
      if (asked.reason && assignment.reason === undefined)
        tell(`an assignment that is ${assignment.status} has a reason.`);
      const deadline =
        assignment.deadline === undefined
          ? null
          : time(assignment.deadline, { ...anchors, submitted: handedIn });
      if (asked.deadline && deadline === null)
        tell(`an assignment that is ${assignment.status} has a deadline for the changes.`);
      if (
        deadline !== null &&
        handedIn !== null &&
        assignment.status === 'changes_requested' &&
        deadline < handedIn
      )
        tell('its deadline was over before it was submitted.');
      const personOf = (email: string | null | undefined): number | null => {
        if (email === undefined || email === null) return null;
        const person = found.users.get(email.toLowerCase());
        if (person === undefined) tell(`there is no user ${email}.`);
        return person ?? null;
      };
      const actor = isFirst && assignment.owner === undefined ? ownerId : personOf(assignment.owner);
      if (isFirst && actor !== ownerId) tell('its first step belongs to the owner of the application.');
      const { partition } = assignment;
      if (partition !== undefined && !cutoff.partitions.some((one) => one.id === partition))
        tell(`its cut-off has no partition ${partition}.`);

      const savedAt = handedIn ?? began;
      const context: FormContext = formContext(
        {
          call: { code: call.call.code, timeZone: call.timeZone },
          cutoff: {
            id: cutoff.id,
            start: cutoff.start.toISOString(),
            end: cutoff.end?.toISOString() ?? null,
          },
          partitions: cutoff.partitions,
          options: found.options,
          documents: [...answersOf(application.key, assignment.step ?? '', assignment)].flatMap(
            ({ elementId, groupId, answer }) => {
              const document = documentId(application.key, assignment.step ?? '', elementId, groupId);
              const made = found.documents.get(document);
              return !isDocument(answer) || made === undefined
                ? []
                : [{ id: document, sizeBytes: made.bytes.length, pages: made.pages }];
            },
          ),
          submitted: submittedSteps,
          ownPartitionId: partition ?? null,
        },
        handedIn ?? now,
      );
      const content = contentOf(application, assignment, step, tell, (text) =>
        plainDate(time(text), call.timeZone),
      );
      const submission = openSubmission(call.plan, step.id, { ...content, context });
      const kept: Answer[] = [];
      for (const answer of content.answers) {
        const stored = storable(submission, answer, answer.values);
        if (!stored.ok) tell(`answer ${answer.elementId}: ${stored.sentence}`);
        else if (stored.values.length > 0) kept.push({ ...answer, values: stored.values });
      }
      const read = openSubmission(call.plan, step.id, { answers: kept, rows: content.rows, context });
      const final = finalAnswers(read);
      if (handedIn !== null)
        for (const problem of problems(read)) tell(`answer ${problem.elementId}: ${problem.message}`);
      if (submittedStatuses.includes(assignment.status))
        submittedSteps.push({
          stepId: step.id,
          lead: assignment.lead,
          submittedAt: savedAt.toISOString(),
          partitionId: partition ?? null,
          ...final,
        });
      if (isFirst) Object.assign(columns, projectColumns(indexOf(step), final.answers, context));

      collector.add('assignments', {
        id: assignmentId,
        application_id: id,
        step_id: step.id,
        owner_id: actor,
        assigner_id: personOf(assignment.assigner),
        role: assignment.role ?? step.ownerRole,
        partition_id: partition ?? null,
        status: assignment.status,
        deadline_at: deadline?.toISOString() ?? null,
        is_lead: assignment.lead,
        reason: assignment.reason ?? null,
        created_at: began.toISOString(),
        submitted_at: handedIn?.toISOString() ?? null,
        submitted_hash: null,
        submitted_content: handedIn === null ? null : final,
        revision: kept.length > 0 || content.rows.length > 0 ? 1 : 0,
      });
      const history = [
        { status: isFirst ? 'draft' : 'assigned', at: began, by: actor, reason: null as string | null },
        ...(handedIn === null ? [] : [{ status: 'submitted', at: handedIn, by: actor, reason: null }]),
        ...assignment.history.map((entry) => ({
          status: entry.status,
          at: past('changed', time(entry.at, { ...anchors, submitted: handedIn })),
          by: personOf(entry.by),
          reason: entry.reason ?? null,
        })),
      ];
      for (const [step, entry] of history.entries())
        collector.add('activities', {
          id: namedId('activity', assignmentId, step),
          assignment_id: assignmentId,
          status: entry.status,
          reason: entry.reason,
          actor_id: entry.by,
          created_at: entry.at.toISOString(),
        });
      for (const row of content.rows)
        collector.add('group_instances', {
          assignment_id: assignmentId,
          id: row.id,
          element_id: row.elementId,
          position: row.order,
          coi: false,
          comment: null,
        });
      for (const answer of kept)
        collector.add('answers', {
          assignment_id: assignmentId,
          element_id: answer.elementId,
          group_id: answer.groupId ?? nobodyGroup,
          values: answer.values,
          revision: 1,
          author_id: actor,
          saved_at: savedAt.toISOString(),
        });
      for (const { elementId, groupId, answer } of answersOf(
        application.key,
        assignment.step ?? '',
        assignment,
      )) {
        const document = documentId(application.key, assignment.step ?? '', elementId, groupId);
        const made = found.documents.get(document);
        if (!isDocument(answer) || made === undefined) continue;
        planned.push({
          id: document,
          bytes: made.bytes,
          row: {
            assignment_id: assignmentId,
            element_id: elementId,
            group_id: groupId,
            original_filename: made.name,
            filename: made.name,
            pages: made.pages,
            uploaded_by: actor,
            created_at: savedAt.toISOString(),
          },
        });
      }
      events.push({
        type: isFirst ? 'application_created' : 'assignment_saved',
        application: id,
        assignment: assignmentId,
        actor,
        at: began,
      });
      if (handedIn !== null)
        events.push({
          type: 'assignment_submitted',
          application: id,
          assignment: assignmentId,
          actor,
          at: handedIn,
        });
    }

    for (const { step, at } of application.released) {
      if (!call.flow.steps.some((one) => one.id === step)) say(`there is no step ${step}.`);
      collector.add('step_states', {
        application_id: id,
        step_id: step,
        unlocked_at: null,
        released_at: past('released', time(at)).toISOString(),
      });
    }
    collector.add('applications', {
      id,
      uid,
      call_id: call.id,
      flow_version_id: call.id,
      cutoff_id: cutoff.id,
      owner_id: ownerId,
      status: application.status,
      created_at: created.toISOString(),
      submitted_at: submitted?.toISOString() ?? null,
      title: columns.title,
      pi_first_name: columns.piFirstName,
      pi_last_name: columns.piLastName,
      pi_affiliation: columns.piAffiliation,
      research_group: columns.researchGroup,
      research_title: columns.researchTitle,
      partitions: columns.partitions,
      updated_at: (submitted ?? created).toISOString(),
    });
  }

  /** The answers and rows of an assignment as the form engine takes them; what is not of the step gets a sentence. */
  function contentOf(
    application: WorldApplication,
    assignment: WorldAssignment,
    step: Step,
    tell: (sentence: string) => void,
    dayOf: (text: string) => string,
  ): { answers: Answer[]; rows: Row[] } {
    const { elements } = indexOf(step);
    const isGroup = (id: string): boolean => {
      const placed = elements.get(id);
      return placed !== undefined && holdsRows(placed.element);
    };
    const name = assignment.step ?? '';
    const rows: Row[] = [];
    for (const [group, list] of Object.entries(assignment.rows)) {
      if (!isGroup(group)) {
        tell(`there is no group ${group} in step ${step.id}.`);
        continue;
      }
      for (const order of list.keys())
        rows.push({ id: rowId(application.key, name, group, order), elementId: group, order });
    }
    const groupOf = new Map(rows.map((row) => [row.id, row.elementId]));
    const answers: Answer[] = [];
    for (const { elementId, groupId, answer } of answersOf(application.key, name, assignment)) {
      const placed = elements.get(elementId);
      if (
        placed === undefined ||
        placed.groupId !== (groupId === null ? null : (groupOf.get(groupId) ?? ''))
      ) {
        tell(
          `there is no element ${elementId} ${groupId === null ? '' : 'in that group '}of step ${step.id}.`,
        );
        continue;
      }
      answers.push({ elementId, groupId, values: valuesOf(elementId, groupId, answer) });
    }
    return { answers, rows };

    function valuesOf(
      elementId: string,
      groupId: string | null,
      answer: (typeof assignment.answers)[string],
    ): string[] {
      if (typeof answer === 'string') return [answer];
      if (Array.isArray(answer)) return answer;
      if (isDocument(answer)) return [documentId(application.key, name, elementId, groupId)];
      return [dayOf(answer.date)];
    }
  }
}
