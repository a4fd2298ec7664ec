import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Platform } from '../platform.ts';

/** How long the letters of a release in bulk can be stopped. Source: Requirements 2e, 7.2. */
const stoppableMs = 10 * 60_000;

export interface LetterRelease {
  id: string;
  stepId: string;
  releasedBy: number;
}

/**
 * Lets what follows from the events of an application at this moment wait with the letters of the release, in the
 * transaction of the events; in real time, however far a demonstration was moved. The first part of a release says when its letters go.
 */
export async function holdLetters(
  tx: Db,
  { now }: Pick<Platform, 'now'>,
  { id, stepId, releasedBy }: LetterRelease,
  { applicationId, occurredAt }: { applicationId: number; occurredAt: Date },
): Promise<void> {
  await sql`
    with release as (
      insert into letter_releases (id, step_id, released_by, goes_at)
      values (${id}, ${stepId}, ${releasedBy}, ${new Date(now().getTime() + stoppableMs)})
      on conflict (id) do update set step_id = letter_releases.step_id returning id)
    insert into released_events (event_id, release_id)
    select e.id, release.id from events e, release
    where e.application_id = ${applicationId} and e.occurred_at = ${occurredAt}::timestamptz
      and e.actor_id = ${releasedBy}
    on conflict (event_id) do nothing
  `.execute(tx);
}

/** Lets what an automation did because of an event of a release wait, and be stopped, with its letters; in its transaction. */
export async function holdWhatFollows(
  tx: Db,
  releaseId: string,
  { applicationId, cause }: { applicationId: number; cause: number },
): Promise<void> {
  await sql`
    insert into released_events (event_id, release_id)
    select id, ${releaseId}::uuid from events
    where application_id = ${applicationId} and id > ${cause} and (detail ->> 'cause')::bigint = ${cause}
    on conflict (event_id) do nothing
  `.execute(tx);
}

/** Why a delivery of a stopped release did not go. */
export const stoppedByStaff = 'stopped by staff';

/** Whether all that a release `r` holds is of applications `ap` that somebody deals with. */
export const isOfAll = (deals: RawBuilder<boolean>): RawBuilder<boolean> => sql`not exists (
  select from released_events w join events e on e.id = w.event_id join applications ap on ap.id = e.application_id
  where w.release_id = r.id and ${deals} is not true)`;

/**
 * Stops the letters of a release; null where there is none of what whoever stops deals with, 'gone' where its time has come. Whatever is planned for it
 * later finds that it was stopped: whoever plans holds the row meanwhile.
 */
export async function stopRelease(
  db: Db,
  id: string,
  by: { userId: number; deals: RawBuilder<boolean> },
  now: Date,
): Promise<{ stopped: number } | 'gone' | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ going: boolean; stopped: boolean }>`
      select goes_at <= ${now}::timestamptz as going, stopped_at is not null as stopped
      from letter_releases r where id = ${id}::uuid and ${isOfAll(by.deals)} for update of r`.execute(tx);
    const [release] = rows;
    if (release === undefined) return null;
    if (release.going && !release.stopped) return 'gone';
    await sql`update letter_releases set stopped_at = coalesce(stopped_at, ${now}::timestamptz),
      stopped_by = coalesce(stopped_by, ${by.userId}::bigint) where id = ${id}::uuid`.execute(tx);
    const stopped = await sql`
      update deliveries set state = 'dropped', error = ${stoppedByStaff}
      where state = 'planned' and event_id in (select event_id from released_events where release_id = ${id}::uuid)`.execute(
      tx,
    );
    return { stopped: Number(stopped.numAffectedRows ?? 0) };
  });
}
