import type { CommandedAssignment } from '@clearcall/contract/workflow.ts';
import type { WorkflowAssignment } from '@clearcall/domain/workflow/workflow-facts.ts';
import { message } from '@clearcall/i18n/message.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { CarriedOut } from './carry-out.ts';

/** An assignment as whoever commands it gets it back. */
export function commandedReply(assignment: WorkflowAssignment | undefined): CommandedAssignment {
  if (assignment === undefined) throw new Error('a command changed no assignment');
  const { id, stepId, partitionId, role, status, deadline, isLead, revision } = assignment;
  return { id, flowElementId: stepId, partitionId, role, status, deadline, isLead, revision };
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
