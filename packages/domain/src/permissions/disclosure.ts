/**
 * How a person is related to an application, or to one assignment of it. Of the first four a person has one, the first that
 * holds; the others come to it.
 */
export const relations = {
  applicant: 'The application is theirs, whatever else they are.',
  conflicted: 'Has a conflict of interest. Only what was released before it was noted can be read.',
  staff: 'Acts for the organisation, by the roles that its settings name.',
  reader: 'May open the application as none of these.',
  assigner: 'May assign the step, for the partition (`mayAssign`).',
  final_reader: 'Reads the final step.',
  owner: 'Owns the assignment. Of one that nobody owns, staff act as its owner.',
  judge: 'Took on work at the step that judges the assignment, and reads it as it is submitted.',
  taker: 'May take the assignment, which nobody owns.',
  form_reader: 'Reads an assignment of the applicant, by a view rule or the preview.',
  work_reader: 'Reads an assignment of somebody else, by a view rule.',
} as const;

export type Relation = keyof typeof relations;

/** How much of a fact is disclosed, the least first, as the page about it says it. */
export const extents = {
  none: '–',
  label: 'role and number of the release',
  release_day: 'day of the release',
  first_day: 'day of the first one',
  day: 'day',
  role: 'role',
  name: 'name',
  as_uploaded: 'as it was uploaded',
  released: 'what was released',
  own_part: 'of the steps and partitions that they assign',
  all: 'all',
} as const;

export type Extent = keyof typeof extents;

type Row = { readonly fact: string } & { readonly [relation in Relation]?: Exclude<Extent, 'none'> };

/**
 * What of an application is disclosed, to whom, and how much of it. A relation that a line does not name learns nothing
 * of the fact; of several relations the one that learns most counts. Which answers are read, and from when, is not here:
 * the view rules of a flow say that (`view-rules.ts`). Source: Requirements 2, 4.10, 6.17 to 6.24 and 7.22.
 */
export const disclosure = {
  applicantName: { fact: 'Name of the applicant', applicant: 'all', staff: 'all', assigner: 'name' },
  applicationTime: {
    fact: 'When the application was created, when its award was declined',
    applicant: 'all',
    staff: 'all',
    reader: 'day',
    conflicted: 'day',
  },
  submissionTime: {
    fact: 'When the application was submitted',
    applicant: 'all',
    staff: 'all',
    reader: 'first_day',
    conflicted: 'first_day',
  },
  decision: {
    fact: 'A decision',
    staff: 'all',
    applicant: 'released',
    final_reader: 'released',
  },
  decisionReason: {
    fact: 'The reason of a dropped partition, besides readers of the review that gave it',
    staff: 'all',
    applicant: 'all',
  },
  panel: { fact: 'The panel, and those to choose from', staff: 'all' },
  callCounter: { fact: 'How many applications the call has', staff: 'all' },
  release: { fact: 'Which steps were released', applicant: 'all', staff: 'all' },
  awaitedReleases: { fact: 'Which steps wait for their release', staff: 'all' },
  internals: {
    fact: 'Notes, log of events, emails, automations, earlier submissions, and that a conflict exists',
    staff: 'all',
  },
  profile: { fact: 'The profile of the applicant', applicant: 'all' },
  draft: { fact: 'Origin of a copy, and until when a submission can be taken back', applicant: 'all' },
  stepsAhead: { fact: 'Steps for which the applicant will be asked', applicant: 'all' },
  process: {
    fact: 'Where the application is',
    applicant: 'released',
    staff: 'all',
    reader: 'released',
  },
  workCounts: {
    fact: 'How much work on a step is open and submitted, and until when it is due',
    staff: 'all',
    assigner: 'own_part',
  },
  assignedPeople: { fact: 'Names of people who were assigned', staff: 'all', assigner: 'own_part' },
  endedWork: { fact: 'Who refused work or lost it', staff: 'all', assigner: 'own_part' },
  endedWorkDay: { fact: 'The day on which that happened', staff: 'all' },
  suggestedReplacement: { fact: 'Whom a refusal names instead', staff: 'all', assigner: 'own_part' },
  suggestedBy: { fact: 'Who named them', staff: 'all' },
  commandOnStep: {
    fact: 'Commands on a step that the reader does not know of',
    staff: 'all',
  },

  workOwner: { fact: 'Who owns an assignment', owner: 'all', staff: 'all' },
  workAssigner: { fact: 'Who assigned it', staff: 'all' },
  workTime: {
    fact: 'When it was assigned and submitted, and its files uploaded',
    owner: 'all',
    staff: 'all',
    form_reader: 'day',
    work_reader: 'release_day',
  },
  workDeadline: { fact: 'Its deadline', owner: 'all', staff: 'all', taker: 'all' },
  workStart: { fact: 'From when it can be edited', owner: 'all', staff: 'all' },
  workHistory: {
    fact: 'Its history, the reason of a refusal, that it leads, that it was handed back',
    owner: 'all',
    staff: 'all',
  },
  judgement: {
    fact: 'That it was approved or rejected',
    staff: 'all',
    applicant: 'released',
    reader: 'released',
    conflicted: 'released',
  },
  workSuccessor: { fact: 'What took its place', staff: 'all' },
  agreement: { fact: 'What its owner agreed to', owner: 'all' },
  timeRequest: { fact: 'A request for more time, its reason and answer', owner: 'all', staff: 'all' },
  uploadInCheck: { fact: 'A file that was not checked yet', owner: 'all' },
  fileName: {
    fact: 'The name of a file, which to staff tells its author',
    staff: 'all',
    owner: 'as_uploaded',
    form_reader: 'as_uploaded',
    work_reader: 'label',
  },
  rowMark: { fact: 'How rows are marked, besides readers of suggested reviewers', staff: 'all' },
  changeRequest: { fact: 'What was asked for at a field', owner: 'all', staff: 'all', judge: 'all' },
  unsubmittedAnswer: { fact: 'What was answered to that before it is submitted', owner: 'all' },
  commentAuthor: { fact: 'Who wrote it', staff: 'all', owner: 'role', judge: 'role' },
  requestTime: { fact: 'When it was asked for', staff: 'all', owner: 'day', judge: 'day' },
  answerTime: { fact: 'When it was answered', staff: 'all', owner: 'day', form_reader: 'day' },
} as const satisfies Record<string, Row>;

export type Fact = keyof typeof disclosure;

const order = Object.keys(extents) as Extent[];

/** Returns how much of a fact somebody learns who is related in these ways: the most that one of them gives. */
export function disclosed(fact: Fact, relations: readonly Relation[]): Extent {
  const row: Row = disclosure[fact];
  return relations
    .map((relation): Extent => row[relation] ?? 'none')
    .reduce((most, one) => (order.indexOf(one) > order.indexOf(most) ? one : most), 'none');
}
