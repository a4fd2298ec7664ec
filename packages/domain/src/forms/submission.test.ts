import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { describe, expect, it } from 'vitest';
import { compileFlow, type Plan } from './compile.ts';
import { parseFlow } from './definition.ts';
import { checkSubmission as check, evaluateForm as evaluate } from './evaluate.ts';
import {
  applyChange,
  autofill,
  finalAnswers,
  formProgress,
  openSubmission,
  problems as problemsOf,
  revise,
  rowsOf,
  type Submission,
  readField as stateOf,
  storable,
  subscribe,
  subscribeAll,
} from './submission.ts';
import type { Answer, FieldKey, FieldState, FormContext, Partition, Problem, Row } from './types.ts';

const { translate } = createTranslator('en', await loadArea('en', 'forms'));

/** What the engine says, in English. */
const inEnglish = (state: FieldState) => ({
  ...state,
  error: state.error === null ? null : translate(state.error),
});
const readField = (...given: Parameters<typeof stateOf>) => inEnglish(stateOf(...given));
const texts = (found: readonly Problem[]) =>
  found.map((one) => ({ ...one, message: translate(one.message) }));
const problems = (...given: Parameters<typeof problemsOf>) => texts(problemsOf(...given));
const checkSubmission = (...given: Parameters<typeof check>) => texts(check(...given));
const evaluateForm = (...given: Parameters<typeof evaluate>) => {
  const { fields, problems: found } = evaluate(...given);
  return {
    fields: fields.map(({ key, state }) => ({ key, state: inEnglish(state) })),
    problems: texts(found),
  };
};

const cpu: Partition = {
  id: 'p1',
  name: 'Alpha CPU',
  kind: 'CPU',
  unit: 'node hours',
  disabled: false,
  min: '10',
  max: '500',
  fixed: null,
  pool: null,
};
const fixed: Partition = {
  ...cpu,
  id: 'p2',
  name: 'Alpha GPU',
  kind: 'GPU',
  unit: 'GPU hours',
  min: null,
  max: null,
  fixed: '200',
};
const closed: Partition = { ...cpu, id: 'p3', name: 'Beta', disabled: true };

const context: FormContext = {
  today: '2026-11-21',
  callCode: 'REG',
  cutoff: { start: '2026-10-01', end: '2026-12-01' },
  partitions: [cpu, fixed, closed],
  options: {
    genders: [
      { value: 'f', label: 'Female' },
      { value: 'm', label: 'Male' },
    ],
  },
  submitted: [],
  ownPartitionId: null,
  documents: [],
};

interface Raw {
  id: string;
  type: string;
  [key: string]: unknown;
}

function planOf(elements: Raw[], earlier: Raw[] = []): Plan {
  const steps = [
    {
      id: 'S',
      title: 'S',
      order: 1,
      type: 'application',
      ownerRole: 'applicant',
      forms: [{ id: 'F', title: 'F', order: 0, elements: titled(elements) }],
    },
    {
      id: 'A',
      title: 'A',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      forms: [{ id: 'AF', title: 'F', order: 0, elements: titled(earlier) }],
    },
  ];
  const parsed = parseFlow({ version: 1, steps });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const compiled = compileFlow(parsed.flow);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return compiled.plan;
}

function titled(elements: Raw[]): unknown[] {
  return elements.map((element) => ({
    title: element.id,
    ...element,
    ...(Array.isArray(element.children) ? { children: titled(element.children) } : {}),
  }));
}

function at(elementId: string, groupId: string | null = null): FieldKey {
  return { elementId, groupId };
}

function answer(elementId: string, values: string[], groupId: string | null = null): Answer {
  return { elementId, groupId, values };
}

function row(elementId: string, id: string, order: number): Row {
  return { id, elementId, order };
}

function open(
  elements: Raw[],
  answers: Answer[] = [],
  rows: Row[] = [],
  more: Partial<FormContext> = {},
  earlier: Raw[] = [],
): Submission {
  return openSubmission(planOf(elements, earlier), 'S', { answers, rows, context: { ...context, ...more } });
}

function set(s: Submission, elementId: string, values: string[], groupId: string | null = null): FieldKey[] {
  return applyChange(s, { kind: 'set', elementId, groupId, values });
}

/** An element that is visible under one condition. */
function when(
  type: string,
  element: string | Record<string, unknown>,
  values: unknown[] = [],
  id = 'x',
): Raw {
  const ref = typeof element === 'string' ? { element } : element;
  return { id, type: 'text', effects: [{ effect: 'visible', validations: [[{ ref, type, values }]] }] };
}

function isShown(
  elements: Raw[],
  answers: Answer[],
  rows: Row[] = [],
  more: Partial<FormContext> = {},
  earlier: Raw[] = [],
): boolean {
  return readField(open(elements, answers, rows, more, earlier), at('x')).visible;
}

