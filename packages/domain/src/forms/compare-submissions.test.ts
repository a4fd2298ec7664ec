import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSequences } from './compare-sequences.ts';
import { type ContentChanges, compareSubmissions } from './compare-submissions.ts';
import { compareWords } from './compare-words.ts';
import type { Answer, Row } from './types.ts';

interface Content {
  answers: Answer[];
  rows: Row[];
}

const answer = (elementId: string, values: string[], groupId: string | null = null): Answer => ({
  elementId,
  groupId,
  values,
});
const rows = (ids: string[], elementId = 'team'): Row[] => ids.map((id, order) => ({ id, elementId, order }));

/** The old submission with the changes carried out. */
function withChanges(was: Content, changes: ContentChanges): Content {
  const keyOf = ({ elementId, groupId }: Pick<Answer, 'elementId' | 'groupId'>) => `${elementId} ${groupId}`;
  const answers = new Map(was.answers.map((one) => [keyOf(one), one]));
  for (const { elementId, groupId, is } of changes.answers)
    if (is.length === 0) answers.delete(keyOf({ elementId, groupId }));
    else answers.set(keyOf({ elementId, groupId }), { elementId, groupId, values: is });
  const groups = new Set([...was.rows, ...changes.rows].map(({ elementId }) => elementId));
  const after = [...groups].flatMap((group) => {
    const touched = changes.rows.filter(({ elementId }) => elementId === group);
    const list = was.rows
      .filter((row) => row.elementId === group && touched.every(({ id }) => id !== row.id))
      .toSorted((one, other) => one.order - other.order)
      .map(({ id }) => id);
    for (const { id, is } of touched.toSorted((one, other) => (one.is ?? 0) - (other.is ?? 0)))
      if (is !== null) list.splice(is, 0, id);
    return rows(list, group);
  });
  return { answers: [...answers.values()], rows: after };
}

const sorted = ({ answers, rows: all }: Content) => ({
  answers: answers.toSorted((one, other) =>
    `${one.elementId} ${one.groupId}` < `${other.elementId} ${other.groupId}` ? -1 : 1,
  ),
  rows: all.toSorted((one, other) =>
    `${one.elementId} ${one.id}` < `${other.elementId} ${other.id}` ? -1 : 1,
  ),
});

describe('what changed between two submissions', () => {
  it('names answers that are others, new or gone', () => {
    const was = {
      answers: [
        answer('title', ['Waves']),
        answer('kind', ['a', 'b']),
        answer('gone', ['x']),
        answer('same', ['y']),
      ],
      rows: [],
    };
    const is = {
      answers: [
        answer('same', ['y']),
        answer('title', ['Tides']),
        answer('kind', ['b', 'a']),
        answer('new', ['z']),
      ],
      rows: [],
    };
    expect(compareSubmissions(was, is)).toEqual({
      answers: [
        { elementId: 'title', groupId: null, was: ['Waves'], is: ['Tides'] },
        { elementId: 'kind', groupId: null, was: ['a', 'b'], is: ['b', 'a'] },
        { elementId: 'gone', groupId: null, was: ['x'], is: [] },
        { elementId: 'new', groupId: null, was: [], is: ['z'] },
      ],
      rows: [],
    });
    expect(compareSubmissions(was, was)).toEqual({ answers: [], rows: [] });
  });

  it('knows rows by their ids: added, removed and moved ones, and no others', () => {
    const was = { answers: [answer('name', ['Ada'], 'r1')], rows: rows(['r1', 'r2', 'r3', 'r4']) };
    const is = { answers: [answer('name', ['Ada'], 'r1')], rows: rows(['r4', 'r1', 'r5', 'r3']) };
    expect(compareSubmissions(was, is)).toEqual({
      answers: [],
      rows: [
        { id: 'r2', elementId: 'team', change: 'removed', was: 1, is: null },
        { id: 'r4', elementId: 'team', change: 'moved', was: 3, is: 0 },
        { id: 'r5', elementId: 'team', change: 'added', was: null, is: 2 },
      ],
    });
  });

  it('turns the old submission into the new one', () => {
    const ids = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'];
    const content = fc
      .record({
        team: fc.shuffledSubarray(ids),
        machines: fc.shuffledSubarray(['m1', 'm2', 'm3']),
        answers: fc.uniqueArray(
          fc.record({
            elementId: fc.constantFrom('a', 'b', 'c'),
            groupId: fc.constantFrom(null, ...ids),
            values: fc.array(fc.constantFrom('1', '2', ''), { minLength: 1, maxLength: 3 }),
          }),
          { selector: ({ elementId, groupId }) => `${elementId} ${groupId}` },
        ),
      })
      .map(
        ({ team, machines, answers }): Content => ({
          answers,
          rows: [...rows(team), ...rows(machines, 'machines')],
        }),
      );
    fc.assert(
      fc.property(content, content, (was, is) => {
        expect(sorted(withChanges(was, compareSubmissions(was, is)))).toEqual(sorted(is));
      }),
    );
  });
});

