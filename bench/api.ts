import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { type CountingWay, openCountingWay, type Passed } from './count-statements.ts';
import { measureFilters } from './filters.ts';
import type { Job, Outcome } from './load-client.ts';
import {
  addApplications,
  addDrafts,
  addPeople,
  type Draft,
  longTexts,
  type ManyWorld,
  openManyWorld,
  openSessions,
  settle,
  staffId,
  withoutIndexes,
} from './many.ts';
import { type Operation, same } from './operations.ts';
import { dataFolder, startPortal } from './portal.ts';
import { canMeasure } from './process-memory.ts';
import { type ProcessTime, parentOf, processTime } from './process-time.ts';
import { reviewOperations } from './review-operations.ts';
import type { Row } from './row.ts';

const defaultApplications = 10_000;
const withAnswers = 10_000;
const people = 1_000;
const drafts = 2_500;
/** The crowd comes first: whoever is alone then meets a portal that has worked for some seconds, as a bound has. */
const crowds = [16, 1];
const warmMs = 1_000;
const silentMs = 300;
const maxSilentTurns = 100;
const turnMs = 1_500;
const turns = 2;
/** Texts of the Regular form that people write at length. */
const texts = 8;

/** Somebody who answers: the portal, or the bound. */
interface Answerer {
  name: 'ours' | 'bound';
  port: number;
  pid: number;
}

interface Sum extends Outcome, ProcessTime {}

const nothingYet = (): Sum => ({ answers: 0, bytes: 0, ms: 0, wrong: null, api: 0, database: 0 });

async function operationsOf({ db }: ManyWorld, count: number): Promise<Operation[]> {
  const owners = await addPeople(db, people);
  const authors = await addPeople(db, drafts);
  const tokens = await openSessions(db, authors);
  const pending = await withoutIndexes(db, async () => {
    await addApplications(db, owners, count, Math.min(count, withAnswers));
    return addDrafts(db, authors, tokens);
  });
  await settle(db);

  const [staff = ''] = await openSessions(db, [await staffId(db)]);
  const { rows: opened } = await db.query<{ uid: string; owner: string }>(
    `select ap.uid, ap.owner_id as owner from applications ap
     where ap.uid like '%-%' and ap.owner_id = any($1::bigint[]) and exists (select from assignments a
       join answers w on w.assignment_id = a.id where a.application_id = ap.id) order by ap.id limit 200`,
    [owners],
  );
  const openers = await openSessions(
    db,
    opened.map(({ owner }) => Number(owner)),
  );
  const [example] = pending;
  if (example === undefined) throw new Error('there are no drafts');
  const filled = await longTexts(db, example, texts);
  const { rows: names } = await db.query<{ name: string }>(
    `select pi_last_name as name from applications where owner_id = $1 order by id limit 1`,
    [owners[42]],
  );
  const search = { method: 'POST', token: staff };
  const body = { role: 'pro' };
  const byTitle = { column: 'researchTitle', direction: 'ASC' };
  const contains = { column: 'firstName', op: 'contains', value: names[0]?.name ?? '' };
  return [
    {
      name: 'published calls',
      asked: async () => same([{ path: '/v2/calls/published' }]),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'list of 10, staff',
      asked: async () => same([{ ...search, path: '/v2/applications/search?limit=10&offset=0', body }]),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'page 500 of that list',
      asked: async () => same([{ ...search, path: '/v2/applications/search?limit=10&offset=4990', body }]),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'the list with a name looked for',
      asked: async () =>
        same([
          {
            ...search,
            path: '/v2/applications/search?limit=10&offset=0',
            body: { ...body, searchBy: [contains] },
          },
        ]),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'the list sorted by title',
      asked: async () =>
        same([
          {
            ...search,
            path: '/v2/applications/search?limit=10&offset=0',
            body: { ...body, orderBy: byTitle },
          },
        ]),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'a name that few have, sorted by title',
      asked: async () =>
        same([
          {
            ...search,
            path: '/v2/applications/search?limit=10&offset=0',
            body: { ...body, orderBy: byTitle, searchBy: [contains] },
          },
        ]),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'open, staff',
      asked: async () => same(opened.map(({ uid }) => ({ path: `/v2/applications/${uid}`, token: staff }))),
      isLong: true,
      hasBound: true,
    },
    {
      name: 'open, owner',
      asked: async () =>
        same(opened.map(({ uid }, at) => ({ path: `/v2/applications/${uid}`, token: openers[at] }))),
      isLong: true,
      hasBound: true,
    },
    {
      name: `save of ${texts} texts`,
      asked: async () => ({ kind: 'saves', drafts: await withRevision(db, pending, filled), texts: filled }),
      isLong: false,
      hasBound: true,
    },
    {
      name: 'submit with the whole check',
      asked: async () => {
        await takeBack(db, pending);
        return { kind: 'submits', drafts: pending };
      },
      isLong: false,
      hasBound: true,
    },
    ...(await reviewOperations(db)),
  ];
}

