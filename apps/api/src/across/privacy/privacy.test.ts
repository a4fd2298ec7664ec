import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { defaultRetention } from '@clearcall/domain/organisation/retention.ts';
import { pseudoLanguage } from '@clearcall/i18n/language.ts';
import { wordsWithoutSigns } from '@clearcall/i18n/pseudo.ts';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { newSession } from '../../features/users/sessions/open-session.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { workOff } from '../../platform/jobs/work.ts';
import { newId } from '../../platform/new-id.ts';
import { createAccount, goodPassword, logInAs } from '../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';
import { whileHeldBack } from '../../testing/held-back.ts';
import { readZip } from '../../testing/read-zip.ts';
import { tablesHash } from '../../testing/tables-hash.ts';
import { allWork } from '../work.ts';
import { noName } from './places-of-people.ts';

const open: TestApp[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const mine = {
  email: 'zoella@lakeside.example',
  first: 'Zoëlla',
  last: 'Quillfeather',
  phone: '+46|7012345678',
  home: 'Storgatan 17, Uppsala',
  iban: 'SE4550000000058398257466',
  draftTitle: 'Tides of an unwritten sea',
  reviewDraft: 'not sure yet whether this holds',
};
const others = {
  applicant: { first: 'Ottokar', last: 'Verborgen', email: 'ottokar@hidden.example' },
  reviewer: { first: 'Ritalinda', last: 'Geheimnis', email: 'ritalinda@hidden.example' },
};

async function submit(app: TestApp, draft: Draft, title: string): Promise<void> {
  const answer = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', [title]), itemOf('last', ['Somebody'])], newGroups: [] },
  });
  expect(answer.status).toBe(200);
}

async function upload(app: TestApp, draft: Draft, filename: string): Promise<void> {
  const form = uploadOf(await pdfOf(1), { elementId: 'case', filename });
  expect((await uploadChecked(app, draft, form)).status).toBe(200);
}

/** A piece of work on an application, written straight into the database: assigning comes by other ways. */
async function work(
  app: TestApp,
  of: { applicationId: number; ownerId: number; status: 'submitted' | 'accepted'; score: string },
): Promise<string> {
  const id = newId();
  const at = app.platform.now();
  const submitted = of.status === 'submitted' ? at : null;
  await app.db
    .insertInto('assignments')
    .values({
      id,
      application_id: of.applicationId,
      step_id: 'REV',
      owner_id: of.ownerId,
      role: 'scientific_reviewer',
      status: of.status,
      created_at: at,
      submitted_at: submitted,
    })
    .execute();
  await app.db
    .insertInto('answers')
    .values({
      assignment_id: id,
      element_id: 'score',
      values: [of.score],
      revision: 1,
      author_id: of.ownerId,
      saved_at: at,
    })
    .execute();
  return id;
}

/** Somebody with everything: profile, bank, draft, submitted application, reviews of others, and others who review it. */
async function richWorld() {
  const app = await buildTestApp();
  open.push(app);
  await createSurroundings(app.db);
  const call = await createCall(app, { title: 'Deep Water' });

  const me = await createAccount(app, { email: mine.email });
  await app.db
    .updateTable('users')
    .set({
      first_name: mine.first,
      last_name: mine.last,
      phone_number: mine.phone,
      home_address: mine.home,
      date_of_birth: '1985-03-31',
      accept_mailing_list: true,
      fields: ['PE2'],
      tags: ['tidal'],
    })
    .where('id', '=', me)
    .execute();
  const { token } = await logInAs(app, mine.email);
  const saved = await app.call('PATCH', `/users/${me}`, {
    token,
    body: { iban: mine.iban, bankHolderName: mine.last },
  });
  expect([saved.status, saved.body.message]).toEqual([200, undefined]);
  await app.call('POST', `/users/${me}/consents`, {
    token,
    body: { data: [{ subject: 'terms', wording: defaultOrganisation.legalVersions.terms }] },
  });
  await app.db
    .insertInto('memberships')
    .values({ user_id: me, centre_id: 'north', panel: null, part: 'reviewer', ends_on: '2030-12-31' })
    .execute();
  await app.db
    .insertInto('later_memberships')
    .values({ user_id: me, panel: 'PE1', part: 'chair', starts_on: '2030-01-01' })
    .execute();
  await app.call('POST', '/users/forgot', { body: { email: mine.email } });
  await app.call('POST', '/users/challenge/code', { body: { email: mine.email } });

  const as = { token, userId: me };
  const submitted = await createDraft(app, call.id, as);
  await upload(app, submitted, 'case: mine.pdf');
  await submit(app, submitted, 'Tides of a written sea');
  const draft = await createDraft(app, call.id, as);
  await upload(app, draft, 'draft.pdf');
  await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
    token,
    body: { data: [itemOf('title', [mine.draftTitle])], newGroups: [] },
  });

  const { applicant, reviewer } = others;
  const otto = await app.login({
    email: applicant.email,
    firstName: applicant.first,
    lastName: applicant.last,
  });
  const rita = await app.login({ email: reviewer.email, firstName: reviewer.first, lastName: reviewer.last });
  const theirs = await createDraft(app, call.id, otto);
  await submit(app, theirs, 'Somebody else’s idea');
  const done = { applicationId: theirs.id, ownerId: me, status: 'submitted', score: '5' } as const;
  const review = await work(app, done);
  const unfinished = await work(app, { ...done, status: 'accepted', score: mine.reviewDraft });
  await work(app, { applicationId: submitted.id, ownerId: rita.userId, status: 'submitted', score: '3' });
  await workOff(app.platform, allWork(app.platform));
  return { app, me, token, call, submitted, draft, theirs, review, unfinished };
}

