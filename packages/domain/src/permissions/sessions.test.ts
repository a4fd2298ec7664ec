import { expect, it } from 'vitest';
import { roleCodes } from '../people/roles.ts';
import { decideRefresh, refreshGraceMs, type StoredSession } from './sessions.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const held: StoredSession = {
  app: 'user_portal',
  role: 'user',
  status: 'active',
  expiresAt: ago(-1),
  replacedAt: null,
  successorReplacedAt: null,
  endedAt: null,
};
const decide = (more: Partial<StoredSession>) => decideRefresh({ ...held, ...more }, now);

it('lets a token be exchanged until its time is over, to the millisecond', () => {
  expect(decide({})).toBe('rotate');
  expect(decide({ expiresAt: now })).toBe('refuse');
});

it('answers the same for ten seconds after a token was replaced, and ends the family from then on', () => {
  expect(refreshGraceMs).toBe(10_000);
  const replaced = [0, 9_999, 10_000, 10_001].map((ms) => decide({ replacedAt: ago(ms) }));
  expect(replaced).toEqual(['repeat', 'repeat', 'repeat', 'end_family']);
});

it('ends the family for a token whose successor was used, however short that is ago', () => {
  const used = { replacedAt: ago(1), successorReplacedAt: now };
  expect([decide(used), decide({ ...used, endedAt: now })]).toEqual(['end_family', 'refuse']);
  expect(decide({ ...used, role: 'admin' })).toBe('end_family');
});

it('takes no token of a session that was ended, or of an account that is not active', () => {
  expect(decide({ endedAt: ago(1) })).toBe('refuse');
  expect([decide({ status: 'locked' }), decide({ status: 'closed' })]).toEqual(['refuse', 'refuse']);
  // What was ended stays so: it is no sign of a second holder.
  expect(decide({ endedAt: ago(1), replacedAt: ago(60_000) })).toBe('refuse');
});

it('takes no token for a portal that the role no longer opens, and tells a second holder before that', () => {
  const forbidden = (app: StoredSession['app'], replacedAt: Date | null) =>
    roleCodes.filter((role) => decide({ app, role, replacedAt }) === 'portal_forbidden');
  const administrators = ['admin', 'super_admin', 'eurohpc_admin'];
  expect(forbidden('user_portal', null)).toEqual(administrators);
  expect(forbidden('user_portal', ago(1))).toEqual(administrators);
  expect(forbidden('user_portal', ago(60_000))).toEqual([]);
  const others = roleCodes.filter((role) => role !== 'pro' && !administrators.includes(role));
  expect(forbidden('admin_portal', null)).toEqual(others);
});
