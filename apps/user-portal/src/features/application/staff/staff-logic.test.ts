import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { choicesOf, eventMatches } from './event-filter.ts';
import { looksAfter } from './for-whom.ts';
import { handedInText, isUnowned, whoHas } from './person-name.ts';
import { actionsOf } from './row-actions.ts';
import { stepGroups } from './step-groups.ts';
import { unseenText } from './unseen-text.ts';
import { daysLate, whatWaits } from './what-waits.ts';
import { instantAt, onClock } from './zone-time.ts';

await startTexts(['staff'], 'en');

const now = Date.parse('2026-10-29T12:00:00Z');
const yesterday = '2026-10-28T10:00:00.000Z';
const officer = 9;

const work = (id: string, stepId: string, of: Partial<Assignment> = {}): Assignment => ({
  id,
  stepId,
  labelNumber: null,
  role: 'scientific_reviewer',
  partitionId: null,
  status: 'accepted',
  deadline: '2026-11-18T10:00:00.000Z',
  start: null,
  submittedAt: null,
  createdAt: `2026-10-01T10:00:0${id.length}.000Z`,
  isLead: false,
  reason: null,
  activities: [],
  data: [],
  groups: [],
  submitted: null,
  can: { save: false, submit: false },
  commands: {},
  notice: null,
  ...of,
});
const person = (id: number) => ({ id, firstName: 'Person', lastName: String(id), role: 'reviewer' });
const step = (id: string, order: number, more: object = {}) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole: 'pro',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [],
  ...more,
});
type ProcessStep = Application['process'][number];
const process = (id: string, state: ProcessStep['state'], more: Partial<ProcessStep> = {}): ProcessStep => ({
  id,
  title: id,
  ownerRole: 'pro',
  yours: false,
  start: null,
  end: null,
  begins: null,
  state,
  here: false,
  ...more,
});
const nobody = { needed: 1, missing: 1, assigned: 0, unowned: 0, submitted: 0 };

/** A submitted application that is checked and reviewed, as far as this page looks at it. */
const application = (of: Partial<Application>): Application =>
  ({
    uid: 'REG-1',
    status: 'submitted',
    owner: { id: 1, firstName: 'Ilse', lastName: 'V' },
    steps: [step('APP', 0), step('ADM', 1, { judges: 'APP' }), step('REV', 2)],
    process: [
      process('APP', 'done'),
      process('ADM', 'done'),
      process('REV', 'running', { work: nobody }),
      process('PAN', 'coming'),
      process('FIN', 'coming'),
    ],
    assignments: [],
    commands: [],
    decisions: [],
    ...of,
  }) as unknown as Application;
const app = work('app', 'APP', { status: 'submitted', owner: person(1), commands: { decide: null } });

it('is the page of staff and of those who may assign, of nobody for the own application', () => {
  const user = (id: number, role: string) => ({ id, role });
  const staffRoles = ['pro', 'admin'];
  const plain = { staffRoles, isAsked: false };
  const assigns = application({ commands: [{ command: 'assign', stepId: 'REV', refusal: 'step_locked' }] });
  expect(looksAfter(application({}), user(9, 'pro'), plain)).toBe(true);
  expect(looksAfter(application({}), user(1, 'pro'), plain)).toBe(false);
  expect(looksAfter(application({}), user(8, 'panel_chair'), plain)).toBe(false);
  expect(looksAfter(assigns, user(8, 'panel_chair'), plain)).toBe(true);
  // Who has work to do comes for that, unless they ask for this page.
  const busy = { ...assigns, assignments: [work('own', 'REV', { owner: person(8) })] };
  expect(looksAfter(busy, user(8, 'panel_chair'), plain)).toBe(false);
  expect(looksAfter(busy, user(8, 'panel_chair'), { staffRoles, isAsked: true })).toBe(true);
});

