import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings, smallFlow } from '../../testing/factories.ts';
import { updateReaders } from '../../testing/readers.ts';

/** More than are counted, so that pages are read from the index of an order. */
const applications = 12_000;
const role = 'panel_chair';

/** The title of the research is told to the chair in this flow, or the list of applications alone. */
const flowThat = (tells: boolean): object => {
  const [first, ...others] = smallFlow.steps;
  const view = [
    { role, scope: 'panel', of: 'submitted', audience: [tells ? 'public' : 'personal'] },
    { role, scope: 'assigned', reader: 'accepted', of: 'submitted', audience: ['public'] },
  ];
  return { ...smallFlow, steps: [{ ...first, permissions: { view } }, ...others] };
};

interface Known {
  id: number;
  title: string;
  name: string;
  status: string;
}

let app: TestApp;
let chair: SignedIn;
let known: Known[];
beforeAll(async () => {
  app = await buildTestApp({ limits: { requests: { statementMs: 120_000, waitMs: 120_000 } } });
  const { db, platform } = app;
  await createSurroundings(db);
  const calls = [];
  for (const [code, tells] of [
    ['TEL', true],
    ['HID', false],
  ] as const)
    calls.push(await createCall(app, { code, flow: flowThat(tells) }));
  chair = await app.login({ role });
  const owner = await app.login();
  await db
    .insertInto('memberships')
    .values({ user_id: chair.userId, centre_id: null, panel: 'PE2', part: 'chair' })
    .execute();
  const now = platform.now();
  const [telling, hiding] = calls;
  // Every seventh hides its answers; one in ninety is of another panel, one in nine of a third, and the chair works on some.
  await sql`
    insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, created_at, submitted_at,
      updated_at, panel, research_title, pi_last_name, research_group)
    select 'LONG-' || n, case when n % 7 = 0 then ${hiding?.id}::bigint else ${telling?.id} end,
      case when n % 7 = 0 then ${hiding?.flowVersionId}::bigint else ${telling?.flowVersionId} end, null, ${owner.userId},
      case when n % 500 = 0 then 'draft' when n % 3 = 0 then 'approved' else 'submitted' end, ${now},
      ${now}::timestamptz + n * interval '1 second', ${now},
      case when n % 90 = 0 then 'PE1' when n % 9 = 4 then 'PE3' else 'PE2' end, chr(65 + n % 26) || n % 1000, 'Name ' || n % 50, 'Group ' || n / 3 % 3
    from generate_series(1, ${applications}::int) n`.execute(db);
  await sql`update applications ap set cutoff_id = (select min(id) from cutoffs where call_id = ap.call_id)`.execute(
    db,
  );
  await sql`
    insert into assignments (id, application_id, step_id, owner_id, role, status, created_at)
    select gen_random_uuid(), ap.id, 'APP', ap.owner_id, 'applicant', case ap.status when 'draft' then 'draft' else 'submitted' end,
      ${now}
    from applications ap`.execute(db);
  await sql`
    insert into assignments (id, application_id, step_id, owner_id, role, status, created_at)
    select gen_random_uuid(), ap.id, 'PAN', ${chair.userId}, ${role},
      case when ap.id % 2 = 0 then 'assigned' else 'accepted' end, ${now}
    from applications ap where ap.id % 45 in (0, 1, 2)`.execute(db);
  await sql`
    insert into conflicts (application_id, user_id, source, noted_at)
    select ap.id, ${chair.userId}, 'declared', ${now} from applications ap where ap.id % 1000 = 3`.execute(
    db,
  );
  await updateReaders(db);
  await sql`analyze`.execute(db);
  const { rows } = await sql<Known>`
    select ap.id, ap.status, case when t.tells then lower(ap.research_title) else '' end as title,
      case when t.tells then ap.pi_last_name else '' end as name
    from applications ap
      left join assignments s on s.application_id = ap.id and s.owner_id = ${chair.userId}
      cross join lateral (select
        (ap.call_id = ${telling?.id} and ap.panel = 'PE2') or s.status is not distinct from 'accepted' as tells) t
    where ap.status <> 'draft' and (ap.panel = 'PE2' or s.id is not null)
      and not exists (select from conflicts q where q.application_id = ap.id)`.execute(db);
  known = rows;
}, 120_000);
afterAll(() => app.close());

const inOrder = (direction: string) => (one: Known, other: Known) => {
  const order = one.title === other.title ? one.id - other.id : one.title < other.title ? -1 : 1;
  return direction === 'ASC' ? order : -order;
};

/** The ids of all pages, each page as long as may be. */
async function listed(body: object, by = chair): Promise<{ ids: number[]; totals: number[] }> {
  const ids: number[] = [];
  const totals = new Set<number>();
  for (let offset = 0; ; offset += 1_000) {
    const answer = await app.call('POST', `/v2/applications/search?limit=1000&offset=${offset}`, {
      token: by.token,
      body: { role, ...body },
    });
    expect(answer.status).toBe(200);
    totals.add(answer.body.total);
    ids.push(...answer.body.data.map(({ id }: { id: number }) => id));
    if (answer.body.data.length < 1_000) return { ids, totals: [...totals] };
  }
}

