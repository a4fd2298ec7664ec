import type { ApplicationRow, DashboardApplication } from '@clearcall/domain/applications/application.ts';
import { listColumns } from '@clearcall/domain/applications/list-columns.ts';
import { applicationStatuses, assignmentStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Element, Step } from '@clearcall/domain/forms/types.ts';
import { actsFor, type Role } from '@clearcall/domain/people/roles.ts';
import { inScope, type Reachable, scope } from '@clearcall/domain/permissions/scope.ts';
import {
  everyAudience,
  isLive,
  opensNewest,
  rulesFor,
  wasHandedIn,
  worksOn,
} from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { iso } from '../../platform/db/iso.ts';
import { english } from '../../platform/translators.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createFlowVersion, createSurroundings } from '../../testing/factories.ts';
import { updateReaders, wrongReaders } from '../../testing/readers.ts';
import { readApplication } from './open.ts';
import {
  isInScope,
  loadRuleReach,
  mayHide,
  meaningsTold,
  type RuleFacts,
  ruleFactsJson,
  showsMeanings,
  visibleMeaningsSql,
  whereInScope,
} from './scope-sql.ts';

/** The same worlds each time, and another one for another seed. */
function drawer(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => next(2) === 0);
  return { next, of, some };
}
const draw = drawer(20_261_122);

const roles = ['scientific_reviewer', 'panel_chair', 'compute_centre_representative', 'ac_member'] as const;
const stepIds = ['S1', 'S2', 'S3'];
const meanings = [...new Set(Object.values(listColumns).flatMap((column) => column.meanings))];
const groupRow = '018f0000-0000-7000-8000-000000000001';
const partitions = ['aurora-cpu', 'aurora-gpu', 'south-cpu'];

const drawRule = (): object => ({
  ...draw.of([
    { scope: 'own', role: 'applicant' },
    {
      scope: 'assigned',
      role: draw.of(roles),
      ...draw.of([{}, { reader: 'assigned' }, { reader: 'accepted' }]),
    },
    { scope: draw.of(['centre', 'panel', 'call']), role: draw.of([...roles, 'user']) },
  ]),
  of: draw.of(['always', 'submitted', 'awarded', { released: draw.of(stepIds) }]),
  audience: draw.some(everyAudience),
});
/** Such rules are rare among drawn ones, and few of those who have work have not answered yet. */
const drawWaitingRule = (): object => ({
  scope: 'assigned',
  role: draw.of(roles),
  reader: 'accepted',
  of: draw.of(['always', 'submitted']),
  audience: everyAudience,
});
/** So are those of a panel that tell anything of the first step. */
const drawPanelRule = (): object => ({
  scope: 'panel',
  role: draw.of(roles),
  of: 'submitted',
  audience: everyAudience,
});
const elementOf = (id: string): object => ({
  id: `of_${id}`,
  type: 'text',
  title: id,
  config: {
    id,
    ...draw.of([{}, { audience: draw.of(everyAudience) }]),
    ...draw.of([{}, { preview: true }]),
  },
});
/** The first step is not the one that stands first; some of its meanings are within a group. */
const drawFlow = (): object => ({
  version: 1,
  steps: stepIds
    .map((id, order) => ({
      id,
      title: id,
      order,
      type: 'application',
      ownerRole: 'applicant',
      permissions: {
        view: [
          ...Array.from({ length: draw.next(4) }, drawRule),
          drawWaitingRule(),
          ...draw.some([drawPanelRule()]),
        ],
      },
      forms: [
        {
          id: `${id}.F`,
          title: 'Form',
          order: 0,
          elements: [
            ...meanings.slice(0, 4).map(elementOf),
            {
              id: 'rows',
              type: 'group',
              title: 'Rows',
              config: { ...draw.of([{}, { audience: 'personal' }]), ...draw.of([{}, { preview: true }]) },
              children: meanings.slice(4).map(elementOf),
            },
          ]
            .map((element) => (id === 'S1' ? element : { ...element, id: `${id}_x` }))
            .slice(0, id === 'S1' ? 9 : 1),
        },
      ],
    }))
    .reverse(),
});

