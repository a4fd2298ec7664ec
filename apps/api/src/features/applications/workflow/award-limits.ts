import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import type { Flow } from '@clearcall/domain/forms/types.ts';
import { awardLimits, stepsThatLimit } from '@clearcall/domain/workflow/award-limits.ts';
import type { ContributingAssignment } from '@clearcall/domain/workflow/submitted-steps.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';

/** Limits of an award, with the values that the sentences about it name. */
export interface LockedLimits {
  limits: AwardLimits[];
  unit: string;
  /** Names of the partitions, by their ids. */
  names: Record<string, string>;
}

/**
 * Locks the pools from which a locked application may be awarded something, until the end of the transaction, and returns
 * what its awards are held against. Two decisions on one pool wait for each other, so that they cannot exceed it together.
 */
export async function lockAwardLimits(tx: Db, applicationId: number, flow: Flow): Promise<LockedLimits> {
  const { rows } = await sql<{
    left: Record<string, string>;
    unit: string;
    partitions: string[];
    names: Record<string, string>;
    assignments: ContributingAssignment[];
  }>`
    select lock_pools(ap.id) as left, c.unit, ap.partition_ids as partitions,
      coalesce((select json_object_agg(p.id, p.name) from partitions p where p.id = any(ap.partition_ids)), '{}') as names,
      coalesce((
        select json_agg(json_build_object('id', a.id, 'stepId', a.step_id, 'status', a.status, 'isLead', a.is_lead,
          'submittedAt', ${iso('a.submitted_at')}, 'partitionId', a.partition_id, 'submitted', a.submitted_content)
          order by a.created_at, a.id)
        from assignments a where a.application_id = ap.id and a.step_id = any(${stepsThatLimit(flow)}::text[])), '[]')
        as assignments
    from applications ap join calls c on c.id = ap.call_id where ap.id = ${applicationId}::bigint
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`application ${applicationId} is missing`);
  const { assignments, unit, names } = row;
  return { limits: awardLimits(flow, assignments, row), unit, names };
}

/** Rest of the pools of `ap`, for readers who may decide about it; empty for all others. */
export const poolsLeftJson = ({
  userId,
  isStaff,
}: {
  userId: number;
  isStaff: boolean;
}): RawBuilder<Record<string, string>> => sql`case
  when ap.status in ('submitted', 'changes_requested', 'approved') and (${isStaff}::boolean or exists (
    select from assignments a join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
    where a.application_id = ap.id and a.owner_id = ${userId}::bigint and f.is_final))
  then pools_left(ap.id) else '{}' end`;
