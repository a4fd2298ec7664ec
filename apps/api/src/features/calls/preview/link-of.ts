import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The link with this token; undefined if it has expired, in the real time, whatever the time of the call is. */
export const linkOf = ({ db }: Platform, token: string, request: { receivedAt: Date }) =>
  db
    .selectFrom('call_previews')
    .select(['call_id', 'expires_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', request.receivedAt)
    .executeTakeFirst();