it('gives everything that is kept about oneself, whole, and nothing of anybody else', async () => {
  const { app, me, token, submitted, draft, theirs } = await richWorld();
  const before = await tablesHash(app.db);
  const answer = await app.call('GET', `/users/${me}/data`, { token });
  expect(await tablesHash(app.db)).toBe(before);
  expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    `attachment; filename="my-data-2026-11-21.zip"; filename*=UTF-8''my-data-2026-11-21.zip`,
  ]);
  const entries = readZip(answer.bytes);
  expect([...entries.keys()]).toEqual([
    'README.txt',
    'data.json',
    `documents/${submitted.uid}/01 case_ mine.pdf`,
    `documents/${draft.uid}/01 draft.pdf`,
  ]);
  for (const [name, bytes] of entries)
    if (name.endsWith('.pdf')) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  const text = entries.get('data.json')?.toString() ?? '';
  const data = JSON.parse(text);
  const now = '2026-11-21T12:00:00.000Z';
  const rowsOf = (place: string) => data.records[place].rows;
  expect({ ...data, records: Object.keys(data.records).length }).toEqual({
    portal: 'Clearcall',
    madeAt: now,
    account: {
      id: me,
      email: mine.email,
      firstName: mine.first,
      lastName: mine.last,
      role: 'user',
      status: 'active',
      hasPassword: true,
      createdAt: now,
      closedAt: null,
      lastLoginAt: now,
      acceptedTermsAt: null,
      acceptMailingList: true,
      language: null,
      wantedEmail: null,
      title: null,
      gender: null,
      nationality: null,
      dateOfBirth: '1985-03-31',
      phoneNumber: mine.phone,
      homeAddress: mine.home,
      fields: ['PE2'],
      isReviewer: null,
      mailPace: 'at_once',
      temporary: false,
      mandateStartDate: null,
      mandateEndDate: null,
      website: null,
      linkedin: null,
      researchgate: null,
      scholar: null,
      scopus: null,
      link1: null,
      link2: null,
      tags: ['tidal'],
    },
    bankDetails: {
      bankName: null,
      bankHolderName: mine.last,
      swiftCode: null,
      iban: mine.iban,
      bankAddress: null,
      bankRouting: null,
      bankRemarks: null,
    },
    applications: [
      {
        id: submitted.id,
        uid: submitted.uid,
        status: 'submitted',
        createdAt: now,
        submittedAt: now,
        call: { code: expect.any(String), title: 'Deep Water' },
        assignments: [
          {
            id: submitted.assignmentId,
            step: 'APP',
            role: 'applicant',
            labelNumber: null,
            status: 'submitted',
            submittedAt: now,
            deadline: '2026-12-01T09:00:00.000Z',
            timeRequest: null,
            reason: null,
            activities: [
              { status: 'draft', reason: null, createdAt: now },
              { status: 'submitted', reason: null, createdAt: now },
            ],
            answers: expect.arrayContaining([
              { element: 'title', question: 'Project title', row: null, values: ['Tides of a written sea'] },
              { element: 'last', question: 'Last name', row: null, values: ['Somebody'] },
            ]),
          },
        ],
        documents: [
          {
            id: expect.any(String),
            name: 'case_ mine.pdf',
            sizeBytes: expect.any(Number),
            pages: 1,
            uploadedAt: now,
            file: `documents/${submitted.uid}/01 case_ mine.pdf`,
          },
        ],
        uploads: [],
        threads: [],
      },
      expect.objectContaining({ uid: draft.uid, status: 'draft', submittedAt: null }),
    ],
    work: [
      {
        application: theirs.uid,
        step: 'REV',
        role: 'scientific_reviewer',
        status: 'submitted',
        createdAt: expect.any(String),
        submittedAt: expect.any(String),
        deadline: null,
        timeRequest: null,
        reason: null,
        agreement: null,
        answers: [{ element: 'score', values: ['5'], savedAt: expect.any(String) }],
        documents: [],
        activities: [],
      },
      expect.objectContaining({
        status: 'accepted',
        answers: [expect.objectContaining({ values: [mine.reviewDraft] })],
      }),
    ],
    records: expect.any(Number),
  });
  expect(rowsOf('consents.user_id')).toEqual([
    { subject: 'terms', given: true, wording: defaultOrganisation.legalVersions.terms, at: now },
  ]);
  expect(rowsOf('memberships.user_id')).toEqual([
    { centreId: 'north', panel: null, part: 'reviewer', endsOn: '2030-12-31' },
  ]);
  expect(rowsOf('later_memberships.user_id')).toEqual([
    { centreId: null, panel: 'PE1', part: 'chair', startsOn: '2030-01-01', endsOn: null },
  ]);
  expect(rowsOf('sessions.user_id')).toEqual([
    expect.objectContaining({ app: 'user_portal', openedAt: expect.any(String), endedAt: null }),
  ]);
  expect(rowsOf('deliveries.recipient').map(({ template }: { template: string }) => template)).toEqual([
    'application_submitted',
    'human_code',
    'reset_password',
  ]);
  expect(rowsOf('kept_mails.recipient')).toHaveLength(3);
  expect(rowsOf('events.user_id')).toContainEqual({
    type: 'password_reset_requested',
    applicationId: null,
    occurredAt: now,
  });

  const theirWords = Object.values(others).flatMap(({ first, last, email }) => [first, last, email]);
  for (const word of [...theirWords, 'Somebody else’s idea']) expect(text).not.toContain(word);
  // No secret, in any spelling.
  expect(text).not.toMatch(/hash|token"|sealed|nonce|argon2/i);
});

