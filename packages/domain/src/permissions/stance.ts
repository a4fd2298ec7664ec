import type { Flow, Step } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { disclosed, type Extent, type Fact, type Relation } from './disclosure.ts';
import { isInConflict } from './is-in-conflict.ts';
import { type AssignFacts, choosesLeads, mayAssign, type PlacedPerson } from './may-assign.ts';
import { actsAsStaff, type ViewFacts } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** A person towards an application: the relation that comes first. */
export type Stance = Extract<Relation, 'applicant' | 'conflicted' | 'staff' | 'reader'>;

/**
 * Returns a person's relation to an application with which they have no conflict of interest, as to those in lists: its
 * applicant, whatever else they are, then staff, then a reader like all others.
 */
export function stanceWithoutConflict(viewer: Viewer, application: Pick<ViewFacts, 'ownerId'>): Stance {
  if (application.ownerId === viewer.userId) return 'applicant';
  return actsAsStaff(viewer, application) ? 'staff' : 'reader';
}

/** Returns a person's relation to an application. A conflict of interest comes before all but being its applicant. */
export function stanceOf(
  viewer: Viewer,
  application: Pick<ApplicationSnapshot, 'ownerId' | 'inConflict'> & {
    assignments: readonly Pick<AssignmentSnapshot, 'ownerId' | 'status'>[];
  },
): Stance {
  return isInConflict(viewer, application) ? 'conflicted' : stanceWithoutConflict(viewer, application);
}

/** Returns how much of a fact a person learns by their stance alone. */
export const disclosedTo = (stance: Stance, fact: Fact): Extent => disclosed(fact, [stance]);

/** What of an application decides who may assign its work, and the viewer as they ask to. */
function toAssign(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  steps: Flow['steps'],
): { facts: AssignFacts; person: PlacedPerson } {
  const { ownerId, status, awardDeclinedAt, partitionIds: partitions, panel } = snapshot;
  const { assignments, releasedAt } = snapshot;
  return {
    facts: {
      application: { ownerId, status, awardDeclinedAt, partitions, panel },
      steps,
      assignments,
      releasedAt,
    },
    person: { ...viewer, centrePartitions: snapshot.viewerPartitions, panels: snapshot.viewer.panels },
  };
}

/** Whether the viewer chooses who leads the steps that have a lead. */
export function choosesLeadsOf(viewer: Viewer, snapshot: ApplicationSnapshot, { steps }: Flow): boolean {
  const { facts, person } = toAssign(viewer, snapshot, steps);
  return stanceOf(viewer, snapshot) !== 'conflicted' && choosesLeads(facts, person);
}

/** Returns a function that gives how much of a fact the viewer learns of a step and partition, or of the whole (null). */
export function disclosedOfStep(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { steps }: Flow,
): (fact: Fact, step: Step, partitionId: string | null) => Extent {
  const stance = stanceOf(viewer, snapshot);
  const { facts, person } = toAssign(viewer, snapshot, steps);
  return (fact, step, partitionId) => {
    const assigns = stance === 'reader' && mayAssign(facts, person, step, partitionId);
    return disclosed(fact, assigns ? [stance, 'assigner'] : [stance]);
  };
}
