import { expect, it } from 'vitest';
import {
  changeEmailHours,
  confirmLinkHours,
  humanCodeMinutes,
  inviteDays,
  resetLinkMinutes,
  whyLinkIsClosed,
} from './mailed-links.ts';

it('keeps a confirmation for 48 hours, a reset for one, an invitation for 14 days, a code for ten minutes', () => {
  expect({ confirmLinkHours, changeEmailHours, resetLinkMinutes, inviteDays, humanCodeMinutes }).toEqual({
    confirmLinkHours: 48,
    changeEmailHours: 48,
    resetLinkMinutes: 60,
    inviteDays: 14,
    humanCodeMinutes: 10,
  });
});

it('opens once, and until its time is over, to the millisecond', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const in1ms = new Date(now.getTime() + 1);
  expect(whyLinkIsClosed({ expiresAt: in1ms, usedAt: null }, now)).toBeNull();
  expect(whyLinkIsClosed({ expiresAt: now, usedAt: null }, now)).toBe('link_expired');
  expect(whyLinkIsClosed({ expiresAt: in1ms, usedAt: now }, now)).toBe('link_invalid');
  // Whoever used it once is not told that it is too late.
  expect(whyLinkIsClosed({ expiresAt: now, usedAt: now }, now)).toBe('link_invalid');
  expect(whyLinkIsClosed(undefined, now)).toBe('link_invalid');
});
