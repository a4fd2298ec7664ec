import type pg from 'pg';
import { openManyWorld, openSessions, settle } from './many.ts';
import { dataFolder, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const people = 30_000;
const defaultChanges = 1_000_000;
const administrators = 20;
const times = 11;

const firstNames = [
  'Anna',
  'Björn',
  'Chiara',
  'Dmitri',
  'Eszter',
  'François',
  'Greta',
  'Henrike',
  'Inés',
  'Jürgen',
];
const lastNames = [
  'Aanestad',
  'Bourgoin',
  'Calderón',
  'Duda',
  'Eriksen',
  'Ferrari',
  'García',
  'Horváth',
  'Ilves',
  'Keller',
];
const fields = ['PE1', 'PE3', 'PE8', 'PE10', 'LS2', 'SH1'];

const listOf = (texts: readonly string[]): string => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;
const oneOf = (texts: readonly string[], by: string): string =>
  `(${listOf(texts)})[1 + (${by}) % ${texts.length}]`;

/** Adds accounts in all states with roles, memberships, fields and tags; the first ones are administrators. */
async function addAccounts(db: pg.Pool): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(`
    insert into users (email, status, role, first_name, last_name, fields, tags, last_login_at)
    select 'bench' || n || '@' || ${oneOf(['lakeside', 'fjordtech', 'westhafen'], 'n')} || '.example.org',
      case when n > ${administrators} and n % 17 = 0 then 'locked' when n > ${administrators} and n % 41 = 0 then 'suspended' else 'active' end,
      case when n <= ${administrators} then 'admin' when n % 50 = 0 then 'pro' when n % 9 = 0 then 'scientific_reviewer'
        when n % 31 = 0 then 'technical_reviewer' else 'user' end,
      ${oneOf(firstNames, 'n')}, ${oneOf(lastNames, 'n / 10')} || ' ' || n,
      array[${oneOf(fields, 'n')}], case when n % 20 = 0 then array['Tidal'] else '{}'::text[] end,
      case when n % 7 = 0 then null else now() - n % 900 * interval '1 day' end
    from generate_series(1, ${people}) n returning id`);
  const ids = rows.map(({ id }) => Number(id));
  await db.query(
    `insert into memberships (user_id, panel, part)
     select id, ${oneOf(fields, 'nth::int')}, 'member' from unnest($1::bigint[]) with ordinality given(id, nth) where nth % 15 = 0`,
    [ids],
  );
  await db.query(
    `insert into memberships (user_id, centre_id, part)
     select given.id, (select id from centres order by id limit 1), 'technical_reviewer'
     from unnest($1::bigint[]) with ordinality given(id, nth) where nth % 31 = 0`,
    [ids],
  );
  return ids;
}

/** Adds changes by the administrators over three years: most of them about people. Their hashes are not chained. */
async function addChanges(db: pg.Pool, ids: readonly number[], count: number): Promise<void> {
  await db.query(
    `insert into configuration_changes (id, at, actor_id, subject_kind, subject_id, action, before, after, reason, hash, seal_key, seal)
     select n, now() - (${count} - n) * (interval '3 years' / ${count}),
       ($1::bigint[])[1 + n % ${administrators}],
       case when n % 10 < 8 then 'person' when n % 10 = 8 then 'setting' else 'partition' end,
       case when n % 10 < 8 then ($1::bigint[])[1 + (n::bigint * 7919 % ${people})::int]::text
         when n % 10 = 8 then 'theme/palette' else (select id from partitions order by id limit 1) end,
       case when n % 10 = 8 then 'setting_changed' when n % 10 = 9 then 'changed'
         else ${oneOf(['role_given', 'locked', 'unlocked', 'membership_added', 'tag_added', 'invited'], 'n')} end,
       null, '{"role":"pro"}', 'Asked for by the office', sha256(n::text::bytea), 'bench', '\\x00'
     from generate_series(1, ${count}) n`,
    [ids],
  );
}

const searches: readonly [name: string, body: object][] = [
  ['the first page', {}],
  ['page 2,000', { page: 2_000 }],
  ['by last login', { sort: 'lastLogin', direction: 'DESC' }],
  ['one role', { role: 'scientific_reviewer' }],
  ['one state', { state: 'invited' }],
  ['one panel', { panel: 'PE8' }],
  ['one field', { field: 'PE8', sort: 'role' }],
  ['one tag', { tag: 'Tidal' }],
  ['logged in last week', { lastLogin: 'week' }],
  ['words of one letter', { search: 'a' }],
  ['words of three letters', { search: 'kel' }],
  ['a name', { search: 'henrike horváth' }],
  ['an address', { search: 'bench17003@fjordtech' }],
  ['nobody', { search: 'nobody at all' }],
  ['all filters', { search: 'an', role: 'user', state: 'active', field: 'PE1', lastLogin: 'year' }],
];

const changes: readonly [name: string, body: object][] = [
  ['the first page', {}],
  ['page 10,000', { page: 10_000 }],
  ['who: an administrator', { search: 'anna calderón 11' }],
  ['what: one action', { action: 'locked' }],
  ['when: the last week', { period: 'week' }],
  ['when: the last year', { period: 'year' }],
  ['object: a person', { search: 'bench17003@fjordtech' }],
  ['object: many people', { search: 'keller' }],
  ['object: a setting', { search: 'palette', settings: ['theme/palette'] }],
  ['who, what, when and object', { search: 'anna keller', action: 'locked', period: 'year' }],
  ['nothing', { search: 'nobody at all' }],
];

async function medianMs(url: string, token: string, path: string, body: object): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
    taken.push(performance.now() - begun);
  }
  return quantile(
    taken.toSorted((one, other) => one - other),
    0.5,
  );
}

/** The list of people at 30,000 accounts and the log of changes at a million rows, by each filter. */
export async function run(count = defaultChanges): Promise<Row[]> {
  const world = await openManyWorld();
  const data = dataFolder();
  try {
    const ids = await addAccounts(world.db);
    await addChanges(world.db, ids, count);
    await settle(world.db);
    const [token = ''] = await openSessions(world.db, ids.slice(0, 1), 'admin_portal');
    const portal = await startPortal({
      dataDir: data.path,
      by: 'launcher',
      env: { ...world.env, WORKER: 'off' },
    });
    try {
      const rows: Row[] = [];
      for (const [what, path, boundMs, asked] of [
        ['people', '/admin/people', 100, searches],
        ['changes', '/admin/changes', 300, changes],
      ] as const)
        for (const [name, body] of asked) {
          const measured = await medianMs(portal.url, token, path, body);
          rows.push({
            figure: `${what}: ${name}`,
            bound: `under ${boundMs} ms`,
            measured: `${measured.toFixed(0)} ms`,
            kept: measured < boundMs,
            peers: '',
          });
        }
      return rows;
    } finally {
      await portal.stop();
    }
  } finally {
    data.remove();
    await world.close();
  }
}
