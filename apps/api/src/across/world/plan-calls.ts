import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import type { CallDefinition, CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { checkCall, type Outside } from '@clearcall/domain/calls/definition/check-call.ts';
import { readFlow } from '@clearcall/domain/calls/definition/read-flow.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import {
  inLanguage,
  inOrderFor,
  type TextInLanguages,
  translateFrom,
} from '@clearcall/domain/forms/text-in-languages.ts';
import type { Flow, Item, Step } from '@clearcall/domain/forms/types.ts';
import type { CutoffSnapshot } from '@clearcall/domain/permissions/application-snapshot.ts';
import { indexStep } from '@clearcall/domain/workflow/step-index.ts';
import type { WorkflowCutoff } from '@clearcall/domain/workflow/workflow-facts.ts';
import { defaultLanguage } from '@clearcall/i18n/language.ts';
import type { CompiledFlow } from '../../features/applications/flow-facts.ts';
import { callColumns } from '../../features/calls/definition/call-columns.ts';
import { cutoffRows } from '../../features/calls/definition/cutoff-rows.ts';
import { flowRows, type StoredFlow } from '../../features/calls/definition/flow-rows.ts';
import { createTranslators } from '../../platform/translators.ts';
import { defineCall } from './define-call.ts';
import { momentOf } from './moments.ts';
import type { Collector } from './rows.ts';
import { maxInteger, type World, type WorldCall } from './schema.ts';

export interface PlannedCutoff {
  id: number;
  start: Date;
  end: Date | null;
  partitions: CutoffPartition[];
  /** Of the steps that have one of their own. */
  timeframes: Record<string, Window>;
}

/** A call without faults, ready for its applications. */
export interface PlannedCall {
  call: WorldCall;
  definition: CallDefinition;
  id: number;
  flow: Flow;
  compiled: Pick<CompiledFlow, 'flow' | 'plan' | 'indexes' | 'offered'>;
  first: Step;
  cutoffs: PlannedCutoff[];
  /** The same as the workflow and the forms take them. */
  windows: WorkflowCutoff[];
  formCutoffs: CutoffSnapshot[];
}

/**
 * Plans the calls with their cut-offs, flows and timeframes: adds the rows and returns the calls by key. Everything that
 * is inconsistent gets a sentence, and then the call is missing from the result.
 */