describe('conditions', () => {
  const text: Raw = { id: 'a', type: 'text' };
  const number: Raw = { id: 'a', type: 'number', config: { decimals: 2 } };
  const list: Raw = { id: 'a', type: 'multitext' };

  it('hold or not, type by type', () => {
    const rows: [Raw, string, unknown[], string[][], boolean[]][] = [
      [text, 'equal', ['a'], [['a'], ['b'], []], [true, false, false]],
      [text, 'equal', [''], [['a'], [' '], []], [false, true, true]],
      [text, 'equal', ['a', 'b'], [['b'], ['c']], [true, false]],
      [text, 'not_equal', ['a'], [['a'], ['b'], []], [false, true, true]],
      [list, 'equal', ['a'], [['b', 'a'], ['b'], []], [true, false, false]],
      [list, 'not_equal', ['a'], [['b', 'a'], ['b'], []], [false, true, true]],
      [number, 'equal', ['1,50'], [['1.5'], ['1.51']], [true, false]],
      [text, 'min_length', ['2'], [['e\u0301'], ['ab'], []], [false, true, false]],
      [text, 'min_length', ['0'], [[], ['a']], [true, true]],
      [text, 'max_length', ['1'], [['😀'], ['ab'], []], [true, false, true]],
      [text, 'length_range', ['1', '2'], [[], ['a'], ['ab'], ['abc']], [false, true, true, false]],
      [list, 'min_length', ['2'], [['abc'], ['a', 'b']], [false, true]],
      [number, 'greater', ['1'], [['1'], ['1.01'], []], [false, true, false]],
      [number, 'lesser', ['1,5'], [['1.5'], ['0'], []], [false, true, false]],
      [number, 'required', [], [['0'], []], [true, false]],
      [list, 'non_empty', [], [['a'], []], [true, false]],
      [text, 'unconditional', [], [[]], [true]],
      [number, 'difference', ['10', '0.5'], [['10.5'], ['9.4'], []], [true, false, false]],
      [number, 'difference', ['10'], [['10.0'], ['10.01']], [true, false]],
    ];
    for (const [element, type, values, answers, expected] of rows) {
      const shown = answers.map((given) => isShown([element, when(type, 'a', values)], [answer('a', given)]));
      expect([type, values, shown]).toEqual([type, values, expected]);
    }
  });

  it('need all of a row and any of the rows', () => {
    const is = (element: string, value: string) => ({ element, type: 'equal', values: [value] });
    const elements: Raw[] = [
      { id: 'a', type: 'text' },
      { id: 'b', type: 'text' },
      {
        id: 'x',
        type: 'text',
        effects: [{ effect: 'visible', validations: [[is('a', '1'), is('b', '1')], [is('a', '2')]] }],
      },
    ];
    const shown = [
      ['1', '1'],
      ['1', '2'],
      ['2', '2'],
    ].map(([a = '', b = '']) => isShown(elements, [answer('a', [a]), answer('b', [b])]));
    expect(shown).toEqual([true, false, true]);
    const both = {
      id: 'x',
      type: 'text',
      effects: [
        { effect: 'visible', validations: [[{ elements: ['a', 'b'], type: 'equal', values: ['1'] }]] },
      ],
    };
    expect(isShown([...elements.slice(0, 2), both], [answer('a', ['1']), answer('b', ['1'])])).toBe(true);
    expect(isShown([...elements.slice(0, 2), both], [answer('a', ['1'])])).toBe(false);
  });

  it('compare with other elements, the call, the cut-off and today', () => {
    const two: Raw[] = [
      { id: 'a', type: 'number' },
      { id: 'b', type: 'number' },
      when('greater', 'a', [{ element: 'b' }]),
    ];
    expect(isShown(two, [answer('a', ['10']), answer('b', ['9'])])).toBe(true);
    expect(isShown(two, [answer('a', ['10'])])).toBe(false);
    const same: Raw[] = [
      { id: 'a', type: 'text' },
      { id: 'b', type: 'text' },
      when('equal', 'a', [{ element: 'b' }]),
    ];
    expect(isShown(same, [])).toBe(true);
    expect(isShown([when('equal', { call: 'code' }, ['REG'])], [])).toBe(true);
    const day: Raw[] = [{ id: 'a', type: 'date' }, when('greater', 'a', [{ cutoff: 'end', days: 30 }])];
    expect(isShown(day, [answer('a', ['2026-12-31'])])).toBe(false);
    expect(isShown(day, [answer('a', ['2027-01-01'])])).toBe(true);
    expect(isShown([when('lesser', { today: true }, ['2027-01-01'])], [])).toBe(true);
  });

  it('read the kind and the unit of a partition', () => {
    const elements: Raw[] = [
      { id: 'a', type: 'select-partition' },
      when('equal', { element: 'a', read: 'kind' }, ['GPU']),
    ];
    expect(isShown(elements, [answer('a', ['p2'])])).toBe(true);
    expect(isShown(elements, [answer('a', ['p1'])])).toBe(false);
    const unit: Raw[] = [
      { id: 'a', type: 'select-partition' },
      { id: 'n', type: 'partition-resources' },
      when('equal', { element: 'n', read: 'unit' }, ['GPU hours']),
    ];
    expect(isShown(unit, [answer('a', ['p2'])])).toBe(true);
  });

  it('collapse in chains, and come back with what was kept', () => {
    const chain = (id: string, on: string): Raw => when('equal', on, ['go'], id);
    const s = open(
      [{ id: 'c0', type: 'text' }, chain('c1', 'c0'), chain('c2', 'c1'), chain('c3', 'c2')],
      ['c0', 'c1', 'c2', 'c3'].map((id) => answer(id, ['go'])),
    );
    expect(set(s, 'c0', ['stop'])).toEqual([at('c0'), at('c1'), at('c2'), at('c3')]);
    expect(['c1', 'c2', 'c3'].map((id) => readField(s, at(id)))).toEqual(
      ['c1', 'c2', 'c3'].map(() => ({
        visible: false,
        required: false,
        editable: true,
        values: ['go'],
        error: null,
        missing: false,
      })),
    );
    expect(finalAnswers(s).answers).toEqual([answer('c0', ['stop'])]);
    set(s, 'c0', ['go']);
    expect(finalAnswers(s).answers.map(({ elementId }) => elementId)).toEqual(['c0', 'c1', 'c2', 'c3']);
  });
});

