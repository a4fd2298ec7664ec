import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { Element, FieldKey, Flow, FormContext, Step } from '@clearcall/domain/forms/types.ts';
import { describe, expect, it } from 'vitest';
import { startTexts } from '../kit/text/translate.ts';
import { FormStore } from './form-store.ts';

await startTexts(['frame', 'forms'], 'en');

const element = (id: string, type: Element['type'], more: Partial<Element> = {}): Element => ({
  id,
  type,
  title: id,
  config: {},
  effects: [],
  ...more,
});
const step: Step = {
  id: 's',
  title: 'Application',
  order: 0,
  type: 'application',
  ownerRole: 'applicant',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [
    {
      id: 'one',
      title: 'One',
      order: 0,
      elements: [
        element('title', 'text', { config: { required: true } }),
        element('repeat', 'text', {
          effects: [
            {
              effect: 'valid',
              validations: [[{ refs: [{ element: 'repeat' }], type: 'min_length', values: ['2'] }]],
            },
          ],
        }),
      ],
    },
    {
      id: 'two',
      title: 'Two',
      order: 1,
      elements: [
        element('parts', 'group', {
          config: { min: '2' },
          children: [element('name', 'text', { config: { required: true } }), element('share', 'number')],
        }),
        element('sum', 'number', {
          effects: [
            { effect: 'sum', of: [{ element: 'share' }] },
            {
              effect: 'valid',
              validations: [[{ refs: [{ element: 'sum' }], type: 'equal', values: ['100'] }]],
            },
          ],
        }),
      ],
    },
  ],
};
const flow: Flow = { version: 1, steps: [step], automations: [], templates: [] };
const context: FormContext = {
  today: '2026-09-03',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
};

function open(): FormStore {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join(' '));
  let rows = 0;
  return new FormStore({
    plan: compiled.plan,
    step,
    answers: [],
    rows: [],
    context,
    editable: true,
    newId: () => {
      rows += 1;
      return `r${rows}`;
    },
  });
}

const at = (elementId: string, groupId: string | null = null): FieldKey => ({ elementId, groupId });
/** The problems that are held against the reader, as element or element@row. */
const due = (store: FormStore) =>
  store
    .allProblems()
    .filter((problem) => store.presentation.isDue(problem))
    .map(({ elementId, groupId }) => (groupId === null ? elementId : `${elementId}@${groupId}`));
const showing = (store: FormStore, ...keys: FieldKey[]) =>
  keys.map((key) => store.presentation.mark(key).showErrors);

describe('what counts against the reader', () => {
  it('is nothing while the form is only not filled in yet', () => {
    const store = open();
    store.offerRow('parts');
    // Everything that could be wrong with an untouched form is: empty fields, too few rows, a sum of nothing.
    expect(store.allProblems().map(({ elementId }) => elementId)).toEqual([
      'title',
      'repeat',
      'parts',
      'name',
      'sum',
    ]);
    expect(due(store)).toEqual([]);
  });

  it('is what was filled in wrongly, and all of a form that somebody tried to leave', () => {
    const store = open();
    store.set(at('repeat'), ['x']);
    expect(due(store)).toEqual(['repeat']);
    store.presentation.showErrors(['one']);
    expect(due(store)).toEqual(['title', 'repeat']);
    store.presentation.showErrors(['one', 'two']);
    expect(due(store)).toEqual(['title', 'repeat', 'parts', 'sum']);
  });
});

