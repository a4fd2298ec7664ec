import type { DashboardApplication } from '@clearcall/domain/applications/application.ts';
import { assignmentStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { formHeadId, ownFormId } from '../../search-params.ts';
import {
  awayText,
  boardTasks,
  layOutStrip,
  pendingRows,
  placed,
  requestedTasks,
  sortedBy,
  summaryOf,
} from './pending-rows.ts';

await startTexts(['dashboard'], 'en');

const now = Date.parse('2026-11-21T12:00:00Z');
const application = (
  id: number,
  deadline: string | null,
  more: Partial<DashboardApplication> = {},
): DashboardApplication => ({
  id,
  uid: `REG-2026R01-00${id}`,
  status: 'draft',
  timeZone: 'Europe/Brussels',
  projectTitle: '',
  firstName: '',
  lastName: '',
  partition: '',
  asked: [],
  unit: '',
  draftExpiresAt: null,
  assignments: [
    {
      id: `assignment ${id}`,
      step: 'Application',
      told: {},
      stepType: 'application',
      status: 'draft',
      canTake: false,
      waitsForChanges: false,
      asksForTime: false,
      deadline,
      partition: null,
    },
  ],
  ...more,
});
const some = [
  application(1, null),
  application(2, '2026-11-24T12:00:00Z', { partition: 'LUMI-C', firstName: 'Zoë' }),
  application(3, '2026-11-24T12:00:00.001Z', {
    status: 'changes_requested',
    firstName: 'Ada',
    lastName: 'Moe',
  }),
  application(4, '2026-11-21T11:59:59Z', { partition: 'LUMI-G', projectTitle: 'Waves' }),
  application(5, '1999-12-31T00:00:00Z'),
];

it('names every row as the specification does, and - where there is nothing to name', () => {
  expect(pendingRows(some, {}, now)).toEqual([
    {
      key: 'assignment 4',
      id: 4,
      uid: 'REG-2026R01-004',
      shownId: 'DRAFT-4',
      project: 'Waves',
      person: '-',
      step: 'Application',
      told: {},
      stepText: 'Application',
      partition: 'LUMI-G',
      asked: [],
      awarded: [],
      unit: '',
      // The call has closed.
      action: null,
      also: null,
      canTake: false,
      assignableStep: null,
      waitsForChanges: false,
      isDraft: true,
      deadlineMs: now - 1_000,
      deleted: false,
      hasNoDeadline: false,
      isOverdue: false,
      isChange: false,
      timeZone: 'Europe/Brussels',
      when: 'past',
    },
    expect.objectContaining({ shownId: 'DRAFT-2', person: 'Zoë', partition: 'LUMI-C', when: 'soon' }),
    expect.objectContaining({ shownId: 'REG-2026R01-003', person: 'Ada Moe', partition: '-', when: 'later' }),
    expect.objectContaining({ id: 1, project: '-', deadlineMs: null, when: 'open' }),
    // A deadline before the year 2000 is none.
    expect.objectContaining({ id: 5, deadlineMs: null, when: 'open' }),
  ]);
});

it('says that a draft without a deadline has none, and when it is deleted', () => {
  const gone = '2027-02-10T14:30:00Z';
  const [row] = pendingRows([{ ...application(1, null), draftExpiresAt: gone }], {}, now);
  expect([row?.hasNoDeadline, row?.deleted, row?.deadlineMs]).toEqual([true, true, Date.parse(gone)]);
});

it('offers overdue work more time, staff another deadline, and a closed draft nothing', () => {
  const over = '2026-11-18T11:59:59Z';
  const row = (status: 'draft' | 'submitted' | 'changes_requested', more: object = {}, isStaff = false) => {
    const [assignment] = application(1, over).assignments;
    const assignments = [{ ...assignment, ...more }] as DashboardApplication['assignments'];
    const [found] = pendingRows([application(1, over, { status, assignments })], {}, now, isStaff);
    return [found?.action?.label ?? null, found?.isOverdue];
  };
  expect([
    row('draft'),
    row('submitted', { status: 'accepted' }),
    row('submitted', { status: 'accepted', asksForTime: true }),
    row('submitted', { status: 'accepted' }, true),
    row('changes_requested', { status: 'changes_requested' }),
    row('submitted', { status: 'assigned', canTake: true }),
  ]).toEqual([
    [null, false],
    ['dashboard.action.askForTime', true],
    ['dashboard.action.timeAsked', true],
    ['dashboard.action.moveDeadline', true],
    ['dashboard.action.askForTime', true],
    ['dashboard.action.take', true],
  ]);
});

it('offers to take what nobody has', () => {
  const assignment = {
    id: 'open',
    step: 'Review',
    told: {},
    stepType: 'application',
    status: 'assigned',
    waitsForChanges: false,
    asksForTime: false,
    deadline: null,
    partition: 'LUMI-C',
  } as const;
  const actionsOf = (canTake: boolean) =>
    pendingRows([application(1, null, { assignments: [{ ...assignment, canTake }] })], {}, now).map(
      ({ action }) => action?.label,
    );
  expect([actionsOf(true), actionsOf(false)]).toEqual([
    ['dashboard.action.take'],
    ['dashboard.action.acceptAssignment'],
  ]);
});

it('shows - as the action where nothing is asked of the reader before a deadline, and no row without either', () => {
  const shown = assignmentStatuses.map((status) => {
    const assignment = {
      id: status,
      step: 'Review',
      told: {},
      stepType: 'application',
      status,
      canTake: false,
      waitsForChanges: false,
      asksForTime: false,
      deadline: '2026-12-24T12:00:00Z',
      partition: null,
    };
    const rowsOf = (one: DashboardApplication['assignments'][number]) =>
      pendingRows([application(1, null, { assignments: [one] })], {}, now);
    const [row] = rowsOf(assignment);
    const without = rowsOf({ ...assignment, deadline: null });
    expect([status, without.length]).toEqual([status, row?.action === null ? 0 : 1]);
    return [status, row?.action?.label ?? '-'];
  });
  expect(Object.fromEntries(shown)).toEqual({
    ...Object.fromEntries(assignmentStatuses.map((status) => [status, '-'])),
    draft: 'dashboard.action.submitApplication',
    changes_requested: 'dashboard.action.submitChanges',
    assigned: 'dashboard.action.acceptAssignment',
    accepted: 'dashboard.action.submitForm',
  });
  const accepted = application(1, null).assignments.map((one) => ({ ...one, status: 'accepted' as const }));
  const [own] = pendingRows([application(1, null, { status: 'submitted', assignments: accepted })], {}, now);
  expect(own?.action?.hash).toBe(ownFormId);
});

it('names each later step of an applicant, and leads to its form', () => {
  const asked = (stepType: string) => {
    const assignments = application(1, null).assignments.map((one) => ({ ...one, stepType }));
    const [row] = pendingRows([application(1, null, { status: 'submitted', assignments })], {}, now);
    return [row?.action?.label, row?.action?.hash];
  };
  expect(['reply', 'acceptance', 'final_report'].map(asked)).toEqual([
    ['dashboard.action.reply', formHeadId],
    ['dashboard.action.answerAward', formHeadId],
    ['dashboard.action.submitForm', formHeadId],
  ]);
});

it('says of a step after the submission that it is one', () => {
  const draft = (status: 'draft' | 'submitted') => {
    const [row] = pendingRows([application(1, null, { status })], {}, now);
    return row?.stepText;
  };
  expect([draft('draft'), draft('submitted')]).toEqual(['Application', 'Application, after submission']);
});

it('takes the partition of an assignment before that of its application', () => {
  const [one] = pendingRows(
    [
      application(1, null, {
        partition: 'LUMI-C',
        assignments: [
          {
            id: 'a',
            step: 'Technical review',
            told: {},
            stepType: 'application',
            status: 'accepted',
            canTake: false,
            waitsForChanges: false,
            asksForTime: false,
            deadline: null,
            partition: 'LUMI-G',
          },
        ],
      }),
    ],
    {},
    now,
  );
  expect(one?.partition).toBe('LUMI-G');
});

it('says that a draft will be deleted where no deadline comes before that', () => {
  const draftExpiresAt = '2026-11-24T12:00:00Z';
  const rows = pendingRows(
    [
      application(1, null, { draftExpiresAt }),
      application(2, '2026-11-24T11:59:59Z', { draftExpiresAt }),
      application(3, '2026-11-24T12:00:01Z', { draftExpiresAt }),
      application(4, '2026-11-20T00:00:00Z', { draftExpiresAt }),
      application(5, null, { draftExpiresAt: '2026-12-24T12:00:00Z' }),
    ],
    {},
    now,
  );
  const goneMs = Date.parse(draftExpiresAt);
  expect(rows.map(({ id, deadlineMs, deleted, when }) => [id, deadlineMs, deleted, when])).toEqual([
    [4, Date.parse('2026-11-20T00:00:00Z'), false, 'past'],
    [2, goneMs - 1_000, false, 'soon'],
    [1, goneMs, true, 'soon'],
    [3, goneMs, true, 'soon'],
    [5, Date.parse('2026-12-24T12:00:00Z'), true, 'later'],
  ]);
});

it('sorts by one column, both ways', () => {
  const ids = (search: Parameters<typeof pendingRows>[1]) =>
    pendingRows(some, search, now).map(({ id }) => id);
  expect(ids({})).toEqual([4, 2, 3, 1, 5]);
  expect(ids({ direction: 'DESC' })).toEqual([1, 5, 3, 2, 4]);
  expect(ids({ order: 'id', direction: 'DESC' })).toEqual([5, 4, 3, 2, 1]);
  expect(ids({ order: 'firstName' })).toEqual([1, 4, 5, 3, 2]);
  expect(ids({ order: 'partition', direction: 'DESC' })).toEqual([4, 2, 1, 3, 5]);
  expect(sortedBy({}, 'deadline', 'DESC')).toEqual({ direction: 'DESC' });
  expect(sortedBy({ direction: 'DESC', role: 'pro' }, 'deadline', 'ASC')).toEqual({ role: 'pro' });
  expect(sortedBy({ direction: 'DESC' }, 'id', 'ASC')).toEqual({ order: 'id' });
  expect(sortedBy({ order: 'id' }, 'id', 'DESC')).toEqual({ order: 'id', direction: 'DESC' });
});

it.each([
  ['2026-10-28T00:01', 'yesterday'],
  ['2026-10-28T23:59', 'yesterday'],
  ['2026-10-29T00:01', 'today'],
  ['2026-10-29T23:59', 'today'],
  ['2026-10-30T00:01', 'tomorrow'],
  ['2026-10-30T23:59', 'tomorrow'],
  ['2026-11-06T08:00', 'in 8 days'],
  ['2026-10-26T23:59', '3 days ago'],
])('says by the calendar how far away %s is: %s', (at, text) => {
  // Of the zone of the reader.
  for (const hour of ['00:30', '12:00', '23:30'])
    expect(awayText(new Date(at).getTime(), new Date(`2026-10-29T${hour}`).getTime())).toBe(text);
});

it('draws what lies around now to scale, and leaves out what does not', () => {
  const far = application(6, '2027-03-01T00:00:00Z');
  const { marks, weeks, todayAt } = layOutStrip(pendingRows([...some, far], {}, now), now);
  expect(marks.map(({ key, when }) => [key, when])).toEqual([
    ['assignment 4', 'past'],
    ['assignment 2', 'soon'],
    ['assignment 3', 'later'],
  ]);
  expect(marks[1]?.at).toBeCloseTo(7 / 31, 5);
  expect(todayAt).toBeCloseTo(4 / 31, 5);
  expect(weeks.every(({ at }) => at > 0 && at < 1)).toBe(true);
});

const own = (
  id: string,
  uid: number,
  deadline: string | null,
  more: Partial<DashboardApplication['assignments'][number]> = {},
) =>
  application(uid, null, {
    status: 'submitted',
    assignments: [
      {
        id,
        step: 'Review',
        told: {},
        stepType: 'application',
        status: 'accepted',
        canTake: false,
        waitsForChanges: false,
        asksForTime: false,
        deadline,
        partition: null,
        ...more,
      },
    ],
  });
const task = (uid: string, more: Partial<TaskRow> = {}): TaskRow => ({
  uid,
  callId: 1,
  flowElementId: 'REV',
  step: 'Review',
  told: {},
  assignmentId: null,
  deadline: null,
  projectTitle: '',
  firstName: '',
  lastName: '',
  asked: [],
  unit: '',
  submitted: 0,
  needed: 1,
  rank: null,
  hasRank: true,
  hasLead: null,
  payee: null,
  sum: null,
  timeRequest: null,
  isDone: false,
  ...more,
});

it('leads from the tasks of a board to the own action, what is overdue or due first at the top', () => {
  const pending = pendingRows(
    [
      own('late', 1, '2026-11-20T12:00:00Z'),
      own('later', 2, '2026-12-20T12:00:00Z', { status: 'assigned', canTake: true }),
    ],
    {},
    now,
  );
  const rows = [
    task('no deadline'),
    task('done', { isDone: true, deadline: '2026-11-01T12:00:00Z' }),
    task('to take', { assignmentId: 'later' }),
    task('of the step', { deadline: '2026-11-25T12:00:00Z' }),
    task('overdue', { assignmentId: 'late' }),
    task('no deadline either'),
  ];
  expect(
    boardTasks({ kind: 'panel', total: rows.length, rows }, pending).map(({ row, pending: one }) => [
      row.uid,
      one?.action?.label,
    ]),
  ).toEqual([
    ['overdue', 'dashboard.action.askForTime'],
    ['of the step', undefined],
    ['to take', 'dashboard.action.take'],
    ['no deadline', undefined],
    ['no deadline either', undefined],
    ['done', undefined],
  ]);
});

it('gives each pending action one place: on a board, before the boards, or in the table', () => {
  const rows = pendingRows(
    [
      own('soon', 1, '2026-11-22T12:00:00Z'),
      own('overdue', 2, '2026-11-20T12:00:00Z'),
      own('on a board', 3, '2026-11-20T12:00:00Z'),
      own('later', 4, '2026-12-20T12:00:00Z'),
      own('to take', 5, '2026-11-22T12:00:00Z', { status: 'assigned', canTake: true }),
    ],
    {},
    now,
  );
  const board: TaskBoard = { kind: 'panel', total: 1, rows: [task('x', { assignmentId: 'on a board' })] };
  const places = (boards: TaskBoard[]) => {
    const { first, table } = placed(rows, boards);
    return [first, table].map((list) => list.map(({ key }) => key));
  };
  expect(places([board])).toEqual([
    ['overdue', 'soon'],
    ['to take', 'later'],
  ]);
  expect(places([])).toEqual([[], ['overdue', 'on a board', 'soon', 'to take', 'later']]);
  // Below the tasks of a page are other lists than the table.
  expect(placed(rows, [], false).first.map(({ key }) => key)).toEqual(['overdue', 'on a board', 'soon']);
});

it('tells the amounts of the partition of an assignment, or of all that are asked for', () => {
  const asked = [
    { partition: 'LUMI-C', amount: '900' },
    { partition: 'LUMI-G', amount: '7.5' },
  ];
  const told = (partition: string | null) => {
    const [work] = own('one', 1, null, { partition }).assignments;
    if (work === undefined) throw new Error('no assignment');
    return pendingRows([application(1, null, { asked, assignments: [work] })], {}, now).map(
      (row) => row.asked,
    );
  };
  expect([told(null), told('LUMI-G'), told('LUMI-D')]).toEqual([[asked], [asked.slice(1)], [[]]]);
});

it('counts what is asked of the reader, and what the page shows as urgent or overdue', () => {
  const rows = pendingRows(
    [
      own('soon', 1, '2026-11-22T12:00:00Z'),
      own('overdue', 2, '2026-11-20T12:00:00Z'),
      own('later', 3, '2026-12-20T12:00:00Z'),
      own('submitted', 4, null, { status: 'submitted' }),
    ],
    {},
    now,
  );
  const past = { deadline: '2026-11-01T12:00:00Z' };
  const boards: TaskBoard[] = [
    { kind: 'time', total: 1, rows: [task('asks', past)] },
    {
      kind: 'assign',
      total: 9,
      rows: [
        task('unfilled', past),
        task('unfilled soon', { deadline: '2026-11-24T11:00:00Z' }),
        task('known', { ...past, assignmentId: 'overdue' }),
      ],
    },
    // The deadlines of other people are not the reader's.
    { kind: 'decide', total: 2, rows: [task('of others', past), task('own', { assignmentId: 'soon' })] },
    { kind: 'payments', total: 1, rows: [task('paid', { ...past, isDone: true })] },
  ];
  expect(summaryOf(rows, [], now)).toEqual({ n: 3, soon: 1, past: 1 });
  expect(summaryOf(rows, boards, now)).toEqual({ n: 12, soon: 2, past: 2 });
});

it('lets staff accept or open overdue work beside moving its deadline', () => {
  const labels = (status: 'assigned' | 'accepted', deadline: string, isStaff: boolean) =>
    pendingRows([own('one', 1, deadline, { status })], {}, now, isStaff).map(({ action, also }) => [
      also?.label ?? null,
      action?.label,
    ]);
  const past = '2026-11-20T12:00:00Z';
  expect(labels('assigned', past, true)).toEqual([
    ['dashboard.action.acceptAssignment', 'dashboard.action.moveDeadline'],
  ]);
  expect(labels('accepted', past, true)).toEqual([
    ['dashboard.action.open', 'dashboard.action.moveDeadline'],
  ]);
  expect(labels('assigned', past, false)).toEqual([[null, 'dashboard.action.askForTime']]);
  expect(labels('assigned', '2026-11-30T12:00:00Z', true)).toEqual([
    [null, 'dashboard.action.acceptAssignment'],
  ]);
});

it('names to applicants what is requested of them, and drafts whose cut-off is near', () => {
  const draft = (id: number, deadline: string | null) => application(id, deadline);
  const rows = pendingRows(
    [
      draft(1, '2026-11-22T12:00:00Z'),
      draft(2, '2026-12-22T12:00:00Z'),
      draft(3, null),
      draft(7, '2026-11-28T11:00:00Z'),
      draft(8, '2026-11-28T13:00:00Z'),
      own('reply', 4, '2026-11-29T12:00:00Z', { status: 'draft' }),
      own('change', 5, '2026-11-25T12:00:00Z', { status: 'changes_requested' }),
      own('submitted', 6, null, { status: 'submitted' }),
    ],
    {},
    now,
  );
  expect(requestedTasks(rows, now).map(({ key }) => key)).toEqual([
    'assignment 1',
    'change',
    'assignment 7',
    'reply',
  ]);
});

it('shows work that waits for the changes of an applicant, and offers nothing', () => {
  const rows = pendingRows([own('waits', 1, null, { status: 'assigned', waitsForChanges: true })], {}, now);
  expect(rows.map(({ action, waitsForChanges }) => [action, waitsForChanges])).toEqual([[null, true]]);
});
