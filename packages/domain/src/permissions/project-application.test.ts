import { message } from '@clearcall/i18n/message.ts';
import { describe, expect, it } from 'vitest';
import type { PartitionDecision } from '../applications/application.ts';
import { packApplication } from '../applications/pack-application.ts';
import { type AssignmentStatus, applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { compileFlow } from '../forms/compile.ts';
import type { Audience, Element, Flow, Step } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { awardsFor } from './awards-for.ts';
import { projectApplication } from './project-application.ts';
import { projectConflict } from './project-conflict.ts';
import { noCommands } from './testing/planted-commands.ts';
import type { Viewer } from './viewer.ts';

const owner: Viewer = { userId: 7, role: 'user', isStaff: false };
const officer: Viewer = { userId: 99, role: 'pro', isStaff: true };
const now = new Date('2026-11-21T12:00:00Z');
const everything: Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];
const row = '00000000-0000-4000-8000-000000000001';
const otherRow = '00000000-0000-4000-8000-000000000002';

const element = (id: string, more: Partial<Element> = {}): Element => ({
  id,
  type: 'text',
  title: id,
  config: {},
  effects: [],
  ...more,
});
const step = (id: string, order: number, ownerRole: string, elements: Element[]): Step => ({
  id,
  title: `Step ${id}`,
  order,
  type: 'step',
  ownerRole,
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [{ id: `${id}.F`, title: 'Form', order: 0, elements }],
});

/** The application, a technical review, a scientific one, and a reply: not in their order. */
const flow: Flow = {
  version: 4,
  steps: [
    step('REPLY', 3, 'applicant', [
      element('REPLY.text', {
        effects: [
          {
            effect: 'visible',
            validations: [
              [{ refs: [{ element: 'APP.kind' }], type: 'equal', values: ['a'] }],
              [{ refs: [{ element: 'REV.panel' }], type: 'equal', values: ['a'] }],
              [{ refs: [{ element: 'REV.public' }], type: 'equal', values: ['a'] }],
            ],
          },
        ],
      }),
    ]),
    {
      ...step('REV', 2, 'scientific_reviewer', [
        element('REV.public'),
        element('REV.panel', { config: { audience: 'panel_only' } }),
        element('REV.rows', {
          type: 'group',
          children: [element('REV.row'), element('REV.hush', { config: { audience: 'personal' } })],
        }),
        element('REV.secrets', {
          type: 'group',
          config: { audience: 'panel_only' },
          children: [element('REV.secret')],
        }),
      ]),
      permissions: {
        assign: [],
        assignable: [],
        view: [{ role: 'applicant', scope: 'own', of: { released: 'REV' }, audience: ['public'] }],
      },
    },
    step('TEC', 1, 'technical_reviewer', [element('TEC.note')]),
    step('APP', 0, 'applicant', [
      element('APP.kind', { type: 'select', optionsGroup: 'kinds' }),
      element('APP.field', { type: 'select', optionsGroup: 'fields' }),
      element('APP.file', {
        type: 'upload',
        effects: [
          {
            effect: 'visible',
            validations: [[{ refs: [{ element: 'APP.kind' }], type: 'equal', values: ['a'] }]],
          },
        ],
      }),
      element('APP.people', { type: 'group', children: [element('APP.name')] }),
    ]),
  ],
  automations: [],
  templates: [],
};
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
const facts = {
  flow,
  plan: compiled.plan,
  offered: { kinds: [{ value: 'a', label: 'A' }], other: [] },
  formFacts: () => null,
  commands: noCommands,
  readable: {
    kinds: [
      { value: 'a', label: 'A' },
      { value: 'old', label: 'Old' },
    ],
  },
};

const answer = (elementId: string, values: string[], groupId: string | null = null) => ({
  elementId,
  groupId,
  values,
});
const kept = (given: ReturnType<typeof answer>[], revision: number) =>
  given.map((one) => ({ ...one, revision, savedAt: '2026-11-09T00:00:00.000Z' }));
const item = (elementId: string, values: string[], revision: number, groupId: string | null = null) => ({
  flowElementId: elementId,
  dataGroupId: groupId,
  input: { values },
  revision,
});

const assignment = (
  id: string,
  stepId: string,
  ownerId: number | null,
  more: Partial<AssignmentSnapshot> = {},
): AssignmentSnapshot => ({
  id,
  stepId,
  ownerId,
  owner: ownerId === null ? null : { id: ownerId, firstName: 'First', lastName: `Name ${ownerId}` },
  assignerId: null,
  role: flow.steps.find((one) => one.id === stepId)?.ownerRole ?? 'user',
  partitionId: null,
  centreId: null,
  status: 'submitted',
  deadline: null,
  submittedAt: '2026-11-10T00:00:00.000Z',
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
  submitted: null,
  ...more,
});

