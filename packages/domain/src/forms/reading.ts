import { multiplied } from './amounts.ts';
import { satisfies } from './conditions.ts';
import { type CrossValues, indexCrossSteps, propertyOf, readCrossStep } from './cross-steps.ts';
import { addToTotal, emptyTotal, totalText } from './decimals.ts';
import type { Demand, Side } from './demand.ts';
import { isNone, nothing } from './elements/rule.ts';
import { computedDate } from './limits.ts';
import type { CrossRead, LocalRead, Node, Source, Test, Tests } from './plan.ts';
import { counts, placeOf, type RowState, type Submission } from './submission-state.ts';
import type { FormContext, Partition } from './types.ts';

/** What conditions, sums, products and amounts read of a submission and of the world around it. */

/** What a reference reads at a place; a group reads as the number of its rows. */
function readPlace(s: Submission, read: LocalRead, place: number): readonly string[] {
  const values = counts(s, place);
  switch (read.read) {
    case 'value':
      if (read.node.kind !== 'rows') return values;
      return values.length === 0 ? nothing : [String(values.length)];
    case 'count':
      return [String(values.length)];
    case 'kind':
    case 'unit':
      return propertyOf(s.context.partitions, values, read.read);
  }
}

function isMatching(s: Submission, read: LocalRead, row: RowState): boolean {
  if (read.partition === null) return true;
  const own = s.context.ownPartitionId;
  return own !== null && counts(s, row.base + read.partition.offset).includes(own);
}

function crossValues(s: Submission, read: CrossRead): CrossValues {
  const known = s.cross[read.index];
  if (known !== undefined) return known;
  s.crossIndex ??= indexCrossSteps(s.plan, s.context);
  const values = readCrossStep(read, s.crossIndex, s.context);
  s.cross[read.index] = values;
  return values;
}

function contextValue(s: Submission, read: Extract<Source, { from: 'context' }>): readonly string[] {
  const { ref } = read;
  if ('call' in ref) return [s.context.callCode];
  const day = computedDate(ref, s.context);
  return day === null ? nothing : [day];
}

/** Everything that a source reads, several rows or assignments one after the other. */
function gather(s: Submission, source: Source, row: RowState | null, into: string[]): void {
  switch (source.from) {
    case 'context':
      into.push(...contextValue(s, source));
      return;
    case 'other-step':
      for (const assignment of crossValues(s, source)) for (const values of assignment) into.push(...values);
      return;
    case 'step': {
      if (source.rows === 'one' || source.rows === 'same') {
        for (const value of readPlace(s, source, placeOf(source.node, row))) into.push(value);
        return;
      }
      for (const other of s.groups[source.node.groupIndex]?.rows ?? []) {
        if (!isMatching(s, source, other)) continue;
        for (const value of readPlace(s, source, other.base + source.node.offset)) into.push(value);
      }
    }
  }
}

/** Everything that a source reads, in one list. */
export function gathered(s: Submission, source: Source, row: RowState | null): string[] {
  const values: string[] = [];
  gather(s, source, row, values);
  return values;
}

function operandsOf(s: Submission, test: Test, row: RowState | null): readonly (readonly string[])[] {
  if (test.fixed !== null) return test.fixed;
  return test.operands.map((operand) => {
    if (typeof operand === 'string') return [operand];
    const values: string[] = [];
    gather(s, operand, row, values);
    // An empty other side is the empty value: two empty answers are equal.
    return values.length === 0 ? [''] : values;
  });
}

function holdsFor(
  s: Submission,
  test: Test,
  source: Source,
  row: RowState | null,
  operands: readonly (readonly string[])[],
): boolean {
  const { kind } = source;
  switch (source.from) {
    case 'context': {
      const values = contextValue(s, source);
      return satisfies(test.type, kind, values, isNone, operands);
    }
    case 'other-step': {
      const isHeld = (candidates: readonly (readonly string[])[]): boolean =>
        candidates.some((values) => satisfies(test.type, kind, values, source.isEmpty, operands));
      const assignments = crossValues(s, source);
      return source.pick === 'all' ? assignments.every(isHeld) : assignments.some(isHeld);
    }
    case 'step': {
      const { node } = source;
      if (source.rows === 'one' || source.rows === 'same') {
        const values = readPlace(s, source, placeOf(node, row));
        return satisfies(test.type, kind, values, source.isEmpty, operands);
      }
      // Any row will do; where there is no row, none satisfies anything, not even `not_equal`.
      for (const other of s.groups[node.groupIndex]?.rows ?? []) {
        if (!isMatching(s, source, other)) continue;
        const values = readPlace(s, source, other.base + node.offset);
        if (satisfies(test.type, kind, values, source.isEmpty, operands)) return true;
      }
      return false;
    }
  }
}

