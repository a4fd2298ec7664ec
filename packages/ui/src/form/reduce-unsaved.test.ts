import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from './field-address.ts';
import * as unsaved from './reduce-unsaved.ts';
import {
  type Batch,
  conflictAt,
  hasUnsavedIn,
  type KeptAnswer,
  type SavedBatch,
  type StoredAnswer,
  startUnsaved,
  type UnsavedAnswers,
  valuesAt,
} from './unsaved-answers.ts';

/** Unsaved answers and conflicts as data: each rule by an example, and all of them by a random walk of two windows. */

const a = { elementId: 'a', groupId: null };
const x = { elementId: 'x', groupId: 'r' };
const row = { id: 'r', elementId: 'g', order: 0 };
const at = (key: typeof a | typeof x, revision: number, ...values: string[]) => ({
  ...key,
  values,
  revision,
});

type Choice = keyof typeof unsaved.choices;
type Step = (s: UnsavedAnswers) => UnsavedAnswers;
const run = (s: UnsavedAnswers, ...steps: Step[]) => steps.reduce((now, next) => next(now), s);
const event =
  <E extends unknown[]>(next: (s: UnsavedAnswers, ...values: E) => UnsavedAnswers, ...values: E): Step =>
  (s) =>
    next(s, ...values);
const write = (...values: string[]) => event(unsaved.write, a, values);
const reconcile = (...theirs: StoredAnswer[]) => event(unsaved.reconcile, theirs);
const choose = (choice: Choice, ...shown: string[]) => event(unsaved.choices[choice], a, shown);
const restore = (answer: KeptAnswer, ...shown: string[]) => event(unsaved.restore, answer, shown);

/** What a save would send of answers: those without a conflict, not waiting and not refused. */
const batchOf = (s: UnsavedAnswers): Batch => ({
  answers: [...s.drafts]
    .filter(([address, { theirs, waits }]) => theirs === null && !waits && !s.refusals.has(address))
    .map(([address, { values, base, edit }]) => {
      const [elementId = '', groupId = null] = address.split('@');
      return { elementId, groupId, values, revision: base, edit };
    }),
  rows: [...s.groups.keys()].map((elementId) => ({ ...row, elementId })),
  groups: [...s.groups].map(([elementId, edit]) => ({ elementId, edit })),
  removed: [...s.removedRows.values()],
});
const saved = (batch: Batch, parts: Partial<SavedBatch>) =>
  event(unsaved.acknowledge, batch, { answers: [], stale: [], goneRows: [], ...parts });
const sent = (s: UnsavedAnswers): UnsavedAnswers => run(s, event(unsaved.send, batchOf(s)));
const draftOf = (s: UnsavedAnswers, address = 'a') => s.drafts.get(address);

const stored = startUnsaved([at(a, 1, 'stored'), at(x, 1, 'ex')], [row]);

describe('a change', () => {
  it('is a draft on top of what is stored, and none where it is the same as stored', () => {
    const s = run(stored, write('mine'));
    expect(draftOf(s)).toMatchObject({ values: ['mine'], base: 1 });
    expect([valuesAt(s, 'a'), valuesAt(stored, 'a')]).toEqual([['mine'], ['stored']]);
    expect(draftOf(run(stored, write('stored')))).toBeUndefined();
  });

  it('back to what is stored stays a draft while something else may be on its way', () => {
    const s = run(sent(run(stored, write('mine'))), write('stored'));
    expect(draftOf(s)).toMatchObject({ values: ['stored'], sent: [['mine']] });
  });

  it('made during a save stays unsaved after the acknowledgement, on top of the new revision', () => {
    const batch = batchOf(run(stored, write('mine')));
    const s = run(
      stored,
      write('mine'),
      event(unsaved.send, batch),
      write('more'),
      saved(batch, { answers: [at(a, 2, 'mine')] }),
    );
    expect(draftOf(s)).toMatchObject({ values: ['more'], base: 2, sent: [] });
    const calm = run(stored, write('mine'), saved(batch, { answers: [at(a, 2, 'mine')] }));
    expect([draftOf(calm), valuesAt(calm, 'a')]).toEqual([undefined, ['mine']]);
  });

  it('of rows during a save is sent again', () => {
    const change = event(unsaved.changeRows, 'g');
    const batch = batchOf(run(stored, change));
    expect(run(stored, change, saved(batch, {})).groups.size).toBe(0);
    expect(run(stored, change, change, saved(batch, {})).groups.size).toBe(1);
  });

  it('ends a refusal of its field', () => {
    const s = run(stored, write('mine'), event(unsaved.refuse, a, 'No.'));
    expect([s.refusals.get('a'), run(s, write('other')).refusals.size]).toEqual(['No.', 0]);
  });
});

