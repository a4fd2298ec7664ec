import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../kit/text/translate.ts';
import { closeSession, openSession } from './access-token.ts';
import { followEvents } from './follow-events.ts';

await startTexts(['frame'], 'en');

const user = {
  id: 7,
  email: 'admin@example.org',
  firstName: 'Ada',
  lastName: 'Zuse',
  role: 'admin',
  acceptMailingList: false,
  language: null,
} as const;

/** A stream that the page has opened. */
interface Opened {
  address: string;
  token: string | null;
  send: (text: string) => void;
  end: () => void;
  fail: () => void;
  isCut: () => boolean;
}

let opened: Opened[];
/** What the next requests are answered with in place of a stream. */
let answers: (number | 'unreachable')[];
let stop: () => void;
const heard: unknown[] = [];
let lost = 0;

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  answers = [];
  heard.length = 0;
  lost = 0;
  stop = () => undefined;
  openSession({ token: 'first', user });
  vi.stubGlobal('fetch', async (address: string, { headers, signal }: RequestInit) => {
    const answer = answers.shift();
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    if (answer !== undefined) return new Response('{"code":"x"}', { status: answer });
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    signal?.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined));
    opened.push({
      address,
      token: new Headers(headers).get('authorization'),
      send: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
      end: () => void writer.close(),
      fail: () => void writer.abort(new TypeError('network error')),
      isCut: () => signal?.aborted ?? false,
    });
    return new Response(readable);
  });
});
afterEach(() => {
  stop();
  closeSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const follow = () => {
  stop = followEvents(
    'GET /admin/calls/:id/draft/events',
    { params: { id: 7 } },
    { draft: (draft) => heard.push(draft), people: (people) => heard.push(people) },
    () => {
      lost += 1;
    },
  );
};
/** Lets what is on its way arrive, without letting time pass. */
const arrive = () => vi.advanceTimersByTimeAsync(0);
const last = () => opened.at(-1) as Opened;
const draft = (revision: number) => ({ revision, isDraft: true, isPlanned: false });
const event = (revision: number) => `event: draft\ndata: ${JSON.stringify(draft(revision))}\n\n`;

test('hears each event once it is whole, in whatever pieces it comes', async () => {
  follow();
  await arrive();
  expect(opened).toMatchObject([{ address: '/api/admin/calls/7/draft/events', token: 'Bearer first' }]);
  const text = `:\n\n${event(1)}event: unknown\ndata: {}\n\nevent: people\ndata: []\n\n`;
  for (const letter of text) last().send(letter);
  await arrive();
  expect(heard).toEqual([draft(1), []]);
});

test('opens the stream again at once when the server ends it', async () => {
  follow();
  await arrive();
  last().send(event(1));
  await arrive();
  last().end();
  await arrive();
  expect([opened.length, lost]).toEqual([2, 0]);
  last().send(event(2));
  await arrive();
  expect(heard).toEqual([draft(1), draft(2)]);
});

test('waits longer and longer while it cannot be opened, and ten seconds at most', async () => {
  answers = ['unreachable', 429, 503, 500, 'unreachable', 502];
  follow();
  const waits: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    await arrive();
    const before = answers.length;
    let waited = 0;
    while (answers.length === before && opened.length === 0) {
      await vi.advanceTimersByTimeAsync(500);
      waited += 500;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect([opened.length, lost]).toEqual([1, 6]);
});

test('opens it again when the connection breaks, or nothing comes any more', async () => {
  follow();
  await arrive();
  last().send(event(1));
  await arrive();
  last().fail();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([opened.length, lost]).toEqual([2, 1]);
  last().send(event(2));
  await vi.advanceTimersByTimeAsync(14_000);
  last().send(':\n\n');
  await vi.advanceTimersByTimeAsync(14_000);
  expect(last().isCut()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened[1]?.isCut()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([opened.length, lost]).toEqual([3, 2]);
});

test('does not hurry when streams end before they have said anything', async () => {
  follow();
  await arrive();
  last().end();
  await arrive();
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened).toHaveLength(2);
});

test('gives up on what is not there', async () => {
  answers = [404];
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toEqual([]);
});

test('waits for the next login when the session is over', async () => {
  answers = [401, 401];
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toEqual([]);
  openSession({ token: 'second', user });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened).toMatchObject([{ token: 'Bearer second' }]);
});

test('ends with its page', async () => {
  follow();
  await arrive();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(1);
  expect(last().isCut()).toBe(true);
});
