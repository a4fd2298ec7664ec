import type { LegacyContact, LegacyRow } from '@clearcall/domain/archive/legacy.ts';
import { readLegacyRecord } from '@clearcall/domain/archive/read-legacy.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { inLegacyScope, legacyScope } from '@clearcall/domain/permissions/legacy.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { pdfOf } from '../../testing/factories.ts';
import { readZip } from '../../testing/read-zip.ts';
import { rowOfRecord } from './row-of-record.ts';
import { whereInLegacyScope } from './sql.ts';

const ana: LegacyContact = { contact_name: 'Ana Horvat', contact_email: 'Ana@Example.org' };
const zoe: LegacyContact = { contact_name: 'Zoë Ångström', contact_email: 'zoe@example.org' };
const fileId = '0190a0a0-0000-7000-8000-00000000f11e';

describe('the archive', () => {
  let app: TestApp;
  let pro: SignedIn;
  let contact: SignedIn;
  let stranger: SignedIn;

  async function switchLegacy(on: boolean): Promise<void> {
    const settings = { ...defaultOrganisation, theme: { ...defaultOrganisation.theme, legacy: on } };
    await app.db
      .insertInto('organisation')
      .values({ settings: JSON.stringify(settings) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings: JSON.stringify(settings) }))
      .execute();
    // The settings are read again a second later.
    const until = performance.now() + 3_000;
    while ((await app.platform.organisation()).theme.legacy !== on && performance.now() < until)
      await new Promise((done) => setTimeout(done, 50));
  }

  async function archive(
    number: string,
    contacts: Pick<LegacyRow, 'regular' | 'preparatory'>,
    { submitted = true, projectTitle }: { submitted?: boolean; projectTitle?: string } = {},
  ) {
    const people = [contacts.regular, contacts.preparatory].filter((one) => one !== null);
    const call = { name: `Call of ${number}`, machines: ['Curie'], machinePreparatory: [{ name: 'Fermi' }] };
    const { id } = await app.db
      .insertInto('legacy_records')
      .values({
        number,
        submitted,
        title: projectTitle ?? '',
        call_name: call.name,
        machines: ['Curie', 'Fermi'],
        people: people.flatMap((one) => [one.contact_name, one.contact_email]),
        emails: people.map((one) => one.contact_email),
        record: JSON.stringify({
          call,
          ...contacts,
          projectTitle,
          fields: [{ title: 'Abstract', values: ['Waves'] }],
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  const list = (who: SignedIn, query = '') => app.call('GET', `/cines${query}`, { token: who.token });
  const numbers = async (who: SignedIn, query = '') =>
    (await list(who, query)).body.data.map(({ number }: LegacyRow) => number);
  let ids: number[];

  beforeAll(async () => {
    app = await buildTestApp();
    await switchLegacy(true);
    pro = await app.login({ role: 'pro' });
    contact = await app.login({ email: 'ana@example.org' });
    stranger = await app.login();
    ids = [
      await archive('2010RA01', { regular: ana, preparatory: zoe }, { projectTitle: 'Waves on rotors' }),
      await archive('2011PA02', { regular: null, preparatory: zoe }, { submitted: false }),
      await archive('50%_\\off', { regular: { ...zoe, contact_name: 'Z' }, preparatory: ana }),
    ];
    const stored = await app.platform.files.put(await pdfOf(1));
    await app.db
      .insertInto('legacy_files')
      .values({
        id: fileId,
        record_id: ids[0] ?? 0,
        filename: 'scope – Ångström.pdf',
        size_bytes: stored.sizeBytes,
        sha256: stored.sha256,
        storage_key: stored.key,
      })
      .execute();
  });
  afterAll(() => app.close());

  it('is listed whole for staff, and for a contact what is the own, without the other contact', async () => {
    const whole = await list(pro);
    expect([whole.status, whole.body.total]).toEqual([200, 3]);
    expect(whole.body.data[0]).toEqual({
      id: ids[0],
      number: '2010RA01',
      submitted: true,
      call: { name: 'Call of 2010RA01', machines: ['Curie'], machinePreparatory: [{ name: 'Fermi' }] },
      regular: ana,
      preparatory: zoe,
      projectTitle: 'Waves on rotors',
    });
    expect(whole.body.data.map((row: LegacyRow) => row.submitted)).toEqual([true, false, true]);
    const own = await list(contact);
    expect(own.body.total).toBe(2);
    expect(own.body.data[0]).toEqual({ ...whole.body.data[0], preparatory: null });
    expect(JSON.stringify(own.body)).not.toMatch(/zoe/i);
    expect((await list(stranger)).body).toEqual({ data: [], total: 0 });
  });

  it('is paged and searched, letter by letter', async () => {
    expect(await numbers(pro, '?limit=1&offset=1')).toEqual(['2011PA02']);
    expect(await numbers(pro, '?search=pa0')).toEqual(['2011PA02']);
    expect(await numbers(contact, '?search=on%20rotors')).toEqual(['2010RA01']);
    expect(await numbers(pro, '?search=curie,%20ferm')).toHaveLength(3);
    for (const search of ['ångström', 'ANGSTROM'])
      expect(await numbers(pro, `?search=${encodeURIComponent(search)}`)).toEqual(['2010RA01', '2011PA02']);
    expect(await numbers(pro, `?search=${encodeURIComponent('0%_\\o')}`)).toEqual(['50%_\\off']);
    expect(await numbers(pro, '?search=zoe@example')).toHaveLength(3);
    expect((await list(pro, '?limit=9999')).status).toBe(200);
    expect((await list(pro, `?search=${'a'.repeat(201)}`)).status).toBe(400);
    // A contact finds nothing by the name of the other one.
    expect(await numbers(contact, '?search=zoe')).toEqual([]);
    expect(await numbers(contact, '?search=2010')).toEqual(['2010RA01']);
  });

  it('shows one with all that was archived, and hands out its files', async () => {
    const open = (who: SignedIn, id = ids[0]) => app.call('GET', `/cines/${id}`, { token: who.token });
    const file = (who: SignedIn) => app.call('GET', `/cines/file/${fileId}`, { token: who.token });
    const { body } = await open(pro);
    const size = (await file(pro)).bytes.length;
    expect(body).toMatchObject({
      number: '2010RA01',
      regular: ana,
      preparatory: zoe,
      fields: [{ title: 'Abstract', values: ['Waves'] }],
      files: [{ id: fileId, filename: 'scope – Ångström.pdf', sizeBytes: size }],
    });
    expect((await open(contact)).body).toEqual({ ...body, preparatory: null });
    const downloaded = await file(contact);
    expect([downloaded.status, downloaded.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(downloaded.headers['content-disposition']).toContain(
      'attachment; filename="scope _ _ngstr_m.pdf"',
    );

    const missing = await open(pro, 999_999);
    expect([missing.status, missing.body]).toEqual([
      404,
      { statusCode: 404, code: 'not_found', message: 'Not found' },
    ]);
    for (const answer of [await open(stranger), await open(contact, ids[1]), await file(stranger)])
      expect([answer.status, answer.body]).toEqual([404, missing.body]);
  });

  it('hands out all files of one as a zip, and says which are missing', async () => {
    const zip = (who: SignedIn, id = ids[0]) =>
      app.call('GET', `/cines/proposal/${id}`, { token: who.token });
    const whole = await zip(contact);
    expect([whole.status, whole.headers['content-type'], whole.headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      `attachment; filename="2010RA01.zip"; filename*=UTF-8''2010RA01.zip`,
    ]);
    const file = await app.call('GET', `/cines/file/${fileId}`, { token: pro.token });
    expect(readZip(whole.bytes)).toEqual(new Map([['scope – Ångström.pdf', file.bytes]]));

    const gone = await app.platform.files.put(Buffer.from('x'));
    const row = { record_id: ids[0] ?? 0, size_bytes: 1, sha256: gone.sha256, storage_key: gone.key };
    await app.db
      .insertInto('legacy_files')
      .values({ ...row, id: '0190a0a0-0000-7000-8000-00000000f11f', filename: '../gone.pdf' })
      .execute();
    await app.platform.files.remove(gone.key);
    const rest = readZip((await zip(pro)).bytes);
    expect([...rest.keys()]).toEqual(['scope – Ångström.pdf', 'MISSING FILES.txt']);
    expect(String(rest.get('MISSING FILES.txt'))).toBe(
      '2010RA01: these files of the archive are missing and are not in this zip. Everything else is.\n\n_gone.pdf\n',
    );
    // What is no PDF is not said to be one.
    const other = await app.platform.files.put(Buffer.from('<script>'));
    const otherId = '0190a0a0-0000-7000-8000-00000000f120';
    await app.db
      .insertInto('legacy_files')
      .values({ ...row, id: otherId, filename: 'notes.html', storage_key: other.key, size_bytes: 8 })
      .execute();
    const notes = await app.call('GET', `/cines/file/${otherId}`, { token: pro.token });
    expect([notes.status, notes.headers['content-type']]).toEqual([200, 'application/octet-stream']);
    await app.db.deleteFrom('legacy_files').where('id', '=', otherId).execute();
    await app.db.deleteFrom('legacy_files').where('storage_key', '=', gone.key).execute();

    // Not the own one, not there, without any file: alike.
    for (const answer of [
      await zip(stranger),
      await zip(contact, ids[1]),
      await zip(pro, 999_999),
      await zip(pro, ids[1]),
    ])
      expect([answer.status, answer.body]).toEqual([
        404,
        { statusCode: 404, code: 'not_found', message: 'Not found' },
      ]);
  });

  it('tells a contact of reviews what the domain lets, and keeps for staff what was not understood', async () => {
    const content = {
      number: '2012RA07',
      submitted: 'yes',
      discr: 'regular',
      call: 'Call',
      contact_email: 'ana@example.org',
      scientificReviewAll: [
        { submitted: true, score: 4, selfAssessment: 'Expert', responseScientificReview: 'Thanks' },
        { submitted: false, score: 1 },
      ],
      technicalReviewAll: [{ completed: true, computingCenter: 'BSC' }],
      deleted: { at: '2013-01-01', by: 'office' },
      colour: 'red',
    };
    const read = readLegacyRecord(content);
    if (!read.ok) throw new Error(read.why.id);
    const { id } = await app.db
      .insertInto('legacy_records')
      .values({
        ...rowOfRecord(read.read, () => undefined),
        record: JSON.stringify(read.read.record),
        unread: JSON.stringify(read.read.unread),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const open = async (who: SignedIn) => (await app.call('GET', `/cines/${id}`, { token: who.token })).body;
    const whole = await open(pro);
    expect(whole).toEqual({
      id,
      number: '2012RA07',
      submitted: true,
      projectTitle: '',
      discr: 'regular',
      call: { name: 'Call', machines: [], machinePreparatory: [] },
      regular: { contact_name: '', contact_email: 'ana@example.org' },
      preparatory: null,
      deleted: { at: '2013-01-01', by: 'office' },
      proposalResourcesAll: [],
      preparatoryTechReview: null,
      scientificReviewAll: [
        {
          submitted: true,
          score: 4,
          selfAssessment: 'Expert',
          responseScientificReview: { response: 'Thanks' },
        },
        { submitted: false, score: 1 },
      ],
      technicalReviewAll: [{ completed: true, computingCenter: { name: 'BSC' } }],
      fields: [],
      files: [],
      unread: [{ path: 'colour', value: '"red"' }],
    });
    expect(await open(contact)).toEqual({
      ...whole,
      deleted: { at: '2013-01-01' },
      scientificReviewAll: [{ submitted: true, score: 4, responseScientificReview: { response: 'Thanks' } }],
      unread: [],
    });
    await app.db.deleteFrom('legacy_records').where('id', '=', id).execute();
  });

  it('compiles the scope to SQL that says what the domain says', async () => {
    const all = await sql<{ id: number; record: LegacyRow }>`
      select id, record from legacy_records order by id`.execute(app.db);
    for (const role of roleCodes)
      for (const email of ['ana@example.org', 'ZOE@EXAMPLE.ORG', 'nobody@example.org', '']) {
        const scope = legacyScope({
          userId: 1,
          role,
          isStaff: defaultOrganisation.theme.staffRoles.includes(role),
          email,
        });
        const found = await sql<{ id: number }>`
          select l.id from legacy_records l where ${whereInLegacyScope(scope)} order by l.id`.execute(app.db);
        expect(found.rows.map(({ id }) => id)).toEqual(
          all.rows.filter(({ record }) => inLegacyScope(scope, record)).map(({ id }) => id),
        );
      }
  });

  it('is not there where the organisation keeps none', async () => {
    await switchLegacy(false);
    for (const path of ['/cines', `/cines/${ids[0]}`, `/cines/file/${fileId}`, `/cines/proposal/${ids[0]}`])
      expect((await app.call('GET', path, { token: pro.token })).status).toBe(404);
    await switchLegacy(true);
    expect((await list(pro)).status).toBe(200);
  });
});
