import { describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../applications/statuses.ts';
import type { Arrival } from '../deadlines/application-process.ts';
import type { Automation, Step } from '../forms/types.ts';
import { peopleNeeded } from './people-needed.ts';

const step = (id: string, order: number, ownerRole: string, more: Partial<Step> = {}): Step => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole,
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [],
  ...more,
});
const steps = [
  step('APP', 0, 'applicant'),
  step('ADM', 1, 'pro', { judges: 'APP' }),
  step('TEC', 2, 'technical_reviewer', { perPartition: true }),
  step('SCI', 3, 'scientific_reviewer', { config: { needs: 2 } }),
  step('RTR', 4, 'applicant'),
  step('PAN', 5, 'panel_chair'),
  step('DEC', 6, 'ac_chair', { final: true }),
  step('PAY', 7, 'finance_manager'),
];
const reply: Automation = {
  id: 'r',
  on: { event: 'unlocked', step: 'RTR' },
  do: 'assign',
  step: 'RTR',
  to: 'application_owner',
};
const ranking: Automation = {
  id: 'p',
  on: { event: 'all_at_step', step: 'SCI' },
  do: 'assign',
  step: 'PAN',
  to: { role: 'panel_chair' },
};
const now = new Date('2026-10-29T12:00:00Z');

const work = (
  stepId: string,
  status: AssignmentStatus,
  more: { partitionId?: string; verdict?: string } = {},
) => ({
  stepId,
  status,
  partitionId: null,
  ...more,
});
const [app, adm] = [work('APP', 'approved'), work('ADM', 'submitted')];
const tec = ['cpu', 'gpu'].map((partitionId) => work('TEC', 'submitted', { partitionId }));
const sci = [work('SCI', 'submitted'), work('SCI', 'submitted')];

const needs = (
  assignments: ReturnType<typeof work>[],
  {
    automations = [],
    isStaff = true,
    start,
    arrivals = [],
  }: { automations?: Automation[]; isStaff?: boolean; start?: string; arrivals?: Arrival[] } = {},
): string[] =>
  peopleNeeded(
    { steps, automations },
    {
      partitionIds: ['cpu', 'gpu'],
      assignments,
      arrivals,
      planned: start === undefined ? {} : { PAN: { start, end: null } },
    },
    { isStaff },
    now,
  ).map(({ stepId, partitionId, missing }) =>
    [stepId, partitionId, missing].filter((one) => one !== null).join(' '),
  );

describe('the steps that need people', () => {
  it('are those before which everything is done, each with how many are missing', () => {
    expect(needs([app])).toEqual(['ADM 1']);
    expect(needs([app, work('ADM', 'assigned')])).toEqual([]);
    expect(needs([app, work('ADM', 'refused')])).toEqual(['ADM 1']);
    expect(needs([app, adm])).toEqual(['TEC cpu 1', 'TEC gpu 1']);
    expect(needs([app, adm, ...tec.slice(0, 1)])).toEqual(['TEC gpu 1']);
    expect(needs([app, adm, ...tec])).toEqual(['SCI 2']);
    expect(needs([app, adm, ...tec, work('SCI', 'accepted')])).toEqual(['SCI 1']);
    expect(needs([app, adm, ...tec, ...sci, work('PAN', 'submitted'), work('PAY', 'assigned')])).toEqual([
      'DEC 1',
    ]);
    // Work after the decision is not part of the rule.
    expect(needs([app, adm, ...tec, ...sci, work('PAN', 'submitted'), work('DEC', 'submitted')])).toEqual([]);
  });

  it('need nobody for a partition that the step before dropped', () => {
    const dropped = [app, { ...adm, partitionId: 'gpu', verdict: 'dropped' }];
    expect(needs(dropped)).toEqual(['TEC cpu 1']);
  });

  it('come after a reply of the applicant that an automation starts, and otherwise do not wait for it', () => {
    const reviewed = [app, adm, ...tec, ...sci];
    expect(needs(reviewed)).toEqual(['PAN 1']);
    expect(needs(reviewed, { automations: [reply] })).toEqual([]);
    expect(needs([...reviewed, work('RTR', 'draft')])).toEqual([]);
    expect(needs([...reviewed, work('RTR', 'submitted')], { automations: [reply] })).toEqual(['PAN 1']);
  });

  it('need nobody while an automation is still to start them at a time: before their timeframe begins', () => {
    const reviewed = [app, adm, ...tec, ...sci];
    const timed: Automation = { ...ranking, on: { timer: { after: 'cutoff', days: 60 } } };
    const automations = [timed];
    expect(needs(reviewed, { automations })).toEqual([]);
    expect(needs(reviewed, { automations, start: '2026-10-30T00:00:00Z' })).toEqual([]);
    expect(needs(reviewed, { automations, start: '2026-10-28T00:00:00Z' })).toEqual(['PAN 1']);
  });

  it('need nobody while they wait for other applications, whatever was planned', () => {
    const reviewed = [app, adm, ...tec, ...sci];
    const automations: Automation[] = [
      { ...ranking, on: { event: 'all_at_step', step: 'SCI', of: 'panel' } },
    ];
    const start = '2026-10-28T00:00:00Z';
    const arrived = (stepId: string, of: Arrival['of']) =>
      needs(reviewed, { automations, start, arrivals: [{ stepId, of }] });
    expect(needs(reviewed, { automations, start })).toEqual([]);
    expect(arrived('TEC', 'panel')).toEqual([]);
    expect(arrived('SCI', 'cutoff')).toEqual([]);
    expect(arrived('SCI', 'panel')).toEqual(['PAN 1']);
    expect(needs(reviewed, { automations, arrivals: [{ stepId: 'SCI', of: 'panel' }] })).toEqual(['PAN 1']);
  });

  it('do not show the result of a check to people outside of the staff', () => {
    expect(needs([app, adm], { isStaff: false })).toEqual([]);
    expect(needs([app, adm, ...tec], { isStaff: false })).toEqual(['SCI 2']);
  });
});
