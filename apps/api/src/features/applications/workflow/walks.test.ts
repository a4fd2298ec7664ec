import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, buildTestApp } from '../../../testing/build-test-app.ts';
import { type Draft, itemOf } from '../../../testing/factories.ts';
import { addEveryRule, wrongReaders } from '../../../testing/readers.ts';
import { bothStories } from '../../../testing/replay-events.ts';
import {
  type OracleCommand,
  play,
  remaining,
  type Story,
  type Work,
} from '../../../testing/review-oracle.ts';
import {
  appointment,
  createReviewWorld,
  type Player,
  partitions,
  players,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp());
  await addEveryRule(world.app.db);
});
afterAll(() => world.app.close());

/** What a turn chooses from, as numbers: what they mean depends on how the story goes. */
interface Turn {
  type: OracleCommand['type'];
  who: number;
  fit: boolean;
  at: number;
  whom: number;
  say: number;
}
const weights: Record<OracleCommand['type'], number> = {
  assign: 10,
  accept: 6,
  refuse: 2,
  revoke: 2,
  take: 4,
  hand_back: 4,
  hand_on: 2,
  submit: 12,
  change_deadline: 1,
  decide: 2,
  reopen: 2,
  outcome: 2,
  release: 2,
  withdraw: 1,
  take_back: 1,
  lock: 1,
  unlock: 2,
  declare_conflict: 1,
  make_lead: 2,
  mark_conflict: 1,
  clear_conflict: 2,
};
const turn: fc.Arbitrary<Turn> = fc.record({
  type: fc.oneof(
    ...Object.entries(weights).map(([type, weight]) => ({
      arbitrary: fc.constant(type as OracleCommand['type']),
      weight,
    })),
  ),
  who: fc.nat(),
  fit: fc.constantFrom(true, true, true, true, true, false),
  at: fc.nat(),
  whom: fc.nat(),
  say: fc.nat(),
});
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const changesUntil = '2026-12-24T12:00:00.000Z';
const later = ['2026-12-20T12:00:00.000Z', '2026-12-21T12:00:00.000Z'];

/** Statuses in which an operation has something to do, so that walks get somewhere. */
const likely: Partial<Record<OracleCommand['type'], readonly Work['status'][]>> = {
  accept: ['assigned'],
  refuse: ['assigned'],
  take: ['assigned', 'accepted'],
  hand_back: ['assigned', 'accepted'],
  hand_on: ['assigned', 'accepted'],
  submit: ['accepted', 'draft', 'changes_requested'],
  decide: ['submitted', 'resubmitted'],
  reopen: ['submitted', 'resubmitted'],
};

function commandOf({ type, at, whom, say, fit }: Turn, story: Story): OracleCommand {
  const fitting = story.works.filter(
    (work) =>
      likely[type]?.includes(work.status) === true &&
      (type !== 'take' || work.owner === null) &&
      (type !== 'hand_back' || (work.wasUnowned && work.owner !== null)),
  );
  const work = pick(fit && fitting.length > 0 ? fitting : story.works, at);
  const id = () => 'to be told';
  const to = pick(players, whom);
  switch (type) {
    case 'assign': {
      const step = pick(['CHECK', 'TECH', 'TECH', 'REV', 'REV', 'REPLY'], at);
      const people: Record<string, (Player | null)[]> = {
        CHECK: ['pro', 'otherPro', null],
        TECH: ['centre', 'centreToo', null, null],
        REV: ['reviewer', 'colleague', 'chair', null],
        REPLY: ['owner'],
      };
      return {
        type,
        step,
        to: fit ? pick(people[step] ?? [null], whom) : to,
        partition: step === 'TECH' ? pick(partitions, say) : null,
        lead: step === 'REV' && say % 3 === 0,
        id,
      };
    }
    case 'accept':
    case 'take':
      return { type, work, agreed: say % 4 > 0 };
    case 'hand_on':
      return { type, work, to: fit ? pick(['centre', 'centreToo', 'colleague'] as const, whom) : to, id };
    case 'hand_back':
      return { type, work, id };
    case 'submit': {
      const says = {
        CHECK: ['good', 'more', 'more', 'bad'],
        TECH: ['yes', 'yes', 'no'],
        APP: ['both', 'less'],
      }[work.step] ?? ['3'];
      return { type, work, says: pick(says, say) };
    }
    case 'change_deadline':
      return { type, work, deadline: pick(later, say) };
    case 'decide':
      return {
        type,
        work,
        outcome: pick(['approved', 'changes_requested', 'changes_requested', 'rejected'] as const, say),
        deadline: changesUntil,
      };
    case 'outcome':
      return {
        type,
        outcome: pick(['awarded', 'reserve', 'rejected', 'reduced'], say),
        reason: whom % 3 > 0,
      };
    case 'release':
      return { type, step: pick(['REV', 'FIN', 'CHECK'], say) };
    case 'mark_conflict':
      return { type, whom: to };
    case 'clear_conflict':
      return { type, whom: story.conflicts.length > 0 ? pick(story.conflicts, whom) : to };
    case 'withdraw':
    case 'take_back':
    case 'lock':
    case 'unlock':
      return { type };
    default:
      return { type, work };
  }
}

