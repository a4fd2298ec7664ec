import { type RawBuilder, sql } from 'kysely';
import { allMemberships } from '../../../platform/db/members-of.ts';

/** No application, assignment or trace of work refers to the account: without it nothing of others would change. */
export const hasNoWork: RawBuilder<boolean> = sql<boolean>`(
  not exists (select from applications a where a.owner_id = users.id)
  and not exists (select from assignments a where users.id in (a.owner_id, a.assigner_id))
  and not exists (select from activities a where a.actor_id = users.id)
  and not exists (select from answers a where a.author_id = users.id)
  and not exists (select from documents d where d.uploaded_by = users.id)
  and not exists (select from uploads u where u.uploaded_by = users.id)
  and not exists (select from submissions s where s.submitted_by = users.id)
  and not exists (select from conflicts c where users.id in (c.user_id, c.noted_by, c.cleared_by))
  and not exists (select from decisions d where d.decided_by = users.id))`;

/**
 * Nobody ever came into the account, and nobody but a registration or an invitation stands behind it: locked, never
 * confirmed, without a part to play or work that waits. Whoever proves its address may have the address.
 */
export const isUnclaimed: RawBuilder<boolean> = sql<boolean>`(
  users.status = 'locked' and users.accepted_terms_at is null and users.last_login_at is null and users.role = 'user'
  and not exists (select from ${allMemberships} where m.user_id = users.id) and ${hasNoWork})`;
