import type { CallDocument, CutoffPartition, PublishedCall } from '@clearcall/domain/calls/call.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { flowOfCutoff } from '../../platform/db/flow-of-cutoff.ts';
import { iso } from '../../platform/db/iso.ts';
import { isKnownCall } from '../../platform/db/known-call.ts';
import type { Db } from '../../platform/db/pool.ts';
import { languagesOf, toldIn, toldJsonIn } from '../../platform/db/told-in.ts';

export interface CallRow {
  id: number;
  code: string;
  year: number;
  number: number;
  title: string;
  description: string;
  info: string;
  told: Told | null;
  logo: string | null;
  timeZone: string;
  unit: string;
  facts: PublishedCall['facts'];
  links: Record<string, unknown>;
  /** Where one call was asked for. */
  documents: CallDocument[];
  downloadRoles: string[];
  flowVersionId: number | null;
  cutoffs: {
    id: number;
    start: string;
    end: string | null;
    flowVersionId: number | null;
    amounts: PublishedCall['amounts'];
  }[];
  timeframes: { stepId: string; cutoffId: number; start: string; end: string | null }[];
}

/** Documents of the call `c`, as JSON. */
export const documentsJson = (reader: ReaderLanguage): RawBuilder<CallDocument[]> => sql`coalesce((
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', d.name, 'title', ${toldIn(reader, 'd', 'title')}, 'filename', d.filename,
    'mediaType', d.media_type, 'sizeBytes', d.size_bytes, 'uploadedAt', ${iso('d.uploaded_at')},
    'told', ${languagesOf(reader, 'd')})) order by d.position)
  from call_documents d where d.call_id = c.id), '[]')`;

/** Published calls that are not archived, or the published call with the id, in the language of a reader, with their cut-offs and what these offer, in one statement. */
export async function loadPublishedCalls(db: Db, reader: ReaderLanguage, id?: number): Promise<CallRow[]> {
  const wanted = id === undefined ? sql`c.archived_at is null` : sql`c.id = ${id}`;
  const result = await sql<CallRow>`
    select c.id, c.code, c.year, c.number, ${toldIn(reader, 'c', 'title')} as title,
      ${toldIn(reader, 'c', 'description')} as description, c.logo, c.time_zone as "timeZone", c.unit,
      ${toldJsonIn(reader, 'c', 'facts')} as facts, ${toldJsonIn(reader, 'c', 'links')} as links, c.download_roles as "downloadRoles",
      ${id === undefined ? sql`''` : toldIn(reader, 'c', 'info')} as info, ${languagesOf(reader, 'c')} as told,
      ${id === undefined ? sql`'[]'::jsonb` : documentsJson(reader)} as documents,
      (select f.id from flow_versions f where f.call_id = c.id order by f.version desc limit 1) as "flowVersionId",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', k.id, 'start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')},
          'flowVersionId', ${flowOfCutoff}, 'amounts', jsonb_build_object('min', trim_scale(o.min)::text, 'max', trim_scale(o.max)::text,
            'fixed', o.fixed, 'partitions', o.partitions)) order by k.starts_at, k.id)
        from cutoffs k, lateral (
          select case when bool_and(coalesce(cp.fixed, cp.min) is not null) then min(coalesce(cp.fixed, cp.min)) end,
            case when bool_and(coalesce(cp.fixed, cp.max) is not null) then max(coalesce(cp.fixed, cp.max)) end,
            count(*) as partitions,
            coalesce(bool_and(cp.fixed is not null), false) as fixed
          from cutoff_partitions cp join partitions p on p.id = cp.partition_id join centres n on n.id = p.centre_id
          where cp.cutoff_id = k.id and not (cp.disabled or p.disabled or n.disabled)) o(min, max, partitions, fixed)
        where k.call_id = c.id), '[]') as cutoffs,
      coalesce((
        select jsonb_agg(jsonb_build_object('stepId', t.step_id, 'cutoffId', t.cutoff_id,
          'start', ${iso('t.starts_at')}, 'end', ${iso('t.ends_at')}))
        from timeframes t where t.call_id = c.id), '[]') as timeframes
    from calls c where ${isKnownCall} and ${wanted}
  `.execute(db);
  return result.rows;
}

