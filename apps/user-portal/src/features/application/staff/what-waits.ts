import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { actsAsApplicant } from '@clearcall/domain/deadlines/step-head.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { daysAway, instantOf } from '@clearcall/ui/kit/time/date-text.ts';
import { isUnowned } from './person-name.ts';
import type { StepGroup } from './step-groups.ts';

/** One thing that waits for the reader, with the action that helps. */
export type Waiting =
  | { kind: 'own' | 'decide' | 'time' | 'replace'; group: StepGroup; assignment: Assignment }
  | { kind: 'late'; group: StepGroup; assignment: Assignment; days: number }
  | { kind: 'take'; group: StepGroup; open: OpenWork; days: number | null }
  | { kind: 'more'; group: StepGroup; missing: number }
  | { kind: 'nobody' | 'applicant' | 'begins'; group: StepGroup }
  | { kind: 'releases'; groups: readonly StepGroup[] };

/** Work without an owner that the reader may take. */
type OpenWork = Pick<Assignment, 'id' | 'stepId' | 'partitionId'>;

export const isOngoing = ({ status }: Pick<Assignment, 'status'>): boolean =>
  (ongoingStatuses as readonly string[]).includes(status);

/** For how many calendar days work has been late, 0 since today; null if it is not late. */
export function daysLate(
  { status, deadline }: Pick<Assignment, 'status' | 'deadline'>,
  now: number,
): number | null {
  const end = instantOf(deadline);
  if (end === null || end >= now || status === 'triggered' || !isOngoing({ status })) return null;
  return daysAway(now, end);
}

const isAtWork = (known: StepGroup['known']): boolean =>
  known !== null && known.assigned + known.unowned + known.submitted > 0;

/** Whether the applicant works on a step, and the reader knows of that without seeing it. */
export const isWithApplicant = ({ ownerRole, known, counting }: StepGroup): boolean =>
  actsAsApplicant({ ownerRole }) && counting === 0 && known !== null && known.assigned > 0;

/**
 * What of an application waits for its reader, what holds up the process first: own work, what can be decided or released,
 * what the reader may take, requests for more time, what is late, what was refused and has no replacement, steps that nobody has. Staff are
 * offered what another role is there to take only once it is late. Steps that can be released are one thing.
 */
export function whatWaits(
  application: Application,
  groups: readonly StepGroup[],
  reader: { id: number; role: string; isStaff: boolean },
  now: number,
): Waiting[] {
  const all = groups.flatMap((group) => group.work.map((assignment) => ({ group, assignment })));
  const steps = application.steps as Step[];
  const isJudged = (stepId: string): boolean => {
    const judge = groups.find(({ id }) => steps.some((step) => step.id === id && step.judges === stepId));
    return judge !== undefined && judge.counting > 0 && !judge.work.some(isOngoing);
  };
  const takeable = all
    .map(({ assignment }) => assignment)
    .filter(
      (one) =>
        isUnowned(one) &&
        one.commands.take === null &&
        (!reader.isStaff || one.role === reader.role || daysLate(one, now) !== null),
    );
  // Readers to whom a rule opens the step have its work in both lists.
  const toTake: readonly { open: OpenWork; days: number | null }[] = [
    ...takeable.map((open) => ({ open, days: daysLate(open, now) })),
    ...(application.toTake ?? [])
      .filter(({ id }) => takeable.every((one) => one.id !== id))
      .map((open) => ({ open, days: null })),
  ];
  const unreplaced = (group: StepGroup): number =>
    group.work.filter((one) => one.isUnreplaced === true).length;
  const releases = groups.filter(({ isToRelease }) => isToRelease);
  const asksForTime = ({ assignment: { commands } }: { assignment: Assignment }) =>
    commands.decline_time === null;
  const mine = ({ assignment }: { assignment: Assignment }) => assignment.owner?.id === reader.id;
  return [
    ...all
      .filter(
        (one) =>
          mine(one) &&
          isOngoing(one.assignment) &&
          one.assignment.status !== 'triggered' &&
          one.group.state !== 'returned',
      )
      .map((one) => ({ kind: 'own' as const, ...one })),
    ...all
      .filter(({ assignment: { commands, stepId } }) => commands.decide === null && isJudged(stepId))
      .map((one) => ({ kind: 'decide' as const, ...one })),
    ...(releases.length > 0 ? [{ kind: 'releases' as const, groups: releases }] : []),
    ...groups.flatMap((group) =>
      toTake
        .filter(({ open }) => open.stepId === group.id)
        .map((one) => ({ kind: 'take' as const, group, ...one })),
    ),
    ...all.filter(asksForTime).map((one) => ({ kind: 'time' as const, ...one })),
    ...all
      .filter(
        (one) =>
          !mine(one) &&
          !asksForTime(one) &&
          !takeable.includes(one.assignment) &&
          one.assignment.commands.change_deadline === null,
      )
      .flatMap((one) => {
        const days = daysLate(one.assignment, now);
        return days === null ? [] : { kind: 'late' as const, ...one, days };
      }),
    ...all
      .filter(({ group, assignment }) => group.commands.assign === null && assignment.isUnreplaced === true)
      .map((one) => ({ kind: 'replace' as const, ...one })),
    // What comes after it cannot begin before.
    ...groups
      .filter(
        ({ state, work, commands }) => state === 'nobody' && work.length === 0 && commands.assign === null,
      )
      .slice(0, 1)
      .map((group) => ({ kind: 'nobody' as const, group })),
    // Those who refused stand above, each with the choice of somebody else.
    ...groups
      .filter(({ work, known, commands }) => commands.assign === null && (work.length > 0 || isAtWork(known)))
      .map((group) => ({ kind: 'more' as const, group, missing: group.missing - unreplaced(group) }))
      .filter(({ missing }) => missing > 0),
    ...groups
      .filter((group) => group.here && (group.begins !== null || group.waitsFor !== undefined))
      .map((group) => ({ kind: 'begins' as const, group })),
    ...groups
      .filter((group) => isWithApplicant(group) && group.end !== null)
      .map((group) => ({ kind: 'applicant' as const, group })),
  ];
}
