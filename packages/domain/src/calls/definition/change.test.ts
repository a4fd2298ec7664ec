import { describe, expect, it } from 'vitest';
import { applyChange, applyChanges, type Change, withCutoffIds } from './change.ts';
import { diffCalls } from './diff-calls.ts';
import { checkDifferences, checkInverses } from './testing/laws.ts';
import { smallCall } from './testing/small-call.ts';

const apply = (change: Change) => {
  const applied = applyChange(smallCall(), change);
  if (!applied.ok) throw new Error(applied.reason);
  return applied;
};
const elements = ['flow', 'steps', 'APP', 'forms', 'F1', 'elements'];

describe('applyChange', () => {
  it('sets, adds, removes and moves, and says how to take each back', () => {
    const set = apply({ do: 'set', at: ['cutoffs', '2', 'amounts', 'north-cpu', 'max'], value: '250' });
    expect(set.definition.cutoffs.map(({ amounts }) => amounts[0]?.max)).toEqual(['100', '250']);
    expect(set.inverse).toEqual({
      do: 'set',
      at: ['cutoffs', '2', 'amounts', 'north-cpu', 'max'],
      value: '100',
    });

    const french = apply({ do: 'set', at: ['title', 'fr'], value: 'Accès régulier' });
    expect(french.inverse).toEqual({ do: 'set', at: ['title', 'fr'] });

    const thing = { id: 'plan', title: 'Plan', file: null };
    const added = apply({ do: 'add', to: ['documents'], after: null, thing });
    expect(added.definition.documents.map(({ id }) => id)).toEqual(['plan', 'terms']);
    expect(added.inverse).toEqual({ do: 'remove', at: ['documents', 'plan'] });

    const removed = apply({ do: 'remove', at: ['cutoffs', '2'] });
    expect(removed.definition.cutoffs.map(({ id }) => id)).toEqual(['1']);
    expect(removed.inverse).toEqual({
      do: 'add',
      to: ['cutoffs'],
      after: '1',
      thing: smallCall().cutoffs[1],
    });

    const moved = apply({ do: 'move', at: [...elements, 'title'], to: elements, after: 'again' });
    expect(diffCalls(smallCall(), moved.definition)).toMatchObject([{ change: { do: 'move' } }]);
    expect(moved.inverse).toEqual({ do: 'move', at: [...elements, 'title'], to: elements, after: null });
  });

  it('leaves everything that a change does not touch as it was', () => {
    const before = smallCall();
    const applied = applyChange(before, { do: 'set', at: ['title', 'en'], value: 'Other' });
    expect(applied.ok && applied.definition.flow).toBe(before.flow);
  });

  const thing = { id: 'new' };
  it.each<[string, Change, string]>([
    ['a value at no place', { do: 'set', at: [], value: {} }, 'not_there'],
    ['below a property that is absent', { do: 'set', at: ['gone', 'title'], value: 'x' }, 'not_there'],
    ['below a thing that is absent', { do: 'set', at: ['cutoffs', '9', 'end'], value: null }, 'not_there'],
    ['by position', { do: 'set', at: ['downloadRoles', '0'], value: 'user' }, 'not_there'],
    ['below a text', { do: 'set', at: ['unit', 'length'], value: 1 }, 'not_there'],
    ['what objects inherit', { do: 'set', at: ['__proto__', 'polluted'], value: 1 }, 'not_there'],
    ['the id of a thing', { do: 'set', at: ['cutoffs', '1', 'id'], value: '7' }, 'not_there'],
    ['another id with a whole thing', { do: 'set', at: ['cutoffs', '1'], value: thing }, 'not_there'],
    ['no thing in its place', { do: 'set', at: ['cutoffs', '1'] }, 'not_there'],
    ['a new thing', { do: 'set', at: ['cutoffs', 'new'], value: thing }, 'not_there'],
    ['into no list', { do: 'add', to: ['unit'], after: null, thing }, 'not_there'],
    ['after a thing that is absent', { do: 'add', to: ['cutoffs'], after: '9', thing }, 'not_there'],
    ['an id that is taken', { do: 'add', to: ['cutoffs'], after: null, thing: { id: '1' } }, 'id_taken'],
    ['a property', { do: 'remove', at: ['unit'] }, 'not_there'],
    ['a thing that is absent', { do: 'remove', at: ['cutoffs', '9'] }, 'not_there'],
    ['after itself', { do: 'move', at: ['cutoffs', '1'], to: ['cutoffs'], after: '1' }, 'not_there'],
    ['into itself', { do: 'move', at: ['flow', 'steps', 'APP'], to: elements, after: null }, 'into_itself'],
  ])('refuses to set, add, remove or move %s', (_what, change, reason) => {
    expect(applyChange(smallCall(), change)).toEqual({ ok: false, reason });
    expect({}).not.toHaveProperty('polluted');
  });

  it('applies several changes together, or none of them', () => {
    const changes: Change[] = [
      { do: 'set', at: ['unit'], value: 'GPU hours' },
      { do: 'remove', at: ['cutoffs', '1'] },
    ];
    const applied = applyChanges(smallCall(), changes);
    if (!applied.ok) throw new Error(applied.reason);
    expect(applied.definition).toMatchObject({ unit: 'GPU hours', cutoffs: [{ id: '2' }] });
    expect(applyChanges(applied.definition, applied.inverses)).toMatchObject({ definition: smallCall() });
    expect(applyChanges(smallCall(), [...changes, ...changes])).toEqual({
      ok: false,
      reason: 'not_there',
      nth: 3,
    });
  });

  it('can take back every walk', () => checkInverses(500));
});