it('groups the work by its steps, and says what can be done with each', () => {
  const of = application({});
  const groups = stepGroups(
    application({
      process: of.process.map((one) =>
        one.id === 'REV' ? { ...one, work: { ...nobody, needed: 3, assigned: 1, submitted: 1 } } : one,
      ),
      assignments: [
        app,
        work('refused', 'REV', { status: 'refused' }),
        work('in', 'REV', { status: 'submitted' }),
        work('open', 'REV'),
      ],
      commands: [
        { command: 'unlock', stepId: 'PAN', refusal: null },
        { command: 'release', stepId: 'REV', refusal: 'nothing_to_release' },
      ],
    }),
  );
  expect(
    groups.map(({ id, number, state, submitted, total }) => [id, number, state, submitted, total]),
  ).toEqual([
    ['APP', 1, 'done', 1, 1],
    ['ADM', 2, 'done', 0, 0],
    // Three are needed, and one more has to be assigned.
    ['REV', 3, 'running', 1, 3],
    ['PAN', 4, 'locked', 0, 0],
    ['FIN', 5, 'coming', 0, 0],
  ]);
  expect(groups.map(({ missing }) => missing)).toEqual([0, 0, 1, 0, 0]);
  // What was refused stands last.
  expect(groups[2]?.work.map(({ id }) => id)).toEqual(['in', 'open', 'refused']);
  expect(groups[2]?.commands).toEqual({ release: 'nothing_to_release' });
  expect(groups.map(({ isFinal }) => isFinal)).toEqual([false, false, false, false, true]);
});

it('says that the part of the reader is done, and numbers no step after the decision', () => {
  const groups = stepGroups(
    application({
      status: 'approved',
      // A reader who sees nothing of the decision.
      steps: [step('APP', 0), step('ONB', 9)],
      process: [
        process('APP', 'done'),
        process('ADM', 'over'),
        process('ONB', 'running', { isPartDone: true, isAfterDecision: true }),
      ],
      assignments: [app, work('set-up', 'ONB', { status: 'submitted' })],
    }),
  );
  expect(groups.map(({ id, number, state }) => [id, number, state])).toEqual([
    ['APP', 1, 'done'],
    ['ADM', 2, 'over'],
    ['ONB', null, 'partDone'],
  ]);
});

it('says of a check that waits for changes that it does, not that it has not started', () => {
  const waitsFor = { what: 'resubmitted', step: 'APP', isConditional: false } as const;
  const groups = stepGroups(
    application({
      status: 'changes_requested',
      process: [process('APP', 'running'), process('ADM', 'coming', { waitsFor })],
      assignments: [app, work('check', 'ADM', { status: 'submitted' })],
    }),
  );
  expect(groups.map(({ id, state }) => [id, state])).toContainEqual(['ADM', 'returned']);
  const mine = work('check', 'ADM', { owner: person(officer) });
  const waits = (assignment: Assignment, more: Partial<ProcessStep>) => {
    const given = application({
      process: [process('APP', 'running'), process('ADM', 'coming', more)],
      assignments: [app, assignment],
    });
    const reader = { id: officer, role: 'pro', isStaff: true };
    return whatWaits(given, stepGroups(given), reader, now).map(({ kind }) => kind);
  };
  // Their owner has nothing to check before.
  expect([waits(mine, { waitsFor }), waits(mine, {})]).toEqual([[], ['own']]);
});

it('names a step whose release is awaited in one way, and keeps the place of steps after the decision', () => {
  const steps = ['APP', 'ADM', 'TEC'].map((id, order) => step(id, order));
  const afterDecision = [step('DEC', 3, { final: true }), step('ONB', 4), step('PAY', 5), step('REP', 6)];
  const of = (...after: ProcessStep[]) =>
    stepGroups(
      application({
        steps: [...steps, ...afterDecision],
        process: [process('APP', 'done'), process('ADM', 'done'), process('TEC', 'done'), ...after],
        toRelease: ['TEC'],
      }),
    ).map(({ id, number, state }) => [id, number, state]);
  const way = [
    ['APP', 1, 'done'],
    ['ADM', 2, 'done'],
    ['TEC', 3, 'decided'],
  ];
  const later = [
    ['ONB', null, 'coming'],
    ['PAY', null, 'running'],
    ['REP', null, 'coming'],
  ];
  const decision = process('DEC', 'running', { here: true });
  const pay = process('PAY', 'running');
  expect(of(decision, pay)).toEqual([...way, ['DEC', 4, 'running'], ...later]);
  expect(of(process('DEC', 'done'), process('ONB', 'coming'), pay)).toEqual([
    ...way,
    ['DEC', 4, 'done'],
    ...later,
  ]);
});

