import type { Unsaved } from '@clearcall/ui/form/unsaved-batch.ts';
import { beforeEach, expect, it } from 'vitest';
import {
  type Copy,
  copyOfText,
  type DeviceStorage,
  forgetCopies,
  keptOfPerson,
  keptTexts,
  PageKeeper,
  placeOfText,
  sweepCopies,
  valueInCopy,
} from './kept-copies.ts';

const dayMs = 86_400_000;
const start = Date.parse('2026-11-21T12:00:00Z');
const unsaved = { answers: [], rows: [] } as unknown as Unsaved;

let nowMs: number;
let written: Map<string, Copy>;
let atOnce: Map<string, Copy>;
let storage: DeviceStorage;

beforeEach(() => {
  nowMs = start;
  written = new Map();
  atOnce = new Map();
  storage = {
    all: async () => [...written.values()],
    change: async (put, remove) => {
      for (const { pageId } of remove) written.delete(pageId);
      if (put !== null) written.set(put.pageId, put);
    },
    lastWords: {
      all: () => [...atOnce.values()],
      at: ({ pageId }) => atOnce.get(pageId) ?? null,
      put: (copy) => void atOnce.set(copy.pageId, copy),
      remove: ({ pageId }, upTo) => {
        if ((atOnce.get(pageId)?.count ?? Number.POSITIVE_INFINITY) <= upTo) atOnce.delete(pageId);
      },
    },
    isGone: async () => true,
    now: () => nowMs,
    alone: (_name, act) => act(),
  };
});

function keeperOf(
  userId: number,
  pageId: string,
  more: { uid?: string; deadline?: string | null; words?: string[] } = {},
) {
  const { uid = 'X-001', deadline = null, words = ['Title'] } = more;
  return new PageKeeper({
    storage,
    place: { assignmentId: `of ${uid}`, uid, shownId: `DRAFT of ${uid}`, userId, pageId },
    submittedAt: null,
    deadline,
    wordsNow: () => words.map((name) => ({ name, text: `${name} of ${userId}` })),
  });
}

/** Everything that somebody can find here: what a form takes up, what is shown to be copied, what a logout asks about. */
async function foundBy(userId: number) {
  const taken: Unsaved[] = [];
  const keeper = keeperOf(userId, `looks for ${userId}`);
  await keeper.takeUp(
    (copies) => {
      taken.push(...copies);
      return [];
    },
    async () => {},
  );
  const { words } = await keptTexts(storage, { uid: 'X-001', userId }, () => true);
  return { taken: taken.length, words: words.length, kept: (await keptOfPerson(storage, userId)).length };
}

it('gives nobody the words of somebody else on the same device', async () => {
  await keeperOf(1, 'one').write(unsaved);
  keeperOf(1, 'two').writeAtOnce(unsaved);
  expect(await foundBy(2)).toEqual({ taken: 0, words: 0, kept: 0 });
  expect(await foundBy(1)).toEqual({ taken: 2, words: 2, kept: 1 });
});

it('says at a logout what the server does not have, by application', async () => {
  await keeperOf(1, 'one', { words: ['Title', 'Abstract'] }).write(unsaved);
  keeperOf(1, 'one', { words: [] }).writeAtOnce(unsaved);
  await keeperOf(1, 'two', { words: [] }).write(unsaved);
  await keeperOf(1, 'three', { uid: 'X-002' }).write(unsaved);
  await keeperOf(1, 'saved').write(null);
  const keepUntil = '2026-12-21T12:00:00.000Z';
  expect(await keptOfPerson(storage, 1)).toEqual([
    // A row that was moved has no words, and is a change all the same.
    { uid: 'X-001', shownId: 'DRAFT of X-001', answers: 3, keepUntil },
    { uid: 'X-002', shownId: 'DRAFT of X-002', answers: 1, keepUntil },
  ]);
});

