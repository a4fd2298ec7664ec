import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from '../apps/start/database.mjs';
import { dataFolder, loadWorld } from './portal.ts';

const world = join(import.meta.dirname, '../apps/api/demo/world.json');
/** The application of the demonstration that drafts are made from: complete, submitted while its cut-off is open, with two PDFs. */
const model = 'Kilometre-scale storms over the Mediterranean';

/** The world of the demonstration in a database of its own, to be multiplied, without what a demonstration has more. */
export interface ManyWorld {
  db: pg.Pool;
  /** What the API has to be started with. */
  env: NodeJS.ProcessEnv;
  dataDir: string;
  url: string;
  close(): Promise<void>;
}

export async function openManyWorld(): Promise<ManyWorld> {
  const data = dataFolder();
  await loadWorld(data.path, world);
  const database = await startDatabase({ dataDir: data.path });
  const db = new pg.Pool({ connectionString: database.url, max: 4 });
  // The database is stopped before the last connection has said goodbye.
  db.on('error', () => {});
  await db.query('update organisation set demonstration = false');
  await db.query(sharedNames);
  return {
    db,
    dataDir: data.path,
    url: database.url,
    env: { DATABASE_URL: database.url, DEMO: 'off', DATA_KEY_FILE: join(data.path, 'data.key') },
    close: async () => {
      await db.end();
      await database.stop();
      data.remove();
    },
  };
}

/** The name of a copy follows from that of the original, so that whatever names it can be copied by itself. */
const sharedNames = `
  create function bench_id(original uuid, copy int) returns uuid language sql immutable
    return overlay(overlay(md5(original::text || '/' || copy) placing '4' from 13) placing '8' from 17)::uuid;
  create function bench_ids(content text, originals text[], copy int) returns text language plpgsql immutable as $$
  declare original text;
  begin
    foreach original in array coalesce(originals, '{}') loop
      content := replace(content, original, bench_id(original::uuid, copy)::text);
    end loop;
    return content;
  end $$;
  create table bench_copies (copy int primary key, original bigint not null, id bigint not null, owner bigint not null);
  create index on bench_copies (original)`;

/** Copies the rows `t` that `from` finds, column by column, some of them with another value. */
async function copyRows(
  db: pg.Pool,
  table: string,
  from: string,
  others: Record<string, string>,
): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const unknown = Object.keys(others).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')} any more`);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const values = names.map((name) => others[name] ?? `t."${name}"`).join(', ');
  await db.query(`insert into ${table} (${columns}) overriding system value select ${values} ${from}`);
}

const nextId = async (db: pg.Pool, table: string): Promise<number> =>
  Number((await db.query(`select coalesce(max(id), 0) + 1000 as id from ${table}`)).rows[0].id);

/** Applicants without a past; their ids. */
export async function addPeople(db: pg.Pool, count: number): Promise<number[]> {
  const first = await nextId(db, 'users');
  await copyRows(
    db,
    'users',
    `from users t, generate_series(1, ${count}) copy
     where t.id = (select a.owner_id from applications a where a.title = '${model}')`,
    {
      id: `${first} + copy`,
      email: `'bench' || ${first} + copy || '@example.org'`,
      last_name: `'Bench ' || copy`,
    },
  );
  await db.query(`select setval(pg_get_serial_sequence('users', 'id'), ${first + count})`);
  return Array.from({ length: count }, (_, at) => first + at + 1);
}

/** The id of somebody of the staff. */
export async function staffId(db: pg.Pool): Promise<number> {
  const { rows } = await db.query(
    `select u.id from users u where u.role = 'pro' and u.status = 'active'
       and not exists (select from conflicts q where q.user_id = u.id) order by u.id limit 1`,
  );
  return Number(rows[0].id);
}