let app: TestApp;
let people: number[];
let logins: { by: SignedIn; viewer: Viewer }[];
beforeAll(async () => {
  app = await buildTestApp();
  const { db, platform } = app;
  await createSurroundings(db);
  await db.insertInto('centres').values({ id: 'south', name: 'Southern Centre' }).execute();
  await db
    .insertInto('partitions')
    .values({
      id: 'south-cpu',
      name: 'South CPU',
      kind: 'CPU',
      centre_id: 'south',
      system: 'South',
      unit: 'node hours',
      core_hours_per_unit: '1',
    })
    .execute();
  const call = await createCall(app, { code: 'SCO' });
  const flows: number[] = [];
  for (let version = 2; version < 14; version += 1)
    flows.push(await createFlowVersion(db, call.id, version, drawFlow()));
  logins = [];
  for (let n = 0; n < 8; n += 1) {
    const role = draw.of(roles);
    const by = await app.login({ role });
    logins.push({ by, viewer: { userId: by.userId, role, isStaff: false } });
  }
  people = logins.map(({ by }) => by.userId);
  const now = platform.now();
  const [before, later] = [-1_000, 1_000].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];
  await db
    .insertInto('memberships')
    .values(
      people.flatMap((user_id) => [
        ...draw
          .some(['north', 'south'])
          .map((centre_id) => ({ user_id, centre_id, panel: null, part: 'member' })),
        ...draw.some(['PE1', 'PE2']).map((panel) => ({ user_id, centre_id: null, panel, part: 'member' })),
      ]),
    )
    .execute();
  const ids = await db
    .insertInto('applications')
    .values(
      Array.from({ length: 150 }, (_none, n) => ({ n, status: draw.of(applicationStatuses) })).map(
        ({ n, status }) => ({
          uid: `SCO-${n}`,
          call_id: call.id,
          flow_version_id: draw.of(flows),
          owner_id: draw.of(people),
          status,
          award_declined_at: status === 'withdrawn' ? draw.of([null, now]) : null,
          partition_ids: draw.some(partitions),
          panel: draw.of([null, 'PE1', 'PE2']),
          created_at: now,
          updated_at: now,
        }),
      ),
    )
    .returning('id')
    .execute();
  for (const { id } of ids) {
    const taken = new Set<string>();
    const work = Array.from({ length: 4 }, () => ({
      id: crypto.randomUUID(),
      application_id: id,
      step_id: draw.of(stepIds),
      owner_id: draw.of([...people, null]),
      partition_id: draw.of([null, ...partitions]),
      role: draw.of(['applicant', ...roles]),
      status: draw.of([...assignmentStatuses, 'conflicted'] as const),
      previous_status: draw.of(assignmentStatuses),
      submitted_at: draw.of([before, now, later, later, null]),
      created_at: before,
    })).filter(({ step_id, owner_id }) => {
      const key = `${step_id} ${owner_id}`;
      return !taken.has(key) && taken.add(key);
    });
    await db.insertInto('assignments').values(work).execute();
    // Some were handed in before, and what stands there now anew.
    const again = draw.some(work.filter(({ submitted_at }) => submitted_at !== null));
    const content = { content: '{"answers": [], "rows": []}', sha256: Buffer.alloc(32) };
    if (again.length > 0)
      await db
        .insertInto('submissions')
        .values(
          again.flatMap(({ id: assignment_id, submitted_at }) =>
            [before, submitted_at ?? now].map((at, nth) => ({
              assignment_id,
              number: nth + 1,
              submitted_at: at,
              ...content,
            })),
          ),
        )
        .execute();
  }
  const states = ids.flatMap(({ id }) =>
    draw.some(stepIds).map((step_id) => ({
      application_id: id,
      step_id,
      released_at: draw.of([now, later, null]),
      unlocked_at: now,
    })),
  );
  await db.insertInto('step_states').values(states).execute();
  // Some have been released before, too.
  const releases = states.flatMap(({ application_id, step_id, released_at }) =>
    released_at === null
      ? []
      : draw
          .of([[released_at], [before, released_at]])
          .map((at) => ({ application_id, step_id, released_at: at })),
  );
  await db.insertInto('step_releases').values(releases).execute();
  await db
    .insertInto('events')
    .values(
      releases.map(({ application_id, step_id, released_at }) => ({
        type: 'released',
        application_id,
        detail: JSON.stringify({ step: step_id }),
        occurred_at: released_at,
      })),
    )
    .execute();
  await db
    .insertInto('conflicts')
    .values(
      ids.flatMap(({ id }) =>
        draw.next(3) > 0
          ? []
          : [
              {
                application_id: id,
                user_id: draw.of(people),
                source: 'declared' as const,
                noted_at: draw.of([before, now]),
                cleared_at: draw.of([now, null]),
              },
            ],
      ),
    )
    .execute();
  await updateReaders(db);
});
afterAll(() => app.close());

