import type { Application } from '../applications/application.ts';
import type { Cutoff } from '../calls/call.ts';
import { stepDeadline } from '../deadlines/step-deadline.ts';
import { closesAt, setInstant, type Window } from '../deadlines/windows.ts';
import type { Flow, Step } from '../forms/types.ts';
import { type ApplicationSnapshot, cutoffsOfStep } from './application-snapshot.ts';

type Span = NonNullable<Application['call']['technicalReview']>;

/** From when until when a step may be worked on in a cut-off, and whether now is in between. ISO instants. */
function spanOf(
  step: Step | undefined,
  timeframes: Readonly<Record<string, Window>>,
  now: Date,
): Span | null {
  const timeframe = step && timeframes[step.id];
  if (timeframe === undefined) return null;
  const { start } = timeframe;
  const end = setInstant(timeframe.end);
  const open = Date.parse(start) <= now.getTime() && (end === null || now.getTime() <= Date.parse(end));
  return { open, start, end };
}

/**
 * A call as it is used in the editor: its names, text, links and cut-offs, and of the cut-off that counts for the
 * application the machines that it offers and when it is reviewed and replied to (null where the call has no such step,
 * or no time for it). All of it is what everybody may know of a published call; its counter is not, which counts drafts
 * too. Source: Requirements 2, 3.13.
 */
export function callOfApplication(
  { call, cutoffs }: Pick<ApplicationSnapshot, 'call' | 'cutoffs'>,
  flow: Flow,
  cutoff: ApplicationSnapshot['cutoffs'][number] | null,
  now: Date,
): Application['call'] {
  const { published, told, ...known } = call;
  const spanOfType = (type: string) =>
    spanOf(
      flow.steps.find((step) => step.type === type),
      cutoff?.timeframes ?? {},
      now,
    );
  return {
    ...known,
    ...(told ? { told } : {}),
    name: call.title,
    machine: (cutoff?.partitions ?? []).flatMap(({ name, disabled }) => (disabled ? [] : [name])),
    published,
    cutoffs: cutoffs.map(({ id, start, end }) => ({ id, start, end })),
    technicalReview: spanOfType('technical_review'),
    scientificReview: spanOfType('scientific_review'),
    applicantResponse: spanOfType('reply'),
  };
}

export type CutoffOfForms = Cutoff & { decision?: string; onboarding?: string };

/**
 * The cut-off as forms know it: with the moments at which its decision is due, if its call plans one, and its onboarding.
 * Nobody can start before the onboarding: its days count from the decision, acceptance first, or from the end of the
 * cut-off if no decision is planned.
 */
export function cutoffOfForms(
  { steps }: Pick<Flow, 'steps'>,
  { id, start, end, timeframes }: Cutoff & { timeframes: Readonly<Record<string, Window>> },
  timeZone: string,
): CutoffOfForms {
  const final = steps.find((step) => step.final === true);
  const decision = (final && timeframes[final.id]?.end) ?? null;
  const before = steps.filter(
    ({ type, order }) => final && order > final.order && (type === 'acceptance' || type === 'onboarding'),
  );
  const decided = decision ?? end;
  let due = decided;
  for (const step of decided === null ? [] : before.toSorted((one, other) => one.order - other.order)) {
    const at = { start: null, end: null, cutoffEnd: end, assignedAt: due, awardEnd: null };
    due = stepDeadline(step, { ...at, releasedAt: () => decided, submittedAt: () => due }, timeZone) ?? due;
  }
  return {
    ...{ id, start, end },
    ...(decision === null ? {} : { decision }),
    ...(due === null || due === decided ? {} : { onboarding: due }),
  };
}

/** The same step with the same times is one object, for as long as the flow has it. */
const knownSteps = new WeakMap<Step, Map<string, Step>>();

/**
 * A step with its timeframes, those of the cut-offs that have one for it; those of the first step are the cut-offs
 * themselves. Each ends when it closes. Source: Requirements 2, 3.13.
 */
export function withTimeframes(
  step: Step,
  snapshot: Pick<ApplicationSnapshot, 'cutoffs'>,
  isFirst: boolean,
): Step {
  const windows = cutoffsOfStep(snapshot, step.id).flatMap(({ id, start, end, timeframe }) => {
    const window = timeframe ?? (isFirst ? { start, end } : null);
    return window === null ? [] : [{ cutoffId: id, start: window.start, end: window.end }];
  });
  const timeframes = windows.map((window) => ({ ...window, end: closesAt(windows, window) }));
  const known = knownSteps.get(step) ?? new Map<string, Step>();
  knownSteps.set(step, known);
  const name = JSON.stringify(timeframes);
  const found = known.get(name) ?? { ...step, timeframes };
  known.set(name, found);
  return found;
}
