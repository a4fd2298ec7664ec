import { expect, test } from 'vitest';
import { isOffline, offlineError, refusalOf } from './call-error.ts';

test('says what the server says, lists joined', () => {
  expect(refusalOf(422, { code: 'weak_password', message: 'Too short' }).message).toBe('Too short');
  const many = refusalOf(400, {
    code: 'invalid_input',
    message: ['First Name is required', 'Last Name is required'],
  });
  expect(many.message).toBe('First Name is required. Last Name is required');
  expect(many.code).toBe('invalid_input');
});

test('has words where the server has none', () => {
  expect(refusalOf(404, null).message).toBe('Not found');
  expect(refusalOf(502, '<html>').message).toBe('Something went wrong');
  expect(refusalOf(500, { message: '' }).message).toBe('Something went wrong');
});

test('a broken connection is a failure of its own', () => {
  expect(isOffline(offlineError())).toBe(true);
  expect(isOffline(refusalOf(503, null))).toBe(false);
});