it('says nothing in it beside the catalogue', async () => {
  const { app, me, token } = await richWorld();
  await app.db.updateTable('users').set({ language: pseudoLanguage }).where('id', '=', me).execute();
  const entries = readZip((await app.call('GET', `/users/${me}/data`, { token })).bytes);
  const { records } = JSON.parse(entries.get('data.json')?.toString() ?? '');
  const kinds = Object.values<{ kind: string }>(records).map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(5);
  const said = [entries.get('README.txt')?.toString() ?? '', ...kinds].flatMap(wordsWithoutSigns);
  expect(said).toEqual([]);
});

it('gives what one submitted, agreed to and is in conflict with, and of a conflict nothing that others wrote', async () => {
  const { app, me, token, submitted, theirs, unfinished } = await richWorld();
  const at = app.platform.now();
  await app.db
    .updateTable('assignments')
    .set({ agreed_at: at, agreement: 'I have no conflict.' })
    .where('id', '=', unfinished)
    .execute();
  const pro = await app.login({ role: 'pro' });
  const marked = await app.call('PUT', `/v2/applications/${theirs.uid}/conflicts/${me}`, {
    token: pro.token,
    body: { reason: 'Seen at dinner together.' },
  });
  expect(marked.status).toBe(200);
  const { bytes } = await app.call('GET', `/users/${me}/data`, { token });
  const text = readZip(bytes).get('data.json')?.toString() ?? '';
  const { records, work } = JSON.parse(text);
  expect([records['submissions.submitted_by'].rows, records['conflicts.user_id'].rows]).toEqual([
    [
      {
        assignmentId: submitted.assignmentId,
        number: 1,
        submittedAt: at.toISOString(),
        content: {
          answers: expect.arrayContaining([
            { elementId: 'title', groupId: null, values: ['Tides of a written sea'] },
          ]),
          rows: [],
        },
      },
    ],
    [{ source: 'marked', notedAt: at.toISOString(), clearedAt: null }],
  ]);
  const kept = (work as { application: unknown; status: string; agreement: unknown }[]).map(
    ({ application, status, agreement }) => ({ application, status, agreement }),
  );
  expect(kept).toEqual([
    { application: null, status: 'conflicted', agreement: null },
    {
      application: null,
      status: 'conflicted',
      agreement: { text: 'I have no conflict.', agreedAt: expect.any(String) },
    },
  ]);
  expect(text).not.toContain('Seen at dinner together.');
  expect(text).not.toContain(theirs.uid);

  // Deleting the account leaves the record of the conflict, and of what was submitted.
  expect((await remove(app, me, token)).status).toBe(200);
  expect(
    await app.db.selectFrom('conflicts').select(['user_id', 'source', 'reason', 'noted_by']).execute(),
  ).toEqual([{ user_id: me, source: 'marked', reason: 'Seen at dinner together.', noted_by: pro.userId }]);
});

