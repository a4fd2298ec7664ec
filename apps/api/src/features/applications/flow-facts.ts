import { isDeepStrictEqual } from 'node:util';
import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { briefly } from '@clearcall/domain/forms/fault.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Item } from '@clearcall/domain/forms/types.ts';
import type { FlowFacts } from '@clearcall/domain/permissions/application-snapshot.ts';
import { indexStep, type StepIndex } from '@clearcall/domain/workflow/step-index.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Databases, Db } from '../../platform/db/pool.ts';
import { languagesOf, toldIn } from '../../platform/db/told-in.ts';
import type { Platform } from '../../platform/platform.ts';

/** A flow version as operations work with it: read, compiled and indexed once per process and shared by all. */
export interface CompiledFlow extends Omit<FlowFacts, 'formFacts' | 'commands'> {
  plan: Plan;
  indexes: ReadonlyMap<string, StepIndex>;
}

interface Known {
  flow: CompiledFlow;
  /** Of its lists, to see whether one has changed. */
  optionsText: string;
  optionsReadMs: number;
}

/** How long lists of options may be out of date; the flow itself never changes. */
const optionsFreshMs = 60_000;
/** Versions kept; the one that was made first goes first. */
const maxVersions = 60;

/** By version, then by the order of languages in which it is told. */
const knownFlows = new WeakMap<Databases, Map<number, Map<string, Known>>>();

interface OptionRow extends Item {
  offered: boolean;
}

/**
 * The flow version with its plan and lists, as it is told in the language of `reader`; without one, in that of the
 * organisation. No statement when this process knows it, else one, sent by way of `via`.
 */
export async function loadFlow(
  platform: Platform,
  flowVersionId: number,
  now: Date,
  { via = platform.db, reader }: { via?: Db; reader?: ReaderLanguage } = {},
): Promise<CompiledFlow> {
  const language = platform.organisation.language();
  const order = inOrderFor(reader ?? language, language);
  const languages = [language, ...order].join();
  const versions = knownFlows.get(platform.databases) ?? new Map<number, Map<string, Known>>();
  knownFlows.set(platform.databases, versions);
  const reported = versions.get(flowVersionId) ?? new Map<string, Known>();
  const known = reported.get(languages);
  const nowMs = now.getTime();
  if (known !== undefined && Math.abs(nowMs - known.optionsReadMs) < optionsFreshMs) return known.flow;

  const label = toldIn(order[0], 'o', 'label');
  const result = await sql<{ document: unknown; options: Record<string, OptionRow[]> | null }>`
    select ${known === undefined ? sql`f.document` : sql`null::jsonb`} as document, (
      select jsonb_object_agg(g.tag, (
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', o.value, 'label', ${label}, 'parent', o.parent,
          'offered', o.offered, 'told', ${languagesOf(order[0], 'o')})) order by o.position, o.value)
        from options o where o.group_id = g.id))
      from option_groups g
      where g.tag in (select tag #>> '{}' from jsonb_path_query(f.document, '$.**.optionsGroup') tag)) as options
    from flow_versions f where f.id = ${flowVersionId}
  `.execute(via);
  const row = result.rows[0];
  if (row === undefined) throw new Error(`flow version ${flowVersionId} is missing`);
  const optionsText = JSON.stringify(row.options ?? {});
  const compiled = known?.flow ?? compile(row.document, order, language, reported.values());
  // What others made of its lists stays good while they are as they were, in whichever language they are the same.
  const alike = [...reported.values()].find(
    (one) => one.flow.plan === compiled.plan && one.optionsText === optionsText,
  );
  const flow = alike?.flow ?? { ...compiled, ...splitOptions(row.options ?? {}) };
  const oldest = versions.keys().next().value;
  if (reported.size === 0 && versions.size >= maxVersions && oldest !== undefined) versions.delete(oldest);
  versions.set(flowVersionId, reported.set(languages, { flow, optionsText, optionsReadMs: nowMs }));
  return flow;
}

/** One that is told in the same words in another language is the same flow. */
function compile(
  document: unknown,
  order: readonly Language[],
  organisation: Language,
  others: Iterable<Known>,
): Omit<CompiledFlow, 'offered' | 'readable'> {
  const parsed = parseFlow(document, order, organisation);
  if (!parsed.ok) throw new Error(`a stored flow cannot be read: ${briefly(parsed.faults)}`);
  for (const { flow } of others) if (isDeepStrictEqual(flow.flow, parsed.flow)) return flow;
  const compiled = compileFlow(parsed.flow);
  if (!compiled.ok) throw new Error(`a stored flow does not compile: ${briefly(compiled.faults)}`);
  return {
    flow: parsed.flow,
    plan: compiled.plan,
    indexes: new Map(parsed.flow.steps.map((step) => [step.id, indexStep(step)])),
  };
}

function splitOptions(rows: Record<string, OptionRow[] | null>): Pick<CompiledFlow, 'offered' | 'readable'> {
  const offered: Record<string, Item[]> = {};
  const readable: Record<string, Item[]> = {};
  for (const [tag, list] of Object.entries(rows)) {
    const items = (list ?? []).map(({ offered: isOffered, ...item }) => ({ isOffered, item }));
    readable[tag] = items.map(({ item }) => item);
    offered[tag] = items.filter(({ isOffered }) => isOffered).map(({ item }) => item);
  }
  return { offered, readable };
}