/** Sessions of these people, as a login opens them, for a day; their access tokens. */
export async function openSessions(db: pg.Pool, userIds: readonly number[]): Promise<string[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  await db.query(
    `insert into sessions (id, family_id, user_id, app, refresh_hash, access_hash, access_expires_at, created_at,
       expires_at, device)
     select gen_random_uuid(), gen_random_uuid(), given.user_id, 'user_portal', sha256(random()::text::bytea || access),
       access, now() + interval '1 day', now(), now() + interval '1 day', 'bench'
     from unnest($1::bigint[], $2::bytea[]) given(user_id, access)`,
    [userIds, tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  return tokens;
}

const joined = (table: string, where = 'true'): string =>
  `from bench_copies c join assignments a on a.application_id = c.original
   join ${table} t on t.assignment_id = a.id where ${where}`;
const documentsOf = `(select array_agg(d.id::text) from documents d join assignments b on b.id = d.assignment_id
  where b.application_id = c.original)`;
const renamedValues = `case when exists (select from documents d where d.assignment_id = t.assignment_id
    and d.element_id = t.element_id) then bench_ids(t.values::text, ${documentsOf}, c.copy)::text[] else t.values end`;

/** What hangs on copies of assignments; of drafts what is being filled in alone. */
async function copyContents(db: pg.Pool, where: string, isDraft: boolean): Promise<void> {
  const mine = `${where}${isDraft ? ' and a.step_id = (select b.step_id from assignments b where b.application_id = c.original order by b.created_at, b.id limit 1)' : ''}`;
  const assignment_id = 'bench_id(t.assignment_id, c.copy)';
  await copyRows(db, 'answers', joined('answers', mine), { assignment_id, values: renamedValues });
  await copyRows(db, 'group_instances', joined('group_instances', mine), { assignment_id });
  await copyRows(db, 'documents', joined('documents', mine), {
    id: 'bench_id(t.id, c.copy)',
    assignment_id,
    uploaded_by: 'c.owner',
  });
  const history = isDraft ? `${mine} and t.status = 'draft'` : mine;
  await copyRows(db, 'activities', joined('activities', history), {
    id: 'bench_id(t.id, c.copy)',
    assignment_id,
  });
  if (isDraft) return;
  await copyRows(db, 'submissions', joined('submissions', mine), {
    assignment_id,
    content: `bench_ids(t.content::text, ${documentsOf}, c.copy)::jsonb`,
  });
  for (const table of ['step_states', 'conflicts', 'decisions'])
    await copyRows(
      db,
      table,
      `from bench_copies c join ${table} t on t.application_id = c.original where ${where}`,
      {
        application_id: 'c.id',
      },
    );
}

/**
 * Submitted applications of the Regular call with all that belongs to them, made in the database from those that the
 * demonstration has, so many in all; answers, submissions and documents have the first `withAnswers` alone.
 */
export async function addApplications(
  db: pg.Pool,
  owners: readonly number[],
  count: number,
  withAnswers: number,
): Promise<void> {
  const first = await nextId(db, 'applications');
  await db.query(
    `with models as (
       select a.id, row_number() over (order by a.id) - 1 as place, count(*) over () as all
       from applications a join calls k on k.id = a.call_id
       where k.code = 'REG' and a.submitted_at is not null
         and exists (select from answers w join assignments s on s.id = w.assignment_id where s.application_id = a.id))
     insert into bench_copies (copy, original, id, owner)
     select copy, models.id, ${first} + copy, ($1::bigint[])[1 + copy % ${owners.length}]
     from generate_series(1, ${count}) copy join models on models.place = copy % models.all`,
    [owners],
  );
  await db.query('analyze bench_copies');
  await copyRows(db, 'applications', 'from bench_copies c join applications t on t.id = c.original', {
    id: 'c.id',
    uid: `t.uid || '-' || c.copy`,
    owner_id: 'c.owner',
    title: `t.title || ' ' || c.copy`,
    pi_last_name: `t.pi_last_name || ' ' || c.copy % 1000`,
    submitted_at: `t.submitted_at - c.copy * interval '1 second'`,
  });
  await copyRows(
    db,
    'assignments',
    'from bench_copies c join assignments t on t.application_id = c.original',
    {
      id: 'bench_id(t.id, c.copy)',
      application_id: 'c.id',
      owner_id: `case when t.owner_id = (select o.owner_id from applications o where o.id = c.original) then c.owner
        else t.owner_id end`,
      submitted_content: `case when c.copy <= ${withAnswers}
        then bench_ids(t.submitted_content::text, ${documentsOf}, c.copy)::jsonb end`,
    },
  );
  await copyContents(db, `c.copy <= ${withAnswers}`, false);
  await db.query(`select setval(pg_get_serial_sequence('applications', 'id'), ${first + count})`);
  await db.query('truncate bench_copies');
}

export interface Draft {
  applicationId: number;
  assignmentId: string;
  token: string;
}

/** A complete draft of the Regular call for each of these people, ready to be submitted. */
export async function addDrafts(
  db: pg.Pool,
  owners: readonly number[],
  tokens: readonly string[],
): Promise<Draft[]> {
  const first = await nextId(db, 'applications');
  await db.query(
    `insert into bench_copies (copy, original, id, owner)
     select ${first} + place, (select a.id from applications a where a.title = '${model}'), ${first} + place, owner
     from unnest($1::bigint[]) with ordinality given(owner, place)`,
    [owners],
  );
  await db.query('analyze bench_copies');
  await copyRows(db, 'applications', 'from bench_copies c join applications t on t.id = c.original', {
    id: 'c.id',
    uid: `t.uid || '-draft-' || c.id`,
    owner_id: 'c.owner',
    status: `'draft'`,
    submitted_at: 'null',
    partition_ids: `'{}'`,
    panel: 'null',
    created_at: `now() - interval '1 day'`,
    updated_at: 'now()',
  });
  await copyRows(
    db,
    'assignments',
    `from bench_copies c join assignments t on t.id = (select a.id from assignments a
       where a.application_id = c.original order by a.created_at, a.id limit 1)`,
    {
      id: 'bench_id(t.id, c.copy)',
      application_id: 'c.id',
      owner_id: 'c.owner',
      status: `'draft'`,
      submitted_at: 'null',
      submitted_content: 'null',
    },
  );
  await copyContents(db, 'true', true);
  await db.query(`select setval(pg_get_serial_sequence('applications', 'id'), ${first + owners.length})`);
  const { rows } = await db.query(
    'select c.id, a.id as assignment_id from bench_copies c join assignments a on a.application_id = c.id order by c.id',
  );
  await db.query('truncate bench_copies');
  return rows.map((row, at) => ({
    applicationId: Number(row.id),
    assignmentId: row.assignment_id,
    token: tokens[at] ?? '',
  }));
}

/** Questions of a draft that are answered at length, with what is answered. */
export async function longTexts(
  db: pg.Pool,
  { assignmentId }: Draft,
  count: number,
): Promise<{ elementId: string; text: string; revision: number }[]> {
  const { rows } = await db.query<{ elementId: string; text: string; revision: number }>(
    `select element_id as "elementId", values[1] as text, revision from answers
     where assignment_id = $1 and group_id = '00000000-0000-0000-0000-000000000000' and cardinality(values) = 1
       and length(values[1]) > 100
     order by length(values[1]) desc limit $2`,
    [assignmentId, count],
  );
  if (rows.length < count) throw new Error('the Regular form of the demonstration has too few long texts');
  return rows;
}

/** So that the database plans by what is there, and has nothing to tidy up while times are taken. */
export async function settle(db: pg.Pool): Promise<void> {
  await db.query('vacuum analyze');
  await db.query('checkpoint').catch(() => {}); // only a superuser may
}
