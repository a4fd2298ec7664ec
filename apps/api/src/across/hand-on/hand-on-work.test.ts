import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

/** The open work of people who leave, handed on by administrators. */

const templates = [
  {
    id: 'ask',
    subject: '{{task}} of {{project_id}}',
    body: 'You are asked for {{task}}.\nDue {{deadline}}.',
    button: { label: 'Open' },
  },
];
const automations = [
  {
    id: 'ask',
    on: { event: 'assigned', step: 'REV' },
    do: 'notify',
    recipients: ['owner'],
    template: 'ask',
  },
];

let app: TestApp;
let world: ReviewWorld;
let admin: SignedIn;
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  world = await createReviewWorld(app, ({ steps, ...flow }) => ({
    ...flow,
    templates,
    automations,
    steps: steps.map((step) =>
      step.id === 'REV' ? { ...step, deadline: { after: 'assigned', days: 10 } } : step,
    ),
  }));
  admin = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`update assignments set status = 'revoked' where status in ('assigned', 'accepted', 'triggered')`.execute(
    app.db,
  );
});

const idOf = (who: Player) => world.people[who].userId;
const path = (who: Player, more = '') => `/admin/people/${idOf(who)}/hand-on${more}`;
const handOn = (from: Player, to: number, by = admin) =>
  app.call('POST', path(from), {
    token: by.token,
    body: { successorId: to, reason: 'Leaves in December' },
  });
const check = (from: Player, to: number, by = admin) =>
  app.call('POST', path(from, '/check'), { token: by.token, body: { successorId: to } });

/** Gives a person this number of reviews, each on a different application. */
async function reviews(n: number, of: Player = 'reviewer') {
  const given: { uid: string; id: string; applicationId: number }[] = [];
  for (let nth = 0; nth < n; nth += 1) {
    const application = await world.submitted();
    const id = await world.give(application, 'REV', of, { makeLead: true });
    given.push({ uid: application.uid, id, applicationId: application.id });
  }
  return given;
}

const assignmentsOf = (who: Player) =>
  app.db
    .selectFrom('assignments')
    .select([
      'id',
      'application_id',
      'step_id',
      'status',
      'is_lead',
      'reason',
      'deadline_at',
      'assigner_id',
      'role',
    ])
    .where('owner_id', '=', idOf(who))
    .where('status', '<>', 'revoked')
    .where('step_id', '<>', 'APP')
    .orderBy('application_id')
    .orderBy('step_id')
    .execute();
const log = () =>
  app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'subject_id', 'before', 'after', 'reason'])
    .orderBy('id')
    .execute();
const everything = async () => ({
  assignments: await app.db.selectFrom('assignments').selectAll().orderBy('id').execute(),
  activities: await app.db.selectFrom('activities').selectAll().orderBy('id').execute(),
  events: await app.db.selectFrom('events').select('id').execute(),
  log: await log(),
});

it('hands on what the successor can have, and says how much goes and why the rest stays', async () => {
  const given = await reviews(8);
  const [assigned, accepted, triggered, conflicted, doubled, ...others] = given.map(({ id }) => id);
  const tell = (id: string | undefined, body: object) =>
    world.as('reviewer', 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true, ...body });
  expect((await tell(accepted, {})).status).toBe(200);
  await app.db
    .updateTable('assignments')
    .set({ status: 'triggered' })
    .where('id', '=', triggered ?? '')
    .execute();
  const marked = await world.as(
    'pro',
    'PUT',
    `/v2/applications/${given[3]?.uid}/conflicts/${idOf('colleague')}`,
    { reason: 'Same house' },
  );
  expect(marked.status, JSON.stringify(marked.body)).toBe(200);
  await world.give({ id: given[4]?.applicationId ?? 0 } as never, 'REV', 'colleague');
  // Work of another role, which stays too.
  const application = await world.submitted();
  const reply = await world.give(application, 'CHECK', 'pro');
  await app.db
    .updateTable('assignments')
    .set({ owner_id: idOf('reviewer') })
    .where('id', '=', reply)
    .execute();
  await workOff(app.platform, allWork(app.platform));
  const mailsBefore = (await app.call('GET', '/demo/mails')).body.length;

  const before = await everything();
  const outlook = await check('reviewer', idOf('colleague'));
  expect(outlook).toMatchObject({
    status: 200,
    body: {
      goes: 6,
      stays: [
        { reason: 'role_not_assignable', n: null },
        { reason: 'in_conflict', n: null },
        { reason: 'already_ongoing', n: null },
      ],
    },
  });
  // Names, titles and ids of applications are not for administrators.
  expect(JSON.stringify(outlook.body)).not.toMatch(/Waves|2026|CHECK|REV/);
  expect(await everything()).toEqual(before);

  const done = await handOn('reviewer', idOf('colleague'));
  expect(done).toMatchObject({ status: 200, body: outlook.body });
  const left = (await assignmentsOf('reviewer')).map(({ id }) => id).sort();
  expect(left).toEqual([conflicted, doubled, reply].sort());
  const gone = [assigned, accepted, triggered, ...others];
  const got = (await assignmentsOf('colleague')).filter(({ is_lead }) => is_lead);
  expect(got).toEqual(
    [given[0], given[1], given[2], given[5], given[6], given[7]].map((one) => ({
      id: expect.any(String),
      application_id: one?.applicationId,
      step_id: 'REV',
      status: 'assigned',
      is_lead: true,
      reason: null,
      deadline_at: new Date('2026-12-01T22:59:59.000Z'),
      assigner_id: idOf('pro'),
      role: 'scientific_reviewer',
    })),
  );
  const ended = await app.db
    .selectFrom('assignments')
    .select(['status', 'reason', 'is_lead'])
    .where('id', 'in', gone as string[])
    .execute();
  expect(ended).toEqual(
    gone.map(() => ({ status: 'revoked', reason: 'Leaves in December', is_lead: false })),
  );
  expect((await log()).slice(before.log.length)).toEqual([
    {
      actor_id: admin.userId,
      action: 'work_handed_on',
      subject_id: String(idOf('reviewer')),
      before: null,
      after: { successor: idOf('colleague'), n: 6 },
      reason: 'Leaves in December',
    },
  ]);
  const person = await app.call('GET', `/admin/people/${idOf('reviewer')}`, { token: admin.token });
  expect(person.body.changes[0]).toMatchObject({
    action: 'work_handed_on',
    successor: expect.stringMatching(/^colleague /),
  });

  // The successor is asked as if staff had assigned each, and reads by when.
  await workOff(app.platform, allWork(app.platform));
  const { body: mails } = await app.call('GET', '/demo/mails');
  const fresh = mails.slice(0, mails.length - mailsBefore) as { to: string; subject: string; text: string }[];
  expect(fresh.map(({ to }) => to)).toEqual(Array(6).fill(world.people.colleague.email));
  const due = fresh.find(({ text }) => text.includes(`/applications/${given[7]?.uid}?assignment=`));
  expect(due?.text).toContain('Due 01-12-2026 23:59 (Brussels time).');

  // The same again does what is left: nothing.
  const again = await handOn('reviewer', idOf('colleague'));
  expect(again.body).toMatchObject({ goes: 0 });
  expect((await log()).length).toBe(before.log.length + 1);
});

