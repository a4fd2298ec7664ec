import { expect, it } from 'vitest';
import { loggedInAnew, shownAt, takesPasswords } from './sign-in-ways.ts';

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
  expect(judged.map((authTime) => loggedInAnew(at(authTime), sentAt, later))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(loggedInAnew(undefined, sentAt, later)).toBe(false);
});

it('takes no time that has not come yet, such as one in milliseconds, for a login', () => {
  const hourAgo = at('2026-11-21T11:00:00Z');
  for (const authTime of [hourAgo * 1_000, at('2026-11-21T12:01:01Z'), Number.MAX_VALUE]) {
    expect([loggedInAnew(authTime, now, now), shownAt(authTime, now)]).toEqual([false, null]);
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
