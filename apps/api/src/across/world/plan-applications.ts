import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import type { MadeDocument } from './make-documents.ts';
import type { PlannedCall } from './plan-calls.ts';
import { type People, type PlannedDocument, type PlannedEvent, playApplication } from './play-application.ts';
import type { Collector } from './rows.ts';
import type { World, WorldApplication } from './schema.ts';

/** What applications refer to. */
export interface Found {
  calls: ReadonlyMap<string, PlannedCall>;
  people: People;
  documents: ReadonlyMap<string, MadeDocument>;
}

type Report = (sentence: string) => void;

/** Plans the applications with their assignments, answers, documents and events; see planWorld. */
export function planApplications(
  world: World,
  now: Date,
  { calls, people, documents }: Found,
  collector: Collector,
  sentences: string[],
): PlannedDocument[] {
  const plannedDocuments: PlannedDocument[] = [];
  const events: PlannedEvent[] = [];
  const keys = new Set<string>();
  const numbers = uidGiver();

  for (const [at, application] of world.applications.entries()) {
    const report: Report = (sentence) => sentences.push(`Application ${application.key}: ${sentence}`);
    if (keys.has(application.key)) report('its key is given twice.');
    keys.add(application.key);
    if (!world.calls.some(({ key }) => key === application.call))
      report(`there is no call ${application.call}.`);
    const owner = people.byEmail.get(application.owner.toLowerCase());
    if (owner === undefined) report(`there is no user ${application.owner}.`);
    // A call that has faults of its own has said so already.
    const call = calls.get(application.call);
    const cutoff = call?.cutoffs[application.cutoff - 1];
    if (call !== undefined && cutoff === undefined) report(`its call has no cut-off ${application.cutoff}.`);
    if (call === undefined || cutoff === undefined || owner === undefined) continue;
    playApplication({
      application,
      id: world.firstApplication + at,
      uid: numbers.uidOf(application, call, report),
      owner,
      call,
      cutoff,
      now,
      people,
      documents,
      collector,
      plannedDocuments,
      events,
      report,
    });
  }

  events.sort(
    (one, other) =>
      one.occurredAt.getTime() - other.occurredAt.getTime() || one.applicationId - other.applicationId,
  );
  for (const [at, event] of events.entries())
    collector.add('events', {
      id: at + 1,
      type: event.type,
      application_id: event.applicationId,
      assignment_id: event.assignmentId ?? null,
      user_id: event.userId ?? null,
      actor_id: event.actorId ?? null,
      detail: event.detail ?? {},
      occurred_at: event.occurredAt.toISOString(),
    });
  for (const row of collector.rows.calls ?? []) row.counter = numbers.counterOf(Number(row.id));
  return plannedDocuments;
}

/** Gives uids as calls do: in the order of the file, each call with a counter of its own. */
function uidGiver() {
  const counters = new Map<number, number>();
  const given = new Set<string>();
  const counterOf = (callId: number): number => counters.get(callId) ?? 0;

  function counterIn(uid: string, call: PlannedCall): number | null {
    const digits = /\d{3,7}/g;
    // The counter is one of the numbers in the uid; the one that gives the uid back is it.
    for (const [text] of uid.matchAll(digits)) {
      const counter = Number(text);
      if (counter > 0 && applicationUid(call.definition.uidPattern, { ...call.definition, counter }) === uid)
        return counter;
    }
    return null;
  }

  function uidOf(application: WorldApplication, call: PlannedCall, report: Report): string {
    const { uidPattern } = call.definition;
    const counter = application.uid === undefined ? counterOf(call.id) + 1 : counterIn(application.uid, call);
    if (counter === null)
      report(`its uid ${application.uid} does not follow the pattern ${uidPattern} of the call.`);
    else counters.set(call.id, Math.max(counterOf(call.id), counter));
    const uid = application.uid ?? applicationUid(uidPattern, { ...call.definition, counter: counter ?? 0 });
    if (given.has(uid)) report(`its uid ${uid} is given twice.`);
    given.add(uid);
    return uid;
  }

  return { uidOf, counterOf };
}
