import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import type {
  Application,
  Assignment,
  GroupInstance,
  PartitionDecision,
  RowMark,
  SuggestedReplacement,
  Upload,
} from '../applications/application.ts';
import { appointmentEmails } from '../applications/appointment-emails.ts';
import type { ProcessStep } from '../applications/process-step.ts';
import { isUnreplaced } from '../applications/replacement.ts';
import {
  type AssignmentStatus,
  decidedStatuses,
  goneStatuses,
  handedInStatuses,
} from '../applications/statuses.ts';
import { applicationProcess, comingSteps } from '../deadlines/application-process.ts';
import { assignmentTime } from '../deadlines/assignment-time.ts';
import { callForDuplicate } from '../deadlines/call-for-duplicate.ts';
import { callState } from '../deadlines/call-state.ts';
import { type DraftPeriods, draftEndsAt } from '../deadlines/draft-expiry.ts';
import { takeBackAfterSubmission } from '../deadlines/take-back.ts';
import { closesAt, setInstant } from '../deadlines/windows.ts';
import { contentVersion } from '../forms/content-version.ts';
import { elementsReadElsewhere } from '../forms/cross-steps.ts';
import { decidingOf, elementMeaning } from '../forms/decisions.ts';
import { firstStep } from '../forms/first-step.ts';
import { hasGivenRows } from '../forms/given-rows.ts';
import { panelsOf } from '../forms/panels.ts';
import { emailsLead, emailsOnAccept } from '../forms/started-by.ts';
import { titleAs } from '../forms/text-in-languages.ts';
import type { Answer, Audience, Flow, Item, Row, Step, Told } from '../forms/types.ts';
import type { StoredPerson } from '../people/person-name.ts';
import { roleMessage } from '../people/roles.ts';
import { applicationRights } from './application-rights.ts';
import {
  type ApplicationSnapshot,
  type AssignmentSnapshot,
  cutoffsOfStep,
  type FlowFacts,
} from './application-snapshot.ts';
import { isReleaseAwaited, releaseFacts } from './awaited-release.ts';
import { callOfApplication, cutoffOfForms, withTimeframes } from './call-of-application.ts';
import { canEdit, type EditFacts } from './can-edit.ts';
import { documentFor, type SeenDocument } from './document-for.ts';
import { isHandedBack } from './is-handed-back.ts';
import { isInConflict } from './is-in-conflict.ts';
import { knownOfApplication, reachedStep } from './known-of-application.ts';
import { type AssignFacts, choosesLeads, mayAssign, type PlacedPerson } from './may-assign.ts';
import {
  askerOf,
  projectPoints,
  projectThreads,
  type SeenPoint,
  type SeenThread,
} from './project-threads.ts';
import { rankingBy } from './ranks-to-know.ts';
import {
  elementsOf,
  isByRelease,
  newestOf,
  type ReadableApplication,
  type Reading,
  readAssignment,
  type StepView,
  viewOf,
} from './read-assignment.ts';
import { inScope, scope } from './scope.ts';
import { dayOf, knowsHours, releaseDay, toldMoment, toldSubmission } from './told-submission.ts';
import { turnedDownAmong } from './turned-down.ts';
import {
  actsAsStaff,
  audienceOf,
  drawn,
  isLive,
  isUnanswered,
  rulesFor,
  rulesForHandedIn,
  wasHandedIn,
} from './view-rules.ts';
import type { Viewer } from './viewer.ts';
import { waitingSubmission } from './waiting-submission.ts';
import { workToTake } from './work-to-take.ts';

/** An assignment as a viewer may see it: why it cannot be edited now has no language yet. */
type SeenAssignment = Omit<Assignment, 'notice' | 'owner'> & {
  notice: Message | null;
  owner?: StoredPerson & { role: string };
};

/** An application as a viewer may see it, before it has a language. */
export type SeenApplication = Omit<
  Application,
  'assignments' | 'assigned' | 'documents' | 'owner' | 'threads' | 'points'
> & {
  assignments: SeenAssignment[];
  documents: SeenDocument[];
  threads: SeenThread[];
  points: SeenPoint[];
  owner?: StoredPerson;
  assigned?: SeenAssigned[];
};

