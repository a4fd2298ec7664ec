import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type RawBuilder, sql } from 'kysely';
import { whereInScope } from '../scope-sql.ts';

/**
 * Applications `ap` of which staff may know how the work on them goes: what is submitted, without a conflict of interest,
 * and not their own, of which they are the applicant. Source: docs/who-sees-what.md.
 */
export const seesWork = ({ userId }: Viewer): RawBuilder<boolean> =>
  sql`(ap.owner_id <> ${userId} and ${whereInScope([{ kind: 'submitted', userId }])})`;
