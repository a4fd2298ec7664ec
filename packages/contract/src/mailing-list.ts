import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the mailed link carries. One that is not even of this shape is no link. */
const token = z.string().regex(/^[A-Za-z0-9_-]{40}$/);
const reply = z.strictObject({ onList: z.boolean() });

export const chooseMailingList = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/mailing-list',
  summary: 'Leaves the mailing list by the link of one of its mails, or comes back by the same link.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ token: z.string().max(200), accept: z.boolean() }),
  reply,
  refusals: ['link_invalid'],
  perMinute: 60,
});

export const leaveMailingList = endpoint({
  kind: 'form',
  method: 'POST',
  path: '/mailing-list/:token',
  summary: 'Leaves the mailing list; what mail programs send when their own button is pressed (RFC 8058).',
  changes: 'accounts',
  access: 'public',
  params: z.strictObject({ token }),
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
  reply,
  refusals: ['not_found', 'link_invalid'],
  // Programs of one provider come from few addresses, and for many people at once.
  perMinute: 1_200,
  bodyLimitBytes: 4_096,
});
