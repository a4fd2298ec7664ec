import { describe, expect, it } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { checkCall, type Outside } from './check-call.ts';
import { readFlow } from './read-flow.ts';
import { smallCall } from './testing/small-call.ts';

const outside: Outside = {
  partitions: new Map([
    ['north-cpu', 'North CPU'],
    ['north-gpu', 'North GPU'],
  ]),
  lists: new Set(['yes_no']),
  brokenLinks: new Map([
    ['https://example.org/gone', { status: 404 }],
    ['https://nobody.example/', { status: null }],
  ]),
  calls: [{ code: 'OLD', year: 2025, number: 1, uidPattern: 'X-{YYYY}O{NN}-{SEQ3}' }],
};

/** Rule, places and values of each finding of the small call after a change. */
function found(change: (call: ReturnType<typeof smallCall>) => Partial<CallDefinition>) {
  const call = smallCall();
  const changed: CallDefinition = { ...call, ...change(call) };
  return checkCall(changed, readFlow(changed.flow, 'en'), outside).map(({ rule, at, message }) => [
    rule,
    at.map((address) => address.join(' ')),
    message.values ?? {},
  ]);
}

const cutoff = (nth: number, change: Partial<CallDefinition['cutoffs'][number]>) => {
  const { cutoffs } = smallCall();
  return { cutoffs: cutoffs.map((one, at) => (at === nth ? { ...one, ...change } : one)) };
};
const amounts = (...limits: object[]) =>
  limits.map((limit) => ({
    id: 'north-cpu',
    disabled: false,
    min: null,
    max: null,
    fixed: null,
    pool: null,
    ...limit,
  }));