/** All applications as somebody finds them, in the words of the domain. */
async function loadAll(userId: number): Promise<(Reachable & { id: number })[]> {
  const { rows } = await sql<Reachable & { id: number }>`
    select ap.id, ap.owner_id as "ownerId", ap.status,
      ${iso('ap.award_declined_at')} as "awardDeclinedAt", ap.panel, f.document -> 'steps' as steps,
      coalesce((select jsonb_agg(jsonb_build_object('stepId', a.step_id, 'ownerId', a.owner_id, 'role', a.role,
        'centreId', (select p.centre_id from partitions p where p.id = a.partition_id),
        'status', a.status, 'submittedAt', ${iso('a.submitted_at')}, 'keptFor', coalesce((
          select jsonb_object_agg(r.step, ${iso('r.at')}) from (
            select r.step_id as step, max(r.released_at) as at from conflicts q join step_releases r
              on r.application_id = ap.id and r.released_at <= q.noted_at
            where q.application_id = ap.id and q.user_id = a.owner_id and q.cleared_at is null group by 1) r), '{}'),
        'earlier', coalesce((select jsonb_agg(jsonb_build_object('at', ${iso('m.submitted_at')})) from submissions m
          where m.assignment_id = a.id and m.submitted_at < a.submitted_at), '[]')))
        from assignments a where a.application_id = ap.id), '[]') as assignments,
      coalesce((select jsonb_agg(q.user_id) from conflicts q
        where q.application_id = ap.id and q.cleared_at is null), '[]') as "inConflict",
      coalesce((select jsonb_object_agg(r.step_id, ${iso('r.at')}) from (
        select step_id, max(released_at) as at from step_releases where application_id = ap.id group by 1) r), '{}')
        as "releasedAt",
      coalesce((select jsonb_agg(p.centre_id) from partitions p where p.id = any(ap.partition_ids)), '[]') as "centreIds",
      (select jsonb_build_object('centres', coalesce(jsonb_agg(m.centre_id) filter (where m.centre_id is not null), '[]'),
        'panels', coalesce(jsonb_agg(m.panel) filter (where m.panel is not null), '[]'))
        from memberships m where m.user_id = ${userId}) as viewer
    from applications ap join flow_versions f on f.id = ap.flow_version_id order by ap.id
  `.execute(app.db);
  return rows;
}

const viewersOf = (userId: number): Viewer[] => [
  ...roles.map((role) => ({ userId, role, isStaff: false })),
  ...(['user', 'pro'] as Role[]).map((role) => ({ userId, role, isStaff: role === 'pro' })),
];

async function expectBothScopes(): Promise<void> {
  const sizes = new Set<number>();
  for (const userId of people) {
    const all = await loadAll(userId);
    const cases = await Promise.all(
      viewersOf(userId).flatMap((viewer) =>
        [undefined, 'applicant', viewer.role, 'rapporteur', ...roles].map(async (role) => ({
          clauses: scope(viewer, role),
          reach: await loadRuleReach(app.db, viewer, role ?? ''),
        })),
      ),
    );
    const { rows } = await sql<{ place: number; ids: number[] }>`${sql.join(
      cases.map(
        (
          { clauses, reach },
          place,
        ) => sql`select ${place}::int as place, coalesce((select json_agg(ap.id order by ap.id)
          from applications ap where ${whereInScope(clauses, reach)}), '[]') as ids`,
      ),
      sql` union all `,
    )} order by place`.execute(app.db);
    const expected = cases.map(({ clauses }) =>
      all.filter((application) => inScope(clauses, application)).map(({ id }) => id),
    );
    expect(rows.map(({ ids }) => ids)).toEqual(expected);
    for (const ids of expected) sizes.add(ids.length);
  }
  expect(sizes.size).toBeGreaterThan(20);
}

