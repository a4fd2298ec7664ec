import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { verifyChanges } from '../../../platform/audit/verify-changes.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { createAccount, goodPassword, logInAs } from '../../../testing/accounts.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createProfileLists,
  createSurroundings,
} from '../../../testing/factories.ts';

let app: TestApp;
let admin: SignedIn;
let id: number;
let email: string;
let people = 0;

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  await createProfileLists(app.db);
  admin = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
});
afterAll(() => app.close());
beforeEach(async () => {
  people += 1;
  email = `subject${people}@example.org`;
  id = await createAccount(app, { email });
});

const ask = (method: string, path: string, body?: object, by = admin) =>
  app.call(method, `/admin/people/${id}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const done = { status: 200, body: { done: true } };

const row = () => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The log of changes about the person, and the outbox. */
const written = async () => ({
  changes: await app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'before', 'after', 'reason'])
    .where('subject_kind', '=', 'person')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute(),
  events: await app.db
    .selectFrom('events')
    .select(['type', 'actor_id', 'detail'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute(),
});
const change = (action: string, more: object = {}) => ({
  actor_id: admin.userId,
  action,
  before: null,
  after: null,
  reason: null,
  ...more,
});
const event = (type: string, detail = {}) => ({ type, actor_id: admin.userId, detail });
const mails = async () => {
  await workOff(app.platform, allWork(app.platform));
  const kept = await app.db
    .selectFrom('kept_mails')
    .select(['subject', 'text_body as text'])
    .where('recipient', '=', email)
    .orderBy('kept_at')
    .execute();
  return kept;
};

it('gives a role, which counts from the next request on', async () => {
  const { token } = await logInAs(app, email);
  const late = () => app.call('POST', '/users/invite', { token, body: { email: 'next@example.org' } });
  expect((await late()).status).toBe(403);
  expect(await ask('PUT', '/role', { role: 'pro', reason: ' Joins the office ' })).toMatchObject(done);
  expect((await late()).status).toBe(200);
  // The same once more changes nothing.
  expect(await ask('PUT', '/role', { role: 'pro', reason: 'Again' })).toMatchObject(done);
  expect((await row()).role).toBe('pro');
  expect(await written()).toEqual({
    changes: [
      change('role_given', { before: { role: 'user' }, after: { role: 'pro' }, reason: 'Joins the office' }),
    ],
    events: [event('role_given', { role: 'pro' })],
  });
});

it('keeps the last who can give every right, also when two demote each other at the same moment', async () => {
  const alone = await buildTestApp();
  try {
    const two = [await alone.login({ role: 'admin' }), await alone.login({ role: 'super_admin' })] as const;
    const [one, other] = two;
    await alone.db.updateTable('users').set({ role: 'super_admin' }).execute();
    const demote = (by: SignedIn, whom: SignedIn) =>
      alone.call('PUT', `/admin/people/${whom.userId}/role`, {
        token: by.token,
        body: { role: 'user', reason: 'Leaves' },
      });
    const lock = (by: SignedIn, whom: SignedIn) =>
      alone.call('PUT', `/admin/people/${whom.userId}/lock`, { token: by.token, body: { reason: 'Leaves' } });
    const answers = await Promise.all([demote(one, other), lock(other, one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await alone.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'super_admin')
      .where('status', '=', 'active')
      .execute();
    expect(left).toHaveLength(1);
  } finally {
    await alone.close();
  }
});

it('locks an account at once and says so, and unlocks it', async () => {
  const { token, cookie } = await logInAs(app, email);
  expect(await ask('PUT', '/lock', { reason: 'Sold the account' })).toMatchObject(done);
  expect((await app.call('GET', '/users/sessions', { token })).status).toBe(401);
  const renewed = await app.call('POST', '/users/refresh', {
    body: { app: 'user_portal' },
    headers: { cookie },
  });
  expect(renewed.status).toBe(401);
  expect((await logInAs(app, email)).answer.body.code).toBe('account_suspended');
  const [mail] = await mails();
  expect(mail?.subject).toContain('is locked');
  expect(mail?.text).toContain('You are logged out on\nall devices');
  expect(mail?.text).not.toContain('Sold the account');
  expect((await ask('GET', '')).body).toMatchObject({ state: 'locked', sessions: 0 });
  expect(await ask('PUT', '/lock', { reason: 'Again' })).toMatchObject({ status: 409 });
  expect(await ask('PUT', '/unlock', { reason: 'A mistake' })).toMatchObject(done);
  expect((await logInAs(app, email)).answer.status).toBe(200);
  expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
    mail?.subject,
    expect.stringContaining('is unlocked'),
  ]);
  expect(await written()).toEqual({
    changes: [change('locked', { reason: 'Sold the account' }), change('unlocked', { reason: 'A mistake' })],
    events: [event('account_suspended'), event('account_restored')],
  });
});

const noDays = { startsOn: null, endsOn: null };

it('adds and removes memberships', async () => {
  const centre = { kind: 'centre', id: 'north', part: 'representative' };
  const panel = { kind: 'panel', id: 'PE1', part: 'chair' };
  for (const membership of [centre, panel, panel])
    expect(await ask('POST', '/memberships', membership)).toMatchObject(done);
  expect((await ask('GET', '')).body.memberships).toEqual([
    { ...centre, name: 'Northern Centre', ...noDays },
    { ...panel, name: 'PE1', ...noDays },
  ]);
  expect(await ask('DELETE', '/memberships', centre)).toMatchObject(done);
  expect(await ask('DELETE', '/memberships', centre)).toMatchObject(done);
  expect((await ask('GET', '')).body.memberships).toEqual([{ ...panel, name: 'PE1', ...noDays }]);
  expect(await written()).toEqual({
    changes: [
      change('membership_added', { after: centre }),
      change('membership_added', { after: panel }),
      change('membership_removed', { before: centre }),
    ],
    events: [],
  });
});

it('sets mandate and fields of expertise', async () => {
  const mandate = { start: '2026-01-01', end: null, temporary: true };
  expect(await ask('PUT', '/mandate', mandate)).toMatchObject(done);
  expect(await ask('PUT', '/mandate', mandate)).toMatchObject(done);
  expect(await ask('PUT', '/fields', { fields: ['PE2', 'PE1'] })).toMatchObject(done);
  expect((await ask('GET', '')).body).toMatchObject({
    mandateStart: '2026-01-01',
    mandateEnd: null,
    temporary: true,
    fields: ['PE2', 'PE1'],
  });
  expect((await written()).changes).toEqual([
    change('mandate_changed', { before: { start: null, end: null, temporary: false }, after: mandate }),
    change('fields_changed', { before: { fields: [] }, after: { fields: ['PE2', 'PE1'] } }),
  ]);
});

it('tags people in one spelling, finds them by it, and says so in the log', async () => {
  await app.db
    .updateTable('users')
    .set({ tags: ['Tidal'] })
    .where('id', '=', admin.userId)
    .execute();
  for (const tag of [' tidal ', 'Tidal', 'Board'])
    expect(await ask('POST', '/tags', { tag })).toMatchObject(done);
  expect((await ask('GET', '')).body.tags).toEqual(['Board', 'Tidal']);
  const choices = await app.call('GET', '/admin/people/choices', { token: admin.token });
  expect(choices.body.tags).toEqual(['Board', 'Tidal']);
  const found = await app.call('POST', '/admin/people', { token: admin.token, body: { tag: 'Board' } });
  expect(found.body.data.map((person: { id: number }) => person.id)).toEqual([id]);
  expect(await ask('DELETE', '/tags', { tag: 'Board' })).toMatchObject(done);
  expect(await ask('DELETE', '/tags', { tag: 'Board' })).toMatchObject(done);
  expect((await written()).changes).toEqual([
    change('tag_added', { after: { tag: 'Tidal' } }),
    change('tag_added', { after: { tag: 'Board' } }),
    change('tag_removed', { before: { tag: 'Board' } }),
  ]);
  const many = Array.from({ length: 20 }, (_none, nth) => `tag ${nth}`);
  await app.db.updateTable('users').set({ tags: many }).where('id', '=', id).execute();
  expect(await ask('POST', '/tags', { tag: 'one more' })).toMatchObject({
    status: 422,
    body: { code: 'too_many_tags' },
  });
});

it('ends all sessions, and sends a link for a new password', async () => {
  const { token } = await logInAs(app, email);
  expect((await ask('GET', '')).body.sessions).toBe(1);
  expect(await ask('DELETE', '/sessions')).toMatchObject(done);
  expect((await app.call('GET', '/users/sessions', { token })).status).toBe(401);
  expect(await ask('DELETE', '/sessions')).toMatchObject(done);
  expect(await ask('POST', '/password-link', {})).toMatchObject(done);
  expect((await mails())[0]?.text).toContain('/auth/reset/');
  expect((await logInAs(app, email)).answer.status).toBe(200);
  expect(await written()).toEqual({
    changes: [change('sessions_ended', { before: { sessions: 1 } }), change('password_link_sent')],
    events: [event('password_reset_requested')],
  });
});

it('shows one person, their changes and what the reader may do, and no small numbers', async () => {
  await createDraft(app, (await createCall(app)).id, {
    token: (await logInAs(app, email)).token,
    userId: id,
  });
  await ask('PUT', '/role', { role: 'rapporteur', reason: 'Panel' });
  const { body } = await ask('GET', '');
  expect(body).toMatchObject({
    id,
    email,
    role: 'rapporteur',
    work: { applications: null, open: null, leads: null, done: null },
    whyNot: { change: null, giveRole: null, lock: null },
    changes: [
      {
        by: 'Ada Zuse',
        action: 'role_given',
        before: { role: 'user' },
        after: { role: 'rapporteur' },
        reason: 'Panel',
      },
    ],
  });
  const pro = await app.login({ role: 'pro', app: 'admin_portal' });
  const read = await ask('GET', '', undefined, pro);
  expect([read.status, read.body.whyNot.change]).toEqual([200, 'forbidden']);
  expect((await ask('PUT', '/lock', { reason: 'No' }, pro)).status).toBe(403);
});

const invite = (given: object[], role = 'user') =>
  app.call('POST', '/admin/invitations', { token: admin.token, body: { people: given, role } });
const idOf = async (address: string): Promise<number> =>
  (await app.db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirstOrThrow()).id;

it('invites people in a role, and leaves those in peace who have an account', async () => {
  const fresh = `fresh${people}@example.org`;
  const given = [
    { email: fresh, firstName: 'Zoë', lastName: 'Ruiz', role: 'rapporteur' },
    { email: fresh.toUpperCase() },
    { email },
  ];
  const above = await invite([{ email: `above${people}@example.org`, role: 'super_admin' }]);
  expect(above).toMatchObject({ status: 403, body: { code: 'role_above_own' } });
  const known = [{ email, state: 'active' }];
  const checked = await app.call('POST', '/admin/invitations/check', {
    token: admin.token,
    body: { people: given, role: 'rapporteur' },
  });
  expect(checked.body).toEqual({ invited: 1, known });
  const invited = (await invite(given)).body;
  expect((await invite(given)).body.invited).toEqual([]);
  id = await idOf(fresh);
  expect(invited).toEqual({ invited: [{ id, email: fresh }], known });
  email = fresh;
  const [mail] = await mails();
  const link = /\/auth\/invite\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(link).not.toBe('');
  expect(await ask('POST', '/invitation', {})).toMatchObject(done);
  expect(await mails()).toHaveLength(2);
  expect((await ask('GET', '')).body).toMatchObject({
    state: 'invited',
    invitation: { sentAt: '2026-11-21T12:00:00.000Z', endsAt: '2026-12-05T12:00:00.000Z' },
    role: 'rapporteur',
    firstName: 'Zoë',
  });
  expect(await ask('DELETE', '/invitation')).toMatchObject(done);
  expect((await ask('GET', '')).status).toBe(404);
  expect((await written()).changes).toEqual([
    change('invited', { after: { role: 'rapporteur' } }),
    change('invitation_sent_again'),
    change('invitation_withdrawn', { before: { role: 'rapporteur' } }),
  ]);
});

it('makes a link to hand over, shown once and stored as a hash, and only for people who wait for a password', async () => {
  const link = () => ask('POST', '/invitation-link', {});
  expect((await link()).body.code).toBe('account_not_invited');
  email = `handed${people}@example.org`;
  await invite([{ email }], 'admin');
  id = await idOf(email);
  // This needs the right to invite, and at least the rank of the invited person.
  for (const role of ['pro', 'eurohpc_admin'] as const) {
    const by = await app.login({ role, app: 'admin_portal' });
    expect((await ask('POST', '/invitation-link', {}, by)).status).toBe(403);
  }
  const first = (await link()).body;
  app.clock.advance(1_000);
  const { status, body } = await link();
  expect([status, body.days]).toEqual([200, 14]);
  const open = ({ link: address }: { link: string }) => {
    const token = JSON.parse(Buffer.from(address.replace(/.*\/auth\/invite\//, ''), 'base64url').toString());
    return app.call('PATCH', '/users/invite/password', {
      body: { ...token, password: goodPassword, acceptedTerms: true },
    });
  };
  const secret = Buffer.from(body.link.replace(/.*\//, ''), 'base64url').toString();
  const { token } = JSON.parse(secret);
  const stored = await sql<{ text: string }>`
    select string_agg(t::text, ' ') as text from (
      select m::text as t from mail_tokens m union all select c::text from configuration_changes c
      union all select e::text from events e) t`.execute(app.db);
  expect(stored.rows[0]?.text).not.toContain(token);
  expect((await open(first)).status).toBe(410);
  expect((await open(body)).status).toBe(200);
  expect((await open(body)).body.code).toBe('link_used');
  expect((await link()).body.code).toBe('account_not_invited');
  expect((await written()).changes).toEqual([
    change('invited', { after: { role: 'admin' } }),
    change('invitation_link_made'),
    change('invitation_link_made'),
  ]);
});

it('invites thousands, all or none', async () => {
  const many = Array.from({ length: 5_000 }, (_none, nth) => ({
    email: `many${nth}@example.org`,
    lastName: `No ${nth}`,
  }));
  const broken = await invite([...many.slice(1), { email: 'no address' }]);
  expect(broken.status).toBe(400);
  expect(await app.db.selectFrom('users').select('id').where('email', 'like', 'many%').execute()).toEqual([]);
  expect((await invite(many)).body).toMatchObject({ invited: { length: 5_000 }, known: [] });
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from events where type = 'user_invited'
    and user_id in (select id from users where email like 'many%')`.execute(app.db);
  expect(rows[0]?.count).toBe(5_000);
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
}, 60_000);

