import { instant, toldSchema } from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey, numericId, reasonText } from './values.ts';
import { selection } from './workflow.ts';

const common = { kind: 'json', access: 'signed_in', portal: 'user_portal', time: 'workflow' } as const;

/** A letter as its recipient would get it now, in their language. */
const letterSchema = z.strictObject({
  uid: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type PreviewedLetter = z.infer<typeof letterSchema>;

const assignment = z.strictObject({ id: uuid });
const ofReminder = ['not_found', 'nothing_to_remind', 'reminded_today'] as const;

export const previewReminder = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/assignments/:id/reminder',
  summary: 'The letter with which staff would remind whoever has an assignment, as it would be sent now.',
  changes: 'nothing',
  params: assignment,
  reply: letterSchema,
  refusals: ofReminder,
});

export const sendReminder = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/assignments/:id/reminder',
  summary: 'Reminds whoever has an assignment of it by mail, once a day at most.',
  changes: 'applications',
  params: assignment,
  body: z.strictObject({
    /** From staff, for the letter; the log of the application has it too. */
    words: reasonText.optional(),
  }),
  reply: z.strictObject({ recipient: z.string() }),
  refusals: ofReminder,
});

/** planned waits for its moment, its morning or the mail server; dropped was not wanted any more; stopped by staff. */
export const mailStates = ['planned', 'sent', 'failed', 'dropped', 'stopped'] as const;

const sentMailSchema = z.strictObject({
  id: uuid,
  recipient: z.string(),
  /** As it was sent; null before. */
  subject: z.string().nullable(),
  /** Which mail of the portal it is. */
  template: z.string(),
  state: z.enum(mailStates),
  plannedAt: instant,
  sentAt: instant.nullable(),
  /** When it is to go, where that is not at once. */
  goesAt: instant.nullable(),
  attempts: z.number().int(),
  /** What the mail server said last, of one that failed or is tried again. */
  error: z.string().nullable(),
});
export type SentMail = z.infer<typeof sentMailSchema>;

export const listMails = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/applications/:id/mails',
  summary: 'The mails that followed from what happened to an application, the newest first; for staff.',
  changes: 'nothing',
  params: z.strictObject({ id: applicationKey }),
  query: z.strictObject({
    before: uuid.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  /** `next`: the `before` of what comes after these; null when there is no more. */
  reply: z.strictObject({ data: z.array(sentMailSchema), next: uuid.nullable() }),
  refusals: ['not_found'],
});

/** A step that starts because of a release. */
const startSchema = z.strictObject({
  step: z.string(),
  told: toldSchema,
  /** The role of the people who work on it. */
  role: z.string(),
  /** Null if it starts with the release. */
  start: instant.nullable(),
  deadline: instant.nullable(),
  /** Of the call, an IANA name. */
  timeZone: z.string(),
  /** The number of applications in which it starts. */
  applications: z.number().int(),
});
export type ReleaseStart = z.infer<typeof startSchema>;

/** So many applications in one preview. */
export const maxPreviewed = 25;

export const previewRelease = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/calls/:callId/release/preview',
  summary:
    'Every letter that releasing, unlocking or locking a step would send, as each recipient would get it, the steps that it would start, and the roles that could read the results of a release.',
  changes: 'nothing',
  params: z.strictObject({ callId: numericId }),
  body: z.strictObject({
    /** Release if absent. */
    command: z.enum(['release', 'unlock', 'lock']).optional(),
    flowElementId: selection.flowElementId,
    applicationIds: z.array(z.number().int().positive()).min(1).max(maxPreviewed),
  }),
  reply: z.strictObject({
    letters: z.array(letterSchema),
    starts: z.array(startSchema),
    readers: z.array(z.string()),
  }),
  refusals: ['not_found'],
});