const hasAName = { column: 'firstName', op: 'not_contains', value: 'Nobody' };
it.each([
  ['ASC', []],
  ['DESC', []],
  ['ASC', [hasAName]],
  ['DESC', [hasAName, { column: 'status', op: 'not_equal', value: 'draft' }]],
] as const)(
  'reads a list of more than are counted %s as it would sort it, with filters %j',
  async (direction, searchBy) => {
    const expected = known.toSorted(inOrder(direction));
    expect(expected.length).toBeGreaterThan(10_000);
    expect(new Set(expected.map(({ title }) => title === '')).size).toBe(2);
    const orderBy = { column: 'researchTitle', direction };
    expect(await listed({ orderBy, searchBy })).toEqual({
      ids: expected.map(({ id }) => id),
      totals: [10_001],
    });
  },
);

it('finds by a name only where it is told', async () => {
  const searchBy = [{ column: 'firstName', op: 'contains', value: 'Name 7' }];
  const expected = known.filter(({ name }) => name === 'Name 7').toSorted(inOrder('ASC'));
  const orderBy = { column: 'researchTitle', direction: 'ASC' };
  expect(await listed({ orderBy, searchBy })).toEqual({
    ids: expected.map(({ id }) => id),
    totals: [expected.length],
  });
});

it.each([
  ['where the order is read for a while', 40],
  ['where the page is not full by then', 10_500],
])('reads for staff, who are told everything, what a filter lets through, %s', async (_where, offset) => {
  const staff = await app.login({ role: 'pro' });
  const { rows } = await sql<{ id: number }>`select ap.id from applications ap
    where ap.status <> 'draft' and ap.research_title not ilike '%A1%'
    order by lower(ap.research_title), ap.id limit 100 offset ${offset}`.execute(app.db);
  const answer = await app.call('POST', `/v2/applications/search?limit=100&offset=${offset}`, {
    token: staff.token,
    body: {
      role: 'pro',
      orderBy: { column: 'researchTitle', direction: 'ASC' },
      searchBy: [{ column: 'researchTitle', op: 'not_contains', value: 'A1' }],
    },
  });
  expect(rows.length).toBeGreaterThan(0);
  expect([answer.body.total, answer.body.data.map(({ id }: { id: number }) => id)]).toEqual([
    10_001,
    rows.map(({ id }) => id),
  ]);
});

it.each([
  { column: 'submissionDate', panel: 'PE2', isEndless: true },
  { column: 'researchTitle', panel: 'PE2', isEndless: true },
  { column: 'submissionDate', panel: 'PE3', isEndless: false },
  { column: 'researchTitle', panel: 'PE3', isEndless: false },
])(
  'follows at once whatever changes for the reader of a long list of $panel sorted by $column',
  async ({ column, panel, isEndless }) => {
    const { db, platform } = app;
    const reader = await app.login({ role });
    const panelOf = (name: string) =>
      sql`insert into memberships (user_id, centre_id, panel, part) values (${reader.userId}, null, ${name}, 'chair')`.execute(
        db,
      );
    await panelOf(panel);
    const expected = async (panels: readonly string[]): Promise<number[]> => {
      const sorted =
        column === 'submissionDate'
          ? sql`ap.submitted_at`
          : sql`case when f.tells then lower(ap.research_title) else '' end`;
      const { rows } = await sql<{ id: number }>`select ap.id from applications ap
        cross join lateral (select exists (select from view_rules r where r.flow_version_id = ap.flow_version_id
          and r.scope = 'panel' and 'research_field_title' = any(r.shows)) as tells) f
        where ap.status <> 'draft' and ap.panel = any(${panels}::text[]) and not exists (
          select from conflicts q where q.application_id = ap.id and q.user_id = ${reader.userId} and q.cleared_at is null)
        order by ${sorted}, ap.id`.execute(db);
      return rows.map(({ id }) => id);
    };
    const body = { orderBy: { column, direction: 'ASC' } };
    const all = await expected([panel]);
    expect([all.length > 1_000, all.length > 10_000]).toEqual([true, isEndless]);
    expect(await listed(body, reader)).toEqual({ ids: all, totals: [isEndless ? 10_001 : all.length] });
    const [first] = all;
    await sql`insert into conflicts (application_id, user_id, source, noted_at)
      values (${first}, ${reader.userId}, 'declared', ${platform.now()})`.execute(db);
    expect((await listed(body, reader)).ids).toEqual(all.slice(1));
    await panelOf('PE1');
    expect((await listed(body, reader)).ids).toEqual(await expected(['PE1', panel]));
    await sql`delete from memberships where user_id = ${reader.userId} and panel = ${panel}`.execute(db);
    const few = await expected(['PE1']);
    expect(await listed(body, reader)).toEqual({ ids: few, totals: [few.length] });
    expect(few.length).toBeGreaterThan(50);
  },
  60_000,
);

