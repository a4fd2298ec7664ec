import { describe, expect, it } from 'vitest';
import { compileFlow } from '../forms/compile.ts';
import { checkDecisions } from '../forms/decisions.ts';
import { parseFlow } from '../forms/definition.ts';
import { applyChange, finalAnswers, openSubmission } from '../forms/submission.ts';
import type { Answer, Change, Flow, FormContext } from '../forms/types.ts';
import { readOutcome } from './read-outcome.ts';

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

const shownWhen = (element: string, ...values: string[]) => ({
  effects: [{ effect: 'visible', validations: [[{ element, type: 'equal', values }]] }],
});
const choice = (id: string, outcome: Record<string, string>, config: object = {}) => ({
  id,
  type: 'select',
  title: id,
  config: { required: true, outcome, ...config },
  items: Object.keys(outcome),
});
const text = (id: string, meaning: string, more: object = {}) => ({
  id,
  type: 'textarea',
  title: id,
  config: { id: meaning },
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

const application = step('APP', 0, [{ id: 'title', type: 'text', title: 'Title' }]);
const check = step(
  'ADM',
  1,
  [
    choice('dec', { ok: 'approved', no: 'rejected', ask: 'request_changes' }),
    text('why', 'outcome_reason', shownWhen('dec', 'no')),
    text('msg', 'outcome_message', shownWhen('dec', 'ask')),
    {
      id: 'until',
      type: 'date',
      title: 'Until',
      config: { id: 'outcome_deadline' },
      ...shownWhen('dec', 'ask'),
    },
  ],
  { judges: 'APP' },
);
const technical = step(
  'TEC',
  2,
  [
    choice('class', { yes: 'approved', conditions: 'approved', no: 'rejected' }),
    text('because', 'outcome_reason'),
  ],
  { perPartition: true },
);
const rows = {
  id: 'parts',
  type: 'group',
  title: 'Partition',
  config: { rowsFrom: 'partitions' },
  children: [
    { id: 'part', type: 'select-partition', title: 'Partition', config: { id: 'decision_partition' } },
    choice('result', { all: 'awarded', some: 'reduced', list: 'reserve', none: 'rejected' }),
    {
      id: 'amount',
      type: 'number',
      title: 'Amount',
      config: { id: 'decision_amount' },
      ...shownWhen('result', 'all', 'some'),
    },
    text('row_why', 'outcome_reason'),
  ],
};
const decision = step('ALL', 3, [rows, text('letter', 'outcome_message')], { final: true });

function flowOf(...steps: object[]): Flow {
  const parsed = parseFlow({ version: 1, steps });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.sentence);
  return parsed.flow;
}

const flow = flowOf(application, check, technical, decision);
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.sentence);
const { plan } = compiled;

/** What a submission of the step with these answers decides: rows by their number, others in no row. */
function outcomeOf(stepId: string, answers: Record<string, string>, inRows: Record<string, string>[] = []) {
  const found = flow.steps.find(({ id }) => id === stepId);
  if (found === undefined) throw new Error(`no step ${stepId}`);
  const answersOf = (given: Record<string, string>, groupId: string | null): Answer[] =>
    Object.entries(given).map(([elementId, value]) => ({ elementId, groupId, values: [value] }));
  const s = openSubmission(plan, stepId, { answers: answersOf(answers, null), rows: [], context });
  inRows.forEach((given, at) => {
    const changes: Change[] = [
      { kind: 'add-row', elementId: 'parts', groupId: `row ${at}` },
      ...answersOf(given, `row ${at}`).map((answer): Change => ({ kind: 'set', ...answer })),
    ];
    for (const change of changes) applyChange(s, change);
  });
  return readOutcome(found, finalAnswers(s));
}

