import { instant, toldSchema } from '@clearcall/domain/calls/call.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey, done, entryId, newestFirst, numericId, reasonText } from './values.ts';

const common = {
  kind: 'json',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
} as const;
const application = z.strictObject({ id: applicationKey });
const action = z.strictObject({ id: applicationKey, actionId: numericId });

const states = ['planned', 'done', 'failed', 'skipped'] as const;

const plannedAction = z.strictObject({
  id: z.number().int(),
  /** What the flow calls it. */
  automation: z.string(),
  state: z.enum(states),
  /** What it does, in words, and to which step. */
  words: z.string(),
  step: z.string().nullable(),
  told: toldSchema,
  /** What started it, in words. */
  cause: z.string(),
  /** Why nothing was done, or why it failed; null where all is well. */
  result: z.string().nullable(),
  /** How much it did: assignments that it made or changed, mails that it planned. */
  amount: z.number().int().nullable(),
  attempts: z.number().int(),
  plannedAt: instant,
  settledAt: instant.nullable(),
  /** Who skipped it or had it tried again, and why it was skipped. */
  by: z.strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() }).nullable(),
  reason: z.string().nullable(),
});

export const listActions = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/applications/:id/actions',
  summary:
    'What automations have planned, done and failed to do about an application, for staff; the newest first.',
  changes: 'nothing',
  params: application,
  query: newestFirst(entryId, 50),
  reply: z.strictObject({
    data: z.array(plannedAction),
    /** The `before` of what comes after these; null when there is no more. */
    next: z.number().int().nullable(),
  }),
  refusals: ['not_found'],
});

/** `open`: planned or failed, what still is somebody's concern. */
export const shownStates = ['open', ...states] as const;

/** Failed actions are counted up to here: so many, or more. */
export const maxFailed = 1_000;

export const listActionsOfAll = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/applications/actions',
  summary:
    'What automations have planned, done and failed to do in all applications, for staff; the newest first. Without a state: what waits or failed.',
  changes: 'nothing',
  query: newestFirst(entryId, 50).extend({
    state: z.enum(shownStates).default('open'),
    callId: numericId.optional(),
    /** Of that call. */
    automation: z.string().min(1).max(200).optional(),
  }),
  reply: z.strictObject({
    data: z.array(
      plannedAction.extend({
        uid: z.string(),
        projectTitle: z.string(),
        callTitle: z.string(),
        timeZone: z.string(),
      }),
    ),
    next: z.number().int().nullable(),
    /** How many failed in all that the reader looks after, whatever is listed. */
    failed: z.number().int(),
    /** Those that have automations. */
    calls: z.array(z.strictObject({ id: z.number().int(), title: z.string(), told: toldSchema })),
    /** Of the call that was asked for, in the order of its flow. */
    automations: z.array(
      z.strictObject({ id: z.string(), words: z.string(), step: z.string().nullable(), told: toldSchema }),
    ),
  }),
  refusals: ['forbidden'],
});
export type ActionOfAll = z.output<typeof listActionsOfAll.reply>['data'][number];

export const retryAction = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/actions/:actionId/retry',
  summary: 'Has an action of an automation that failed or was skipped tried again.',
  changes: 'applications',
  params: action,
  body: z.strictObject({}),
  reply: done,
  refusals: ['not_found', 'stale_revision'],
});

export const skipAction = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/actions/:actionId/skip',
  summary: 'Leaves an action of an automation out that is planned or failed, with a reason.',
  changes: 'applications',
  params: action,
  body: z.strictObject({ reason: reasonText.min(1) }),
  reply: done,
  refusals: ['not_found', 'stale_revision'],
});

/** So many of those that are missing are named. */
export const maxNamed = 200;

const stragglersSchema = z.strictObject({
  cutoffId: z.number().int(),
  cutoffEnd: instant.nullable(),
  flowElementId: z.string(),
  step: z.string(),
  told: toldSchema,
  /** Whose part of the cut-off; null: all of it. */
  panel: z.string().nullable(),
  /** As people read it, in their language. */
  panelName: z.string().nullable(),
  /** What begins once all have come, in words. */
  starts: z.array(z.strictObject({ words: z.string(), step: z.string().nullable(), told: toldSchema })),
  arrived: z.number().int(),
  missing: z.number().int(),
  applications: z.array(z.strictObject({ uid: z.string(), projectTitle: z.string() })),
  /** Staff went on without these; null while all are waited for. */
  started: z
    .strictObject({ at: instant, firstName: z.string(), lastName: z.string(), reason: z.string() })
    .nullable(),
});
export type Stragglers = z.infer<typeof stragglersSchema>;

export const listStragglers = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/calls/:callId/stragglers',
  summary:
    'Where the applications of a cut-off that is over, or of its part in a panel, wait for each other before a step starts, and which have not come yet; for staff.',
  changes: 'nothing',
  params: z.strictObject({ callId: numericId }),
  reply: z.strictObject({ data: z.array(stragglersSchema) }),
  refusals: ['not_found'],
});

export const startStep = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/calls/:callId/start',
  summary:
    'Goes on with those applications of a cut-off, or of its part in a panel, that have handed in a step, without waiting for the others; they follow when they come.',
  changes: 'applications',
  params: z.strictObject({ callId: numericId }),
  body: z.strictObject({
    flowElementId: z.string().min(1).max(200),
    cutoffId: z.number().int().positive(),
    panel: z.string().min(1).max(200).optional(),
    reason: reasonText.min(1),
  }),
  reply: z.strictObject({ started: z.number().int() }),
  refusals: ['not_found'],
});
