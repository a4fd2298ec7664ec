import { expect, test } from 'vitest';
import { startTexts } from '../kit/text/translate.ts';
import { isOffline, offlineError, refusalOf, sentenceOf } from './call-error.ts';

await startTexts(['frame', 'parts', 'account'], 'en');

test('says what the server says, lists joined', () => {
  expect(refusalOf(422, { code: 'weak_password', message: 'Too short' }).message).toBe('Too short');
  const many = refusalOf(400, {
    code: 'invalid_input',
    message: ['First Name is required', 'Last Name is required'],
  });
  expect(many.message).toBe('First Name is required. Last Name is required');
  expect(many.code).toBe('invalid_input');
  // Sentences that end as sentences do are joined without a second full stop.
  const whole = refusalOf(400, { message: ['First Name is required.', 'Invalid E-mail Address.'] });
  expect(whole.message).toBe('First Name is required. Invalid E-mail Address.');
});

test('has words where the server has none', () => {
  expect(refusalOf(404, null).message).toBe('Not found');
  expect(refusalOf(502, '<html>').message).toBe('Something went wrong');
  expect(refusalOf(500, { message: '' }).message).toBe('Something went wrong');
});

test('what our own code throws is not for readers', () => {
  const ours = new TypeError("Cannot read properties of undefined (reading 'input')");
  expect([ours, 'x', null].map((error) => sentenceOf(error))).toEqual([
    'Something went wrong',
    'Something went wrong',
    'Something went wrong',
  ]);
  expect(sentenceOf(ours, 'The file could not be uploaded.')).toBe('The file could not be uploaded.');
  expect(sentenceOf(refusalOf(422, { message: 'Too short' }))).toBe('Too short');
});

test('a broken connection is a failure of its own', () => {
  expect(isOffline(offlineError())).toBe(true);
  expect(isOffline(refusalOf(503, null))).toBe(false);
});
