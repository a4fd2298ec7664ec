import { parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import { expect, it } from 'vitest';
import { reviewFlow } from '../../../testing/review-flow.ts';
import { flowRows, type StoredFlow } from './flow-rows.ts';

const parsed = parseFlowDocument(reviewFlow);
if (!parsed.ok) throw new Error('the flow of the tests does not parse');
const flow = parsed.flow as StoredFlow;
const [first, second] = flow.steps;
if (first === undefined || second === undefined) throw new Error('the flow of the tests has two steps');

const noStart = { event: null, anchor: null, days: null, step_id: null };
const startsOf = (...starts: object[]) =>
  flowRows(7, {
    steps: flow.steps,
    automations: starts.map((on, nth) => ({ id: `a${nth}`, on, do: 'assign', step: second.id })) as never,
  });

it('has a row for each step, with its title in one language, and one first step', () => {
  const title = { fr: 'Expertise', de: 'Gutachten' };
  const { flow_steps } = flowRows(7, { steps: [first, { ...second, title }], automations: [] });
  expect(
    flow_steps.map(({ step_id, is_first, title, titles }) => [step_id, is_first, title, titles]),
  ).toEqual([
    [first.id, true, first.title, null],
    [second.id, false, 'Gutachten', title],
  ]);
});

it('opens to a rule the listed answers of the first step that its audience sees, and to all invited people the preview', () => {
  const element = (id: string, config: object, children?: object[]) => ({
    id,
    type: 'text',
    config,
    children,
  });
  const forms = [
    {
      elements: [
        element('t', { id: 'project_title', preview: true }),
        element('f', { id: 'pi_first_name', audience: 'personal' }),
        element('g', { audience: 'personal', preview: true }, [
          element('p', { id: 'partition', preview: true }),
          element('o', { id: 'other', preview: true }),
        ]),
      ],
    },
  ] as never;
  const rule = { role: 'pro', scope: 'call', of: { released: 'DEC' }, audience: ['public'] } as const;
  const own = {
    role: 'reviewer',
    scope: 'assigned',
    of: 'always',
    audience: ['public', 'personal'],
  } as const;
  const view = [rule, own].map((one) => ({ ...one, audience: [...one.audience] }));
  const step = { ...first, forms, permissions: { ...first.permissions, view } };
  const place = { flow_version_id: 7, step_id: first.id };
  expect(flowRows(7, { steps: [step], automations: [] }).view_rules).toEqual([
    {
      ...place,
      ...view[0],
      of: undefined,
      of_kind: 'released',
      of_step: 'DEC',
      reader: null,
      shows: ['project_title'],
    },
    {
      ...place,
      ...view[1],
      ...{ of: undefined, of_kind: 'always', of_step: null, reader: 'assigned' },
      shows: ['project_title', 'pi_first_name', 'partition'],
    },
    {
      ...place,
      ...{
        role: null,
        scope: 'assigned',
        of_kind: 'submitted',
        of_step: null,
        reader: 'assigned',
        audience: [],
      },
      shows: ['project_title', 'partition'],
    },
  ]);
});

it('has a row for each event and moment that starts an automation', () => {
  const { flow_automations } = startsOf(
    { event: 'submitted', step: 'APP' },
    { timer: { before: 'deadline', days: 3 } },
    { timer: { after: 'cutoff', days: 2, step: 'REV' } },
    { unanswered: 5, step: 'REV' },
    { monthly: true },
  );
  expect(flow_automations).toEqual(
    [
      { event: 'submitted', step_id: 'APP' },
      { anchor: 'deadline', days: -3 },
      { anchor: 'cutoff', days: 2, step_id: 'REV' },
      { anchor: 'unanswered', days: 5, step_id: 'REV' },
      { anchor: 'monthly' },
    ].map((start, nth) => ({ flow_version_id: 7, automation_id: `a${nth}`, ...noStart, ...start })),
  );
});

it('names what starts a step, and the step whose arrival the only start waits for', () => {
  const startOf = (...starts: object[]) =>
    startsOf(...starts).flow_steps.flatMap(({ step_id, started_by, awaits_step, awaits_of }) =>
      step_id === second.id ? [started_by, awaits_step, awaits_of] : [],
    );
  const arrival = { event: 'all_at_step', step: 'REV' };
  expect(startOf()).toEqual([null, null, null]);
  expect(startOf({ event: 'submitted' })).toEqual(['event', null, null]);
  expect(startOf({ monthly: true })).toEqual(['later', null, null]);
  expect(startOf(arrival)).toEqual(['later', 'REV', 'cutoff']);
  expect(startOf({ ...arrival, of: 'panel' })).toEqual(['later', 'REV', 'panel']);
  expect(startOf(arrival, { event: 'submitted' })).toEqual(['event', null, null]);
  expect(startsOf(arrival).flow_automations.map(({ event, step_id }) => [event, step_id])).toEqual([
    ['all_at_step', 'REV'],
    ...['all_submitted', 'partition_dropped', 'withdrawn', 'rejected', 'taken_back', 'cutoff_passed'].map(
      (event) => [event, null],
    ),
  ]);
});