it('asks for the first step after an award that nobody has, when what came before is done', () => {
  const awarded = (...after: ProcessStep[]) => {
    const given = application({
      status: 'approved',
      steps: [step('APP', 0), step('DEC', 1, { final: true }), step('ONB', 2), step('PAY', 3)],
      process: [process('APP', 'done'), process('DEC', 'done'), ...after],
      commands: ['ONB', 'PAY'].map((stepId) => ({ command: 'assign' as const, stepId, refusal: null })),
    });
    const groups = stepGroups(given);
    return [
      ...groups.slice(2).map(({ state }) => state),
      ...whatWaits(given, groups, { id: officer, role: 'pro', isStaff: true }, now).map(
        (one) => `${one.kind} ${'group' in one ? one.group.id : ''}`,
      ),
    ];
  };
  const pay = process('PAY', 'coming', { work: { ...nobody, missing: 0 } });
  expect(awarded(process('ONB', 'coming', { here: true, work: nobody }), pay)).toEqual([
    'nobody',
    'coming',
    'nobody ONB',
  ]);
  expect(
    awarded(process('ONB', 'done', { work: { ...nobody, missing: 0, submitted: 1 } }), {
      ...pay,
      here: true,
      work: nobody,
    }),
  ).toEqual(['done', 'nobody', 'nobody PAY']);
  // Somebody is at it, the clock starts it, or the reader is not told: nothing is asked of the reader.
  const running = process('ONB', 'running', { here: true, work: { ...nobody, missing: 0, assigned: 1 } });
  expect(awarded(running, pay)).toEqual(['running', 'coming']);
  const begins = '2026-12-08T10:00:00.000Z';
  expect(
    awarded(process('ONB', 'coming', { here: true, begins, work: { ...nobody, missing: 0 } }), pay),
  ).toEqual(['coming', 'coming', 'begins ONB']);
  expect(awarded(process('ONB', 'running', { here: true }), process('PAY', 'coming'))).toEqual([
    'running',
    'coming',
  ]);
});

it('says nothing untrue of work that the reader does not see', () => {
  const waits = (step: ProcessStep, more: Partial<Application> = {}) => {
    const given = application({
      process: [process('APP', 'done'), step],
      commands: [{ command: 'assign', stepId: 'REV', refusal: null }],
      ...more,
    });
    const groups = stepGroups(given);
    return [
      groups.find(({ id }) => id === 'REV')?.state,
      ...whatWaits(given, groups, { id: officer, role: 'pro', isStaff: true }, now).map((one) =>
        'open' in one ? `take ${one.open.id}` : one.kind,
      ),
    ];
  };
  const here = (on: Partial<typeof nobody>, more: Partial<ProcessStep> = {}) =>
    process('REV', 'running', { here: true, work: { ...nobody, ...on }, ...more });
  const open = { id: 'open', stepId: 'REV', step: 'REV', partitionId: 'LUMI-C' };
  expect(waits(here({}))).toEqual(['nobody', 'nobody']);
  expect(waits(here({ missing: 0, unowned: 1 }), { toTake: [open] })).toEqual(['running', 'take open']);
  expect(waits(here({ missing: 0, assigned: 1 }))).toEqual(['running']);
  // Three are needed: one person of two refused, and one is at work.
  expect(waits(here({ needed: 3, missing: 2, assigned: 1 }))).toEqual(['running', 'more']);
  const refused = work('no', 'REV', { status: 'refused', isUnreplaced: true });
  expect(waits(here({ needed: 2, missing: 1, assigned: 1 }), { assignments: [refused] })).toEqual([
    'running',
    'replace',
  ]);
  // A rule opens the work to a reader who may take it.
  const seen = { ...work('open', 'REV', { status: 'assigned', commands: { take: null } }), owner: undefined };
  const both = application({
    process: [process('APP', 'done'), process('REV', 'running', { here: true })],
    toTake: [open],
    assignments: [seen as unknown as Application['assignments'][number]],
  });
  const reader = { id: 44, role: 'panel_chair', isStaff: false };
  expect(whatWaits(both, stepGroups(both), reader, now).map(({ kind }) => kind)).toEqual(['take']);
  // The applicant has a draft there.
  const reply = { ownerRole: 'applicant', end: '2026-11-05T10:00:00.000Z' };
  expect(waits(here({ missing: 0, assigned: 1 }, reply))).toEqual(['running', 'applicant']);
});