it('refuses a successor who cannot be one, and changes nothing', async () => {
  await reviews(1);
  const suspended = await app.login({ role: 'scientific_reviewer' });
  await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute();
  const before = await everything();
  for (const ask of [check, handOn]) {
    expect(await ask('reviewer', idOf('reviewer'))).toMatchObject({
      status: 422,
      body: { code: 'same_successor' },
    });
    for (const nobody of [suspended.userId, 99_999_999])
      expect(await ask('reviewer', nobody)).toMatchObject({
        status: 409,
        body: { code: 'successor_not_active' },
      });
    // The wrong role: all of it stays.
    expect(await ask('reviewer', idOf('stranger'))).toMatchObject({
      status: 200,
      body: { goes: 0, stays: [{ reason: 'role_not_assignable', n: null }] },
    });
    expect(await ask('otherPro', idOf('colleague'))).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_hand_on' },
    });
    for (const by of [world.people.pro, world.people.acChair])
      expect((await ask('reviewer', idOf('colleague'), by)).status).toBe(403);
  }
  expect(await everything()).toEqual(before);
});

it('takes all back if one of them cannot be written', async () => {
  const given = await reviews(3);
  await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.application_id = ${sql.lit(given[1]?.applicationId)} and new.status = 'assigned' then raise 'planted'; end if;
    return new; end $$`.execute(app.db);
  await sql`create trigger refuse_one before insert on assignments for each row execute function refuse_one()`.execute(
    app.db,
  );
  try {
    const before = await everything();
    expect((await handOn('reviewer', idOf('colleague'))).status).toBe(500);
    expect(await everything()).toEqual(before);
  } finally {
    await sql`drop function refuse_one cascade`.execute(app.db);
  }
  expect((await handOn('reviewer', idOf('colleague'))).body).toMatchObject({ goes: null, stays: [] });
});

it('hands each assignment on once, if two administrators do it at the same moment', async () => {
  const given = await reviews(2);
  const successors = [idOf('colleague'), (await app.login({ role: 'scientific_reviewer' })).userId];
  const answers = await Promise.all(successors.map((id) => handOn('reviewer', id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const open = await app.db
    .selectFrom('assignments')
    .select('owner_id')
    .where(
      'application_id',
      'in',
      given.map(({ applicationId }) => applicationId),
    )
    .where('status', '=', 'assigned')
    .execute();
  expect(new Set(open.map(({ owner_id }) => owner_id)).size).toBe(1);
  expect(open).toHaveLength(2);
});

it('leaves with its owner what evidence speaks against, and the own application of the successor', async () => {
  const given = await reviews(2);
  // Applicants of a call have a conflict of interest with its other applicants.
  await app.db
    .updateTable('applications')
    .set({ owner_id: idOf('colleague') })
    .where('id', '=', given[0]?.applicationId ?? 0)
    .execute();
  const before = await everything();
  const done = await handOn('reviewer', idOf('colleague'));
  expect(done).toMatchObject({
    status: 200,
    body: {
      goes: 0,
      stays: [
        { reason: 'own_application', n: null },
        { reason: 'in_conflict', n: null },
      ],
    },
  });
  expect(await everything()).toEqual(before);
});
