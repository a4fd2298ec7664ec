import { type Role, roleCodes } from '@clearcall/domain/people/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createSurroundings } from '../../../testing/factories.ts';
import { assign, createPanelWork } from '../../../testing/panel-work.ts';
import { createFurtherCentres, putInto } from '../../../testing/proofs/surroundings.ts';

let app: TestApp;
let chair: SignedIn;
let pro: SignedIn;
let work: Awaited<ReturnType<typeof createPanelWork>>;
beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  chair = await app.login({ firstName: 'Petra', lastName: 'Chair' });
  pro = await app.login({ role: 'pro', firstName: 'Olga', lastName: 'Officer' });
  work = await createPanelWork(app, chair.userId);
});
afterAll(() => app.close());

const people = async (token: string, body: number[]) =>
  (await app.call('POST', '/users', { token, body })).body;
const ofApplication = (token: string, id: string | number) =>
  app.call('GET', `/users/application/${id}`, { token });
const suggest = (token: string, body: object) => app.call('POST', '/users/suggestions', { token, body });
const missing = { statusCode: 404, code: 'not_found', message: 'Not found' };

const named = ({ userId, email }: SignedIn, firstName: string, lastName: string) => ({
  name: { id: userId, firstName, lastName },
  full: { id: userId, firstName, lastName, email },
});
const known = () => ({
  applicant: named(work.applicant, 'Ada', 'Applicant'),
  reviewer: named(work.reviewer, 'Rui', 'Reviewer'),
  conflicted: named(work.conflicted, 'Cid', 'Friend'),
  chair: named(chair, 'Petra', 'Chair'),
});

describe('people by their ids', () => {
  it('are whom the caller may know; the others are left out like those who do not exist', async () => {
    const ids = [work.applicant, work.reviewer, work.conflicted, chair].map(({ userId }) => userId);
    const asked = [...ids, 99_999_999];
    const { applicant, reviewer, conflicted, chair: self } = known();
    const byId = (list: { id: number }[]) => [...list].sort((one, two) => one.id - two.id);
    expect(await people(pro.token, asked)).toEqual(
      byId([applicant.full, reviewer.full, conflicted.full, self.full]),
    );
    expect(await people(chair.token, asked)).toEqual(
      byId([applicant.name, reviewer.full, conflicted.full, self.full]),
    );
    expect(await people(work.applicant.token, asked)).toEqual([applicant.full]);
    expect(await people(work.reviewer.token, asked)).toEqual([reviewer.full]);
    expect(await people(work.conflicted.token, asked)).toEqual([conflicted.full]);
    for (const role of roleCodes) {
      const stranger = await app.login({ role });
      const seen = await people(stranger.token, ids);
      const staff = ['pro', 'admin', 'super_admin', 'eurohpc_admin'].includes(role);
      expect([role, seen.length]).toEqual([role, staff ? 4 : 0]);
    }
  });
});

describe('the people of an application', () => {
  it('are by id and by uid the same, and never tell an applicant who reviews', async () => {
    const { applicant, reviewer } = known();
    expect((await ofApplication(work.applicant.token, work.uid)).body).toEqual([applicant.full]);
    expect((await ofApplication(work.applicant.token, work.id)).body).toEqual([applicant.full]);
    const seen = (await ofApplication(chair.token, work.id)).body;
    expect(seen).toContainEqual(applicant.name);
    expect(seen).toContainEqual(reviewer.full);
    expect(seen).toHaveLength(3);
    expect((await ofApplication(pro.token, work.uid)).body).toHaveLength(4);
  });

  it('look for everybody else like those of an application that is not there', async () => {
    const stranger = await app.login();
    for (const { token } of [stranger, work.reviewer, work.conflicted]) {
      const answer = await ofApplication(token, work.uid);
      expect([answer.status, answer.body]).toEqual([404, missing]);
    }
    expect((await ofApplication(pro.token, 99_999_999)).body).toEqual(missing);
    // A draft is nobody's business, the officer's neither.
    await app.db.updateTable('applications').set({ status: 'draft' }).where('id', '=', work.id).execute();
    expect((await ofApplication(pro.token, work.uid)).body).toEqual(missing);
    expect((await ofApplication(work.applicant.token, work.uid)).status).toBe(200);
    await app.db.updateTable('applications').set({ status: 'submitted' }).where('id', '=', work.id).execute();
  });
});

