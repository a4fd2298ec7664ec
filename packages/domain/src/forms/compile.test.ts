import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFlow, displayValues, elementByMeaning, planStep } from './compile.ts';
import { openSubmission, readField } from './submission.ts';
import type { Effect, Element, Fault, Flow, FormContext, Step } from './types.ts';

function step(id: string, order: number, elements: Element[], more: Partial<Step> = {}): Step {
  return {
    id,
    title: id,
    order,
    type: 'application',
    ownerRole: 'applicant',
    config: {},
    permissions: { assign: [], assignable: [], view: [] },
    forms: [{ id: `${id}F`, title: 'F', order: 0, elements }],
    ...more,
  };
}

function flow(...steps: Step[]): Flow {
  return { version: 1, steps, automations: [], templates: [] };
}

function el(id: string, type: Element['type'], more: Partial<Element> = {}): Element {
  return { id, type, title: id, config: {}, effects: [], ...more };
}

function shownWhen(...ids: string[]): Effect {
  return {
    effect: 'visible',
    validations: ids.map((element) => [{ refs: [{ element }], type: 'non_empty', values: [] }]),
  };
}

function faultsOf(...elements: Element[]): Pick<Fault, 'code' | 'path'>[] {
  const result = compileFlow(flow(step('S', 0, elements)));
  return result.ok ? [] : result.faults.map(({ code, path }) => ({ code, path }));
}

const at = (id: string, more = '') => `step S › form SF › element ${id}${more}`;

