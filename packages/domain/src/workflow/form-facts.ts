import type { AwardLimits } from '../applications/application.ts';
import { type AssignmentStatus, handedInStatuses } from '../applications/statuses.ts';
import type { Plan } from '../forms/compile.ts';
import { decidingOf } from '../forms/decisions.ts';
import { firstStep } from '../forms/first-step.ts';
import { followsPartitions } from '../forms/given-rows.ts';
import { type References, referencedValues } from '../forms/referenced-values.ts';
import type { Audience, Element, Flow, Reviewer, SubmittedStep } from '../forms/types.ts';
import { fullName, type StoredPerson } from '../people/person-name.ts';
import { seesPayees } from '../permissions/see-payees.ts';
import {
  audienceOf,
  drawn,
  everyAudience,
  opensNewest,
  type ReadAssignment,
  rulesForHandedIn,
  type ViewFacts,
} from '../permissions/view-rules.ts';
import type { Viewer } from '../permissions/viewer.ts';
import { awaitsRank, awardLimits } from './award-limits.ts';
import { remainingPartitions } from './completion.ts';
import { askedFor } from './projected-columns.ts';
import { readOutcome } from './read-outcome.ts';
import { indexStep } from './step-index.ts';
import { type ContributingAssignment, submittedSteps } from './submitted-steps.ts';

/** What the form of a later step is computed with, beside its own answers. */
export interface FormFacts extends References {
  /** The partitions of the application that are left: groups may have a row for each. */
  partitions: string[];
  /** People who submitted scientific reviews, for the person who pays them: groups may have a row for each. */
  reviewers?: Reviewer[];
}

/** What the machine knows of the submissions, read from what they say. */
function verdictOf({ flow }: { flow: Flow }, { stepId, submitted }: ContributingAssignment) {
  const step = flow.steps.find(({ id }) => id === stepId);
  const outcome = step === undefined || submitted === null ? null : readOutcome(step, submitted);
  if (outcome?.kind !== 'partition') return null;
  return outcome.accepted ? 'accepted' : 'dropped';
}

/** What of an application its forms are computed with, and what decides who reads what of it. */
export interface FormSource extends ViewFacts {
  assignments: readonly (ContributingAssignment &
    ReadAssignment &
    ViewFacts['assignments'][number] & { owner?: StoredPerson | null })[];
  /** Users with a conflict of interest with the application, by their ids. */
  inConflict: readonly number[];
}

/** Of each audience, whether whoever fills in a form reads it of a submission; null where they read nothing of it. */
function audienceFor(
  viewer: Viewer,
  source: FormSource,
  { steps }: Flow,
  assignment: FormSource['assignments'][number],
): ReadonlySet<Audience> | null {
  if (assignment.ownerId === viewer.userId) return new Set(everyAudience);
  const step = steps.find(({ id }) => id === assignment.stepId);
  if (step === undefined) return null;
  const rules = rulesForHandedIn(viewer, source, step, assignment);
  return audienceOf(rules.filter(({ of }) => opensNewest(of, source, assignment)));
}

const hasGroup = ({ steps }: Flow, stepId: string, isWanted: (element: Element) => boolean): boolean =>
  steps.some(({ id, forms }) => id === stepId && forms.some(({ elements }) => elements.some(isWanted)));

/** Whether the form of a step has a row for each person who submitted scientific reviews. */
export const listsReviewers = (flow: Flow, stepId: string): boolean =>
  hasGroup(flow, stepId, ({ config }) => config.rowsFrom === 'reviewers');

const counted: readonly AssignmentStatus[] = handedInStatuses;

/** Returns the people who submitted scientific reviews, in the order of their first reviews. */
function reviewersOf({ steps }: Flow, assignments: FormSource['assignments']): Reviewer[] {
  const reviews = assignments
    .filter(({ stepId, status }) => {
      const step = steps.find(({ id }) => id === stepId);
      return step?.type === 'scientific_review' && counted.includes(status);
    })
    .toSorted((one, other) => ((one.submittedAt ?? '') < (other.submittedAt ?? '') ? -1 : 1));
  const found = new Map<number, Reviewer>();
  for (const { owner } of reviews) {
    if (!owner) continue;
    const name = fullName({ ...owner, lastName: owner.lastName ?? '' });
    found.set(owner.id, { id: owner.id, name, reviews: (found.get(owner.id)?.reviews ?? 0) + 1 });
  }
  return [...found.values()];
}

