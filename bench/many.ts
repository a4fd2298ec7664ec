import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from '../apps/start/database.mjs';
import { dataFolder, loadWorld, ofOwnWorld } from './portal.ts';

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
  for (const table of copied) await db.query(`analyze bench_${table}`);
  return {
    db,
    dataDir: data.path,
    url: database.url,
    env: { DATABASE_URL: database.url, ...ofOwnWorld, DATA_KEY_FILE: join(data.path, 'data.key') },
    close: async () => {
      await db.end();
      await database.stop();
      data.remove();
    },
  };
}

/** What hangs on assignments, and what hangs on applications. */
const perAssignment = ['answers', 'group_instances', 'documents', 'activities', 'submissions'];
const perApplication = ['step_states', 'step_releases', 'conflicts', 'decisions'];
const copied = ['applications', 'assignments', ...perAssignment, ...perApplication];

/**
 * The name of a copy follows from that of the original, so that whatever names it can be copied by itself. The originals
 * stand in tables of their own: what is copied from stays small however much there is, and needs no index.
 */
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
  create table bench_applications as select t.*, t.id as bench_original,
    (select array_agg(d.id::text) from documents d join assignments a on a.id = d.assignment_id
     where a.application_id = t.id) as bench_files from applications t;
  create table bench_assignments as select t.*, t.application_id as bench_original, a.bench_files,
    t.owner_id = a.owner_id as bench_own,
    row_number() over (partition by t.application_id order by t.created_at, t.id) = 1 as bench_first
    from assignments t join bench_applications a on a.id = t.application_id;
  ${perAssignment.map((table) => `create table bench_${table} as select t.* from ${table} t;`).join('\n')}
  ${(
    [
      ['answers', 'values'],
      ['submissions', 'content'],
      ['assignments', 'submitted_content'],
    ] as const
  )
    .map(
      ([table, column]) => `alter table bench_${table} add bench_has_files boolean not null default false;
        update bench_${table} t set bench_has_files = true from bench_assignments a, unnest(a.bench_files) named
        where a.id = t.${table === 'assignments' ? 'id' : 'assignment_id'} and strpos(t.${column}::text, named) > 0;`,
    )
    .join('\n')}
  ${perApplication
    .map(
      (table) =>
        `create table bench_${table} as select t.*, t.application_id as bench_original from ${table} t;`,
    )
    .join('\n')}
  create unlogged table bench_copies (copy int not null, original bigint not null, id bigint not null, owner bigint not null)`;

interface Reported {
  table: string;
  name: string;
  definition: string;
}

/**
 * Does work that writes many rows, without the indexes and the constraints of the tables that it copies to, which are made
 * again behind it: to build them once takes a small part of what it takes to keep them for each row.
 */
export async function withoutIndexes<T>(db: pg.Pool, work: () => Promise<T>): Promise<T> {
  const { rows: constraints } = await db.query<Reported & { kind: string }>(
    `select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('f', 'p', 'u', 'x') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by contype = 'f', contype = 'u'`,
    [copied],
  );
  const { rows: indexes } = await db.query<Reported>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
    [copied],
  );
  for (const { table, name } of constraints.toReversed())
    await db.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  // What follows from the rows is copied with them.
  for (const table of copied) await db.query(`alter table ${table} disable trigger user`);
  const done = await work();
  for (const table of copied) await db.query(`alter table ${table} enable trigger user`);
  const client = await db.connect();
  try {
    await client.query(`set maintenance_work_mem = '256MB'`);
    const make = ({ table, name, definition }: Reported) =>
      client.query(`alter table ${table} add constraint "${name}" ${definition}`);
    for (const constraint of constraints) if (constraint.kind !== 'f') await make(constraint);
    for (const { definition } of indexes) await client.query(definition);
    for (const constraint of constraints) if (constraint.kind === 'f') await make(constraint);
  } finally {
    client.release(true);
  }
  return done;
}

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
     where t.id = (select a.owner_id from bench_applications a where a.title = '${model}')`,
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

/** Opens sessions of these people for a day, as a login to the portal does, and returns their access tokens. */
export async function openSessions(
  db: pg.Pool,
  userIds: readonly number[],
  app: 'user_portal' | 'admin_portal' = 'user_portal',
): Promise<string[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  await db.query(
    `insert into sessions (id, family_id, user_id, app, refresh_hash, access_hash, access_expires_at, created_at,
       expires_at, device)
     select gen_random_uuid(), gen_random_uuid(), given.user_id, $3, sha256(random()::text::bytea || access),
       access, now() + interval '1 day', now(), now() + interval '1 day', 'bench'
     from unnest($1::bigint[], $2::bytea[]) given(user_id, access)`,
    [userIds, tokens.map((token) => createHash('sha256').update(token).digest()), app],
  );
  return tokens;
}

const joined = (table: string, where: string): string =>
  `from bench_copies c join bench_${table} t on t.bench_original = c.original where ${where}`;
/** The copy `c` of an assignment is named once for all that hangs on it. */
const hanging = (table: string, where: string): string =>
  `from (select c.copy, c.owner, a.id as original, a.bench_files, bench_id(a.id, c.copy) as assignment
     from bench_copies c join bench_assignments a on a.bench_original = c.original where ${where} offset 0) c
   join bench_${table} t on t.assignment_id = c.original`;
/** The files that it names are copies, too. */
const renamed = (content: string, type: string, files = 'c.bench_files'): string =>
  `case when t.bench_has_files then bench_ids(t.${content}::text, ${files}, c.copy)::${type} else t.${content} end`;

