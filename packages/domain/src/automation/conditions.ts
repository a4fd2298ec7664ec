import { compileFlow, type Plan } from '../forms/compile.ts';
import { briefly, type Fault } from '../forms/fault.ts';
import { openSubmission, readField } from '../forms/submission.ts';
import type { Automation, Flow, FormContext, Step } from '../forms/types.ts';

/** No step that somebody writes has it: ids are trimmed of nothing, but a page would not show one that is a space. */
const ownStep = ' automations';

/**
 * The flow with one step more, behind all others, that has a field for each automation with a condition: it is shown
 * where the condition holds. So conditions of automations mean exactly what they mean in a form.
 */
function withConditions(flow: Flow): Flow {
  const step: Step = {
    id: ownStep,
    title: '',
    order: Math.max(0, ...flow.steps.map(({ order }) => order)) + 1,
    type: '',
    ownerRole: '',
    config: {},
    permissions: { assign: [], assignable: [], view: [] },
    // The address of a fault in a condition has the id of the automation as that of the form.
    forms: flow.automations.flatMap(({ id, when }) =>
      when === undefined
        ? []
        : {
            id,
            title: '',
            order: 0,
            elements: [
              {
                id: fieldOf(id),
                type: 'text',
                title: '',
                config: {},
                effects: [{ effect: 'visible', validations: when }],
              },
            ],
          },
    ),
  };
  return { ...flow, steps: [...flow.steps, step] };
}

const fieldOf = (automationId: string): string => `${ownStep} ${automationId}`;

/**
 * What is wrong with the conditions of automations: elements that they name and that are nowhere, operands that do not
 * fit. Source: Requirements 2d, 1.4.
 */
export function conditionFaults(flow: Flow): Fault[] {
  const compiled = compileFlow(withConditions(flow));
  if (compiled.ok) return [];
  return compiled.faults.flatMap(({ rule, at: [place = []], message }) => {
    const [, step, , id = ''] = place;
    return step !== ownStep || rule === 'fieldTwice' || rule === 'formTwice'
      ? []
      : { rule, at: [['automations', id, 'when']], message };
  });
}

/** By the flow, which never changes. */
const knownPlans = new WeakMap<Flow, Plan>();

function planOf(flow: Flow): Plan {
  const known = knownPlans.get(flow);
  if (known !== undefined) return known;
  const compiled = compileFlow(withConditions(flow));
  if (!compiled.ok) throw new Error(`a stored condition does not compile: ${briefly(compiled.faults)}`);
  knownPlans.set(flow, compiled.plan);
  return compiled.plan;
}

/**
 * Whether the condition of an automation holds over what was submitted; without a condition it does. Of several
 * submissions of a step that counts which the engine picks for a form: the lead's, else the earliest, unless the
 * reference says otherwise. Source: Requirements 2d, 1.4.
 */
export function conditionHolds(flow: Flow, automation: Automation, context: FormContext): boolean {
  if (automation.when === undefined) return true;
  const submission = openSubmission(planOf(flow), ownStep, { answers: [], rows: [], context });
  return readField(submission, { elementId: fieldOf(automation.id), groupId: null }).visible;
}
