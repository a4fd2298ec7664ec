import { describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../applications/statuses.ts';
import { compileFlow } from '../forms/compile.ts';
import type { Automation, Flow, Step, ViewRule } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { projectApplication } from './project-application.ts';
import { noCommands } from './testing/planted-commands.ts';
import type { Viewer } from './viewer.ts';

const reads = (role: ViewRule['role'], scope: ViewRule['scope'], of: ViewRule['of']): ViewRule => ({
  role,
  scope,
  of,
  audience: ['public'],
});
const step = (
  id: string,
  order: number,
  ownerRole: string,
  more: Partial<Omit<Step, 'permissions'>> & Partial<Step['permissions']> = {},
): Step => {
  const { assign = [], view = [], ...rest } = more;
  return {
    id,
    title: id,
    order,
    type: 'step',
    ownerRole,
    config: {},
    forms: [],
    ...rest,
    permissions: { assign, assignable: [], view },
  };
};

/** The steps of Regular Access, with their view rules as far as they matter. */
const steps = [
  step('APP', 0, 'applicant', {
    view: [
      reads('compute_centre_representative', 'centre', 'submitted'),
      reads('panel_chair', 'panel', 'submitted'),
      reads('scientific_reviewer', 'assigned', 'submitted'),
    ],
  }),
  step('ADM', 1, 'pro', { judges: 'APP', view: [reads('applicant', 'own', { released: 'ADM' })] }),
  step('TEC', 2, 'technical_reviewer', {
    perPartition: true,
    assign: ['compute_centre_representative', 'pro'],
    view: [
      reads('applicant', 'own', { released: 'TEC' }),
      reads('compute_centre_representative', 'centre', 'submitted'),
    ],
  }),
  step('SCI', 3, 'scientific_reviewer', {
    config: { needs: 3 },
    assign: ['panel_chair', 'pro'],
    view: [reads('applicant', 'own', { released: 'SCI' }), reads('panel_chair', 'panel', 'submitted')],
  }),
  step('RTR', 4, 'applicant', { view: [reads('panel_chair', 'panel', 'submitted')] }),
  step('RAP', 5, 'rapporteur', { assign: ['panel_chair', 'pro'] }),
  step('ALL', 6, 'ac_chair', { final: true, view: [reads('applicant', 'own', { released: 'ALL' })] }),
  step('ACC', 7, 'applicant'),
  step('ONB', 8, 'compute_centre_representative', { view: [reads('applicant', 'own', 'submitted')] }),
  step('FIN', 9, 'finance_manager'),
  step('REP', 10, 'applicant'),
];
const automations: Automation[] = [
  { id: 'check', on: { event: 'cutoff_passed' }, do: 'assign', step: 'ADM', to: { role: 'pro' } },
  {
    id: 'technical',
    on: { event: 'approved', step: 'APP', by: 'ADM' },
    do: 'assign',
    step: 'TEC',
    to: 'centres',
  },
  { id: 'unlock', on: { event: 'released', step: 'SCI' }, do: 'unlock', step: 'RTR' },
  {
    id: 'reply',
    on: { event: 'unlocked', step: 'RTR' },
    do: 'assign',
    step: 'RTR',
    to: 'application_owner',
  },
  {
    id: 'decision',
    on: { event: 'all_at_step', step: 'RAP' },
    do: 'assign',
    step: 'ALL',
    to: { role: 'pro' },
  },
  {
    id: 'acceptance',
    on: { event: 'approved', step: 'APP', by: 'ALL' },
    do: 'assign',
    step: 'ACC',
    to: 'application_owner',
  },
  {
    id: 'onboarding',
    on: { event: 'submitted', step: 'ACC' },
    when: [[{ elements: ['AC.ok'], type: 'equal', values: ['accept'] }]],
    do: 'assign',
    step: 'ONB',
    to: 'centres',
  },
  {
    id: 'payment',
    on: { timer: { after: 'award_end', days: 1 } },
    when: [[{ elements: ['AC.ok'], type: 'equal', values: ['accept'] }]],
    do: 'assign',
    step: 'FIN',
    to: { role: 'finance_manager' },
  },
  {
    id: 'report',
    on: { timer: { after: 'award_end', days: 0 } },
    do: 'assign',
    step: 'REP',
    to: 'application_owner',
  },
];
const flow: Flow = { version: 1, steps, automations, templates: [] };
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
const facts = {
  flow,
  plan: compiled.plan,
  offered: {},
  readable: {},
  formFacts: () => null,
  commands: noCommands,
};

const window = (start: string, end: string) => ({ start, end });
const timeframes = {
  ADM: window('2026-12-08T10:00:00.000Z', '2026-12-18T16:00:00.000Z'),
  TEC: window('2026-12-18T17:00:00.000Z', '2027-01-12T17:00:00.000Z'),
  SCI: window('2027-01-12T18:00:00.000Z', '2027-02-21T17:00:00.000Z'),
  RTR: window('2027-02-22T08:00:00.000Z', '2027-03-01T17:00:00.000Z'),
};
const cutoff = { id: 1, ...window('2026-09-01T08:00:00.000Z', '2026-12-08T09:00:00.000Z') };

const people = {
  APP: 7,
  ADM: 1,
  TEC: 20,
  SCI: 30,
  RTR: 7,
  RAP: 50,
  ALL: 60,
  ACC: 7,
  ONB: 80,
  FIN: 90,
  REP: 7,
};
let nth = 0;
const work = (
  stepId: keyof typeof people,
  status: AssignmentStatus,
  more: Partial<AssignmentSnapshot> = {},
): AssignmentSnapshot => {
  const ownerId = more.ownerId === undefined ? people[stepId] : more.ownerId;
  nth += 1;
  return {
    id: `${stepId}${nth}`,
    stepId,
    ownerId,
    owner: ownerId === null ? null : { id: ownerId, firstName: 'Some', lastName: 'Body' },
    assignerId: null,
    role: steps.find(({ id }) => id === stepId)?.ownerRole ?? 'user',
    partitionId: stepId === 'TEC' ? 'GPP' : null,
    centreId: null,
    status,
    deadline: null,
    submittedAt: '2026-12-01T00:00:00.000Z',
    submissionAskedAt: null,
    createdAt: '2026-11-05T00:00:00.000Z',
    isLead: false,
    labelNumber: null,
    previousStatus: null,
    keptFor: {},
    replaces: null,
    wasUnowned: false,
    earlier: [],
    threads: [],
    points: [],
    agreedAt: null,
    agreement: null,
    reason: null,
    activities: [],
    answers: [],
    rows: [],
    marks: {},
    submitted: { answers: [], rows: [] },
    ...more,
  };
};
const snapshot = (more: Partial<ApplicationSnapshot>): ApplicationSnapshot => ({
  id: 1,
  uid: 'REG-2026R02-011',
  status: 'submitted',
  createdAt: '2026-11-05T00:00:00.000Z',
  changedAt: '2026-11-05T00:00:00.000Z',
  lastMail: null,
  submittedAt: '2026-12-01T00:00:00.000Z',
  duplicatedFrom: null,
  ownerId: 7,
  cutoffId: 1,
  profile: {},
  call: {
    id: 1,
    code: 'REG',
    year: 2026,
    number: 2,
    title: 'Regular',
    allocationPeriodId: null,
    info: '',
    links: {},
    logo: null,
    timeZone: 'Europe/Luxembourg',
    unit: 'node hours',
    published: true,
    termsOfReference: null,
    documents: [],
  },
  callCounter: 11,
  sameCode: [],
  cutoffs: [{ ...cutoff, timeframes, partitions: [] }],
  assignments: [],
  documents: [],
  uploads: [],
  awardDeclinedAt: null,
  releasedAt: {},
  unlockedSteps: [],
  arrivals: [],
  decisions: [],
  suggestedReplacements: [],
  inConflict: [],
  partitionIds: ['GPP'],
  centreIds: ['BSC'],
  panel: 'PE8',
  viewer: { centres: [], panels: [] },
  viewerPartitions: [],
  ...more,
});

const readers = {
  applicant: { userId: 7, role: 'user', isStaff: false },
  staff: { userId: 1, role: 'pro', isStaff: true },
  centre: { userId: 21, role: 'compute_centre_representative', isStaff: false },
  reviewer: { userId: 30, role: 'scientific_reviewer', isStaff: false },
  chair: { userId: 40, role: 'panel_chair', isStaff: false },
} satisfies Record<string, Viewer>;
type Reader = keyof typeof readers;

/** Each centre whose partition was awarded sets the project up. */
const onboardingOfCentres = (...assign: Step['permissions']['assign']) =>
  step('ONB', 8, 'compute_centre_representative', {
    perPartition: true,
    assign,
    view: [reads('compute_centre_representative', 'centre', 'always')],
  });

/** Staff released the check. */
const passed = { ADM: '2026-12-12T00:00:00.000Z' };

function see(reader: Reader, when: string, more: Partial<ApplicationSnapshot>) {
  const memberships = {
    ...(reader === 'centre'
      ? { viewer: { centres: ['BSC'], panels: [] }, viewerPartitions: ['GPP'] }
      : reader === 'chair'
        ? { viewer: { centres: [], panels: ['PE8'] } }
        : {}),
  };
  return projectApplication(readers[reader], snapshot({ ...more, ...memberships }), facts, new Date(when));
}
/** The step at which the application is for a reader, with its state; null: the reader knows of no application. */
function hereFor(reader: Reader, when: string, more: Partial<ApplicationSnapshot>): string | null {
  const seen = see(reader, when, more);
  if (seen === null) return null;
  const here = seen.process.filter((one) => one.here);
  return here.map(({ id, state }) => `${id} ${state}`).join(' and ');
}
const everybody = (when: string, more: Partial<ApplicationSnapshot>) =>
  Object.fromEntries(
    (Object.keys(readers) as Reader[]).map((reader) => [reader, hereFor(reader, when, more)]),
  );

const application = work('APP', 'submitted');
const checked = [{ ...application, status: 'approved' as const }, work('ADM', 'submitted')];
const technical = [...checked, work('TEC', 'submitted')];
const fellows = [work('SCI', 'submitted', { ownerId: 31 }), work('SCI', 'submitted', { ownerId: 32 })];
const reviewed = [...technical, work('SCI', 'submitted'), ...fellows, work('FIN', 'assigned')];
const reply = { deadline: '2027-03-01T22:59:59.000Z' };

describe('the place of a Regular application for each reader', () => {
  it('is the check once it is submitted, which begins by itself at a known hour', () => {
    const given = { assignments: [application] };
    const when = '2026-12-01T08:00:00Z';
    const at = { applicant: 'ADM coming', staff: 'ADM coming', centre: 'ADM coming', chair: 'ADM coming' };
    expect(everybody(when, given)).toEqual({ ...at, reviewer: null });
    const begins = (reader: Reader, at: string, more = given) =>
      see(reader, at, more)?.process.find(({ id }) => id === 'ADM')?.begins;
    expect([begins('staff', when), begins('applicant', when)]).toEqual([
      timeframes.ADM.start,
      timeframes.ADM.start,
    ]);
    // Created at the cut-off, it waits for its timeframe.
    const waiting = { assignments: [application, work('ADM', 'triggered')] };
    expect(begins('staff', '2026-12-08T09:30:00Z', waiting)).toBe(timeframes.ADM.start);
    expect(begins('staff', '2026-12-08T10:00:00.001Z', waiting)).toBeNull();
  });

  it('is the application again while changes are requested', () => {
    const asked = {
      ...application,
      status: 'changes_requested' as const,
      deadline: '2026-12-15T22:59:59.000Z',
    };
    const given = { status: 'changes_requested' as const, assignments: [asked, work('ADM', 'submitted')] };
    expect(everybody('2026-12-10T08:00:00Z', given)).toMatchObject({
      applicant: 'APP running',
      staff: 'APP running',
    });
  });

  it('is the technical review for staff and the centre, with work that nobody has or that somebody was given', () => {
    const told = (status: AssignmentStatus, ownerId: number | null) => {
      const given = {
        releasedAt: passed,
        assignments: [...checked, work('TEC', status, { ownerId })],
      };
      const seen = see('centre', '2026-12-19T08:00:00Z', given);
      expect(JSON.stringify(seen?.process)).not.toContain('Body');
      return [hereFor('centre', '2026-12-19T08:00:00Z', given), seen?.process[2]?.work];
    };
    const counts = { needed: 1, missing: 0, assigned: 0, unowned: 0, submitted: 0 };
    expect(told('assigned', null)).toEqual(['TEC running', { ...counts, unowned: 1 }]);
    // Work that nobody has taken on is due by its own deadline, as on the dashboard.
    const deadline = '2027-01-20T22:59:59.000Z';
    const unowned = [...checked, work('TEC', 'assigned', { ownerId: null, deadline })];
    const process = see('centre', '2027-01-14T08:00:00Z', { assignments: unowned })?.process;
    expect(process?.[2]).toMatchObject({ state: 'running', end: deadline });
    expect(told('assigned', 20)).toEqual(['TEC running', { ...counts, assigned: 1 }]);
    expect(told('submitted', 20)).toEqual(['SCI coming', { ...counts, submitted: 1 }]);
    expect(hereFor('staff', '2026-12-19T08:00:00Z', { assignments: checked })).toBe('TEC running');
  });

  it('is the scientific review until as many are in as are needed, for whoever knows how many', () => {
    const when = '2027-01-14T08:00:00Z';
    const at = (...more: AssignmentSnapshot[]) =>
      everybody(when, { releasedAt: passed, assignments: [...technical, ...more] });
    const stays = { applicant: 'SCI running', staff: 'SCI running', centre: 'SCI running' };
    const own = work('SCI', 'accepted');
    expect(at(own)).toEqual({ ...stays, reviewer: 'SCI running', chair: 'SCI running' });
    // One in, one refused: nobody is at work, and two are missing.
    const sent = work('SCI', 'submitted');
    expect(at(sent, work('SCI', 'refused', { ownerId: 31 }))).toEqual({
      ...stays,
      reviewer: 'SCI running',
      chair: 'SCI running',
    });
    // All are in: the reviewer and the applicant learn nothing of it.
    expect(at(sent, ...fellows)).toEqual({
      ...stays,
      staff: 'SCI decided',
      reviewer: 'SCI running',
      chair: 'SCI decided',
    });
  });

  it('is the reply once the reviews are released, whatever was planned, and not the payment', () => {
    const when = '2027-01-12T19:00:00Z';
    const given = { releasedAt: { SCI: '2027-01-12T18:30:00.000Z' } };
    const open = { ...given, assignments: [...reviewed, work('RTR', 'draft', reply)] };
    expect(everybody(when, open)).toMatchObject({ applicant: 'RTR running', staff: 'RTR running' });
    const seen = see('applicant', when, open);
    expect(seen?.comingSteps.map(({ title }) => title)).toEqual(['RAP', 'ALL']);
    const ofStaff = see('staff', when, open)?.process.find(({ id }) => id === 'RTR');
    expect(ofStaff).toMatchObject({ state: 'running', end: reply.deadline });
    expect(see('staff', when, open)?.assignments.map(({ stepId }) => stepId)).not.toContain('RTR');
    // Others learn nothing of the draft.
    expect(JSON.stringify(see('chair', when, open)?.process)).not.toContain(reply.deadline);
    const sent = { ...given, assignments: [...reviewed, work('RTR', 'submitted')] };
    expect(everybody(when, sent)).toMatchObject({
      applicant: 'RAP coming',
      staff: 'RAP coming',
      chair: 'RAP coming',
    });
  });

  it('does not leave the reviews before their release, however late it is', () => {
    const given = { releasedAt: passed, assignments: reviewed };
    // The reviews may all be in: only those who know of them read that they are late.
    const missing = { releasedAt: passed, assignments: [...technical, work('SCI', 'accepted')] };
    const places = (more: Partial<ApplicationSnapshot>) => {
      const { staff, chair, ...others } = everybody('2027-03-20T08:00:00Z', more);
      return [staff, chair, ...new Set(Object.values(others))];
    };
    expect(places(missing)).toEqual(['SCI late', 'SCI late', 'SCI running', 'SCI late']);
    expect(places(given)).toEqual(['SCI decided', 'SCI decided', 'SCI running']);
    for (const more of [given, missing]) {
      const seen = see('applicant', '2027-03-20T08:00:00Z', more);
      expect(seen?.comingSteps[0]).toMatchObject({ title: 'SCI', start: null, end: null, late: false });
      // What was planned after it has not begun.
      expect(seen?.process[4]).toMatchObject({ id: 'RTR', state: 'coming' });
    }
  });

  it('is the decision until it is released, decided for staff alone', () => {
    const when = '2027-04-01T08:00:00Z';
    const before = [...reviewed, work('RTR', 'submitted'), work('RAP', 'submitted'), work('ALL', 'accepted')];
    const given = { releasedAt: { SCI: '2027-01-12T18:30:00.000Z' } };
    expect(hereFor('staff', when, { ...given, assignments: before })).toBe('ALL running');
    const after = { ...given, assignments: [...before.slice(0, -1), work('ALL', 'submitted')] };
    expect(everybody(when, after)).toMatchObject({ staff: 'ALL decided', applicant: 'ALL running' });
  });

  it('is the decision once it put the application on the reserve list, done for those who know it', () => {
    const assignments = [...reviewed, work('RTR', 'submitted'), work('RAP', 'submitted')];
    const reserve = (isReleased: boolean) => ({
      ...{ partitionId: 'GPP', outcome: 'reserve' as const, amount: null, reason: null },
      ...{ reviewId: null, startsOn: null, endsOn: null, isReleased },
    });
    const releasedAt = { SCI: '2027-01-12T18:30:00.000Z', ALL: '2027-04-01T08:00:00.000Z' };
    const at = (status: AssignmentStatus, ...decisions: ReturnType<typeof reserve>[]) =>
      everybody('2027-04-02T08:00:00Z', {
        releasedAt,
        assignments: [...assignments, work('ALL', status)],
        decisions,
      });
    const known = { staff: 'ALL done', applicant: 'ALL done', chair: 'ALL running', centre: 'ALL running' };
    expect(at('submitted', reserve(true))).toMatchObject(known);
    // A newer decision is not released, or is being made.
    const newer = [reserve(true), reserve(false)];
    expect(at('submitted', ...newer)).toMatchObject({ ...known, staff: 'ALL decided' });
    expect(at('accepted', reserve(true))).toMatchObject({ ...known, staff: 'ALL running' });
  });

  it('is what follows an award, and nothing after a rejection or a withdrawal', () => {
    const when = '2027-04-02T08:00:00Z';
    const all = [...reviewed, work('RTR', 'submitted'), work('RAP', 'submitted'), work('ALL', 'submitted')];
    const released = { releasedAt: { SCI: '2027-01-12T18:30:00.000Z', ALL: '2027-04-01T08:00:00.000Z' } };
    const award = {
      partitionId: 'GPP',
      outcome: 'awarded',
      amount: '10',
      reason: null,
      reviewId: null,
    } as const;
    const awarded = {
      ...released,
      status: 'approved' as const,
      decisions: [{ ...award, startsOn: '2027-05-01', endsOn: '2028-04-30', isReleased: true }],
    };
    expect(everybody(when, { ...awarded, assignments: [...all, work('ACC', 'draft')] })).toMatchObject({
      applicant: 'ACC running',
      staff: 'ACC running',
      reviewer: '',
      centre: '',
      chair: '',
    });
    const accepted = { ...awarded, assignments: [...all, work('ACC', 'submitted')] };
    // The payment is nothing of the applicant's.
    const after = see('applicant', when, accepted)?.process.filter((one) => one.isAfterDecision);
    expect(after?.map(({ id }) => id)).toEqual(['ACC', 'ONB', 'REP']);
    expect(everybody(when, accepted)).toMatchObject({ applicant: 'ONB coming', staff: 'ONB coming' });
    // Until an automation has started it, the applicant reads what starts it.
    expect(see('applicant', when, accepted)?.process.find(({ id }) => id === 'ONB')?.waitsFor).toEqual({
      what: 'submitted',
      step: 'ACC',
      isConditional: true,
    });
    // Once it has begun, the applicant knows until when it is due.
    const onboarding = work('ONB', 'assigned', { ownerId: null, deadline: '2027-04-12T21:59:59.000Z' });
    const begun = { ...accepted, assignments: [...accepted.assignments, onboarding] };
    expect(everybody(when, begun)).toMatchObject({ applicant: 'ONB running', staff: 'ONB running' });
    expect(see('applicant', when, begun)?.process.find(({ id }) => id === 'ONB')?.end).toBe(
      onboarding.deadline,
    );
    expect(see('applicant', when, begun)?.assignments.map(({ stepId }) => stepId)).not.toContain('ONB');
    expect(see('applicant', when, accepted)?.comingSteps.at(-1)).toMatchObject({
      title: 'REP',
      begins: '2028-04-30T21:59:59.000Z',
    });
    for (const status of ['rejected', 'withdrawn'] as const)
      expect(everybody(when, { ...released, status, assignments: all })).toMatchObject({
        applicant: '',
        staff: '',
      });
  });

  it('is the same step for everybody, however late it is', () => {
    const when = '2027-03-20T08:00:00Z';
    const at = (assignments: AssignmentSnapshot[], more: ApplicationSnapshot['releasedAt'] = {}) => {
      const { reviewer: _, ...places } = everybody(when, { releasedAt: { ...passed, ...more }, assignments });
      return [...new Set(Object.values(places))];
    };
    // Others do not learn whether the check is done.
    expect(at([application])).toEqual(['ADM running', 'ADM late']);
    expect(at([application, work('ADM', 'accepted', { deadline: '2027-03-30T21:59:59.000Z' })])).toEqual([
      'ADM running',
    ]);
    expect(at(checked)).toEqual(['TEC late']);
    // Technical reviewers are assigned before the check is done.
    expect(at([application, work('TEC', 'accepted')])).toEqual(['ADM running', 'ADM late']);
    const released = { SCI: '2027-01-12T18:30:00.000Z' };
    const replied = [...reviewed, work('RTR', 'submitted')];
    expect(at([...replied, work('RAP', 'accepted')], released)).toEqual(['RAP running']);
    expect(at([...replied, work('RAP', 'submitted'), work('ALL', 'accepted')], released)).toEqual([
      'ALL running',
    ]);
  });

  it('is the check for readers who do not know its result, whatever it is', () => {
    const when = '2027-01-14T08:00:00Z';
    const afterAll = '2027-04-01T08:00:00Z';
    const deadline = '2027-01-20T22:59:59.000Z';
    const open = [application, work('ADM', 'accepted', { deadline })];
    const approved = [checked[0] as AssignmentSnapshot, work('ADM', 'submitted', { deadline })];
    const rejected = [{ ...application, status: 'rejected' as const }, ...approved.slice(1)];
    // An earlier check was released, this one was not.
    for (const releasedAt of [{}, { ADM: '2026-11-30T00:00:00.000Z' }])
      for (const assignments of [open, approved, [...approved, work('TEC', 'submitted')], rejected])
        for (const at of [when, afterAll]) {
          expect(hereFor('applicant', at, { releasedAt, assignments })).toBe('ADM running');
          const later = see('applicant', at, { releasedAt, assignments })?.process.slice(2, 4);
          expect(later?.map(({ id, state }) => `${id} ${state}`)).toEqual(['TEC coming', 'SCI coming']);
        }
    expect(hereFor('applicant', when, { releasedAt: passed, assignments: approved })).toBe('TEC late');
  });

  it('is the check that turned it down until staff release it; others learn nothing', () => {
    const given = {
      assignments: [{ ...application, status: 'rejected' as const }, work('ADM', 'submitted')],
    };
    expect(everybody('2026-12-10T08:00:00Z', given)).toMatchObject({
      staff: 'ADM decided',
      applicant: 'ADM running',
      centre: 'ADM running',
    });
  });

  it('says what an automatic start waits for', () => {
    const waits = (reader: Reader, when: string, more: Partial<ApplicationSnapshot>) =>
      Object.fromEntries(
        (see(reader, when, more)?.process ?? []).flatMap(({ id, waitsFor }) =>
          waitsFor === undefined ? [] : [[id, `${waitsFor.what} ${waitsFor.step}`]],
        ),
      );
    // Planned steps have their dates.
    for (const reader of ['applicant', 'staff'] as const)
      expect(waits(reader, '2026-12-01T08:00:00Z', { assignments: [application] })).toEqual({
        ALL: 'all RAP',
      });
    expect(waits('staff', '2027-03-20T08:00:00Z', { assignments: reviewed })).toEqual({
      RTR: 'released SCI',
      ALL: 'all RAP',
    });
    expect(waits('staff', '2027-01-13T08:00:00Z', { assignments: checked })).toEqual({
      SCI: 'before TEC',
      ALL: 'all RAP',
    });
    const award = {
      partitionId: 'GPP',
      outcome: 'awarded',
      amount: '10',
      reason: null,
      reviewId: null,
    } as const;
    const awarded = {
      releasedAt: { SCI: '2027-01-12T18:30:00.000Z', ALL: '2027-04-01T08:00:00.000Z' },
      status: 'approved' as const,
      decisions: [{ ...award, startsOn: '2027-05-01', endsOn: '2028-04-30', isReleased: true }],
      assignments: [...reviewed, work('RTR', 'submitted'), work('ALL', 'submitted'), work('ACC', 'draft')],
    };
    // What was released already is not waited for, and others than the applicant and staff read of an order alone.
    const unopened = { ...awarded, assignments: awarded.assignments.slice(0, -1) };
    for (const reader of ['applicant', 'staff'] as const)
      expect(waits(reader, '2027-04-02T08:00:00Z', unopened)).not.toHaveProperty('ACC');
    expect(waits('chair', '2027-03-20T08:00:00Z', { assignments: reviewed }).RTR).toBe('before SCI');
    expect(waits('applicant', '2027-04-02T08:00:00Z', awarded)).toEqual({
      ONB: 'submitted ACC',
    });
  });

  it('waits for the other applications where a step begins with all of them, whatever was planned', () => {
    const decision = (reader: Reader, more: Partial<ApplicationSnapshot>) => {
      const planned = { ALL: window('2027-03-10T08:00:00.000Z', '2027-03-15T17:00:00.000Z') };
      const seen = see(reader, '2027-03-20T08:00:00Z', {
        cutoffs: [{ ...cutoff, timeframes: planned, partitions: [] }],
        releasedAt: { ...passed, TEC: '2027-01-13T00:00:00.000Z', SCI: '2027-02-22T00:00:00.000Z' },
        assignments: [...reviewed, work('RTR', 'submitted'), work('RAP', 'submitted')],
        ...more,
      });
      const step = seen?.process.find(({ id }) => id === 'ALL');
      return [step?.here, step?.state, step?.waitsFor?.what, step?.start, step?.end, step?.work?.missing];
    };
    expect(decision('staff', {})).toEqual([true, 'coming', 'all', null, null, 0]);
    expect(decision('applicant', {})).toEqual([true, 'coming', 'all', null, null, undefined]);
    const arrivals = [{ stepId: 'RAP', of: 'cutoff' as const }];
    expect(decision('staff', { arrivals })).toEqual([
      true,
      'late',
      undefined,
      '2027-03-10T08:00:00.000Z',
      null,
      1,
    ]);
    // Staff did not wait.
    const assignments = [
      ...reviewed,
      work('RTR', 'submitted'),
      work('RAP', 'submitted'),
      work('ALL', 'accepted'),
    ];
    expect(decision('staff', { assignments }).slice(0, 3)).toEqual([true, 'late', undefined]);
  });

  it('needs a centre after the decision only for what was awarded', () => {
    const decided = (partitionId: string, outcome: 'awarded' | 'rejected', isReleased = true) => ({
      ...{ partitionId, outcome, amount: outcome === 'awarded' ? '10' : null, reason: null, reviewId: null },
      ...{ startsOn: null, endsOn: null, isReleased },
    });
    const onboarding = flow.steps.map((one) => (one.id === 'ONB' ? { ...one, perPartition: true } : one));
    const needed = (...decisions: ReturnType<typeof decided>[]) =>
      projectApplication(
        readers.staff,
        snapshot({
          status: 'approved',
          partitionIds: ['GPP', 'ACC'],
          decisions,
          assignments: [
            ...reviewed,
            work('RTR', 'submitted'),
            work('ALL', 'submitted'),
            work('ACC', 'submitted'),
          ],
        }),
        { ...facts, flow: { ...flow, steps: onboarding } },
        new Date('2027-04-02T08:00:00Z'),
      )?.process.find(({ id }) => id === 'ONB')?.work?.needed;
    expect(needed(decided('GPP', 'awarded'), decided('ACC', 'awarded'))).toBe(2);
    expect(needed(decided('GPP', 'awarded'), decided('ACC', 'rejected'))).toBe(1);
    expect(needed(decided('GPP', 'awarded'), decided('ACC', 'rejected', false))).toBe(2);
  });

  it.each([
    ['readers who do not assign it', []],
    ['readers who assign it', ['compute_centre_representative']],
  ])('says to a centre that its part is done, whatever the others do: to %s', (_, assign) => {
    const when = '2027-04-02T08:00:00Z';
    const onboarding = flow.steps.map((one) => (one.id === 'ONB' ? onboardingOfCentres(...assign) : one));
    const award = { outcome: 'awarded', amount: '10', reason: null, reviewId: null } as const;
    const days = { startsOn: '2027-05-01', endsOn: '2028-04-30', isReleased: true };
    const own = (status: AssignmentStatus) => work('ONB', status, { partitionId: 'GPP', centreId: 'BSC' });
    const other = (status: AssignmentStatus) =>
      work('ONB', status, { partitionId: 'LUMI', centreId: 'CSC', ownerId: 81 });
    const told = (...assignments: AssignmentSnapshot[]) => {
      const seen = projectApplication(
        readers.centre,
        snapshot({
          status: 'approved',
          partitionIds: ['GPP', 'LUMI'],
          centreIds: ['BSC', 'CSC'],
          releasedAt: { ...passed, ALL: '2027-04-01T08:00:00.000Z' },
          decisions: ['GPP', 'LUMI'].map((partitionId) => ({ partitionId, ...award, ...days })),
          assignments: [...reviewed, work('ALL', 'submitted'), work('ACC', 'submitted'), ...assignments],
          viewer: { centres: ['BSC'], panels: [] },
          viewerPartitions: ['GPP'],
        }),
        { ...facts, flow: { ...flow, steps: onboarding } },
        new Date(when),
      );
      const step = seen?.process.find(({ id }) => id === 'ONB');
      return `${step?.state}${step?.isPartDone === true ? ', part done' : ''}`;
    };
    expect(told(own('accepted'), other('submitted'))).toBe('running');
    expect(told(own('submitted'), own('accepted'), other('accepted'))).toBe('running');
    // Readers do not learn how far the others are.
    for (const others of [[], [other('accepted')], [other('submitted')]])
      expect(told(own('submitted'), ...others)).toBe('running, part done');
  });

  it('shows the applicant the same before a release, whatever was done', () => {
    const when = '2027-01-14T08:00:00Z';
    const told = [[application], checked, technical, reviewed, [...reviewed, work('RAP', 'accepted')]].map(
      (assignments) => see('applicant', when, { assignments }),
    );
    for (const one of told) {
      expect(one?.process).toEqual(told[0]?.process);
      expect(one?.comingSteps).toEqual(told[0]?.comingSteps);
    }
  });
});
