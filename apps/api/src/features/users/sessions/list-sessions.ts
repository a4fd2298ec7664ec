import type { listSessions as endpoint } from '@clearcall/contract/sessions.ts';
import { deviceMessage } from '@clearcall/domain/people/device.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';

type Endpoint = typeof endpoint;

/** A family is open as long as its last token is; that one's birth is when the session was last used. */
export async function listSessions(
  { actor, now, translator }: Call<Endpoint>,
  { db }: Platform,
): Promise<Outcome<Endpoint>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'family_id', 'app', 'device', 'opened_at', 'created_at'])
    .where('user_id', '=', actor.userId)
    .where('ended_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.family_id,
    app: row.app,
    device: translator.translate(deviceMessage(row.device)),
    openedAt: row.opened_at.toISOString(),
    lastUsedAt: row.created_at.toISOString(),
    current: row.family_id === actor.familyId,
  }));
}
