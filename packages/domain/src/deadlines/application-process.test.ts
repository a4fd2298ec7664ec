import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannedWhen } from '../applications/coming-step.ts';
import type { ProcessStep } from '../applications/process-step.ts';
import { applicationStatuses, assignmentStatuses, ongoingStatuses } from '../applications/statuses.ts';
import {
  applicationProcess,
  comingSteps,
  type KnownOfApplication,
  type KnownWork,
  type LookedAfter,
  type ReachedStep,
} from './application-process.ts';

const { translate } = createTranslator('en', await loadArea('en', 'workflow'));

const steps = [
  { id: 'APP', title: 'Application', order: 0, ownerRole: 'applicant' },
  { id: 'TEC', title: 'Technical review', order: 1, ownerRole: 'technical_reviewer' },
  { id: 'SCI', title: 'Scientific review', order: 2, ownerRole: 'scientific_reviewer' },
  { id: 'RTR', title: 'Right to reply', order: 3, ownerRole: 'applicant' },
  { id: 'DEC', title: 'Decision', order: 4, ownerRole: 'ac_chair', final: true },
  { id: 'REP', title: 'Final report', order: 5, ownerRole: 'applicant' },
];
const planned = {
  APP: { start: '2026-07-01T08:00:00Z', end: '2026-09-04T08:00:00Z' },
  TEC: { start: '2026-09-05T09:00:00Z', end: '2026-10-09T16:00:00Z' },
  SCI: { start: '2026-10-09T16:00:00Z', end: '2026-11-18T17:00:00Z' },
  DEC: { start: '2026-12-01T00:00:00Z', end: '2026-12-20T17:00:00Z' },
};
const work = (stepId: string, status: KnownWork['status'], more: Partial<KnownWork> = {}): KnownWork => ({
  stepId,
  status,
  isOwn: false,
  start: null,
  deadline: null,
  ...more,
});
const sent = work('APP', 'submitted', { isOwn: true });
const told = (process: ProcessStep[]) =>
  process.map(({ id, state, here }) => `${id} ${state}${here ? ' here' : ''}`);
const at = (when: string, known: KnownWork[], more: Partial<KnownOfApplication> = {}) =>
  applicationProcess(
    steps,
    planned,
    { status: 'submitted', mine: true, work: known, ...more },
    new Date(when),
  );
const all = (isComplete: readonly string[] = []) => ({
  mine: false,
  lookedAfter: Object.fromEntries(
    steps.map(({ id }) => [
      id,
      {
        needed: 1,
        missing: 0,
        assigned: 0,
        unowned: 0,
        submitted: 0,
        isWhole: true,
        isComplete: isComplete.includes(id),
      },
    ]),
  ),
});

it('names the language of a title that is not in that of the reader', () => {
  const [first, second] = applicationProcess(
    [{ ...(steps[0] as (typeof steps)[number]), told: { title: 'en' } }, ...steps.slice(1)],
    planned,
    { status: 'submitted', mine: true, work: [sent] },
    new Date('2026-09-05T10:00:00Z'),
  );
  expect([first?.told, second?.told]).toEqual([{ title: 'en' }, undefined]);
});

