import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { FormContext, Step } from '@clearcall/domain/forms/types.ts';
import type { Payee } from '@clearcall/domain/people/user.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, test } from 'vitest';
import { awardTexts, beforeDecision, decisionTexts, judgementTexts } from './decision-texts.ts';
import { latestDue, withLatestDue } from './latest-due.ts';

await startTexts(['frame', 'parts', 'forms', 'workflow', 'editor'], 'en');

const element = (id: string, type: string, config: object = {}, more: object = {}) => ({
  id,
  type,
  title: id,
  config,
  ...more,
});
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
    step('Application', 0, [element('title', 'text')], { ownerRole: 'applicant' }),
    step(
      'Check',
      1,
      [
        element(
          'verdict',
          'select',
          { required: true, outcome: { ok: 'approved', no: 'rejected', ask: 'request_changes' } },
          { items: ['ok', 'no', 'ask'] },
        ),
        element('until', 'date', { id: 'outcome_deadline' }),
      ],
      { judges: 'Application' },
    ),
    step(
      'Technical review',
      2,
      [
        element(
          'fits',
          'select',
          { required: true, outcome: { yes: 'approved', no: 'rejected' } },
          { items: ['yes', 'no'] },
        ),
        element('proposed', 'number', { id: 'technical_limit' }),
      ],
      { perPartition: true, config: { hasLead: true } },
    ),
    step('Panel', 3, [
      element('place', 'number', { id: 'rank' }),
      element('Panel score', 'number', { id: 'panel_score', decimals: 1 }),
      element('amount', 'number', { id: 'advised_amount' }),
      element('Merit', 'number', { min: '0', max: '5', decimals: 1, step: '0.5' }),
      element('Plan', 'number', { min: '0', max: '5', decimals: 1, step: '0.5' }),
      element(
        'Sum',
        'number',
        { readOnly: true, decimals: 1 },
        { effects: [{ effect: 'sum', of: [{ element: 'Merit' }, { element: 'Plan' }] }] },
      ),
      element(
        'Overall',
        'select',
        { id: 'overall' },
        {
          items: [
            { value: 'bad', label: 'Flawed' },
            { value: 'fair', label: 'Fair' },
            { value: 'good', label: 'Strong' },
          ],
        },
      ),
      element('share', 'select', { id: 'advised_share' }, { items: ['full', 'part'] }),
    ]),
    step(
      'Acceptance',
      5,
      [
        element(
          'accepted',
          'select',
          { outcome: { accept: 'accept', decline: 'decline' } },
          { items: ['accept', 'decline'] },
        ),
      ],
      { type: 'acceptance', ownerRole: 'applicant' },
    ),
    step('Onboarding', 6, [
      element('Project code', 'text', { id: 'local_project_code' }),
      element('Start', 'date', { id: 'award_start' }),
    ]),
    step('Payment', 7, [
      element(
        'experts',
        'group',
        {},
        { children: [element('who', 'text'), element('fee', 'number', { decimals: 2 })] },
      ),
      element(
        'All experts',
        'number',
        { id: 'payment_total', decimals: 2, unit: 'EUR' },
        { effects: [{ effect: 'sum', of: [{ element: 'fee' }] }] },
      ),
    ]),
    step(
      'Decision',
      4,
      [
        element(
          'rows',
          'group',
          { rowsFrom: 'partitions' },
          {
            children: [
              element('part', 'select-partition', { id: 'decision_partition' }),
              element(
                'dec',
                'select',
                { required: true, outcome: { yes: 'awarded', less: 'reduced', no: 'rejected' } },
                { items: ['yes', 'less', 'no'] },
              ),
              element('given', 'number', { id: 'decision_amount' }),
              element('from', 'date', { id: 'award_start' }),
              element('to', 'date', { id: 'award_end' }),
            ],
          },
        ),
      ],
      { final: true },
    ),
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const { flow } = parsed;
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error('the flow does not compile');
const { plan } = compiled;

