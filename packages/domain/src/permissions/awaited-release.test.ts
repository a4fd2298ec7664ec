import { expect, it } from 'vitest';
import type { ApplicationStatus, AssignmentStatus } from '../applications/statuses.ts';
import type { Automation, Flow, Step } from '../forms/types.ts';
import { isReleaseAwaited, readersOfRelease, releaseFacts } from './awaited-release.ts';

const step = (id: string, order: number, more: Partial<Step> = {}): Step => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole: id === 'APP' ? 'applicant' : 'pro',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [],
  ...more,
});
const steps = [
  step('APP', 0),
  step('ADM', 1, { judges: 'APP' }),
  step('TEC', 2),
  step('SCI', 3, {
    permissions: {
      assign: [],
      assignable: [],
      view: [{ role: 'applicant', scope: 'own', of: { released: 'SCI' }, audience: ['public'] }],
    },
  }),
  step('DEC', 4, { final: true }),
  step('PAY', 5),
];

const awaited = (
  status: ApplicationStatus,
  { isRejected = false, automations = [] }: { isRejected?: boolean; automations?: Flow['automations'] } = {},
): string[] =>
  steps
    .filter(({ id }) =>
      isReleaseAwaited({ steps, automations }, id, { status, isRejected, isReturned: false }),
    )
    .map(({ id }) => id);

it('names the roles that read something from a release on, each once, and of a decision the applicant', () => {
  const [application, ...others] = steps;
  const chair = {
    role: 'panel_chair',
    scope: 'panel',
    of: { released: 'SCI' },
    audience: ['public'],
  } as const;
  const view = [chair, { ...chair, role: 'pro' }, { ...chair, audience: ['panel_only'] }] as const;
  const read = [
    { ...application, permissions: { assign: [], assignable: [], view: [...view] } } as Step,
    ...others,
  ];
  expect(['APP', 'SCI', 'DEC'].map((id) => readersOfRelease(read, id))).toEqual([
    [],
    ['panel_chair', 'applicant'],
    ['applicant'],
  ]);
});

it('awaits the release of steps that a rule names, that decide, or that reject', () => {
  expect(awaited('submitted')).toEqual(['SCI', 'DEC']);
  expect(awaited('submitted', { isRejected: true })).toEqual(['ADM', 'SCI', 'DEC']);
});

it('awaits after a released decision no step before it, unless an automation is to start another step by it', () => {
  const starts = { id: 'u', on: { event: 'released', step: 'SCI' }, do: 'unlock', step: 'TEC' } as const;
  const tells = { id: 'n', on: starts.on, do: 'notify' } as unknown as Automation;
  for (const status of ['approved', 'rejected'] as const) {
    expect(awaited(status, { isRejected: true })).toEqual(['DEC']);
    expect(awaited(status, { automations: [tells] })).toEqual(['DEC']);
  }
  expect(awaited('approved', { automations: [starts] })).toEqual(['SCI', 'DEC']);
  // Nothing starts any more in an application that was rejected.
  expect(awaited('rejected', { automations: [starts] })).toEqual(['DEC']);
});

it('awaits nothing once the application is withdrawn', () => {
  expect(awaited('withdrawn', { isRejected: true })).toEqual([]);
});

it('awaits no release that an automation gives in any case', () => {
  const release = {
    id: 'v',
    on: { event: 'all_submitted', step: 'SCI' },
    do: 'change_visibility',
    step: 'SCI',
  } as const;
  expect(awaited('submitted', { automations: [release] })).toEqual(['DEC']);
  const when = { all: [] } as unknown as NonNullable<Automation['when']>;
  expect(awaited('submitted', { automations: [{ ...release, when }] })).toEqual(['SCI', 'DEC']);
});

it('awaits no release of any check while the changes that it requested are due', () => {
  const view = (id: string) =>
    [
      { role: 'applicant', scope: 'own', of: { released: id }, audience: ['public'] },
    ] as const satisfies Step['permissions']['view'];
  const read = [...steps, step('REP', 6), step('REV', 7, { judges: 'REP' })].map((one) =>
    ['ADM', 'REV'].includes(one.id)
      ? { ...one, permissions: { ...one.permissions, view: [...view(one.id)] } }
      : one,
  );
  const isAwaited = (status: ApplicationStatus, stepId: string, report: AssignmentStatus) => {
    const assignments = [
      { stepId: 'APP', status: status === 'changes_requested' ? status : ('approved' as const) },
      { stepId: 'REP', status: report },
    ];
    const facts = releaseFacts(read, stepId, { status, assignments });
    return isReleaseAwaited({ steps: read, automations: [] }, stepId, facts);
  };
  expect([
    isAwaited('submitted', 'ADM', 'triggered'),
    isAwaited('changes_requested', 'ADM', 'triggered'),
    isAwaited('approved', 'REV', 'approved'),
    isAwaited('approved', 'REV', 'changes_requested'),
    isAwaited('approved', 'REV', 'resubmitted'),
    isAwaited('approved', 'DEC', 'changes_requested'),
  ]).toEqual([true, false, true, false, true, true]);
});