describe('the process of an application', () => {
  it('begins at its first step while it is a draft, and says when its deadline has passed', () => {
    const own = [work('APP', 'draft', { isOwn: true, deadline: '2026-09-04T08:00:00Z' })];
    const draft = (when: string) => told(at(when, own, { status: 'draft' }));
    const rest = ['TEC coming', 'SCI coming', 'RTR coming', 'DEC coming'];
    expect(draft('2026-09-04T08:00:00Z')).toEqual(['APP running here', ...rest]);
    expect(draft('2026-09-04T08:00:00.001Z')).toEqual(['APP late here', ...rest]);
  });

  it('stays at the first step that is not known to be passed, whatever was planned', () => {
    const rest = ['RTR coming', 'DEC coming'];
    const place = (when: string, stepId?: string, state: ReachedStep['state'] = 'running') =>
      told(at(when, [sent], stepId === undefined ? {} : { reached: { stepId, state } }));
    expect(place('2026-09-04T12:00:00Z')).toEqual(['APP done', 'TEC coming here', 'SCI coming', ...rest]);
    expect(place('2026-10-20T00:00:00Z')).toEqual(['APP done', 'TEC late here', 'SCI coming', ...rest]);
    expect(place('2027-01-05T00:00:00Z')).toEqual(['APP done', 'TEC late here', 'SCI coming', ...rest]);
    // The state is that of the work, also before and after the plan.
    expect(place('2026-09-04T12:00:00Z', 'SCI')).toEqual([
      'APP done',
      'TEC done',
      'SCI running here',
      ...rest,
    ]);
    expect(place('2027-01-05T00:00:00Z', 'SCI').slice(1, 3)).toEqual(['TEC done', 'SCI running here']);
    expect(place('2027-01-05T00:00:00Z', 'DEC', 'late')).toEqual([
      'APP done',
      'TEC done',
      'SCI done',
      'RTR over',
      'DEC late here',
    ]);
  });

  it('is at what the applicant has to do, by the deadline that counts for them', () => {
    const asked = work('APP', 'changes_requested', { isOwn: true, deadline: '2026-10-30T09:00:00Z' });
    const process = at('2026-10-20T00:00:00Z', [asked]);
    expect(told(process).slice(0, 3)).toEqual(['APP running here', 'TEC coming', 'SCI coming']);
    expect([process[0]?.end, process[0]?.yours, process[1]?.yours, process[3]?.yours]).toEqual([
      '2026-10-30T09:00:00Z',
      true,
      false,
      true,
    ]);
    // A reviewer's part is the review, and no step of the applicant.
    const review = work('SCI', 'accepted', { isOwn: true });
    const theirs = at('2026-10-20T00:00:00Z', [work('APP', 'submitted'), review], { mine: false });
    expect(theirs.map(({ yours }) => yours)).toEqual([false, false, true, false, false]);
  });

  it('does not pass a step that is not done for those who know of all work', () => {
    const known = [
      work('APP', 'submitted'),
      work('TEC', 'submitted'),
      work('TEC', 'accepted', { deadline: planned.TEC.end }),
      work('SCI', 'accepted'),
    ];
    expect(told(at('2026-10-29T00:00:00Z', known, all(['APP']))).slice(0, 3)).toEqual([
      'APP done',
      'TEC late here',
      'SCI running',
    ]);
    expect(told(at('2026-10-29T00:00:00Z', [work('APP', 'submitted')], all(['APP'])))[1]).toBe(
      'TEC late here',
    );
    // A reply that was never opened stops nothing.
    const decision = [work('APP', 'submitted'), work('DEC', 'accepted')];
    expect(told(at('2026-12-02T00:00:00Z', decision, all(['APP', 'TEC', 'SCI']))).slice(2)).toEqual([
      'SCI done',
      'RTR over',
      'DEC running here',
    ]);
    expect(
      told(at('2026-12-02T00:00:00Z', decision.slice(0, 1), all(['APP', 'TEC', 'SCI', 'DEC']))).slice(2),
    ).toEqual(['SCI done', 'RTR over', 'DEC decided here']);
  });

  it('delays only what can be worked on now, and says what later steps wait for', () => {
    const when = '2027-01-05T00:00:00Z';
    const process = at(when, [work('APP', 'submitted')], all(['APP']));
    expect(told(process)).toEqual(['APP done', 'TEC late here', 'SCI coming', 'RTR coming', 'DEC coming']);
    const before = { what: 'before', step: 'Technical review', isConditional: false };
    expect(process.map(({ waitsFor }) => waitsFor)).toEqual([
      undefined,
      undefined,
      before,
      undefined,
      before,
    ]);
    // People work on it already.
    const known = [work('APP', 'submitted'), work('SCI', 'accepted')];
    expect(told(at(when, known, all(['APP']))).slice(1, 3)).toEqual(['TEC late here', 'SCI late']);
  });

  it('says that a check waits for the changes that it requested, to those who know of them', () => {
    const asked = work('APP', 'changes_requested', { deadline: '2026-09-20T21:59:59Z' });
    const judging = steps.map((step) => (step.id === 'TEC' ? { ...step, judges: 'APP' } : step));
    const submitted = work('TEC', 'submitted', { isOwn: true });
    // Staff may request changes while the check is open.
    const open = work('TEC', 'accepted', { isOwn: true, deadline: '2026-09-18T21:59:59Z' });
    for (const [more, check] of [
      [all(['TEC']), submitted],
      [{ mine: false }, submitted],
      [{ mine: true }, submitted],
      [{ mine: false }, open],
    ] as const) {
      const process = applicationProcess(
        judging,
        planned,
        {
          status: 'changes_requested',
          mine: false,
          work: [asked, check],
          ...more,
        },
        new Date('2026-09-15T00:00:00Z'),
      );
      expect(told(process).slice(0, 2)).toEqual(['APP running here', 'TEC coming']);
      expect(process[1]).toMatchObject({
        start: null,
        end: null,
        waitsFor: { what: 'resubmitted', step: 'Application', isConditional: false },
      });
    }
  });

  it('says so of a report after the decision, too, and names no day before the resubmission', () => {
    const withCheck = [...steps, { id: 'REV', title: 'Check', order: 6, ownerRole: 'pro', judges: 'REP' }];
    const process = applicationProcess(
      withCheck,
      { ...planned, REV: { start: '2027-01-02T00:00:00Z', end: '2027-03-01T00:00:00Z' } },
      {
        status: 'approved',
        mine: true,
        reads: ['REV'],
        work: [sent, work('REP', 'changes_requested', { isOwn: true, deadline: '2027-02-20T22:59:59Z' })],
      },
      new Date('2027-02-01T00:00:00Z'),
    );
    expect(told(process).slice(-2)).toEqual(['REP running here', 'REV coming']);
    expect(process.at(-1)).toMatchObject({ end: null, waitsFor: { what: 'resubmitted' } });
  });

  it('keeps the decision done after the award was declined', () => {
    const of = (...known: KnownWork[]) =>
      told(at('2027-02-01T00:00:00Z', [sent, ...known], { status: 'withdrawn' })).filter((step) =>
        step.startsWith('DEC'),
      );
    expect(of(work('REP', 'submitted', { isOwn: true }))).toEqual(['DEC done']);
    expect(of()).toEqual(['DEC over']);
  });

  it('is done, not over, for those who submitted their part of it', () => {
    const own = [work('APP', 'submitted'), work('SCI', 'submitted', { isOwn: true })];
    const needs = { SCI: 3 };
    const reviewing = { stepId: 'SCI', state: 'running' } as const;
    const of = (stepId: string, status: KnownOfApplication['status'] = 'submitted') => {
      const reached = status === 'approved' ? {} : { reached: { stepId, state: 'running' as const } };
      return told(at('2026-12-24T00:00:00Z', own, { mine: false, needs, status, ...reached }))[2];
    };
    expect(of('SCI')).toBe('SCI running here');
    expect(of('DEC')).toBe('SCI done');
    expect(of('', 'approved')).toBe('SCI done');
    // While it runs, nothing is left to do for them, and its date is not theirs.
    const part = (known: KnownWork[], more: Partial<KnownOfApplication> = {}) =>
      at('2026-10-20T00:00:00Z', known, { mine: false, needs, reached: reviewing, ...more }).map(
        ({ id, yours, isPartDone }) => (yours || isPartDone ? `${id} ${yours} ${isPartDone ?? false}` : id),
      )[2];
    expect(part(own)).toBe('SCI true true');
    expect(part([...own, work('SCI', 'accepted', { isOwn: true })])).toBe('SCI true false');
    expect(part(own, all(['APP', 'TEC']))).toBe('SCI');
    expect(part(own, all(['APP', 'TEC', 'SCI']))).toBe('SCI true false');
  });

  it('is due by the own deadline for those who work on it, for all others by its last', () => {
    const early = '2026-11-11T22:59:59Z';
    const late = '2026-11-20T22:59:59Z';
    const end = (known: KnownWork[], more: Partial<KnownOfApplication> = {}) =>
      at('2026-10-20T00:00:00Z', [sent, ...known], { mine: false, ...more })[2]?.end;
    expect(end([], { reached: { stepId: 'SCI', state: 'running' } })).toBe(planned.SCI.end);
    expect(end([work('SCI', 'accepted', { deadline: early })], all(['APP', 'TEC']))).toBe(planned.SCI.end);
    expect(end([work('SCI', 'accepted', { deadline: late })], all(['APP', 'TEC']))).toBe(late);
    const mine = work('SCI', 'accepted', { deadline: early, isOwn: true });
    expect(end([mine, work('SCI', 'accepted', { deadline: late })], all(['APP', 'TEC']))).toBe(early);
    // Applicants work alone: their deadline is that of the step.
    const draft = work('APP', 'draft', { deadline: '2026-08-01T00:00:00Z' });
    expect(at('2026-07-20T00:00:00Z', [draft], { status: 'draft', ...all() })[0]?.end).toBe(draft.deadline);
  });

  it('stays at a step whose release starts the next one, for those who know that it is not released', () => {
    const known = [work('APP', 'submitted'), work('SCI', 'submitted')];
    const awaited = { RTR: { what: 'released', stepId: 'SCI', isConditional: false } } as const;
    const { lookedAfter } = all(['APP', 'TEC', 'SCI']);
    const seen = (starts: KnownOfApplication['starts'], more: KnownWork[] = []) =>
      told(at('2026-11-20T00:00:00Z', [...known, ...more], { mine: false, lookedAfter, starts })).slice(2);
    expect(seen(awaited)).toEqual(['SCI decided here', 'RTR coming', 'DEC coming']);
    expect(seen({})).toEqual(['SCI done', 'RTR coming here', 'DEC coming']);
    expect(seen(awaited, [work('DEC', 'accepted')])).toEqual(['SCI done', 'RTR over', 'DEC running here']);
    // Readers who do not know that a release is to come count the same step as staff.
    const reached = { stepId: 'SCI', state: 'late' } as const;
    const chair = at('2026-11-20T00:00:00Z', known, { mine: false, lookedAfter, reached });
    expect(told(chair).slice(2)).toEqual(['SCI decided here', 'RTR coming', 'DEC coming']);
  });

  it('is done once the application is known to have passed it, over where that is a plan or nobody did it', () => {
    const deciding = [work('APP', 'submitted'), work('DEC', 'accepted')];
    expect(told(at('2026-10-20T00:00:00Z', deciding, { mine: false }))).toEqual([
      'APP done',
      'TEC done',
      'SCI done',
      'RTR over',
      'DEC running here',
    ]);
    expect(told(at('2026-10-20T00:00:00Z', [sent], { status: 'approved' })).slice(1, 4)).toEqual([
      'TEC done',
      'SCI done',
      'RTR over',
    ]);
  });

  it('passes what nobody did after an award once a later step of the applicant has begun', () => {
    const after = [...steps.slice(0, 5), { ...steps[1], id: 'PRJ', order: 4.5 }, ...steps.slice(5)].map(
      (one) => ({
        id: 'PRJ',
        title: 'Follow-up',
        order: 4.5,
        ownerRole: 'project_manager',
        ...one,
      }),
    );
    const seen = (known: KnownWork[]) =>
      told(
        applicationProcess(
          after,
          planned,
          { status: 'approved', work: known, ...all(['APP', 'TEC', 'SCI', 'RTR', 'DEC']) },
          new Date('2027-05-05T00:00:00Z'),
        ),
      ).slice(4);
    expect(seen([work('PRJ', 'accepted')])).toEqual(['DEC done', 'PRJ running here', 'REP coming']);
    expect(seen([work('REP', 'draft')])).toEqual(['DEC done', 'REP running here']);
    const complete = all(['APP', 'TEC', 'SCI', 'RTR', 'DEC']);
    const missing = (more: Partial<KnownOfApplication>) => {
      const nobody = { ...complete.lookedAfter.DEC, isComplete: false } as LookedAfter;
      const known = { ...complete, lookedAfter: { ...complete.lookedAfter, PRJ: nobody }, ...more };
      return applicationProcess(
        after,
        planned,
        { status: 'approved', work: [], ...known },
        new Date('2027-05-05T00:00:00Z'),
      ).find(({ id }) => id === 'PRJ')?.work?.missing;
    };
    expect([missing({}), missing({ begins: { PRJ: '2027-06-01T00:00:00Z' } })]).toEqual([1, 0]);
  });

  it('is nowhere once it has ended; what follows is told to those who are awarded', () => {
    expect(told(at('2026-12-24T00:00:00Z', [sent], { status: 'rejected' }))).toEqual([
      'APP done',
      'TEC over',
      'SCI over',
      'RTR over',
      'DEC done',
    ]);
    expect(told(at('2026-09-20T00:00:00Z', [sent], { status: 'withdrawn' })).at(-1)).toBe('DEC over');
    expect(told(at('2026-12-24T00:00:00Z', [sent], { status: 'approved' })).slice(4)).toEqual([
      'DEC done',
      'REP coming here',
    ]);
    const reviewer = at('2026-12-24T00:00:00Z', [work('APP', 'submitted')], {
      status: 'approved',
      mine: false,
    });
    expect(told(reviewer).at(-1)).toBe('DEC done');
  });
});

