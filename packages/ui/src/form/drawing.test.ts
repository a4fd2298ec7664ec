// @vitest-environment happy-dom
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import type { Element, FormContext, Step } from '@clearcall/domain/forms/types.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormStore } from './form-store.ts';
import { runsOf } from './sections.ts';
import { subscribeGathered } from './use-form.tsx';

const context: FormContext = {
  today: '2026-11-21',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
};
const element = (id: string, more: Partial<Element> = {}): Element => ({
  id,
  type: 'text',
  title: id,
  config: {},
  effects: [],
  ...more,
});
const half = { config: { width: 'half' } } as const;
const sometimes: Element['effects'] = [
  { effect: 'visible', validations: [[{ refs: [{ element: 'a' }], type: 'equal', values: ['x'] }]] },
];

describe('runs of a form', () => {
  const ids = (elements: readonly Element[]): string[][] =>
    runsOf(elements, context).map((run) => run.map(({ id }) => id));

  it('lays out alone what always takes a whole line', () => {
    const sum = element('sum', { type: 'number', effects: [{ effect: 'sum', of: [{ element: 'a' }] }] });
    expect(ids([element('a', half), element('b', half), element('c'), sum, element('d', half)])).toEqual([
      ['a', 'b'],
      ['c'],
      ['sum'],
      ['d'],
    ]);
  });

  it('keeps together what stands beside each other while something between them is hidden', () => {
    const between = element('between', { effects: sometimes });
    const hidden = element('hidden', { config: { hidden: true } });
    expect(ids([element('a', half), between, hidden, element('b', half)])).toEqual([
      ['a', 'between', 'hidden', 'b'],
    ]);
  });

  it('holds every element once and in order', () => {
    const any = fc.record({
      width: fc.constantFrom('third' as const, 'half' as const, 'full' as const),
      hidden: fc.boolean(),
      changes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any), (kinds) => {
        const elements = kinds.map(({ width, hidden, changes }, at) =>
          element(`e${at}`, { config: { width, hidden }, effects: changes ? sometimes : [] }),
        );
        const runs = runsOf(elements, context);
        expect(runs.flat()).toEqual(elements);
        expect(runs.every((run) => run.length > 0)).toBe(true);
      }),
    );
  });
});

describe('what stands beside a form', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is told once of many changes, all at the same time, and not after it has gone', () => {
    const step: Step = {
      id: 's',
      title: 'S',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      config: {},
      permissions: { assign: [], assignable: [], view: [] },
      forms: [{ id: 'f', title: 'F', order: 0, elements: [element('a')] }],
    };
    const compiled = compileFlow({ version: 1, steps: [step], automations: [], templates: [] });
    if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join(' '));
    const store = new FormStore({
      plan: compiled.plan,
      step,
      answers: [],
      rows: [],
      context,
      editable: true,
      newId: () => 'new',
    });
    const notified: string[] = [];
    const note = (name: string) => () =>
      notified.push(`${name} ${store.read({ elementId: 'a', groupId: null }).values}`);
    const forget = subscribeGathered(store, note('one'));
    subscribeGathered(store, note('other'));
    for (const text of ['k', 'ke', 'key']) store.set({ elementId: 'a', groupId: null }, [text]);
    expect(notified).toEqual([]);
    vi.runAllTimers();
    expect(notified).toEqual(['one key', 'other key']);
    forget();
    store.set({ elementId: 'a', groupId: null }, ['keys']);
    vi.runAllTimers();
    expect(notified).toEqual(['one key', 'other key', 'other keys']);

    // A line that goes while something is pressed would move it away from under the mouse.
    store.set({ elementId: 'a', groupId: null }, ['k']);
    window.dispatchEvent(new PointerEvent('pointerdown', { button: 0 }));
    vi.runAllTimers();
    expect(notified).toHaveLength(3);
    window.dispatchEvent(new PointerEvent('pointerup', { button: 0 }));
    vi.runAllTimers();
    expect(notified.slice(3)).toEqual(['other k']);
    window.dispatchEvent(new PointerEvent('pointerup', { button: 0 }));
    vi.runAllTimers();
    expect(notified).toHaveLength(4);
  });
});
