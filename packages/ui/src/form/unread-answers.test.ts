import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import type { Element, ElementType, FormContext, Step } from '@clearcall/domain/forms/types.ts';
import { expect, test } from 'vitest';
import { startTexts, translate } from '../kit/text/translate.ts';
import { FormStore } from './form-store.ts';
import type { StoredAnswer } from './unsaved-answers.ts';
import type { Unsaved } from './unsaved-batch.ts';

await startTexts(['frame', 'forms'], 'en');

/** What was typed into a date or a number and cannot be read: it stays, and nothing passes it by. */

const element = (id: string, type: ElementType, more: Partial<Element> = {}): Element => ({
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
      id: 'f',
      title: 'Form',
      order: 0,
      elements: [
        element('day', 'date', { config: { required: true } }),
        element('hours', 'number'),
        element('text', 'text'),
        element('team', 'group', { config: { max: '3' }, children: [element('born', 'birthdate')] }),
        element('sum', 'number', { effects: [{ effect: 'sum', of: [{ element: 'hours' }] }] }),
        element('late', 'date', {
          effects: [
            {
              effect: 'visible',
              validations: [[{ refs: [{ element: 'text' }], type: 'equal', values: ['show'] }]],
            },
          ],
        }),
      ],
    },
  ],
};
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
const at = (elementId: string, groupId: string | null = null) => ({ elementId, groupId });
const stored: StoredAnswer[] = [
  { ...at('day'), values: ['2027-01-31'], revision: 1 },
  { ...at('hours'), values: ['12'], revision: 1 },
];
let rows = 0;
function open(): FormStore {
  const compiled = compileFlow({ version: 1, steps: [step], automations: [], templates: [] });
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join(' '));
  const newId = () => `row-${++rows}`;
  return new FormStore({
    plan: compiled.plan,
    step,
    answers: stored,
    rows: [],
    context,
    editable: true,
    newId,
  });
}
const sent = (store: FormStore) =>
  store.takeBatch()?.answers.map(({ elementId, values }) => [elementId, values]);
const problems = (store: FormStore) =>
  store.allProblems().map(({ elementId, message }) => [elementId, translate(message)]);

test('is never sent, while everything else is, and keeps the submission back by its own sentence', () => {
  const store = open();
  store.set(at('day'), ['31/02/2027']);
  store.set(at('hours'), ['1e2']);
  store.set(at('text'), ['kept']);
  expect(sent(store)).toEqual([['text', ['kept']]]);
  expect(store.unsavedCount()).toBe(3);
  expect(problems(store)).toEqual([
    ['day', expect.stringContaining('There is no 31 February 2027.')],
    ['hours', expect.stringContaining('This value is not valid.')],
  ]);
  expect(store.allProblems().map(({ missing }) => missing)).toEqual([false, false]);
  expect(['day', 'hours', 'text'].map((id) => store.isUnread(at(id)))).toEqual([true, true, false]);
  // A sum takes the numeric values.
  expect(store.read(at('sum')).values).toEqual(['0']);
});

test('gives way to a value, or to nothing on purpose', () => {
  const store = open();
  store.set(at('day'), ['31/02/2027']);
  store.set(at('day'), ['2027-02-28']);
  store.set(at('hours'), ['1e2']);
  store.set(at('hours'), []);
  expect(sent(store)).toEqual([
    ['day', ['2027-02-28']],
    ['hours', []],
  ]);
  expect([store.unsavedCount(), problems(store)]).toEqual([2, []]);
});

test('outlives the page, in rows as well', () => {
  const store = open();
  const row = store.addRow('team');
  store.set(at('born', row), ['in spring']);
  store.set(at('day'), ['tomorrow']);
  expect(store.takeBatch()?.rows.map(({ id }) => id)).toEqual([row]);
  expect(sent(store)).toEqual([]);
  const other = open();
  expect(other.restore(JSON.parse(JSON.stringify(store.unsaved())) as Unsaved)).toBe(3);
  expect([other.read(at('day')).values, other.read(at('born', row)).values]).toEqual([
    ['tomorrow'],
    ['in spring'],
  ]);
  expect([other.isUnread(at('day')), sent(other)]).toEqual([true, []]);
});

test('a control that goes with its row leaves nothing behind', () => {
  const store = open();
  const row = store.addRow('team');
  store.removeRow('team', row);
  store.set(at('born', row), ['in spring']);
  expect([store.takeBatch(), store.unsaved()]).toEqual([null, null]);
});

test('is no matter while it is hidden', () => {
  const store = open();
  store.set(at('text'), ['show']);
  store.set(at('late'), ['soon']);
  expect(problems(store).map(([id]) => id)).toEqual(['late']);
  store.set(at('text'), ['']);
  expect([problems(store), store.unsavedCount()]).toEqual([[], 1]);
});