describe('groups', () => {
  const team: Raw = {
    id: 'g',
    type: 'group',
    title: 'Team member',
    config: { required: true, max: 2, unique: 'name' },
    children: [
      { id: 'name', type: 'text', config: { required: true } },
      { id: 'role', type: 'text' },
      { id: 'months', type: 'number', config: { decimals: 1 } },
      when('equal', 'role', ['lead'], 'why'),
    ],
  };
  const total: Raw = { id: 'total', type: 'number', effects: [{ effect: 'sum', elements: ['months'] }] };

  it('hold what another element says until they are answered, and then what was answered', () => {
    const wished: Raw = { id: 'wished', type: 'date', config: { required: true } };
    const start: Raw = {
      id: 'start',
      type: 'date',
      config: { required: true, preset: { element: 'wished' } },
    };
    const s = open([wished, start]);
    expect(readField(s, at('start'))).toMatchObject({ values: [], missing: true });
    set(s, 'wished', ['2027-05-01']);
    expect(readField(s, at('start'))).toMatchObject({ values: ['2027-05-01'], editable: true, error: null });
    expect(finalAnswers(s).answers.map(({ elementId }) => elementId)).toEqual(['wished', 'start']);
    set(s, 'start', ['2027-06-01']);
    set(s, 'wished', ['2027-05-02']);
    expect(readField(s, at('start')).values).toEqual(['2027-06-01']);
    set(s, 'start', []);
    expect(readField(s, at('start')).values).toEqual([]);
  });

  it('have rows that are added, moved and removed', () => {
    const s = open([team, total]);
    expect(problems(s)).toEqual([
      {
        formId: 'F',
        elementId: 'g',
        groupId: null,
        title: 'Team member',
        message: 'A minimum of 1 Team members is needed.',
        missing: true,
      },
    ]);
    for (const groupId of ['r1', 'r2', 'r3']) applyChange(s, { kind: 'add-row', elementId: 'g', groupId });
    expect(rowsOf(s, 'g')).toEqual([row('g', 'r1', 0), row('g', 'r2', 1), row('g', 'r3', 2)]);
    expect(rowsOf(s, 'g')).toBe(rowsOf(s, 'g'));
    expect(readField(s, at('g')).error).toBe("There can't be more than 2 Team members.");
    for (const [i, groupId] of ['r1', 'r2', 'r3'].entries()) {
      set(s, 'name', [`N${i}`], groupId);
      set(s, 'months', [`${i}.1`], groupId);
    }
    expect(readField(s, at('total')).values).toEqual(['3.3']);
    applyChange(s, { kind: 'move-row', elementId: 'g', groupId: 'r3', to: 0 });
    applyChange(s, { kind: 'remove-row', elementId: 'g', groupId: 'r1' });
    expect(rowsOf(s, 'g')).toEqual([row('g', 'r3', 0), row('g', 'r2', 1)]);
    expect(readField(s, at('total')).values).toEqual(['3.2']);
    expect(problems(s)).toEqual([]);
    expect(finalAnswers(s)).toEqual({
      answers: [
        answer('name', ['N2'], 'r3'),
        answer('months', ['2.1'], 'r3'),
        answer('name', ['N1'], 'r2'),
        answer('months', ['1.1'], 'r2'),
        answer('total', ['3.2']),
      ],
      rows: [row('g', 'r3', 0), row('g', 'r2', 1)],
    });
    // A page may still ask for a row while it lets go of it.
    expect(readField(s, at('name', 'r1')).visible).toBe(false);
  });

  it('flag the later of two rows that say the same', () => {
    const s = open(
      [team],
      [answer('name', ['A'], 'r1'), answer('name', ['A'], 'r2')],
      [row('g', 'r1', 0), row('g', 'r2', 1)],
    );
    const errors = () => ['r1', 'r2'].map((groupId) => readField(s, at('name', groupId)).error);
    expect(errors()).toEqual([null, 'This value is not valid. It is already in another entry.']);
    expect(applyChange(s, { kind: 'move-row', elementId: 'g', groupId: 'r2', to: 0 })).toHaveLength(3);
    expect(errors()).toEqual(['This value is not valid. It is already in another entry.', null]);
    set(s, 'name', ['B'], 'r1');
    expect(errors()).toEqual([null, null]);
  });

  it('are read by their own row inside, by any row outside', () => {
    const outside = when('equal', 'role', ['lead'], 'x');
    const s = open([team, outside], [answer('role', ['lead'], 'r2')], [row('g', 'r1', 0), row('g', 'r2', 1)]);
    expect(readField(s, at('why', 'r1')).visible).toBe(false);
    expect(readField(s, at('why', 'r2')).visible).toBe(true);
    expect(readField(s, at('x')).visible).toBe(true);
    expect(applyChange(s, { kind: 'remove-row', elementId: 'g', groupId: 'r2' })).toContainEqual(at('x'));
    expect(readField(s, at('x')).visible).toBe(false);
  });

  it('count as their number of rows', () => {
    const elements = [team, when('min_length', 'g', ['2'])];
    expect(isShown(elements, [], [row('g', 'r1', 0)])).toBe(false);
    expect(isShown(elements, [], [row('g', 'r1', 0), row('g', 'r2', 1)])).toBe(true);
    expect(isShown([team, when('equal', { element: 'g', read: 'count' }, ['0'])], [])).toBe(true);
  });

  it('hide their children with them, and count as nothing then', () => {
    const hidden: Raw = {
      ...team,
      effects: [{ effect: 'visible', validations: [[{ element: 'on', type: 'equal', values: ['true'] }]] }],
    };
    const s = open(
      [{ id: 'on', type: 'toggle' }, hidden, total, when('non_empty', 'g')],
      [answer('on', ['true']), answer('months', ['2'], 'r1')],
      [row('g', 'r1', 0)],
    );
    expect(problems(s).map(({ elementId, message }) => [elementId, message])).toEqual([
      ['name', 'This is mandatory.'],
    ]);
    set(s, 'on', ['false']);
    expect(readField(s, at('name', 'r1')).visible).toBe(false);
    expect(readField(s, at('total')).values).toEqual(['0']);
    expect(readField(s, at('x')).visible).toBe(false);
    expect(problems(s)).toEqual([]);
    expect(finalAnswers(s)).toEqual({ answers: [answer('on', ['false']), answer('total', ['0'])], rows: [] });
  });

  it('refuse ids that do not exist', () => {
    const s = open([team, total], [], [row('g', 'r1', 0)]);
    const changes = [
      () => set(s, 'nobody', []),
      () => set(s, 'name', [], 'r9'),
      () => set(s, 'name', []),
      () => set(s, 'g', []),
      () => applyChange(s, { kind: 'add-row', elementId: 'g', groupId: 'r1' }),
      () => applyChange(s, { kind: 'remove-row', elementId: 'g', groupId: 'r9' }),
      () => applyChange(s, { kind: 'move-row', elementId: 'total', groupId: 'r1', to: 0 }),
      () => readField(s, at('nobody')),
    ];
    for (const change of changes) expect(change).toThrow(RangeError);
  });
});