describe('a newer version on the server', () => {
  it('comes in where nothing was changed here, and is a conflict where something was', () => {
    expect(valuesAt(run(stored, reconcile(at(a, 2, 'theirs'))), 'a')).toEqual(['theirs']);
    const s = run(stored, write('mine'), reconcile(at(a, 2, 'theirs')));
    expect([valuesAt(s, 'a'), conflictAt(s, 'a')]).toEqual([
      ['mine'],
      { theirs: ['theirs'], from: 'server' },
    ]);
    expect(batchOf(s).answers).toEqual([]);
  });

  it('is no conflict with the same values, nor with own values whose acknowledgement was lost', () => {
    expect(draftOf(run(stored, write('same'), reconcile(at(a, 2, 'same'))))).toBeUndefined();
    const own = run(sent(run(stored, write('mine'))), write('more'), reconcile(at(a, 2, 'mine')));
    expect([conflictAt(own, 'a'), draftOf(own)]).toMatchObject([null, { values: ['more'], base: 2 }]);
    // Two revisions later it is somebody else who wrote the same.
    const other = run(sent(run(stored, write('mine'))), write('more'), reconcile(at(a, 3, 'mine')));
    expect(conflictAt(other, 'a')).not.toBeNull();
  });

  it('that is not newer makes the change wait until the reader has decided a conflict', () => {
    const s = run(stored, write('mine'), reconcile(at(a, 1, 'stored')));
    expect([draftOf(s)?.waits, batchOf(s).answers]).toEqual([true, []]);
    const elsewhere = { elementId: 'b', groupId: null };
    const decided = run(
      s,
      event(unsaved.write, elsewhere, ['b']),
      event(unsaved.refuse, elsewhere, 'No.'),
      reconcile({ ...elsewhere, values: ['other'], revision: 1 }),
      event(unsaved.choices.keepMine, elsewhere, ['b']),
    );
    expect([draftOf(decided)?.waits, decided.refusals.size]).toEqual([false, 0]);
  });
});

describe('a choice in a conflict', () => {
  const conflict = run(stored, write('mine'), reconcile(at(a, 2, 'theirs')));

  it('for the own values puts them on top of the other version', () => {
    const s = run(conflict, choose('keepMine', 'mine'));
    expect([conflictAt(s, 'a'), draftOf(s)]).toMatchObject([null, { values: ['mine'], base: 2 }]);
    expect([s.discarded.get('a'), s.decisions]).toEqual([['theirs'], 1]);
  });

  it('for the other values leaves no draft', () => {
    const s = run(conflict, choose('takeTheirs', 'mine'));
    expect([draftOf(s), valuesAt(s, 'a'), s.discarded.get('a')]).toEqual([undefined, ['theirs'], ['mine']]);
  });

  it('can be undone until something else is written', () => {
    const s = run(conflict, choose('takeTheirs', 'mine'), choose('undoChoice', 'theirs'));
    expect([draftOf(s), s.discarded.get('a')]).toMatchObject([{ values: ['mine'], base: 2 }, ['theirs']]);
    expect(run(s, write('else')).discarded.size).toBe(0);
  });

  it('happens by writing the other values as well', () => {
    expect(draftOf(run(conflict, write('theirs')))).toBeUndefined();
  });

  it('changes nothing where there is no conflict', () => {
    expect([run(stored, choose('keepMine', 'stored')), run(stored, choose('takeTheirs', 'stored'))]).toEqual([
      stored,
      stored,
    ]);
  });
});

