import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Assignment, GroupInstance, RowMark, Upload } from '../applications/application.ts';
import { isUnreplaced } from '../applications/replacement.ts';
import { setInstant } from '../deadlines/windows.ts';
import { contentVersion } from '../forms/content-version.ts';
import { elementsReadElsewhere } from '../forms/cross-steps.ts';
import { hasGivenRows } from '../forms/given-rows.ts';
import { emailsLead, emailsOnAccept } from '../forms/started-by.ts';
import type { Answer, Row, Step } from '../forms/types.ts';
import type { StoredPerson } from '../people/person-name.ts';
import { roleMessage } from '../people/roles.ts';
import type { ApplicationSnapshot, AssignmentSnapshot, FlowFacts } from './application-snapshot.ts';
import { canEdit, type Editability } from './can-edit.ts';
import { disclosedAssignment } from './disclosed-assignment.ts';
import { dayOf, releaseDay } from './disclosed-times.ts';
import { disclosed, type Extent, type Fact, type Relation } from './disclosure.ts';
import { documentFor, type SeenDocument } from './document-for.ts';
import { editFacts } from './edit-facts.ts';
import { isHandedBack } from './is-handed-back.ts';
import {
  askerOf,
  projectPoints,
  projectThreads,
  type SeenPoint,
  type SeenThread,
} from './project-threads.ts';
import { isByRelease, type Reading, readAssignment, type StepView } from './read-assignment.ts';
import { stanceOf } from './stance.ts';
import { audienceOf, isLive, rulesFor, wasHandedIn } from './view-rules.ts';
import type { Viewer } from './viewer.ts';
import { waitingSubmission } from './waiting-submission.ts';

/** An assignment as it is disclosed to a viewer: why it cannot be edited now has no language yet. */
export type ProjectedAssignment = Omit<Assignment, 'notice' | 'owner'> & {
  notice: Message | null;
  owner?: StoredPerson & { role: string };
};

/**
 * Role and number in the name of a file whose author the viewer may not know: 'Scientific reviewer 2'. The number is
 * that of the release, so that it says neither who was first nor changes with what comes later. Source: Requirements 2,
 * 6.19.
 */
