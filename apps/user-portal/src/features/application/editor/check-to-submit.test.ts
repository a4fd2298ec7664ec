import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { FormContext } from '@clearcall/domain/forms/types.ts';
import { awardProblems } from '@clearcall/domain/workflow/award-limits.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { startTexts, translate } from '@clearcall/ui/kit/text/translate.ts';
import { expect, test } from 'vitest';
import { checkToSubmit } from './check-to-submit.ts';

await startTexts(['frame', 'forms'], 'en');

const cpu = { id: 'cpu', name: 'Aurora CPU', kind: 'CPU', unit: 'node hours' };
const context: FormContext = {
  today: '2026-11-26',
  callCode: 'REG',
  cutoff: null,
  partitions: [{ ...cpu, disabled: false, min: null, max: null, fixed: null, pool: '500000' }],
  options: {},
  submitted: [],
  ownPartitionId: null,
  applicationPartitions: ['cpu'],
  documents: [],
};

/** The form of a committee that decides about one partition. */
function decisionForm(limits: Partial<AwardLimits>): FormStore {
  const element = (id: string, type: string, config: object) => ({ id, type, title: id, config });
  const parsed = parseFlow({
    version: 1,
    steps: [
      {
        id: 'ALL',
        title: 'Decision',
        order: 0,
        type: 'decision',
        ownerRole: 'ac_chair',
        final: true,
        forms: [
          {
            id: 'F',
            title: 'Decision',
            order: 0,
            elements: [
              {
                ...element('rows', 'group', { rowsFrom: 'partitions' }),
                children: [
                  element('part', 'select-partition', { id: 'decision_partition' }),
                  {
                    ...element('dec', 'select', {
                      required: true,
                      outcome: { yes: 'awarded', less: 'reduced', no: 'rejected' },
                    }),
                    items: ['yes', 'less', 'no'],
                  },
                  element('amount', 'number', { id: 'decision_amount' }),
                  element('why', 'textarea', { id: 'outcome_reason' }),
                ],
              },
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
  const held = [
    {
      partitionId: 'cpu',
      requested: '90000',
      wishedStart: null,
      technical: null,
      advised: null,
      score: null,
      rank: null,
      left: '80000',
      mayExceed: false,
      ...limits,
    },
  ];
  return new FormStore({
    plan: compiled.plan,
    step,
    answers: [],
    rows: [],
    context,
    editable: true,
    newId: () => '018f0000-0000-7000-8000-000000000001',
    otherProblems: (content) => awardProblems(step, content, held, context.partitions),
  });
}

const groupId = givenRowId('rows', 'cpu');
const at = (elementId: string) => ({ elementId, groupId });
function found(store: FormStore, amount: string, decision = 'yes'): string[] {
  store.set(at('dec'), [decision]);
  store.set(at('amount'), [amount]);
  return checkToSubmit(store).map(({ elementId, message }) => `${elementId}: ${translate(message)}`);
}

test('an amount above the request or the pool stops the submission on the page, at the field', () => {
  const store = decisionForm({});
  expect(found(store, '9000000')).toEqual([
    'amount: The application asks for 90\u202f000\u00a0node hours on Aurora CPU. Enter at most this amount.',
  ]);
  expect(store.presentation.mark(at('amount')).refusal).toContain('90\u202f000');
  expect(found(store, '85000')).toEqual([
    'amount: The pool of Aurora CPU has 80\u202f000\u00a0node hours left for this cut-off. Enter at most this amount.',
  ]);
  expect(found(store, '80000')).toEqual([expect.stringContaining('An award in full is this amount')]);
  expect(found(store, '79999', 'less')).toEqual([]);
  expect(store.presentation.mark(at('amount')).refusal).toBeNull();
});

test('where the flow allows more, the reason is asked for in its place', () => {
  const store = decisionForm({ mayExceed: true });
  expect(found(store, '9000000').map((line) => line.split(':')[0])).toEqual(['why']);
  store.set(at('why'), ['A pandemic.']);
  expect(checkToSubmit(store)).toEqual([]);
});

test('the sentence at the amount goes with the decision that it was about, and the amount is saved', () => {
  const store = decisionForm({});
  expect(found(store, '500', 'yes')).toHaveLength(1);
  const told: (string | null)[] = [];
  store.presentation.subscribeMark(at('amount'), () =>
    told.push(store.presentation.mark(at('amount')).refusal),
  );
  store.set(at('dec'), ['less']);
  expect(told).toEqual([null]);
  expect(store.takeBatch()?.answers.map(({ elementId }) => elementId)).toContain('amount');
});

test('what the server refused in a row goes when another answer of the row changes', () => {
  const store = decisionForm({});
  found(store, '500', 'less');
  store.refuse(at('amount'), 'The pool is empty.');
  expect(store.presentation.mark(at('amount')).refusal).toBe('The pool is empty.');
  store.set(at('dec'), ['no']);
  expect(store.presentation.mark(at('amount')).refusal).not.toBe('The pool is empty.');
});
