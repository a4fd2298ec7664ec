import { callDetailSchema, instant } from '@clearcall/domain/calls/call.ts';
import type { Item, Step } from '@clearcall/domain/forms/types.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { documentName } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { done, numericId, oneLine } from './values.ts';

const byId = { params: z.strictObject({ id: numericId }) } as const;

const preview = z.strictObject({
  /** Of the last edit. */
  revision: z.number().int(),
  /** The call as visitors will see it, now. New cut-offs have negative ids. */
  call: callDetailSchema,
  /** All steps with their forms, in their order. Effects with a fault have no effect when they are compiled. */
  steps: z.array(z.unknown() as z.ZodType<Step>),
  /** The lists that the forms choose from, by their tags. */
  options: z.record(z.string(), z.array(z.unknown() as z.ZodType<Item>)),
});

export const previewCall = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/admin/calls/:id/preview',
  summary: 'A call as visitors would see it if its draft were live now.',
  changes: 'nothing',
  access: 'read_calls',
  time: 'workflow',
  ...byId,
  reply: preview,
  refusals: ['not_found'],
});

export const downloadPreviewedDocument = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/admin/calls/:id/preview/documents/:name',
  summary: 'A document of the draft of a call.',
  changes: 'nothing',
  access: 'read_calls',
  time: 'workflow',
  params: z.strictObject({ id: numericId, name: documentName }),
  reply: z.unknown(),
  refusals: ['not_found', 'files_away'],
});

const link = z.strictObject({
  id: uuid,
  /** For whom it is, as its creator wrote. */
  note: z.string(),
  createdAt: instant,
  by: z.string().nullable(),
  expiresAt: instant,
});

export const listCallPreviewLinks = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/admin/calls/:id/preview-links',
  summary: 'The links to the preview of a call that open it now, the newest first.',
  changes: 'nothing',
  access: 'read_calls',
  ...byId,
  reply: z.strictObject({ data: z.array(link) }),
  refusals: ['not_found'],
});

export const createCallPreviewLink = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/admin/calls/:id/preview-links',
  summary: 'Makes a link that opens the preview of a call without an account. Its token is shown once.',
  changes: 'organisation',
  access: 'change_calls',
  ...byId,
  body: z.strictObject({
    note: oneLine.trim().max(200).default(''),
    days: z.int().min(1).max(90).default(14),
  }),
  reply: z.strictObject({ ...link.shape, token: z.string() }),
  refusals: ['not_found'],
});

export const withdrawCallPreviewLink = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/admin/calls/:id/preview-links/:linkId',
  summary: 'Withdraws a link to the preview of a call.',
  changes: 'organisation',
  access: 'change_calls',
  params: z.strictObject({ id: numericId, linkId: uuid }),
  reply: done,
  refusals: ['not_found'],
});

/** The token is in the body: addresses of the API are logged. */
export const openCallPreview = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/call-previews',
  summary: 'Opens the preview of a call by its link.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  body: z.strictObject({ token: z.string().max(200) }),
  reply: z.strictObject({ ...preview.shape, expiresAt: instant }),
  refusals: ['link_invalid'],
  perMinute: 60,
});

export const openPreviewedDocument = endpoint({
  kind: 'file',
  method: 'POST',
  path: '/call-previews/document',
  summary: 'A document of the draft of a call, by the link to its preview.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  body: z.strictObject({ token: z.string().max(200), name: documentName }),
  reply: z.unknown(),
  refusals: ['link_invalid', 'not_found', 'files_away'],
  perMinute: 60,
});