describe('compileFlow', () => {
  it('refuses what does not exist, with the place and a sentence', () => {
    const result = compileFlow(flow(step('S', 0, [el('a', 'text', { effects: [shownWhen('b')] })])));
    expect(result).toMatchObject({
      ok: false,
      faults: [
        {
          code: 'unknown_reference',
          path: 'step S › form SF › element a › effect 1',
          sentence: "'a' refers to 'b', which does not exist.",
        },
      ],
    });
  });

  it('refuses ids and meanings that are used twice', () => {
    expect(faultsOf(el('a', 'text'), el('a', 'text'))).toEqual([{ code: 'duplicate_id', path: at('a') }]);
    expect(
      faultsOf(el('a', 'text', { config: { id: 'm' } }), el('b', 'text', { config: { id: 'm' } })),
    ).toEqual([{ code: 'duplicate_id', path: at('b') }]);
    const twice = compileFlow(flow(step('S', 0, [el('a', 'text')]), step('T', 1, [el('a', 'text')])));
    expect(twice.ok ? [] : twice.faults.map(({ code, path }) => [code, path])).toEqual([
      ['duplicate_id', 'step T › form TF › element a'],
    ]);
  });

  it('refuses groups in groups and children of other elements', () => {
    expect(faultsOf(el('g', 'group', { children: [el('h', 'group', { children: [] })] }))).toEqual([
      { code: 'nested_group', path: at('h') },
    ]);
    expect(faultsOf(el('a', 'text', { children: [el('b', 'text')] }))).toEqual([
      { code: 'malformed', path: at('a') },
    ]);
  });

  it('refuses limits that do not fit', () => {
    expect(
      faultsOf(
        el('a', 'number', { config: { min: '5', max: '3' } }),
        el('b', 'number', { config: { min: 'five' } }),
        el('c', 'date', { config: { max: '2026-02-30' } }),
        el('d', 'number', { config: { min: { today: true } } }),
        el('e', 'text', { config: { length: { min: 5, max: 3 } } }),
        el('f', 'email', { config: { max: '5' } }),
        el('g', 'multitext', { config: { min: '1.5' } }),
        el('h', 'date', { config: { min: { today: true }, max: '2030-01-01' } }),
        el('i', 'number', { config: { step: '0.5' } }),
        el('j', 'number', { config: { step: '0', decimals: 1 } }),
        el('k', 'text', { config: { step: '1' } }),
        el('l', 'number', { config: { step: '0.5', decimals: 1 } }),
      ),
    ).toEqual(
      [
        ['a', 'config.min'],
        ['b', 'config.min'],
        ['c', 'config.max'],
        ['d', 'config.min'],
        ['e', 'config.length'],
        ['f', 'config.max'],
        ['g', 'config.min'],
        ['i', 'config.step'],
        ['j', 'config.step'],
        ['k', 'config.step'],
      ].map(([id, where]) => ({ code: 'bad_limit', path: at(id ?? '', ` › ${where}`) })),
    );
  });

  it('refuses a preset of another type, or of something that does not exist', () => {
    expect(
      faultsOf(
        el('text', 'text', { config: { preset: { element: 'day' } } }),
        el('day', 'date', { config: { preset: { element: 'nobody' } } }),
      ).map(({ code, path }) => [code, path.slice(at('').length)]),
    ).toEqual([
      ['malformed', 'text › config.preset'],
      ['unknown_reference', 'day › config.preset'],
    ]);
  });

  it('refuses rows for reviewers outside of payments, and facts that a field cannot show', () => {
    const group = el('g', 'group', {
      config: { rowsFrom: 'reviewers' },
      children: [
        el('date', 'date', { config: { fromRow: 'name' } }),
        el('number', 'number', { config: { fromRow: 'name' } }),
        el('fine', 'number', { config: { fromRow: 'reviews' } }),
      ],
    });
    expect(
      faultsOf(group, el('alone', 'text', { config: { fromRow: 'name' } })).map(({ code, path }) => [
        code,
        path.slice(at('').length),
      ]),
    ).toEqual([
      ['malformed', 'g › config.rowsFrom'],
      ['malformed', 'date › config.fromRow'],
      ['malformed', 'number › config.fromRow'],
      ['malformed', 'alone › config.fromRow'],
    ]);
  });

  it('refuses sums, options, partitions and rows that cannot work', () => {
    const sum = (element: string): Effect => ({ effect: 'sum', of: [{ element }] });
    expect(
      faultsOf(
        el('date', 'date'),
        el('s1', 'number', { effects: [sum('date')] }),
        el('s2', 'select', { items: [{ value: 'x', label: 'x' }], effects: [sum('s1')] }),
        el('s3', 'number', { effects: [sum('s1'), sum('s1')] }),
        el('o1', 'select'),
        el('o2', 'select', { items: [{ value: 'x', label: 'x' }], config: { default: ['y'] } }),
        el('o3', 'select', { items: [], config: { optionsBy: 'nobody' } }),
        el('p1', 'partition-resources', { config: { partitionFrom: 'date' } }),
        el('p2', 'select-partition', { config: { chosenIn: 'nobody' } }),
        el('p3', 'partitions', { config: { notChosenIn: 'date' } }),
        el('p4', 'text', { config: { chosenIn: 'p2' } }),
        el('g', 'group', { config: { unique: 'date' }, children: [] }),
        el('i', 'instructions'),
        el('r', 'text', { effects: [shownWhen('i')] }),
        el('v', 'number', {
          effects: [{ effect: 'valid', validations: [[{ refs: [], type: 'equal', values: [] }]] }],
        }),
        el('d', 'number', { config: { default: ['x'] } }),
      ).map(({ code, path }) => [code, path.slice(at('').length)]),
    ).toEqual([
      ['bad_sum', 's1 › effect 1'],
      ['bad_sum', 's2 › effect 1'],
      ['bad_sum', 's3 › effect 2'],
      ['bad_options', 'o1'],
      ['bad_options', 'o2'],
      ['unknown_reference', 'o3'],
      ['unknown_reference', 'p1'],
      ['unknown_reference', 'p2 › config.chosenIn'],
      ['bad_options', 'p3 › config.notChosenIn'],
      ['bad_options', 'p4 › config.chosenIn'],
      ['unknown_reference', 'g › config.unique'],
      ['unknown_reference', 'r › effect 1'],
      ['malformed', 'v › effect 1'],
      ['malformed', 'v › effect 1'],
      ['malformed', 'd'],
    ]);
  });

  it('reads earlier steps only, the nearest first', () => {
    const reads = (name: string) => [el('b', 'text', { effects: [shownWhen(name)] })];
    const named = (id: string) => [el(id, 'text', { config: { id: 'decision' } })];
    expect(
      compileFlow(flow(step('T', 2, reads('decision')), step('R', 0, named('r')), step('S', 1, named('s'))))
        .ok,
    ).toBe(true);
    const later = compileFlow(flow(step('T', 0, reads('s')), step('S', 1, named('s'))));
    expect(later).toMatchObject({
      ok: false,
      faults: [
        {
          code: 'bad_step_order',
          path: 'step T › form TF › element b › effect 1',
          sentence: "'b' refers to 's' of step S, which does not come before step T.",
        },
      ],
    });
  });

  it('finds circles with their path, through groups and sums as well', () => {
    expect(
      faultsOf(
        el('a', 'text', { effects: [shownWhen('b')] }),
        el('b', 'text', { effects: [shownWhen('a')] }),
      ),
    ).toEqual([{ code: 'circular', path: 'a → b → a' }]);
    expect(faultsOf(el('a', 'text', { effects: [shownWhen('a')] }))).toEqual([
      { code: 'circular', path: 'a → a' },
    ]);
    expect(
      faultsOf(
        el('g', 'group', { effects: [shownWhen('total')], children: [el('n', 'number')] }),
        el('total', 'number', { effects: [{ effect: 'sum', of: [{ element: 'n' }] }] }),
      ),
    ).toEqual([{ code: 'circular', path: 'g → total → n → g' }]);
  });

  it('takes what only seems to be a circle', () => {
    const rule = (element: string): Effect => ({
      effect: 'required',
      validations: [[{ refs: [{ element }], type: 'equal', values: [''] }]],
    });
    expect(
      faultsOf(
        el('a', 'text', { effects: [rule('b')] }),
        el('b', 'text', { effects: [rule('a')] }),
        el('n', 'number', {
          effects: [
            {
              effect: 'valid',
              validations: [[{ refs: [{ element: 'n' }], type: 'equal', values: ['100'] }]],
            },
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('always finds a circle where there is one, and names a real one', () => {
    const edges = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(edges, (pairs) => {
        const reads = Array.from({ length: 8 }, (_, i) => [
          ...new Set(pairs.filter(([a]) => a === i).map(([, b]) => b)),
        ]);
        const elements = reads.map((targets, i) =>
          el(`e${i}`, 'text', {
            effects: targets.length === 0 ? [] : [shownWhen(...targets.map((t) => `e${t}`))],
          }),
        );
        // Reachability, plainly: is there an element that can reach itself?
        const reach = reads.map((targets) => new Set(targets));
        for (let round = 0; round < 8; round++) {
          for (const set of reach) for (const t of [...set]) for (const next of reads[t] ?? []) set.add(next);
        }
        const circular = reach.some((set, i) => set.has(i));
        const faults = faultsOf(...elements);
        expect(faults.some(({ code }) => code === 'circular')).toBe(circular);
        for (const { path } of faults) {
          const ids = path.split(' → ').map((id) => Number(id.slice(1)));
          expect(ids.length).toBeGreaterThan(1);
          expect(ids[0]).toBe(ids.at(-1));
          for (const [i, id] of ids.slice(0, -1).entries()) expect(reads[id]).toContain(ids[i + 1]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is asked for steps, meanings and what is shown', () => {
    const result = compileFlow(
      flow(step('S', 0, [el('t', 'text', { config: { id: 'project_title' } }), el('d', 'date')])),
    );
    if (!result.ok) throw new Error('The flow is sound.');
    const context = {
      today: '',
      callCode: '',
      cutoff: null,
      partitions: [],
      options: {},
      submitted: [],
      ownPartitionId: null,
      documents: [],
    };
    expect(elementByMeaning(result.plan, 'S', 'project_title')?.id).toBe('t');
    expect(elementByMeaning(result.plan, 'S', 'partition')).toBe(null);
    expect(displayValues(result.plan, 'S', 'd', ['2026-11-21'], context)).toEqual({
      at: '2026-11-21',
      timeZone: 'UTC',
      show: 'date',
    });
    expect(() => planStep(result.plan, 'X')).toThrow(RangeError);
  });
});

describe('a flow with faults', () => {
  const noContext: FormContext = {
    today: '2026-11-28',
    callCode: 'C',
    cutoff: null,
    partitions: [],
    options: {},
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const opened = (made: Flow) =>
    openSubmission(compileFlow(made).plan, 'S', { answers: [], rows: [], context: noContext });

  it('has a plan without the faulty effects, and with all others', () => {
    const submission = opened(
      flow(
        step('S', 0, [
          el('lost', 'text', { effects: [shownWhen('nowhere')] }),
          el('half', 'text', { effects: [shownWhen('nowhere'), shownWhen('empty')] }),
          el('empty', 'text'),
          el('one', 'text', { effects: [shownWhen('other')] }),
          el('other', 'text', { effects: [shownWhen('one')] }),
        ]),
      ),
    );
    const visible = (elementId: string) => readField(submission, { elementId, groupId: null }).visible;
    expect(['lost', 'half', 'one', 'other'].map(visible)).toEqual([true, false, true, true]);
  });

  it('names the address of a child in its group, and of each element of a circle', () => {
    const child = el('c', 'text', { effects: [shownWhen('nowhere')] });
    const made = compileFlow(
      flow(
        step('S', 0, [
          el('g', 'group', { children: [child] }),
          el('one', 'text', { effects: [shownWhen('other')] }),
          el('other', 'text', { effects: [shownWhen('one')] }),
        ]),
      ),
    );
    const home = ['steps', 'S', 'forms', 'SF', 'elements'];
    expect(made.ok ? [] : made.faults.map(({ places }) => places)).toEqual([
      [[...home, 'g', 'children', 'c']],
      [
        [...home, 'one'],
        [...home, 'other'],
      ],
    ]);
  });

  it('opens whatever is wrong', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'nowhere');
    const effect = fc.oneof(
      fc.array(id, { maxLength: 3 }).map((ids) => shownWhen(...ids)),
      fc
        .array(id, { maxLength: 3 })
        .map((ids): Effect => ({ effect: 'sum', of: ids.map((element) => ({ element })) })),
    );
    const element = fc
      .record({
        id,
        type: fc.constantFrom<Element['type']>('text', 'number', 'date', 'select', 'group', 'partitions'),
        effects: fc.array(effect, { maxLength: 3 }),
        limit: fc.constantFrom(undefined, 'x', '3', { today: true as const }),
        preset: fc.option(id, { nil: undefined }),
        children: fc.option(fc.array(id, { maxLength: 2 }), { nil: undefined }),
      })
      .map(({ limit, preset, children, ...given }) => ({
        ...el(given.id, given.type, {
          effects: given.effects,
          config: {
            ...(limit === undefined ? {} : { min: limit, max: limit }),
            ...(preset === undefined ? {} : { preset: { element: preset } }),
          },
        }),
        ...(children === undefined ? {} : { children: children.map((one) => el(one, 'number')) }),
      }));
    let broken = 0;
    fc.assert(
      fc.property(fc.array(element, { maxLength: 6 }), (elements) => {
        const made = flow(step('S', 0, elements));
        if (!compileFlow(made).ok) broken += 1;
        const submission = opened(made);
        for (const { id: elementId } of elements) readField(submission, { elementId, groupId: null });
      }),
      { numRuns: 1_000 },
    );
    expect(broken).toBeGreaterThan(500);
  });
});