it('says what waits: own work, what can be taken, what is late, what has no replacement, steps without anybody, what can be released', () => {
  const waits = (of: Partial<Application>, waiting: string[] = []) => {
    const given = application(of);
    return whatWaits(given, stepGroups(given, waiting), { id: officer, role: 'pro', isStaff: true }, now).map(
      (one) => {
        if (one.kind === 'releases') return `release ${one.groups.map(({ id }) => id).join(' ')}`;
        if ('assignment' in one) return `${one.kind} ${one.assignment.id}`;
        return `${one.kind} ${'open' in one ? one.open.id : one.group.id}`;
      },
    );
  };
  const assign = { command: 'assign', stepId: 'REV', refusal: null } as const;
  expect(waits({ assignments: [app, work('mine', 'ADM', { owner: person(officer) })] })).toEqual([
    'own mine',
  ]);
  const late = work('late', 'REV', { deadline: yesterday, commands: { change_deadline: null } });
  expect(waits({ assignments: [app, late] })).toEqual(['late late']);
  expect(waits({ assignments: [app, { ...late, commands: {} }] })).toEqual([]);
  // A request for more time is answered; then it is not late any more.
  const asks = { ...late, commands: { change_deadline: null, decline_time: null } };
  expect(waits({ assignments: [app, asks] })).toEqual(['time late']);
  expect(waits({ assignments: [app, { ...asks, deadline: null }] })).toEqual(['time late']);
  // What nobody has taken: for those who may, and only for as long as nobody has.
  const unowned = (take: string | null) =>
    work('open', 'ADM', { role: 'pro', status: 'assigned', commands: { take } });
  expect(waits({ assignments: [app, unowned(null)] })).toEqual(['take open']);
  expect(waits({ assignments: [app, unowned('in_conflict')] })).toEqual([]);
  expect(waits({ assignments: [app, { ...unowned(null), owner: person(5) }] })).toEqual([]);
  const refused = work('no', 'REV', { status: 'refused' });
  expect(waits({ assignments: [app, { ...refused, isUnreplaced: true }], commands: [assign] })).toEqual([
    'replace no',
  ]);
  expect(waits({ assignments: [app, refused], commands: [assign] })).toEqual(['more REV']);
  expect(waits({ assignments: [app], commands: [assign] })).toEqual(['nobody REV']);
  expect(waits({ assignments: [app] })).toEqual([]);
  // Checked, and nobody checks it any more.
  expect(waits({ assignments: [app, work('chk', 'ADM', { status: 'submitted' })] })).toEqual(['decide app']);
  expect(waits({ assignments: [app, work('chk', 'ADM')] })).toEqual([]);
  const handedIn = work('in', 'REV', { status: 'submitted' });
  const ready = { assignments: [handedIn], toRelease: ['REV'] };
  expect(waits(ready)).toEqual(['release REV']);
  expect(waits({ assignments: [handedIn] })).toEqual([]);
  // A release of the step waits already.
  expect(waits(ready, ['REV'])).toEqual([]);
  // The release holds up the process, so it is above what can be taken on.
  expect(waits({ ...ready, assignments: [handedIn, unowned(null)] })).toEqual(['release REV', 'take open']);
  // Another role is there to take it on, so staff are not asked before it is late.
  const ofOthers = { ...unowned(null), role: 'finance_manager' };
  expect(waits({ assignments: [app, ofOthers] })).toEqual([]);
  const isLate = { ...ofOthers, deadline: yesterday, commands: { take: null, change_deadline: null } };
  expect(waits({ assignments: [app, isLate] })).toEqual(['take open']);
});

it('says of what can be taken how late it is, in one line', () => {
  const open = work('open', 'ADM', {
    role: 'pro',
    status: 'assigned',
    deadline: yesterday,
    commands: { take: null, change_deadline: null },
  });
  const given = application({ assignments: [app, open] });
  const days = (at: number) =>
    whatWaits(given, stepGroups(given), { id: officer, role: 'pro', isStaff: true }, at).map((one) =>
      one.kind === 'take' ? one.days : one.kind,
    );
  expect([days(now), days(Date.parse('2026-10-28T00:00:00Z'))]).toEqual([[1], [null]]);
});

