import type { CommandedAssignment } from '@clearcall/contract/workflow.ts';
import type { WorkflowAssignment } from '@clearcall/domain/workflow/workflow-facts.ts';
import { message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { whereKey } from '../sql.ts';
import type { CarriedOut } from './carry-out.ts';

/** An assignment as whoever commands it gets it back. */
export function commandedReply(assignment: WorkflowAssignment | undefined): CommandedAssignment {
  if (assignment === undefined) throw new Error('a command changed no assignment');
  const { id, stepId, partitionId, role, status, deadline, isLead, revision } = assignment;
  return { id, flowElementId: stepId, partitionId, role, status, deadline, isLead, revision };
}

/** A refusal to assign, in words that name the person who leads already. */
export async function refusedToAssign(
  tx: Db,
  application: string,
  done: CarriedOut & { ok: false },
  { stepId, partitionId }: { stepId: string; partitionId: string | null },
): Promise<Refusal> {
  if (done.code !== 'lead_taken') return refused(done, partitionId);
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', u.first_name, nullif(u.last_name, '')) as name from applications ap
      join assignments a on a.application_id = ap.id join users u on u.id = a.owner_id
    where ${whereKey({ key: application })} and a.step_id = ${stepId} and a.is_lead
      and a.partition_id is not distinct from ${partitionId}::text
  `.execute(tx);
  const [lead] = rows;
  return refuse('lead_taken', lead && { message: message('refusals.leadTakenBy', { name: lead.name }) });
}

/** The specified words where somebody has the assignment already. Source: Requirements 2, 2.3. */
export function refused(
  { code, body }: CarriedOut & { ok: false },
  partitionId: string | null = null,
): Refusal {
  return refuse(code, {
    ...(code === 'already_ongoing' && partitionId !== null
      ? { message: message('refusals.alreadyOngoingForPartition') }
      : {}),
    ...(body === undefined ? {} : { body }),
  });
}
