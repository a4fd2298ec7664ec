import {
  callDetailSchema,
  callReportSchema,
  publishedCallSchema,
  toldSchema,
} from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, numericId, paging } from './values.ts';

export const listPublishedCalls = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/calls/published',
  summary: 'All published calls, the next cut-off first.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  reply: z.strictObject({ data: z.array(publishedCallSchema), total: z.number().int() }),
  refusals: [],
});

export const openCall = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/calls/:id',
  summary: 'One published call with its texts and partitions.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  params: z.strictObject({ id: numericId }),
  reply: callDetailSchema,
  refusals: ['not_found'],
});

export const openCallRole = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/calls/:id/role',
  summary: 'The part the caller plays in a call.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  params: z.strictObject({ id: numericId }),
  reply: z.strictObject({ role: z.string(), canDownloadBundle: z.boolean() }),
  refusals: ['not_found'],
});

export const documentName = z.string().regex(/^[a-z0-9-]{1,60}$/);

export const downloadCallDocument = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/download/call/:id/document/:name',
  summary: 'A document that a published call hands out: terms of reference, guideline, template.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  params: z.strictObject({ id: numericId, name: documentName }),
  reply: z.unknown(),
  refusals: ['not_found', 'files_away'],
});

/** The applications report is made in the background and mailed to whoever asked for it. */
const report = {
  kind: 'json',
  method: 'GET',
  changes: 'reports',
  access: 'signed_in',
  time: 'workflow',
  params: z.strictObject({ id: numericId }),
  /**
   * `inTheMaking`: it had been asked for already and is not there yet; that one will be mailed, and no second one.
   * `emailed`: the same one was emailed less than five minutes ago, and no second one is made.
   */
  reply: done.extend({ inTheMaking: z.boolean(), emailed: z.boolean() }),
  refusals: ['not_found'],
  // Each costs a walk over all applications of the call.
  perMinute: 30,
} as const;

export const mailApplicationsCsv = endpoint({
  ...report,
  path: '/download/call/:id/applications/csv',
  summary: 'Has the applications report of a call mailed to the caller, as comma-separated values.',
});

export const mailApplicationsXlsx = endpoint({
  ...report,
  path: '/download/call/:id/applications/xlsx',
  summary: 'Has the applications report of a call mailed to the caller, as a workbook.',
});

const madeReport = z.strictObject({ reportId: uuid });

export const openReport = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/reports/:reportId',
  summary: 'An applications report that was made for the caller, while it is kept.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  params: madeReport,
  reply: callReportSchema,
  refusals: ['not_found', 'report_outdated'],
});

export const downloadReport = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/download/report/:reportId',
  summary: 'The file of an applications report that was made for the caller.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  params: madeReport,
  reply: z.unknown(),
  refusals: ['not_found', 'report_outdated', 'files_away'],
});

const option = z.strictObject({
  value: z.string(),
  label: z.string(),
  told: toldSchema.optional(),
  parent: z.string().optional(),
  /** false: of an older version, to be read and no longer to be chosen. Only where older ones were asked for. */
  offered: z.literal(false).optional(),
});
const optionGroup = z.strictObject({
  id: z.number().int(),
  tag: z.string(),
  title: z.string(),
  version: z.string(),
  options: z.array(option),
});

export const listOptions = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/options',
  summary:
    'Lists to choose from; with an id, that one; with tags, those. With `older`, also what is no longer offered.',
  changes: 'nothing',
  access: 'public',
  query: paging(999).extend({
    id: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .optional(),
    /** Tags of groups, separated by commas. */
    tags: z
      .string()
      .regex(/^[a-z0-9_]{1,60}(,[a-z0-9_]{1,60}){0,19}$/)
      .transform((tags) => tags.split(','))
      .optional(),
    older: z.literal('true').optional(),
  }),
  reply: z.strictObject({ data: z.array(optionGroup), total: z.number().int() }),
  refusals: [],
});

export const openOptionGroup = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/options/:id',
  summary: 'One list to choose from.',
  changes: 'nothing',
  access: 'public',
  params: z.strictObject({ id: numericId }),
  reply: optionGroup,
  refusals: ['not_found'],
});
