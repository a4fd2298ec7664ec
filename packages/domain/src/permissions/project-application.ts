import { assignmentTime } from '../deadlines/assignment-time.ts';
import { callState } from '../deadlines/call-state.ts';
import { type DraftPeriods, draftEndsAt } from '../deadlines/draft-expiry.ts';
import { whatComesNext } from '../deadlines/what-comes-next.ts';
import { setInstant } from '../deadlines/windows.ts';
import { elementsReadElsewhere } from '../forms/cross-steps.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Answer, Audience, Element, Flow, Item, Row, Step } from '../forms/types.ts';
import type { Application, Assignment, Document } from '../model/application.ts';
import type { ComingStep } from '../model/coming-step.ts';
import { roleLabel } from '../model/roles.ts';
import {
  type AssignmentStatus,
  decidedStatuses,
  goneStatuses,
  submittedStatuses,
  unansweredStatuses,
} from '../model/statuses.ts';
import { applicationRights } from './application-rights.ts';
import {
  type ApplicationSnapshot,
  type AssignmentSnapshot,
  cutoffsOfStep,
  type FlowFacts,
} from './application-snapshot.ts';
import { actsAsOwner, canEdit, type EditFacts } from './can-edit.ts';
import { inScope, scope } from './scope.ts';
import { isStaff, type Viewer } from './viewer.ts';

type Grant = Step['permissions']['view'][number];

const everyAudience: Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];

/** What holds for every step, beside what its `view` permission says. Source: Readings, Drafts of others, Who sees what. */
const standing: readonly Grant[] = [
  { role: 'pro', scope: 'call', from: 'submitted', audience: everyAudience },
];

const isOneOf = (statuses: readonly AssignmentStatus[], status: AssignmentStatus): boolean =>
  statuses.includes(status);

const reached: readonly AssignmentStatus[] = [...submittedStatuses, 'rejected'];

/** Which parts the viewer plays for this application, in the words of a `view` permission, and how far each reaches. */
function partsOf(viewer: Viewer, snapshot: ApplicationSnapshot): { role: string; scope: Grant['scope'] }[] {
  const parts: { role: string; scope: Grant['scope'] }[] = [];
  // What an assignment opens of the other steps opens when it is taken on. Source: the review, Before accepting.
  for (const { ownerId, role, status } of snapshot.assignments)
    if (ownerId === viewer.userId && !isOneOf(goneStatuses, status) && !isOneOf(unansweredStatuses, status))
      parts.push({ role, scope: 'own' });
  if (snapshot.ownerId === viewer.userId) parts.push({ role: 'applicant', scope: 'own' });
  if (viewer.role === 'pro') parts.push({ role: 'pro', scope: 'call' });
  return parts;
}

/** Whether the moment has come from which a `view` permission counts. */
function hasBegun(from: Grant['from'], status: AssignmentStatus, released: boolean): boolean {
  switch (from) {
    case 'always':
      return status !== 'draft';
    case 'submitted':
      return reached.includes(status);
    case 'released':
      return reached.includes(status) && released;
  }
}

/** What the viewer may read of somebody's assignment: the audiences, or null for nothing at all. */
function audienceOf(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  step: Step,
  assignment: AssignmentSnapshot,
): Set<Audience> | null {
  const parts = partsOf(viewer, snapshot);
  const released = snapshot.releasedSteps.includes(step.id);
  const seen = [...standing, ...step.permissions.view].filter(
    (grant) =>
      parts.some((part) => part.role === grant.role && part.scope === grant.scope) &&
      hasBegun(grant.from, assignment.status, released),
  );
  return seen.length === 0 ? null : new Set(seen.flatMap(({ audience }) => audience));
}

const audienceOfElement = (element: Element): Audience => element.config.audience ?? 'public';

/** The elements that an audience may see. Rules are dropped with the first element, for they name what is not there. */
function narrowStep(step: Step, audience: ReadonlySet<Audience>): Step {
  if (everyAudience.every((one) => audience.has(one))) return step;
  const narrow = (elements: readonly Element[]): Element[] =>
    elements
      .filter((element) => audience.has(audienceOfElement(element)))
      .map((element) => ({
        ...element,
        effects: [],
        ...(element.children === undefined ? {} : { children: narrow(element.children) }),
      }));
  return { ...step, forms: step.forms.map((form) => ({ ...form, elements: narrow(form.elements) })) };
}