describe('diffCalls', () => {
  it('names what differs by ids, with what was there before', () => {
    const before = smallCall();
    const [first, second] = before.cutoffs;
    if (first === undefined || second === undefined) throw new Error('two cut-offs are needed');
    const after = {
      ...before,
      title: { en: 'Regular Access' },
      links: { ...before.links, link1: { title: 'Guide', address: '/documentation' } },
      cutoffs: [
        { ...second, end: null },
        { ...first, id: '3' },
      ],
      downloadRoles: ['pro', 'admin'],
    };
    expect(diffCalls(before, after)).toEqual([
      { change: { do: 'set', at: ['title', 'de'] }, before: 'Regulärer Zugang' },
      { change: { do: 'set', at: ['links', 'link1'], value: { title: 'Guide', address: '/documentation' } } },
      { change: { do: 'set', at: ['downloadRoles'], value: ['pro', 'admin'] }, before: ['pro'] },
      { change: { do: 'remove', at: ['cutoffs', '1'] }, before: first },
      { change: { do: 'set', at: ['cutoffs', '2', 'end'], value: null }, before: second.end },
      { change: { do: 'add', to: ['cutoffs'], after: '2', thing: { ...first, id: '3' } } },
    ]);
  });

  it('leads from any definition to any other', () => checkDifferences(300));
});

describe('withCutoffIds', () => {
  const [first, second] = smallCall().cutoffs;
  const ids = new Map([['2', '17']]);

  it('gives a cut-off its other id in every address, place and thing', () => {
    expect(
      withCutoffIds(
        [
          { do: 'add', to: ['cutoffs'], after: '1', thing: { ...second, id: '2' } },
          { do: 'add', to: ['cutoffs'], after: '2', thing: { ...first, id: '3' } },
          { do: 'add', to: ['cutoffs', '2', 'amounts'], after: '2', thing: { id: '2' } },
          { do: 'set', at: ['cutoffs', '2', 'end'] },
          { do: 'set', at: ['cutoffs'], value: [first, second] },
          { do: 'move', at: ['cutoffs', '1'], to: ['cutoffs'], after: '2' },
          { do: 'remove', at: ['cutoffs', '2'] },
        ],
        ids,
      ),
    ).toEqual([
      { do: 'add', to: ['cutoffs'], after: '1', thing: { ...second, id: '17' } },
      { do: 'add', to: ['cutoffs'], after: '17', thing: { ...first, id: '3' } },
      { do: 'add', to: ['cutoffs', '17', 'amounts'], after: '2', thing: { id: '2' } },
      { do: 'set', at: ['cutoffs', '17', 'end'] },
      { do: 'set', at: ['cutoffs'], value: [first, { ...second, id: '17' }] },
      { do: 'move', at: ['cutoffs', '1'], to: ['cutoffs'], after: '17' },
      { do: 'remove', at: ['cutoffs', '17'] },
    ]);
  });

  it('leaves other places alone', () => {
    const changes: Change[] = [
      { do: 'set', at: ['flow', 'steps', '2', 'title'], value: 'Two' },
      { do: 'remove', at: ['documents', '2'] },
    ];
    expect(withCutoffIds(changes, ids)).toEqual(changes);
  });
});