describe('effects', () => {
  it('sum exactly, show what is not valid, and are read-only', () => {
    const s = open(
      [
        { id: 'a', type: 'number', config: { decimals: 2 } },
        { id: 'b', type: 'number', config: { decimals: 2 } },
        {
          id: 'sum',
          type: 'number',
          effects: [
            { effect: 'sum', elements: ['a', 'b'] },
            { effect: 'valid', validations: [[{ element: 'sum', type: 'equal', values: ['100'] }]] },
          ],
        },
      ],
      [answer('a', ['99.7']), answer('b', ['0.2'])],
    );
    const state = { visible: true, required: false, editable: false, missing: false };
    expect(readField(s, at('sum'))).toEqual({
      ...state,
      values: ['99.9'],
      error: 'This value is not valid. It adds up to 99.9; it must be 100, 0.1 is missing.',
    });
    expect(set(s, 'b', ['0.3'])).toEqual([at('b'), at('sum')]);
    expect(readField(s, at('sum'))).toEqual({ ...state, values: ['100'], error: null });
    expect(storable(s, at('sum'), ['5'])).toEqual({
      ok: false,
      code: 'computed',
      sentence: { id: 'forms.refused.computed' },
    });
  });

  it('require, and say that something is mandatory', () => {
    const need = { effect: 'required', validations: [[{ element: 'a', type: 'equal', values: ['yes'] }]] };
    const s = open([
      { id: 'a', type: 'text' },
      { id: 'b', type: 'number', config: { required: true }, effects: [need] },
      { id: 'c', type: 'multitext', config: { required: true } },
    ]);
    const errors = () => problems(s).map(({ elementId, message, missing }) => [elementId, message, missing]);
    expect(errors()).toEqual([['c', 'This is mandatory.', true]]);
    set(s, 'a', ['yes']);
    expect(errors()).toEqual([
      ['b', 'This is mandatory.', true],
      ['c', 'This is mandatory.', true],
    ]);
    set(s, 'b', ['0']);
    set(s, 'c', ['word']);
    expect(errors()).toEqual([]);
  });

  it('make a field editable or not; what cannot be edited is not validated', () => {
    const s = open([
      { id: 'a', type: 'text' },
      {
        id: 'b',
        type: 'text',
        config: { required: true },
        effects: [{ effect: 'editable', validations: [[{ element: 'a', type: 'non_empty' }]] }],
      },
      { id: 'c', type: 'select', items: ['12'], config: { readOnly: true, default: '12', required: true } },
    ]);
    expect(readField(s, at('b'))).toEqual({
      visible: true,
      required: true,
      editable: false,
      values: [],
      error: null,
      missing: false,
    });
    expect(readField(s, at('c'))).toEqual({
      visible: true,
      required: true,
      editable: false,
      values: ['12'],
      error: null,
      missing: false,
    });
    expect(storable(s, at('b'), ['x'])).toMatchObject({ ok: false, code: 'locked' });
    set(s, 'a', ['x']);
    expect(readField(s, at('b')).error).toBe('This is mandatory.');
    expect(finalAnswers(s).answers).toEqual([answer('a', ['x']), answer('c', ['12'])]);
  });

  it('compare two sums by their difference', () => {
    const valid = {
      effect: 'valid',
      validations: [[{ element: 's1', type: 'difference', values: [{ element: 's2' }, '1'] }]],
    };
    const elements: Raw[] = [
      { id: 'a', type: 'number' },
      { id: 'b', type: 'number' },
      { id: 's1', type: 'number', effects: [{ effect: 'sum', elements: ['a'] }, valid] },
      { id: 's2', type: 'number', effects: [{ effect: 'sum', elements: ['b'] }] },
    ];
    const s = open(elements, [answer('a', ['100']), answer('b', ['101'])]);
    expect(readField(s, at('s1')).error).toBe(null);
    set(s, 'b', ['102']);
    expect(readField(s, at('s1')).error).toBe(
      'This value is not valid. It may differ from “s2” (102) by at most 1.',
    );
  });
});

