import { expect, it } from 'vitest';
import type { Assignment } from '../applications/application.ts';
import type { ApplicationSnapshot, FlowFacts } from './application-snapshot.ts';
import type { Viewer } from './viewer.ts';
import { workToTake } from './work-to-take.ts';

const reviewer: Viewer = { userId: 8, role: 'technical_reviewer', isStaff: false };
const officer: Viewer = { userId: 9, role: 'pro', isStaff: true };
const open = { id: 'open', ownerId: null, stepId: 'TEC', partitionId: 'lumi' };
const snapshot = { ownerId: 7, assignments: [open] } as unknown as ApplicationSnapshot;
const told = (
  viewer: Viewer,
  commands: Assignment['commands'],
  given = snapshot,
  config = {},
  automations: object[] = [],
) =>
  workToTake(viewer, given, {
    flow: {
      automations,
      steps: [{ id: 'TEC', title: 'Technical review', guide: 'Look at the codes.', config }],
    },
    commands: { ofAssignment: () => commands, ofApplication: () => [] },
  } as unknown as Pick<FlowFacts, 'flow' | 'commands'>);

it('tells of work that nobody has and that may be taken now, with what is asked; staff see it anyhow', () => {
  expect(told(reviewer, { take: null })).toEqual([
    { id: 'open', stepId: 'TEC', step: 'Technical review', guide: 'Look at the codes.', partitionId: 'lumi' },
  ]);
  expect(told(officer, { take: null })).toEqual([]);
});

it('tells of none that somebody has, that may not be taken now, or by this reader not at all', () => {
  expect(told(reviewer, { take: 'already_ongoing' })).toEqual([]);
  expect(told(reviewer, {})).toEqual([]);
  const taken = { ...snapshot, assignments: [{ ...open, ownerId: 8 }] } as unknown as ApplicationSnapshot;
  expect(told(reviewer, { take: null }, taken)).toEqual([]);
});

it('tells of the words that a person agrees to when they take the work', () => {
  const config = { showCoi: true, coiText: 'Keine Bindung.', told: { coiText: 'de' } };
  expect(told(reviewer, { take: null }, snapshot, config)).toEqual([
    expect.objectContaining({ agreement: { coiText: 'Keine Bindung.', told: { coiText: 'de' } } }),
  ]);
});

it('tells whether the flow sends emails once a person takes the work', () => {
  const emails = (automation: object) =>
    told(reviewer, { take: null }, snapshot, {}, [automation])[0]?.emailsOnAccept;
  const on = { event: 'accepted', step: 'TEC' };
  expect(emails({ on, do: 'notify' })).toBe(true);
  expect(emails({ on, do: 'assign' })).toBeUndefined();
  expect(emails({ on: { ...on, step: 'SCI' }, do: 'notify' })).toBeUndefined();
});
