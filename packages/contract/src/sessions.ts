import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './values.ts';

export const listSessions = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/sessions',
  summary: 'Where one is logged in: the open sessions of both portals, the last used first.',
  changes: 'nothing',
  access: 'signed_in',
  reply: z.array(
    z.strictObject({
      id: uuid,
      app: z.enum(['user_portal', 'admin_portal']),
      /** Browser and system in the language of the reader, such as 'Firefox on Windows'. */
      device: z.string(),
      openedAt: z.string(),
      /** To a quarter of an hour: when its access token was last renewed. */
      lastUsedAt: z.string(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
  refusals: [],
});

export const endSession = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/users/sessions/:id',
  summary: 'Ends one of the own sessions: its next request is refused.',
  changes: 'accounts',
  access: 'signed_in',
  params: z.strictObject({ id: uuid }),
  reply: done,
  refusals: ['not_found'],
});

export const endOtherSessions = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/users/sessions',
  summary: 'Ends all own sessions but the one that asks.',
  changes: 'accounts',
  access: 'signed_in',
  reply: z.strictObject({ ended: z.number().int() }),
  refusals: [],
});
