import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFlow, displayValues, elementByMeaning, planStep } from './compile.ts';
import type { Fault } from './fault.ts';
import { openSubmission, readField } from './submission.ts';
import type { Effect, Element, Flow, FormContext, Step } from './types.ts';

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

function faultsOf(...elements: Element[]): Fault[] {
  const result = compileFlow(flow(step('S', 0, elements)));
  return result.ok ? [] : result.faults;
}

describe('compileFlow', () => {
  it('reads earlier steps only, the nearest first', () => {
    const reads = (name: string) => [el('b', 'text', { effects: [shownWhen(name)] })];
    const named = (id: string) => [el(id, 'text', { config: { id: 'decision' } })];
    expect(
      compileFlow(flow(step('T', 2, reads('decision')), step('R', 0, named('r')), step('S', 1, named('s'))))
        .ok,
    ).toBe(true);
    const later = compileFlow(flow(step('T', 0, reads('s')), step('S', 1, named('s'))));
    expect(later).toMatchObject({ ok: false, faults: [{ rule: 'fieldLater' }] });
  });

  it('finds circles in their order, through groups and sums as well', () => {
    const circle = (...elements: Element[]) =>
      faultsOf(...elements).map(({ message }) => message.values?.fields);
    expect(
      circle(el('a', 'text', { effects: [shownWhen('b')] }), el('b', 'text', { effects: [shownWhen('a')] })),
    ).toEqual([['a', 'b']]);
    expect(circle(el('a', 'text', { effects: [shownWhen('a')] }))).toEqual([['a']]);
    expect(
      circle(
        el('g', 'group', { effects: [shownWhen('total')], children: [el('n', 'number')] }),
        el('total', 'number', { effects: [{ effect: 'sum', of: [{ element: 'n' }] }] }),
      ),
    ).toEqual([['g', 'total', 'n']]);
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
        expect(faults.some(({ rule }) => rule === 'fieldCircle')).toBe(circular);
        for (const { at } of faults) {
          const ids = at.map((place) => Number(place.at(-1)?.slice(1)));
          expect(ids.length).toBeGreaterThan(0);
          for (const [i, id] of ids.entries()) expect(reads[id]).toContain(ids[(i + 1) % ids.length]);
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
    expect(made.ok ? [] : made.faults.map(({ at }) => at)).toEqual([
      [[...home, 'g', 'children', 'c', 'effects']],
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
