import { changedSince } from '@clearcall/domain/workflow/waiting-release.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { carryOut } from '../workflow/carry-out.ts';
import { takeDueRelease } from './plan-release.ts';

/**
 * Carries out the releases whose time to be stopped is over, each in a transaction of its own: its emails are planned
 * from its events. A release that would now show something else than was given is refused, and the log says so.
 */
export async function runDueReleases(platform: Platform): Promise<Record<string, number>> {
  const at = workflowNow(platform);
  const done = { released: 0, notReleased: 0 };
  const { rows } = await sql<{ applicationId: number; stepId: string }>`
    select application_id as "applicationId", step_id as "stepId" from waiting_releases
    where due_at <= ${at} order by due_at, application_id, step_id`.execute(platform.db);
  for (const due of rows)
    try {
      const released = await platform.db.transaction().execute((tx) => release(tx, platform, due, at));
      if (released !== null) done[released] += 1;
    } catch (error) {
      // The next run tries it again; the others do not wait for it.
      platform.log.warn({ err: error, ...due }, 'a release failed and will be tried again');
    }
  return done;
}

async function release(
  tx: Db,
  platform: Platform,
  due: { applicationId: number; stepId: string },
  at: Date,
): Promise<'released' | 'notReleased' | null> {
  const waiting = await takeDueRelease(tx, due, at);
  if (waiting === null) return null;
  const { applicationId, stepId, releasedBy, follows } = waiting;
  let changed = false;
  const carried = await carryOut(tx, platform, {
    key: { key: String(applicationId) },
    // The right of the officer was asked for when the release was given.
    actor: releasedBy === null ? 'automation' : 'clock',
    onBehalfOf: releasedBy,
    now: at,
    follows: follows ?? undefined,
    make: ({ facts }) => {
      changed = changedSince(facts, waiting);
      return changed ? null : { type: 'release', stepId };
    },
  });
  if (carried.ok) return 'released';
  await platform.emit(tx, [
    {
      type: 'release_refused',
      occurredAt: at,
      applicationId,
      actorId: releasedBy ?? undefined,
      detail: { step: stepId, code: changed ? 'changed_since' : carried.code },
    },
  ]);
  return 'notReleased';
}
