import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  type PublicationEffect,
  publicationEffect,
  publicationWaits,
} from '@clearcall/domain/calls/definition/publication-effect.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { loadAboveLimits } from './load-above-limits.ts';

type Extended = PublicationEffect['extended'][number] & { drafts: number };

export interface Effect {
  opens: PublicationEffect['opens'];
  extended: Extended[];
  /** Number of people that an email will tell of the opening. */
  mailingList: number;
  waits: boolean;
  above: Awaited<ReturnType<typeof loadAboveLimits>>;
  /** Names of all partitions. */
  partitions: { id: string; name: string }[];
}

/** Names of all partitions, as JSON. */
export const partitionNames = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name)
  order by folded(p.name), p.id), '[]') from partitions p)`;

/** Loads what a draft would do to people, with how many they are. */
export async function loadEffect(
  db: Db,
  id: number,
  { live, draft, now }: { live: CallDefinition; draft: CallDefinition; now: Date },
): Promise<Effect> {
  const effect = publicationEffect(live, draft, now);
  const { rows } = await sql<{
    drafts: Record<string, number>;
    mailingList: number;
    partitions: Effect['partitions'];
  }>`
    select coalesce((select jsonb_object_agg(cutoff_id, n) from (select cutoff_id, count(*)::int as n
        from applications where call_id = ${id} and status = 'draft' and cutoff_id is not null group by cutoff_id) d),
        '{}') as drafts,
      case when ${effect.opens !== null}::boolean and not exists (select from call_openings where call_id = ${id})
        then (select count(*)::int from users where accept_mailing_list and status = 'active') else 0 end
        as "mailingList",
      ${partitionNames} as partitions`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a query without rows');
  const extended = effect.extended.map((one) => ({ ...one, drafts: row.drafts[one.cutoff] ?? 0 }));
  return {
    opens: effect.opens,
    extended,
    mailingList: row.mailingList,
    waits: publicationWaits(effect),
    above: await loadAboveLimits(db, id, { live, draft, now }),
    partitions: row.partitions,
  };
}
