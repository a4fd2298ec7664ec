import { handedInStatuses } from '@clearcall/domain/applications/statuses.ts';
import { isPaymentDue, type PayableReview } from '@clearcall/domain/workflow/payment-due.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { constants } from './scope-sql.ts';

/**
 * Returns JSON of the submitted scientific reviews of a person in flows that pay for them, as long as the person has
 * entered no bank details; else an empty list.
 */
export const payableReviewsJson = (userId: number): RawBuilder<PayableReview[]> => sql`
  case when exists (select from bank_details b where b.user_id = ${userId}) then '[]' else coalesce((
    select json_agg(json_build_object('status', ap.status, 'payments', coalesce((
      select json_agg(p.status) from assignments p join flow_steps g
        on g.flow_version_id = ap.flow_version_id and g.step_id = p.step_id
      where p.application_id = ap.id and g.kind = 'payment'), '[]')))
    from assignments a join applications ap on ap.id = a.application_id
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
    where a.owner_id = ${userId} and a.status = any(${constants(handedInStatuses)}) and f.kind = 'scientific_review'
      and exists (select from flow_steps y where y.flow_version_id = ap.flow_version_id and y.kind = 'payment')), '[]') end`;

/** Returns how many reviews of a person are still to be paid while bank details are missing. */
export const unpaidReviews = (reviews: readonly PayableReview[]): number =>
  reviews.filter(isPaymentDue).length;

/** Loads how many reviews of a person are still to be paid while bank details are missing. */
export async function loadUnpaidReviews(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ reviews: PayableReview[] }>`
    select ${payableReviewsJson(userId)} as reviews`.execute(db);
  return unpaidReviews(rows[0]?.reviews ?? []);
}
