import { assignmentTime } from '../deadlines/assignment-time.ts';
import { callState } from '../deadlines/call-state.ts';
import { type DraftPeriods, draftEndsAt } from '../deadlines/draft-expiry.ts';
import { whatComesNext } from '../deadlines/what-comes-next.ts';
import { setInstant } from '../deadlines/windows.ts';
import { elementsReadElsewhere } from '../forms/cross-steps.ts';
import { elementMeaning, outcomeElements } from '../forms/decisions.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Answer, Audience, Element, Flow, Item, Row, Step } from '../forms/types.ts';
import type {
  Application,
  Assignment,
  Document,
  GroupInstance,
  PartitionDecision,
  RowMark,
  Upload,
} from '../model/application.ts';
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
import { callOfApplication, withTimeframes } from './call-of-application.ts';
import { actsAsOwner, canEdit, type EditFacts } from './can-edit.ts';
import { documentFor } from './document-for.ts';
import { inScope, scope } from './scope.ts';
import { isStaff, type Viewer } from './viewer.ts';
import { waitingSubmission } from './waiting-submission.ts';

type Grant = Step['permissions']['view'][number];

const everyAudience: Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];

/** What holds for every step, beside what its `view` permission says. Source: Readings, Drafts of others, Who sees what. */
const standing: readonly Grant[] = [
  { role: 'pro', scope: 'call', from: 'submitted', audience: everyAudience },
];

const isOneOf = (statuses: readonly AssignmentStatus[], status: AssignmentStatus): boolean =>
  statuses.includes(status);

const reached: readonly AssignmentStatus[] = [...submittedStatuses, 'rejected'];

/** Whether the viewer looks for the organisation: on an application of their own staff are its applicant, and no more. */
const forStaff = (viewer: Viewer, { ownerId }: ApplicationSnapshot): boolean =>
  isStaff(viewer) && ownerId !== viewer.userId;

