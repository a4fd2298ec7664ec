import { describe, expect, it } from 'vitest';
import type { Flow } from '../forms/types.ts';
import type { ApplicationSnapshot } from './application-snapshot.ts';
import { callOfApplication, cutoffOfForms, withTimeframes } from './call-of-application.ts';

const step = (id: string, type: string, order: number) => ({ id, type, order, title: id, forms: [] });
const flow = {
  version: 1,
  steps: [
    step('APP', 'application', 0),
    step('TEC', 'technical_review', 1),
    step('SCI', 'scientific_review', 2),
    step('RTR', 'reply', 3),
  ],
} as unknown as Flow;
const partition = (name: string) => ({
  ...{ id: name.toLowerCase(), name, centre: 'North', kind: 'CPU', description: '', unit: 'node hours' },
  ...{ disabled: false, min: null, max: null, fixed: null, pool: null },
  ...{ coreHoursPerUnit: null, gpuHoursPerUnit: null },
});
const technical = { start: '2026-11-20T00:00:00.000Z', end: '2026-11-30T00:00:00.000Z' };
const scientific = { start: '2026-11-01T00:00:00.000Z', end: null };
const cutoff = {
  id: 4,
  start: '2026-10-01T00:00:00.000Z',
  end: '2026-11-01T00:00:00.000Z',
  timeframes: { TEC: technical, SCI: scientific },
  partitions: [partition('Aurora'), { ...partition('Boreal'), disabled: true }, partition('Cirrus')],
};
const later = { ...cutoff, id: 5, start: '2027-01-01T00:00:00.000Z', end: null, timeframes: {} };
const call = {
  id: 1,
  code: 'REG',
  year: 2026,
  number: 2,
  title: 'Regular',
  allocationPeriodId: 12,
  info: '<p>A year of computing time.</p>',
  links: { guidelineReviewer: '/guide' },
  logo: null,
  timeZone: 'Europe/Brussels',
  unit: 'node hours',
  termsOfReference: null,
  documents: [],
  published: true,
};
const snapshot: Pick<ApplicationSnapshot, 'call' | 'cutoffs'> = { call, cutoffs: [cutoff, later] };
const at = (now: string) => callOfApplication(snapshot, flow, cutoff, new Date(now));

describe('the call of an application', () => {
  it('has its names, text, links, machines and cut-offs, and when it is reviewed and replied to', () => {
    expect(at('2026-11-25T00:00:00Z')).toEqual({
      ...call,
      name: 'Regular',
      machine: ['Aurora', 'Cirrus'],
      cutoffs: [
        { id: 4, start: cutoff.start, end: cutoff.end },
        { id: 5, start: later.start, end: null },
      ],
      technicalReview: { open: true, ...technical },
      scientificReview: { open: true, ...scientific },
      applicantResponse: null,
    });
  });

  it.each([
    ['2026-11-19T23:59:59Z', false],
    ['2026-11-20T00:00:00Z', true],
    ['2026-11-30T00:00:00Z', true],
    ['2026-11-30T00:00:01Z', false],
  ])('says at %s whether a review is open: %s', (now, open) => {
    expect(at(now).technicalReview).toEqual({ open, ...technical });
  });

  it('has no times and no machines where no cut-off counts', () => {
    const { technicalReview, scientificReview, applicantResponse, machine } = callOfApplication(
      snapshot,
      flow,
      null,
      new Date('2026-11-25T00:00:00Z'),
    );
    expect([technicalReview, scientificReview, applicantResponse, machine]).toEqual([null, null, null, []]);
  });
});

describe('the days of a cut-off for forms', () => {
  const final = { ...step('ALL', 'allocation', 4), final: true };
  const due = (after: string, days: number) => ({ deadline: { after, days } });
  const acceptance = {
    ...step('ACC', 'acceptance', 5),
    deadline: { after: 'released', step: 'ALL', days: 10 },
  };
  const onboarding = { ...step('ONB', 'onboarding', 6), ...due('assigned', 7) };
  const payment = { ...step('FIN', 'payment', 7), ...due('assigned', 30) };
  const { id, start, end } = cutoff;
  const windows = { ...cutoff.timeframes, ALL: technical };
  const days = (later: object[], timeframes: typeof cutoff.timeframes = windows, at = cutoff) =>
    cutoffOfForms({ steps: [...flow.steps, ...later] } as unknown as Flow, { ...at, timeframes }, 'UTC');

  it('include the decision, if its call plans one', () => {
    expect([days([final]), days([final], { ALL: scientific }), days([final], {}), days([])]).toEqual([
      { id, start, end, decision: technical.end },
      ...Array(3).fill({ id, start, end }),
    ]);
  });

  it('include the end of the onboarding, counted step by step from the decision', () => {
    const dueAt = (later: object[], timeframes = windows) => days([final, ...later], timeframes).onboarding;
    expect([
      dueAt([acceptance, onboarding, payment]),
      dueAt([onboarding]),
      dueAt([{ ...onboarding, ...due('cutoff', 45) }]),
      dueAt([payment]),
    ]).toEqual([
      '2026-12-17T23:59:59.000Z',
      '2026-12-07T23:59:59.000Z',
      '2026-12-16T23:59:59.000Z',
      undefined,
    ]);
  });

  it('count the onboarding from the end of the cut-off, if its call plans no decision', () => {
    expect(days([final, onboarding], {}).onboarding).toBe('2026-11-08T23:59:59.000Z');
    expect(days([final, onboarding], {}, { ...cutoff, end: null as never }).onboarding).toBe(undefined);
  });
});

it('gives each step its timeframes, the first one those of the cut-offs, and the same ones as one object', () => {
  const [app, tec] = flow.steps;
  if (app === undefined || tec === undefined) throw new Error('a flow has steps');
  expect(withTimeframes(tec, snapshot, false)).toEqual({
    ...tec,
    timeframes: [{ cutoffId: 4, ...technical }],
  });
  expect(withTimeframes(app, snapshot, true)).toEqual({
    ...app,
    timeframes: [
      { cutoffId: 4, start: cutoff.start, end: cutoff.end },
      { cutoffId: 5, start: later.start, end: null },
    ],
  });
  expect(withTimeframes(app, snapshot, false)).toEqual({ ...app, timeframes: [] });
  expect(withTimeframes(tec, snapshot, false)).toBe(withTimeframes(tec, { ...snapshot }, false));
});
