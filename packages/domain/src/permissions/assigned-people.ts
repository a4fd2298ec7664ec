import type { Application, SuggestedReplacement } from '../applications/application.ts';
import { goneStatuses, handedInStatuses, isOneOf } from '../applications/statuses.ts';
import { assignmentTime } from '../deadlines/assignment-time.ts';
import { emailsLead } from '../forms/started-by.ts';
import type { Flow } from '../forms/types.ts';
import type { StoredPerson } from '../people/person-name.ts';
import type { ApplicationSnapshot, AssignmentSnapshot, FlowFacts } from './application-snapshot.ts';
import { editFacts } from './edit-facts.ts';
import { choosesLeadsOf, disclosedOfStep } from './stance.ts';
import { isUnanswered } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** A person on a step as a viewer who assigns it may see them. */
export type SeenAssigned = Omit<NonNullable<Application['assigned']>[number], 'owner'> & {
  owner: StoredPerson | null;
};

/** How far an assignment is, without a word of it, and when it is due. */
function workOf(
  assignment: AssignmentSnapshot,
  snapshot: ApplicationSnapshot,
  flow: Flow,
  now: Date,
): NonNullable<SeenAssigned['work']> {
  const { status } = assignment;
  if (isOneOf(handedInStatuses, status)) return { state: 'submitted', deadline: null };
  const { cutoffs, assignment: timed } = editFacts(snapshot, assignment, flow);
  const { deadline } = assignmentTime(cutoffs, timed, snapshot.cutoffId, now);
  return { state: isUnanswered(status) ? 'waiting' : 'accepted', deadline };
}

/**
 * People on steps that the viewer may assign, and on steps whose lead the viewer chooses. In the order of their names, and
 * without the assignment if the viewer does not choose the lead: nothing tells which review is whose. How far the work is
 * would tell the same of several people, so it is said of the only one. Source: docs/decisions/0039 and 0052.
 */
export function assignedFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { flow, commands }: FlowFacts,
  now: Date,
): SeenAssigned[] {
  if (snapshot.status === 'draft') return [];
  const disclosed = disclosedOfStep(viewer, snapshot, flow);
  const isChair = choosesLeadsOf(viewer, snapshot, flow);
  const nameOf = ({ owner }: AssignmentSnapshot) => `${owner?.lastName ?? ''} ${owner?.firstName ?? ''}`;
  return flow.steps.flatMap((step) => {
    const hasLead = isChair && step.config.hasLead === true;
    return snapshot.assignments
      .filter(
        ({ stepId, ownerId, status, partitionId }) =>
          stepId === step.id &&
          ownerId !== snapshot.ownerId &&
          !isOneOf(goneStatuses, status) &&
          (hasLead || disclosed('assignedPeople', step, partitionId) !== 'none'),
      )
      .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
      .map((assignment, _at, all) => {
        const { id, stepId, partitionId, role, owner, isLead } = assignment;
        const refusal = commands.ofAssignment(id).make_lead;
        const emails = refusal === null && emailsLead(flow, assignment) ? { emailsLead: true as const } : {};
        const isOnly = all.filter((other) => other.partitionId === partitionId).length === 1;
        return {
          stepId,
          partitionId,
          role,
          owner,
          isLead,
          ...(owner !== null && isOnly ? { work: workOf(assignment, snapshot, flow, now) } : {}),
          ...(hasLead ? { lead: { assignmentId: id, refusal, ...emails } } : {}),
        };
      });
  });
}

/**
 * Returns whom those who refused named in their place, as far as it is disclosed to a viewer. Source: Requirements 2c,
 * 3.2.
 */
export function suggestedReplacementsFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
): SuggestedReplacement[] {
  const disclosed = disclosedOfStep(viewer, snapshot, flow);
  return snapshot.suggestedReplacements.flatMap(({ assignmentId, ...suggested }) => {
    const step = flow.steps.find(({ id }) => id === suggested.stepId);
    const extentOf = (fact: 'suggestedReplacement' | 'suggestedBy') =>
      step === undefined ? 'none' : disclosed(fact, step, suggested.partitionId);
    if (extentOf('suggestedReplacement') === 'none') return [];
    return [extentOf('suggestedBy') === 'none' ? suggested : { ...suggested, assignmentId }];
  });
}
