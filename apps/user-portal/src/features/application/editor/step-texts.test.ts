import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import {
  afterSubmitText,
  drawnState,
  dueLabel,
  dueText,
  legendText,
  nextText,
  placeText,
  shareGone,
  submitQuestion,
  whenText,
  workDate,
} from './step-texts.ts';

await startTexts(['frame', 'parts', 'editor', 'workflow'], 'en');

it('asks about this assignment, or this proposal where the step says so', () => {
  const asked = [{}, { submitConfirmation: false }, { submitConfirmation: true }].map((config) =>
    submitQuestion({ config }),
  );
  expect(asked).toEqual([
    'Are you sure you want to submit this assignment?',
    'Are you sure you want to submit this assignment?',
    'Are you sure you want to submit this proposal?',
  ]);
});

it('speaks of the cut-off for a draft alone', () => {
  const text = (
    [
      ['draft', 'draft'],
      ['changes_requested', 'changes_requested'],
      ['approved', 'changes_requested'],
      ['submitted', 'draft'],
      ['submitted', 'accepted'],
    ] as const
  ).map(([application, assignment]) => dueText({ status: application }, { status: assignment }));
  expect(text).toEqual(['Cut-off ends in', 'Changes due in', 'Changes due in', 'Due in', 'Due in']);
});

it('calls what is due for changes so beside its date too, and the cut-off by its name for a draft alone', () => {
  const label = (
    application: 'draft' | 'submitted',
    assignment: 'draft' | 'changes_requested' | 'accepted',
  ) => dueLabel({ status: application }, { status: assignment });
  expect([
    label('draft', 'draft'),
    label('submitted', 'changes_requested'),
    label('draft', 'changes_requested'),
    label('submitted', 'accepted'),
  ]).toEqual(['Cut-off', 'Changes due', 'Changes due', 'Deadline']);
});

it('marks now inside a step that runs, at its ends otherwise', () => {
  const step = { start: '2026-11-01T00:00:00Z', end: '2026-11-05T00:00:00Z' };
  const now = Date.parse('2026-11-02T00:00:00Z');
  expect(
    (['done', 'over', 'late', 'running', 'coming'] as const).map((state) =>
      shareGone({ ...step, state }, now),
    ),
  ).toEqual([1, 1, 1, 0.25, 0]);
  expect(shareGone({ ...step, end: null, state: 'running' }, now)).toBe(0.5);
});

it('says what follows a step: which, who acts, when and by whose clock', () => {
  const step = {
    id: 'A',
    title: 'Application',
    ownerRole: 'applicant',
    yours: true,
    start: null,
    end: null,
    begins: null,
    here: true,
  };
  const call = { timeZone: 'Europe/Brussels' } as Parameters<typeof nextText>[0]['call'];
  const review = {
    ...step,
    id: 'R',
    title: 'Review',
    ownerRole: 'ac_chair',
    yours: false,
    start: '2026-11-30T23:00:00Z',
    end: '2026-12-20T17:00:00Z',
    here: false,
    state: 'coming',
  } as const;
  const process = [
    { ...step, state: 'running' as const },
    { ...review, id: 'O', state: 'over' as const },
    review,
  ];
  expect(nextText({ process, call }, 'A')).toBe(
    'What happens next: Review (AC Chair), 01-12-2026 to 20-12-2026, Brussels time.',
  );
  const undated = [...process.slice(0, 2), { ...review, start: null, end: null }];
  expect(nextText({ process: undated, call }, 'A')).toBe(
    'What happens next: Review (AC Chair). The date is not known yet.',
  );
  const begins = [...process.slice(0, 2), { ...review, begins: '2026-11-30T23:00:00Z' }];
  expect(nextText({ process: begins, call }, 'A')).toBe(
    'What happens next: Review (AC Chair), begins on 01-12-2026 00:00, Brussels time.',
  );
  // What waits for something other than a moment needs no time zone.
  const waits = [
    ...process.slice(0, 2),
    { ...review, waitsFor: { what: 'resubmitted', step: 'A', isConditional: false } as const },
  ];
  expect(nextText({ process: waits, call }, 'A')).toBe(
    'What happens next: Review (AC Chair), waits for the resubmission.',
  );
  const open = [...process.slice(0, 2), { ...review, end: null, state: 'running' as const }];
  expect(nextText({ process: open, call }, 'A')).toBe('What happens now: Review (AC Chair).');
  // What was planned for a day that has passed is not announced.
  const late = [...process.slice(0, 2), { ...review, state: 'late' as const }];
  expect(nextText({ process: late, call }, 'A')).toBe('What happens now: Review (AC Chair).');
  // Later steps may be hidden from the reader.
  expect(nextText({ process, call }, 'R')).toBe('');
});

it('says when a step is: begun until, else from when, and no date of work that is handed in', () => {
  const step = {
    state: 'running',
    start: '2027-03-02T08:00:00Z',
    end: '2027-03-14T17:00:00Z',
    begins: null,
  } as const;
  const text = (more: Partial<Parameters<typeof whenText>[0]>) =>
    whenText({ ...step, ...more }, 'UTC').replace(/[\u00a0\u2011]/g, (c) => (c === '\u00a0' ? ' ' : '-'));
  expect(text({})).toBe('until 14-03-2027');
  expect(text({ state: 'coming' })).toBe('begins 02-03-2027');
  expect(text({ state: 'coming', start: null })).toBe('until 14-03-2027');
  expect(text({ state: 'coming', start: null, end: null })).toBe('date not known yet');
  expect(text({ state: 'running', end: null })).toBe('in progress');
  expect(text({ isPartDone: true })).toBe('your part is done');
  expect(text({ state: 'late' })).toBe('was due by 14-03-2027');
  expect(text({ state: 'late', end: null })).toBe('delayed');
});

