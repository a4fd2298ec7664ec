import { instant } from '@clearcall/domain/calls/call.ts';
import { linkFailures, linkStates } from '@clearcall/domain/calls/definition/link-check.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { numericId } from './values.ts';

const params = z.strictObject({ id: numericId });

const linkCheck = z.strictObject({
  state: z.enum(linkStates),
  /** Null if there was no answer. */
  status: z.number().int().nullable(),
  /** Why there was none. */
  failure: z.enum(linkFailures).nullable(),
  /** Of the file or page that answers, as its server names it. */
  mediaType: z.string().nullable(),
  sizeBytes: z.number().int().min(0).nullable(),
  /** When the state or the status changed last. */
  since: instant,
  checkedAt: instant,
});

export const listCallLinks = endpoint({
  kind: 'json',
  changes: 'nothing',
  time: 'workflow',
  access: 'read_calls',
  method: 'GET',
  path: '/admin/calls/:id/links',
  summary:
    'The links of a call and of its draft to other servers, each with what it answered last; they are checked every night.',
  params,
  reply: z.strictObject({
    data: z.array(z.strictObject({ address: z.string(), check: linkCheck.nullable() })),
  }),
  refusals: ['not_found'],
});

export const checkCallLinks = endpoint({
  kind: 'json',
  changes: 'organisation',
  time: 'workflow',
  access: 'change_calls',
  method: 'POST',
  path: '/admin/calls/:id/links/check',
  summary: 'Has the links of a call checked now, in a job. Checks after `askedAt` are its results.',
  params,
  body: z.strictObject({}),
  reply: z.strictObject({ askedAt: instant }),
  refusals: ['not_found'],
  perMinute: 10,
});
