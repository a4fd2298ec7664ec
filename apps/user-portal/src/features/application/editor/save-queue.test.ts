import { contentVersion } from '@clearcall/domain/forms/content-version.ts';
import { addressOf, fieldAt } from '@clearcall/ui/form/field-address.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import type { Unsaved } from '@clearcall/ui/form/unsaved-batch.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SaveQueue, type SaveState } from './save-queue.ts';
import { openStore, restartIds, ServerModel, top } from './testing/model-server.ts';

await startTexts(['frame', 'editor', 'forms'], 'en');

class Device {
  kept: Unsaved | null = null;
  async write(unsaved: Unsaved | null) {
    this.kept = structuredClone(unsaved);
  }
  writeAtOnce(unsaved: Unsaved | null) {
    this.kept = structuredClone(unsaved);
  }
}

/** A page whose program stops with `end`: what it has sent arrives, and nothing follows. */
function openPage(server: ServerModel, device: Device) {
  const store = openStore(server);
  let hasEnded = false;
  const goOn = <T>(act: () => Promise<T>) => (hasEnded ? new Promise<T>(() => {}) : act());
  const queue = new SaveQueue({
    store,
    server: {
      save: (batch, options) => goOn(() => server.save(batch, options)),
      remove: (rows, version) => goOn(() => server.remove(rows, version)),
      read: () => goOn(() => server.read()),
    },
    keeper: {
      write: (unsaved) => goOn(() => device.write(unsaved)),
      writeAtOnce: (unsaved) => device.writeAtOnce(unsaved),
    },
    savedAt: null,
    version: contentVersion(server),
  });
  queue.open();
  const end = () => {
    hasEnded = true;
    queue.close();
  };
  return { store, queue, end };
}

