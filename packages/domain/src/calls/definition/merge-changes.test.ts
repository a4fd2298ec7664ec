import { describe, expect, it } from 'vitest';
import { applyChanges, type Change } from './change.ts';
import { type Edit, mergeChanges } from './merge-changes.ts';
import { checkMerges } from './testing/laws.ts';
import { smallCall } from './testing/small-call.ts';

const end = (value: string | null): Change => ({ do: 'set', at: ['cutoffs', '2', 'end'], value });
const removal: Change = { do: 'remove', at: ['cutoffs', '2'] };
const cutoff = { ...smallCall().cutoffs[0], id: 'new' };
const addition: Change = { do: 'add', to: ['cutoffs'], after: '2', thing: cutoff };
const last: Change = { do: 'move', at: ['cutoffs', '1'], to: ['cutoffs'], after: '2' };
const first: Change = { do: 'move', at: ['cutoffs', '2'], to: ['cutoffs'], after: null };

/** The result for a person who changes something after another one has. */
function merge(others: readonly Change[], own: Change) {
  const applied = applyChanges(smallCall(), others);
  if (!applied.ok) throw new Error(applied.reason);
  const since: Edit[] = others.map((change, nth) => ({ revision: nth + 1, changes: [change], undoes: null }));
  return mergeChanges(applied.definition, [own], since);
}

describe('mergeChanges', () => {
  it.each<[string, Change, Change]>([
    ['two properties of one thing', end(null), { do: 'set', at: ['cutoffs', '2', 'start'], value: 'x' }],
    [
      'two languages of one text',
      { do: 'set', at: ['title', 'de'], value: 'a' },
      { do: 'set', at: ['title', 'en'], value: 'b' },
    ],
    ['the same value', end(null), end(null)],
    ['a value of a thing that was moved', first, end(null)],
    ['two things that move', last, first],
    ['a thing beside one that was removed', removal, { ...addition, after: '1' }],
  ])('merges %s', (_what, other, own) => {
    expect(merge([other], own)).toMatchObject({ ok: true });
  });

  it.each<[string, Change[], Change, unknown]>([
    ['one property', [end(null)], end('2027-01-01T00:00:00Z'), [{ at: ['cutoffs', '2', 'end'], now: null }]],
    [
      'a property below a value that is gone',
      [{ do: 'set', at: ['facts'], value: {} }],
      { do: 'set', at: ['facts', 'duration'], value: { en: '1 year' } },
      [{ at: ['facts', 'duration'] }],
    ],
    ['a thing that was removed', [removal], end(null), [{ at: ['cutoffs', '2', 'end'] }]],
    [
      'a removal of what was changed',
      [end(null)],
      removal,
      [{ at: ['cutoffs', '2'], now: { ...smallCall().cutoffs[1], end: null } }],
    ],
    [
      'one thing that both move',
      [first],
      { ...first, after: '1' },
      [{ at: ['cutoffs', '2'], now: smallCall().cutoffs[1] }],
    ],
  ])('asks about %s', (_what, others, own, conflicts) => {
    expect(merge(others, own)).toEqual({ ok: false, conflicts });
  });

  it('refuses a place that is gone without a conflict', () => {
    expect(merge([removal], { ...addition, after: '2' })).toEqual({ ok: false, reason: 'not_there', nth: 0 });
  });

  it('does not count what was taken back, unless its author has seen it', () => {
    const { definition } = applyChanges(smallCall(), []) as { definition: ReturnType<typeof smallCall> };
    const made: Edit = { revision: 1, changes: [end(null)], undoes: null };
    const back: Edit = { revision: 2, changes: [end('2026-10-10T08:00:00.000Z')], undoes: 1 };
    const again: Edit = { revision: 3, changes: [end(null)], undoes: 2 };
    const own = end('2027-01-01T00:00:00Z');
    expect(mergeChanges(definition, [own], [made, back])).toMatchObject({ ok: true });
    expect(mergeChanges(definition, [own], [back])).toMatchObject({ ok: false });
    expect(mergeChanges(definition, [own], [made, back, again])).toMatchObject({ ok: false });
  });

  it('ends with the same, whoever is heard first', () => checkMerges(1_000));
});
