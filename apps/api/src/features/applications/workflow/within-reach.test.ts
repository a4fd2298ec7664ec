import type { Role } from '@clearcall/domain/people/roles.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft, itemOf, openWhole } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

/** What people may command of an application reaches as far as it is opened to them, and no further. */

let world: ReviewWorld;
const roleAlone = (id: string, order: number, ownerRole: Role) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole,
  forms: [],
  permissions: { view: [] },
});
/** One with work of a panel and of a centre that is about no partition, and in which centre, panel and the chair of the committee read the application once the reviews are released. */
let later: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp());
  later = await createReviewWorld(await buildTestApp(), ({ steps, ...flow }) => ({
    ...flow,
    steps: [
      ...steps.map((one) => {
        if (one.id !== 'APP') return one;
        const { permissions } = one as unknown as { permissions: { view: object[] } };
        const view = permissions.view.map((rule) => ({ ...rule, of: { released: 'REV' } }));
        return { ...one, permissions: { view } };
      }),
      roleAlone('PAN', 6, 'panel_chair'),
      roleAlone('ONB', 7, 'compute_centre_representative'),
    ],
  }));
});
afterAll(async () => {
  await world.app.close();
  await later.app.close();
});

async function ok({ as }: ReviewWorld, who: Player, method: string, path: string, body: object = {}) {
  const answer = await as(who, method, path, body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

it('tells by no command, name or evidence of an application before a view rule opens it', async () => {
  const { app, as, give, submitted, people } = later;
  const application = await submitted();
  const review = await give(application, 'REV', 'reviewer');
  const asked = (id: number, who: Player) =>
    Promise.all(
      [
        as(who, 'GET', `/v2/applications/${id}`),
        as(who, 'POST', `/v2/applications/${id}/withdraw`, {}),
        as(who, 'POST', `/v2/applications/${id}/release`, { flowElementId: 'REV' }),
        as(who, 'PATCH', `/v2/applications/${id}/assignments/${review}/lead`, {}),
        as(who, 'GET', `/v2/applications/${id}/conflicts/evidence?userIds=${people.reviewer.userId}`),
        as(who, 'GET', `/users/application/${id}`),
      ].map(async (answer) => {
        const { status, body } = await answer;
        return [status, body.code];
      }),
    );
  const readers = ['centre', 'chair', 'acChair'] as const;
  for (const who of readers) {
    const missing = await asked(9_999_999, who);
    expect([who, missing.map(([status]) => status)]).toEqual([who, [404, 404, 404, 404, 404, 404]]);
    expect([who, await asked(application.id, who)]).toEqual([who, missing]);
  }
  await ok(later, 'reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  await ok(later, 'reviewer', 'PUT', `/v2/assignments/${review}/submit`, {
    data: [itemOf('score', ['4'])],
    newGroups: [],
  });
  await ok(later, 'pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId: 'REV' });
  for (const who of readers) {
    expect([who, (await openWhole(app, application.uid, people[who].token)).status]).toEqual([who, 200]);
    const { body } = await as(who, 'POST', `/v2/applications/${application.id}/withdraw`, {});
    expect([who, body.code]).toEqual([who, 'forbidden']);
  }
});

it('tells whoever makes a lead that it is one, and nothing of how far the work has come', async () => {
  const { give, submitted } = world;
  const application = await submitted();
  const review = await give(application, 'REV', 'reviewer');
  await ok(world, 'reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  const deadline = '2026-12-24T11:22:33.000Z';
  await ok(world, 'pro', 'PUT', `/v2/assignments/${review}/deadline`, { deadline });
  const path = `/v2/applications/${application.id}/assignments/${review}/lead`;
  expect(await ok(world, 'acChair', 'PATCH', path)).toEqual({
    id: review,
    flowElementId: 'REV',
    partitionId: null,
    isLead: true,
  });
});

/** Takes it back and submits it with the answers that are given now. */
async function submitAgain({ id, assignmentId }: Draft, answers: Record<string, string[]>) {
  await ok(world, 'owner', 'POST', `/v2/applications/${id}/take-back`);
  await ok(world, 'owner', 'PUT', `/v2/assignments/${assignmentId}/submit`, {
    data: Object.entries(answers).map(([element, values]) => itemOf(element, values, { revision: 1 })),
    newGroups: [],
  });
}

it('goes with a submission that was taken back to the panel that its research field has then', async () => {
  const { app, as, people, submitted } = world;
  const other = await app.login({ role: 'panel_chair' });
  await app.db
    .insertInto('memberships')
    .values({ user_id: other.userId, panel: 'PE2', part: 'chair' })
    .execute();
  const application = await submitted();
  expect((await as('chair', 'GET', `/v2/applications/${application.id}`)).status).toBe(200);
  await submitAgain(application, { panel: ['PE2'] });
  const readers = [people.chair, other].map(({ token }) => openWhole(app, application.uid, token));
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual([404, 200]);
});

it.each([
  ['PAN', 'panel_chair', 'chair', { panel: 'PE2', part: 'chair' }],
  ['ONB', 'compute_centre_representative', 'centre', { centre_id: 'elsewhere', part: 'representative' }],
] as const)(
  'offers work of %s that nobody has to its own people alone, also where it is about no partition',
  async (step, role, own, belongs) => {
    const { app, as, people, submitted } = later;
    await app.db
      .insertInto('centres')
      .values({ id: 'elsewhere', name: 'Elsewhere' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const foreign = await app.login({ role });
    await app.db
      .insertInto('memberships')
      .values({ user_id: foreign.userId, ...belongs })
      .execute();
    const application = await submitted();
    const { id } = await ok(later, 'pro', 'POST', `/v2/applications/${application.id}/assign`, {
      flowElementId: step,
      userId: null,
      role,
    });
    const offered = async (token: string) => {
      const { body } = await app.call('POST', '/v2/applications/dashboard', { token, body: {} });
      const rows: { assignments: { id: string }[] }[] = body.data;
      return rows.some(({ assignments }) => assignments.some((one) => one.id === id));
    };
    const take = ({ token }: SignedIn) => app.call('PUT', `/v2/assignments/${id}/take`, { token, body: {} });
    expect([await offered(foreign.token), (await take(foreign)).status]).toEqual([false, 404]);
    expect(await offered(people[own].token)).toBe(true);
    expect((await as(own, 'PUT', `/v2/assignments/${id}/take`, {})).status).toBe(200);
  },
);

it('suggests those who handed work back as that, and those who refused it as that', async () => {
  const { as, give, people, submitted } = world;
  const application = await submitted();
  const taken = await give(application, 'REV', null);
  await ok(world, 'reviewer', 'PUT', `/v2/assignments/${taken}/take`, { agreed: true });
  await ok(world, 'reviewer', 'PUT', `/v2/assignments/${taken}/hand-back`);
  const asked = await give(application, 'REV', 'colleague');
  await ok(world, 'colleague', 'PUT', `/v2/assignments/${asked}/accept`, {
    accepted: false,
    reason: 'No time',
  });
  const { body } = await as('pro', 'POST', '/users/suggestions', {
    applicationId: application.id,
    flowElementId: 'REV',
    pageSize: 100,
  });
  const how = (id: number) =>
    body.data.find((one: { id: number; ended?: { how: string } }) => one.id === id)?.ended?.how;
  expect([how(people.reviewer.userId), how(people.colleague.userId)]).toEqual(['handed_back', 'refused']);
});

it('keeps what was written in work that is handed back for whoever wrote it: the next one finds it new', async () => {
  const { app, as, give, people, submitted } = world;
  const application = await submitted();
  const taken = await give(application, 'REV', null);
  const agreed = { agreed: true };
  await ok(world, 'reviewer', 'PUT', `/v2/assignments/${taken}/take`, agreed);
  await ok(world, 'reviewer', 'PUT', `/v2/assignments/${taken}/save`, {
    data: [itemOf('score', ['4711'])],
    newGroups: [],
  });
  const open = await ok(world, 'reviewer', 'PUT', `/v2/assignments/${taken}/hand-back`);
  expect([open.id === taken, open.status, open.revision]).toEqual([false, 'assigned', 0]);
  expect((await as('colleague', 'PUT', `/v2/assignments/${taken}/take`, agreed)).status).not.toBe(200);
  await ok(world, 'colleague', 'PUT', `/v2/assignments/${open.id}/take`, agreed);
  const { body } = await openWhole(app, application.uid, people.colleague.token);
  expect(body.assignments.map(({ id, data }: { id: string; data: object[] }) => [id, data])).toEqual([
    [open.id, []],
  ]);
  expect(JSON.stringify(body)).not.toContain('4711');
  // Nothing of it is lost: it stands where it stood.
  const kept = app.db.selectFrom('answers').select('values').where('assignment_id', '=', taken);
  expect(await kept.execute()).toEqual([{ values: ['4711'] }]);
});

it('looks for evidence of a conflict whichever way work comes to somebody: assigned, invited or taken', async () => {
  const { app, as, callId, give, people, submitted } = world;
  const own = await createDraft(app, callId, people.colleague);
  await ok(world, 'colleague', 'PUT', `/v2/assignments/${own.assignmentId}/submit`, {
    data: [itemOf('title', ['Mine']), itemOf('parts', ['aurora-cpu']), itemOf('panel', ['PE1'])],
    newGroups: [],
  });
  const application = await submitted();
  const review = { flowElementId: 'REV', role: 'scientific_reviewer' };
  const tell = async (who: Player, path: string, body: object) => {
    const answer = await as(who, 'POST', `/v2/applications/${application.id}/${path}`, {
      ...review,
      ...body,
    });
    return [answer.status, answer.body.code, answer.body.evidence?.map(({ kind }: { kind: string }) => kind)];
  };
  const { userId, email } = people.colleague;
  const rival = [409, 'in_conflict', ['own_application_in_cutoff']];
  expect(await tell('chair', 'assign', { userId, despiteEvidence: true })).toEqual(rival);
  expect(await tell('chair', 'invite', { email, despiteEvidence: true })).toEqual(rival);

  // Somebody new of the applicant's own house: who invites has to have seen that.
  await app.db
    .updateTable('users')
    .set({ email: 'ada@waves.example' })
    .where('id', '=', people.owner.userId)
    .execute();
  const neighbour = { email: 'neighbour@waves.example', firstName: 'Nea', lastName: 'Near' };
  expect(await tell('chair', 'invite', neighbour)).toEqual([409, 'conflict_possible', ['mail_domain']]);
  const isKnown = app.db.selectFrom('users').select('id').where('email', '=', neighbour.email);
  expect(await isKnown.executeTakeFirst()).toBeUndefined();
  expect((await tell('chair', 'invite', { ...neighbour, despiteEvidence: true }))[0]).toBe(200);

  // A person who takes work is shown no evidence; what only asks is their own question in the agreement.
  const open = await give(application, 'REV', null);
  const take = async (who: Player) => {
    const { status, body } = await as(who, 'PUT', `/v2/assignments/${open}/take`, { agreed: true });
    return [status, body.code, body.evidence];
  };
  expect(await take('colleague')).toEqual([409, 'in_conflict', undefined]);
  await app.db
    .updateTable('users')
    .set({ email: 'rui@waves.example' })
    .where('id', '=', people.reviewer.userId)
    .execute();
  expect(await take('reviewer')).toEqual([200, undefined, undefined]);
});
