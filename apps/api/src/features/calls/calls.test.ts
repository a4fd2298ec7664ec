import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createCallDocument, createSurroundings, openWhole } from '../../testing/factories.ts';

describe('calls and options', () => {
  let app: TestApp;
  let open: Awaited<ReturnType<typeof createCall>>;
  let ids: Record<string, number>;

  beforeAll(async () => {
    app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
    await createSurroundings(app.db);
    const endless = await createCall(app, {
      code: 'END',
      cutoffs: [{ start: '2026-01-01T00:00:00Z', end: null }],
    });
    const closed = await createCall(app, {
      code: 'OLD',
      cutoffs: [{ start: '2025-01-01T00:00:00Z', end: '2025-02-01T00:00:00Z' }],
    });
    const soon = await createCall(app, {
      code: 'NEW',
      cutoffs: [{ start: '2026-12-24T00:00:00Z', end: '2026-12-31T00:00:00Z' }],
    });
    open = await createCall(app, {
      code: 'REG',
      title: 'Regular',
      cutoffs: [
        { start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' },
        { start: '2026-12-01T09:00:00Z', end: null },
        { start: '2027-01-01T09:00:00Z', end: '2027-02-01T09:00:00Z' },
      ],
    });
    await createCallDocument(app, open.id);
    await createCallDocument(app, endless.id, { name: 'terms', format: 'pdf' });
    const hidden = await createCall(app, { code: 'HID', published: false });
    ids = { endless: endless.id, closed: closed.id, soon: soon.id, open: open.id, hidden: hidden.id };
  });
  afterAll(() => app.close());

  it('lists published calls, the next cut-off first', async () => {
    const answer = await app.call('GET', '/v2/calls/published');
    expect(answer.status).toBe(200);
    expect(answer.body.total).toBe(4);
    expect(answer.body.data.map((call: { id: number; state: string }) => [call.id, call.state])).toEqual([
      [ids.open, 'open'],
      [ids.endless, 'open'],
      [ids.soon, 'opening_soon'],
      [ids.closed, 'closed'],
    ]);
    // Each as it is opened, without what only its own page shows.
    for (const listed of answer.body.data) {
      const { info, links, documents, allowedToDownload, partitions, ...whole } = (
        await app.call('GET', `/v2/calls/${listed.id}`)
      ).body;
      expect(listed).toEqual(whole);
    }
    expect(await app.sqlCount(() => app.call('GET', '/v2/calls/published'))).toBe(0);
  });

  it('keeps what it lists until something changes or a cut-off begins or ends', async () => {
    const listed = async (headers = {}) => {
      const { status, headers: given, body } = await app.call('GET', '/v2/calls/published', { headers });
      const states = body.data?.map((call: { title: string; state: string }) => call.state);
      return { status, tag: String(given.etag), states };
    };
    const before = await listed();
    expect(before.states).toEqual(['open', 'open', 'opening_soon', 'closed']);
    expect(await listed({ 'if-none-match': before.tag })).toEqual({
      status: 304,
      tag: before.tag,
      states: undefined,
    });
    const { soon = 0 } = ids;
    const update = app.db.updateTable('calls').where('id', '=', soon);
    await update.set({ counter: 7 }).execute();
    expect(await app.sqlCount(listed)).toBe(0);
    await update.set({ title: 'Another' }).execute();
    // Whoever comes at once waits for the same one.
    const many = async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => listed()));
      expect(new Set(all.map(({ tag }) => tag)).size).toBe(1);
    };
    expect(await app.sqlCount(many)).toBe(1);
    expect((await listed({ 'if-none-match': before.tag })).status).toBe(200);
    const { starts_at } = await app.db
      .selectFrom('cutoffs')
      .select('starts_at')
      .where('call_id', '=', soon)
      .executeTakeFirstOrThrow();
    const now = app.platform.now();
    app.clock.set(new Date(starts_at.getTime() - 1));
    expect((await listed()).states).toContain('opening_soon');
    app.clock.set(starts_at);
    expect((await listed()).states).not.toContain('opening_soon');
    app.clock.set(now);
    await update.set({ title: 'Soon' }).execute();
  });

  it('opens a published call with what its current cut-off offers', async () => {
    const answer = await app.call('GET', `/v2/calls/${ids.open}`);
    const window = { start: '2026-11-01T09:00:00.000Z', end: '2026-12-01T09:00:00.000Z' };
    expect(answer.body).toEqual({
      id: ids.open,
      code: 'REG',
      year: 2026,
      number: 1,
      title: 'Regular',
      description: '',
      info: '<p>How it goes</p>',
      logo: null,
      published: true,
      timeZone: 'Europe/Brussels',
      unit: 'node hours',
      facts: { duration: '1 year' },
      links: { termsOfReference: '/tor.pdf' },
      documents: [
        {
          name: 'plan',
          title: 'The plan',
          filename: 'plan.docx',
          mediaType: documentFormats.docx,
          sizeBytes: 12,
          uploadedAt: '2026-10-01T08:00:00.000Z',
        },
      ],
      allowedToDownload: ['pro'],
      state: 'open',
      cutoffs: [
        { id: open.cutoffIds[0], ...window },
        { id: open.cutoffIds[1], start: '2026-12-01T09:00:00.000Z', end: null },
        { id: open.cutoffIds[2], start: '2027-01-01T09:00:00.000Z', end: '2027-02-01T09:00:00.000Z' },
      ],
      current: { id: open.cutoffIds[0], ...window },
      amounts: { min: '100', max: '50000.5', fixed: false, partitions: 2 },
      flow: {
        steps: [
          { id: 'APP', title: 'Application', order: 0, ownerRole: 'applicant', ...window },
          { id: 'REV', title: 'Review', order: 1, ownerRole: 'scientific_reviewer', start: null, end: null },
          { id: 'ANS', title: 'Reply', order: 2, ownerRole: 'applicant', start: null, end: null },
        ],
      },
      partitions: [
        {
          id: 'aurora-cpu',
          name: 'Aurora CPU',
          centre: 'Northern Centre',
          kind: 'CPU',
          description: '',
          unit: 'node hours',
          disabled: false,
          min: '100',
          max: '50000.5',
          fixed: null,
          pool: '1000000',
          coreHoursPerUnit: '128.5',
          gpuHoursPerUnit: null,
        },
        {
          id: 'aurora-gpu',
          name: 'Aurora GPU',
          centre: 'Northern Centre',
          kind: 'GPU',
          description: '',
          unit: 'node hours',
          disabled: false,
          min: null,
          max: null,
          fixed: '2000',
          pool: null,
          coreHoursPerUnit: '128.5',
          gpuHoursPerUnit: null,
        },
        {
          id: 'old-cpu',
          name: 'Old CPU',
          centre: 'Northern Centre',
          kind: 'CPU',
          description: '',
          unit: 'node hours',
          disabled: true,
          min: '1',
          max: '9999999',
          fixed: null,
          pool: null,
          coreHoursPerUnit: '128.5',
          gpuHoursPerUnit: null,
        },
      ],
    });
  });

  it('names the limits of a call only if each partition has one', async () => {
    const { id, cutoffIds } = await createCall(app, { code: 'LIM' });
    const limits = async () => (await app.call('GET', `/v2/calls/${id}`)).body.amounts;
    const change = (values: { min: null } | { max: null }) =>
      app.db
        .updateTable('cutoff_partitions')
        .set(values)
        .where('cutoff_id', '=', cutoffIds[0] ?? 0)
        .where('partition_id', '=', 'aurora-cpu')
        .execute();
    expect(await limits()).toMatchObject({ min: '100', max: '50000.5' });
    await change({ max: null });
    expect(await limits()).toMatchObject({ min: '100', max: null });
    await change({ min: null });
    expect(await limits()).toMatchObject({ min: null, max: null });
  });

  it('hands its documents out to everybody: a PDF to be read at once, a template to be kept', async () => {
    const fetched = async (id: number | undefined, name: string) => {
      const { status, bytes, headers } = await app.call('GET', `/download/call/${id}/document/${name}`);
      return [status, bytes.toString(), headers['content-type'], headers['content-disposition']];
    };
    expect(await fetched(ids.open, 'plan')).toEqual([
      200,
      'plan in docx',
      documentFormats.docx,
      `attachment; filename="plan.docx"; filename*=UTF-8''plan.docx`,
    ]);
    expect(await fetched(ids.endless, 'terms')).toEqual([
      200,
      'terms in pdf',
      'application/pdf',
      `inline; filename="terms.pdf"; filename*=UTF-8''terms.pdf`,
    ]);
    // Each call has its own.
    expect((await fetched(ids.open, 'terms'))[0]).toBe(404);
  });

  it('shows what partitions offer in the unit of the call, with its conversion', async () => {
    const ai = await createCall(app, { code: 'AIF' });
    await app.db.updateTable('calls').set({ unit: 'GPU hours' }).where('id', '=', ai.id).execute();
    const gpu = app.db.updateTable('partitions').where('id', '=', 'aurora-gpu');
    await gpu.set({ gpu_hours_per_unit: '4' }).execute();
    const applicant = await app.login();
    const { uid } = (
      await app.call('POST', '/v2/applications', { token: applicant.token, body: { callId: ai.id } })
    ).body;
    const shown = await app.call('GET', `/v2/calls/${ai.id}`);
    const opened = await openWhole(app, uid, applicant.token);
    for (const { body } of [shown, opened]) {
      expect(
        body.partitions.map((offered: Record<string, unknown>) => [
          offered.id,
          offered.unit,
          offered.coreHoursPerUnit,
          offered.gpuHoursPerUnit,
        ]),
      ).toEqual([
        ['aurora-cpu', 'GPU hours', null, '1'],
        ['aurora-gpu', 'GPU hours', '32.125', '1'],
        ['old-cpu', 'GPU hours', null, '1'],
      ]);
    }
    await app.db.deleteFrom('applications').execute();
    await app.db.deleteFrom('calls').where('id', '=', ai.id).execute();
    await gpu.set({ gpu_hours_per_unit: null }).execute();
  });

  it('lets a cut-off without an end last until the next one starts', async () => {
    app.clock.set('2026-12-15T00:00:00Z');
    const answer = await app.call('GET', `/v2/calls/${ids.open}`);
    expect([answer.body.state, answer.body.current]).toEqual([
      'open',
      { id: open.cutoffIds[1], start: '2026-12-01T09:00:00.000Z', end: '2027-01-01T09:00:00.000Z' },
    ]);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  it('answers for unpublished, missing and odd ids alike', async () => {
    const answers = await Promise.all(
      [`${ids.hidden}`, '999999', 'abc', '0', '99999999999999999'].map((id) =>
        app.call('GET', `/v2/calls/${id}`),
      ),
    );
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { statusCode: 404, code: 'not_found', message: 'Not found' }]);
  });

  it('says which part the caller plays', async () => {
    const pro = await app.login({ role: 'pro' });
    const centre = await app.login({ role: 'compute_centre_representative' });
    const user = await app.login();
    const role = async (token: string, id: number | undefined) =>
      (await app.call('GET', `/v2/calls/${id}/role`, { token })).body;
    expect(await role(pro.token, ids.open)).toEqual({ role: 'pro', canDownloadBundle: true });
    expect(await role(user.token, ids.open)).toEqual({ role: 'user', canDownloadBundle: false });
    const toCentres = ['pro', 'compute_centre_representative', 'panel_chair'];
    await app.db.updateTable('calls').set({ download_roles: toCentres }).where('id', '=', open.id).execute();
    const may = async (who: { token: string }) => (await role(who.token, ids.open)).canDownloadBundle;
    // A representative of no centre has no partitions to look at; for a panel chair no rule says which applications.
    expect(await may(centre)).toBe(false);
    const membership = { user_id: centre.userId, centre_id: 'north', part: 'representative' };
    await app.db.insertInto('memberships').values(membership).execute();
    expect(await may(centre)).toBe(true);
    expect(await may(await app.login({ role: 'panel_chair' }))).toBe(false);
    expect(await role(centre.token, ids.endless)).toEqual({
      role: 'compute_centre_representative',
      canDownloadBundle: false,
    });
    expect(await role(pro.token, ids.hidden)).toMatchObject({ code: 'not_found' });
    expect((await app.call('GET', `/v2/calls/${ids.open}/role`)).status).toBe(401);
  });

  it('lists options that are offered, to be kept for half an hour', async () => {
    const panels = {
      id: 130,
      tag: 'panels',
      title: 'Panels',
      version: '1',
      options: [
        { value: 'PE1', label: 'Mathematics' },
        { value: 'PE2', label: 'Physics' },
      ],
    };
    const one = await app.call('GET', '/v2/options/130');
    expect([one.body, one.headers['cache-control']]).toEqual([panels, 'public, max-age=1800']);
    const filtered = await app.call('GET', '/v2/options?id=130&offset=0&limit=999');
    expect(filtered.body).toEqual({ data: [panels], total: 1 });
    const all = await app.call('GET', '/v2/options?limit=1&offset=1');
    expect(all.body).toEqual({
      data: [
        {
          id: 131,
          tag: 'fields',
          title: 'Fields',
          version: '1',
          options: [
            { value: 'PE1_1', label: 'Logic', parent: 'PE1' },
            { value: 'PE2_1', label: 'Optics', parent: 'PE2' },
          ],
        },
      ],
      total: 2,
    });
    expect((await app.call('GET', '/v2/options/99999999999')).status).toBe(404);
    expect((await app.call('GET', '/v2/options?id=x')).status).toBe(400);
  });
});
