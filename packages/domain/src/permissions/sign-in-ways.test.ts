import { expect, it } from 'vitest';
import {
  decideNewIdentity,
  freshForMs,
  maxCodeAttempts,
  maxPasskeys,
  mayDropOne,
  passkeyStepMs,
  providerStepMs,
  reauthenticated,
  shownAt,
  takesPasswords,
} from './sign-in-ways.ts';

const now = new Date('2026-11-21T12:00:00.500Z');
const at = (text: string) => Date.parse(text) / 1_000;

it('takes a login at a provider as shown anew when it was made after one was sent there, by clocks a minute apart', () => {
  const judged = [
    '2026-11-21T12:00:30Z',
    '2026-11-21T11:59:01Z',
    '2026-11-21T11:59:00Z',
    '2026-11-21T08:00:00Z',
  ];
  const sentAt = now;
  const later = new Date(now.getTime() + 5 * 60_000);
  expect(judged.map((authTime) => reauthenticated(at(authTime), sentAt, later))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(reauthenticated(undefined, sentAt, later)).toBe(false);
});

it('allows the clock of a provider a minute either way, and not a millisecond more', () => {
  const from = new Date('2026-11-21T12:00:00.000Z');
  const until = new Date('2026-11-21T12:03:00.000Z');
  const judged = [
    '2026-11-21T11:58:59.999Z',
    '2026-11-21T11:59:00.000Z',
    '2026-11-21T12:04:00.000Z',
    '2026-11-21T12:04:00.001Z',
  ];
  expect(judged.map((authTime) => reauthenticated(at(authTime), from, until))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const known = ['2026-11-21T11:50:00.001Z', '2026-11-21T11:50:00.000Z', '2026-11-21T12:01:00.000Z'];
  expect(known.map((authTime) => shownAt(at(authTime), from)?.getTime() ?? null)).toEqual([
    Date.parse('2026-11-21T11:50:00.001Z'),
    null,
    from.getTime(),
  ]);
});

it('takes no time that has not come yet, such as one in milliseconds, for a login', () => {
  const hourAgo = at('2026-11-21T11:00:00Z');
  for (const authTime of [hourAgo * 1_000, at('2026-11-21T12:01:01Z'), Number.MAX_VALUE]) {
    expect([reauthenticated(authTime, now, now), shownAt(authTime, now)]).toEqual([false, null]);
  }
});

it('knows from a provider when somebody showed who they are, if it says so and it was within ten minutes', () => {
  const judged = [
    '2026-11-21T12:00:00Z',
    '2026-11-21T11:50:01Z',
    '2026-11-21T11:50:00Z',
    // Its clock is ahead.
    '2026-11-21T12:01:00Z',
    '2026-11-21T12:01:01Z',
  ];
  expect(judged.map((authTime) => shownAt(at(authTime), now)?.toISOString() ?? null)).toEqual([
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T11:50:01.000Z',
    null,
    '2026-11-21T12:00:00.500Z',
    null,
  ]);
  expect(shownAt(undefined, now)).toBeNull();
});

it('takes passwords unless the organisation has providers in their place and the operator does not force them on', () => {
  const judged = [
    { passwordLogin: true, providers: 2, forced: false },
    { passwordLogin: false, providers: 0, forced: false },
    { passwordLogin: false, providers: 2, forced: true },
    { passwordLogin: false, providers: 2, forced: false },
  ];
  expect(judged.map(takesPasswords)).toEqual([true, true, true, false]);
});

it('lets a way to log in go while another one stays', () => {
  const none = { password: false, passkeys: 0, identities: 0 };
  const one = [
    { ...none, password: true },
    { ...none, passkeys: 1 },
    { ...none, identities: 1 },
  ];
  expect([none, ...one].map(mayDropOne)).toEqual([false, false, false, false]);
  const two = [
    { ...none, password: true, passkeys: 1 },
    { ...none, password: true, identities: 1 },
    { ...none, passkeys: 1, identities: 1 },
    { ...none, passkeys: 2 },
    { ...none, identities: 2 },
  ];
  expect(two.map(mayDropOne)).toEqual([true, true, true, true, true]);
});

it('joins a login at a provider to the active account of its proven address alone', () => {
  const claims = { firstName: 'Ana', lastName: 'Diaz', email: 'ana@example.org', emailProven: true };
  const holders = [{ status: 'active' }, { status: 'locked' }, { status: 'closed' }, undefined] as const;
  expect(holders.map((holder) => decideNewIdentity(claims, holder))).toEqual([
    'link',
    'register',
    'register',
    'register',
  ]);
  const unproven = { ...claims, emailProven: false };
  expect(holders.map((holder) => decideNewIdentity(unproven, holder))).toEqual([
    'register',
    'register',
    'register',
    'register',
  ]);
});

it('gives a proof and a round trip ten minutes, a passkey five, a code five attempts, an account twenty passkeys', () => {
  expect({ freshForMs, providerStepMs, passkeyStepMs, maxCodeAttempts, maxPasskeys }).toEqual({
    freshForMs: 600_000,
    providerStepMs: 600_000,
    passkeyStepMs: 300_000,
    maxCodeAttempts: 5,
    maxPasskeys: 20,
  });
});