it('says to staff in words that an assignment ended with the account of its owner', async () => {
  const { app, theirs } = await richWorld();
  await app.db.updateTable('assignments').set({ reason: 'account_closed' }).execute();
  const { token } = await app.login({ role: 'pro' });
  const { assignments } = (await openWhole(app, theirs.uid, token)).body;
  expect(assignments.map(({ reason }: { reason: string }) => reason)).toContain('The account was closed.');
  expect(JSON.stringify(assignments)).not.toContain('account_closed');
});

it('revokes unfinished work in several applications by the table of commands, and tells what became of it', async () => {
  const { app, me, token, call, unfinished, theirs } = await richWorld();
  const other = await createDraft(app, call.id);
  await submit(app, other, 'Another idea');
  const second = await work(app, { applicationId: other.id, ownerId: me, status: 'accepted', score: '1' });
  await app.db.updateTable('assignments').set({ is_lead: true }).where('id', '=', second).execute();
  const writes = await app.sqlOf(async () => expect((await remove(app, me, token)).status).toBe(200));
  expect(writes.filter((text) => text.includes('update assignments'))).toEqual([]);
  const ofWork = await app.db
    .selectFrom('assignments')
    .select(['id', 'status', 'reason', 'is_lead', 'revision'])
    .where('id', 'in', [unfinished, second])
    .orderBy('application_id')
    .execute();
  expect(ofWork).toEqual([
    {
      id: unfinished,
      status: 'revoked',
      reason: 'account_closed',
      is_lead: false,
      revision: 1,
    },
    { id: second, status: 'revoked', reason: 'account_closed', is_lead: false, revision: 1 },
  ]);
  const emitted = await app.db
    .selectFrom('activities')
    .select(['assignment_id', 'status', 'reason'])
    .where('assignment_id', 'in', [unfinished, second])
    .orderBy('assignment_id')
    .execute();
  expect(emitted).toEqual(
    [unfinished, second]
      .toSorted()
      .map((id) => ({ assignment_id: id, status: 'revoked', reason: 'account_closed' })),
  );
  const events = await app.db
    .selectFrom('events')
    .select(['type', 'application_id'])
    .where('type', '=', 'revoked')
    .orderBy('application_id')
    .execute();
  expect(events).toEqual([
    { type: 'revoked', application_id: theirs.id },
    { type: 'revoked', application_id: other.id },
  ]);
});

it('shows a peer review officer’s own data as an applicant gets them: without the reviewers', async () => {
  const { app, me, token } = await richWorld();
  await app.db.updateTable('users').set({ role: 'pro' }).where('id', '=', me).execute();
  const { bytes } = await app.call('GET', `/users/${me}/data`, { token });
  const text = readZip(bytes).get('data.json')?.toString() ?? '';
  expect(text).toContain('Tides of a written sea');
  for (const { first, last, email } of Object.values(others))
    for (const word of [first, last, email]) expect(text).not.toContain(word);
});

/** Every table as text, with what is in it. */
async function everyTable(app: TestApp): Promise<Map<string, string>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(app.db);
  const texts = new Map<string, string>();
  for (const { schema, name } of rows) {
    const found = await sql<{ text: string | null }>`
      select string_agg(t::text, e'\n') as text from ${sql.table(`${schema}.${name}`)} as t`.execute(app.db);
    texts.set(name, found.rows[0]?.text ?? '');
  }
  return texts;
}

const tablesWith = (tables: Map<string, string>, word: string): string[] =>
  [...tables].filter(([, text]) => text.toLowerCase().includes(word.toLowerCase())).map(([name]) => name);