it('compiles the scope to SQL that says what the domain says', expectBothScopes);

/**
 * What the domain lets be read of the first step, by its meanings: what one rule opens, or the preview. What only two of
 * them open together, the group by one and what is in it by the other, a list leaves out.
 */
function readable(viewer: Viewer, application: Reachable, { mayTake = false } = {}): string[] {
  const first = application.steps.find(({ id }) => id === 'S1') as Step;
  const elements = first.forms.flatMap((form) => form.elements);
  const seenIf = (isSeen: (element: Element) => boolean): string[] =>
    elements
      .filter(isSeen)
      .flatMap((element) => [element, ...(element.children ?? []).filter(isSeen)])
      .flatMap(({ config }) => config.id ?? []);
  const visible = application.assignments
    .filter(({ stepId, status }) => stepId === 'S1' && isLive(status))
    .flatMap((assignment) => [
      ...rulesFor(viewer, application, first, assignment)
        // A list shows what was handed in last.
        .filter(({ of }) => opensNewest(of, application, assignment))
        .flatMap(({ audience }) => seenIf(({ config }) => audience.includes(config.audience ?? 'public'))),
      ...(wasHandedIn(assignment.status) && (mayTake || worksOn(viewer, application))
        ? seenIf(({ config }) => config.preview === true)
        : []),
    ]);
  return [...new Set(visible)].sort();
}

/** The same application, as if no rule waited until own work is taken on. */
const withoutWaiting = (application: Reachable): Reachable => ({
  ...application,
  steps: application.steps.map((step) => ({
    ...step,
    permissions: {
      ...step.permissions,
      view: step.permissions.view.map(({ reader: _reader, ...rule }) => rule),
    },
  })),
});

async function expectBothTell(): Promise<void> {
  const seen = new Set<string>();
  let hiding = 0;
  let waiting = 0;
  for (const userId of people) {
    const all = (await loadAll(userId)).filter(({ ownerId }) => ownerId !== userId);
    for (const viewer of viewersOf(userId).filter(({ isStaff }) => !isStaff)) {
      const clauses = scope(viewer, viewer.role);
      const reach = await loadRuleReach(app.db, viewer, viewer.role);
      const { rows } = await sql<{
        id: number;
        visible: string[];
        title: boolean;
        isListed: boolean;
        isThere: boolean;
        isAskedAlone: boolean;
        facts: RuleFacts;
      }>`
        select ap.id, ${visibleMeaningsSql(viewer)} as visible, ${ruleFactsJson(viewer, reach)} as facts, ${showsMeanings(viewer, ['project_title'], reach)} is true as title,
          ${whereInScope(clauses, reach)} is true as "isListed",
          ${whereInScope(scope(viewer), reach)} is true as "isThere", ${isInScope(viewer)} is true as "isAskedAlone"
        from applications ap where ap.owner_id <> ${userId} order by ap.id`.execute(app.db);
      const reads = all.map((application) => readable(viewer, application));
      expect(rows.map(({ visible }) => visible.toSorted())).toEqual(reads);
      expect(rows.map(({ facts }) => [...meaningsTold(reach, facts)].toSorted())).toEqual(reads);
      expect(rows.map(({ isAskedAlone }) => isAskedAlone)).toEqual(rows.map(({ isThere }) => isThere));
      expect(rows.map(({ title }) => title)).toEqual(
        reads.map((visible) => visible.includes('project_title')),
      );
      const hidden = rows.filter(({ isListed, title }) => isListed && !title);
      if (!mayHide(clauses, ['project_title'], reach)) expect(hidden).toEqual([]);
      hiding += hidden.length;
      waiting += all.filter(
        (application, at) => readable(viewer, withoutWaiting(application)).join() !== reads[at]?.join(),
      ).length;
      for (const visible of reads) seen.add(visible.join());
    }
  }
  expect(seen.size).toBeGreaterThan(5);
  expect(hiding).toBeGreaterThan(10);
  // Where `reader: accepted` decides: without such rows neither side could be wrong about it.
  expect(waiting).toBeGreaterThan(5);
}

