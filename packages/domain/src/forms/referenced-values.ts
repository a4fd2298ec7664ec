import type { Plan } from './compile.ts';
import { leading } from './cross-steps.ts';
import type { CrossRead, Node } from './plan.ts';
import type { Answer, Audience, Element, ElementConfig, Form, Step, SubmittedStep } from './types.ts';

/** What a form gets of other steps: stubs of the elements that it refers to, and their submitted values. */
export interface References {
  steps: Step[];
  submitted: SubmittedStep[];
}

/** Whether the person who fills in the form reads of a submission what is for an audience. */
export type MayRead = (submitted: SubmittedStep, audience: Audience) => boolean;

/** What a reader needs of an element to compute with its value and to name it in a sentence. */
function stubOf({ id, type, title, config, items, optionsGroup }: Element): Element {
  const { id: meaning, audience, unit, decimals, min, max, partitionFrom } = config;
  const kept: ElementConfig = {
    ...(meaning === undefined ? {} : { id: meaning }),
    ...(audience === undefined ? {} : { audience }),
    ...(unit === undefined ? {} : { unit }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(partitionFrom === undefined ? {} : { partitionFrom }),
  };
  return {
    id,
    type,
    title,
    config: kept,
    ...(items === undefined ? {} : { items }),
    ...(optionsGroup === undefined ? {} : { optionsGroup }),
    effects: [],
  };
}

/** The step with the wanted elements alone, in their order; null when there are none. */
function stubStep(step: Step, wanted: ReadonlySet<Element>): Step | null {
  const forms = step.forms.flatMap((form): Form[] => {
    const elements = form.elements.flatMap((element): Element[] => {
      if (!wanted.has(element)) return [];
      const stub = stubOf(element);
      if (element.children === undefined) return [stub];
      return [{ ...stub, children: element.children.filter((child) => wanted.has(child)).map(stubOf) }];
    });
    return elements.length === 0 ? [] : [{ id: form.id, title: form.title, order: form.order, elements }];
  });
  if (forms.length === 0) return null;
  const { id, title, order, type, ownerRole } = step;
  const permissions = { assign: [], assignable: [], view: [] };
  return { id, title, order, type, ownerRole, config: {}, permissions, forms };
}

/** Of the submissions of one step those that the reads use, each with the elements of which values are read. */
function usedOf(
  reads: readonly CrossRead[],
  steps: readonly SubmittedStep[],
  ownPartitionId: string | null,
): { first: SubmittedStep | undefined; own: SubmittedStep | undefined; used: Map<SubmittedStep, Set<Node>> } {
  const isOwn = ({ partitionId }: SubmittedStep) => ownPartitionId !== null && partitionId === ownPartitionId;
  const has = (pick: CrossRead['pick']) => reads.some((read) => read.pick === pick);
  const [first] = has('lead') ? leading(steps) : [];
  const [own] = has('own_partition') ? leading(steps.filter(isOwn)) : [];
  const used = new Map<SubmittedStep, Set<Node>>();
  for (const { pick, node, matching } of reads) {
    const by = pick === 'lead' ? [first] : pick === 'own_partition' ? [own] : steps;
    for (const step of by) {
      if (step === undefined) continue;
      const nodes = used.get(step) ?? new Set();
      nodes.add(node);
      if (matching !== null) nodes.add(matching);
      used.set(step, nodes);
    }
  }
  return { first, own, used };
}

/**
 * What the form of a step may know of other steps, and all that it computes with: exactly the values that its
 * conditions and sums refer to, of exactly the assignments that they read (the lead's alone where they read the
 * lead's), and stubs of those elements, with which the form compiles where the other steps are not to be seen. The
 * server and the page both compute with what this returns. Times and leads of others are not told; what is left in
 * their place orders the assignments for the engine. Elements that the person may not read count as not answered.
 */
export function referencedValues(
  plan: Plan,
  stepId: string,
  { submitted, ownPartitionId }: { submitted: readonly SubmittedStep[]; ownPartitionId: string | null },
  mayRead: MayRead,
): References {
  const own = plan.steps.get(stepId);
  if (own === undefined) return { steps: [], submitted: [] };
  const wanted = new Set<Element>();
  const want = (node: Node | null): void => {
    if (node === null || wanted.has(node.element)) return;
    wanted.add(node.element);
    want(node.group);
    want(node.partition);
  };
  for (const target of own.crossTargets) want(target);
  for (const { node, matching } of own.crossReads) {
    want(node);
    want(matching);
  }
  const steps: Step[] = [];
  const visible: SubmittedStep[] = [];
  for (const { step } of plan.steps.values()) {
    const stub = stubStep(step, wanted);
    if (stub !== null) steps.push(stub);
    const reads = own.crossReads.filter((read) => read.stepId === step.id);
    if (reads.length === 0) continue;
    const ofStep = submitted.filter((one) => one.stepId === step.id);
    const { first, own: ofOwn, used } = usedOf(reads, ofStep, ownPartitionId);
    for (const one of ofStep) {
      const nodes = used.get(one);
      if (nodes === undefined) continue;
      const readable = [...nodes].filter(({ element, group }) =>
        [element, group?.element].every(
          (part) => part === undefined || mayRead(one, part.config.audience ?? 'public'),
        ),
      );
      const elements = new Set(readable.map(({ element }) => element.id));
      const groups = new Set(
        readable.flatMap(({ element, group, kind }) =>
          kind === 'rows' ? element.id : (group?.element.id ?? []),
        ),
      );
      visible.push({
        stepId: step.id,
        lead: one === first,
        submittedAt: one === first ? '0' : one === ofOwn ? '1' : '2',
        partitionId: one.partitionId === ownPartitionId ? ownPartitionId : null,
        answers: one.answers
          .filter(({ elementId }) => elements.has(elementId))
          .map(({ elementId, groupId, values }): Answer => ({ elementId, groupId, values })),
        rows: one.rows
          .filter(({ elementId }) => groups.has(elementId))
          .map(({ id, elementId, order }) => ({ id, elementId, order })),
      });
    }
  }
  return { steps, submitted: visible };
}