const remove = (app: TestApp, userId: number, token: string, body: object = {}) =>
  app.call('DELETE', `/users/${userId}`, {
    token,
    body: { password: goodPassword, confirmation: 'DELETE', ...body },
  });

it('erases the address of a deleted account from the log in every spelling, and nobody else’s', async () => {
  const app = await buildTestApp();
  open.push(app);
  const address = 'Émilie.Sørensen@Lakeside.Example';
  const me = await createAccount(app, { email: address });
  await createAccount(app, { email: 'asker@lakeside.example' });
  const asker = await logInAs(app, 'asker@lakeside.example');
  const spellings = [
    address,
    address.toLowerCase(),
    address.toUpperCase(),
    'éMILIE.sØRENSEN@lakeside.example',
  ];
  const at = app.platform.now();
  await app.platform.emit(
    app.db,
    [...spellings, 'emilie.sorensen@lakeside.example'].map((email) => ({
      type: 'provider_code_requested',
      occurredAt: at,
      detail: { step: 'x', email, provider: 'Some ID' },
    })),
  );
  const body = { email: 'ZOE@lakeside.example', password: goodPassword };
  expect((await app.call('PATCH', '/users/email', { token: asker.token, body })).status).toBe(200);
  const { token } = await logInAs(app, address);
  expect((await remove(app, me, token)).status).toBe(200);
  const left = await app.db
    .selectFrom('events')
    .select(sql<string>`detail ->> 'email'`.as('email'))
    .execute();
  expect(left.flatMap(({ email }) => email ?? []).toSorted()).toEqual([
    'ZOE@lakeside.example',
    'emilie.sorensen@lakeside.example',
  ]);
});

it('deletes an account at once, and leaves in no table what the privacy page says is gone', async () => {
  const { app, me, token, submitted, draft, review, unfinished } = await richWorld();
  const closed = await remove(app, me, token);
  expect([closed.status, closed.body]).toEqual([200, { done: true }]);
  expect(String(closed.headers['set-cookie'])).toMatch(/^clearcall_user_portal=;/);

  // Before the last mail goes out, its address stands in that mail's row alone.
  expect(tablesWith(await everyTable(app), mine.email)).toEqual(['deliveries']);
  await workOff(app.platform, allWork(app.platform));
  await allWork(app.platform).tasks.remove_abandoned_files?.({}, { id: 0, attempt: 1, isLastAttempt: false });

  const tables = await everyTable(app);
  const left = Object.fromEntries(
    [mine.email, mine.first, mine.last, mine.phone, mine.home, mine.iban, '1985-03-31', 'tidal'].map(
      (word) => [word, tablesWith(tables, word)],
    ),
  );
  expect(left).toEqual({
    [mine.email]: ['deliveries', 'kept_mails'],
    // The name stays on what was submitted.
    [mine.first]: ['users'],
    [mine.last]: ['users'],
    [mine.phone]: [],
    [mine.home]: [],
    [mine.iban]: [],
    '1985-03-31': [],
    tidal: [],
  });
  for (const word of [mine.draftTitle, mine.reviewDraft, 'draft.pdf'])
    expect(tablesWith(tables, word)).toEqual([]);

  expect(await app.db.selectFrom('users').selectAll().where('id', '=', me).executeTakeFirst()).toEqual({
    ...Object.fromEntries(
      Object.keys(await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()).map((name) => [
        name,
        null,
      ]),
    ),
    id: me,
    email: `closed-${me}@account.invalid`,
    first_name: mine.first,
    last_name: mine.last,
    folded_name: `zoella ${mine.last} closed-${me}@account.invalid`.toLowerCase(),
    role: 'user',
    status: 'closed',
    temporary: false,
    mail_pace: 'at_once',
    fields: [],
    tags: [],
    created_at: expect.any(Date),
    closed_at: new Date('2026-11-21T12:00:00Z'),
  });
  for (const table of ['memberships', 'later_memberships'] as const)
    expect(await app.db.selectFrom(table).select('part').where('user_id', '=', me).execute()).toEqual([]);
  const uids = await app.db.selectFrom('applications').select(['uid', 'status']).orderBy('id').execute();
  expect(uids).not.toContainEqual(expect.objectContaining({ uid: draft.uid }));
  expect(uids).toContainEqual({ uid: submitted.uid, status: 'submitted' });
  const works = await app.db
    .selectFrom('assignments')
    .leftJoin('answers', 'answers.assignment_id', 'assignments.id')
    .select(['assignments.id', 'assignments.status', 'answers.values'])
    .where('assignments.id', 'in', [review, unfinished])
    // Ids of the same millisecond have no order: by what became of them.
    .orderBy('assignments.status')
    .execute();
  expect(works).toEqual([
    { id: unfinished, status: 'revoked', values: null },
    { id: review, status: 'submitted', values: ['5'] },
  ]);
  expect(await app.db.selectFrom('abandoned_files').selectAll().execute()).toEqual([]);
  const mails = await app.db.selectFrom('kept_mails').select(['recipient', 'subject']).execute();
  expect(mails.filter(({ recipient }) => recipient === mine.email)).toEqual([
    { recipient: mine.email, subject: 'Clearcall: your account was deleted' },
  ]);

  // Nobody comes in any more, and the address is free.
  expect((await app.call('GET', `/users/${me}`, { token })).status).toBe(401);
  expect((await logInAs(app, mine.email)).answer.body.code).toBe('wrong_credentials');
  const { body: check } = await app.call('POST', '/users/challenge', { body: {} });
  const { angle } = await app.db
    .selectFrom('human_challenges')
    .select('angle')
    .where('id', '=', check.challengeId)
    .executeTakeFirstOrThrow();
  const again = await app.call('PUT', '/users/register', {
    body: {
      firstName: 'Zoëlla',
      lastName: 'Anew',
      email: mine.email,
      password: goodPassword,
      challengeId: check.challengeId,
      answer: String(360 - (angle ?? 0)),
      acceptedTerms: true,
    },
  });
  expect(again.status).toBe(200);
  const anew = await app.db
    .selectFrom('users')
    .select(['id', 'status'])
    .where('email', '=', mine.email)
    .execute();
  expect(anew).toEqual([{ id: expect.any(Number), status: 'locked' }]);
});

