import { legacyDetailSchema, legacyRowSchema } from '@clearcall/domain/archive/legacy.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { numericId, oneLine, paging } from './values.ts';

export const listLegacyRecords = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/cines',
  summary: 'The archive of an earlier portal, as far as the caller may see it, ten to a page.',
  changes: 'nothing',
  access: 'signed_in',
  query: paging(10).extend({
    /** Looked for in numbers, calls, machines and people. */
    search: oneLine.max(200).default(''),
  }),
  reply: z.strictObject({ data: z.array(legacyRowSchema), total: z.number().int() }),
  heavy: true,
  refusals: ['not_found'],
});

export const openLegacyRecord = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/cines/:id',
  summary: 'One archived application with everything that was archived of it.',
  changes: 'nothing',
  access: 'signed_in',
  params: z.strictObject({ id: numericId }),
  reply: legacyDetailSchema,
  refusals: ['not_found'],
});

export const downloadLegacyFile = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/cines/file/:id',
  summary: 'A file of an archived application.',
  changes: 'nothing',
  access: 'signed_in',
  params: z.strictObject({ id: uuid }),
  reply: z.unknown(),
  refusals: ['not_found', 'files_away'],
});

export const downloadLegacyFiles = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/cines/proposal/:id',
  summary: 'All files of an archived application, as one zip.',
  changes: 'nothing',
  access: 'signed_in',
  params: z.strictObject({ id: numericId }),
  reply: z.unknown(),
  heavy: true,
  refusals: ['not_found', 'files_away'],
});
