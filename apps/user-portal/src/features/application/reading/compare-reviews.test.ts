import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { compareReviews, placesOf } from './compare-reviews.ts';

await startTexts(['frame', 'forms'], 'en');

const score = (id: string) => ({
  ...{ id, type: 'number', title: id },
  config: { min: '0', max: '5', decimals: 1, step: '0.5' },
});
const parsed = parseFlow({
  version: 1,
  steps: [
    {
      ...{
        id: 'SCI',
        title: 'Review',
        order: 0,
        type: 'scientific_review',
        ownerRole: 'scientific_reviewer',
      },
      forms: [
        {
          id: 'F',
          title: 'F',
          order: 0,
          elements: [
            { id: 'expertise', type: 'text', title: 'Expertise' },
            { id: 'unused', type: 'text', title: 'Unused' },
            score('excellence'),
            { id: 'why', type: 'textarea', title: 'Why' },
            score('impact'),
            {
              ...{ id: 'sum', type: 'number', title: 'Sum' },
              effects: [{ effect: 'sum', of: [{ element: 'excellence' }, { element: 'impact' }] }],
            },
            { id: 'remark', type: 'textarea', title: 'Remark' },
          ],
        },
      ],
    },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const compiled = compileFlow(parsed.flow);
const [step] = parsed.flow.steps;
if (!compiled.ok || step === undefined) throw new Error('the flow does not compile');
const { plan } = compiled;

const review = (answers: Record<string, string>) => ({
  forms: step.forms,
  store: new FormStore({
    plan,
    step,
    answers: Object.entries(answers).map(([elementId, value]) => ({
      ...{ elementId, groupId: null, values: [value], revision: 1 },
    })),
    rows: [],
    context: {
      ...{ today: '2026-11-21', callCode: 'REG', cutoff: null, partitions: [], options: {} },
      ...{ documents: [], submitted: [], ownPartitionId: null },
    },
    editable: false,
    newId: () => 'new',
  }),
});

it('compares reviews by their scores, with mean and spread, and pairs each text with its score', () => {
  const compared = compareReviews([
    review({ expertise: 'Expert', excellence: '5', impact: '4', why: 'Bold.', remark: 'Good.' }),
    review({ excellence: '1', impact: '4', why: 'Vague.' }),
    review({ impact: '4.5' }),
  ]);
  expect(
    compared?.scores.map(({ element, values, most, mean, spread }) => [
      element.id,
      values,
      most,
      mean,
      spread,
    ]),
  ).toEqual([
    ['excellence', ['5', '1', null], 5, '3', '4'],
    ['impact', ['4', '4', '4.5'], 5, '4.17', '0.5'],
    ['sum', ['9', '5', '4.5'], 10, '6.17', '4.5'],
  ]);
  expect(compared?.texts.map(({ element, score: of }) => [element.id, of?.element.id ?? null])).toEqual([
    ['why', 'excellence'],
    ['remark', null],
  ]);
  // What no review answers is no row.
  expect(compared?.facts.map(({ id }) => id)).toEqual(['expertise']);
});

it('compares nothing of one review, nor of reviews without scores', () => {
  expect(compareReviews([review({ impact: '4' })])).toBeNull();
  const [form] = step.forms;
  if (form === undefined) throw new Error('the step has no form');
  const texts = { ...form, elements: form.elements.filter(({ type }) => type !== 'number') };
  const unscored = { ...review({ why: 'Bold.' }), forms: [texts] };
  expect(compareReviews([unscored, unscored])).toBeNull();
});

it('puts scores that are too close beside each other, in their order', () => {
  expect(placesOf({ values: ['4', '1', null, '4'], most: 5 })).toEqual([
    { at: 0.8, beside: -0.5 },
    { at: 0.2, beside: 0 },
    null,
    { at: 0.8, beside: 0.5 },
  ]);
  // A third that has no room beside them joins them; one that just fits does not.
  expect(placesOf({ values: ['4', '4', '3.5'], most: 5 }).map((place) => place?.beside)).toEqual([0, 1, -1]);
  expect(placesOf({ values: ['4', '4.5'], most: 5 }).map((place) => place?.beside)).toEqual([0, 0]);
  const [first, second] = placesOf({ values: ['13', '12.5'], most: 15 });
  expect([first?.beside, second?.beside]).toEqual([0.5, -0.5]);
  expect(first?.at).toBe(second?.at);
});
