import { text as readText } from 'node:stream/consumers';
import { pseudoLanguage } from '@clearcall/i18n/language.ts';
import { wordsWithoutSigns } from '@clearcall/i18n/pseudo.ts';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { freeJobsOfTheDead, workOff } from '../../../platform/jobs/work.ts';
import { writeTable } from '../../../platform/tables/write-table.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createSurroundings, openWhole } from '../../../testing/factories.ts';
import { startMailServer } from '../../../testing/mail-server.ts';

const word = '=HYPERLINK("http://x")';

describe('the applications report', () => {
  let app: TestApp;
  let pro: SignedIn;
  let centre: SignedIn;
  let applicant: SignedIn;
  let callId: number;

  const work = () => workOff(app.platform, allWork(app.platform));
  const ask = (who: SignedIn, format = 'csv', id = callId) =>
    app.call('GET', `/download/call/${id}/applications/${format}`, { token: who.token });
  const reports = () =>
    app.db
      .selectFrom('reports')
      .select(['user_id', 'format', 'state', 'applications', 'drafts', 'filename'])
      .orderBy('requested_at')
      .orderBy('id')
      .execute();
  const mails = async (to: SignedIn): Promise<{ subject: string; text: string; html: string }[]> =>
    (await app.call('GET', `/demo/mails?to=${encodeURIComponent(to.email)}`)).body;
  const reportId = async () =>
    (await app.db.selectFrom('reports').select('id').where('state', '=', 'made').executeTakeFirstOrThrow())
      .id;
  const file = async (who: SignedIn) =>
    app.call('GET', `/download/report/${await reportId()}`, { token: who.token });

  async function apply(values: Record<string, string>, parts: [string, string][] = []): Promise<void> {
    const { uid } = (await app.call('POST', '/v2/applications', { token: applicant.token, body: { callId } }))
      .body;
    const opened = (await openWhole(app, uid, applicant.token)).body;
    const rows = parts.map((part, order) => ({ id: app.platform.newId(), order, part }));
    const item = (flowElementId: string, value: string, dataGroupId: string | null = null) => ({
      flowElementId,
      dataGroupId,
      input: { values: [value] },
      revision: 0,
    });
    const answer = await app.call('PUT', `/v2/assignments/${opened.assignments[0].id}/submit`, {
      token: applicant.token,
      body: {
        newGroups: rows.map(({ id, order }) => ({ id, order, flowElementId: 'parts' })),
        data: [
          ...Object.entries(values).map(([element, value]) => item(element, value)),
          ...rows.flatMap(({ id, part: [name, amount] }) => [
            item('part', name, id),
            ...(amount === '' ? [] : [item('amount', amount, id)]),
          ]),
        ],
      },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  beforeAll(async () => {
    app = await buildTestApp();
    await createSurroundings(app.db);
    await app.db.insertInto('centres').values({ id: 'south', name: 'Southern Centre' }).execute();
    callId = (await createCall(app, { code: 'REG', title: 'Regular' })).id;
    await app.db
      .updateTable('calls')
      .set({ download_roles: ['pro', 'compute_centre_representative'] })
      .execute();
    applicant = await app.login({ firstName: 'Ana', lastName: 'Horvat' });
    await apply(
      {
        title: word,
        first: 'Zoë',
        last: 'Ångström',
        home: 'Łódź, "TU"\nGate 2',
        panel: 'PE2',
        field: 'PE2_1',
      },
      [
        ['aurora-cpu', '1000'],
        ['aurora-gpu', ''],
      ],
    );
    await apply({ title: 'Asks for nothing' });
    await app.call('POST', '/v2/applications', { token: applicant.token, body: { callId } });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await work();
    await app.db.deleteFrom('reports').execute();
    await app.db.deleteFrom('deliveries').execute();
    await app.db.deleteFrom('kept_mails').execute();
    pro = await app.login({ role: 'pro', firstName: 'Maija', lastName: 'Heikkilä' });
    centre = await app.login({ role: 'compute_centre_representative' });
    await app.db
      .insertInto('memberships')
      .values({ user_id: centre.userId, centre_id: 'north', part: 'representative' })
      .execute();
  });

  it('is made and mailed once, with a link that leads to the file', async () => {
    expect(await ask(pro)).toMatchObject({ status: 200, body: { done: true, inTheMaking: false } });
    // Again while it is pending: said so, and no second one.
    expect(await ask(pro)).toMatchObject({ status: 200, body: { done: true, inTheMaking: true } });
    expect(await reports()).toMatchObject([{ user_id: pro.userId, format: 'csv', state: 'requested' }]);
    await work();
    await work();
    expect(await reports()).toEqual([
      {
        user_id: pro.userId,
        format: 'csv',
        state: 'made',
        applications: 2,
        drafts: 1,
        filename: 'REG-2026-1-applications.csv',
      },
    ]);
    const [mail, ...more] = await mails(pro);
    expect([mail?.subject, more]).toEqual(['Applications report: Regular', []]);
    expect(mail?.text).toContain(`http://localhost:3000/reports/${await reportId()}`);
    // A mail that is kept has no files.
    expect(mail?.text).toContain('is ready for download');
    expect(mail?.text).toContain('Submitted applications: 2');
    expect(mail?.text).toContain('Drafts, not listed: 1');
    expect(mail?.text).not.toContain('Ångström');

    const { status, headers, bytes } = await file(pro);
    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      `attachment; filename="REG-2026-1-applications.csv"; filename*=UTF-8''REG-2026-1-applications.csv`,
      'private, no-store',
    ]);
    expect(bytes.toString('utf8').split('\r\n')).toEqual([
      '\ufeffApplication ID,Status,Project title,PI name,Affiliation,Research field group,Research field title,Partitions,Aurora CPU (node hours),Aurora GPU (node hours),Old CPU (node hours),Owner,Owner email,Submitted (UTC),Cut-off (UTC),Review: submitted,Review: Score',
      `REG-2026R01-001,Submitted,"'=HYPERLINK(""http://x"")",Zoë Ångström,"Łódź, ""TU"" Gate 2",Physics,Optics,"Aurora CPU, Aurora GPU",1000,2000,,Ana Horvat,${applicant.email},2026-11-21T12:00:00.000Z,2026-12-01T09:00:00.000Z,,`,
      `REG-2026R01-002,Submitted,Asks for nothing,,,,,,,,,Ana Horvat,${applicant.email},2026-11-21T12:00:00.000Z,2026-12-01T09:00:00.000Z,,`,
      '',
    ]);
    const opened = await app.call('GET', `/v2/reports/${await reportId()}`, { token: pro.token });
    expect(opened.body).toEqual({
      id: await reportId(),
      callId,
      callTitle: 'Regular',
      format: 'csv',
      filename: 'REG-2026-1-applications.csv',
      sizeBytes: bytes.length,
      applications: 2,
      madeAt: '2026-11-21T12:00:00.000Z',
      keptUntil: '2026-11-28T12:00:00.000Z',
    });
  });

  it('tells each of many that ask at once what comes of it', async () => {
    const asked = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => ask(pro)))).map(({ status, body }) => [
        status,
        body.inTheMaking,
      ]);
    const answers = await asked(20);
    expect(answers.filter(([status]) => status !== 200)).toEqual([]);
    expect(answers.filter(([, inTheMaking]) => inTheMaking === false)).toHaveLength(1);
    await work();
    expect(await mails(pro)).toHaveLength(1);
    expect(await reports()).toMatchObject([{ state: 'made' }]);
    // For five minutes it is the one that was emailed; then the next one is another.
    const sentOnce = { status: 200, body: { done: true, inTheMaking: false, emailed: true } };
    for (let nth = 0; nth < 20; nth += 1) expect(await ask(pro)).toMatchObject(sentOnce);
    app.clock.advance(5 * 60_000 - 1_000);
    expect(await ask(pro)).toMatchObject(sentOnce);
    await work();
    expect(await mails(pro)).toHaveLength(1);
    // Another format, another person: another report.
    for (const [who, format] of [
      [pro, 'xlsx'],
      [centre, 'csv'],
    ] as const)
      expect((await ask(who, format)).body).toEqual({ done: true, inTheMaking: false, emailed: false });
    app.clock.advance(1_000);
    expect((await ask(pro)).body).toEqual({ done: true, inTheMaking: false, emailed: false });
    const { rows: queues } = await sql<{ name: string }>`
      select distinct q.queue_name as name from graphile_worker._private_jobs j
        join graphile_worker._private_job_queues q on q.id = j.job_queue_id`.execute(app.db);
    // Those of one call are made one after the other.
    expect(queues).toEqual([{ name: `report of call ${callId}` }]);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  it('begins anew when it was lost with the process that made it', async () => {
    await ask(pro);
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    app.clock.advance(29 * 60_000);
    expect((await ask(pro)).body.inTheMaking).toBe(true);
    app.clock.advance(2 * 60_000);
    expect((await ask(pro)).body.inTheMaking).toBe(false);
    await work();
    app.clock.set('2026-11-21T12:00:00Z');
    expect(await reports()).toMatchObject([{ state: 'made' }]);
    expect(await mails(pro)).toHaveLength(1);
  });

  it('is not asked for by those who only look', async () => {
    const path = `/download/call/${callId}/applications/csv`;
    expect((await app.call('HEAD', path, { token: pro.token })).status).toBe(404);
    await work();
    expect([await reports(), await mails(pro)]).toEqual([[], []]);
  });

  it('comes as a workbook too, in which no text is a formula', async () => {
    await ask(pro, 'xlsx');
    await work();
    const { bytes, headers } = await file(pro);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    const [head, first] = sheets[0]?.rows ?? [];
    expect(Object.fromEntries((head ?? []).map((name, at) => [name, first?.[at]]))).toMatchObject({
      'Project title': word,
      Affiliation: 'Łódź, "TU" Gate 2',
      'Aurora CPU (node hours)': 1000,
      'Owner email': applicant.email,
    });
  });

  it('is written in the language of the account that asked for it', async () => {
    const speak = (language: string | null) =>
      app.db.updateTable('users').set({ language }).where('id', '=', pro.userId).execute();
    await speak('de');
    await ask(pro);
    await work();
    const [head, first] = (await file(pro)).bytes.toString('utf8').split('\r\n');
    await speak(null);
    expect(head).toMatch(/^\ufeffAntrags-ID,Status,Projekttitel,/);
    expect(first).toMatch(/^REG-2026R01-001,Eingereicht,/);
  });

  it('says nothing beside the catalogue but what authors have written', async () => {
    const speak = (language: string | null) =>
      app.db.updateTable('users').set({ language }).where('id', '=', pro.userId).execute();
    await speak(pseudoLanguage);
    await ask(pro, 'xlsx');
    await work();
    const { sheets } = await readXlsx(new Uint8Array((await file(pro)).bytes));
    await speak(null);
    const said = [sheets[0]?.name, ...(sheets[0]?.rows[0] ?? []), sheets[0]?.rows[1]?.[1]];
    expect(said.length).toBeGreaterThan(15);
    const partitions = /Aurora CPU|Aurora GPU|Old CPU|\(node hours\)|Review|Score/g;
    expect(said.flatMap((text) => wordsWithoutSigns(String(text).replace(partitions, '')))).toEqual([]);
  });

  it('gives a centre what asks for its partitions, and nobody else anything', async () => {
    await ask(centre);
    await work();
    const text = (await file(centre)).bytes.toString('utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(text).toContain('REG-2026R01-001');
    expect(text).not.toContain(applicant.email);
    expect((await mails(centre))[0]?.text).not.toContain('Drafts');
    // Whoever did not ask for it finds nothing, whatever the role.
    for (const other of [pro, applicant]) {
      expect(await file(other)).toMatchObject({ status: 404, body: { message: 'Not found' } });
      const opened = await app.call('GET', `/v2/reports/${await reportId()}`, { token: other.token });
      expect(opened.status).toBe(404);
    }
    for (const role of ['user', 'scientific_reviewer', 'panel_chair'] as const) {
      expect(await ask(await app.login({ role }))).toMatchObject({ status: 403 });
    }
    expect(await reports()).toHaveLength(1);
  });

  it('of a call without applications is its head alone', async () => {
    const empty = await createCall(app, { code: 'EMP' });
    await ask(pro, 'csv', empty.id);
    await ask(pro, 'xlsx', empty.id);
    await work();
    expect(await reports()).toMatchObject([
      { applications: 0, drafts: 0 },
      { applications: 0, drafts: 0 },
    ]);
    const rows = await app.db.selectFrom('reports').select(['id', 'format']).execute();
    for (const { id, format } of rows) {
      const { bytes } = await app.call('GET', `/download/report/${id}`, { token: pro.token });
      if (format === 'csv') expect(bytes.toString('utf8')).toMatch(/^\ufeffApplication ID,[^\n]+\r\n$/);
      else expect((await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows).toHaveLength(1);
    }
  });

  it('is not made for those who lost the right meanwhile, and not handed out', async () => {
    await ask(pro);
    await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', pro.userId).execute();
    await work();
    expect(await reports()).toMatchObject([{ state: 'refused', filename: null }]);
    expect(await mails(pro)).toEqual([]);

    // The right goes between the making and the sending, and after both.
    await ask(centre);
    await work();
    expect((await file(centre)).status).toBe(200);
    await app.db.deleteFrom('memberships').where('user_id', '=', centre.userId).execute();
    expect((await file(centre)).status).toBe(404);
    await app.db.updateTable('deliveries').set({ state: 'planned', attempts: 0 }).execute();
    await app.db.deleteFrom('kept_mails').execute();
    const { id } = await app.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
    await sql`select graphile_worker.add_job('send_mail', json_build_object('deliveryIds', json_build_array(${id}::text)))`.execute(
      app.db,
    );
    await work();
    expect(await mails(centre)).toEqual([]);
  });

  it('is not handed out to those who got into a conflict of interest with an application of the call since', async () => {
    await ask(pro);
    await work();
    expect((await file(pro)).status).toBe(200);
    const applications = await app.db
      .selectFrom('applications')
      .select('id')
      .where('call_id', '=', callId)
      .orderBy('id')
      .execute();
    const [id = 0] = applications.map((one) => one.id);
    app.clock.advance(1000);
    const conflict = { application_id: id, user_id: pro.userId, source: 'marked', reason: 'Kin.' } as const;
    await app.db
      .insertInto('conflicts')
      .values({ ...conflict, noted_at: app.platform.now() })
      .execute();
    const asked = [await file(pro), await app.call('GET', `/v2/reports/${await reportId()}`, pro)];
    const refusal = {
      statusCode: 409,
      code: 'report_outdated',
      message: 'You may not see all of this report any more. Ask for a new one on the page of the call.',
    };
    expect(asked.map(({ body }) => body)).toEqual([refusal, refusal]);
    // Nor does a mail bring it that had not gone yet.
    await app.db.updateTable('deliveries').set({ state: 'planned', attempts: 0 }).execute();
    await app.db.deleteFrom('kept_mails').execute();
    const { id: deliveryId } = await app.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
    await sql`select graphile_worker.add_job('send_mail', json_build_object('deliveryIds', json_build_array(${deliveryId}::text)))`.execute(
      app.db,
    );
    await work();
    expect(await mails(pro)).toEqual([]);

    // A new one is without it.
    app.clock.advance(1000);
    await ask(pro);
    await work();
    const { rows } = await sql<{
      id: string;
    }>`select id from reports order by requested_at desc limit 1`.execute(app.db);
    const fresh = await app.call('GET', `/download/report/${rows[0]?.id}`, pro);
    expect([fresh.status, fresh.bytes.toString('utf8').trim().split('\r\n')]).toMatchObject([
      200,
      { length: 2 },
    ]);
    await app.db.deleteFrom('conflicts').execute();
  });

  it('survives a worker that is killed in the middle, and is mailed once', async () => {
    await ask(pro);
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 seconds', locked_by = 'killed'`.execute(
      app.db,
    );
    await freeJobsOfTheDead(app.platform);
    await work();
    // As if it had been killed right after it was done, and the job came once more.
    const id = await reportId();
    await sql`select graphile_worker.add_job('make_report', json_build_object('reportId', ${id}::text))`.execute(
      app.db,
    );
    await work();
    expect(await reports()).toHaveLength(1);
    expect(await mails(pro)).toHaveLength(1);
  });

  it('tells whoever asked that it could not be made, and may be asked for again', async () => {
    const { files } = app.platform;
    const { receive } = files;
    files.receive = () => Promise.reject(new Error('the disk is full'));
    await ask(pro);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await work();
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
    }
    files.receive = receive;
    expect(await reports()).toMatchObject([{ state: 'failed' }]);
    const [told] = await mails(pro);
    expect(told?.subject).toBe('No applications report: Regular');
    expect(told?.text).toContain('Ask for it again on the page of the call.');
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    await ask(pro);
    await work();
    expect((await reports()).map(({ state }) => state).sort()).toEqual(['failed', 'made']);
    expect((await mails(pro)).map(({ subject }) => subject)).toContain('Applications report: Regular');
  });

  it('is deleted after a week, with its file', async () => {
    await ask(pro);
    await work();
    const { storage_key: key } = await app.db
      .selectFrom('reports')
      .select('storage_key')
      .executeTakeFirstOrThrow();
    const { tasks } = allWork(app.platform);
    const job = { id: 0, attempt: 1, isLastAttempt: false };
    await tasks.purge_reports?.({}, job);
    await tasks.remove_abandoned_files?.({}, job);
    const stored = await app.platform.files.open(String(key));
    expect(stored).not.toBeNull();
    stored?.stream.destroy();
    app.clock.advance(7 * 86_400_000 + 1);
    expect((await file(pro)).status).toBe(404);
    await tasks.purge_reports?.({}, job);
    await tasks.remove_abandoned_files?.({}, job);
    expect(await reports()).toEqual([]);
    expect(await app.platform.files.open(String(key))).toBeNull();
    app.clock.set('2026-11-21T12:00:00Z');
  });
});