describe('those who may assign by centre or panel, without work of their own on the application', () => {
  /** What people, suggestions and the command itself answer to somebody. */
  async function asked({ token }: SignedIn) {
    const { status: people, body } = await ofApplication(token, work.id);
    const { status: suggested } = await suggest(token, { applicationId: work.id });
    const { status: assigned } = await app.call('POST', `/v2/applications/${work.uid}/assign`, {
      token,
      body: { flowElementId: 'REV', userId: work.applicant.userId, role: 'scientific_reviewer' },
    });
    return [people, people === 200 ? body : null, suggested, assigned];
  }
  const whoIs = async (role: Role, belongs: { centre?: string; panel?: string }) => {
    const person = await app.login({ role });
    await putInto(app.db, [{ userId: person.userId, ...belongs }]);
    return person;
  };

  it('find whom to ask exactly where the command takes them', async () => {
    await createFurtherCentres(app.db);
    const { applicant, reviewer, conflicted } = known();
    const byId = [applicant.name, reviewer.full, conflicted.full].sort((one, two) => one.id - two.id);
    // The command knows them: it refuses because whom they ask is the applicant.
    const may = [200, byId, 200, 409];
    const mayNot = [404, null, 404, 404];
    const centre = 'compute_centre_representative';
    const said = [];
    for (const [role, belongs] of [
      [centre, { centre: 'north' }],
      [centre, { centre: 'south' }],
      ['panel_chair', { panel: 'PE1' }],
      ['panel_chair', { panel: 'LS1' }],
      // The step lets rapporteurs assign, but they read nothing by their panel.
      ['rapporteur', { panel: 'PE1' }],
      ['scientific_reviewer', { panel: 'PE1' }],
      ['user', { centre: 'north' }],
    ] as const)
      said.push([role, belongs, await asked(await whoIs(role, belongs))]);
    expect(said).toEqual([
      [centre, { centre: 'north' }, may],
      [centre, { centre: 'south' }, mayNot],
      ['panel_chair', { panel: 'PE1' }, may],
      ['panel_chair', { panel: 'LS1' }, mayNot],
      ['rapporteur', { panel: 'PE1' }, mayNot],
      ['scientific_reviewer', { panel: 'PE1' }, mayNot],
      ['user', { centre: 'north' }, mayNot],
    ]);
  });

  it('find nobody in a conflict of interest, nor before the application is submitted', async () => {
    const person = await whoIs('panel_chair', { panel: 'PE1' });
    await app.db
      .insertInto('conflicts')
      .values({
        application_id: work.id,
        user_id: person.userId,
        source: 'marked',
        noted_at: app.platform.now(),
      })
      .execute();
    expect(await asked(person)).toEqual([404, null, 404, 404]);
    const other = await whoIs('compute_centre_representative', { centre: 'north' });
    await app.db.updateTable('applications').set({ status: 'draft' }).where('id', '=', work.id).execute();
    expect(await asked(other)).toEqual([404, null, 404, 404]);
    await app.db.updateTable('applications').set({ status: 'submitted' }).where('id', '=', work.id).execute();
  });
});

