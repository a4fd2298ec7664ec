import { columnNames } from '@clearcall/domain/applications/list-columns.ts';
import { scoreTableSchema } from '@clearcall/domain/applications/score-table.ts';
import { reportFormats, toldSchema } from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { listBody } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { done, numericId, oneLine } from './values.ts';

const common = {
  kind: 'json',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
} as const;

const columns = z.array(z.enum(columnNames)).min(1).max(columnNames.length);

/** So many rows at most has the file of a list; the report of a call has all of that call. */
export const maxExported = 10_000;

export const exportApplications = endpoint({
  ...common,
  kind: 'file',
  method: 'POST',
  path: '/v2/applications/export',
  summary: `The caller's applications in a role as a file: the rows of the search, in its order, at most ${maxExported}.`,
  body: z.strictObject({
    ...listBody,
    format: z.enum(reportFormats),
    /** In the order of the list, whatever the order here; all that may be read when absent. */
    columns: columns.optional(),
  }),
  reply: z.unknown(),
  heavy: true,
  perMinute: 20,
  refusals: ['column_hidden'],
});

const stepOfCall = z.strictObject({
  flowElementId: z.string(),
  title: z.string(),
  told: toldSchema,
  /** In which somebody can be given it; empty for a step of the applicant. */
  roles: z.array(z.string()),
  /** It is given for one partition at a time. */
  perPartition: z.boolean(),
  /** In which of the applications something of it is open. */
  open: z.array(z.number().int()),
  /** How many have something of it handed in since it was released, and nothing open; no release of them waits. */
  ready: z.number().int(),
  /** Those that could be released as well, but nobody would see anything new. */
  unawaited: z.array(z.number().int()),
  /** How many of them have a release that waits, and how many were released and have nothing new. */
  waiting: z.number().int(),
  releasedBefore: z.number().int(),
});

export const surveyApplications = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/survey',
  summary:
    'Of chosen applications the calls that they are of, and how far each step has come in them, for staff who do the same to many.',
  access: 'staff',
  body: z.strictObject({ applicationIds: z.array(z.number().int().positive()).min(1).max(1_000) }),
  reply: z.strictObject({
    calls: z.array(
      z.strictObject({
        id: z.number().int(),
        title: z.string(),
        told: toldSchema,
        applications: z.array(z.strictObject({ id: z.number().int(), uid: z.string(), title: z.string() })),
        steps: z.array(stepOfCall),
        /** The partitions that one of the applications asks for. */
        partitions: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
  heavy: true,
  refusals: [],
});

export const listSteps = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/applications/steps',
  summary:
    'Steps with open work in the list of a role, in the language of the caller, each with the number of applications.',
  access: 'signed_in',
  query: z.strictObject({ role: z.string().max(40).optional() }),
  reply: z.strictObject({
    steps: z.array(z.strictObject({ title: z.string(), told: toldSchema, applications: z.number().int() })),
  }),
  heavy: true,
  refusals: [],
});

/** So many applications at most has a table of scores. */
export const maxScored = 2_000;

const ofCutoff = z.strictObject({ cutoffId: z.coerce.number().int().positive().optional() });

export const listScores = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/calls/:callId/scores',
  summary: `The applications of a cut-off with their scores, requests and decisions, for staff and for people who rank or decide; at most ${maxScored}. Without a cut-off that of the last one that has ended.`,
  access: 'signed_in',
  params: z.strictObject({ callId: numericId }),
  query: ofCutoff,
  reply: scoreTableSchema,
  heavy: true,
  refusals: ['forbidden', 'not_found'],
});

export const exportScores = endpoint({
  ...common,
  kind: 'file',
  method: 'GET',
  path: '/v2/calls/:callId/scores/file',
  summary: 'The same table of scores as a file.',
  access: 'signed_in',
  params: z.strictObject({ callId: numericId }),
  query: ofCutoff.extend({ format: z.enum(reportFormats) }),
  reply: z.unknown(),
  heavy: true,
  perMinute: 20,
  refusals: ['forbidden', 'not_found'],
});

/** So many payments at most are in the file. */
export const maxPayments = 2_000;

export const exportPayments = endpoint({
  ...common,
  kind: 'file',
  method: 'GET',
  path: '/v2/applications/payments/file',
  summary: `The payments on the dashboard of a finance manager, due and made, as a file; at most ${maxPayments}. Empty for other roles.`,
  query: z.strictObject({ format: z.enum(reportFormats) }),
  reply: z.unknown(),
  heavy: true,
  perMinute: 20,
  refusals: [],
});

/** So many views one may have. */
export const maxViews = 50;

const viewName = oneLine.min(1).max(80);
const view = {
  name: viewName,
  ...listBody,
  columns,
  isDefault: z.boolean().default(false),
};
const savedView = z.strictObject({ id: uuid, ...view });
export type SavedView = z.infer<typeof savedView>;

const own = { kind: 'json', changes: 'nothing', access: 'signed_in', portal: 'user_portal' } as const;

export const listViews = endpoint({
  ...own,
  method: 'GET',
  path: '/v2/views',
  summary: 'The views of the applications list that the caller has saved, by name.',
  reply: z.array(savedView),
  refusals: [],
});

export const saveView = endpoint({
  ...own,
  method: 'PUT',
  path: '/v2/views/:id',
  summary: 'Saves a view of the applications list under an id that its sender made, or replaces it.',
  changes: 'accounts',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject(view),
  reply: savedView,
  refusals: ['not_found', 'view_name_taken', 'too_many_views'],
});

export const removeView = endpoint({
  ...own,
  method: 'DELETE',
  path: '/v2/views/:id',
  summary: 'Removes a saved view.',
  changes: 'accounts',
  params: z.strictObject({ id: uuid }),
  reply: done,
  refusals: ['not_found'],
});
