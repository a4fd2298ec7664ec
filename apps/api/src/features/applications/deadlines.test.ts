import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  pdfOf,
  rowsOfApplications,
  smallFlow,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';
import { assign } from '../../testing/panel-work.ts';

/** The last moment that counts. Source: Requirements 1, 10.48. */
const deadline = '2026-12-01T09:00:00.000Z';
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms);
const now = '2026-11-21T12:00:00.000Z';

let app: TestApp;
let callId: number;
let pdf: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  ({ id: callId } = await createCall(app));
  pdf = await pdfOf(1);
});
afterAll(() => app.close());
afterEach(() => app.clock.set(now));

/** Every operation that a deadline ends, by one who has a draft with a file and a row. */
const actions: Record<
  string,
  (draft: Draft, row: string, documentId: string) => Promise<{ status: number; body: { code?: string } }>
> = {
  'make an application': ({ token }) => app.call('POST', '/v2/applications', { token, body: { callId } }),
  save: ({ token, assignmentId }) =>
    app.call('PUT', `/v2/assignments/${assignmentId}/save`, {
      token,
      body: { data: [itemOf('home', ['London'])] },
    }),
  upload: ({ token, assignmentId }) =>
    app.call('POST', `/v2/assignments/${assignmentId}/upload`, {
      token,
      form: uploadOf(pdf, { elementId: 'case' }),
    }),
  'delete a file': ({ token, assignmentId }, _row, documentId) =>
    app.call('DELETE', `/v2/assignments/${assignmentId}/upload/${documentId}`, { token }),
  'delete a row': ({ token, assignmentId }, row) =>
    app.call('DELETE', `/v2/assignments/${assignmentId}/data`, { token, body: { dataIds: [row] } }),
  submit: ({ token, assignmentId }) =>
    app.call('PUT', `/v2/assignments/${assignmentId}/submit`, {
      token,
      body: { data: [itemOf('home', ['London'])] },
    }),
};

async function begin(withRow: boolean): Promise<{ draft: Draft; row: string; documentId: string }> {
  app.clock.set(now);
  const draft = await createDraft(app, callId);
  const row = '0190a0a0-0000-7000-8000-000000000001'.replace(/1$/, String(draft.id % 10));
  await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
    token: draft.token,
    body: {
      data: [itemOf('title', ['Waves'])],
      newGroups: withRow ? [{ id: row, flowElementId: 'parts' }] : [],
    },
  });
  const { body } = await uploadChecked(app, draft, uploadOf(pdf, { elementId: 'letters' }));
  return { draft, row, documentId: body.document.id };
}

describe.each(Object.entries(actions))('%s', (what, act) => {
  const prepare = () => begin(what === 'delete a row');
  it('is taken up to the last millisecond of the deadline, and refused after it without a change', async () => {
    for (const ms of [-1, 0]) {
      const { draft, row, documentId } = await prepare();
      app.clock.set(later(deadline, ms));
      expect([ms, (await act(draft, row, documentId)).status]).toEqual([ms, 200]);
    }
    const { draft, row, documentId } = await prepare();
    const before = await rowsOfApplications(app);
    app.clock.set(later(deadline, 1));
    const { status, body } = await act(draft, row, documentId);
    expect([status, body.code]).toEqual([
      409,
      what === 'make an application' ? 'call_closed' : 'deadline_passed',
    ]);
    expect(await rowsOfApplications(app)).toEqual(before);
  });
});

it('changes that were asked for are taken up to the last millisecond of their own deadline', async () => {
  const own = '2026-12-20T00:00:00.000Z';
  const statuses: number[] = [];
  for (const ms of [-1, 0, 1]) {
    const { draft, row, documentId } = await begin(false);
    await actions.submit?.(draft, row, documentId);
    await app.db
      .updateTable('assignments')
      .set({ status: 'changes_requested', deadline_at: own, reason: 'Say more' })
      .where('id', '=', draft.assignmentId)
      .execute();
    app.clock.set(later(own, ms));
    statuses.push((await actions.submit?.(draft, row, documentId))?.status ?? 0);
  }
  expect(statuses).toEqual([200, 200, 409]);
});

it('an application is made from the first millisecond of the call on', async () => {
  const start = '2026-11-01T09:00:00.000Z';
  const { token } = await app.login();
  const outcomes: number[] = [];
  for (const ms of [-1, 0]) {
    app.clock.set(later(start, ms));
    outcomes.push((await app.call('POST', '/v2/applications', { token, body: { callId } })).status);
  }
  expect(outcomes).toEqual([409, 200]);
});

it('a timeframe without an end lasts until the next one of its step begins, wherever it is told', async () => {
  const steps = smallFlow.steps.map((step) =>
    step.id === 'REV' ? { ...step, type: 'scientific_review' } : step,
  );
  const starts = ['2026-11-20T00:00:00.000Z', '2027-02-02T00:00:00.000Z'];
  const call = await createCall(app, {
    flow: { ...smallFlow, steps },
    cutoffs: [
      { start: '2026-11-01T00:00:00Z', end: null },
      { start: '2027-01-01T00:00:00Z', end: '2027-02-01T00:00:00Z' },
    ],
  });
  await app.db
    .insertInto('timeframes')
    .values(
      starts.map((starts_at, at) => ({
        call_id: call.id,
        cutoff_id: call.cutoffIds[at] ?? 0,
        step_id: 'REV',
        starts_at,
        ends_at: null,
      })),
    )
    .execute();
  const pro = await app.login({ role: 'pro' });
  const draft = await createDraft(app, call.id);
  await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Waves'])], newGroups: [] },
  });
  await assign(app, { applicationId: draft.id, userId: pro.userId, role: 'pro' });
  const told = async () => {
    const { body } = await openWhole(app, draft.uid, pro.token);
    const own = body.assignments.find(({ stepId }: { stepId: string }) => stepId === 'REV');
    const timesOf = (id: string) =>
      body.steps
        .find((step: { id: string }) => step.id === id)
        .timeframes.map(({ end }: { end: string | null }) => end);
    const [application, review] = body.process;
    return {
      deadline: own.deadline,
      review: body.call.scientificReview,
      timeframes: [timesOf('APP'), timesOf('REV')],
      process: [application.end, review.end],
    };
  };
  const [, next = ''] = starts;
  const ends = {
    deadline: next,
    timeframes: [
      ['2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
      [next, null],
    ],
    process: ['2027-01-01T00:00:00.000Z', next],
  };
  expect(await told()).toEqual({ ...ends, review: { open: true, start: starts[0], end: next } });
  const { body } = await app.call('GET', `/v2/calls/${call.id}`);
  expect(body.flow.steps.slice(0, 2).map(({ end }: { end: string | null }) => end)).toEqual(ends.process);
  app.clock.set('2027-03-01T00:00:00Z');
  const later = await app.login({ role: 'pro' });
  expect((await openWhole(app, draft.uid, later.token)).body.call.scientificReview).toEqual({
    open: false,
    start: starts[0],
    end: next,
  });
});
