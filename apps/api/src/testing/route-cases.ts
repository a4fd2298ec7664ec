import { randomUUID } from 'node:crypto';
import { defaultLegalVersions } from '@clearcall/domain/organisation/retention.ts';
import { leaveToken, secretOfList } from '../across/mailing-list/token.ts';
import { newToken, tokenHash } from '../platform/auth/tokens.ts';
import { createAccount, goodPassword, logInAs } from './accounts.ts';
import { administrationCases } from './administration-cases.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { callCases } from './call-cases.ts';
import { callDraftCases } from './call-draft-cases.ts';
import { createCall, createCallDocument, pdfOf, uploadChecked, uploadOf } from './factories.ts';
import { listCases } from './list-cases.ts';
import { organisationCases } from './organisation-cases.ts';
import { createPanelWork } from './panel-work.ts';
import {
  changed,
  type Good,
  newKey,
  nobodysNumber,
  nobodysUid,
  nobodysUuid,
  type RouteCase,
} from './route-case.ts';
import type { Draft, World } from './route-world.ts';
import { runningCases } from './running-cases.ts';
import { workflowCases } from './workflow-cases.ts';

let people = 0;
let made = 0;
const freshEmail = (): string => {
  people += 1;
  return `walker${people}@example.org`;
};

async function account(world: World, status: 'active' | 'locked' = 'active') {
  const email = freshEmail();
  return { email, userId: await createAccount(world.test, { email, status }) };
}

async function mailedToken(
  world: World,
  purpose: 'confirm_account' | 'reset_password' | 'invite' | 'change_email',
  minutes: number,
) {
  const waits = purpose === 'confirm_account' || purpose === 'invite';
  const { email: own, userId } = await account(world, waits ? 'locked' : 'active');
  const email = purpose === 'change_email' ? freshEmail() : own;
  const token = `token-of-${email}`;
  const now = world.test.platform.now();
  const { db } = world.test;
  const registration = await db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (purpose === 'change_email')
    await db.updateTable('users').set({ wanted_email: email }).where('id', '=', userId).execute();
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash(token),
      purpose,
      user_id: userId,
      email,
      registration_id: purpose === 'confirm_account' ? (registration?.id ?? null) : null,
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute();
  return purpose === 'change_email' ? { id: userId, email, token } : { email, token };
}

/** The owner of the world with a password, which `login` gives nobody. */
async function ownerWithPassword(world: World): Promise<void> {
  const { email } = await account(world);
  await world.test.db
    .updateTable('users')
    .set((row) => ({
      password_hash: row
        .selectFrom('users as other')
        .select('other.password_hash')
        .where('other.email', '=', email),
    }))
    .where('id', '=', world.owner.userId)
    .execute();
}

/** A moment behind what the clock of the demonstration shows: what is open for the others stays open. */
const soon = async ({ call }: World['test']): Promise<string> =>
  new Date(Date.parse((await call('GET', '/demo/clock')).body.now) + 1).toISOString();

async function linkOutOfList(world: World): Promise<string> {
  const { userId } = await account(world);
  return leaveToken(await secretOfList(world.test.db), userId);
}

