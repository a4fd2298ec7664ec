import type { Transition } from '@clearcall/domain/workflow/transition.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/http/bind.ts';
import type { WriteParts } from '../assignments/write.ts';
import { eraseApplications } from '../erase.ts';
import { writeReadershipsOfLocked } from '../readerships.ts';

/** What the machine decided about one application. */
export interface Change {
  applicationId: number;
  transition: Transition;
}

/** That something was done by an automation: the event that started it, and how many automations came so far. */
export interface Follows {
  cause: number;
  depth: number;
}

/** By whom it happens, and when. */
interface Scene {
  actorId: number | null;
  now: Date;
  /** What an automation does follows from an event, after so many automations. */
  follows?: Follows | undefined;
  /** A submission: what is written with it, and what readers get from now on. */
  along?: { write: WriteParts; assignmentId: string };
}

/**
 * Carries out what the machine decided about applications, each named once, in the caller's transaction, which holds them:
 * one statement for all rows and the events, one more where somebody stops leading, two where drafts go, and those that
 * write the readerships that follow.
 * Nothing else in the portal sets a status.
 */
export async function writeTransitions(
  tx: Db,
  { newId, emit }: Platform,
  changes: readonly Change[],
  { actorId, now, follows, along }: Scene,
): Promise<void> {
  const parts: RawBuilder<unknown>[] = [...(along?.write.parts ?? [])];
  const removed = changes.filter(({ transition }) => transition.removed);
  const kept = changes.filter(({ transition }) => !transition.removed);
  /** One kind of thing of all that is changed, each with its application. */
  const all = <T extends object>(of: (transition: Transition) => readonly T[]) =>
    kept.flatMap(({ applicationId, transition }) =>
      of(transition).map((thing) => ({ ...thing, applicationId })),
    );
  const assignments = all((transition) => transition.assignments);
  const activities = all((transition) => transition.activities);
  const stepStates = all((transition) => transition.stepStates);
  const conflicts = all((transition) => transition.conflicts);
  const decisions = all((transition) => transition.decisions);
  const applications = all(({ application }) => (application === null ? [] : [application]));

  // An index lets one lead at a time: who stops leading is written before who begins.
  const former = assignments.filter(({ isLead }) => !isLead).map(({ id }) => id);
  if (former.length > 0 && assignments.some(({ isLead }) => isLead))
    await sql`update assignments set is_lead = false where id = any(${former}::uuid[]) and is_lead`.execute(
      tx,
    );

  if (assignments.length > 0) {
    const given = JSON.stringify(assignments);
    const content =
      along === undefined
        ? sql``
        : sql`, submitted_content = case when assignments.id = ${along.assignmentId}::uuid
            then (select content from told) else assignments.submitted_content end`;
    parts.push(sql`assigned as (
      insert into assignments (id, application_id, step_id, owner_id, assigner_id, role, partition_id, status,
        previous_status, deadline_at, is_lead, was_unowned, replaces, reason, agreed_at, agreement, expired_at, time_request, verdict,
        label_number, submitted_at, created_at, revision)
      select id, "applicationId", "stepId", "ownerId", "assignerId", role, "partitionId", status,
        "previousStatus", deadline, "isLead", "wasUnowned", replaces, reason, "agreedAt", agreement, "expiredAt", "timeRequest", verdict,
        "labelNumber", "submittedAt", "createdAt", revision
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, "applicationId" bigint, "stepId" text, "ownerId" bigint, "assignerId" bigint,
        role text, "partitionId" text, status text, "previousStatus" text, deadline timestamptz, "isLead" boolean,
        "wasUnowned" boolean, replaces uuid, reason text, "agreedAt" timestamptz, agreement text, "expiredAt" timestamptz, "timeRequest" jsonb, verdict text,
        "labelNumber" integer, "submittedAt" timestamptz, "createdAt" timestamptz, revision integer)
      order by id
      on conflict (id) do update set owner_id = excluded.owner_id, assigner_id = excluded.assigner_id,
        status = excluded.status, previous_status = excluded.previous_status, deadline_at = excluded.deadline_at,
        is_lead = excluded.is_lead, was_unowned = excluded.was_unowned, replaces = excluded.replaces, reason = excluded.reason,
        agreed_at = excluded.agreed_at, agreement = excluded.agreement, expired_at = excluded.expired_at,
        time_request = excluded.time_request,        verdict = excluded.verdict, label_number = excluded.label_number, submitted_at = excluded.submitted_at,
        submission_asked_at = case when excluded.status = assignments.status
          and excluded.owner_id is not distinct from assignments.owner_id then assignments.submission_asked_at end,
        revision = assignments.revision + 1${content}
      returning id)`);
    // The history of a new assignment is written with it.
    const noted = JSON.stringify(activities.map((activity) => ({ ...activity, id: newId() })));
    if (activities.length > 0)
      parts.push(sql`noted as (
        insert into activities (id, assignment_id, status, reason, actor_id, created_at)
        select given.id, given."assignmentId", given.status, given.reason, ${actorId}::bigint, ${now}::timestamptz
        from jsonb_to_recordset(${noted}::jsonb) as given(id uuid, "assignmentId" uuid, status text, reason text)
          join assigned on assigned.id = given."assignmentId")`);
  }
  if (stepStates.length > 0)
    parts.push(sql`stepped as (
      insert into step_states (application_id, step_id, unlocked_at, released_at)
      select "applicationId", "stepId", "unlockedAt", "releasedAt"
      from jsonb_to_recordset(${JSON.stringify(stepStates)}::jsonb)
        as given("applicationId" bigint, "stepId" text, "unlockedAt" timestamptz, "releasedAt" timestamptz)
      on conflict (application_id, step_id) do update set unlocked_at = excluded.unlocked_at,
        released_at = excluded.released_at)`);
  const released = stepStates.filter(({ releasedAt }) => releasedAt !== null);
  if (released.length > 0)
    parts.push(sql`released as (
      insert into step_releases (application_id, step_id, released_at)
      select "applicationId", "stepId", "releasedAt" from jsonb_to_recordset(${JSON.stringify(released)}::jsonb)
        as given("applicationId" bigint, "stepId" text, "releasedAt" timestamptz)
      on conflict do nothing)`);
  if (conflicts.length > 0)
    parts.push(sql`stopped as (
      insert into conflicts (application_id, user_id, source, reason, noted_by, noted_at, cleared_by, cleared_at,
        cleared_reason)
      select "applicationId", "userId", source, reason, "notedBy", "notedAt", "clearedBy", "clearedAt",
        "clearedReason"
      from jsonb_to_recordset(${JSON.stringify(conflicts)}::jsonb) as given("applicationId" bigint, "userId" bigint, source text, reason text,
        "notedBy" bigint, "notedAt" timestamptz, "clearedBy" bigint, "clearedAt" timestamptz, "clearedReason" text)
      on conflict (application_id, user_id) do update set source = excluded.source, reason = excluded.reason,
        noted_by = excluded.noted_by, noted_at = excluded.noted_at, cleared_by = excluded.cleared_by,
        cleared_at = excluded.cleared_at, cleared_reason = excluded.cleared_reason)`);
  if (decisions.length > 0)
    parts.push(sql`decided as (
      insert into decisions (application_id, partition_id, version, outcome, amount, reason, review_id, starts_on, ends_on, decided_by,
        decided_at, released_at)
      select "applicationId", "partitionId", version, outcome, amount, reason, "reviewId", "startsOn", "endsOn", "decidedBy",
        "decidedAt", "releasedAt"
      from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as given("applicationId" bigint, "partitionId" text, version integer,
        outcome text, amount numeric, reason text, "reviewId" uuid, "startsOn" date, "endsOn" date, "decidedBy" bigint, "decidedAt" timestamptz, "releasedAt" timestamptz)
      on conflict (application_id, partition_id, version) do update set released_at = excluded.released_at)`);
  // Whoever waits for one of them sees by its revision that something of it was written.
  const sets = [...(along?.write.applicationSets ?? []), sql`revision = applications.revision + 1`];
  const whole = new Set(applications.map(({ applicationId }) => applicationId));
  const ids = kept
    .filter(({ transition: { assignments, stepStates, conflicts, decisions } }) =>
      [along === undefined ? [] : [along], assignments, stepStates, conflicts, decisions].some(
        (things) => things.length > 0,
      ),
    )
    .map(({ applicationId }) => applicationId)
    .filter((id) => !whole.has(id));
  if (ids.length > 0)
    parts.push(sql`counted as (
      update applications set ${sql.join(sets)} where id = any(${ids}::bigint[]))`);
  if (applications.length > 0)
    parts.push(sql`changed as (
      update applications set ${sql.join(sets)}, status = given.status, submitted_at = given."submittedAt",
        first_submitted_at = given."firstSubmittedAt", cutoff_id = given."cutoffId", partition_ids = given.partitions, panel = given.panel, award_ends_at = given."awardEnd",
        award_declined_at = given."awardDeclinedAt"
      from jsonb_to_recordset(${JSON.stringify(applications)}::jsonb) as given("applicationId" bigint, status text,
        "submittedAt" timestamptz, "firstSubmittedAt" timestamptz, "cutoffId" bigint, partitions text[], panel text, "awardEnd" timestamptz,
        "awardDeclinedAt" timestamptz)
      where applications.id = given."applicationId")`);
  if (removed.length > 0) {
    if (parts.length > 0) await sql`with ${sql.join(parts.splice(0))} select 1`.execute(tx);
    await eraseApplications(
      tx,
      removed.map(({ applicationId }) => applicationId),
      now,
    );
  }
  await emit(
    tx,
    changes.flatMap(({ applicationId, transition }) =>
      transition.events.map(({ type, assignmentId, userId, detail }) => ({
        type,
        occurredAt: now,
        applicationId,
        assignmentId: assignmentId ?? undefined,
        userId: userId ?? undefined,
        actorId: actorId ?? undefined,
        detail: follows === undefined ? detail : { ...detail, ...follows },
      })),
    ),
    parts,
  );
  await writeReadershipsOfLocked(tx, [...whole, ...ids]);
}

/** The same for one application. */
export const writeTransition = (
  tx: Db,
  platform: Platform,
  transition: Transition,
  { applicationId, ...scene }: Scene & { applicationId: number },
): Promise<void> => writeTransitions(tx, platform, [{ applicationId, transition }], scene);