function contentOf(store: FormStore) {
  const rows = store.rows('g').map((row) => row.id);
  const keys = [
    ...['a', 'b', 'hidden'].map(top),
    ...rows.flatMap((groupId) => ['x', 'y'].map((elementId) => ({ elementId, groupId }))),
  ];
  return {
    answers: Object.fromEntries(
      keys
        .map((key) => [addressOf(key), store.read(key)] as const)
        .filter(([, state]) => state.visible && state.values.length > 0)
        .map(([address, state]) => [address, [...state.values]] as const)
        .sort(([one], [other]) => one.localeCompare(other)),
    ),
    rows,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  restartIds();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('save queue', () => {
  it('saves after 200 ms of rest, and says so', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    const seen: SaveState['kind'][] = [];
    queue.watch(() => seen.push(queue.state().kind));
    store.set(top('a'), ['one']);
    await vi.advanceTimersByTimeAsync(150);
    store.set(top('a'), ['one two ']);
    await vi.advanceTimersByTimeAsync(190);
    expect(server.calls).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.content()).toEqual({ answers: { a: ['one two'] }, rows: [] });
    expect(store.read(top('a')).values).toEqual(['one two']);
    expect(seen).toEqual(['waiting', 'saving', 'saved']);
    expect(queue.hasUnsaved()).toBe(false);
    queue.close();
  });

  it('has everything on this device when a page ends, also what changed during a save', async () => {
    const server = new ServerModel();
    const device = new Device();
    const { store, queue } = openPage(server, device);
    store.set(top('a'), ['one']);
    await vi.advanceTimersByTimeAsync(210);
    expect(queue.state().kind).toBe('saving');
    store.set(top('a'), ['one and two']);
    queue.leave();
    // Nothing of this page runs any more; the save that was under way arrives.
    expect(device.kept?.answers).toEqual([
      { ...top('a'), values: ['one and two'], revision: 0, sent: [['one']] },
    ]);
  });

  it('saves who never pauses', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    for (let count = 0; count < 160; count += 1) {
      store.set(top('a'), [`text ${count}`]);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.calls).toBeGreaterThan(0);
    queue.close();
  });

  it('keeps what changes during a call for the next one, on top of the new revision', async () => {
    const server = new ServerModel();
    server.network = 'slow';
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['first']);
    void queue.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    store.set(top('a'), ['second']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.answers.map(({ values, revision }) => ({ values, revision }))).toEqual([
      { values: ['second'], revision: 2 },
    ]);
    expect(server.maxAtOnce).toBe(1);
    queue.close();
  });

  it('writes on the device before it sends, and forgets after the acknowledgement', async () => {
    const server = new ServerModel();
    server.network = 'down';
    const device = new Device();
    const { store, queue } = openPage(server, device);
    store.set(top('a'), ['kept']);
    expect(device.kept?.answers).toEqual([{ elementId: 'a', groupId: null, values: ['kept'], revision: 0 }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(queue.state()).toEqual({ kind: 'offline', changes: 1 });
    expect(device.kept).toEqual({
      answers: [{ elementId: 'a', groupId: null, values: ['kept'], revision: 0, sent: [['kept']] }],
      rows: [],
      removed: [],
    });
    server.network = 'up';
    queue.retry();
    await vi.advanceTimersByTimeAsync(100);
    expect(device.kept).toBeNull();
    expect(server.content().answers).toEqual({ a: ['kept'] });
    queue.close();
  });

  it('tries again by itself, later and later', async () => {
    const server = new ServerModel();
    server.network = 'down';
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['kept']);
    await vi.advanceTimersByTimeAsync(200 + 2_000 + 4_000 + 8_000 + 1_000);
    expect(server.calls).toBe(4);
    server.network = 'up';
    await vi.advanceTimersByTimeAsync(31_000);
    expect(server.content().answers).toEqual({ a: ['kept'] });
    queue.close();
  });

  it('asked to save while an attempt fails, tries once more: the connection may be back since', async () => {
    const server = new ServerModel();
    server.network = 'down';
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['one']);
    await vi.advanceTimersByTimeAsync(210);
    expect([queue.state().kind, server.calls]).toEqual(['saving', 1]);
    const back = queue.flush();
    await vi.advanceTimersByTimeAsync(35);
    server.network = 'up';
    await vi.advanceTimersByTimeAsync(100);
    expect([await back, server.calls, server.content().answers]).toEqual([true, 2, { a: ['one'] }]);

    // Where it is still away, once is enough.
    server.network = 'down';
    store.set(top('a'), ['two']);
    await vi.advanceTimersByTimeAsync(210);
    const away = queue.flush();
    await vi.advanceTimersByTimeAsync(500);
    expect([await away, server.calls]).toEqual([false, 4]);
    queue.close();
  });

  it('takes a lost answer for what it is: the same again does no harm', async () => {
    const server = new ServerModel();
    server.network = 'answer lost';
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['once']);
    await vi.advanceTimersByTimeAsync(300);
    server.network = 'up';
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.state().kind).toBe('saved');
    expect(server.answers.map(({ values, revision }) => ({ values, revision }))).toEqual([
      { values: ['once'], revision: 1 },
    ]);
    queue.close();
  });

  it('knows its own words again where their answer was lost, and asks nobody', async () => {
    const server = new ServerModel();
    const device = new Device();
    server.network = 'answer lost';
    const { store, queue } = openPage(server, device);
    store.set(top('a'), [' once ']);
    await vi.advanceTimersByTimeAsync(300);
    queue.close();
    const next = openPage(server, device);
    if (device.kept) next.store.restore(device.kept);
    next.store.set(top('a'), ['once and more']);
    server.network = 'up';
    await vi.advanceTimersByTimeAsync(10_000);
    expect(next.store.questions()).toEqual([]);
    expect(server.content().answers).toEqual({ a: ['once and more'] });
    next.queue.close();
  });

  it('takes words back that were decided against, until something else is written', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    server.write('a', 'theirs');
    store.set(top('a'), ['mine']);
    await vi.advanceTimersByTimeAsync(1_000);
    store.choose('takeTheirs', top('a'));
    expect(store.presentation.mark(top('a')).discarded).toEqual(['mine']);
    store.choose('undoChoice', top('a'));
    expect([store.read(top('a')).values, store.presentation.mark(top('a')).discarded]).toEqual([
      ['mine'],
      ['theirs'],
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.content().answers).toEqual({ a: ['mine'] });
    store.set(top('a'), ['something else']);
    expect(store.presentation.mark(top('a')).discarded).toBeNull();
    queue.close();
  });

  it('asks no more about words of a closed page once they stand on the server', async () => {
    const server = new ServerModel();
    server.write('a', 'stored');
    const { store, queue } = openPage(server, new Device());
    for (const word of ['first', 'last breath'])
      store.restore({ answers: [{ ...top('a'), values: [word], revision: 1 }], rows: [], removed: [] });
    server.write('a', 'last breath');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.presentation.mark(top('a')).conflict).toEqual({ theirs: ['last breath'], from: 'server' });
    store.choose('takeTheirs', top('a'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([store.questions(), store.unsaved()]).toEqual([[], null]);
    expect(server.content().answers).toEqual({ a: ['last breath'] });
    queue.close();
  });

  it('asks about words that two closed pages left for the same field, one after the other', async () => {
    const server = new ServerModel();
    server.write('a', 'stored');
    const { store, queue } = openPage(server, new Device());
    for (const word of ['first', 'second'])
      store.restore({ answers: [{ ...top('a'), values: [word], revision: 1 }], rows: [], removed: [] });
    expect(store.read(top('a')).values).toEqual(['first']);
    expect(store.presentation.mark(top('a')).conflict).toEqual({ theirs: ['second'], from: 'device' });
    expect(store.unsaved()?.answers.map(({ values }) => values)).toEqual([['first'], ['second']]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(queue.state()).toEqual({ kind: 'deciding', fields: 1 });
    store.choose('takeTheirs', top('a'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([server.content().answers, store.unsaved()]).toEqual([{ a: ['second'] }, null]);
    queue.close();
  });

  it('shows both versions when somebody else was quicker, until the reader has chosen', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    server.write('a', 'theirs');
    store.set(top('a'), ['mine']);
    store.set(top('b'), ['other']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(queue.state()).toEqual({ kind: 'deciding', fields: 1 });
    expect(store.presentation.mark(top('a')).conflict).toEqual({ theirs: ['theirs'], from: 'server' });
    expect(server.content().answers).toEqual({ a: ['theirs'], b: ['other'] });
    expect(queue.hasUnsaved()).toBe(true);
    store.choose('keepMine', top('a'));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content().answers).toEqual({ a: ['mine'], b: ['other'] });

    server.write('a', 'theirs again');
    store.set(top('a'), ['mine again']);
    await vi.advanceTimersByTimeAsync(3_000);
    store.choose('takeTheirs', top('a'));
    expect(store.read(top('a')).values).toEqual(['theirs again']);
    expect(queue.state().kind).toBe('saved');
    queue.close();
  });

  it('brings a row back that was removed elsewhere while somebody wrote in it', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    const rowId = store.addRow('g');
    store.set({ elementId: 'x', groupId: rowId }, ['ex']);
    await vi.advanceTimersByTimeAsync(3_000);
    server.drop([rowId]);
    store.set({ elementId: 'y', groupId: rowId }, ['why']);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.content()).toEqual({
      answers: { [`x@${rowId}`]: ['ex'], [`y@${rowId}`]: ['why'] },
      rows: [rowId],
    });
    queue.close();
  });

  it('sets a value aside that the server will not have, and saves the rest', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['fine']);
    store.set(top('b'), ['x'.repeat(9_000)]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.content().answers).toEqual({ a: ['fine'] });
    expect(store.presentation.mark(top('b')).refusal).toBe('b: This text is too long.');
    expect(queue.state()).toEqual({ kind: 'refused', changes: 1 });
    store.set(top('b'), ['short']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content().answers).toEqual({ a: ['fine'], b: ['short'] });
    expect(queue.state().kind).toBe('saved');
    queue.close();
  });

  it('holds no field back that the refusal does not name', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['fine']);
    store.set(top('b'), ['x'.repeat(9_000)]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.calls).toBe(2);
    expect(store.presentation.mark(top('a')).refusal).toBeNull();
    queue.close();
  });

  it('does not send rows of a group that is hidden, nor calls them unsaved', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['show']);
    const rowId = store.addRow('h');
    store.set({ elementId: 'z', groupId: rowId }, ['zed']);
    store.set(top('a'), ['hide']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.content()).toEqual({ answers: { a: ['hide'] }, rows: [] });
    expect(queue.state().kind).toBe('saved');
    store.set(top('a'), ['show']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.content()).toEqual({ answers: { a: ['show'], [`z@${rowId}`]: ['zed'] }, rows: [rowId] });
    queue.close();
  });

  it('sets rows aside that the server will not have until the reader has chosen', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['show']);
    await vi.advanceTimersByTimeAsync(3_000);
    server.write('a', 'hide');
    store.set(top('a'), ['show ']);
    store.set(top('a'), ['show']);
    const rowId = store.addRow('h');
    store.set({ elementId: 'z', groupId: rowId }, ['zed']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toBeLessThan(5);
    expect(store.unsavedCount()).toBeGreaterThan(0);
    store.choose('keepMine', top('a'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.content()).toEqual({ answers: { a: ['show'], [`z@${rowId}`]: ['zed'] }, rows: [rowId] });
    expect(queue.state().kind).toBe('saved');
    queue.close();
  });

  it('does not ask for ever when a refusal names what was not sent', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    let calls = 0;
    server.save = async () => {
      calls += 1;
      return { kind: 'refused', message: 'No.', fields: [top('nowhere')] };
    };
    store.set(top('a'), ['one']);
    store.set(top('b'), ['two']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toBeLessThan(5);
    expect(queue.state()).toEqual({ kind: 'refused', changes: 2 });
    queue.close();
  });

  it('counts a row that is only offered as nothing, until something stands in it', async () => {
    const server = new ServerModel();
    const device = new Device();
    const { store, queue } = openPage(server, device);
    store.offerRow('g');
    store.offerRow('g');
    const rowId = store.rows('g')[0]?.id ?? '';
    expect(store.rows('g')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([server.calls, store.unsavedCount(), device.kept]).toEqual([0, 0, null]);
    store.set({ elementId: 'x', groupId: rowId }, ['ex']);
    queue.close();

    // The page dies before it could save; the next one offers a row as well, and gives it up for the kept one.
    const next = openPage(server, device);
    next.store.offerRow('g');
    if (device.kept) next.store.restore(device.kept);
    expect(next.store.rows('g').map((row) => row.id)).toEqual([rowId]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content()).toEqual({ answers: { [`x@${rowId}`]: ['ex'] }, rows: [rowId] });
    next.queue.close();
  });

  it('sends an offered row when it is claimed or another one joins it', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    store.offerRow('g');
    store.claimRows();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content().rows).toEqual(store.rows('g').map((row) => row.id));
    queue.close();

    const other = new ServerModel();
    const page = openPage(other, new Device());
    page.store.offerRow('g');
    page.store.addRow('g');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(other.content().rows).toEqual(page.store.rows('g').map((row) => row.id));
    page.queue.close();
  });

  it('stops where the server takes no more, and keeps the words', async () => {
    const server = new ServerModel();
    const device = new Device();
    const { store, queue } = openPage(server, device);
    server.stopped = { kind: 'stopped', code: 'deadline_passed', message: 'The deadline has passed.' };
    store.set(top('a'), ['late']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toBe(1);
    expect(queue.state()).toEqual({
      kind: 'stopped',
      code: 'deadline_passed',
      message: 'The deadline has passed.',
      changes: 1,
    });
    expect(device.kept?.answers).toEqual([
      { elementId: 'a', groupId: null, values: ['late'], revision: 0, sent: [['late']] },
    ]);
    queue.close();
  });

  it('does not send what is hidden, and does not count it as unsaved', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    store.set(top('a'), ['show']);
    store.set(top('hidden'), ['seen']);
    store.set(top('a'), ['no']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content().answers).toEqual({ a: ['no'] });
    expect(queue.hasUnsaved()).toBe(false);
    store.set(top('a'), ['show']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content().answers).toEqual({ a: ['show'], hidden: ['seen'] });
    queue.close();
  });
});

