import { changeDeadlines, releaseMany } from '@clearcall/contract/workflow.ts';
import { looksForStaff } from '@clearcall/domain/permissions/view-rules.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import type { WorkflowCommand } from '@clearcall/domain/workflow/workflow-command.ts';
import { inConflict, type WorkflowFacts } from '@clearcall/domain/workflow/workflow-facts.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type RawBuilder, sql } from 'kysely';
import { knowsCall } from '../../../platform/db/known-call.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Actor, operation, type Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refusalSentence, refuse } from '../../../platform/http/refuse.ts';
import { holdLetters } from '../../../platform/outbox/letter-holds.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';

interface Selection {
  cutoffId?: number | undefined;
  panel?: string | undefined;
  applicationIds?: readonly number[] | undefined;
}

/** Submitted applications of a call, in the order of their numbers; null if its id is of no call that users may know. */
export async function selected(
  db: Db,
  callId: number,
  { cutoffId, panel, applicationIds }: Selection,
): Promise<{ id: number; uid: string }[] | null> {
  if (!(await knowsCall(db, callId))) return null;
  const conditions: RawBuilder<boolean>[] = [sql`ap.call_id = ${callId}`, sql`ap.status <> 'draft'`];
  if (cutoffId !== undefined) conditions.push(sql`ap.cutoff_id = ${cutoffId}`);
  if (panel !== undefined) conditions.push(sql`ap.panel = ${panel}`);
  if (applicationIds !== undefined) conditions.push(sql`ap.id = any(${[...applicationIds]}::bigint[])`);
  const { rows } = await sql<{ id: number; uid: string }>`
    select ap.id, ap.uid from applications ap where ${sql.join(conditions, sql` and `)} order by ap.id
  `.execute(db);
  return rows;
}

interface Bulk {
  done: string[];
  notReady: { uid: string; code: string; message: string }[];
}

type RefusalCode = Extract<CarriedOut, { ok: false }>['code'] | 'step_not_done';

/** What is commanded on one application; the code of the refusal, null where it was done. */
async function commandOne(
  tx: Db,
  platform: Platform,
  { id, actor, now, isLast }: { id: number; actor: Actor; now: Date; isLast: boolean },
  make: (facts: WorkflowFacts) => WorkflowCommand[] | null,
): Promise<RefusalCode | null> {
  let refusal: RefusalCode | null = null;
  const carried = await carryOut(tx, platform, {
    key: { key: String(id) },
    actor,
    now,
    isLast,
    make: ({ facts }) => {
      // Not even that it is not ready: to whoever is in conflict it does not exist, and the work on one's own is not told.
      if (inConflict(facts, actor.userId)) return null;
      const forStaff = looksForStaff(actor, facts.application);
      const commands = forStaff ? make(facts) : null;
      if (commands === null) refusal = forStaff ? 'step_not_done' : 'forbidden';
      return commands;
    },
  });
  return carried.ok ? null : (refusal ?? carried.code);
}

/**
 * Application by application, each in a transaction of its own: what is done stays done, whatever becomes of the next
 * one, and the same call again does what is left. Source: Requirements 2, 5.5.
 */
async function oneByOne(
  platform: Platform,
  { callId, actor, translator }: { callId: number; actor: Actor; translator: Translator },
  selection: Selection,
  act: (tx: Db, application: { id: number }) => Promise<RefusalCode | null>,
): Promise<Refusal | Bulk> {
  // Everybody else is told the same as of a call that does not exist.
  const applications = actor.isStaff ? await selected(platform.db, callId, selection) : null;
  if (applications === null) return refuse('not_found');
  const bulk: Bulk = { done: [], notReady: [] };
  for (const { id, uid } of applications) {
    const code = await platform.db.transaction().execute((tx) => act(tx, { id }));
    if (code === null) bulk.done.push(uid);
    // Somebody is in conflict with it, or it went meanwhile: to this caller it does not exist.
    else if (code !== 'not_found')
      bulk.notReady.push({ uid, code, message: refusalSentence(code, translator) });
  }
  return bulk;
}

/**
 * Releases a step of one application, in the caller's transaction; the code of the refusal where it is not ready. A step
 * that somebody still works on waits.
 */
export async function releaseOne(
  tx: Db,
  platform: Platform,
  {
    id,
    stepId,
    actor,
    now,
    isLast,
  }: { id: number; stepId: string; actor: Actor; now: Date; isLast: boolean },
): Promise<RefusalCode | null> {
  return commandOne(tx, platform, { id, actor, now, isLast }, ({ assignments }) =>
    assignments.some((one) => one.stepId === stepId && isOngoing(one)) ? null : [{ type: 'release', stepId }],
  );
}

export const releaseOfMany = operation(releaseMany, ({ params, body, actor, now, translator }, platform) => {
  const { flowElementId: stepId, releaseId, ...selection } = body;
  const release = { id: releaseId ?? platform.newId(), stepId, releasedBy: actor.userId };
  return oneByOne(platform, { ...params, actor, translator }, selection, async (tx, { id }) => {
    const code = await releaseOne(tx, platform, { id, stepId, actor, now, isLast: false });
    if (code === null) await holdLetters(tx, platform, release, { applicationId: id, occurredAt: now });
    return code;
  });
});

export const changeDeadlinesOfMany = operation(
  changeDeadlines,
  ({ params, body, actor, now, translator }, platform) => {
    const { flowElementId: stepId, deadline, ...selection } = body;
    return oneByOne(platform, { ...params, actor, translator }, selection, (tx, { id: applicationId }) =>
      commandOne(tx, platform, { id: applicationId, actor, now, isLast: true }, ({ assignments }) =>
        assignments
          .filter((one) => one.stepId === stepId && isOngoing(one))
          .map(({ id }) => ({ type: 'change_deadline', assignmentId: id, deadline })),
      ),
    );
  },
);