describe('a copy on the device', () => {
  it('continues as a draft on its own revision, and is a conflict where the server has something newer', () => {
    expect(draftOf(run(stored, restore(at(a, 1, 'kept'), 'stored')))).toMatchObject({
      values: ['kept'],
      base: 1,
    });
    const s = run(stored, restore(at(a, 0, 'kept'), 'stored'));
    expect(conflictAt(s, 'a')).toEqual({ theirs: ['stored'], from: 'server' });
    expect(
      conflictAt(run(stored, restore({ ...at(a, 0, 'kept'), sent: [['stored']] }, 'stored')), 'a'),
    ).toBeNull();
    expect(run(stored, restore(at(a, 0, 'stored'), 'stored'))).toBe(stored);
    const written = run(stored, write('mine'));
    expect(run(written, restore(at(a, 0, 'stored'), 'mine'))).toBe(written);
  });

  it('beside other unsaved values is a conflict, until it is decided or on the server', () => {
    const s = run(stored, restore(at(a, 1, 'first'), 'stored'), restore(at(a, 1, 'second'), 'first'));
    expect([valuesAt(s, 'a'), conflictAt(s, 'a')]).toEqual([
      ['first'],
      { theirs: ['second'], from: 'device' },
    ]);
    expect(run(s, restore(at(a, 1, 'second'), 'first'))).toBe(s);
    const taken = run(s, choose('takeTheirs', 'first'));
    expect([valuesAt(taken, 'a'), conflictAt(taken, 'a')]).toEqual([['second'], null]);
    const kept = run(s, choose('keepMine', 'first'));
    expect([valuesAt(kept, 'a'), conflictAt(kept, 'a')]).toEqual([['first'], null]);
    expect(run(s, write('second')).aside.size).toBe(0);
    expect(run(s, reconcile(at(a, 2, 'second'))).aside.size).toBe(0);
  });

  it('that nobody chose is sent over once the reader keeps what is stored', () => {
    const s = run(
      stored,
      restore({ ...at(a, 1, 'kept'), aside: true }, 'stored'),
      choose('keepMine', 'stored'),
    );
    expect(draftOf(s)).toMatchObject({ values: ['stored'], base: 1 });
  });
});

describe('a row', () => {
  const removeRow: Step = (s) => unsaved.removeRow(s, 'g', 'r');
  const writeX = event(unsaved.write, x, ['more']);

  it('that is removed takes its drafts along, and names all versions that were known of it', () => {
    const s = run(sent(run(stored, writeX)), removeRow);
    expect([s.drafts.size, s.groups.size]).toEqual([0, 0]);
    expect(s.removedRows.get('r')?.seen).toEqual([at(x, 1, 'ex'), at(x, 2, 'more')]);
    const done = run(s, event(unsaved.acknowledgeRemoval, ['r']));
    expect([done.removedRows.size, done.storedRows.size, done.stored.has('x@r')]).toEqual([0, 0, false]);
  });

  it('that the server never got is not removed there, and one that it may have got is', () => {
    const empty = startUnsaved([], []);
    const added = run(empty, event(unsaved.changeRows, 'g'));
    expect(run(added, removeRow).removedRows.size).toBe(0);
    expect(run(sent(added), removeRow).removedRows.size).toBe(1);
  });

  it('that is offered is a change with the first answer in it', () => {
    const offered = run(startUnsaved([], []), event(unsaved.offerRow, 'g', 'r'));
    expect(offered.groups.size).toBe(0);
    const s = run(offered, writeX);
    expect([s.offeredRows.size, [...s.groups.keys()]]).toEqual([0, ['g']]);
    expect(run(offered, event(unsaved.dropRow, 'g', 'r')).groups.size).toBe(0);
  });

  it('that went elsewhere while it was written in comes back with all its answers', () => {
    const y = { elementId: 'y', groupId: 'r', values: ['why'], revision: 4 };
    const s = run(startUnsaved([at(x, 1, 'ex'), y], [row]), writeX);
    const batch = batchOf(s);
    const gone = run(s, event(unsaved.send, batch), saved(batch, { stale: [at(x, 0)], goneRows: [row] }));
    expect([draftOf(gone, 'x@r'), draftOf(gone, 'y@r')]).toMatchObject([
      { values: ['more'], base: 1, theirs: null },
      { values: ['why'], base: 4 },
    ]);
    expect([gone.storedRows.size, [...gone.groups.keys()], gone.stored.has('y@r')]).toEqual([
      0,
      ['g'],
      false,
    ]);
  });
});