it('tells in a list no more of an application than rules and preview open', expectBothTell);

it('tells on the dashboard what a list tells', async () => {
  const { db, platform } = app;
  await db
    .updateTable('applications')
    .set({ title: 'Waves', pi_first_name: 'Ada', pi_last_name: 'Moe', partitions: ['Aurora CPU'] })
    .execute();
  // Work to take, which opens the preview, has each find all that is not their own, and within the reach of their role.
  const { rows: toTake } = await sql<{ id: string }>`
    insert into assignments (id, application_id, step_id, owner_id, role, status, created_at)
    select gen_random_uuid(), ap.id, 'S2', null, role, 'assigned', ${platform.now()}
    from applications ap, unnest(${[...roles]}::text[]) role returning id`.execute(db);
  await updateReaders(db);
  const seen = new Set<string>();
  for (const { by } of logins)
    for (const role of roles) {
      await db.updateTable('users').set({ role }).where('id', '=', by.userId).execute();
      const viewer = { userId: by.userId, role, isStaff: false };
      const all = new Map((await loadAll(by.userId)).map((application) => [application.id, application]));
      const { body } = await app.call('POST', '/v2/applications/dashboard?limit=1000', {
        token: by.token,
        body: {},
      });
      const shown = body.data.map(
        ({ id, projectTitle, firstName, lastName, partition }: DashboardApplication) =>
          [id, projectTitle, firstName, lastName, partition].join(),
      );
      const expected = body.data.map(({ id, assignments }: DashboardApplication) => {
        const mayTake = assignments.some(({ canTake }) => canTake);
        const application = all.get(id) as Reachable;
        const visible =
          application.ownerId === by.userId ? meanings : readable(viewer, application, { mayTake });
        const text = (meaning: string, its: string) => (visible.includes(meaning) ? its : '');
        return [
          id,
          text('project_title', 'Waves'),
          text('pi_first_name', 'Ada'),
          text('pi_last_name', 'Moe'),
          text('partition', 'Aurora CPU'),
        ].join();
      });
      // Work of a centre or a panel is to be taken within it alone.
      expect(shown.length).toBeGreaterThan(actsFor[role] === undefined ? 50 : 10);
      expect(shown).toEqual(expected);
      for (const one of shown) seen.add(one.replace(/^\d+/, ''));
    }
  expect(seen.size).toBeGreaterThan(5);
  for (const { by, viewer } of logins)
    await db.updateTable('users').set({ role: viewer.role }).where('id', '=', by.userId).execute();
  await db
    .deleteFrom('assignments')
    .where(
      'id',
      'in',
      toTake.map(({ id }) => id),
    )
    .execute();
  await updateReaders(db);
});

