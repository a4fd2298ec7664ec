import {
  applicationPartSchema,
  applicationRowSchema,
  conflictedApplicationSchema,
  dashboardApplicationSchema,
  dataItemSchema,
  documentSchema,
  endedApplicationSchema,
  groupInstanceSchema,
  lateWorkSchema,
  openedApplicationSchema,
  partHash,
  uploadSchema,
} from '@clearcall/domain/applications/application.ts';
import {
  columnNames,
  columnsOf,
  decisionStates,
  operatorsOf,
  sortableColumns,
  workStates,
} from '@clearcall/domain/applications/list-columns.ts';
import { noteSchema, noteTextSchema } from '@clearcall/domain/applications/note.ts';
import { applicationStatuses, assignmentStatuses } from '@clearcall/domain/applications/statuses.ts';
import {
  followedCutoffSchema,
  stepToReleaseSchema,
  taskBoardSchema,
} from '@clearcall/domain/applications/task-board.ts';
import { instant, toldSchema } from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  applicationKey,
  done,
  entryId,
  newestFirst,
  numericId,
  oneLine,
  paging,
  reasonText,
} from './values.ts';

const application = z.strictObject({ id: applicationKey });
const assignment = z.strictObject({ id: uuid });

export const createApplication = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/applications',
  summary: 'Creates a draft for an open call.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  repeatable: true,
  portal: 'user_portal',
  body: z.strictObject({ callId: z.number().int().positive() }),
  reply: z.strictObject({ uid: z.string() }),
  refusals: ['key_reused', 'not_found', 'call_closed'],
});

export const countApplications = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/applications/count/:callId',
  summary:
    'How many applications the caller has for a call, and how many of them are submitted; for staff also how many drafts others have.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: z.strictObject({ callId: numericId }),
  reply: z.strictObject({
    total: z.number().int(),
    submitted: z.number().int(),
    /** Drafts of others, for staff: how many there are, and no more of them. */
    draftsOfOthers: z.number().int().optional(),
  }),
  refusals: ['not_found'],
});

export const openApplication = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/applications/:id',
  summary:
    'One application with its assignments and answers, as far as the caller may see them. Its steps, its lists to choose from and what is said of its call are its parts, named by their hashes. Whoever could open it but for a conflict of interest gets the title of the call and that, nothing else.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: application,
  reply: z.union([openedApplicationSchema, conflictedApplicationSchema, endedApplicationSchema]),
  refusals: ['not_found'],
});

export const openPart = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/parts/:hash',
  summary:
    'A part of applications, such as a step as some readers may see it, for those who were told its hash. It never changes.',
  changes: 'nothing',
  access: 'signed_in',
  portal: 'user_portal',
  params: z.strictObject({ hash: partHash }),
  reply: applicationPartSchema,
  refusals: ['not_found'],
});

export const listDocuments = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/applications/:id/documents',
  summary: 'The documents of an application.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: application,
  reply: z.array(documentSchema),
  refusals: ['not_found'],
});

export const deleteApplication = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/v2/applications/:id',
  summary: 'Deletes a draft with its answers and files.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: application,
  reply: done,
  refusals: ['not_found', 'not_a_draft'],
});

export const duplicateApplication = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/applications/duplicate/:id',
  summary:
    "Copies the caller's own answers and files into a new draft on the call's current form. If the call is closed, the draft is made in the newest open call with the same code.",
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  repeatable: true,
  portal: 'user_portal',
  params: application,
  body: z.strictObject({}).default({}),
  reply: z.strictObject({
    uid: z.string(),
    /** What no longer fits the form and was left out, by its title. */
    leftOut: z.array(z.string()),
  }),
  refusals: ['key_reused', 'no_room', 'files_away', 'not_found', 'call_closed', 'not_editable'],
});

