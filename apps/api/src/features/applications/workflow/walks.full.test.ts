import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, buildTestApp } from '../../../testing/build-test-app.ts';
import { type Draft, itemOf } from '../../../testing/factories.ts';
import { addEveryRule, wrongReaders } from '../../../testing/readers.ts';
import { bothStories } from '../../../testing/replay-events.ts';
import {
  appointment,
  createReviewWorld,
  type Player,
  partitions,
  players,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

const clients = 16;
const forMs = 60_000;

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp());
  await addEveryRule(world.app.db);
});
afterAll(() => world.app.close());

const likely = ['pro', 'pro', 'otherPro', 'owner', 'centre', 'reviewer', 'chair', 'acChair'] as const;
const mayBeStopped = ['reviewer', 'colleague', 'centreToo'] as const;

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** What anybody may try on an application or an assignment, in any order. */
const tries: ((who: Player, application: Draft, assignment: string) => Promise<Answer>)[] = [
  ...(['take', 'hand-back', 'reopen', 'revoke'] as const).map(
    (verb) => (who: Player, _: Draft, id: string) =>
      world.as(who, 'PUT', `/v2/assignments/${id}/${verb}`, {}),
  ),
  ...[true, false, true].map(
    (accepted) => (who: Player, _: Draft, id: string) =>
      world.as(who, 'PUT', `/v2/assignments/${id}/accept`, { accepted, agreed: true, reason: 'So' }),
  ),
  (who, _, id) =>
    world.as(who, 'PUT', `/v2/assignments/${id}/hand-on`, { userId: world.people[pick(players)].userId }),
  (who, _, id) =>
    randomInt(10) > 0
      ? world.as(who, 'GET', `/v2/users/me`)
      : world.as(who, 'PUT', `/v2/assignments/${id}/conflict`, { reason: 'A friend' }),
  ...(['approved', 'request_changes', 'request_changes'] as const).map(
    (outcome) => (who: Player, _: Draft, id: string) =>
      world.as(who, 'PUT', `/v2/assignments/${id}/decide`, {
        outcome,
        reason: 'So',
        deadline: '2026-12-24T12:00:00Z',
      }),
  ),
  (who, _, id) =>
    world.as(who, 'PUT', `/v2/assignments/${id}/deadline`, {
      deadline: `2026-12-${10 + randomInt(20)}T12:00:00Z`,
    }),
  // Each form takes its own fields; those of another step are refused.
  ...['verdict', 'fits', 'score', 'title', 'words', null, null, null].flatMap((field) =>
    (['save', 'submit'] as const).map(
      (verb) => (who: Player, _: Draft, id: string) =>
        world.as(who, 'PUT', `/v2/assignments/${id}/${verb}`, {
          data:
            field === null
              ? []
              : [
                  itemOf(
                    field,
                    [field === 'verdict' ? 'more' : field === 'fits' ? pick(['yes', 'no']) : '3'],
                    { revision: randomInt(2) },
                  ),
                  ...(field === 'verdict' ? [itemOf('why', ['So'])] : []),
                ],
          newGroups: [],
        }),
    ),
  ),
  ...['CHECK', 'TECH', 'TECH', 'REV', 'REV', 'REPLY'].map((step) => (who: Player, { id }: Draft) => {
    const to = {
      CHECK: ['pro'],
      TECH: ['centre', null],
      REV: ['reviewer', 'colleague', null],
      REPLY: ['owner'],
    }[step] as (Player | null)[];
    return world.as(who, 'POST', `/v2/applications/${id}/assign`, {
      ...appointment(world, step, pick(to), { makeLead: step === 'REV' && randomInt(3) === 0 }),
      ...(step === 'TECH' ? { partitionId: pick(partitions) } : {}),
    });
  }),
  (who, { id }, assignment) =>
    world.as(who, 'PATCH', `/v2/applications/${id}/assignments/${assignment}/lead`, {}),
  (who, { id }) =>
    world.as(who, 'POST', `/v2/applications/${id}/outcome`, {
      rows: partitions.map((partitionId) => ({
        partitionId,
        outcome: 'reserve',
        amount: String(randomInt(50)),
      })),
      reason: 'So',
    }),
  ...['REV', 'CHECK', 'FIN'].map(
    (flowElementId) =>
      (who: Player, { id }: Draft) =>
        world.as(who, 'POST', `/v2/applications/${id}/release`, { flowElementId }),
  ),
  ...(['lock', 'unlock', 'unlock'] as const).map(
    (verb) =>
      (who: Player, { id }: Draft) =>
        world.as(who, 'POST', `/v2/applications/${id}/${verb}`, { flowElementId: 'REPLY' }),
  ),
  (who, { id }) => world.as(who, 'POST', `/v2/applications/${id}/take-back`, {}),
  (who, { id }) =>
    randomInt(40) > 0
      ? world.as(who, 'GET', `/v2/applications/${id}`)
      : world.as(who, 'POST', `/v2/applications/${id}/withdraw`, {}),
  ...['', '/clear', '/clear'].map(
    (verb) =>
      (who: Player, { id }: Draft) =>
        world.as(
          who,
          'PUT',
          `/v2/applications/${id}/conflicts/${world.people[pick(mayBeStopped)].userId}${verb}`,
          {
            reason: 'So',
          },
        ),
  ),
  (who, { id }) => world.as(who, 'POST', `/v2/applications/${id}/release`, { flowElementId: 'REV' }),
];

it(`stands ${clients} who command at once for a minute`, async ({ annotate }) => {
  const applications = await Promise.all(Array.from({ length: 5 }, () => world.submitted()));
  const counts = new Map<string, number>();
  const until = performance.now() + forMs;
  const assignmentsOf = async ({ id }: Draft): Promise<string[]> => {
    const rows = await world.app.db
      .selectFrom('assignments')
      .select('id')
      .where('application_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(12)
      .execute();
    return rows.map((row) => row.id);
  };
  const deadlocksBefore = await deadlocks();
  const client = async () => {
    while (performance.now() < until) {
      const application = pick(applications);
      const assignments = await assignmentsOf(application);
      const who = randomInt(4) > 0 ? pick(likely) : pick(players);
      for (let left = 3; left > 0; left -= 1) {
        const answer = await pick(tries)(who, application, pick([...assignments, application.assignmentId]));
        const reported = answer.status === 200 ? 'done' : `${answer.status} ${answer.body.code}`;
        counts.set(reported, (counts.get(reported) ?? 0) + 1);
        expect([reported, answer.status < 500 ? null : answer.body]).toEqual([reported, null]);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));

  for (const application of applications) {
    const stories = await bothStories(world.app.db, application.id, ['APP', 'FIN']);
    expect(stories?.log).toEqual(stories?.tables);
  }
  expect(await wrongReaders(world.app.db)).toEqual([]);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  await annotate(
    `${all} requests, ${(await deadlocks()) - deadlocksBefore} deadlocks: ${[...counts].map(([reported, count]) => `${reported} ${count}`).join(', ')}`,
  );
  expect(counts.get('done')).toBeGreaterThan(100);
}, 180_000);

/** Transactions that PostgreSQL took back because they stood in each other's way. */
async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(
    world.app.db,
  );
  return rows[0]?.count ?? 0;
}
