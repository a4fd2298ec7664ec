import { expect, it } from 'vitest';
import type { Flow } from '../forms/types.ts';
import type { DownloadExtent } from './download-call.ts';
import type { LaterFacts } from './later-columns.ts';
import { paperReport, type ReleasedOutcome, readsOutcome } from './paper-report.ts';
import type { ReportApplication } from './report-table.ts';

const all: DownloadExtent = { kind: 'all' };
const own: DownloadExtent = { kind: 'centres', centres: ['north'] };
const partitions = [
  { id: 'cpu', name: 'Aurora CPU', centreId: 'north' },
  { id: 'gpu', name: 'Sirius GPU', centreId: 'south' },
];
type Told = ReportApplication & { released: readonly ReleasedOutcome[] };
const application: Told = {
  uid: 'REG-1',
  status: 'approved',
  title: 'Über Wolken',
  piName: 'Zoë Ångström',
  piAffiliation: 'Lakeside',
  researchGroup: 'Physics',
  researchTitle: 'Optics',
  ownerName: 'Ana Horvat',
  ownerEmail: 'ana@example.org',
  submittedAt: '2026-11-20T10:00:00.000Z',
  firstSubmittedAt: null,
  cutoffEnd: null,
  asked: [
    { partitionId: 'cpu', amount: '9007199254740993.1' },
    { partitionId: 'cpu', amount: '0.2' },
    { partitionId: 'gpu', amount: null },
  ],
  conflicted: false,
  released: [
    { partitionId: 'cpu', outcome: 'reduced', amount: '100.5' },
    { partitionId: 'gpu', outcome: 'rejected', amount: null },
  ],
};
const others: Told[] = [
  { ...application, uid: 'REG-2', status: 'submitted', released: [] },
  { ...application, uid: 'REG-3', status: 'draft' },
  { ...application, uid: 'REG-4', conflicted: true },
  {
    ...application,
    uid: 'REG-5',
    status: 'submitted',
    asked: [{ partitionId: 'gpu', amount: '7' }],
    released: [],
  },
];

it('counts and adds exactly what stands in its rows', () => {
  const { rows, statuses, sums } = paperReport(all, partitions, [application, ...others]);
  expect(rows.map(({ uid }) => uid)).toEqual(['REG-1', 'REG-2', 'REG-5']);
  expect(rows[0]?.partitions).toEqual([
    {
      id: 'cpu',
      name: 'Aurora CPU',
      isAsked: true,
      asked: '9007199254740993.3',
      outcome: { outcome: 'reduced', amount: '100.5' },
    },
    {
      id: 'gpu',
      name: 'Sirius GPU',
      isAsked: true,
      asked: null,
      outcome: { outcome: 'rejected', amount: null },
    },
  ]);
  expect(statuses).toEqual([
    { status: 'submitted', applications: 2 },
    { status: 'approved', applications: 1 },
  ]);
  expect(sums).toEqual([
    {
      name: 'Aurora CPU',
      applications: 2,
      asked: '18014398509481986.6',
      awarded: { applications: 1, amount: '100.5' },
    },
    { name: 'Sirius GPU', applications: 3, asked: '7', awarded: { applications: 0, amount: '0' } },
  ]);
});

it('tells a centre of its own partitions alone, and nobody an address', () => {
  const report = paperReport(own, partitions, [application, ...others]);
  expect(report.rows.map(({ uid }) => uid)).toEqual(['REG-1', 'REG-2']);
  expect(report.sums.map(({ name }) => name)).toEqual(['Aurora CPU']);
  expect(JSON.stringify(report)).not.toMatch(/Sirius|gpu/);
  expect(JSON.stringify([report, paperReport(all, partitions, [application])])).not.toMatch(/ana@|Horvat/);
});

it('says nothing of awards where no outcome is told', () => {
  const { sums } = paperReport(all, partitions, [{ ...application, released: [] }]);
  expect(sums.map(({ awarded }) => awarded)).toEqual([null, null]);
});

it('tells a centre an outcome only while a rule opens what was handed in at the final step', () => {
  const viewer = { userId: 7, role: 'compute_centre_representative', isStaff: false } as const;
  const rule = {
    role: 'compute_centre_representative',
    scope: 'centre',
    of: { released: 'ALL' },
    audience: ['public'],
  };
  const flow = (final: boolean) =>
    ({
      steps: [{ id: 'ALL', order: 1, final, forms: [], permissions: { view: [rule] } }],
    }) as unknown as Flow;
  const facts = {
    ownerId: 1,
    status: 'submitted',
    awardDeclinedAt: null,
    panel: null,
    assignments: [],
    releasedAt: { ALL: '2026-11-20T11:00:00.000Z' },
    centreIds: ['north'],
    viewer: { centres: ['north'], panels: [] },
    later: [
      {
        id: 'a',
        stepId: 'ALL',
        status: 'submitted',
        partitionId: null,
        centreId: null,
        submittedAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  } as unknown as LaterFacts;
  const handedIn = (more: object) =>
    ({ ...facts, later: facts.later.map((one) => ({ ...one, ...more })) }) as LaterFacts;
  expect([
    readsOutcome(viewer, facts, flow(true)),
    readsOutcome(viewer, facts, flow(false)),
    readsOutcome(viewer, { ...facts, releasedAt: {} }, flow(true)),
    readsOutcome(viewer, { ...facts, centreIds: ['south'] }, flow(true)),
    readsOutcome(viewer, handedIn({ status: 'accepted', submittedAt: null }), flow(true)),
    // What was released stays, also where the work is opened again.
    readsOutcome(viewer, handedIn({ status: 'accepted' }), flow(true)),
    readsOutcome(viewer, handedIn({ submittedAt: '2026-11-20T12:00:00.000Z' }), flow(true)),
  ]).toEqual([true, false, false, false, false, true, false]);
});
