import { inNoGroup } from '@clearcall/domain/applications/application.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  draftsAbove,
  type LoweredLimit,
  loweredLimits,
} from '@clearcall/domain/calls/definition/lowered-limits.ts';
import type { Answer, Step } from '@clearcall/domain/forms/types.ts';
import { askingElements } from '@clearcall/domain/workflow/asked-amounts.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { loadFirstSteps } from '../reports/applications-of.ts';

/** Loads the limits that a publication lowers, each with the number of drafts that ask for more. */
export async function loadAboveLimits(
  db: Db,
  id: number,
  { live, draft, now }: { live: CallDefinition; draft: CallDefinition; now: Date },
): Promise<(LoweredLimit & { drafts: number })[]> {
  const lowered = loweredLimits(live, draft, now);
  if (lowered.length === 0) return [];
  const steps = await loadFirstSteps(db, id);
  const { drafts, units } = await loadDrafts(db, id, steps);
  const counts = draftsAbove(lowered, draft, { drafts, units });
  return lowered.map((one) => ({ ...one, drafts: counts[one.partition] ?? 0 }));
}

/** The drafts of a call with the amounts that they ask for, and the units of partitions. */
async function loadDrafts(db: Db, id: number, steps: ReadonlyMap<number, Step>) {
  const elements = [...steps.values()].flatMap((step) =>
    askingElements(step).amounts.flatMap(({ element, partitionFrom }) => [element, partitionFrom]),
  );
  const { rows } = await sql<{
    drafts: { version: number; answers: Answer[] }[];
    units: Record<string, string>;
  }>`
    select coalesce((select jsonb_object_agg(id, unit) from partitions), '{}') as units,
      coalesce((select jsonb_agg(d) from (
        select ap.flow_version_id as version, jsonb_agg(jsonb_build_object('elementId', w.element_id,
          'groupId', nullif(w.group_id, ${inNoGroup}::uuid), 'values', w.values)) as answers
        from applications ap join assignments a on a.application_id = ap.id and a.owner_id = ap.owner_id
          join answers w on w.assignment_id = a.id
        where ap.call_id = ${id} and ap.status = 'draft'
          and a.step_id = any(${[...steps.values()].map((step) => step.id)}::text[])
          and w.element_id = any(${elements}::text[])
        group by ap.id) d), '[]') as drafts`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a query without rows');
  return {
    units: row.units,
    drafts: row.drafts.flatMap(({ version, answers }) => {
      const step = steps.get(version);
      return step === undefined ? [] : [{ step, answers }];
    }),
  };
}
