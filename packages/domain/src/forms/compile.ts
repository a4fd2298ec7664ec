import type { Translatable } from '@clearcall/i18n/message.ts';
import { type Draft, draftStep } from './draft.ts';
import { type Fault, faultAt } from './fault.ts';
import { Linker } from './link.ts';
import type { Plan, StepPlan } from './plan.ts';
import type { Element, Flow, FormContext } from './types.ts';

export type { Plan, StepPlan } from './plan.ts';

/** A compiled flow. With faults, the plan leaves out the effects, sums and presets that have one: enough for a preview. */
export type CompiledFlow = { ok: true; plan: Plan } | { ok: false; faults: Fault[]; plan: Plan };

/**
 * Compiles a flow. Refusal: all faults. What only being required, editable or valid
 * depends on is no circle: nothing depends on those in turn.
 */
export function compileFlow(flow: Flow): CompiledFlow {
  const faults: Fault[] = [];
  const stepIds = new Set<string>();
  for (const step of flow.steps) {
    if (stepIds.has(step.id))
      faults.push(faultAt([['steps', step.id]], 'findings.stepTwice', { id: step.id }));
    stepIds.add(step.id);
  }
  const drafts: Draft[] = [];
  for (const step of [...flow.steps].sort((a, b) => a.order - b.order)) {
    drafts.push(draftStep(step, drafts, faults));
  }
  const steps = new Map<string, StepPlan>();
  for (const draft of drafts) {
    // The nearest earlier step wins where two share a meaning.
    const earlier = drafts.filter(({ step }) => step.order < draft.step.order).reverse();
    const linker = new Linker(draft, earlier, drafts, faults);
    const order = linker.link();
    const late = draft.nodes.filter(({ isPlain }) => !isPlain);
    steps.set(draft.step.id, { ...draft, order, late });
  }
  const plan = { flow, steps };
  return faults.length > 0 ? { ok: false, faults, plan } : { ok: true, plan };
}

/** The plan of one step. Throws when the flow has no such step: ids are checked where they come in. */
export function planStep(plan: Plan, stepId: string): StepPlan {
  const found = plan.steps.get(stepId);
  if (found === undefined) throw new RangeError(`The flow has no step '${stepId}'.`);
  return found;
}

/** The element that carries a meaning (`config.id`) in a step, for lists, documents and decisions; null when none. */
export function elementByMeaning(plan: Plan, stepId: string, meaning: string): Element | null {
  return planStep(plan, stepId).byMeaning.get(meaning)?.element ?? null;
}

/** What is shown of a value: labels of options, names of partitions, dates and numbers as people read them. */
export function displayValues(
  plan: Plan,
  stepId: string,
  elementId: string,
  values: readonly string[],
  context: FormContext,
): Translatable {
  const node = planStep(plan, stepId).byId.get(elementId);
  if (node === undefined) throw new RangeError(`Step '${stepId}' has no element '${elementId}'.`);
  return node.rule.display(values, node.element, { context, parent: null, partition: null, required: false });
}