function elementsOf(step: Step): Element[] {
  return step.forms
    .flatMap((form) => form.elements)
    .flatMap((element) => [element, ...(element.children ?? [])]);
}

/** Role and number in place of a person whom the viewer may not know: 'Scientific reviewer 2'. */
function labelOf(snapshot: ApplicationSnapshot, assignment: AssignmentSnapshot): string {
  const alike = snapshot.assignments.filter(
    ({ stepId, role }) => stepId === assignment.stepId && role === assignment.role,
  );
  const label = roleLabel(assignment.role);
  return alike.length < 2 ? label : `${label} ${alike.indexOf(assignment) + 1}`;
}

export function editFacts(
  snapshot: Pick<ApplicationSnapshot, 'cutoffId' | 'cutoffs' | 'unlockedSteps'> & {
    call: { timeZone: string };
  },
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'ownerId' | 'status' | 'deadline'>,
  flow: Flow,
): EditFacts {
  return {
    assignment: { ...assignment, isFirst: firstStep(flow)?.id === assignment.stepId },
    applicationCutoff: snapshot.cutoffId,
    cutoffs: cutoffsOfStep(snapshot, assignment.stepId),
    timeZone: snapshot.call.timeZone,
    isLocked:
      flow.steps.find(({ id }) => id === assignment.stepId)?.config.isUnlockable === true &&
      !snapshot.unlockedSteps.includes(assignment.stepId),
  };
}

/**
 * Whether what was decided about an assignment is still kept from everybody but staff: until the step that judges it is
 * released, or the result of the application is. Source: the review, Outcome.
 */
function isUntold(
  snapshot: Pick<ApplicationSnapshot, 'status' | 'releasedSteps'>,
  flow: Flow,
  { stepId, status }: Pick<AssignmentSnapshot, 'stepId' | 'status'>,
): boolean {
  if (status !== 'approved' && status !== 'rejected') return false;
  if (isOneOfDecided(snapshot.status)) return false;
  return !flow.steps.some(({ id, judges }) => judges === stepId && snapshot.releasedSteps.includes(id));
}

const isOneOfDecided = (status: ApplicationSnapshot['status']): boolean =>
  status !== 'withdrawn' && (decidedStatuses as readonly string[]).includes(status);

/** The status of an assignment as people outside of the staff know it. */
export const publicStatus = (
  snapshot: Pick<ApplicationSnapshot, 'status' | 'releasedSteps'>,
  flow: Flow,
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'status'>,
): AssignmentSnapshot['status'] => (isUntold(snapshot, flow, assignment) ? 'submitted' : assignment.status);

/** An assignment as people outside of the staff know it: what was not released yet looks as it was submitted. */
function publicAssignment(
  snapshot: ApplicationSnapshot,
  flow: Flow,
  assignment: AssignmentSnapshot,
): Pick<AssignmentSnapshot, 'status' | 'reason' | 'activities'> {
  const { status, reason, activities } = assignment;
  if (!isUntold(snapshot, flow, assignment)) return { status, reason, activities };
  return {
    status: 'submitted',
    reason: null,
    activities: activities.filter((one) => one.status !== 'approved' && one.status !== 'rejected'),
  };
}

/** The cut-off that counts for the application now: that of its first step. */
function cutoffThatCounts(
  snapshot: ApplicationSnapshot,
  flow: Flow,
  now: Date,
): ApplicationSnapshot['cutoffs'][number] | null {
  const facts = snapshot.assignments.map((assignment) => editFacts(snapshot, assignment, flow));
  const first = facts.find(({ assignment }) => assignment.isFirst);
  const id = first ? assignmentTime(first.cutoffs, first.assignment, snapshot.cutoffId, now).cutoffId : null;
  return snapshot.cutoffs.find((cutoff) => cutoff.id === id) ?? null;
}

function dataOf(
  answers: readonly (Answer & { revision?: number })[],
  shown: ReadonlySet<string>,
): Assignment['data'] {
  return answers
    .filter(({ elementId }) => shown.has(elementId))
    .map(({ elementId, groupId, values, revision = 0 }) => ({
      flowElementId: elementId,
      dataGroupId: groupId,
      input: { values },
      revision,
    }));
}

