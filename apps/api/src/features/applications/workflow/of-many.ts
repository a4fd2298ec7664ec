import { changeDeadlines } from '@clearcall/contract/workflow.ts';
import { actsAsStaff } from '@clearcall/domain/permissions/view-rules.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import { inConflict } from '@clearcall/domain/workflow/workflow-facts.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type RawBuilder, sql } from 'kysely';
import { worksOnCall } from '../../../platform/db/known-call.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Actor, operation, type Platform } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refusalSentence, refuse } from '../../../platform/http/refuse.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';

interface Selection {
  cutoffId?: number | undefined;
  panel?: string | undefined;
  applicationIds?: readonly number[] | undefined;
}

/** Submitted applications of a call, in the order of their numbers; null if staff work on no call with this id. */
export async function selected(
  db: Db,
  callId: number,
  { cutoffId, panel, applicationIds }: Selection,
): Promise<{ id: number; uid: string }[] | null> {
  if (!(await worksOnCall(db, callId))) return null;
  const conditions: RawBuilder<boolean>[] = [sql`ap.call_id = ${callId}`, sql`ap.status <> 'draft'`];
  if (cutoffId !== undefined) conditions.push(sql`ap.cutoff_id = ${cutoffId}`);
  if (panel !== undefined) conditions.push(sql`ap.panel = ${panel}`);
  if (applicationIds !== undefined) conditions.push(sql`ap.id = any(${[...applicationIds]}::bigint[])`);
  const { rows } = await sql<{ id: number; uid: string }>`
    select ap.id, ap.uid from applications ap where ${sql.join(conditions, sql` and `)} order by ap.id
  `.execute(db);
  return rows;
}

type RefusalCode = Extract<CarriedOut, { ok: false }>['code'];

/** Those on which a command was refused, with the reason in the language of the reader. */
export const unready = (
  outcomes: readonly { uid: string; code: RefusalCode | null }[],
  translator: Translator,
): { uid: string; code: string; message: string }[] =>
  outcomes.flatMap(({ uid, code }) =>
    code === null ? [] : { uid, code, message: refusalSentence(code, translator) },
  );

/**
 * Application by application, each in a transaction of its own: what is done stays done, whatever becomes of the next
 * one, and the same call again does what is left. Source: Requirements 2, 5.5.
 */
export async function oneByOne<Code extends string>(
  platform: Platform,
  { callId, actor }: { callId: number; actor: Actor },
  selection: Selection,
  act: (tx: Db, application: { id: number }) => Promise<Code | 'not_found' | null>,
): Promise<Refusal | { uid: string; code: Exclude<Code, 'not_found'> | null }[]> {
  // Everybody else is told the same as of a call that does not exist.
  const applications = actor.isStaff ? await selected(platform.db, callId, selection) : null;
  if (applications === null) return refuse('not_found');
  const outcomes: { uid: string; code: Exclude<Code, 'not_found'> | null }[] = [];
  for (const { id, uid } of applications) {
    const code = await platform.db.transaction().execute((tx) => act(tx, { id }));
    // Somebody is in conflict with it, or it went meanwhile: to this caller it does not exist.
    if (code !== 'not_found') outcomes.push({ uid, code: code as Exclude<Code, 'not_found'> | null });
  }
  return outcomes;
}

/** Moves the deadlines of what is open in a step of one application; the code of the refusal, null if that was done. */
async function moveDeadlines(
  tx: Db,
  platform: Platform,
  of: { id: number; stepId: string; deadline: string | null; actor: Actor; now: Date },
): Promise<RefusalCode | null> {
  const { id, stepId, deadline, actor, now } = of;
  let refusal: RefusalCode | null = null;
  const carried = await carryOut(tx, platform, {
    key: { key: String(id) },
    actor,
    now,
    make: ({ facts }) => {
      // Nothing is open in it: no command is left that would be refused.
      if (inConflict(facts, actor.userId)) return null;
      if (!actsAsStaff(actor, facts.application)) refusal = 'forbidden';
      return refusal !== null
        ? null
        : facts.assignments
            .filter((one) => one.stepId === stepId && isOngoing(one))
            .map((one) => ({ type: 'change_deadline', assignmentId: one.id, deadline }));
    },
  });
  return carried.ok ? null : (refusal ?? carried.code);
}

export const changeDeadlinesOfMany = operation(
  changeDeadlines,
  async ({ params, body, actor, now, translator }, platform) => {
    const { flowElementId: stepId, deadline, ...selection } = body;
    const outcomes = await oneByOne(platform, { ...params, actor }, selection, (tx, { id }) =>
      moveDeadlines(tx, platform, { id, stepId, deadline, actor, now }),
    );
    if (isRefusal(outcomes)) return outcomes;
    return {
      done: outcomes.flatMap(({ uid, code }) => (code === null ? [uid] : [])),
      notReady: unready(outcomes, translator),
    };
  },
);
