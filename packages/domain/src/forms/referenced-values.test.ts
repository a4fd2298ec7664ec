import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile.ts';
import { parseFlow } from './definition.ts';
import { referencedValues } from './referenced-values.ts';
import type { SubmittedStep } from './types.ts';

const step = (id: string, order: number, elements: object[]) => ({
  id,
  title: id,
  order,
  type: 'step',
  ownerRole: 'pro',
  forms: [{ id: `${id}.F`, title: id, order: 0, elements }],
});
const text = (id: string, more: object = {}) => ({ id, type: 'text', title: id, ...more });
const shownWhen = (...refs: object[]) => ({
  effects: [{ effect: 'visible', validations: refs.map((ref) => [{ refs: [ref], type: 'non_empty' }]) }],
});
const parsed = parseFlow({
  version: 1,
  steps: [
    step('APP', 0, [
      text('title', { description: 'Long', config: { required: true, id: 'project_title' } }),
      text('phone', { config: { audience: 'personal' } }),
      {
        id: 'parts',
        type: 'group',
        title: 'Parts',
        config: { min: 1, unique: 'part' },
        children: [
          { id: 'part', type: 'select-partition', title: 'Part' },
          { id: 'nh', type: 'partition-resources', title: 'Amount', config: { partitionFrom: 'part' } },
          text('why'),
        ],
      },
    ]),
    step('SCI', 1, [text('score'), text('secret', { config: { audience: 'panel_only' } })]),
    step('RAP', 2, [
      text('a', shownWhen({ element: 'project_title' }, { element: 'phone' })),
      text('b', shownWhen({ element: 'nh', rows: 'matching_partition', read: 'kind' })),
      text('c', shownWhen({ element: 'score' }, { element: 'secret', from: 'own_partition' })),
    ]),
    step('PAN', 3, [text('d', shownWhen({ element: 'score', from: 'all' }))]),
    step('ONB', 4, [text('f', shownWhen({ element: 'why', rows: 'matching_partition' }))]),
    step('REP', 5, [text('g', shownWhen({ element: 'nh' }))]),
    step('ALL', 6, [text('e')]),
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
const compiled = compileFlow(parsed.flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
const { plan } = compiled;

const answerOf = (elementId: string, value: string, groupId: string | null = null) => ({
  elementId,
  groupId,
  values: [value],
});
const rows = [{ id: 'r1', elementId: 'parts', order: 0 }];
const application: SubmittedStep = {
  stepId: 'APP',
  lead: false,
  submittedAt: '2026-11-01T09:12:13Z',
  partitionId: null,
  answers: [
    answerOf('title', 'Waves'),
    answerOf('phone', '+32|475123456'),
    answerOf('part', 'lumi-c', 'r1'),
    answerOf('nh', '5000', 'r1'),
    answerOf('why', 'Fast', 'r1'),
  ],
  rows,
};
const review = (score: string, day: string, more: Partial<SubmittedStep> = {}): SubmittedStep => ({
  stepId: 'SCI',
  lead: false,
  submittedAt: `2026-11-${day}T10:00:00Z`,
  partitionId: null,
  answers: [answerOf('score', score), answerOf('secret', `not ${score}`)],
  rows: [],
  ...more,
});
const submitted = [
  application,
  review('3', '12'),
  review('4', '10'),
  review('5', '11', { partitionId: 'lumi-c' }),
  review('1', '09', { partitionId: 'vega-cpu', lead: true }),
];

const everything = () => true;

describe('referencedValues', () => {
  it('tells of each step what the form refers to, of the assignments that it reads, and not when it was said', () => {
    const references = referencedValues(plan, 'RAP', { submitted, ownPartitionId: 'lumi-c' }, everything);
    const ofReview = { stepId: 'SCI', rows: [] };
    expect(references.submitted).toEqual([
      {
        stepId: 'APP',
        lead: true,
        submittedAt: '0',
        partitionId: null,
        answers: [
          answerOf('title', 'Waves'),
          answerOf('phone', '+32|475123456'),
          answerOf('part', 'lumi-c', 'r1'),
        ],
        rows,
      },
      {
        ...ofReview,
        lead: false,
        submittedAt: '1',
        partitionId: 'lumi-c',
        answers: [answerOf('secret', 'not 5')],
      },
      { ...ofReview, lead: true, submittedAt: '0', partitionId: null, answers: [answerOf('score', '1')] },
    ]);
    expect(referencedValues(plan, 'PAN', { submitted, ownPartitionId: null }, everything).submitted).toEqual(
      ['3', '4', '5', '1'].map((score) => ({
        ...ofReview,
        lead: false,
        submittedAt: '2',
        partitionId: null,
        answers: [answerOf('score', score)],
      })),
    );
    expect(referencedValues(plan, 'ALL', { submitted, ownPartitionId: null }, everything)).toEqual({
      steps: [],
      submitted: [],
    });
  });

  it('gives stubs with which the form compiles, without rules, descriptions and what nobody names', () => {
    const { steps } = referencedValues(plan, 'RAP', { submitted: [], ownPartitionId: null }, everything);
    const own = parsed.flow.steps.filter(({ id }) => id === 'RAP');
    expect(compileFlow({ ...parsed.flow, steps: [...own, ...steps] }).ok).toBe(true);
    const stub = (id: string, type: string, config: object = {}) => ({
      id,
      type,
      title: expect.any(String),
      config,
      effects: [],
    });
    expect(
      steps.map(({ id, forms, permissions }) => [
        id,
        permissions.view,
        forms.flatMap(({ elements }) => elements),
      ]),
    ).toEqual([
      [
        'APP',
        [],
        [
          stub('title', 'text', { id: 'project_title' }),
          stub('phone', 'text', { audience: 'personal' }),
          {
            ...stub('parts', 'group', { min: '1' }),
            children: [
              stub('part', 'select-partition'),
              stub('nh', 'partition-resources', { partitionFrom: 'part' }),
            ],
          },
        ],
      ],
      ['SCI', [], [stub('score', 'text'), stub('secret', 'text', { audience: 'panel_only' })]],
    ]);
  });

  it('takes along what names the partition of a row or of an amount, and its value only where rows are picked by it', () => {
    const asked = (stepId: string) => {
      const { steps, submitted: values } = referencedValues(
        plan,
        stepId,
        {
          submitted,
          ownPartitionId: 'lumi-c',
        },
        everything,
      );
      const own = parsed.flow.steps.filter(({ id }) => id === stepId);
      const stubs = steps.flatMap(({ forms }) => forms.flatMap(({ elements }) => elements));
      return [
        compileFlow({ ...parsed.flow, steps: [...own, ...steps] }).ok,
        stubs.flatMap(({ children }) => children?.map(({ id }) => id)),
        values.flatMap(({ answers }) => answers.map(({ elementId }) => elementId)),
      ];
    };
    expect(asked('ONB')).toEqual([true, ['part', 'why'], ['part', 'why']]);
    expect(asked('REP')).toEqual([true, ['part', 'nh'], ['nh']]);
  });

  it('leaves out what the person may not read: it counts as not answered', () => {
    const references = referencedValues(
      plan,
      'RAP',
      { submitted, ownPartitionId: 'lumi-c' },
      ({ stepId }, audience) => audience === 'public' || (stepId === 'APP' && audience === 'personal'),
    );
    expect(references.submitted.map(({ answers }) => answers.map(({ elementId }) => elementId))).toEqual([
      ['title', 'phone', 'part'],
      [],
      ['score'],
    ]);
  });
});
