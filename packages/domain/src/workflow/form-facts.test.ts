import { expect, it } from 'vitest';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow } from '../forms/definition.ts';
import { type FormSource, formFacts, stepsReadBy } from './form-facts.ts';
import { now, people, type Somebody, work } from './testing/review-scene.ts';

const step = (id: string, order: number, elements: object[], more: object = {}) => ({
  id,
  title: id,
  order,
  type: 'step',
  ownerRole: 'pro',
  forms: [{ id: `${id}.F`, title: id, order: 0, elements }],
  ...more,
});
const parsed = parseFlow({
  version: 1,
  steps: [
    step(
      'TECH',
      1,
      [
        {
          id: 'fits',
          type: 'select',
          title: 'Fits',
          items: ['yes', 'no'],
          config: { required: true, outcome: { yes: 'approved', no: 'rejected' } },
        },
      ],
      { perPartition: true, config: { hasLead: true } },
    ),
    step('APP', 0, [
      { id: 'phone', type: 'text', title: 'Phone', config: { audience: 'personal' } },
      {
        id: 'parts',
        type: 'group',
        title: 'Partitions',
        children: [{ id: 'part', type: 'select-partition', title: 'Part', config: { id: 'partition' } }],
      },
    ]),
    step('ONB', 2, [{ id: 'fine', type: 'toggle', title: 'Fine' }], { perPartition: true }),
    step('REV', 3, [{ id: 'score', type: 'number', title: 'Score', config: { audience: 'panel_only' } }], {
      ownerRole: 'scientific_reviewer',
      permissions: {
        view: [
          { role: 'ac_member', scope: 'call', of: 'submitted', audience: ['public', 'panel_only'] },
          { role: 'ac_chair', scope: 'call', of: 'submitted', audience: ['public'] },
          { role: 'panel_chair', scope: 'panel', of: { released: 'REV' }, audience: ['panel_only'] },
          { role: 'applicant', scope: 'own', of: { released: 'REV' }, audience: ['panel_only'] },
        ],
      },
    }),
    step('FIN', 4, [
      {
        id: 'all',
        type: 'text',
        title: 'All of them',
        effects: [
          {
            effect: 'visible',
            validations: [[{ refs: [{ element: 'score', from: 'all' }], type: 'greater', values: ['3'] }]],
          },
        ],
      },
      {
        id: 'why',
        type: 'text',
        title: 'Why',
        effects: [
          {
            effect: 'visible',
            validations: [
              [
                { elements: ['score'], type: 'greater', values: ['3'] },
                { elements: ['phone'], type: 'not_equal', values: [''] },
              ],
            ],
          },
        ],
      },
    ]),
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
const { flow } = parsed;
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
const { plan } = compiled;

type Work = FormSource['assignments'][number];

const asking: Work = {
  ...work('app', 'APP', 'owner', 'submitted'),
  submitted: {
    answers: [['north'], ['south'], [], ['north'], ['east']].map((values, at) => ({
      elementId: 'part',
      groupId: `row ${at}`,
      values,
    })),
    rows: [],
  },
};
const says = (id: string, answer: 'yes' | 'no', more: Partial<Work> = {}, stepId = 'TECH'): Work => ({
  ...work(id, stepId, 'north', 'submitted', { partitionId: 'south' }),
  submitted: {
    answers: [{ elementId: stepId === 'TECH' ? 'fits' : 'fine', groupId: null, values: [answer] }],
    rows: [],
  },
  ...more,
});
const later = { submittedAt: '2026-11-21T09:00:00.000Z' };
const own = { id: 'fin', stepId: 'FIN', partitionId: null };
/** What the form of the last step gets, filled in by somebody. */
const factsFor = (who: Somebody, others: Work[], releasedSteps: string[] = []) => {
  const { panels, centrePartitions: centres, ...viewer } = people[who];
  const source: FormSource = {
    ownerId: people.owner.userId,
    status: 'submitted',
    awardDeclinedAt: null,
    assignments: [asking, ...others],
    releasedAt: Object.fromEntries(releasedSteps.map((id) => [id, now.toISOString()])),
    centreIds: ['north', 'south', 'east'],
    panel: 'PE1',
    viewer: { centres, panels },
  };
  return formFacts({ flow, plan }, source, viewer, own);
};
const left = (...others: Work[]) => factsFor('member', others)?.partitions;

it.each<[string, Work[], string[]]>([
  ['those asked for, in the order of asking, each once', [], ['north', 'south', 'east']],
  ['those that were found to fit', [says('one', 'yes')], ['north', 'south', 'east']],
  ['none that was turned down', [says('one', 'no')], ['north', 'east']],
  [
    'what the first one said, of several',
    [says('one', 'yes', later), says('other', 'no')],
    ['north', 'east'],
  ],
  [
    'what the lead said, of several',
    [says('one', 'yes', { ...later, isLead: true }), says('other', 'no')],
    ['north', 'south', 'east'],
  ],
  [
    'what stays while the lead is at work',
    [says('lead', 'no', { isLead: true, status: 'accepted' }), says('other', 'no')],
    ['north', 'south', 'east'],
  ],
  [
    'what a lead who is gone does not stop',
    [says('lead', 'yes', { isLead: true, status: 'revoked' }), says('other', 'no')],
    ['north', 'east'],
  ],
  ['what a step that decides nothing leaves', [says('one', 'no', {}, 'ONB')], ['north', 'south', 'east']],
])('gives a form the partitions that are left: %s', (_title, others, expected) => {
  expect(left(...others)).toEqual(expected);
});

it('tells the applicant that a partition was turned down when that is released, and the people of the review at once', () => {
  const dropped = says('one', 'no');
  const partitions = (who: Somebody, released: string[]) => factsFor(who, [dropped], released)?.partitions;
  expect(partitions('owner', [])).toEqual(['north', 'south', 'east']);
  expect(partitions('owner', ['REV'])).toEqual(['north', 'south', 'east']);
  expect(partitions('owner', ['TECH'])).toEqual(['north', 'east']);
  expect(partitions('reviewer', [])).toEqual(['north', 'east']);
});

it('gives a form of what it refers to what whoever fills it in may read now, and of the rest not that it is there', () => {
  const phone = { elementId: 'phone', groupId: null, values: ['112'] };
  const score = { elementId: 'score', groupId: null, values: ['4'] };
  const first: Work = { ...asking, submitted: { answers: [phone], rows: [] } };
  const review: Work = {
    ...work('rev', 'REV', 'reviewer', 'submitted'),
    submitted: { answers: [score], rows: [] },
  };
  const read = (who: Somebody, released: string[] = []) => {
    const { panels, centrePartitions: centres, ...viewer } = people[who];
    const source: FormSource = {
      ownerId: people.owner.userId,
      status: 'submitted',
      awardDeclinedAt: null,
      assignments: [first, review],
      releasedAt: Object.fromEntries(released.map((id) => [id, now.toISOString()])),
      centreIds: [],
      panel: 'PE1',
      viewer: { centres, panels },
    };
    return formFacts({ flow, plan }, source, viewer, own)?.submitted.map(({ stepId, answers }) => [
      stepId,
      ...answers.flatMap(({ values }) => values),
    ]);
  };
  // One's own is read as it is, whatever rules say.
  expect(read('owner')).toEqual([['APP', '112']]);
  expect(read('owner', ['REV'])).toEqual([
    ['APP', '112'],
    ['REV', '4'],
  ]);
  expect(read('reviewer')).toEqual([['REV', '4']]);
  expect(read('pro')).toEqual([
    ['APP', '112'],
    ['REV', '4'],
  ]);
  expect(read('member')).toEqual([['REV', '4']]);
  expect(read('acChair')).toEqual([['REV']]);
  expect([read('chair'), read('chair', ['REV']), read('foreignChair', ['REV'])]).toEqual([
    [],
    [['REV', '4']],
    [],
  ]);
});

it('gives a form the reviews that it refers to in an order that says nothing of when they were written', () => {
  const review = (id: string, points: string): Work => ({
    ...work(id, 'REV', 'reviewer', 'submitted'),
    submitted: { answers: [{ elementId: 'score', groupId: null, values: [points] }], rows: [] },
  });
  const reviews = [review('second', '2'), review('first', '1'), review('third', '3')];
  const given = (others: Work[]) =>
    factsFor('member', others)?.submitted.map(({ answers }) => answers.flatMap(({ values }) => values));
  expect(given(reviews)).toHaveLength(3);
  expect(given(reviews)).toEqual(given(reviews.toReversed()));
});

it('gives the form of the first step nothing of other steps', () => {
  const source = { ...people.owner, ownerId: people.owner.userId, status: 'submitted' as const };
  const nothing = {
    awardDeclinedAt: null,
    releasedAt: {},
    centreIds: [],
    panel: null,
    viewer: { centres: [], panels: [] },
  };
  const first = { id: 'app', stepId: 'APP', partitionId: null };
  expect(
    formFacts({ flow, plan }, { ...source, ...nothing, assignments: [asking] }, people.owner, first),
  ).toBeNull();
});

it('names the steps whose submissions a form is computed with, and it is the same with those alone', () => {
  const part = { id: 'row.part', type: 'select-partition', title: 'Part' };
  const read = parseFlow({
    version: 1,
    steps: [
      ...flow.steps.filter(({ id }) => id !== 'FIN' && id !== 'REV'),
      step('REV', 3, [
        {
          id: 'why',
          type: 'text',
          title: 'Why',
          effects: [
            { effect: 'visible', validations: [{ elements: ['fine'], type: 'equal', values: ['true'] }] },
          ],
        },
      ]),
      step('FIN', 4, [
        { id: 'row', type: 'group', title: 'Row', config: { rowsFrom: 'partitions' }, children: [part] },
      ]),
    ],
  });
  if (!read.ok) throw new Error(read.faults[0]?.rule);
  const made = compileFlow(read.flow);
  if (!made.ok) throw new Error(made.faults[0]?.rule);
  const facts = { flow: read.flow, plan: made.plan };
  const steps = read.flow.steps.map(({ id }) => [id, stepsReadBy(facts, id).toSorted()]);
  expect(Object.fromEntries(steps)).toEqual({
    APP: [],
    TECH: [],
    ONB: [],
    REV: ['ONB'],
    FIN: ['APP', 'TECH'],
  });
  const all = [asking, says('one', 'no'), says('two', 'yes', {}, 'ONB')];
  const alone = (stepId: string) =>
    all.map((one) => (stepsReadBy(facts, stepId).includes(one.stepId) ? one : { ...one, submitted: null }));
  const madeOf = (stepId: string, assignments: Work[]) => {
    const { panels, centrePartitions: centres, ...viewer } = people.pro;
    const source: FormSource = {
      ownerId: people.owner.userId,
      status: 'submitted',
      assignments,
      awardDeclinedAt: null,
      releasedAt: {},
      centreIds: [],
      panel: 'PE1',
      viewer: { centres, panels },
    };
    return formFacts(facts, source, viewer, { id: 'own', stepId, partitionId: null });
  };
  const { submitted } = madeOf('REV', all) ?? {};
  expect(submitted).toHaveLength(1);
  expect(madeOf('REV', alone('REV'))?.submitted).toEqual(submitted);
  expect(madeOf('FIN', alone('FIN'))).toEqual(madeOf('FIN', all));
});
