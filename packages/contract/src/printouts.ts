import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey, numericId } from './values.ts';

/** A PDF that a job makes: the call waits for it, and is answered with 202 and where to ask again where that takes longer. */
const printout = {
  kind: 'file',
  method: 'GET',
  // It may have one made.
  changes: 'reports',
  time: 'workflow',
  query: z.strictObject({
    /** How many seconds the call waits at most. */
    wait: z.coerce.number().int().min(0).max(10).default(10),
  }),
  reply: z.unknown(),
  later: z.strictObject({
    state: z.literal('in_the_making'),
    /** How many of its files are looked through by now, of how many. */
    filesDone: z.number().int(),
    files: z.number().int(),
    /** Where to ask again; the header Location says the same. */
    location: z.string(),
  }),
  // Each may cost a second of a processor.
  perMinute: 120,
} as const;

export const downloadApplication = endpoint({
  ...printout,
  path: '/v2/applications/:id/download',
  summary:
    'What was filled in to apply, as a PDF with the uploaded files behind it, as far as the caller may see it.',
  access: 'signed_in',
  portal: 'user_portal',
  params: z.strictObject({ id: applicationKey }),
  refusals: ['not_found', 'printout_failed', 'files_away'],
});

export const downloadConsolidated = endpoint({
  ...printout,
  path: '/v2/applications/:id/download/consolidated',
  summary:
    'All of an application that the caller may see, as one PDF: what was applied for, the work on it, what was decided.',
  access: 'signed_in',
  portal: 'user_portal',
  params: z.strictObject({ id: applicationKey }),
  refusals: ['not_found', 'printout_failed', 'files_away'],
});

export const downloadAssignment = endpoint({
  ...printout,
  path: '/download/assignment/:id',
  summary:
    'One assignment as a PDF, as far as the caller may see it: without a name where they may not know it.',
  access: 'signed_in',
  portal: 'user_portal',
  params: z.strictObject({ id: uuid }),
  refusals: ['not_found', 'printout_failed', 'files_away'],
});

export const downloadForm = endpoint({
  ...printout,
  path: '/download/call/:id/form',
  summary:
    'The forms of a published call that the applicant fills in, and those that the caller does, empty, with all that they say and ask, as a PDF.',
  access: 'public',
  params: z.strictObject({ id: numericId }),
  refusals: ['not_found', 'printout_failed', 'files_away'],
});

export const downloadCallReport = endpoint({
  ...printout,
  path: '/download/call/pdf/:id',
  summary:
    'The report of a call as a PDF: its cut-offs, how many applications there are and for how much, and those that the caller may download.',
  access: 'signed_in',
  portal: 'user_portal',
  params: z.strictObject({ id: numericId }),
  refusals: ['not_found', 'printout_failed', 'files_away'],
  // Each costs a walk over all applications of the call.
  perMinute: 30,
});

export const downloadDraftForm = endpoint({
  ...printout,
  path: '/admin/calls/:id/preview/form',
  summary: 'The forms of the draft of a call that applicants fill in, empty, as a PDF.',
  access: 'read_calls',
  params: z.strictObject({ id: numericId }),
  refusals: ['not_found', 'printout_failed', 'files_away'],
});

/** The token is in the body: addresses of the API are logged. */
export const openDraftForm = endpoint({
  ...printout,
  method: 'POST',
  path: '/call-previews/form',
  summary: 'The empty forms of the draft of a call as a PDF, by the link to its preview.',
  access: 'public',
  body: z.strictObject({ token: z.string().max(200) }),
  refusals: ['link_invalid', 'not_found', 'printout_failed', 'files_away'],
});