describe('checkCall', () => {
  it('finds nothing in a call that is in order', () => {
    expect(found(() => ({}))).toEqual([]);
  });

  it.each<[string, Parameters<typeof found>[0], unknown[]]>([
    ['a call without a title', () => ({ title: { en: ' ' } }), [['titleMissing', ['title'], {}]]],
    [
      'links that led nowhere last',
      () => ({
        links: { guidelineReviewer: 'https://example.org/gone', termsOfReference: 'https://nobody.example/' },
        info: '<p><a href="https://example.org/gone">here</a></p>',
      }),
      [
        [
          'linkBroken',
          ['links guidelineReviewer', 'info'],
          { address: 'https://example.org/gone', status: '404' },
        ],
        ['linkUnreachable', ['links termsOfReference'], { address: 'https://nobody.example/' }],
      ],
    ],
    ['a call without cut-offs', () => ({ cutoffs: [] }), [['cutoffNone', ['cutoffs'], {}]]],
    [
      'a cut-off that ends as it starts',
      (call) => cutoff(1, { end: call.cutoffs[1]?.start ?? '' }),
      [['cutoffOrder', ['cutoffs 2 end'], { n: 2 }]],
    ],
    [
      'a cut-off that opens while another one is open',
      (call) => cutoff(1, { start: call.cutoffs[0]?.start ?? '' }),
      [['cutoffOverlap', ['cutoffs 1', 'cutoffs 2'], {}]],
    ],
    ['a cut-off that lasts until the next one starts', () => cutoff(0, { end: null }), []],
    [
      'a cut-off without amounts',
      () => cutoff(0, { amounts: [] }),
      [['amountsNone', ['cutoffs 1 amounts'], { n: 1 }]],
    ],
    [
      'a partition that does not exist, at two cut-offs',
      ({ cutoffs }) => ({ cutoffs: cutoffs.map((one) => ({ ...one, amounts: amounts({ id: 'south' }) })) }),
      [['partitionUnknown', ['cutoffs 1 amounts south', 'cutoffs 2 amounts south'], { partition: 'south' }]],
    ],
    [
      'a partition twice',
      () => cutoff(0, { amounts: amounts({}, {}) }),
      [
        [
          'partitionTwice',
          ['cutoffs 1 amounts north-cpu', 'cutoffs 1 amounts north-cpu'],
          { partition: 'North CPU' },
        ],
      ],
    ],
    [
      'limits beside a fixed amount',
      () => cutoff(0, { amounts: amounts({ fixed: '5', max: '9' }) }),
      [['amountFixed', ['cutoffs 1 amounts north-cpu'], { partition: 'North CPU' }]],
    ],
    [
      'a minimum above the maximum, beyond what floats tell apart',
      () => cutoff(0, { amounts: amounts({ min: '9007199254740993', max: '9007199254740992' }) }),
      [['amountOrder', ['cutoffs 1 amounts north-cpu'], { partition: 'North CPU' }]],
    ],
    [
      'a link that would run',
      () => ({ links: { link1: { title: 'Guide', address: 'javascript:alert(1)' } } }),
      [['linkUnsafe', ['links link1 address'], { address: 'javascript:alert(1)' }]],
    ],
    [
      'links to a document that the call does not have',
      () => ({
        links: { guidelineReviewer: 'document:guide', termsOfReference: 'document:terms' },
        info: { en: '<a href="document:guide">guide</a>' },
      }),
      [['documentUnknown', ['links guidelineReviewer', 'info'], { document: 'guide' }]],
    ],
    [
      'a document without a title',
      ({ documents }) => ({ documents: documents.map((one) => ({ ...one, title: { en: ' ' } })) }),
      [['documentTitle', ['documents terms title'], { n: 1 }]],
    ],
    [
      'a link without a title and without an address',
      () => ({ links: { link2: { title: { en: '' }, address: 'https://' } } }),
      [
        ['linkTitle', ['links link2 title'], { n: 2 }],
        ['linkUnsafe', ['links link2 address'], { address: 'https://' }],
      ],
    ],
    [
      'a document twice',
      ({ documents }) => ({ documents: [...documents, ...documents] }),
      [['documentTwice', ['documents terms'], { document: 'terms' }]],
    ],
    [
      'the name of another call',
      () => ({ code: 'OLD', year: 2025 }),
      [['callTwice', ['code', 'year', 'number'], { call: 'OLD 2025 1' }]],
    ],
    [
      'a pattern that gives the ids of another call',
      () => ({ uidPattern: 'X-2025O01-{SEQ3}' }),
      [['uidTwice', ['uidPattern'], { call: 'OLD 2025 1', uid: 'X-2025O01-001' }]],
    ],
    [
      'a flow without steps',
      () => ({ flow: { version: 1, steps: [] }, ...cutoff(0, {}) }),
      [['stepNone', ['flow steps'], {}]],
    ],
    [
      'a field that names what does not exist',
      ({ flow }) => ({
        flow: {
          ...flow,
          steps: flow.steps.map((step, nth) =>
            nth > 0
              ? step
              : {
                  ...step,
                  forms: step.forms.map((form) => ({
                    ...form,
                    elements: [
                      {
                        id: 'plan',
                        type: 'upload',
                        title: 'Plan',
                        config: { upload: { templateId: 'plan' } },
                      },
                      {
                        id: 'people',
                        type: 'group',
                        title: 'People',
                        children: [{ id: 'land', type: 'select', title: 'Land', optionsGroup: 'lands' }],
                      },
                      {
                        id: 'tick',
                        type: 'checkbox',
                        title: 'I accept',
                        config: { link: 'terms_of_reference' },
                      },
                    ],
                  })),
                },
          ),
        },
        links: {},
      }),
      [
        ['templateUnknown', ['flow steps APP forms F1 elements plan'], { field: 'Plan', document: 'plan' }],
        [
          'listUnknown',
          ['flow steps APP forms F1 elements people children land'],
          { field: 'Land', list: 'lands' },
        ],
        [
          'termsMissing',
          ['flow steps APP forms F1 elements tick', 'links termsOfReference'],
          { field: 'I accept' },
        ],
      ],
    ],
    ...(
      [
        ['of the first step', 'APP', 'timeframeFirst', {}],
        ['of a step that does not exist', 'GONE', 'stepUnknown', { step: 'GONE' }],
      ] as const
    ).map(([what, step, rule, values]): [string, Parameters<typeof found>[0], unknown[]] => [
      `a timeframe ${what}`,
      () => cutoff(0, { timeframes: [{ id: step, start: '2026-05-01T08:00:00Z', end: null }] }),
      [[rule, [`cutoffs 1 timeframes ${step}`], values]],
    ]),
    [
      'a timeframe that ends before it starts, and one twice',
      ({ cutoffs }) => {
        const [frame] = cutoffs[0]?.timeframes ?? [];
        if (frame === undefined) throw new Error('no timeframe');
        const early = { ...frame, end: '2026-01-01T08:00:00Z' };
        return {
          cutoffs: cutoffs.map((one, nth) => ({ ...one, timeframes: nth === 0 ? [early] : [frame, frame] })),
        };
      },
      [
        ['timeframeOrder', ['cutoffs 1 timeframes CHECK'], { step: 'Check' }],
        ['timeframeTwice', ['cutoffs 2 timeframes CHECK', 'cutoffs 2 timeframes CHECK'], { step: 'Check' }],
      ],
    ],
  ])('finds %s', (_what, change, findings) => {
    expect(found(change)).toEqual(findings);
  });
});
