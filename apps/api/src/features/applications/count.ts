import { countApplications } from '@clearcall/contract/applications.ts';
import { sql } from 'kysely';
import { isKnownCall } from '../../platform/db/known-call.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

/**
 * How many applications the caller has for a call, and how many of them are submitted. Applicants know the call of their
 * own applications, published or not.
 */
export const count = operation(countApplications, async ({ params, actor }, { db }) => {
  const drafts = sql`(select count(*)::int from applications o
    where o.call_id = c.id and o.status = 'draft' and o.owner_id <> ${actor.userId})`;
  const result = await sql<{ total: number; submitted: number; draftsOfOthers?: number }>`
    select count(ap.id)::int as total, (count(ap.id) filter (where ap.status <> 'draft'))::int as submitted
      ${actor.isStaff ? sql`, ${drafts} as "draftsOfOthers"` : sql``}
    from calls c left join applications ap on ap.call_id = c.id and ap.owner_id = ${actor.userId}
    where c.id = ${params.callId}
    group by c.id, c.published having ${isKnownCall} or count(ap.id) > 0
  `.execute(db);
  return result.rows[0] ?? refuse('not_found');
});
