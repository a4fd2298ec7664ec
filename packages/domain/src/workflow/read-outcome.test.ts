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
  if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
  return parsed.flow;
}

const flow = flowOf(application, check, technical, decision);
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
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

it('finds nothing wrong with steps that judge, turn down and decide, or tick and decide nothing', () => {
  expect(checkDecisions(flow)).toEqual([]);
  const ticked = {
    id: 'a',
    type: 'toggle',
    title: 'a',
    config: { outcome: { true: 'approved', false: 'rejected' } },
  };
  const sound = [step('J', 1, [ticked], { judges: 'APP' }), step('T', 1, [], { perPartition: true })];
  expect(checkDecisions(flowOf(application, ...sound))).toEqual([]);
});
