import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { beforeEach, expect, test } from 'vitest';
import { FileQueue, type StoredFile } from './file-queue.ts';

await startTexts(['frame', 'forms', 'setup'], 'en');

const file = (name: string) => new File(['x'], name);
const failure = (status: number) =>
  new CallError({ status, code: 'x', messages: [`The server says ${status}.`], body: {} });

/** Files on their way, each until the test answers. */
let sent: {
  name: string;
  key: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  answer: (outcome: Error | null) => void;
}[];
let taken: (readonly [string, string | null])[];
let refuses: string | null;
let queue: FileQueue;

beforeEach(() => {
  sent = [];
  taken = [];
  refuses = null;
  queue = new FileQueue({
    send: ({ name }, options) =>
      new Promise((resolve, reject) =>
        sent.push({
          name,
          ...options,
          answer: (error) => (error === null ? resolve({ filename: name } as StoredFile) : reject(error)),
        }),
      ),
    refusalOf: ({ name }) => (name.endsWith('.exe') ? 'No document.' : null),
    take: ({ filename }, { document }) => {
      if (refuses !== null) return refuses;
      taken.push([filename, document]);
      return null;
    },
  });
});
const settle = () => new Promise((resolve) => setTimeout(resolve));
const shown = () => queue.read().map(({ file: { name }, share, refusal }) => [name, share, refusal]);

test('sends files one after the other and refuses at once what is not worth it', async () => {
  queue.add([file('a.pdf'), file('b.exe'), file('c.pdf')], null);
  expect(shown()).toEqual([
    ['a.pdf', 0, null],
    ['b.exe', null, 'No document.'],
    ['c.pdf', null, null],
  ]);
  sent[0]?.onProgress(0.5);
  expect(shown()[0]).toEqual(['a.pdf', 0.5, null]);
  sent[0]?.answer(null);
  await settle();
  expect(taken).toEqual([['a.pdf', null]]);
  expect(queue.isBusy()).toBe(true);
  sent[1]?.answer(null);
  await settle();
  expect(sent.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
  expect(shown()).toEqual([['b.exe', null, 'No document.']]);
  expect(queue.isBusy()).toBe(false);
});

test('goes on after a refusal, and sends a file again under its key only if nobody answered', async () => {
  queue.add([file('a.pdf'), file('b.pdf')], null);
  sent[0]?.answer(failure(503));
  await settle();
  sent[1]?.answer(failure(422));
  await settle();
  expect(queue.read().map(({ refusal, mayRetry }) => [refusal, mayRetry])).toEqual([
    ['The server says 503.', true],
    ['The server says 422.', false],
  ]);
  queue.retry(queue.read()[0]?.key ?? '');
  expect(sent[2]).toMatchObject({ name: 'a.pdf', key: sent[0]?.key });
  sent[2]?.answer(null);
  await settle();
  expect(taken).toEqual([['a.pdf', null]]);
});

test('keeps a file that the draft cannot take, with the reason', async () => {
  refuses = 'Too many.';
  queue.add([file('a.pdf')], null);
  sent[0]?.answer(null);
  await settle();
  expect(shown()).toEqual([['a.pdf', 0, 'Too many.']]);
});

test('a file that is stopped does not arrive, and a second one for a document takes its place', async () => {
  queue.add([file('a.pdf'), file('more.pdf')], 'terms');
  expect(shown()).toHaveLength(1);
  queue.add([file('b.pdf')], 'terms');
  expect(sent[0]?.signal.aborted).toBe(true);
  // It had arrived before it was stopped.
  sent[0]?.answer(null);
  await settle();
  sent[1]?.answer(null);
  await settle();
  expect(taken).toEqual([['b.pdf', 'terms']]);

  queue.add([file('c.pdf')], null);
  queue.remove(queue.read()[0]?.key ?? '');
  expect(sent[2]?.signal.aborted).toBe(true);
  sent[2]?.answer(failure(0));
  await settle();
  expect(shown()).toEqual([]);
});
