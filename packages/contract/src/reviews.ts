import { certificateSchema, finishedReviewSchema } from '@clearcall/domain/applications/finished-review.ts';
import { lastDayOf } from '@clearcall/domain/values/whole-months.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paging, textId } from './values.ts';

export const listFinishedReviews = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/assignments/finished',
  summary:
    "The caller's own finished work on applications of others, over all calls, the newest first; of each application what the caller may still know.",
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  query: paging(10),
  reply: z.strictObject({ data: z.array(finishedReviewSchema), total: z.number().int() }),
  refusals: [],
});

/** Days that the database knows. */
const day = z.iso.date().refine((given) => given >= '2000-01-01');

export const certifyReviews = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/v2/assignments/finished/certificates',
  summary:
    'Certifies how many reviews the caller submitted in whole months that are over, by kind of work, call and year. The code that checks it is shown this once.',
  changes: 'accounts',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  body: z
    .strictObject({
      firstDay: day.refine((given) => given.endsWith('-01'), { error: textId('refusals.input.monthStart') }),
      lastDay: day.refine((given) => given === lastDayOf(given.slice(0, 7)), {
        error: textId('refusals.input.monthEnd'),
      }),
    })
    .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
      path: ['lastDay'],
      error: textId('refusals.input.lastDay'),
    }),
  reply: certificateSchema.extend({ code: z.string() }),
  refusals: ['month_not_over', 'nothing_to_certify'],
  // Each is kept.
  perMinute: 10,
});

export const checkCertificate = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/certificates/:code',
  summary: 'What a certificate of reviews says, for whoever has its code.',
  changes: 'nothing',
  access: 'public',
  params: z.strictObject({ code: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/) }),
  reply: certificateSchema,
  refusals: ['not_found'],
  // A code has a hundred bits: nobody finds one by trying, and nobody shall try.
  perMinute: 30,
});