const partitions = ['cpu', 'gpu'].map((id) => ({
  id,
  name: id === 'cpu' ? 'Leonardo DCGP' : 'Leonardo Booster',
  kind: id,
  unit: 'node hours',
  disabled: false,
  min: null,
  max: null,
  fixed: null,
  pool: null,
}));
const context: FormContext = {
  today: '2026-11-26',
  callCode: 'REG',
  cutoff: null,
  partitions,
  options: {},
  submitted: [],
  ownPartitionId: null,
  applicationPartitions: ['cpu', 'gpu'],
  documents: [],
};
const application = {
  call: { timeZone: 'Europe/Luxembourg', unit: 'node hours' },
  steps: flow.steps,
  partitions,
  decisions: [],
  assignments: [{ id: 'app', stepId: 'Application', partitionId: null, status: 'submitted' }],
  process: flow.steps.map(({ id, title, ownerRole }, at) => ({
    id,
    title,
    ownerRole,
    yours: false,
    start: null,
    end: null,
    state: at < 2 ? 'done' : 'coming',
    here: false,
  })),
} as unknown as Application;

type Given = [element: string, value: string, partition?: string];
interface More {
  changes?: number;
  tense?: 'now' | 'done';
  partitionId?: string;
  isLead?: boolean;
  owner?: NonNullable<Assignment['owner']>;
  formFacts?: NonNullable<Assignment['formFacts']>;
  known?: Partial<Application>;
  payees?: Payee[];
}
function textsOf(stepId: string, answers: Given[], more: More = {}) {
  const its = flow.steps.find(({ id }) => id === stepId);
  if (its === undefined) throw new Error(stepId);
  const store = new FormStore({
    plan,
    step: its,
    answers: [],
    rows: [],
    context,
    editable: true,
    newId: () => '018f0000-0000-7000-8000-000000000001',
  });
  for (const [elementId, value, row] of answers) {
    const groupId =
      row === undefined ? null : row === 'added' ? store.addRow('experts') : givenRowId('rows', row);
    store.set({ elementId, groupId }, [value]);
    // The name of the person of an added row.
    if (row === 'added') store.set({ elementId: 'who', groupId }, ['Ada Moe']);
  }
  const {
    partitionId = null,
    isLead = true,
    owner,
    formFacts,
    changes = 0,
    tense = 'now',
    known,
    ...rest
  } = more;
  return decisionTexts(
    { ...application, ...known },
    { assignment: { partitionId, isLead, owner, formFacts } as Assignment, step: its, store },
    { changes, tense, at: new Date('2026-11-26T10:00:00.000Z'), ...rest },
  );
}
function said(...given: Parameters<typeof textsOf>) {
  const { says, follows } = textsOf(...given);
  return [...says, follows];
}

const undated = 'What happens next: Technical review (Peer Review Officer). The date is not known yet.';

test('a check says that it approves, and what follows', () => {
  expect(said('Check', [['verdict', 'ok']])).toEqual(['You approve ‘Application’.', undated]);
  expect(said('Check', [['verdict', 'ok']], { tense: 'done' })[0]).toBe('You approved ‘Application’.');
});

test('a check that asks for changes says how many, until when in which zone, and that it opens again', () => {
  const reopens = 'The answers can be changed until then. This step opens again after they are resubmitted.';
  const asked: Given[] = [
    ['verdict', 'ask'],
    ['until', '2026-12-03'],
  ];
  expect(said('Check', asked, { changes: 1 })).toEqual([
    'You ask the applicant for 1 change by 03-12-2026 23:59 (Luxembourg time).',
    reopens,
  ]);
  expect(said('Check', asked, { changes: 2, tense: 'done' })).toEqual([
    'You asked the applicant for 2 changes by 03-12-2026 23:59 (Luxembourg time).',
    reopens,
  ]);
  expect(said('Check', asked)[0]).toBe(
    'You request changes to ‘Application’, due by 03-12-2026 23:59 (Luxembourg time).',
  );
  // Where no day is named, the one that the machine will set.
  expect(said('Check', [['verdict', 'ask']], { changes: 1 })[0]).toContain('01-12-2026 23:59');
});

test('a check that rejects says that nothing else starts', () => {
  expect(said('Check', [['verdict', 'no']])).toEqual([
    'You reject ‘Application’.',
    'No further step starts. The applicant sees the result after its release.',
  ]);
  expect(said('Check', [['verdict', 'no']], { tense: 'done', known: { status: 'rejected' } })).toEqual([
    'You rejected ‘Application’.',
    'No further step starts. The applicant can see the result.',
  ]);
});