describe('why a value is not valid', () => {
  const number = (id: string, config = {}): Raw => ({ id, type: 'number', title: id.toUpperCase(), config });
  const valid = (...rows: unknown[][]) => [{ effect: 'valid', validations: rows }];
  const sum = (of: string, ...more: unknown[]): Raw => ({
    id: 'sum',
    type: 'number',
    title: 'Sum',
    config: { unit: '%' },
    effects: [{ effect: 'sum', elements: [of] }, ...more],
  });
  const own = (type: string, ...values: unknown[]) => ({ element: 'x', type, values });
  const of = (element: string, type: string, ...values: unknown[]) => ({ element, type, values });
  const x = (type: string, rows: unknown[][], more = {}): Raw => ({
    id: 'x',
    type,
    title: 'X',
    effects: valid(...rows),
    ...more,
  });
  const yesNo = {
    items: [
      { value: 'y', label: 'Yes, please' },
      { value: 'n', label: 'No' },
    ],
  };
  const beside = { element: 'a' };

  it.each<[what: string, elements: Raw[], answers: Answer[], reason: string]>([
    [
      'too little in a sum',
      [number('a'), sum('a', ...valid([of('sum', 'equal', '100')]))],
      [answer('a', ['90'])],
      'It adds up to 90\u00a0%; it must be 100\u00a0%, 10\u00a0% is missing.',
    ],
    [
      'too much in a sum',
      [number('a', { decimals: 1 }), sum('a', ...valid([of('sum', 'equal', '100')]))],
      [answer('a', ['120.5'])],
      'It adds up to 120.5\u00a0%; it must be 100\u00a0%, 20.5\u00a0% is too much.',
    ],
    [
      'another amount than elsewhere',
      [number('a'), x('number', [[own('difference', beside)]])],
      [answer('a', ['1000']), answer('x', ['900'])],
      'It is 900; it must be the same as “A” (1\u202f000), 100 is missing.',
    ],
    [
      'too far from elsewhere',
      [number('a'), x('number', [[own('difference', beside, '5')]])],
      [answer('a', ['1000']), answer('x', ['900'])],
      'It may differ from “A” (1\u202f000) by at most 5.',
    ],
    [
      'not the chosen words',
      [x('select', [[own('equal', 'y')]], yesNo)],
      [answer('x', ['n'])],
      'It must be “Yes, please”.',
    ],
    [
      'not the same text',
      [{ id: 'a', type: 'email', title: 'E-mail' }, x('email', [[own('equal', beside)]])],
      [answer('a', ['a@b.org']), answer('x', ['b@b.org'])],
      'It must be the same as “E-mail”.',
    ],
    [
      'the same where it must differ',
      [{ id: 'a', type: 'text', title: 'A' }, x('text', [[own('not_equal', beside)]])],
      [answer('a', ['w']), answer('x', ['w'])],
      'It must not be the same as “A”.',
    ],
    [
      'a day too early',
      [{ id: 'a', type: 'date', title: 'Start' }, x('date', [[own('greater', beside)]])],
      [answer('a', ['2027-03-01']), answer('x', ['2027-02-01'])],
      'It must be after “Start” (01-03-2027).',
    ],
    [
      'a day too late for the cut-off',
      [x('date', [[own('lesser', { cutoff: 'end' })]])],
      [answer('x', ['2027-02-01'])],
      'It must be before 01-12-2026.',
    ],
    [
      'something else empty, and the first of several only',
      [{ id: 'a', type: 'text', title: 'A' }, x('number', [[of('a', 'non_empty'), own('greater', '5')]])],
      [answer('x', ['1'])],
      '“A” must be filled in.',
    ],
    [
      'either of two',
      [number('a'), x('number', [[own('greater', '5')], [of('a', 'lesser', '2')]])],
      [answer('a', ['3']), answer('x', ['1'])],
      'It must be more than 5, or “A” must be less than 2.',
    ],
    [
      'too few of a list',
      [x('multitext', [[own('min_length', '2')]])],
      [answer('x', ['one'])],
      'It needs at least 2 entries.',
    ],
    [
      'a text outside of its lengths',
      [x('text', [[own('length_range', '3', '5')]])],
      [answer('x', ['ab'])],
      'It needs from 3 to 5 characters.',
    ],
    [
      'no row of another kind',
      [
        { id: 'g', type: 'group', children: [{ id: 'p', type: 'select-partition', title: 'Partition' }] },
        x('text', [[{ refs: [{ element: 'p', read: 'kind' }], type: 'equal', values: ['GPU'] }]]),
      ],
      [answer('x', ['a']), answer('p', ['p1'], 'r1')],
      'In at least one entry the kind of “Partition” must be “GPU”.',
    ],
  ])('%s', (_what, elements, answers, reason) => {
    const input = { answers, rows: [row('g', 'r1', 0)], context };
    const plan = planOf(elements);
    const found = checkSubmission(plan, 'S', input);
    expect(found.map(({ message }) => message)).toEqual([`This value is not valid. ${reason}`]);
    expect(evaluateForm(plan, 'S', input).problems).toEqual(found);
  });

  it('is told in each language', async () => {
    const elements = [
      number('a'),
      { id: 'd', type: 'date', title: 'Start', config: { min: '2027-02-01' } },
      sum('a', ...valid([of('sum', 'equal', '100')])),
    ];
    const input = { answers: [answer('a', ['90']), answer('d', ['2027-01-31'])], rows: [], context };
    const found = check(planOf(elements), 'S', input);
    const inLanguage = async (language: 'de' | 'fr') => {
      const { translate: say } = createTranslator(language, await loadArea(language, 'forms'));
      return found.map((problem) => say(problem.message));
    };
    expect([await inLanguage('de'), await inLanguage('fr')]).toEqual([
      [
        'Das Datum darf nicht vor dem 01.02.2027 liegen.',
        'Dieser Wert ist nicht gültig. Der Wert ergibt zusammen 90\u00a0%; nötig ist 100\u00a0%, es fehlt 10\u00a0%.',
      ],
      [
        'La date ne doit pas être antérieure au 01/02/2027.',
        'Cette valeur n’est pas valide. La valeur fait au total 90\u00a0%\u202f; il faut 100\u00a0%, il manque 10\u00a0%.',
      ],
    ]);
  });

  it('is not told where another step or the call decides: the reader may not know, and cannot change it', () => {
    const earlier: Raw[] = [{ id: 'e', type: 'number', title: 'Score' }];
    const submitted = [
      {
        stepId: 'A',
        lead: true,
        submittedAt: '2026-01-02T00:00:00Z',
        partitionId: null,
        answers: [answer('e', ['7'])],
        rows: [],
      },
    ];
    for (const rule of [
      [own('greater', { element: 'e' })],
      [of('e', 'greater', '8')],
      [{ refs: [{ call: 'code' }], type: 'equal', values: ['AIF'] }],
    ]) {
      const s = open([x('number', [rule])], [answer('x', ['1'])], [], { submitted }, earlier);
      expect(readField(s, at('x')).error).toBe('This value is not valid.');
    }
  });
});

