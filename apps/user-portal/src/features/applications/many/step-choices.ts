import type { Told } from '@clearcall/domain/forms/types.ts';
import type { OfCall } from '../../../parts/many/of-calls.ts';

/** A call of chosen applications, as the survey tells it. */
export interface SurveyedCall {
  id: number;
  title: string;
  told?: Told | undefined;
  applications: readonly { id: number; uid: string; title: string }[];
  steps: readonly {
    flowElementId: string;
    title: string;
    told?: Told | undefined;
    roles: readonly string[];
    perPartition: boolean;
    open: readonly number[];
    ready: number;
    unawaited: readonly number[];
    waiting: number;
    releasedBefore: number;
  }[];
  partitions: readonly { id: string; name: string }[];
}

/** A step that can be chosen, in all calls that have it. */
export interface StepChoice {
  /** Of the choice: the same step in two calls is one. */
  key: string;
  flowElementId: string;
  title: string;
  told?: Told | undefined;
  /** As it is told from another step of the same title: with the call that has it. */
  label: string;
  /** The applications in which something of it is open, by their ids. */
  open: readonly number[];
  ready: number;
  /** The applications in which nobody awaits its release, by their ids. */
  unawaited: readonly number[];
  /** A release of so many waits already, and so many were released and have nothing new. */
  waiting: number;
  releasedBefore: number;
  /** In which somebody can get it in all of these calls. */
  roles: readonly string[];
  perPartition: boolean;
  /** That the work can be given for in one of them. */
  partitions: readonly { id: string; name: string }[];
  /** How many of the chosen applications are of a call that has it. */
  applications: number;
  calls: readonly SurveyedCall[];
}

const keyOf = ({ flowElementId, title }: { flowElementId: string; title: string }): string =>
  `${flowElementId} ${title}`;

/**
 * The steps of chosen applications over their calls, in the order in which the first call has them. The same step is what
 * is called the same, by its id and by its title: calls are copied from each other.
 */
export function stepChoices(calls: readonly SurveyedCall[]): StepChoice[] {
  const choices = new Map<string, StepChoice>();
  for (const call of calls)
    for (const {
      flowElementId,
      title,
      told,
      open,
      ready,
      unawaited,
      waiting,
      releasedBefore,
      roles,
      perPartition,
    } of call.steps) {
      const key = keyOf({ flowElementId, title });
      const known = choices.get(key);
      choices.set(key, {
        key,
        flowElementId,
        title,
        told,
        label: title,
        open: [...(known?.open ?? []), ...open],
        ready: (known?.ready ?? 0) + ready,
        unawaited: [...(known?.unawaited ?? []), ...unawaited],
        waiting: (known?.waiting ?? 0) + waiting,
        releasedBefore: (known?.releasedBefore ?? 0) + releasedBefore,
        roles: known === undefined ? roles : known.roles.filter((role) => roles.includes(role)),
        perPartition: perPartition || (known?.perPartition ?? false),
        partitions: [
          ...new Map([...(known?.partitions ?? []), ...call.partitions].map((one) => [one.id, one])).values(),
        ],
        applications: (known?.applications ?? 0) + call.applications.length,
        calls: [...(known?.calls ?? []), call],
      });
    }
  const all = [...choices.values()];
  const isTwice = ({ title }: StepChoice) => all.filter((other) => other.title === title).length > 1;
  return all.map((choice) =>
    isTwice(choice)
      ? { ...choice, label: `${choice.title} (${choice.calls.map((call) => call.title).join(', ')})` }
      : choice,
  );
}

/** The applications of a choice, call by call: one request is about one call. */
export const applicationsOf = ({ calls }: Pick<StepChoice, 'calls'>): OfCall[] =>
  calls.flatMap(({ id: callId, applications }) => applications.map(({ id, uid }) => ({ callId, id, uid })));

/** Those of them for which a release is asked: also those that are not ready, for their reasons. */
export const toReleaseOf = (choice: Pick<StepChoice, 'calls' | 'unawaited'>): OfCall[] =>
  applicationsOf(choice).filter(({ id }) => !choice.unawaited.includes(id));

/** Those of them in which something of the step is open. */
export const openOf = (choice: Pick<StepChoice, 'calls' | 'open'>): OfCall[] =>
  applicationsOf(choice).filter(({ id }) => choice.open.includes(id));

/** How many calls have applications in which a step can be released, or has work that is open. */
export const callsOf = (
  { key, calls }: Pick<StepChoice, 'key' | 'calls'>,
  action: 'release' | 'deadline',
): number =>
  calls.filter(({ steps }) =>
    steps.some(
      (step) => keyOf(step) === key && (action === 'release' ? step.ready > 0 : step.open.length > 0),
    ),
  ).length;
