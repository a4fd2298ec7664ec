import { expect, test } from 'vitest';
import { startTexts } from '../kit/text/translate.ts';
import { CallError, codeOf, failureText } from './call-error.ts';

await startTexts(['frame', 'parts', 'account'], 'en');

const failure = (code: string, ...messages: string[]) =>
  new CallError({ status: 401, code, messages, body: null });

test('says what the server said, and nothing of the bare word of the protocol', () => {
  expect([
    failureText(failure('wrong_credentials', 'Wrong e-mail or password.')),
    failureText(failure('invalid_input', 'One', 'Two')),
    failureText(failure('unauthorized', 'Unauthorized')),
    failureText(new Error('a fault of ours')),
  ]).toEqual(['Wrong e-mail or password.', 'One. Two', '', 'Something went wrong']);
});

test('knows the code of a refusal', () => {
  expect([codeOf(failure('account_locked', 'Locked')), codeOf(new Error('other'))]).toEqual([
    'account_locked',
    '',
  ]);
});
