import { columnNames, isForStaff } from '@clearcall/domain/applications/list-columns.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, itemOf, smallFlow } from '../../testing/factories.ts';
import { assign } from '../../testing/panel-work.ts';
import { updateReaders } from '../../testing/readers.ts';

const row1 = '018f0000-0000-7000-8000-000000000001';

describe('the list of applications', () => {
  let app: TestApp;
  let token: string;
  let ids: number[];

  beforeAll(async () => {
    app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
    await createSurroundings(app.db);
    const call = await createCall(app, { code: 'LST', title: 'Regular access' });
    const other = await createCall(app, {
      code: 'OTH',
      title: 'Benchmark 100%_access',
      cutoffs: [{ start: '2026-11-01T00:00:00Z', end: '2026-11-22T00:00:00Z' }],
    });
    const person = await app.login();
    token = person.token;
    ids = [];
    const submit = async (callId: number, title: string, at: string, last: string) => {
      app.clock.set(at);
      const draft = await createDraft(app, callId, person);
      ids.push(draft.id);
      const answer = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
        token,
        body: {
          data: [
            itemOf('title', [title]),
            itemOf('last', [last]),
            itemOf('panel', ['PE2']),
            itemOf('part', ['aurora-cpu'], { groupId: row1 }),
            itemOf('amount', ['500'], { groupId: row1 }),
          ],
          newGroups: [{ id: row1, flowElementId: 'parts', order: 0 }],
        },
      });
      expect(answer.status).toBe(200);
    };
    // 23:30 in Brussels of the day before is the next day nowhere else than in UTC+1 and beyond.
    await submit(call.id, 'Waves', '2026-11-18T23:30:00Z', 'Žižka');
    await submit(other.id, 'Tides', '2026-11-20T12:00:00Z', 'Åström');
    app.clock.set('2026-11-21T12:00:00Z');
    for (let n = 0; n < 2; n += 1) ids.push((await createDraft(app, call.id, person)).id);
    await createDraft(app, call.id);
    app.clock.set('2026-11-25T12:00:00Z');
  });
  afterAll(() => app.close());

  const search = (body: unknown = {}, query = '', as = token) =>
    app.call('POST', `/v2/applications/search${query}`, { token: as, body });
  const found = async (body?: unknown, query?: string) =>
    (await search(body, query)).body.data.map(({ id }: { id: number }) => ids.indexOf(id));

  it('shows the newest drafts first, then by submit date, in two statements beside authentication', async () => {
    const statements = await app.sqlCount(async () => {
      const answer = await search({}, '?limit=10&offset=0');
      expect([answer.status, answer.body.total, answer.body.roles]).toEqual([200, 4, ['applicant']]);
      expect(answer.body.data.map(({ id }: { id: number }) => ids.indexOf(id))).toEqual([3, 2, 1, 0]);
      expect(answer.body.data[3]).toEqual({
        id: ids[0],
        uid: 'LST-2026R01-001',
        callId: expect.any(Number),
        told: {},
        status: 'submitted',
        awardDeclinedAt: null,
        callTitle: 'Regular access',
        projectTitle: 'Waves',
        firstName: '',
        lastName: 'Žižka',
        piAffiliation: '',
        researchGroup: 'Physics',
        researchTitle: '',
        partition: 'Aurora CPU',
        submissionDate: '2026-11-18T23:30:00.000Z',
        cutoff: '2026-12-01T09:00:00.000Z',
        late: false,
        step: '',
        decisions: [],
        can: { delete: false, duplicate: true },
      });
      expect(answer.body.data.map(({ can }: { can: object }) => can)).toEqual([
        { delete: true, duplicate: false },
        { delete: true, duplicate: false },
        { delete: false, duplicate: false },
        { delete: false, duplicate: true },
      ]);
    });
    expect(statements).toBe(3);
    expect(await found({}, '?limit=2&offset=1')).toEqual([2, 1]);
    expect((await search({}, '?limit=2&offset=40')).body).toEqual({
      data: [],
      total: 4,
      roles: ['applicant'],
      columns: columnNames.filter((column) => !isForStaff(column)),
    });
  });

  it('sorts by every column, both ways', async () => {
    const by = (column: string, direction: string) => found({ orderBy: { column, direction } });
    expect(await by('submissionDate', 'ASC')).toEqual([0, 1, 2, 3]);
    expect(await by('id', 'ASC')).toEqual([0, 1, 2, 3]);
    expect(await by('id', 'DESC')).toEqual([3, 2, 1, 0]);
    expect(await by('callTitle', 'ASC')).toEqual([1, 0, 2, 3]);
    expect(await by('status', 'DESC')).toEqual([1, 0, 3, 2]);
    for (const column of ['firstName', 'piAffiliation', 'researchGroup', 'researchTitle', 'partition'])
      for (const direction of ['ASC', 'DESC']) expect(await by(column, direction)).toHaveLength(4);
    expect((await search({ orderBy: { column: 'password_hash', direction: 'ASC' } })).status).toBe(400);
  });

  it('sorts names and affiliations by their letters, whatever their accents, page by page', async () => {
    const names = [
      'Überlacker',
      'Udine',
      'Zorn',
      'Łękawska',
      'Lenz',
      'Åström',
      'arp',
      'Čapek',
      'Dahl',
      'Çelik',
    ];
    const owner = await app.login();
    const call = await createCall(app, { code: 'ORD' });
    const of = new Map<number, string>();
    for (const [nth, pi_first_name] of names.entries()) {
      const { id } = await createDraft(app, call.id, owner);
      of.set(id, pi_first_name);
      await app.db
        .updateTable('applications')
        .set({ pi_first_name, pi_affiliation: names.at(-nth) ?? '' })
        .where('id', '=', id)
        .execute();
    }
    const sorted = [
      'arp',
      'Åström',
      'Čapek',
      'Çelik',
      'Dahl',
      'Łękawska',
      'Lenz',
      'Überlacker',
      'Udine',
      'Zorn',
    ];
    const listed = async (column: string, direction: string) => {
      const pages = await Promise.all(
        [0, 3, 6, 9].map((offset) =>
          search({ orderBy: { column, direction } }, `?limit=3&offset=${offset}`, owner.token),
        ),
      );
      const key = column === 'firstName' ? 'firstName' : 'piAffiliation';
      return pages.flatMap(({ body }) => body.data.map((row: Record<string, string>) => row[key]));
    };
    for (const column of ['firstName', 'piAffiliation']) {
      expect(await listed(column, 'ASC')).toEqual(sorted);
      expect(await listed(column, 'DESC')).toEqual(sorted.toReversed());
    }
  });

  it('reads a status in any case, and letters however they are composed', async () => {
    expect(await found({ searchBy: [{ column: 'status', op: 'equal', value: 'SUBMITTED' }] })).toEqual([
      1, 0,
    ]);
    const name = { column: 'firstName', op: 'contains', value: 'Åström'.normalize('NFD') };
    expect(await found({ searchBy: [name] })).toEqual([1]);
  });

  it('filters by columns, all of them at once', async () => {
    const by = (...searchBy: unknown[]) => found({ searchBy });
    expect(await by({ column: 'id', op: 'contains', value: 'draft-' })).toEqual([3, 2]);
    expect(await by({ column: 'callTitle', op: 'contains', value: '100%_' })).toEqual([1]);
    expect(await by({ column: 'callTitle', op: 'contains', value: '%' })).toEqual([1]);
    expect(await by({ column: 'callTitle', op: 'not_contains', value: 'bench' })).toEqual([3, 2, 0]);
    expect(await by({ column: 'firstName', op: 'contains', value: 'žiž' })).toEqual([0]);
    expect(await by({ column: 'partition', op: 'contains', value: 'aurora' })).toEqual([1, 0]);
    expect(await by({ column: 'status', op: 'equal', value: 'draft' })).toEqual([3, 2]);
    expect(await by({ column: 'status', op: 'not_equal', value: 'draft' })).toEqual([1, 0]);
    // A day is a day of the call's own time zone.
    expect(await by({ column: 'submissionDate', op: 'equal', value: '2026-11-19' })).toEqual([0]);
    expect(await by({ column: 'submissionDate', op: 'greater', value: '2026-11-19' })).toEqual([1]);
    expect(await by({ column: 'submissionDate', op: 'lower', value: '2026-11-19' })).toEqual([]);
    expect(
      await by(
        { column: 'researchGroup', op: 'contains', value: 'phys' },
        { column: 'callTitle', op: 'contains', value: 'regular' },
      ),
    ).toEqual([0]);
    for (const filter of [
      { column: 'status', op: 'contains', value: 'x' },
      { column: 'submissionDate', op: 'equal', value: '2026-13-45' },
      { column: 'owner', op: 'contains', value: 'x' },
      { column: 'id', op: 'contains', value: '' },
    ])
      expect((await search({ searchBy: [filter] })).status).toBe(400);
    expect((await search({}, '?limit=x')).status).toBe(400);
  });

  it('shows the peer review officer what is submitted, and nobody what is not theirs', async () => {
    const pro = await app.login({ role: 'pro' });
    const asPro = await search({ role: 'pro' }, '', pro.token);
    expect([asPro.body.total, asPro.body.roles]).toEqual([2, ['applicant', 'pro']]);
    expect(asPro.body.data.map(({ can }: { can: object }) => can)).toEqual([
      { delete: false, duplicate: false },
      { delete: false, duplicate: false },
    ]);
    expect((await search({}, '', pro.token)).body.data).toEqual([]);
    for (const role of ['pro', 'scientific_reviewer', ''])
      expect((await search({ role })).body).toMatchObject({ data: [], total: 0, roles: ['applicant'] });
  });

  it('has the columns that a flow tells from the moment that it is published', async () => {
    const { token: by } = await app.login({ role: 'ac_member' });
    const columns = async () => (await search({ role: 'ac_member' }, '', by)).body.columns;
    expect(await columns()).not.toContain('researchGroup');
    const [application, ...others] = smallFlow.steps;
    const view = [{ role: 'ac_member', scope: 'call', of: 'submitted', audience: ['public', 'personal'] }];
    await createCall(app, {
      code: 'NEW',
      flow: { ...smallFlow, steps: [{ ...application, permissions: { view } }, ...others] },
    });
    expect(await columns()).toContain('researchGroup');
  });

  describe('in the roles of the review', () => {
    const seen = (role: string, scope: string, more: object = {}) => ({
      role,
      scope,
      of: 'submitted',
      audience: ['public'],
      ...more,
    });
    const [application, ...others] = smallFlow.steps;
    const [form, ...forms] = application?.forms ?? [];
    const elements = form?.elements.map((element) =>
      element.id === 'title' ? { ...element, config: { ...element.config, preview: true } } : element,
    );
    const flow = {
      ...smallFlow,
      steps: [
        {
          ...application,
          permissions: {
            view: [
              seen('compute_centre_representative', 'centre'),
              seen('scientific_reviewer', 'assigned', { reader: 'accepted' }),
            ],
          },
          forms: [{ ...form, elements }, ...forms],
        },
        ...others,
      ],
    };
    const found = (title: string, firstName: string) => [title, firstName];
    const listed = async (as: string, body: object) => {
      const { status, body: told } = await search(body, '', as);
      expect(status).toBe(200);
      return told.data.map((row: { projectTitle: string; firstName: string }) =>
        found(row.projectTitle, row.firstName),
      );
    };
    const byName = { orderBy: { column: 'firstName', direction: 'ASC' } };
    const ofMarie = { searchBy: [{ column: 'firstName', op: 'contains', value: 'marie' }] };

    let works: number[];
    beforeAll(async () => {
      const call = await createCall(app, { code: 'RUL', flow });
      works = [];
      for (const [title, pi_first_name, partition] of [
        ['Radium', 'Marie', 'aurora-cpu'],
        ['Fission', 'Lise', 'aurora-gpu'],
      ]) {
        const { id, assignmentId } = await createDraft(app, call.id);
        works.push(id);
        await app.db
          .updateTable('applications')
          .set({
            status: 'submitted',
            submitted_at: app.platform.now(),
            title,
            pi_first_name,
            partition_ids: [partition ?? ''],
          })
          .where('id', '=', id)
          .execute();
        await app.db
          .updateTable('assignments')
          .set({ status: 'submitted' })
          .where('id', '=', assignmentId)
          .execute();
      }
      await updateReaders(app.db);
    });

    it('shows people of a centre what asks for its partitions', async () => {
      const role = 'compute_centre_representative';
      const [north, nowhere] = [await app.login({ role }), await app.login({ role })];
      await app.db
        .insertInto('memberships')
        .values({ user_id: north.userId, centre_id: 'north', panel: null, part: 'representative' })
        .execute();
      const both = [found('Fission', 'Lise'), found('Radium', 'Marie')];
      expect(await listed(north.token, { role, ...byName })).toEqual(both);
      expect(await listed(north.token, { role, ...ofMarie })).toEqual([found('Radium', 'Marie')]);
      expect(await listed(nowhere.token, { role })).toEqual([]);
      expect(await listed(north.token, {})).toEqual([]);
      expect((await search({ role }, '', north.token)).body).toMatchObject({
        total: 2,
        roles: ['applicant', role],
        columns: columnNames.filter((column) => !isForStaff(column)),
      });
    });

    it('tells whoever is asked for work what is marked for it, also by what can be found, and the rest when they accept', async () => {
      const role = 'scientific_reviewer';
      const reviewer = await app.login();
      const given = { userId: reviewer.userId, role, status: 'assigned' } as const;
      for (const applicationId of works) await assign(app, { applicationId, ...given });
      const nameless = [found('Fission', ''), found('Radium', '')];
      // Alike in what is told, they stand in the order of their numbers.
      expect(await listed(reviewer.token, { role, ...byName })).toEqual(nameless.toReversed());
      expect(await listed(reviewer.token, { role, ...ofMarie })).toEqual([]);
      expect((await search({}, '', reviewer.token)).body.roles).toEqual(['applicant', role]);
      await app.db
        .updateTable('assignments')
        .set({ status: 'accepted' })
        .where('owner_id', '=', reviewer.userId)
        .execute();
      expect(await listed(reviewer.token, { role, ...byName })).toEqual([
        found('Fission', 'Lise'),
        found('Radium', 'Marie'),
      ]);
      expect(await listed(reviewer.token, { role, ...ofMarie })).toEqual([found('Radium', 'Marie')]);
    });

    it('goes on telling what is marked for it after accepting and submitting, where no rule tells more', async () => {
      const role = 'finance_manager';
      const manager = await app.login({ role });
      for (const applicationId of works) await assign(app, { applicationId, userId: manager.userId, role });
      for (const status of ['assigned', 'accepted', 'submitted'] as const) {
        await app.db
          .updateTable('assignments')
          .set({ status })
          .where('owner_id', '=', manager.userId)
          .execute();
        const byId = { orderBy: { column: 'id', direction: 'DESC' } };
        expect(await listed(manager.token, { role, ...byId })).toEqual([
          found('Fission', ''),
          found('Radium', ''),
        ]);
      }
    });

    it('refuses to sort and to filter by what nobody reads in a role', async () => {
      const role = 'panel_chair';
      const chair = await app.login({ role });
      for (const applicationId of works) await assign(app, { applicationId, userId: chair.userId, role });
      const shown = await search({ role }, '', chair.token);
      expect([shown.body.total, shown.body.columns]).toEqual([
        2,
        ['id', 'projectTitle', 'callTitle', 'status', 'step', 'submissionDate', 'cutoff'],
      ]);
      for (const body of [byName, ofMarie]) {
        const answer = await search({ role, ...body }, '', chair.token);
        expect([answer.status, answer.body]).toEqual([
          403,
          {
            statusCode: 403,
            code: 'column_hidden',
            message: 'PI Name is not shown in this role, so you cannot sort or filter the list by it.',
          },
        ]);
      }
    });
  });
});