// Composed as what is stored is.
const text = oneLine.max(200);
/** By how a column is filtered: its name, an operator, and a value that it can take. Source: Requirements 2, 7.5. */
export const applicationFilter = z.union([
  z.strictObject({
    column: z.enum(columnsOf('text')),
    op: z.enum(operatorsOf.text),
    value: text.min(1),
  }),
  z.strictObject({
    column: z.enum(columnsOf('step')),
    op: z.enum(operatorsOf.step),
    value: text.min(1),
  }),
  z.strictObject({
    column: z.enum(columnsOf('date')),
    op: z.enum(operatorsOf.date),
    // The database knows no year 0.
    value: z.iso.date().refine((day) => day >= '0001'),
  }),
  z.strictObject({
    column: z.enum(columnsOf('status')),
    op: z.enum(operatorsOf.status),
    // Any case is read. Source: Requirements 2, 3.14.
    value: z.string().toLowerCase().pipe(z.enum(applicationStatuses)),
  }),
  z.strictObject({
    column: z.enum(columnsOf('work')),
    op: z.enum(operatorsOf.work),
    value: z.string().toLowerCase().pipe(z.enum(workStates)),
  }),
  z.strictObject({
    column: z.enum(columnsOf('decision')),
    op: z.enum(operatorsOf.decision),
    value: z.string().toLowerCase().pipe(z.enum(decisionStates)),
  }),
  // Each word in the ID, the title, the name and affiliation of the PI, or for staff the people assigned. An index finds three letters.
  z.strictObject({ column: z.literal('anywhere'), op: z.literal('contains'), value: text.min(3) }),
]);
export type ApplicationFilter = z.infer<typeof applicationFilter>;

/** Which applications of a role, and in which order. */
export const listBody = {
  searchBy: z.array(applicationFilter).max(40).default([]),
  orderBy: z
    .strictObject({ column: z.enum(sortableColumns), direction: z.enum(['ASC', 'DESC']) })
    .default({ column: 'submissionDate', direction: 'DESC' }),
  role: z.string().max(40).optional(),
};

export const searchApplications = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/applications/search',
  summary: "The caller's applications in a role, ten to a page.",
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  query: paging(10),
  body: z.strictObject(listBody),
  reply: z.strictObject({
    data: z.array(applicationRowSchema),
    /** Exact up to 10,000; 10,001 means more. Source: Requirements 2, 7.5. */
    total: z.number().int(),
    /** In which the caller has a list. */
    roles: z.array(z.string()),
    /** That may be read in this role; by no other one can be sorted or filtered. */
    columns: z.array(z.enum(columnNames)),
  }),
  heavy: true,
  refusals: ['column_hidden'],
});

export const listPendingActions = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/applications/dashboard',
  summary:
    'What waits for the caller: the own assignments that can be accepted or submitted, by application.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  query: paging(9_999),
  body: z.strictObject({ role: z.string().max(40).optional() }),
  reply: z.strictObject({
    data: z.array(dashboardApplicationSchema),
    /** The parts in which something waits for the caller, in whichever part it is asked for. */
    roles: z.array(z.string()),
    /** What the system role of the caller has to see to beside that; of no other role. */
    boards: z.array(taskBoardSchema),
    /** For staff, the steps that they can release. */
    toRelease: z.array(stepToReleaseSchema),
    /** For a role that follows calls, the cut-offs whose applications are open to it. */
    followed: z.array(followedCutoffSchema),
    /** Reviews of the caller that are still to be paid, if the caller has entered no bank details; else 0. */
    unpaidReviews: z.number().int(),
  }),
  heavy: true,
  refusals: [],
});

export const listLateWork = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/assignments/late',
  summary:
    'Work of the review that is past its deadline, was not answered for some days, or has no replacement, over all calls, the longest overdue first; for staff.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  query: paging(50),
  body: z.strictObject({
    /** One kind alone: past the deadline, with a request for more time, not answered, or refused or stopped and without a replacement. */
    lateness: z.enum(['overdue', 'asked', 'unanswered', 'unreplaced']).optional(),
    /** For so many days; what was asked later may still be answered. */
    unansweredDays: z.number().int().min(1).max(365).default(5),
    callId: z.number().int().positive().optional(),
    flowElementId: z.string().min(1).max(200).optional(),
  }),
  reply: z.strictObject({
    data: z.array(lateWorkSchema),
    /** Exact up to 10,000; 10,001 means more. */
    total: z.number().int(),
    /** In which something is late, with the steps where. */
    calls: z.array(
      z.strictObject({
        id: z.number().int(),
        title: z.string(),
        told: toldSchema,
        steps: z.array(z.strictObject({ id: z.string(), title: z.string(), told: toldSchema })),
      }),
    ),
  }),
  heavy: true,
  refusals: ['not_found'],
});