/** Which parts the viewer plays for this application, in the words of a `view` permission, and how far each reaches. */
function partsOf(viewer: Viewer, snapshot: ApplicationSnapshot): { role: string; scope: Grant['scope'] }[] {
  const parts: { role: string; scope: Grant['scope'] }[] = [];
  // What an assignment opens of the other steps opens when it is taken on. Source: the review, Before accepting.
  for (const { ownerId, role, status } of snapshot.assignments)
    if (ownerId === viewer.userId && !isOneOf(goneStatuses, status) && !isOneOf(unansweredStatuses, status))
      parts.push({ role, scope: 'own' });
  if (snapshot.ownerId === viewer.userId) parts.push({ role: 'applicant', scope: 'own' });
  if (viewer.role === 'pro' && snapshot.ownerId !== viewer.userId) parts.push({ role: 'pro', scope: 'call' });
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

/** A step as some audience may see it. */
interface StepView {
  step: Step;
  /** The ids of its elements. */
  shown: ReadonlySet<string>;
  /** The lists that its elements choose from. */
  tags: readonly string[];
}

/** Made once of each step of a flow, which never changes: by whom it is closed to, or who may see what of it. */
const knownViews = new WeakMap<Step, Map<string, StepView>>();

/** The step with nothing of its forms (`closed`), or with the elements that the audience may see. */
function viewOf(step: Step, audience: ReadonlySet<Audience>, closed: boolean): StepView {
  const name = closed ? 'closed' : everyAudience.filter((one) => audience.has(one)).join();
  const known = knownViews.get(step) ?? new Map<string, StepView>();
  knownViews.set(step, known);
  const found = known.get(name);
  if (found !== undefined) return found;
  const seen = closed ? { ...step, forms: [] } : narrowStep(step, audience);
  const elements = elementsOf(seen);
  const view = {
    step: seen,
    shown: new Set(elements.map(({ id }) => id)),
    tags: elements.flatMap(({ optionsGroup }) => optionsGroup ?? []),
  };
  known.set(name, view);
  return view;
}

/** The same lists in the same order are one record, for as long as the flow has them. */
const records = new WeakMap<Record<string, Item[]>, Map<string, Record<string, Item[]>>>();

function listsOf(lists: Record<string, Item[]>, tags: readonly string[]): Record<string, Item[]> {
  const wanted = [...new Set(tags)].sort();
  const known = records.get(lists) ?? new Map<string, Record<string, Item[]>>();
  records.set(lists, known);
  const name = wanted.join();
  const found = known.get(name) ?? Object.fromEntries(wanted.map((tag) => [tag, lists[tag] ?? []]));
  known.set(name, found);
  return found;
}

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

/** An order that nobody has a part in: ids are drawn, and the end of one holds no time. */
const drawn = (one: { id: string }, other: { id: string }): number => {
  const [end, otherEnd] = [one.id.slice(-12), other.id.slice(-12)];
  return end < otherEnd ? -1 : Number(end > otherEnd);
};

/**
 * Role and number in place of a person whom the viewer may not know: 'Scientific reviewer 2'. Only what was handed in has
 * a number, in a drawn order: neither who was first nor how many there were besides is told. Source: the review, Anonymous.
 */
function labelOf(snapshot: ApplicationSnapshot, assignment: AssignmentSnapshot): string {
  const alike = snapshot.assignments
    .filter(
      ({ stepId, role, status }) =>
        stepId === assignment.stepId && role === assignment.role && isOneOf(reached, status),
    )
    .toSorted(drawn);
  const label = roleLabel(assignment.role);
  const at = alike.findIndex(({ id }) => id === assignment.id);
  return alike.length < 2 || at === -1 ? label : `${label} ${at + 1}`;
}

export function editFacts(
  snapshot: Pick<ApplicationSnapshot, 'cutoffId' | 'cutoffs' | 'unlockedSteps'> & {
    call: { timeZone: string };
  },
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'ownerId' | 'status' | 'deadline' | 'submissionAskedAt'>,
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
 * released, or the result of the application is, of which a step after it is no part. Source: the review, Outcome.
 */
function isUntold(
  snapshot: Pick<ApplicationSnapshot, 'status' | 'releasedSteps'>,
  flow: Flow,
  { stepId, status }: Pick<AssignmentSnapshot, 'stepId' | 'status'>,
): boolean {
  if (status !== 'approved' && status !== 'rejected') return false;
  const final = flow.steps.find((step) => step.final === true);
  const judged = flow.steps.find(({ id }) => id === stepId);
  const isAfter = final !== undefined && judged !== undefined && judged.order > final.order;
  if (isOneOfDecided(snapshot.status) && !isAfter) return false;
  return !flow.steps.some(({ id, judges }) => judges === stepId && snapshot.releasedSteps.includes(id));
}

const isOneOfDecided = (status: ApplicationSnapshot['status']): boolean =>
  status !== 'withdrawn' && (decidedStatuses as readonly string[]).includes(status);

/** An assignment as people outside of the staff know it: what was not released yet looks as it was handed in. */
export function publicAssignment(
  snapshot: Pick<ApplicationSnapshot, 'status' | 'releasedSteps'>,
  flow: Flow,
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'status' | 'reason' | 'activities'>,
): Pick<AssignmentSnapshot, 'status' | 'reason' | 'activities'> {
  const { status, reason, activities } = assignment;
  if (!isUntold(snapshot, flow, assignment)) return { status, reason, activities };
  const told = activities.filter((one) => one.status !== 'approved' && one.status !== 'rejected');
  const handedIn = told.findLast((one) => one.status === 'submitted' || one.status === 'resubmitted');
  return {
    status: handedIn?.status ?? 'submitted',
    reason: handedIn?.reason ?? null,
    activities: told,
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

function groupsOf(rows: readonly Row[], shown: ReadonlySet<string>): GroupInstance[] {
  return rows
    .filter(({ elementId }) => shown.has(elementId))
    .map(({ id, elementId, order }) => ({ id, flowElementId: elementId, order }));
}

const unmarked: RowMark = { coi: false, comment: null };

/**
 * Whether the viewer may know how rows are marked: staff and readers of the audience suggested_reviewers, but nobody on
 * an application of their own, whatever a `view` permission opens, nor whoever filled in the form by having done so.
 * Source: the review, section 3, Coi mark and comment of a group row.
 */
function seesMarks(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  step: Step,
  assignment: AssignmentSnapshot,
): boolean {
  if (snapshot.ownerId === viewer.userId) return false;
  return (
    isStaff(viewer) || audienceOf(viewer, snapshot, step, assignment)?.has('suggested_reviewers') === true
  );
}

/** The newest decision about each partition, of those that count. */
function newestOf(decisions: readonly PartitionDecision[]): PartitionDecision[] {
  return [...new Map(decisions.map((one) => [one.partitionId, one])).values()];
}

/**
 * Whether what was handed in at the final step is what was released. Where the result was changed since, neither the old
 * words nor those that wait for their release are the result. Source: the review, Outcome of a final step.
 */
function saysWhatIsReleased(
  step: Step,
  submitted: NonNullable<AssignmentSnapshot['submitted']>,
  decisions: readonly PartitionDecision[],
): boolean {
  const [placed] = outcomeElements(step);
  if (placed === undefined || placed.group === null) return true;
  const { element, group } = placed;
  const released = newestOf(decisions.filter(({ isReleased }) => isReleased));
  return submitted.rows
    .filter(({ elementId }) => elementId === group.id)
    .every(({ id }) => {
      const answerTo = (of: Element | undefined): string | null =>
        submitted.answers.find((one) => one.groupId === id && one.elementId === of?.id)?.values[0] ?? null;
      const meant = (meaning: string) => answerTo(elementMeaning(step, meaning, group));
      const said = element.config.outcome?.[answerTo(element) ?? ''];
      return released.some(
        (one) =>
          one.partitionId === meant('decision_partition') &&
          one.outcome === said &&
          one.amount === meant('decision_amount') &&
          one.startsOn === meant('award_start') &&
          one.endsOn === meant('award_end'),
      );
    });
}

interface Seen {
  assignment: Assignment;
  view: StepView;
  documents: Document[];
  uploads: Upload[];
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
  const mine = snapshot.ownerId === viewer.userId;
  const staff = forStaff(viewer, snapshot);
  const own =
    actsAsOwner(viewer, assignment.ownerId) &&
    (mine ? assignment.ownerId !== null : snapshot.status !== 'draft');
  const audience = own ? new Set(everyAudience) : audienceOf(viewer, snapshot, step, assignment);
  if (audience === null) return null;

  const gone = assignment.status === 'conflicted' || (!mine && isOneOf(goneStatuses, assignment.status));
  // The form opens with the agreement that the step asks for.
  const asksFirst = step.config.showCoi === true && isOneOf(unansweredStatuses, assignment.status);
  // Whoever reads it because it was released reads what was released.
  const byRelease = !own && audienceOf(viewer, { ...snapshot, releasedSteps: [] }, step, assignment) === null;
  const submitted =
    byRelease &&
    step.final === true &&
    assignment.submitted !== null &&
    !saysWhatIsReleased(step, assignment.submitted, snapshot.decisions)
      ? { answers: [], rows: [] }
      : assignment.submitted;
  const closed = !staff && (gone || (own && !mine && asksFirst));
  const view = viewOf(step, audience, closed);
  const { shown } = view;
  const answers = own ? assignment.answers : (submitted?.answers ?? []);
  const rows = own ? assignment.rows : (submitted?.rows ?? []);
  const visible = answers.filter(({ elementId }) => shown.has(elementId));
  const told = new Set([...elementsReadElsewhere(plan, step.id)].filter((id) => shown.has(id)));
  const files = new Set(visible.flatMap(({ values }) => values));
  const knowsPeople = own || staff;
  const label = labelOf(snapshot, assignment);
  const facts = editFacts(snapshot, assignment, flow);
  const edit = canEdit(viewer, facts, now);
  const waiting = waitingSubmission(viewer, facts, now);
  const known = staff ? assignment : publicAssignment(snapshot, flow, assignment);
  // Of somebody else's work its readers get what it says, not how it came about, nor the hour.
  const history = own || staff;
  const day = (instant: string) => (history ? instant : `${instant.slice(0, 10)}T00:00:00.000Z`);
  const submittedAt = setInstant(assignment.submittedAt);
  const reads = edit.ok ? formFacts(assignment) : null;
  const marks = seesMarks(viewer, snapshot, step, assignment) ? assignment.marks : null;

  return {
    view,
    documents: snapshot.documents
      .filter(
        (document) =>
          document.assignmentId === assignment.id &&
          shown.has(document.flowElementId) &&
          files.has(document.id),
      )
      .map((document) => documentFor(document, { knowsAuthor: knowsPeople, label })),
    uploads: snapshot.uploads
      .filter((upload) => own && upload.assignmentId === assignment.id && shown.has(upload.flowElementId))
      .map((upload) => ({ ...upload, check: upload.refusal === null ? 'waiting' : 'refused' })),
    assignment: {
      id: assignment.id,
      stepId: assignment.stepId,
      ...(knowsPeople && assignment.owner !== null
        ? { owner: { ...assignment.owner, role: assignment.role } }
        : {}),
      ...(staff && assignment.assignerId !== null ? { assignerId: assignment.assignerId } : {}),
      label,
      role: assignment.role,
      partitionId: assignment.partitionId,
      status: known.status,
      deadline: edit.time.deadline,
      start: edit.time.start,
      submittedAt: submittedAt === null ? null : day(submittedAt),
      createdAt: day(assignment.createdAt),
      isLead: history && assignment.isLead,
      reason: history ? known.reason : null,
      activities: history ? known.activities : [],
      data: dataOf(visible, shown),
      groups: groupsOf(rows, shown).map((row) =>
        marks === null ? row : { ...row, ...(marks[row.id] ?? unmarked) },
      ),
      submitted:
        submitted === null
          ? null
          : { data: dataOf(submitted.answers, told), groups: groupsOf(submitted.rows, told) },
      ...(reads === null ? {} : { formFacts: reads }),
      can: { save: edit.ok, submit: edit.ok || waiting !== null },
      notice: edit.ok ? null : (waiting?.notice ?? edit.notice),
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
  const orderOf = new Map(flow.steps.map(({ id, order }) => [id, order]));
  const owns = ({ ownerId }: AssignmentSnapshot) => ownerId === viewer.userId;
  const inOrder = forStaff(viewer, snapshot)
    ? snapshot.assignments
    : snapshot.assignments.toSorted(
        (one, other) =>
          (orderOf.get(one.stepId) ?? 0) - (orderOf.get(other.stepId) ?? 0) ||
          Number(owns(other)) - Number(owns(one)) ||
          (owns(one) ? 0 : drawn(one, other)),
      );
  const seen = inOrder.flatMap(
    (assignment) => projectAssignment(viewer, snapshot, facts, assignment, now) ?? [],
  );
  const views = [...new Map(seen.map(({ view }) => [view.step.id, view])).values()].sort(
    (one, other) => one.step.order - other.step.order,
  );
  const steps = views.map(({ step }) => step);
  const editing = seen.some(({ assignment }) => assignment.can.save);
  const lists = editing ? offered : readable;
  const stubs = seen.flatMap(({ assignment }) => (assignment.formFacts?.steps ?? []) as Step[]);
  const stubTags = stubs.flatMap(elementsOf).flatMap(({ optionsGroup }) => optionsGroup ?? []);
  const options = listsOf(lists, [...views.flatMap(({ tags }) => tags), ...stubTags]);

  const cutoff = cutoffThatCounts(snapshot, flow, now);
  const state = callState(snapshot.call.published, snapshot.cutoffs, now);
  const draft = snapshot.status === 'draft';
  const owner = snapshot.assignments.find(({ ownerId }) => ownerId === snapshot.ownerId)?.owner ?? null;
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
    call: callOfApplication(snapshot, flow, cutoff, now),
    cutoff: cutoff === null ? null : { id: cutoff.id, start: cutoff.start, end: cutoff.end },
    partitions: cutoff?.partitions ?? [],
    steps: steps.map((step) => withTimeframes(step, snapshot, step.id === firstStep(flow)?.id)),
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
    decisions: decisionsFor(viewer, snapshot, steps),
    documents: seen.flatMap(({ documents }) => documents),
    uploads: seen.flatMap(({ uploads }) => uploads),
    can: applicationRights(viewer, snapshot, state),
  };
}

/** What was decided: staff get the newest, its applicant and readers of the final step the newest that was released. */
function decisionsFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  steps: readonly Step[],
): PartitionDecision[] {
  const { ownerId, decisions } = snapshot;
  const mine = ownerId === viewer.userId;
  if (forStaff(viewer, snapshot)) return newestOf(decisions);
  const reads = mine || steps.some(({ final }) => final === true);
  return reads ? newestOf(decisions.filter(({ isReleased }) => isReleased)) : [];
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
