import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzip } from 'node:zlib';
import pg from 'pg';

/**
 * The bound of part `api`, a process of its own: the session, the same rows, count and writes as lean statements that are
 * prepared once a connection, in a transaction where the API has one, behind Node's own server. It checks nothing, knows
 * no form, decides nothing, and tells what it read as it came: who does less cannot answer.
 */
const zip = promisify(gzip);
const hurried = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 8 });

type Ask = Pick<pg.Pool, 'query'>;
type Rows = Record<string, unknown>[];
const texts = {
  session: `select u.id, u.role, s.id as session_id, s.app, u.email, u.first_name, u.last_name
    from sessions s join users u on u.id = s.user_id
    where s.access_hash = $1 and s.access_expires_at > now() and s.ended_at is null and u.status = 'active'`,
  calls: `select id, code, year, number, title, description, logo, time_zone, unit, facts, links, download_roles
    from calls where published`,
  cutoffs: `select k.id, k.call_id, k.starts_at, k.ends_at, o.min, o.max, o.partitions, o.fixed
    from cutoffs k join calls c on c.id = k.call_id, lateral (
      select min(coalesce(cp.fixed, cp.min)), max(coalesce(cp.fixed, cp.max)), count(*) as partitions,
        bool_and(cp.fixed is not null) as fixed
      from cutoff_partitions cp join partitions p on p.id = cp.partition_id
      where cp.cutoff_id = k.id and not cp.disabled and not p.disabled) o where c.published`,
  timeframes: `select t.call_id, t.cutoff_id, t.step_id, t.starts_at, t.ends_at
    from timeframes t join calls c on c.id = t.call_id where c.published`,
  application: `select ap.id, ap.uid, ap.status, ap.created_at, ap.updated_at, ap.submitted_at, ap.owner_id, ap.cutoff_id,
      ap.call_id, c.code, c.title, c.time_zone, c.unit, u.first_name, u.last_name, u.email
    from applications ap join calls c on c.id = ap.call_id join users u on u.id = ap.owner_id
    where ap.uid = $1 and (ap.owner_id = $2 or ap.status <> 'draft' and not exists (
      select from conflicts q where q.application_id = ap.id and q.user_id = $2 and q.cleared_at is null))`,
  assignments: `select a.id, a.step_id, a.owner_id, o.first_name, o.last_name, a.assigner_id, a.role, a.partition_id,
      a.status, a.deadline_at, a.submitted_at, a.created_at, a.is_lead, a.reason,
      case when $2 then a.submitted_content end as submitted
    from assignments a left join users o on o.id = a.owner_id where a.application_id = $1`,
  activities: `select v.assignment_id, v.status, v.reason, v.created_at
    from activities v join assignments a on a.id = v.assignment_id where a.application_id = $1`,
  answers: `select w.assignment_id, w.element_id, w.group_id, w.values, w.revision
    from answers w join assignments a on a.id = w.assignment_id where a.application_id = $1 and a.owner_id = $2`,
  rows: `select g.assignment_id, g.id, g.element_id, g.position
    from group_instances g join assignments a on a.id = g.assignment_id where a.application_id = $1 and a.owner_id = $2`,
  documents: `select d.id, d.assignment_id, d.element_id, d.group_id, d.filename, d.original_filename, d.size_bytes,
      d.pages, d.created_at
    from documents d join assignments a on a.id = d.assignment_id where a.application_id = $1`,
  offered: `select k.id, k.starts_at, k.ends_at, p.id as partition, p.name, p.kind, p.unit, cp.min, cp.max, cp.fixed
    from cutoffs k left join cutoff_partitions cp on cp.cutoff_id = k.id left join partitions p on p.id = cp.partition_id
    where k.call_id = $1`,
  waiting: `select ap.id, ap.uid, ap.status, ap.title, ap.pi_first_name, ap.pi_last_name, ap.partitions, ap.owner_id,
      ap.call_id, ap.cutoff_id, ap.flow_version_id
    from applications ap where (ap.owner_id = $1 or ap.status <> 'draft') and ap.id in (
        select a.application_id from assignments a
        where a.owner_id = $1 and a.role = $2 and a.status in ('draft', 'assigned', 'accepted', 'changes_requested')
        union all select a.application_id from assignments a
        where a.owner_id is null and a.status = 'assigned' and a.role = $2 and (a.partition_id is null or a.partition_id in (
          select p.id from memberships m join partitions p on p.centre_id = m.centre_id where m.user_id = $1)))
      and not exists (select from conflicts q
        where q.application_id = ap.id and q.user_id = $1 and q.cleared_at is null)
    order by ap.id limit $3`,
  work: `select a.id, a.application_id, s.title, a.role, a.status, a.deadline_at, n.name, a.owner_id
    from assignments a join applications ap on ap.id = a.application_id
      join flow_steps s on s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id
      left join partitions n on n.id = a.partition_id
    where a.application_id = any($1) and (a.owner_id = $2) is not false`,
  times: `select k.id, k.call_id, k.starts_at, k.ends_at, t.step_id, t.starts_at as from_at, t.ends_at as until_at
    from cutoffs k left join timeframes t on t.cutoff_id = k.id where k.call_id = any($1)`,
  hold: 'select id, uid, call_id, status, cutoff_id, flow_version_id, owner_id, partition_ids, panel from applications where id = $1 for update',
  applicationOf: 'select application_id from assignments where id = $1',
  person: `select u.id, u.role, m.centre_id, m.panel from users u left join memberships m on m.user_id = u.id where u.id = any($1)`,
  given: `select id, step_id, owner_id, assigner_id, role, partition_id, status, deadline_at, submitted_at, created_at, is_lead,
      reason, agreed_at, verdict, revision from assignments where application_id = $1`,
  states: 'select step_id, unlocked_at, released_at from step_states where application_id = $1',
  conflicts: 'select user_id, source, noted_at, cleared_at from conflicts where application_id = $1',
  decided:
    'select partition_id, version, outcome, amount, released_at from decisions where application_id = $1',
  named: `select a.submitted_content from assignments a where a.application_id = $1 order by a.created_at, a.id limit 1`,
  assign: `with assigned as (
      insert into assignments (id, application_id, step_id, owner_id, assigner_id, role, status, created_at)
      values ($1, $2, 'SCI', $3, $4, 'scientific_reviewer', 'assigned', now()) returning id),
    noted as (insert into activities (id, assignment_id, status, actor_id, created_at)
      select $5, id, 'assigned', $4::bigint, now() from assigned),
    told as (insert into events (type, application_id, assignment_id, user_id, actor_id, detail, occurred_at)
      select 'assigned', $2, id, $3::bigint, $4::bigint, '{}', now() from assigned returning id)
    select graphile_worker.add_job('handle_event', json_build_object('eventId', id)) is not null from told`,
  move: `with moved as (
      update assignments set status = $2, reason = $3, revision = revision + 1 where id = $1 returning id, application_id),
    changed as (update applications set status = case when $2 = 'changes_requested' then $2 else status end
      where id = $4 and $2 = 'changes_requested'),
    noted as (insert into activities (id, assignment_id, status, reason, actor_id, created_at)
      select $5, id, $2, $3, $6::bigint, now() from moved),
    told as (insert into events (type, application_id, assignment_id, actor_id, detail, occurred_at)
      select $2, application_id, id, $6::bigint, '{}', now() from moved returning id)
    select graphile_worker.add_job('handle_event', json_build_object('eventId', id)) is not null from told`,
  lockApplication: `select ap.id, ap.call_id, ap.status, ap.cutoff_id, ap.flow_version_id, ap.owner_id from applications ap
    where ap.id = (select a.application_id from assignments a where a.id = $1) for update`,
  lockAssignment: `select id, step_id, owner_id, status, deadline_at, submitted_at, revision
    from assignments where id = $1 for update`,
  ownAnswers: 'select element_id, group_id, values, revision from answers where assignment_id = $1',
  ownRows: 'select id, element_id, position from group_instances where assignment_id = $1',
  ownDocuments: 'select id, element_id, group_id, size_bytes, pages from documents where assignment_id = $1',
  windows: 'select id, starts_at, ends_at from cutoffs where call_id = $1',
  save: `with answered as (
      insert into answers (assignment_id, element_id, group_id, values, revision, author_id, saved_at)
      select $1, element_id, '00000000-0000-0000-0000-000000000000', array[value], revision, $2, now()
      from unnest($3::text[], $4::text[], $5::int[]) given(element_id, value, revision)
      on conflict (assignment_id, element_id, group_id) do update set values = excluded.values,
        revision = excluded.revision, author_id = excluded.author_id, saved_at = excluded.saved_at),
    touched as (update applications set updated_at = now(), title = $7 where id = $6)
    update assignments set revision = revision + 1 where id = $1`,
  submit: `with kept as (
      insert into submissions (assignment_id, number, content, sha256, submitted_by, submitted_at)
      values ($1, 1, $2::jsonb, $7, $3, now())),
    noted as (insert into activities (id, assignment_id, status, actor_id, created_at)
      values ($4, $1, 'submitted', $3, now())),
    told as (insert into events (type, application_id, assignment_id, actor_id, detail, occurred_at)
      values ('assignment_submitted', $5::bigint, $1, $3, '{}', now()) returning id),
    follows as (select graphile_worker.add_job('handle_event', json_build_object('eventId', id)) is not null from told),
    touched as (update applications set status = 'submitted', submitted_at = now(), updated_at = now(), title = $6
      where id = $5)
    update assignments set status = 'submitted', submitted_at = now(), submitted_content = $2::jsonb, revision = revision + 1
    where id = $1 and (select count(*) from follows) > 0`,
};

