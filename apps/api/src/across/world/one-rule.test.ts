import { fileURLToPath } from 'node:url';
import type { Application } from '@clearcall/domain/applications/application.ts';
import type { StepToRelease, TaskBoard } from '@clearcall/domain/applications/task-board.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { allWork } from '../work.ts';
import { loadWorldFile } from './load.ts';

/** The dashboard names the same steps that need people, or a release, as the pages of the applications. */

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ releasesWait: true });
  const path = fileURLToPath(new URL('../../../demo/world.json', import.meta.url));
  await loadWorldFile(app.platform, path, app.platform.now());
});
afterAll(() => app.close());

const tokenOf = async (name: string): Promise<string> => {
  const body = { email: `${name}@example.org`, password: 'Demo-portal-2026!', app: 'user_portal' };
  return (await app.call('POST', '/users/login', { body })).body.token;
};

const ofDashboard = async (token: string) => {
  const { body } = await app.call('POST', '/v2/applications/dashboard', { token, body: {} });
  const { boards, toRelease }: { boards: TaskBoard[]; toRelease: StepToRelease[] } = body;
  const rowsToAssign = boards.flatMap(({ kind, rows }) => (kind === 'assign' ? rows : []));
  const toAssign = rowsToAssign.map((row) => `${row.uid} ${row.flowElementId}`);
  return {
    due: Object.fromEntries(
      rowsToAssign.map(({ uid, flowElementId, deadline }) => [`${uid} ${flowElementId}`, deadline]),
    ),
    people: [...new Set(toAssign)].sort(),
    releases: toRelease
      .flatMap(({ applications, flowElementId }) => applications.map(({ uid }) => `${uid} ${flowElementId}`))
      .sort(),
  };
};

/** Readers other than staff are also shown work without an owner that they cannot take. */
const ofPages = async (name: string, token: string) => {
  const { rows } = await sql<{ uid: string }>`select uid from applications where status <> 'draft'`.execute(
    app.db,
  );
  const [people, releases]: [string[], string[]] = [[], []];
  const ends: Record<string, string | null> = {};
  for (const { uid } of rows) {
    const { status, body } = await app.call('GET', `/v2/applications/${uid}`, { token });
    if (status !== 200 || !('process' in body)) continue;
    const { process, toRelease = [], toTake = [] }: Application = body;
    for (const { id, title, work, isAfterDecision, end } of process) {
      ends[`${uid} ${id}`] = end;
      if (work === undefined || isAfterDecision === true) continue;
      const isFree = name !== 'pro' && body.status === 'submitted' && work.unowned > 0;
      const isToAssign = isFree && toTake.every(({ step }) => step !== title);
      if (work.missing > 0 || isToAssign) people.push(`${uid} ${id}`);
    }
    releases.push(...toRelease.map((id) => `${uid} ${id}`));
  }
  return { people: people.sort(), releases: releases.sort(), ends };
};

const readers = ['pro', 'panel-chair', 'compute-centre-representative', 'ac-chair', 'call-coordinator'];
const agree = async () => {
  const found: Record<string, Awaited<ReturnType<typeof ofPages>>> = {};
  for (const name of readers) {
    const token = await tokenOf(name);
    found[name] = await ofPages(name, token);
    const { ends, ...named } = found[name];
    const { due, ...known } = await ofDashboard(token);
    expect([name, known]).toEqual([name, named]);
    // A plan that has passed is a deadline on the dashboard alone.
    const dated = Object.entries(due).filter(([step]) => ends[step] != null);
    expect([name, Object.fromEntries(dated)]).toEqual([
      name,
      Object.fromEntries(dated.map(([step]) => [step, ends[step]])),
    ]);
  }
  return found.pro as Awaited<ReturnType<typeof ofPages>>;
};

it('names on the dashboard what the pages of the demonstration name', async () => {
  const { people, releases } = await agree();
  expect(people).toContain('ESAO-REG-2025R02-012 SCI');
  // The rapporteur comes after the reply of the applicant, which the release of the reviews starts.
  expect(people).not.toContain('ESAO-REG-2025R02-014 RAP');
  expect(releases).toEqual(expect.arrayContaining(['ESAO-REG-2025R02-014 SCI', 'ESAO-REG-2025R02-018 ALL']));
}, 60_000);

it('counts the same step of an application under review for all its readers', async () => {
  const { rows } = await sql<{ uid: string }>`
    select uid from applications where status in ('submitted', 'changes_requested')`.execute(app.db);
  const { rows: people } = await sql<{ name: string }>`select split_part(email, '@', 1) as name from users
    where status = 'active' and role not like '%admin' and email like '%@example.org'`.execute(app.db);
  const places: Record<string, Record<string, string[]>> = {};
  for (const { name } of people) {
    const token = await tokenOf(name);
    for (const { uid } of rows) {
      const { status, body } = await app.call('GET', `/v2/applications/${uid}`, { token });
      if (status !== 200 || !('process' in body)) continue;
      const { process }: Application = body;
      const total = process.filter(({ isAfterDecision }) => isAfterDecision !== true).length;
      const place = `${process.findIndex(({ here }) => here) + 1} of ${total}`;
      const known = places[uid] ?? {};
      places[uid] = { ...known, [place]: [...(known[place] ?? []), name] };
    }
  }
  expect(Object.values(places).some((known) => Object.values(known).flat().length > 5)).toBe(true);
  expect(Object.entries(places).filter(([, known]) => Object.keys(known).length > 1)).toEqual([]);
}, 120_000);