/** What hangs on copies of assignments; of drafts what is being filled in alone. */
async function copyContents(db: pg.Pool, where: string, isDraft: boolean): Promise<void> {
  const from = (table: string) => hanging(table, isDraft ? `${where} and a.bench_first` : where);
  const assignment_id = 'c.assignment';
  const id = 'bench_id(t.id, c.copy)';
  const values = renamed('values', 'text[]');
  await copyRows(db, 'answers', from('answers'), { assignment_id, values });
  await copyRows(db, 'group_instances', from('group_instances'), { assignment_id });
  await copyRows(db, 'documents', from('documents'), { id, assignment_id, uploaded_by: 'c.owner' });
  const history = isDraft ? `${from('activities')} where t.status = 'draft'` : from('activities');
  await copyRows(db, 'activities', history, { id, assignment_id });
  if (isDraft) return;
  const content = renamed('content', 'jsonb');
  await copyRows(db, 'submissions', from('submissions'), { assignment_id, content });
}

/** Applications of the past that a reviewer was asked about: of a million, some 150,000 people, as in Europe and the world. */
const perReviewer = 100;

/** For each reviewer of the originals somebody else for some of the copies behind the first `from`. */
async function addPastReviewers(db: pg.Pool, from: number, to: number): Promise<void> {
  const first = await nextId(db, 'users');
  await db.query(
    'create unlogged table if not exists bench_reviewers (original bigint, place int, id bigint)',
  );
  await db.query('truncate bench_reviewers');
  if (to <= from) return;
  await db.query(
    `insert into bench_reviewers (original, place, id)
     select u.id, place, $1::bigint + row_number() over (order by u.id, place)
     from users u, generate_series($2::int / ${perReviewer} + 1, $3::int / ${perReviewer}) place
     where u.id in (select owner_id from bench_assignments where role in ('scientific_reviewer', 'technical_reviewer'))`,
    [first, from, to],
  );
  await db.query('create index if not exists bench_reviewers_place on bench_reviewers (original, place)');
  await copyRows(db, 'users', 'from bench_reviewers r join users t on t.id = r.original', {
    id: 'r.id',
    email: `'bench' || r.id || '@example.org'`,
    last_name: `'Bench ' || r.place`,
  });
  await db.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`);
  await db.query('analyze bench_reviewers');
}

/**
 * Submitted applications of the Regular call with all that belongs to them, made in the database from those that the
 * demonstration has, so many in all; answers, submissions, documents and a history have the first `withAnswers` alone.
 * The others are of the past: no reviewer has anything to do on them, and those who reviewed them are people of their own.
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
       from bench_applications a join calls k on k.id = a.call_id
       where k.code = 'REG' and a.submitted_at is not null
         and exists (select from bench_answers w join bench_assignments s on s.id = w.assignment_id
           where s.bench_original = a.id))
     insert into bench_copies (copy, original, id, owner)
     select copy, models.id, ${first} + copy, ($1::bigint[])[1 + copy % ${owners.length}]
     from generate_series(1, ${count}) copy join models on models.place = copy % models.all`,
    [owners],
  );
  await db.query('analyze bench_copies');
  await copyRows(db, 'applications', joined('applications', 'true'), {
    id: 'c.id',
    uid: `t.uid || '-' || c.copy`,
    owner_id: 'c.owner',
    title: `t.title || ' ' || c.copy`,
    pi_last_name: `t.pi_last_name || ' ' || c.copy % 1000`,
    submitted_at: `t.submitted_at - c.copy * interval '1 second'`,
  });
  await addPastReviewers(db, withAnswers, count);
  await copyRows(db, 'assignments', joined('assignments', 'true'), {
    id: 'bench_id(t.id, c.copy)',
    application_id: 'c.id',
    owner_id: `case when t.bench_own then c.owner else coalesce((select r.id from bench_reviewers r
      where r.original = t.owner_id and r.place = c.copy / ${perReviewer}), t.owner_id) end`,
    status: `case when c.copy <= ${withAnswers} or t.bench_own or t.status not in ('assigned', 'accepted') then t.status
      when t.owner_id is null then 'revoked' else 'submitted' end`,
    submitted_content: `case when c.copy <= ${withAnswers} then ${renamed('submitted_content', 'jsonb', 't.bench_files')} end`,
  });
  for (const table of perApplication)
    await copyRows(db, table, joined(table, 'true'), { application_id: 'c.id' });
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
     select ${first} + place, (select a.id from bench_applications a where a.title = '${model}'), ${first} + place, owner
     from unnest($1::bigint[]) with ordinality given(owner, place)`,
    [owners],
  );
  await db.query('analyze bench_copies');
  await copyRows(db, 'applications', joined('applications', 'true'), {
    id: 'c.id',
    uid: `t.uid || '-draft-' || c.id`,
    owner_id: 'c.owner',
    status: `'draft'`,
    submitted_at: 'null',
    partition_ids: `'{}'`,
    panel: 'null',
    readership_id: 'null',
    created_at: `now() - interval '1 day'`,
    updated_at: 'now()',
  });
  await copyRows(db, 'assignments', joined('assignments', 't.bench_first'), {
    id: 'bench_id(t.id, c.copy)',
    application_id: 'c.id',
    owner_id: 'c.owner',
    status: `'draft'`,
    submitted_at: 'null',
    submitted_content: 'null',
  });
  await copyContents(db, 'true', true);
  await db.query(`select setval(pg_get_serial_sequence('applications', 'id'), ${first + owners.length})`);
  const { rows } = await db.query(
    `select c.id, bench_id(t.id, c.copy) as assignment_id ${joined('assignments', 't.bench_first')} order by c.id`,
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
