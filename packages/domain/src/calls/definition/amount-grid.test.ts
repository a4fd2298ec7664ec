import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmountGrid,
  type Area,
  amountLimits,
  amountsCsv,
  changesOfClearing,
  changesOfCopy,
  changesOfFill,
  changesOfPaste,
  copiedText,
} from './amount-grid.ts';
import type { AmountsDefinition, CallDefinition } from './call-definition.ts';
import { applyChanges } from './change.ts';
import { smallCall } from './testing/small-call.ts';

const amounts = (id: string, values: Partial<AmountsDefinition> = {}): AmountsDefinition => ({
  id,
  disabled: false,
  min: null,
  max: null,
  fixed: null,
  pool: null,
  ...values,
});

/** Three partitions at two cut-offs: the second one does not offer the last partition, and closes the second one. */
const call = (): CallDefinition => {
  const small = smallCall();
  const [first, second] = small.cutoffs;
  if (first === undefined || second === undefined) throw new Error('a call without cut-offs');
  return {
    ...small,
    cutoffs: [
      {
        ...first,
        amounts: [amounts('a', { pool: '100', max: '10' }), amounts('b', { pool: '200' }), amounts('c')],
      },
      { ...second, amounts: [amounts('a', { pool: '300' }), amounts('b', { pool: '7', disabled: true })] },
    ],
  };
};

const grid: AmountGrid = {
  rows: [
    { id: 'a', name: 'Deucalion ARM' },
    { id: 'b', name: 'LUMI-C' },
    { id: 'c', name: 'Vega GPU' },
  ],
  columns: ['1', '2'].flatMap((cutoff) => amountLimits.map((limit) => ({ cutoff, limit }))),
};
const at = (row: number, column: number, rows = 1, columns = 1): Area => ({ row, column, rows, columns });

/** The grid after a paste as rows of texts, or why it is refused. */
function pasted(text: string, area = at(0, 0), mark: '.' | ',' | null = null) {
  const paste = changesOfPaste(call(), grid, area, text, mark);
  if (!paste.ok)
    return 'either' in paste
      ? { either: paste.either.typed }
      : paste.findings.map(({ row, column, message }) => [
          row,
          column,
          message.id.replace('setup.cutoffs.', ''),
        ]);
  const applied = applyChanges(call(), paste.changes);
  if (!applied.ok) throw new Error(applied.reason);
  return copiedText(applied.definition, grid, at(0, 0, 3, 8), '.').split('\n');
}

const before = ['100\t\t10\t\t300\t\t\t', '200\t\t\t\t\t\t\t', '\t\t\t\t\t\t\t'];

describe('a table that is pasted', () => {
  it('takes tabs, quotes, line ends of any system and an empty last line', () => {
    expect(pasted('"1 000"\t5\r\n2.000.000\t"6"\r\n')).toEqual([
      '1000\t5\t10\t\t300\t\t\t',
      '2000000\t6\t\t\t\t\t\t',
      '\t\t\t\t\t\t\t',
    ]);
  });

  it('takes an empty cell as no limit', () => {
    expect(pasted('\t5')).toEqual(['\t5\t10\t\t300\t\t\t', ...before.slice(1)]);
  });

  it('fills an area with one amount, and repeats a table in a multiple of it', () => {
    expect(pasted('9', at(0, 1, 3, 2))).toEqual([
      '100\t9\t9\t\t300\t\t\t',
      '200\t9\t9\t\t\t\t\t',
      '\t9\t9\t\t\t\t\t',
    ]);
    expect(pasted('1\t2', at(1, 0, 2, 4))).toEqual([before[0], '1\t2\t1\t2\t\t\t\t', '1\t2\t1\t2\t\t\t\t']);
  });

  it('places rows by the names of partitions, in any order and without the heads', () => {
    expect(pasted('Partition\tPool\nvega gpu\t5\n\nDeucalion\u00a0ARM\t6\n')).toEqual([
      '6\t\t10\t\t300\t\t\t',
      '200\t\t\t\t\t\t\t',
      '5\t\t\t\t\t\t\t',
    ]);
    expect(pasted('Nobody\t4\nLUMI-C\t5')).toEqual([[null, null, 'paste.unknown']]);
    expect(pasted('LUMI-C\t5\nNobody\t4')).toEqual([[null, null, 'paste.unknown']]);
    expect(pasted('LUMI-C\t5\nlumi-c\t4')).toEqual([[null, null, 'paste.twice']]);
  });

  it('offers a partition from its first amount on, and leaves closed ones alone', () => {
    expect(pasted('1\n\n3', at(0, 4))).toEqual(['100\t\t10\t\t1\t\t\t', before[1], '\t\t\t\t3\t\t\t']);
    expect(pasted('1\n2\n3', at(0, 4))).toEqual([[1, 4, 'paste.closed']]);
  });

  it('finds every cell that is no amount, and changes none', () => {
    expect(pasted('1\t04-09-2026\n-5\t12345678901234567890')).toEqual([
      [0, 1, 'amount.date'],
      [1, 0, 'amount.negative'],
      [1, 1, 'amount.tooLarge'],
    ]);
  });

  it('refuses a table that is larger than the grid from there on', () => {
    expect(pasted('1\n2', at(2, 0))).toEqual([[null, null, 'paste.tooHigh']]);
    expect(pasted('1\t2', at(0, 7))).toEqual([[null, null, 'paste.tooWide']]);
  });

  it('asks once about numbers with two readings, unless another number of the table settles them', () => {
    expect(pasted('1.200\t5')).toEqual({ either: '1.200' });
    expect(pasted('1.200\t5', at(0, 0), ',')).toEqual(['1200\t5\t10\t\t300\t\t\t', ...before.slice(1)]);
    expect(pasted('1.200\t1.200.000')).toEqual(['1200\t1200000\t10\t\t300\t\t\t', ...before.slice(1)]);
    expect(pasted('1.200\t12.5')).toEqual(['1.2\t12.5\t10\t\t300\t\t\t', ...before.slice(1)]);
    expect(pasted('1.200\t12.5\t12,5')).toEqual({ either: '1.200' });
  });

  it('changes whole lists if there would be more changes than a request may have', () => {
    const rows = Array.from({ length: 300 }, (_, nth) => ({ id: `p${nth}`, name: `P ${nth}` }));
    const [first] = call().cutoffs;
    if (first === undefined) throw new Error('a call without cut-offs');
    const definition = { cutoffs: [{ ...first, amounts: rows.map(({ id }) => amounts(id)) }] };
    const large = { rows, columns: grid.columns.slice(0, 4) };
    const text = rows.map((_, nth) => `${nth}\t1\t2\t3`).join('\n');
    const paste = changesOfPaste(definition, large, at(0, 0), text, null);
    if (!paste.ok) throw new Error('a paste without changes');
    expect(paste.changes).toHaveLength(1);
    const applied = applyChanges(definition, paste.changes);
    if (!applied.ok) throw new Error(applied.reason);
    expect(copiedText(applied.definition, large, at(0, 0, 300, 4), '.')).toBe(text);
  });
});

