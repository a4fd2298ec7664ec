import { expect, it } from 'vitest';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow } from '../forms/definition.ts';
import { formFacts } from './form-facts.ts';
import type { ContributingAssignment } from './submitted-steps.ts';
import { work } from './testing/review-scene.ts';

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
      {
        id: 'parts',
        type: 'group',
        title: 'Partitions',
        children: [{ id: 'part', type: 'select-partition', title: 'Part', config: { id: 'partition' } }],
      },
    ]),
    step('ONB', 2, [{ id: 'fine', type: 'toggle', title: 'Fine' }], { perPartition: true }),
    step('FIN', 3, []),
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.sentence);
const { flow } = parsed;
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.sentence);
const { plan } = compiled;

const asking: ContributingAssignment = {
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
const says = (
  id: string,
  answer: 'yes' | 'no',
  more: Partial<ContributingAssignment> = {},
  stepId = 'TECH',
): ContributingAssignment => ({
  ...work(id, stepId, 'north', 'submitted', { partitionId: 'south' }),
  submitted: {
    answers: [{ elementId: stepId === 'TECH' ? 'fits' : 'fine', groupId: null, values: [answer] }],
    rows: [],
  },
  ...more,
});
const later = { submittedAt: '2026-11-21T09:00:00.000Z' };
const left = (...others: ContributingAssignment[]) =>
  formFacts({ flow, plan }, [asking, ...others], { id: 'fin', stepId: 'FIN', partitionId: null })?.partitions;

it.each<[string, ContributingAssignment[], string[]]>([
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

it('gives the form of the first step nothing of other steps', () => {
  expect(formFacts({ flow, plan }, [asking], { id: 'app', stepId: 'APP', partitionId: null })).toBeNull();
});
