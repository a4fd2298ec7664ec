import type { Application } from '../applications/application.ts';
import { appointmentEmails } from '../applications/appointment-emails.ts';
import { comingSteps } from '../deadlines/application-process.ts';
import { callForDuplicate } from '../deadlines/call-for-duplicate.ts';
import { callState } from '../deadlines/call-state.ts';
import { type DraftPeriods, draftEndsAt } from '../deadlines/draft-expiry.ts';
import { takeBackAfterSubmission } from '../deadlines/take-back.ts';
import { closesAt } from '../deadlines/windows.ts';
import { firstStep } from '../forms/first-step.ts';
import { panelsOf } from '../forms/panels.ts';
import type { Audience, Flow, Item, Step } from '../forms/types.ts';
import type { StoredPerson } from '../people/person-name.ts';
import { applicationRights } from './application-rights.ts';
import type { ApplicationSnapshot, AssignmentSnapshot, FlowFacts } from './application-snapshot.ts';
import { assignedFor, type SeenAssigned, suggestedReplacementsFor } from './assigned-people.ts';
import { isReleaseAwaited, releaseFacts } from './awaited-release.ts';
import { callOfApplication, cutoffOfForms, withTimeframes } from './call-of-application.ts';
import { asReleased, decisionsFor, declinedAward } from './decisions-for.ts';
import { disclosedMoment, disclosedSubmission } from './disclosed-times.ts';
import type { Fact } from './disclosure.ts';
import type { SeenDocument } from './document-for.ts';
import { cutoffThatCounts, processFor } from './process-for.ts';
import { type ProjectedAssignment, type ProjectedWork, projectAssignment } from './project-assignment.ts';
import type { SeenPoint, SeenThread } from './project-threads.ts';
import { rankingBy } from './ranks-to-know.ts';
import { elementsOf, viewOf } from './read-assignment.ts';
import { inScope, scope } from './scope.ts';
import { disclosedTo, type Stance, stanceOf } from './stance.ts';
import { turnedDownAmong } from './turned-down.ts';
import { drawn } from './view-rules.ts';
import type { Viewer } from './viewer.ts';
import { workToTake } from './work-to-take.ts';

/** An application as it is disclosed to a viewer, before it has a language. */
export type SeenApplication = Omit<
  Application,
  'assignments' | 'assigned' | 'documents' | 'owner' | 'threads' | 'points'
> & {
  assignments: ProjectedAssignment[];
  documents: SeenDocument[];
  threads: SeenThread[];
  points: SeenPoint[];
  owner?: StoredPerson;
  assigned?: SeenAssigned[];
};

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

/** The assignments in the order in which they are shown: to all but staff in one that nobody has a part in. */
function inOrder(
  { assignments }: ApplicationSnapshot,
  { steps }: Flow,
  viewer: Viewer,
  stance: Stance,
): readonly AssignmentSnapshot[] {
  if (stance === 'staff') return assignments;
  const orderOf = new Map(steps.map(({ id, order }) => [id, order]));
  const owns = ({ ownerId }: AssignmentSnapshot) => ownerId === viewer.userId;
  const numbered = ({ labelNumber }: AssignmentSnapshot) => labelNumber ?? Number.MAX_SAFE_INTEGER;
  return assignments.toSorted(
    (one, other) =>
      (orderOf.get(one.stepId) ?? 0) - (orderOf.get(other.stepId) ?? 0) ||
      Number(owns(other)) - Number(owns(one)) ||
      (owns(one) ? 0 : numbered(one) - numbered(other) || drawn(one, other)),
  );
}

/** The forms of the steps that are disclosed, and the lists that their elements choose from. */
function formsOf(works: readonly ProjectedWork[], { offered, readable }: FlowFacts) {
  const views = [...new Map(works.map(({ view }) => [view.step.id, view])).values()].sort(
    (one, other) => one.step.order - other.step.order,
  );
  const lists = works.some(({ assignment }) => assignment.can.save) ? offered : readable;
  const stubs = works.flatMap(({ assignment }) => (assignment.formFacts?.steps ?? []) as Step[]);
  const stubTags = stubs.flatMap(elementsOf).flatMap(({ optionsGroup }) => optionsGroup ?? []);
  return {
    steps: views.map(({ step }) => step),
    options: listsOf(lists, [...views.flatMap(({ tags }) => tags), ...stubTags]),
  };
}

