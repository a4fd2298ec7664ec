import { contentVersion } from '@clearcall/domain/forms/content-version.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Copy, type DeviceStorage, PageKeeper, type Place } from '../../../parts/kept/kept-copies.ts';
import { SaveQueue, type Server } from './save-queue.ts';
import { openStore, restartIds, ServerModel, top } from './testing/model-server.ts';

/**
 * Two tabs of one browser on one application, with a server that is slow or away, a form that changes and changes back,
 * pages that are closed and pages that crash, and a reader who answers questions or does not. Two promises are watched at every step: no word is stored that
 * nobody chose over what stood there, and none is gone that nobody gave up.
 */

const writeMs = 5;
const keyOf = ({ assignmentId, pageId }: Place) => `${assignmentId} ${pageId}`;

/** The storage of one browser. What a page that has crashed was still writing never arrives. */
class Device {
  private readonly database = new Map<string, Copy>();
  private readonly atOnce = new Map<string, Copy>();
  private line: Promise<unknown> = Promise.resolve();
  readonly open = new Set<string>();

  storageFor(isAlive: () => boolean, death: Promise<void>): DeviceStorage {
    return {
      all: async () => structuredClone([...this.database.values()]),
      change: async (put, remove) => {
        const copy = structuredClone(put);
        await new Promise((resolve) => setTimeout(resolve, writeMs));
        if (!isAlive()) return new Promise(() => {});
        for (const place of remove) this.database.delete(keyOf(place));
        if (copy !== null) this.database.set(keyOf(copy), copy);
      },
      lastWords: {
        all: () => structuredClone([...this.atOnce.values()]),
        at: (place) => structuredClone(this.atOnce.get(keyOf(place)) ?? null),
        put: (copy) => void this.atOnce.set(keyOf(copy), structuredClone(copy)),
        remove: (place, upTo) => {
          const there = this.atOnce.get(keyOf(place));
          if (there !== undefined && there.count <= upTo) this.atOnce.delete(keyOf(place));
        },
      },
      isGone: async (pageId) => !this.open.has(pageId),
      now: () => Date.now(),
      alone: (_name, act) => {
        const turn = this.line.then(act);
        // A page that crashes lets its turn go.
        this.line = Promise.race([turn.catch(() => {}), death]);
        return turn;
      },
    };
  }

  /** Of each page the newest copy. */
  copies(): Copy[] {
    const newest = new Map<string, Copy>();
    for (const copy of [...this.database.values(), ...this.atOnce.values()]) {
      const known = newest.get(copy.pageId);
      if (known === undefined || known.count < copy.count) newest.set(copy.pageId, copy);
    }
    return [...newest.values()].filter((copy) => copy.unsaved !== null);
  }
}

interface Page {
  pageId: string;
  store: FormStore;
  queue: SaveQueue;
  /** Its form is no longer that of the call, and its words are on the device: it is to be opened again. */
  isOver: () => boolean;
  /** It lets go in an orderly way: what it still writes arrives. */
  close(): void;
  /** Nothing of it runs any more from here on. */
  crash(): void;
}

let pages = 0;

