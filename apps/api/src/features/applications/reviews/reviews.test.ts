import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft, itemOf } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;

const now = '2026-11-21T12:00:00.000Z';
beforeAll(async () => {
  app = await buildTestApp({ now });
  world = await createReviewWorld(app);
});
afterAll(() => app.close());

/** Reviews an application as somebody, at a moment. */
async function review(application: Draft, who: Player, at = now): Promise<string> {
  const id = await world.give(application, 'REV', who);
  app.clock.set(at);
  for (const [path, body] of [
    ['accept', { accepted: true, agreed: true }],
    ['submit', { data: [itemOf('score', ['4'])], newGroups: [] }],
  ] as const) {
    const answer = await world.as(who, 'PUT', `/v2/assignments/${id}/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  return id;
}

const finished = async (who: Player, query = '') => {
  const answer = await world.as(who, 'GET', `/v2/assignments/finished${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const certify = (who: Player, firstDay = '2026-01-01', lastDay = '2026-11-30') =>
  world.as(who, 'POST', '/v2/assignments/finished/certificates', { firstDay, lastDay });

describe('the own finished reviews', () => {
  it('are all that one handed in on applications of others, the newest first, page by page', async () => {
    const first = await world.submitted();
    const second = await world.submitted();
    const a = await review(first, 'reviewer', '2026-11-21T13:00:00.000Z');
    const b = await review(second, 'reviewer', '2026-11-21T14:00:00.000Z');
    // Not handed in yet, refused, somebody else's.
    await world.give(await world.submitted(), 'REV', 'reviewer');
    await review(first, 'colleague');
    const row = (id: string, { uid }: Draft, submittedAt: string) => ({
      id,
      callTitle: expect.any(String),
      step: 'REV',
      told: {},
      role: 'scientific_reviewer',
      partition: null,
      submittedAt,
      released: false,
      uid,
      // No rule of this call opens the title to a reviewer.
      projectTitle: null,
    });
    const rows = [row(b, second, '2026-11-21T14:00:00.000Z'), row(a, first, '2026-11-21T13:00:00.000Z')];
    expect(await finished('reviewer')).toEqual({ data: rows, total: 2 });
    expect(await finished('reviewer', '?limit=1&offset=1')).toEqual({ data: rows.slice(1), total: 2 });
    expect(await finished('stranger')).toEqual({ data: [], total: 0 });
    // The applicant's own step is no review.
    expect((await finished('owner')).total).toBe(0);

    app.clock.set('2026-11-21T15:00:00.000Z');
    const released = await world.as('pro', 'POST', `/v2/applications/${first.uid}/release`, {
      flowElementId: 'REV',
    });
    expect(released.status).toBe(200);
    expect((await finished('reviewer')).data.map((one: { released: boolean }) => one.released)).toEqual([
      false,
      true,
    ]);
  });

  it('tell nothing more of an application once there is a conflict of interest', async () => {
    const application = await world.submitted();
    await review(application, 'colleague');
    const before = await finished('colleague');
    const marked = await world.as(
      'pro',
      'PUT',
      `/v2/applications/${application.uid}/conflicts/${world.people.colleague.userId}`,
      { reason: 'They share an office.' },
    );
    expect(marked.status).toBe(200);
    const after = await finished('colleague');
    expect(after.total).toBe(before.total - 1);
    expect(JSON.stringify(after)).not.toContain(application.uid);
  });

  it('keep what was handed in and taken away since, without a way to its application', async () => {
    const application = await world.submitted();
    const id = await review(application, 'pro');
    // As a change request that was never answered leaves it.
    await app.db.updateTable('assignments').set({ status: 'revoked' }).where('id', '=', id).execute();
    const { data } = await finished('pro');
    expect(data).toMatchObject([{ id, uid: null, projectTitle: null, released: null, step: 'REV' }]);
  });
});

describe('a certificate of reviews', () => {
  it('says names and numbers, is checked by its code, and names no application', async () => {
    const application = await world.submitted();
    await review(application, 'otherPro', '2026-11-21T15:00:00.000Z');
    app.clock.set('2026-12-01T12:00:00.000Z');
    const made = await certify('otherPro');
    const says = {
      organisation: expect.any(String),
      name: expect.stringContaining('otherPro'),
      work: [{ role: 'scientific_reviewer', callTitle: expect.any(String), year: 2026, count: 1 }],
      total: 1,
      firstDay: '2026-01-01',
      lastDay: '2026-11-30',
      madeAt: '2026-12-01T12:00:00.000Z',
    };
    expect([made.status, made.body]).toEqual([
      200,
      { ...says, code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/) },
    ]);
    const { code } = made.body;

    const rows = await app.db.selectFrom('certificates').selectAll().execute();
    expect(rows).toMatchObject([{ user_id: world.people.otherPro.userId, code_hash: tokenHash(code) }]);
    const checked = await app.call('GET', `/certificates/${code}`);
    expect([checked.status, checked.body]).toEqual([200, says]);
    for (const told of [JSON.stringify(rows), JSON.stringify(checked.body), JSON.stringify(made.body)]) {
      expect(told).not.toContain(application.uid);
      expect(told).not.toContain('Waves');
      expect(told).not.toContain(`"${application.id}"`);
    }
    // The code itself is kept nowhere.
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await app.call('GET', '/certificates/0000-0000-0000-0000-0000')).body.code).toBe('not_found');
  });

  it('counts the days of its span, in the time zone of the call, and refuses where there is nothing', async () => {
    app.clock.set(now);
    // In Brussels it is the first of December already.
    await review(await world.submitted(), 'acChair', '2026-11-30T23:30:00.000Z');
    app.clock.set('2027-01-02T12:00:00.000Z');
    expect((await certify('acChair', '2026-12-01', '2026-12-31')).body.total).toBe(1);
    expect((await certify('acChair', '2026-11-01', '2026-11-30')).body.code).toBe('nothing_to_certify');
    expect((await certify('stranger')).body.code).toBe('nothing_to_certify');
  });

  it('covers whole months that are over: no span tells the day of a review', async () => {
    app.clock.set(now);
    await review(await world.submitted(), 'colleague', '2026-11-21T15:00:00.000Z');
    const answer = async (firstDay: string, lastDay: string) => {
      const { status, body } = await certify('colleague', firstDay, lastDay);
      return [status, status === 200 ? body.total : body.code];
    };
    // Two certificates of a month that runs would tell what was submitted between them.
    expect(await answer('2026-11-01', '2026-11-30')).toEqual([409, 'month_not_over']);
    app.clock.set('2026-12-02T00:00:00.000Z');
    for (const [firstDay, lastDay] of [
      ['2026-11-21', '2026-11-21'],
      ['2026-11-01', '2026-11-21'],
      ['2026-11-21', '2026-11-30'],
      ['2026-11-02', '2026-11-30'],
      ['2026-11-01', '2026-11-29'],
    ] as const)
      expect([firstDay, lastDay, ...(await answer(firstDay, lastDay))]).toEqual([
        firstDay,
        lastDay,
        400,
        'invalid_input',
      ]);
    expect((await answer('2026-11-01', '2026-11-30'))[0]).toBe(200);
  });

  it('is nobody’s any more once its owner closed the account', async () => {
    app.clock.set(now);
    await review(await world.submitted(), 'chair');
    app.clock.set('2026-12-01T12:00:00.000Z');
    const { code } = (await certify('chair')).body;
    app.clock.set(now);
    const { userId, token } = world.people.chair;
    const closed = await app.call('DELETE', `/users/${userId}`, { token, body: { confirmation: 'DELETE' } });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect((await app.call('GET', `/certificates/${code}`)).status).toBe(404);
    await expect(createDraft(app, world.callId, world.people.chair)).rejects.toThrow();
  });
});
