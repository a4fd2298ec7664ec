import type { Application, Assignment, Document } from '@clearcall/domain/applications/application.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { expect, it } from 'vitest';
import { openEditor, withStoredDocuments } from './editor-session.ts';

const stepOf = (id: string, order: number, ownerRole: string) => ({
  id,
  title: id,
  order,
  type: 'form',
  ownerRole,
  forms: [
    { id: `${id}2`, title: 'Second', order: 2, elements: [] },
    {
      id: `${id}1`,
      title: 'First',
      order: 1,
      elements: [{ id: `${id}.words`, type: 'text', title: 'Words' }],
    },
  ],
});

function assignmentOn(stepId: string, of: Partial<Assignment>): Assignment {
  return {
    id: `0190a0a0-0000-7000-8000-0000000000${stepId.length}0`,
    stepId,
    labelNumber: null,
    role: 'applicant',
    partitionId: null,
    status: 'submitted',
    deadline: null,
    start: null,
    submittedAt: '2026-11-01T10:00:00.000Z',
    createdAt: '2026-10-01T10:00:00.000Z',
    isLead: false,
    reason: null,
    activities: [],
    data: [
      {
        flowElementId: `${stepId}.words`,
        dataGroupId: null,
        input: { values: [`Of ${stepId}`] },
        revision: 1,
      },
    ],
    groups: [],
    submitted: null,
    can: { save: false, submit: false },
    commands: {},
    notice: null,
    ...of,
  };
}

function applicationWith(assignments: Assignment[]): Application {
  const parsed = parseFlow({
    version: 1,
    steps: [stepOf('APP', 0, 'applicant'), stepOf('CHECK', 1, 'pro'), stepOf('REPLYING', 2, 'applicant')],
  });
  if (!parsed.ok) throw new Error('the flow is broken');
  return {
    id: 7,
    uid: 'REG-2026R01-007',
    status: 'submitted',
    displayStatus: 'submitted',
    createdAt: '2026-10-01T10:00:00.000Z',
    submittedAt: '2026-11-01T10:00:00.000Z',
    draftExpiresAt: null,
    call: {
      id: 1,
      code: 'REG',
      title: 'Regular',
      logo: null,
      timeZone: 'Europe/Brussels',
      unit: 'node hours',
      year: 2026,
      number: 1,
      name: 'Regular',
      allocationPeriodId: null,
      links: {},
      published: true,
      cutoffs: [],
      technicalReview: null,
      scientificReview: null,
      applicantResponse: null,
      termsOfReference: null,
      info: '',
      machine: [],
      documents: [],
    },
    cutoff: null,
    partitions: [],
    steps: parsed.flow.steps,
    flowVersion: 1,
    options: {},
    laterSteps: [],
    comingSteps: [],
    process: [],
    duplicatedFrom: null,
    profile: {},
    assignments,
    decisions: [],
    documents: [],
    uploads: [],
    threads: [],
    points: [],
    pointable: [],
    can: { delete: false, duplicate: false },
    commands: [],
  };
}

const partsOf = (assignments: Assignment[]) => {
  const session = openEditor(applicationWith(assignments), 1);
  if (session === null) throw new Error('the form cannot be opened');
  const parts = session.parts();
  return {
    session,
    open: parts.map(({ store }) => store === session.store),
    forms: parts.map(({ forms }) => forms.map(({ id }) => id)),
    words: parts.map(
      ({ step, store }) => store.read({ elementId: `${step.id}.words`, groupId: null }).values,
    ),
    editable: parts.map(({ store }) => store.editable),
  };
};

it('opens what the reader handed in, not what others did; staff come for the application', () => {
  const opened = (role: string) => {
    const owner = { id: 1, firstName: 'Rui', lastName: 'Readwell', role };
    const own = assignmentOn('CHECK', { owner });
    return openEditor(applicationWith([assignmentOn('APP', {}), own]), 1)?.assignment.stepId;
  };
  expect([opened('technical_reviewer'), opened('pro')]).toEqual(['CHECK', 'APP']);
});