function holds(s: Submission, test: Test, row: RowState | null): boolean {
  if (test.type === 'unconditional') return true;
  const operands = operandsOf(s, test, row);
  for (const source of test.reads) if (!holdsFor(s, test, source, row, operands)) return false;
  return true;
}

/** Whether an effect applies: any of its rows, every test in it. */
export function applies(s: Submission, tests: Tests, row: RowState | null): boolean {
  for (const all of tests) {
    let isHeld = true;
    for (const test of all) {
      if (!holds(s, test, row)) {
        isHeld = false;
        break;
      }
    }
    if (isHeld) return true;
  }
  return false;
}

function sideOf(s: Submission, source: LocalRead, reader: Node, row: RowState | null): Side {
  const values: string[] = [];
  gather(s, source, row, values);
  return {
    element: source.node.element,
    read: source.read,
    kind: source.kind,
    values,
    isOwn: source.node === reader && (source.rows === 'one' || source.rows === 'same'),
    isOfRows: source.rows === 'any' || source.rows === 'matching',
  };
}

/** The first of some tests that does not hold, for words; null when it cannot be told. */
function demandOf(s: Submission, tests: readonly Test[], reader: Node, row: RowState | null): Demand | null {
  for (const test of tests) {
    const values = operandsOf(s, test, row);
    const subject = test.reads.find((source) => !holdsFor(s, test, source, row, values));
    if (subject === undefined || test.type === 'unconditional') continue;
    if (subject.from !== 'step') return null;
    const operands: (string | Side)[] = test.fixed === null ? [] : test.fixed.flat();
    for (const operand of test.operands) {
      if (typeof operand === 'string') operands.push(operand);
      else if (operand.from === 'context') operands.push(contextValue(s, operand)[0] ?? '');
      else if (operand.from === 'step') operands.push(sideOf(s, operand, reader, row));
      else return null;
    }
    return { type: test.type, subject: sideOf(s, subject, reader, row), operands };
  }
  return null;
}

/** What an effect that does not apply asks for: of each of its rows the first test that does not hold. */
export function demandsOf(
  s: Submission,
  tests: Tests,
  reader: Node,
  row: RowState | null,
): (Demand | null)[] {
  return tests.map((all) => demandOf(s, all, reader, row));
}

/** The partition as the active cut-off has it; null when the cut-off does not know it. */
export function partitionById(context: FormContext, id: string): Partition | null {
  for (const partition of context.partitions) if (partition.id === id) return partition;
  return null;
}

/** The partition that an amount belongs to, and whether one is named at all. */
export function partitionIdOf(s: Submission, node: Node, row: RowState | null): string | null {
  if (node.partition === null) return s.context.ownPartitionId;
  const id = counts(s, placeOf(node.partition, row))[0];
  return id === undefined || id === '' ? null : id;
}

/** What an element holds before it is answered, if another one says so; null if nothing does. */
export function presetOf(s: Submission, { preset }: Node, row: RowState | null): readonly string[] | null {
  if (preset === null) return null;
  const values = gathered(s, preset, row);
  return values.length === 0 ? null : values;
}

/** The exact sum or product of all that the sources read, as a decimal string; hidden and empty ones count as zero. */
export function computedOf(
  s: Submission,
  { by, of }: NonNullable<Node['computed']>,
  row: RowState | null,
): string {
  if (by === 'sum') return sumOf(s, of, row);
  return of.reduce((product, source) => multiplied(product, sumOf(s, [source], row)) ?? '0', '1');
}

function sumOf(s: Submission, sources: readonly Source[], row: RowState | null): string {
  const total = emptyTotal();
  for (const source of sources) {
    if (source.from === 'step' && source.read === 'value') {
      if (source.rows === 'one' || source.rows === 'same') {
        for (const value of counts(s, placeOf(source.node, row))) addToTotal(total, value);
        continue;
      }
      for (const other of s.groups[source.node.groupIndex]?.rows ?? []) {
        if (!isMatching(s, source, other)) continue;
        for (const value of counts(s, other.base + source.node.offset)) addToTotal(total, value);
      }
      continue;
    }
    const values: string[] = [];
    gather(s, source, row, values);
    for (const value of values) addToTotal(total, value);
  }
  return totalText(total);
}
