import { instant } from '@clearcall/domain/calls/call.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { numericId } from './values.ts';

export const followCallDraft = endpoint({
  kind: 'events',
  changes: 'nothing',
  access: 'read_calls',
  time: 'workflow',
  method: 'GET',
  path: '/admin/calls/:id/draft/events',
  summary:
    'The state of the draft of a call and who else has it open, now and whenever they change. Open it again when it ends: its first events are the present ones.',
  params: z.strictObject({ id: numericId }),
  reply: z.strictObject({
    draft: z.strictObject({
      /** Of the last edit. */
      revision: z.number().int(),
      /** Whether the draft differs from what is live. False after it was published or discarded. */
      isDraft: z.boolean(),
      /** Whether a publication of it waits. */
      isPlanned: z.boolean(),
    }),
    people: z.array(
      z.strictObject({
        id: z.number().int(),
        name: z.string(),
        /** When they opened it. */
        since: instant,
      }),
    ),
  }),
  refusals: ['not_found'],
});
