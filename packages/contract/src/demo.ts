import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const listKeptMails = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/demo/mails',
  summary: 'Mails that were kept instead of sent, newest first.',
  changes: 'nothing',
  access: 'demo',
  query: z.strictObject({ to: z.string().max(254).optional() }),
  reply: z.array(
    z.strictObject({
      id: z.uuid(),
      to: z.string(),
      from: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      /** What mail programs act on, as it would be sent. */
      headers: z.record(z.string(), z.string()),
      sentAt: z.string(),
    }),
  ),
  refusals: [],
});

export const openHealth = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/health',
  summary: 'Whether the portal lives and can answer.',
  changes: 'nothing',
  access: 'public',
  reply: z.strictObject({
    live: z.literal(true),
    ready: z.boolean(),
    version: z.string(),
    /** waiting: a mail was tried and has not left for ten minutes; none is lost. */
    mails: z.enum(['flowing', 'waiting']).optional(),
    /** waiting: a job has been due for ten minutes and no process has begun it. */
    jobs: z.enum(['going', 'waiting']).optional(),
    /** kept: the stored settings of the organisation cannot be read; those read before stay, and nothing is deleted. */
    settings: z.enum(['read', 'kept']).optional(),
  }),
  refusals: ['unavailable'],
});
