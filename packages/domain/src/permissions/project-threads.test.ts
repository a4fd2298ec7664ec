import { describe, expect, it } from 'vitest';
import { type AssignmentStatus, assignmentStatuses } from '../applications/statuses.ts';
import type { Step } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot, ThreadSnapshot } from './application-snapshot.ts';
import { disclosed, type Relation } from './disclosure.ts';
import { askerOf, isAskedNow, projectThreads } from './project-threads.ts';
import type { Viewer } from './viewer.ts';

const asked = '2026-11-20T10:00:00.000Z';
const viewer = (userId: number, isStaff = false): Viewer => ({
  userId,
  role: isStaff ? 'pro' : 'technical_reviewer',
  isStaff,
});
const [owner, checker, reviewer, officer] = [viewer(1), viewer(2), viewer(3), viewer(4, true)];

const step = (id: string, more: Partial<Step> = {}): Step => ({
  id,
  title: id,
  order: 0,
  type: id,
  ownerRole: 'applicant',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [],
  ...more,
});
const reads = (role: string) => ({ role, scope: 'assigned', of: 'submitted', audience: ['public'] }) as const;
const steps = [
  step('APP', {
    permissions: {
      assign: [],
      assignable: [],
      view: [
        { ...reads('technical_reviewer'), audience: ['public'] },
        { ...reads('scientific_reviewer'), audience: ['public'] },
      ],
    },
  }),
  step('CHK', { ownerRole: 'technical_reviewer', judges: 'APP' }),
  step('REV', { ownerRole: 'scientific_reviewer' }),
];

const assignment = (
  stepId: string,
  ownerId: number,
  status: AssignmentStatus,
  more: Partial<AssignmentSnapshot> = {},
): AssignmentSnapshot =>
  ({
    id: stepId,
    stepId,
    ownerId,
    owner: null,
    role: steps.find(({ id }) => id === stepId)?.ownerRole ?? '',
    partitionId: null,
    centreId: null,
    status,
    activities: [],
    threads: [],
    points: [],
    ...more,
  }) as unknown as AssignmentSnapshot;

const snapshotOf = (
  app: AssignmentSnapshot,
  check: AssignmentStatus,
  more: Partial<ApplicationSnapshot> = {},
): ApplicationSnapshot =>
  ({
    ownerId: 1,
    status: 'submitted',
    assignments: [app, assignment('CHK', 2, check), assignment('REV', 3, 'accepted')],
    awardDeclinedAt: null,
    releasedAt: {},
    centreIds: [],
    panel: null,
    viewer: { centres: [], panels: [] },
    inConflict: [],
    ...more,
  }) as unknown as ApplicationSnapshot;

describe('as what somebody asks for changes', () => {
  const as = (who: Viewer, status: AssignmentStatus, check: AssignmentStatus, more = {}) => {
    const app = assignment('APP', 1, status);
    return askerOf(who, snapshotOf(app, check, more), { steps }, app);
  };
  const byStep = { stepId: 'CHK', role: 'technical_reviewer' };

  it('is by the step that judges while its form is written, and as staff directly', () => {
    for (const status of ['submitted', 'resubmitted'] as const) {
      expect(as(checker, status, 'accepted')).toEqual({ ...byStep, now: true });
      expect(as(officer, status, 'accepted')).toEqual({ stepId: null, role: 'pro', now: true });
    }
    for (const status of ['changes_requested', 'approved'] as const)
      expect([as(checker, status, 'submitted'), as(officer, status, 'submitted')]).toEqual([
        { ...byStep, now: false },
        { stepId: null, role: 'pro', now: false },
      ]);
  });

  it('is not before the work is taken on, nor after it is gone', () => {
    const may = assignmentStatuses.filter((check) => as(checker, 'submitted', check) !== null);
    expect(may.toSorted()).toEqual(
      [
        'accepted',
        'approved',
        'changes_requested',
        'draft',
        'rejected',
        'resubmitted',
        'submitted',
      ].toSorted(),
    );
    // What was handed in judges no more until it is opened again.
    expect(as(checker, 'submitted', 'submitted')?.now).toBe(false);
  });

  it('is nothing for its owner, for whoever judges nothing, and in a conflict of interest', () => {
    expect(as(owner, 'submitted', 'accepted')).toBeNull();
    expect(as(reviewer, 'submitted', 'accepted')).toBeNull();
    expect(as(checker, 'draft', 'accepted')).toBeNull();
    for (const who of [checker, officer])
      expect(as(who, 'submitted', 'accepted', { inConflict: [who.userId] })).toBeNull();
  });

  it('is about the own partition alone', () => {
    const app = assignment('APP', 1, 'submitted', { partitionId: 'cpu' });
    const of = (partitionId: string | null) => {
      const snapshot = snapshotOf(app, 'accepted');
      const assignments = snapshot.assignments.map((one) =>
        one.stepId === 'CHK' ? { ...one, partitionId } : one,
      );
      return askerOf(checker, { ...snapshot, assignments }, { steps }, app) !== null;
    };
    expect([of('cpu'), of('gpu'), of(null)]).toEqual([true, false, true]);
  });
});

