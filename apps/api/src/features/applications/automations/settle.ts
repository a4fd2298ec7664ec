import {
  retryAction as retry,
  skipAction as skip,
  startStep as start,
} from '@clearcall/contract/automations.ts';
import { sql } from 'kysely';
import { isKnownCall } from '../../../platform/db/known-call.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Actor, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { automateAttempts } from '../../../platform/outbox/emit.ts';
import { loadInternals } from '../load-internals.ts';
import { tellArrived } from './all-at-step.ts';
import { noticeAttempts } from './automate.ts';

/** Holds an action of an application that the reader looks after; null where there is none. */
async function lockAction(tx: Db, actor: Actor, { id, actionId }: { id: string; actionId: number }) {
  const application = await loadInternals(tx, actor, id);
  if (application === null) return null;
  // Whoever carries actions out holds the application first.
  await sql`select from applications where id = ${application.id} for update`.execute(tx);
  const { rows } = await sql<{ state: string }>`select state from planned_actions
    where id = ${actionId} and application_id = ${application.id} for update
  `.execute(tx);
  return rows[0] ?? null;
}

/** Has actions tried again that are in one of the states: they wait as if they had just been planned. Returns their number. */
export async function retryActions(
  tx: Db,
  ids: readonly number[],
  states: readonly string[],
  by: number,
): Promise<number> {
  const { rows } = await sql<{ id: number; action: string; applicationId: number }>`
    update planned_actions set state = 'planned', attempts = 0, result = null, amount = null, reason = null,
      settled_by = ${by}, settled_at = null
    where id = any(${[...ids]}::bigint[]) and state = any(${[...states]}::text[])
    returning id, action, application_id as "applicationId"`.execute(tx);
  const changing = new Set(
    rows.flatMap(({ action, applicationId }) => (action === 'notify' ? [] : applicationId)),
  );
  for (const { id, action } of rows)
    if (action === 'notify') await addJob(tx, 'notify_by_flow', { actionId: id }, noticeAttempts);
  for (const applicationId of changing) await addJob(tx, 'automate', { applicationId }, automateAttempts);
  return rows.length;
}

/** Has an action tried again that failed or was skipped. */
export const retryAction = operation(retry, ({ params, actor }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const action = await lockAction(tx, actor, params);
    if (action === null) return refuse('not_found');
    const retried = await retryActions(tx, [params.actionId], ['failed', 'skipped'], actor.userId);
    return retried === 0 ? refuse('stale_revision') : { done: true as const };
  }),
);

/** Leaves an action out that was not done, with a reason. */
export const skipAction = operation(skip, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const action = await lockAction(tx, actor, params);
    if (action === null) return refuse('not_found');
    if (action.state !== 'failed' && action.state !== 'planned') return refuse('stale_revision');
    await sql`update planned_actions set state = 'skipped', reason = ${body.reason}, settled_by = ${actor.userId},
      settled_at = ${now} where id = ${params.actionId}`.execute(tx);
    return { done: true as const };
  }),
);

/** Goes on with those that have come so far; the others are told when they come. */
export const startStep = operation(start, async ({ params, body, actor, now }, platform) => {
  // Everybody else is told the same as of a call that does not exist.
  if (!actor.isStaff) return refuse('not_found');
  const { flowElementId: step, cutoffId, panel, reason } = body;
  const { rows } = await sql`
    select from cutoffs k join flow_versions f on f.call_id = k.call_id join flow_steps s on s.flow_version_id = f.id
      join calls c on c.id = k.call_id and ${isKnownCall}
    where k.id = ${cutoffId} and k.call_id = ${params.callId} and s.step_id = ${step} limit 1
  `.execute(platform.db);
  if (rows.length === 0) return refuse('not_found');
  const together = {
    cutoffId,
    step,
    of: panel === undefined ? 'cutoff' : 'panel',
    panel: panel ?? '',
  } as const;
  return { started: await tellArrived(platform, together, { by: actor, reason }, now) };
});