describe('suggestions', () => {
  it('say to which centres a person belongs, when somebody is looked for to work on a step', async () => {
    const member = await app.login({ firstName: 'Mia', lastName: 'Belongs', role: 'scientific_reviewer' });
    const centre = await app.db
      .selectFrom('centres')
      .select(['id', 'name'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await putInto(app.db, [{ userId: member.userId, centre: centre.id }]);
    const asked = { search: 'Belongs', applicationId: work.id };
    expect((await suggest(pro.token, { ...asked, search: 'BÉLONGŞ' })).body.total).toBe(1);
    expect((await suggest(pro.token, asked)).body.data[0].work).toBeUndefined();
    const forWork = await suggest(pro.token, { ...asked, flowElementId: 'REV' });
    expect(forWork.body.data[0].work.centres).toEqual([centre.name]);
  });

  it('come by last name, whatever its accents, and page by page', async () => {
    for (const lastName of ['Überlacker', 'Udine', 'Łękawska', 'Lenz'])
      await app.login({ firstName: 'Ordered', lastName, role: 'scientific_reviewer' });
    const sorted = ['Łękawska', 'Lenz', 'Überlacker', 'Udine'];
    const listed = async (body: object) =>
      (await suggest(pro.token, { applicationId: work.id, search: 'ordered', ...body })).body.data.map(
        (one: { lastName: string }) => one.lastName,
      );
    expect(await listed({})).toEqual(sorted);
    const pages = await Promise.all([0, 1].map((page) => listed({ page, pageSize: 2 })));
    expect(pages.flat()).toEqual(sorted);
    expect(await listed({ search: 'lekawska' })).toEqual(['Łękawska']);
    expect(await listed({ search: 'Überlacker'.normalize('NFD') })).toEqual(['Überlacker']);
  });

  it('are by name and address for those who may assign: the roles that their steps take, without conflicts', async () => {
    const free = await app.login({
      firstName: 'Ana',
      lastName: 'Free',
      role: 'scientific_reviewer',
      email: 'ana.secret@example.org',
    });
    const volunteer = await app.login({ firstName: 'Vik', lastName: 'Free' });
    await app.db.updateTable('users').set({ is_reviewer: true }).where('id', '=', volunteer.userId).execute();
    const technical = await app.login({ firstName: 'Tim', lastName: 'Free', role: 'technical_reviewer' });
    const locked = await app.login({ firstName: 'Lou', lastName: 'Free', role: 'scientific_reviewer' });
    await app.db.updateTable('users').set({ status: 'locked' }).where('id', '=', locked.userId).execute();

    const answer = await suggest(chair.token, { search: 'free', applicationId: work.id });
    expect(answer.body).toEqual({
      data: [
        {
          id: free.userId,
          firstName: 'Ana',
          lastName: 'Free',
          email: 'ana.secret@example.org',
          role: 'scientific_reviewer',
        },
        { id: volunteer.userId, firstName: 'Vik', lastName: 'Free', email: volunteer.email, role: 'user' },
      ],
      total: 2,
    });
    const second = await suggest(chair.token, {
      search: 'Free',
      applicationId: work.uid,
      page: 1,
      pageSize: 1,
    });
    expect([second.body.total, second.body.data.map(({ id }: { id: number }) => id)]).toEqual([
      2,
      [volunteer.userId],
    ]);
    // The search matches email addresses only of people whose address the result shows.
    for (const search of ['ana.secret', 'ana.secret@example.org'])
      expect((await suggest(chair.token, { search, applicationId: work.id })).body.data).toEqual([
        answer.body.data[0],
      ]);
    // The applicant and people with a conflict are never suggested.
    const hidden = [technical.email, locked.email, work.applicant.email, work.conflicted.email];
    for (const search of ['Friend', 'Applicant', '%', '_', ...hidden]) {
      expect([search, (await suggest(chair.token, { search, applicationId: work.id })).body]).toEqual([
        search,
        { data: [], total: 0 },
      ]);
    }
  });

  it('say with a step how each fits it, the best first: the field, ongoing work there, and for staff how much waits', async () => {
    const far = await app.login({ firstName: 'Abe', lastName: 'Fitting', role: 'scientific_reviewer' });
    const near = await app.login({ firstName: 'Zoe', lastName: 'Fitting', role: 'scientific_reviewer' });
    const busy = await app.login({ firstName: 'Bea', lastName: 'Fitting', role: 'scientific_reviewer' });
    const fields = async (who: SignedIn, ...names: string[]) =>
      app.db.updateTable('users').set({ fields: names }).where('id', '=', who.userId).execute();
    await fields(near, 'PE1', 'LS1');
    await fields(busy, 'LS1', 'PE1');
    await fields(far, 'LS1');
    await assign(app, {
      applicationId: work.id,
      userId: busy.userId,
      role: 'scientific_reviewer',
      status: 'assigned',
    });
    const asked = { search: 'fitting', applicationId: work.id, flowElementId: 'REV' };
    const told = async ({ token }: SignedIn, more: object = {}) =>
      (await suggest(token, { ...asked, ...more })).body.data.map(
        (one: { firstName: string; work?: object }) => [one.firstName, one.work],
      );
    expect(await told(pro)).toEqual([
      ['Zoe', { centres: [], load: 0, fit: 1, isOngoing: false }],
      ['Bea', { centres: [], load: 1, fit: 2, isOngoing: true }],
      ['Abe', { centres: [], load: 0, fit: null, isOngoing: false }],
    ]);
    // How much waits for somebody elsewhere is for staff alone.
    expect(await told(chair)).toEqual([
      ['Zoe', { centres: [], fit: 1, isOngoing: false }],
      ['Bea', { centres: [], fit: 2, isOngoing: true }],
      ['Abe', { centres: [], fit: null, isOngoing: false }],
    ]);
    const status = async (status: 'assigned' | 'submitted') =>
      app.db.updateTable('assignments').set({ status }).where('owner_id', '=', busy.userId).execute();
    await status('submitted');
    expect((await told(chair))[1]).toEqual([
      'Bea',
      { centres: [], fit: 2, isOngoing: false, hasSubmitted: true },
    ]);
    await status('assigned');
    // Ongoing for the whole is not ongoing for a partition; of a step that one may not fill nothing is said.
    expect((await told(pro, { partitionId: 'aurora-cpu' }))[1]).toEqual([
      'Bea',
      { centres: [], load: 1, fit: 2, isOngoing: false },
    ]);
    expect(await told(chair, { flowElementId: 'APP' })).toEqual([
      ['Abe', undefined],
      ['Bea', undefined],
      ['Zoe', undefined],
    ]);
    // Work of a partition is done in its centre.
    const { centre_id: centre } = await app.db
      .selectFrom('partitions')
      .select('centre_id')
      .where('id', '=', 'aurora-cpu')
      .executeTakeFirstOrThrow();
    await putInto(app.db, [{ userId: far.userId, centre }]);
    const names = async (more: object) => (await told(pro, more)).map(([name]: [string]) => name);
    expect(await names({ partitionId: 'aurora-cpu' })).toEqual(['Abe', 'Zoe', 'Bea']);
    expect(await names({})).toEqual(['Zoe', 'Bea', 'Abe']);
  });

  it('have last those who refused work on the application or lost it, and say so: to staff also when', async () => {
    const [first, refused, revoked] = await Promise.all(
      ['Abe', 'Bea', 'Cid'].map((firstName) =>
        app.login({ firstName, lastName: 'Ending', role: 'scientific_reviewer' }),
      ),
    );
    if (first === undefined || refused === undefined || revoked === undefined) throw new Error('nobody');
    await app.db
      .updateTable('users')
      .set({ fields: ['PE1'] })
      .where('id', '=', refused.userId)
      .execute();
    const at = '2026-11-05T08:00:00.000Z';
    for (const [who, status] of [
      [refused, 'refused'],
      [revoked, 'revoked'],
    ] as const) {
      await assign(app, { applicationId: work.id, userId: who.userId, role: 'scientific_reviewer', status });
      await sql`
        insert into activities (id, assignment_id, status, created_at)
        select gen_random_uuid(), a.id, a.status, ${at}::timestamptz from assignments a where a.owner_id = ${who.userId}
      `.execute(app.db);
    }
    const asked = { search: 'ending', applicationId: work.id, flowElementId: 'REV' };
    const told = async ({ token }: SignedIn) =>
      (await suggest(token, asked)).body.data.map((one: { firstName: string; ended?: object }) => [
        one.firstName,
        one.ended,
      ]);
    expect(await told(pro)).toEqual([
      ['Abe', undefined],
      ['Bea', { how: 'refused', at }],
      ['Cid', { how: 'revoked', at }],
    ]);
    // The days of others are for staff alone.
    expect(await told(chair)).toEqual([
      ['Abe', undefined],
      ['Bea', { how: 'refused' }],
      ['Cid', { how: 'revoked' }],
    ]);
  });

  it('have among the last those who handed work on the application back, and do not call that a refusal', async () => {
    const back = await app.login({ firstName: 'Dov', lastName: 'Returning', role: 'scientific_reviewer' });
    const on = await app.login({ firstName: 'Eli', lastName: 'Returning', role: 'scientific_reviewer' });
    const at = '2026-11-06T08:00:00.000Z';
    for (const [{ userId }, wasUnowned] of [
      [back, true],
      [on, false],
    ] as const) {
      const ended = {
        applicationId: work.id,
        userId,
        role: 'scientific_reviewer',
        status: 'refused',
      } as const;
      await assign(app, ended);
      await sql`
        with gone as (select id, step_id, application_id, role from assignments where owner_id = ${userId}),
        noted as (insert into activities (id, assignment_id, status, created_at)
          select gen_random_uuid(), id, 'refused', ${at}::timestamptz from gone)
        insert into assignments (id, application_id, step_id, role, status, was_unowned, replaces, created_at)
        select gen_random_uuid(), application_id, step_id, role, 'assigned', ${wasUnowned}, id, ${at}::timestamptz from gone
      `.execute(app.db);
    }
    const asked = { search: 'returning', applicationId: work.id, flowElementId: 'REV' };
    const told = async ({ token }: SignedIn) =>
      (await suggest(token, asked)).body.data.map((one: { ended?: object }) => one.ended);
    expect(await told(pro)).toEqual([
      { how: 'handed_back', at },
      { how: 'refused', at },
    ]);
    expect(await told(chair)).toEqual([{ how: 'handed_back' }, { how: 'refused' }]);
  });

  it('count of what waits for somebody nothing on an application of whoever asks, or that they are in conflict with', async () => {
    const officer = await app.login({ role: 'pro' });
    const other = await createPanelWork(app, chair.userId);
    const busy = await app.login({ firstName: 'Bea', lastName: 'Counting', role: 'scientific_reviewer' });
    for (const { id } of [work, other])
      await assign(app, {
        applicationId: id,
        userId: busy.userId,
        role: 'scientific_reviewer',
        status: 'assigned',
      });
    const load = async () => {
      const asked = { search: 'counting', applicationId: work.id, flowElementId: 'REV' };
      return (await suggest(officer.token, asked)).body.data[0].work.load;
    };
    expect(await load()).toBe(2);
    const inConflict = { application_id: other.id, user_id: officer.userId, source: 'marked' } as const;
    await app.db
      .insertInto('conflicts')
      .values({ ...inConflict, noted_at: app.platform.now() })
      .execute();
    expect(await load()).toBe(1);
    await app.db.deleteFrom('conflicts').where('user_id', '=', officer.userId).execute();
    expect(await load()).toBe(2);
    await app.db
      .updateTable('applications')
      .set({ owner_id: officer.userId })
      .where('id', '=', other.id)
      .execute();
    expect(await load()).toBe(1);
  });

  it('are staff themselves too where they look for whom to put on a step, and never where work is handed on', async () => {
    const ids = async (who: SignedIn, more: object) =>
      (await suggest(who.token, { applicationId: work.id, pageSize: 100, ...more })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids(pro, { flowElementId: 'REV' })).toContain(pro.userId);
    expect(await ids(pro, {})).not.toContain(pro.userId);
    expect(await ids(chair, { flowElementId: 'REV' })).not.toContain(chair.userId);
  });

  it('are for staff of any roles that they name', async () => {
    const found = await suggest(pro.token, { search: 'ANA.SECRET@' });
    expect(found.body.data.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Free']);
    expect((await suggest(pro.token, { search: 'Free', roles: ['technical_reviewer'] })).body.total).toBe(1);
  });

  it('are twenty to a page, the first of which is 0', async () => {
    const names = Array.from({ length: 23 }, (_none, at) => `Crowd ${String.fromCharCode(97 + at)}`);
    for (const lastName of names) await app.login({ firstName: 'Bo', lastName });
    const page = async (asked: object) => {
      const { body } = await suggest(pro.token, { search: 'Crowd', ...asked });
      return [body.total, body.data.map(({ lastName }: { lastName: string }) => lastName)];
    };
    expect(await page({})).toEqual([23, names.slice(0, 20)]);
    expect(await page({ page: 0, pageSize: 20 })).toEqual([23, names.slice(0, 20)]);
    expect(await page({ page: 1 })).toEqual([23, names.slice(20)]);
    expect(await page({ page: 2 })).toEqual([23, []]);
  });

  it('are refused to everybody else, whatever they search', async () => {
    const stranger = await app.login({ role: 'scientific_reviewer' });
    for (const search of ['', 'Ana', 'ana.secret@example.org', 'nobody@example.org']) {
      const nowhere = await suggest(stranger.token, { search });
      expect([nowhere.status, nowhere.body.code]).toEqual([403, 'forbidden']);
      const foreign = await suggest(stranger.token, { search, applicationId: work.id });
      const unknown = await suggest(stranger.token, { search, applicationId: 99_999_999 });
      expect([foreign.body, unknown.body]).toEqual([missing, missing]);
      const own = await suggest(work.applicant.token, { search, applicationId: work.id });
      expect([own.status, own.body.code]).toEqual([403, 'forbidden']);
    }
    await assign(app, { applicationId: work.id, userId: stranger.userId, role: 'scientific_reviewer' });
    expect((await suggest(stranger.token, { applicationId: work.id })).body).toEqual(missing);
  });
});
