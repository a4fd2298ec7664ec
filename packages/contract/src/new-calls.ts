import { copiedParts, leftOutOfCopy } from '@clearcall/domain/calls/definition/copy-call.ts';
import { callTemplates, maxCallNumber } from '@clearcall/domain/calls/definition/new-call.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { oneLine, textId } from './values.ts';

/** Fields that name a new call. */
export const newCallName = {
  code: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9-]{0,19}$/, { error: textId('refusals.input.callCode') }),
  year: z
    .int({ error: textId('refusals.input.callYear') })
    .min(2000, { error: textId('refusals.input.callYear') })
    .max(2200, { error: textId('refusals.input.callYear') }),
  /** The next free number of the code in the year if absent. */
  number: z
    .int({ error: textId('refusals.input.callNumber') })
    .min(1, { error: textId('refusals.input.callNumber') })
    .max(maxCallNumber, { error: textId('refusals.input.callNumber') })
    .optional(),
  title: oneLine
    .trim()
    .min(1, { error: textId('refusals.input.callTitle') })
    .max(300),
};

export const listCallTemplates = endpoint({
  kind: 'json',
  changes: 'nothing',
  access: 'read_calls',
  method: 'GET',
  path: '/admin/call-templates',
  summary: 'The templates of a new call, each with the steps of its workflow.',
  reply: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.enum(callTemplates),
        /** In their order. */
        steps: z.array(z.enum(['applicant', 'review', 'other'])),
        forms: z.number().int(),
      }),
    ),
  }),
  refusals: [],
});

export const listCallChecks = endpoint({
  kind: 'json',
  changes: 'nothing',
  access: 'read_calls',
  time: 'workflow',
  method: 'GET',
  path: '/admin/call-checks',
  summary:
    'Numbers of findings of each call: of its draft, or of what is live. Ask again while there are more to count.',
  reply: z.strictObject({
    data: z.array(
      z.strictObject({ id: z.number().int(), errors: z.number().int(), warnings: z.number().int() }),
    ),
    /** Whether calls are missing that were not checked yet. */
    more: z.boolean(),
  }),
  refusals: [],
  heavy: true,
});

export const createCall = endpoint({
  kind: 'json',
  changes: 'organisation',
  access: 'change_calls',
  time: 'workflow',
  method: 'POST',
  path: '/admin/calls',
  summary:
    'Creates a call that nobody sees until it is published. Its draft is made from a template, or from parts of another call as that is published.',
  body: z.strictObject({
    ...newCallName,
    from: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('template'), template: z.enum(callTemplates) }),
      z.strictObject({
        kind: z.literal('copy'),
        /** The call whose published version is copied. */
        call: z.int().min(1).max(2_147_483_647),
        parts: z.array(z.enum(copiedParts)).max(copiedParts.length),
      }),
    ]),
  }),
  reply: z.strictObject({
    id: z.number().int(),
    /** The parts of the copied call that the new one does not have. */
    leftOut: z.array(z.enum(leftOutOfCopy)),
  }),
  refusals: ['not_found', 'call_never_published', 'call_exists', 'call_numbers_used'],
});