/** Drafts for the clients of a save, all texts of each on one revision. */
async function withRevision(
  db: pg.Pool,
  pending: readonly Draft[],
  filled: readonly { elementId: string }[],
) {
  await takeBack(db, pending);
  const mine = pending.slice(0, Math.max(...crowds));
  const { rows } = await db.query<{ revision: number }>(
    `select max(revision) as revision from answers where assignment_id = any($1::uuid[])`,
    [mine.map(({ assignmentId }) => assignmentId)],
  );
  const revision = rows[0]?.revision ?? 0;
  await db.query(
    'update answers set revision = $1 where assignment_id = any($2::uuid[]) and element_id = any($3::text[])',
    [revision, mine.map(({ assignmentId }) => assignmentId), filled.map(({ elementId }) => elementId)],
  );
  return mine.map((draft) => ({ ...draft, revision }));
}

/** What was submitted is a draft again, as if nobody had: each submit finds the same work. */
async function takeBack(db: pg.Pool, pending: readonly Draft[]): Promise<void> {
  const applications = pending.map(({ applicationId }) => applicationId);
  const assignments = pending.map(({ assignmentId }) => assignmentId);
  await db.query('delete from submissions where assignment_id = any($1::uuid[])', [assignments]);
  await db.query(`delete from activities where assignment_id = any($1::uuid[]) and status <> 'draft'`, [
    assignments,
  ]);
  await db.query('delete from events where application_id = any($1::bigint[])', [applications]);
  await db.query(
    'delete from assignments where application_id = any($1::bigint[]) and id <> all($2::uuid[])',
    [applications, assignments],
  );
  await db.query(
    `update assignments set status = 'draft', submitted_at = null, submitted_content = null
     where id = any($1::uuid[]) and status <> 'draft'`,
    [assignments],
  );
  await db.query(
    `update applications set status = 'draft', submitted_at = null, readership_id = null where id = any($1::bigint[]) and status <> 'draft'`,
    [applications],
  );
}

/** A program of the bench in a process of its own, told about the database alone. */
const program = (name: string, env: NodeJS.ProcessEnv): ChildProcess =>
  fork(join(import.meta.dirname, name), { env: { ...process.env, ...env }, stdio: 'inherit' });

async function load(client: ChildProcess, job: Job): Promise<Outcome> {
  const answered = once(client, 'message');
  client.send(job);
  const [answer] = (await answered) as [{ outcome?: Outcome; error?: string }];
  if (answer.outcome === undefined) throw new Error(answer.error);
  return answer.outcome;
}

/** Until a portal that has just started has read what it reads beforehand; it looks at its clock each second. */
async function silence(way: CountingWay): Promise<void> {
  for (let before = -1, turn = 0; before !== way.count() && turn < maxSilentTurns; turn += 1) {
    before = way.count();
    await new Promise((done) => setTimeout(done, silentMs));
  }
}

/** The statements of one answer, when everything that can be known beforehand is known. */
async function statementsOf(
  { db, env, url }: ManyWorld,
  client: ChildProcess,
  operations: readonly Operation[],
): Promise<Map<string, number>> {
  const way = await openCountingWay(url);
  const data = dataFolder();
  const portal = await startPortal({
    dataDir: data.path,
    by: 'launcher',
    env: { ...env, WORKER: 'off', DATABASE_URL: way.url },
  });
  const port = Number(new URL(portal.url).port);
  try {
    await silence(way);
    const counted = new Map<string, number>();
    for (const { name, asked } of operations) {
      let fewest = Number.POSITIVE_INFINITY;
      // The clock is set again and again: the fewest are those of the answer alone.
      for (let time = 0; time < 4; time += 1) {
        const given = await asked();
        way.passed();
        const before = way.count();
        const { answers, wrong } = await load(client, {
          port,
          clients: 1,
          ms: 1,
          compressed: false,
          asked: given,
        });
        if (wrong !== null) throw new Error(`${name} was answered:\n${wrong}`);
        if (answers > 0) fewest = Math.min(fewest, (way.count() - before) / answers);
      }
      counted.set(name, fewest);
      if (process.env.PLANS !== undefined) {
        const passed = way.passed();
        await asked();
        await printPlans(db, name, passed);
      }
    }
    return counted;
  } finally {
    await portal.stop();
    await way.close();
    data.remove();
  }
}

