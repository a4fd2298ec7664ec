import { expect, it } from 'vitest';
import type { ApplicationSnapshot } from './application-snapshot.ts';
import { projectEnded } from './project-ended.ts';

const me = { userId: 8, role: 'scientific_reviewer', isStaff: false } as const;
const work = (status: string, at: string, more: object = {}) => ({
  ownerId: 8,
  status,
  reason: `Reason of ${status}`,
  createdAt: '2026-11-01T00:00:00.000Z',
  activities: [{ status, reason: null, createdAt: at }],
  ...more,
});
const ended = (assignments: unknown[], more: Partial<ApplicationSnapshot> = {}) =>
  projectEnded(me, {
    status: 'submitted',
    ownerId: 7,
    inConflict: [],
    call: { title: 'Regular' } as ApplicationSnapshot['call'],
    assignments: assignments as ApplicationSnapshot['assignments'],
    ...more,
  });

it('tells people that they refused, with their reason, or that their assignment was revoked, without one', () => {
  const refused = work('refused', '2026-11-02T00:00:00.000Z');
  const revoked = work('revoked', '2026-11-03T00:00:00.000Z');
  const ofRefused = {
    ended: {
      callTitle: 'Regular',
      told: {},
      message: { id: 'workflow.notice.refused' },
      reason: 'Reason of refused',
    },
  };
  expect(ended([refused])).toEqual(ofRefused);
  expect(ended([refused, revoked])).toEqual({
    ended: { callTitle: 'Regular', told: {}, message: { id: 'workflow.notice.revoked' }, reason: null },
  });
});

it.each([
  [true, 'workflow.notice.handedBack'],
  [false, 'workflow.notice.handedOn'],
])(
  'does not call it a refusal that the work was given to others: open to all of them is %s',
  (wasUnowned, id) => {
    const at = '2026-11-02T00:00:00.000Z';
    const next = { ...work('assigned', at), ownerId: 9, replaces: 'mine', wasUnowned, createdAt: at };
    const mine = work('refused', at, { id: 'mine', reason: '' });
    const told = (...all: object[]) => ended(all)?.ended.message;
    expect(told(mine, next)).toEqual({ id });
    // A replacement came later.
    const later = { ...next, createdAt: '2026-11-05T00:00:00.000Z' };
    expect(told(mine, later)).toEqual({ id: 'workflow.notice.refused' });
  },
);

it('tells nothing to others, of a draft, and in a conflict of interest', () => {
  const refused = work('refused', '2026-11-02T00:00:00.000Z');
  expect(ended([])).toBeNull();
  expect(ended([{ ...refused, ownerId: 9 }])).toBeNull();
  expect(ended([work('accepted', '2026-11-02T00:00:00.000Z')])).toBeNull();
  expect(ended([refused], { status: 'draft' })).toBeNull();
  expect(ended([refused], { inConflict: [8] })).toBeNull();
});
