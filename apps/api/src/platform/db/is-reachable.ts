import { reachableStatuses } from '@clearcall/domain/people/account-status.ts';
import { type RawBuilder, sql } from 'kysely';

/** Whether the account `u` is given work and sent emails: neither closed nor locked by an administrator. */
export const isReachable: RawBuilder<boolean> = sql`u.status in (${sql.join(
  reachableStatuses.map((status) => sql.lit(status)),
)})`;
