import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../platform/http/bind.ts';
import { createTally } from './tally.ts';

/**
 * Guessing passwords is slowed, nobody is locked out. From one address, an account takes five wrong passwords; after
 * that each further one doubles the wait, up to a minute. Whoever comes from elsewhere does not notice, except that an
 * account under attack from many addresses takes a second longer to log in to.
 */
const freeFailures = 5;
const mostWaitMs = 60_000;
const attackFailures = 50;
const attackPauseMs = 1_000;

/** Mails that strangers can cause: so many of each kind an hour to one address. */
const mailsPerHour = 5;

interface Tallies {
  ofPair: ReturnType<typeof createTally>;
  ofAccount: ReturnType<typeof createTally>;
  ofMails: ReturnType<typeof createTally>;
}
const talliesOf = new WeakMap<Platform, Tallies>();

function tallies(platform: Platform): Tallies {
  const known = talliesOf.get(platform);
  if (known) return known;
  const made = {
    ofPair: createTally(15 * 60_000),
    ofAccount: createTally(3_600_000),
    ofMails: createTally(3_600_000),
  };
  talliesOf.set(platform, made);
  return made;
}

const accountKey = (email: string) => email.trim().toLowerCase();
const pairKey = (email: string, ip: string) => `${ip} ${accountKey(email)}`;

/** Milliseconds until the next password may be tried for this account from this address; 0: now. */
export function loginWaitMs(platform: Platform, email: string, ip: string, now: Date): number {
  const { count, lastAt } = tallies(platform).ofPair.read(pairKey(email, ip), now);
  if (count < freeFailures || lastAt === null) return 0;
  const waitMs = Math.min(mostWaitMs, 1_000 * 2 ** (count - freeFailures));
  return Math.max(0, lastAt.getTime() + waitMs - now.getTime());
}

/** Counts an attempt before its password is judged, so that many at once do not slip through; success forgets it. */
export async function noteLoginAttempt(
  platform: Platform,
  email: string,
  ip: string,
  now: Date,
): Promise<void> {
  const { ofPair, ofAccount } = tallies(platform);
  const underAttack = ofAccount.read(accountKey(email), now).count >= attackFailures;
  ofPair.add(pairKey(email, ip), now);
  ofAccount.add(accountKey(email), now);
  if (underAttack) await pause(attackPauseMs);
}

/** The right person was here: the account's failures from this address are forgotten. */
export function forgetLoginAttempts(platform: Platform, email: string, ip: string): void {
  tallies(platform).ofPair.clear(pairKey(email, ip));
}

/** Whether one more mail of a kind may be caused to this address; counts it. More are dropped in silence. */
export function mayMail(
  platform: Platform,
  kind: 'registration' | 'human_code_requested' | 'confirmation_requested' | 'password_reset_requested',
  email: string,
  now: Date,
): boolean {
  const { ofMails } = tallies(platform);
  const key = `${kind} ${accountKey(email)}`;
  ofMails.add(key, now);
  return ofMails.read(key, now).count <= mailsPerHour;
}