test('a technical review says what becomes of its partition, with the amount and its unit', () => {
  const answers: Given[] = [
    ['fits', 'yes'],
    ['proposed', '60000'],
  ];
  expect(said('Technical review', answers, { partitionId: 'cpu' })).toEqual([
    'You accept Leonardo DCGP.',
    'You advise 60\u202f000 node hours on Leonardo DCGP.',
    'What happens next: Panel (Peer Review Officer). The date is not known yet.',
  ]);
  expect(said('Technical review', [['fits', 'no']], { partitionId: 'cpu', isLead: false })).toEqual([
    'You turn down Leonardo DCGP.',
    'If another person leads this step, the decision of that person counts.',
    'Leonardo DCGP leaves the later steps and the award.',
  ]);
  const owner = { id: 7, firstName: 'Ada', lastName: 'Moe' };
  const alone = { stepId: 'Technical review', partitionId: 'cpu', role: 'technical_reviewer', isLead: false };
  const nobodyElse = said('Technical review', [['fits', 'no']], {
    partitionId: 'cpu',
    isLead: false,
    owner: { ...owner, role: 'technical_reviewer' },
    known: { assigned: [{ ...alone, owner }] },
  });
  expect(nobodyElse[1]).toBe('Leonardo DCGP leaves the later steps and the award.');
  const assigned = ['gpu', 'cpu'].map((partitionId, at) => ({
    stepId: 'Technical review',
    partitionId,
    role: 'technical_reviewer',
    owner,
    isLead: at === 1,
  }));
  const known = said('Technical review', [['fits', 'no']], {
    partitionId: 'cpu',
    isLead: false,
    known: { assigned },
  });
  expect(known[1]).toBe('Ada Moe leads this step, so the decision of that person counts.');
});

test('a panel says rank and amount', () => {
  const answers: Given[] = [
    ['place', '4'],
    ['amount', '96000000'],
  ];
  expect(said('Panel', answers).slice(0, 2)).toEqual([
    'You give the application rank 4.',
    'You advise 96\u202f000\u202f000 node hours.',
  ]);
  expect(said('Panel', [...answers, ['Panel score', '12.5']]).slice(0, 2)).toEqual([
    'Panel score: 12.5.',
    'You give the application rank 4.',
  ]);
});

test('a review says its overall rating, before and after', () => {
  expect(said('Panel', [['Overall', 'bad']])[0]).toBe('Overall: Flawed.');
  expect(said('Panel', [['Overall', 'bad']], { tense: 'done' })[0]).toBe('Overall: Flawed.');
});

test('a review is remarked before it is submitted if its overall rating contradicts its scores', () => {
  const remarks = (overall: string, merit: string, plan: string, more: More = {}) =>
    textsOf(
      'Panel',
      [
        ['Overall', overall],
        ['Merit', merit],
        ['Plan', plan],
      ].filter((one) => one[1] !== '') as Given[],
      more,
    ).remarks;
  const remark =
    'The overall rating ‘Flawed’ does not fit the sum of the scores, 10 of 10. Check both. You can submit all the same.';
  expect(remarks('bad', '5', '5')).toEqual([remark]);
  expect(remarks('good', '0', '0').length).toBe(1);
  expect([remarks('bad', '0', '0.5'), remarks('fair', '5', '5'), remarks('good', '4', '4')]).toEqual([
    [],
    [],
    [],
  ]);
  expect([
    remarks('', '5', '5'),
    remarks('bad', '5', ''),
    remarks('bad', '5', '5', { tense: 'done' }),
  ]).toEqual([[], [], []]);
});

test('a committee is remarked before it submits if the panel has not ranked', () => {
  const awardLimits = [{ partitionId: 'cpu', awaitsRank: true }] as Application['awardLimits'];
  const known = { awardLimits: awardLimits ?? [] };
  const remark = 'The panel has not ranked this application yet. You can decide all the same.';
  expect(textsOf('Decision', [], { known }).remarks).toEqual([remark]);
  expect([textsOf('Decision', []).remarks, textsOf('Panel', [], { known }).remarks]).toEqual([[], []]);
  expect(textsOf('Decision', [], { known, tense: 'done' }).remarks).toEqual([]);
});