/** A person on a step as a viewer who assigns it may see them. */
type SeenAssigned = Omit<NonNullable<Application['assigned']>[number], 'owner'> & {
  owner: StoredPerson | null;
};

/** What is said of an application to somebody with a conflict of interest, before it has a language. */
export interface SeenConflict {
  conflict: { callTitle: string; told: Told; title: Message; message: Message | null };
}

const isOneOf = (statuses: readonly AssignmentStatus[], status: AssignmentStatus): boolean =>
  statuses.includes(status);

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

/**
 * Role and number in the name of a file whose author the viewer may not know: 'Scientific reviewer 2'. The number is
 * that of the release, so that it says neither who was first nor changes with what comes later. Source: Requirements 2,
 * 6.19.
 */
function labelOf({ role, labelNumber }: AssignmentSnapshot): Translatable {
  const name = roleMessage(role);
  return labelNumber === null ? name : message('parts.role.numbered', { role: name, n: labelNumber });
}

export function editFacts(
  snapshot: Pick<ApplicationSnapshot, 'ownerId' | 'cutoffId' | 'cutoffs' | 'unlockedSteps'> & {
    call: { timeZone: string };
  },
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'ownerId' | 'status' | 'deadline' | 'submissionAskedAt'>,
  flow: Flow,
): EditFacts {
  return {
    assignment: { ...assignment, isFirst: firstStep(flow)?.id === assignment.stepId },
    applicationOwnerId: snapshot.ownerId,
    applicationCutoff: snapshot.cutoffId,
    cutoffs: cutoffsOfStep(snapshot, assignment.stepId),
    timeZone: snapshot.call.timeZone,
    isLocked:
      flow.steps.find(({ id }) => id === assignment.stepId)?.config.isUnlockable === true &&
      !snapshot.unlockedSteps.includes(assignment.stepId),
  };
}

/** What of a step tells whether a decision was disclosed. */
export type DisclosingStep = Pick<Step, 'id' | 'order' | 'final'> & { judges?: string | null };

const isOneOfDecided = (status: ApplicationSnapshot['status']): boolean =>
  status !== 'withdrawn' && (decidedStatuses as readonly string[]).includes(status);

const isJudgement = ({ status }: Pick<AssignmentSnapshot, 'status'>): boolean =>
  status === 'approved' || status === 'rejected';

/**
 * What was judged of a step until then is told to everybody who reads it: until the last release of the step that judges,
 * or all of it once the result of the application is released, of which a step after it is no part; null: nothing of it.
 * Source: Requirements 2, 4.5.
 */
function judgedUntil(
  {
    status,
    awardDeclinedAt,
    releasedAt,
  }: Pick<ApplicationSnapshot, 'status' | 'awardDeclinedAt' | 'releasedAt'>,
  { steps }: { steps: readonly DisclosingStep[] },
  stepId: string,
): string | null {
  const final = steps.find((step) => step.final === true);
  const judged = steps.find(({ id }) => id === stepId);
  const isAfter = final !== undefined && judged !== undefined && judged.order > final.order;
  if ((isOneOfDecided(status) || awardDeclinedAt !== null) && !isAfter) return '9999';
  const releases = steps.flatMap(({ id, judges }) => (judges === stepId ? (releasedAt[id] ?? []) : []));
  return releases.toSorted().at(-1) ?? null;
}

