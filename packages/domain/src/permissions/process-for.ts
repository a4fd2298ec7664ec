import type { ProcessStep } from '../applications/process-step.ts';
import { applicationProcess } from '../deadlines/application-process.ts';
import { assignmentTime } from '../deadlines/assignment-time.ts';
import { closesAt } from '../deadlines/windows.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Flow } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { isOneOfDecided } from './disclosed-assignment.ts';
import { editFacts } from './edit-facts.ts';
import { knownOfApplication, reachedStep } from './known-of-application.ts';
import type { ProjectedAssignment } from './project-assignment.ts';
import { disclosedTo, stanceOf } from './stance.ts';
import type { Viewer } from './viewer.ts';

/** The cut-off that counts for the application now: that of its first step. */
export function cutoffThatCounts(
  snapshot: ApplicationSnapshot,
  flow: Flow,
  now: Date,
): ApplicationSnapshot['cutoffs'][number] | null {
  const facts = snapshot.assignments.map((assignment) => editFacts(snapshot, assignment, flow));
  const first = facts.find(({ assignment }) => assignment.isFirst);
  const id = first ? assignmentTime(first.cutoffs, first.assignment, snapshot.cutoffId, now).cutoffId : null;
  return snapshot.cutoffs.find((cutoff) => cutoff.id === id) ?? null;
}

/** The process of an application as this viewer may know it: from what `knownOfApplication` gives, and nothing else. */
export function processFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
  { seen: shown, toTake }: { seen: readonly ProjectedAssignment[]; toTake: readonly AssignmentSnapshot[] },
  now: Date,
): ProcessStep[] {
  const extent = disclosedTo(stanceOf(viewer, snapshot), 'process');
  if (extent === 'none') return [];
  const cutoff = cutoffThatCounts(snapshot, flow, now);
  const first = firstStep(flow);
  const planned = {
    ...(cutoff && first
      ? { [first.id]: { start: cutoff.start, end: closesAt(snapshot.cutoffs, cutoff) } }
      : {}),
    ...cutoff?.timeframes,
  };
  const seen = shown.map(({ id, stepId, status, owner, start, deadline }) => ({
    id,
    stepId,
    status,
    isOwn: owner?.id === viewer.userId,
    start,
    deadline,
  }));
  for (const { id, stepId, status, deadline } of toTake)
    if (seen.every((one) => one.id !== id))
      seen.push({ id, stepId, status, isOwn: false, start: null, deadline });
  const timesOf = (assignment: AssignmentSnapshot) => {
    const { cutoffs, assignment: timed } = editFacts(snapshot, assignment, flow);
    return assignmentTime(cutoffs, timed, snapshot.cutoffId, now);
  };
  const known = knownOfApplication(viewer, snapshot, flow, { seen, planned, cutoff }, timesOf, now);
  if (extent === 'all' || isOneOfDecided(snapshot.status) || snapshot.status === 'draft')
    return applicationProcess(flow.steps, planned, known, now);
  const office: Viewer = { userId: 0, role: 'pro', isStaff: true };
  const ofStaff = knownOfApplication(office, snapshot, flow, { seen: [], planned, cutoff }, timesOf, now);
  const truth = applicationProcess(flow.steps, planned, ofStaff, now);
  const reached = reachedStep(truth, snapshot, flow, { seen, lookedAfter: known.lookedAfter });
  return applicationProcess(flow.steps, planned, { ...known, reached }, now);
}
