import type {
  Application,
  ApplicationCommand,
  Assignment,
} from '@clearcall/domain/applications/application.ts';
import type { ProcessStep, StepWork } from '@clearcall/domain/applications/process-step.ts';
import { goneStatuses, handedInStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Step, Told } from '@clearcall/domain/forms/types.ts';

type OnStep = Extract<ApplicationCommand, 'assign' | 'invite' | 'unlock' | 'lock' | 'release'>;

/** What is told of the work on one step, with what can be done with it. */
export interface StepGroup {
  id: string;
  title: string;
  told: Told | undefined;
  /** In the order of the application, from 1, up to the decision; null after it. */
  number: number | null;
  ownerRole: string;
  state: ProcessStep['state'] | 'locked' | 'nobody' | 'returned' | 'partDone';
  end: string | null;
  /** When it begins by itself. */
  begins: string | null;
  /** What it waits for before it begins. */
  waitsFor: ProcessStep['waitsFor'];
  /** The application is at this step. */
  here: boolean;
  /** How many people are on it; null: the reader is not told. */
  known: StepWork | null;
  /** How many more have to be assigned. */
  missing: number;
  /** How much was submitted of how much: at least of what the step needs. */
  submitted: number;
  total: number;
  /** How many of `work` count. */
  counting: number;
  /** What counts first, then what was refused or taken away; each as it came. */
  work: readonly Assignment[];
  /** The people on it, for readers who may assign it and do not see all of its work. */
  assigned: NonNullable<Application['assigned']>;
  /** It decides about the application. */
  isFinal: boolean;
  /** Its release is awaited, and can be given now. */
  isToRelease: boolean;
  /** Null: it can be given now; else the code of the refusal. Absent: not by this reader. */
  commands: Partial<Record<OnStep, string | null>>;
}

const isGone = ({ status }: Assignment): boolean => (goneStatuses as readonly string[]).includes(status);
const isHandedIn = ({ status }: Assignment): boolean =>
  (handedInStatuses as readonly string[]).includes(status);

const commandsOn = ({ commands }: Application, step: string | null) =>
  Object.fromEntries(
    commands.flatMap(({ command, stepId, refusal }) => (stepId === step ? [[command, refusal]] : [])),
  );

/** Of a step that the process does not show to the reader. */
const unknown = {
  state: 'coming',
  end: null,
  begins: null,
  waitsFor: undefined,
  here: false,
  isPartDone: undefined,
  work: undefined,
} as const satisfies Partial<ProcessStep>;

/** The commands on the application as a whole. */
export const commandsOnWhole = (
  application: Application,
): Partial<Record<ApplicationCommand, string | null>> => commandsOn(application, null);

/**
 * The steps of an application in their order: those of its way, and those after it that something is known of. A step
 * whose release waits (`waiting`) cannot be released again.
 */
export function stepGroups(application: Application, waiting: readonly string[] = []): StepGroup[] {
  const { process, assignments, status } = application;
  const seen = (application.steps as Step[]).toSorted((one, other) => one.order - other.order);
  const steps = [
    ...process,
    ...seen
      .filter(({ id }) => process.every((step) => step.id !== id))
      .map(({ id, title, told, ownerRole }) => ({ id, title, told, ownerRole, ...unknown })),
  ];
  const orderOf = (id: string): number => seen.find((step) => step.id === id)?.order ?? -1;
  const decision = seen.find(({ final }) => final === true)?.order ?? Number.POSITIVE_INFINITY;
  // Steps after the decision keep their place, also once the application has come to them.
  const isAfter = (id: string): boolean =>
    orderOf(id) > decision || process.some((step) => step.id === id && step.isAfterDecision === true);
  const ordered = [
    ...steps.filter(({ id }) => !isAfter(id)),
    ...steps.filter(({ id }) => isAfter(id)).toSorted((one, other) => orderOf(one.id) - orderOf(other.id)),
  ];
  return ordered.map(
    (
      { id, title, told, ownerRole, state, end, begins, waitsFor, here, isPartDone, work },
      index,
    ): StepGroup => {
      const own = assignments.filter(({ stepId }) => stepId === id);
      const counting = own.filter((one) => !isGone(one));
      const assigned = (application.assigned ?? []).filter(({ stepId }) => stepId === id);
      const { release, ...others }: StepGroup['commands'] = commandsOn(application, id);
      const commands = release === undefined || waiting.includes(id) ? others : { ...others, release };
      const on = work === undefined ? 0 : work.assigned + work.unowned + work.submitted;
      const missing = work?.missing ?? 0;
      const isToRelease = application.toRelease?.includes(id) === true && !waiting.includes(id);
      const stateOf = (): StepGroup['state'] => {
        if (commands.unlock === null) return 'locked';
        if (missing > 0 && on === 0) return 'nobody';
        if (waitsFor?.what === 'resubmitted') return 'returned';
        if (isPartDone === true) return 'partDone';
        return state === 'done' && isToRelease ? 'decided' : state;
      };
      return {
        id,
        title,
        told,
        number: isAfter(id) ? null : index + 1,
        ownerRole,
        state: stateOf(),
        end,
        begins,
        waitsFor,
        here,
        known: work ?? null,
        missing,
        submitted: work?.submitted ?? counting.filter(isHandedIn).length,
        total: work === undefined ? counting.length : on === 0 ? 0 : Math.max(on, work.needed),
        counting: counting.length,
        // Of a final step that nobody works on yet nothing is told but that the way ends with it.
        isFinal: seen.some(({ final }) => final === true)
          ? seen.some((step) => step.id === id && step.final === true)
          : status !== 'approved' && id === process.at(-1)?.id,
        isToRelease,
        work: [...counting, ...own.filter(isGone)],
        assigned,
        commands,
      };
    },
  );
}
