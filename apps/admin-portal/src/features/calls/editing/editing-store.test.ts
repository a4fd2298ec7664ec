import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { applyChanges, type Change, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { beforeEach, expect, test } from 'vitest';
import { EditingStore, type OpenedDraft } from './editing-store.ts';

const set = (name: string, value: unknown): Change => ({ do: 'set', at: [name], value });
const refusal = (status: number, code: string, body: object = {}) =>
  new CallError({ status, code, messages: [`The server says ${code}.`], body });
const offline = () => refusal(0, 'offline');

/** A server whose answers are given one by one. */
class Server {
  definition = {
    title: { en: 'Old' },
    unit: 'node hours',
    documents: [] as { id: string }[],
  } as unknown as CallDefinition;
  live = this.definition;
  revision = 4;
  hasDraft = false;
  inverses = new Map<number, Change[]>();
  /** The requests that reached the server. */
  asked: unknown[] = [];
  /** Errors for the next requests; `lost` carries a request out and loses its answer. */
  faults: (CallError | 'lost' | null)[] = [];
  retries: (() => void)[] = [];

  opened(): OpenedDraft {
    const { definition, revision, hasDraft, live } = this;
    return hasDraft
      ? { definition, revision, draft: { changedAt: '2026-09-01T10:00:00.000Z', by: 'Bo Lie' }, live }
      : { definition, revision, draft: null };
  }

  write(changes: readonly Change[]) {
    const applied = applyChanges(this.definition, changes);
    if (!applied.ok) throw refusal(409, 'place_gone');
    this.definition = applied.definition;
    this.revision += 1;
    this.hasDraft = true;
    this.inverses.set(this.revision, applied.inverses);
    return { revision: this.revision, changes };
  }

  async answer<Answer>(asked: unknown, make: () => Answer): Promise<Answer> {
    this.asked.push(asked);
    await Promise.resolve();
    const fault = this.faults.shift() ?? null;
    if (fault instanceof CallError) throw fault;
    const answer = make();
    if (fault === 'lost') throw offline();
    return answer;
  }

  readonly api = {
    load: () => this.answer('load', () => this.opened()),
    change: (base: number, changes: readonly Change[]) =>
      this.answer({ base, changes }, () => this.write(changes)),
    undo: (revision: number) =>
      this.answer({ undo: revision }, () => this.write(this.inverses.get(revision) ?? [])),
    later: (retry: () => void) => void this.retries.push(retry),
    now: () => 1_000,
  };
}

let server: Server;
let store: EditingStore;
beforeEach(() => {
  server = new Server();
  store = new EditingStore(server.opened(), server.api);
});

/** Lets everything arrive that is on its way. */
const settle = async () => {
  for (let round = 0; round < 50; round += 1) await Promise.resolve();
};
const value = (name: string) => valueAt(store.read().definition, [name]);

test('an edit is shown at once, saved, and begins the draft', async () => {
  expect(store.read()).toMatchObject({ state: 'saved', isDraft: false, savedAt: null, canUndo: false });
  store.edit([set('unit', 'GPU hours')]);
  expect(value('unit')).toBe('GPU hours');
  expect(store.read()).toMatchObject({ state: 'saving', unsent: 1 });
  await settle();
  expect(store.read()).toMatchObject({
    state: 'saved',
    unsent: 0,
    isDraft: true,
    savedAt: 1_000,
    revision: 5,
  });
  expect(store.read().live).toMatchObject({ unit: 'node hours' });
});

test('edits go out in order, each on the revision of the one before', async () => {
  store.edit([set('unit', 'one')]);
  store.edit([set('unit', 'two')]);
  expect(value('unit')).toBe('two');
  await settle();
  expect(server.asked).toEqual([
    { base: 4, changes: [set('unit', 'one')] },
    { base: 5, changes: [set('unit', 'two')] },
  ]);
  expect(server.definition).toEqual(store.read().definition);
});

test('undo and redo are requests of their own, also for an edit that is not sent yet', async () => {
  store.edit([set('unit', 'one')]);
  store.undo();
  expect(value('unit')).toBe('node hours');
  await settle();
  expect(server.asked.at(-1)).toEqual({ undo: 5 });
  expect(store.read()).toMatchObject({ canUndo: false, canRedo: true });
  store.redo();
  expect(value('unit')).toBe('one');
  await settle();
  expect(server.asked.at(-1)).toEqual({ undo: 6 });
  expect(server.definition).toEqual(store.read().definition);
  store.undo();
  await settle();
  expect(server.asked.at(-1)).toEqual({ undo: 7 });
  expect(value('unit')).toBe('node hours');
});

test('without a connection edits wait and are sent again; none is lost', async () => {
  server.faults = [offline()];
  store.edit([set('unit', 'one')]);
  store.edit([set('code', 'REG')]);
  await settle();
  expect(store.read()).toMatchObject({ state: 'offline', unsent: 2 });
  expect(value('unit')).toBe('one');
  server.retries.shift()?.();
  await settle();
  expect(store.read()).toMatchObject({ state: 'saved', unsent: 0 });
  expect(server.definition).toMatchObject({ unit: 'one', code: 'REG' });
});

test('an edit whose answer was lost is sent again, and the call is loaded to know what is stored', async () => {
  server.faults = ['lost'];
  store.edit([set('unit', 'one')]);
  await settle();
  server.retries.shift()?.();
  await settle();
  expect(server.asked.at(-1)).toBe('load');
  expect(store.read()).toMatchObject({ state: 'saved', unsent: 0 });
  expect(store.read().definition).toEqual(server.definition);
});

test('edits of other people are loaded before the next edit', async () => {
  server.write([set('code', 'THEIRS')]);
  store.edit([set('unit', 'one')]);
  store.edit([set('unit', 'two')]);
  await settle();
  expect(server.asked).toEqual([
    { base: 4, changes: [set('unit', 'one')] },
    'load',
    { base: 6, changes: [set('unit', 'two')] },
  ]);
  expect(store.read().definition).toMatchObject({ code: 'THEIRS', unit: 'two' });
});

const conflict = () => refusal(409, 'changed_meanwhile', { conflicts: [{ at: ['unit'], now: 'theirs' }] });

test('a place that both changed becomes a question; the own value is sent again on the newest revision', async () => {
  server.write([set('unit', 'theirs')]);
  server.faults = [conflict()];
  store.edit([set('unit', 'mine'), set('code', 'REG')]);
  store.edit([set('number', 2)]);
  await settle();
  expect(store.read().question).toEqual([{ at: ['unit'], mine: 'mine', theirs: 'theirs' }]);
  expect(store.read()).toMatchObject({ state: 'failed', unsent: 2 });
  store.answer([['unit']]);
  await settle();
  expect(server.asked.slice(1)).toEqual([
    'load',
    { base: 5, changes: [set('unit', 'mine'), set('code', 'REG')] },
    { base: 6, changes: [set('number', 2)] },
  ]);
  expect(server.definition).toMatchObject({ unit: 'mine', code: 'REG', number: 2 });
});

test('the value of the other person stays, and the rest of the edit is sent', async () => {
  server.write([set('unit', 'theirs')]);
  server.faults = [conflict()];
  store.edit([set('unit', 'mine'), set('code', 'REG')]);
  await settle();
  store.answer([]);
  await settle();
  expect(server.definition).toMatchObject({ unit: 'theirs', code: 'REG' });
  expect(store.read()).toMatchObject({ question: null, state: 'saved' });
  expect(store.read().definition).toEqual(server.definition);
});

test('an undo that others built upon can be made all the same, as an edit', async () => {
  store.edit([set('unit', 'mine')]);
  await settle();
  server.write([set('unit', 'theirs')]);
  server.faults = [conflict()];
  store.undo();
  await settle();
  store.answer([['unit']]);
  await settle();
  expect(server.asked.at(-1)).toEqual({ base: 6, changes: [set('unit', 'node hours')] });
  expect(server.definition).toMatchObject({ unit: 'node hours' });
});

test('an edit whose place is gone is named, and those behind it go on', async () => {
  server.faults = [refusal(409, 'place_gone')];
  const add: Change = { do: 'add', to: ['documents'], after: null, thing: { id: 'plan' } };
  store.edit([add]);
  store.edit([{ do: 'set', at: ['documents', 'plan', 'title'], value: 'The plan' }]);
  store.edit([set('code', 'REG')]);
  await settle();
  expect(store.read()).toMatchObject({ state: 'saved', canUndo: true });
  expect(store.read().lost).toHaveLength(2);
  expect(server.definition).toMatchObject({ code: 'REG', documents: [] });
  store.forgetLost();
  expect(store.read().lost).toEqual([]);
});

test('a value that is refused stays with its reason until the place is edited again', async () => {
  server.faults = [refusal(422, 'invalid_value', { places: [['code']] })];
  store.edit([set('code', 'lower'), set('unit', 'GPU hours')]);
  await settle();
  expect(store.read()).toMatchObject({
    state: 'saved',
    canUndo: false,
    refused: [{ at: ['code'], value: 'lower', sentence: 'The server says invalid_value.' }],
  });
  expect(value('code')).toBeUndefined();
  store.edit([set('code', 'REG')]);
  await settle();
  expect(store.read().refused).toEqual([]);
});

test('edits wait while the session is over, and are sent after the next login', async () => {
  server.faults = [refusal(401, 'unauthorized')];
  store.edit([set('unit', 'one')]);
  await settle();
  expect(store.read()).toMatchObject({
    state: 'failed',
    failure: 'The server says unauthorized.',
    unsent: 1,
  });
  store.retry();
  await settle();
  expect(store.read()).toMatchObject({ state: 'saved', failure: null });
  expect(server.definition).toMatchObject({ unit: 'one' });
});

test('what is loaded again replaces what is shown, unless edits wait or it is older', async () => {
  server.write([set('unit', 'theirs')]);
  const newer = server.opened();
  store.edit([set('code', 'REG')]);
  store.take(newer);
  expect(value('unit')).toBe('node hours');
  await settle();
  expect(value('unit')).toBe('theirs');
  store.take(newer);
  expect(value('code')).toBe('REG');
});

test('after the draft is published or discarded, its edits can no longer be taken back', async () => {
  store.edit([set('unit', 'one')]);
  await settle();
  server.hasDraft = false;
  store.take(server.opened());
  expect(store.read()).toMatchObject({ isDraft: false, canUndo: false, savedAt: null });
});

test('an event about a change that is not here loads the draft, one about a known state does not', async () => {
  store.hear({ revision: 4, isDraft: false });
  await settle();
  expect(server.asked).toEqual([]);
  server.write([set('unit', 'theirs')]);
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(server.asked).toEqual(['load']);
  expect(value('unit')).toBe('theirs');
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(server.asked).toEqual(['load']);
});

test('the event about an own edit that comes before its answer loads nothing', async () => {
  store.edit([set('unit', 'mine')]);
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(server.asked).toEqual([{ base: 4, changes: [set('unit', 'mine')] }]);
  expect(store.read()).toMatchObject({ state: 'saved', revision: 5 });
});

test('an event that comes while an edit is on its way is followed after it', async () => {
  store.edit([set('unit', 'mine')]);
  await Promise.resolve();
  store.hear({ revision: 6, isDraft: true });
  await Promise.resolve();
  server.write([set('code', 'THEIRS')]);
  await settle();
  expect(server.asked).toEqual([{ base: 4, changes: [set('unit', 'mine')] }, 'load']);
  expect(store.read().definition).toEqual(server.definition);
});

test('an event loads nothing while a question waits for its answer, or the session is over', async () => {
  server.write([set('unit', 'theirs')]);
  server.faults = [conflict()];
  store.edit([set('unit', 'mine')]);
  await settle();
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(server.asked).toHaveLength(1);
  expect(store.read().question).not.toBe(null);
});

test('a load that an event asked for and that fails is no failure of an edit', async () => {
  server.write([set('unit', 'theirs')]);
  server.faults = [offline()];
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(store.read()).toMatchObject({ state: 'saved', failure: null, revision: 4 });
  server.retries.shift()?.();
  await settle();
  expect(store.read()).toMatchObject({ state: 'saved', revision: 5 });
});

test('tells which places others have changed, and who if it was one edit', async () => {
  expect(store.read().others).toBe(null);
  server.write([set('unit', 'theirs'), set('code', 'THEIRS')]);
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(store.read().others).toEqual({
    revision: 5,
    by: 'Bo Lie',
    places: [['unit'], ['code']],
    isGone: false,
  });
  server.write([set('unit', 'two')]);
  server.write([set('unit', 'three')]);
  store.hear({ revision: 7, isDraft: true });
  await settle();
  expect(store.read().others).toMatchObject({ by: null, places: [['unit']] });
  const before = store.read().others;
  store.edit([set('unit', 'mine')]);
  await settle();
  expect(store.read().others).toBe(before);
  server.hasDraft = false;
  server.live = server.definition;
  store.hear({ revision: 8, isDraft: false });
  await settle();
  expect(store.read().others).toMatchObject({ by: null, places: [], isGone: true });
});

test('a queued edit of a place that others changed before it was sent becomes a question', async () => {
  server.write([set('unit', 'theirs')]);
  store.edit([set('code', 'REG')]);
  store.edit([set('unit', 'mine')]);
  store.edit([set('number', 2)]);
  await settle();
  expect(server.asked).toEqual([
    { base: 4, changes: [set('code', 'REG')] },
    'load',
    { base: 4, changes: [set('unit', 'mine')] },
    { base: 7, changes: [set('number', 2)] },
  ]);
});

test('a place that others change while one types there becomes a question, unless one has answered it', async () => {
  const end = store.hold(['unit']);
  server.write([set('unit', 'theirs')]);
  store.hear({ revision: 5, isDraft: true });
  await settle();
  expect(value('unit')).toBe('theirs');
  server.faults = [null, conflict()];
  store.edit([set('code', 'REG')]);
  store.edit([set('unit', 'mine')]);
  end();
  await settle();
  expect(server.asked.slice(1)).toEqual([
    { base: 5, changes: [set('code', 'REG')] },
    { base: 4, changes: [set('unit', 'mine')] },
  ]);
  store.answer([['unit']]);
  await settle();
  expect(server.asked.slice(3)).toEqual(['load', { base: 6, changes: [set('unit', 'mine')] }]);
  expect(server.definition).toMatchObject({ unit: 'mine', code: 'REG' });
  store.edit([set('unit', 'again')]);
  await settle();
  expect(server.asked.at(-1)).toEqual({ base: 7, changes: [set('unit', 'again')] });
});

test('what others changed before one began to type there, or elsewhere, is no question', async () => {
  server.write([set('unit', 'theirs')]);
  store.hear({ revision: 5, isDraft: true });
  await settle();
  store.hold(['unit']);
  server.write([set('code', 'THEIRS')]);
  store.hear({ revision: 6, isDraft: true });
  await settle();
  store.edit([set('unit', 'mine')]);
  await settle();
  expect(server.asked.at(-1)).toEqual({ base: 6, changes: [set('unit', 'mine')] });
});

test('an answer counts for the value that was shown: another change meanwhile is asked about again', async () => {
  server.write([set('unit', 'theirs')]);
  server.faults = [conflict()];
  store.edit([set('unit', 'mine')]);
  await settle();
  server.write([set('unit', 'another')]);
  store.answer([['unit']]);
  await settle();
  expect(server.asked.slice(1)).toEqual(['load', { base: 4, changes: [set('unit', 'mine')] }]);
});
