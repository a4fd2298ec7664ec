import { legalVersionsSchema, retentionSchema } from '@clearcall/domain/organisation/organisation.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, numericId, textId } from './values.ts';

const whose = z.strictObject({ id: numericId });
const legalSubject = z.enum(['terms', 'privacy']);

export const openPrivacy = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/privacy',
  summary:
    'How long personal data are kept, whether errors are reported, and which versions of the legal texts are in force.',
  changes: 'nothing',
  access: 'public',
  reply: z.strictObject({
    retention: retentionSchema,
    legalVersions: legalVersionsSchema,
    /** Whether unexpected errors are reported to a service, without a word about anybody. */
    errorReports: z.boolean(),
  }),
  refusals: [],
});

export const listConsents = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/:id/consents',
  summary: 'What one agreed to oneself, the latest first, and which texts have changed since.',
  changes: 'nothing',
  access: 'signed_in',
  params: whose,
  reply: z.strictObject({
    data: z.array(
      z.strictObject({
        subject: z.enum(['terms', 'privacy', 'mailing_list']),
        given: z.boolean(),
        /** The version of the text, or the words that were shown. */
        wording: z.string(),
        /** ISO instant. */
        at: z.string(),
      }),
    ),
    due: z.array(z.strictObject({ subject: legalSubject, wording: z.string() })),
  }),
  refusals: ['not_found'],
});

export const agreeToTexts = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/:id/consents',
  summary: 'Agrees to the versions of the legal texts that were shown. They must be those in force.',
  changes: 'accounts',
  access: 'signed_in',
  params: whose,
  body: z.strictObject({
    data: z
      .array(z.strictObject({ subject: legalSubject, wording: z.string().max(40) }))
      .min(1)
      .max(2),
  }),
  reply: done,
  refusals: ['not_found', 'stale_revision'],
});

export const downloadOwnData = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/users/:id/data',
  summary: 'Everything that is kept about oneself: a zip with data.json and the own documents.',
  changes: 'nothing',
  access: 'signed_in',
  params: whose,
  reply: z.unknown(),
  refusals: ['not_found'],
  perMinute: 10,
});

export const deleteAccount = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/users/:id',
  summary:
    'Deletes the own account at once and for good. Drafts and profile go; what was submitted stays. Without a password the login must be at most ten minutes old.',
  changes: 'accounts',
  access: 'signed_in',
  params: whose,
  body: z.strictObject({
    password: z.string().max(200).optional(),
    confirmation: z.literal('DELETE', { error: textId('refusals.input.typeDelete') }),
  }),
  reply: done,
  refusals: ['not_found', 'wrong_password', 'not_fresh', 'last_administrator'],
  perMinute: 30,
});
