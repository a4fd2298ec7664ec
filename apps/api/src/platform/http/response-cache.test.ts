import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type EncodedResponse, encodeResponse } from './encoded-response.ts';
import { createResponseCache } from './response-cache.ts';

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = (ms: number) => new Date(noon.getTime() + ms);

/** A keeper whose changes and makings a test holds in its hand. */
function keeper() {
  const versions = { calls: 0, options: 0, organisation: 0 };
  const kept = createResponseCache(async () => versions);
  let made = 0;
  const make = (until: Date | null, wait: Promise<unknown> = Promise.resolve()) => {
    return async () => {
      made += 1;
      const text = `number ${made}`;
      await wait;
      return { answer: await encodeResponse('text/plain', text), until };
    };
  };
  const words = (answer: EncodedResponse | null) => answer && String(answer.plain);
  return { versions, kept, make, words, count: () => made };
}

it('is made once, until one of its topics changes or its time is over', async () => {
  const { versions, kept, make, words } = keeper();
  const at = async (now: Date) => words(await kept.take('calls', ['calls'], () => now, make(later(10))));
  expect([await at(noon), await at(later(9))]).toEqual(['number 1', 'number 1']);
  expect([await at(later(10))]).toEqual(['number 2']);
  versions.options += 1;
  expect(words(await kept.take('calls', ['calls'], () => noon, make(null)))).toBe('number 2');
  versions.calls += 1;
  expect(words(await kept.take('calls', ['calls'], () => noon, make(null)))).toBe('number 3');
  expect(words(await kept.take('other', ['calls', 'options'], () => noon, make(null)))).toBe('number 4');
});

it('of many who come after a change one makes it, and all have it', async () => {
  const { versions, kept, make, words, count } = keeper();
  let go = (): void => {};
  const wait = new Promise<void>((done) => {
    go = done;
  });
  const take = () => kept.take('calls', ['calls'], () => noon, make(null, wait));
  const before = Array.from({ length: 50 }, take);
  await setImmediate();
  versions.calls += 1;
  const after = Array.from({ length: 50 }, take);
  await setImmediate();
  go();
  expect(new Set((await Promise.all(before)).map(words))).toEqual(new Set(['number 1']));
  expect(new Set((await Promise.all(after)).map(words))).toEqual(new Set(['number 2']));
  expect([words(await take()), count()]).toEqual(['number 2', 2]);
});

it('keeps neither what is not there nor a failure, and no more than a hundred', async () => {
  const { kept, make, words } = keeper();
  const take = (name: string, how = make(null)) => kept.take(name, ['calls'], () => noon, how);
  expect(
    await kept.take(
      'calls',
      ['calls'],
      () => noon,
      async () => null,
    ),
  ).toBe(null);
  await expect(
    kept.take(
      'calls',
      ['calls'],
      () => noon,
      async () => {
        throw new Error('away');
      },
    ),
  ).rejects.toThrow('away');
  expect(words(await take('calls'))).toBe('number 1');
  for (let at = 2; at <= 300; at += 1) await take(`list ${at}`);
  expect([words(await take('calls')), words(await take('list 300'))]).toEqual(['number 1', 'number 300']);
  await take('list 301');
  expect(words(await take('calls'))).toBe('number 302');
});