async function ask(on: Ask, name: keyof typeof texts, ...values: unknown[]): Promise<Rows> {
  return (await on.query({ name, text: texts[name], values })).rows;
}

async function userOf({ headers }: IncomingMessage): Promise<number> {
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  const [row] = await ask(pool, 'session', createHash('sha256').update(token).digest());
  if (row === undefined) throw new Error('no session');
  return Number(row.id);
}

/** Of what is submitted each role gets those that its people could have by what stands on the application alone. */
const reaches: Record<string, string> = {
  compute_centre_representative: `ap.partition_ids && array(select p.id from memberships m
    join partitions p on p.centre_id = m.centre_id where m.user_id = $1)`,
  panel_chair: 'ap.panel = any(array(select m.panel from memberships m where m.user_id = $1))',
  scientific_reviewer: `exists (select from assignments a where a.application_id = ap.id and a.owner_id = $1
    and a.role = 'scientific_reviewer')`,
};
const orders: Record<string, string> = {
  researchTitle: 'lower(ap.research_title), ap.id',
  submissionDate: 'ap.submitted_at desc nulls first, ap.id desc',
};
interface Search {
  role: string;
  searchBy?: { value: string }[];
  orderBy?: { column: string };
}

/** A page and how many there are; where a name is looked for few are found, and counted with them. */
async function list(userId: number, { role, searchBy, orderBy }: Search, offset: number): Promise<unknown> {
  const order = orders[orderBy?.column ?? 'submissionDate'] ?? '';
  const where = `ap.status <> 'draft' and ${reaches[role] ?? 'true'} and not exists (select from conflicts q
    where q.application_id = ap.id and q.user_id = $1 and q.cleared_at is null)`;
  const columns = `ap.id, ap.uid, ap.status, c.title as call, ap.title, ap.pi_first_name, ap.pi_last_name, ap.pi_affiliation,
    ap.research_group, ap.research_title, ap.partitions, ap.submitted_at, ap.owner_id, ap.call_id`;
  const from = 'from applications ap join calls c on c.id = ap.call_id';
  const named = (kind: string) => createHash('sha1').update(`${kind} ${role} ${order}`).digest('base64url');
  const [filter] = searchBy ?? [];
  if (filter !== undefined) {
    const text = `select ${columns}, count(*) over () ${from}
      where trim(ap.pi_first_name || ' ' || ap.pi_last_name) ilike $2 and ${where} order by ${order} limit 10`;
    return (await pool.query({ name: named('found'), text, values: [userId, `%${filter.value}%`] })).rows;
  }
  return Promise.all([
    pool.query({
      name: named('list'),
      text: `select ${columns} ${from} where ${where} order by ${order} limit 10 offset $2`,
      values: [userId, offset],
    }),
    pool.query({
      name: named('count'),
      text: `select count(*)::int as total from (select from applications ap where ${where} limit 10001) counted`,
      values: [userId],
    }),
  ]).then((answers) => answers.map(({ rows }) => rows));
}

