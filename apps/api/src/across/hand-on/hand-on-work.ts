import { checkHandingOn, handOnWork, stayingReasons } from '@clearcall/contract/administration.ts';
import { ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { isReachableStatus } from '@clearcall/domain/people/account-status.ts';
import { coarseCount, whyNotChange } from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import { evidenceGuard } from '../../features/applications/conflicts/evidence.ts';
import { type CarriedOut, carryOut } from '../../features/applications/workflow/carry-out.ts';
import { type HeldPerson, personCommand } from '../../features/users/administration/person-command.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Actor, Operation, Platform } from '../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../platform/http/refuse.ts';
import { workflowNow } from '../../platform/platform.ts';

type StayingReason = (typeof stayingReasons)[number];
type RefusalCode = Extract<CarriedOut, { ok: false }>['code'];

/** Ids of the assignments that wait for a person on applications of others, in the order in which applications are locked. */
async function openWork(tx: Db, personId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assignments a join applications ap on ap.id = a.application_id
    where a.owner_id = ${personId} and ap.owner_id <> ${personId}
      and a.status = any(${[...ongoingStatuses]}::text[])
    order by ap.id, a.created_at, a.id`.execute(tx);
  return rows.map(({ id }) => id);
}

const isStayingReason = (code: RefusalCode): code is StayingReason =>
  (stayingReasons as readonly string[]).includes(code);

/** Why an assignment stays. Whatever else the machine says: it does not wait to be handed on any more. */
const reasonOf = (code: RefusalCode): StayingReason => (isStayingReason(code) ? code : 'not_waiting');

interface HandingOn {
  person: HeldPerson;
  successor: HeldPerson | undefined;
  reason: string;
  actor: Actor;
  /** Whether it is only counted what would happen. */
  isTrial: boolean;
}

/** Hands on each open assignment that the successor can have, all in one transaction, and counts them. */
async function handOn(
  tx: Db,
  platform: Platform,
  { person, successor, reason, actor, isTrial }: HandingOn,
): Promise<Refusal | { goes: number; stays: Map<StayingReason, number> }> {
  if (successor === undefined || !isReachableStatus(successor.status)) return refuse('successor_not_active');
  if (successor.id === person.id) return refuse('same_successor');
  const now = workflowNow(platform);
  const stays = new Map<StayingReason, number>();
  const work = await openWork(tx, person.id);
  if (work.length === 0) return refuse('nothing_to_hand_on');
  for (const assignmentId of work) {
    const done = await carryOut(tx, platform, {
      key: { assignmentId },
      actor: 'administrator',
      onBehalfOf: actor.userId,
      now,
      people: [successor.id],
      // No administrator sees the evidence: staff decide about it, by assigning.
      guard: evidenceGuard([successor.id], actor, now, false),
      make: (known) => ({ type: 'hand_on', assignmentId, person: known.person(successor.id), reason }),
      ...(isTrial ? { write: async () => {} } : {}),
    });
    if (done.ok) continue;
    const why = reasonOf(done.code);
    stays.set(why, (stays.get(why) ?? 0) + 1);
  }
  return { goes: work.length - [...stays.values()].reduce((sum, n) => sum + n, 0), stays };
}

const replyOf = ({ goes, stays }: Exclude<Awaited<ReturnType<typeof handOn>>, Refusal>) => ({
  goes: goes === 0 ? (0 as const) : coarseCount(goes),
  stays: stayingReasons.flatMap((reason) => {
    const n = stays.get(reason);
    return n === undefined ? [] : [{ reason, n: coarseCount(n) }];
  }),
});

const check = personCommand(checkHandingOn, {
  whyNot: whyNotChange,
  reads: ({ successorId }) => [successorId],
  write: async (tx, person, { actor, body }, platform, others) => {
    const successor = others.find(({ id }) => id === body.successorId);
    const counted = await handOn(tx, platform, { person, successor, reason: '', actor, isTrial: true });
    return 'refused' in counted ? counted : { reply: replyOf(counted) };
  },
});

const handOnAll = personCommand(handOnWork, {
  whyNot: whyNotChange,
  reads: ({ successorId }) => [successorId],
  write: async (tx, person, { actor, body: { successorId, reason } }, platform, others) => {
    const successor = others.find(({ id }) => id === successorId);
    const counted = await handOn(tx, platform, { person, successor, reason, actor, isTrial: false });
    if ('refused' in counted) return counted;
    const reply = replyOf(counted);
    if (counted.goes === 0) return { reply };
    return { action: 'work_handed_on', after: { successor: successorId, n: reply.goes }, reply };
  },
});

export const routes: readonly Operation[] = [check, handOnAll];
