import type { AccountStatus } from '../people/account-status.ts';
import type { Role } from '../people/roles.ts';
import { mayUsePortal, type Portal } from './portals.ts';

/** How long a refresh token that was just replaced still answers with its successor: two tabs, a lost answer. */
export const refreshGraceMs = 10_000;

/** A refresh token as stored, with its owner. */
export interface StoredSession {
  app: Portal;
  role: Role;
  status: AccountStatus;
  expiresAt: Date;
  replacedAt: Date | null;
  /** When the token that took its place was replaced in its turn. */
  successorReplacedAt: Date | null;
  endedAt: Date | null;
}

/**
 * What becomes of a refresh token that is shown. `rotate`: a successor takes its place. `repeat`: it was replaced just
 * now, the same successor answers. `end_family`: it was replaced long ago, or its successor has been used, so two
 * people hold it, and nobody may go on. `portal_forbidden`: the role changed since. `refuse`: it is over. Source:
 * Requirements 1, 10.10, 10.11 and 10.12.
 */
export function decideRefresh(
  session: StoredSession,
  now: Date,
): 'rotate' | 'repeat' | 'end_family' | 'portal_forbidden' | 'refuse' {
  if (session.endedAt !== null || session.expiresAt <= now || session.status !== 'active') return 'refuse';
  const replacedForMs = session.replacedAt === null ? null : now.getTime() - session.replacedAt.getTime();
  const used = session.successorReplacedAt !== null;
  if (replacedForMs !== null && (used || replacedForMs > refreshGraceMs)) return 'end_family';
  if (!mayUsePortal(session.app, session.role)) return 'portal_forbidden';
  return replacedForMs === null ? 'rotate' : 'repeat';
}