async function together<T>(work: (on: Ask) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const reply = await work(client);
    await client.query('commit');
    return reply;
  } finally {
    client.release();
  }
}

async function open(uid: string, userId: number): Promise<unknown> {
  const [application] = await ask(pool, 'application', uid, userId);
  if (application === undefined) throw new Error('no such application');
  const { id, call_id, owner_id } = application;
  const isOwner = Number(owner_id) === userId;
  const lists = await Promise.all([
    ask(pool, 'assignments', id, !isOwner),
    ask(pool, 'activities', id),
    ask(pool, 'documents', id),
    ask(pool, 'offered', call_id),
    ...(isOwner ? [ask(pool, 'answers', id, userId), ask(pool, 'rows', id, userId)] : []),
  ]);
  return { application, lists };
}

interface Item {
  flowElementId: string;
  input: { values: string[] };
  revision: number;
}

const save = (assignmentId: string, userId: number, data: readonly Item[]) =>
  together(async (on) => {
    const [application] = await ask(on, 'lockApplication', assignmentId);
    await ask(on, 'lockAssignment', assignmentId);
    await ask(on, 'ownAnswers', assignmentId);
    await ask(on, 'windows', application?.call_id);
    const values = data.map(({ input }) => input.values[0]);
    const revisions = data.map(({ revision }) => revision + 1);
    const elements = data.map(({ flowElementId }) => flowElementId);
    await ask(on, 'save', assignmentId, userId, elements, values, revisions, application?.id, 'A title');
    return { data: data.map((item) => ({ ...item, revision: item.revision + 1 })), groups: [] };
  });