describe('what changed in a text', () => {
  it('is told by words, with what stands between them', () => {
    expect(compareWords('We compute long waves.', 'We compute short, steep waves.')).toEqual([
      { edit: 'same', text: 'We compute ' },
      { edit: 'removed', text: 'long' },
      { edit: 'added', text: 'short, steep' },
      { edit: 'same', text: ' waves.' },
    ]);
    expect(compareWords('One.\nTwo.\n', 'One.\nThree.\nTwo.\n')).toEqual([
      { edit: 'same', text: 'One.\n' },
      { edit: 'added', text: 'Three.\n' },
      { edit: 'same', text: 'Two.\n' },
    ]);
    expect(compareWords('Port of a solver to AMD', 'Solvers on AMD')).toEqual([
      { edit: 'removed', text: 'Port of a solver to' },
      { edit: 'added', text: 'Solvers on' },
      { edit: 'same', text: ' AMD' },
    ]);
    expect(compareWords('runs well', 'runs quite very well')).toEqual([
      { edit: 'same', text: 'runs ' },
      { edit: 'added', text: 'quite very ' },
      { edit: 'same', text: 'well' },
    ]);
    expect(compareWords('', 'New')).toEqual([{ edit: 'added', text: 'New' }]);
    expect(compareWords('Same', 'Same')).toEqual([{ edit: 'same', text: 'Same' }]);
    expect(compareWords('', '')).toEqual([]);
  });

  it('is the old text without what was added, and the new one without what was removed', () => {
    const word = fc.constantFrom('wave', 'tide', ' ', '\n', '\n\n', 'é', '波浪', '😀', '.', ',', 'a-b');
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(''));
    const without = (pieces: ReturnType<typeof compareWords>, edit: string) =>
      pieces.map((piece) => (piece.edit === edit ? '' : piece.text)).join('');
    fc.assert(
      fc.property(text, text, (was, is) => {
        const pieces = compareWords(was, is);
        expect([without(pieces, 'added'), without(pieces, 'removed')]).toEqual([was, is]);
      }),
    );
  });

  it('is quickly told of long texts that have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(' ');
    const begun = performance.now();
    const pieces = compareWords(long('a'), long('b'));
    expect(pieces.map(({ edit }) => edit)).toEqual(['removed', 'added']);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('the way from one sequence to another', () => {
  it('is the shortest one', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    // By the table of common lengths, slow and plain.
    const common = (one: string[], other: string[]): number => {
      const row = Array.from({ length: other.length + 1 }, () => 0);
      for (const letter of one) {
        let diagonal = 0;
        for (const [index, against] of other.entries()) {
          const above = row[index + 1] ?? 0;
          row[index + 1] = letter === against ? diagonal + 1 : Math.max(above, row[index] ?? 0);
          diagonal = above;
        }
      }
      return row.at(-1) ?? 0;
    };
    fc.assert(
      fc.property(letters, letters, (was, is) => {
        const same = compareSequences(was, is).filter((edit) => edit === 'same').length;
        expect(same).toBe(common(was, is));
      }),
    );
  });
});
