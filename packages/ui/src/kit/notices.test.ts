import { beforeEach, expect, test } from 'vitest';
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
