import { cutoffHasPassed, dueCommands } from '@clearcall/domain/workflow/due-commands.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { carryOut } from './carry-out.ts';

const batch = 500;

/**
 * Applications in which something waits for a moment that has come, by their ids. A sieve: the domain decides of each.
 * Each part reads a partial index that holds only what still waits. One statement.
 */
async function applicationsDue(db: Db, at: Date, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with windows as (
      select t.cutoff_id, t.step_id, t.starts_at, coalesce(case when t.ends_at >= '2000-01-01T00:00:00Z' then t.ends_at end, (
        select min(l.starts_at) from timeframes l
        where l.call_id = t.call_id and l.step_id = t.step_id and l.starts_at > t.starts_at)) as ends_at
      from timeframes t where t.starts_at <= ${at}),
    closed as (
      select k.id, k.call_id, k.starts_at, coalesce(case when k.ends_at >= '2000-01-01T00:00:00Z' then k.ends_at end, (
        select min(l.starts_at) from cutoffs l
        where l.call_id = k.call_id and l.starts_at > k.starts_at)) as ends_at
      from cutoffs k)
    select id from (
      select a.application_id as id from assignments a
      where a.expired_at is null and a.status in ('draft', 'assigned', 'accepted', 'changes_requested')
        and a.deadline_at between '2000-01-01T00:00:00Z' and ${at}
      union
      select a.application_id from assignments a join applications ap on ap.id = a.application_id
        left join timeframes t on t.cutoff_id = ap.cutoff_id and t.step_id = a.step_id
      where a.status = 'triggered' and (t.starts_at is null or t.starts_at <= ${at})
      union
      select a.application_id from assignments a join applications ap on ap.id = a.application_id
        join windows w on w.cutoff_id = ap.cutoff_id and w.step_id = a.step_id
      where a.expired_at is null and a.deadline_at is null and a.status in ('draft', 'assigned', 'accepted')
        and w.ends_at < ${at}
      union
      -- A draft follows its call to a later cut-off.
      select a.application_id from assignments a join applications ap on ap.id = a.application_id
      where a.expired_at is null and a.deadline_at is null and a.status in ('draft', 'assigned', 'accepted')
        and ap.status = 'draft' and ap.call_id in (
          select c.call_id from closed c group by c.call_id having bool_and(c.starts_at <= ${at} and c.ends_at < ${at}))
      union
      select ap.id from applications ap join closed c on c.id = ap.cutoff_id
      where ap.cutoff_passed_at is null and ap.status in ('submitted', 'changes_requested') and c.ends_at < ${at}
    ) due where id > ${after} order by id limit ${batch}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Gives the commands of the clock: what waited for its start begins, what was not done in time is noted, and of each
 * submitted application that its cut-off is over. Application by application, each behind its lock and in a transaction
 * of its own, so that the job may run twice at once, stop anywhere, or come after weeks of sleep. Answers what was
 * done. Source: Requirements 2, 6.5.
 */
export async function runDueCommands(platform: Platform): Promise<Record<string, number>> {
  const at = workflowNow(platform);
  const done = { begun: 0, expired: 0, cutoffsPassed: 0 };
  for (let after = 0; ; ) {
    const ids = await applicationsDue(platform.db, at, after);
    for (const id of ids)
      await platform.db.transaction().execute(async (tx) => {
        const counted = await runFor(tx, platform, id, at);
        done.begun += counted.begun;
        done.expired += counted.expired;
        done.cutoffsPassed += counted.cutoffsPassed;
      });
    const last = ids.at(-1);
    if (last === undefined || ids.length < batch) return done;
    after = last;
  }
}

async function runFor(tx: Db, platform: Platform, id: number, at: Date) {
  let commands: ReturnType<typeof dueCommands> = [];
  const carried = await carryOut(tx, platform, {
    key: { key: String(id) },
    actor: 'clock',
    now: at,
    make: ({ facts }) => {
      commands = dueCommands(facts, at);
      return commands;
    },
  });
  const of = (type: 'begin' | 'expire') => commands.filter((command) => command.type === type).length;
  if (!carried.ok) {
    // It was deleted meanwhile.
    if (carried.code === 'not_found') return { begun: 0, expired: 0, cutoffsPassed: 0 };
    throw new Error(`the clock was refused: ${carried.code}`);
  }
  const passed = cutoffHasPassed(carried.facts, at) && (await noteCutoff(tx, platform, id, at));
  return { begun: of('begin'), expired: of('expire'), cutoffsPassed: passed ? 1 : 0 };
}

/** Tells once that the cut-off of an application is over. The caller holds it. */
async function noteCutoff(tx: Db, platform: Platform, id: number, at: Date): Promise<boolean> {
  const noted = await sql<{ ownerId: number }>`
    update applications set cutoff_passed_at = ${at} where id = ${id} and cutoff_passed_at is null
    returning owner_id as "ownerId"
  `.execute(tx);
  const row = noted.rows[0];
  if (row === undefined) return false;
  await platform.emit(tx, [
    { type: 'cutoff_passed', occurredAt: at, applicationId: id, userId: row.ownerId },
  ]);
  return true;
}