/** An assignment as people outside of the staff know it: what was not released yet looks as it was before. */
export function publicAssignment(
  snapshot: Pick<ApplicationSnapshot, 'status' | 'awardDeclinedAt' | 'releasedAt'>,
  flow: { steps: readonly DisclosingStep[] },
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'status' | 'reason' | 'activities'>,
): Pick<AssignmentSnapshot, 'status' | 'reason' | 'activities'> {
  const { status, reason, activities } = assignment;
  const until = judgedUntil(snapshot, flow, assignment.stepId);
  const isTold = ({ createdAt }: { createdAt: string }) => until !== null && createdAt <= until;
  const disclosed = activities.filter((one) => !isJudgement(one) || isTold(one));
  const last = activities.findLast((one) => one.status === status) ?? { createdAt: '' };
  if (!isJudgement(assignment) || isTold(last)) return { status, reason, activities: disclosed };
  const before = disclosed.findLast(
    (one) => one.status === 'submitted' || one.status === 'resubmitted' || isJudgement(one),
  );
  return { status: before?.status ?? 'submitted', reason: before?.reason ?? null, activities: disclosed };
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

/**
 * What somebody's own work holds. Given rows are made while it can be written and are stored with a
 * submission alone, with what stands in them: whoever cannot write any more reads them from there.
 */
function ownContent(
  step: Step,
  { answers, rows, submitted }: AssignmentSnapshot,
  isWritten: boolean,
): { answers: readonly (AssignmentSnapshot['answers'][number] | Answer)[]; rows: readonly Row[] } {
  const groups = step.forms.flatMap(({ elements }) => elements).filter(hasGivenRows);
  if (isWritten || submitted === null || groups.length === 0) return { answers, rows };
  const ids = new Set(groups.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]));
  return {
    answers: [
      ...answers.filter(({ elementId }) => !ids.has(elementId)),
      ...submitted.answers.filter(({ elementId }) => ids.has(elementId)),
    ],
    rows: [...rows, ...submitted.rows.filter(({ elementId }) => ids.has(elementId))],
  };
}

const unmarked: RowMark = { coi: false, comment: null };

/**
 * Whether the viewer may know how rows are marked: staff and readers of the audience suggested_reviewers, but nobody on
 * an application of their own, whatever a `view` permission opens, nor whoever filled in the form by having done so.
 * Source: Requirements 2, 6.13.
 */
function seesMarks(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  step: Step,
  assignment: AssignmentSnapshot,
): boolean {
  if (snapshot.ownerId === viewer.userId) return false;
  const rules = rulesFor(viewer, snapshot, step, assignment);
  return viewer.isStaff || audienceOf(rules)?.has('suggested_reviewers') === true;
}

interface Seen {
  assignment: SeenAssignment;
  reading: Reading;
  view: StepView;
  documents: SeenDocument[];
  uploads: Upload[];
  threads: SeenThread[];
  points: SeenPoint[];
  pointable: boolean;
}