it('lists in all roles what the pages of the applications show', async () => {
  const { db, platform } = app;
  const texts = Object.fromEntries(meanings.map((meaning) => [meaning, sql`${meaning} || '-' || ap.id`]));
  await sql`update applications ap set title = ${texts.project_title}, pi_first_name = ${texts.pi_first_name},
    pi_last_name = ${texts.pi_last_name}, pi_affiliation = ${texts.pi_affiliation},
    research_group = ${texts.research_field_group}, research_title = ${texts.research_field_title},
    partitions = array[${texts.partition}]`.execute(db);
  await sql`update assignments a set submitted_content = jsonb_build_object('rows', ${JSON.stringify([{ id: groupRow, elementId: 'rows', order: 0 }])}::jsonb,
    'answers', (select jsonb_agg(jsonb_build_object('elementId', 'of_' || m.name, 'values', jsonb_build_array(m.name || '-' || a.application_id),
      'groupId', case when m.nth > 4 then ${groupRow} end)) from unnest(${meanings}::text[]) with ordinality m(name, nth)))
    where step_id = 'S1'`.execute(db);
  const counts = { listed: 0, shown: 0, hidden: 0 };
  for (const { by, viewer } of logins) {
    const now = platform.now();
    const rows = new Map<number, ApplicationRow>();
    const search = async (role: string) =>
      (await app.call('POST', '/v2/applications/search?limit=1000', { token: by.token, body: { role } }))
        .body;
    const own: string[] = (await search('applicant')).roles;
    for (const role of own) for (const row of (await search(role)).data) rows.set(row.id, row);
    for (const application of await loadAll(by.userId)) {
      const { id } = application;
      const page = await readApplication(platform, viewer, { key: String(id) }, now, english);
      const row = rows.get(id);
      // Once a conflict is cleared, work is no longer conflicted.
      const stopped = application.assignments.some(
        (one) => one.ownerId === by.userId && one.status === 'conflicted',
      );
      if (stopped && !application.inConflict.includes(by.userId)) continue;
      // Work to take and what was released before a conflict are on the page alone.
      const isListed = own.some((role) => inScope(scope(viewer, role), application));
      expect([id, row !== undefined, !isListed || page !== null]).toEqual([id, isListed, true]);
      if (row === undefined || application.ownerId === by.userId) continue;
      // People who work on the first step see their own answers there, submitted or not.
      if (application.assignments.some((one) => one.stepId === 'S1' && one.ownerId === by.userId)) continue;
      counts.listed += 1;
      const content = JSON.stringify(page);
      const shown = [
        row.projectTitle,
        row.firstName,
        row.lastName,
        row.piAffiliation,
        row.researchGroup,
        row.researchTitle,
        row.partition,
      ];
      for (const text of shown) {
        counts[text === '' ? 'hidden' : 'shown'] += 1;
        expect([id, text, text === '' || content.includes(`"${text}"`)]).toEqual([id, text, true]);
      }
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
});

it('keeps up with whatever changes, is added and goes', async () => {
  const { db, platform } = app;
  const now = platform.now();
  const statuses = [...assignmentStatuses];
  const drawn = sql`(${statuses}::text[])[1 + (application_id + ascii(right(step_id, 1))) % ${statuses.length}]`;
  for (const change of [
    sql`delete from step_releases where application_id % 2 = 1 and released_at = ${now}`,
    sql`delete from step_releases where application_id % 7 = 1`,
    sql`update conflicts set cleared_at = case when cleared_at is null then ${now}::timestamptz end`,
    sql`update conflicts set noted_at = ${new Date(now.getTime() - 5_000)} where application_id % 2 = 0`,
    sql`delete from conflicts where application_id % 5 = 0`,
    sql`update applications set status = case status when 'approved' then 'submitted' else 'approved' end where id % 2 = 1`,
    sql`update assignments set status = ${drawn} where application_id % 2 = 0`,
    sql`update assignments set submitted_at = ${new Date(now.getTime() + 500)} where application_id % 3 = 0`,
    sql`update assignments set partition_id = 'south-cpu' where application_id % 11 = 0`,
    sql`update assignments set owner_id = null where application_id % 13 = 0`,
    sql`delete from assignments where application_id % 4 = 0 and step_id = 'S1'`,
    sql`insert into step_releases (application_id, step_id, released_at)
      select id, 'S3', ${now} from applications on conflict do nothing`,
    sql`insert into conflicts (application_id, user_id, source, noted_at)
      select ap.id, a.owner_id, 'marked', ${now} from applications ap join assignments a on a.application_id = ap.id
      where a.owner_id is not null on conflict do nothing`,
  ]) {
    await change.execute(db);
    await updateReaders(db);
    const wrong = await wrongReaders(db);
    expect([change.compile(db).sql, wrong]).toEqual([change.compile(db).sql, []]);
  }
  await expectBothScopes();
  await expectBothTell();
});
