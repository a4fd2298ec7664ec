import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { itemOf } from '../../../testing/factories.ts';
import {
  appointment,
  createReviewWorld,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp());
});
afterAll(() => world.app.close());

it('tells of the assignment that was given, not of the lead who makes room, with the revision that it has', async () => {
  const { as, give, submitted } = world;
  const application = await submitted();
  const taken = await give(application, 'REV', null);
  await as('reviewer', 'PUT', `/v2/assignments/${taken}/take`, { agreed: true });
  // With the lead that it loses to what is then given.
  await give(application, 'REV', 'colleague', { makeLead: true });
  const { body: back } = await as('reviewer', 'PUT', `/v2/assignments/${taken}/hand-back`, {});
  const open: string = back.id;
  const answer = await as('chair', 'POST', `/v2/applications/${application.id}/assign`, {
    ...appointment(world, 'REV', 'reviewer', { makeLead: true }),
    replaceLead: true,
  });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      id: open,
      flowElementId: 'REV',
      partitionId: null,
      role: 'scientific_reviewer',
      status: 'assigned',
      deadline: null,
      isLead: true,
      revision: 1,
    },
  ]);
  const { revision } = answer.body;
  const accepted = await as('reviewer', 'PUT', `/v2/assignments/${open}/accept`, {
    accepted: true,
    agreed: true,
    revision,
  });
  expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted']);
});

it('answers a second time to whoever took it, and tells the next one that it is taken', async () => {
  const { as, give, submitted } = world;
  const application = await submitted();
  const id = await give(application, 'TECH', null, { partitionId: partitions[0] });
  const took = [];
  for (const who of ['centre', 'centre', 'centreToo', 'stranger'] as const) {
    const { status, body } = await as(who, 'PUT', `/v2/assignments/${id}/take`, {});
    took.push([status, body.code ?? body.revision]);
  }
  expect(took).toEqual([
    [200, 1],
    [200, 1],
    [409, 'not_unowned'],
    [404, 'not_found'],
  ]);
});

it('names nothing to staff in conflict when it releases or moves many', async () => {
  const { as, give, people, submitted } = world;
  const [mine, others] = [await submitted(), await submitted()];
  for (const application of [mine, others]) {
    const id = await give(application, 'REV', 'reviewer');
    // Not ready to be released.
    expect(id).toBeTypeOf('string');
  }
  await as('otherPro', 'PUT', `/v2/applications/${mine.id}/conflicts/${people.pro.userId}`, {
    reason: 'My sister',
  });
  const applicationIds = [mine.id, others.id];
  const released = await as('pro', 'POST', `/v2/calls/${world.callId}/release`, {
    flowElementId: 'REV',
    applicationIds,
  });
  expect(released.body).toEqual({
    done: [],
    waiting: [],
    releasedBefore: [],
    notReady: [{ uid: others.uid, code: 'step_not_done', message: expect.any(String) }],
  });
  const moved = await as('pro', 'POST', `/v2/calls/${world.callId}/deadlines`, {
    flowElementId: 'TECH',
    applicationIds,
    deadline: '2026-12-24T12:00:00Z',
  });
  expect(moved.body).toEqual({ done: [others.uid], notReady: [] });
});

it('does not tell staff who applied by commands on many how the work on their own application goes', async () => {
  const { app, as, callId, give, people, submitted } = world;
  const [quiet, busy] = [await submitted(), await submitted()];
  for (const { id } of [quiet, busy])
    await app.db
      .updateTable('applications')
      .set({ owner_id: people.otherPro.userId })
      .where('id', '=', id)
      .execute();
  await give(busy, 'REV', 'reviewer');
  for (const { id, uid } of [quiet, busy]) {
    const asked = { flowElementId: 'REV', applicationIds: [id] };
    const forbidden = { done: [], notReady: [{ uid, code: 'forbidden', message: expect.any(String) }] };
    const released = await as('otherPro', 'POST', `/v2/calls/${callId}/release`, asked);
    expect(released.body).toEqual({ ...forbidden, waiting: [], releasedBefore: [] });
    const deadline = '2026-12-24T12:00:00Z';
    const moved = await as('otherPro', 'POST', `/v2/calls/${callId}/deadlines`, { ...asked, deadline });
    expect(moved.body).toEqual(forbidden);
  }
});