/** What is disclosed only while the application is a draft. */
function draftOf(
  snapshot: ApplicationSnapshot,
  flow: Flow,
  cutoff: ApplicationSnapshot['cutoffs'][number] | null,
  isDisclosed: boolean,
  now: Date,
  drafts?: DraftPeriods,
): Pick<SeenApplication, 'draftExpiresAt' | 'duplicatedFrom' | 'takeBack'> {
  if (snapshot.status !== 'draft') return { draftExpiresAt: null, duplicatedFrom: null };
  const takeBack =
    isDisclosed && cutoff !== null
      ? takeBackAfterSubmission(flow, closesAt(snapshot.cutoffs, cutoff), now)
      : null;
  return {
    draftExpiresAt: draftEndsAt({ ...snapshot, last: snapshot.lastMail }, now, drafts),
    duplicatedFrom: isDisclosed ? snapshot.duplicatedFrom : null,
    ...(takeBack === null ? {} : { takeBack }),
  };
}

/** What only staff, or only the applicant, learn of the application as a whole. */
function ofTheWhole(
  snapshot: ApplicationSnapshot,
  { flow, offered }: FlowFacts,
  commands: Application['commands'],
  knows: (fact: Fact) => boolean,
) {
  const owner = snapshot.assignments.find(({ ownerId }) => ownerId === snapshot.ownerId)?.owner ?? null;
  return {
    ...(owner !== null && knows('applicantName') ? { owner } : {}),
    ...(knows('panel') ? { panel: { value: snapshot.panel, offered: [...panelsOf(flow, offered)] } } : {}),
    ...(knows('callCounter') ? { callCounter: snapshot.callCounter } : {}),
    ...(knows('awaitedReleases') ? { toRelease: toRelease(snapshot, flow, commands) } : {}),
    profile: knows('profile') ? snapshot.profile : {},
  };
}

/** The steps for which the applicant will be asked. */
function stepsAhead(
  { status }: ApplicationSnapshot,
  flow: Flow,
  steps: readonly Step[],
  process: Application['process'],
  isDisclosed: boolean,
): Pick<SeenApplication, 'laterSteps' | 'comingSteps'> {
  if (!isDisclosed) return { laterSteps: [], comingSteps: [] };
  const last = Math.max(...steps.map(({ order }) => order), Number.NEGATIVE_INFINITY);
  return {
    laterSteps: flow.steps
      .filter((step) => step.ownerRole === 'applicant' && step.order > last)
      .map(({ id, title, told }) => ({ id, title, ...(told === undefined ? {} : { told }) })),
    comingSteps: comingSteps(process, status),
  };
}

/**
 * The one way out for an application: what of it is disclosed to this viewer now, or null when it does not exist for them.
 * Default deny: nothing is copied over that neither a line of the table of disclosure nor a view rule names. A conflict
 * of interest leaves what was released before it came. A person who may take an assignment that nobody has gets the
 * preview, as if it had been assigned to them. Source: Requirements 2, 6.17 and 6.21.
 */
