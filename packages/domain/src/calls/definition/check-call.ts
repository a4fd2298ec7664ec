import { checkAutomations } from '../../automation/check-automations.ts';
import { checkDeadlines } from '../../deadlines/step-deadline.ts';
import { closesAt } from '../../deadlines/windows.ts';
import { checkTemplates } from '../../forms/check-templates.ts';
import { checkViewRules } from '../../forms/check-view-rules.ts';
import { compareDecimals } from '../../forms/decimals.ts';
import { checkDecisions } from '../../forms/decisions.ts';
import { type Fault, nameOf } from '../../forms/fault.ts';
import { firstStep } from '../../forms/first-step.ts';
import type { FlowTemplate } from '../../forms/flow-templates.ts';
import type { TextInLanguages } from '../../forms/text-in-languages.ts';
import type { Element, Flow } from '../../forms/types.ts';
import { isSafeAddress } from '../../values/rich-text.ts';
import { applicationUid } from '../../workflow/application-uid.ts';
import { addressesOf, type CallDefinition, documentOfAddress } from './call-definition.ts';
import { ownLinks } from './call-links.ts';
import { type Address, error, type Finding, mergeFindings, warning } from './finding.ts';
import type { BrokenLink } from './link-check.ts';
import type { ReadFlow } from './read-flow.ts';

/** The partitions, lists and other calls that a call refers to. */
export interface Outside {
  /** Names of all partitions, by id. */
  partitions: ReadonlyMap<string, string>;
  /** Tags of all lists to choose from. */
  lists: ReadonlySet<string>;
  /** The other calls. */
  calls: readonly Pick<CallDefinition, 'code' | 'year' | 'number' | 'uidPattern'>[];
  /** Links that led nowhere when they were checked last, by address. */
  brokenLinks: ReadonlyMap<string, BrokenLink>;
}

/**
 * Checks a call before it is published: everything that it names exists, nothing contradicts itself, and no other call has
 * its name or gives the same ids to applications. Findings with the same text are one, with all their places.
 */
export function checkCall(call: CallDefinition, read: ReadFlow, outside: Outside): Finding[] {
  return mergeFindings([
    ...checkTexts(call),
    ...checkAddresses(call, outside),
    ...checkNames(call, outside),
    ...checkOverlap(call),
    ...call.cutoffs.flatMap((cutoff, nth) => [...checkCutoff(cutoff, nth, outside, titlesOf(read))]),
    ...checkFlow(call, read, outside),
  ]);
}

/** Whether a text has no words in any language. */
const isBlank = (text: TextInLanguages): boolean =>
  (typeof text === 'string' ? [text] : Object.values(text)).every((one) => one.trim() === '');

function* checkTexts({ title, cutoffs, documents, links }: CallDefinition): Generator<Finding> {
  if (isBlank(title)) yield error([['title']], 'findings.titleMissing');
  if (cutoffs.length === 0) yield error([['cutoffs']], 'findings.cutoffNone');
  for (const [nth, document] of documents.entries())
    if (isBlank(document.title))
      yield error([['documents', document.id, 'title']], 'findings.documentTitle', { n: nth + 1 });
  for (const document of repeated(documents))
    yield error([['documents', document]], 'findings.documentTwice', { document });
  for (const [nth, name] of ownLinks.entries()) {
    const link = links[name];
    if (link !== undefined && isBlank(link.title))
      yield error([['links', name, 'title']], 'findings.linkTitle', { n: nth + 1 });
  }
}

function* checkAddresses(call: CallDefinition, { brokenLinks }: Outside): Generator<Finding> {
  for (const { at, address } of addressesOf(call)) {
    const document = documentOfAddress(address);
    if (document === null) {
      const broken = brokenLinks.get(address);
      if (!isSafeAddress(address) || address === 'https://')
        yield error([at], 'findings.linkUnsafe', { address });
      else if (broken?.status === null) yield warning([at], 'findings.linkUnreachable', { address });
      else if (broken !== undefined)
        yield warning([at], 'findings.linkBroken', { address, status: String(broken.status) });
    } else if (!call.documents.some(({ id }) => id === document))
      yield error([at], 'findings.documentUnknown', { document });
  }
}

const callName = ({ code, year, number }: Pick<CallDefinition, 'code' | 'year' | 'number'>) =>
  `${code} ${year} ${number}`;
const firstUid = ({ uidPattern, year, number }: Pick<CallDefinition, 'uidPattern' | 'year' | 'number'>) =>
  applicationUid(uidPattern, { year, number, counter: 1 });

function* checkNames(call: CallDefinition, { calls }: Outside): Generator<Finding> {
  const name = callName(call);
  if (calls.some((other) => callName(other) === name)) {
    yield error([['code'], ['year'], ['number']], 'findings.callTwice', { call: name });
    return;
  }
  const same = calls.find((other) => firstUid(other) === firstUid(call));
  if (same !== undefined)
    yield error([['uidPattern']], 'findings.uidTwice', { call: callName(same), uid: firstUid(call) });
}

const isBefore = (end: string | null, start: string): boolean =>
  end !== null && Date.parse(end) <= Date.parse(start);