it('opens what the address names where the reader may see it, else what waits for their answer', () => {
  const owner = { id: 1, firstName: 'Rui', lastName: 'Readwell', role: 'technical_reviewer' };
  const application = assignmentOn('APP', {});
  const asked = assignmentOn('CHECK', {
    owner,
    status: 'assigned',
    commands: { accept: null },
  });
  const opened = (wanted?: string) =>
    openEditor(applicationWith([application, asked]), 1, wanted)?.assignment.stepId;
  expect([opened(application.id), opened(), opened('0190a0a0-0000-7000-8000-0000000000ff')]).toEqual([
    'APP',
    'CHECK',
    'CHECK',
  ]);
  // Staff come for the application, whatever they are asked for.
  const ofStaff = applicationWith([application, { ...asked, owner: { ...owner, role: 'pro' } }]);
  expect(openEditor(ofStaff, 1)?.assignment.stepId).toBe('APP');
});

it.each([
  ['may ask for more time', { commands: { ask_time: null } }],
  [
    'asked for more time',
    {
      timeRequest: {
        until: '2026-12-24T22:59:59.000Z',
        reason: 'Ill',
        askedAt: '2026-12-01T10:00:00.000Z',
        declined: null,
      },
    },
  ],
] as const)(
  'opens the overdue reply of an applicant who %s, not what they submitted before',
  (_what, more) => {
    const owner = { id: 1, firstName: 'Ada', lastName: 'Author', role: 'user' };
    const deadline = '2020-12-01T10:00:00.000Z';
    const reply = assignmentOn('REPLYING', { owner, status: 'draft', submittedAt: null, deadline, ...more });
    const application = { ...applicationWith([assignmentOn('APP', { owner }), reply]), owner };
    expect(openEditor(application as Application, 1)?.assignment.stepId).toBe('REPLYING');
  },
);

it('opens what an applicant submitted, not a later reply that may ask for more time before its deadline', () => {
  const owner = { id: 1, firstName: 'Ada', lastName: 'Author', role: 'user' };
  const reply = assignmentOn('REPLYING', {
    owner,
    status: 'draft',
    submittedAt: null,
    deadline: '9999-12-01T10:00:00.000Z',
    commands: { ask_time: null },
  });
  const application = { ...applicationWith([assignmentOn('APP', { owner }), reply]), owner };
  expect(openEditor(application as Application, 1)?.assignment.stepId).toBe('APP');
});

it('reads everything that others filled in and that is open to the reader', () => {
  const parts = (assignments: Assignment[]) =>
    openEditor(applicationWith(assignments), 1)
      ?.readings()
      .map(({ step }) => step.id);
  expect(
    parts([
      assignmentOn('CHECK', {}),
      assignmentOn('APP', {}),
      assignmentOn('REPLYING', { data: [], status: 'assigned' }),
    ]),
  ).toEqual(['APP', 'CHECK']);
});

it('opens what waits to be completed before what was handed in', () => {
  const owner = { id: 1, firstName: 'Ada', lastName: 'Byron', role: 'applicant' };
  const waits = assignmentOn('REPLYING', { owner, status: 'draft', can: { save: false, submit: true } });
  const session = openEditor(applicationWith([assignmentOn('APP', { owner }), waits]), 1);
  expect([session?.assignment.stepId, session?.store.editable]).toEqual(['REPLYING', false]);
});

it('opens what the applicant submitted last, whose receipt the page shows', () => {
  const owner = { id: 1, firstName: 'Ada', lastName: 'Byron', role: 'applicant' };
  const at = (stepId: string, day: string) =>
    assignmentOn(stepId, { owner, submittedAt: `2026-${day}T10:00:00.000Z` });
  const application = applicationWith([at('APP', '10-01'), at('REPLYING', '11-01')]);
  expect(openEditor({ ...application, owner }, 1)?.assignment.stepId).toBe('REPLYING');
});

