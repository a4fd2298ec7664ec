import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import { providerStepMs } from '@clearcall/domain/permissions/sign-in-ways.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressAtProvider, newRoundTrip } from '../../../platform/auth/openid.ts';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';
import type { Config, OidcProvider } from '../../../platform/config.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cookieNames, isSecure } from '../sessions/cookie-names.ts';
import { beginStep } from '../sign-in/sign-in-steps.ts';

const names = cookieNames('clearcall_provider');

/** The secret that binds what was begun with a provider to this browser; null when it has none of our form. */
export function browserOf(request: FastifyRequest): string | null {
  const value = request.cookies[names.secure] ?? request.cookies[names.plain];
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** Gives the browser its secret for a while, the same as before where it has one: two tabs may both be on their way. */
function markBrowser(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const browser = browserOf(request) ?? newToken();
  reply.setCookie(names.of(config), browser, {
    path: '/api/users',
    httpOnly: true,
    // Lax: it must come along when the provider sends the browser back.
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: (2 * providerStepMs) / 1_000,
  });
  return browser;
}

export const tripSchema = z.object({
  provider: z.string(),
  app: z.enum(['user_portal', 'admin_portal']),
  return: z.string(),
  /** The session that wants to add the login to its account, or with `again` to show with it who is there. */
  family: z.string().optional(),
  anew: z.boolean().optional(),
  browser: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});

/** What is kept of the browser's secret beside a step. */
export const browserHash = (browser: string): string => tokenHash(browser).toString('base64url');

/** Where a provider sends the browser back to. */
const callbackAddress = (config: Config, provider: OidcProvider): string =>
  `${config.publicUrl}/api/users/oidc/${provider.id}/callback`;

/** Begins a round trip to a provider and gives its address; null when the provider does not answer. */
export async function beginRoundTrip(
  platform: Platform,
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
  provider: OidcProvider,
  on: { app: Portal; return: string; by?: { userId: number; familyId: string }; anew?: true },
): Promise<string | null> {
  const trip = await newRoundTrip();
  const address = await addressAtProvider(
    provider,
    callbackAddress(platform.config, provider),
    trip,
    on.anew === true,
  );
  if (address === null) return null;
  const browser = markBrowser(request, reply, platform.config);
  const detail: z.output<typeof tripSchema> = {
    provider: provider.id,
    app: on.app,
    return: on.return,
    browser: browserHash(browser),
    nonce: trip.nonce,
    verifier: trip.verifier,
    ...(on.by === undefined ? {} : { family: on.by.familyId }),
    ...(on.anew === undefined ? {} : { anew: on.anew }),
  };
  await beginStep(
    platform.db,
    {
      key: trip.state,
      purpose: 'provider',
      detail,
      lifetimeMs: providerStepMs,
      ...(on.by === undefined ? {} : { userId: on.by.userId }),
    },
    now,
  );
  return address;
}

/** The login page of a portal with what it should say; from the address it takes only words of ours. */
export function loginPage(app: Portal, parameters: Record<string, string>): { location: string } {
  const base = app === 'admin_portal' ? '/admin/auth/login' : '/auth/login';
  return { location: `${base}?${new URLSearchParams(parameters)}` };
}