it('counts own work beside what a rule opens, each once', async () => {
  const { db, platform } = app;
  const reader = await app.login({ role });
  await sql`insert into memberships (user_id, centre_id, panel, part) values (${reader.userId}, null, 'PE3', 'chair')`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; panel: string }>`
    select id, panel from applications where status <> 'draft' and (panel = 'PE3' or id in (
      select min(id) from applications where status <> 'draft' and panel in ('PE1', 'PE2') group by panel))
    order by submitted_at, id`.execute(db);
  const own = [...rows.filter(({ panel }) => panel !== 'PE3'), rows.find(({ panel }) => panel === 'PE3')];
  expect(own).toHaveLength(3);
  await sql`
    insert into assignments (id, application_id, step_id, owner_id, role, status, created_at)
    select gen_random_uuid(), id, 'PAN', ${reader.userId}, ${role}, 'accepted', ${platform.now()}
    from unnest(${own.map((one) => one?.id)}::bigint[]) id`.execute(db);
  const body = { orderBy: { column: 'submissionDate', direction: 'ASC' } };
  const whole = { ids: rows.map(({ id }) => id), totals: [rows.length] };
  expect(await listed(body, reader)).toEqual(whole);
});

it.each(
  (['ASC', 'DESC'] as const).flatMap((direction) =>
    [
      { column: 'cutoff', op: 'lower', value: '2040-01-01', by: 'submissionDate' },
      { column: 'status', op: 'not_equal', value: 'rejected', by: 'submissionDate' },
      { column: 'researchGroup', op: 'contains', value: 'group', by: 'researchTitle' },
      { column: 'researchGroup', op: 'not_contains', value: '3', by: 'researchTitle' },
    ].flatMap((filter) => ['pro', role].map((reader) => ({ direction, reader, ...filter }))),
  ),
)(
  'sorts what $column $op $value lets through, by $by $direction, for $reader',
  async ({ direction, reader, by, ...filter }) => {
    const { db } = app;
    const tells = sql`(ap.panel = 'PE2' and ap.call_id = (select id from calls where code = 'TEL'))`;
    const isChair = reader === role;
    const asker = await app.login({ role: reader as 'pro' });
    await sql`insert into memberships (user_id, centre_id, panel, part) values (${asker.userId}, null, 'PE2', 'chair')`.execute(
      db,
    );
    const shown = sql`${isChair ? tells : sql`true`}`;
    const sorted =
      by === 'submissionDate'
        ? sql`ap.submitted_at`
        : sql`case when ${shown} then lower(ap.research_title) else '' end`;
    const letThrough =
      filter.column === 'researchGroup' && filter.op === 'contains' ? shown : sql`ap.status <> 'rejected'`;
    const way = sql.raw(direction);
    const { rows } = await sql<{ id: number }>`select ap.id from applications ap
      where ap.status <> 'draft' and ${isChair ? sql`ap.panel = 'PE2'` : sql`true`} and ${letThrough}
      order by ${sorted} ${way}, ap.id ${way}`.execute(db);
    const expected = rows.map(({ id }) => id);
    const found = await listed(
      { orderBy: { column: by, direction }, searchBy: [filter], role: reader },
      asker,
    );
    expect(found).toEqual({ ids: expected, totals: [Math.min(10_001, expected.length)] });
  },
);

it('finds what lacks a group also where the group of a title that is read may not be read', async () => {
  const { db, platform } = app;
  const field = '"id":"research_field_group"';
  const text = JSON.stringify(flowThat(true)).replace(field, `${field},"audience":"personal"`);
  const call = await createCall(app, { code: 'GRP', flow: JSON.parse(text) });
  const owner = await app.login();
  const asker = await app.login({ role });
  await sql`insert into memberships (user_id, centre_id, panel, part) values (${asker.userId}, null, 'PE9', 'chair')`.execute(
    db,
  );
  await sql`
    insert into applications (uid, call_id, flow_version_id, owner_id, status, created_at, submitted_at, updated_at, panel,
      research_title, research_group)
    select 'GRP-' || n, ${call.id}, ${call.flowVersionId}, ${owner.userId}, 'submitted', ${platform.now()}, ${platform.now()},
      ${platform.now()}, 'PE9', chr(65 + n % 26) || n % 1000, 'Group ' || n % 3
    from generate_series(1, 10500) n`.execute(db);
  await sql`
    insert into assignments (id, application_id, step_id, owner_id, role, status, created_at)
    select gen_random_uuid(), ap.id, 'APP', ap.owner_id, 'applicant', 'submitted', ${platform.now()}
    from applications ap where ap.panel = 'PE9'`.execute(db);
  await updateReaders(db);
  const { rows } = await sql<{ id: number }>`select id from applications where panel = 'PE9'
    order by lower(research_title), id`.execute(db);
  const found = await listed(
    {
      orderBy: { column: 'researchTitle', direction: 'ASC' },
      searchBy: [{ column: 'researchGroup', op: 'not_contains', value: 'Group 1' }],
    },
    asker,
  );
  expect(found).toEqual({ ids: rows.map(({ id }) => id), totals: [10_001] });
});