describe('readOutcome', () => {
  it('reads the judgement of a step that judges, with the reason that was shown and the day until which to answer', () => {
    const all = { why: ' Not eligible. ', msg: 'Add the CV.', until: '2026-11-28' };
    expect(outcomeOf('ADM', { dec: 'ok', ...all })).toEqual({
      kind: 'judgement',
      outcome: 'approved',
      reason: null,
      deadline: null,
    });
    expect(outcomeOf('ADM', { dec: 'no', ...all })).toEqual({
      kind: 'judgement',
      outcome: 'rejected',
      reason: 'Not eligible.',
      deadline: null,
    });
    expect(outcomeOf('ADM', { dec: 'ask', ...all })).toEqual({
      kind: 'judgement',
      outcome: 'request_changes',
      reason: 'Add the CV.',
      deadline: '2026-11-28',
    });
  });

  it('reads whether a partition is accepted', () => {
    expect(outcomeOf('TEC', { class: 'conditions', because: 'Fits.' })).toEqual({
      kind: 'partition',
      accepted: true,
      reason: 'Fits.',
    });
    expect(outcomeOf('TEC', { class: 'no' })).toEqual({ kind: 'partition', accepted: false, reason: null });
  });

  it('reads a decision for each partition, in the order of the rows, with a reason of its own or the common one', () => {
    expect(
      outcomeOf('ALL', { letter: 'As ranked.' }, [
        { part: 'lumi-c', result: 'some', amount: '5000', row_why: 'Less is enough.' },
        { part: 'vega-cpu', result: 'none', amount: '7000' },
        { part: 'mn5-acc', result: 'list', row_why: ' ' },
        { part: 'lumi-g', result: 'all', amount: '60000' },
      ]),
    ).toEqual({
      kind: 'final',
      rows: [
        {
          partitionId: 'lumi-c',
          outcome: 'reduced',
          amount: '5000',
          reason: 'Less is enough.',
          startsOn: null,
          endsOn: null,
        },
        {
          partitionId: 'vega-cpu',
          outcome: 'rejected',
          amount: null,
          reason: 'As ranked.',
          startsOn: null,
          endsOn: null,
        },
        {
          partitionId: 'mn5-acc',
          outcome: 'reserve',
          amount: null,
          reason: 'As ranked.',
          startsOn: null,
          endsOn: null,
        },
        {
          partitionId: 'lumi-g',
          outcome: 'awarded',
          amount: '60000',
          reason: 'As ranked.',
          startsOn: null,
          endsOn: null,
        },
      ],
    });
    expect(outcomeOf('ALL', {})).toEqual({ kind: 'final', rows: [] });
  });

  it('leaves a reason in the form that is for an audience of it, but for the message of a change request', () => {
    const forPanel = { config: { audience: 'panel_only' } };
    const hidden = (one: object & { config?: object }, and: object = {}) => ({
      ...one,
      config: { ...one.config, ...forPanel.config, ...and },
    });
    const answered = (
      stepId: string,
      elements: object[],
      answers: Record<string, string>,
      more: object = {},
    ) => {
      const [found] = flowOf(step(stepId, 0, elements, more)).steps;
      if (found === undefined) throw new Error(`no step ${stepId}`);
      const inRow = ['part', 'result', 'row_why'];
      const outcome = readOutcome(found, {
        answers: Object.entries(answers).map(([elementId, value]) => ({
          elementId,
          groupId: inRow.includes(elementId) ? 'row' : null,
          values: [value],
        })),
        rows: [{ id: 'row', elementId: 'parts', order: 0 }],
      });
      return outcome?.kind === 'final' ? outcome.rows.map(({ reason }) => reason) : outcome?.reason;
    };
    const judges = (dec: string) =>
      answered(
        'ADM',
        [
          choice('dec', { no: 'rejected', ask: 'request_changes' }),
          hidden(text('why', 'outcome_reason')),
          hidden(text('msg', 'outcome_message')),
        ],
        { dec, why: 'Known fraud.', msg: 'Add the CV.' },
        { judges: 'APP' },
      );
    expect([judges('no'), judges('ask')]).toEqual([null, 'Add the CV.']);
    const told = { part: 'lumi-c', result: 'none', row_why: 'Known fraud.', letter: 'As ranked.' };
    const final = (group: object) =>
      answered('ALL', [group, text('letter', 'outcome_message')], told, { final: true });
    const [reason, ...others] = rows.children.toReversed();
    expect(final(rows)).toEqual(['Known fraud.']);
    expect(final({ ...rows, children: [...others, hidden(reason ?? {})] })).toEqual(['As ranked.']);
    expect(final(hidden(rows))).toEqual(['As ranked.']);
  });

  it('reads nothing of a step that decides nothing, or of one that is not answered', () => {
    expect(outcomeOf('APP', { title: 'Waves' })).toBeNull();
    expect(outcomeOf('ADM', {})).toBeNull();
    expect(outcomeOf('TEC', { because: 'Late.' })).toBeNull();
    expect(outcomeOf('ALL', {}, [{ part: 'lumi-c' }, { result: 'none' }])).toEqual({
      kind: 'final',
      rows: [],
    });
  });
});

