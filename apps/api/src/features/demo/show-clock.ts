import { showClock } from '@clearcall/contract/demo.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

/** What both times are when the one is so far ahead of the other. */
export const clockOf = (realNow: Date, aheadMs: number) => ({
  now: new Date(realNow.getTime() + aheadMs).toISOString(),
  realNow: realNow.toISOString(),
  offsetSeconds: aheadMs / 1_000,
});

/** Both times. A portal that is shown as a demonstration and holds none has no clock that could be moved. */
export const show = operation(showClock, async ({ now }, { db, ahead }) => {
  const found = await db
    .selectFrom('organisation')
    .select('workflow_ahead_ms')
    .where('demonstration', '=', true)
    .executeTakeFirst();
  if (found === undefined) return refuse('not_found');
  ahead.advanceTo(found.workflow_ahead_ms);
  return clockOf(now, found.workflow_ahead_ms);
});