const placed = { title: 'Review', ownerRole: 'pro', yours: false, start: null, end: null, begins: null };
const processAt = (here: string, state: 'running' | 'coming' = 'running') =>
  ['REV', 'DEC', 'ONB'].map((id) => ({
    ...placed,
    id,
    state,
    here: id === here,
    ...(id === 'ONB' ? { isAfterDecision: true as const } : {}),
  }));

it('counts the steps up to the decision alone', () => {
  const text = (...at: Parameters<typeof processAt>) =>
    placeText({ process: processAt(...at), status: 'submitted', decisions: [] }, '2027-04-02');
  expect([text('DEC', 'running'), text('DEC', 'coming')]).toEqual([
    'Step 2 of 2: Review',
    'Next: step 2 of 2, Review',
  ]);
  expect([text('ONB', 'running'), text('ONB', 'coming')]).toEqual([
    'After the decision: Review',
    'Next, after the decision: Review',
  ]);
});

it('names the place of an application also to readers for whom no step follows', () => {
  const award = {
    partitionId: 'GPP',
    outcome: 'awarded',
    amount: '1',
    reason: null,
    isReleased: true,
  } as const;
  const decision = { ...award, startsOn: '2027-05-01', endsOn: '2028-04-30' };
  const later = { ...decision, partitionId: 'ACC', startsOn: '2027-06-01', endsOn: '2028-05-31' };
  const text = (day: string, more: Partial<Parameters<typeof placeText>[0]> = {}) =>
    placeText(
      { process: processAt(''), status: 'approved', decisions: [later, decision], ...more },
      day,
    ).replace(/\u2011/g, '-');
  expect(text('2027-04-30')).toBe('The award period starts on 01-05-2027');
  expect(text('2027-05-01')).toBe('The award period ends on 31-05-2028');
  expect(text('2028-05-31')).toBe('The award period ends on 31-05-2028');
  expect(text('2028-06-01')).toBe('The award period has ended');
  // Readers who do not know the decision, or its days.
  expect(text('2027-04-30', { decisions: [] })).toBe('After the decision');
  expect(text('2027-04-30', { decisions: [{ ...decision, startsOn: null }] })).toBe('After the decision');
  expect(text('2027-04-30', { decisions: [{ ...decision, isReleased: false }] })).toBe('After the decision');
  for (const status of ['rejected', 'withdrawn'] as const)
    expect(text('2027-04-30', { status, decisions: [] })).toBe('The process has ended');
});

it('speaks of dates to come only while a step is to come', () => {
  const legend = (...states: Parameters<typeof legendText>[0][number]['state'][]) =>
    legendText(
      states.map((state) => ({ state })),
      'UTC',
    );
  const dates = 'Dates are in UTC time. Those of later steps are provisional.';
  expect([legend('done', 'running'), legend('done', 'coming')]).toEqual([dates, dates]);
  expect(legend('done', 'over')).toBeNull();
});

it('has over own work its deadline while it is open, its submission once it is handed in', () => {
  const at = { deadline: '2026-12-19T22:59:00Z', submittedAt: '2026-12-09T10:19:00Z' };
  const date = (status: Parameters<typeof workDate>[1]['status'], more: object = {}) => {
    const told = workDate({ status: 'submitted' }, { ...at, ...more, status });
    return told && `${told.label} ${told.at}`;
  };
  expect([date('accepted'), date('changes_requested'), date('triggered')]).toEqual([
    `Deadline ${at.deadline}`,
    `Changes due ${at.deadline}`,
    `Deadline ${at.deadline}`,
  ]);
  expect([date('submitted'), date('approved')]).toEqual([
    `Submitted ${at.submittedAt}`,
    `Submitted ${at.submittedAt}`,
  ]);
  expect([date('refused'), date('accepted', { deadline: null })]).toEqual([null, null]);
});

it('says first until when a submission can be taken back, with the hour and the zone', () => {
  const call = { timeZone: 'Europe/Luxembourg' } as Parameters<typeof afterSubmitText>[0]['call'];
  const changes = 'After that, you can change it only if changes are requested.';
  expect(afterSubmitText({ call, takeBack: { until: '2026-12-08T10:00:00Z' } })).toBe(
    `You can take your submission back and change it until 08-12-2026 11:00 (Luxembourg time). ${changes}`,
  );
  expect(afterSubmitText({ call, takeBack: { until: null } })).toBe(
    `You can take your submission back and change it until the review starts. ${changes}`,
  );
  expect(afterSubmitText({ call })).toBe(
    'After you submit, you cannot change it unless somebody requests changes.',
  );
});

it('shows the applicant lateness of their own steps alone as late', () => {
  const ours = { state: 'late', yours: false } as const;
  expect(drawnState(ours, true)).toBe('running');
  expect(drawnState(ours, false)).toBe('late');
  expect(drawnState({ state: 'late', yours: true }, true)).toBe('late');
});