const submit = (assignmentId: string, userId: number) =>
  together(async (on) => {
    const [application] = await ask(on, 'lockApplication', assignmentId);
    await ask(on, 'lockAssignment', assignmentId);
    const answers = await ask(on, 'ownAnswers', assignmentId);
    const rows = await ask(on, 'ownRows', assignmentId);
    await ask(on, 'ownDocuments', assignmentId);
    await ask(on, 'windows', application?.call_id);
    const content = {
      answers: answers.map(({ element_id, group_id, values }) => ({
        elementId: element_id,
        groupId: group_id,
        values,
      })),
      rows: rows.map(({ id, element_id, position }) => ({ id, elementId: element_id, order: position })),
    };
    const given = JSON.stringify(content);
    const sha256 = createHash('sha256').update(given).digest();
    await ask(on, 'submit', assignmentId, given, userId, randomUUID(), application?.id, 'A title', sha256);
    return { data: [], groups: [], status: 'submitted', id: assignmentId };
  });

async function waiting(userId: number, role: string, limit: number): Promise<unknown> {
  const applications = await ask(pool, 'waiting', userId, role, limit);
  const all = (name: string) => [...new Set(applications.map((one) => one[name]))];
  const lists = await Promise.all([ask(pool, 'work', all('id'), userId), ask(pool, 'times', all('call_id'))]);
  return { applications, lists };
}

/** What every command knows of its application, with the lock on it. */
async function held(on: Ask, id: unknown, people: readonly number[]): Promise<void> {
  const [application] = await ask(on, 'hold', id);
  await ask(on, 'given', id);
  await ask(on, 'states', id);
  await ask(on, 'conflicts', id);
  await ask(on, 'decided', id);
  await ask(on, 'times', [application?.call_id]);
  await ask(on, 'person', people);
}

const assign = (applicationId: number, userId: number, person: number) =>
  together(async (on) => {
    await held(on, applicationId, [userId, person]);
    await ask(on, 'named', applicationId);
    const id = randomUUID();
    await ask(on, 'assign', id, applicationId, person, userId, randomUUID());
    return { id, flowElementId: 'SCI', role: 'scientific_reviewer', status: 'assigned' };
  });

const move = (assignmentId: string, userId: number, status: string, reason: string | null) =>
  together(async (on) => {
    const [found] = await ask(on, 'applicationOf', assignmentId);
    await held(on, found?.application_id, [userId]);
    await ask(on, 'move', assignmentId, status, reason, found?.application_id, randomUUID(), userId);
    return { id: assignmentId, status };
  });

async function answer(request: IncomingMessage, body: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [noun, key, operation] = pathname.split('/').slice(3);
  if (noun === 'calls')
    return Promise.all([ask(pool, 'calls'), ask(pool, 'cutoffs'), ask(pool, 'timeframes')]);
  const userId = await userOf(request);
  if (noun === 'applications' && key === 'search')
    return list(userId, JSON.parse(body) as Search, Number(searchParams.get('offset') ?? 0));
  if (noun === 'applications' && key === 'dashboard')
    return waiting(
      userId,
      (JSON.parse(body) as { role: string }).role,
      Number(searchParams.get('limit') ?? 9_999),
    );
  if (noun === 'applications' && operation === 'assign')
    return assign(Number(key), userId, (JSON.parse(body) as { userId: number }).userId);
  if (noun === 'applications') return open(key ?? '', userId);
  const id = key ?? '';
  if (operation === 'accept') return move(id, userId, 'accepted', null);
  if (operation === 'decide')
    return move(id, userId, 'changes_requested', (JSON.parse(body) as { reason: string }).reason);
  return operation === 'save'
    ? save(id, userId, (JSON.parse(body) as { data: Item[] }).data)
    : submit(id, userId);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(request, Buffer.concat(chunks).toString())
      .then(async (reply) => {
        const text = JSON.stringify(reply);
        const isCompressed = text.length >= 2_048 && 'accept-encoding' in request.headers;
        const isPressed = isCompressed && text.length >= 65_536;
        const payload = isPressed
          ? brotliCompressSync(text, hurried)
          : isCompressed
            ? await zip(text, { level: 4 })
            : Buffer.from(text);
        response.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': payload.length,
          ...(isCompressed ? { 'Content-Encoding': isPressed ? 'br' : 'gzip' } : {}),
        });
        response.end(payload);
      })
      .catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
