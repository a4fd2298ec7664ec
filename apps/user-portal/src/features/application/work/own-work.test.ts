import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { expect, it } from 'vitest';
import {
  groupedByStep,
  isOwnWork,
  isPreview,
  ownWorkOf,
  readersOf,
  resubmittedAt,
  reviewComments,
} from './own-work.ts';

const me = { id: 8, firstName: 'Rui', lastName: 'Readwell', role: 'scientific_reviewer' };
const assignment = (id: string, more: Partial<Assignment> = {}) =>
  ({
    id,
    stepId: 'SCI',
    status: 'accepted',
    deadline: null,
    owner: me,
    can: { save: false, submit: false },
    commands: {},
    ...more,
  }) as Assignment;
const steps = [
  { id: 'RAP', order: 2 },
  { id: 'SCI', order: 1 },
];
const application = (assignments: Assignment[], more: Partial<Application> = {}) =>
  ({ assignments, steps, ...more }) as Application;

it('work is whose it is, but on the own application', () => {
  const own = assignment('own');
  expect(isOwnWork(application([own]), own, 8)).toBe(true);
  expect(isOwnWork(application([own]), own, 9)).toBe(false);
  const applied = { owner: { id: 8, firstName: 'Rui', lastName: 'Readwell' } };
  expect(isOwnWork(application([own], applied), own, 8)).toBe(false);
});

it('lists own work with what waits first, then by step and deadline; what is gone last', () => {
  const { owner: _, ...somebodyElses } = assignment('else');
  const work = ownWorkOf(
    application([
      assignment('gone', { status: 'refused' }),
      assignment('done', { status: 'submitted' }),
      somebodyElses,
      assignment('later', { can: { save: true, submit: true }, deadline: '2026-12-02T00:00:00.000Z' }),
      assignment('report', { stepId: 'RAP', commands: { accept: null } }),
      assignment('sooner', { can: { save: true, submit: true }, deadline: '2026-12-01T00:00:00.000Z' }),
    ]),
    8,
  );
  expect(work.map(({ id }) => id)).toEqual(['sooner', 'later', 'report', 'done', 'gone']);
});

it('says when judged work was resubmitted, to the person who judged it before', () => {
  const check = { judges: 'APP' };
  const at = '2026-12-09T10:07:00.000Z';
  const first = (status: Assignment['status']) =>
    application([assignment('app', { stepId: 'APP', status, partitionId: null, submittedAt: at })]);
  const own = assignment('check', { stepId: 'ADM', partitionId: null, submittedAt: at });
  expect(resubmittedAt(first('resubmitted'), check, own)).toBe(at);
  expect(resubmittedAt(first('submitted'), check, own)).toBeNull();
  expect(resubmittedAt(first('resubmitted'), check, { ...own, submittedAt: null })).toBeNull();
  expect(resubmittedAt(first('resubmitted'), check, { ...own, status: 'submitted' })).toBeNull();
});

it('comments are the reasons that were given, the newest first', () => {
  const activity = (status: Assignment['status'], reason: string | null, day: string) => ({
    status,
    reason,
    createdAt: `2026-11-${day}T10:00:00.000Z`,
  });
  const activities = [
    activity('assigned', null, '01'),
    activity('changes_requested', 'The amounts differ.', '03'),
    activity('accepted', ' ', '02'),
    // What was sent in answer is no comment, though its activity keeps the reason of the request.
    activity('resubmitted', 'The amounts differ.', '05'),
    activity('rejected', 'Too late.', '04'),
  ];
  expect(reviewComments({ activities }).map(({ status, reason }) => [status, reason])).toEqual([
    ['rejected', 'Too late.'],
    ['changes_requested', 'The amounts differ.'],
  ]);
});

const element = (id: string, config = {}, children?: unknown[]) => ({
  id,
  type: children === undefined ? 'text' : 'group',
  title: `Title of ${id}`,
  config,
  effects: [],
  ...(children === undefined ? {} : { children }),
});
const stepWith = (elements: unknown[], view: unknown[] = []) =>
  ({
    id: 'SCI',
    permissions: { assign: [], assignable: [], view },
    forms: [{ id: 'F', title: 'F', order: 1, elements }],
  }) as unknown as Step;

it('each part of a form has its readers from the first moment that a rule opens it to them', () => {
  const rule = (role: string, of: unknown, audience: string[]) => ({ role, scope: 'assigned', of, audience });
  const step = stepWith(
    [element('hush', { audience: 'panel_only' }), element('rows', {}, [element('words')])],
    [
      rule('pro', 'always', ['public', 'panel_only']),
      rule('applicant', { released: 'SCI' }, ['public']),
      rule('rapporteur', { released: 'SCI' }, ['public', 'panel_only']),
      rule('rapporteur', 'submitted', ['public']),
      rule('project_manager', 'awarded', ['public']),
    ],
  );
  expect(readersOf(step)).toEqual([
    {
      audience: 'public',
      fields: [],
      readers: [
        { role: 'applicant', from: 'release' },
        { role: 'rapporteur', from: 'submission' },
        { role: 'project_manager', from: 'award' },
      ],
    },
    {
      audience: 'panel_only',
      fields: [{ id: 'hush', title: 'Title of hush', told: undefined }],
      readers: [{ role: 'rapporteur', from: 'release' }],
    },
  ]);
});

it('what others handed in at a step stands together', () => {
  const [sci, rap] = [stepWith([]), { ...stepWith([]), id: 'RAP' }];
  const parts = [
    { step: sci, n: 1 },
    { step: rap, n: 2 },
    { step: sci, n: 3 },
  ];
  expect(groupedByStep(parts).map(({ step, parts: its }) => [step.id, its.map(({ n }) => n)])).toEqual([
    ['SCI', [1, 3]],
    ['RAP', [2]],
  ]);
});

it('is a preview where nothing but what is marked for it can be read', () => {
  const marked = element('title', { preview: true });
  expect(isPreview([stepWith([marked])])).toBe(true);
  expect(isPreview([stepWith([marked, element('case')])])).toBe(false);
});