async function openPage(server: ServerModel, device: Device): Promise<Page> {
  pages += 1;
  const pageId = `page-${pages}`;
  let alive = true;
  let end = () => {};
  const death = new Promise<void>((resolve) => {
    end = resolve;
  });
  const never = new Promise<never>(() => {});
  const far = server.for(server.form);
  const reached: Server = {
    save: async (batch, options) => {
      const outcome = await far.save(batch, options);
      return alive ? outcome : never;
    },
    remove: async (rowIds, version) => {
      const outcome = await far.remove(rowIds, version);
      return alive ? outcome : never;
    },
    read: async () => {
      const outcome = await far.read();
      return alive ? outcome : never;
    },
  };
  const store = openStore(server);
  const version = contentVersion(server);
  const keeper = new PageKeeper({
    storage: device.storageFor(() => alive, death),
    place: { assignmentId: 'assignment', uid: 'uid', shownId: 'DRAFT-1', userId: 1, pageId },
    submittedAt: null,
    deadline: null,
    wordsNow: () => [],
  });
  const queue = new SaveQueue({ store, server: reached, keeper, savedAt: null, version });
  device.open.add(pageId);
  let isOver = false;
  queue.watch(() => {
    const state = queue.state();
    if (state.kind === 'stopped' && state.code === 'form_changed')
      void queue.copy.write().then(() => {
        isOver = true;
      });
  });
  queue.open();
  const takenUp = keeper.takeUp(
    (copies) => {
      store.restore(...copies);
      return copies.flatMap(({ answers }) => answers).filter((answer) => !store.hasPlaceFor(answer));
    },
    () => queue.copy.writeTakenUp(),
  );
  await vi.advanceTimersByTimeAsync(4 * writeMs);
  await takenUp;
  return {
    pageId,
    store,
    queue,
    isOver: () => isOver,
    close() {
      queue.close();
      device.open.delete(pageId);
    },
    crash() {
      alive = false;
      end();
      queue.close();
      device.open.delete(pageId);
    },
  };
}

/** What is known of each word that somebody wrote: each is written once, so that it can be followed. */
class Ledger {
  private readonly mayReplace = new Map<string, Set<string>>();
  private readonly givenUp = new Set<string>();
  /** Given up, and by nobody chosen since. */
  private readonly unwanted = new Set<string>();
  readonly words: string[] = [];
  conflicts = 0;
  readonly lost: string[] = [];
  readonly unchosen: string[] = [];

  /** `word` was put in the place of `before`, by somebody who saw it. */
  chosen(word: string, before: string | null, writes = true): void {
    const over = this.mayReplace.get(word) ?? new Set();
    if (before !== null) {
      over.add(before);
      for (const older of this.mayReplace.get(before) ?? []) over.add(older);
      this.givenUp.add(before);
      this.unwanted.add(before);
    }
    over.delete(word);
    this.unwanted.delete(word);
    if (writes) this.givenUp.delete(word);
    this.mayReplace.set(word, over);
    if (!this.words.includes(word)) this.words.push(word);
  }

  /** It went with its row; where another page still has it unsaved, it may come back with the row. */
  giveUp(word: string | null): void {
    if (word === null) return;
    this.givenUp.add(word);
    for (const older of this.mayReplace.get(word) ?? []) this.unwanted.delete(older);
  }

  stored(address: string, before: string | null, after: string | null): void {
    if (after === null || before === null || after === before) return;
    if (this.mayReplace.get(after)?.has(before)) this.givenUp.add(before);
    else this.unchosen.push(`${address}: ${after} over ${before}`);
  }

  look(present: ReadonlySet<string>): void {
    for (const word of this.words)
      if (!this.givenUp.has(word) && !present.has(word) && !this.lost.includes(word)) this.lost.push(word);
  }

  isUnwanted(word: string): boolean {
    return this.unwanted.has(word);
  }
}

const tab = fc.nat(1);
const at = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), tab, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add row' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove row' as const), tab, at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), tab, at, mine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), tab, at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change form' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      is: fc.constantFrom(
        'up' as const,
        'up' as const,
        'down' as const,
        'answer lost' as const,
        'slow' as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5_000 }) }),
  },
);

const wordOf = (values: readonly string[] | undefined): string | null => values?.[0] ?? null;

class Walk {
  readonly server = new ServerModel();
  readonly device = new Device();
  readonly ledger = new Ledger();
  readonly tabs: (Page | null)[] = [null, null];
  private count = 0;
  crashes = 0;
  reopened = 0;

  constructor() {
    const { server, ledger } = this;
    const stored = () =>
      new Map(server.answers.map((answer) => [fieldName(answer), wordOf(answer.values)] as const));
    server.whenWriting = (write) => {
      const before = stored();
      const outcome = write();
      for (const [address, after] of stored()) ledger.stored(address, before.get(address) ?? null, after);
      return outcome;
    };
  }