const oneClick = (raw = 'List-Unsubscribe=One-Click') => ({
  raw,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

async function registration(world: World) {
  const { body } = await world.test.call('POST', '/users/challenge', { body: {} });
  const { angle } = await world.test.db
    .selectFrom('human_challenges')
    .select('angle')
    .where('id', '=', body.challengeId)
    .executeTakeFirstOrThrow();
  return {
    firstName: 'Zoë',
    lastName: 'Ångström',
    email: freshEmail(),
    password: goodPassword,
    challengeId: body.challengeId,
    answer: String(360 - (angle ?? 0)),
    acceptedTerms: true,
  };
}

async function sessionCookie(world: World): Promise<Good> {
  const { email } = await account(world);
  const { cookie } = await logInAs(world.test, email);
  return { body: { app: 'user_portal' }, headers: { cookie } };
}

/** A passkey of somebody, written straight into the database by the way of the API. */
async function passkeyOf(world: World, token: string): Promise<Authenticator> {
  const authenticator = createAuthenticator();
  const begun = await world.test.call('POST', '/users/passkeys/options', { token, body: {} });
  const response = authenticator.make(begun.body.options);
  const body = { key: begun.body.key, name: 'Laptop', response };
  const { status } = await world.test.call('POST', '/users/passkeys', { token, body });
  if (status !== 200) throw new Error('no passkey');
  return authenticator;
}

/** Somebody with a password and a passkey. */
async function passkeyHolder(world: World) {
  const { email, userId } = await account(world);
  const { token } = await logInAs(world.test, email);
  return { email, userId, token, authenticator: await passkeyOf(world, token) };
}

async function challenge(world: World) {
  const { body } = await world.test.call('POST', '/users/passkeys/challenge', { body: {} });
  return body as { key: string; options: { challenge: string } };
}

/** An identity of the owner, with one more to spare. */
async function identity(world: World): Promise<Good> {
  const rows = [0, 1].map(() => ({
    id: world.test.platform.newId(),
    user_id: world.owner.userId,
    provider: 'test',
    issuer: 'https://id.example',
    subject: newToken(),
    created_at: world.test.platform.now(),
  }));
  await world.test.db.insertInto('identities').values(rows).execute();
  return { params: { id: rows[0]?.id ?? '' } };
}

/** A browser that came back from a provider with a proven address. */
async function providerGuest(world: World): Promise<Good> {
  const browser = newToken();
  const now = world.test.platform.now();
  await world.test.db
    .insertInto('sign_in_steps')
    .values({
      key_hash: tokenHash(`registration ${browser}`),
      purpose: 'registration',
      detail: JSON.stringify({
        provider: 'test',
        issuer: 'https://id.example',
        subject: browser,
        firstName: '',
        lastName: '',
        email: freshEmail(),
        emailProven: true,
      }),
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute();
  return { headers: { cookie: `clearcall_provider=${browser}` } };
}

const nobodysKey = 'a'.repeat(43);

interface Given {
  element: string;
  values: string[];
  group?: string | null;
  revision?: number;
}
const item = ({ element, values, group = null, revision = 0 }: Given) => ({
  flowElementId: element,
  dataGroupId: group,
  input: { values },
  revision,
});
const saving = (...items: Given[]) => ({ data: items.map(item), newGroups: [] });
const savesBadly =
  (...items: Given[]) =>
  () => ({ body: saving(...items) });

async function save(world: World, draft: Draft, body: unknown): Promise<void> {
  const path = `/v2/assignments/${draft.assignmentId}/save`;
  const { status, body: output } = await world.test.call('PUT', path, { token: world.owner.token, body });
  if (status !== 200) throw new Error(`not saved: ${JSON.stringify(output)}`);
}

async function uploaded(world: World) {
  const draft = await world.draft();
  const form = uploadOf(await pdfOf(1), { elementId: 'case' });
  const { status, body } = await uploadChecked(world.test, { ...draft, token: world.owner.token }, form);
  if (status !== 200) throw new Error(`not uploaded: ${JSON.stringify(body)}`);
  return { id: draft.assignmentId, uploadId: String(body.document.id) };
}

async function submitted(world: World): Promise<Draft> {
  const draft = await world.draft();
  const path = `/v2/assignments/${draft.assignmentId}/submit`;
  const body = saving({ element: 'title', values: ['A title'] });
  await world.test.call('PUT', path, { token: world.owner.token, body });
  return draft;
}

/** A further session of somebody, by its family. */
async function sessionOf(world: World, userId: number, state: 'open' | 'over' = 'open'): Promise<string> {
  const { newId, now } = world.test.platform;
  const id = newId();
  await world.test.db
    .insertInto('sessions')
    .values({
      id,
      family_id: id,
      user_id: userId,
      app: 'user_portal',
      refresh_hash: tokenHash(`refresh ${id}`),
      access_hash: tokenHash(`access ${id}`),
      access_expires_at: now(),
      created_at: now(),
      expires_at: new Date(now().getTime() + 60_000),
      ended_at: state === 'over' ? now() : null,
    })
    .execute();
  return id;
}

/** A report that was made for the peer review officer. */
async function madeReport({ test, pro, openCallId }: World): Promise<Good> {
  const { platform, db } = test;
  const id = platform.newId();
  const stored = await platform.files.put(Buffer.from('Application ID'));
  await db
    .insertInto('reports')
    .values({
      id,
      call_id: openCallId,
      user_id: pro.userId,
      format: 'csv',
      state: 'made',
      requested_at: platform.now(),
      made_at: platform.now(),
      applications: 0,
      filename: 'applications.csv',
      size_bytes: stored.sizeBytes,
      storage_key: stored.key,
    })
    .execute();
  return { params: { reportId: id } };
}

let archivedCount = 0;
/** An archived application whose contact is the owner, with a file. */
async function archived({ test, owner }: World): Promise<{ recordId: number; fileId: string }> {
  const { platform, db } = test;
  archivedCount += 1;
  const regular = { contact_name: 'Person', contact_email: owner.email };
  const call = { name: 'Call', machines: [], machinePreparatory: [] };
  const { id: recordId } = await db
    .insertInto('legacy_records')
    .values({
      number: `2010RA${archivedCount}`,
      submitted: true,
      call_name: call.name,
      emails: [owner.email],
      record: JSON.stringify({ call, regular, preparatory: null, fields: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fileId = platform.newId();
  const stored = await platform.files.put(await pdfOf(1));
  await db
    .insertInto('legacy_files')
    .values({
      id: fileId,
      record_id: recordId,
      filename: 'scope.pdf',
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
      storage_key: stored.key,
    })
    .execute();
  return { recordId, fileId };
}

/** What is asked for as a PDF that nobody has asked for before. */
const printed = {
  statements: 6,
  moreBecause: 'what stands in it is read, one of it is looked for, asked for, and its job added',
  bad: [
    ['for longer than the call waits', 400, () => ({ query: '?wait=11' })],
    ['for less than nothing', 400, () => ({ query: '?wait=-1' })],
    ['for how long nobody knows', 400, () => ({ query: '?wait=long' })],
  ],
} satisfies Partial<RouteCase>;
const inDraft = async (world: World): Promise<Good> => ({ params: { id: (await world.draft()).uid } });
const late = async (world: World): Promise<Good> => ({
  params: { id: (await world.lateDraft()).assignmentId },
});
const after = async (world: World): Promise<Good> => ({
  params: { id: (await submitted(world)).assignmentId },
});
const foreignUuid = { id: nobodysUuid };

const upload = (bytes: Uint8Array<ArrayBuffer>, elementId = 'case', groupId?: string): Good => ({
  form: uploadOf(bytes, { elementId, ...(groupId === undefined ? {} : { groupId }) }),
});
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text));

/** A note that one of the staff made about a submitted application. */
async function noted(world: World): Promise<{ id: string; noteId: string }> {
  const { uid } = await submitted(world);
  const { body } = await world.test.call('POST', `/v2/applications/${uid}/notes`, {
    token: world.pro.token,
    body: { text: 'Waits for a letter.' },
  });
  return { id: uid, noteId: body.id };
}
const wrongRow = '0190a0a0-0000-7000-8000-00000000beef';

const viewNamed = (name: string) => ({ name, searchBy: [], columns: ['id', 'status'], isDefault: false });
/** A view of the owner, by its id. */
async function savedView({ test, owner }: World, name: string): Promise<string> {
  const id = randomUUID();
  await test.call('PUT', `/v2/views/${id}`, { token: owner.token, body: viewNamed(name) });
  return id;
}

/** A row for every operation of the contract; the walk fails without. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /health': { good: () => ({}), statements: 1, bad: [] },
  'GET /time': { good: () => ({}), statements: 1, bad: [] },
  'PUT /mailing-list': {
    good: async (world) => ({ body: { token: await linkOutOfList(world), accept: false } }),
    statements: 2,
    bad: [['no link of ours', 410, (_world, good) => changed(good, { token: 'A'.repeat(40) })]],
  },
  'POST /mailing-list/:token': {
    good: async (world) => ({ params: { token: await linkOutOfList(world) }, ...oneClick() }),
    statements: 2,
    bad: [
      ['no link of ours', 410, () => ({ params: { token: 'A'.repeat(40) }, ...oneClick() })],
      ['another field', 400, (_world, good) => ({ ...good, ...oneClick('List-Unsubscribe=Later') })],
      ['nothing', 400, (_world, good) => ({ ...good, ...oneClick('') })],
      [
        'JSON',
        415,
        (_world, good) => ({ ...good, raw: '{}', headers: { 'content-type': 'application/json' } }),
      ],
    ],
  },
  'GET /demo/clock': { good: () => ({}), statements: 1, bad: [] },
  'POST /demo/clock': {
    good: async ({ test }) => ({ body: { to: await soon(test) } }),
    statements: 1,
    bad: [
      ['no instant', 400, () => ({ body: { to: 'tomorrow' } })],
      ['a day alone', 400, () => ({ body: { to: '2026-12-01' } })],
      ['a day that does not exist', 400, () => ({ body: { to: '2027-02-30T12:00:00Z' } })],
      ['a time that has been', 409, () => ({ body: { to: '2026-11-21T11:59:59.999Z' } })],
      ['a time long before', 409, () => ({ body: { to: '0000-01-01T00:00:00Z' } })],
      ['more than ten years ahead', 422, () => ({ body: { to: '2036-11-21T12:00:00.001Z' } })],
      ['the end of time', 422, () => ({ body: { to: '9999-12-31T23:59:59-23:59' } })],
    ],
  },
  'GET /demo/mails': {
    good: () => ({ query: '?to=ana@example.org' }),
    statements: 1,
    bad: [['an address without end', 400, () => ({ query: `?to=${'a'.repeat(255)}` })]],
  },

  'POST /users/login': {
    good: async (world) => ({
      body: { email: (await account(world)).email, password: goodPassword, app: 'user_portal' },
    }),
    statements: 5,
    counts: ['tallies'],
    bad: [
      ['a wrong password', 401, (_world, good) => changed(good, { password: 'Wrong-password-1' })],
      ['an unknown address', 401, (_world, good) => changed(good, { email: 'nobody@example.org' })],
      ['another application', 400, (_world, good) => changed(good, { app: 'mobile' })],
      ['the other portal', 403, (_world, good) => changed(good, { app: 'admin_portal' })],
    ],
  },
  'POST /users/refresh': {
    good: sessionCookie,
    statements: 5,
    bad: [
      ['no cookie', 401, () => ({ headers: {} })],
      ['a made-up cookie', 401, (_world, good) => ({ headers: { cookie: `${good.headers?.cookie}x` } })],
      ['the other portal', 401, (_world, good) => changed(good, { app: 'admin_portal' })],
    ],
  },
  'POST /users/logout': {
    good: sessionCookie,
    statements: 5,
    bad: [
      ['another application', 400, (_world, good) => changed(good, { app: '' })],
      ['a session without a name', 400, (_world, good) => changed(good, { of: 'A'.repeat(64) })],
    ],
  },
  'POST /users/challenge': { good: () => ({ body: {} }), statements: 1, bad: [] },
  'POST /users/challenge/code': {
    good: () => ({ body: { email: freshEmail() } }),
    statements: 3,
    bad: [['no address', 400, () => ({ body: { email: 'ana at example' } })]],
  },
  'PUT /users/register': {
    good: async (world) => ({ body: await registration(world) }),
    statements: 5,
    counts: ['human_challenges', 'tallies'],
    bad: [
      ['no consent', 400, (_world, good) => changed(good, { acceptedTerms: false })],
      ['a weak password', 422, (_world, good) => changed(good, { password: 'short' })],
      ['a common password', 422, (_world, good) => changed(good, { password: 'Password123!' })],
      ['no address', 400, (_world, good) => changed(good, { email: 'a@b@c' })],
      ['a name of nothing', 400, (_world, good) => changed(good, { firstName: ' \u00ad\u200b ' })],
      ['a wrong answer', 422, (_world, good) => changed(good, { answer: '0' })],
      ['an unknown check', 422, (_world, good) => changed(good, { challengeId: nobodysUuid })],
    ],
  },
  'POST /users/register/confirmation': {
    good: async (world) => ({ body: await mailedToken(world, 'confirm_account', 10) }),
    statements: 7,
    moreBecause: 'the person is held before sessions end, and every open link is voided',
    bad: [
      ['a password', 400, (_world, good) => changed(good, { password: goodPassword })],
      ['another token', 410, (_world, good) => changed(good, { token: 'x' })],
      ['somebody else’s address', 410, (world, good) => changed(good, { email: world.owner.email })],
    ],
  },
  'POST /users/register/resend': {
    good: async (world) => ({ body: { email: (await account(world, 'locked')).email } }),
    statements: 3,
    bad: [['no address', 400, () => ({ body: { email: '' } })]],
  },
  'POST /users/forgot': {
    good: async (world) => ({ body: { email: (await account(world)).email } }),
    statements: 3,
    bad: [['no address', 400, () => ({ body: { email: '@' } })]],
  },
  'POST /users/links/check': {
    good: async (world) => ({
      body: { ...(await mailedToken(world, 'reset_password', 10)), purpose: 'reset_password' },
    }),
    statements: 1,
    bad: [
      ['another token', 410, (_world, good) => changed(good, { token: 'x' })],
      ['another purpose', 410, (_world, good) => changed(good, { purpose: 'invite' })],
      ['somebody else’s address', 410, (world, good) => changed(good, { email: world.owner.email })],
      ['no purpose that there is', 400, (_world, good) => changed(good, { purpose: 'log_in' })],
    ],
  },
  'PATCH /users/reset': {
    good: async (world) => ({
      body: { ...(await mailedToken(world, 'reset_password', 10)), password: 'Another-Moon-2026' },
    }),
    statements: 9,
    moreBecause: 'the person is held before sessions end, and every link that is open is voided',
    bad: [
      ['another token', 410, (_world, good) => changed(good, { token: 'x' })],
      ['a weak password', 422, (_world, good) => changed(good, { password: 'a' })],
      ['somebody else’s address', 410, (world, good) => changed(good, { email: world.owner.email })],
    ],
  },
  'PATCH /users/email': {
    good: async (world) => {
      await ownerWithPassword(world);
      return { body: { email: freshEmail(), password: goodPassword } };
    },
    statements: 8,
    moreBecause:
      'the attempt is counted, the password looked up and the count forgotten before anything is written',
    counts: ['tallies'],
    bad: [
      ['a wrong password', 422, (_world, good) => changed(good, { password: 'Wrong-password-1' })],
      ['no address', 400, (_world, good) => changed(good, { email: 'a@b@c' })],
      ['the own address', 400, (world, good) => changed(good, { email: world.owner.email.toUpperCase() })],
    ],
  },
  'POST /users/email/confirmation': {
    good: async (world) => ({ body: await mailedToken(world, 'change_email', 10) }),
    statements: 10,
    moreBecause:
      'an account that nobody confirmed gives way, the person is held before sessions end, and every open link is voided',
    bad: [
      ['a password', 400, (_world, good) => changed(good, { password: goodPassword })],
      ['another token', 410, (_world, good) => changed(good, { token: 'x' })],
      ['somebody else’s id', 410, (world, good) => changed(good, { id: world.owner.userId })],
      ['another address', 410, (world, good) => changed(good, { email: world.owner.email })],
      ['no id', 400, (_world, good) => changed(good, { id: undefined })],
    ],
  },
  'PATCH /users/password': {
    good: async (world) => {
      await ownerWithPassword(world);
      const newPassword = 'Another-Moon-2026';
      return { body: { oldPassword: goodPassword, newPassword, verifyPassword: newPassword } };
    },
    statements: 10,
    moreBecause:
      'the attempt is counted, the password looked up and the count forgotten before anything is written',
    counts: ['tallies'],
    bad: [
      ['a wrong password', 422, (_world, good) => changed(good, { oldPassword: 'Wrong-password-1' })],
      ['a weak password', 422, (_world, good) => changed(good, { newPassword: 'a', verifyPassword: 'a' })],
      ['two passwords', 400, (_world, good) => changed(good, { verifyPassword: 'Another-Moon-2027' })],
    ],
  },
  'POST /users/invite': {
    caller: 'pro',
    good: () => ({ body: { email: freshEmail(), firstName: 'Zoë' } }),
    statements: 4,
    bad: [
      ['no address', 400, (_world, good) => changed(good, { email: 'a@b@c' })],
      [
        'an account that was closed',
        409,
        async (world, good) => {
          const email = freshEmail();
          await createAccount(world.test, { email, status: 'closed' });
          return changed(good, { email });
        },
      ],
    ],
    counts: ['tallies'],
  },
  'PATCH /users/invite/password': {
    good: async (world) => ({
      body: {
        ...(await mailedToken(world, 'invite', 10)),
        password: 'Another-Moon-2026',
        acceptedTerms: true,
      },
    }),
    statements: 8,
    moreBecause: 'the person is held before sessions end, and every link that is open is voided',
    bad: [
      ['another token', 410, (_world, good) => changed(good, { token: 'x' })],
      ['a weak password', 422, (_world, good) => changed(good, { password: 'a' })],
      ['no consent', 400, (_world, good) => changed(good, { acceptedTerms: false })],
      ['somebody else’s address', 410, (world, good) => changed(good, { email: world.owner.email })],
    ],
  },
  'GET /users/roles': { good: () => ({}), statements: 1, bad: [] },
  'GET /users/:id': {
    good: (world) => ({ params: { id: world.owner.userId } }),
    statements: 2,
    bad: [],
    foreign: nobodysNumber,
  },
  'PATCH /users/:id': {
    good: (world) => ({
      params: { id: world.owner.userId },
      body: {
        firstName: 'Zoë',
        title: 'Dr.',
        fields: ['PE1'],
        isReviewer: true,
        website: 'https://example.org',
      },
    }),
    statements: 5,
    bad: [
      ['the role', 400, (_world, good) => changed(good, { role: 'admin' })],
      ['the e-mail address', 400, (_world, good) => changed(good, { email: 'x@example.org' })],
      ['what staff set', 400, (_world, good) => changed(good, { temporary: true })],
      ['a title that is not offered', 400, (_world, good) => changed(good, { title: 'Lord' })],
      ['no name', 400, (_world, good) => changed(good, { firstName: ' ' })],
      ['four fields', 400, (_world, good) => changed(good, { fields: ['PE1', 'PE2', 'PE3', 'LS1'] })],
      ['the same field twice', 400, (_world, good) => changed(good, { fields: ['PE1', 'PE1'] })],
      ['a day that is none', 400, (_world, good) => changed(good, { dateOfBirth: '1984-02-31' })],
      ['a script for an address', 400, (_world, good) => changed(good, { website: 'javascript:alert(1)' })],
      ['a mistyped IBAN', 400, (_world, good) => changed(good, { iban: 'BE68539007547035' })],
    ],
    foreign: nobodysNumber,
  },

  'GET /users/sessions': { good: () => ({}), statements: 2, bad: [] },
  'DELETE /users/sessions': { good: () => ({}), statements: 3, bad: [] },
  'DELETE /users/sessions/:id': {
    good: async (world) => ({ params: { id: await sessionOf(world, world.owner.userId) } }),
    statements: 3,
    bad: [
      [
        'one that is over',
        404,
        async (world) => ({ params: { id: await sessionOf(world, world.owner.userId, 'over') } }),
      ],
    ],
    foreign: foreignUuid,
  },
  'POST /users': {
    good: (world) => ({ body: [world.owner.userId, world.stranger.userId] }),
    statements: 2,
    bad: [
      ['nobody', 400, () => ({ body: [] })],
      ['a text', 400, () => ({ body: ['1'] })],
      ['a fraction', 400, () => ({ body: [1.5] })],
      ['a number beyond all', 400, () => ({ body: [1e300] })],
      ['too many', 400, () => ({ body: Array.from({ length: 201 }, (_none, at) => at + 1) })],
    ],
  },
  'GET /users/application/:id': { good: inDraft, statements: 2, bad: [], foreign: nobodysUid },
  'POST /users/suggestions': {
    good: async (world) => ({
      body: {
        search: 'nobody',
        roles: ['scientific_reviewer'],
        applicationId: (await createPanelWork(world.test, world.owner.userId)).uid,
        page: 0,
        pageSize: 20,
      },
    }),
    statements: 3,
    bad: [
      ['an unknown role', 400, (_world, good) => changed(good, { roles: ['emperor'] })],
      ['a page before the first', 400, (_world, good) => changed(good, { page: -1 })],
      ['a page of nothing', 400, (_world, good) => changed(good, { pageSize: 0 })],
      ['a page without end', 400, (_world, good) => changed(good, { pageSize: 101 })],
      [
        'an application that is not there',
        404,
        (_world, good) => changed(good, { applicationId: 99_999_999 }),
      ],
    ],
  },

  'GET /v2/privacy': { good: () => ({}), statements: 0, bad: [] },
  'GET /users/:id/consents': {
    good: (world) => ({ params: { id: world.owner.userId } }),
    statements: 2,
    bad: [],
    foreign: nobodysNumber,
  },
  'POST /users/:id/consents': {
    good: (world) => ({
      params: { id: world.owner.userId },
      body: { data: [{ subject: 'terms', wording: defaultLegalVersions.terms }] },
    }),
    statements: 3,
    bad: [
      ['nothing', 400, (_world, good) => changed(good, { data: [] })],
      [
        'the mailing list',
        400,
        (_world, good) => changed(good, { data: [{ subject: 'mailing_list', wording: '1' }] }),
      ],
      [
        'a text of before',
        409,
        (_world, good) => changed(good, { data: [{ subject: 'terms', wording: '2020-01' }] }),
      ],
    ],
    foreign: nobodysNumber,
  },

  'GET /users/:id/data': {
    // Whoever walks here has more applications with each step.
    good: async (world) => {
      const { userId, token } = await world.test.login();
      return { params: { id: userId }, by: token };
    },
    statements: 56,
    moreBecause: 'reads each own application through its own way out, and each table that names people',
    bad: [],
    foreign: nobodysNumber,
  },
  'DELETE /users/:id': {
    // Somebody new each time: nobody walks on with an account that is gone.
    good: async (world) => {
      const { userId, token } = await world.test.login();
      return { params: { id: userId }, body: { confirmation: 'DELETE' }, by: token };
    },
    statements: 40,
    moreBecause: 'touches each table that names people',
    bad: [['another word', 400, (_world, good) => changed(good, { confirmation: 'delete' })]],
    foreign: nobodysNumber,
  },
  'GET /users/providers': { good: () => ({}), statements: 0, bad: [] },
  'GET /users/oidc/:provider': {
    good: () => ({ params: { provider: 'test' }, query: '?return=/profile' }),
    statements: 1,
    bad: [
      ['an unknown provider', 404, () => ({ params: { provider: 'nobody' } })],
      ['another application', 400, () => ({ query: '?app=mobile' })],
    ],
  },
  'GET /users/oidc/:provider/callback': {
    good: () => ({ params: { provider: 'test' }, query: '?code=a&state=b' }),
    statements: 1,
    bad: [],
  },
  'GET /users/provider-registration': {
    good: providerGuest,
    statements: 1,
    bad: [
      ['no cookie', 410, () => ({ headers: {} })],
      ['another browser', 410, () => ({ headers: { cookie: `clearcall_provider=${nobodysKey}` } })],
    ],
  },
  'POST /users/provider-registration/code': {
    good: async (world) => ({ ...(await providerGuest(world)), body: { email: freshEmail() } }),
    statements: 4,
    bad: [
      ['no address', 400, () => ({ body: { email: 'ana at example' } })],
      ['another browser', 410, () => ({ headers: {} })],
    ],
  },
  'POST /users/provider-registration': {
    good: async (world) => ({
      ...(await providerGuest(world)),
      body: { firstName: 'Zoë', lastName: 'Ångström', acceptedTerms: true },
    }),
    statements: 7,
    moreBecause: 'makes a user with an identity and opens a session',
    bad: [
      ['no consent', 400, (_world, good) => changed(good, { acceptedTerms: false })],
      ['a name of nothing', 400, (_world, good) => changed(good, { firstName: ' \u200a ' })],
      ['another browser', 410, () => ({ headers: {} })],
    ],
  },
  'POST /users/oidc/:provider/link': {
    good: () => ({ params: { provider: 'test' }, body: {} }),
    statements: 3,
    bad: [['an unknown provider', 404, () => ({ params: { provider: 'nobody' } })]],
    everybodys: true,
  },
  'POST /users/oidc/:provider/reauthenticate': {
    good: async (world) => {
      await identity(world);
      return { params: { provider: 'test' }, body: {} };
    },
    statements: 3,
    bad: [],
    foreign: { provider: 'nobody' },
  },
  'GET /users/sign-in': { good: () => ({}), statements: 2, bad: [] },
  'DELETE /users/identities/:id': {
    good: identity,
    statements: 6,
    moreBecause: 'holds the account and counts its ways before one of them goes',
    bad: [],
    foreign: foreignUuid,
  },
  'POST /users/passkeys/challenge': { good: () => ({ body: {} }), statements: 1, bad: [] },
  'POST /users/login/passkey': {
    good: async (world) => {
      const { authenticator } = await passkeyHolder(world);
      const { key, options } = await challenge(world);
      return { body: { key, response: authenticator.use(options), app: 'user_portal' } };
    },
    statements: 5,
    // A challenge can be answered once, rightly or not.
    counts: ['sign_in_steps'],
    bad: [
      ['an unknown challenge', 410, (_world, good) => changed(good, { key: nobodysKey })],
      [
        'an unknown passkey',
        403,
        async (world, good) => {
          const { key, options } = await challenge(world);
          return changed(good, { key, response: createAuthenticator().use(options) });
        },
      ],
      [
        'the answer to another challenge',
        403,
        async (world, good) => changed(good, { key: (await challenge(world)).key }),
      ],
    ],
  },
  'POST /users/login/second': {
    good: async (world) => {
      const { email, token, authenticator } = await passkeyHolder(world);
      await world.test.call('PUT', '/users/second-factor', { token, body: { on: true } });
      const { answer } = await logInAs(world.test, email);
      const { key, options } = answer.body.secondFactor;
      return { body: { key, response: authenticator.use(options), app: 'user_portal' } };
    },
    statements: 5,
    counts: ['sign_in_steps'],
    bad: [
      ['an unknown challenge', 410, (_world, good) => changed(good, { key: nobodysKey })],
      ['neither passkey nor code', 400, (_world, good) => changed(good, { response: undefined })],
      ['both', 400, (_world, good) => changed(good, { recoveryCode: 'AAAA' })],
      ['a wrong code', 422, (_world, good) => changed(good, { response: undefined, recoveryCode: 'AAAA' })],
      ['the other portal', 410, (_world, good) => changed(good, { app: 'admin_portal' })],
    ],
  },
  'POST /users/passkeys/options': { good: () => ({ body: {} }), statements: 4, bad: [] },
  'POST /users/passkeys': {
    good: async (world) => {
      const token = world.owner.token;
      const begun = await world.test.call('POST', '/users/passkeys/options', { token, body: {} });
      const response = createAuthenticator().make(begun.body.options);
      return { body: { key: begun.body.key, name: 'Laptop', response } };
    },
    statements: 6,
    moreBecause: 'counts the passkeys with the account held before one is added',
    counts: ['sign_in_steps'],
    bad: [
      ['a name of nothing', 400, (_world, good) => changed(good, { name: ' \u200a ' })],
      ['an unknown challenge', 410, (_world, good) => changed(good, { key: nobodysKey })],
    ],
  },
  'DELETE /users/passkeys/:id': {
    good: async (world) => {
      await passkeyOf(world, world.owner.token);
      await identity(world);
      const { body } = await world.test.call('GET', '/users/sign-in', { token: world.owner.token });
      return { params: { id: body.passkeys.at(-1).id } };
    },
    statements: 7,
    moreBecause:
      'holds the account and counts its ways before one of them goes, and its second factor with the last',
    bad: [],
    foreign: foreignUuid,
  },
  'PUT /users/second-factor': {
    good: () => ({ body: { on: false } }),
    statements: 4,
    bad: [],
  },
  'POST /users/recovery-codes': {
    good: async (world) => {
      await world.test.db
        .insertInto('second_factors')
        .values({ user_id: world.owner.userId, since: world.test.platform.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { body: {} };
    },
    statements: 6,
    moreBecause: 'puts new codes in the place of the old ones',
    bad: [],
  },
  'POST /users/reauthenticate': {
    good: async (world) => {
      const authenticator = await passkeyOf(world, world.owner.token);
      const { key, options } = await challenge(world);
      return { body: { passkey: { key, response: authenticator.use(options) } } };
    },
    statements: 5,
    counts: ['sign_in_steps', 'tallies'],
    bad: [
      ['neither password nor passkey', 400, () => ({ body: {} })],
      ['both', 400, (_world, good) => changed(good, { password: goodPassword })],
      ['a wrong password', 422, () => ({ body: { password: 'Wrong-password-1' } })],
    ],
  },

  'GET /v2/calls/published': { good: () => ({}), statements: 2, bad: [] },
  'GET /v2/calls/:id': {
    good: (world) => ({ params: { id: world.openCallId } }),
    statements: 3,
    bad: [
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
  },
  'GET /download/call/:id/document/:name': {
    async good({ test, openCallId, unpublishedCallId }) {
      made += 1;
      const name = `plan-${made}`;
      for (const id of [openCallId, unpublishedCallId]) await createCallDocument(test, id, { name });
      return { params: { id: openCallId, name } };
    },
    statements: 1,
    bad: [
      [
        'that of an unpublished call',
        404,
        (world, good) => ({ params: { ...good.params, id: world.unpublishedCallId } }),
      ],
      ['that of an unknown call', 404, (_world, good) => ({ params: { ...good.params, ...nobodysNumber } })],
      ['an unknown one', 404, (_world, good) => ({ params: { ...good.params, name: 'another' } })],
    ],
  },
  'GET /v2/calls/:id/role': {
    good: (world) => ({ params: { id: world.openCallId } }),
    statements: 3,
    bad: [
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
    everybodys: true,
  },
  'GET /download/call/:id/applications/csv': {
    caller: 'pro',
    good: (world) => ({ params: { id: world.openCallId } }),
    statements: 5,
    bad: [
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
    everybodys: true,
  },
  'GET /download/call/:id/applications/xlsx': {
    caller: 'pro',
    good: (world) => ({ params: { id: world.openCallId } }),
    statements: 5,
    bad: [['an unknown one', 404, () => ({ params: nobodysNumber })]],
    everybodys: true,
  },
  'GET /download/call/:id': {
    caller: 'pro',
    // Of one without applications: of each there are as many statements as to open it, and one for each file.
    good: async ({ test }) => ({ params: { id: (await createCall(test)).id } }),
    statements: 5,
    bad: [
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
    everybodys: true,
  },
  'POST /v2/calls/:id/bundle': {
    caller: 'pro',
    good: (world) => ({ params: { id: world.openCallId } }),
    statements: 5,
    bad: [
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
    everybodys: true,
  },
  'GET /download/bundle/:ticket': {
    async good({ test, pro }) {
      const { id } = await createCall(test);
      const { body } = await test.call('POST', `/v2/calls/${id}/bundle`, { token: pro.token });
      return { params: { ticket: body.address.split('/').at(-1) } };
    },
    statements: 5,
    bad: [
      [
        'one that was changed',
        404,
        (_world, { params }) => ({ params: { ticket: `${params?.ticket}`.slice(4) } }),
      ],
      ['none of ours', 404, () => ({ params: { ticket: 'a'.repeat(40) } })],
    ],
  },
  'GET /download/application/:id/documents': { good: inDraft, statements: 5, bad: [], foreign: nobodysUid },
  'GET /v2/reports/:reportId': {
    caller: 'pro',
    good: madeReport,
    statements: 5,
    bad: [],
    foreign: { reportId: nobodysUuid },
  },
  'GET /download/report/:reportId': {
    caller: 'pro',
    good: madeReport,
    statements: 5,
    bad: [],
    foreign: { reportId: nobodysUuid },
  },

  'GET /cines': {
    good: () => ({ query: '?limit=10&offset=0&search=Call' }),
    statements: 5,
    bad: [
      ['a text for a number', 400, () => ({ query: '?limit=x' })],
      ['a search without end', 400, () => ({ query: `?search=${'a'.repeat(201)}` })],
      ['an unknown word', 400, () => ({ query: '?order=email' })],
    ],
  },
  'GET /cines/:id': {
    good: async (world) => ({ params: { id: (await archived(world)).recordId } }),
    statements: 5,
    bad: [],
    foreign: nobodysNumber,
  },
  'GET /cines/file/:id': {
    good: async (world) => ({ params: { id: (await archived(world)).fileId } }),
    statements: 5,
    bad: [],
    foreign: foreignUuid,
  },
  'GET /cines/proposal/:id': {
    good: async (world) => ({ params: { id: (await archived(world)).recordId } }),
    statements: 5,
    bad: [],
    foreign: nobodysNumber,
  },

  'GET /v2/options': {
    good: () => ({ query: '?id=130&offset=0&limit=999' }),
    statements: 2,
    bad: [
      ['a text for a number', 400, () => ({ query: '?id=panels' })],
      ['a negative place', 400, () => ({ query: '?offset=-1' })],
      ['tags that are none', 400, () => ({ query: '?tags=%27x%27' })],
      ['older ones, or not', 400, () => ({ query: '?older=no' })],
      ['too many', 400, () => ({ query: '?limit=99999' })],
      ['the same twice', 400, () => ({ query: '?limit=1&limit=2' })],
    ],
  },
  'GET /v2/options/:id': {
    good: () => ({ params: { id: 130 } }),
    statements: 2,
    bad: [['an unknown one', 404, () => ({ params: nobodysNumber })]],
  },

  'POST /v2/applications': {
    good: (world) => ({ body: { callId: world.openCallId }, headers: newKey() }),
    statements: 6,
    moreBecause: 'keeps its answer for whoever repeats the request',
    bad: [
      ['a key that is none', 400, () => ({ headers: { 'idempotency-key': 'x' } })],
      ['no call', 400, () => ({ body: { callId: 0 } })],
      ['a fraction', 400, () => ({ body: { callId: 1.5 } })],
      ['a number beyond all', 400, () => ({ body: { callId: 1e300 } })],
      ['an unknown call', 404, () => ({ body: { callId: 99_999_999 } })],
      ['the largest number', 404, () => ({ body: { callId: Number.MAX_SAFE_INTEGER } })],
      ['an unpublished call', 404, (world) => ({ body: { callId: world.unpublishedCallId } })],
      ['a closed call', 409, (world) => ({ body: { callId: world.closedCallId } })],
    ],
  },
  'GET /v2/applications/count/:callId': {
    good: (world) => ({ params: { callId: world.openCallId } }),
    statements: 3,
    bad: [
      ['an unknown one', 404, () => ({ params: { callId: 99_999_999 } })],
      ['an unpublished one', 404, (world) => ({ params: { callId: world.unpublishedCallId } })],
    ],
    everybodys: true,
  },
  'GET /v2/applications/:id': { good: inDraft, statements: 5, bad: [], foreign: nobodysUid },
  'GET /v2/parts/:hash': {
    good: async (world) => {
      const { uid } = await world.draft();
      const { body } = await world.test.call('GET', `/v2/applications/${uid}`, { token: world.owner.token });
      return { params: { hash: body.parts[0] } };
    },
    statements: 2,
    bad: [
      ['one that nobody was told', 404, () => ({ params: { hash: 'A'.repeat(43) } })],
      ['one that is too long', 404, () => ({ params: { hash: 'A'.repeat(44) } })],
    ],
    // Whoever was told it has it.
    everybodys: true,
  },
  'GET /v2/applications/:id/documents': { good: inDraft, statements: 5, bad: [], foreign: nobodysUid },
  'DELETE /v2/applications/:id': {
    good: inDraft,
    statements: 5,
    bad: [['a submitted one', 409, async (world) => ({ params: { id: (await submitted(world)).uid } })]],
    foreign: nobodysUid,
  },
  'POST /v2/applications/duplicate/:id': {
    good: async (world) => ({
      params: { id: (await submitted(world)).uid },
      body: {},
      headers: newKey(),
    }),
    statements: 10,
    moreBecause:
      'reads one application and the call of the copy, copies its files, writes another, and keeps its answer for whoever repeats the request',
    bad: [['a draft', 409, inDraft]],
    foreign: nobodysUid,
  },
  'POST /v2/applications/search': {
    good: () => ({
      body: {
        searchBy: [
          { column: 'callTitle', op: 'contains', value: 'Call' },
          { column: 'submissionDate', op: 'greater', value: '2026-01-01' },
          { column: 'status', op: 'not_equal', value: 'draft' },
        ],
        orderBy: { column: 'status', direction: 'ASC' },
        role: 'applicant',
      },
      query: '?limit=10&offset=0',
    }),
    statements: 5,
    bad: [
      [
        'an unknown column',
        400,
        (_world, good) => changed(good, { orderBy: { column: 'password', direction: 'ASC' } }),
      ],
      [
        'an unknown direction',
        400,
        (_world, good) => changed(good, { orderBy: { column: 'id', direction: 'x' } }),
      ],
      [
        'a column that nobody reads in the role',
        403,
        (_world, good) =>
          changed(good, { role: 'nobody', orderBy: { column: 'firstName', direction: 'ASC' } }),
      ],
      [
        'an operator of another column',
        400,
        (_world, good) => changed(good, { searchBy: [{ column: 'status', op: 'contains', value: 'draft' }] }),
      ],
      [
        'a day that is none',
        400,
        (_world, good) =>
          changed(good, { searchBy: [{ column: 'submissionDate', op: 'equal', value: '2026-02-30' }] }),
      ],
      [
        'more conditions than columns',
        400,
        (_world, good) =>
          changed(good, { searchBy: Array(41).fill({ column: 'id', op: 'contains', value: '1' }) }),
      ],
      ['a page far away', 400, () => ({ query: '?offset=1000000' })],
    ],
  },
  'POST /v2/applications/dashboard': {
    good: () => ({ body: { role: 'applicant' }, query: '?limit=9999&offset=0' }),
    statements: 2,
    bad: [
      ['a role that is none', 400, () => ({ body: { role: ['applicant'] } })],
      ['more than there can be', 400, () => ({ query: '?limit=10000' })],
    ],
  },
  'POST /v2/applications/export': {
    good: () => ({
      body: {
        format: 'csv',
        searchBy: [{ column: 'status', op: 'not_equal', value: 'rejected' }],
        role: 'applicant',
        columns: ['id', 'status'],
      },
    }),
    statements: 5,
    bad: [
      ['a format that is none', 400, (_world, good) => changed(good, { format: 'pdf' })],
      ['a column that is for staff', 403, (_world, good) => changed(good, { columns: ['id', 'work'] })],
      [
        'to be sorted by what does not sort',
        400,
        (_world, good) => changed(good, { orderBy: { column: 'work', direction: 'ASC' } }),
      ],
    ],
  },
  'GET /v2/calls/:callId/scores': {
    caller: 'pro',
    good: (world) => ({ params: { callId: world.openCallId } }),
    statements: 5,
    bad: [
      ['a cut-off that is no number', 400, () => ({ query: '?cutoffId=first' })],
      ['a call that is none', 404, () => ({ params: { callId: 999_999 } })],
    ],
    // People who neither rank nor decide are refused whatever the call is.
    everybodys: true,
  },
  'GET /v2/calls/:callId/scores/file': {
    caller: 'pro',
    good: (world) => ({ params: { callId: world.openCallId }, query: '?format=csv' }),
    statements: 5,
    bad: [
      ['a format that is none', 400, () => ({ query: '?format=pdf' })],
      ['no format', 400, () => ({ query: '' })],
    ],
    // People who neither rank nor decide are refused whatever the call is.
    everybodys: true,
  },
  'GET /v2/applications/payments/file': {
    caller: 'pro',
    good: () => ({ query: '?format=csv' }),
    statements: 1,
    bad: [
      ['a format that is none', 400, () => ({ query: '?format=pdf' })],
      ['no format', 400, () => ({ query: '' })],
    ],
  },
  'GET /v2/applications/steps': {
    caller: 'pro',
    good: () => ({ query: '?role=pro' }),
    statements: 2,
    bad: [['a role that is too long', 400, () => ({ query: `?role=${'x'.repeat(41)}` })]],
  },
  'POST /v2/applications/survey': {
    caller: 'pro',
    good: () => ({ body: { applicationIds: [1, 2, 3] } }),
    statements: 2,
    bad: [
      ['none', 400, () => ({ body: { applicationIds: [] } })],
      [
        'more than can be done at once',
        400,
        () => ({ body: { applicationIds: Array.from({ length: 1_001 }, (_none, at) => at + 1) } }),
      ],
    ],
  },
  'GET /v2/views': { good: () => ({}), statements: 2, bad: [] },
  'PUT /v2/views/:id': {
    good: () => ({ params: { id: randomUUID() }, body: viewNamed(randomUUID()) }),
    // Under an id that nobody has everybody saves a view of their own; that of somebody else: views.test.ts.
    everybodys: true,
    statements: 5,
    bad: [
      ['no name', 400, (_world, good) => changed(good, { name: '  ' })],
      [
        'a filter that its column cannot take',
        400,
        (_world, good) => changed(good, { searchBy: [{ column: 'status', op: 'contains', value: 'x' }] }),
      ],
      [
        'a name that another view has',
        409,
        async (world, good) => {
          await savedView(world, 'Of others');
          return changed(good, { name: 'OF OTHERS' });
        },
      ],
    ],
  },
  'DELETE /v2/views/:id': {
    good: async (world) => ({ params: { id: await savedView(world, randomUUID()) } }),
    statements: 5,
    bad: [],
    foreign: { id: nobodysUuid },
  },
  'POST /v2/assignments/late': {
    caller: 'pro',
    good: () => ({ body: { lateness: 'overdue' }, query: '?limit=50&offset=0' }),
    statements: 2,
    bad: [
      ['a kind that is none', 400, () => ({ body: { lateness: 'early' } })],
      ['no days', 400, () => ({ body: { unansweredDays: 0 } })],
      ['something else', 400, () => ({ body: { ownerId: 1 } })],
    ],
  },

  'PUT /v2/assignments/:id/save': {
    good: async (world) => ({
      params: { id: (await world.draft()).assignmentId },
      body: saving({ element: 'title', values: ['A title'] }),
    }),
    statements: 5,
    bad: [
      ['an unknown field of the form', 422, savesBadly({ element: 'nothing', values: ['x'] })],
      ['a field of another step', 422, savesBadly({ element: 'score', values: ['1'] })],
      ['a hidden field', 422, savesBadly({ element: 'details', values: ['x'] })],
      ['a locked field', 422, savesBadly({ element: 'fixed_text', values: ['x'] })],
      ['a computed field', 422, savesBadly({ element: 'all', values: ['7'] })],
      ['an option that is not offered', 422, savesBadly({ element: 'panel', values: ['ZZ'] })],
      ['a file that is none', 422, savesBadly({ element: 'case', values: [nobodysUuid] })],
      [
        'a row that is not there (any more)',
        409,
        savesBadly({ element: 'name', values: ['x'], group: wrongRow }),
      ],
      [
        'a field in a row where it is not',
        422,
        savesBadly({ element: 'title', values: ['x'], group: wrongRow }),
      ],
      ['a negative revision', 400, savesBadly({ element: 'title', values: ['x'], revision: -1 })],
      [
        'a row of no group',
        422,
        () => ({ body: { data: [], newGroups: [{ id: wrongRow, flowElementId: 'title', order: 0 }] } }),
      ],
      [
        'too many rows',
        422,
        () => ({
          body: {
            data: [],
            newGroups: [0, 1, 2, 3].map((order) => ({
              id: `0190a0a0-0000-7000-8000-00000000000${order}`,
              flowElementId: 'parts',
              order,
            })),
          },
        }),
      ],
      [
        'a value without end',
        400,
        () => ({ body: saving({ element: 'title', values: ['x'.repeat(200_001)] }) }),
      ],
      ['after the deadline', 409, late],
      ['after the submission', 409, after],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/submit': {
    good: async (world) => ({
      params: { id: (await world.draft()).assignmentId },
      body: saving({ element: 'title', values: ['A title'] }),
    }),
    statements: 5,
    bad: [
      ['a form with errors', 422, savesBadly()],
      ['after the deadline', 409, late],
      [
        'something else after the submission',
        409,
        async (world) => ({ ...(await after(world)), body: saving({ element: 'title', values: ['B'] }) }),
      ],
      ['a hidden field', 422, savesBadly({ element: 'details', values: ['x'] })],
    ],
    foreign: foreignUuid,
  },
  'DELETE /v2/assignments/:id/data': {
    good: async (world) => {
      const draft = await world.draft();
      const row = world.test.platform.newId();
      await save(world, draft, { data: [], newGroups: [{ id: row, flowElementId: 'team', order: 0 }] });
      return { params: { id: draft.assignmentId }, body: { dataIds: [row] } };
    },
    statements: 5,
    bad: [
      ['no rows', 400, () => ({ body: { dataIds: [] } })],
      ['after the deadline', 409, late],
      ['after the submission', 409, after],
    ],
    foreign: foreignUuid,
  },
  'POST /v2/assignments/:id/upload': {
    good: async (world) => ({
      params: { id: (await world.draft()).assignmentId },
      ...upload(await pdfOf(1)),
      headers: newKey(),
    }),
    // Looked at before the file is read, and again when it is there.
    statements: 10,
    moreBecause:
      'counts what else its person keeps, the second time behind a lock, and keeps its answer for whoever repeats the request',
    bad: [
      ['no PDF', 422, () => upload(bytesOf('<html>'))],
      ['an empty file', 422, () => upload(bytesOf(''))],
      ['too many bytes', 413, () => upload(new Uint8Array(1_100_000))],
      ['a field that takes no files', 422, async () => upload(await pdfOf(1), 'title')],
      ['a hidden field', 422, async () => upload(await pdfOf(1), 'extra')],
      ['an unknown field', 422, async () => upload(await pdfOf(1), 'nothing')],
      ['a row that is not there', 422, async () => upload(await pdfOf(1), 'cv', wrongRow)],
      ['nothing', 400, () => ({ form: new FormData() })],
      ['after the deadline', 409, late],
      ['after the submission', 409, after],
    ],
    foreign: foreignUuid,
  },
  'GET /v2/assignments/:id/upload/:uploadId': {
    good: async (world) => ({ params: await uploaded(world) }),
    statements: 3,
    bad: [
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, uploadId: nobodysUuid } })],
      [
        'one of another assignment',
        404,
        async (world, { params }) => ({ params: { ...params, id: (await world.draft()).assignmentId } }),
      ],
    ],
    foreign: { id: nobodysUuid, uploadId: nobodysUuid },
  },
  'DELETE /v2/assignments/:id/upload/:uploadId': {
    good: async (world) => ({ params: await uploaded(world) }),
    statements: 5,
    bad: [
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, uploadId: nobodysUuid } })],
      [
        'one of another assignment',
        404,
        async (world, { params }) => ({ params: { ...params, id: (await world.draft()).assignmentId } }),
      ],
    ],
    foreign: { id: nobodysUuid, uploadId: nobodysUuid },
  },
  'GET /v2/applications/:id/download': {
    good: async (world) => ({ params: { id: (await submitted(world)).uid }, query: '?wait=0' }),
    ...printed,
    foreign: nobodysUid,
  },
  'GET /v2/applications/:id/download/consolidated': {
    good: async (world) => ({ params: { id: (await submitted(world)).uid }, query: '?wait=0' }),
    ...printed,
    foreign: nobodysUid,
  },
  'GET /download/assignment/:id': {
    good: async (world) => ({ params: { id: (await submitted(world)).assignmentId }, query: '?wait=0' }),
    ...printed,
    foreign: foreignUuid,
  },
  'GET /download/call/:id/form': {
    good: (world) => ({ params: { id: world.openCallId }, query: '?wait=0' }),
    ...printed,
    bad: [
      ...printed.bad,
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
  },
  'GET /download/call/pdf/:id': {
    ...printed,
    caller: 'pro',
    // However many applications: a hundred of them are one statement more.
    statements: 12,
    moreBecause: 'its right, partitions, cut-offs, outcomes and counts are read, and one of it is asked for',
    good: async ({ test }) => ({ params: { id: (await createCall(test)).id }, query: '?wait=0' }),
    bad: [
      ...printed.bad,
      ['an unpublished one', 404, (world) => ({ params: { id: world.unpublishedCallId } })],
      ['an unknown one', 404, () => ({ params: nobodysNumber })],
    ],
    everybodys: true,
  },
  'GET /download/upload/:uploadId': {
    good: async (world) => ({ params: { uploadId: (await uploaded(world)).uploadId } }),
    statements: 5,
    bad: [],
    foreign: { uploadId: nobodysUuid },
  },
  'GET /v2/applications/:id/notes': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await noted(world)).id }, query: '?limit=10' }),
    statements: 5,
    bad: [
      ['a draft', 404, inDraft],
      ['no notes at all', 400, () => ({ query: '?limit=0' })],
      ['more than a page', 400, () => ({ query: '?limit=201' })],
      ['after no note', 400, () => ({ query: '?before=1' })],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/notes': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await submitted(world)).uid },
      body: { text: 'Waits for a letter.' },
      headers: newKey(),
    }),
    statements: 6,
    moreBecause: 'keeps its answer for whoever repeats the request',
    bad: [
      ['a key that is none', 400, () => ({ headers: { 'idempotency-key': 'x' } })],
      ['no words', 400, () => ({ body: { text: ' \n ' } })],
      ['too many words', 400, () => ({ body: { text: 'a'.repeat(5_001) } })],
      ['a draft', 404, inDraft],
    ],
    foreign: nobodysUid,
  },
  'PATCH /v2/applications/:id/notes/:noteId': {
    caller: 'pro',
    good: async (world) => ({ params: await noted(world), body: { text: 'It is here.', revision: 1 } }),
    statements: 5,
    bad: [
      ['no words', 400, (_world, good) => changed(good, { text: '' })],
      ['revision 0', 400, (_world, good) => changed(good, { revision: 0 })],
      ['an old revision', 409, (_world, good) => changed(good, { revision: 7 })],
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, noteId: nobodysUuid } })],
      [
        'one of another application',
        404,
        async (world, { params }) => ({
          params: { ...params, id: (await submitted(world)).uid },
        }),
      ],
    ],
    foreign: { ...nobodysUid, noteId: nobodysUuid },
  },
  'DELETE /v2/applications/:id/notes/:noteId': {
    caller: 'pro',
    good: async (world) => ({ params: await noted(world), body: { revision: 1 } }),
    statements: 5,
    bad: [
      ['an old revision', 409, (_world, good) => changed(good, { revision: 7 })],
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, noteId: nobodysUuid } })],
    ],
    foreign: { ...nobodysUid, noteId: nobodysUuid },
  },
  'GET /v2/applications/:id/events': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await submitted(world)).uid }, query: '?limit=10' }),
    statements: 5,
    bad: [
      ['a draft', 404, inDraft],
      ['nothing at all', 400, () => ({ query: '?limit=0' })],
      ['after nothing', 400, () => ({ query: '?before=0' })],
      ['beyond all', 400, () => ({ query: '?before=99999999999999999999' })],
    ],
    foreign: nobodysUid,
  },
  ...workflowCases,
  ...administrationCases,
  ...runningCases,
  ...organisationCases,
  ...callCases,
  ...listCases,
  ...callDraftCases,
};
