import { callStanding } from '@clearcall/domain/calls/archive-call.ts';
import {
  callDocumentSchema,
  callFactsSchema,
  callLinksSchema,
  cutoffSchema,
  decimal,
  instant,
  toldSchema,
} from '@clearcall/domain/calls/call.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { z } from 'zod';
import { coarse, configurationChange } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, numericId } from './values.ts';

const reading = { kind: 'json', changes: 'nothing', access: 'read_calls', time: 'workflow' } as const;
const changing = { kind: 'json', changes: 'organisation', access: 'change_calls', time: 'workflow' } as const;
const params = z.strictObject({ id: numericId });

/** A number of applications; 0 only if the call never had any. */
const applications = coarse.or(z.literal(0));

const callHead = z.strictObject({
  id: z.number().int(),
  code: z.string(),
  year: z.number().int(),
  number: z.number().int(),
  title: z.string(),
  told: toldSchema.optional(),
  standing: z.enum(callStanding),
  /** The newest version of its form and workflow; null if it has none. */
  version: z.number().int().nullable(),
  /** Its draft, with the number of edits; null if it has none. */
  draft: z.strictObject({ edits: z.number().int() }).nullable(),
  documentCount: z.number().int(),
  timeZone: z.string(),
  /** In the order of their starts. */
  cutoffs: z.array(cutoffSchema),
  /** Submitted applications of the open cut-off; of this year if none is open or the open one has no end. */
  submitted: applications,
  /** A publication that waits. Its time is null while a person other than `byId` has to approve it. */
  planned: z.strictObject({ dueAt: instant.nullable(), byId: z.number().int().nullable() }).nullable(),
});
export type CallHead = z.infer<typeof callHead>;

export const listCalls = endpoint({
  ...reading,
  method: 'GET',
  path: '/admin/calls',
  summary: 'All calls, also unpublished and archived ones: open calls first, the next cut-off first.',
  reply: z.strictObject({
    data: z.array(
      callHead.extend({
        /** Those of the draft of a call that was never live; empty for all others. Not published, they have no number. */
        draftCutoffs: z.array(cutoffSchema.omit({ id: true })),
      }),
    ),
  }),
  refusals: [],
});

const limits = z.strictObject({
  partitionId: z.string(),
  /** Whether the cut-off does not offer the partition. */
  disabled: z.boolean(),
  min: decimal.nullable(),
  max: decimal.nullable(),
  fixed: decimal.nullable(),
  pool: decimal.nullable(),
});

const timeframe = z.strictObject({ stepId: z.string(), start: instant, end: instant.nullable() });

export const openCall = endpoint({
  ...reading,
  method: 'GET',
  path: '/admin/calls/:id',
  summary:
    'One call as it is now: its texts, cut-offs with amounts and timeframes, rights, documents and links, and what administrators changed.',
  params,
  reply: callHead.extend({
    description: z.string(),
    /** Rich text, cleaned. */
    info: z.string(),
    facts: callFactsSchema,
    unit: z.string(),
    /** Pattern of the ids of its applications. */
    uidPattern: z.string(),
    archivedAt: instant.nullable(),
    cutoffs: z.array(
      cutoffSchema.extend({
        /** Whether an administrator closed it before its end. It may be extended again. */
        closed: z.boolean(),
        partitions: z.array(limits),
        timeframes: z.array(timeframe),
      }),
    ),
    /** Partitions of any cut-off, by name. `disabled` means that none of its calls offers it now. */
    partitions: z.array(
      z.strictObject({ id: z.string(), name: z.string(), centre: z.string(), disabled: z.boolean() }),
    ),
    /** Steps of its newest version, in their order. */
    steps: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        told: toldSchema.optional(),
        ownerRole: z.string(),
        /** Roles that may assign the step. */
        assignedBy: z.array(z.string()),
      }),
    ),
    /** Cut-offs whose new applications still get an earlier version. */
    keptVersions: z.array(z.strictObject({ cutoffId: z.number().int(), version: z.number().int() })),
    rights: z.strictObject({
      /** Roles that see the call before it is published. */
      see: z.array(z.enum(roleCodes)),
      /** Roles that may download its bundle and report. */
      download: z.array(z.string()),
      /** Roles that may release reviews and decisions. */
      release: z.array(z.enum(roleCodes)),
    }),
    links: callLinksSchema,
    documents: z.array(callDocumentSchema),
    /** Why the caller may not archive or delete it now; null if they may. */
    whyNot: z.strictObject({
      archive: z.enum(['forbidden', 'call_open']).nullable(),
      delete: z.enum(['forbidden', 'call_used']).nullable(),
    }),
    /** The newest first. */
    changes: z.array(configurationChange),
  }),
  refusals: ['not_found'],
});

export const archiveCall = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/calls/:id/archived',
  summary:
    'Archives a closed or unpublished call, or takes it back. Lists of calls leave an archived call out; its page and its applications stay. Nothing happens if the call is archived already, or is not archived.',
  params,
  body: z.strictObject({ archived: z.boolean() }),
  reply: done,
  refusals: ['not_found', 'call_open'],
});

export const deleteCall = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/calls/:id',
  summary:
    'Deletes a call that never had an application, with its cut-offs, amounts, timeframes, documents, forms and workflow.',
  params,
  reply: done,
  refusals: ['not_found', 'call_used'],
});