const item = dataItemSchema.extend({
  flowElementId: z.string().max(120),
  input: z.strictObject({
    values: z.array(z.string().max(200_000)).max(1_000),
    order: z.unknown().optional(),
  }),
  // One that names none is based on nothing that is stored.
  revision: dataItemSchema.shape.revision.default(0),
  // These may be sent, and mean nothing (Requirements 2, 3.14): rows have their order.
  order: z.unknown().optional(),
  needSave: z.unknown().optional(),
});
/** What else a row may be sent with means nothing here: its answers are items, and who marks it does that by itself. */
const newGroup = groupInstanceSchema.extend({
  childInstances: z.unknown().optional(),
  coi: z.unknown().optional(),
  comment: z.unknown().optional(),
});
const saveBody = z.strictObject({
  data: z.array(item).max(5_000),
  newGroups: z.array(newGroup).max(500).default([]),
  /** What the sender knows to be stored, as it was last told; without it nothing is said of other changes. */
  version: z.string().max(100).optional(),
  /** Of the form that the sender fills in; without it nothing is said of a newer form. */
  flowVersion: z.int32().positive().optional(),
});

/** An element that somebody changed elsewhere since the revision that a save was based on. */
const staleItem = dataItemSchema.extend({ savedAt: instant });
export const savedSchema = z.strictObject({
  /** Exactly what is now stored of what was sent: normalised values and new revisions. */
  data: z.array(dataItemSchema),
  groups: z.array(groupInstanceSchema),
  savedAt: instant,
  /** To those who sent one: what is stored now. */
  version: z.string().optional(),
  /** Something else was stored since the version that was sent: the application has to be read again. */
  isBehind: z.literal(true).optional(),
  /** Only with status 409: what is stored for the items that were not saved. Everything else in the call was saved. */
  stale: z.array(staleItem).optional(),
});

export const saveAssignment = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/v2/assignments/:id/save',
  summary:
    'Saves answers. An item based on an older revision is refused alone, with 409 and the stored value; the rest is saved. With `version` the sender learns if anything else was stored meanwhile. With `flowVersion` it is refused with `form_changed` if the application has a newer form.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: assignment,
  body: saveBody,
  reply: savedSchema,
  refusals: [
    'not_found',
    'not_editable',
    'step_locked',
    'deadline_passed',
    'stale_revision',
    'form_changed',
    'invalid_value',
    'too_many_rows',
  ],
  bodyLimitBytes: 8 * 1024 * 1024,
});

export const submitAssignment = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/v2/assignments/:id/submit',
  summary:
    'Saves what is sent along, checks everything and submits. With `version` it is refused as stale if anything else was stored meanwhile, with `flowVersion` if the form is another one. The same submit again answers like the first. While its files are being checked it is put off with 503: sent again within a day, with nothing changed, it counts as of the first time (`submissionAskedAt`).',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: assignment,
  body: saveBody.extend({
    /** Of a final step: why a result changes that was decided before. */
    reason: reasonText.optional(),
  }),
  reply: savedSchema.extend({ status: z.enum(assignmentStatuses), uid: z.string(), submittedAt: instant }),
  refusals: [
    'not_found',
    'not_editable',
    'step_locked',
    'deadline_passed',
    'already_submitted',
    'stale_revision',
    'form_changed',
    'invalid_value',
    'too_many_rows',
    'has_errors',
    'files_in_check',
    'nothing_to_judge',
    'reason_needed',
    'deadline_needed',
    'deadline_after_check',
    'already_ongoing',
  ],
  bodyLimitBytes: 8 * 1024 * 1024,
});

export const deleteAssignmentData = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/v2/assignments/:id/data',
  summary:
    'Removes rows of groups with all that is in them, and closes the gap in the order. A row stays when something is in it that is not among what the sender has seen.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: assignment,
  body: z.strictObject({
    dataIds: z.array(uuid).min(1).max(500),
    seen: z.array(dataItemSchema).max(20_000).optional(),
    version: saveBody.shape.version,
    flowVersion: saveBody.shape.flowVersion,
  }),
  reply: savedSchema.pick({ groups: true, savedAt: true, version: true, isBehind: true }),
  refusals: [
    'not_found',
    'not_editable',
    'step_locked',
    'deadline_passed',
    'invalid_value',
    'stale_revision',
    'form_changed',
  ],
});

