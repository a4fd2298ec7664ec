import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import { sql } from 'kysely';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { cutoffsOfCall } from './mail-facts.ts';

/**
 * Notices calls that opened since the last look: published, one of its cut-offs open, and never noticed before. A call
 * opens once in its life, whatever its later cut-offs; one that is published after its start opens with that. Answers
 * how many there were. Source: Requirements 1, 10.37.
 */
export async function announceCalls(platform: Platform): Promise<Record<string, number>> {
  const { db, emit } = platform;
  const at = workflowNow(platform);
  const { rows } = await sql<{ id: number; cutoffs: Window[] }>`
    select c.id, ${cutoffsOfCall} as cutoffs from calls c
    where c.published and not exists (select from call_openings o where o.call_id = c.id)
      and exists (select from cutoffs k where k.call_id = c.id and k.starts_at <= ${at})
    order by c.id`.execute(db);
  let opened = 0;
  for (const { id, cutoffs } of rows) {
    if (callState(true, cutoffs, at) !== 'open') continue;
    await db.transaction().execute(async (tx) => {
      const noted = await tx
        .insertInto('call_openings')
        .values({ call_id: id, noted_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (noted.numInsertedOrUpdatedRows === 0n) return;
      await emit(tx, [{ type: 'call_opened', occurredAt: at, detail: { callId: id } }]);
      opened += 1;
    });
  }
  return { opened };
}