export function planCalls(
  world: World,
  now: Date,
  collector: Collector,
  sentences: string[],
): Map<string, PlannedCall> {
  const planned = new Map<string, PlannedCall>();
  const ownLanguage = world.organisation.language ?? defaultLanguage;
  const english = createTranslators({})('en');
  const partitionsOf = partitionsOffered(world);
  const offered = offeredOptions(world);
  const translate = translateFrom(world.texts, ownLanguage);
  const calls: CallDefinition[] = [];
  const outside: Outside = {
    partitions: new Map(world.partitions.map(({ id }) => [id, id])),
    lists: new Set(world.optionGroups.map((group) => group.tag)),
    calls,
    brokenLinks: new Map(),
  };
  let cutoffId = 0;

  for (const [index, call] of world.calls.entries()) {
    const id = index + 1;
    const before = sentences.length;
    const report = (sentence: string) => sentences.push(`Call ${call.key}: ${sentence}`);
    const timeZone = call.timeZone ?? world.organisation.theme.timeZone;
    if (world.calls.findIndex((other) => other.key === call.key) !== index) report('its key is given twice.');
    const definition = defineCall(call, { now, timeZone, translate, report });
    const created = momentOf(call.created, { now }, timeZone);
    if (!created.ok) report(created.sentence);
    const read = readFlow(definition.flow, ownLanguage);
    for (const { at, message } of checkCall(definition, read, outside)) {
      const places = [...new Set(at.map((place) => place.join(' › ')))].join(', ');
      report(`${places}: ${english.translate(message)}`);
    }
    calls.push(definition);
    if (read.ok && read.flow.version > maxInteger) report(`its flow has a version above ${maxInteger}.`);
    const first = read.ok ? firstStep(read.flow) : null;
    if (sentences.length > before || !read.ok || first === null || !created.ok) continue;

    const { flow, plan } = read;
    const createdAt = created.at.toISOString();
    const columns = callColumns(definition, id, world.organisation.language);
    collector.add('calls', { id, ...columns, counter: 0, created_at: createdAt });
    const version = { version: flow.version, document: definition.flow, created_at: createdAt };
    collector.add('flow_versions', { id, call_id: id, ...version });
    const flowTables = flowRows(id, definition.flow as StoredFlow);
    for (const row of flowTables.flow_steps) collector.add('flow_steps', row);
    for (const row of flowTables.view_rules) collector.add('view_rules', row);
    for (const row of flowTables.flow_automations) collector.add('flow_automations', row);
    const cutoffs = definition.cutoffs.map((cutoff, nth): PlannedCutoff => {
      cutoffId += 1;
      const place = { id: cutoffId, callId: id, position: nth + 1, firstStep: first.id };
      const rows = cutoffRows(cutoff, place);
      collector.add('cutoffs', rows.cutoff);
      for (const row of rows.amounts) collector.add('cutoff_partitions', row);
      for (const row of rows.timeframes) collector.add('timeframes', row);
      return {
        id: cutoffId,
        start: new Date(cutoff.start),
        end: cutoff.end === null ? null : new Date(cutoff.end),
        partitions: partitionsOf(cutoff, definition.unit),
        timeframes: Object.fromEntries(
          rows.timeframes.map(({ step_id, starts_at: start, ends_at: end }) => [step_id, { start, end }]),
        ),
      };
    });
    const snapshots = cutoffs.map((cutoff) => ({
      ...cutoff,
      start: cutoff.start.toISOString(),
      end: cutoff.end?.toISOString() ?? null,
    }));
    const inOrder = snapshots.sort((one, other) => one.start.localeCompare(other.start) || one.id - other.id);
    planned.set(call.key, {
      call,
      definition,
      id,
      flow,
      compiled: {
        flow,
        plan,
        indexes: new Map(flow.steps.map((step) => [step.id, indexStep(step)])),
        offered,
      },
      first,
      cutoffs,
      windows: inOrder.map(({ partitions: _, ...window }) => window),
      formCutoffs: inOrder,
    });
  }
  return planned;
}

/** The partitions that a cut-off offers. Their amounts are in the unit of the call. */
function partitionsOffered(world: World): (cutoff: CutoffDefinition, unit: string) => CutoffPartition[] {
  const partitions = new Map(world.partitions.map((partition) => [partition.id, partition]));
  const centres = new Map(world.centres.map((centre) => [centre.id, centre]));
  return ({ amounts }, unit) =>
    amounts.flatMap(({ id, disabled, min, max, fixed, pool }) => {
      const partition = partitions.get(id);
      if (partition === undefined) return [];
      const centre = centres.get(partition.centre);
      return {
        id,
        name: partition.name,
        centre: [centre?.name, centre?.city].filter(Boolean).join(', '),
        kind: partition.kind,
        description: partition.description,
        unit,
        disabled: disabled || partition.disabled,
        min,
        max,
        fixed,
        pool,
        coreHoursPerUnit: partition.coreHoursPerUnit,
        gpuHoursPerUnit: partition.gpuHoursPerUnit,
      };
    });
}

/** The options that can be chosen, by tag of their group. */
function offeredOptions(world: World): Record<string, Item[]> {
  const reported = (text: TextInLanguages): string =>
    inLanguage(text, inOrderFor(world.organisation.language ?? defaultLanguage, world.organisation.language));
  return Object.fromEntries(
    world.optionGroups.map((group) => [
      group.tag,
      group.options
        .filter((option) => option.offered)
        .map(({ value, label, parent }) =>
          parent === undefined
            ? { value, label: reported(label) }
            : { value, label: reported(label), parent },
        ),
    ]),
  );
}