function groupsOf(rows: readonly Row[], shown: ReadonlySet<string>): Assignment['groups'] {
  return rows
    .filter(({ elementId }) => shown.has(elementId))
    .map(({ id, elementId, order }) => ({ id, flowElementId: elementId, order }));
}

interface Seen {
  assignment: Assignment;
  step: Step;
  documents: Document[];
}

/** One assignment with its data, as far as the viewer may see it; null: it does not exist for them. */
function projectAssignment(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { flow, plan, formFacts }: FlowFacts,
  assignment: AssignmentSnapshot,
  now: Date,
): Seen | null {
  const step = flow.steps.find(({ id }) => id === assignment.stepId);
  if (step === undefined) return null;
  // Whoever is in conflict sees the title of the call and the message, nothing else (Readings, conflicted).
  const own =
    actsAsOwner(viewer, assignment.ownerId) &&
    (snapshot.ownerId === viewer.userId || snapshot.status !== 'draft');
  const audience = own ? new Set(everyAudience) : audienceOf(viewer, snapshot, step, assignment);
  if (audience === null) return null;

  const mine = snapshot.ownerId === viewer.userId;
  const staff = isStaff(viewer) && !mine;
  const gone = assignment.status === 'conflicted' || (!mine && isOneOf(goneStatuses, assignment.status));
  // The form opens with the agreement that the step asks for.
  const asksFirst = step.config.showCoi === true && isOneOf(unansweredStatuses, assignment.status);
  const closed = !isStaff(viewer) && (gone || (own && !mine && asksFirst));
  const shownStep = narrowStep(closed ? { ...step, forms: [] } : step, audience);
  const shown = new Set(elementsOf(shownStep).map(({ id }) => id));
  const answers = own ? assignment.answers : (assignment.submitted?.answers ?? []);
  const rows = own ? assignment.rows : (assignment.submitted?.rows ?? []);
  const visible = answers.filter(({ elementId }) => shown.has(elementId));
  const told = new Set([...elementsReadElsewhere(plan, step.id)].filter((id) => shown.has(id)));
  const files = new Set(visible.flatMap(({ values }) => values));
  const knowsPeople = own || isStaff(viewer);
  const edit = canEdit(viewer, editFacts(snapshot, assignment, flow), now);
  const known = staff ? assignment : publicAssignment(snapshot, flow, assignment);
  // Of somebody else's work its readers get what it says, not how it came about.
  const history = own || isStaff(viewer) || mine;
  const reads = edit.ok ? formFacts(assignment) : null;

  return {
    step: shownStep,
    documents: snapshot.documents.filter(
      (document) =>
        document.assignmentId === assignment.id &&
        shown.has(document.flowElementId) &&
        files.has(document.id),
    ),
    assignment: {
      id: assignment.id,
      stepId: assignment.stepId,
      ...(knowsPeople && assignment.owner !== null
        ? { owner: { ...assignment.owner, role: assignment.role } }
        : {}),
      ...(isStaff(viewer) && assignment.assignerId !== null ? { assignerId: assignment.assignerId } : {}),
      label: labelOf(snapshot, assignment),
      role: assignment.role,
      partitionId: assignment.partitionId,
      status: known.status,
      deadline: edit.time.deadline,
      start: edit.time.start,
      submittedAt: setInstant(assignment.submittedAt),
      createdAt: assignment.createdAt,
      isLead: history && assignment.isLead,
      reason: history ? known.reason : null,
      activities: history ? known.activities : [],
      data: dataOf(visible, shown),
      groups: groupsOf(rows, shown),
      submitted:
        assignment.submitted === null
          ? null
          : {
              data: dataOf(assignment.submitted.answers, told),
              groups: groupsOf(assignment.submitted.rows, told),
            },
      ...(reads === null ? {} : { formFacts: reads }),
      can: { save: edit.ok, submit: edit.ok },
      notice: edit.ok ? null : edit.notice,
    },
  };
}

/**
 * The one way out for an application: what this viewer may see of it now, or null when it does not exist for them.
 * Default deny: nothing is copied over that no rule names. Applicants see no other people, readers get the content of
 * the last submission and never what was hidden in it. Source: Readings, Who sees what, Hidden elements.
 */
