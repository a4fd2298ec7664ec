import { recordOutcome } from '@clearcall/contract/workflow.ts';
import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import { awardFaults, awardMessage, type FaultyAward } from '@clearcall/domain/workflow/award-limits.ts';
import type { Message } from '@clearcall/i18n/message.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { lockAwardLimits } from './award-limits.ts';
import { carryOut, type Known } from './carry-out.ts';
import { refused } from './replies.ts';

/** Records what is decided for each partition. The refusal of an amount names its partition and the limit. */
export const recordOutcomeOf = operation(recordOutcome, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    let faulty: { fault: FaultyAward['fault']; message: Message } | null = null;
    const limitsFor = async ({ applicationId, facts, flow }: Known): Promise<readonly AwardLimits[]> => {
      if (!actor.isStaff || body.rows.every(({ amount }) => amount === null)) return [];
      const { limits, names, unit } = await lockAwardLimits(tx, applicationId, flow.flow);
      const { decisions } = facts;
      const [first] = awardFaults(body.rows, { limits, decisions, reason: body.reason });
      if (first !== undefined) {
        const name = names[first.partitionId] ?? first.partitionId;
        faulty = { fault: first.fault, message: awardMessage(first, { name, unit }) };
      }
      return limits;
    };
    const done = await carryOut(tx, platform, {
      key: { key: params.id },
      actor,
      now,
      make: async (known) => ({ type: 'outcome', ...body, limits: await limitsFor(known) }),
    });
    if (done.ok) return { status: done.facts.application.status };
    const why = faulty as { fault: FaultyAward['fault']; message: Message } | null;
    return why?.fault === done.code ? refuse(done.code, { message: why.message }) : refused(done);
  }),
);
