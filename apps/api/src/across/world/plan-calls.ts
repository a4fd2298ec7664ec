import { checkAutomations } from '@clearcall/domain/automation/check-automations.ts';
import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import { checkDeadlines } from '@clearcall/domain/deadlines/step-deadline.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { checkDecisions } from '@clearcall/domain/forms/decisions.ts';
import { parseFlow, parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import {
  inLanguage,
  inOrderFor,
  splitTexts,
  type Tell,
  type TextInLanguages,
  type Translate,
  translateFrom,
} from '@clearcall/domain/forms/text-in-languages.ts';
import type { Element, Flow, Item, Step } from '@clearcall/domain/forms/types.ts';
import type { CutoffSnapshot } from '@clearcall/domain/permissions/application-snapshot.ts';
import { isSafeAddress } from '@clearcall/domain/values/rich-text.ts';
import { indexStep } from '@clearcall/domain/workflow/step-index.ts';
import type { WorkflowCutoff } from '@clearcall/domain/workflow/workflow-facts.ts';
import { defaultLanguage } from '@clearcall/i18n/language.ts';
import type { CompiledFlow } from '../../features/applications/flow-facts.ts';
import { cleanRichText } from '../../platform/clean-rich-text.ts';
import { momentOf, yearOf } from './moments.ts';
import type { Collector } from './rows.ts';
import { maxInteger, type World, type WorldCall, type WorldLimit } from './schema.ts';

export interface PlannedCutoff {
  id: number;
  start: Date;
  end: Date | null;
  partitions: CutoffPartition[];
  /** Of the steps that have one of their own. */
  timeframes: Record<string, Window>;
}

/** A call whose flow compiles, ready for its applications. */
export interface PlannedCall {
  call: WorldCall;
  id: number;
  year: number;
  timeZone: string;
  flow: Flow;
  compiled: Pick<CompiledFlow, 'flow' | 'plan' | 'indexes' | 'offered'>;
  first: Step;
  cutoffs: PlannedCutoff[];
  /** The same as the workflow and the forms take them. */
  windows: WorkflowCutoff[];
  formCutoffs: CutoffSnapshot[];
}

function addressesOf({ link1, link2, guidelineReviewer, termsOfReference }: WorldCall['links']): string[] {
  return [link1?.address, link2?.address, guidelineReviewer, termsOfReference].filter(
    (address) => address !== undefined,
  );
}

/** A call whose links to its own documents are addresses. `report` hears of those that it does not have. */
function withAddresses(call: WorldCall, id: number, report: (sentence: string) => void): WorldCall {
  const addressOf = (address: string): string => {
    const name = /^document:(.*)$/.exec(address)?.[1];
    if (name === undefined) return address;
    if (!call.documents.some((document) => document.name === name)) report(`it has no document ${name}.`);
    return callDocumentAddress(id, name);
  };
  const { link1, link2, guidelineReviewer, termsOfReference } = call.links;
  return {
    ...call,
    info: mapText(call.info, (text) => text.replaceAll(/(?<=href=")document:[a-z0-9-]+(?=")/g, addressOf)),
    links: {
      ...(link1 && { link1: { ...link1, address: addressOf(link1.address) } }),
      ...(link2 && { link2: { ...link2, address: addressOf(link2.address) } }),
      ...(guidelineReviewer && { guidelineReviewer: addressOf(guidelineReviewer) }),
      ...(termsOfReference && { termsOfReference: addressOf(termsOfReference) }),
    },
  };
}

function withTranslations(call: WorldCall, translate: Translate): WorldCall {
  const { facts, links, documents } = call;
  const { link1, link2 } = links;
  const translated = Object.entries(facts).map(([name, text]) => [name, text && translate(text)]);
  return {
    ...call,
    title: translate(call.title),
    description: translate(call.description),
    info: translate(call.info),
    facts: Object.fromEntries(translated),
    links: {
      ...links,
      ...(link1 && { link1: { ...link1, title: translate(link1.title) } }),
      ...(link2 && { link2: { ...link2, title: translate(link2.title) } }),
    },
    documents: documents.map((document) => ({ ...document, title: translate(document.title) })),
  };
}

function mapText(text: TextInLanguages, change: (text: string) => string): TextInLanguages {
  if (typeof text === 'string') return change(text);
  return Object.fromEntries(Object.entries(text).map(([language, given]) => [language, change(given)]));
}

function factsOf(facts: WorldCall['facts'], tell: Tell): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, text]) => (text === undefined ? [] : [[name, tell(text)]])),
  );
}

