import { expect, it } from 'vitest';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow } from '../forms/definition.ts';
import type { Answer } from '../forms/types.ts';
import { assignmentStatuses } from '../model/statuses.ts';
import { remainingPartitions } from './completion.ts';
import { formFacts } from './form-facts.ts';
import { facts, work } from './testing/review-scene.ts';

const form = (elements: unknown[]) => [{ id: 'F', title: 'F', order: 0, elements }];
const parsed = parseFlow({
  version: 1,
  steps: [
    {
      id: 'APP',
      title: 'Application',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      forms: form([{ id: 'part', type: 'partitions', title: 'Partitions', config: { id: 'partition' } }]),
    },
    {
      id: 'TECH',
      title: 'Technical review',
      order: 1,
      type: 'review',
      ownerRole: 'technical_reviewer',
      perPartition: true,
      config: { hasLead: true },
      forms: form([
        {
          id: 'class',
          type: 'select',
          title: 'Class',
          items: ['yes', 'no'],
          config: { required: true, outcome: { yes: 'approved', no: 'rejected' } },
        },
      ]),
    },
    { id: 'FIN', title: 'Decision', order: 2, type: 'decision', ownerRole: 'ac_chair', forms: [] },
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.sentence);
const { flow } = parsed;
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.sentence);
const { plan } = compiled;

it('leaves a form the partitions that the machine leaves the application, wherever its lead stands', () => {
  const answers = (given: Answer[]) => ({ answers: given, rows: [] });
  const asked = answers([{ elementId: 'part', groupId: null, values: ['north', 'south'] }]);
  const verdict = answers([{ elementId: 'class', groupId: null, values: ['no'] }]);
  const said = [];
  for (const status of assignmentStatuses) {
    const app = work('app', 'APP', 'owner', 'submitted');
    const other = work('other', 'TECH', 'north', 'submitted', { partitionId: 'north', verdict: 'dropped' });
    const lead = work('lead', 'TECH', 'engineer', status, { partitionId: 'north', isLead: true });
    const saying = [
      { ...app, submitted: asked },
      { ...other, submitted: verdict },
      { ...lead, submitted: null },
    ];
    const ofForm = formFacts({ flow, plan }, saying, { id: 'fin', stepId: 'FIN', partitionId: null });
    const ofMachine = remainingPartitions({
      ...facts({ first: app, also: [other, lead] }),
      steps: flow.steps,
    });
    expect([status, ofForm?.partitions]).toEqual([status, ofMachine]);
    said.push(ofMachine.length);
  }
  expect(new Set(said)).toEqual(new Set([1, 2]));
});