test('a panel is told before it submits which applications have the same rank', () => {
  const ranks = [
    { uid: 'REG-001', rank: '4' },
    { uid: 'REG-002', rank: '5' },
  ];
  const twice = (rank: string, tense: 'now' | 'done' = 'now') =>
    textsOf('Panel', [['place', rank]], { known: { ranks }, tense }).remarks;
  expect(twice('4')).toEqual(['Rank 4 is already given to REG-001. You can submit all the same.']);
  expect([twice('6'), twice('4', 'done')]).toEqual([[], []]);
});

test('a payment says who gets how much, and remarks people without bank details', () => {
  const payee = { id: 1, firstName: 'Ada', lastName: 'Moe', reviews: 1, iban: null } as Payee;
  const { says, remarks } = textsOf('Payment', [['fee', '150', 'added']], {
    payees: [payee, { ...payee, firstName: 'Bea' }, { ...payee, iban: 'LU280019400644750000' }],
  });
  expect(says).toEqual(['Ada Moe: 150 EUR.', 'All experts: 150 EUR.']);
  expect(remarks).toEqual([
    'The bank details of Ada Moe and Bea Moe are not entered yet. Check your answers about them. You can submit all the same.',
  ]);
  expect(textsOf('Payment', [], { payees: [payee], tense: 'done' }).remarks).toEqual([]);
});

test('an acceptance names what was awarded, a refusal what follows', () => {
  const row = { partitionId: 'cpu', reason: null, startsOn: null, endsOn: null };
  const decisions = [
    { ...row, outcome: 'reduced', amount: '40000' },
    { ...row, partitionId: 'gpu', outcome: 'rejected', amount: null },
  ] as Application['decisions'];
  const known = { decisions };
  expect(textsOf('Acceptance', [['accepted', 'accept']], { known }).says).toEqual([
    'You accept the award.',
    'Leonardo DCGP: Awarded in part, 40\u202f000 node hours.',
  ]);
  expect(textsOf('Acceptance', [['accepted', 'decline']], { known }).says).toEqual([
    'You decline the award.',
  ]);
  // A declined award ends the application.
  expect(textsOf('Acceptance', [['accepted', 'decline']], { known }).isLast).toBe(true);
  expect(textsOf('Acceptance', [['accepted', 'accept']], { known }).isLast).toBeUndefined();
  const placed = { start: null, end: null, begins: null, here: false };
  const process = [
    { ...placed, id: 'Acceptance', title: 'Acceptance', ownerRole: 'applicant', state: 'running' },
    {
      ...{ ...placed, id: 'Onboarding', title: 'Onboarding', ownerRole: 'pro', state: 'coming' },
      waitsFor: { what: 'submitted', step: 'Acceptance', isConditional: true },
    },
  ] as unknown as Application['process'];
  expect(textsOf('Acceptance', [['accepted', 'accept']], { known: { ...known, process } }).follows).toBe(
    'What happens next: Onboarding (Peer Review Officer), begins after ‘Acceptance’.',
  );
});

test('an onboarding says the code and the period that the applicant reads', () => {
  const answers: Given[] = [
    ['Project code', 'p123'],
    ['Start', '2027-03-01'],
  ];
  expect(textsOf('Onboarding', answers).says).toEqual(['Project code: p123.', 'Start: 01-03-2027.']);
});

test('a review that advises the full amount says so without a sum, which would count what was turned down', () => {
  const limits = ['40000', '90000'].map((requested) => ({ requested })) as Application['awardLimits'];
  const full = (tense: 'now' | 'done', partitionId?: string) =>
    textsOf('Panel', [['share', 'full']], {
      tense,
      known: { awardLimits: limits },
      ...(partitionId === undefined ? {} : { partitionId }),
    }).says;
  expect(full('now')).toEqual(['You advise the full amount requested.']);
  expect(full('done')).toEqual(['You advised the full amount requested.']);
  expect(full('now', 'cpu')).toEqual(['You advise the full amount requested on Leonardo DCGP.']);
});

