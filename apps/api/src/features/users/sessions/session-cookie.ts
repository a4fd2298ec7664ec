import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import { cookieNames, isSecure } from './cookie-names.ts';
import { refreshLifetimeMs } from './open-session.ts';

/** One cookie per portal, so that both can be open side by side. */
const namesOf = (app: Portal) => cookieNames(`clearcall_${app}`);

function attributes(config: Config) {
  return { path: '/api/users', httpOnly: true, sameSite: 'strict', secure: isSecure(config) } as const;
}

/** The refresh token that this browser holds for a portal; null when there is none of our form. */
export function readSessionCookie(request: FastifyRequest, app: Portal): string | null {
  const { secure, plain } = namesOf(app);
  // Whoever was logged in when the names got their prefix stays so: the next token has the new name.
  const value = request.cookies[secure] ?? request.cookies[plain];
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** A cookie of the name without the prefix, which the one with it has replaced, goes. */
function clearReplaced(reply: FastifyReply, config: Config, app: Portal): void {
  const { plain } = namesOf(app);
  if (isSecure(config) && reply.request.cookies[plain] !== undefined)
    reply.clearCookie(plain, attributes(config));
}

export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  app: Portal,
  refreshToken: string,
): void {
  reply.setCookie(namesOf(app).of(config), refreshToken, {
    ...attributes(config),
    maxAge: refreshLifetimeMs / 1000,
  });
  clearReplaced(reply, config, app);
}

export function clearSessionCookie(reply: FastifyReply, config: Config, app: Portal): void {
  reply.clearCookie(namesOf(app).of(config), attributes(config));
  clearReplaced(reply, config, app);
}