it('says to a panel chair where an application is as its page does', async () => {
  const { rows: chairs } = await sql<{ name: string }>`select split_part(email, '@', 1) as name from users
    where role = 'panel_chair' and status = 'active' and email like '%@example.org' order by id`.execute(
    app.db,
  );
  const places: [uid: string, step: string, onPage: string | undefined][] = [];
  for (const { name } of chairs) {
    const token = await tokenOf(name);
    const { body } = await app.call('POST', '/v2/applications/dashboard', { token, body: {} });
    for (const { uid, step } of (body.boards as TaskBoard[]).flatMap(({ kind, rows }) =>
      kind === 'panel' ? rows : [],
    )) {
      const { process }: Application = (await app.call('GET', `/v2/applications/${uid}`, { token })).body;
      places.push([uid, step, process.find(({ here }) => here)?.title]);
    }
  }
  expect(places.map(([uid, step]) => `${uid} ${step}`)).toContain('ESAO-REG-2025R02-001 Right to reply');
  expect(places.filter(([, step, onPage]) => step !== onPage)).toEqual([]);
}, 60_000);

it('names no release of a check while the changes that it requested in the final report are due', async () => {
  const { rows } = await sql<{
    uid: string;
  }>`select ap.uid from applications ap join assignments a on a.application_id = ap.id
    left join step_states e on e.application_id = ap.id and e.step_id = a.step_id
    where a.step_id = 'REV' and a.status = 'submitted' and e.released_at is null limit 1`.execute(app.db);
  const uid = rows[0]?.uid ?? '';
  const report = (status: string) =>
    sql`update assignments a set status = ${status} from applications ap
      where ap.id = a.application_id and ap.uid = ${uid} and a.step_id = 'REP'`.execute(app.db);
  await report('changes_requested');
  const returned = await agree();
  await report('submitted');
  const { releases } = await agree();
  expect([returned.releases, releases].map((named) => named.includes(`${uid} REV`))).toEqual([false, true]);
}, 60_000);

it('offers in lists the releases that the dashboard names, and no others', async () => {
  const token = await tokenOf('pro');
  const listed = await app.call('POST', '/v2/applications/search?limit=500&offset=0', {
    token,
    body: { role: 'pro' },
  });
  const applicationIds = listed.body.data.map(({ id }: { id: number }) => id);
  const { body } = await app.call('POST', '/v2/applications/survey', { token, body: { applicationIds } });
  const ready = body.calls.flatMap(
    (call: { id: number; steps: { flowElementId: string; ready: number }[] }) =>
      call.steps.flatMap((step) =>
        step.ready === 0 ? [] : [`${call.id} ${step.flowElementId} ${step.ready}`],
      ),
  );
  const dashboard = await app.call('POST', '/v2/applications/dashboard', { token, body: {} });
  const named = new Map<string, number>();
  for (const { callId, flowElementId, applications } of dashboard.body.toRelease as StepToRelease[]) {
    const key = `${callId} ${flowElementId}`;
    named.set(key, (named.get(key) ?? 0) + applications.length);
  }
  expect(ready.sort()).toEqual([...named].map(([key, n]) => `${key} ${n}`).sort());
}, 60_000);

it('names the panel ranking and the decision once all applications have come so far and nobody is assigned', async () => {
  await sql`delete from assignments a using applications ap where ap.id = a.application_id
    and (ap.uid, a.step_id) in (('ESAO-REG-2025R02-016', 'PAN'), ('ESAO-REG-2025R02-017', 'ALL'))`.execute(
    app.db,
  );
  const steps = ['ESAO-REG-2025R02-016 PAN', 'ESAO-REG-2025R02-017 ALL'];
  const named = async () => (await agree()).people.filter((one) => steps.includes(one));
  // Their time has begun, but others are still on their way.
  expect(await named()).toEqual([]);
  await sql`insert into step_arrivals (cutoff_id, step_id, arrived, panel, noted_at)
    select cutoff_id, case uid when 'ESAO-REG-2025R02-016' then 'RAP' else 'PAN' end,
      case uid when 'ESAO-REG-2025R02-016' then 'panel' else 'cutoff' end,
      case uid when 'ESAO-REG-2025R02-016' then panel else '' end, ${app.platform.now()}
    from applications where uid in ('ESAO-REG-2025R02-016', 'ESAO-REG-2025R02-017')`.execute(app.db);
  expect(await named()).toEqual(steps);
}, 60_000);

it('stops naming the release of an earlier step once that of the decision took effect', async () => {
  await sql`update step_states e set released_at = null from applications ap where ap.id = e.application_id
    and ap.uid = 'ESAO-REG-2025R02-003' and e.step_id in ('RAP', 'SCI')`.execute(app.db);
  const { releases } = await agree();
  expect(releases).not.toContain('ESAO-REG-2025R02-003 RAP');
  // The release of the reviews is to start the right to reply.
  expect(releases).toContain('ESAO-REG-2025R02-003 SCI');
}, 60_000);

it('stops naming a release that waits', async () => {
  const token = await tokenOf('pro');
  const uid = 'ESAO-REG-2025R02-018';
  const given = await app.call('POST', `/v2/applications/${uid}/release`, {
    token,
    body: { flowElementId: 'ALL' },
  });
  expect(given.status).toBe(200);
  expect((await ofDashboard(token)).releases).not.toContain(`${uid} ALL`);
}, 60_000);

it('agrees while the clock passes deadlines and starts automations', async () => {
  for (const days of [30, 40]) {
    app.clock.advance(days * 86_400_000);
    await allWork(app.platform).tasks.let_time_pass?.({}, { id: 1, attempt: 1, isLastAttempt: false });
    await workOff(app.platform, allWork(app.platform));
    await agree();
  }
}, 120_000);