/** Titles of the steps by id; none if the flow cannot be read. */
const titlesOf = (read: ReadFlow): ReadonlyMap<string, string> =>
  new Map(read.ok ? read.flow.steps.map(({ id, title }) => [id, title]) : []);

function* checkCutoff(
  { id, start, end, amounts, timeframes }: CallDefinition['cutoffs'][number],
  nth: number,
  { partitions }: Outside,
  steps: ReadonlyMap<string, string>,
): Generator<Finding> {
  const at = ['cutoffs', id];
  if (isBefore(end, start)) yield error([[...at, 'end']], 'findings.cutoffOrder', { n: nth + 1 });
  if (amounts.length === 0) yield error([[...at, 'amounts']], 'findings.amountsNone', { n: nth + 1 });
  const twice = repeated(amounts);
  for (const amount of amounts) {
    const { min, max, fixed } = amount;
    const partition = partitions.get(amount.id) ?? amount.id;
    const here = [[...at, 'amounts', amount.id]];
    if (!partitions.has(amount.id)) yield error(here, 'findings.partitionUnknown', { partition });
    else if (twice.has(amount.id)) yield error(here, 'findings.partitionTwice', { partition });
    else if (fixed !== null && (min !== null || max !== null))
      yield error(here, 'findings.amountFixed', { partition });
    else if (min !== null && max !== null && (compareDecimals(min, max) ?? 0) > 0)
      yield error(here, 'findings.amountOrder', { partition });
  }
  const framedTwice = repeated(timeframes);
  for (const frame of timeframes) {
    const step = steps.get(frame.id) ?? frame.id;
    const here = [[...at, 'timeframes', frame.id]];
    if (framedTwice.has(frame.id)) yield error(here, 'findings.timeframeTwice', { step });
    else if (isBefore(frame.end, frame.start)) yield error(here, 'findings.timeframeOrder', { step });
  }
}

/** Each cut-off that opens while another one is open. One without an end closes when the next one starts. */
function* checkOverlap({ cutoffs }: CallDefinition): Generator<Finding> {
  const spans = cutoffs.map(({ id, start, end }) => ({
    id,
    startMs: Date.parse(start),
    endMs: Date.parse(closesAt(cutoffs, { start, end }) ?? '9999-01-01T00:00:00Z'),
  }));
  for (const { id, startMs } of spans)
    if (spans.some((other) => other.id !== id && other.startMs <= startMs && startMs < other.endMs))
      yield warning([['cutoffs', id]], 'findings.cutoffOverlap');
}

/** Ids that a list has more than once. */
function repeated(things: readonly { id: string }[]): Set<string> {
  const seen = new Set<string>();
  return new Set(things.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : [])));
}

function* checkFlow(call: CallDefinition, read: ReadFlow, { lists }: Outside): Generator<Finding> {
  for (const { rule, at, message } of faultsOf(call, read))
    yield { rule, severity: 'error', at: at.map((place) => ['flow', ...place]), message };
  if (!read.ok) return;
  const { flow } = read;
  const first = firstStep(flow);
  if (first === null) {
    yield error([['flow', 'steps']], 'findings.stepNone');
    return;
  }
  for (const [at, element] of elementsOf(flow)) yield* checkElement(call, at, element, lists);
  for (const cutoff of call.cutoffs)
    for (const { id: step } of cutoff.timeframes) {
      const at = [['cutoffs', cutoff.id, 'timeframes', step]];
      if (step === first.id) yield error(at, 'findings.timeframeFirst');
      else if (!flow.steps.some(({ id }) => id === step)) yield error(at, 'findings.stepUnknown', { step });
    }
}

function faultsOf({ cutoffs, flow: document }: CallDefinition, read: ReadFlow): Fault[] {
  if (!read.ok) return read.faults;
  const { flow, faults } = read;
  const offered = new Set(cutoffs.flatMap(({ amounts }) => amounts.map(({ id }) => id)));
  // The flow was read from the document, so its templates have their shape.
  const { templates = [] } = document as { templates?: FlowTemplate<TextInLanguages>[] };
  return [
    ...faults,
    ...checkViewRules(flow),
    ...checkDecisions(flow),
    ...checkDeadlines(flow),
    ...checkAutomations(flow, [...offered]),
    ...checkTemplates(templates),
  ];
}

function* checkElement(
  call: CallDefinition,
  at: Address,
  element: Element,
  lists: ReadonlySet<string>,
): Generator<Finding> {
  const { upload, link } = element.config;
  const list = element.optionsGroup;
  const field = nameOf(element);
  const template = upload?.templateId;
  if (template !== undefined && !call.documents.some(({ id }) => id === template))
    yield error([at], 'findings.templateUnknown', { field, document: template });
  if (link === 'terms_of_reference' && call.links.termsOfReference === undefined)
    yield error([at, ['links', 'termsOfReference']], 'findings.termsMissing', { field });
  if (list !== undefined && !lists.has(list)) yield error([at], 'findings.listUnknown', { field, list });
}

function* elementsOf(flow: Flow): Generator<[Address, Element]> {
  for (const step of flow.steps)
    for (const form of step.forms)
      for (const element of form.elements) {
        const at = ['flow', 'steps', step.id, 'forms', form.id, 'elements', element.id];
        yield [at, element];
        for (const child of element.children ?? []) yield [[...at, 'children', child.id], child];
      }
}
