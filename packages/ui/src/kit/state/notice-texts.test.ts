import { beforeEach, expect, test } from 'vitest';
import { startTexts } from '../text/translate.ts';
import { noticeTexts } from './notice-texts.ts';
import { clearNotices, closeNotice, currentNotices, notify } from './notices.ts';

await startTexts(['frame', 'parts', 'account'], 'en');

beforeEach(clearNotices);

/** What the page shows of a notice: its type, its words, and after how long it closes by itself. */
function shown(what: Parameters<typeof notify>[0]): unknown[] {
  clearNotices();
  notify(what);
  return currentNotices().shown.map(({ type, message, closesAfterMs }) => [type, message, closesAfterMs]);
}

test.each([
  ['passwordChanged', 'Password changed, you can login!', 3000],
  ['profileSaved', 'Profile saved successfully', 3000],
  ['passwordUpdated', 'Password updated successfully', 3000],
  ['confirmationSent', 'Confirmation email sent', 3000],
  ['emailUpdated', 'We have updated your email, you can login!', 3000],
  ['accountConfirmed', 'We have confirmed your account, you can login!', 3000],
  ['passwordSaved', 'Password saved, you can login!', 3000],
  [
    'reportRequested',
    'The applications report will be sent to your email address. This could take up to 5 minutes.',
    5000,
  ],
] as const)('says the words of success: %s', (name, text, closesAfterMs) => {
  expect(shown(noticeTexts[name])).toEqual([['success', text, closesAfterMs]]);
});

test('there are four types; each closes after three seconds unless told, and can be closed', () => {
  for (const type of ['error', 'info', 'success', 'warning'] as const)
    expect(shown({ type, sent: type })).toEqual([[type, type, 3000]]);
  closeNotice(currentNotices().shown[0]?.id ?? 0);
  expect(currentNotices().shown).toEqual([]);
});

test("'Unauthorized' is never shown, nor kept", () => {
  notify({ type: 'error', sent: 'Unauthorized' });
  expect(currentNotices()).toEqual({ shown: [], recent: [] });
});
