import type { refreshSession as endpoint } from '@clearcall/contract/users.ts';
import { decideRefresh, refreshGraceMs } from '@clearcall/domain/permissions/sessions.ts';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { endSessions } from './end-sessions.ts';
import { newSession, type SessionTokens, sessionUser, sessionUserColumns } from './open-session.ts';
import { openSuccessor, sealSuccessor } from './seal.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

type Endpoint = typeof endpoint;

/**
 * The token with its owner, read once the owner is held: of two refreshes at once the second one sees the first one's
 * work, and what ended the session meanwhile is seen too.
 */
async function loadSessionForRefresh(tx: Db, token: string) {
  const hash = tokenHash(token);
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (of) => of.selectFrom('sessions').select('user_id').where('refresh_hash', '=', hash))
    .forNoKeyUpdate()
    .execute();
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('sessions as successor', 'successor.id', 'sessions.successor_id')
    .select([
      ...sessionUserColumns,
      'users.status',
      'sessions.id as sessionId',
      'sessions.family_id',
      'sessions.app',
      'sessions.expires_at',
      'sessions.replaced_at',
      'sessions.ended_at',
      'sessions.successor_sealed',
      'sessions.opened_at',
      'sessions.device',
      'successor.access_expires_at as successor_access_expires_at',
      'successor.replaced_at as successor_replaced_at',
    ])
    .where('sessions.refresh_hash', '=', hash)
    .executeTakeFirst();
}

type Held = NonNullable<Awaited<ReturnType<typeof loadSessionForRefresh>>>;

/** Puts a successor in the place of a token, and forgets the sealed successors whose grace is over. */
async function rotate(tx: Db, held: Held, token: string, newId: string, now: Date) {
  const { tokens, row } = newSession(
    {
      id: newId,
      familyId: held.family_id,
      userId: held.id,
      app: held.app,
      device: held.device,
      openedAt: held.opened_at,
    },
    now,
  );
  await tx
    .with('successor', (db) => db.insertInto('sessions').values(row))
    .with('forgotten', (db) =>
      db
        .updateTable('sessions')
        .set({ successor_sealed: null })
        .where('family_id', '=', held.family_id)
        .where('successor_sealed', 'is not', null)
        .where('replaced_at', '<', new Date(now.getTime() - refreshGraceMs)),
    )
    .updateTable('sessions')
    .set({ replaced_at: now, successor_id: row.id, successor_sealed: sealSuccessor(token, tokens) })
    .where('id', '=', held.sessionId)
    .execute();
  return { tokens, accessExpiresAt: row.access_expires_at };
}

/** The successor that took a token's place a moment ago, once more. */
function repeat(held: Held, token: string) {
  if (held.successor_access_expires_at === null || held.successor_sealed === null) return null;
  return {
    tokens: openSuccessor(token, held.successor_sealed),
    accessExpiresAt: held.successor_access_expires_at,
  };
}

type Renewed = { tokens: SessionTokens; accessExpiresAt: Date; held: Held };

async function renew(
  tx: Db,
  token: string,
  { body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Renewed | Refusal> {
  const held = await loadSessionForRefresh(tx, token);
  if (held === undefined || held.app !== body.app) return refuse('unauthorized');
  const decision = decideRefresh(
    {
      app: held.app,
      role: held.role,
      status: held.status,
      expiresAt: held.expires_at,
      replacedAt: held.replaced_at,
      successorReplacedAt: held.successor_replaced_at,
      endedAt: held.ended_at,
    },
    now,
  );
  const family = { userId: held.id, family: { is: '=', id: held.family_id } } as const;
  switch (decision) {
    case 'rotate':
      return { ...(await rotate(tx, held, token, platform.newId(), now)), held };
    case 'repeat': {
      const successor = repeat(held, token);
      return successor === null ? refuse('unauthorized') : { ...successor, held };
    }
    case 'end_family':
      await endSessions(tx, family, now);
      platform.log.warn(
        { userId: held.id },
        'a replaced refresh token was shown again: its session was ended',
      );
      return refuse('unauthorized');
    case 'portal_forbidden':
      await endSessions(tx, family, now);
      return refuse('portal_forbidden');
    case 'refuse':
      return refuse('unauthorized');
  }
}

/**
 * Exchanges the refresh cookie for a new access token and a new cookie. Source: Requirements 1, 10.10, 10.11 and 10.12.
 */
export async function refreshSession(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { body, now, reply, request } = call;
  const token = readSessionCookie(request, body.app);
  const renewed =
    token === null
      ? refuse('unauthorized')
      : await platform.db.transaction().execute((tx) => renew(tx, token, call, platform));
  if ('refused' in renewed) {
    clearSessionCookie(reply, platform.config, body.app);
    return renewed;
  }
  setSessionCookie(reply, platform.config, body.app, renewed.tokens.refresh);
  return {
    token: renewed.tokens.access,
    expiresInS: Math.max(0, Math.floor((renewed.accessExpiresAt.getTime() - now.getTime()) / 1_000)),
    user: sessionUser(renewed.held),
  };
}