describe('rows', () => {
  it('removes a row whose arrival was never acknowledged', async () => {
    const server = new ServerModel();
    server.network = 'answer lost';
    const { store, queue } = openPage(server, new Device());
    const rowId = store.addRow('g');
    await vi.advanceTimersByTimeAsync(2_100);
    expect(server.content().rows).toEqual([rowId]);
    store.removeRow('g', rowId);
    server.network = 'up';
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.content().rows).toEqual([]);
    queue.close();
  });

  it('keeps the order of rows that were moved', async () => {
    const server = new ServerModel();
    const { store, queue } = openPage(server, new Device());
    const [first = '', second = '', third = ''] = [store.addRow('g'), store.addRow('g'), store.addRow('g')];
    await vi.advanceTimersByTimeAsync(3_000);
    store.moveRow('g', third, 0);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.content().rows).toEqual([third, first, second]);
    queue.close();
  });
});

describe('whatever happens', () => {
  const elementId = fc.constantFrom('a', 'b', 'hidden');
  const word = fc.constantFrom('', 'show', 'one', 'two ', 'Dvořák');
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('set' as const), elementId, word }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('write-row' as const), at: fc.nat(4), word }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), at: fc.nat(4), to: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), elementId, word }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('drop elsewhere' as const), at: fc.nat(4) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('network' as const),
        is: fc.constantFrom('up' as const, 'down' as const, 'answer lost' as const, 'slow' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 10, max: 5_000 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  );

  it('the server ends with what the page shows, after crashes, lost answers and others who write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        restartIds();
        const server = new ServerModel();
        const device = new Device();
        let page = openPage(server, device);
        const rowAt = (at: number) => page.store.rows('g')[at % Math.max(1, page.store.rows('g').length)]?.id;
        for (const one of actions) {
          switch (one.do) {
            case 'set':
              if (page.store.read(top(one.elementId)).visible)
                page.store.set(top(one.elementId), one.word === '' ? [] : [one.word]);
              break;
            case 'add':
              if (page.store.rows('g').length < 5) page.store.addRow('g');
              break;
            case 'write-row': {
              const groupId = rowAt(one.at);
              if (groupId) page.store.set({ elementId: 'x', groupId }, one.word === '' ? [] : [one.word]);
              break;
            }
            case 'remove': {
              const groupId = rowAt(one.at);
              if (groupId) page.store.removeRow('g', groupId);
              break;
            }
            case 'move': {
              const groupId = rowAt(one.at);
              if (groupId) page.store.moveRow('g', groupId, one.to % page.store.rows('g').length);
              break;
            }
            case 'elsewhere':
              server.write(one.elementId, one.word);
              break;
            case 'drop elsewhere': {
              const row = server.rows[one.at % Math.max(1, server.rows.length)];
              if (row) server.drop([row.id]);
              break;
            }
            case 'network':
              server.network = one.is;
              break;
            case 'wait':
              await vi.advanceTimersByTimeAsync(one.ms);
              break;
            case 'reload': {
              // The page ends without a word; what it wrote on the device is there.
              await vi.advanceTimersByTimeAsync(300);
              page.end();
              await vi.advanceTimersByTimeAsync(5_000);
              const kept = device.kept;
              page = openPage(server, device);
              if (kept) page.store.restore(kept);
              break;
            }
          }
        }
        server.network = 'up';
        for (let round = 0; round < 6; round += 1) {
          await vi.advanceTimersByTimeAsync(40_000);
          for (const key of [...['a', 'b', 'hidden'].map(top)]) page.store.choose('keepMine', key);
          for (const row of page.store.rows('g'))
            page.store.choose('keepMine', { elementId: 'x', groupId: row.id });
        }
        await vi.advanceTimersByTimeAsync(40_000);
        const shown = contentOf(page.store);
        const stored = server.content();
        page.queue.close();
        expect(server.maxAtOnce).toBeLessThan(2);
        const alone = actions.every((one) => one.do !== 'elsewhere' && one.do !== 'drop elsewhere');
        if (alone) {
          expect(page.queue.hasUnsaved()).toBe(false);
          const visible = { ...stored.answers };
          if (!page.store.read(top('hidden')).visible) delete visible.hidden;
          const trimmed = Object.fromEntries(
            Object.entries(shown.answers).map(([key, values]) => [key, values.map((value) => value.trim())]),
          );
          expect({ answers: visible, rows: stored.rows }).toEqual({ answers: trimmed, rows: shown.rows });
        }
        // Everything that the reader wrote and sees is on the server. (What others wrote meanwhile in fields that were
        // not touched here comes with the next opening, and what hangs on it is refused, with a sentence at its field.)
        if (actions.some((one) => one.do === 'drop elsewhere')) return;
        for (const [address, values] of Object.entries(shown.answers)) {
          const mine = stored.answers[address];
          const others = server.answers.find((answer) => addressOf(answer) === address);
          const refused = page.store.presentation.mark(fieldAt(address)).refusal !== null;
          if (refused) continue;
          if (mine === undefined || mine.join() !== values.map((value) => value.trim()).join())
            expect(others?.savedAt).toBe('2026-09-03T12:00:00.000Z');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('what another window has stored', () => {
  const two = async () => {
    const server = new ServerModel();
    const here = openPage(server, new Device());
    const there = openPage(server, new Device());
    await vi.advanceTimersByTimeAsync(0);
    return { server, here, there };
  };
  const rest = () => vi.advanceTimersByTimeAsync(1_000);

  it('comes with the next save of another field, and is named', async () => {
    const { here, there } = await two();
    there.store.set(top('a'), ['from there']);
    await rest();
    here.store.set(top('b'), ['from here']);
    await rest();
    expect(contentOf(here.store).answers).toEqual({ a: ['from there'], b: ['from here'] });
    expect(here.queue.changedElsewhere()).toEqual([top('a')]);
    expect(here.queue.state().kind).toBe('saved');
    here.queue.dismissChanges();
    // It knows all of it now.
    here.store.set(top('b'), ['from here again']);
    await rest();
    expect(here.queue.changedElsewhere()).toEqual([]);
  });

  it('comes before it is read or submitted, and the version is that of the server then', async () => {
    const { server, here, there } = await two();
    const row = there.store.addRow('g');
    there.store.set({ elementId: 'x', groupId: row }, ['in a row']);
    there.store.set(top('a'), ['from there']);
    await rest();
    const caught = here.queue.catchUp();
    await rest();
    expect(await caught).toBe(true);
    expect(contentOf(here.store)).toEqual(contentOf(there.store));
    expect(here.queue.changedElsewhere()).toEqual([top('g'), { elementId: 'x', groupId: row }, top('a')]);
    expect(here.queue.version()).toBe(contentVersion(server));
    expect(here.store.unsaved()).toBeNull();

    const other = there.store.addRow('g');
    there.store.moveRow('g', other, 0);
    await rest();
    void here.queue.catchUp();
    await rest();
    expect(contentOf(here.store).rows).toEqual([other, row]);
    there.store.removeRow('g', row);
    await rest();
    void here.queue.catchUp();
    await rest();
    expect(contentOf(here.store)).toEqual({ answers: { a: ['from there'] }, rows: [other] });
    expect([here.store.unsaved(), here.queue.version()]).toEqual([null, contentVersion(server)]);
  });

  it('is a question where it was changed here too, and nothing of a row that went is lost', async () => {
    const { server, here, there } = await two();
    const row = here.store.addRow('g');
    await rest();
    void there.queue.catchUp();
    await rest();
    there.store.set(top('a'), ['from there']);
    there.store.removeRow('g', row);
    await rest();
    server.network = 'down';
    here.store.set(top('a'), ['from here']);
    here.store.set({ elementId: 'x', groupId: row }, ['written meanwhile']);
    await rest();
    server.network = 'up';
    const caught = here.queue.catchUp();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await caught).toBe(false);
    expect(here.store.presentation.mark(top('a')).conflict?.theirs).toEqual(['from there']);
    expect(here.store.read({ elementId: 'x', groupId: row }).values).toEqual(['written meanwhile']);
    expect(server.content().answers).toMatchObject({ [`x@${row}`]: ['written meanwhile'] });
  });

  it('is known once the connection is back, also to a check that began while another one failed', async () => {
    const { server, here, there } = await two();
    there.store.set(top('a'), ['from there']);
    await rest();
    server.network = 'down';
    const failing = here.queue.catchUp();
    await vi.advanceTimersByTimeAsync(20);
    const again = here.queue.catchUp();
    await vi.advanceTimersByTimeAsync(30);
    server.network = 'up';
    await rest();
    expect([await failing, await again]).toEqual([false, true]);
    expect(contentOf(here.store).answers).toEqual({ a: ['from there'] });
  });

  it('is not known without a connection: the page says that it is not as stored', async () => {
    const { server, here, there } = await two();
    there.store.set(top('a'), ['from there']);
    await rest();
    server.network = 'down';
    const caught = here.queue.catchUp();
    await rest();
    expect([await caught, here.queue.changedElsewhere(), here.queue.state().kind]).toEqual([
      false,
      [],
      'saved',
    ]);
    server.stopped = { kind: 'stopped', code: 'not_editable', message: 'Submitted elsewhere.' };
    const again = here.queue.catchUp();
    await rest();
    expect([await again, here.queue.state()]).toMatchObject([
      false,
      { kind: 'stopped', code: 'not_editable' },
    ]);
  });
});
