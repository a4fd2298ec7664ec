import { expect, it } from 'vitest';
import {
  changeEmailHours,
  confirmLinkHours,
  humanCodeMinutes,
  inviteDays,
  type MailedToken,
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
  const open = { usedAt: null, closedBy: null };
  expect(whyLinkIsClosed({ expiresAt: in1ms, ...open }, now)).toBeNull();
  expect(whyLinkIsClosed({ expiresAt: now, ...open }, now)).toBe('link_expired');
  expect(whyLinkIsClosed(undefined, now)).toBe('link_invalid');
});

it('says what closed it, and not that it is too late', () => {
  const usedAt = new Date('2026-11-21T12:00:00.000Z');
  const later = new Date(usedAt.getTime() + 7 * 86_400_000);
  for (const expiresAt of [usedAt, new Date(later.getTime() + 1)]) {
    const why = (closedBy: MailedToken['closedBy']) =>
      whyLinkIsClosed({ expiresAt, usedAt, closedBy }, later);
    expect([why('used'), why('password_changed'), why(null)]).toEqual([
      'link_used',
      'link_password_changed',
      'link_invalid',
    ]);
  }
});