const uploaded = z.strictObject({
  document: uploadSchema,
  /** What the field holds now. */
  data: dataItemSchema,
});

export const uploadDocument = endpoint({
  kind: 'upload',
  method: 'POST',
  path: '/v2/assignments/:id/upload',
  summary:
    'Takes one PDF for an element: multipart with flowElementId, groupId and files; the place before the file is answered sooner. It is kept and waits for its check; it stands in the answer when it has passed.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  repeatable: true,
  portal: 'user_portal',
  params: assignment,
  reply: uploaded,
  refusals: [
    'key_reused',
    'not_found',
    'not_editable',
    'step_locked',
    'deadline_passed',
    'invalid_value',
    'not_a_pdf',
    'file_too_large',
    'no_room',
    'files_away',
    'unsupported_media',
  ],
  // Each costs a check. A course that hands in together comes from one address.
  perMinute: 120,
});

export const openUpload = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/assignments/:id/upload/:uploadId',
  summary:
    'How far the check of an own upload is: waiting, passed, or refused with not_a_pdf, encrypted_pdf, unchecked_pdf or too_many_pages and the sentence that says why.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: z.strictObject({ id: uuid, uploadId: uuid }),
  reply: uploaded,
  refusals: ['not_found'],
});

export const deleteUpload = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/v2/assignments/:id/upload/:uploadId',
  summary: 'Deletes an uploaded document, also while it is checked or after it was refused.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: z.strictObject({ id: uuid, uploadId: uuid }),
  reply: z.strictObject({ data: dataItemSchema }),
  refusals: ['not_found', 'not_editable', 'step_locked', 'deadline_passed', 'invalid_value'],
});

export const downloadUpload = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/download/upload/:uploadId',
  summary:
    'One uploaded document; for whoever may not know its author a copy that says nothing of them, which is made when it is first asked for.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: z.strictObject({ uploadId: uuid }),
  reply: z.unknown(),
  refusals: ['not_found', 'no_clean_copy', 'files_away'],
});

const note = z.strictObject({ id: applicationKey, noteId: uuid });

export const listNotes = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/applications/:id/notes',
  summary: 'What staff noted about an application, for each other alone; the newest first.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: application,
  query: newestFirst(uuid, 50),
  /** `next`: the `before` of what comes after these; null when there is no more. */
  reply: z.strictObject({ data: z.array(noteSchema), next: uuid.nullable() }),
  refusals: ['not_found'],
});

export const addNote = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/applications/:id/notes',
  summary: 'Adds a note of the staff to an application.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  repeatable: true,
  portal: 'user_portal',
  params: application,
  body: z.strictObject({ text: noteTextSchema }),
  reply: z.strictObject({ id: uuid }),
  refusals: ['key_reused', 'not_found'],
});

export const changeNote = endpoint({
  kind: 'json',
  method: 'PATCH',
  path: '/v2/applications/:id/notes/:noteId',
  summary: 'Changes an own note, as it was last read.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: note,
  body: z.strictObject({ text: noteTextSchema, revision: z.number().int().min(1) }),
  reply: z.strictObject({ revision: z.number().int() }),
  refusals: ['not_found', 'stale_revision'],
});

export const removeNote = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/v2/applications/:id/notes/:noteId',
  summary: 'Removes an own note, as it was last read.',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: note,
  body: z.strictObject({ revision: z.number().int().min(1) }),
  reply: done,
  refusals: ['not_found', 'stale_revision'],
});

const personInLog = z
  .strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() })
  .nullable();

export const listEvents = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/applications/:id/events',
  summary: 'What happened to an application, for staff; the newest first.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: application,
  query: newestFirst(entryId, 50),
  reply: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.number().int(),
        type: z.string(),
        /** What it is called. */
        words: z.string(),
        at: instant,
        /** Who did it; null: the portal by itself. */
        by: personInLog,
        /** Whom it is about; null where it is about nobody, or about whoever did it. */
        about: personInLog,
        /** Title of the step. */
        step: z.string().nullable(),
        partition: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    /** The `before` of what comes after these; null when there is no more. */
    next: z.number().int().nullable(),
  }),
  refusals: ['not_found'],
});