function labelOf({ role, labelNumber }: AssignmentSnapshot): Translatable {
  const name = roleMessage(role);
  return labelNumber === null ? name : message('parts.role.numbered', { role: name, n: labelNumber });
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

/** An assignment as it is disclosed to a viewer, with what belongs to it. */
export interface ProjectedWork {
  assignment: ProjectedAssignment;
  reading: Reading;
  view: StepView;
  documents: SeenDocument[];
  uploads: Upload[];
  threads: SeenThread[];
  points: SeenPoint[];
  pointable: boolean;
}

/** What is known of one assignment while it is projected. */
interface Work {
  viewer: Viewer;
  snapshot: ApplicationSnapshot;
  facts: FlowFacts;
  assignment: AssignmentSnapshot;
  reading: Reading;
  edit: Editability;
  /** The commands that the viewer may give. */
  commands: Partial<Assignment['commands']>;
  /** How much of a fact is disclosed. */
  extentOf: (fact: Fact) => Extent;
  relations: readonly Relation[];
  now: Date;
}

/** Returns how a viewer who reads an assignment is related to it. */
function relationsTo(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  assignment: AssignmentSnapshot,
  is: { own: boolean; asks: boolean; canTake: boolean },
): Relation[] {
  const isOfApplicant = assignment.ownerId === snapshot.ownerId;
  return [
    stanceOf(viewer, snapshot),
    isOfApplicant ? 'form_reader' : 'work_reader',
    ...(is.own ? (['owner'] as const) : []),
    ...(is.asks ? (['judge'] as const) : []),
    ...(is.canTake ? (['taker'] as const) : []),
  ];
}

/**
 * Returns the status, reason and history as they are disclosed. Whoever reads by releases alone does not learn of what came
 * since; of the preview one learns that it was submitted.
 */
function statusOf({ viewer, snapshot, facts: { flow }, assignment, reading, relations, extentOf }: Work) {
  const { own, isKept, rules, audience, read } = reading;
  const before = isKept
    ? { ...assignment, status: assignment.previousStatus ?? assignment.status }
    : assignment;
  const isAsReleased =
    relations.includes('conflicted') ||
    (!own &&
      extentOf('judgement') !== 'all' &&
      rules.length > 0 &&
      rules.every(isByRelease) &&
      (!wasHandedIn(before.status) || read?.at !== assignment.submittedAt));
  const known = disclosedAssignment(stanceOf(viewer, snapshot), snapshot, flow, before);
  return { ...known, status: audience === null || isAsReleased ? ('submitted' as const) : known.status };
}

/** Returns a function that gives a time of the assignment as it is disclosed, and the time of its submission. */
function timesOf({ snapshot, facts: { flow }, assignment, reading: { rules, read }, extentOf }: Work) {
  const extent = extentOf('workTime');
  const last = extent === 'all' ? assignment.submittedAt : (read?.at ?? assignment.submittedAt);
  const submittedAt = setInstant(last);
  // The day of a review leads to its author: the day of the release is the same for all reviews of a step.
  const released = releaseDay(rules, snapshot, flow, assignment.stepId, submittedAt);
  const timeOf = (instant: string | null): string | null => {
    if (instant === null || extent === 'all') return instant;
    if (extent === 'day') return dayOf(instant);
    return extent === 'release_day' ? released : null;
  };
  return { timeOf, submittedAt: timeOf(submittedAt) };
}

/**
 * Whether the viewer learns how rows are marked: also readers of the audience suggested_reviewers, but nobody on an
 * application of their own, nor whoever filled in the form by having done so. Source: Requirements 2, 6.13.
 */
function seesMarks({ viewer, snapshot, assignment, reading: { step }, relations, extentOf }: Work): boolean {
  if (relations.includes('applicant')) return false;
  const rules = rulesFor(viewer, snapshot, step, assignment);
  return extentOf('rowMark') === 'all' || audienceOf(rules)?.has('suggested_reviewers') === true;
}

/** Returns the answers and rows that are disclosed, the own as they are now and those of others as they were submitted. */
function contentOf(work: Work) {
  const { facts, assignment, reading, edit } = work;
  const { step, own, audience, submitted, view } = reading;
  const { shown } = view;
  const { answers, rows } = own
    ? ownContent(step, assignment, edit.ok)
    : (submitted ?? { answers: [], rows: [] });
  const readElsewhere = new Set(
    [...elementsReadElsewhere(facts.plan, step.id)].filter((id) => shown.has(id)),
  );
  const marks = seesMarks(work) ? assignment.marks : null;
  return {
    data: dataOf(answers, shown),
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
  };
}

/** Returns the files of the assignment that are named by its disclosed answers. */
function documentsOf(
  { snapshot, assignment, reading, extentOf }: Work,
  data: Assignment['data'],
  timeOf: (instant: string | null) => string | null,
): SeenDocument[] {
  const { shown } = reading.view;
  const named = new Set(data.flatMap(({ input }) => input.values));
  const extent = extentOf('fileName');
  return snapshot.documents
    .filter(
      ({ id, assignmentId, flowElementId }) =>
        assignmentId === assignment.id && shown.has(flowElementId) && named.has(id),
    )
    .map((document) =>
      documentFor(document, {
        knowsAuthor: extent !== 'label',
        author: extent === 'all' ? assignment.owner : null,
        label: labelOf(assignment),
        createdAt: timeOf(document.createdAt),
      }),
    );
}

/** Returns who works on the assignment, how it came about and what followed it, as far as that is disclosed. */
function peopleOf({ snapshot, assignment, extentOf }: Work, { status, reason, activities }: StatusOf) {
  const knows = (fact: Fact): boolean => extentOf(fact) === 'all';
  const history = knows('workHistory');
  const next = isLive(status)
    ? undefined
    : snapshot.assignments.find(({ replaces }) => replaces === assignment.id);
  const ended = { status: assignment.status, endedAt: assignment.activities.at(-1)?.createdAt };
  const { owner, assignerId, role, agreedAt, agreement, timeRequest } = assignment;
  return {
    ...(knows('workOwner') && owner !== null ? { owner: { ...owner, role } } : {}),
    ...(knows('workAssigner') && assignerId !== null ? { assignerId } : {}),
    isLead: history && assignment.isLead,
    reason: history ? reason : null,
    activities: history ? activities : [],
    ...(knows('agreement') && agreedAt !== null
      ? { agreement: { text: agreement ?? '', at: agreedAt } }
      : {}),
    ...(knows('timeRequest') && timeRequest !== null ? { timeRequest } : {}),
    ...(assignment.ownerId === null ? { isUnowned: true as const } : {}),
    ...(isUnreplaced({ id: assignment.id, status }, snapshot.assignments)
      ? { isUnreplaced: true as const }
      : {}),
    ...(knows('workSuccessor') && next !== undefined ? { replacedById: next.id } : {}),
    ...(history && isHandedBack(ended, next) ? { isHandedBack: true as const } : {}),
  };
}
type StatusOf = ReturnType<typeof statusOf>;

/** Returns what the viewer may do with the assignment now, and what it emails. */
function rightsOf(
  { viewer, snapshot, facts, assignment, edit, commands, now }: Work,
  uploads: readonly { refusal: unknown }[],
) {
  const { flow } = facts;
  const hasRefused = uploads.some(({ refusal }) => refusal !== null);
  const waiting = waitingSubmission(viewer, editFacts(snapshot, assignment, flow), now, hasRefused);
  const formFacts = edit.ok ? facts.formFacts(assignment) : null;
  return {
    ...(formFacts === null ? {} : { formFacts }),
    can: { save: edit.ok, submit: edit.ok || waiting !== null },
    ...(edit.ok ? { version: contentVersion(assignment) } : {}),
    commands,
    ...((commands.accept === null || commands.take === null) && emailsOnAccept(flow, assignment)
      ? { emailsOnAccept: true as const }
      : {}),
    ...(commands.make_lead === null && emailsLead(flow, assignment) ? { emailsLead: true as const } : {}),
    notice: edit.ok ? null : (waiting?.notice ?? edit.notice),
  };
}

/** Returns one assignment with its data as it is disclosed to a viewer; null: it does not exist for them. */
export function projectAssignment(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  facts: FlowFacts,
  assignment: AssignmentSnapshot,
  now: Date,
  { mayTake }: { mayTake: boolean },
): ProjectedWork | null {
  const { flow } = facts;
  const reading = readAssignment(viewer, snapshot, flow, assignment, { mayTake });
  if (reading === null) return null;
  const { own, view } = reading;
  const edit = canEdit(viewer, editFacts(snapshot, assignment, flow), now);
  const asker = askerOf(viewer, snapshot, flow, assignment);
  const commands =
    stanceOf(viewer, snapshot) === 'conflicted' ? {} : facts.commands.ofAssignment(assignment.id);
  const canTake = assignment.ownerId === null && commands.take === null;
  const relations = relationsTo(viewer, snapshot, assignment, { own, asks: asker !== null, canTake });
  const extentOf = (fact: Fact): Extent => disclosed(fact, relations);
  const work: Work = {
    viewer,
    snapshot,
    facts,
    assignment,
    reading,
    edit,
    commands,
    extentOf,
    relations,
    now,
  };
  const uploads = snapshot.uploads.filter(
    ({ assignmentId }) => extentOf('uploadInCheck') === 'all' && assignmentId === assignment.id,
  );
  const known = statusOf(work);
  const { timeOf, submittedAt } = timesOf(work);
  const content = contentOf(work);
  const people = peopleOf(work, known);
  const rights = rightsOf(work, uploads);
  return {
    view,
    reading,
    threads: projectThreads(viewer, assignment, { extentOf, canAnswer: edit.ok, shown: view.shown }),
    points: asker === null ? [] : projectPoints(viewer, assignment, asker, { extentOf, shown: view.shown }),
    pointable: asker?.now === true,
    documents: documentsOf(work, content.data, timeOf),
    uploads: uploads
      .filter(({ flowElementId }) => view.shown.has(flowElementId))
      .map((upload) => ({ ...upload, check: upload.refusal === null ? 'waiting' : 'refused' })),
    assignment: {
      id: assignment.id,
      stepId: assignment.stepId,
      labelNumber: assignment.labelNumber,
      role: assignment.role,
      partitionId: assignment.partitionId,
      status: known.status,
      deadline: extentOf('workDeadline') === 'all' ? edit.time.deadline : null,
      start: extentOf('workStart') === 'all' ? edit.time.start : null,
      submittedAt,
      createdAt: timeOf(assignment.createdAt),
      ...people,
      ...content,
      ...rights,
      ...(people.isHandedBack && rights.notice !== null
        ? { notice: message('workflow.notice.handedBack') }
        : {}),
    },
  };
}