/** One assignment with its data, as far as the viewer may see it; null: it does not exist for them. */
function projectAssignment(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { flow, plan, formFacts, commands }: FlowFacts,
  assignment: AssignmentSnapshot,
  now: Date,
  { mayTake }: { mayTake: boolean },
): Seen | null {
  const reading = readAssignment(viewer, snapshot, flow, assignment, { mayTake });
  if (reading === null) return null;
  const { step, own, isKept, rules, audience, read, submitted, view } = reading;
  const { shown } = view;
  const staff = actsAsStaff(viewer, snapshot);
  const stopped = isInConflict(viewer, snapshot);
  const facts = editFacts(snapshot, assignment, flow);
  const edit = canEdit(viewer, facts, now);
  const { answers, rows } = own
    ? ownContent(step, assignment, edit.ok)
    : (submitted ?? { answers: [], rows: [] });
  const visible = answers.filter(({ elementId }) => shown.has(elementId));
  const readElsewhere = new Set([...elementsReadElsewhere(plan, step.id)].filter((id) => shown.has(id)));
  const files = new Set(visible.flatMap(({ values }) => values));
  const label = labelOf(assignment);
  const uploads = snapshot.uploads.filter((upload) => own && upload.assignmentId === assignment.id);
  const hasRefused = uploads.some(({ refusal }) => refusal !== null);
  const given = stopped ? {} : commands.ofAssignment(assignment.id);
  const waiting = waitingSubmission(viewer, facts, now, hasRefused);
  const disclosed = isKept
    ? { ...assignment, status: assignment.previousStatus ?? assignment.status }
    : assignment;
  // By releases alone one is not told of what came since.
  const isAsReleased =
    stopped ||
    (!own &&
      !staff &&
      rules.length > 0 &&
      rules.every(isByRelease) &&
      (!wasHandedIn(disclosed.status) || read?.at !== assignment.submittedAt));
  const known = staff ? assignment : publicAssignment(snapshot, flow, disclosed);
  // Of somebody else's work its readers get what it says, not how it came about, nor the hour.
  const history = own || staff;
  // As the dashboard says of work that its reader may take.
  const isToTake = assignment.ownerId === null && given.take === null;
  const isNameless = !history && assignment.ownerId !== snapshot.ownerId;
  const submittedAt = setInstant(history ? assignment.submittedAt : (read?.at ?? assignment.submittedAt));
  // The day of a review leads to its author: the day of the release is the same for all reviews of a step.
  const released = isNameless ? releaseDay(rules, snapshot, flow, assignment.stepId, submittedAt) : null;
  const day = (instant: string | null) =>
    instant === null || history ? instant : isNameless ? released : dayOf(instant);
  const reads = edit.ok ? formFacts(assignment) : null;
  const marks = seesMarks(viewer, snapshot, step, assignment) ? assignment.marks : null;
  const asker = askerOf(viewer, snapshot, flow, assignment);
  const threadsOf = { own, staff, asks: asker !== null, canAnswer: edit.ok, isNameless, shown };

  const status = audience === null || isAsReleased ? 'submitted' : known.status;
  const { assignments } = snapshot;
  const next = !isLive(status) ? assignments.find(({ replaces }) => replaces === assignment.id) : undefined;

  return {
    view,
    reading,
    threads: projectThreads(viewer, assignment, threadsOf),
    points: asker === null ? [] : projectPoints(viewer, assignment, asker, { staff, shown }),
    pointable: asker?.now === true,
    documents: snapshot.documents
      .filter(
        (document) =>
          document.assignmentId === assignment.id &&
          shown.has(document.flowElementId) &&
          files.has(document.id),
      )
      .map((document) =>
        documentFor(document, {
          knowsAuthor: !isNameless,
          author: staff ? assignment.owner : null,
          label,
          createdAt: day(document.createdAt),
        }),
      ),
    uploads: uploads
      .filter((upload) => shown.has(upload.flowElementId))
      .map((upload) => ({ ...upload, check: upload.refusal === null ? 'waiting' : 'refused' })),
    assignment: {
      id: assignment.id,
      stepId: assignment.stepId,
      ...(history && assignment.owner !== null
        ? { owner: { ...assignment.owner, role: assignment.role } }
        : {}),
      ...(staff && assignment.assignerId !== null ? { assignerId: assignment.assignerId } : {}),
      labelNumber: assignment.labelNumber,
      role: assignment.role,
      partitionId: assignment.partitionId,
      status,
      deadline: history || isToTake ? edit.time.deadline : null,
      start: history ? edit.time.start : null,
      submittedAt: day(submittedAt),
      createdAt: day(assignment.createdAt),
      isLead: history && assignment.isLead,
      reason: history ? known.reason : null,
      activities: history ? known.activities : [],
      data: dataOf(visible, shown),
      groups: groupsOf(rows, shown).map((row) =>
        marks === null ? row : { ...row, ...(marks[row.id] ?? unmarked) },
      ),
      submitted:
        submitted === null || audience === null
          ? null
          : {
              data: dataOf(submitted.answers, readElsewhere),
              groups: groupsOf(submitted.rows, readElsewhere),
            },
      ...(reads === null ? {} : { formFacts: reads }),
      can: { save: edit.ok, submit: edit.ok || waiting !== null },
      ...(edit.ok ? { version: contentVersion(assignment) } : {}),
      ...(own && assignment.ownerId === viewer.userId && assignment.agreedAt !== null
        ? { agreement: { text: assignment.agreement ?? '', at: assignment.agreedAt } }
        : {}),
      ...(assignment.timeRequest !== null && (staff || assignment.ownerId === viewer.userId)
        ? { timeRequest: assignment.timeRequest }
        : {}),
      commands: given,
      ...((given.accept === null || given.take === null) && emailsOnAccept(flow, assignment)
        ? { emailsOnAccept: true }
        : {}),
      ...(given.make_lead === null && emailsLead(flow, assignment) ? { emailsLead: true } : {}),
      ...(assignment.ownerId === null ? { isUnowned: true } : {}),
      ...(isUnreplaced({ id: assignment.id, status }, assignments) ? { isUnreplaced: true } : {}),
      ...(staff && next !== undefined ? { replacedById: next.id } : {}),
      ...(history &&
      isHandedBack({ status: assignment.status, endedAt: assignment.activities.at(-1)?.createdAt }, next)
        ? { isHandedBack: true }
        : {}),
      notice: edit.ok ? null : (waiting?.notice ?? edit.notice),
    },
  };
}

