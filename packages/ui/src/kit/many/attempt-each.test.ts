import { expect, test } from 'vitest';
import { CallError, offlineError } from '../../session/call-error.ts';
import { startTexts, t } from '../text/translate.ts';
import { attemptEach } from './attempt-each.ts';

await startTexts(['frame', 'parts'], 'en');

const nameOf = (item: number) => `A${item}`;
const refusal = new CallError({ status: 409, code: 'not_open', messages: ['It is not open.'], body: null });

/** Sends to numbers: odd ones are carried out, even ones fail with `error`. */
const unlessEven = (error: unknown) => async (item: number) => {
  if (item % 2 === 0) throw error;
};

test('each of a part is sent at the same time, and named as done or with the reason why not', async () => {
  const begun: number[] = [];
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const attempt = attemptEach([1, 2, 3], nameOf, async (item) => {
    begun.push(item);
    await gate;
    await unlessEven(refusal)(item);
  });
  expect(begun).toEqual([1, 2, 3]);
  goOn();
  expect(await attempt).toEqual({ done: ['A1', 'A3'], notDone: [{ what: 'A2', why: 'It is not open.' }] });
});

test('an error of our own code stays in our words', async () => {
  expect(await attemptEach([2], nameOf, unlessEven(new Error('undefined is no object')))).toEqual({
    done: [],
    notDone: [{ what: 'A2', why: 'Something went wrong' }],
  });
});

test('a command without an answer may have been carried out, and the report says so', async () => {
  expect(await attemptEach([1, 2], nameOf, unlessEven(offlineError()))).toEqual({
    done: ['A1'],
    notDone: [{ what: 'A2', why: t('parts.many.unanswered') }],
  });
});

test('a refusal is an answer: what comes next is sent', async () => {
  expect(await attemptEach([2], nameOf, unlessEven(refusal))).not.toBeNull();
});

test('if no command of a part was answered there is no attempt to report', async () => {
  expect(await attemptEach([2, 4], nameOf, unlessEven(offlineError()))).toBeNull();
});
