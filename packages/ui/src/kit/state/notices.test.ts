import { beforeEach, expect, expectTypeOf, test } from 'vitest';
import { clearNotices, closeNotice, currentNotices, notify } from './notices.ts';

beforeEach(clearNotices);

test('the same message collapses into one', () => {
  notify({ type: 'error', sent: 'Not found' });
  notify({ type: 'error', sent: 'Not found' });
  notify({ type: 'success', sent: 'Profile saved successfully' });
  expect(currentNotices().shown.map(({ type, message, times }) => [type, message, times])).toEqual([
    ['error', 'Not found', 2],
    ['success', 'Profile saved successfully', 1],
  ]);
});

test('a notice keeps how its sentence is drawn', () => {
  const draw = (sentence: string) => sentence;
  notify({ type: 'warning', sent: 'Review fehlt', draw });
  expect(currentNotices().shown.map((notice) => notice.draw)).toEqual([draw]);
});

test('a closed notice stays among the recent ones', () => {
  notify({ type: 'info', sent: 'Saved' });
  const [notice] = currentNotices().shown;
  closeNotice(notice?.id ?? 0);
  expect(currentNotices().shown).toEqual([]);
  expect(currentNotices().recent.map(({ message }) => message)).toEqual(['Saved']);
});

test('words that are neither of the catalogue nor sent by the API are no message', () => {
  const plain = { type: 'info', message: 'Saved' } as const;
  const sent = { type: 'info', sent: 'Saved' } as const;
  expectTypeOf(plain).not.toExtend<Parameters<typeof notify>[0]>();
  expectTypeOf(sent).toExtend<Parameters<typeof notify>[0]>();
  clearNotices();
  notify(sent);
  expect(currentNotices().shown.map(({ message }) => message)).toEqual(['Saved']);
});