/**
 * What somebody with a conflict of interest is told of an application that they could open but for it: the title of its
 * call, and that there is a conflict; of own work that this is stopped. Null for everybody else, and where their part had
 * ended before. Source: Requirements 2, 6.10.
 */
export function projectConflict(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { steps }: Pick<Flow, 'steps'>,
): SeenConflict | null {
  if (snapshot.status === 'draft' || !isInConflict(viewer, snapshot)) return null;
  const isHeld = snapshot.assignments.some(
    ({ ownerId, status }) => ownerId === viewer.userId && (status === 'conflicted' || isLive(status)),
  );
  // As it was when the conflict came: that it opens says nothing of what was released since.
  const released = asReleased(snapshot);
  if (!isHeld && !inScope(scope(viewer), { ...released, steps, inConflict: [] })) return null;
  return {
    conflict: {
      callTitle: snapshot.call.title,
      told: titleAs('callTitle', snapshot.call),
      title: message('workflow.notice.conflictTitle'),
      message: isHeld ? message('workflow.notice.conflicted') : null,
    },
  };
}

/**
 * The one way out for an application: what this viewer may see of it now, or null when it does not exist for them.
 * Default deny: nothing is copied over that no rule names. Applicants see no other people, readers get the content of
 * the last submission and never what was hidden in it. A conflict of interest leaves what was released before it came.
 * A person who may take an assignment that nobody has gets the preview, as if it had been assigned to them.
 * Source: Requirements 2, 6.17 and 6.21.
 */
