import { rowMarkSchema } from '@clearcall/domain/applications/application.ts';
import { appointmentEmailSchema } from '@clearcall/domain/applications/appointment-emails.ts';
import { receiptSchema } from '@clearcall/domain/applications/receipt.ts';
import { applicationStatuses, assignmentStatuses } from '@clearcall/domain/applications/statuses.ts';
import { maxPoints, pointSchema } from '@clearcall/domain/applications/thread.ts';
import { instant } from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import {
  type CommandName,
  needs,
  rowOf,
  type WorkflowRefusalCode,
} from '@clearcall/domain/workflow/commands.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey, foldedEmail, numericId, oneLine, reasonText as reason, textId } from './values.ts';

/** The refusals that the table of commands can give, read from the table itself. */
export function refusalsOf(...names: CommandName[]): WorkflowRefusalCode[] {
  const codes = names.flatMap((name): WorkflowRefusalCode[] => {
    const row = rowOf(name);
    return [
      row.otherwise,
      ...row.needs.map((need) => needs[need]),
      ...(row.of === 'assignment' ? (['stale_revision'] as const) : []),
      ...(name === 'assign' || name === 'invite' ? (['partition_of_others'] as const) : []),
    ];
  });
  return [...new Set<WorkflowRefusalCode>(['not_found', 'forbidden', ...codes])];
}

const application = z.strictObject({ id: applicationKey });
const assignment = z.strictObject({ id: uuid });
export const stepId = z.string().min(1).max(200);
const person = z.number().int().positive();
const partitionId = z.string().min(1).max(100).nullable().default(null);
/** The revision of the assignment that the sender saw: with another one the command is refused as stale. */
const revision = z.number().int().min(0).optional();

/** Whoever assigns has seen what speaks for a conflict of interest, and has decided that it is none. */
const despiteEvidence = z.boolean().default(false);

/** With `makeLead`: the person who leads the step and partition now loses the lead. Without it they keep it, and nothing is done. */
const replaceLead = z.boolean().default(false);

/** The assignment whose place the person takes; else it is one that was refused or stopped and waits for a replacement. */
const replaces = uuid.optional();

/** A day that the database knows. */
const day = z.iso.date().refine((given) => given >= '2000-01-01');

/** A moment that somebody names; kept in UTC. */
const givenInstant = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

/** An assignment as whoever commands it gets it back. */
export const commandedAssignmentSchema = z.strictObject({
  id: uuid,
  flowElementId: z.string(),
  partitionId: z.string().nullable(),
  role: z.string(),
  status: z.enum(assignmentStatuses),
  deadline: instant.nullable(),
  isLead: z.boolean(),
  revision: z.number().int(),
});
export type CommandedAssignment = z.infer<typeof commandedAssignmentSchema>;

const ofApplication = z.strictObject({ status: z.enum(applicationStatuses) });

const common = {
  kind: 'json',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
} as const;

export const assign = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/assign',
  summary:
    'Gives a step of an application to a person, or to nobody yet, so that people of the centre or of the role can take it.',
  repeatable: true,
  params: application,
  body: z.strictObject({
    flowElementId: stepId,
    userId: person.nullable(),
    partitionId,
    makeLead: z.boolean().default(false),
    replaceLead,
    replaces,
    /** Without one it is the own role of the person, or the only one that fits. */
    role: z.string().min(1).max(100).optional(),
    deadline: givenInstant.nullable().optional(),
    despiteEvidence,
  }),
  reply: commandedAssignmentSchema,
  refusals: ['key_reused', 'conflict_possible', ...refusalsOf('assign')],
});

export const inviteToStep = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/invite',
  summary:
    'Invites a person by mail and gives them a step; the assignment waits until they have chosen a password. Whoever has an account is assigned.',
  repeatable: true,
  params: application,
  body: z.strictObject({
    email: foldedEmail,
    firstName: z.string().trim().max(80).optional(),
    lastName: z.string().trim().max(80).optional(),
    flowElementId: stepId,
    partitionId,
    makeLead: z.boolean().default(false),
    replaceLead,
    replaces,
    role: z.string().min(1).max(100),
    deadline: givenInstant.nullable().optional(),
    despiteEvidence,
  }),
  reply: commandedAssignmentSchema,
  refusals: [
    'key_reused',
    'account_closed',
    'account_suspended',
    'conflict_possible',
    ...refusalsOf('invite'),
  ],
  perMinute: 120,
});

