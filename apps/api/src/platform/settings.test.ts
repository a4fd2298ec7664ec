import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { allWork } from '../across/work.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { tablesHash } from '../testing/tables-hash.ts';
import { readOrganisation, whySettingsCannotBeRead } from './settings.ts';

let test: TestApp;
const retention = { ...defaultOrganisation.retention, draftMonths: 60 };
const ours = { ...defaultOrganisation, passwordLogin: false, retention };

/** Writes what `set` would refuse, as another version or a hand in the database does. */
async function store(settings: unknown): Promise<void> {
  const json = JSON.stringify(settings);
  await test.db
    .insertInto('organisation')
    .values({ settings: json })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings: json }))
    .execute();
}
const deletingJobs = ['expire_drafts', 'keep_only_as_long', 'purge_expired'];
const run = (task: string) =>
  allWork(test.platform).tasks[task]?.({}, { id: 0, attempt: 1, isLastAttempt: false }) ??
  Promise.reject(task);
const health = async () => (await test.call('GET', '/health')).body;

beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
afterEach(() => store(ours));

it('keeps what it read last when the row becomes unreadable, says so, and deletes nothing until it is put right', async () => {
  await store(ours);
  expect(await test.platform.organisation()).toMatchObject({ passwordLogin: false, retention });
  const { userId } = await test.login();
  const sessions = { expires_at: new Date('2020-01-01T00:00:00Z') };
  await test.db.updateTable('sessions').set(sessions).where('user_id', '=', userId).execute();

  await store({ ...ours, retention: { ...retention, endedSessionsDays: 'a week' }, passwordLogin: 'no' });
  expect(await test.platform.organisation()).toMatchObject({ passwordLogin: false, retention });
  expect(await health()).toMatchObject({ ready: true, settings: 'kept' });
  const before = await tablesHash(test.db);
  for (const task of deletingJobs)
    await expect(run(task)).rejects.toThrow(/retention › endedSessionsDays: .*; passwordLogin: /);
  expect(await tablesHash(test.db)).toEqual(before);

  await store(ours);
  for (const task of deletingJobs) await run(task);
  expect(await test.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  expect(await health()).toMatchObject({ ready: true, settings: 'read' });
});

it('goes on with what it knows of a row that a newer version wrote', async () => {
  await store({ ...ours, passkeysOnly: true, retention: { ...retention, archiveYears: 3 } });
  expect(await whySettingsCannotBeRead(test.platform)).toBe(null);
  expect(await test.platform.organisation.stored()).toMatchObject({ passwordLogin: false, retention });
  for (const task of deletingJobs) await run(task);
});

it('takes no defaults where nothing could be read yet, nor where the row is gone', async () => {
  const { pool } = test.platform.databases;
  await store({ ...ours, passwordLogin: 'no' });
  const fresh = readOrganisation(pool, test.platform.log);
  await expect(fresh()).rejects.toThrow(/passwordLogin/);
  expect(await whySettingsCannotBeRead({ organisation: fresh })).toEqual([
    expect.stringMatching(/^The settings of the organisation/),
    expect.stringMatching(/^ {2}passwordLogin: /),
    expect.stringMatching(/npm run organisation -- set/),
  ]);
  await store(ours);
  expect(await fresh()).toMatchObject({ passwordLogin: false });
  await test.db.deleteFrom('organisation').execute();
  await expect(fresh.stored()).rejects.toThrow(/They are gone/);
  expect(await fresh()).toMatchObject({ passwordLogin: false });
});

it('asks what stands now before it deletes, not what stood a second ago', async () => {
  await store(ours);
  await test.platform.organisation();
  await store({ ...ours, uploadMaxMb: 0 });
  await expect(run('expire_drafts')).rejects.toThrow(/uploadMaxMb/);
});
