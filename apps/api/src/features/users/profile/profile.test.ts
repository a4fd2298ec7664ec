import { type Role, roleCodes, roles } from '@clearcall/domain/people/roles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault } from '../../../platform/vault.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createProfileLists } from '../../../testing/factories.ts';
import { resealBankDetails, whyBankDetailsStaySealed } from './reseal-bank-details.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await createProfileLists(app.db);
});
afterAll(() => app.close());

/** What nobody has filled in yet, beside the personal information. */
const untouched = {
  website: null,
  linkedin: null,
  researchgate: null,
  scholar: null,
  scopus: null,
  link1: null,
  link2: null,
  isReviewer: null,
  mailPace: 'at_once',
  temporary: false,
  mandateStartDate: null,
  mandateEndDate: null,
  tags: [],
  bankName: null,
  bankHolderName: null,
  swiftCode: null,
  iban: null,
  bankAddress: null,
  bankRouting: null,
  bankRemarks: null,
};

const bank = {
  bankName: 'Handelsbanken',
  bankHolderName: 'Zoë Ångström',
  swiftCode: 'HANDSESS',
  iban: 'SE4550000000058398257466',
  bankAddress: 'Kungsträdgårdsgatan 2\nStockholm',
  bankRouting: 'Clearing 6000-77',
  bankRemarks: 'Fees only',
};

const open = (me: SignedIn, id = me.userId) => app.call('GET', `/users/${id}`, { token: me.token });
const save = (me: SignedIn, body: unknown, id = me.userId) =>
  app.call('PATCH', `/users/${id}`, { token: me.token, body });