const moment = fc.date({ min: new Date('2026-06-01'), max: new Date('2027-06-01'), noInvalidDate: true });
const instant = fc.option(moment.map((date) => date.toISOString()));
const knownOf: fc.Arbitrary<KnownOfApplication> = fc.record(
  {
    status: fc.constantFrom(...applicationStatuses),
    mine: fc.boolean(),
    work: fc.array(
      fc.record({
        stepId: fc.constantFrom(...steps.map(({ id }) => id)),
        status: fc.constantFrom(...assignmentStatuses),
        isOwn: fc.boolean(),
        start: instant,
        deadline: instant,
      }),
      { maxLength: 8 },
    ),
    lookedAfter: fc.dictionary(
      fc.constantFrom(...steps.map(({ id }) => id)),
      fc.record({
        needed: fc.nat(3),
        missing: fc.nat(3),
        assigned: fc.nat(3),
        unowned: fc.nat(3),
        submitted: fc.nat(3),
        isWhole: fc.boolean(),
        isComplete: fc.boolean(),
      }),
    ),
    turnedDownBy: fc.constantFrom(null, 'TEC'),
    reached: fc.record({
      stepId: fc.constantFrom(...steps.map(({ id }) => id)),
      state: fc.constantFrom('coming', 'running', 'late'),
    }),
    begins: fc.dictionary(
      fc.constantFrom('TEC', 'REP'),
      moment.map((date) => date.toISOString()),
    ),
  },
  { requiredKeys: ['status', 'mine', 'work'] },
);

