import type { ReadableApplication } from '@clearcall/domain/permissions/read-assignment.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { centresJson, conflictsJson, decisionsJson, earlierJson, releasesJson } from './sql.ts';

/** An application as far as the rules about its readers ask. */
export interface Readable extends ReadableApplication {
  id: number;
  flowVersionId: number;
}

/**
 * The fields of `Readable` for an application `ap` before `releasedTo`, as arguments of `json_build_object`. Of submissions the answers to
 * `elements` alone.
 */
export const readableFields = ({
  memberships,
  elements,
}: {
  memberships: RawBuilder<unknown>;
  elements: readonly string[];
}): RawBuilder<unknown> => sql`'id', ap.id, 'flowVersionId', ap.flow_version_id, 'status', ap.status,
  'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'ownerId', ap.owner_id, 'panel', ap.panel, 'centreIds', ${centresJson},
  'viewer', ${memberships}, 'releases', ${releasesJson}, 'conflicts', ${conflictsJson},
  'decisions', ${decisionsJson}, 'assignments', coalesce((
    select json_agg(json_build_object('id', a.id, 'stepId', a.step_id, 'ownerId', a.owner_id, 'role', a.role,
      'partitionId', a.partition_id, 'centreId', (select p.centre_id from partitions p where p.id = a.partition_id),
      'status', a.status, 'previousStatus', a.previous_status, 'submittedAt', ${iso('a.submitted_at')},
      'earlier', ${earlierJson},
      'submitted', case when a.submitted_content is not null then json_build_object(
        'rows', a.submitted_content -> 'rows', 'answers', coalesce((
          select json_agg(answer) from jsonb_array_elements(a.submitted_content -> 'answers') answer
          where answer ->> 'elementId' = any(${elements}::text[])), '[]')) end) order by a.created_at, a.id)
    from assignments a where a.application_id = ap.id), '[]')`;