export function projectApplication(
  reader: Viewer,
  known: ApplicationSnapshot,
  facts: FlowFacts,
  now: Date,
  drafts?: DraftPeriods,
): SeenApplication | null {
  const { flow, offered, readable } = facts;
  const stopped = isInConflict(reader, known);
  const toTake = stopped || known.status === 'draft' ? [] : workToTake(reader, known, facts);
  const mayTake = toTake.length > 0;
  if (!stopped && !mayTake && !inScope(scope(reader), { ...known, steps: flow.steps })) return null;
  // In a conflict staff keep no more than everybody: what was released to them before.
  const viewer = stopped ? { ...reader, isStaff: false } : reader;
  const snapshot = stopped && known.status !== 'draft' ? asReleased(known) : known;
  const mine = snapshot.ownerId === viewer.userId;
  const day = (instant: string) => (knowsHours(viewer, snapshot) ? instant : dayOf(instant));
  const orderOf = new Map(flow.steps.map(({ id, order }) => [id, order]));
  const owns = ({ ownerId }: AssignmentSnapshot) => ownerId === viewer.userId;
  const numbered = ({ labelNumber }: AssignmentSnapshot) => labelNumber ?? Number.MAX_SAFE_INTEGER;
  const inOrder = actsAsStaff(viewer, snapshot)
    ? snapshot.assignments
    : snapshot.assignments.toSorted(
        (one, other) =>
          (orderOf.get(one.stepId) ?? 0) - (orderOf.get(other.stepId) ?? 0) ||
          Number(owns(other)) - Number(owns(one)) ||
          (owns(one) ? 0 : numbered(one) - numbered(other) || drawn(one, other)),
      );
  const seen = inOrder.flatMap(
    (assignment) => projectAssignment(viewer, snapshot, facts, assignment, now, { mayTake }) ?? [],
  );
  if (stopped && (seen.length === 0 || snapshot.status === 'draft')) return null;
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
  const takeBack =
    mine && draft && cutoff !== null
      ? takeBackAfterSubmission(flow, closesAt(snapshot.cutoffs, cutoff), now)
      : null;
  const owner = snapshot.assignments.find(({ ownerId }) => ownerId === snapshot.ownerId)?.owner ?? null;
  const replacements = stopped ? [] : suggestedReplacementsFor(viewer, snapshot, flow);
  const assigned = stopped ? [] : assignedFor(viewer, snapshot, facts, now);
  const process = stopped
    ? []
    : processFor(
        viewer,
        snapshot,
        flow,
        {
          seen: seen.map(({ assignment }) => assignment),
          toTake: snapshot.assignments.filter(({ id }) => toTake.some((one) => one.id === id)),
        },
        now,
      );
  const commands = stopped ? [] : commandsFor(viewer, snapshot, facts, [...process, ...steps]);
  const declined = declinedAward(viewer, snapshot, seen);
  const turnedDown = turnedDownAmong(snapshot.assignments, seen);
  const lastSeen = Math.max(...steps.map(({ order }) => order), Number.NEGATIVE_INFINITY);
  return {
    id: snapshot.id,
    uid: snapshot.uid,
    status: snapshot.status,
    displayStatus: draft
      ? editing
        ? 'draft'
        : displayOfDraft(state)
      : declined
        ? 'award_declined'
        : snapshot.status,
    createdAt: day(snapshot.createdAt),
    submittedAt: toldSubmission(viewer, snapshot),
    ...(declined === null ? {} : { awardDeclined: declined }),
    draftExpiresAt: draft ? draftEndsAt({ ...snapshot, last: snapshot.lastMail }, now, drafts) : null,
    duplicatedFrom: mine && draft ? snapshot.duplicatedFrom : null,
    ...(takeBack === null ? {} : { takeBack }),
    ...(owner !== null && (mine || actsAsStaff(viewer, snapshot)) ? { owner } : {}),
    ...(actsAsStaff(viewer, snapshot)
      ? { panel: { value: snapshot.panel, offered: [...panelsOf(flow, offered)] } }
      : {}),
    call: callOfApplication(snapshot, flow, cutoff, now),
    ...(actsAsStaff(viewer, snapshot) ? { callCounter: snapshot.callCounter } : {}),
    cutoff: cutoff === null ? null : cutoffOfForms(flow, cutoff, snapshot.call.timeZone),
    partitions: cutoff?.partitions ?? [],
    steps: [...steps, ...closedStepsToAssign(flow, steps, commands)].map((step) =>
      withTimeframes(step, snapshot, step.id === firstStep(flow)?.id),
    ),
    flowVersion: flow.version,
    options,
    laterSteps: mine
      ? flow.steps
          .filter((step) => step.ownerRole === 'applicant' && step.order > lastSeen)
          .map(({ id, title, told }) => ({ id, title, ...(told === undefined ? {} : { told }) }))
      : [],
    comingSteps: mine ? comingSteps(process, snapshot.status) : [],
    process,
    profile: mine ? snapshot.profile : {},
    assignments: seen.map(({ assignment }) => assignment),
    ...(toTake.length === 0 ? {} : { toTake }),
    ...(actsAsStaff(viewer, snapshot) ? { toRelease: toRelease(snapshot, flow, commands) } : {}),
    decisions: decisionsFor(
      viewer,
      snapshot,
      flow,
      seen.map(({ reading }) => reading),
    ),
    ...(decides(seen, commands) && facts.awardLimits !== undefined
      ? { awardLimits: facts.awardLimits() }
      : {}),
    ...(facts.ranks === undefined || rankingBy(viewer, snapshot, flow) === null
      ? {}
      : { ranks: facts.ranks }),
    ...(turnedDown.length === 0 ? {} : { turnedDown }),
    ...(assigned.length === 0 ? {} : { assigned }),
    ...(replacements.length === 0 ? {} : { suggestedReplacements: replacements }),
    documents: seen.flatMap(({ documents }) => documents),
    uploads: seen.flatMap(({ uploads }) => uploads),
    threads: seen.flatMap(({ threads }) => threads),
    points: seen.flatMap(({ points }) => points),
    pointable: seen.flatMap(({ pointable, assignment }) => (pointable ? [assignment.id] : [])),
    can: applicationRights(viewer, snapshot, callForDuplicate(snapshot.sameCode, snapshot.call.id, now)),
    commands,
  };
}