/**
 * The server as far as answers go: it stores what is based on its revision and shows what it has instead. A word is
 * written once, so that it can be followed.
 */
class Server {
  readonly answers = new Map<string, StoredAnswer>();
  readonly onStore: (address: string, before: string | null, after: string | null) => void;

  constructor(onStore: Server['onStore']) {
    this.onStore = onStore;
  }

  save(batch: Batch) {
    const answers: StoredAnswer[] = [];
    const stale: StoredAnswer[] = [];
    for (const { elementId, groupId, values, revision } of batch.answers) {
      const address = addressOf({ elementId, groupId });
      const known = this.answers.get(address) ?? { elementId, groupId, values: [], revision: 0 };
      if (known.values[0] === values[0] && known.revision > 0) answers.push(known);
      else if (known.revision !== revision) stale.push(known);
      else {
        const next = { elementId, groupId, values, revision: revision + 1 };
        this.onStore(address, known.values[0] ?? null, values[0] ?? null);
        this.answers.set(address, next);
        answers.push(next);
      }
    }
    return { answers, stale, goneRows: [] };
  }
}

const tab = fc.nat(1);
const field = fc.constantFrom('a', 'b');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), tab, field }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('reply' as const, 'lost' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('keepMine' as const, 'takeTheirs' as const, 'undoChoice' as const),
      tab,
      field,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('crash' as const), tabs: fc.constantFrom([0], [1], [0, 1]) }),
  },
);

interface Window {
  s: UnsavedAnswers;
  /** A save that has arrived, whose reply has not. */
  call: { batch: Batch; reply: ReturnType<Server['save']> } | null;
}

class Walk {
  /** What may be replaced by a word: what its writer saw, and what was seen for that. */
  readonly over = new Map<string, Set<string>>();
  readonly givenUp = new Set<string>();
  readonly unchosen: string[] = [];
  readonly server = new Server((address, before, after) => {
    if (before === null || after === null || before === after) return;
    if (this.over.get(after)?.has(before)) this.givenUp.add(before);
    else this.unchosen.push(`${address}: ${after} over ${before}`);
  });
  readonly windows: Window[] = [this.open(), this.open()];
  conflicts = 0;
  private words = 0;

  open(): Window {
    return { s: startUnsaved([...this.server.answers.values()], []), call: null };
  }

  at(index: number): Window {
    const found = this.windows[index];
    if (found === undefined) throw new Error(`There is no window ${index}.`);
    return found;
  }

  /** `writes`: the choice is a change; else the word is on the server, or was saved before. */
  chosen(word: string, before: string | null, writes = true): void {
    const over = this.over.get(word) ?? new Set();
    if (before !== null) for (const older of [before, ...(this.over.get(before) ?? [])]) over.add(older);
    if (before !== null) this.givenUp.add(before);
    over.delete(word);
    if (writes) this.givenUp.delete(word);
    this.over.set(word, over);
  }

  write(window: Window, elementId: string): void {
    this.words += 1;
    const word = `word ${this.words}`;
    this.chosen(word, valuesAt(window.s, elementId)?.[0] ?? null);
    window.s = unsaved.write(window.s, { elementId, groupId: null }, [word]);
  }

  choose(window: Window, type: Choice, elementId: string): void {
    const shown = valuesAt(window.s, elementId) ?? [];
    const conflict = conflictAt(window.s, elementId);
    const other = type === 'undoChoice' ? window.s.discarded.get(elementId) : conflict?.theirs;
    if (other === undefined) return;
    this.conflicts += 1;
    const [kept, dropped] = type === 'keepMine' ? [shown, other] : [other, shown];
    const isOnServer = this.server.answers.get(elementId)?.values[0] === kept[0];
    const writes =
      type === 'undoChoice' ? !isOnServer : (type === 'keepMine') === (conflict?.from === 'server');
    if (kept[0] === undefined) for (const word of dropped) this.givenUp.add(word);
    else this.chosen(kept[0], dropped[0] ?? null, writes);
    window.s = unsaved.choices[type](window.s, { elementId, groupId: null }, shown);
  }

