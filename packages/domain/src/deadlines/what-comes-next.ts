import type { ComingStep } from '../model/coming-step.ts';
import { setInstant, type Window } from './windows.ts';

/** A step of a flow as everybody may know it: the page of the call shows it. */
export interface StepHead {
  id: string;
  title: string;
  order: number;
  ownerRole: string;
  final?: boolean | undefined;
}

/** Whether a step is worked on by the applicant, who is a user to the portal. */
export const actsAsApplicant = ({ ownerRole }: Pick<StepHead, 'ownerRole'>): boolean =>
  ownerRole === 'applicant' || ownerRole === 'user';

/**
 * What comes after a step that was submitted, in the order of the flow: the later steps up to the final one whose
 * timeframe in the application's cut-off is not over, and the last of them till the application is decided on.
 * `timeframes` are by step; a step without one has no date yet. Of who works on a step only the role is told, as on the
 * page of the call.
 * Source: Requirements 1, 2.113.
 */
export function whatComesNext(
  steps: readonly StepHead[],
  timeframes: Readonly<Record<string, Window>>,
  submittedStep: string,
  now: Date,
): ComingStep[] {
  // What follows the decision, acceptance or report, comes only for those who are awarded.
  const decided = Math.min(...steps.flatMap(({ final, order }) => (final === true ? order : [])));
  const submitted = steps.find(({ id }) => id === submittedStep);
  if (submitted === undefined) return [];
  return steps
    .filter(({ order }) => order > submitted.order && order <= decided)
    .toSorted((one, other) => one.order - other.order)
    .map(({ id, title, ownerRole }) => {
      const end = setInstant(timeframes[id]?.end ?? null);
      return {
        title,
        ownerRole,
        yours: actsAsApplicant({ ownerRole }),
        start: setInstant(timeframes[id]?.start ?? null),
        end,
        late: end !== null && Date.parse(end) < now.getTime(),
      };
    })
    .filter(({ late }, at, all) => !late || at === all.length - 1);
}