describe('amounts of partitions', () => {
  const elements: Raw[] = [
    {
      id: 'g',
      type: 'group',
      children: [
        { id: 'part', type: 'select-partition', config: { required: true } },
        { id: 'nh', type: 'partition-resources', config: { required: true, partitionFrom: 'part' } },
      ],
    },
    { id: 'total', type: 'number', effects: [{ effect: 'sum', elements: ['nh'] }] },
  ];
  const amount = (s: Submission) => {
    const { values, editable, error } = readField(s, at('nh', 'r1'));
    return { values, editable, error };
  };

  it('keep to the limits of their own row, are forced, and cleared when no longer offered', () => {
    const s = open(elements, [answer('part', ['p1'], 'r1'), answer('nh', ['5'], 'r1')], [row('g', 'r1', 0)]);
    expect(amount(s)).toEqual({
      values: ['5'],
      editable: true,
      error: 'The value must be higher than 10. Exactly 10 is allowed.',
    });
    set(s, 'nh', ['501'], 'r1');
    expect(amount(s).error).toBe('The value must be lower than 500. Exactly 500 is allowed.');
    set(s, 'part', ['p2'], 'r1');
    expect(amount(s)).toEqual({ values: ['200'], editable: false, error: null });
    expect(readField(s, at('total')).values).toEqual(['200']);
    expect(storable(s, at('nh', 'r1'), ['5'])).toMatchObject({ ok: false, code: 'computed' });
    set(s, 'part', ['p3'], 'r1');
    expect(amount(s)).toEqual({ values: [], editable: true, error: 'This is mandatory.' });
    expect(readField(s, at('part', 'r1')).error).toBe(
      'This value is not valid. This partition is not offered at this cut-off.',
    );
    expect(readField(s, at('total')).values).toEqual(['0']);
    set(s, 'part', [], 'r1');
    expect(amount(s)).toEqual({ values: ['501'], editable: true, error: null });
  });

  it('follow the context', () => {
    const s = open(elements, [answer('part', ['p1'], 'r1'), answer('nh', ['20'], 'r1')], [row('g', 'r1', 0)]);
    expect(problems(s)).toEqual([]);
    const keys = revise(s, { ...context, partitions: [{ ...cpu, min: '50' }] });
    expect(keys).toEqual([at('nh', 'r1')]);
    expect(amount(s).error).toBe('The value must be higher than 50. Exactly 50 is allowed.');
  });
});