it('asks who it is: password or a login just now, the typed word, and nobody else’s account', async () => {
  const app = await buildTestApp();
  open.push(app);
  const me = await createAccount(app, { email: mine.email });
  const { token } = await logInAs(app, mine.email);
  const other = await app.login();
  const before = await tablesHash(app.db, ['tallies']);
  const wrong = 'Your current password is not right.';
  const refusals: [object, number, string | string[]][] = [
    [{ password: 'Nobody-knows-1' }, 422, wrong],
    [{ password: undefined }, 422, wrong],
    [{ password: '' }, 422, wrong],
    [{ confirmation: 'delete' }, 400, ['Type DELETE to confirm.']],
  ];
  for (const [body, status, message] of refusals) {
    const answer = await remove(app, me, token, body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  }
  expect((await remove(app, other.userId, token)).status).toBe(404);
  expect(await tablesHash(app.db, ['tallies'])).toBe(before);

  // Without a password the login itself counts, for ten minutes.
  await app.db
    .updateTable('sessions')
    .set({ opened_at: app.platform.now() })
    .where('user_id', '=', other.userId)
    .execute();
  app.clock.advance(10 * 60_000);
  const late = await remove(app, other.userId, other.token, { password: undefined });
  expect([late.status, late.body.code]).toEqual([403, 'not_fresh']);
  app.clock.advance(-1);
  expect((await remove(app, other.userId, other.token, { password: undefined })).status).toBe(200);
  // Nothing was submitted: nothing needs a name.
  expect(
    await app.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'status'])
      .where('id', '=', other.userId)
      .executeTakeFirst(),
  ).toEqual({ ...noName, status: 'closed' });
});

it('keeps what is submitted at the same moment as its account is deleted', async () => {
  const app = await buildTestApp();
  open.push(app);
  await createSurroundings(app.db);
  const call = await createCall(app, { cutoffs: [{ start: '2026-11-01T09:00:00Z', end: null }] });
  const draft = await createDraft(app, call.id);
  const password = await hashPassword(goodPassword);
  await app.db.updateTable('users').set({ password_hash: password }).where('id', '=', draft.userId).execute();
  const answer = await whileHeldBack(
    app,
    // As a submit goes: the assignment first, then the application, then what tells of it and names the person.
    async (tx) => {
      await tx
        .updateTable('assignments')
        .set({ status: 'submitted', submitted_at: app.platform.now() })
        .where('id', '=', draft.assignmentId)
        .execute();
      await tx.updateTable('applications').set({ status: 'submitted' }).where('id', '=', draft.id).execute();
      const { uid } = draft;
      const about = { applicationId: draft.id, userId: draft.userId, actorId: draft.userId, detail: { uid } };
      await app.platform.emit(tx, [
        { type: 'assignment_submitted', occurredAt: app.platform.now(), ...about },
      ]);
    },
    () =>
      app.call('DELETE', `/users/${draft.userId}`, {
        token: draft.token,
        body: { password: goodPassword, confirmation: 'DELETE' },
      }),
  );
  expect(answer.body).toEqual({ done: true });
  const kept = await app.db.selectFrom('applications').select(['id', 'status']).execute();
  expect(kept).toEqual([{ id: draft.id, status: 'submitted' }]);
});

