import type { Item, Step } from '@clearcall/domain/forms/types.ts';
import type { EventType } from '@clearcall/domain/model/event.ts';
import type { ApplicationStatus, AssignmentStatus } from '@clearcall/domain/model/statuses.ts';
import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import { type ProjectedColumns, projectColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import { indexStep, type StepIndex } from '@clearcall/domain/workflow/step-index.ts';
import type { MadeDocument } from './make-documents.ts';
import { type Anchors, momentOf } from './moments.ts';
import { type ApplicationScene, type PlannedDocument, planAssignment } from './plan-assignment.ts';
import type { PlannedCall } from './plan-calls.ts';
import type { Collector } from './rows.ts';
import type { World, WorldApplication, WorldAssignment } from './schema.ts';

/** What the first assignment may be in while the application is in a status. */
const fitting: Record<ApplicationStatus, readonly AssignmentStatus[]> = {
  draft: ['draft'],
  submitted: ['submitted', 'resubmitted', 'approved'],
  changes_requested: ['changes_requested'],
  approved: ['approved'],
  rejected: ['rejected', 'approved'],
  withdrawn: ['submitted', 'resubmitted', 'changes_requested', 'approved'],
};

/** What applications refer to. */
export interface Found {
  calls: ReadonlyMap<string, PlannedCall>;
  /** Ids by email address in lower case. */
  users: ReadonlyMap<string, number>;
  options: Record<string, Item[]>;
  documents: ReadonlyMap<string, MadeDocument>;
}

interface PlannedEvent {
  type: EventType;
  application: number;
  assignment: string;
  actor: number | null;
  at: Date;
}

type Say = (sentence: string) => void;

/** Plans the applications with their assignments, answers, documents and events; see planWorld. */
export function planApplications(
  world: World,
  now: Date,
  found: Found,
  collector: Collector,
  sentences: string[],
): PlannedDocument[] {
  const documents: PlannedDocument[] = [];
  const events: PlannedEvent[] = [];
  const keys = new Set<string>();
  const numbers = uidGiver();
  const indexes = new Map<Step, StepIndex>();
  const indexOf = (step: Step): StepIndex => {
    const index = indexes.get(step) ?? indexStep(step);
    indexes.set(step, index);
    return index;
  };

  for (const [at, application] of world.applications.entries()) {
    const say: Say = (sentence) => sentences.push(`Application ${application.key}: ${sentence}`);
    if (keys.has(application.key)) say('its key is given twice.');
    keys.add(application.key);
    if (!world.calls.some(({ key }) => key === application.call))
      say(`there is no call ${application.call}.`);
    const ownerId = found.users.get(application.owner.toLowerCase());
    if (ownerId === undefined) say(`there is no user ${application.owner}.`);
    // A call that has faults of its own has said so already.
    const call = found.calls.get(application.call);
    if (call === undefined) continue;
    const ids = { id: world.firstApplication + at, ownerId: ownerId ?? 0 };
    const scene = sceneOf(application, call, { ...ids, found, collector, indexOf, now, say });
    if (scene === null) continue;
    const uid = numbers.uidOf(application, call, say);
    planOne(scene, uid, documents, events);
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
  for (const row of collector.rows.calls ?? []) row.counter = numbers.counterOf(Number(row.id));
  return documents;
}

/** Gives uids as calls do: in the order of the file, each call with a counter of its own. */
function uidGiver() {
  const counters = new Map<number, number>();
  const given = new Set<string>();
  const counterOf = (callId: number): number => counters.get(callId) ?? 0;

  function counterIn(uid: string, call: PlannedCall): number | null {
    const facts = { year: call.year, number: call.call.number };
    const digits = /\d{3,7}/g;
    // The counter is one of the numbers in the uid; the one that gives the uid back is it.
    for (const [text] of uid.matchAll(digits)) {
      const counter = Number(text);
      if (counter > 0 && applicationUid(call.call.uidPattern, { ...facts, counter }) === uid) return counter;
    }
    return null;
  }

  function uidOf(application: WorldApplication, call: PlannedCall, say: Say): string {
    const facts = { year: call.year, number: call.call.number };
    const { uidPattern } = call.call;
    const counter = application.uid === undefined ? counterOf(call.id) + 1 : counterIn(application.uid, call);
    if (counter === null)
      say(`its uid ${application.uid} does not follow the pattern ${uidPattern} of the call.`);
    else counters.set(call.id, Math.max(counterOf(call.id), counter));
    const uid = application.uid ?? applicationUid(uidPattern, { ...facts, counter: counter ?? 0 });
    if (given.has(uid)) say(`its uid ${uid} is given twice.`);
    given.add(uid);
    return uid;
  }

  return { uidOf, counterOf };
}

/** The application with its times, checked against its cut-off; null when there is no such cut-off. */
function sceneOf(
  application: WorldApplication,
  call: PlannedCall,
  around: {
    id: number;
    ownerId: number;
    found: Found;
    collector: Collector;
    indexOf: (step: Step) => StepIndex;
    now: Date;
    say: Say;
  },
): ApplicationScene | null {
  const { found, now, say } = around;
  const cutoff = call.cutoffs[application.cutoff - 1];
  if (cutoff === undefined) {
    say(`its call has no cut-off ${application.cutoff}.`);
    return null;
  }
  const anchors: Anchors = { now, 'cutoff.start': cutoff.start, 'cutoff.end': cutoff.end };
  const time = (text: string, from: Anchors = anchors): Date => {
    const moment = momentOf(text, from, call.timeZone);
    if (moment.ok) return moment.at;
    say(moment.sentence);
    return now;
  };
  const past = (what: string, moment: Date): Date => {
    if (moment > now) say(`it was ${what} in the future.`);
    return moment;
  };
  const created = past('created', time(application.created));
  anchors.created = created;
  const submitted =
    application.submitted === undefined ? null : past('submitted', time(application.submitted));
  anchors.submitted = submitted;

  const openedMs = Math.min(...call.cutoffs.map(({ start }) => start.getTime()));
  if (created.getTime() < openedMs) say('it was created before its call opened.');
  if (submitted !== null && submitted < created) say('it was submitted before it was created.');
  if (submitted !== null && (submitted < cutoff.start || (cutoff.end !== null && submitted > cutoff.end)))
    say('it was submitted outside its cut-off.');
  if (submitted !== null && application.status === 'draft') say('a draft has no time of submission.');
  if (submitted === null && application.status !== 'draft')
    say(`an application that is ${application.status} has a time of submission.`);

  return {
    ...around,
    application,
    call,
    cutoff,
    created,
    submitted,
    anchors,
    users: found.users,
    options: found.options,
    documents: found.documents,
    said: [],
    time,
    past,
  };
}

function planOne(
  scene: ApplicationScene,
  uid: string,
  documents: PlannedDocument[],
  events: PlannedEvent[],
): void {
  const { application, call, collector, say } = scene;
  const { steps } = call.flow;
  const stepOf = (assignment: WorldAssignment): Step | undefined =>
    assignment.step === undefined ? call.first : steps.find((step) => step.id === assignment.step);
  const ofFirst = application.assignments.filter((assignment) => stepOf(assignment) === call.first);
  const first = ofFirst[0];
  if (ofFirst.length !== 1 || first === undefined) {
    say(`it needs exactly one assignment on the first step, and has ${ofFirst.length}.`);
    return;
  }
  if (!fitting[application.status].includes(first.status))
    say(`it is ${application.status}, which does not fit the status ${first.status} of its first step.`);

  let columns: ProjectedColumns | null = null;
  // In the order of the steps, since a later one reads what earlier ones have said.
  const inOrder = [...application.assignments].sort(
    (a, b) => (stepOf(a)?.order ?? 0) - (stepOf(b)?.order ?? 0),
  );
  for (const [position, assignment] of inOrder.entries()) {
    const step = stepOf(assignment);
    if (step === undefined) {
      say(`there is no step ${assignment.step}.`);
      continue;
    }
    const planned = planAssignment(scene, assignment, step, position);
    documents.push(...planned.documents);
    if (step === call.first)
      columns = projectColumns(scene.indexOf(step), planned.final.answers, planned.context);
    const event = { application: scene.id, assignment: planned.id, actor: planned.actorId };
    if (step === call.first) events.push({ ...event, type: 'application_created', at: planned.began });
    if (planned.handedIn !== null)
      events.push({ ...event, type: 'assignment_submitted', at: planned.handedIn });
  }

  for (const { step, at } of application.released) {
    if (!steps.some(({ id }) => id === step)) say(`there is no step ${step}.`);
    collector.add('step_states', {
      application_id: scene.id,
      step_id: step,
      unlocked_at: null,
      released_at: scene.past('released', scene.time(at)).toISOString(),
    });
  }
  collector.add('applications', {
    id: scene.id,
    uid,
    call_id: call.id,
    flow_version_id: call.id,
    cutoff_id: scene.cutoff.id,
    owner_id: scene.ownerId,
    status: application.status,
    created_at: scene.created.toISOString(),
    submitted_at: scene.submitted?.toISOString() ?? null,
    title: columns?.title ?? '',
    pi_first_name: columns?.piFirstName ?? '',
    pi_last_name: columns?.piLastName ?? '',
    pi_affiliation: columns?.piAffiliation ?? '',
    research_group: columns?.researchGroup ?? '',
    research_title: columns?.researchTitle ?? '',
    partitions: columns?.partitions ?? [],
    updated_at: (scene.submitted ?? scene.created).toISOString(),
  });
}