describe('what is told of a thread', () => {
  const text = (id: string, authorId: number, asks: boolean, handedIn: boolean) => ({
    id,
    authorId,
    author: { id: authorId, firstName: 'First', lastName: 'Last' },
    role: asks ? 'technical_reviewer' : 'applicant',
    asks,
    text: id,
    createdAt: asked,
    handedIn,
  });
  const thread: ThreadSnapshot = {
    id: 't',
    elementId: 'title',
    groupId: null,
    askedAt: asked,
    answered: true,
    comments: [
      text('ask', 2, true, false),
      text('old answer', 1, false, true),
      text('new answer', 1, false, false),
    ],
  };
  const activities = [{ status: 'changes_requested' as const, reason: null, createdAt: asked }];
  const app = assignment('APP', 1, 'changes_requested', { threads: [thread], activities });
  const shown = new Set(['title']);
  const told = (who: Viewer, relations: Relation[], of = app, to = shown) =>
    projectThreads(who, of, {
      extentOf: (fact) => disclosed(fact, relations),
      canAnswer: true,
      shown: to,
    }).map(({ answered, comments, can }) => ({
      answered,
      can: can.answer,
      comments: comments.map((one) => [one.text, one.mine, one.person?.id ?? null, one.createdAt]),
    }));
  const day = '2026-11-20T00:00:00.000Z';

  it('is all of it to its owner, who is told of others the role and the day', () => {
    expect(told(owner, ['owner'])).toEqual([
      {
        answered: true,
        can: true,
        comments: [
          ['ask', false, null, day],
          ['old answer', true, null, asked],
          ['new answer', true, null, asked],
        ],
      },
    ]);
  });

  it('is to others what was handed in, with people and hours for staff alone', () => {
    expect(told(officer, ['staff', 'judge'])).toEqual([
      {
        answered: false,
        can: false,
        comments: [
          ['ask', false, 2, asked],
          ['old answer', false, 1, asked],
        ],
      },
    ]);
    expect(told(checker, ['judge', 'form_reader'])).toEqual([
      {
        answered: false,
        can: false,
        comments: [
          ['ask', true, null, asked],
          ['old answer', false, null, day],
        ],
      },
    ]);
  });

  it('has no day of what a reviewer answered, outside of the staff', () => {
    const comments = (who: Viewer, relation: Relation) =>
      told(who, [relation, 'judge', 'work_reader'])[0]?.comments.map((one) => one.at(-1));
    expect(comments(checker, 'reader')).toEqual([asked, null]);
    expect(comments(reviewer, 'reader')).toEqual([day, null]);
    expect(comments(officer, 'staff')).toEqual([asked, asked]);
  });

  it('is nothing to anybody else, nor where its element is not shown', () => {
    expect(told(reviewer, ['reader', 'form_reader', 'work_reader'])).toEqual([]);
    expect(told(owner, ['owner'], app, new Set(['other']))).toEqual([]);
  });

  it('is at rest where another request came since', () => {
    const later = [
      ...activities,
      { ...activities[0], createdAt: '2026-11-22T10:00:00.000Z' },
    ] as typeof activities;
    const again = { ...app, activities: later };
    expect(isAskedNow(again, thread)).toBe(false);
    expect(told(owner, ['owner'], again)[0]?.can).toBe(false);
    // What was answered then was handed in then.
    expect(told(checker, ['judge', 'form_reader'], again)[0]?.answered).toBe(true);
    expect(isAskedNow({ ...app, status: 'resubmitted' }, thread)).toBe(false);
  });
});