function playerOf({ who, fit }: Turn, command: OracleCommand): Player {
  if (!fit) return pick(players, who);
  const owner = 'work' in command ? (command.work.owner ?? 'pro') : 'owner';
  switch (command.type) {
    case 'assign':
      return pick(
        ['pro', command.step === 'REV' ? 'chair' : command.step === 'TECH' ? 'centre' : 'otherPro'],
        who,
      );
    case 'take':
      return pick(['centre', 'centreToo', 'reviewer', 'colleague', 'otherPro'], who);
    case 'make_lead':
      return 'acChair';
    case 'withdraw':
    case 'take_back':
      return 'owner';
    case 'revoke':
      return pick(['pro', 'chair', 'centre'], who);
    case 'accept':
    case 'refuse':
    case 'hand_back':
    case 'hand_on':
    case 'submit':
    case 'declare_conflict':
      return owner;
    default:
      return pick(['pro', 'otherPro'], who);
  }
}

const asked: Record<string, string> = { CHECK: 'verdict', TECH: 'fits', REV: 'score' };

/** The operation as a request. */
function send(command: OracleCommand, who: Player, story: Story, application: Draft): Promise<Answer> {
  const onWork = (work: Work, verb: string, body: object = {}) =>
    world.as(who, 'PUT', `/v2/assignments/${work.id}/${verb}`, body);
  const on = (verb: string, body: object = {}) =>
    world.as(who, 'POST', `/v2/applications/${application.id}/${verb}`, body);
  switch (command.type) {
    case 'assign': {
      const { step, to, partition: partitionId, lead: makeLead } = command;
      return on('assign', { ...appointment(world, step, to, { makeLead }), partitionId });
    }
    case 'accept':
      return onWork(command.work, 'accept', { accepted: true, agreed: command.agreed });
    case 'take':
      return onWork(command.work, 'take', { agreed: command.agreed });
    case 'refuse':
      return onWork(command.work, 'accept', { accepted: false, reason: 'No time' });
    case 'hand_on':
      return onWork(command.work, 'hand-on', { userId: world.people[command.to].userId });
    case 'hand_back':
      return onWork(command.work, 'hand-back');
    case 'submit': {
      const { work, says } = command;
      const field = asked[work.step];
      if (work.step === 'APP') {
        const removes = says === 'less' && work.says !== 'less' && likely.submit?.includes(work.status);
        const data = removes ? [itemOf('parts', partitions.slice(0, 1), { revision: 1 })] : [];
        return onWork(work, 'submit', { data, newGroups: [] });
      }
      const why = says === 'bad' || says === 'more' ? [itemOf('why', ['Because'])] : [];
      // What was answered once stays.
      const data = field === undefined || work.says !== null ? [] : [itemOf(field, [says]), ...why];
      return onWork(work, 'submit', { data, newGroups: [] });
    }
    case 'change_deadline':
      return onWork(command.work, 'deadline', { deadline: command.deadline });
    case 'decide': {
      const outcome = command.outcome === 'changes_requested' ? 'request_changes' : command.outcome;
      return onWork(command.work, 'decide', { outcome, reason: 'Because', deadline: command.deadline });
    }
    case 'declare_conflict':
      return onWork(command.work, 'conflict', { reason: 'A friend' });
    case 'make_lead':
      return world.as(
        who,
        'PATCH',
        `/v2/applications/${application.id}/assignments/${command.work.id}/lead`,
        {},
      );
    case 'outcome':
      return on('outcome', {
        rows: remaining(story).map((partitionId) => ({ partitionId, outcome: command.outcome })),
        reason: command.reason ? 'Because' : '',
      });
    case 'release':
      return on('release', { flowElementId: command.step });
    case 'withdraw':
      return on('withdraw');
    case 'take_back':
      return on('take-back');
    case 'lock':
    case 'unlock':
      return on(command.type, { flowElementId: 'REPLY' });
    case 'mark_conflict':
    case 'clear_conflict': {
      const path = `/v2/applications/${application.id}/conflicts/${world.people[command.whom].userId}`;
      return world.as(who, 'PUT', command.type === 'clear_conflict' ? `${path}/clear` : path, {
        reason: 'Because',
      });
    }
    default:
      return onWork(command.work, command.type);
  }
}