it('gives the same grid when what was copied is pasted into it', () => {
  const value = fc.option(
    fc.tuple(fc.bigInt(0n, 10n ** 15n), fc.constantFrom('', '.5', '.125')).map(([n, part]) => `${n}${part}`),
  );
  const cells = fc.array(value, { minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(cells, fc.constantFrom('.', ',') as fc.Arbitrary<'.' | ','>, (values, mark) => {
      const definition = {
        cutoffs: call().cutoffs.map((cutoff, nth) => ({
          ...cutoff,
          amounts: ['a', 'b', 'c'].map((id, row) =>
            amounts(
              id,
              Object.fromEntries(
                amountLimits.map((limit, column) => [limit, values[row * 8 + nth * 4 + column]]),
              ),
            ),
          ),
        })),
      };
      const text = copiedText(definition, grid, at(0, 0, 3, 8), mark);
      const paste = changesOfPaste(call(), grid, at(0, 0), text, mark);
      const closed = values.slice(12, 16).some((one) => one !== null);
      expect(paste.ok).toBe(!closed);
      if (!paste.ok) return;
      const applied = applyChanges(call(), paste.changes);
      expect(applied.ok && copiedText(applied.definition, grid, at(0, 0, 3, 8), mark)).toBe(text);
    }),
  );
});

describe('filling and clearing', () => {
  const after = (changes: ReturnType<typeof changesOfFill>) => {
    const applied = applyChanges(call(), changes);
    if (!applied.ok) throw new Error(applied.reason);
    return copiedText(applied.definition, grid, at(0, 0, 3, 8), '.').split('\n');
  };

  it('repeats the first row of an area, or the row above it', () => {
    expect(after(changesOfFill(call(), grid, at(0, 0, 3, 3)))).toEqual([
      before[0],
      '100\t\t10\t\t\t\t\t',
      '100\t\t10\t\t\t\t\t',
    ]);
    expect(after(changesOfFill(call(), grid, at(1, 2)))).toEqual([
      before[0],
      '200\t\t10\t\t\t\t\t',
      before[2],
    ]);
    expect(changesOfFill(call(), grid, at(0, 0))).toEqual([]);
    // The row above is closed for the cut-off.
    expect(changesOfFill(call(), grid, at(2, 4))).toEqual([]);
  });

  it('leaves cells without an amount, and offers nothing by that', () => {
    expect(after(changesOfClearing(call(), grid, at(0, 0, 3, 8)))).toEqual(Array(3).fill('\t'.repeat(7)));
    expect(changesOfClearing(call(), grid, at(2, 4))).toEqual([]);
  });
});

it('writes the grid as CSV, and no name as a formula', () => {
  const named = { rows: [{ id: 'a', name: '=1+"2"' }], columns: grid.columns.slice(0, 3) };
  expect(amountsCsv(call(), named, ['Partition', 'Pool', 'Min', 'Max'])).toBe(
    `\ufeff"Partition","Pool","Min","Max"\r\n"'=1+""2""",100,,10\r\n`,
  );
});

it('copies the amounts of a cut-off to each later one that has others', () => {
  const two = call();
  const [first, second] = two.cutoffs;
  if (first === undefined || second === undefined) throw new Error('a call without cut-offs');
  const third = { ...second, id: '3', start: '2027-01-01T09:00:00.000Z' };
  const three = { ...two, cutoffs: [third, first, second] };
  const copied = applyChanges(three, changesOfCopy(three, first.id));
  expect(copied.ok && copied.definition.cutoffs).toEqual([
    { ...third, amounts: first.amounts },
    first,
    { ...second, amounts: first.amounts },
  ]);
  expect(changesOfCopy(three, second.id)).toEqual([]);
  expect(changesOfCopy(three, third.id)).toEqual([]);
});