describe('choices that another choice limits', () => {
  const requests = (config: object, type = 'select-partition'): Raw[] => [
    { id: 'g', type: 'group', children: [{ id: 'part', type: 'select-partition' }] },
    { id: 'where', type, config },
  ];
  const asked = (...ids: string[]) => ids.map((id, index) => answer('part', [id], `r${index}`));
  const rows = [row('g', 'r0', 0), row('g', 'r1', 1)];
  const errorOf = (s: Submission) => readField(s, at('where')).error;
  const notChosen = 'This value is not valid. Choose one that is named in ‘g’.';

  it('take what is chosen there, and keep an answer with an error when the choice is removed', () => {
    const s = open(requests({ chosenIn: 'part' }), [...asked('p1', 'p2'), answer('where', ['p2'])], rows);
    expect(errorOf(s)).toBeNull();
    applyChange(s, { kind: 'remove-row', elementId: 'g', groupId: 'r1' });
    expect(readField(s, at('where'))).toMatchObject({ values: ['p2'], error: notChosen });
    set(s, 'part', ['p2'], 'r0');
    expect(errorOf(s)).toBeNull();
  });

  it('take nothing that is chosen there, if they are for the rest', () => {
    const s = open(
      requests({ notChosenIn: 'part' }, 'partitions'),
      [...asked('p1'), answer('where', ['p2'])],
      rows,
    );
    expect(errorOf(s)).toBeNull();
    set(s, 'where', ['p2', 'p1']);
    expect(errorOf(s)).toBe('This value is not valid. Choose one that is not named in ‘g’.');
  });
});

describe('other steps', () => {
  const earlier: Raw[] = [
    { id: 'e', type: 'text', config: { id: 'decision' } },
    {
      id: 'eg',
      type: 'group',
      children: [
        { id: 'ep', type: 'select-partition' },
        { id: 'en', type: 'number' },
      ],
    },
  ];
  const submitted = (
    values: string[],
    more: Partial<FormContext['submitted'][number]> = {},
  ): FormContext['submitted'][number] => ({
    stepId: 'A',
    lead: false,
    submittedAt: '2026-01-02T00:00:00Z',
    partitionId: null,
    answers: [
      answer('e', values),
      answer('ep', ['p1'], 'r1'),
      answer('en', ['1'], 'r1'),
      answer('ep', ['p2'], 'r2'),
      answer('en', ['2'], 'r2'),
    ],
    rows: [row('eg', 'r1', 0), row('eg', 'r2', 1)],
    ...more,
  });
  const shown = (x: Raw, list: FormContext['submitted'], more: Partial<FormContext> = {}) =>
    isShown([x], [], [], { submitted: list, ...more }, earlier);

  it('are read when they were submitted: the lead, else the earliest', () => {
    const x = when('equal', 'decision', ['yes']);
    expect(shown(x, [])).toBe(false);
    expect(shown(when('not_equal', 'decision', ['yes']), [])).toBe(true);
    expect(shown(x, [submitted(['yes'])])).toBe(true);
    const early = submitted(['no'], { submittedAt: '2026-01-01T00:00:00Z' });
    expect(shown(x, [submitted(['yes']), early])).toBe(false);
    expect(shown(x, [submitted(['yes'], { lead: true }), early])).toBe(true);
  });

  it('are read by any, all, or the own partition', () => {
    const by = (from: string) => when('equal', { element: 'e', from }, ['yes']);
    const both = [submitted(['yes'], { partitionId: 'p1' }), submitted(['no'], { partitionId: 'p2' })];
    expect([shown(by('any'), both), shown(by('all'), both)]).toEqual([true, false]);
    expect([shown(by('all'), both.slice(0, 1)), shown(by('all'), [])]).toEqual([true, false]);
    expect(shown(by('own_partition'), both, { ownPartitionId: 'p1' })).toBe(true);
    expect(shown(by('own_partition'), both, { ownPartitionId: 'p2' })).toBe(false);
  });

  it('are read row by row', () => {
    const own = when('equal', { element: 'en', rows: 'matching_partition' }, ['2']);
    expect(shown(own, [submitted([])], { ownPartitionId: 'p2' })).toBe(true);
    expect(shown(own, [submitted([])], { ownPartitionId: 'p1' })).toBe(false);
    expect(shown(when('equal', 'en', ['1']), [submitted([])])).toBe(true);
    expect(shown(when('min_length', 'eg', ['2']), [submitted([])])).toBe(true);
  });
});