it('keeps words for thirty days after they were touched, and after the deadline that they were written for', async () => {
  const later = new Date(start + 20 * dayMs).toISOString();
  await keeperOf(1, 'no deadline').write(unsaved);
  await keeperOf(1, 'ahead', { uid: 'X-002', deadline: later }).write(unsaved);
  await keeperOf(1, 'over', { uid: 'X-003', deadline: '2026-01-01T00:00:00.000Z' }).write(unsaved);
  keeperOf(1, 'at once', { uid: 'X-004' }).writeAtOnce(unsaved);
  const uids = async () => (await keptOfPerson(storage, 1)).map(({ uid }) => uid);

  nowMs = start + 30 * dayMs - 1;
  await sweepCopies(storage);
  expect(await uids()).toEqual(['X-001', 'X-002', 'X-003', 'X-004']);
  nowMs = start + 30 * dayMs;
  // Past their time nobody finds them, swept away or not.
  expect(await uids()).toEqual(['X-002']);
  await sweepCopies(storage);
  expect([[...written.keys()], [...atOnce.keys()]]).toEqual([['ahead'], []]);
  nowMs = start + 50 * dayMs;
  await sweepCopies(storage);
  expect(written.size).toBe(0);
});

it('gives what an earlier version kept its time from now on', async () => {
  await keeperOf(1, 'old').write(unsaved);
  keeperOf(1, 'old at once').writeAtOnce(unsaved);
  for (const copy of [...written.values(), ...atOnce.values()]) copy.keepUntil = '';
  nowMs = start + 400 * dayMs;
  expect(await foundBy(1)).toMatchObject({ words: 2 });
  await sweepCopies(storage);
  nowMs += 29 * dayMs;
  await sweepCopies(storage);
  expect(await foundBy(1)).toMatchObject({ words: 2 });
  nowMs += dayMs;
  await sweepCopies(storage);
  expect([written.size, atOnce.size]).toEqual([0, 0]);
});

it('keeps words that the form has no place for with the page that took them up, until they are deleted', async () => {
  const homeless = { elementId: 'gone', groupId: null, values: ['Old words'], revision: 0 };
  await keeperOf(1, 'closed', { words: ['Gone'] }).write({ answers: [homeless], rows: [], removed: [] });
  const keeper = keeperOf(1, 'open');
  await keeper.takeUp(
    (copies) => copies.flatMap(({ answers }) => answers),
    () => keeper.write(null),
  );
  const words = [{ name: 'Gone', text: 'Gone of 1' }];
  expect(keeper.withoutPlace().words).toEqual(words);
  await keeper.write(unsaved);
  expect(
    [...written.values()].map((copy) => [copy.pageId, copy.unsaved?.answers.at(-1), copy.words.at(-1)]),
  ).toEqual([['open', homeless, words[0]]]);
  keeper.forgetWithoutPlace();
  await keeper.write(null);
  expect([written.size, atOnce.size]).toEqual([0, 0]);
});

it('keeps what was typed outside of forms like answers: listed at logout, swept in time, for its person alone', async () => {
  const place = { key: 'note:new:X-001', uid: 'X-001', name: 'New note' };
  storage.lastWords.put(copyOfText(1, place, 'Ask the centre first.', nowMs));
  storage.lastWords.put(
    copyOfText(1, { key: 'late-work:revoke', uid: '', name: 'Reason' }, 'Too late.', nowMs),
  );
  const read = (userId: number) => valueInCopy(storage.lastWords.at(placeOfText(userId, place)), nowMs);
  expect([read(1), read(2)]).toEqual(['Ask the centre first.', undefined]);
  const keepUntil = new Date(start + 30 * dayMs).toISOString();
  expect(await keptOfPerson(storage, 1)).toEqual([
    { uid: 'X-001', shownId: 'X-001', answers: 1, keepUntil },
    { uid: '', shownId: 'Reason', answers: 1, keepUntil },
  ]);
  expect(await keptOfPerson(storage, 2)).toEqual([]);

  // Where the application can no longer be opened, the words can still be copied.
  const { words } = await keptTexts(storage, { uid: 'X-001', userId: 1 }, () => true);
  expect(words).toEqual([{ name: 'New note', text: 'Ask the centre first.' }]);

  await forgetCopies(storage, (copy) => copy.uid === '');
  expect(await keptOfPerson(storage, 1)).toMatchObject([{ uid: 'X-001' }]);
  nowMs = start + 30 * dayMs;
  expect(read(1)).toBeUndefined();
  await sweepCopies(storage);
  expect(atOnce.size).toBe(0);
});