export function projectApplication(
  reader: Viewer,
  known: ApplicationSnapshot,
  facts: FlowFacts,
  now: Date,
  drafts?: DraftPeriods,
): SeenApplication | null {
  const { flow } = facts;
  const isDraft = known.status === 'draft';
  const stance = stanceOf(reader, known);
  const stopped = stance === 'conflicted';
  const toTake = stopped || isDraft ? [] : workToTake(reader, known, facts);
  const mayTake = toTake.length > 0;
  if (!stopped && !mayTake && !inScope(scope(reader), { ...known, steps: flow.steps })) return null;
  // In a conflict staff keep no more than everybody: what was released to them before.
  const viewer = stopped ? { ...reader, isStaff: false } : reader;
  const snapshot = stopped && !isDraft ? asReleased(known) : known;
  const works = inOrder(snapshot, flow, viewer, stance).flatMap(
    (assignment) => projectAssignment(viewer, snapshot, facts, assignment, now, { mayTake }) ?? [],
  );
  if (stopped && (works.length === 0 || isDraft)) return null;
  const knows = (fact: Fact): boolean => disclosedTo(stance, fact) === 'all';
  const { steps, options } = formsOf(works, facts);
  const cutoff = cutoffThatCounts(snapshot, flow, now);
  const replacements = suggestedReplacementsFor(viewer, snapshot, flow);
  const assigned = assignedFor(viewer, snapshot, facts, now);
  const taken = snapshot.assignments.filter(({ id }) => toTake.some((one) => one.id === id));
  const seen = works.map(({ assignment }) => assignment);
  const process = processFor(viewer, snapshot, flow, { seen, toTake: taken }, now);
  const commands = stopped ? [] : commandsFor(facts, [...process, ...steps], knows);
  const declined = declinedAward(stance, snapshot, works);
  const turnedDown = turnedDownAmong(snapshot.assignments, works);
  return {
    id: snapshot.id,
    uid: snapshot.uid,
    status: snapshot.status,
    displayStatus: displayStatus(snapshot, seen, declined !== null, now),
    createdAt: disclosedMoment(stance, snapshot.createdAt) ?? '',
    submittedAt: disclosedSubmission(stance, snapshot),
    ...(declined === null ? {} : { awardDeclined: declined }),
    ...draftOf(snapshot, flow, cutoff, knows('draft'), now, drafts),
    ...ofTheWhole(snapshot, facts, commands, knows),
    call: callOfApplication(snapshot, flow, cutoff, now),
    cutoff: cutoff === null ? null : cutoffOfForms(flow, cutoff, snapshot.call.timeZone),
    partitions: cutoff?.partitions ?? [],
    steps: [...steps, ...closedStepsToAssign(flow, steps, commands)].map((step) =>
      withTimeframes(step, snapshot, step.id === firstStep(flow)?.id),
    ),
    flowVersion: flow.version,
    options,
    ...stepsAhead(snapshot, flow, steps, process, knows('stepsAhead')),
    process,
    assignments: seen,
    ...(toTake.length === 0 ? {} : { toTake }),
    decisions: decisionsFor(
      viewer,
      snapshot,
      flow,
      works.map(({ reading }) => reading),
    ),
    ...(decides(works, commands) && facts.awardLimits !== undefined
      ? { awardLimits: facts.awardLimits() }
      : {}),
    ...(facts.ranks === undefined || rankingBy(viewer, snapshot, flow) === null
      ? {}
      : { ranks: facts.ranks }),
    ...(turnedDown.length === 0 ? {} : { turnedDown }),
    ...(assigned.length === 0 ? {} : { assigned }),
    ...(replacements.length === 0 ? {} : { suggestedReplacements: replacements }),
    documents: works.flatMap(({ documents }) => documents),
    uploads: works.flatMap(({ uploads }) => uploads),
    threads: works.flatMap(({ threads }) => threads),
    points: works.flatMap(({ points }) => points),
    pointable: works.flatMap(({ pointable, assignment }) => (pointable ? [assignment.id] : [])),
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

/** Commands on the application: those on steps that the viewer knows of. */
function commandsFor(
  { flow, commands }: FlowFacts,
  known: readonly { id: string }[],
  knows: (fact: Fact) => boolean,
): Application['commands'] {
  const all = commands.ofApplication().map((one) => {
    const step = one.command === 'assign' && flow.steps.find(({ id }) => id === one.stepId);
    const emails = step && one.refusal === null ? appointmentEmails(flow, step) : [];
    return emails.length === 0 ? one : { ...one, emails };
  });
  if (knows('commandOnStep')) return all;
  return all.filter(({ stepId }) => stepId === null || known.some(({ id }) => id === stepId));
}

/** Whether the reader decides or advises amounts of the application now: by the form of a step, or directly. */
const decides = (seen: readonly ProjectedWork[], commands: Application['commands']): boolean =>
  seen.some(
    ({ view: { step }, assignment }) =>
      assignment.can.submit &&
      (step.final === true ||
        elementsOf(step).some(
          ({ config }) => config.id === 'technical_limit' || config.id === 'advised_amount',
        )),
  ) || commands.some(({ command, refusal }) => command === 'outcome' && refusal === null);

/** What the chip says: of a draft also why it cannot be edited now. */
function displayStatus(
  { status, call, cutoffs }: ApplicationSnapshot,
  seen: readonly ProjectedAssignment[],
  isDeclined: boolean,
  now: Date,
): Application['displayStatus'] {
  if (status !== 'draft') return isDeclined ? 'award_declined' : status;
  if (seen.some(({ can }) => can.save)) return 'draft';
  const state = callState(call.published, cutoffs, now);
  return state === 'closed' ? 'call_closed' : state === 'open' ? 'draft' : state;
}
