import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { describe, expect, it } from 'vitest';
import { assignmentStatuses } from '../applications/statuses.ts';
import { compileFlow } from '../forms/compile.ts';
import type { Flow } from '../forms/types.ts';
import { roleCodes } from '../people/roles.ts';
import { type ApplicationSnapshot, type AssignmentSnapshot, cutoffsOfStep } from './application-snapshot.ts';
import { canEdit, type EditFacts } from './can-edit.ts';
import { projectApplication } from './project-application.ts';
import { noCommands } from './testing/planted-commands.ts';
import { isStaffRole } from './testing/staff-role.ts';
import { canEditFiles, waitingSubmission } from './waiting-submission.ts';

const { translate } = createTranslator('en', await loadArea('en', 'workflow'));
const now = new Date('2026-11-21T12:00:00Z');
const cutoff = { id: 1, start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
const owner = { userId: 7, role: 'user', isStaff: false } as const;

describe('editing', () => {
  const facts = (assignment: Partial<EditFacts['assignment']>): EditFacts => ({
    assignment: { ownerId: 7, status: 'draft', deadline: null, isFirst: true, ...assignment },
    applicationOwnerId: 7,
    applicationCutoff: 1,
    cutoffs: [{ ...cutoff, timeframe: null }],
    timeZone: 'Europe/Brussels',
  });
  const outcome = (given: ReturnType<typeof canEdit>) =>
    given.ok ? 'yes' : [given.code, given.notice && translate(given.notice)];

  it('is for the owner, in three statuses', () => {
    expect(assignmentStatuses.filter((status) => canEdit(owner, facts({ status }), now).ok)).toEqual([
      'draft',
      'accepted',
      'changes_requested',
    ]);
    expect(
      roleCodes.filter((role) => canEdit({ userId: 8, role, isStaff: isStaffRole(role) }, facts({}), now).ok),
    ).toEqual([]);
    expect(
      roleCodes.filter(
        (role) => canEdit({ userId: 8, role, isStaff: isStaffRole(role) }, facts({ ownerId: null }), now).ok,
      ),
    ).toEqual(['admin', 'super_admin', 'eurohpc_admin', 'pro']);
  });

  it('lasts from the start to the deadline, and says so in words', () => {
    const on = (when: string, assignment: Partial<EditFacts['assignment']> = {}) =>
      outcome(canEdit(owner, facts(assignment), new Date(when)));
    expect(on('2026-10-31T23:59:59Z')).toEqual([
      'not_editable',
      'Submissions will be available starting at 01-11-2026 01:00 (Europe/Brussels)',
    ]);
    expect(on('2026-11-01T00:00:00Z')).toBe('yes');
    expect(on('2026-12-01T00:00:00Z')).toBe('yes');
    expect(on('2026-12-01T00:00:00.001Z')).toEqual([
      'deadline_passed',
      'The deadline for this assignment was 01-12-2026 01:00 (Europe/Brussels)',
    ]);
    const changes = { status: 'changes_requested', deadline: '2027-01-10T00:00:00Z' } as const;
    expect(on('2027-01-09T00:00:00Z', changes)).toBe('yes');
    expect(on('2027-01-11T00:00:00Z', changes)).toEqual([
      'deadline_passed',
      'The deadline to update this assignment was 10-01-2027 01:00 (Europe/Brussels)',
    ]);
    // A later step has no window where it has no timeframe of its own, and needs no cut-off.
    expect(on('2026-12-24T00:00:00Z', { isFirst: false })).toBe('yes');
    const none = { ...facts({ isFirst: false }), applicationCutoff: null, cutoffs: [] };
    expect(outcome(canEdit(owner, none, now))).toBe('yes');
    expect(on('2026-11-21T00:00:00Z', { status: 'revoked' })).toEqual([
      'not_editable',
      'This assignment was revoked.',
    ]);
  });

  it('is over at the deadline; a submission that came before and waits for its files may be completed for a day', () => {
    const last = '2026-11-30T23:59:59.000Z';
    const waits = (
      submissionAskedAt: string | null,
      when: string,
      viewer = { userId: 7, role: 'user' as const, isStaff: false },
    ) => {
      const waiting = waitingSubmission(viewer, facts({ submissionAskedAt }), new Date(when));
      return waiting && { ...waiting, notice: translate(waiting.notice) };
    };
    const late = '2026-12-01T12:00:00.000Z';
    expect(outcome(canEdit(owner, facts({ submissionAskedAt: last }), new Date(late)))[0]).toBe(
      'deadline_passed',
    );
    expect(waits(last, late)).toEqual({
      since: new Date(last),
      notice:
        'We received your submission on 01-12-2026 00:59 (Europe/Brussels) while we were still checking its files. ' +
        'That date is the one we use. Select Submit to complete it by 02-12-2026 00:59.',
    });
    expect(waits(last, '2026-12-01T23:59:59.000Z')?.since).toEqual(new Date(last));
    expect([
      waits(last, '2026-12-01T23:59:59.001Z'),
      waits(last, late, { userId: 8, role: 'user', isStaff: false }),
      waits('2026-12-01T00:00:00.001Z', late),
      waits(null, late),
    ]).toEqual([null, null, null, null]);
  });

  it('lets a refused file of a submission that waits be mended for as long, and no other', () => {
    const last = '2026-11-30T23:59:59.000Z';
    const late = new Date('2026-12-01T12:00:00.000Z');
    const files = (isRefused: boolean, when: Date, submissionAskedAt: string | null = last) => {
      const { edit, since, isLate } = canEditFiles(owner, facts({ submissionAskedAt }), isRefused, when);
      return [edit.ok || edit.code, since?.toISOString() ?? null, isLate];
    };
    expect([
      files(true, late),
      files(false, late),
      files(true, late, null),
      files(true, new Date('2026-12-01T23:59:59.001Z')),
      // In time all may be changed: what is mended counts as of then all the same.
      files(true, new Date(last)),
      files(false, new Date(last)),
    ]).toEqual([
      [true, last, true],
      ['deadline_passed', null, false],
      ['deadline_passed', null, false],
      ['deadline_passed', null, false],
      [true, last, false],
      [true, null, false],
    ]);
    const { notice = '' } = waitingSubmission(owner, facts({ submissionAskedAt: last }), late, true) ?? {};
    expect(translate(notice)).toBe(
      'We received your submission on 01-12-2026 00:59 (Europe/Brussels) while we were still checking its files. ' +
        'That date is the one we use. One file was not accepted. Delete or replace it, then select Submit by ' +
        '02-12-2026 00:59. You cannot change anything else.',
    );
  });

  it('says of every status at rest why, and of nothing that is somebody else’s', () => {
    const notice = (status: EditFacts['assignment']['status'], at: Date) =>
      outcome(canEdit(owner, facts({ status }), at));
    expect(Object.fromEntries(assignmentStatuses.map((status) => [status, notice(status, now)]))).toEqual({
      draft: 'yes',
      accepted: 'yes',
      changes_requested: 'yes',
      assigned: [
        'not_editable',
        "You've been appointed to contribute to this application. Please accept or reject this assignment.",
      ],
      triggered: ['not_editable', null],
      submitted: ['not_editable', null],
      resubmitted: ['not_editable', null],
      approved: ['not_editable', null],
      rejected: ['not_editable', null],
      refused: ['not_editable', 'User has refused this assignment.'],
      revoked: ['not_editable', 'This assignment was revoked.'],
      conflicted: ['not_editable', 'This assignment has conflicts.'],
    });
    expect(outcome(canEdit({ userId: 8, role: 'user', isStaff: false }, facts({}), now))).toEqual([
      'not_editable',
      null,
    ]);
    // Before the start those are told that wait for it, and nobody else.
    const before = new Date('2026-10-01T00:00:00Z');
    const start = 'Submissions will be available starting at 01-11-2026 01:00 (Europe/Brussels)';
    expect(
      assignmentStatuses.filter((status) => {
        const text = notice(status, before);
        return text !== 'yes' && text[1] === start;
      }),
    ).toEqual(['draft', 'accepted', 'triggered']);
    expect(notice('accepted', before)).toEqual(['not_editable', start]);
    expect(notice('changes_requested', before)).toBe('yes');
  });

  it('is not there for a first draft whose call has no cut-off, and is for what was asked for', () => {
    const bare = (assignment: Partial<EditFacts['assignment']>) =>
      outcome(canEdit(owner, { ...facts(assignment), applicationCutoff: null, cutoffs: [] }, now));
    expect(bare({})).toEqual(['not_editable', 'This application is not available']);
    expect(bare({ deadline: '2026-12-24T00:00:00Z' })).toEqual([
      'not_editable',
      'This application is not available',
    ]);
    expect([bare({ status: 'accepted' }), bare({ status: 'changes_requested' })]).toEqual(['yes', 'yes']);
    expect(bare({ isFirst: false })).toBe('yes');
  });

  it('ends at the own deadline, to the millisecond, whatever the call does', () => {
    const deadline = '2026-11-21T12:00:00.000Z';
    const at = (offsetMs: number, assignment: Partial<EditFacts['assignment']>) =>
      outcome(canEdit(owner, facts({ deadline, ...assignment }), new Date(Date.parse(deadline) + offsetMs)));
    for (const assignment of [{}, { isFirst: false }, { status: 'accepted' as const }]) {
      expect([at(-1, assignment), at(0, assignment)]).toEqual(['yes', 'yes']);
      expect(at(1, assignment)[0]).toBe('deadline_passed');
      expect(at(900, assignment)[0]).toBe('deadline_passed');
    }
    expect(at(0, { status: 'changes_requested' })).toBe('yes');
    expect(at(1, { status: 'changes_requested' })[0]).toBe('deadline_passed');
  });

  it('of a step with a timeframe of its own goes by that one', () => {
    const timeframe = { start: '2026-11-10T00:00:00.000Z', end: '2026-11-20T00:00:00.000Z' };
    const own = cutoffsOfStep({ cutoffs: [{ ...cutoff, timeframes: { REV: timeframe } }] }, 'REV');
    expect(own).toEqual([{ ...cutoff, timeframe }]);
    expect(cutoffsOfStep({ cutoffs: [{ ...cutoff, timeframes: { REV: timeframe } }] }, 'TEC')).toEqual([
      { ...cutoff, timeframe: null },
    ]);
    const on = (when: string) =>
      canEdit(owner, { ...facts({ isFirst: false }), cutoffs: own }, new Date(when)).ok;
    expect(
      [
        '2026-11-09T23:59:59.999Z',
        '2026-11-10T00:00:00.000Z',
        '2026-11-20T00:00:00.000Z',
        '2026-11-20T00:00:00.001Z',
      ].map(on),
    ).toEqual([false, true, true, false]);
  });
});

function planOf(flow: Flow) {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
  return compiled.plan;
}

describe('what a viewer sees', () => {
  const element = (id: string, audience?: 'personal' | 'panel_only') => ({
    id,
    type: 'text' as const,
    title: id,
    config: audience === undefined ? {} : { audience },
    effects: [],
  });
  const step = (
    id: string,
    order: number,
    ownerRole: string,
    view: Flow['steps'][number]['permissions']['view'],
  ) => ({
    id,
    title: `Step ${order}`,
    order,
    type: 'step',
    ownerRole,
    config: {},
    permissions: { assign: [], assignable: [], view },
    forms: [
      {
        id: `${id}.F`,
        title: 'Form',
        order: 0,
        elements: [
          element(`${id}.open`),
          element(`${id}.private`, 'personal'),
          element(`${id}.panel`, 'panel_only'),
        ],
      },
    ],
  });
  const flow: Flow = {
    version: 1,
    steps: [
      step('APP', 0, 'applicant', []),
      step('REV', 1, 'scientific_reviewer', [
        { role: 'applicant', scope: 'own', of: { released: 'REV' }, audience: ['public'] },
      ]),
    ],
    automations: [],
    templates: [],
  };
  const assignment = (id: string, stepId: string, ownerId: number): AssignmentSnapshot => ({
    id,
    stepId,
    ownerId,
    owner: { id: ownerId, firstName: 'Secret', lastName: `Name ${ownerId}` },
    assignerId: stepId === 'APP' ? null : 88,
    role: stepId === 'APP' ? 'applicant' : 'scientific_reviewer',
    partitionId: null,
    centreId: null,
    status: 'submitted',
    deadline: null,
    submittedAt: '2026-11-10T00:00:00.000Z',
    createdAt: '2026-11-05T00:00:00.000Z',
    isLead: false,
    labelNumber: id === 'c' ? 2 : id === 'b' ? 1 : null,
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
    answers: ['open', 'private', 'panel'].map((name) => ({
      elementId: `${stepId}.${name}`,
      groupId: null,
      values: [`kept ${name} of ${id}`],
      revision: 3,
      savedAt: '2026-11-09T00:00:00.000Z',
    })),
    rows: [],
    marks: {},
    submitted: {
      answers: ['open', 'private', 'panel'].map((name) => ({
        elementId: `${stepId}.${name}`,
        groupId: null,
        values: [`${name} of ${id}`],
      })),
      rows: [],
    },
  });
  const snapshot = (more: Partial<ApplicationSnapshot> = {}): ApplicationSnapshot => ({
    id: 1,
    uid: 'REG-2026R01-001',
    status: 'submitted',
    createdAt: '2026-11-05T00:00:00.000Z',
    changedAt: '2026-11-05T00:00:00.000Z',
    lastMail: null,
    submittedAt: '2026-11-10T00:00:00.000Z',
    duplicatedFrom: null,
    ownerId: 7,
    cutoffId: 1,
    profile: { firstName: 'Secret' },
    callCounter: 42,
    sameCode: [],
    call: {
      id: 1,
      code: 'REG',
      year: 2026,
      number: 1,
      title: 'Regular',
      allocationPeriodId: null,
      info: '',
      links: {},
      logo: null,
      timeZone: 'Europe/Brussels',
      unit: 'node hours',
      published: true,
      termsOfReference: null,
      documents: [],
    },
    cutoffs: [{ ...cutoff, timeframes: {}, partitions: [] }],
    assignments: [assignment('a', 'APP', 7), assignment('b', 'REV', 8), assignment('c', 'REV', 9)],
    documents: [],
    uploads: [],
    awardDeclinedAt: null,
    releasedAt: {},
    unlockedSteps: [],
    arrivals: [],
    decisions: [],
    inConflict: [],
    partitionIds: [],
    centreIds: [],
    panel: null,
    viewer: { centres: [], panels: [] },
    viewerPartitions: [],
    suggestedReplacements: [],
    ...more,
  });
  const see = (viewer: Parameters<typeof projectApplication>[0], given = snapshot()) =>
    projectApplication(
      viewer,
      given,
      {
        flow,
        plan: planOf(flow),
        offered: {},
        readable: {},
        formFacts: () => null,
        commands: noCommands,
      },
      now,
    );

  it('is nothing of a draft, and nothing for those whom no rule names', () => {
    const draft = snapshot({ status: 'draft' });
    expect(
      roleCodes.filter((role) => see({ userId: 99, role, isStaff: isStaffRole(role) }, draft) !== null),
    ).toEqual([]);
    expect(
      roleCodes.filter((role) => see({ userId: 99, role, isStaff: isStaffRole(role) }) !== null),
    ).toEqual(['admin', 'super_admin', 'eurohpc_admin', 'pro']);
    expect(see(owner, draft)?.assignments.map(({ id }) => id)).toEqual(['a']);
  });

  it('never tells applicants who reviewed, before and after the release', () => {
    const before = see(owner);
    expect(before?.assignments.map(({ id }) => id)).toEqual(['a']);
    // Everybody knows the step at which the application is, but not who works on it.
    expect(before?.process.map(({ id, state }) => `${id} ${state}`)).toEqual(['APP done', 'REV running']);
    expect(JSON.stringify({ ...before, process: [] })).not.toMatch(/Name [89]|REV|of b/);
    expect(JSON.stringify(before?.process)).not.toMatch(/Name|of b/);
    const after = see(owner, snapshot({ releasedAt: { REV: '2026-11-20T00:00:00.000Z' } }));
    expect(
      after?.assignments.map(({ id, labelNumber, owner: person, data }) => [
        id,
        labelNumber,
        person,
        data.length,
      ]),
    ).toEqual([
      ['a', null, { id: 7, firstName: 'Secret', lastName: 'Name 7', role: 'applicant' }, 3],
      ['b', 1, undefined, 1],
      ['c', 2, undefined, 1],
    ]);
    expect(JSON.stringify(after)).not.toMatch(/Name [89]|private of b|panel of b|kept open of b|REV\.panel/);
  });

  it('tells the owner what comes after the submission, until it is decided on, and nobody else', () => {
    const timeframes = { REV: { start: '2026-12-02T00:00:00.000Z', end: '2026-12-20T00:00:00.000Z' } };
    const given = snapshot({ cutoffs: [{ ...cutoff, timeframes, partitions: [] }] });
    given.assignments = given.assignments.filter(({ stepId }) => stepId === 'APP');
    const coming = (viewer: Parameters<typeof see>[0], more: Partial<ApplicationSnapshot> = {}) =>
      see(viewer, { ...given, ...more })?.comingSteps;
    expect(coming(owner)).toEqual([
      { title: 'Step 1', ownerRole: 'scientific_reviewer', yours: false, ...timeframes.REV, late: false },
    ]);
    expect(coming({ userId: 99, role: 'pro', isStaff: true })).toEqual([]);
    expect([coming(owner, { status: 'approved' }), coming(owner, { status: 'rejected' })]).toEqual([[], []]);
    const unsent = given.assignments.map((one) => ({ ...one, status: 'draft' as const }));
    expect(coming(owner, { status: 'draft', assignments: unsent })).toEqual([]);
  });

  it('names who assigned to staff alone', () => {
    const released = snapshot({ releasedAt: { REV: '2026-11-20T00:00:00.000Z' } });
    const assigners = (viewer: Parameters<typeof see>[0]) =>
      see(viewer, released)?.assignments.map(({ assignerId }) => assignerId);
    expect(assigners({ userId: 99, role: 'pro', isStaff: true })).toEqual([undefined, 88, 88]);
    expect(assigners(owner)).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(see(owner, released))).not.toMatch(/assigner|88/);
  });

  it('is the last submission for readers, and what is kept for its owner', () => {
    const read = see({ userId: 99, role: 'pro', isStaff: true })?.assignments[0]?.data[0];
    expect([read?.input.values, read?.revision]).toEqual([['open of a'], 0]);
    const own = see(owner)?.assignments[0]?.data[0];
    expect([own?.input.values, own?.revision]).toEqual([['kept open of a'], 3]);
  });

  it('is of the cut-off by which the first step goes: an extended draft stays at its own', () => {
    const next = { id: 2, start: '2026-12-05T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' };
    const cutoffs = [cutoff, next].map((one) => ({ ...one, timeframes: {}, partitions: [] }));
    const draft = { ...assignment('a', 'APP', 7), status: 'draft' as const };
    const at = (deadline: string | null) => {
      const given = snapshot({ status: 'draft', cutoffs, assignments: [{ ...draft, deadline }] });
      const facts = {
        flow,
        plan: planOf(flow),
        offered: {},
        readable: {},
        formFacts: () => null,
        commands: noCommands,
      };
      const seen = projectApplication(owner, given, facts, new Date('2026-12-10T00:00:00Z'));
      return [seen?.cutoff?.id, seen?.assignments[0]?.deadline];
    };
    expect(at(null)).toEqual([2, next.end]);
    expect(at('2026-12-20T00:00:00.000Z')).toEqual([1, '2026-12-20T00:00:00.000Z']);
  });

  it('is the title of the call alone where there is a conflict', () => {
    const given = snapshot();
    const seen = see(owner, {
      ...given,
      assignments: given.assignments.map((one) => ({ ...one, status: 'conflicted' as const })),
    });
    expect([
      seen?.call.title,
      seen?.assignments[0]?.data,
      translate(seen?.assignments[0]?.notice ?? ''),
      seen?.steps,
    ]).toEqual([
      'Regular',
      [],
      'This assignment has conflicts.',
      [
        {
          ...flow.steps[0],
          forms: [],
          timeframes: [{ cutoffId: 1, start: cutoff.start, end: cutoff.end }],
        },
      ],
    ]);
  });
});