const eventsOf = (userId: number) =>
  app.db
    .selectFrom('events')
    .select(['type', 'actor_id', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
const consentsOf = (userId: number) =>
  app.db
    .selectFrom('consents')
    .select(['subject', 'given', 'wording', 'at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

it('opens the own profile whole', async () => {
  const me = await app.login({ firstName: 'Zoë', lastName: 'Ångström' });
  await app.db
    .updateTable('users')
    .set({
      title: 'Dr.',
      gender: 'Female',
      nationality: 'SE',
      date_of_birth: '1985-03-31',
      phone_number: '+46|701234567',
      home_address: 'Storgatan 1\nUppsala',
      fields: ['PE2', 'PE3'],
      accept_mailing_list: true,
      last_login_at: '2026-11-20T08:00:00Z',
      // Kept by staff.
      temporary: true,
      mandate_start_date: '2026-01-01',
      mandate_end_date: '2027-12-31',
      tags: ['quantum', 'panel 2026'],
    })
    .where('id', '=', me.userId)
    .execute();
  const answer = await app.call('GET', `/users/${me.userId}`, { token: me.token });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      id: me.userId,
      email: me.email,
      firstName: 'Zoë',
      lastName: 'Ångström',
      role: 'user',
      acceptMailingList: true,
      language: null,
      status: 'active',
      lastLogin: '2026-11-20T08:00:00.000Z',
      title: 'Dr.',
      gender: 'Female',
      nationality: 'SE',
      dateOfBirth: '1985-03-31',
      phoneNumber: '+46|701234567',
      homeAddress: 'Storgatan 1\nUppsala',
      fields: ['PE2', 'PE3'],
      ...untouched,
      temporary: true,
      mandateStartDate: '2026-01-01',
      mandateEndDate: '2027-12-31',
      tags: ['quantum', 'panel 2026'],
    },
  ]);
});

it("answers alike for somebody else's, a missing and a malformed id, for staff too", async () => {
  const other = await app.login();
  for (const role of ['user', 'pro'] as const) {
    const me = await app.login({ role });
    for (const id of [other.userId, 999_999, '0', '-1', 'x', '1e3', '9'.repeat(30), '%00']) {
      const answer = await app.call('GET', `/users/${id}`, { token: me.token });
      expect([id, answer.status, answer.body]).toEqual([
        id,
        404,
        { statusCode: 404, code: 'not_found', message: 'Not found' },
      ]);
    }
  }
});

it('lists the roles to who is signed in', async () => {
  const me = await app.login();
  expect((await app.call('GET', '/users/roles')).status).toBe(401);
  const answer = await app.call('GET', '/users/roles', { token: me.token });
  expect(answer.body.map(({ role, short }: { role: Role; short: string }) => [role, short])).toEqual(
    Object.entries(roles).map(([role, { short }]) => [role, short]),
  );
  expect(answer.body[1]).toEqual({ role: 'admin', label: 'Admin', short: '' });
  const inGerman = { token: me.token, headers: { 'accept-language': 'de' } };
  expect((await app.call('GET', '/users/roles', inGerman)).body[0]).toEqual({
    role: 'user',
    label: 'Nutzer',
    short: '',
  });
  expect(answer.headers['cache-control']).toBe('private, max-age=300');
});

describe('saving', () => {
  it('saves each tab on its own, answers with the whole and notes which fields', async () => {
    const me = await app.login({ firstName: 'Zoë', lastName: 'Ångström' });
    const fresh = (await open(me)).body;
    const personal = {
      title: 'Dr.',
      gender: 'Female',
      nationality: 'SE',
      dateOfBirth: '1985-03-31',
      phoneNumber: '+46|701234567',
      homeAddress: 'Storgatan 1\nUppsala',
      fields: ['PE2', 'LS1'],
    };
    const first = await save(me, {
      ...personal,
      firstName: '  Zoe\u0308  ',
      homeAddress: 'Storgatan 1\r\nUppsala \n',
      fields: ['PE2', 'LS1', ''],
    });
    expect([first.status, first.body]).toEqual([200, { ...fresh, ...personal }]);
    const links = {
      website: 'example.org/zoë',
      ...Object.fromEntries(
        ['linkedin', 'researchgate', 'scholar', 'scopus', 'link1', 'link2'].map((field) => [
          field,
          `https://${field}.example.org/x`,
        ]),
      ),
    };
    const stored = { ...links, website: 'https://example.org/zoë' };
    expect((await save(me, links)).body).toEqual({ ...fresh, ...personal, ...stored });
    expect((await save(me, { isReviewer: false })).body.isReviewer).toBe(false);
    const last = await save(me, { ...bank, iban: 'se45 5000 0000 0583 9825 7466', swiftCode: ' hand sess ' });
    expect(last.body).toEqual({ ...fresh, ...personal, ...stored, isReviewer: false, ...bank });
    expect((await open(me)).body).toEqual(last.body);
    expect(await eventsOf(me.userId)).toEqual(
      [Object.keys(personal), Object.keys(links), ['isReviewer'], Object.keys(bank)].map((fields) => ({
        type: 'profile_saved',
        actor_id: me.userId,
        detail: {
          fields: expect.toSatisfy((text: string) => text.split(',').sort().join() === fields.sort().join()),
        },
      })),
    );
  });

  it('leaves what is not sent, also of the sealed details, to whoever saves it elsewhere', async () => {
    const me = await app.login();
    await Promise.all([
      save(me, { iban: bank.iban }),
      save(me, { bankName: bank.bankName }),
      save(me, { swiftCode: bank.swiftCode }),
      save(me, { linkedin: 'https://a.example.org' }),
      save(me, { scopus: 'https://b.example.org' }),
    ]);
    expect((await open(me)).body).toMatchObject({
      iban: bank.iban,
      bankName: bank.bankName,
      swiftCode: bank.swiftCode,
      linkedin: 'https://a.example.org',
      scopus: 'https://b.example.org',
    });
    await save(me, { iban: '' });
    expect((await open(me)).body).toMatchObject({ iban: null, bankName: bank.bankName });
  });

  it('refuses all of it when one field is wrong, and names the field', async () => {
    const me = await app.login();
    const before = (await open(me)).body;
    const answer = await save(me, {
      website: 'https://example.org',
      title: '',
      gender: 'Robot',
      dateOfBirth: '2009-01-01',
      phoneNumber: '+46|70 12',
      iban: 'SE4550000000058398257467',
      fields: [],
    });
    const fields = {
      title: 'This field is required',
      gender: 'Choose an option from the list.',
      dateOfBirth: 'Invalid date of birth',
      phoneNumber: 'Invalid phone number',
      iban: 'The check digits of this IBAN are wrong. Compare it with your bank statement.',
      fields: 'This field is required',
    };
    expect([answer.status, answer.body]).toEqual([
      400,
      { statusCode: 400, code: 'invalid_input', message: [...new Set(Object.values(fields))], fields },
    ]);
    expect((await open(me)).body).toEqual(before);
    expect(await eventsOf(me.userId)).toEqual([]);
  });

  it('counts ages by the clock of the server, in the zone of the organisation', async () => {
    const me = await app.login();
    const born = async (day: string) => (await save(me, { dateOfBirth: day })).status;
    app.clock.set('2026-11-21T22:59:59Z');
    expect(await born('2008-11-22')).toBe(400);
    app.clock.set('2026-11-21T23:00:00Z');
    expect(await born('2008-11-22')).toBe(200);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  it('lets values of an older list stay and reads them, but offers them to nobody new', async () => {
    const me = await app.login();
    await app.db
      .updateTable('users')
      .set({ fields: ['Old'], title: 'Old' })
      .where('id', '=', me.userId)
      .execute();
    expect((await save(me, { fields: ['Old', 'PE1'], title: 'Old' })).body).toMatchObject({
      fields: ['Old', 'PE1'],
      title: 'Old',
    });
    expect((await save(me, { nationality: 'Old' })).status).toBe(400);
    expect((await save(await app.login(), { fields: ['Old'] })).status).toBe(400);
    const lists = await app.call('GET', '/v2/options?tags=titles,research_fields&older=true');
    const titles = lists.body.data.find(({ tag }: { tag: string }) => tag === 'titles');
    expect([lists.body.total, titles]).toEqual([
      2,
      {
        id: 901,
        tag: 'titles',
        title: 'titles',
        version: '1',
        options: [
          { value: 'Prof.', label: 'Prof. in words' },
          { value: 'Dr.', label: 'Dr. in words' },
          { value: 'Old', label: 'Old in words', offered: false },
        ],
      },
    ]);
    const now = await app.call('GET', '/v2/options?tags=titles');
    expect(now.body.data[0].options).toHaveLength(2);
    expect(now.headers['cache-control']).toBe('public, max-age=1800');
  });

  it('keeps each answer to the mailing list with its words, as they were read, and its time', async () => {
    const me = await app.login();
    const at = app.platform.now();
    for (const answer of [true, true, false]) await save(me, { acceptMailingList: answer });
    const inGerman = { 'accept-language': 'de' };
    await app.call('PATCH', `/users/${me.userId}`, {
      token: me.token,
      headers: inGerman,
      body: { acceptMailingList: true },
    });
    await save(me, { acceptMailingList: false });
    const consent = { subject: 'mailing_list', wording: 'Email me when a call opens.', at };
    const read = { ...consent, wording: 'Schreiben Sie mir, wenn eine Ausschreibung öffnet.' };
    expect(await consentsOf(me.userId)).toEqual([
      { ...consent, given: true },
      { ...consent, given: false },
      { ...read, given: true },
      { ...consent, given: false },
    ]);
    expect((await open(me)).body.acceptMailingList).toBe(false);
  });

  it('is not for administrators in the user portal, nor for anybody else', async () => {
    const me = await app.login();
    const other = await app.login({ role: 'finance_manager' });
    expect((await save(other, { firstName: 'Mallory' }, me.userId)).status).toBe(404);
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', me.userId).execute();
    const answer = await save(me, { firstName: 'Zoë' });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'You dont have permission to access this portal.',
    ]);
  });
});

describe('bank details', () => {
  it('stand nowhere in the clear: rows, events, deliveries', async () => {
    const me = await app.login();
    await save(me, bank);
    const { pool } = app.platform.databases;
    const tables = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    const names = tables.rows.map(({ name }) => name);
    expect(names).toContain('public.bank_details');
    const words = Object.values(bank).flatMap((text) => text.split('\n'));
    for (const table of names) {
      const found = await wholeTable(table);
      for (const word of words) expect([table, word, found.includes(word)]).toEqual([table, word, false]);
    }
  });

  it('are in no profile that somebody else opens', async () => {
    const me = await app.login({ firstName: 'Zoë', lastName: 'Ångström' });
    await save(me, { ...bank, isReviewer: true });
    const missing = { statusCode: 404, code: 'not_found', message: 'Not found' };
    for (const role of roleCodes) {
      const viewer = await app.login({ role });
      const { body } = await open(viewer, me.userId);
      expect([role, body.statusCode === 403 ? missing : body]).toEqual([role, missing]);
    }
  });

  it('do not open in the row of somebody else', async () => {
    const me = await app.login();
    const thief = await app.login();
    await save(me, bank);
    await save(thief, { bankName: 'x' });
    const { nonce, sealed } = await app.db
      .selectFrom('bank_details')
      .selectAll()
      .where('user_id', '=', me.userId)
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('bank_details')
      .set({ nonce, sealed })
      .where('user_id', '=', thief.userId)
      .execute();
    const answer = await open(thief);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain(bank.iban);
    await app.db.deleteFrom('bank_details').where('user_id', '=', thief.userId).execute();
  });

  it('are sealed anew after a change of the key, and the start says when a key is missing', async () => {
    const me = await app.login();
    await save(me, bank);
    const old = Buffer.alloc(32, 1);
    const fresh = Buffer.alloc(32, 2);
    const after = { ...app.platform, vault: openVault({ keys: [fresh] }) };
    const during = { ...app.platform, vault: openVault({ keys: [fresh, old] }) };
    expect(await whyBankDetailsStaySealed(after)).toMatch(/^Bank details were sealed with another data key/);
    expect(await whyBankDetailsStaySealed(during)).toBeNull();
    await resealBankDetails(during);
    expect(await whyBankDetailsStaySealed(after)).toBeNull();
    expect(await whyBankDetailsStaySealed(app.platform)).toMatch(/another data key/);
    await resealBankDetails({ ...app.platform, vault: openVault({ keys: [old, fresh] }) });
    expect((await open(me)).body).toMatchObject(bank);
  });
});

/** Every row of a table as text. */
async function wholeTable(table: string): Promise<string> {
  const { rows } = await app.platform.databases.pool.query<{ line: string }>(
    `select row_to_json(t)::text || t::text as line from ${table} t`,
  );
  return rows.map(({ line }) => line).join('\n');
}