const nameOf = (userId: number | null) =>
  players.find((name) => world.people[name].userId === userId) ?? null;

/** The application as the tables have it, in the words of the story. */
async function tablesOf({ id }: Draft) {
  const { db } = world.app;
  const [application, works, conflicts, decisions, activities] = await Promise.all([
    db.selectFrom('applications').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('assignments')
      .select(['id', 'step_id', 'owner_id', 'partition_id', 'status', 'is_lead', 'was_unowned'])
      .where('application_id', '=', id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('conflicts')
      .select('user_id')
      .where('application_id', '=', id)
      .where('cleared_at', 'is', null)
      .execute(),
    db
      .selectFrom('decisions')
      .select(['partition_id', 'version', 'outcome', 'released_at'])
      .where('application_id', '=', id)
      .orderBy('partition_id')
      .orderBy('version')
      .execute(),
    db
      .selectFrom('activities')
      .innerJoin('assignments', 'assignments.id', 'activities.assignment_id')
      .select(['assignments.id', 'activities.status'])
      .where('assignments.application_id', '=', id)
      .orderBy('activities.created_at')
      .orderBy('activities.id')
      .execute(),
  ]);
  return {
    application: application.status,
    works: works.map((one) => [
      one.id,
      one.step_id,
      nameOf(one.owner_id),
      one.partition_id,
      one.status,
      one.is_lead,
    ]),
    conflicts: conflicts.map(({ user_id }) => nameOf(user_id)).toSorted(),
    decisions: decisions.map((one) => [one.partition_id, one.version, one.outcome, one.released_at !== null]),
    // The last line of its history is what an assignment is.
    lastNoted: Object.fromEntries(activities.map(({ id: of, status }) => [of, status])),
  };
}

const summaryOf = (story: Story) => ({
  application: story.application,
  works: story.works
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((work) => [work.id, work.step, work.owner, work.partition, work.status, work.lead]),
  conflicts: story.conflicts.toSorted(),
  decisions: story.decisions
    .toSorted((one, other) => one.partition.localeCompare(other.partition) || one.version - other.version)
    .map((one) => [one.partition, one.version, one.outcome, one.released]),
  lastNoted: Object.fromEntries(story.works.map((work) => [work.id, work.status])),
});

/** All rows of an application in one text: another one as soon as anything was written. */
async function fingerprint({ id }: Draft): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select concat_ws(' ', ap.xmin, ap,
      (select string_agg(concat_ws(' ', a.xmin, a), ' ' order by a.id) from assignments a where a.application_id = ap.id),
      (select string_agg(concat_ws(' ', s.xmin, s), ' ' order by s.step_id) from step_states s where s.application_id = ap.id),
      (select string_agg(concat_ws(' ', q.xmin, q), ' ' order by q.user_id) from conflicts q where q.application_id = ap.id),
      (select string_agg(concat_ws(' ', d.xmin, d), ' ' order by d.partition_id, d.version) from decisions d
        where d.application_id = ap.id),
      (select count(*) from answers w join assignments a on a.id = w.assignment_id where a.application_id = ap.id),
      (select count(*) from submissions m join assignments a on a.id = m.assignment_id where a.application_id = ap.id)
    ) as all from applications ap where ap.id = ${id}`.execute(world.app.db);
  return rows[0]?.all ?? '';
}

async function eventsOf({ id }: Draft, after: number) {
  return (
    world.app.db
      .selectFrom('events')
      .select(['id', 'type'])
      .where('application_id', '=', id)
      .where('id', '>', after)
      // The world skips the minutes in which staff could stop a release.
      .where('type', '<>', 'release_planned')
      .orderBy('id')
      .execute()
  );
}

async function begun(): Promise<{ application: Draft; story: Story }> {
  const application = await world.submitted();
  const first: Work = {
    id: application.assignmentId,
    step: 'APP',
    owner: 'owner',
    assigner: null,
    partition: null,
    status: 'submitted',
    lead: false,
    wasUnowned: false,
    before: null,
    deadline: null,
    handedIn: 0,
    says: null,
  };
  return {
    application,
    story: {
      application: 'submitted',
      works: [first],
      asked: partitions,
      conflicts: [],
      unlocked: false,
      released: {},
      decisions: [],
      turn: 0,
    },
  };
}

it('does in random walks what a second opinion says, and nothing else', async ({ annotate }) => {
  const counts = { walks: 0, done: 0, again: 0, refused: 0 };
  const codes = new Map<string, number>();
  const walk = async (turns: readonly Turn[]) => {
    counts.walks += 1;
    const { application, story } = await begun();
    let last = (await eventsOf(application, 0)).at(-1)?.id ?? 0;
    let before = await fingerprint(application);
    for (const one of turns) {
      // The end of it all is rare.
      if (one.type === 'withdraw' && one.say % 4 > 0) continue;
      world.app.clock.advance(1_000);
      const command = commandOf(one, story);
      const who = playerOf(one, command);
      const answer = await send(command, who, story, application);
      if ('id' in command) command.id = () => answer.body.id;
      const { verdict, events } = play(story, command, who);
      const title = `${command.type} by ${who}`;
      counts[verdict] += 1;
      if (answer.status !== 200) codes.set(answer.body.code, (codes.get(answer.body.code) ?? 0) + 1);
      expect([title, answer.status === 200, answer.body.code]).toEqual([
        title,
        verdict !== 'refused',
        answer.body.code,
      ]);
      expect(answer.status).toBeLessThan(500);
      const happened = await eventsOf(application, last);
      last = happened.at(-1)?.id ?? last;
      expect([title, happened.map(({ type }) => type).toSorted()]).toEqual([title, events]);
      expect([title, await wrongReaders(world.app.db)]).toEqual([title, []]);
      const after = await fingerprint(application);
      if (verdict === 'done') expect([title, await tablesOf(application)]).toEqual([title, summaryOf(story)]);
      else expect([title, after]).toEqual([title, before]);
      before = after;
      // What the reply says of the assignment is how it is.
      if (
        answer.status === 200 &&
        'work' in command &&
        command.type !== 'submit' &&
        command.type !== 'declare_conflict' &&
        // A lead chair is told who leads now.
        command.type !== 'make_lead'
      ) {
        const work = story.works.find(({ id }) => id === answer.body.id);
        expect([title, answer.body.status]).toEqual([title, work?.status]);
      }
    }
    expect(await tablesOf(application)).toEqual(summaryOf(story));
    const stories = await bothStories(world.app.db, application.id, ['APP', 'FIN']);
    expect(stories?.log).toEqual(stories?.tables);
  };
  await fc.assert(fc.asyncProperty(fc.array(fc.noBias(turn), { minLength: 40, maxLength: 60 }), walk), {
    numRuns: 3,
    // The same walks each time; CLEARCALL_WALKS_SEED asks for others.
    seed: Number(process.env.CLEARCALL_WALKS_SEED ?? 7),
    endOnFailure: true,
  });
  await annotate(
    `${counts.walks} walks, ${counts.done} done, ${counts.again} again, ${counts.refused} refused: ${[
      ...codes,
    ]
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')}`,
  );
  expect(counts.done).toBeGreaterThan(10);
}, 180_000);
