import { type CommandedAssignment, inviteToStep as endpoint } from '@clearcall/contract/workflow.ts';
import { isNotified } from '@clearcall/domain/automation/is-notified.ts';
import type { Flow } from '@clearcall/domain/forms/types.ts';
import { evidenceGuard } from '../../features/applications/conflicts/evidence.ts';
import { runIdempotently, storedReply } from '../../features/applications/idempotency.ts';
import { carryOut, changedAssignment } from '../../features/applications/workflow/carry-out.ts';
import { commandedReply, refusedToAssign } from '../../features/applications/workflow/replies.ts';
import { accountFor, mailInvitation } from '../../features/users/account/invite-user.ts';
import { mayMail } from '../../features/users/account/throttling.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import type { Refusal } from '../../platform/http/refuse.ts';

/** Nobody is invited to a step that they do not get: the account and its mail go with the refusal. */
class NotGiven extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('a step was not given');
    this.refusal = refusal;
  }
}

/**
 * Invites a person to a step: an account that waits for its password and the assignment that waits with it. The email
 * of the flow about the assignment brings the link to choose the password; without one, the portal sends an invitation.
 * A person with an account is assigned. Source: Requirements 1, 10.33 and 10.62; Requirements 2, 2.6.
 */
const inviteToStep = operation(endpoint, async ({ params, body, actor, now, idempotencyKey }, platform) => {
  const {
    flowElementId: stepId,
    partitionId,
    makeLead,
    replaceLead,
    replaces,
    role,
    deadline,
    despiteEvidence,
    ...person
  } = body;
  const what = [
    'invite',
    params.id,
    person.email,
    stepId,
    partitionId,
    String(makeLead),
    role,
    deadline ?? null,
    replaces ?? null,
  ];
  const asked = { userId: actor.userId, key: idempotencyKey, what, now };
  const earlier = await storedReply<CommandedAssignment>(platform.db, asked);
  if (earlier !== null) return earlier;
  try {
    return await runIdempotently(platform, asked, async (tx) => {
      // Counted with it, so that whoever may not invite uses up nobody's mails.
      const wanted = await mayMail(tx, 'user_invited', person.email, now);
      const invited = await accountFor(tx, { person, now });
      if ('refused' in invited) throw new NotGiven(invited);
      let flow: Flow | null = null;
      const done = await carryOut(tx, platform, {
        key: { key: params.id },
        actor,
        now,
        people: [invited.id],
        // As where somebody is assigned: whoever has an account may be in its way, and so may an address.
        guard: evidenceGuard(role === 'applicant' ? [] : [invited.id], actor, now, despiteEvidence),
        make: (known) => {
          flow = known.flow.flow;
          return {
            type: invited.active ? 'assign' : 'invite',
            stepId,
            person: known.person(invited.id),
            role,
            partitionId,
            makeLead,
            replaceLead,
            replaces,
            deadline,
          };
        },
      });
      if (!done.ok) throw new NotGiven(await refusedToAssign(tx, params.id, done, { stepId, partitionId }));
      const assignment = changedAssignment(done);
      if (assignment === undefined || flow === null || !isNotified(flow, done.facts, assignment))
        await mailInvitation(tx, platform, invited, { actorId: actor.userId, wanted, now });
      return { applicationId: done.applicationId, reply: commandedReply(assignment) };
    });
  } catch (error) {
    if (error instanceof NotGiven) return error.refusal;
    throw error;
  }
});

export const routes: readonly Operation[] = [inviteToStep];
