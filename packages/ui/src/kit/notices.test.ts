import { beforeEach, expect, test } from 'vitest';
import { noticeTexts } from './notice-texts.ts';
import { clearNotices, closeNotice, currentNotices, notify } from './notices.ts';

beforeEach(clearNotices);

test('the same message collapses into one', () => {
  notify({ type: 'error', message: 'Not found' });
  notify({ type: 'error', message: 'Not found' });
  notify({ type: 'success', message: 'Profile saved successfully' });
  expect(currentNotices().shown.map(({ type, message, times }) => [type, message, times])).toEqual([
    ['error', 'Not found', 2],
    ['success', 'Profile saved successfully', 1],
  ]);
});

test('a closed notice stays among the recent ones', () => {
  notify({ type: 'info', message: 'Saved' });
  const [notice] = currentNotices().shown;
  closeNotice(notice?.id ?? 0);
  expect(currentNotices().shown).toEqual([]);
  expect(currentNotices().recent.map(({ message }) => message)).toEqual(['Saved']);
});

test('closes by itself after three seconds unless told otherwise, whatever its kind', () => {
  for (const type of ['error', 'info', 'success', 'warning'] as const) notify({ type, message: type });
  notify({ type: 'info', message: 'long', closesAfterMs: 5000 });
  expect(currentNotices().shown.map(({ type, closesAfterMs }) => [type, closesAfterMs])).toEqual([
    ['error', 3000],
    ['info', 3000],
    ['success', 3000],
    ['warning', 3000],
    ['info', 5000],
  ]);
});

test("'Unauthorized' is never shown", () => {
  notify({ type: 'error', message: 'Unauthorized' });
  expect(currentNotices()).toEqual({ shown: [], recent: [] });
});

test('the texts are those of the specification', () => {
  expect(
    Object.fromEntries(Object.entries(noticeTexts).map(([name, { message }]) => [name, message])),
  ).toEqual(
    expect.objectContaining({
      passwordChanged: 'Password changed, you can login!',
      profileSaved: 'Profile saved successfully',
      passwordUpdated: 'Password updated successfully',
      confirmationSent: 'Confirmation email sent',
      emailUpdated: 'We have updated your email, you can login!',
      accountConfirmed: 'We have confirmed your account, you can login!',
      passwordSaved: 'Password saved, you can login!',
      reportRequested:
        'The applications report will be sent to your email address. This could take up to 5 minutes.',
    }),
  );
  expect(noticeTexts.reportRequested.closesAfterMs).toBe(5000);
});
