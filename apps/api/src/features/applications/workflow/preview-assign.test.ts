import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createDraft, type Draft } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, players, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app, (small) => ({
    ...small,
    templates: [{ id: 'words', subject: 'Subject', body: 'Body' }],
    automations: [
      {
        id: 'assigned',
        on: { event: 'assigned', step: 'REV' },
        do: 'notify',
        recipients: ['owner'],
        template: 'words',
      },
    ],
  }));
});
afterAll(() => app.close());

const idOf = (who: Player) => world.people[who].userId;
const preview = (who: Player, body: object, callId = world.callId) =>
  world.as(who, 'POST', `/v2/calls/${callId}/assign/preview`, body);

async function ok(who: Player, method: string, path: string, body: object = {}) {
  const answer = await world.as(who, method, path, body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

/** Whether anything of it was written. */
const written = async () => ({
  assignments: await app.db
    .selectFrom('assignments')
    .select(['id', 'status', 'revision'])
    .orderBy('id')
    .execute(),
  applications: await app.db.selectFrom('applications').select(['id', 'revision']).orderBy('id').execute(),
});

interface Told {
  applicationId: number;
  userId: number;
  code: string | null;
  message: string | null;
  evidence: unknown[];
}

it('says of each pair what assigning it then does, for every refusal there is', async () => {
  const people = players.map(idOf);
  await app.db
    .updateTable('users')
    .set({ email: 'near@same-institute.example' })
    .where('id', '=', idOf('colleague'))
    .execute();
  await app.db
    .updateTable('users')
    .set({ email: 'owner@same-institute.example' })
    .where('id', '=', idOf('owner'))
    .execute();
  const rival = await app.login({ role: 'scientific_reviewer', firstName: 'Rival' });
  const closed = await app.login({ role: 'scientific_reviewer', firstName: 'Closed' });
  await app.db.updateTable('users').set({ status: 'closed' }).where('id', '=', closed.userId).execute();

  const plain = await world.submitted();
  const busy = await world.submitted();
  await world.give(busy, 'REV', 'reviewer');
  await world.give(busy, 'TECH', 'centre', { partitionId: 'aurora-cpu' });
  const marked = await world.submitted();
  await ok('pro', 'PUT', `/v2/applications/${marked.id}/conflicts/${idOf('reviewer')}`, {
    reason: 'One office.',
  });
  const hidden = await world.submitted();
  await ok('otherPro', 'PUT', `/v2/applications/${hidden.id}/conflicts/${idOf('pro')}`, {
    reason: 'Cousins.',
  });
  const withdrawn = await world.submitted();
  await ok('owner', 'POST', `/v2/applications/${withdrawn.id}/withdraw`);
  const draft = await createDraft(app, world.callId, world.people.owner);
  const own = await createDraft(app, world.callId, world.people.pro);
  await app.db
    .updateTable('applications')
    .set({ owner_id: rival.userId })
    .where('id', '=', (await world.submitted()).id)
    .execute();
  const all: Draft[] = [plain, busy, marked, hidden, withdrawn, draft, own];
  const pairs = [...all.map(({ id }) => id), 99_999_999].flatMap((applicationId) =>
    [...people, rival.userId, closed.userId, 99_999_999].map((userId) => ({ applicationId, userId })),
  );

  const review = { flowElementId: 'REV', role: 'scientific_reviewer', partitionId: null };
  const bodies = [
    { ...review, makeLead: true, replaceLead: true },
    { ...review, despiteEvidence: true },
    { ...review, partitionId: 'aurora-gpu' },
    { ...review, partitionId: 'nowhere' },
    { ...review, role: 'rapporteur' },
    { ...review, deadline: '1999-12-31T00:00:00Z' },
    { ...review, flowElementId: 'NONE' },
    { flowElementId: 'TECH', role: 'compute_centre_representative', partitionId: null },
    {
      flowElementId: 'TECH',
      role: 'compute_centre_representative',
      partitionId: 'aurora-cpu',
      despiteEvidence: true,
    },
    { flowElementId: 'CHECK', role: 'pro', partitionId: null, makeLead: true },
    { flowElementId: 'REPLY', role: 'applicant', partitionId: null },
    { flowElementId: 'FIN', role: 'ac_member', partitionId: null },
  ];
  const seen = new Set<string | null>();
  for (const body of bodies) {
    const before = await written();
    const answer = await preview('pro', { ...body, pairs });
    expect(answer.status).toBe(200);
    expect(await written()).toEqual(before);
    const did: Told[] = [];
    for (const { applicationId, userId } of pairs) {
      const sent = await world.as('pro', 'POST', `/v2/applications/${applicationId}/assign`, {
        ...body,
        userId,
      });
      const { code, message, evidence = [] } = sent.body;
      did.push(
        sent.status === 200
          ? { applicationId, userId, code: null, message: null, evidence: [] }
          : { applicationId, userId, code, message, evidence },
      );
    }
    const told = answer.body.map(
      ({ emails: _, isLater: __, ...one }: Told & { emails: unknown; isLater: unknown }) => one,
    );
    expect([body, told]).toEqual([body, did]);
    for (const { code } of did) seen.add(code);
  }
  // What it compares is all there is to be refused with.
  expect([...seen].map(String).toSorted()).toMatchInlineSnapshot(`
    [
      "already_ongoing",
      "conflict_possible",
      "deadline_invalid",
      "forbidden",
      "in_conflict",
      "not_found",
      "not_under_way",
      "null",
      "own_application",
      "partition_not_asked_for",
      "role_not_assignable",
      "step_has_no_lead",
      "step_locked",
    ]
  `);
});

it('tells the emails that follow from what can be assigned, and whether they wait for the step', async () => {
  const [near, later] = [await world.submitted(), await world.submitted()];
  const body = { flowElementId: 'REV', role: 'scientific_reviewer', partitionId: null };
  const pairs = [near, later].flatMap(({ id }) =>
    (['reviewer', 'owner'] as const).map((who) => ({ applicationId: id, userId: idOf(who) })),
  );
  const followed = async () =>
    (await preview('pro', { ...body, pairs })).body.map(
      ({ code, emails, isLater }: Record<string, unknown>) => [code, emails, isLater],
    );
  const emails = [{ to: 'owner', ofLead: false }];
  expect(await followed()).toEqual([
    [null, emails, false],
    ['own_application', [], false],
    [null, emails, false],
    ['own_application', [], false],
  ]);
});

it('tells nobody outside of the staff anything, and nothing of another call', async () => {
  const application = await world.submitted();
  const body = {
    flowElementId: 'REV',
    role: 'scientific_reviewer',
    pairs: [{ applicationId: application.id, userId: idOf('reviewer') }],
  };
  expect((await preview('pro', body, 99_999_999)).status).toBe(404);
  for (const who of players.filter((name) => name !== 'pro' && name !== 'otherPro'))
    expect([who, (await preview(who, body)).status]).toEqual([who, 404]);
  const other = await createCall(app, { code: 'OTHER' });
  expect((await preview('pro', body, other.id)).body).toMatchObject([{ code: 'not_found', evidence: [] }]);
  expect((await preview('pro', body)).body).toMatchObject([{ code: null }]);
});

it('answers a pair that is named twice like once', async () => {
  const { id } = await world.submitted();
  const pair = { applicationId: id, userId: idOf('reviewer') };
  const body = { flowElementId: 'REV', role: 'scientific_reviewer', pairs: [pair, pair] };
  expect((await preview('pro', body)).body.map(({ code }: Told) => code)).toEqual([null, null]);
});
