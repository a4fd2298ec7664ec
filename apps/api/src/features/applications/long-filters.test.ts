import {
  columnNames,
  isForStaff,
  type ListColumn,
  listColumns,
  operatorsOf,
} from '@clearcall/domain/applications/list-columns.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings, smallFlow } from '../../testing/factories.ts';
import { updateReaders } from '../../testing/readers.ts';

/** More than are sorted at once, so that the order is read from an index. */
const applications = 2_400;
const [first, ...others] = smallFlow.steps;
const view = [{ role: 'panel_chair', scope: 'panel', of: 'submitted', audience: ['public', 'personal'] }];
const panel = { id: 'PAN', title: 'Panel', type: 'review', order: 9, ownerRole: 'panel_chair', forms: [] };
const flow = { ...smallFlow, steps: [{ ...first, permissions: { view } }, ...others, panel] };

type Known = Record<ListColumn, string> & { number: number };

let app: TestApp;
const readers: Record<string, SignedIn> = {};
let known: Known[];
beforeAll(async () => {
  app = await buildTestApp();
  const { db, platform } = app;
  await createSurroundings(db);
  const call = await createCall(app, { code: 'LNG', title: 'Long access', flow });
  for (const role of ['pro', 'panel_chair'] as const) readers[role] = await app.login({ role });
  await db
    .insertInto('memberships')
    .values({ user_id: readers.panel_chair?.userId ?? 0, centre_id: null, panel: 'PE2', part: 'chair' })
    .execute();
  const owner = await app.login();
  // Two in three belong to a cut-off, one in four is late, one in six is awarded.
  const now = platform.now();
  await sql`
    insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, created_at, submitted_at, updated_at,
      panel, title, research_title, research_group, pi_last_name, pi_affiliation)
    select 'LONG-' || n, ${call.id}, ${call.flowVersionId},
      case when n % 3 > 0 then (select min(k.id) from cutoffs k where k.call_id = ${call.id}) end, ${owner.userId},
      case when n % 5 = 0 then 'approved' else 'submitted' end, ${now}, ${now}::timestamptz - n % 4 * interval '1 day', ${now},
      'PE2', 'Project ' || n % 9, 'Title ' || n % 1000, 'Group ' || n % 7, 'Name ' || n % 2, 'Place ' || n % 2
    from generate_series(1, ${applications}::int) n`.execute(db);
  await sql`
    insert into assignments (id, application_id, step_id, owner_id, role, status, created_at, expired_at)
    select gen_random_uuid(), ap.id, 'APP', ap.owner_id, 'applicant', 'submitted', ${now}::timestamptz, null::timestamptz from applications ap
    union all select gen_random_uuid(), ap.id, 'PAN', null, 'panel_chair', 'assigned', ${now}::timestamptz, ${now}::timestamptz from applications ap
      where ap.id % 4 = 0`.execute(db);
  await sql`
    insert into decisions (application_id, partition_id, version, outcome, decided_at)
    select ap.id, 'aurora-cpu', 1, 'awarded', ${now} from applications ap where ap.id % 6 = 0`.execute(db);
  await updateReaders(db);
  await sql`analyze`.execute(db);
  const { rows } = await sql<Known>`
    select ap.id as number, ap.uid as id, ap.title as "projectTitle", c.title as "callTitle", ap.status, ap.pi_last_name as "firstName",
      ap.pi_affiliation as "piAffiliation", ap.research_group as "researchGroup", ap.research_title as "researchTitle",
      '' as partition, ap.submitted_at::date::text as "submissionDate", coalesce(k.ends_at::date::text, '') as cutoff,
      case when ap.id % 4 = 0 then 'late' else '' end as work,
      case when ap.id % 4 = 0 then f.title
        -- Staff must assign people to the review of what is not decided, once its cut-off is over.
        when ap.status = 'submitted' and ap.cutoff_id is null and ap.id % 6 > 0 then 'Review' else '' end as step,
      case when ap.id % 6 = 0 then 'awarded' else 'none' end as decision
    from applications ap join calls c on c.id = ap.call_id
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = 'PAN' left join cutoffs k on k.id = ap.cutoff_id`.execute(
    db,
  );
  known = rows;
});
afterAll(() => app.close());

/** Two values of each: what many have, and what few or none do. */
const valuesOf: Record<(typeof listColumns)[ListColumn]['kind'], (column: ListColumn) => readonly string[]> =
  {
    text: (column) => [(known[0]?.[column] ?? '').slice(0, 4) || 'none', 'e', 'Zebra'],
    step: (column) => [known.find((one) => one[column] !== '')?.[column] ?? '', 'e', 'Zebra'],
    status: () => ['submitted', 'rejected'],
    date: (column) => [known.find((one) => one[column] !== '')?.[column] ?? '', '2026-11-19'],
    work: () => ['late'],
    decision: () => ['awarded', 'none'],
  };

function holds(column: ListColumn, op: string, value: string, row: Known): boolean {
  const told = row[column].toLowerCase();
  switch (op) {
    case 'contains':
      return told.includes(value.toLowerCase());
    case 'not_contains':
      return !told.includes(value.toLowerCase());
    case 'equal':
      return (column === 'step' ? row[column] : told) === value;
    case 'not_equal':
      return told !== value;
    case 'greater':
      return told !== '' && told > value;
    default:
      return told !== '' && told < value;
  }
}

const byTitle = (one: Known, other: Known): number => {
  const [title, next] = [one.researchTitle.toLowerCase(), other.researchTitle.toLowerCase()];
  return title === next ? one.number - other.number : title < next ? -1 : 1;
};

describe.each(['pro', 'panel_chair'])('a list of more than are sorted at once, as %s has it', (role) => {
  const columns = columnNames.filter((column) => role === 'pro' || !isForStaff(column));
  const filters = columns.flatMap((column) =>
    operatorsOf[listColumns[column].kind].map((op) => ({ column, op })),
  );
  it.each(filters)('is filtered: $column $op', async ({ column, op }) => {
    for (const value of valuesOf[listColumns[column].kind](column)) {
      // Staff know all work, everybody else their own: the chair has none.
      const told = role === 'pro' ? known : known.map((row) => ({ ...row, step: '' }));
      const rows = told.filter((row) => holds(column, op, value, row)).toSorted(byTitle);
      for (const offset of [0, 1_500]) {
        const answer = await app.call('POST', `/v2/applications/search?limit=10&offset=${offset}`, {
          token: readers[role]?.token,
          body: {
            role,
            orderBy: { column: 'researchTitle', direction: 'ASC' },
            searchBy: [{ column, op, value }],
          },
        });
        expect([answer.status, value, answer.body.total]).toEqual([200, value, rows.length]);
        expect(answer.body.data.map(({ id }: { id: number }) => id)).toEqual(
          rows.slice(offset, offset + 10).map(({ number }) => number),
        );
      }
    }
  });
});
