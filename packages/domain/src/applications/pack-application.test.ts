import { expect, it } from 'vitest';
import type { Application, Assignment } from './application.ts';
import { openedApplicationSchema } from './application.ts';
import { packApplication, unpackApplication } from './pack-application.ts';

const row = (digit: number): string => `018f0000-0000-7000-8000-00000000000${digit}`;
const item = (flowElementId: string, values: string[], dataGroupId: string | null = null, revision = 1) => ({
  flowElementId,
  dataGroupId,
  input: { values },
  revision,
});
const assignment: Assignment = {
  id: row(9),
  stepId: 'APP',
  labelNumber: null,
  role: 'applicant',
  partitionId: null,
  status: 'changes_requested',
  deadline: null,
  start: null,
  submittedAt: '2026-11-10T00:00:00.000Z',
  createdAt: '2026-11-05T00:00:00.000Z',
  isLead: false,
  reason: null,
  activities: [],
  data: [
    item('empty', []),
    item('name', ['Ada'], row(1)),
    item('name', ['Zoë', 'of two'], row(3), 4),
    // A row for a partition is not stored.
    item('result', ['all'], row(7)),
    item('title', ['Waves'], null, 0),
  ],
  groups: [
    { id: row(2), flowElementId: '7', order: 0 },
    { id: row(1), flowElementId: 'team', order: 0 },
    { id: row(3), flowElementId: 'team', order: 5 },
  ],
  submitted: { data: [item('name', ['Then'], row(1), 0)], groups: [] },
  can: { save: true, submit: true },
  commands: {},
  notice: null,
};
const long = Array.from({ length: 100 }, (_, index) => ({ value: `${index}`, label: `Country ${index}` }));
const step = { id: 'APP', forms: [] };
const whole: Application = {
  id: 1,
  uid: 'REG-2026R01-001',
  status: 'submitted',
  displayStatus: 'submitted',
  createdAt: '2026-11-05T00:00:00.000Z',
  submittedAt: '2026-11-10T00:00:00.000Z',
  draftExpiresAt: null,
  duplicatedFrom: null,
  call: {
    id: 1,
    code: 'REG',
    title: 'Regular',
    name: 'Regular',
    published: true,
    cutoffs: [],
    technicalReview: null,
    scientificReview: null,
    applicantResponse: null,
    year: 2026,
    number: 1,
    allocationPeriodId: null,
    links: {},
    logo: null,
    timeZone: 'Europe/Brussels',
    unit: 'node hours',
    termsOfReference: null,
    documents: [],
  },
  cutoff: null,
  partitions: [
    {
      id: 'vega',
      name: 'Vega',
      centre: 'IZUM',
      kind: 'CPU',
      description: '',
      unit: 'node hours',
      disabled: false,
      min: null,
      max: '1200',
      fixed: null,
      pool: null,
      coreHoursPerUnit: null,
      gpuHoursPerUnit: null,
    },
  ],
  steps: [step, { id: 'REV', forms: [] }],
  flowVersion: 4,
  options: {
    countries: long,
    none: [],
    yes_no: [{ value: 'yes', label: 'Yes' }],
    zones: [{ value: 'a', label: 'A' }],
  },
  laterSteps: [],
  comingSteps: [],
  process: [],
  profile: {},
  assignments: [assignment, { ...assignment, id: row(8), submitted: null }],
  decisions: [
    {
      partitionId: 'vega',
      outcome: 'reduced',
      amount: '1200.5',
      reason: 'Less is left.',
      startsOn: '2027-01-01',
      endsOn: null,
      isReleased: true,
    },
  ],
  documents: [],
  uploads: [],
  threads: [],
  points: [],
  pointable: [],
  can: { delete: false, duplicate: true },
  commands: [],
};

it('sends an application in pieces of which nothing is missing', () => {
  const { own, parts } = packApplication(whole);
  const opened = { ...own, parts: parts.map(() => 'A'.repeat(43)) };
  const arrived = JSON.parse(JSON.stringify({ opened, parts }));
  expect(openedApplicationSchema.parse(arrived.opened)).toEqual(opened);
  expect(unpackApplication(arrived.opened, arrived.parts)).toEqual(whole);
});

it('names each element once, and a row by its place', () => {
  const { own } = packApplication(whole);
  expect(own.assignments[0]).toMatchObject({
    answers: {
      empty: [[1, []]],
      name: [
        [1, ['Ada'], 1],
        [4, ['Zoë', 'of two'], 2],
      ],
      result: [[1, ['all'], row(7)]],
      title: [[0, ['Waves']]],
    },
    rows: {
      7: [{ id: row(2), order: 0 }],
      team: [
        { id: row(1), order: 0 },
        { id: row(3), order: 5 },
      ],
    },
  });
});

it('gives each step and each long list an address of its own, and the short lists one together', () => {
  const { parts } = packApplication(whole);
  const { call, partitions, steps, options } = whole;
  const { countries, ...short } = options;
  expect(parts).toEqual([
    { call, partitions },
    ...steps.map((one) => ({ steps: [one] })),
    { options: { countries } },
    { options: short },
  ]);
  // What another opening shows of the same is the same object.
  const others = packApplication({ ...whole, uid: 'REG-2026R01-002', steps: [step] }).parts;
  expect(others.map((part) => parts.indexOf(part))).toEqual([-1, 1, 3, 4]);
});

it('cannot be put together without what is said of the call', () => {
  const { own } = packApplication(whole);
  expect(() => unpackApplication({ ...own, parts: [] }, [{ steps: [step] }])).toThrow('of the call');
});