it('says of a step of the applicant that is over only what the reader knows', () => {
  const text = (
    state: ProcessStep['state'],
    known: ProcessStep['work'],
    status: Application['status'] = 'submitted',
  ) => {
    const given = application({
      status,
      call: { timeZone: 'UTC' } as Application['call'],
      process: [
        process('APP', 'done'),
        process('RTR', state, { ownerRole: 'applicant', ...(known === undefined ? {} : { work: known }) }),
      ],
    });
    const [, group] = stepGroups(given);
    return group === undefined ? null : unseenText(group, given);
  };
  const none = { needed: 1, missing: 0, assigned: 0, unowned: 0, submitted: 0 };
  expect(text('over', undefined)).toBe('The application has passed this step.');
  expect(text('over', none)).toBe('The applicant submitted nothing.');
  // Of an application that has ended, later steps do not take place any more.
  for (const status of ['withdrawn', 'rejected'] as const)
    expect([text('over', none, status), text('over', undefined, status)]).toEqual(['Over', 'Over']);
});

it('counts calendar days of what is late, and nothing of what is at rest', () => {
  const noon = new Date('2026-10-29T12:00').getTime();
  const late = (deadline: string | null, status: Assignment['status'] = 'accepted') =>
    daysLate({ deadline: deadline && new Date(deadline).toISOString(), status }, noon);
  expect([late('2026-10-27T23:59'), late('2026-10-28T00:01'), late('2026-10-28T23:59')]).toEqual([2, 1, 1]);
  expect([late('2026-10-29T11:59'), late('2026-10-29T12:00'), late(null)]).toEqual([0, null, null]);
  const day = '2026-10-28T12:00';
  expect([late(day, 'submitted'), late(day, 'triggered'), late(day, 'refused')]).toEqual([null, null, null]);
});

it('offers the actions of a row, with the reason why not, and leaves out what can never be', () => {
  const actions = (of: Partial<Assignment>, whole: Application['commands'] = []) => {
    const assignment = work('one', 'REV', of);
    const given = application({ assignments: [app, assignment], commands: whole });
    const group = stepGroups(given).find(({ id }) => id === 'REV');
    if (group === undefined) throw new Error('no group');
    const { usual, all } = actionsOf(given, group, assignment, officer, now);
    return [usual, Object.fromEntries(all.map(({ action, refusal }) => [action, refusal]))];
  };
  expect(
    actions({
      commands: {
        take: 'not_unowned',
        hand_back: 'not_to_hand_back',
        decide: 'not_submitted',
        reopen: 'not_submitted',
        revoke: null,
        change_deadline: null,
        make_lead: 'step_has_no_lead',
      },
    }),
  ).toEqual([null, { reopen: 'not_submitted', revoke: null, change_deadline: null }]);
  expect(actions({ deadline: yesterday, commands: { change_deadline: null } })[0]).toBe('change_deadline');
  expect(actions({ owner: person(officer) })).toEqual(['open', { open: null }]);
  expect(actions({ owner: person(officer), status: 'submitted' })).toEqual([null, { open: null }]);
  // Staff act as the owner of work without an owner.
  expect(actions({ commands: { take: null, accept: null } })).toEqual([
    'take',
    { take: null, fill_in: null },
  ]);
  const assign = { command: 'assign', stepId: 'REV', refusal: null } as const;
  expect(actions({ status: 'refused', isUnreplaced: true }, [assign])).toEqual([
    'replace',
    { replace: null },
  ]);
  // Another person has taken over already.
  expect(actions({ status: 'refused' }, [assign])).toEqual([null, {}]);
  const mark = { command: 'mark_conflict', stepId: null, refusal: null } as const;
  expect(actions({ owner: person(5) }, [mark])).toEqual([null, { remind: null, mark_conflict: null }]);
  // Of what is late the person is reminded first.
  const late = { deadline: yesterday, owner: person(5), commands: { change_deadline: null } };
  expect(actions(late, [mark])[0]).toBe('remind');
  // Not of the applicant, nor of oneself; whoever still has something to do can be reminded.
  expect(actions({ owner: person(1) }, [mark])).toEqual([null, { remind: null }]);
  expect(actions({ owner: person(5), status: 'submitted' }, [mark])).toEqual([null, { mark_conflict: null }]);
  expect(actions({ owner: person(officer) }, [mark])).toEqual(['open', { open: null }]);
  const clear = { command: 'clear_conflict', stepId: null, refusal: null } as const;
  expect(actions({ owner: person(5), status: 'conflicted' }, [mark, clear])[1]).toEqual({
    clear_conflict: null,
  });
});