const line = oneLine.max(200);

/** Whom somebody who refuses names in their place. Source: Requirements 2c, 3.1. */
const suggests = z
  .array(
    z.strictObject({
      name: line.min(1, { error: textId('refusals.input.suggestedName') }),
      email: foldedEmail.optional(),
      institution: line.min(1).optional(),
    }),
  )
  .max(3)
  .default([]);

export const answerAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/accept',
  summary:
    'Accepts an assignment, or refuses it with a reason, and may name others then. `agreed` says that its owner agrees to the rules on conflicts of interest.',
  params: assignment,
  body: z
    .strictObject({
      suggests,
      accepted: z.union([
        z.boolean(),
        z
          .string()
          .toLowerCase()
          .pipe(z.enum(['accepted', 'refused']))
          .transform((word) => word === 'accepted'),
      ]),
      reason: reason.default(''),
      agreed: z.boolean().default(false),
      revision,
    })
    .refine(({ accepted, suggests: others }) => !accepted || others.length === 0, {
      path: ['suggests'],
      error: textId('refusals.input.suggestsOnlyRefusing'),
    }),
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('accept', 'refuse'),
});

export const handOnAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/hand-on',
  summary:
    'Gives an own assignment that is not answered yet, or that was taken, to somebody else, who gets its partition, deadline and lead.',
  params: assignment,
  body: z.strictObject({ userId: person, reason: reason.default(''), revision, despiteEvidence }),
  reply: commandedAssignmentSchema,
  refusals: ['conflict_possible', ...refusalsOf('hand_on')],
});

const bare = z.strictObject({ revision });

export const takeAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/take',
  summary:
    'Takes an assignment that nobody owns, and accepts it. `agreed` says that its new owner agrees to the rules on conflicts of interest.',
  params: assignment,
  body: z.strictObject({ agreed: z.boolean().default(false), revision }),
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('take'),
});

export const handBackAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/hand-back',
  summary: 'Gives an assignment that was taken back, so that somebody else can take it.',
  params: assignment,
  body: bare,
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('hand_back'),
});

export const declareConflict = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/conflict',
  summary:
    'Declares a conflict of interest of the caller, by work of theirs or work that they may take: everything of them on this application stops, and is seen no more.',
  params: assignment,
  body: z.strictObject({ reason: reason.default('') }),
  reply: z.strictObject({ status: z.literal('conflicted') }),
  refusals: refusalsOf('declare_conflict'),
});

export const decideOnAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/decide',
  summary: 'Approves what was submitted, rejects it with a reason, or asks for changes until a time.',
  params: assignment,
  body: z
    .strictObject({
      outcome: z
        .string()
        .toLowerCase()
        .pipe(z.enum(['approved', 'rejected', 'request_changes'])),
      reason: reason.default(''),
      deadline: givenInstant.nullable().default(null),
      /** What is asked for at single fields, with a request for changes. */
      points: z.array(pointSchema).max(maxPoints).default([]),
      revision,
    })
    .refine(({ outcome, points }) => outcome === 'request_changes' || points.length === 0, {
      error: textId('refusals.input.pointsWithoutRequest'),
    }),
  reply: commandedAssignmentSchema,
  refusals: ['no_such_field', ...refusalsOf('decide')],
});

export const reopenAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/reopen',
  summary: 'Opens a submitted assignment again; its deadline counts anew.',
  params: assignment,
  body: bare,
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('reopen'),
});

export const revokeAssignment = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/revoke',
  summary: 'Takes an assignment from its owner, for good.',
  params: assignment,
  body: z.strictObject({ reason: reason.default(''), revision }),
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('revoke'),
});

export const changeDeadline = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/deadline',
  summary: 'Gives an assignment a deadline of its own, or takes it away.',
  params: assignment,
  body: z.strictObject({ deadline: givenInstant.nullable(), revision }),
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('change_deadline'),
});

export const askForTime = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/more-time',
  summary: 'Asks staff for a later deadline of an own assignment.',
  params: assignment,
  body: z.strictObject({ until: givenInstant, reason, revision }),
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('ask_time'),
});

export const declineTime = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/more-time/decline',
  summary:
    'Declines a request for a later deadline, with a reason for the person who asked; a new deadline grants it.',
  params: assignment,
  body: z.strictObject({ reason, revision }),
  reply: commandedAssignmentSchema,
  refusals: refusalsOf('decline_time'),
});