  async page(index: number): Promise<Page> {
    const before = this.tabs[index];
    if (before?.isOver()) {
      before.close();
      this.tabs[index] = null;
      this.reopened += 1;
    }
    const open = this.tabs[index] ?? (await openPage(this.server, this.device));
    this.tabs[index] = open;
    return open;
  }

  keys(store: FormStore) {
    const both = [top('a'), top('b')].filter(({ elementId }) => store.element(elementId) !== null);
    return [...both, ...store.rows('g').map((row) => ({ elementId: 'x', groupId: row.id }))];
  }

  async write(index: number, field: number): Promise<void> {
    const { store } = await this.page(index);
    const keys = this.keys(store);
    const key = keys[field % keys.length] ?? top('a');
    this.count += 1;
    const word = `word ${this.count}`;
    this.ledger.chosen(word, wordOf(store.read(key).values));
    store.set(key, [word]);
  }

  async answer(index: number, field: number, mine: boolean): Promise<void> {
    const { store, pageId } = await this.page(index);
    const asked = store.questions();
    const key = asked[field % Math.max(1, asked.length)];
    if (key === undefined) return;
    const here = wordOf(store.read(key).values);
    const { conflict } = store.presentation.mark(key);
    const there = wordOf(conflict?.theirs);
    this.ledger.conflicts += 1;
    if (mine) store.choose('keepMine', key);
    else store.choose('takeTheirs', key);
    const [kept, refused] = mine ? [here, there] : [there, here];
    // What stands on the server already, or was saved before, is not written again by the answer.
    const writes = mine === (conflict?.from === 'server');
    if (kept !== null) this.ledger.chosen(kept, refused, writes);
    else this.ledger.giveUp(refused);
    // At once, not after a while: the page may end now.
    const copy = this.device.copies().find((one) => one.pageId === pageId);
    const left = copy?.unsaved?.answers.map(({ values }) => wordOf(values)) ?? [];
    expect(left).not.toContain(refused);
  }

  async removeRow(index: number, which: number): Promise<void> {
    const { store } = await this.page(index);
    const rows = store.rows('g');
    const row = rows[which % Math.max(1, rows.length)];
    if (row === undefined) return;
    // All data inside of it, as it stands here: what somebody else has written there since is not meant.
    const key = { elementId: 'x', groupId: row.id };
    this.ledger.giveUp(wordOf(store.read(key).values));
    this.ledger.giveUp(wordOf(store.presentation.mark(key).conflict?.theirs));
    for (const answer of store.unsaved()?.answers ?? [])
      if (answer.groupId === row.id) this.ledger.giveUp(wordOf(answer.values));
    store.removeRow('g', row.id);
  }

  async undo(index: number, field: number): Promise<void> {
    const { store } = await this.page(index);
    const keys = this.keys(store).filter((key) => store.presentation.mark(key).discarded !== null);
    const key = keys[field % Math.max(1, keys.length)];
    if (key === undefined) return;
    const word = wordOf(store.presentation.mark(key).discarded ?? []);
    // As with an answer: what stands on the server is not written again.
    const writes = !this.server.answers.some(({ values }) => wordOf(values) === word);
    if (word !== null) this.ledger.chosen(word, wordOf(store.read(key).values), writes);
    store.choose('undoChoice', key);
  }

  end(index: number, how: 'crash' | 'leave'): void {
    const page = this.tabs[index];
    if (!page) return;
    if (how === 'crash') this.crashes += 1;
    else page.queue.leave();
    page.crash();
    this.tabs[index] = null;
  }

  /** Everywhere that a word can be: on the server, in a control, in a question, on the device. */
  present(): Set<string> {
    const words = this.server.answers.map(({ values }) => wordOf(values));
    for (const page of this.tabs) {
      if (!page) continue;
      for (const key of this.keys(page.store)) {
        const { conflict } = page.store.presentation.mark(key);
        words.push(wordOf(page.store.read(key).values), wordOf(conflict?.theirs));
      }
      for (const answer of page.store.unsaved()?.answers ?? []) words.push(wordOf(answer.values));
    }
    for (const copy of this.device.copies())
      for (const answer of copy.unsaved?.answers ?? []) words.push(wordOf(answer.values));
    return new Set(words.filter((word) => word !== null));
  }