const written = [
  answer('APP.kind', ['a']),
  // One of its own, and what somebody else uploaded elsewhere.
  answer('APP.file', ['file-now', 'foreign']),
  answer('APP.name', ['Zoë'], row),
  answer('APP.gone', ['of an older form', 'file-gone', 'file-left']),
];
const application = assignment('app', 'APP', 7, {
  answers: kept(written, 3),
  rows: [
    { id: row, elementId: 'APP.people', order: 0 },
    { id: otherRow, elementId: 'APP.gone', order: 0 },
  ],
  submitted: {
    answers: [
      answer('APP.kind', ['old']),
      answer('APP.file', ['file-then']),
      answer('APP.name', ['Then'], otherRow),
    ],
    rows: [{ id: otherRow, elementId: 'APP.people', order: 0 }],
  },
  activities: [{ status: 'draft', reason: null, createdAt: '2026-11-05T00:00:00.000Z' }],
});
const review = assignment('rev', 'REV', 8, {
  assignerId: 88,
  submitted: {
    answers: [
      answer('REV.public', ['good']),
      answer('REV.panel', ['not for applicants']),
      answer('REV.row', ['shown'], row),
      answer('REV.hush', ['not for applicants'], row),
      answer('REV.secret', ['not for applicants'], otherRow),
    ],
    rows: [
      { id: row, elementId: 'REV.rows', order: 0 },
      { id: otherRow, elementId: 'REV.secrets', order: 0 },
    ],
  },
});
const document = (id: string, assignmentId: string, flowElementId: string) => ({
  id,
  assignmentId,
  flowElementId,
  dataGroupId: null,
  filename: `${id}.pdf`,
  originalFilename: `${id}.pdf`,
  sizeBytes: 1,
  pages: 1,
  createdAt: '2026-11-09T00:00:00.000Z',
});
const cutoff = {
  id: 1,
  start: '2026-11-01T00:00:00.000Z',
  end: '2026-12-01T00:00:00.000Z',
  timeframes: {},
  partitions: [],
};
const call = {
  id: 1,
  code: 'REG',
  title: 'Regular',
  year: 2026,
  number: 1,
  allocationPeriodId: null,
  info: '',
  links: {},
  logo: null,
  timeZone: 'Europe/Brussels',
  unit: 'node hours',
  termsOfReference: null,
  documents: [],
};
const refusal = { code: 'not_a_pdf', message: 'This is none.' };
const snapshot = (more: Partial<ApplicationSnapshot> = {}): ApplicationSnapshot => ({
  id: 1,
  uid: 'REG-2026R01-001',
  status: 'submitted',
  createdAt: '2026-11-05T00:00:00.000Z',
  changedAt: '2026-11-05T00:00:00.000Z',
  lastMail: null,
  submittedAt: '2026-11-10T00:00:00.000Z',
  duplicatedFrom: { uid: 'REG-2025R01-007', leftOut: [{ title: 'Old', elementId: null }] },
  ownerId: 7,
  cutoffId: 1,
  profile: { firstName: 'First' },
  callCounter: 42,
  sameCode: [{ id: call.id, year: 2026, number: 1, published: true, cutoffs: [cutoff] }],
  call: { ...call, published: true },
  cutoffs: [cutoff],
  // The owner's own assignment is not the first one that comes.
  assignments: [review, application],
  documents: [
    document('file-now', 'app', 'APP.file'),
    document('file-then', 'app', 'APP.file'),
    document('file-gone', 'app', 'APP.gone'),
    document('file-left', 'app', 'APP.file'),
    document('foreign', 'other', 'APP.file'),
  ],
  uploads: [
    { ...document('waits', 'app', 'APP.file'), refusal: null },
    { ...document('refused', 'app', 'APP.file'), refusal },
    { ...document('of-nobody', 'other', 'APP.file'), refusal: null },
  ],
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
/** These steps were released, after everything was handed in. */
const releases = (...steps: string[]): Pick<ApplicationSnapshot, 'releasedAt'> => ({
  releasedAt: Object.fromEntries(steps.map((id) => [id, '2026-11-20T00:00:00.000Z'])),
});
const see = (viewer: Viewer, more: Partial<ApplicationSnapshot> = {}, at = now) =>
  projectApplication(viewer, snapshot(more), facts, at);
const draft = (more: Partial<AssignmentSnapshot> = {}): Partial<ApplicationSnapshot> => ({
  status: 'draft',
  submittedAt: null,
  assignments: [{ ...application, status: 'draft', submittedAt: null, submitted: null, ...more }],
});

describe('an application as a viewer gets it', () => {
  const formOf = (id: string) => flow.steps.find((one) => one.id === id);
  const inTime = (form: object | undefined) => ({
    ...form,
    timeframes: [{ cutoffId: 1, start: cutoff.start, end: cutoff.end }],
  });
  const shared = {
    id: 1,
    uid: 'REG-2026R01-001',
    createdAt: '2026-11-05T00:00:00.000Z',
    call: {
      ...call,
      name: 'Regular',
      published: true,
      cutoffs: [{ id: 1, start: cutoff.start, end: cutoff.end }],
      technicalReview: null,
      scientificReview: null,
      applicantResponse: null,
      machine: [],
    },
    cutoff: { id: 1, start: cutoff.start, end: cutoff.end },
    partitions: [],
    flowVersion: 4,
    decisions: [],
  };
  const planless = { yours: false, start: null, end: null, begins: null, state: 'coming', here: false };
  const noWork = { needed: 1, missing: 0, assigned: 0, unowned: 0, submitted: 0 };
  const firstName = { id: 7, firstName: 'First', lastName: 'Name 7' };
  const mine = {
    id: 'app',
    stepId: 'APP',
    owner: { ...firstName, role: 'applicant' },
    labelNumber: null,
    role: 'applicant',
    partitionId: null,
    deadline: cutoff.end,
    start: cutoff.start,
    createdAt: '2026-11-05T00:00:00.000Z',
    isLead: false,
    reason: null,
    activities: application.activities,
  };

  it('is all of the own draft that its form has, and nothing that the form no longer has', () => {
    expect(see(owner, draft())).toEqual({
      ...shared,
      status: 'draft',
      displayStatus: 'draft',
      submittedAt: null,
      draftExpiresAt: null,
      takeBack: { until: cutoff.end },
      duplicatedFrom: { uid: 'REG-2025R01-007', leftOut: [{ title: 'Old', elementId: null }] },
      owner: firstName,
      steps: [inTime(formOf('APP'))],
      options: { kinds: facts.offered.kinds, fields: [] },
      laterSteps: [{ id: 'REPLY', title: 'Step REPLY' }],
      threads: [],
      points: [],
      pointable: [],
      comingSteps: [],
      process: [
        {
          id: 'APP',
          title: 'Step APP',
          ownerRole: 'applicant',
          yours: true,
          start: cutoff.start,
          end: cutoff.end,
          begins: null,
          state: 'running',
          here: true,
        },
        { ...planless, id: 'TEC', title: 'Step TEC', ownerRole: 'technical_reviewer', here: false },
        { ...planless, id: 'REV', title: 'Step REV', ownerRole: 'scientific_reviewer' },
        { ...planless, id: 'REPLY', title: 'Step REPLY', ownerRole: 'applicant', yours: true },
      ],
      profile: { firstName: 'First' },
      assignments: [
        {
          ...mine,
          status: 'draft',
          submittedAt: null,
          data: [
            item('APP.kind', ['a'], 3),
            item('APP.file', ['file-now', 'foreign'], 3),
            item('APP.name', ['Zoë'], 3, row),
          ],
          groups: [{ id: row, flowElementId: 'APP.people', order: 0 }],
          submitted: null,
          can: { save: true, submit: true },
          commands: {},
          version: expect.stringMatching(/^[0-9a-f]{16}$/),
          notice: null,
        },
      ],
      documents: [document('file-now', 'app', 'APP.file')],
      uploads: [
        { ...document('waits', 'app', 'APP.file'), check: 'waiting', refusal: null },
        { ...document('refused', 'app', 'APP.file'), check: 'refused', refusal },
      ],
      can: { delete: true, duplicate: false },
      commands: [],
    });
  });

  it('is the last submission for the officer: not what is written since, nor what one draft was made of', () => {
    const seen = see(officer);
    expect(seen).toEqual({
      ...shared,
      status: 'submitted',
      displayStatus: 'submitted',
      submittedAt: '2026-11-10T00:00:00.000Z',
      draftExpiresAt: null,
      duplicatedFrom: null,
      panel: { value: null, offered: [] },
      owner: firstName,
      callCounter: 42,
      toRelease: [],
      assigned: [
        {
          stepId: 'REV',
          partitionId: null,
          role: 'scientific_reviewer',
          owner: { id: 8, firstName: 'First', lastName: 'Name 8' },
          isLead: false,
          work: { state: 'submitted', deadline: null },
        },
      ],
      steps: [inTime(formOf('APP')), { ...formOf('REV'), timeframes: [] }],
      options: { kinds: facts.readable.kinds, fields: [] },
      laterSteps: [],
      comingSteps: [],
      process: [
        {
          id: 'APP',
          title: 'Step APP',
          ownerRole: 'applicant',
          yours: false,
          start: cutoff.start,
          end: cutoff.end,
          begins: null,
          state: 'done',
          here: false,
          work: { ...noWork, submitted: 1 },
        },
        {
          ...planless,
          id: 'TEC',
          title: 'Step TEC',
          ownerRole: 'technical_reviewer',
          here: true,
          work: noWork,
        },
        {
          ...planless,
          id: 'REV',
          title: 'Step REV',
          ownerRole: 'scientific_reviewer',
          state: 'done',
          work: { ...noWork, submitted: 1 },
        },
        { ...planless, id: 'REPLY', title: 'Step REPLY', ownerRole: 'applicant', yours: false, work: noWork },
      ],
      profile: {},
      assignments: [
        {
          ...mine,
          id: 'rev',
          stepId: 'REV',
          owner: { id: 8, firstName: 'First', lastName: 'Name 8', role: 'scientific_reviewer' },
          assignerId: 88,
          labelNumber: null,
          role: 'scientific_reviewer',
          deadline: null,
          start: null,
          activities: [],
          status: 'submitted',
          submittedAt: '2026-11-10T00:00:00.000Z',
          data: [
            item('REV.public', ['good'], 0),
            item('REV.panel', ['not for applicants'], 0),
            item('REV.row', ['shown'], 0, row),
            item('REV.hush', ['not for applicants'], 0, row),
            item('REV.secret', ['not for applicants'], 0, otherRow),
          ],
          groups: [
            { id: row, flowElementId: 'REV.rows', order: 0, coi: false, comment: null },
            { id: otherRow, flowElementId: 'REV.secrets', order: 0, coi: false, comment: null },
          ],
          submitted: {
            data: [item('REV.public', ['good'], 0), item('REV.panel', ['not for applicants'], 0)],
            groups: [],
          },
          can: { save: false, submit: false },
          commands: {},
          notice: null,
        },
        {
          ...mine,
          status: 'submitted',
          submittedAt: '2026-11-10T00:00:00.000Z',
          data: [
            item('APP.kind', ['old'], 0),
            item('APP.file', ['file-then'], 0),
            item('APP.name', ['Then'], 0, otherRow),
          ],
          groups: [{ id: otherRow, flowElementId: 'APP.people', order: 0, coi: false, comment: null }],
          // What the reply asks for in its conditions, and no more.
          submitted: { data: [item('APP.kind', ['old'], 0)], groups: [] },
          can: { save: false, submit: false },
          commands: {},
          notice: null,
        },
      ],
      documents: [{ ...document('file-then', 'app', 'APP.file'), filename: '7_Name 7_file-then.pdf' }],
      uploads: [],
      threads: [],
      points: [],
      pointable: [],
      can: { delete: false, duplicate: false },
      commands: [],
    });
  });

  it('shows an applicant of a released review the open elements alone, in groups too, and their rules never', () => {
    const released = see(owner, releases('REV'));
    const shown = released?.assignments.find(({ id }) => id === 'rev');
    expect(shown).toEqual({
      id: 'rev',
      stepId: 'REV',
      labelNumber: null,
      role: 'scientific_reviewer',
      partitionId: null,
      status: 'submitted',
      deadline: null,
      start: null,
      submittedAt: '2026-11-20T00:00:00.000Z',
      createdAt: '2026-11-20T00:00:00.000Z',
      isLead: false,
      reason: null,
      activities: [],
      data: [item('REV.public', ['good'], 0), item('REV.row', ['shown'], 0, row)],
      groups: [{ id: row, flowElementId: 'REV.rows', order: 0 }],
      submitted: { data: [item('REV.public', ['good'], 0)], groups: [] },
      can: { save: false, submit: false },
      commands: {},
      notice: null,
    });
    const elements = released?.steps.find(({ id }) => id === 'REV')?.forms[0]?.elements;
    expect(elements).toEqual([
      { ...element('REV.public') },
      { ...element('REV.rows', { type: 'group' }), children: [element('REV.row')] },
    ]);
    // Groups need their rows, other elements have none.
    expect(elements?.[0]).not.toHaveProperty('children');
    expect(released?.steps.map(({ id }) => id)).toEqual(['APP', 'REV']);
    expect(JSON.stringify(released)).not.toMatch(/not for applicants|Name 8|88/);
  });

  it('tells an applicant of released reviews neither who was first, nor when, nor of those that were not written', () => {
    const by = (id: string, status: AssignmentStatus, day: string) =>
      assignment(id, 'REV', 8, {
        status,
        isLead: true,
        reason: 'How it came about.',
        createdAt: `2026-10-${day}T08:30:00.000Z`,
        submittedAt: status === 'submitted' ? `2026-11-${day}T08:30:00.000Z` : null,
        activities: [{ status: 'assigned', reason: null, createdAt: `2026-10-${day}T08:30:00.000Z` }],
      });
    // Ids are drawn: what ends an id has nothing to do with the order in which they were made.
    const reviews = [
      by('01900000-0000-4000-8000-00000000000c', 'submitted', '10'),
      by('01900000-0000-4000-8000-00000000000a', 'refused', '11'),
      by('01900000-0000-4000-8000-00000000000b', 'submitted', '12'),
    ].map((one, at) => ({ ...one, labelNumber: [2, null, 1][at] ?? null }));
    const released = { assignments: [application, ...reviews], ...releases('REV') };
    const visible = (viewer: Viewer) =>
      see(viewer, released)?.assignments.filter(({ stepId }) => stepId === 'REV') ?? [];
    expect(
      visible(owner).map(({ id, labelNumber, isLead, reason, activities, createdAt, submittedAt }) => [
        [id.at(-1), labelNumber],
        [isLead, reason, activities],
        [createdAt, submittedAt],
      ]),
    ).toEqual(
      ['b', 'c'].map((id, nth) => [
        [id, nth + 1],
        [false, null, []],
        ['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
      ]),
    );
    // The office calls them by the same numbers, and sees all of it as it was.
    expect(
      visible(officer).map(({ id, labelNumber, createdAt }) => [id.at(-1), labelNumber, createdAt]),
    ).toEqual([
      ['c', 2, '2026-10-10T08:30:00.000Z'],
      ['b', 1, '2026-10-12T08:30:00.000Z'],
    ]);
  });

  it('tells nobody outside of the staff the days of a review before its release, nor of one that came after it', () => {
    const reader = { role: 'lead', scope: 'assigned', of: 'submitted', audience: ['public'] } as const;
    const steps = flow.steps.map((one) =>
      one.id === 'REV' ? { ...one, permissions: { ...one.permissions, view: [reader] } } : one,
    );
    const lead = assignment('lead', 'TEC', 12, { role: 'lead', status: 'accepted', submittedAt: null });
    const late = { ...review, id: 'late', submittedAt: '2026-11-20T12:00:00.000Z' };
    const daysFor = (viewer: Viewer, more: Partial<ApplicationSnapshot>) =>
      projectApplication(
        viewer,
        snapshot({ assignments: [application, lead, review, late], ...more }),
        { ...facts, flow: { ...flow, steps } },
        now,
      )
        ?.assignments.filter(({ stepId }) => stepId === 'REV')
        .map(({ createdAt, submittedAt }) => [createdAt, submittedAt]);
    const reading: Viewer = { userId: 12, role: 'user', isStaff: false };
    const none = [null, null];
    expect(daysFor(reading, {})).toEqual([none, none]);
    const released = '2026-11-20T00:00:00.000Z';
    expect(daysFor(reading, releases('REV'))?.toSorted()).toEqual([none, [released, released]]);
    expect(daysFor(officer, releases('REV'))).toEqual([
      [review.createdAt, review.submittedAt],
      [late.createdAt, late.submittedAt],
    ]);
  });

  it('is in the order of the steps, whatever comes first', () => {
    const all = ['TEC', 'REV', 'APP'].map((id, at) => assignment(`x${at}`, id, 7));
    expect(see(owner, { assignments: all })?.steps.map(({ id }) => id)).toEqual(['APP', 'TEC', 'REV']);
  });

  it('offers current lists to whoever can save, and those of older values to whoever reads', () => {
    const later = assignment('rep', 'REPLY', 7, { status: 'submitted' });
    const both = { assignments: [{ ...application, status: 'draft' as const }, later] };
    expect(see(owner, both)?.options.kinds).toEqual(facts.offered.kinds);
    expect(see(owner)?.options.kinds).toEqual(facts.readable.kinds);
  });

  it('calls people by the numbers of the release and has them in that order, those without one last', () => {
    const reviews = [
      assignment('a', 'REV', 8),
      assignment('b', 'REV', 9, { labelNumber: 2 }),
      assignment('c', 'REV', 10, { labelNumber: 1 }),
    ];
    const assignments = [application, ...reviews];
    expect(
      see(owner, { assignments, ...releases('REV') })?.assignments.map(({ role, labelNumber }) => [
        role,
        labelNumber,
      ]),
    ).toEqual([
      ['applicant', null],
      ['scientific_reviewer', 1],
      ['scientific_reviewer', 2],
      ['scientific_reviewer', null],
    ]);
  });

  it('has neither the hour nor the name that its author gave to the file of a review, nor a deadline of it', () => {
    const submitted = { answers: [answer('REV.public', ['file'])], rows: [] };
    const own = {
      ...document('file', 'rev', 'REV.public'),
      filename: 'Report.pdf',
      originalFilename: 'Rui.pdf',
    };
    const hour = '2026-11-09T13:14:15.000Z';
    const given = {
      assignments: [application, { ...review, deadline: hour, submitted }],
      documents: [{ ...own, createdAt: hour }],
      ...releases('REV'),
    };
    const visible = (viewer: Viewer) => {
      const seen = see(viewer, given);
      const deadline = seen?.assignments.find(({ stepId }) => stepId === 'REV')?.deadline;
      return [seen?.documents.map((one) => [one.filename, one.originalFilename, one.createdAt]), deadline];
    };
    const copy = message('workflow.file.copy', {
      author: message('parts.role.name.scientific_reviewer'),
      file: 'Report.pdf',
    });
    expect(visible(owner)).toEqual([[[copy, copy, '2026-11-20T00:00:00.000Z']], null]);
    // Document names of staff show user id, a part of the name, and the title of the element.
    expect(visible(officer)).toEqual([[['8_Name 8_Report.pdf', 'Rui.pdf', hour]], hour]);
  });

  describe('of work that ended', () => {
    const always = { role: 'pro', scope: 'call', of: 'always', audience: ['public'] } as const;
    const steps = flow.steps.map((one) => ({ ...one, permissions: { ...one.permissions, view: [always] } }));
    const on = (day: string) => `2026-11-${day}T08:00:00.000Z`;
    const refused = (id: string, day: string, more: Partial<AssignmentSnapshot> = {}) =>
      assignment(id, 'REV', 8, {
        status: 'refused',
        activities: [{ status: 'refused', reason: null, createdAt: on(day) }],
        ...more,
      });
    const work = (id: string, replaces: string | null, more: Partial<AssignmentSnapshot> = {}) =>
      assignment(id, 'REV', 8, { createdAt: on('08'), replaces, ...more });
    const told = (...others: AssignmentSnapshot[]) =>
      projectApplication(
        officer,
        snapshot({ assignments: [application, ...others] }),
        { ...facts, flow: { ...flow, steps } },
        now,
      )?.assignments.slice(1);

    it('says that nobody took its place, until somebody does', () => {
      const unreplaced = (...others: AssignmentSnapshot[]) =>
        told(...others)?.flatMap(({ id, isUnreplaced }) => (isUnreplaced ? [id] : []));
      expect(unreplaced(refused('gone', '06'))).toEqual(['gone']);
      expect(unreplaced(refused('gone', '06', { status: 'conflicted' }))).toEqual(['gone']);
      expect(unreplaced(refused('gone', '06', { status: 'revoked' }))).toEqual([]);
      expect(unreplaced(refused('gone', '06'), work('more', null))).toEqual(['gone']);
      expect(unreplaced(refused('gone', '06'), work('new', 'gone'))).toEqual([]);
      // A replacement that is refused takes another one, and the first refusal stays replaced.
      expect(unreplaced(refused('gone', '06'), refused('new', '09', { replaces: 'gone' }))).toEqual(['new']);
    });

    it('names to staff who took its place, and not the order in which things happened', () => {
      const replaced = (...others: AssignmentSnapshot[]) =>
        told(...others)?.flatMap(({ id, replacedById, isUnreplaced }) =>
          replacedById !== undefined || isUnreplaced ? [[id, replacedById ?? 'nobody']] : [],
        );
      const two = [refused('older', '06'), refused('newer', '07')];
      expect(replaced(...two, work('new', 'newer'))).toEqual([
        ['older', 'nobody'],
        ['newer', 'new'],
      ]);
      expect(replaced(refused('gone', '06', { status: 'revoked' }), work('new', 'gone'))).toEqual([
        ['gone', 'new'],
      ]);
      // It is ongoing until its replacement is there.
      expect(replaced(work('asked', null), work('new', 'asked'))).toEqual([]);
    });

    it('knows what was handed back from what was refused', () => {
      const handedBack = (...others: AssignmentSnapshot[]) =>
        told(...others)?.flatMap(({ id, isHandedBack }) => (isHandedBack ? [id] : []));
      const open = work('new', 'gone', { wasUnowned: true });
      expect(handedBack(refused('gone', '08'), open)).toEqual(['gone']);
      expect(handedBack(refused('gone', '06'), open)).toEqual([]);
      expect(handedBack(refused('gone', '08', { status: 'conflicted' }), open)).toEqual([]);
      // Handed on to a colleague.
      expect(handedBack(refused('gone', '08'), work('new', 'gone'))).toEqual([]);
      const notice = (day: string) =>
        told(refused('gone', day, { ownerId: officer.userId }), open)?.find(({ id }) => id === 'gone')
          ?.notice;
      expect(notice('08')).toEqual({ id: 'workflow.notice.handedBack' });
      expect(notice('06')).toEqual({ id: 'workflow.notice.refused' });
    });
  });

  it('says until when work is due to those who may take it, and to no other of its readers', () => {
    const view = { role: 'panel_chair', scope: 'panel', of: 'always', audience: ['public'] } as const;
    const steps = flow.steps.map((one) => ({ ...one, permissions: { ...one.permissions, view: [view] } }));
    const deadline = '2026-12-01T22:59:59.000Z';
    const open = assignment('open', 'REV', null, { status: 'assigned', deadline });
    const seen = (commands: object) =>
      projectApplication(
        { userId: 4, role: 'panel_chair', isStaff: false },
        {
          ...snapshot({ assignments: [application, open] }),
          panel: 'PE1',
          viewer: { centres: [], panels: ['PE1'] },
        },
        { ...facts, flow: { ...flow, steps }, commands: { ...noCommands, ofAssignment: () => commands } },
        now,
      )?.assignments.find(({ id }) => id === 'open');
    const told = (commands: object) => seen(commands)?.deadline;
    expect(told({ take: null })).toBe(deadline);
    expect(told({ take: 'already_ongoing' })).toBeNull();
    expect(told({})).toBeNull();
    // Its readers know that nobody has it, also if they may not take it.
    expect([seen({ take: null })?.isUnowned, seen({})?.isUnowned]).toEqual([true, true]);
  });

  it('names the people on a step to those who assign it, and its leads to the chair who chooses them', () => {
    const permissions = { assign: ['panel_chair' as const], assignable: [] };
    const steps = flow.steps.map((one) =>
      one.id === 'APP'
        ? {
            ...one,
            permissions: {
              ...one.permissions,
              view: (
                [
                  ['panel_chair', 'panel'],
                  ['ac_chair', 'call'],
                ] as const
              ).map(([role, scope]) => ({ role, scope, of: 'submitted' as const, audience: [] })),
            },
          }
        : one.id === 'REV'
          ? { ...one, permissions: { ...permissions, view: [] } }
          : one.id === 'TEC'
            ? { ...one, config: { hasLead: true } }
            : one,
    );
    const assignments = [
      application,
      assignment('second', 'REV', 9, { status: 'assigned' }),
      assignment('first', 'REV', 8, { isLead: true }),
      assignment('gone', 'REV', 10, { status: 'refused' }),
      assignment('open', 'TEC', null, { status: 'assigned', partitionId: 'cpu' }),
    ];
    const people = (
      viewer: Viewer,
      more: Partial<ApplicationSnapshot> = {},
      automations: readonly object[] = [],
    ) =>
      projectApplication(
        viewer,
        snapshot({ assignments, panel: 'PE1', viewer: { centres: [], panels: ['PE1'] }, ...more }),
        {
          ...facts,
          flow: { ...flow, steps, automations: automations as Flow['automations'] },
          commands: { ...noCommands, ofAssignment: () => ({ make_lead: null }) },
        },
        now,
      )?.assigned;
    const assigned = (...of: Parameters<typeof people>) =>
      people(...of)?.map(({ stepId, owner, isLead, lead }) => [stepId, owner?.lastName, isLead, lead]);
    const chair: Viewer = { userId: 20, role: 'panel_chair', isStaff: false };
    const acChair: Viewer = { userId: 21, role: 'ac_chair', isStaff: false };
    expect(assigned(chair)).toEqual([
      ['REV', 'Name 8', true, undefined],
      ['REV', 'Name 9', false, undefined],
    ]);
    expect(assigned(acChair)).toEqual([['TEC', undefined, false, { assignmentId: 'open', refusal: null }]]);
    // An email that the flow sends to the lead is known to the chair.
    const mails = [
      { on: { event: 'lead_assigned', step: 'TEC' }, do: 'notify', recipients: [{ to: 'owner' }] },
    ];
    const taken = [application, assignment('taken', 'TEC', 9, { partitionId: 'cpu' })];
    expect(assigned(acChair, { assignments: taken }, mails)?.[0]?.[3]).toEqual({
      assignmentId: 'taken',
      refusal: null,
      emailsLead: true,
    });
    expect(assigned(acChair, { assignments: taken })?.[0]?.[3]).toEqual({
      assignmentId: 'taken',
      refusal: null,
    });
    expect(assigned(officer)?.length).toBe(3);
    expect(assigned(owner)).toBeUndefined();
    expect(assigned(chair, { inConflict: [20] })).toBeUndefined();
    expect(assigned({ ...chair, userId: 7 })).toBeUndefined();
    // Of several people it would tell whose the submitted review is.
    expect(people(chair)?.map(({ work }) => work)).toEqual([undefined, undefined]);
    const deadline = '2026-12-24T11:00:00.000Z';
    const works = (['assigned', 'accepted', 'submitted', 'refused'] as const).map(
      (status) =>
        people(chair, {
          assignments: [application, assignment('only', 'REV', 8, { status, deadline })],
        })?.[0]?.work,
    );
    expect(works).toEqual([
      { state: 'waiting', deadline },
      { state: 'accepted', deadline },
      { state: 'submitted', deadline: null },
      undefined,
    ]);
  });

  it('keeps what was released to somebody when its author gets into a conflict of interest, and does not tell that', () => {
    const stopped = (more: Partial<AssignmentSnapshot>) => {
      const status = 'conflicted' as const;
      const assignments = [application, { ...review, status, previousStatus: 'submitted' as const, ...more }];
      return see(owner, { assignments, ...releases('REV') });
    };
    const before = see(owner, { assignments: [application, review], ...releases('REV') });
    const keptFor = releases('REV').releasedAt;
    expect(stopped({ keptFor })).toEqual(before);
    // Opened again in between: what was released stays.
    expect(stopped({ keptFor, previousStatus: 'accepted' })).toEqual(before);
    for (const more of [{}, { keptFor: releases('TEC').releasedAt }])
      expect(stopped(more)?.assignments.map(({ id }) => id)).toEqual(['app']);
  });

  it('covers by a release what was handed in by then, and no later: until the next one', () => {
    const late = { ...review, id: 'late', submittedAt: '2026-11-20T00:00:00.001Z' };
    const ids = (viewer: Viewer) =>
      see(viewer, { assignments: [application, review, late], ...releases('REV') })?.assignments.map(
        ({ id }) => id,
      );
    expect([ids(owner), ids(officer)]).toEqual([
      ['app', 'rev'],
      ['app', 'rev', 'late'],
    ]);
    const together = { ...review, id: 'late', submittedAt: '2026-11-20T00:00:00.000Z' };
    expect(see(owner, { assignments: [together], ...releases('REV') })?.assignments).toHaveLength(1);
  });

  it('shows what was released as it was, whatever comes of the work: opened again, handed in anew, taken away', () => {
    const visible = (more: Partial<AssignmentSnapshot>, viewer = owner) =>
      see(viewer, { assignments: [application, { ...review, ...more }], ...releases('REV') });
    const before = visible({});
    expect(before?.assignments.find(({ id }) => id === 'rev')?.status).toBe('submitted');
    for (const status of ['accepted', 'assigned', 'refused', 'revoked'] as const)
      expect([status, visible({ status, reason: 'Hidden.' })]).toEqual([status, before]);
    const again = {
      status: 'resubmitted',
      submittedAt: '2026-11-20T12:00:00.000Z',
      submitted: { answers: [answer('REV.public', ['Written anew.'])], rows: [] },
      earlier: [{ at: review.submittedAt ?? '', ...(review.submitted ?? { answers: [], rows: [] }) }],
    } as const;
    expect(visible({ ...again, submitted: again.submitted } as Partial<AssignmentSnapshot>)).toEqual(before);
    expect(JSON.stringify(visible(again as unknown as Partial<AssignmentSnapshot>, officer))).toContain(
      'Written anew.',
    );
  });

  it('leaves to whoever is in a conflict what was released before: not what was written, decided or done since', () => {
    const rule = {
      role: 'panel_chair',
      scope: 'call',
      of: { released: 'REV' },
      audience: ['public'],
    } as const;
    const opening: Flow = {
      ...flow,
      steps: flow.steps.map((one) => ({
        ...one,
        ...(one.id === 'REV' || one.id === 'APP'
          ? {
              permissions: {
                assign: [],
                assignable: [],
                view: [{ ...rule, audience: ['public'] as Audience[] }],
              },
            }
          : {}),
      })),
    };
    const late = { ...review, id: 'late', submittedAt: '2026-11-20T12:00:00.000Z' };
    const reads = (more: Partial<ApplicationSnapshot>) =>
      projectApplication(
        { userId: 99, role: 'panel_chair', isStaff: false },
        snapshot({ assignments: [application, review], inConflict: [99], ...releases('REV'), ...more }),
        { ...facts, flow: opening },
        now,
      );
    const before = reads({});
    expect(before?.assignments.map(({ id }) => id)).toEqual(['app', 'rev']);
    for (const status of ['approved', 'rejected', 'withdrawn', 'changes_requested'] as const)
      expect(reads({ status, assignments: [application, review, late] })).toEqual(before);
    const asked = { ...application, status: 'changes_requested' as const };
    expect(reads({ status: 'changes_requested', assignments: [asked, review] })).toEqual(before);
    expect(reads({ releasedAt: {} })).toBeNull();
  });

  it('does not show what belongs to no step of its flow, and nothing where nobody has submitted', () => {
    const none = { ...application, stepId: 'OLD' };
    expect(see(owner, { assignments: [none] })?.assignments).toEqual([]);
    const empty = compileFlow({ ...flow, steps: [] });
    if (!empty.ok) throw new Error(empty.faults[0]?.rule);
    const bare = { ...facts, flow: { ...flow, steps: [] }, plan: empty.plan };
    expect(projectApplication(owner, snapshot(), bare, now)?.assignments).toEqual([]);
    const unsent = { ...review, submitted: null };
    const seen = see(officer, { assignments: [unsent] })?.assignments[0];
    expect([seen?.data, seen?.groups, seen?.submitted]).toEqual([[], [], null]);
    const nobody = see(officer, { assignments: [assignment('x', 'REV', null)] });
    expect(nobody?.assignments[0]).not.toHaveProperty('owner');
    expect(nobody).not.toHaveProperty('owner');
  });
});

describe('what of an application as a whole is disclosed', () => {
  const coordinator: Viewer = { userId: 5, role: 'call_coordinator', isStaff: false };
  const opened = flow.steps.map((one) => ({
    ...one,
    ...(one.id === 'REV' ? { judges: 'APP' } : {}),
    permissions: {
      ...one.permissions,
      view:
        one.id === 'APP'
          ? [
              {
                role: 'call_coordinator',
                scope: 'call' as const,
                of: 'submitted' as const,
                audience: everything,
              },
              {
                role: 'call_coordinator',
                scope: 'call' as const,
                of: { released: 'REV' },
                audience: everything,
              },
            ]
          : one.permissions.view,
    },
  }));
  const release = { command: 'release' as const, stepId: 'REV', refusal: null };
  const commands = { ...noCommands, ofApplication: () => [release] };
  const wholeFor = (viewer: Viewer, more: Partial<ApplicationSnapshot> = {}) => {
    const seen = projectApplication(
      viewer,
      snapshot({
        createdAt: '2026-11-05T08:30:00.000Z',
        firstSubmittedAt: '2026-11-10T09:45:00.000Z',
        submittedAt: '2026-11-12T10:15:00.000Z',
        awardDeclinedAt: '2026-11-20T11:20:00.000Z',
        panel: 'PE1',
        ...more,
      }),
      { ...facts, flow: { ...flow, steps: opened }, commands },
      now,
    );
    if (seen === null) throw new Error('it does not exist for them');
    const { createdAt, submittedAt, awardDeclined, owner, panel, callCounter, toRelease } = seen;
    const times = [createdAt, submittedAt, awardDeclined?.at];
    const ofStaff = { owner: owner?.id, panel: panel?.value, callCounter, toRelease };
    return { times, ...ofStaff, profile: seen.profile, later: seen.laterSteps.map(({ id }) => id) };
  };
  const exact = ['2026-11-05T08:30:00.000Z', '2026-11-12T10:15:00.000Z', '2026-11-20T11:20:00.000Z'];
  const nothing = { owner: undefined, panel: undefined, callCounter: undefined, toRelease: undefined };

  it('is to staff all of it but what prepares the applicant', () => {
    expect(wholeFor(officer)).toEqual({
      times: exact,
      owner: 7,
      panel: 'PE1',
      callCounter: 42,
      toRelease: ['REV'],
      profile: {},
      later: [],
    });
  });

  it('is to the applicant the own times, profile and steps', () => {
    const profile = { firstName: 'First' };
    expect(wholeFor(owner)).toEqual({
      ...nothing,
      times: exact,
      owner: 7,
      profile,
      later: ['REPLY'],
    });
  });

  it('is to others the days, of submissions the first', () => {
    const times = ['2026-11-05T00:00:00.000Z', '2026-11-10T00:00:00.000Z', '2026-11-20T00:00:00.000Z'];
    expect(wholeFor(coordinator)).toEqual({ ...nothing, times, profile: {}, later: [] });
    // In a conflict of interest the same of what was released before, without the award that was declined since.
    expect(wholeFor(coordinator, { inConflict: [5], ...releases('REV') })).toEqual({
      ...nothing,
      times: [...times.slice(0, 2), undefined],
      profile: {},
      later: [],
    });
  });

  it('has commands on all steps for staff alone, for others on steps of the process that they know', () => {
    const steps = opened.map((one) => (one.id === 'TEC' ? { ...one, final: true as const } : one));
    const commandsFor = (viewer: Viewer) =>
      projectApplication(viewer, snapshot(), { ...facts, flow: { ...flow, steps }, commands }, now)?.commands;
    expect([commandsFor(officer), commandsFor(coordinator)]).toEqual([[release], []]);
  });

  it('has whom a refusal names, with who named them for staff alone', () => {
    const suggested = { stepId: 'REV', partitionId: null, name: 'Ada', email: 'ada@example.org' };
    const chair: Viewer = { userId: 5, role: 'panel_chair', isStaff: false };
    const view = [
      { role: 'panel_chair', scope: 'call' as const, of: 'submitted' as const, audience: everything },
    ];
    const suggestedFor = (viewer: Viewer, assign: string[]) => {
      const steps = flow.steps.map((one) => ({ ...one, permissions: { assign, assignable: [], view } }));
      return projectApplication(
        viewer,
        snapshot({ suggestedReplacements: [{ ...suggested, assignmentId: 'rev' }] }),
        { ...facts, flow: { ...flow, steps } },
        now,
      )?.suggestedReplacements;
    };
    expect(suggestedFor(officer, [])).toEqual([{ ...suggested, assignmentId: 'rev' }]);
    expect(suggestedFor(chair, ['panel_chair'])).toEqual([suggested]);
    expect([suggestedFor(chair, []), suggestedFor(owner, ['applicant'])]).toEqual([undefined, undefined]);
  });
});

describe('what of an assignment is disclosed', () => {
  const reviewer: Viewer = { userId: 8, role: 'scientific_reviewer', isStaff: false };
  const timed = {
    ...review,
    createdAt: '2026-11-08T08:30:00.000Z',
    submittedAt: '2026-11-10T09:45:00.000Z',
  };
  const reviewFor = (viewer: Viewer, more: Partial<AssignmentSnapshot> = {}) =>
    see(viewer, {
      assignments: [{ ...timed, ...more }, application, assignment('next', 'REV', 9, { replaces: 'rev' })],
      ...releases('REV'),
    })?.assignments.find(({ id }) => id === 'rev');
  const timesFor = (viewer: Viewer) => [reviewFor(viewer)?.createdAt, reviewFor(viewer)?.submittedAt];

  it('is when it was assigned and submitted to its owner and staff, to others the day of its release', () => {
    const exact = [timed.createdAt, timed.submittedAt];
    const released = '2026-11-20T00:00:00.000Z';
    expect([timesFor(reviewer), timesFor(officer)]).toEqual([exact, exact]);
    expect(timesFor(owner)).toEqual([released, released]);
  });

  it('is not what took its place to others than staff', () => {
    const coordinator: Viewer = { userId: 5, role: 'call_coordinator', isStaff: false };
    const view = [
      { role: 'call_coordinator', scope: 'call' as const, of: 'always' as const, audience: everything },
    ];
    const steps = flow.steps.map((one) => ({ ...one, permissions: { ...one.permissions, view } }));
    const ended = projectApplication(
      coordinator,
      snapshot({
        assignments: [{ ...timed, status: 'refused' }, assignment('next', 'REV', 9, { replaces: 'rev' })],
      }),
      { ...facts, flow: { ...flow, steps } },
      now,
    )?.assignments.find(({ id }) => id === 'rev');
    expect(ended?.status).toBe('refused');
    expect(ended).not.toHaveProperty('replacedById');
  });
});

describe('who reads an assignment of others', () => {
  const statusesFor = (viewer: Viewer, more: Partial<ApplicationSnapshot> = {}) =>
    assignmentStatuses.filter(
      (status) =>
        see(viewer, { assignments: [assignment('rev', 'REV', 8, { status })], ...more })?.assignments
          .length === 1,
    );
  const reached: AssignmentStatus[] = [
    'rejected',
    'submitted',
    'resubmitted',
    'changes_requested',
    'approved',
  ];

  it('is the officer once it was submitted, in whatever it became since', () => {
    expect(statusesFor(officer)).toEqual(reached);
  });

  it('is the applicant once it was submitted and its step released', () => {
    expect(statusesFor(owner)).toEqual([]);
    expect(statusesFor(owner, releases('TEC'))).toEqual([]);
    // What was released stays, whatever comes of the work; work that a conflict stopped says itself until when.
    expect(statusesFor(owner, releases('REV'))).toEqual(
      assignmentStatuses.filter((status) => status !== 'conflicted'),
    );
    const never = assignment('rev', 'REV', 8, { status: 'accepted', submittedAt: null, submitted: null });
    expect(see(owner, { assignments: [never], ...releases('REV') })?.assignments).toEqual([]);
  });

  it('is whom the step names, by role and reach alike, from the moment that it names', () => {
    type Grant = Step['permissions']['view'][number];
    const seenWith = (grant: Partial<Grant>, viewer = owner) => {
      const view: Grant[] = [
        { role: 'applicant', scope: 'own', of: 'submitted', audience: ['public'], ...grant },
      ];
      const steps = flow.steps.map((one) =>
        one.id === 'TEC' ? { ...one, permissions: { ...one.permissions, view } } : one,
      );
      const given = { ...facts, flow: { ...flow, steps } };
      return assignmentStatuses.filter(
        (status) =>
          projectApplication(
            viewer,
            snapshot({ assignments: [assignment('t', 'TEC', 8, { status })] }),
            given,
            now,
          )?.assignments.length === 1,
      );
    };
    expect(seenWith({})).toEqual(reached);
    expect(seenWith({ of: 'always' })).toEqual(assignmentStatuses.filter((status) => status !== 'draft'));
    expect(seenWith({ of: { released: 'TEC' } })).toEqual([]);
    expect([seenWith({ scope: 'call' }), seenWith({ role: 'pro' }), seenWith({ scope: 'assigned' })]).toEqual(
      [[], [], []],
    );
    // The officer who applies is its applicant.
    expect(seenWith({ of: 'always' }, { userId: 7, role: 'pro', isStaff: true })).toEqual(
      assignmentStatuses.filter((status) => status !== 'draft'),
    );
    // What is for the applicant is not for the officer, who has the standing rule alone.
    expect(seenWith({ of: 'always' }, officer)).toEqual(reached);
  });

  it('is not the officer who applied: of reviews and reviewers they know what other applicants do', () => {
    const applies: Viewer = { ...owner, role: 'pro', isStaff: true };
    for (const released of [releases(), releases('REV')])
      expect(see(applies, released)).toEqual(see(owner, released));
  });

  it('gives the officer every audience', () => {
    const elements = everything.map((audience) => element(`TEC.${audience}`, { config: { audience } }));
    const steps = flow.steps.map((one) =>
      one.id === 'TEC' ? step('TEC', 1, 'technical_reviewer', elements) : one,
    );
    const submitted = { answers: elements.map(({ id }) => answer(id, [id])), rows: [] };
    const seenBy = (viewer: Viewer) =>
      projectApplication(
        viewer,
        snapshot({ assignments: [assignment('t', 'TEC', viewer.userId === 7 ? 7 : 8, { submitted })] }),
        { ...facts, flow: { ...flow, steps } },
        now,
      )?.steps[0]?.forms[0]?.elements.map(({ id }) => id);
    expect(seenBy(officer)).toEqual(elements.map(({ id }) => id));
    expect(seenBy(owner)).toEqual(elements.map(({ id }) => id));
  });

  it('has the marks of rows for staff and readers of the audience suggested_reviewers, but for nobody on an own application', () => {
    type Grant = Step['permissions']['view'][number];
    const panel: Grant = {
      role: 'panel_chair',
      scope: 'assigned',
      reader: 'accepted',
      of: 'submitted',
      audience: ['suggested_reviewers'],
    };
    const applicant: Grant = { role: 'applicant', scope: 'own', of: 'submitted', audience: everything };
    const steps = flow.steps.map((one) => {
      const group = element('REV.rows', { type: 'group', config: { audience: 'suggested_reviewers' } });
      const form = { id: 'F', title: 'Form', order: 0, elements: [group] };
      return one.id === 'REV'
        ? { ...one, forms: [form], permissions: { ...one.permissions, view: [panel, applicant] } }
        : one;
    });
    const rows = [
      { id: row, elementId: 'REV.rows', order: 0 },
      { id: otherRow, elementId: 'REV.rows', order: 1 },
    ];
    const marked = assignment('rev', 'REV', 8, {
      rows,
      submitted: { answers: [], rows },
      marks: { [row]: { coi: true, comment: 'Same institute.' } },
    });
    const chairs = assignment('chair', 'TEC', 9, { role: 'panel_chair' });
    const groupsFor = (viewer: Viewer, given: AssignmentSnapshot = marked) =>
      projectApplication(
        viewer,
        snapshot({ assignments: [application, given, chairs] }),
        { ...facts, flow: { ...flow, steps } },
        now,
      )?.assignments.find(({ id }) => id === 'rev')?.groups;
    const plain = [
      { id: row, flowElementId: 'REV.rows', order: 0 },
      { id: otherRow, flowElementId: 'REV.rows', order: 1 },
    ];
    const withMarks = [
      { ...plain[0], coi: true, comment: 'Same institute.' },
      { ...plain[1], coi: false, comment: null },
    ];
    expect(groupsFor(officer)).toEqual(withMarks);
    expect(groupsFor({ userId: 9, role: 'user', isStaff: false })).toEqual(withMarks);
    // Whoever wrote the rows reads them without, the officer who applies too, and though a permission opens all to applicants.
    expect(groupsFor({ userId: 8, role: 'scientific_reviewer', isStaff: false })).toEqual(plain);
    expect(groupsFor(owner)).toEqual(plain);
    expect(groupsFor({ userId: 7, role: 'pro', isStaff: true })).toEqual(plain);
    expect(groupsFor({ userId: 7, role: 'pro', isStaff: true }, { ...marked, ownerId: 7 })).toEqual(plain);
  });

  it('has the rules of a form where it sees all of it, and of a part the conditions whose answers it sees', () => {
    const own = flow.steps.find(({ id }) => id === 'APP');
    const whole = own?.forms[0]?.elements ?? [];
    const seenWith = (audience: Audience[], elements = whole) => {
      const view = [{ role: 'applicant', scope: 'own' as const, of: 'submitted' as const, audience }];
      const steps = flow.steps.map((one) =>
        one.id === 'TEC'
          ? {
              ...step('TEC', 1, 'technical_reviewer', elements),
              permissions: { assign: [], assignable: [], view },
            }
          : one,
      );
      return projectApplication(
        owner,
        snapshot({ assignments: [assignment('t', 'TEC', 8)] }),
        { ...facts, flow: { ...flow, steps } },
        now,
      )?.steps[0]?.forms[0]?.elements;
    };
    expect(seenWith(everything)).toEqual(whole);
    const part = everything.filter((audience) => audience !== 'panel_only');
    const effectsOf = (elements: typeof whole | undefined) => elements?.flatMap(({ effects }) => effects);
    expect(effectsOf(seenWith(part))).toEqual(effectsOf(whole));
    const hidden = whole.map((one) =>
      one.id === 'APP.kind' ? { ...one, config: { audience: 'panel_only' as const } } : one,
    );
    expect(effectsOf(seenWith(part, hidden))).toEqual([]);
  });

  it('is staff where nobody owns it, but neither in a draft nor on an application of their own', () => {
    const unowned = { assignments: [assignment('u', 'TEC', null, { status: 'draft' })] };
    expect(see(officer, unowned)?.assignments.map(({ id }) => id)).toEqual(['u']);
    expect(see(owner, unowned)?.assignments).toEqual([]);
    for (const status of ['draft', 'submitted'] as const)
      expect(see(officer, { ...unowned, status, ownerId: 99 })?.assignments).toEqual([]);
    expect(see(officer, { ...unowned, status: 'draft' })).toBeNull();
  });

  it('is nobody of those without a part in it', () => {
    for (const status of applicationStatuses)
      expect(see({ userId: 12, role: 'scientific_reviewer', isStaff: false }, { status })).toBeNull();
  });
});

describe('whoever was given a step to work on', () => {
  const reviewer: Viewer = { userId: 8, role: 'scientific_reviewer', isStaff: false };
  const asking = (view: Step['permissions']['view'] = []): Flow => ({
    ...flow,
    steps: flow.steps.map((one) => {
      if (one.id === 'REV')
        return { ...one, config: { showCoi: true, coiText: 'Declare what ties you to the applicants.' } };
      return one.id === 'APP' ? { ...one, permissions: { ...one.permissions, view } } : one;
    }),
  });
  const grant = {
    role: 'scientific_reviewer',
    scope: 'assigned',
    of: 'submitted',
    reader: 'accepted',
    audience: ['public'],
  } as const;
  const rev = (id: string, ownerId: number, status: AssignmentStatus) =>
    assignment(id, 'REV', ownerId, {
      status,
      submittedAt: null,
      reason: `why ${id}`,
      activities: [{ status: 'assigned', reason: `how ${id}`, createdAt: '2026-11-11T00:00:00.000Z' }],
      answers: kept([answer('REV.public', [`words of ${id}`])], 1),
    });
  const reads = (own: AssignmentStatus, view = [grant] as Step['permissions']['view'], more = {}) =>
    projectApplication(
      reviewer,
      snapshot({ assignments: [application, rev('own', 8, own), rev('other', 9, 'submitted')], ...more }),
      { ...facts, flow: asking([...view]) },
      now,
    );

  it('gets the call and the own work before answering, without its form, and the rules on conflicts', () => {
    const seen = reads('assigned');
    expect(seen?.assignments.map(({ id, status, data }) => [id, status, data])).toEqual([
      ['own', 'assigned', []],
    ]);
    expect(seen?.steps.map(({ id, forms, config }) => [id, forms, config])).toEqual([
      ['REV', [], { showCoi: true, coiText: 'Declare what ties you to the applicants.' }],
    ]);
    expect([seen?.call.title, seen?.owner, seen?.profile]).toEqual(['Regular', undefined, {}]);
  });

  it('gets the form and what the rules of other steps name for the role after accepting, and no names', () => {
    const seen = reads('accepted');
    expect(seen?.assignments.map(({ id }) => id).toSorted()).toEqual(['app', 'own']);
    expect(seen?.steps.map(({ id, forms }) => [id, forms.length])).toEqual([
      ['APP', 1],
      ['REV', 1],
    ]);
    const other = seen?.assignments.find(({ id }) => id === 'app');
    expect([other?.owner, other?.reason, other?.activities, other?.assignerId]).toEqual([
      undefined,
      null,
      [],
      undefined,
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Name 9|words of other|why other|how other/);
    expect(reads('accepted', [])?.assignments.map(({ id }) => id)).toEqual(['own']);
    // A rule for another role, or for a wider reach, is not one for an own assignment.
    for (const wrong of [
      { ...grant, role: 'rapporteur' },
      { ...grant, scope: 'panel' as const },
    ])
      expect(reads('accepted', [wrong])?.assignments.map(({ id }) => id)).toEqual(['own']);
  });

  it('gets nothing after refusing, and nothing in conflict', () => {
    for (const status of ['refused', 'revoked', 'conflicted'] as const) expect(reads(status)).toBeNull();
    expect(reads('accepted', [grant], { inConflict: [8] })).toBeNull();
  });

  it('gets what is marked for it of the application as it was submitted, before answering and after, and nothing more', () => {
    const marked = asking().steps.map((one) =>
      one.id === 'APP'
        ? {
            ...one,
            forms: [
              {
                id: 'F',
                title: 'Form',
                order: 0,
                elements: [
                  element('APP.kind', { config: { preview: true } }),
                  element('APP.secret'),
                  element('APP.people', {
                    type: 'group',
                    config: { preview: true },
                    children: [element('APP.name', { config: { preview: true } }), element('APP.born')],
                  }),
                ],
              },
              { id: 'G', title: 'Other', order: 1, elements: [element('APP.other')] },
            ],
          }
        : one,
    );
    const values = ['APP.kind', 'APP.secret', 'APP.other'].map((id) => answer(id, [`${id} told`]));
    const inRow = ['APP.name', 'APP.born'].map((id) => answer(id, [`${id} told`], row));
    const submitted = {
      answers: [...values, ...inRow],
      rows: [{ id: row, elementId: 'APP.people', order: 0 }],
    };
    const asked = (own: AssignmentStatus, status: AssignmentStatus = 'changes_requested') =>
      projectApplication(
        reviewer,
        snapshot({
          assignments: [{ ...application, status, submitted, reason: 'Why.' }, rev('own', 8, own)],
        }),
        { ...facts, flow: { ...flow, steps: marked } },
        now,
      );
    const seen = asked('assigned');
    expect(seen?.assignments.find(({ id }) => id === 'app')).toEqual({
      id: 'app',
      stepId: 'APP',
      labelNumber: null,
      role: 'applicant',
      partitionId: null,
      status: 'submitted',
      deadline: null,
      start: null,
      submittedAt: '2026-11-10T00:00:00.000Z',
      createdAt: '2026-11-05T00:00:00.000Z',
      isLead: false,
      reason: null,
      activities: [],
      data: [item('APP.kind', ['APP.kind told'], 0), item('APP.name', ['APP.name told'], 0, row)],
      groups: [{ id: row, flowElementId: 'APP.people', order: 0 }],
      submitted: null,
      can: { save: false, submit: false },
      commands: {},
      notice: null,
    });
    expect(seen?.steps.map(({ id, forms }) => [id, forms.map((form) => form.id)])).toEqual([
      ['APP', ['F']],
      ['REV', []],
    ]);
    expect([seen?.documents, seen?.decisions, seen?.owner]).toEqual([[], [], undefined]);
    expect(JSON.stringify(seen)).not.toMatch(/APP\.(secret|other|born)/);
    const sees = (own: AssignmentStatus, status?: AssignmentStatus) =>
      asked(own, status)?.assignments.some(({ id }) => id === 'app');
    expect(assignmentStatuses.filter((status) => sees(status) !== true)).toEqual([
      'refused',
      'conflicted',
      'revoked',
    ]);
    expect(assignmentStatuses.filter((status) => sees('assigned', status) === true)).toEqual([
      'rejected',
      'submitted',
      'resubmitted',
      'changes_requested',
      'approved',
    ]);
  });

  it('is told of a conflict by the title of the call and two sentences, where work on it is or was stopped', () => {
    const message = {
      conflict: {
        callTitle: 'Regular',
        told: {},
        title: { id: 'workflow.notice.conflictTitle' },
        message: { id: 'workflow.notice.conflicted' },
      },
    };
    const visible = (own: AssignmentStatus, more: Partial<ApplicationSnapshot> = {}) =>
      projectConflict(reviewer, snapshot({ assignments: [application, rev('own', 8, own)], ...more }), flow);
    const live = assignmentStatuses.filter((one) => !['refused', 'revoked', 'conflicted'].includes(one));
    expect(assignmentStatuses.filter((one) => visible(one) !== null)).toEqual(['conflicted']);
    expect(assignmentStatuses.filter((one) => visible(one, { inConflict: [8] }) !== null).toSorted()).toEqual(
      [...live, 'conflicted'].toSorted(),
    );
    expect([visible('conflicted'), visible('accepted', { inConflict: [8] })]).toEqual([message, message]);
    expect(visible('conflicted', { status: 'draft' })).toBeNull();
    // To its applicant it is as it was.
    expect(projectConflict(owner, snapshot({ inConflict: [7] }), flow)).toBeNull();
    expect(see(owner, { inConflict: [7] })).toEqual(see(owner));
  });

  it('is told of a conflict by the title of the call, where but for it they could open it: staff, and whom a rule names', () => {
    const rule = { role: 'panel_chair', scope: 'panel', of: 'submitted', audience: ['public'] } as const;
    const opening: Flow = {
      ...flow,
      steps: flow.steps.map((one) =>
        one.id === 'APP' ? { ...one, permissions: { assign: [], assignable: [], view: [rule] } } : one,
      ),
    };
    const chair: Viewer = { userId: 99, role: 'panel_chair', isStaff: false };
    const told = (viewer: Viewer, more: Partial<ApplicationSnapshot> = {}) => {
      const given = snapshot({ inConflict: [99], panel: 'PE1', ...more });
      expect(projectApplication(viewer, given, { ...facts, flow: opening }, now)).toBeNull();
      return projectConflict(viewer, given, opening);
    };
    const title = { id: 'workflow.notice.conflictTitle' };
    const message = { conflict: { callTitle: 'Regular', told: {}, title, message: null } };
    const ofPanel = { viewer: { centres: [], panels: ['PE1'] } };
    expect([told(officer), told(chair, ofPanel)]).toEqual([message, message]);
    expect([
      told(chair),
      told({ ...chair, role: 'user' }, ofPanel),
      told(officer, { status: 'draft' }),
    ]).toEqual([null, null, null]);
  });
});

describe('what was decided about a step', () => {
  const judging: Flow = {
    ...flow,
    steps: flow.steps.map((one) => (one.id === 'TEC' ? { ...one, judges: 'APP' } : one)),
  };
  const tells = (
    status: AssignmentStatus,
    viewer: Viewer = owner,
    more: Partial<ApplicationSnapshot> = {},
    handedIn: AssignmentSnapshot['activities'][number] = {
      status: 'submitted',
      reason: null,
      createdAt: '2026-11-10T00:00:00.000Z',
    },
    known = judging,
  ) => {
    const decided = {
      ...application,
      status,
      reason: 'Not eligible.',
      activities: [handedIn, { status, reason: 'Not eligible.', createdAt: '2026-11-12T00:00:00.000Z' }],
    };
    const seen = projectApplication(
      viewer,
      snapshot({ assignments: [decided], ...more }),
      { ...facts, flow: known },
      now,
    )?.assignments[0];
    return [seen?.status, seen?.reason, seen?.activities.map((one) => one.status)];
  };

  it('looks to its applicant as it was submitted, until the step that judges is released', () => {
    for (const status of ['approved', 'rejected'] as const) {
      const undisclosed = ['submitted', null, ['submitted']];
      const visible = [status, 'Not eligible.', ['submitted', status]];
      expect(tells(status)).toEqual(undisclosed);
      expect(tells(status, owner, releases('REV'))).toEqual(undisclosed);
      expect(tells(status, owner, { status: 'withdrawn' })).toEqual(undisclosed);
      expect(tells(status, { ...owner, role: 'pro' })).toEqual(undisclosed);
      expect(tells(status, owner, releases('TEC'))).toEqual(visible);
      expect(tells(status, owner, { status: 'approved' })).toEqual(visible);
      expect(tells(status, officer)).toEqual(visible);
      // A release before it was judged tells nothing of that.
      const before = { releasedAt: { TEC: '2026-11-11T00:00:00.000Z' } };
      expect(tells(status, owner, before)).toEqual(undisclosed);
    }
    expect(tells('changes_requested')).toEqual([
      'changes_requested',
      'Not eligible.',
      ['submitted', 'changes_requested'],
    ]);
  });

  it('looks as it was submitted after the award too: the result of the application tells nothing of a report', () => {
    const final = { ...step('ALL', -1, 'ac_chair', []), final: true };
    const after = { ...judging, steps: [final, ...judging.steps] };
    const visible = (more: Partial<ApplicationSnapshot>) =>
      tells('approved', owner, { status: 'approved', ...more }, undefined, after)[0];
    expect([visible({}), visible(releases('ALL')), visible(releases('TEC'))]).toEqual([
      'submitted',
      'submitted',
      'approved',
    ]);
  });

  it('looks as it was handed in after changes: by nothing does its applicant notice that it was judged', () => {
    const again = {
      status: 'resubmitted' as const,
      reason: 'Name the code.',
      createdAt: '2026-11-11T00:00:00.000Z',
    };
    for (const status of ['approved', 'rejected'] as const)
      expect(tells(status, owner, {}, again)).toEqual(['resubmitted', 'Name the code.', ['resubmitted']]);
    // Nor, where it was judged and released before, that it was judged anew.
    const told = { ...again, status: 'approved' as const, reason: 'Fits.' };
    const released = { releasedAt: { TEC: '2026-11-11T12:00:00.000Z' } };
    expect(tells('rejected', owner, released, told)).toEqual(['approved', 'Fits.', ['approved']]);
  });
});

describe('what was decided', () => {
  const meaning = (id: string, name: string) => element(id, { config: { id: name } });
  const deciding: Flow = {
    ...flow,
    steps: [
      ...flow.steps,
      {
        ...step('ALL', 9, 'ac_chair', [
          element('ALL.rows', {
            type: 'group',
            config: { rowsFrom: 'partitions' },
            children: [
              meaning('ALL.part', 'decision_partition'),
              element('ALL.dec', { config: { outcome: { yes: 'awarded', less: 'reduced' } } }),
              meaning('ALL.amount', 'decision_amount'),
            ],
          }),
          element('ALL.letter'),
        ]),
        final: true,
        permissions: {
          assign: [],
          assignable: [],
          view: [{ role: 'applicant', scope: 'own', of: { released: 'ALL' }, audience: ['public'] }],
        },
      },
    ],
  };
  const decision = (amount: string, isReleased: boolean): PartitionDecision => ({
    partitionId: 'cpu',
    outcome: 'reduced',
    amount,
    reason: null,
    startsOn: null,
    endsOn: null,
    isReleased,
  });
  const handedIn = assignment('all', 'ALL', 8, {
    submitted: {
      answers: [
        answer('ALL.part', ['cpu'], row),
        answer('ALL.dec', ['less'], row),
        answer('ALL.amount', ['100'], row),
        answer('ALL.letter', ['You get 100.']),
      ],
      rows: [{ id: row, elementId: 'ALL.rows', order: 0 }],
    },
  });
  const visible = (viewer: Viewer, ...decisions: ReturnType<typeof decision>[]) => {
    const seen = projectApplication(
      viewer,
      snapshot({
        assignments: [application, handedIn],
        decisions: decisions.map((one) => ({ ...one, reviewId: null })),
        ...releases(...(decisions.some(({ isReleased }) => isReleased) ? ['ALL'] : [])),
      }),
      { ...facts, flow: deciding },
      now,
    );
    const all = seen?.assignments.find(({ id }) => id === 'all');
    return [seen?.decisions, all?.data.map(({ input }) => input.values[0])];
  };
  const words = ['cpu', 'less', '100', 'You get 100.'];

  it('is told to its applicant as it was released, also where the form says something older or newer', () => {
    const [was, is, comes] = [decision('100', true), decision('90', true), decision('80', false)];
    expect(visible(owner, decision('100', false))).toEqual([[], undefined]);
    expect(visible(owner, was)).toEqual([[was], words]);
    expect(visible(owner, was, comes)).toEqual([[was], words]);
    expect(visible(owner, was, is)).toEqual([[is], []]);
    // Never released before it changed.
    expect(visible(owner, decision('100', false), is, comes)).toEqual([[is], []]);
    expect(visible({ ...owner, role: 'pro' }, was, comes)).toEqual([[was], words]);
  });

  it('keeps the reason of a dropped partition, which is the text of a review, from readers whom rules close that review', () => {
    const rule = (role: string, scope: 'centre' | 'call', of: Step['permissions']['view'][number]['of']) =>
      ({ role, scope, of, audience: ['public'] }) as const;
    const centre = 'compute_centre_representative';
    const steps = deciding.steps.map((one) => {
      const view =
        one.id === 'TEC'
          ? [rule(centre, 'centre', { released: 'ALL' }), rule('ac_chair', 'call', 'submitted')]
          : one.id === 'ALL'
            ? ['project_manager', 'ac_chair', centre].map((role) => rule(role, 'call', { released: 'ALL' }))
            : [];
      return { ...one, permissions: { ...one.permissions, view } };
    });
    const tec = assignment('tec', 'TEC', 8, { partitionId: 'cpu', centreId: 'north' });
    const dropped = { ...decision('0', true), reason: 'It does not scale.', reviewId: 'tec' };
    const reasonFor = (role: Viewer['role'], centres: string[] = [], more = {}, userId = 50) =>
      projectApplication(
        { userId, role, isStaff: role === 'pro' },
        snapshot({
          assignments: [application, tec, handedIn],
          decisions: [{ ...dropped, ...more }],
          centreIds: ['north', 'south'],
          viewer: { centres, panels: [] },
          ...releases('ALL'),
        }),
        { ...facts, flow: { ...deciding, steps } },
        now,
      )?.decisions.map(({ reason, outcome }) => [reason, outcome]);
    const told = [['It does not scale.', 'reduced']];
    const kept = [[null, 'reduced']];
    expect([reasonFor(centre, ['south']), reasonFor('project_manager')]).toEqual([kept, kept]);
    expect([reasonFor(centre, ['north']), reasonFor('ac_chair'), reasonFor('pro')]).toEqual([
      told,
      told,
      told,
    ]);
    expect(reasonFor('user', [], {}, owner.userId)).toEqual(told);
    // What the panel gives as the reason is no review of a centre.
    expect(reasonFor('project_manager', [], { reviewId: null })).toEqual(told);
  });

  it('tells the awarded amounts to people who see its release, and to the office before', () => {
    const centre = 'compute_centre_representative';
    const view = [
      { role: 'applicant', scope: 'own', of: { released: 'ALL' }, audience: ['public'] },
      { role: centre, scope: 'centre', of: { released: 'ALL' }, audience: ['public'] },
    ] as const;
    const steps = deciding.steps.map((one) => ({
      ...one,
      permissions: { ...one.permissions, view: one.id === 'ALL' ? [...view] : [] },
    }));
    const onboarding = assignment('onb', 'ALL', 51, { role: 'finance_manager', stepId: 'REV' });
    const awards = (viewer: Viewer, isReleased: boolean, more: Partial<ApplicationSnapshot> = {}) =>
      awardsFor(
        viewer,
        snapshot({
          assignments: [application, handedIn, onboarding],
          decisions: [
            { ...decision('100', isReleased), reviewId: null },
            { ...decision('0', isReleased), partitionId: 'gpu', outcome: 'rejected', reviewId: null },
          ],
          centreIds: ['north'],
          viewer: { centres: ['north'], panels: [] },
          ...(isReleased ? releases('ALL') : {}),
          ...more,
        }),
        { ...deciding, steps },
      );
    const told = [{ partitionId: 'cpu', amount: '100' }];
    const north = { userId: 50, role: centre, isStaff: false } as const;
    expect([awards(owner, true), awards(north, true), awards(officer, true)]).toEqual([told, told, told]);
    expect([awards(owner, false), awards(north, false), awards(officer, false)]).toEqual([[], [], told]);
    // Another centre, a payment without a rule for the decision, and a conflict of interest.
    const finance = { userId: 51, role: 'finance_manager', isStaff: false } as const;
    expect([
      awards(north, true, { viewer: { centres: ['south'], panels: [] } }),
      awards(finance, true),
      awards(north, true, { inConflict: [north.userId] }),
    ]).toEqual([[], [], []]);
  });

  it('is read in its rows by whoever decided, too: of their own work the rows of partitions are not stored', () => {
    const work = { ...handedIn, answers: kept([answer('ALL.letter', ['You get 100.'])], 1), rows: [] };
    const read = (viewer: Viewer) => {
      const seen = projectApplication(
        viewer,
        snapshot({
          assignments: [application, work],
          decisions: [{ ...decision('100', false), reviewId: null }],
        }),
        { ...facts, flow: deciding },
        now,
      )?.assignments.find(({ id }) => id === 'all');
      return [seen?.groups, seen?.data.map(({ input }) => input.values[0]).toSorted()];
    };
    const asHandedIn = [[{ id: row, flowElementId: 'ALL.rows', order: 0 }], words.toSorted()];
    expect(read({ userId: 8, role: 'ac_chair', isStaff: false })).toMatchObject(asHandedIn);
    expect(read(officer)).toMatchObject(asHandedIn);
  });

  it('is known to the office before, and to whoever decides as it was released', () => {
    const [was, comes] = [decision('90', true), decision('80', false)];
    expect(visible(officer, was, comes)).toEqual([[comes], words]);
    expect(visible({ userId: 8, role: 'user', isStaff: false }, was, comes)[0]).toEqual([was]);
    expect(visible({ userId: 5, role: 'user', isStaff: false }, was)).toEqual([undefined, undefined]);
  });

  it('is told to nobody who was asked to decide and has not answered, nor once the work was taken from them', () => {
    const told = (own: AssignmentStatus) =>
      projectApplication(
        { userId: 9, role: 'ac_member', isStaff: false },
        snapshot({
          assignments: [
            application,
            assignment('own', 'ALL', 9, { status: own, submitted: null }),
            assignment('review', 'REV', 9, { status: 'assigned', submitted: null }),
          ],
          decisions: [{ ...decision('90', true), reviewId: null }],
          ...releases('ALL'),
        }),
        { ...facts, flow: deciding },
        now,
      )?.decisions.length;
    expect([told('assigned'), told('revoked'), told('refused'), told('accepted'), told('submitted')]).toEqual(
      [0, 0, 0, 1, 1],
    );
  });
});

describe('a step that is locked', () => {
  it('is read by its owner, and written again when it is unlocked', () => {
    const locking: Flow = {
      ...flow,
      steps: flow.steps.map((one) => (one.id === 'REPLY' ? { ...one, config: { isUnlockable: true } } : one)),
    };
    const can = (more: Partial<ApplicationSnapshot>) => {
      const reply = assignment('reply', 'REPLY', 7, { status: 'draft', submittedAt: null });
      const seen = projectApplication(
        owner,
        snapshot({ assignments: [reply], ...more }),
        { ...facts, flow: locking },
        now,
      )?.assignments[0];
      return [seen?.can, seen?.notice];
    };
    expect(can({})).toEqual([{ save: false, submit: false }, { id: 'workflow.notice.locked' }]);
    expect(can({ unlockedSteps: ['APP'] })[0]).toEqual({ save: false, submit: false });
    expect(can({ unlockedSteps: ['REPLY'] })).toEqual([{ save: true, submit: true }, null]);
  });
});

describe('a draft of one’s own', () => {
  const display = (at: string, more: Partial<ApplicationSnapshot> = {}) =>
    see(owner, { ...draft(), ...more }, new Date(at))?.displayStatus;

  it('says how it stands outside its call', () => {
    expect(display('2026-10-01T00:00:00Z')).toBe('opening_soon');
    expect(display('2026-11-21T00:00:00Z')).toBe('draft');
    expect(display('2026-12-24T00:00:00Z')).toBe('call_closed');
    // Its own deadline is over, the call is open.
    expect(display('2026-11-21T00:00:00Z', draft({ deadline: '2026-11-20T00:00:00.000Z' }))).toBe('draft');
    expect(display('2026-12-24T00:00:00Z', { status: 'submitted' })).toBe('submitted');
  });

  it('says when it ends once that is near, and only while it is a draft', () => {
    const old = { createdAt: '2026-01-10T00:00:00.000Z', changedAt: '2026-01-10T00:00:00.000Z' };
    expect(see(owner, { ...draft(), ...old })?.draftExpiresAt).toBe('2027-01-10T00:00:00.000Z');
    const mailed = { notedAt: '2026-11-20T00:00:00.000Z', sentAt: '2027-01-09T00:00:00.000Z', failed: false };
    expect(see(owner, { ...draft(), ...old, lastMail: mailed })?.draftExpiresAt).toBe(
      '2027-01-16T00:00:00.000Z',
    );
    expect(see(owner, old)?.draftExpiresAt).toBeNull();
  });

  it('tells what it was copied from no longer when it is submitted', () => {
    expect(see(owner)?.duplicatedFrom).toBeNull();
    expect(see(owner)?.profile).toEqual({ firstName: 'First' });
  });

  it('names the steps that follow for the applicant, of those behind what is seen', () => {
    expect(see(owner)?.laterSteps).toEqual([{ id: 'REPLY', title: 'Step REPLY' }]);
    const replied = { assignments: [application, assignment('rep', 'REPLY', 7)] };
    expect(see(owner, replied)?.laterSteps).toEqual([]);
    expect(see(owner, { assignments: [] })?.laterSteps.map(({ id }) => id)).toEqual(['REPLY', 'APP']);
  });

  it('has no cut-off and no partitions where its call has none', () => {
    const seen = see(owner, { ...draft(), cutoffs: [], cutoffId: null });
    expect([seen?.cutoff, seen?.partitions, seen?.assignments[0]?.notice, seen?.assignments[0]?.can]).toEqual(
      [null, [], { id: 'workflow.notice.unavailable' }, { save: false, submit: false }],
    );
    const submitted = see(owner, { cutoffs: [], cutoffId: null });
    expect(submitted?.comingSteps.map(({ title }) => title)).toEqual(['Step TEC', 'Step REV', 'Step REPLY']);
  });
});

it('shows what comes after the last step that the applicant submitted, not after one of others', () => {
  const titles = (assignments: AssignmentSnapshot[]) =>
    see(owner, { assignments })?.comingSteps.map(({ title }) => title);
  expect(titles([application])).toEqual(['Step TEC', 'Step REV', 'Step REPLY']);
  expect(titles([application, review])).toEqual(['Step TEC', 'Step REV', 'Step REPLY']);
  const earlier = assignment('t', 'TEC', 7);
  expect(titles([earlier, application])).toEqual(['Step REV', 'Step REPLY']);
  expect(titles([application, earlier])).toEqual(['Step REV', 'Step REPLY']);
  expect(titles([application, assignment('o', 'OLD', 7)])).toEqual(['Step TEC', 'Step REV', 'Step REPLY']);
});

describe('the parts of an application that are told by their hash', () => {
  const audiences: Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];
  const every = Array.from({ length: 2 ** audiences.length }, (_, bits) =>
    audiences.filter((_audience, place) => bits & (1 << place)),
  );
  /** A step with an element, a group and a child for each audience. */
  const [visible, ...others] = [
    step('TOLD', 0, 'applicant', [
      element('for-all', {
        effects: [
          {
            effect: 'visible',
            validations: audiences.map((audience) => [
              { refs: [{ element: `one-${audience}` }], type: 'equal' as const, values: ['a'] },
            ]),
          },
        ],
      }),
      ...audiences.flatMap((audience) => [
        element(`one-${audience}`, { config: { audience } }),
        element(`rows-${audience}`, {
          type: 'group',
          children: [element(`child-${audience}`, { config: { audience } })],
        }),
      ]),
    ]),
    step('REV', 1, 'scientific_reviewer', [element('words')]),
  ] as const;

  it('hold no element that is not for the audience, whoever was told before', () => {
    const reviewer: Viewer = { userId: 8, role: 'scientific_reviewer', isStaff: false };
    // One and the same step, as every audience in turn.
    const grants: Audience[] = [];
    const view = [
      { role: 'scientific_reviewer', scope: 'assigned', of: 'submitted', audience: grants } as const,
    ];
    const flowOf = {
      ...flow,
      steps: [{ ...visible, permissions: { ...visible.permissions, view } }, ...others],
    };
    const plan = compileFlow(flowOf);
    if (!plan.ok) throw new Error(plan.faults[0]?.rule);
    const partsOf = (viewer: Viewer) => {
      const assignments = [
        assignment('told', 'TOLD', 7, { submitted: { answers: [], rows: [] } }),
        assignment('rev', 'REV', 8, { status: 'accepted', submittedAt: null }),
      ];
      const seen = projectApplication(
        viewer,
        snapshot({ assignments, documents: [] }),
        { ...facts, flow: flowOf, plan: plan.plan },
        now,
      );
      if (seen === null) throw new Error('the application is not there');
      return packApplication(seen).parts;
    };
    const whole = partsOf(owner);
    for (const audience of [...every, ...every]) {
      grants.splice(0, grants.length, ...audience);
      const parts = partsOf(reviewer);
      const text = JSON.stringify(parts);
      const expected = audiences.filter((one) => audience.includes(one));
      expect(audiences.filter((one) => text.includes(`"one-${one}"`))).toEqual(expected);
      // The groups around them are for everybody.
      expect(audiences.filter((one) => text.includes(`"child-${one}"`))).toEqual(
        expected.includes('public') ? expected : [],
      );
      // Only who may see everything is told the same step as its owner.
      expect(parts.some((part) => part.steps !== undefined && whole.includes(part))).toBe(
        expected.length === audiences.length,
      );
      // The same reader is told the same part again.
      expect(partsOf(reviewer).filter((part) => !parts.includes(part))).toHaveLength(1);
    }
  });
});