/** Returns the steps that can be released now and whose release is awaited. */
function toRelease(
  { status, assignments }: Pick<ApplicationSnapshot, 'status' | 'assignments'>,
  flow: Flow,
  commands: Application['commands'],
): string[] {
  return flow.steps
    .filter(({ id }) => {
      const isReady = commands.some(
        ({ command, stepId, refusal }) => command === 'release' && stepId === id && refusal === null,
      );
      return isReady && isReleaseAwaited(flow, id, releaseFacts(flow.steps, id, { status, assignments }));
    })
    .map(({ id }) => id);
}

/** When the applicant declined the award, with the reason if the reader may read it; null if they did not. */
function declinedAward(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  seen: readonly Seen[],
): NonNullable<Application['awardDeclined']> | null {
  const at = toldMoment(viewer, snapshot, snapshot.awardDeclinedAt);
  if (at === null) return null;
  const reasons = seen.flatMap(({ view: { step }, assignment: { data } }) => {
    const asked =
      decidingOf(step) === 'acceptance' ? elementMeaning(step, 'outcome_reason', null) : undefined;
    return data.flatMap(({ flowElementId, input }) => (flowElementId === asked?.id ? input.values : []));
  });
  return { at, reason: reasons.at(-1) ?? null };
}

/**
 * Steps that nobody works on as far as the reader sees, for those who may assign them: who may get them, and nothing of
 * their forms.
 */
function closedStepsToAssign(flow: Flow, seen: readonly Step[], commands: Application['commands']): Step[] {
  const isToFill = (step: Step): boolean =>
    seen.every(({ id }) => id !== step.id) &&
    commands.some(({ command, stepId }) => command === 'assign' && stepId === step.id);
  const closed = { audience: new Set<Audience>(), preview: false, closed: true };
  return flow.steps.filter(isToFill).map((step) => viewOf(step, closed).step);
}

/** Commands on the application; outside of the staff those on steps alone that the reader is told of. */
function commandsFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { flow, commands }: FlowFacts,
  told: readonly { id: string }[],
): Application['commands'] {
  const all = commands.ofApplication().map((one) => {
    const step = one.command === 'assign' && flow.steps.find(({ id }) => id === one.stepId);
    const emails = step && one.refusal === null ? appointmentEmails(flow, step) : [];
    return emails.length === 0 ? one : { ...one, emails };
  });
  if (actsAsStaff(viewer, snapshot)) return all;
  return all.filter(({ stepId }) => stepId === null || told.some(({ id }) => id === stepId));
}

/** Whether the reader decides or advises amounts of the application now: by the form of a step, or directly. */
const decides = (seen: readonly Seen[], commands: Application['commands']): boolean =>
  seen.some(
    ({ view: { step }, assignment }) =>
      assignment.can.submit &&
      (step.final === true ||
        elementsOf(step).some(
          ({ config }) => config.id === 'technical_limit' || config.id === 'advised_amount',
        )),
  ) || commands.some(({ command, refusal }) => command === 'outcome' && refusal === null);

/** An application with the status that releases gave it, for people who learn nothing else of it any more. */
function asReleased(snapshot: ApplicationSnapshot): ApplicationSnapshot {
  const told = newestOf(snapshot.decisions.filter(({ isReleased }) => isReleased));
  const isAwarded = told.some(({ outcome }) => outcome === 'awarded' || outcome === 'reduced');
  const isRejected = told.length > 0 && told.every(({ outcome }) => outcome === 'rejected');
  const status = isAwarded ? 'approved' : isRejected ? 'rejected' : 'submitted';
  return { ...snapshot, status, awardDeclinedAt: null };
}

