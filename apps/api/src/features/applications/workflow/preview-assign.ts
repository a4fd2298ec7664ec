import { randomUUID } from 'node:crypto';
import { previewAssignments } from '@clearcall/contract/workflow.ts';
import {
  type AppointmentEmail,
  appointmentEmails,
} from '@clearcall/domain/applications/appointment-emails.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Evidence } from '@clearcall/domain/workflow/detect-conflicts.ts';
import { noPerson } from '@clearcall/domain/workflow/known-person.ts';
import type { WorkflowCommand } from '@clearcall/domain/workflow/workflow-command.ts';
import type { WorkflowPerson } from '@clearcall/domain/workflow/workflow-facts.ts';
import { sql } from 'kysely';
import { worksOnCall } from '../../../platform/db/known-call.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refusalBody, refuse } from '../../../platform/http/refuse.ts';
import { evidenceGuard } from '../conflicts/evidence.ts';
import { conflictFactsJson, type FoundForConflicts } from '../conflicts/load-conflict-facts.ts';
import { loadFlow } from '../flow-facts.ts';
import { type CarriedOut, decideAll } from './carry-out.ts';
import { actorOf, loadFactsOf, loadPeople, withSteps } from './load-facts.ts';
import { refused } from './replies.ts';

interface Pair {
  applicationId: number;
  userId: number;
}

/** The emails of an assignment, and whether they wait for the start of its step. */
interface Following {
  emails: AppointmentEmail[];
  isLater: boolean;
}
const noEmails: Following = { emails: [], isLater: false };

/** Who is to get which application, by the application; what is named twice counts once. */
function byApplication(pairs: readonly Pair[]): Map<number, number[]> {
  const found = new Map<number, Set<number>>();
  for (const { applicationId, userId } of pairs)
    found.set(applicationId, (found.get(applicationId) ?? new Set()).add(userId));
  return new Map([...found].map(([id, people]) => [id, [...people]]));
}

/** Those of the ids that are applications of the call. */
async function ofCall(db: Db, callId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ap.id from applications ap where ap.call_id = ${callId} and ap.id = any(${[...ids]}::bigint[]) order by ap.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What there is to know of conflicts, by the application. Applications that are to go to the same people are read
 * together: in the two usual cases, one person for many applications and many for one, that is one statement.
 */
async function conflictsAround(
  db: Db,
  asked: ReadonlyMap<number, readonly number[]>,
  viewer: Viewer,
  now: Date,
): Promise<Map<number, FoundForConflicts>> {
  const alike = new Map<string, { ids: number[]; people: readonly number[] }>();
  for (const [id, people] of asked) {
    const group = alike.get(people.join()) ?? { ids: [], people };
    group.ids.push(id);
    alike.set(people.join(), group);
  }
  const found = new Map<number, FoundForConflicts>();
  for (const { ids, people } of alike.values()) {
    const { rows } = await sql<{ id: number; known: FoundForConflicts }>`
      select ap.id, ${conflictFactsJson(people, now, viewer)} as known from applications ap where ap.id = any(${ids}::bigint[])
    `.execute(db);
    for (const { id, known } of rows) found.set(id, known);
  }
  return found;
}

/**
 * What `assign` would answer to each pair, without doing any of it: the same decision on the same facts. Each by itself:
 * nobody gets in the way of somebody else.
 */
export const previewOfMany = operation(
  previewAssignments,
  async ({ params, body, actor, now, translator }, platform) => {
    // Everybody else is told the same as of a call that does not exist.
    if (!actor.isStaff || !(await worksOnCall(platform.db, params.callId))) return refuse('not_found');
    const {
      flowElementId: stepId,
      role,
      partitionId,
      makeLead,
      replaceLead,
      deadline,
      despiteEvidence,
      pairs,
    } = body;
    const { db } = platform;
    const asked = byApplication(pairs);
    const ids = await ofCall(db, params.callId, [...asked.keys()]);
    const here = new Map([...asked].filter(([id]) => ids.includes(id)));
    const userIds = [...new Set(pairs.map(({ userId }) => userId))];
    const people = new Map<number, WorkflowPerson>(
      (await loadPeople(db, userIds)).map((person) => [person.userId, person]),
    );
    const loaded = ids.length === 0 ? [] : await loadFactsOf(db, ids, [actor.userId]);
    // The steps of an applicant are their own: nobody looks for evidence there.
    const conflicts = role === 'applicant' ? null : await conflictsAround(db, here, actor, now);
    const answers = new Map<string, CarriedOut & { ok: false }>();
    const followed = new Map<string, Following>();
    for (const one of loaded) {
      const flow = await loadFlow(platform, one.flowVersionId, now, { via: db });
      const giver = actorOf(actor, one);
      const facts = withSteps(one, flow.flow.steps);
      const step = flow.flow.steps.find(({ id }) => id === stepId);
      for (const userId of here.get(one.applicationId) ?? []) {
        const key = `${one.applicationId} ${userId}`;
        const person = people.get(userId) ?? noPerson;
        const command: WorkflowCommand = {
          type: 'assign',
          stepId,
          person,
          role,
          partitionId,
          makeLead,
          replaceLead,
          deadline,
        };
        const decided = decideAll([command], facts, giver, { now, newId: randomUUID });
        if (!decided.ok) {
          answers.set(key, decided);
          continue;
        }
        followed.set(key, {
          emails: step === undefined ? [] : appointmentEmails(flow.flow, step),
          isLater: decided.transition.assignments.some(({ status }) => status === 'triggered'),
        });
        const known: FoundForConflicts | undefined = conflicts?.get(one.applicationId);
        const why =
          known === undefined || decided.transition.assignments.length === 0
            ? null
            : evidenceGuard([userId], actor, now, despiteEvidence)?.why(
                { ...known, persons: known.persons.filter(({ id }) => id === userId) },
                flow,
                { facts, giver },
              );
        if (why) answers.set(key, why);
      }
    }
    return pairs.map(({ applicationId, userId }) => {
      const answer: (CarriedOut & { ok: false }) | undefined = here.has(applicationId)
        ? answers.get(`${applicationId} ${userId}`)
        : { ok: false, code: 'not_found' };
      const { emails, isLater } = followed.get(`${applicationId} ${userId}`) ?? noEmails;
      const told = { applicationId, userId, emails, isLater };
      if (answer === undefined) return { ...told, code: null, message: null, evidence: [] };
      const { code, message } = refusalBody(refused(answer, partitionId), translator);
      const evidence = (answer.body?.evidence ?? []) as Evidence[];
      return { ...told, code, message: [message].flat().join(' '), evidence };
    });
  },
);
