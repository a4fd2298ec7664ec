import { isReleaseAwaited, releaseFacts } from '@clearcall/domain/permissions/awaited-release.ts';
import { releaseDueAt, type WaitingRelease } from '@clearcall/domain/workflow/waiting-release.ts';
import type { WorkflowFacts } from '@clearcall/domain/workflow/workflow-facts.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Actor, Platform } from '../../../platform/http/bind.ts';
import { type CarriedOut, carryOut } from '../workflow/carry-out.ts';
import type { Follows } from '../workflow/write-transition.ts';

interface Release {
  stepId: string;
  now: Date;
  /** Releases of one command on many applications have one id. */
  releaseId: string;
}

/** A release as it waits; `isNew` if this command began it. */
interface Planned {
  releaseId: string;
  dueAt: string;
  isNew: boolean;
}

/** Lets a release wait that the machine allows. One that waits already stays as it is. */
export async function letWait(
  tx: Db,
  platform: Platform,
  { stepId, now, releaseId, ...by }: Release & ({ actorId: number } | { follows: Follows }),
  { applicationId, facts }: { applicationId: number; facts: WorkflowFacts },
): Promise<Planned> {
  const actorId = 'actorId' in by ? by.actorId : null;
  const follows = 'follows' in by ? by.follows : null;
  const { rows } = await sql<Planned>`
    insert into waiting_releases (application_id, step_id, release_id, released_by, cause, depth, was_withdrawn,
      planned_at, due_at)
    values (${applicationId}, ${stepId}, ${releaseId}, ${actorId}, ${follows?.cause ?? null}, ${follows?.depth ?? null},
      ${facts.application.status === 'withdrawn'}, ${now}, ${releaseDueAt(now)})
    on conflict (application_id, step_id) do update set step_id = waiting_releases.step_id
    returning release_id as "releaseId", ${iso('due_at')} as "dueAt", xmax = 0 as "isNew"
  `.execute(tx);
  const [planned] = rows;
  if (planned === undefined) throw new Error('a release does not wait');
  if (planned.isNew)
    await platform.emit(tx, [
      {
        type: 'release_planned',
        occurredAt: now,
        applicationId,
        actorId: actorId ?? undefined,
        detail: { step: stepId, ...follows },
      },
    ]);
  return planned;
}

/** `waiting` is null if the step was released before and has nothing new. */
type PlannedOut = (CarriedOut & { ok: false }) | { ok: true; waiting: Planned | null };

/**
 * Releases a step of an application at the command of a person, in the caller's transaction: it waits until staff can no
 * longer stop it. It is decided now, as if it took effect at once, and again when it is due; until then nothing of it is
 * written where an applicant could read it. If staff release many applications at once (`isOfMany`), a release that nobody
 * is waiting for is refused; staff can still make it for a single application.
 */
export async function planRelease(
  tx: Db,
  platform: Platform,
  {
    application,
    actor,
    isOfMany,
    ...release
  }: Release & { application: string; actor: Actor; isOfMany: boolean },
): Promise<PlannedOut> {
  let waiting: Planned | null = null;
  let isAwaited = true;
  const carried = await carryOut(tx, platform, {
    key: { key: application },
    actor,
    now: release.now,
    make: ({
      facts: {
        steps,
        application: { status },
        assignments,
      },
      flow,
    }) => {
      const facts = releaseFacts(steps, release.stepId, { status, assignments });
      isAwaited = isReleaseAwaited(flow.flow, release.stepId, facts);
      return { type: 'release', stepId: release.stepId };
    },
    write: async (of) => {
      if (isOfMany && !isAwaited) return;
      waiting = await letWait(tx, platform, { ...release, actorId: actor.userId }, of);
    },
  });
  if (!carried.ok) return carried;
  if (isOfMany && !isAwaited && !carried.repeated) return { ok: false, code: 'release_not_awaited' };
  return { ok: true, waiting };
}

/**
 * Carries a command out in a transaction that is rolled back; false if it would change nothing: it is refused, was given
 * before, or an earlier release of the step waits.
 */
export async function carryOutForPreview(
  tx: Db,
  platform: Platform,
  {
    applicationId,
    command,
    actor,
    now,
  }: {
    applicationId: number;
    command: { type: 'release' | 'unlock' | 'lock'; stepId: string };
    actor: Actor;
    now: Date;
  },
): Promise<boolean> {
  if (command.type === 'release') {
    const { rows } = await sql`select from waiting_releases
      where application_id = ${applicationId} and step_id = ${command.stepId}`.execute(tx);
    if (rows.length > 0) return false;
  }
  const carried = await carryOut(tx, platform, {
    key: { key: String(applicationId) },
    actor,
    now,
    make: () => command,
  });
  return carried.ok && !carried.repeated;
}

/** A waiting release as the domain compares it with what has happened since. */
export type DueRelease = WaitingRelease & {
  applicationId: number;
  releasedBy: number | null;
  follows: Follows | null;
};

/** Takes a release that is due, so that no other process does; null if it was stopped or has taken effect. */
export async function takeDueRelease(
  tx: Db,
  { applicationId, stepId }: { applicationId: number; stepId: string },
  at: Date,
): Promise<DueRelease | null> {
  // Staff who stop a release lock the application first as well.
  await sql`select id from applications where id = ${applicationId} for update`.execute(tx);
  const { rows } = await sql<DueRelease>`
    delete from waiting_releases where application_id = ${applicationId} and step_id = ${stepId} and due_at <= ${at}
    returning application_id as "applicationId", step_id as "stepId", released_by as "releasedBy",
      ${iso('planned_at')} as "plannedAt", was_withdrawn as "wasWithdrawn",
      case when cause is not null then json_build_object('cause', cause, 'depth', depth) end as follows
  `.execute(tx);
  return rows[0] ?? null;
}
