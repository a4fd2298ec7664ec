import { createApplication } from '@clearcall/contract/applications.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import { decideCreate } from '@clearcall/domain/workflow/decide-create.ts';
import { sql } from 'kysely';
import { flowOfCutoff } from '../../platform/db/flow-of-cutoff.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadFlow } from './flow-facts.ts';
import { runIdempotently, storedReply } from './idempotency.ts';

interface LockedCall {
  id: number;
  year: number;
  number: number;
  counter: number;
  published: boolean;
  uidPattern: string;
  cutoffs: { id: number; start: string; end: string | null; flowVersionId: number | null }[];
}

/** The call whose next application is being made. Its row is locked: two that apply at once get two counters. */
export async function lockCall(tx: Db, callId: number): Promise<LockedCall | null> {
  const result = await sql<LockedCall>`
    select c.id, c.year, c.number, c.counter, c.published, c.uid_pattern as "uidPattern",
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'start', ${iso('k.starts_at')},
        'end', ${iso('k.ends_at')}, 'flowVersionId', ${flowOfCutoff})
        order by k.starts_at) from cutoffs k where k.call_id = c.id), '[]') as cutoffs
    from calls c where c.id = ${callId} for update of c
  `.execute(tx);
  return result.rows[0] ?? null;
}

/** The version of the flow of a new application to a cut-off; null if the call has none. */
export const flowOfNew = ({ cutoffs }: LockedCall, cutoffId: number): number | null =>
  cutoffs.find(({ id }) => id === cutoffId)?.flowVersionId ?? null;

export interface NewApplication {
  call: LockedCall;
  flowVersionId: number;
  cutoffId: number;
  stepId: string;
  ownerRole: string;
  ownerId: number;
  assignmentId: string;
  activityId: string;
  now: Date;
}

/** Draws the call's next number and writes the draft, its first assignment and what happened to it, in one statement. */
export async function writeApplication(
  tx: Db,
  {
    call,
    flowVersionId,
    cutoffId,
    stepId,
    ownerRole,
    ownerId,
    assignmentId,
    activityId,
    now,
  }: NewApplication,
): Promise<{ id: number; uid: string }> {
  const uid = applicationUid(call.uidPattern, { ...call, counter: call.counter + 1 });
  const result = await sql<{ id: number }>`
    with counted as (update calls set counter = counter + 1 where id = ${call.id}),
    application as (
      insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, created_at, updated_at)
      values (${uid}, ${call.id}, ${flowVersionId}, ${cutoffId}, ${ownerId}, 'draft', ${now}, ${now}) returning id),
    assignment as (
      insert into assignments (id, application_id, step_id, owner_id, role, status, created_at)
      select ${assignmentId}::uuid, id, ${stepId}, ${ownerId}, ${ownerRole}, 'draft', ${now} from application returning id),
    activity as (
      insert into activities (id, assignment_id, status, actor_id, created_at)
      select ${activityId}::uuid, id, 'draft', ${ownerId}, ${now} from assignment)
    select id from application
  `.execute(tx);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('an application was not written');
  return { id, uid };
}

/** Creates a draft for an open call: the application, its first assignment and the uid. */
export const create = operation(createApplication, async ({ body, actor, now, idempotencyKey }, platform) => {
  const asked = { userId: actor.userId, key: idempotencyKey, what: ['create', body.callId], now };
  const earlier = await storedReply<{ uid: string }>(platform.db, asked);
  if (earlier !== null) return earlier;
  return runIdempotently(platform, asked, async (tx) => {
    const call = await lockCall(tx, body.callId);
    const decision = decideCreate(call, now);
    if (!decision.ok) return refuse(decision.code);
    const flowVersionId = call && flowOfNew(call, decision.cutoffId);
    if (call === null || flowVersionId === null) return refuse('call_closed');
    const { flow } = await loadFlow(platform, flowVersionId, now, { via: tx });
    const step = firstStep(flow);
    if (step === null) return refuse('call_closed');
    const assignmentId = platform.newId();
    const { id, uid } = await writeApplication(tx, {
      call,
      flowVersionId,
      cutoffId: decision.cutoffId,
      stepId: step.id,
      ownerRole: step.ownerRole,
      ownerId: actor.userId,
      assignmentId,
      activityId: platform.newId(),
      now,
    });
    await platform.emit(tx, [
      {
        type: 'application_created',
        occurredAt: now,
        applicationId: id,
        assignmentId,
        userId: actor.userId,
        actorId: actor.userId,
        detail: { uid },
      },
    ]);
    return { applicationId: id, reply: { uid } };
  });
});
