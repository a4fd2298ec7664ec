import { startWords } from '@clearcall/ui/kit/words.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { expect, test } from 'vitest';
import { codeOf, wordsOf } from './failure-words.ts';

await startWords(['frame', 'parts', 'account'], 'en');

const failure = (code: string, ...messages: string[]) =>
  new CallError({ status: 401, code, messages, body: null });

test('says what the server said, and nothing of the bare word of the protocol', () => {
  expect([
    wordsOf(failure('wrong_credentials', 'Wrong e-mail or password.')),
    wordsOf(failure('invalid_input', 'One', 'Two')),
    wordsOf(failure('unauthorized', 'Unauthorized')),
    wordsOf(new Error('a fault of ours')),
  ]).toEqual(['Wrong e-mail or password.', 'One. Two', '', 'Something went wrong']);
});

test('knows the code of a refusal', () => {
  expect([codeOf(failure('account_locked', 'Locked')), codeOf(new Error('other'))]).toEqual([
    'account_locked',
    '',
  ]);
});
