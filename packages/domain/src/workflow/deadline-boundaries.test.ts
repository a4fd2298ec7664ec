import { describe, expect, it } from 'vitest';
import { type AssignmentStatus, assignmentStatuses } from '../applications/statuses.ts';
import { activeCutoff } from '../deadlines/assignment-time.ts';
import { callState } from '../deadlines/call-state.ts';
import { closesAt, placeInTime } from '../deadlines/windows.ts';
import { canEdit, type EditFacts } from '../permissions/can-edit.ts';
import { decideCreate } from './decide-create.ts';

/** Both ends of a window belong to it; a millisecond beyond them does not. Source: Requirements 1, 10.48. */
const start = '2026-11-01T09:00:00.000Z';
const end = '2026-12-01T09:00:00.000Z';
const beyond = (instant: string, ms: number) => new Date(Date.parse(instant) + ms);
const window = { id: 1, start, end };
const aroundBothEnds: readonly [string, Date, boolean][] = [
  ['a millisecond before the start', beyond(start, -1), false],
  ['at the start', beyond(start, 0), true],
  ['a millisecond after the start', beyond(start, 1), true],
  ['a millisecond before the end', beyond(end, -1), true],
  ['at the end', beyond(end, 0), true],
  ['a millisecond after the end', beyond(end, 1), false],
];

describe.each(aroundBothEnds)('%s', (_when, now, isOpen) => {
  it('a window, a call and the making of an application agree', () => {
    expect(placeInTime([window], now).open).toBe(isOpen ? window : null);
    expect(callState(true, [window], now) === 'open').toBe(isOpen);
    expect(decideCreate({ published: true, cutoffs: [window] }, now)).toEqual(
      isOpen ? { ok: true, cutoffId: 1 } : { ok: false, code: 'call_closed' },
    );
  });

  it.each(['draft', 'accepted'] as const)('an assignment is edited as %s', (status) => {
    expect(edit(now, { status }).ok).toBe(isOpen);
  });
});

const owner = { userId: 7, role: 'user', isStaff: false } as const;
function edit(
  now: Date,
  of: { status?: AssignmentStatus; deadline?: string | null; cutoffs?: EditFacts['cutoffs'] } = {},
) {
  const { status = 'draft', deadline = null, cutoffs = [{ ...window, timeframe: null }] } = of;
  const assignment = { ownerId: 7, status, deadline, isFirst: true };
  return canEdit(
    owner,
    { assignment, applicationOwnerId: 7, applicationCutoff: 1, cutoffs, timeZone: 'UTC' },
    now,
  );
}

describe('a deadline of one’s own', () => {
  const deadline = '2026-12-20T00:00:00.000Z';
  it.each(['accepted', 'changes_requested'] as const)('ends to the millisecond as %s', (status) => {
    const outcome = (ms: number) => edit(beyond(deadline, ms), { status, deadline });
    expect([outcome(-1).ok, outcome(0).ok, outcome(1).ok]).toEqual([true, true, false]);
    expect(outcome(1)).toMatchObject({ code: 'deadline_passed', time: { deadline } });
  });

  it('is unset before the year 2000, and not from its first moment on', () => {
    const late = beyond('2027-01-01T00:00:00Z', 0);
    const of = (own: string) => edit(late, { status: 'changes_requested', deadline: own }).ok;
    expect([of('1999-12-31T23:59:59.999Z'), of('2000-01-01T00:00:00.000Z')]).toEqual([true, false]);
  });
});

it('before the start it is said when it begins, after the end that it is over', () => {
  expect(edit(beyond(start, -1))).toMatchObject({
    code: 'not_editable',
    notice: { id: 'workflow.notice.begins', values: { at: { at: start, timeZone: 'UTC' } } },
  });
  expect(edit(beyond(end, 1))).toMatchObject({
    code: 'deadline_passed',
    notice: { id: 'workflow.notice.deadline', values: { at: { at: end, timeZone: 'UTC' } } },
  });
});

it('no status lets a deadline pass that another one keeps', () => {
  const open = assignmentStatuses.filter((status) => edit(beyond(end, 1), { status, deadline: end }).ok);
  expect(open).toEqual([]);
});

describe('a window without an end', () => {
  const next = { id: 2, start: end, end: null };
  const endless = { id: 1, start, end: null };
  const both = [endless, next];
  it('closes when the next one starts, which then counts', () => {
    expect(closesAt(both, endless)).toBe(end);
    expect([-1, 0, 1].map((ms) => placeInTime(both, beyond(end, ms)).open?.id)).toEqual([1, 2, 2]);
    expect([-1, 0, 1].map((ms) => activeCutoff(both, 1, true, beyond(end, ms))?.id)).toEqual([1, 2, 2]);
  });
});