describe('what appears while a form is filled in', () => {
  const later: Step = {
    ...step,
    forms: [
      {
        id: 'one',
        title: 'One',
        order: 1,
        elements: [
          { id: 'more', type: 'toggle', title: 'More', config: {}, effects: [] },
          { id: 'first', type: 'text', title: 'First', config: { autofill: 'firstName' }, effects: [] },
          {
            id: 'last',
            type: 'text',
            title: 'Last',
            config: { autofill: 'lastName' },
            effects: [
              {
                effect: 'visible',
                validations: [[{ refs: [{ element: 'more' }], type: 'equal', values: ['true'] }]],
              },
            ],
          },
          {
            id: 'country',
            type: 'text',
            title: 'Country',
            config: { autofill: 'country' },
            effects: [
              {
                effect: 'visible',
                validations: [[{ refs: [{ element: 'last' }], type: 'non_empty', values: [] }]],
              },
            ],
          },
          {
            id: 'people',
            type: 'group',
            title: 'Person',
            config: {},
            effects: [],
            children: [
              { id: 'p.from', type: 'text', title: 'From', config: { autofill: 'country' }, effects: [] },
              { id: 'p.kind', type: 'text', title: 'Kind', config: { default: ['guest'] }, effects: [] },
            ],
          },
          {
            id: 'machines',
            type: 'group',
            title: 'Machine',
            config: { rowsFrom: 'partitions' },
            effects: [],
            children: [
              { id: 'm.id', type: 'select-partition', title: 'Partition', config: {}, effects: [] },
              { id: 'm.by', type: 'text', title: 'By', config: { autofill: 'lastName' }, effects: [] },
            ],
          },
        ],
      },
    ],
  };
  const openLater = (partitions: string[], answers: { elementId: string; values: string[] }[] = []) => {
    const compiled = compileFlow({ ...flow, steps: [later] });
    if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join(' '));
    return new FormStore({
      plan: compiled.plan,
      step: later,
      answers: answers.map((answer) => ({ ...answer, groupId: null, revision: 1 })),
      rows: [],
      context: { ...context, applicationPartitions: partitions },
      editable: true,
      newId: () => 'r1',
    });
  };
  const profile = { firstName: 'Ada', lastName: 'Byron', country: 'BE' };
  const sent = (store: FormStore) =>
    store.takeBatch()?.answers.map(({ elementId, values }) => `${elementId} ${values.join()}`);

  it('is filled from the profile like what was there from the start, also in a form that was answered before', () => {
    const store = openLater([], [{ elementId: 'first', values: [] }]);
    store.fillFirst(profile);
    expect(sent(store)).toBeUndefined();
    store.set(at('more'), ['true']);
    expect(sent(store)).toEqual(['more true', 'last Byron', 'country BE']);
    const row = store.addRow('people');
    expect([store.read(at('p.from', row)).values, store.read(at('p.kind', row)).values]).toEqual([
      ['BE'],
      ['guest'],
    ]);
  });

  it('is filled at the first opening of a form that was saved elsewhere before, but for what was answered', () => {
    const store = openLater(
      [],
      [
        { elementId: 'more', values: ['true'] },
        { elementId: 'last', values: [] },
      ],
    );
    store.fillFirst(profile);
    expect(sent(store)).toEqual(['first Ada']);
  });

  it('is not filled into what was submitted before', () => {
    const store = openLater([], [{ elementId: 'more', values: ['true'] }]);
    store.fillFirst(profile, false);
    expect(sent(store)).toBeUndefined();
  });

  it('stays empty where it was emptied', () => {
    const store = openLater([]);
    store.fillFirst(profile);
    store.set(at('more'), ['true']);
    store.set(at('last'), []);
    store.set(at('more'), ['false']);
    store.set(at('more'), ['true']);
    expect(store.read(at('last'))).toMatchObject({ visible: true, values: [] });
  });

  it('has the rows of the partitions, which nobody adds and which are never sent', () => {
    const store = openLater(['lumi-c']);
    const lumi = givenRowId('machines', 'lumi-c');
    const vega = givenRowId('machines', 'vega-cpu');
    store.fillFirst(profile);
    expect(store.rows('machines').map(({ id }) => id)).toEqual([lumi]);
    expect(store.read(at('m.id', lumi))).toMatchObject({ values: ['lumi-c'], editable: false });
    expect(store.takeBatch()).toMatchObject({
      answers: [
        { elementId: 'first', values: ['Ada'] },
        { elementId: 'm.by', groupId: lumi, values: ['Byron'] },
      ],
      rows: [],
    });
    store.reviseContext({ ...context, applicationPartitions: ['vega-cpu', 'lumi-c'] });
    expect(store.rows('machines').map(({ id }) => id)).toEqual([vega, lumi]);
    expect(store.read(at('m.by', vega)).values).toEqual(['Byron']);
    store.reviseContext({ ...context, applicationPartitions: [] });
    store.offerRow('machines');
    expect(store.rows('machines')).toEqual([]);
  });
});

describe('a new row after an attempt to submit', () => {
  const attempted = () => {
    const store = open();
    store.set(at('title'), ['Waves']);
    store.set(at('repeat'), ['Waves']);
    for (const share of ['60', '40']) {
      const row = store.addRow('parts');
      store.set(at('name', row), ['A']);
      store.set(at('share', row), [share]);
    }
    store.presentation.showErrors(['one', 'two']);
    return store;
  };

  it('is quiet, and turns nothing around it red', () => {
    const store = attempted();
    const row = store.addRow('parts');
    expect(store.allProblems().map(({ elementId, groupId }) => [elementId, groupId])).toEqual([
      ['name', row],
    ]);
    expect(due(store)).toEqual([]);
    expect(showing(store, at('name', row), at('share', row))).toEqual([false, false]);
  });

  it('speaks where a field of it was left, and when somebody tries again', () => {
    const store = attempted();
    const row = store.addRow('parts');
    store.presentation.leave(at('name', row));
    expect(showing(store, at('name', row), at('share', row))).toEqual([true, false]);
    store.presentation.showErrors(['one']);
    expect(due(store)).toEqual([]);
    store.presentation.showErrors(['two']);
    expect(due(store)).toEqual([`name@${row}`]);
    expect(showing(store, at('share', row))).toEqual([true]);
  });

  it('keeps its group and its sum quiet while there is no other row', () => {
    const store = open();
    store.presentation.showErrors(['one', 'two']);
    expect(due(store)).toContain('sum');
    const notified: string[] = [];
    store.presentation.subscribeMark(at('sum'), () => notified.push('sum'));
    store.offerRow('parts');
    expect(due(store)).toEqual(['title', 'repeat']);
    expect(showing(store, at('parts'), at('sum'))).toEqual([false, false]);
    expect(notified).toEqual(['sum']);
    store.presentation.showErrors(['one', 'two']);
    expect(due(store)).toEqual(['title', 'repeat', 'parts', 'name@r1', 'sum']);
    // Once rows were seen in an attempt, one more changes nothing about them.
    store.addRow('parts');
    expect(due(store)).toEqual(['title', 'repeat', 'name@r1', 'sum']);
  });
});