it('the whole proposal is the open step as it is being written, and what the applicant gave in other steps', () => {
  const reply = assignmentOn('REPLYING', { status: 'draft', can: { save: true, submit: true } });
  const { session, ...before } = partsOf([reply, assignmentOn('CHECK', {}), assignmentOn('APP', {})]);
  expect(before).toEqual({
    open: [false, true],
    forms: [
      ['APP1', 'APP2'],
      ['REPLYING1', 'REPLYING2'],
    ],
    words: [['Of APP'], ['Of REPLYING']],
    editable: [false, true],
  });
  session.store.set({ elementId: 'REPLYING.words', groupId: null }, ['Not saved yet']);
  expect(session.parts()[1]?.store.read({ elementId: 'REPLYING.words', groupId: null }).values).toEqual([
    'Not saved yet',
  ]);
});

it('whoever works on a step of the review reads that one as well', () => {
  const { open, words } = partsOf([
    assignmentOn('APP', {}),
    assignmentOn('CHECK', { status: 'accepted', can: { save: true, submit: true } }),
  ]);
  expect([open, words]).toEqual([
    [false, true],
    [['Of APP'], ['Of CHECK']],
  ]);
});

it('tells the page what is left on the device, without the session around it', async () => {
  const { session } = partsOf([assignmentOn('APP', { can: { save: true, submit: true } })]);
  const { leftOver } = session;
  expect(await leftOver()).toMatchObject({ words: [], keepUntil: '' });
});

it('lists the files that are stored, and of this page only those that its fields name', () => {
  const { session } = partsOf([assignmentOn('APP', { can: { save: true, submit: true } })]);
  const { store, assignment } = session;
  const document = (id: string): Document => ({
    id,
    assignmentId: assignment.id,
    flowElementId: 'APP.words',
    dataGroupId: null,
    filename: 'Words.pdf',
    originalFilename: `${id}.pdf`,
    sizeBytes: 1,
    pages: 1,
    createdAt: null,
  });
  const known = ['replaced', 'came in meanwhile'].map(document);
  const answer = { elementId: 'APP.words', groupId: null, values: ['stored', 'came in meanwhile'] };
  store.takeStored([{ ...answer, revision: 2 }], []);
  const after = withStoredDocuments(session, [document('stored')], known);
  expect(after.map(({ id }) => id)).toEqual(['stored', 'came in meanwhile']);
});

it('opens a form that refers to a step which its reader cannot see, with what it refers to', () => {
  const application = applicationWith([
    assignmentOn('REPLYING', { owner: { id: 1, firstName: 'Rui', lastName: 'Readwell', role: 'user' } }),
  ]);
  const [app, check, reply] = application.steps as [Step, Step, Step];
  const refs = [{ element: 'CHECK.words' }];
  const shown = {
    effect: 'visible',
    validations: [[{ refs, type: 'equal', values: ['Of CHECK'] }]],
  } as const;
  const forms = reply.forms.map((form) => ({
    ...form,
    elements: form.elements.map((element) => ({ ...element, effects: [shown] })),
  }));
  const submitted = [{ elementId: 'CHECK.words', groupId: null, values: ['Of CHECK'] }];
  const [own] = application.assignments as [Assignment];
  const assignments = [{ ...own, formFacts: { steps: [check], submitted, partitions: [] } }];
  const other = assignmentOn('APP', {});
  const opened = (given: readonly Assignment[], wanted?: string) =>
    openEditor(
      { ...application, steps: [app, { ...reply, forms }], assignments: [other, ...given] },
      1,
      wanted,
    );
  expect(opened(assignments)?.step.id).toBe('REPLYING');
  expect(opened(assignments, other.id)?.step.id).toBe('APP');
  // After the submission it comes without that, and is read.
  const read = opened([own])?.store.read({ elementId: 'REPLYING.words', groupId: null });
  expect(read).toMatchObject({ visible: true, values: ['Of REPLYING'] });
});
