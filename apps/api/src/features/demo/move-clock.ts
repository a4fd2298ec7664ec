import { moveClock } from '@clearcall/contract/demo.ts';
import { sql } from 'kysely';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { clockOf } from './show-clock.ts';

const maxYears = 10;

function latest(realNow: Date): Date {
  const last = new Date(realNow);
  last.setUTCFullYear(last.getUTCFullYear() + maxYears);
  return last;
}

/**
 * Moves the time of the workflow forward, with the job that does what waits for it: one statement, so that both happen or
 * neither, and of two at once the earlier time never takes the place of the later one. Real time stays as it is.
 */
export const move = operation(moveClock, async ({ body, now }, { db, ahead }) => {
  const to = new Date(body.to);
  if (to > latest(now)) return refuse('clock_too_far');
  const aheadMs = to.getTime() - now.getTime();
  const { rows } = await sql`
    with moved as (
      update organisation set workflow_ahead_ms = ${aheadMs}
      where demonstration and workflow_ahead_ms <= ${aheadMs} returning 1)
    select graphile_worker.add_job('clock_moved', job_key => 'clock_moved') from moved`.execute(db);
  if (rows.length > 0) {
    ahead.advanceTo(aheadMs);
    return clockOf(now, aheadMs);
  }
  const found = await db
    .selectFrom('organisation')
    .select('id')
    .where('demonstration', '=', true)
    .executeTakeFirst();
  return refuse(found === undefined ? 'not_found' : 'clock_goes_forward');
});