describe('the mail with the report', () => {
  it('carries the file, and a link alone where the file is large', async () => {
    const server = await startMailServer();
    const app = await buildTestApp({ config: { smtpUrl: server.url } });
    await createSurroundings(app.db);
    const { id } = await createCall(app, { code: 'REG' });
    const pro = await app.login({ role: 'pro' });
    const ask = () => app.call('GET', `/download/call/${id}/applications/csv`, { token: pro.token });
    await ask();
    await workOff(app.platform, allWork(app.platform));
    const [first] = server.received;
    expect(first?.to).toEqual([pro.email]);
    expect(first?.text).toMatch(/Content-Disposition: attachment; filename=REG-2026-1-applications.csv/);
    expect(first?.text).toMatch(/Content-Type: text\/csv; charset=utf-8/);
    const encoded = first?.text.split(/filename=REG-2026-1-applications.csv\r\n/).at(-1) ?? '';
    const file = Buffer.from(
      encoded.replace(/^[\s\S]*?\r\n\r\n/, '').replace(/\r\n--[\s\S]*$/, ''),
      'base64',
    );
    expect(file.toString('utf8')).toMatch(/^\ufeffApplication ID,Status,/);

    app.clock.advance(5 * 60_000);
    await ask();
    const { id: reportId } = await app.db
      .selectFrom('reports')
      .select('id')
      .where('state', '=', 'requested')
      .executeTakeFirstOrThrow();
    await allWork(app.platform).tasks.make_report?.(
      { reportId },
      { id: 0, attempt: 1, isLastAttempt: false },
    );
    await app.db.updateTable('reports').set({ size_bytes: 10_000_001 }).where('id', '=', reportId).execute();
    await workOff(app.platform, allWork(app.platform));
    const [, second, ...more] = server.received;
    expect(more).toEqual([]);
    expect(second?.text).toContain(`/reports/${reportId}`);
    expect(second?.text).toMatch(/is\s+not\s+attached\s+to\s+this\s+email/);
    expect(second?.text).not.toContain('Content-Disposition: attachment');
    await app.close();
    await server.close();
  });
});