describe('what pages and servers ask', () => {
  it('progress per form, the same object while nothing changed', () => {
    const s = open([
      { id: 'a', type: 'text', config: { required: true } },
      { id: 'b', type: 'email', config: { required: true } },
      { id: 't', type: 'toggle', config: { required: true } },
      { id: 'i', type: 'instructions' },
    ]);
    const first = formProgress(s, 'F');
    expect(first).toEqual({ requiredTotal: 3, requiredFilled: 1, errors: 2, started: false });
    expect(formProgress(s, 'F')).toBe(first);
    set(s, 'b', ['nobody']);
    expect(formProgress(s, 'F')).toEqual({ requiredTotal: 3, requiredFilled: 2, errors: 2, started: true });
    expect(() => formProgress(s, 'X')).toThrow(RangeError);
  });

  it('problems of some forms only', () => {
    const s = open([{ id: 'a', type: 'text', config: { required: true } }]);
    expect(problems(s, [])).toEqual([]);
    expect(problems(s, ['F'])).toHaveLength(1);
  });

  it('news for those who listen', () => {
    const s = open([{ id: 'a', type: 'text' }, when('equal', 'a', ['1'])]);
    const heard: string[] = [];
    const endA = subscribe(s, at('a'), () => heard.push('a'));
    subscribe(s, at('x'), () => heard.push('x'));
    const endAll = subscribeAll(s, (keys) => heard.push(keys.map(({ elementId }) => elementId).join('+')));
    set(s, 'a', ['2']);
    set(s, 'a', ['1']);
    endA();
    endAll();
    set(s, 'a', ['2']);
    expect(heard).toEqual(['a', 'a', 'a', 'x', 'a+x', 'x']);
  });

  it('autofill of what is empty, seen and open', () => {
    const s = open(
      [
        { id: 'first', type: 'text', config: { autofill: 'firstName' } },
        { id: 'last', type: 'text', config: { autofill: 'lastName' } },
        { id: 'gender', type: 'select', optionsGroup: 'genders', config: { autofill: 'gender' } },
        { id: 'birth', type: 'birthdate', config: { autofill: 'dateOfBirth' } },
        { id: 'phone', type: 'phone-number', config: { autofill: 'phoneNumber', default: '+32|' } },
        { id: 'locked', type: 'text', config: { autofill: 'firstName', readOnly: true } },
      ],
      [answer('last', ['Kept'])],
    );
    const profile = {
      firstName: ' Ada ',
      lastName: 'Other',
      gender: 'female',
      dateOfBirth: 'soon',
      phoneNumber: '+32|475123456',
    };
    // An element that was emptied is not filled again.
    expect(
      autofill(
        open([{ id: 'first', type: 'text', config: { autofill: 'firstName' } }], [answer('first', [])]),
        profile,
      ),
    ).toEqual([]);
    expect(autofill(s, profile)).toEqual([
      { kind: 'set', elementId: 'first', groupId: null, values: ['Ada'] },
      { kind: 'set', elementId: 'gender', groupId: null, values: ['f'] },
      { kind: 'set', elementId: 'phone', groupId: null, values: ['+32|475123456'] },
    ]);
  });

  it('defaults where nothing was answered, not where it was emptied', () => {
    const elements: Raw[] = [{ id: 'a', type: 'select', items: ['12'], config: { default: '12' } }];
    expect(readField(open(elements), at('a')).values).toEqual(['12']);
    expect(readField(open(elements, [answer('a', [])]), at('a')).values).toEqual([]);
  });

  it('what can be stored', () => {
    const s = open(
      [
        { id: 'n', type: 'number', config: { decimals: 1 } },
        { id: 't', type: 'textarea', config: { length: { max: 3 } } },
        { id: 'o', type: 'select', items: ['a'] },
        { id: 'p', type: 'select-partition' },
        { id: 'u', type: 'upload' },
        { id: 'i', type: 'instructions' },
        { id: 'g', type: 'group', children: [{ id: 'c', type: 'text' }] },
        when('equal', 'n', ['1'], 'hidden'),
      ],
      [],
      [row('g', 'r1', 0)],
    );
    const code = (key: FieldKey, values: string[]) => {
      const result = storable(s, key, values);
      return result.ok ? result.values : result.code;
    };
    expect([
      code(at('n'), ['1,25']),
      code(at('n'), ['one']),
      code(at('t'), ['too long for its form']),
      code(at('t'), ['x'.repeat(100_001)]),
      code(at('o'), ['b']),
      code(at('p'), ['p3']),
      code(at('p'), ['px']),
      code(at('u'), ['d9']),
      code(at('i'), ['x']),
      code(at('g'), ['x']),
      code(at('c', 'r1'), [' x ']),
      code(at('c', 'r9'), ['x']),
      code(at('c'), ['x']),
      code(at('zz'), ['x']),
      code(at('hidden'), ['x']),
    ]).toEqual([
      ['1.25'],
      'wrong_type',
      ['too long for its form'],
      'too_long',
      'unknown_option',
      ['p3'],
      'unknown_option',
      'unknown_option',
      'not_a_field',
      'not_a_field',
      ['x'],
      'unknown_element',
      'unknown_element',
      'unknown_element',
      'hidden',
    ]);
  });

  it('the full check, like the problems of an open form', () => {
    const plan = planOf([{ id: 'a', type: 'text', config: { required: true } }]);
    const input = { answers: [answer('nobody', ['x'])], rows: [row('nobody', 'r', 0)], context };
    const problem = {
      formId: 'F',
      elementId: 'a',
      groupId: null,
      title: 'a',
      message: 'This is mandatory.',
      missing: true,
    };
    expect(checkSubmission(plan, 'S', input)).toEqual([problem]);
    expect(evaluateForm(plan, 'S', input)).toEqual({
      fields: [
        {
          key: at('a'),
          state: {
            visible: true,
            required: true,
            editable: true,
            values: [],
            error: 'This is mandatory.',
            missing: true,
          },
        },
      ],
      problems: [problem],
    });
  });
});