it('waits for a session that is renewed at the same moment, and leaves none', async () => {
  const app = await buildTestApp();
  open.push(app);
  const userId = await createAccount(app, { email: 'renewing@hidden.example' });
  const { token } = await logInAs(app, 'renewing@hidden.example');
  const sessions = app.db.selectFrom('sessions').select(['id', 'family_id']).where('user_id', '=', userId);
  const { id, family_id: familyId } = await sessions.executeTakeFirstOrThrow();
  const of = { id: app.platform.newId(), familyId, userId, app: 'user_portal', device: '' } as const;
  const { row } = newSession(of, app.platform.now());
  const answer = await whileHeldBack(
    app,
    (tx) => tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute(),
    () =>
      app.call('DELETE', `/users/${userId}`, {
        token,
        body: { password: goodPassword, confirmation: 'DELETE' },
      }),
    (tx) => tx.insertInto('sessions').values(row).execute(),
  );
  expect(answer.body).toEqual({ done: true });
  expect(await sessions.execute()).toEqual([]);
});

it('keeps the last administrator, also when the last two leave at the same moment', async () => {
  const app = await buildTestApp();
  open.push(app);
  const two = [await app.login({ role: 'admin' }), await app.login({ role: 'super_admin' })];
  await app.db.updateTable('sessions').set({ opened_at: app.platform.now() }).execute();
  const answers = await Promise.all(
    two.map(({ userId, token }) => remove(app, userId, token, { password: undefined })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    statusCode: 409,
    code: 'last_administrator',
    message: 'This is the last administrator. Make another person an administrator first.',
  });
  const left = await app.db.selectFrom('users').select('status').where('status', '=', 'active').execute();
  expect(left).toHaveLength(1);
});