/**
 * What was decided: staff get the newest, its applicant and readers of the final step the newest that was released. The
 * reason of a dropped partition is the text of a review: beside staff and the applicant only readers of that review get
 * it.
 */
export function decisionsFor(
  viewer: Viewer,
  snapshot: ReadableApplication,
  { steps }: Pick<Flow, 'steps'>,
  seen: readonly Pick<Reading, 'step' | 'closed'>[],
): PartitionDecision[] {
  const { ownerId, decisions, assignments } = snapshot;
  const mine = ownerId === viewer.userId;
  const staff = actsAsStaff(viewer, snapshot);
  const reads = staff || mine || seen.some(({ step, closed }) => !closed && step.final === true);
  const readsReview = (reviewId: string | null): boolean => {
    const review = assignments.find(({ id }) => id === reviewId);
    const step = steps.find(({ id }) => id === review?.stepId);
    if (review === undefined || step === undefined) return reviewId === null;
    if (review.ownerId === viewer.userId) return true;
    return audienceOf(rulesForHandedIn(viewer, snapshot, step, review))?.has('public') === true;
  };
  if (!reads) return [];
  return newestOf(decisions.filter(({ isReleased }) => staff || isReleased)).map(
    ({ reviewId, reason, ...told }) => ({
      ...told,
      reason: staff || mine || readsReview(reviewId) ? reason : null,
    }),
  );
}

/** Facts about who may assign work of the application, and the viewer as they ask for it. */
function askedToAssign(
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
function assignedFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { flow, commands }: FlowFacts,
  now: Date,
): SeenAssigned[] {
  if (snapshot.ownerId === viewer.userId || snapshot.status === 'draft') return [];
  const { steps } = flow;
  const { facts, person } = askedToAssign(viewer, snapshot, steps);
  const isChair = choosesLeads(facts, person);
  const nameOf = ({ owner }: AssignmentSnapshot) => `${owner?.lastName ?? ''} ${owner?.firstName ?? ''}`;
  return steps.flatMap((step) => {
    const hasLead = isChair && step.config.hasLead === true;
    return snapshot.assignments
      .filter(
        ({ stepId, ownerId, status, partitionId }) =>
          stepId === step.id &&
          ownerId !== snapshot.ownerId &&
          !isOneOf(goneStatuses, status) &&
          (hasLead || viewer.isStaff || mayAssign(facts, person, step, partitionId)),
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
 * Whom those who refused named in their place: for staff, and for those who may assign the step and its partition, to
 * whom it is not told who named them. Source: Requirements 2c, 3.2.
 */
function suggestedReplacementsFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { steps }: Flow,
): SuggestedReplacement[] {
  const { suggestedReplacements } = snapshot;
  if (snapshot.ownerId === viewer.userId) return [];
  if (viewer.isStaff) return suggestedReplacements;
  const { facts, person } = askedToAssign(viewer, snapshot, steps);
  return suggestedReplacements.flatMap(({ assignmentId: _, ...told }) => {
    const step = steps.find(({ id }) => id === told.stepId);
    return step !== undefined && mayAssign(facts, person, step, told.partitionId) ? [told] : [];
  });
}

/** The process of an application as this viewer may know it: from what `knownOfApplication` gives, and nothing else. */
function processFor(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
  { seen: shown, toTake }: { seen: readonly SeenAssignment[]; toTake: readonly AssignmentSnapshot[] },
  now: Date,
): ProcessStep[] {
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
  if (actsAsStaff(viewer, snapshot) || isOneOfDecided(snapshot.status) || snapshot.status === 'draft')
    return applicationProcess(flow.steps, planned, known, now);
  const office: Viewer = { userId: 0, role: 'pro', isStaff: true };
  const ofStaff = knownOfApplication(office, snapshot, flow, { seen: [], planned, cutoff }, timesOf, now);
  const truth = applicationProcess(flow.steps, planned, ofStaff, now);
  const reached = reachedStep(truth, snapshot, flow, { seen, planned }, timesOf, now);
  return applicationProcess(flow.steps, planned, { ...known, reached }, now);
}

/** What the chip says of a draft that cannot be edited now. */
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