export const makeLead = endpoint({
  ...common,
  method: 'PATCH',
  path: '/v2/applications/:applicationId/assignments/:assignmentId/lead',
  summary: 'Makes an assignment the lead of its step and partition; whoever led before does no more.',
  params: z.strictObject({ applicationId: applicationKey, assignmentId: uuid }),
  body: z.strictObject({ flowElementId: stepId.optional(), revision }),
  // Whoever steers does not learn by it how far somebody's work has come.
  reply: commandedAssignmentSchema.pick({ id: true, flowElementId: true, partitionId: true, isLead: true }),
  refusals: refusalsOf('make_lead'),
});

export const markRow = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/rows/:rowId/mark',
  summary:
    'Marks a row of a group as a conflict of interest, with a comment; for staff and those who assign the step.',
  params: z.strictObject({ id: uuid, rowId: uuid }),
  body: z.strictObject({ coi: z.boolean(), comment: reason.nullable() }),
  reply: rowMarkSchema,
  refusals: ['not_found', 'forbidden'],
});

export const withdrawApplication = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/withdraw',
  summary: 'Withdraws an own application for good; what is still to be done in it is revoked.',
  params: application,
  body: z.strictObject({}),
  reply: ofApplication,
  refusals: refusalsOf('withdraw'),
});

export const changePanel = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/applications/:id/panel',
  summary:
    'Gives an application to another panel: its members read it from now on, those of the old one no more.',
  params: application,
  body: z.strictObject({ panel: z.string().min(1).max(200) }),
  reply: ofApplication,
  refusals: refusalsOf('change_panel'),
});

export const takeBackApplication = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/take-back',
  summary: 'Takes the own submission back before the cut-off and the review, to go on with it as a draft.',
  params: application,
  body: z.strictObject({}),
  reply: ofApplication,
  refusals: refusalsOf('take_back'),
});

const stepBody = z.strictObject({ flowElementId: stepId });

export const unlockStep = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/unlock',
  summary: 'Unlocks a step that stays locked until then.',
  params: application,
  body: stepBody,
  reply: ofApplication,
  refusals: refusalsOf('unlock'),
});

export const lockStep = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/lock',
  summary: 'Locks a step again.',
  params: application,
  body: stepBody,
  reply: ofApplication,
  refusals: refusalsOf('lock'),
});

export const recordOutcome = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/outcome',
  summary:
    'Records what is decided for each partition, or changes it with a reason; what was released stays seen until the next release.',
  params: application,
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          partitionId: z.string().min(1).max(100),
          outcome: z
            .string()
            .toLowerCase()
            .pipe(z.enum(['awarded', 'reduced', 'reserve', 'rejected'])),
          amount: z
            .string()
            .regex(/^\d{1,19}(\.\d{1,6})?$/)
            .nullable()
            .default(null),
          reason: reason.nullable().default(null),
          startsOn: day.nullable().default(null),
          endsOn: day.nullable().default(null),
        }),
      )
      .max(100),
    reason: reason.default(''),
  }),
  reply: ofApplication,
  refusals: [...refusalsOf('outcome'), 'above_pool', 'amount_mismatch'],
});

export const markConflict = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/applications/:id/conflicts/:userId',
  summary: 'Marks a person as in conflict with an application: all their work on it stops.',
  params: z.strictObject({ id: applicationKey, userId: numericId }),
  body: z.strictObject({ reason: reason.min(1), source: z.enum(['marked', 'detected']).default('marked') }),
  reply: z.strictObject({ userId: z.number().int(), cleared: z.boolean() }),
  refusals: refusalsOf('mark_conflict'),
});

export const clearConflict = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/applications/:id/conflicts/:userId/clear',
  summary: 'Clears a conflict of interest with a reason; what it stopped goes on as it was.',
  params: z.strictObject({ id: applicationKey, userId: numericId }),
  body: z.strictObject({ reason: reason.min(1) }),
  reply: z.strictObject({ userId: z.number().int(), cleared: z.boolean() }),
  refusals: refusalsOf('clear_conflict'),
});