/**
 * The steps whose submissions the form of a step is computed with: those that it refers to, and where it has a row for each
 * partition that is left, those that say which are. None for the first step.
 */
export function stepsReadBy({ flow, plan }: { flow: Flow; plan: Plan }, stepId: string): string[] {
  const first = firstStep(flow);
  if (first === null || first.id === stepId) return [];
  const read = new Set(plan.steps.get(stepId)?.crossReads.map((one) => one.stepId));
  if (hasGroup(flow, stepId, followsPartitions)) {
    read.add(first.id);
    for (const step of flow.steps) if (decidingOf(step) === 'partition') read.add(step.id);
  }
  return [...read];
}

function paysReviewers(
  { flow }: { flow: Flow },
  { assignments, ownerId, inConflict }: FormSource,
  viewer: Viewer,
  own: { id: string; stepId: string },
): boolean {
  const payment = assignments.find(({ id }) => id === own.id);
  const step = flow.steps.find(({ id }) => id === own.stepId);
  return (
    payment !== undefined &&
    step !== undefined &&
    seesPayees(viewer, {
      stepType: step.type,
      ownerId: payment.ownerId,
      status: payment.status,
      applicantId: ownerId,
      inConflict: inConflict.includes(viewer.userId),
    })
  );
}

/**
 * What the form of an assignment reads of the rest of its application, for the server and the page alike: exactly the
 * values that it refers to, as far as whoever fills it in may read them, and the partitions that are left, as the machine
 * has them; to the applicant those are left that were turned down and are not released. Null for the first step, which
 * reads nothing of others. Source: Requirements 2, 4.8 and 4.14.
 */
export function formFacts(
  compiled: { flow: Flow; plan: Plan },
  source: FormSource,
  viewer: Viewer,
  own: { id: string; stepId: string; partitionId: string | null },
): FormFacts | null {
  const { flow, plan } = compiled;
  const { assignments, ownerId, releasedAt } = source;
  const first = firstStep(flow);
  if (first === null || first.id === own.stepId) return null;
  const asked = submittedSteps(assignments, own.id).find(({ stepId }) => stepId === first.id)?.answers ?? [];
  const read = new Map<SubmittedStep, ReadonlySet<Audience>>();
  // In an order that does not tell who was assigned first.
  for (const one of assignments.toSorted(drawn)) {
    const audience = audienceFor(viewer, source, flow, one);
    if (audience !== null)
      for (const submitted of submittedSteps([one], own.id)) read.set(submitted, audience);
  }
  const isTold = ({ stepId, submittedAt }: FormSource['assignments'][number]) =>
    ownerId !== viewer.userId || (submittedAt !== null && submittedAt <= (releasedAt[stepId] ?? ''));
  return {
    ...referencedValues(
      plan,
      own.stepId,
      { submitted: [...read.keys()], ownPartitionId: own.partitionId },
      (submitted, audience) => read.get(submitted)?.has(audience) === true,
    ),
    partitions: remainingPartitions({
      steps: flow.steps,
      application: askedFor(indexStep(first), asked),
      assignments: assignments.map((one) => ({
        ...one,
        verdict: isTold(one) ? verdictOf(compiled, one) : null,
      })),
    }),
    ...(listsReviewers(flow, own.stepId) && paysReviewers(compiled, source, viewer, own)
      ? { reviewers: reviewersOf(flow, assignments) }
      : {}),
  };
}

/**
 * What an award is held against, as far as the reader may read what the technical review advises. Only people who decide
 * learn whether the rank is missing.
 */
export const awardLimitsFor = (
  flow: Flow,
  source: FormSource & { partitionIds: readonly string[]; call: { unit: string } },
  viewer: Viewer,
  left: Readonly<Record<string, string>>,
): AwardLimits[] => {
  const decides = source.assignments.some(
    ({ ownerId, stepId }) =>
      ownerId === viewer.userId && flow.steps.some(({ id, final }) => id === stepId && final === true),
  );
  const rank = decides && awaitsRank(flow, source.assignments) ? { awaitsRank: true as const } : {};
  return awardLimits(
    flow,
    source.assignments,
    { partitions: source.partitionIds, left, unit: source.call.unit },
    (assignment, audience) => audienceFor(viewer, source, flow, assignment)?.has(audience) === true,
  ).map((limits) => ({ ...limits, ...rank }));
};
