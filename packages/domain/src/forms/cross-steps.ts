import type { CrossRead, Plan, StepPlan } from './plan.ts';
import type { Answer, FormContext, Partition, SubmittedStep } from './types.ts';

/**
 * What conditions read of other steps: submitted data only; of several assignments the lead's, else the earliest,
 * unless the reference asks for any, all or the own partition's.
 */

/** Per assignment, per row (or one): the values. */
export type CrossValues = readonly (readonly (readonly string[])[])[];

const nothing: readonly string[] = [];

/** Of several submitted assignments the lead's, else the earliest. */
export function leading(steps: readonly SubmittedStep[]): SubmittedStep[] {
  let best: SubmittedStep | undefined;
  for (const step of steps) {
    if (
      best === undefined ||
      (step.lead && !best.lead) ||
      (step.lead === best.lead && step.submittedAt < best.submittedAt)
    ) {
      best = step;
    }
  }
  return best === undefined ? [] : [best];
}

/** A property of the partitions that are named. */
export function propertyOf(
  partitions: readonly Partition[],
  ids: readonly string[],
  property: 'kind' | 'unit',
): readonly string[] {
  const found: string[] = [];
  for (const id of ids) {
    const partition = partitions.find((candidate) => candidate.id === id);
    if (partition !== undefined) found.push(partition[property]);
  }
  return found;
}

/** By plan, which never changes. */
const readElsewhere = new WeakMap<Plan, Map<string, ReadonlySet<string>>>();

/** The elements of a step that conditions of other steps refer to, with the groups whose rows they need. */
export function elementsReadElsewhere(plan: Plan, stepId: string): ReadonlySet<string> {
  const known = readElsewhere.get(plan) ?? new Map<string, ReadonlySet<string>>();
  readElsewhere.set(plan, known);
  const found = known.get(stepId);
  if (found !== undefined) return found;
  const made = new Set(
    [...plan.steps.values()]
      .flatMap(({ crossReads }) => crossReads)
      .filter((read) => read.stepId === stepId)
      .flatMap(({ node, matching }) => [node, node.group, matching])
      .flatMap((node) => node?.element.id ?? []),
  );
  known.set(stepId, made);
  return made;
}

/** Answers of a submitted step by element, those only that some condition reads. */
export type CrossIndex = ReadonlyMap<SubmittedStep, ReadonlyMap<string, readonly Answer[]>>;

/** One pass over the submitted answers. */
export function indexCrossSteps(plan: StepPlan, context: FormContext): CrossIndex {
  const wanted = new Map<string, Set<string>>();
  for (const { stepId, node, matching } of plan.crossReads) {
    let ids = wanted.get(stepId);
    if (ids === undefined) {
      ids = new Set();
      wanted.set(stepId, ids);
    }
    ids.add(node.element.id);
    if (matching !== null) ids.add(matching.element.id);
  }
  const index = new Map<SubmittedStep, Map<string, Answer[]>>();
  for (const step of context.submitted) {
    const ids = wanted.get(step.stepId);
    if (ids === undefined) continue;
    const found = new Map<string, Answer[]>();
    for (const answer of step.answers) {
      if (!ids.has(answer.elementId)) continue;
      const known = found.get(answer.elementId);
      if (known === undefined) found.set(answer.elementId, [answer]);
      else known.push(answer);
    }
    index.set(step, found);
  }
  return index;
}

function valuesIn(
  index: CrossIndex,
  step: SubmittedStep,
  elementId: string,
  groupId: string | null,
): readonly string[] {
  const answers = index.get(step)?.get(elementId);
  if (answers === undefined) return nothing;
  for (const answer of answers) if (answer.groupId === groupId) return answer.values;
  return nothing;
}

/** What a cross-step reference reads now. No submission of the step reads as one empty value, a group as no rows. */
export function readCrossStep(read: CrossRead, index: CrossIndex, context: FormContext): CrossValues {
  const { node, pick, matching } = read;
  const own = context.ownPartitionId;
  let steps: readonly SubmittedStep[] = context.submitted.filter(({ stepId }) => stepId === read.stepId);
  switch (pick) {
    case 'lead':
      steps = leading(steps);
      break;
    case 'own_partition':
      steps = leading(steps.filter(({ partitionId }) => own !== null && partitionId === own));
      break;
    case 'any':
    case 'all':
      break;
  }
  const shape = (values: readonly string[]): readonly string[] => {
    switch (read.read) {
      case 'value':
        return values;
      case 'count':
        return [String(values.length)];
      case 'kind':
      case 'unit':
        return propertyOf(context.partitions, values, read.read);
    }
  };
  const { group, rule, element } = node;
  if (rule.kind === 'rows') {
    const counts = steps.map((step) => step.rows.filter(({ elementId }) => elementId === element.id).length);
    if (counts.length === 0) counts.push(0);
    return counts.map((count) => [read.read === 'value' && count === 0 ? nothing : [String(count)]]);
  }
  if (group === null) {
    if (steps.length === 0) return [[shape(nothing)]];
    return steps.map((step) => [shape(valuesIn(index, step, element.id, null))]);
  }
  if (steps.length === 0) return [[]];
  return steps.map((step) =>
    step.rows
      .filter(
        ({ id, elementId }) =>
          elementId === group.element.id &&
          (matching === null ||
            (own !== null && valuesIn(index, step, matching.element.id, id).includes(own))),
      )
      .map(({ id }) => shape(valuesIn(index, step, element.id, id))),
  );
}