/** Prints how the database carries out these statements, each in a transaction that is rolled back. */
async function printPlans(db: pg.Pool, name: string, passed: readonly Passed[]): Promise<void> {
  const client = await db.connect();
  const literal = (value: string | Buffer | null): string =>
    value === null
      ? 'null'
      : client.escapeLiteral(typeof value === 'string' ? value : `\\x${value.toString('hex')}`);
  for (const { text, values } of new Map(passed.map((one) => [one.text, one])).values()) {
    console.log(`\n${name}: ${text.trim().replace(/\s+/g, ' ').slice(0, 200)}`);
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    await client.query('begin');
    await client
      .query(`prepare asked as ${text}`)
      .then(async () => {
        const { rows } = await client.query(`explain (analyze, buffers, costs off) execute asked${given}`);
        console.log(rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n'));
      })
      .catch((error: unknown) => console.log(`  ${error}`));
    await client.query('rollback; deallocate all');
  }
  client.release();
}

/** How fast ours and the bound answer one kind of request, by turns. */
async function measure(
  answerers: readonly Answerer[],
  client: ChildProcess,
  databasePid: number,
  operation: Operation,
  how: { clients: number; compressed: boolean },
): Promise<Record<Answerer['name'], Sum>> {
  const sums = { ours: nothingYet(), bound: nothingYet() };
  for (let turn = -1; turn < turns; turn += 1) {
    for (const { name, port, pid } of answerers) {
      if (name === 'bound' && !operation.hasBound) continue;
      const ms = turn < 0 ? warmMs : turnMs;
      const asked = await operation.asked();
      const before = canMeasure ? processTime(pid, databasePid) : { api: 0, database: 0 };
      const outcome = await load(client, { port, ms, asked, ...how });
      const after = canMeasure ? processTime(pid, databasePid) : { api: 0, database: 0 };
      if (outcome.wrong !== null)
        throw new Error(`${operation.name}, ${name}, was answered:\n${outcome.wrong}`);
      if (turn < 0) continue;
      const sum = sums[name];
      sum.answers += outcome.answers;
      sum.bytes += outcome.bytes;
      sum.ms += outcome.ms;
      sum.api += after.api - before.api;
      sum.database += after.database - before.database;
    }
  }
  return sums;
}

const perSecond = ({ answers, ms }: Sum): number => (answers * 1_000) / ms;
const each = (whole: number, { answers }: Sum): string => (whole / answers).toFixed(2);

function rowOf(
  figure: string,
  { ours, bound }: Record<Answerer['name'], Sum>,
  statements: number | undefined,
): Row {
  const hasBound = bound.answers > 0;
  const ratio = perSecond(ours) / perSecond(bound);
  const worked = (sum: Sum) => `${each(sum.api, sum)} + ${each(sum.database, sum)}`;
  return {
    figure,
    bound: hasBound ? `${perSecond(bound).toFixed(0)}/s` : '',
    measured: `${perSecond(ours).toFixed(0)}/s${hasBound ? `, ${ratio.toFixed(2)} × the bound` : ''}`,
    kept: null,
    peers: `${(ours.bytes / ours.answers / 1_000).toFixed(1)} KB, ${statements} statements; ms of API + database: ${
      canMeasure ? `${worked(ours)}${hasBound ? `, bound ${worked(bound)}` : ''}` : 'only on Linux'
    }`,
  };
}

/** For whoever looks into one of them: `OPERATIONS='save|submit' npm run bench -- api`; with `PLANS=on` also into its statements. */
const isWanted = ({ name }: Pick<Operation, 'name'>): boolean =>
  new RegExp(process.env.OPERATIONS ?? '').test(name);

/** What the API answers a second, each beside a bare server that does the same reading and writing; `size` applications. */
export async function run(size = defaultApplications): Promise<Row[]> {
  const world = await openManyWorld();
  const client = program('load-client.ts', {});
  try {
    const operations = (await operationsOf(world, size)).filter(isWanted);
    const statements = await statementsOf(world, client, operations);
    const { rows } = await world.db.query('select pg_backend_pid() as pid');
    const databasePid = canMeasure ? parentOf(Number(rows[0].pid)) : 0;
    const bound = program('api-bound.ts', { DATABASE_URL: world.url });
    const [boundPort] = (await once(bound, 'message')) as [number];
    const portal = await startPortal({
      dataDir: world.dataDir,
      by: 'launcher',
      env: { ...world.env, WORKER: 'off' },
    });
    try {
      const answerers: Answerer[] = [
        { name: 'ours', port: Number(new URL(portal.url).port), pid: portal.pid },
        { name: 'bound', port: boundPort, pid: bound.pid ?? 0 },
      ];
      const table: Row[] = [];
      for (const operation of operations)
        for (const compressed of operation.isLong ? [true, false] : [true])
          for (const clients of crowds) {
            const sums = await measure(answerers, client, databasePid, operation, { clients, compressed });
            const how = `${clients} ${clients === 1 ? 'client' : 'clients'}${
              operation.isLong ? (compressed ? ', compressed' : ', plain') : ''
            }`;
            table.push(rowOf(`${operation.name}: ${how}`, sums, statements.get(operation.name)));
          }
      if (isWanted({ name: 'filters' })) table.push(...(await measureFilters(world.db, portal.url)));
      return table;
    } finally {
      await portal.stop();
      bound.kill();
    }
  } finally {
    client.kill();
    await world.close();
  }
}
