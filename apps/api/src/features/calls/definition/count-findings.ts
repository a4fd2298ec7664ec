import { listCallChecks } from '@clearcall/contract/new-calls.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { operation } from '../../../platform/http/bind.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findFaults } from './find-faults.ts';
import { loadEditedCall } from './load-draft.ts';
import { loadLiveCall } from './load-live.ts';

interface Counts {
  errors: number;
  warnings: number;
}

/** Counts that were found, by call, with what they depend on. */
const known = new WeakMap<Platform['databases'], Map<number, Counts & { basis: string }>>();

/** Calls that are checked in one request: a check reads a whole call and compiles its flow. */
const maxChecks = 40;

/**
 * Loads what the findings of each call depend on: its draft and last publication, whether it is used or archived, and the
 * partitions, lists and names of all calls.
 */
async function loadBases(db: Db): Promise<{ id: number; basis: string }[]> {
  const { rows } = await sql<{ id: number; basis: string }>`
    with outside as (select md5(concat_ws('|',
        (select string_agg(id, ',' order by id) from partitions),
        (select string_agg(tag, ',' order by tag) from option_groups),
        (select string_agg(concat_ws(' ', code, year, number, uid_pattern), ',' order by id) from calls),
        (select settings ->> 'language' from organisation))) as hash)
    select c.id, concat_ws('|', outside.hash, c.archived_at is null, d.call_id is null,
        case when d.call_id is not null then c.counter end,
        (select max(revision) from call_changes e where e.call_id = c.id),
        (select max(number) from publications p where p.call_id = c.id),
        (select max(version) from flow_versions f where f.call_id = c.id)) as basis
    from calls c cross join outside left join call_drafts d on d.call_id = c.id order by c.id`.execute(db);
  return rows;
}

/** Numbers of findings of all calls. What was checked before is not checked again until something changes. */
export const countFindings = operation(listCallChecks, async ({ now }, platform) => {
  const { db, databases } = platform;
  const organisation = platform.organisation.language();
  const before = known.get(databases) ?? new Map();
  const after: typeof before = new Map();
  let checks = 0;
  const bases = await loadBases(db);
  for (const { id, basis } of bases) {
    const counted = before.get(id);
    if (counted?.basis === basis) after.set(id, counted);
    else if (checks < maxChecks) {
      checks += 1;
      const [edited, live] = [
        await loadEditedCall(db, id, organisation),
        await loadLiveCall(db, id, organisation),
      ];
      // A call may be deleted meanwhile.
      if (edited === undefined || live === undefined) continue;
      const { findings } = await findFaults(db, id, {
        live: live.definition,
        draft: edited.definition,
        organisation,
        now,
      });
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      after.set(id, { basis, errors, warnings: findings.length - errors });
    }
  }
  known.set(databases, after);
  return {
    data: [...after].map(([id, { errors, warnings }]) => ({ id, errors, warnings })),
    more: after.size < bases.length,
  };
});