it('does not withdraw an invitation while work waits', async () => {
  const draft = await createDraft(app, (await createCall(app)).id, {
    token: (await logInAs(app, email, { password: goodPassword })).token,
    userId: id,
  });
  expect(draft.uid).not.toBe('');
  await app.db
    .updateTable('users')
    .set({ status: 'locked', password_hash: null })
    .where('id', '=', id)
    .execute();
  expect(await ask('DELETE', '/invitation')).toMatchObject({ status: 409, body: { code: 'work_waits' } });
});

it('lists and exports what administrators changed, by who, what, when and whom', async () => {
  const other = await app.login({ role: 'super_admin', firstName: 'Grace', lastName: 'Hopper' });
  await ask('PUT', '/role', { role: 'pro', reason: 'Joins' });
  await ask('PUT', '/lock', { reason: '=1+1' }, other);
  const search = async (body: object) =>
    (await app.call('POST', '/admin/changes', { token: admin.token, body })).body;
  const mine = await search({ search: email });
  expect(mine).toMatchObject({
    total: 2,
    data: [
      { by: 'Grace Hopper', action: 'locked', subject: { id: String(id) }, reason: '=1+1' },
      { by: 'Ada Zuse', action: 'role_given', before: { role: 'user' }, after: { role: 'pro' } },
    ],
  });
  expect((await search({ search: `${email} hopper` })).total).toBe(1);
  expect((await search({ search: email, action: 'role_given' })).total).toBe(1);
  expect((await search({ search: email, period: 'week', page: 1, pageSize: 1 })).data).toHaveLength(1);
  app.clock.advance(8 * 24 * 3_600_000);
  expect((await search({ search: email, period: 'week' })).total).toBe(0);
  const file = await app.call('POST', '/admin/changes/export', {
    token: admin.token,
    body: { search: email, format: 'csv' },
  });
  const lines = String(file.body).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain("'=1+1");
  const pro = await app.login({ role: 'pro', app: 'admin_portal' });
  expect((await app.call('POST', '/admin/changes', { token: pro.token, body: {} })).status).toBe(200);
  const programme = await app.login({ role: 'eurohpc_admin' });
  expect((await app.call('POST', '/admin/changes', { token: programme.token, body: {} })).status).toBe(403);
});