it('is at exactly one step until it ends, never behind one that is not done, and plans nothing in the past', () => {
  fc.assert(
    fc.property(knownOf, moment, (known, now) => {
      const process = applicationProcess(steps, planned, known, now);
      const here = process.findIndex((step) => step.here);
      const count = process.filter((step) => step.here).length;
      if (known.status === 'rejected' || known.status === 'withdrawn') expect(count).toBe(0);
      else if (known.status === 'approved') expect(count).toBeLessThanOrEqual(1);
      else expect(count).toBe(1);
      for (const { state } of process.slice(0, Math.max(0, here))) expect(['done', 'over']).toContain(state);
      if (count === 1 && known.status !== 'approved' && process[here]?.state !== 'decided')
        for (const { state } of process.slice(here + 1)) expect(state).not.toBe('over');
      const isAtWork = (id: string) =>
        known.work.some(
          ({ stepId, status }) =>
            stepId === id &&
            status !== 'triggered' &&
            (ongoingStatuses as readonly string[]).includes(status),
        );
      for (const step of process.slice(here + 1))
        if (here >= 0 && step.state === 'late') expect(isAtWork(step.id)).toBe(true);
      const isPast = (at: string | null) => at !== null && Date.parse(at) < now.getTime();
      for (const step of process) {
        expect(isPast(step.begins)).toBe(false);
        if (step.state === 'coming') expect(isPast(step.start)).toBe(false);
      }
      for (const step of comingSteps(process, known.status)) {
        expect([isPast(step.start), isPast(step.begins ?? null)]).toEqual([false, false]);
        if (!step.late) expect(isPast(step.end)).toBe(false);
        expect(translate(plannedWhen(step, 'UTC'))).not.toBe('');
      }
    }),
    { numRuns: 2_000 },
  );
});

