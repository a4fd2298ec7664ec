import { handedInStatuses } from '@clearcall/domain/applications/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { withoutConflict } from '../scope-sql.ts';

/**
 * Own work `a` that was handed in, on applications `ap` of others; also what was taken away afterwards, as the work was
 * done. Where there is a conflict of interest now, it is as if it were not there. Source: Requirements 2c, 4.1 and 4.2.
 */
export const isFinished = (userId: number): RawBuilder<boolean> => sql`(
  a.owner_id = ${userId} and a.submitted_at is not null and a.status = any(${[...handedInStatuses, 'revoked']}::text[])
  and ap.owner_id <> ${userId} and ${withoutConflict(userId)})`;
