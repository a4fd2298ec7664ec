import { describe, expect, it } from 'vitest';
import type { Flow, Step, StepPermissions } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import type { Viewer } from './viewer.ts';
import { workRights, workToTake } from './work-rights.ts';

const step = (id: string, order: number, ownerRole: string, permissions: Partial<StepPermissions>): Step => ({
  id,
  title: `Step ${id}`,
  order,
  type: 'step',
  ownerRole,
  config: {},
  permissions: { assign: [], assignable: [], view: [], ...permissions },
  forms: [],
});
const flow: Flow = {
  version: 1,
  steps: [
    step('APP', 0, 'applicant', {
      view: [
        {
          role: 'compute_centre_representative',
          scope: 'centre',
          of: 'submitted',
          audience: ['public'],
        },
      ],
    }),
    {
      ...step('TEC', 1, 'technical_reviewer', {
        assign: ['compute_centre_representative'],
        assignable: ['technical_reviewer', 'compute_centre_representative'],
      }),
      guide: 'Look at the codes.',
    },
  ],
  automations: [],
  templates: [],
};

const work = (more: Partial<AssignmentSnapshot> = {}) =>
  ({
    id: 'work',
    stepId: 'TEC',
    ownerId: 8,
    role: 'technical_reviewer',
    partitionId: 'lumi',
    centreId: 'csc',
    status: 'assigned',
    wasUnowned: false,
    ...more,
  }) as AssignmentSnapshot;
const snapshotOf = (assignments: AssignmentSnapshot[], centres: string[] = []) =>
  ({
    ownerId: 7,
    status: 'submitted',
    assignments,
    centreIds: ['csc', 'bsc'],
    panel: null,
    viewer: { centres, panels: [] },
  }) as unknown as ApplicationSnapshot;
const reviewer: Viewer = { userId: 8, role: 'technical_reviewer', isStaff: false };
const representative: Viewer = { userId: 8, role: 'compute_centre_representative', isStaff: false };
const officer: Viewer = { userId: 8, role: 'pro', isStaff: true };
const rightsOf = (viewer: Viewer, given: AssignmentSnapshot, centres: string[] = []) =>
  workRights(viewer, snapshotOf([given], centres), flow, given);

describe('whoever has work on an application of somebody else', () => {
  it('answers while it waits for an answer, and declares a conflict as long as it is theirs', () => {
    const byStatus = (status: AssignmentSnapshot['status']) => rightsOf(reviewer, work({ status }));
    expect(byStatus('assigned')).toEqual({ answer: true, declareConflict: true });
    for (const status of ['triggered', 'accepted', 'submitted', 'changes_requested'] as const)
      expect(byStatus(status), status).toEqual({ declareConflict: true });
    for (const status of ['refused', 'revoked', 'conflicted'] as const)
      expect(byStatus(status), status).toEqual({});
  });

  it('gives it back before it is handed in, where nobody had it before', () => {
    const back = (status: AssignmentSnapshot['status']) =>
      rightsOf(reviewer, work({ status, wasUnowned: true })).handBack;
    expect([back('assigned'), back('accepted'), back('submitted')]).toEqual([true, true, undefined]);
  });

  it('gives it to somebody else before answering, where their role on it or that of their centre assigns the step', () => {
    const asOne = work({ role: 'compute_centre_representative' });
    expect(rightsOf(reviewer, asOne).handOn).toBe(true);
    expect(rightsOf(reviewer, { ...asOne, status: 'accepted' }).handOn).toBeUndefined();
    expect(rightsOf(representative, work(), ['csc']).handOn).toBe(true);
    expect(rightsOf(representative, work(), ['bsc']).handOn).toBeUndefined();
    expect(rightsOf(officer, work()).handOn).toBe(true);
  });

  it('is nobody else: neither who applied nor staff where somebody has it', () => {
    expect(workRights(reviewer, { ...snapshotOf([]), ownerId: 8 }, flow, work())).toEqual({});
    expect(rightsOf(officer, work({ ownerId: 9 }))).toEqual({});
    expect(rightsOf(officer, work({ ownerId: null }))).toEqual({});
    expect(rightsOf(reviewer, work({ stepId: 'APP' }))).toEqual({});
  });
});

describe('work that nobody has', () => {
  const open = work({ ownerId: null });
  const toTake = (viewer: Viewer, more: AssignmentSnapshot[] = [], centres = ['csc']) =>
    workToTake(viewer, snapshotOf([open, ...more], centres), flow).map(({ id }) => id);

  it('is told to people of its role and centre, with what is asked', () => {
    expect(workToTake(reviewer, snapshotOf([open], ['csc']), flow)).toEqual([
      { id: 'work', step: 'Step TEC', guide: 'Look at the codes.', partitionId: 'lumi' },
    ]);
    expect(toTake(representative)).toEqual(['work']);
    expect(toTake(reviewer, [], ['bsc'])).toEqual([]);
    expect(toTake({ ...reviewer, role: 'scientific_reviewer' })).toEqual([]);
    expect(toTake(officer)).toEqual([]);
  });

  it('is not told to who applied, who is at it already, nor once somebody has it', () => {
    expect(workToTake(reviewer, { ...snapshotOf([open], ['csc']), ownerId: 8 }, flow)).toEqual([]);
    expect(toTake(reviewer, [work({ id: 'own', status: 'accepted' })])).toEqual([]);
    expect(toTake(reviewer, [work({ id: 'own', status: 'refused' })])).toEqual(['work']);
    expect(workToTake(reviewer, snapshotOf([work({ ownerId: 9 })], ['csc']), flow)).toEqual([]);
    expect(workToTake(reviewer, snapshotOf([{ ...open, status: 'revoked' }], ['csc']), flow)).toEqual([]);
  });
});