/** What a cut-off offers, by name, in the unit of its call. */
export const loadCutoffPartitions = (db: Db, cutoffId: number): Promise<CutoffPartition[]> =>
  loadPartitions(
    db,
    sql`select cp.partition_id, cp.disabled, cp.min, cp.max, cp.fixed, cp.pool, c.unit from cutoff_partitions cp join cutoffs k on k.id = cp.cutoff_id
      join calls c on c.id = k.call_id where cp.cutoff_id = ${cutoffId}`,
  );

/** Partitions by name with these amounts: rows of `cutoff_partitions`, each with the unit of its amounts. */
export async function loadPartitions(db: Db, amounts: RawBuilder<unknown>): Promise<CutoffPartition[]> {
  const result = await sql<CutoffPartition>`
    select p.id, p.name, n.name as centre, p.kind, p.description, a.unit, (a.disabled or p.disabled or n.disabled) as disabled,
      ${decimalText('a.min')} as min, ${decimalText('a.max')} as max, ${decimalText('a.fixed')} as fixed,
      ${decimalText('a.pool')} as pool,
      trim_scale(case when a.unit = p.unit then p.core_hours_per_unit
      when a.unit = 'GPU hours' and p.gpu_hours_per_unit > 0 then round(p.core_hours_per_unit / p.gpu_hours_per_unit, 6) end)::text as "coreHoursPerUnit",
      trim_scale(case when a.unit = p.unit then p.gpu_hours_per_unit when a.unit = 'GPU hours' then 1 end)::text
        as "gpuHoursPerUnit"
    from (${amounts}) a join partitions p on p.id = a.partition_id join centres n on n.id = p.centre_id
    order by folded(p.name), p.id
  `.execute(db);
  return result.rows;
}

/** A numeric without the zeros that say nothing. */
function decimalText(column: string): RawBuilder<string | null> {
  return sql`trim_scale(${sql.ref(column)})::text`;
}

export interface StepHead {
  id: string;
  title: string;
  order: number;
  ownerRole: string;
  told?: Told;
}

// A published flow version never changes, so what was read once stays true.
const knownHeads = new WeakMap<Db, Map<string, Map<number, StepHead[]>>>();

/**
 * The steps of flow versions up to the decision, without their forms, told in the first of these languages. One statement for
 * those that this process has not met yet.
 */
export async function loadStepHeads(
  db: Db,
  ids: readonly number[],
  order: readonly Language[],
): Promise<ReadonlyMap<number, StepHead[]>> {
  const told = knownHeads.get(db) ?? new Map<string, Map<number, StepHead[]>>();
  knownHeads.set(db, told);
  const known = told.get(order.join()) ?? new Map<number, StepHead[]>();
  told.set(order.join(), known);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const found = await sql<{ id: number; steps: StepHead[] }>`
      select f.id, coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', s -> 'id', 'title', in_language(s -> 'title', ${[...order]}),
          'told', case when jsonb_typeof(s -> 'title') = 'object' then jsonb_build_object('title', (
            select language from unnest(${[...order]}::text[]) with ordinality given (language, nth)
            where s -> 'title' ? language order by nth limit 1)) end,
          'order', s -> 'order', 'ownerRole', s -> 'ownerRole')) order by (s ->> 'order')::numeric)
        from jsonb_array_elements(f.document -> 'steps') s
        where not exists (select from jsonb_array_elements(f.document -> 'steps') d
          where d ->> 'final' = 'true' and (d ->> 'order')::numeric < (s ->> 'order')::numeric)), '[]') as steps
      from flow_versions f where f.id = any(${missing}::bigint[])
    `.execute(db);
    for (const { id, steps } of found.rows) known.set(id, steps);
  }
  return known;
}