  send(window: Window): void {
    const batch = batchOf(window.s);
    if (window.call !== null || batch.answers.length === 0) return;
    window.s = unsaved.send(window.s, batch);
    window.call = { batch, reply: this.server.save(batch) };
  }

  reply(window: Window, isLost: boolean): void {
    const { call } = window;
    window.call = null;
    if (call === null || isLost) return;
    window.s = unsaved.acknowledge(window.s, call.batch, call.reply);
  }

  /** Windows end and others open, the first of which restores all copies on the device. */
  crash(indexes: readonly number[]): void {
    const copies = indexes.flatMap((index) => {
      const { drafts, aside } = this.at(index).s;
      const changed = [...drafts].map(([elementId, { values, base, sent }]): KeptAnswer => {
        return { elementId, groupId: null, values, revision: base, sent };
      });
      return [...changed, ...[...aside.values()].flat()];
    });
    for (const index of indexes) this.windows[index] = this.open();
    const window = this.at(indexes[0] ?? 0);
    for (const answer of copies)
      window.s = unsaved.restore(window.s, answer, valuesAt(window.s, answer.elementId) ?? []);
  }

  /** Everywhere that a word can be: on the server, in a control, in a conflict, on the device. */
  present(): Set<string | undefined> {
    const inWindows = this.windows.flatMap(({ s }) => [
      ...[...s.drafts.values()].flatMap(({ values, theirs }) => [values[0], theirs?.values[0]]),
      ...[...s.aside.values()].flat().map(({ values }) => values[0]),
    ]);
    return new Set([...[...this.server.answers.values()].map(({ values }) => values[0]), ...inWindows]);
  }

  look(): void {
    const present = this.present();
    const lost = [...this.over.keys()].filter((word) => !this.givenUp.has(word) && !present.has(word));
    if (lost.length + this.unchosen.length > 0)
      expect({ lost, unchosen: this.unchosen }).toEqual({ lost: [], unchosen: [] });
  }

  /** Everything is sent and every conflict is decided, one window after the other. */
  settle(): void {
    for (let round = 0; round < 4; round += 1) {
      for (const [index, window] of this.windows.entries()) {
        this.reply(window, false);
        for (let more = 0; more < 12; more += 1) {
          this.send(window);
          this.reply(window, false);
          this.choose(
            window,
            (index + more) % 2 === 0 ? 'keepMine' : 'takeTheirs',
            more % 2 === 0 ? 'a' : 'b',
          );
        }
        this.look();
      }
    }
  }
}

describe('two windows and a server', () => {
  it('lose no word that nobody gave up and store none that nobody chose, and come to an end', () => {
    let conflicts = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const walk = new Walk();
        for (const one of steps) {
          const window = walk.at(one.do === 'crash' ? 0 : one.tab);
          switch (one.do) {
            case 'write':
              walk.write(window, one.field);
              break;
            case 'send':
              walk.send(window);
              break;
            case 'reply':
            case 'lost':
              walk.reply(window, one.do === 'lost');
              break;
            case 'read':
              if (window.call === null) {
                const newer = [...walk.server.answers.values()].filter(
                  (answer) => answer.revision > (window.s.stored.get(addressOf(answer))?.revision ?? 0),
                );
                window.s = unsaved.reconcile(window.s, newer);
              }
              break;
            case 'crash':
              walk.crash(one.tabs);
              break;
            default:
              walk.choose(window, one.do, one.field);
          }
          walk.look();
        }
        walk.settle();
        conflicts += walk.conflicts;
        for (const { s } of walk.windows) {
          expect([s.drafts.size, s.aside.size, hasUnsavedIn(s, 'r')]).toEqual([0, 0, false]);
          // A control shows what is stored, or what was stored when the window was last told.
          for (const [address, { revision }] of s.stored)
            expect(revision).toBeLessThanOrEqual(walk.server.answers.get(address)?.revision ?? 0);
        }
      }),
      { numRuns: 1_500 },
    );
    expect(conflicts).toBeGreaterThan(1_500);
  }, 60_000);
});
