import type pg from 'pg';
import { addPeople, openSessions, staffId } from './many.ts';
import { type Operation, once, type Request, same } from './operations.ts';

const maxCommands = 1_500;
const dayMs = 86_400_000;
/** As many rows as the dashboard is scrolled with, too. */
const most = 500;

interface Found {
  id: string;
  applicationId: number;
  ownerId: number;
}

/** What the review does in a world that `many.ts` has multiplied: what waits for whom, the largest application, commands. */
export async function reviewOperations(db: pg.Pool): Promise<Operation[]> {
  const staff = await staffId(db);
  const tokenOf = await sessionsOf(db);
  const token = await tokenOf(staff);
  const lists: Operation[] = [];
  for (const [who, role] of [
    ['reviewer', 'scientific_reviewer'],
    ['representative', 'compute_centre_representative'],
    ['PRO', 'pro'],
  ] as const) {
    const { rows } = await db.query<{ owner: string; waits: number }>(
      `select owner_id as owner, count(*)::int as waits from assignments
       where role = $1 and status in ('assigned', 'accepted', 'draft', 'changes_requested') and owner_id is not null
       group by owner_id order by count(*) desc limit 1`,
      [role],
    );
    if (rows[0] === undefined) throw new Error(`nothing waits for a ${who}`);
    const own = await tokenOf(Number(rows[0].owner));
    const ask = { method: 'POST', token: own, body: { role } };
    const dashboard = (name: string, query = ''): Operation => ({
      isLong: true,
      hasBound: true,
      name: `dashboard of the busiest ${who}, ${name}`,
      asked: async () => same([{ ...ask, path: `/v2/applications/dashboard${query}` }]),
    });
    lists.push(
      dashboard(`${rows[0].waits} waiting`),
      // The copies give one person more than any has: 15 officers share 10,000 applications a year.
      ...(rows[0].waits > most / 2 ? [dashboard(`${most} of them`, `?limit=${most}&offset=0`)] : []),
      {
        isLong: true,
        hasBound: true,
        name: `list of 10, ${who}`,
        asked: async () => same([{ ...ask, path: '/v2/applications/search?limit=10&offset=0' }]),
      },
    );
  }
  // Who reads by a view rule alone, without work of their own.
  for (const [scope, role] of [
    ['centre', 'compute_centre_representative'],
    ['panel', 'panel_chair'],
    ['call', 'ac_member'],
  ] as const) {
    const reader = await addReader(db, role);
    const ask = { method: 'POST', token: await tokenOf(reader) };
    const operation = (name: string, offset: number, body: object): Operation => ({
      name: `${name}, by a rule of the ${scope}`,
      asked: async () =>
        same([
          { ...ask, path: `/v2/applications/search?limit=10&offset=${offset}`, body: { role, ...body } },
        ]),
      isLong: true,
      hasBound: true,
    });
    lists.push(
      operation('list of 10', 0, {}),
      operation('page 500', 4_990, {}),
      operation('list sorted by title', 0, { orderBy: { column: 'researchTitle', direction: 'ASC' } }),
    );
  }

  const { rows: large } = await db.query<{ uid: string; steps: number }>(
    `select ap.uid, count(distinct a.step_id)::int as steps
     from applications ap join assignments a on a.application_id = ap.id
     where ap.uid like '%-%' and a.submitted_content is not null group by ap.id order by count(distinct a.step_id) desc, ap.id limit 50`,
  );
  const open: Operation = {
    name: `open of ${large[0]?.steps} steps handed in, staff`,
    asked: async () => same(large.map(({ uid }) => ({ path: `/v2/applications/${uid}`, token }))),
    isLong: true,
    hasBound: true,
  };

  const until = new Date(Date.now() + 10 * dayMs).toISOString();
  const reviews = await find(db, `a.step_id = 'SCI' and a.status = 'assigned'`);
  const first = await find(db, `a.step_id = 'REG.S1' and a.status in ('submitted', 'resubmitted')`);
  const free = await find(
    db,
    `a.step_id = 'REG.S1' and a.status in ('submitted', 'resubmitted') and ap.status = 'submitted'
       and not exists (select from assignments s where s.application_id = a.application_id and s.step_id = 'SCI'
         and (s.owner_id = (${reviewer}) or s.status = 'conflicted'))`,
  );
  const { rows: people } = await db.query<{ id: string }>(reviewer);
  const command = async (
    name: string,
    found: readonly Found[],
    request: (one: Found) => Request | Promise<Request>,
  ): Promise<Operation[]> => (found.length === 0 ? [] : [await commandOperation(db, name, found, request)]);
  const put = (one: Found, verb: string) => ({ method: 'PUT', path: `/v2/assignments/${one.id}/${verb}` });
  return [
    ...lists,
    open,
    ...(await command('assign a reviewer', free, ({ applicationId }) => ({
      method: 'POST',
      path: `/v2/applications/${applicationId}/assign`,
      token,
      body: {
        flowElementId: 'SCI',
        userId: Number(people[0]?.id),
        partitionId: null,
        role: 'scientific_reviewer',
        despiteEvidence: true,
      },
    }))),
    ...(await command('accept', reviews, async (one) => ({
      ...put(one, 'accept'),
      token: await tokenOf(one.ownerId),
      body: { accepted: true, agreed: true },
    }))),
    ...(await command('decide: changes requested', first, (one) => ({
      ...put(one, 'decide'),
      token,
      body: { outcome: 'request_changes', reason: 'The budget is missing.', deadline: until },
    }))),
  ];
}