  /** The network and the whole form are back, both tabs are open, every question is answered. */
  async settle(): Promise<void> {
    this.server.network = 'up';
    if (this.server.form.step.forms[0]?.elements.every(({ id }) => id !== 'b')) this.server.changeForm();
    for (let round = 0; round < 8; round += 1) {
      for (const index of [0, 1]) {
        const { store } = await this.page(index);
        await vi.advanceTimersByTimeAsync(40_000);
        for (let question = 0; store.questions().length > 0 && question < 40; question += 1)
          await this.answer(index, question, question % 2 === 0);
        await vi.advanceTimersByTimeAsync(40_000);
        this.ledger.look(this.present());
        // What the other tab has stored since comes with the next opening.
        this.end(index, 'leave');
      }
    }
    for (const index of [0, 1]) await this.page(index);
    await vi.advanceTimersByTimeAsync(40_000);
  }
}

const fieldName = (answer: { elementId: string; groupId: string | null }) =>
  `${answer.elementId}@${answer.groupId ?? ''}`;

const total = {
  walks: 0,
  tabs: 0,
  crashes: 0,
  'pages with a new form': 0,
  conflicts: 0,
  losses: 0,
  'stored without a choice': 0,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  // biome-ignore lint/suspicious/noConsole: the figures of the walks are what this test is read for
  console.log(
    `copies on the device: ${Object.entries(total)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
});

describe('the copy on the device', () => {
  it('stores no word that nobody chose and loses none that nobody gave up, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 80, size: 'max' }), async (actions) => {
        restartIds();
        const before = pages;
        const walk = new Walk();
        for (const one of actions) {
          switch (one.do) {
            case 'write':
              await walk.write(one.tab, one.at);
              break;
            case 'add row': {
              const { store } = await walk.page(one.tab);
              if (store.rows('g').length < 2) store.addRow('g');
              break;
            }
            case 'remove row':
              await walk.removeRow(one.tab, one.at);
              break;
            case 'answer':
              await walk.answer(one.tab, one.at, one.mine);
              break;
            case 'undo':
              await walk.undo(one.tab, one.at);
              break;
            case 'crash':
              // What was typed in the last instant is still on its way to the disk.
              await vi.advanceTimersByTimeAsync(3 * writeMs);
              walk.end(one.tab, 'crash');
              break;
            case 'reload':
              walk.end(one.tab, 'leave');
              await walk.page(one.tab);
              break;
            case 'close':
              walk.end(one.tab, 'leave');
              break;
            case 'change form':
              walk.server.changeForm();
              break;
            case 'network':
              walk.server.network = one.is;
              break;
            case 'wait':
              await vi.advanceTimersByTimeAsync(one.ms);
          }
          walk.ledger.look(walk.present());
        }
        await walk.settle();
        const { ledger } = walk;
        total.walks += 1;
        total.tabs += pages - before;
        total.crashes += walk.crashes;
        total['pages with a new form'] += walk.reopened;
        total.conflicts += ledger.conflicts;
        total.losses += ledger.lost.length;
        total['stored without a choice'] += ledger.unchosen.length;
        expect({ lost: ledger.lost, unchosen: ledger.unchosen }).toEqual({ lost: [], unchosen: [] });
        // Nothing is left to be asked, and nothing on the device.
        expect(walk.tabs.map((page) => page?.store.unsaved())).toEqual([null, null]);
        expect(walk.device.copies()).toEqual([]);
        const stored = walk.server.answers.map(({ values }) => wordOf(values));
        expect(stored.filter((word) => word !== null && ledger.isUnwanted(word))).toEqual([]);
        for (const index of [0, 1]) walk.end(index, 'crash');
      }),
      { numRuns: 400 },
    );
  }, 120_000);
});