export function projectApplication(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  facts: FlowFacts,
  now: Date,
  drafts?: DraftPeriods,
): Application | null {
  if (!inScope(scope(viewer), snapshot)) return null;
  const { flow, offered, readable } = facts;
  const mine = snapshot.ownerId === viewer.userId;
  const seen = snapshot.assignments.flatMap(
    (assignment) => projectAssignment(viewer, snapshot, facts, assignment, now) ?? [],
  );
  const steps = [...new Map(seen.map(({ step }) => [step.id, step])).values()].sort(
    (one, other) => one.order - other.order,
  );
  const editing = seen.some(({ assignment }) => assignment.can.save);
  const lists = editing ? offered : readable;
  const stubs = seen.flatMap(({ assignment }) => (assignment.formFacts?.steps ?? []) as Step[]);
  const tags = new Set(
    [...steps, ...stubs].flatMap(elementsOf).flatMap(({ optionsGroup }) => optionsGroup ?? []),
  );
  const options: Record<string, Item[]> = {};
  for (const tag of tags) options[tag] = lists[tag] ?? [];

  const cutoff = cutoffThatCounts(snapshot, flow, now);
  const state = callState(snapshot.call.published, snapshot.cutoffs, now);
  const draft = snapshot.status === 'draft';
  const owner = snapshot.assignments.find(({ ownerId }) => ownerId === snapshot.ownerId)?.owner ?? null;
  const { id, code, title, logo, timeZone, unit, termsOfReference, documents } = snapshot.call;
  const lastSeen = Math.max(...steps.map(({ order }) => order), Number.NEGATIVE_INFINITY);
  return {
    id: snapshot.id,
    uid: snapshot.uid,
    status: snapshot.status,
    displayStatus: draft ? (editing ? 'draft' : displayOfDraft(state)) : snapshot.status,
    createdAt: snapshot.createdAt,
    submittedAt: setInstant(snapshot.submittedAt),
    draftExpiresAt: draft ? draftEndsAt({ ...snapshot, last: snapshot.lastMail }, now, drafts) : null,
    duplicatedFrom: mine && draft ? snapshot.duplicatedFrom : null,
    ...(owner !== null && (mine || isStaff(viewer)) ? { owner } : {}),
    call: { id, code, title, logo, timeZone, unit, termsOfReference, documents },
    cutoff: cutoff === null ? null : { id: cutoff.id, start: cutoff.start, end: cutoff.end },
    partitions: cutoff?.partitions ?? [],
    steps,
    flowVersion: flow.version,
    options,
    laterSteps: mine
      ? flow.steps
          .filter((step) => step.ownerRole === 'applicant' && step.order > lastSeen)
          .map((step) => ({ id: step.id, title: step.title }))
      : [],
    comingSteps: mine ? comingSteps(snapshot, flow, now) : [],
    profile: mine ? snapshot.profile : {},
    assignments: seen.map(({ assignment }) => assignment),
    documents: seen.flatMap(({ documents }) => documents),
    can: applicationRights(viewer, snapshot, state),
  };
}

/** What comes after what the applicant submitted last, until the application is decided on. */
function comingSteps(snapshot: ApplicationSnapshot, flow: Flow, now: Date): ComingStep[] {
  if (snapshot.status === 'approved' || snapshot.status === 'rejected') return [];
  const submitted = snapshot.assignments
    .filter(
      (one) =>
        one.ownerId === snapshot.ownerId &&
        submittedStatuses.includes(publicAssignment(snapshot, flow, one).status),
    )
    .flatMap(({ stepId }) => flow.steps.find(({ id }) => id === stepId) ?? [])
    .toSorted((one, other) => one.order - other.order)
    .at(-1);
  if (submitted === undefined) return [];
  const timeframes = cutoffThatCounts(snapshot, flow, now)?.timeframes ?? {};
  return whatComesNext(flow.steps, timeframes, submitted.id, now);
}

/** What the chip says of a draft that cannot be edited now. Source: Specification 2, section 4 (display status). */
function displayOfDraft(state: 'open' | 'opening_soon' | 'closed'): Application['displayStatus'] {
  switch (state) {
    case 'open':
      return 'draft';
    case 'opening_soon':
      return 'opening_soon';
    case 'closed':
      return 'call_closed';
  }
}
