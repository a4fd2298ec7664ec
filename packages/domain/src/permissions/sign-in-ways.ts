import type { AccountStatus } from '../people/account-status.ts';

/** How long somebody who has just shown who they are may change the ways to log in. */
export const freshForMs = 10 * 60_000;

/** How long a round trip to an identity provider, or the page that makes an account after it, may take. */
export const providerStepMs = 10 * 60_000;

/** How long the challenge of a passkey can be answered. */
export const passkeyStepMs = 5 * 60_000;

/** Attempts at one mailed code or recovery code before the step that it belongs to ends. */
export const maxCodeAttempts = 5;

/** Passkeys of one account. */
export const maxPasskeys = 20;

/** The ways to log in that an account has. */
export interface SignInWays {
  /** It has a password, and passwords are taken. */
  password: boolean;
  passkeys: number;
  /** Logins at identity providers that are set up here. */
  identities: number;
}

/** Whether one passkey or identity may go: something to log in with must stay. */
export function mayDropOne(ways: SignInWays): boolean {
  return Number(ways.password) + ways.passkeys + ways.identities > 1;
}

/**
 * Whether passwords open accounts. An organisation that switched them off has identity providers in their place; with
 * none set up nobody could come in, so they are taken then. `forced` is the operator's way back in.
 */
export function takesPasswords(of: { passwordLogin: boolean; providers: number; forced: boolean }): boolean {
  return of.passwordLogin || of.providers === 0 || of.forced;
}

/** How far the clock of a provider may be from ours. */
const clockLeewayMs = 60_000;

/**
 * Whether somebody logged in at an identity provider after they were sent there at `sentAt`. `authTime` is what its ID
 * token says, in seconds. A login that was open there before shows nothing of who sits at the device now, and neither
 * does a provider that does not say when, or names a time that has not come yet. Source: OpenID Connect Core 1.0, sections 2 (auth_time) and 3.1.2.1 (max_age).
 */
export function reauthenticated(authTime: number | undefined, sentAt: Date, now: Date): boolean {
  const atMs = (authTime ?? Number.NaN) * 1_000;
  return atMs >= sentAt.getTime() - clockLeewayMs && atMs <= now.getTime() + clockLeewayMs;
}

/** When somebody who comes from an identity provider has shown there who they are, if it says so and it was just now. */
export function shownAt(authTime: number | undefined, now: Date): Date | null {
  if (authTime === undefined) return null;
  const ageMs = now.getTime() - authTime * 1_000;
  return ageMs < freshForMs && ageMs >= -clockLeewayMs ? new Date(now.getTime() - Math.max(0, ageMs)) : null;
}

/** What an identity provider says of a person; empty where it says nothing. */
export interface Claims {
  firstName: string;
  lastName: string;
  email: string;
  /** The address was verified by a provider that is trusted with it. */
  emailProven: boolean;
}

/**
 * What becomes of a login at an identity provider that no account knows yet. `link`: it joins the active account of the
 * proven address. `register`: its owner is asked for names and consent first; a locked account of the address is
 * treated like none, because nobody has shown yet that it is theirs.
 */
export function decideNewIdentity(
  claims: Claims,
  holder: { status: AccountStatus } | undefined,
): 'link' | 'register' {
  return claims.emailProven && holder?.status === 'active' ? 'link' : 'register';
}
