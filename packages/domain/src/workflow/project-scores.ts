import type { PartitionDecision } from '../applications/application.ts';
import type { ScoredApplication } from '../applications/score-table.ts';
import type { AssignmentStatus } from '../applications/statuses.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Answer, Flow, Step } from '../forms/types.ts';
import type { Role } from '../people/roles.ts';
import { decisionsFor } from '../permissions/decisions-for.ts';
import { isInConflict } from '../permissions/is-in-conflict.ts';
import { type ReadableApplication, readAssignment } from '../permissions/read-assignment.ts';
import { inScope, scope } from '../permissions/scope.ts';
import { disclosedTo, stanceWithoutConflict } from '../permissions/stance.ts';
import { isLive, isUnanswered } from '../permissions/view-rules.ts';
import type { Viewer } from '../permissions/viewer.ts';
import { elementOf, scoresOf } from './score-table.ts';

/** System roles of people who rank or decide applications that they have no assignment on. */
const comparing: readonly Role[] = ['panel_chair', 'ac_chair', 'ac_member'];

const ranksOrDecides = (step: Step): boolean => step.final === true || elementOf(step, 'rank') !== undefined;

/**
 * Whether somebody may open the table of scores of a call: staff, chairs of panels and the committee, and people with
 * accepted work on a step that ranks or decides. `work` are their own assignments in the call.
 */
export const comparesScores = (
  viewer: Viewer,
  work: readonly { step: Step; status: AssignmentStatus }[],
): boolean =>
  viewer.isStaff ||
  comparing.includes(viewer.role) ||
  work.some(({ step, status }) => isLive(status) && !isUnanswered(status) && ranksOrDecides(step));

/** Whether the viewer may know which panel ranks an application: staff, the committee, and people of that panel. */
const knowsPanel = (
  viewer: Viewer,
  { panel, viewer: { panels }, ...application }: ReadableApplication,
): boolean =>
  disclosedTo(stanceWithoutConflict(viewer, application), 'panel') === 'all' ||
  viewer.role === 'ac_chair' ||
  viewer.role === 'ac_member' ||
  (panel !== null && panels.includes(panel));

/** What of an application a viewer reads in the table of scores, before partitions have names. */
export type SeenScores = Pick<ScoredApplication, 'title' | 'pi' | 'panel' | 'scores' | 'rank' | 'asked'> & {
  decisions: Pick<PartitionDecision, 'partitionId' | 'outcome' | 'amount'>[];
};

/**
 * An application in the table of scores, from what its page shows this viewer and nothing else. Null if it is a draft, their
 * own application, closed to them, or one that they have a conflict of interest with.
 */
export function projectScores(
  viewer: Viewer,
  application: ReadableApplication,
  flow: Flow,
): SeenScores | null {
  if (application.status === 'draft' || application.ownerId === viewer.userId) return null;
  if (isInConflict(viewer, application)) return null;
  if (!inScope(scope(viewer), { ...application, steps: flow.steps })) return null;
  const seen = application.assignments.flatMap((assignment) => {
    const reading = readAssignment(viewer, application, flow, assignment, { mayTake: false });
    if (reading === null) return [];
    const { shown } = reading.view;
    return [
      {
        reading,
        stepId: assignment.stepId,
        // A review that its page shows as it was released counts as submitted.
        status: reading.isKept ? 'submitted' : assignment.status,
        answers: (reading.submitted?.answers ?? []).filter(({ elementId }) => shown.has(elementId)),
      },
    ];
  });
  const first = firstStep(flow);
  const own = seen.find(({ stepId }) => stepId === first?.id)?.answers ?? [];
  const told = (meaning: string) => textOf(first, own, meaning);
  return {
    title: told('project_title'),
    pi: `${told('pi_first_name')} ${told('pi_last_name')}`.trim(),
    panel: knowsPanel(viewer, application) ? application.panel : null,
    ...scoresOf(flow, seen),
    decisions: decisionsFor(
      viewer,
      application,
      flow,
      seen.map(({ reading }) => reading),
    ).map(({ partitionId, outcome, amount }) => ({ partitionId, outcome, amount })),
  };
}

function textOf(step: Step | null, answers: readonly Answer[], meaning: string): string {
  const element = step === null ? undefined : elementOf(step, meaning);
  return answers.find(({ elementId }) => elementId === element)?.values[0] ?? '';
}