it('lets an applicant resubmit whoever has the check in hand again by then', async () => {
  const { as, give, submitted } = world;
  const application = await submitted();
  const first = await give(application, 'CHECK', 'pro');
  await as('pro', 'PUT', `/v2/assignments/${first}/accept`, { accepted: true });
  const more = [itemOf('verdict', ['more']), itemOf('why', ['Too short'])];
  const asked = await as('pro', 'PUT', `/v2/assignments/${first}/submit`, { data: more, newGroups: [] });
  expect(asked.status).toBe(200);
  await give(application, 'CHECK', 'pro');
  const again = await as('owner', 'PUT', `/v2/assignments/${application.assignmentId}/submit`, {
    data: [],
    newGroups: [],
  });
  expect([again.status, again.body.status]).toEqual([200, 'resubmitted']);
  const reopened = await as('pro', 'PUT', `/v2/assignments/${first}/reopen`, {});
  expect([reopened.status, reopened.body.code]).toEqual([409, 'already_ongoing']);
});

it('takes four statements for a command, looking up who gives it among them', async () => {
  const { app, as, give, submitted } = world;
  const application = await submitted();
  const open = `/v2/applications/${application.id}/assign`;
  // What is known of the flow is read once.
  await give(application, 'REV', 'colleague');
  const counted: Record<string, number> = {};
  const count = async (what: string, command: () => Promise<{ status: number; body: { id: string } }>) => {
    let id = '';
    counted[what] = await app.sqlCount(async () => {
      const { status, body } = await command();
      expect([what, status]).toEqual([what, 200]);
      id = body.id;
    });
    return id;
  };
  const id = await count('assign', () => as('chair', 'POST', open, appointment(world, 'REV', 'reviewer')));
  const path = `/v2/assignments/${id}`;
  await count('accept', () => as('reviewer', 'PUT', `${path}/accept`, { accepted: true, agreed: true }));
  await count('decide', () =>
    as('pro', 'PUT', `/v2/assignments/${application.assignmentId}/decide`, { outcome: 'approved' }),
  );
  expect(counted).toEqual({ assign: 4, accept: 4, decide: 4 });
});

it('keeps the lead of a step until the change is confirmed, and names the person who has it', async () => {
  const { as, give, submitted } = world;
  const application = await submitted();
  const path = `/v2/applications/${application.id}/assign`;
  await give(application, 'REV', 'reviewer', { makeLead: true });
  const wanted = appointment(world, 'REV', 'colleague', { makeLead: true });
  const refused = await as('pro', 'POST', path, wanted);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'lead_taken',
    expect.stringMatching(/^reviewer .* leads this step\./),
  ]);
  const seen = (await as('chair', 'GET', `/v2/applications/${application.id}`)).body;
  expect(seen.assigned.map((one: Record<string, unknown>) => [one.stepId, one.owner, one.isLead])).toEqual([
    ['REV', expect.objectContaining({ firstName: 'reviewer' }), true],
  ]);
  const done = await as('pro', 'POST', path, { ...wanted, replaceLead: true });
  expect([done.status, done.body.isLead]).toEqual([200, true]);
});

it('assigns a person without a role in the only one that fits', async () => {
  const { as, submitted } = world;
  const { role: _, ...wanted } = appointment(world, 'REV', 'reviewer');
  const path = `/v2/applications/${(await submitted()).id}/assign`;
  const done = await as('pro', 'POST', path, wanted);
  expect([done.status, done.body.role]).toEqual([200, 'scientific_reviewer']);
  const wrong = await as('pro', 'POST', path, { ...wanted, userId: world.people.centre.userId });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'role_not_assignable']);
});

it('lets a person who may assign refuse without a reason, and assign somebody else then', async () => {
  const { as, give, submitted } = world;
  const application = await submitted();
  const id = await give(application, 'TECH', 'centre', { partitionId: partitions[0] });
  const refused = await as('centre', 'PUT', `/v2/assignments/${id}/accept`, {
    accepted: 'refused',
    reason: '',
  });
  expect([refused.status, refused.body.status]).toEqual([200, 'refused']);
  const path = `/v2/applications/${application.id}/assign`;
  const next = await as(
    'centre',
    'POST',
    path,
    appointment(world, 'TECH', 'centreToo', { partitionId: partitions[0] }),
  );
  expect([next.status, next.body.status]).toEqual([200, 'assigned']);
  const other = await give(application, 'REV', 'reviewer');
  const wanting = await as('reviewer', 'PUT', `/v2/assignments/${other}/accept`, {
    accepted: 'refused',
    reason: '',
  });
  expect([wanting.status, wanting.body.code]).toEqual([422, 'reason_needed']);
});
