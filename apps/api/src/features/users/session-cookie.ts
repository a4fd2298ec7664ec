import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { refreshLifetimeMs } from './open-session.ts';

/** One cookie per portal, so that both can be open side by side. */
const cookieName = (app: Portal) => `clearcall_${app}`;

function attributes(config: Config) {
  return {
    path: '/api/users',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
  } as const;
}

/** The refresh token that this browser holds for a portal; null when there is none of our form. */
export function readSessionCookie(request: FastifyRequest, app: Portal): string | null {
  const value = request.cookies[cookieName(app)];
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  app: Portal,
  refreshToken: string,
): void {
  reply.setCookie(cookieName(app), refreshToken, {
    ...attributes(config),
    maxAge: refreshLifetimeMs / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply, config: Config, app: Portal): void {
  reply.clearCookie(cookieName(app), attributes(config));
}
