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

export const downloadCallBundle = endpoint({
  ...bundle,
  path: '/download/call/:id',
  summary:
    'The files of all applications of a call that the caller may download, as a zip with a folder for each application.',
  params: z.strictObject({ id: numericId }),
  refusals: ['not_found'],
});

export const downloadApplicationFiles = endpoint({
  ...bundle,
  path: '/download/application/:id/documents',
  summary: 'All documents of an application that the caller may see, as a zip.',
  params: z.strictObject({ id: applicationKey }),
  refusals: ['not_found'],
});