describe('what comes for the applicant', () => {
  const coming = (when: string, known: KnownWork[], more: Partial<KnownOfApplication> = {}) =>
    comingSteps(at(when, known, more), more.status ?? 'submitted');

  it('is every later step with its dates and the role that acts, without what they can do now', () => {
    expect(coming('2026-09-04T12:00:00Z', [sent], { begins: { TEC: planned.TEC.start } })).toEqual([
      {
        title: 'Technical review',
        ownerRole: 'technical_reviewer',
        yours: false,
        ...planned.TEC,
        late: false,
        begins: planned.TEC.start,
      },
      {
        title: 'Scientific review',
        ownerRole: 'scientific_reviewer',
        yours: false,
        ...planned.SCI,
        late: false,
      },
      { title: 'Right to reply', ownerRole: 'applicant', yours: true, start: null, end: null, late: false },
      { title: 'Decision', ownerRole: 'ac_chair', yours: false, ...planned.DEC, late: false },
    ]);
    const reply = work('RTR', 'draft', { isOwn: true });
    expect(coming('2026-10-20T00:00:00Z', [sent, reply]).map(({ title }) => title)).toEqual(['Decision']);
  });

  it('is nothing before the submission and after the end', () => {
    for (const status of ['draft', 'rejected', 'withdrawn'] as const)
      expect(coming('2026-09-04T12:00:00Z', [sent], { status })).toEqual([]);
    expect(coming('2027-01-05T00:00:00Z', [sent], { status: 'approved' }).map(({ title }) => title)).toEqual([
      'Final report',
    ]);
  });
});