it('keeps everything only as long as the settings say', async () => {
  const { app, me, token, call, submitted } = await richWorld();
  const job = { id: 0, attempt: 1, isLastAttempt: false };
  const tidy = async () => allWork(app.platform).tasks.keep_only_as_long?.({}, job);
  const counts = async () => {
    const of = async (table: 'users' | 'deliveries' | 'kept_mails' | 'consents') =>
      Number(
        (
          await app.db
            .selectFrom(table)
            .select((row) => row.fn.countAll().as('count'))
            .executeTakeFirst()
        )?.count,
      );
    const events = await app.db.selectFrom('events').select(['type', 'application_id']).execute();
    return {
      users: await of('users'),
      mails: [await of('deliveries'), await of('kept_mails')],
      accountEvents: events.filter(({ application_id }) => application_id === null).length,
      applicationEvents: events.filter(({ application_id }) => application_id !== null).length,
      consents: await of('consents'),
    };
  };
  const locked = await createAccount(app, {
    email: 'never@hidden.example',
    status: 'locked',
    password: false,
  });
  await remove(app, me, token);
  await workOff(app.platform, allWork(app.platform));
  // Made while the account was being closed.
  await app.db
    .insertInto('applications')
    .values({
      uid: 'STRAY-1',
      call_id: call.id,
      flow_version_id: call.flowVersionId,
      owner_id: me,
      created_at: app.platform.now(),
      updated_at: app.platform.now(),
    })
    .execute();
  // As a version before left an account that had submitted nothing.
  const nameless = await createAccount(app, { email: 'gone@hidden.example', status: 'closed' });
  const words = { first_name: '', last_name: 'Former user', closed_at: app.platform.now() };
  await app.db.updateTable('users').set(words).where('id', '=', nameless).execute();
  const nameOf = (id: number) =>
    app.db.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', id).executeTakeFirst();
  const start = await counts();
  const day = 86_400_000;

  await tidy();
  expect([await counts(), await nameOf(nameless)]).toEqual([start, noName]);
  expect(await app.db.selectFrom('applications').select('id').where('uid', '=', 'STRAY-1').execute()).toEqual(
    [],
  );

  app.clock.advance(defaultRetention.unconfirmedAccountsDays * day + 1);
  await tidy();
  expect(await counts()).toEqual({ ...start, users: start.users - 1 });
  expect(await app.db.selectFrom('users').select('id').where('id', '=', locked).execute()).toEqual([]);

  app.clock.advance((defaultRetention.mailsDays - defaultRetention.unconfirmedAccountsDays) * day);
  await tidy();
  expect(await counts()).toEqual({ ...start, users: start.users - 1, mails: [0, 0] });
  expect(tablesWith(await everyTable(app), mine.email)).toEqual([]);

  app.clock.set('2028-01-01T00:00:00Z');
  await tidy();
  expect(await counts()).toMatchObject({ accountEvents: 0, applicationEvents: start.applicationEvents });

  const nameNow = () => nameOf(me);
  app.clock.set('2031-11-21T11:59:59Z');
  await tidy();
  expect(await nameNow()).toEqual({ first_name: mine.first, last_name: mine.last });
  app.clock.set('2031-11-21T12:00:01Z');
  await tidy();
  expect(await nameNow()).toEqual(noName);
  // Readers are told so, each in their language.
  const pro = await app.login({ role: 'pro' });
  const told = async (language: string) => {
    const asked = { token: pro.token, headers: { 'accept-language': language } };
    const path = `/v2/applications/${submitted.uid}`;
    const [opened, logged] = [
      await app.call('GET', path, asked),
      await app.call('GET', `${path}/events`, asked),
    ];
    const { id, firstName, lastName } = opened.body.owner;
    return [{ id, firstName, lastName }, logged.body.data.at(-1).by];
  };
  expect(await told('de')).toEqual(Array(2).fill({ id: me, firstName: '', lastName: 'Ehemalige Person' }));
  expect(await told('en')).toEqual(Array(2).fill({ id: me, firstName: '', lastName: 'Former user' }));
  expect((await counts()).consents).toBe(0);
  expect(tablesWith(await everyTable(app), mine.last)).toEqual([]);
  // What was submitted is still there.
  const kept = await app.db.selectFrom('applications').select('uid').where('id', '=', submitted.id).execute();
  expect(kept).toEqual([{ uid: submitted.uid }]);
  // A second run finds nothing to do.
  const hash = await tablesHash(app.db);
  await tidy();
  expect(await tablesHash(app.db)).toBe(hash);
});

it('follows the settings of the organisation, with what still matters left alone', async () => {
  const app = await buildTestApp();
  open.push(app);
  const settings = { ...defaultOrganisation, retention: { ...defaultRetention, unconfirmedAccountsDays: 2 } };
  await sql`insert into organisation (settings) values (${JSON.stringify(settings)}::jsonb)`.execute(app.db);
  await vi.waitFor(
    async () => expect((await app.platform.organisation()).retention.unconfirmedAccountsDays).toBe(2),
    3_000,
  );
  const invited = await createAccount(app, {
    email: 'invited@hidden.example',
    status: 'locked',
    password: false,
  });
  const forgotten = await createAccount(app, {
    email: 'forgotten@hidden.example',
    status: 'locked',
    password: false,
  });
  const now = app.platform.now();
  await app.db
    .insertInto('mail_tokens')
    .values({
      token_hash: Buffer.from('x'),
      purpose: 'invite',
      user_id: invited,
      email: 'invited@hidden.example',
      created_at: now,
      expires_at: new Date(now.getTime() + 14 * 86_400_000),
    })
    .execute();
  app.clock.advance(3 * 86_400_000);
  await allWork(app.platform).tasks.keep_only_as_long?.({}, { id: 0, attempt: 1, isLastAttempt: false });
  const left = await app.db.selectFrom('users').select('id').execute();
  expect(left).toEqual([{ id: invited }]);
  expect(left).not.toContainEqual({ id: forgotten });
});

it('keeps an account that is confirmed at the same moment as it would be let go', async () => {
  const app = await buildTestApp();
  open.push(app);
  const id = await createAccount(app, { email: 'late@hidden.example', status: 'locked', password: false });
  app.clock.advance(400 * 86_400_000);
  await whileHeldBack(
    app,
    (tx) => tx.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute(),
    async () =>
      allWork(app.platform).tasks.keep_only_as_long?.({}, { id: 0, attempt: 1, isLastAttempt: false }),
  );
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([{ id }]);
});
