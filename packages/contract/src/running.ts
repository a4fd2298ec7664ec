import { archiveImportStates } from '@clearcall/domain/archive/archive-import.ts';
import { openActionStates } from '@clearcall/domain/automation/open-action.ts';
import { instant, toldSchema } from '@clearcall/domain/calls/call.ts';
import { emailStates } from '@clearcall/domain/mail/email-state.ts';
import { firstSteps } from '@clearcall/domain/organisation/first-steps.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, numericId, oneLine, reasonText, textId } from './values.ts';

const common = { kind: 'json', changes: 'nothing', access: 'read_organisation' } as const;
const count = z.number().int().min(0);

export const listFirstSteps = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/first-steps',
  summary: 'What an installation needs before somebody can apply, and what of it is done.',
  reply: z.array(z.strictObject({ step: z.enum(firstSteps), done: z.boolean() })),
  refusals: [],
});

export const openRunning = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/running',
  summary: 'How the portal is running: versions, queues, storage and the last backup.',
  reply: z.strictObject({
    version: z.string(),
    postgresql: z.string(),
    /** Name of the newest migration. */
    migration: z.string(),
    settings: z.enum(['read', 'kept']),
    emails: z.strictObject({
      state: z.enum(['flowing', 'waiting', 'off']),
      planned: count,
      oldestPlannedAt: instant.nullable(),
      failed: count,
    }),
    jobs: z.strictObject({
      state: z.enum(['going', 'waiting']),
      /** Due and not begun. */
      due: count,
      oldestDueAt: instant.nullable(),
      /** Tried before without success, the one that waits longest first. At most 50. */
      failing: z.array(
        z.strictObject({
          id: z.string(),
          task: z.string(),
          attempts: count,
          maxAttempts: count,
          /** When it is tried next; null once it is given up. */
          nextAt: instant.nullable(),
        }),
      ),
    }),
    actions: z.strictObject({
      /** Planned actions of applications whose moment has passed. */
      overdue: count,
      failed: count,
    }),
    storage: z.strictObject({ databaseBytes: count, files: count, filesBytes: count }),
    lastBackupAt: instant.nullable(),
  }),
  refusals: [],
});

export const searchEmails = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/emails',
  // Recipient and kind of an email can reveal a reviewer.
  access: 'change_organisation',
  summary: 'The emails of the last weeks by state, the newest first.',
  body: z.strictObject({
    state: z.enum(emailStates).optional(),
    /** A part of the address. */
    search: oneLine.trim().max(200).default(''),
    /** From 0. */
    page: z.number().int().min(0).max(10_000).default(0),
    pageSize: z.number().int().min(1).max(100).default(10),
  }),
  reply: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.string(),
        recipient: z.string(),
        template: z.string(),
        state: z.enum(emailStates),
        attempts: count,
        plannedAt: instant,
        sentAt: instant.nullable(),
        /** Words of the mail server. */
        error: z.string().nullable(),
      }),
    ),
    total: count,
  }),
  refusals: [],
});

const reason = reasonText.min(1, { error: textId('refusals.reason_needed') });
const command = {
  kind: 'json',
  changes: 'organisation',
  access: 'change_organisation',
  method: 'POST',
} as const;

export const sendEmailAgain = endpoint({
  ...command,
  path: '/admin/emails/:id/again',
  summary: 'Tries again to send an email that was given up.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason }),
  reply: done,
  refusals: ['not_found', 'email_not_failed'],
});

export const runJobAgain = endpoint({
  ...command,
  path: '/admin/jobs/:id/again',
  summary: 'Runs a job that failed as soon as possible.',
  params: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  body: z.strictObject({ reason }),
  reply: done,
  refusals: ['not_found'],
});

const openAction = z.strictObject({
  id: z.number().int(),
  callId: z.number().int(),
  callTitle: z.string(),
  /** What the flow calls it. */
  automation: z.string(),
  /** What it does, in words, and to which step. */
  words: z.string(),
  step: z.string().nullable(),
  /** Languages of the title of the call and of the step. */
  told: toldSchema,
  state: z.enum(openActionStates),
  dueAt: instant,
  attempts: count,
  /** Why it failed; null if it was not tried yet. */
  reason: z.string().nullable(),
  /** ID of the application, for staff who may read it there; null for everybody else. */
  uid: z.string().nullable(),
  /** Number of open actions of the same automation of the call, this one included. */
  alike: count,
});

export const listOpenActions = endpoint({
  ...common,
  time: 'workflow',
  method: 'POST',
  path: '/admin/actions',
  summary:
    'The planned actions of automations that failed or are late, of all applications, the newest first.',
  body: z.strictObject({
    state: z.enum(openActionStates).optional(),
    /** From 0. */
    page: z.number().int().min(0).max(10_000).default(0),
    pageSize: z.number().int().min(1).max(100).default(10),
  }),
  reply: z.strictObject({ data: z.array(openAction), total: count }),
  refusals: [],
});

/** How many actions are tried again by one command. */
export const maxTriedAgain = 500;

export const tryActionsAgain = endpoint({
  ...command,
  time: 'workflow',
  path: '/admin/actions/:id/again',
  summary: `Tries a failed or late action again, or with it up to ${maxTriedAgain} of the same automation of its call.`,
  params: z.strictObject({ id: numericId }),
  body: z.strictObject({ alike: z.boolean(), reason }),
  reply: z.strictObject({
    count,
    /** Number of those that are left. */
    left: count,
  }),
  refusals: ['not_found'],
});

const archiveImportSchema = z.strictObject({
  id: z.string(),
  filename: z.string(),
  sizeBytes: count,
  state: z.enum(archiveImportStates),
  uploadedAt: instant,
  /** When the state changed last. */
  changedAt: instant,
  /** Null until the file was checked. */
  records: count.nullable(),
  /** Numbers of the check, and then those of the import. */
  added: count,
  updated: count,
  unchanged: count,
  refused: count,
  findings: count,
  /** The first findings, in the language of the caller. */
  report: z.array(
    z.strictObject({
      /** Of the table, as a spreadsheet counts; 0 for the whole file. */
      row: count,
      /** Of the proposal; null if it could not be read. */
      number: z.string().nullable(),
      finding: z.string(),
      refused: z.boolean(),
    }),
  ),
});

export const openArchiveImport = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/archive-import',
  // The report names proposals, which the archive shows to staff of the review alone.
  access: 'change_organisation',
  summary:
    'The archive file that was uploaded last, with the report of its check or import; null without one.',
  reply: z.strictObject({
    /** Whether the portal shows pages of the archive. */
    isShown: z.boolean(),
    newest: archiveImportSchema.nullable(),
  }),
  refusals: [],
});

export const uploadArchive = endpoint({
  ...command,
  kind: 'upload',
  path: '/admin/archive-import',
  summary:
    'Takes an archive file (JSON, CSV, or a zip with a table and the files of its proposals; as multipart with files) in place of the one before, and checks it in a job that changes nothing.',
  reply: z.strictObject({ id: z.string() }),
  refusals: ['archive_import_running', 'file_too_large', 'files_away', 'unsupported_media'],
  perMinute: 30,
});

export const importArchive = endpoint({
  ...command,
  path: '/admin/archive-import/:id/import',
  summary: 'Imports a checked archive file, in a job.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({}),
  reply: done,
  refusals: ['not_found', 'archive_not_checked'],
});
