import { assignmentStatuses } from '@clearcall/domain/applications/statuses.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import type {
  ApplicationSnapshot,
  AssignmentSnapshot,
} from '@clearcall/domain/permissions/application-snapshot.ts';
import { projectApplication } from '@clearcall/domain/permissions/project-application.ts';
import { formFacts } from '@clearcall/domain/workflow/form-facts.ts';
import { submittedSteps } from '@clearcall/domain/workflow/submitted-steps.ts';
import { expect, it } from 'vitest';
import { contextOf } from './editor-session.ts';

const now = new Date('2026-11-21T12:00:00Z');
const step = (id: string, order: number, elements: unknown[]) => ({
  id,
  title: id,
  order,
  type: 'step',
  ownerRole: 'applicant',
  forms: [{ id: `${id}.F`, title: id, order: 0, elements }],
});
const shownWhen = (elements: string[], type: string, values: string[]) => ({
  effects: [{ effect: 'visible', validations: [[{ elements, type, values }]] }],
});
const parsed = parseFlow({
  version: 1,
  steps: [
    step('ASK', 0, [
      { id: 'kind', type: 'text', title: 'Kind' },
      { id: 'other', type: 'text', title: 'Not referred to' },
      { id: 'team', type: 'group', title: 'Team', children: [{ id: 'name', type: 'text', title: 'Name' }] },
    ]),
    step('ANSWER', 1, [
      { id: 'why', type: 'text', title: 'Why', ...shownWhen(['kind'], 'equal', ['new']) },
      { id: 'who', type: 'text', title: 'Who', ...shownWhen(['name'], 'equal', ['Ada']) },
    ]),
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
const { flow } = parsed;
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
const { plan } = compiled;

const [row, moved] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const answer = (elementId: string, value: string, groupId: string | null = null) => ({
  elementId,
  groupId,
  values: [value],
});
const plain: AssignmentSnapshot = {
  id: '018f0000-0000-7000-8000-00000000000a',
  stepId: 'ANSWER',
  ownerId: 7,
  owner: null,
  assignerId: null,
  role: 'applicant',
  partitionId: null,
  centreId: null,
  status: 'draft',
  deadline: null,
  submittedAt: null,
  submissionAskedAt: null,
  createdAt: '2026-11-10T00:00:00.000Z',
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
  timeRequest: null,
  reason: null,
  activities: [],
  answers: [],
  rows: [],
  marks: {},
  submitted: null,
};
/** Submitted as `new` with Ada; being written since: something else. */
const asked: AssignmentSnapshot = {
  ...plain,
  id: '018f0000-0000-7000-8000-00000000000b',
  stepId: 'ASK',
  submittedAt: '2026-11-09T00:00:00.000Z',
  answers: [answer('kind', 'old'), answer('other', 'x'), answer('name', 'Eve', moved)].map((one) => ({
    ...one,
    revision: 2,
    savedAt: '2026-11-20T00:00:00.000Z',
  })),
  rows: [{ id: moved, elementId: 'team', order: 0 }],
  submitted: {
    answers: [answer('kind', 'new'), answer('other', 'y'), answer('name', 'Ada', row)],
    rows: [{ id: row, elementId: 'team', order: 0 }],
  },
};
const snapshot: ApplicationSnapshot = {
  id: 1,
  uid: 'REG-2026R01-001',
  status: 'submitted',
  createdAt: '2026-11-05T00:00:00.000Z',
  changedAt: '2026-11-05T00:00:00.000Z',
  lastMail: null,
  submittedAt: '2026-11-09T00:00:00.000Z',
  firstSubmittedAt: null,
  duplicatedFrom: null,
  ownerId: 7,
  cutoffId: null,
  profile: {},
  callCounter: 1,
  sameCode: [],
  call: {
    id: 1,
    code: 'REG',
    title: 'Regular',
    logo: null,
    timeZone: 'Europe/Brussels',
    unit: 'node hours',
    published: true,
    year: 2026,
    number: 1,
    allocationPeriodId: null,
    links: {},
    termsOfReference: null,
    info: '',
    documents: [],
  },
  cutoffs: [],
  assignments: [asked, plain],
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
};

it('computes with what other steps have submitted, like the server, whatever is being written there', () => {
  for (const status of assignmentStatuses) {
    const assignments = [{ ...asked, status }, plain];
    const viewer = { userId: 7, role: 'user', isStaff: false } as const;
    const source = { ...snapshot, assignments };
    const seen = projectApplication(
      viewer,
      source,
      {
        flow,
        plan,
        offered: {},
        readable: {},
        formFacts: (assignment) => formFacts({ flow, plan }, source, viewer, assignment),
        commands: { ofAssignment: () => ({}), ofApplication: () => [] },
      },
      now,
    );
    if (seen === null) throw new Error('the application is not shown to its owner');
    const { owner: _owner, assigned: _assigned, ...rest } = seen;
    const opened = {
      ...rest,
      documents: [],
      threads: [],
      points: [],
      assignments: rest.assignments.map(({ owner: _worker, ...one }) => ({ ...one, notice: null })),
    };
    const own = opened.assignments.find(({ id }) => id === plain.id);
    if (!own) throw new Error('the application is not shown to its owner');
    const context = contextOf(opened, own, []);
    // All that was submitted, and what the form refers to: both give the same form.
    const onServer = { ...context, submitted: submittedSteps(assignments, plain.id) };
    const counts = ['submitted', 'resubmitted', 'changes_requested', 'approved'].includes(status);
    expect([status, context.submitted]).toEqual([
      status,
      onServer.submitted.map((one) => ({
        ...one,
        // The lead's, or the first one: when it was, nobody needs to know.
        lead: true,
        submittedAt: '0',
        answers: one.answers.filter(({ elementId }) => elementId !== 'other'),
      })),
    ]);
    for (const one of [context, onServer]) {
      const form = openSubmission(plan, 'ANSWER', { answers: [], rows: [], context: one });
      const shown = ['why', 'who'].map((id) => readField(form, { elementId: id, groupId: null }).visible);
      expect([status, ...shown]).toEqual([status, counts, counts]);
    }
  }
});