/** A reviewer by role, the same one each time. */
const reviewer = `select u.id from users u where u.role = 'scientific_reviewer' and u.status = 'active' order by u.id limit 1`;

/** Somebody of all centres and panels of those who have this role, and with no work. */
export async function addReader(db: pg.Pool, role: string): Promise<number> {
  const [id = 0] = await addPeople(db, 1);
  await db.query('update users set role = $1 where id = $2', [role, id]);
  await db.query(
    `insert into memberships (user_id, centre_id, panel, part)
     select distinct $2::bigint, m.centre_id, m.panel, m.part from memberships m join users u on u.id = m.user_id
     where u.role = $1`,
    [role, id],
  );
  return id;
}

/** A session for each of whom one is asked. */
async function sessionsOf(db: pg.Pool): Promise<(userId: number) => Promise<string>> {
  const tokens = new Map<number, string>();
  return async (userId) => {
    const known = tokens.get(userId) ?? (await openSessions(db, [userId]))[0] ?? '';
    tokens.set(userId, known);
    return known;
  };
}

async function find(db: pg.Pool, where: string): Promise<Found[]> {
  const { rows } = await db.query(
    `select distinct on (a.application_id) a.id, a.application_id as "applicationId", a.owner_id as "ownerId"
     from assignments a join applications ap on ap.id = a.application_id join calls k on k.id = ap.call_id
     where k.code = 'REG' and ap.uid like '%-%' and ap.status <> 'draft' and ${where} order by a.application_id limit ${maxCommands}`,
  );
  return rows.map((row) => ({
    ...row,
    applicationId: Number(row.applicationId),
    ownerId: Number(row.ownerId),
  }));
}

/** Each turn finds the applications as they were before the first one. */
async function commandOperation(
  db: pg.Pool,
  name: string,
  found: readonly Found[],
  request: (one: Found) => Request | Promise<Request>,
): Promise<Operation> {
  const restore = await remember(
    db,
    found.map(({ applicationId }) => applicationId),
  );
  const requests = await Promise.all(found.map(request));
  return {
    name,
    asked: async () => {
      await restore();
      return once(requests);
    },
    isLong: false,
    hasBound: true,
  };
}

let remembered = 0;

/** Keeps how applications stand; what it answers puts them back. */
async function remember(db: pg.Pool, applicationIds: readonly number[]): Promise<() => Promise<void>> {
  remembered += 1;
  const ofThese = 'application_id = any($1::bigint[])';
  const tables = [
    { table: 'applications', where: 'id = any($1::bigint[])', key: ['id'] },
    { table: 'assignments', where: ofThese, key: ['id'] },
    { table: 'step_states', where: ofThese, key: ['application_id', 'step_id'] },
    { table: 'step_releases', where: ofThese, key: ['application_id', 'step_id', 'released_at'] },
    {
      table: 'activities',
      where: `assignment_id in (select id from assignments where ${ofThese})`,
      key: ['id'],
    },
  ];
  for (const { table, where } of tables) {
    // A statement that makes a table takes no parameters.
    const named = where.replace('$1', `'{${applicationIds.join(',')}}'`);
    await db.query(
      `create unlogged table bench_kept_${remembered}_${table} as select t.* from ${table} t where ${named}`,
    );
  }
  const number = remembered;
  const { rows } = await db.query('select coalesce(max(id), 0) as id from events');
  const restores: { text: string; values: unknown[] }[] = [
    {
      text: 'delete from events where application_id = any($1::bigint[]) and id > $2',
      values: [applicationIds, rows[0].id],
    },
  ];
  for (const { table, where, key } of tables.toReversed()) {
    const kept = `bench_kept_${number}_${table}`;
    const { rows: columns } = await db.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and not column_name = any($2)`,
      [table, key],
    );
    const names = columns.map(({ name }) => `"${name}"`);
    const same = key.map((one) => `k.${one} = t.${one}`).join(' and ');
    const ours = names.map((one) => `t.${one}`).join(', ');
    const theirs = names.map((one) => `k.${one}`).join(', ');
    restores.push(
      {
        text: `delete from ${table} t where ${where} and not exists (select from ${kept} k where ${same})`,
        values: [applicationIds],
      },
      {
        text: `update ${table} t set (${names.join(', ')}) = row(${theirs}) from ${kept} k
          where ${same} and (${ours}) is distinct from (${theirs})`,
        values: [],
      },
    );
  }
  return async () => {
    for (const { text, values } of restores) await db.query(text, values);
  };
}
