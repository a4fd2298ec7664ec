import { isDeepStrictEqual } from 'node:util';
import {
  type OpenRule,
  type ReadershipFacts,
  readershipOf,
  type StepRule,
} from '@clearcall/domain/permissions/readership.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { conflictsJson, releasesJson } from './sql.ts';

interface Readership {
  id: number;
  /** The rules that are stored with it. */
  stored: OpenRule[];
  /** The rules that follow from its facts. */
  rules: OpenRule[];
}

/** Loads the readerships of applications, stored and as they follow from their facts, in one statement. */
async function loadReaderships(db: Db, ids: readonly number[]): Promise<Readership[]> {
  const { rows } = await sql<{
    applications: { id: number; flowVersionId: number; stored: OpenRule[]; facts: ReadershipFacts }[];
    flows: Record<string, StepRule[]>;
  }>`
    with given as materialized (select id, status, award_declined_at, flow_version_id, readership_id from applications
      where id = any(${[...ids]}::bigint[]))
    select coalesce((select json_agg(json_build_object('id', ap.id, 'flowVersionId', ap.flow_version_id,
        'stored', coalesce((select h.rules from readerships h where h.id = ap.readership_id), '[]'),
        'facts', json_build_object('status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')},
          'releases', ${releasesJson}, 'conflicts', ${conflictsJson}, 'assignments', coalesce((
            select json_agg(json_build_object('stepId', a.step_id, 'ownerId', a.owner_id, 'partitionId', a.partition_id,
              'status', a.status, 'submittedAt', ${iso('a.submitted_at')}, 'submissions', array(
                select ${iso('m.submitted_at')} from submissions m where m.assignment_id = a.id)))
            from assignments a where a.application_id = ap.id), '[]')))) from given ap), '[]') as applications,
      coalesce((select json_object_agg(f.id, (
          select coalesce(json_agg(json_build_object('stepId', r.step_id, 'role', r.role, 'scope', r.scope, 'reader', r.reader,
            'shows', r.shows, 'of', case r.of_kind when 'released' then json_build_object('released', r.of_step)
              else to_json(r.of_kind) end)), '[]') from view_rules r where r.flow_version_id = f.id))
        from flow_versions f where f.id in (select flow_version_id from given)), '{}') as flows`.execute(db);
  const { applications = [], flows = {} } = rows[0] ?? {};
  return applications.map(({ id, flowVersionId, stored, facts }) => ({
    id,
    stored,
    rules: readershipOf(facts, flows[flowVersionId] ?? []),
  }));
}

/** Loads the applications whose stored readership does not follow from their facts. */
export const loadWrongReaderships = async (db: Db, ids: readonly number[]): Promise<Readership[]> =>
  (await loadReaderships(db, ids)).filter(({ stored, rules }) => !isDeepStrictEqual(stored, rules));

/**
 * Locks applications and writes the readerships that follow from their facts. Call it after the facts were written, in the
 * same transaction.
 */
export async function writeReaderships(tx: Db, ids: readonly number[]): Promise<void> {
  // A statement that waits for a lock does not see what else was written meanwhile. The next one does.
  await sql`select from applications where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    tx,
  );
  await writeReadershipsOfLocked(tx, ids);
}

/**
 * Writes the readerships of applications that the transaction has locked or changed. Two that write the same readership at
 * once do not wait for each other: both rows have the same meaning.
 */
export async function writeReadershipsOfLocked(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wrong = await loadWrongReaderships(tx, ids);
  if (wrong.length === 0) return;
  await sql`
    with given as materialized (
      select id, rules from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as one(id bigint, rules jsonb)),
    known as materialized (
      select rules, (select min(h.id) from readerships h where h.rules = one.rules) as id
      from (select distinct rules from given where rules <> '[]') one),
    added as (insert into readerships (rules) select rules from known where id is null returning id, rules)
    update applications ap set readership_id = (
      select coalesce(known.id, added.id) from known left join added using (rules) where rules = given.rules)
    from given where ap.id = given.id`.execute(tx);
}

const sampleSize = 1_000;

/**
 * Compares the readerships of a sample of applications with their facts and corrects wrong ones. A wrong one is a bug: the
 * log and the health of the portal say so.
 */
export async function checkReaderships(platform: Platform): Promise<{ corrected: number }> {
  const { db, log } = platform;
  const { rows: sample } = await sql<{ id: number }>`
    select id from applications order by random() limit ${sampleSize}`.execute(db);
  const wrong = await loadWrongReaderships(
    db,
    sample.map(({ id }) => id),
  );
  const applicationIds = wrong.map(({ id }) => id);
  if (applicationIds.length > 0)
    log.error(
      { applicationIds },
      'readerships did not follow from the facts of applications and are corrected',
    );
  await db.transaction().execute(async (tx) => {
    await writeReaderships(tx, applicationIds);
    await sql`insert into workflow_sweeps (name, until, wrong) values ('readerships', ${workflowNow(platform)}, ${wrong.length})
      on conflict (name) do update set until = excluded.until, wrong = excluded.wrong`.execute(tx);
  });
  return { corrected: wrong.length };
}