describe('checkDecisions', () => {
  const faultsOf = (...steps: object[]) =>
    checkDecisions(flowOf(application, ...steps)).map(({ path, sentence }) => [path, sentence]);

  it('finds nothing wrong with steps that judge, turn down and decide', () => {
    expect(checkDecisions(flow)).toEqual([]);
  });

  it('says that a step judges what is unknown, later, or itself', () => {
    const decides = [choice('a', { yes: 'approved' })];
    expect(
      checkDecisions(
        flowOf(
          application,
          step('J1', 1, decides, { judges: 'X' }),
          step('J2', 2, [choice('b', { yes: 'approved' })], { judges: 'J3' }),
          step('J3', 3, [choice('c', { yes: 'approved' })], { judges: 'J3' }),
        ),
      ),
    ).toEqual([
      {
        code: 'unknown_reference',
        path: 'step J1 › judges',
        sentence: "Step J1 judges 'X', which does not exist.",
      },
      {
        code: 'bad_step_order',
        path: 'step J2 › judges',
        sentence: "Step J2 judges 'J3', which does not come before it.",
      },
      {
        code: 'bad_step_order',
        path: 'step J3 › judges',
        sentence: "Step J3 judges 'J3', which does not come before it.",
      },
    ]);
  });

  it('says that an outcome is missing, doubled, or about nothing', () => {
    expect(faultsOf(step('J', 1, [text('why', 'outcome_reason')], { judges: 'APP' }))).toEqual([
      ['step J', 'Step J judges another step, but none of its elements has an outcome.'],
    ]);
    const two = [choice('a', { yes: 'approved' }), choice('b', { yes: 'approved' })];
    expect(faultsOf(step('J', 1, two, { judges: 'APP' }))).toEqual([
      ['step J › element b', "'b' decides something, but so does 'a'."],
    ]);
    expect(faultsOf(step('J', 1, two.slice(0, 1)))).toEqual([
      ['step J › element a', "'a' decides something, but step J is about nothing that it could decide."],
    ]);
    expect(faultsOf(step('T', 1, [], { perPartition: true }))).toEqual([]);
  });

  it('says that the values do not fit: another kind of step, an answer without outcome, an outcome without answer', () => {
    expect(faultsOf(step('J', 1, [choice('a', { yes: 'awarded' })], { judges: 'APP' }))).toEqual([
      [
        'step J › element a',
        "'a' decides 'awarded', but step J judges another step: approved, rejected, request_changes.",
      ],
    ]);
    expect(
      faultsOf(
        step('T', 1, [choice('a', { yes: 'approved', no: 'request_changes' })], { perPartition: true }),
      ),
    ).toEqual([
      [
        'step T › element a',
        "'a' decides 'request_changes', but step T decides about one partition: approved, rejected.",
      ],
    ]);
    const odd = { ...choice('a', { yes: 'approved', no: 'rejected' }), items: ['yes', 'perhaps'] };
    expect(faultsOf(step('J', 1, [odd], { judges: 'APP' }))).toEqual([
      ['step J › element a', "'a' decides nothing when the answer is 'perhaps'."],
      ['step J › element a', "'a' decides something by 'no', which is not among its options."],
    ]);
    const typed = {
      id: 'a',
      type: 'text',
      title: 'a',
      config: { required: true, outcome: { yes: 'approved' } },
    };
    expect(faultsOf(step('J', 1, [typed], { judges: 'APP' }))).toEqual([
      [
        'step J › element a',
        "'a' decides something, so it has to be a choice with options of its own, or a tick.",
      ],
    ]);
    const ticked = {
      id: 'a',
      type: 'toggle',
      title: 'a',
      config: { outcome: { true: 'approved', false: 'rejected' } },
    };
    expect(faultsOf(step('J', 1, [ticked], { judges: 'APP' }))).toEqual([]);
  });

  it('says that a decision could be left out', () => {
    const expectedReasons = [
      ['step J › element a', "The decision in 'a' could be left out: it must be required and always shown."],
    ];
    for (const config of [{ required: false }, { hidden: true }, { readOnly: true }])
      expect(faultsOf(step('J', 1, [choice('a', { yes: 'approved' }, config)], { judges: 'APP' }))).toEqual(
        expectedReasons,
      );
    const shy = { ...choice('a', { yes: 'approved' }), ...shownWhen('title', 'x') };
    expect(faultsOf(step('J', 1, [shy], { judges: 'APP' }))).toEqual(expectedReasons);
  });

  it('says what a final step lacks: its rows, their partition, amount and outcome', () => {
    const final = (elements: object[], more: object = {}) =>
      step('ALL', 1, elements, { final: true, ...more });
    const needs =
      'Step ALL decides the application, so it needs one group with a row for each partition (rowsFrom: partitions)';
    const [part, result, amount] = rows.children;
    expect(faultsOf(final([choice('result', { all: 'awarded' })]))).toEqual([['step ALL', `${needs}.`]]);
    expect(faultsOf(final([rows, { ...rows, id: 'more', children: [] }]))).toEqual([
      ['step ALL', `${needs}, and no second one.`],
    ]);
    expect(faultsOf(final([{ ...rows, children: [result] }]))).toEqual([
      ['step ALL › element parts', "The rows of 'parts' do not say their partition (decision_partition)."],
      ['step ALL › element parts', "The rows of 'parts' do not say the amount (decision_amount)."],
    ]);
    expect(faultsOf(final([{ ...rows, children: [part, amount] }, result ?? {}]))).toEqual([
      ['step ALL › element result', "'result' has to stand in 'parts', once for each partition."],
    ]);
    expect(faultsOf(final([{ ...rows, config: { ...rows.config, hidden: true } }]))).toEqual([
      [
        'step ALL › element parts',
        "The decision in 'parts' could be left out: it must be required and always shown.",
      ],
    ]);
    expect(faultsOf(final([rows], { perPartition: true }))).toEqual([
      ['step ALL', 'Step ALL decides about all partitions, so it cannot be done for each of them.'],
    ]);
  });

  it('says that a meaning holds the wrong thing, or stands in rows that decide nothing', () => {
    const judging = (...elements: object[]) =>
      faultsOf(step('J', 1, [choice('a', { yes: 'approved' }), ...elements], { judges: 'APP' }));
    expect(judging(text('b', 'outcome_deadline'))).toEqual([
      ['step J › element b', "'b' means outcome_deadline, so it has to hold a date."],
    ]);
    expect(judging({ id: 'g', type: 'group', title: 'g', children: [text('b', 'outcome_reason')] })).toEqual([
      ['step J › element b', "'b' means outcome_reason, but stands in rows that decide nothing."],
    ]);
    const inside = { id: 'g', type: 'group', title: 'g', children: [choice('c', { yes: 'approved' })] };
    expect(faultsOf(step('J', 1, [inside], { judges: 'APP' }))).toEqual([
      ['step J › element c', "'c' stands in rows, but step J decides one thing only."],
    ]);
  });
});