describe('a table as a file', () => {
  const odd = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    'a "quoted" word',
    "an apostrophe's",
    'two\nlines\r\nor three',
    'Łódź, Ångström; 東京',
    '  spaces  ',
    '<b>&amp;</b>',
    '_x000D_ ]]>',
    '\u{1f52d}',
  ];
  async function* rows() {
    yield [...odd, { decimal: '100.5' }, { decimal: '9007199254740993.1' }, null];
  }
  const head = [...odd.map((_word, at) => `Column ${at}`), 'short', 'long', 'none'];

  it('keeps every text in a workbook as it is, and every decimal exactly', async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of await writeTable('xlsx', 'Applications', head, rows()))
      chunks.push(Buffer.from(chunk));
    const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(chunks)));
    const [names, values] = sheets[0]?.rows ?? [];
    expect(names).toEqual(head);
    const asRead = odd.map((text) => text.replaceAll('\r\n', '\n'));
    expect(values?.slice(0, -1).map((v) => (typeof v === 'string' ? v.replaceAll('\r\n', '\n') : v))).toEqual(
      [...asRead, 100.5, '9007199254740993.1'],
    );
    const formulas = [...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
    expect(formulas).toEqual([]);
  });

  it('keeps every text in comma-separated values, and none of them is a formula', async () => {
    const text = await readText(await writeTable('csv', 'Applications', head, rows()));
    const cells = readCsv(text.replace('\ufeff', ''));
    expect(cells[0]).toEqual(head);
    expect(cells[1]).toEqual([
      ...odd.map((word) => (/^[=+\-@\t\r]/.test(word) ? `'${word}` : word)),
      '100.5',
      '9007199254740993.1',
      '',
    ]);
  });
});

/** RFC 4180, for the tests alone: quotes, doubled quotes, line breaks inside quotes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g;
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(fields)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