export const listConflicts = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/applications/:id/conflicts',
  summary: 'Who is in conflict with an application, and who was; for staff.',
  changes: 'nothing',
  params: application,
  reply: z.array(
    z.strictObject({
      userId: z.number().int(),
      source: z.enum(['declared', 'marked', 'detected']),
      reason: z.string().nullable(),
      notedBy: z.number().int().nullable(),
      notedAt: instant,
      clearedAt: instant.nullable(),
      clearedReason: z.string().nullable(),
    }),
  ),
  refusals: ['not_found'],
});

/** What speaks for a conflict of interest, with where it is found; of an application that is not told, that there is one. */
const evidenceList = z.array(
  z.strictObject({
    kind: z.string(),
    severity: z.enum(['refuses', 'asks']),
    source: z.strictObject({
      applicationUid: z.string().exactOptional(),
      elementId: z.string().optional(),
      groupId: z.string().nullable().optional(),
    }),
    says: z.record(z.string(), z.string()),
  }),
);

export const listConflictEvidence = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/applications/:id/conflicts/evidence',
  summary:
    'What speaks for a conflict of interest of people with an application, with its source; for those who may assign.',
  changes: 'nothing',
  params: application,
  query: z.strictObject({
    userIds: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,19}$/)
      .transform((ids) => ids.split(',').map(Number)),
  }),
  reply: z.array(z.strictObject({ userId: z.number().int(), evidence: evidenceList })),
  refusals: ['not_found'],
});

export const listSubmissions = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/assignments/:id/submissions',
  summary: 'All submissions of an assignment with their content, the newest first; for staff.',
  changes: 'nothing',
  params: assignment,
  reply: z.array(
    z.strictObject({
      number: z.number().int(),
      submittedAt: instant,
      submittedBy: z.number().int().nullable(),
      sha256: z.string(),
      content: z.unknown(),
      /** What was noted of rows that were removed after it, by their id; nothing on an application of one's own. */
      marks: z.record(z.string(), rowMarkSchema),
    }),
  ),
  refusals: ['not_found'],
});

export const listReceipts = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/assignments/:id/receipts',
  summary:
    'The receipts of what the caller handed in with an assignment of an own application, the newest first: hashes of the answers, the files and the whole.',
  changes: 'nothing',
  params: assignment,
  reply: z.array(receiptSchema),
  refusals: ['not_found'],
});

/** Which applications of a call: those named, or all that are submitted, of a cut-off or a panel. */
export const selection = {
  flowElementId: stepId,
  cutoffId: z.number().int().positive().optional(),
  panel: z.string().min(1).max(100).optional(),
  applicationIds: z.array(z.number().int().positive()).min(1).max(1_000).optional(),
};
/** Those of many applications on which a command was refused, with the reason. */
export const unreadyApplications = z.array(
  z.strictObject({ uid: z.string(), code: z.string(), message: z.string() }),
);
const bulkReply = z.strictObject({ done: z.array(z.string()), notReady: unreadyApplications });

export const changeDeadlines = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/calls/:callId/deadlines',
  summary: 'Gives the open assignments of a step of many applications another deadline.',
  params: z.strictObject({ callId: numericId }),
  body: z.strictObject({ ...selection, deadline: givenInstant.nullable() }),
  reply: bulkReply,
  refusals: ['not_found', 'deadline_invalid'],
});

/** So many can be assigned at once. */
export const maxPairs = 200;

export const previewAssignments = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/calls/:callId/assign/preview',
  summary:
    'What would be answered to each of many assignments of a step, without making any of them; for staff.',
  changes: 'nothing',
  params: z.strictObject({ callId: numericId }),
  body: z.strictObject({
    flowElementId: stepId,
    role: z.string().min(1).max(100),
    partitionId,
    makeLead: z.boolean().default(false),
    replaceLead,
    deadline: givenInstant.nullable().optional(),
    despiteEvidence,
    pairs: z
      .array(z.strictObject({ applicationId: z.number().int().positive(), userId: person }))
      .min(1)
      .max(maxPairs),
  }),
  reply: z.array(
    z.strictObject({
      applicationId: z.number().int(),
      userId: z.number().int(),
      /** Null: it would be assigned. */
      code: z.string().nullable(),
      message: z.string().nullable(),
      evidence: evidenceList,
      /** Emails that follow if it is assigned, at once or when its step starts. */
      emails: z.array(appointmentEmailSchema),
      isLater: z.boolean(),
    }),
  ),
  heavy: true,
  refusals: ['not_found'],
});