test('a committee says outcome, amount and days of each partition', () => {
  const answers: Given[] = [
    ['dec', 'less', 'cpu'],
    ['given', '80000', 'cpu'],
    ['from', '2027-03-01', 'cpu'],
    ['to', '2028-02-29', 'cpu'],
    ['dec', 'no', 'gpu'],
  ];
  expect(said('Decision', answers)).toEqual([
    'Leonardo DCGP: Awarded in part, 80\u202f000 node hours, from 01-03-2027 to 29-02-2028.',
    'Leonardo Booster: Not awarded.',
    'The applicant sees the decision after its release.',
  ]);
  const decision = { partitionId: 'cpu', outcome: 'reduced', amount: '80000', reason: null } as const;
  const follows = (tense: 'now' | 'done', isReleased: boolean) =>
    said('Decision', answers, {
      tense,
      known: { decisions: [{ ...decision, startsOn: null, endsOn: null, isReleased }] },
    }).at(-1);
  expect(follows('done', true)).toBe('The applicant can see the released decision.');
  // Another decision after a release waits for its own.
  for (const before of [follows('done', false), follows('now', true)])
    expect(before).toBe('The applicant sees the decision after its release.');
});

test('a decision names the partitions that an earlier step turned down, also if none is left', () => {
  const limits = ['cpu', 'gpu'].map((partitionId) => ({ partitionId })) as Application['awardLimits'];
  const left = (...partitions: string[]) => ({ steps: [], submitted: [], partitions });
  const step = flow.steps.find(({ id }) => id === 'Decision') as Step;
  const texts = (formFacts: ReturnType<typeof left> | undefined) =>
    beforeDecision({ ...application, awardLimits: limits } as Application, {
      assignment: {
        isLead: true,
        ...(formFacts === undefined ? {} : { formFacts }),
      } as unknown as Assignment,
      step,
    });
  expect(texts(left('cpu'))).toEqual([
    'Leonardo Booster: not awarded, because an earlier step turned it down.',
  ]);
  expect(texts(left())).toHaveLength(2);
  expect(texts(left('cpu', 'gpu'))).toEqual([]);
  expect(texts(undefined)).toEqual([]);
  // The question before the decision says the same.
  const { says } = textsOf('Decision', [], { known: { awardLimits: limits }, formFacts: left('cpu') });
  expect(says).toContain('Leonardo Booster: not awarded, because an earlier step turned it down.');
});

test('staff who decide directly read the same', () => {
  const row = { partitionId: 'cpu', outcome: 'awarded', startsOn: null, endsOn: null } as const;
  expect(awardTexts(application, [{ ...row, amount: '90000' }]).says).toEqual([
    'Leonardo DCGP: Awarded, 90\u202f000 node hours.',
  ]);
  const [judged] = flow.steps;
  if (judged === undefined) throw new Error('no first step');
  const texts = (outcome: 'approved' | 'request_changes', due: string | null) =>
    judgementTexts(application, judged, { outcome, due, changes: 1, byStep: null }, 'now');
  expect(texts('request_changes', '2026-12-03T22:59:59.000Z')).toEqual({
    says: ['You ask the applicant for 1 change by 03-12-2026 23:59 (Luxembourg time).'],
    follows: 'The answers can be changed until then. You decide again after they are resubmitted.',
    opensAgain: false,
    remarks: [],
  });
  expect(texts('request_changes', null).says).toEqual([
    'You request changes to ‘Application’. Choose the day by which they are due.',
  ]);
  // The check that would have approved it comes no more.
  expect(texts('approved', null).follows).toBe(undated);
});

test('the latest day for changes is the one before the check ends, in the cut-off of the application', () => {
  const application = {
    call: { timeZone: 'Europe/Luxembourg' },
    cutoff: { id: 2 },
    steps: [
      { id: 'Application' },
      {
        id: 'Check',
        judges: 'Application',
        forms: [{ elements: [{ id: 'until', config: { id: 'outcome_deadline' } }] }],
        timeframes: [
          { cutoffId: 1, end: '2026-11-18T17:00:00.000Z' },
          { cutoffId: 2, end: '2026-12-18T17:00:00.000Z' },
        ],
      },
    ],
  } as unknown as Parameters<typeof latestDue>[0];
  const latest = (day: string, stepId = 'Application') =>
    latestDue(application, stepId, new Date(`${day}T12:00:00.000Z`));
  expect([latest('2026-12-01'), latest('2026-12-18'), latest('2026-12-01', 'Check')]).toEqual([
    '2026-12-17T22:59:59.000Z',
    null,
    null,
  ]);
  const limited = withLatestDue(application, new Date('2026-12-01T12:00:00.000Z'));
  expect((limited.steps as Step[])[1]?.forms[0]?.elements[0]?.config.max).toBe('2026-12-17');
});
