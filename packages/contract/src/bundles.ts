import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey, numericId } from './values.ts';

/** Each reads many files, one after the other, for as long as its reader takes. */
const bundle = {
  kind: 'file',
  method: 'GET',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  reply: z.unknown(),
  perMinute: 20,
} as const;

/** How many seconds the PDF of each application is waited for at most, where it has to be made. */
const query = z.strictObject({ wait: z.coerce.number().int().min(0).max(50).default(50) });

export const downloadCallBundle = endpoint({
  ...bundle,
  query,
  path: '/download/call/:id',
  summary:
    'The files of all applications of a call that the caller may download, as a zip with a folder for each application.',
  params: z.strictObject({ id: numericId }),
  refusals: ['not_found'],
});

export const openBundle = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/calls/:id/bundle',
  summary:
    'Where a browser fetches the bundle of a call by itself, as it fetches any large file: an address that is good for a minute and for the session of the caller.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: z.strictObject({ id: numericId }),
  reply: z.strictObject({ address: z.string() }),
  refusals: ['not_found'],
});

export const fetchBundle = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/download/bundle/:ticket',
  summary: 'The bundle of a call, for whoever was told this address a minute ago at most.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  query,
  params: z.strictObject({ ticket: z.string().regex(/^[A-Za-z0-9_-]{20,1000}$/) }),
  reply: z.unknown(),
  refusals: ['not_found', 'link_expired', 'unauthorized', 'forbidden'],
  perMinute: 20,
});

export const downloadApplicationFiles = endpoint({
  ...bundle,
  path: '/download/application/:id/documents',
  summary: 'All documents of an application that the caller may see, as a zip.',
  params: z.strictObject({ id: applicationKey }),
  refusals: ['not_found'],
});