it('says that nobody has work only where the reader knows it', () => {
  const take = (refusal?: string | null) =>
    isUnowned(work('one', 'REV', refusal === undefined ? {} : { commands: { take: refusal } }));
  expect([take(null), take('in_conflict'), take('not_unowned'), take()]).toEqual([true, true, false, false]);
  expect(isUnowned(work('one', 'REV', { owner: person(5), commands: { take: null } }))).toBe(false);
  // Readers who may not take it are told.
  expect(isUnowned(work('one', 'REV', { isUnowned: true }))).toBe(true);
});

it('names who has work by the people of its step, where the reader sees no owner and there is only one', () => {
  const maija = { id: 7, firstName: 'Maija', lastName: 'Heikkilänen' };
  const on = (owner: typeof maija | null, partitionId: string | null = null) =>
    ({ stepId: 'REV', partitionId, role: 'pro', owner, isLead: false }) as const;
  const rui = { id: 8, firstName: 'Rui', lastName: 'Costa' };
  const known = (assigned: ReturnType<typeof on>[], status: 'assigned' | 'refused' = 'assigned') =>
    whoHas(work('one', 'REV', { status, role: 'pro' }), { assigned });
  const name = 'Maija Heikkilänen';
  expect(known([on(maija), on(rui, 'north')])).toBe(name);
  for (const other of [
    known([]),
    known([on(null)]),
    known([on(maija), on(rui)]),
    known([on(maija)], 'refused'),
  ])
    expect(other).not.toContain('Maija');
});

it('reads a day and a time by the clock of a zone', () => {
  expect(instantAt('2026-11-23', '17:00', 'Europe/Luxembourg')).toBe('2026-11-23T16:00:00.000Z');
  expect(instantAt('2026-07-01', '00:30', 'Europe/Luxembourg')).toBe('2026-06-30T22:30:00.000Z');
  expect(instantAt('2026-11-23', '23:59', 'America/New_York')).toBe('2026-11-24T04:59:00.000Z');
  expect([
    instantAt('', '17:00', 'UTC'),
    instantAt('2026-11-23', '', 'UTC'),
    instantAt('2026-99-99', '17:00', 'UTC'),
  ]).toEqual([null, null, null]);
  for (const at of ['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-10-25T02:30:00.000Z']) {
    const { day, time } = onClock(at, 'Europe/Luxembourg');
    expect(instantAt(day, time, 'Europe/Luxembourg')).toBe(at);
  }
});

it('finds events of a kind, a step and a person, whoever did it or whom it is about', () => {
  const name = (lastName: string) => ({ id: 1, firstName: 'Ada', lastName });
  const assigned = { words: 'User assigned', step: 'Review', by: name('Officer'), about: name('Reviewer') };
  const created = { words: 'Application created', step: null, by: null, about: null };
  const filter = (of: object) => ({ kind: '', step: '', person: '', ...of });
  const found = (of: object) => [assigned, created].filter((event) => eventMatches(event, filter(of)));
  expect(found({})).toEqual([assigned, created]);
  expect(found({ kind: 'Application created' })).toEqual([created]);
  expect(found({ step: 'Review' })).toEqual([assigned]);
  expect(found({ person: 'Ada Reviewer' })).toEqual([assigned]);
  expect(found({ person: 'Ada Officer', kind: 'Application created' })).toEqual([]);
  expect(choicesOf([assigned, created])).toEqual({
    kind: ['Application created', 'User assigned'],
    step: ['Review'],
    person: ['Ada Officer', 'Ada Reviewer'],
  });
});

it('names the day of a release so where it stands for that of a submission', () => {
  const submittedAt = '2027-01-13T00:00:00.000Z';
  const plain = (text: string) => text.replaceAll('\u2011', '-');
  expect(plain(handedInText({ submittedAt }, 'technical_reviewer'))).toBe('released on 13-01-2027');
  expect(plain(handedInText({ submittedAt, owner: person(5) }, 'technical_reviewer'))).toBe(
    'received 13-01-2027',
  );
  expect(plain(handedInText({ submittedAt }, 'applicant'))).toBe('received 13-01-2027');
});
