import type { AutomationTrigger, Flow } from '../forms/types.ts';
import type { Arrival, AutomaticStart } from './application-process.ts';
import { setInstant, type Window } from './windows.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Instants of an application that automations start from; null if unknown. */
export interface StartMoments {
  cutoff: string | null;
  awardStart: string | null;
  awardEnd: string | null;
}

type AutomaticFlow = Pick<Flow, 'automations'> & {
  steps: readonly Pick<Flow['steps'][number], 'id' | 'final'>[];
};

const shifted = (at: string | null, days: number): string | null =>
  at === null ? null : new Date(Date.parse(at) + days * dayMs).toISOString();

function instantOf(on: AutomationTrigger, { cutoff, awardStart, awardEnd }: StartMoments): string | null {
  if ('monthly' in on) return awardStart;
  if ('event' in on) return on.event === 'cutoff_passed' ? cutoff : null;
  if (!('timer' in on) || on.timer.step !== undefined) return null;
  const { after, days } = on.timer;
  return after === 'cutoff' || after === 'award_end'
    ? shifted(after === 'cutoff' ? cutoff : awardEnd, days)
    : null;
}

/** The step on which an event starts an automation, and what happens there. */
function happensAt(
  on: AutomationTrigger,
  flow: AutomaticFlow,
): { what: 'submitted' | 'released'; stepId: string } | ({ what: 'all' } & Arrival) | null {
  if (!('event' in on)) return null;
  const { event, step, by, of = 'cutoff' } = on;
  if (step === undefined) return null;
  switch (event) {
    case 'submitted':
    case 'all_submitted':
    case 'lead_assignment_submitted':
      return { what: 'submitted', stepId: step };
    case 'approved': {
      const stepId = by ?? step;
      const isFinal = flow.steps.some((one) => one.id === stepId && one.final === true);
      return { what: isFinal ? 'released' : 'submitted', stepId };
    }
    case 'released':
      return { what: 'released', stepId: step };
    case 'all_at_step':
      return { what: 'all', stepId: step, of };
    case 'unlocked': {
      const unlocking = flow.automations.find(
        (one) => one.do === 'unlock' && one.step === step && 'event' in one.on && one.on.event !== 'unlocked',
      );
      return unlocking === undefined ? null : happensAt(unlocking.on, flow);
    }
    default:
      return null;
  }
}

/**
 * When automations start steps without anybody's action (`begins`, instants by step), and what the others wait for
 * (`starts`). A step that a timeframe starts later begins with the timeframe.
 */
export function automaticStarts(
  flow: AutomaticFlow,
  planned: Readonly<Record<string, Window>>,
  moments: StartMoments,
): { begins: Record<string, string>; starts: Record<string, AutomaticStart> } {
  const begins: Record<string, string> = {};
  const starts: Record<string, AutomaticStart> = {};
  for (const automation of flow.automations) {
    if (automation.do !== 'assign') continue;
    const { on, step } = automation;
    const isConditional = automation.when !== undefined;
    const instant = instantOf(on, moments);
    const start = setInstant(planned[step]?.start ?? null);
    const at =
      instant !== null && start !== null && Date.parse(start) > Date.parse(instant) ? start : instant;
    const event = happensAt(on, flow);
    if (at !== null && !isConditional) begins[step] = at;
    else if (at !== null) starts[step] = { what: 'time', at, isConditional };
    else if (event !== null) starts[step] = { ...event, isConditional };
  }
  return { begins, starts };
}