function linksOf({ link1, link2, ...addresses }: WorldCall['links'], tell: Tell): Record<string, unknown> {
  return {
    ...(link1 && { link1: { ...link1, title: tell(link1.title) } }),
    ...(link2 && { link2: { ...link2, title: tell(link2.title) } }),
    ...addresses,
  };
}

/** What a form asks for and its call does not have, in words: the template of an upload, the text behind a tick. */
function missingDocument(element: Element, call: WorldCall): string | null {
  const { upload, link } = element.config;
  const templateId = upload?.templateId;
  if (templateId !== undefined && !call.documents.some(({ name }) => name === templateId))
    return `element ${element.id} asks for the template ${templateId}, which is not there.`;
  if (link === 'terms_of_reference' && call.links.termsOfReference === undefined)
    return `element ${element.id} leads to terms of reference, which are not there.`;
  return null;
}

function* allElements(flow: Flow): Generator<Element> {
  for (const step of flow.steps)
    for (const form of step.forms)
      for (const element of form.elements) {
        yield element;
        yield* element.children ?? [];
      }
}

/** What is wrong with a limit, in words after the partition's name; null when nothing is. */
function limitFault(limit: WorldLimit): string | null {
  const { min, max, fixed } = limit;
  if (fixed !== null && (min !== null || max !== null)) return 'has a fixed amount and limits as well';
  if (min !== null && max !== null && Number(min) > Number(max)) return 'has a least amount above the most';
  return null;
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
  const partitions = new Map(world.partitions.map((partition) => [partition.id, partition]));
  const centres = new Map(world.centres.map((centre) => [centre.id, centre]));
  const groups = new Set(world.optionGroups.map((group) => group.tag));
  const names = new Set<string>();
  const offered = offeredOptions(world);
  const ownLanguage = world.organisation.language ?? defaultLanguage;
  const translate = translateFrom(world.texts, ownLanguage);
  let cutoffId = 0;

  const partitionOf = (limit: WorldLimit): CutoffPartition | null => {
    const partition = partitions.get(limit.partition);
    if (partition === undefined) return null;
    const centre = centres.get(partition.centre);
    return {
      id: partition.id,
      name: partition.name,
      centre: [centre?.name, centre?.city].filter(Boolean).join(', '),
      kind: partition.kind,
      description: partition.description,
      unit: partition.unit,
      disabled: limit.disabled || partition.disabled,
      min: limit.min,
      max: limit.max,
      fixed: limit.fixed,
      pool: limit.pool,
      coreHoursPerUnit: partition.coreHoursPerUnit,
      gpuHoursPerUnit: partition.gpuHoursPerUnit,
    };
  };

  for (const [index, written] of world.calls.entries()) {
    const id = index + 1;
    const before = sentences.length;
    const report = (sentence: string) => sentences.push(`Call ${written.key}: ${sentence}`);
    const call = withAddresses(withTranslations(written, translate), id, report);
    for (const address of addressesOf(call.links))
      if (!isSafeAddress(address)) report(`no link may lead to '${address}'.`);
    const timeZone = call.timeZone ?? world.organisation.theme.timeZone;
    const time = (text: string, anchors: Parameters<typeof momentOf>[1]): Date => {
      const moment = momentOf(text, anchors, timeZone);
      if (moment.ok) return moment.at;
      report(moment.sentence);
      return now;
    };

    if (planned.has(call.key) || world.calls.findIndex((other) => other.key === call.key) !== index)
      report('its key is given twice.');
    const year = yearOf(call.year, now, timeZone) ?? 0;
    if (year === 0) report(`'${String(call.year)}' is no year.`);
    const name = `${call.code} ${year} ${call.number}`;
    if (names.has(name)) report(`there is another call ${name}.`);
    names.add(name);

    const { texts, inLanguages } = splitTexts(world.organisation.language, {
      title: (tell) => tell(call.title).replaceAll('{YYYY}', String(year)),
      description: (tell) => tell(call.description),
      info: (tell) => cleanRichText(tell(call.info)),
      facts: (tell) => factsOf(call.facts, tell),
      links: (tell) => linksOf(call.links, tell),
    });
    collector.add('calls', {
      id,
      code: call.code,
      year,
      number: call.number,
      ...texts,
      ...(inLanguages && { in_languages: inLanguages }),
      logo: call.logo,
      published: call.published,
      unit: call.unit,
      uid_pattern: call.uidPattern,
      counter: 0,
      download_roles: call.downloadRoles,
      time_zone: timeZone,
      created_at: time(call.created, { now }).toISOString(),
    });

    const cutoffs = call.cutoffs.map((cutoff, at): PlannedCutoff => {
      cutoffId += 1;
      const start = time(cutoff.start, { now });
      const end = cutoff.end === null ? null : time(cutoff.end, { now });
      if (end !== null && end <= start) report(`its cut-off ${at + 1} ends before it starts.`);
      collector.add('cutoffs', {
        id: cutoffId,
        call_id: id,
        position: at + 1,
        starts_at: start.toISOString(),
        ends_at: end?.toISOString() ?? null,
      });
      const limits = cutoff.limits ?? call.limits;
      for (const limit of limits) {
        const fault = limitFault(limit);
        if (!partitions.has(limit.partition)) report(`there is no partition ${limit.partition}.`);
        else if (limits.filter((other) => other.partition === limit.partition)[0] !== limit)
          report(`its partition ${limit.partition} is given twice.`);
        else if (fault !== null) report(`its partition ${limit.partition} ${fault}.`);
        else
          collector.add('cutoff_partitions', {
            cutoff_id: cutoffId,
            partition_id: limit.partition,
            disabled: limit.disabled,
            min: limit.min,
            max: limit.max,
            fixed: limit.fixed,
            pool: limit.pool,
          });
      }
      // What a cut-off offers counts in the unit of the call.
      const inUnit = limits
        .flatMap((limit) => partitionOf(limit) ?? [])
        .map((one) => ({ ...one, unit: call.unit }));
      return { id: cutoffId, start, end, partitions: inUnit, timeframes: {} };
    });

    const parsed = parseFlow(call.flow, inOrderFor(ownLanguage, ownLanguage), ownLanguage);
    const document = parseFlowDocument(call.flow, translate);
    const compiled = parsed.ok ? compileFlow(parsed.flow) : parsed;
    if (!parsed.ok || !compiled.ok || !document.ok) {
      for (const fault of compiled.ok ? [] : compiled.faults) report(fault.sentence);
      continue;
    }
    const { flow } = parsed;
    const known = [call.limits, ...call.cutoffs.map(({ limits }) => limits ?? [])].flat();
    const offeredPartitions = known.map(({ partition }) => partition);
    for (const fault of [
      ...checkDecisions(flow),
      ...checkDeadlines(flow),
      ...checkAutomations(flow, offeredPartitions),
    ])
      report(fault.sentence);
    if (flow.version > maxInteger) report(`its flow has a version above ${maxInteger}.`);
    const first = firstStep(flow);
    if (first === null) {
      report('its flow has no step.');
      continue;
    }
    for (const element of allElements(flow)) {
      const missing = missingDocument(element, call);
      if (missing !== null) report(missing);
      if (element.optionsGroup !== undefined && !groups.has(element.optionsGroup))
        report(`element ${element.id} takes its options from ${element.optionsGroup}, which is not there.`);
    }
    collector.add('flow_versions', {
      id,
      call_id: id,
      version: flow.version,
      document: document.flow,
      created_at: time(call.created, { now }).toISOString(),
    });

    for (const cutoff of cutoffs) {
      const anchors = { now, 'cutoff.start': cutoff.start, 'cutoff.end': cutoff.end };
      const frame = (step: string, from: Date, until: Date | null) => {
        const [start, end] = [from.toISOString(), until?.toISOString() ?? null];
        cutoff.timeframes[step] = { start, end };
        collector.add('timeframes', {
          call_id: id,
          step_id: step,
          cutoff_id: cutoff.id,
          starts_at: start,
          ends_at: end,
        });
      };
      frame(first.id, cutoff.start, cutoff.end);
      for (const [at, timeframe] of call.timeframes.entries()) {
        if (call.timeframes.findIndex(({ step }) => step === timeframe.step) !== at)
          report(`the timeframe of step ${timeframe.step} is given twice.`);
        else if (timeframe.step === first.id)
          report('its first step has the timeframe of the cut-off, and no other.');
        else if (!flow.steps.some((step) => step.id === timeframe.step))
          report(`there is no step ${timeframe.step}.`);
        else {
          const start = time(timeframe.start, anchors);
          const end = timeframe.end === null ? null : time(timeframe.end, anchors);
          if (end !== null && end <= start) report(`step ${timeframe.step} ends before it starts.`);
          frame(timeframe.step, start, end);
        }
      }
    }
    if (sentences.length > before) continue;
    const snapshots = cutoffs.map((cutoff) => ({
      ...cutoff,
      start: cutoff.start.toISOString(),
      end: cutoff.end?.toISOString() ?? null,
    }));
    const inOrder = snapshots.sort((one, other) => one.start.localeCompare(other.start) || one.id - other.id);
    planned.set(call.key, {
      call,
      id,
      year,
      timeZone,
      flow,
      compiled: {
        flow,
        plan: compiled.plan,
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
