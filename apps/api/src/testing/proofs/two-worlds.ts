import { type Answer, buildTestApp } from '../build-test-app.ts';
import { type Asked, askedOfAll, ownDataOf } from './asked-of-all.ts';
import type { Person } from './plants.ts';
import { type ProofWorld, persons, worldOn } from './proof-world.ts';

/** One thing in which two worlds differ, and those who may know it: everybody else gets the same answers in both. */
export interface Secret {
  what: string;
  knownTo: readonly Person[];
  /** Who is told of it by their own data, and by nothing else. */
  ownDataOf?: readonly Person[];
  /** What is done while the two are still one; nothing where it is absent. */
  before?: (world: ProofWorld) => Promise<unknown>;
  /** What is done in the one world; nothing where it is absent. */
  here?: (world: ProofWorld) => Promise<unknown>;
  /** What is done in the other. */
  there: (world: ProofWorld) => Promise<unknown>;
  /** It cannot be done beside another one. */
  alone?: true;
}

const staff: Person[] = ['pro', 'admin'];
const council: Person[] = ['acMember', 'acChair'];
const workIn = ({ work }: ProofWorld, name: string): string => work.get(name) ?? '';
const itemsOf = (values: Readonly<Record<string, string>>, revision = 0) =>
  Object.entries(values).map(([element, value]) => ({
    flowElementId: element,
    dataGroupId: null,
    input: { values: [value] },
    revision,
  }));
const review = (world: ProofWorld, score: string) =>
  world.ok('sciToo', 'PUT', `/v2/assignments/${workIn(world, 'main.SCI.sciToo')}/submit`, {
    data: itemsOf({ score }, 1),
    newGroups: [],
  });
const openReviews = ({ app, main }: ProofWorld) =>
  app.db
    .selectFrom('assignments')
    .select('id')
    .where('application_id', '=', main.id)
    .where('step_id', '=', 'SCI')
    .where('status', 'in', ['assigned', 'accepted'])
    .execute();
async function lateReview(world: ProofWorld, score: string): Promise<void> {
  for (const { id } of await openReviews(world))
    await world.ok('sciToo', 'PUT', `/v2/assignments/${id}/submit`, {
      data: itemsOf({ sci_text: 'Late.', score }),
      newGroups: [],
    });
}
const accept = (world: ProofWorld, who: Person, name: string, accepted: boolean) =>
  world.ok(who, 'PUT', `/v2/assignments/${workIn(world, name)}/accept`, {
    accepted,
    agreed: true,
    reason: accepted ? '' : 'No time.',
  });
const outcome = (world: ProofWorld, found: 'awarded' | 'rejected') =>
  world.ok('pro', 'POST', `/v2/applications/${world.main.id}/outcome`, {
    rows: ['aurora-cpu', 'polar-gpu'].map((partitionId) => ({
      partitionId,
      outcome: found,
      amount: found === 'awarded' ? '7' : null,
    })),
    reason: 'After a second look.',
  });
const atPlan = { flowElementId: 'plan', dataGroupId: null };
const askAtPlan = (world: ProofWorld, text: string) =>
  world.ok('pro', 'PUT', `/v2/assignments/${world.fresh.assignmentId}/decide`, {
    outcome: 'request_changes',
    reason: 'See the field.',
    deadline: new Date(world.app.platform.now().getTime() + 86_400_000).toISOString(),
    points: [{ ...atPlan, text }],
  });
async function threadOf({ as, fresh }: ProofWorld): Promise<string> {
  const { body } = await as('reader', 'GET', `/v2/applications/${fresh.id}`, {});
  return body.threads[0].id;
}
async function check(world: ProofWorld, verdict: 'good' | 'bad') {
  const { id } = await world.ok('pro', 'POST', `/v2/applications/${world.fresh.id}/assign`, {
    flowElementId: 'ADM',
    userId: world.people.pro.userId,
    role: 'pro',
  });
  await world.ok('pro', 'PUT', `/v2/assignments/${id}/accept`, { accepted: true });
  await world.ok('pro', 'PUT', `/v2/assignments/${id}/submit`, {
    data: itemsOf({ verdict, adm_why: 'As it is.' }),
    newGroups: [],
  });
}
async function technical(world: ProofWorld, fits: 'yes' | 'no') {
  await accept(world, 'techAsked', 'main.TEC.techAsked', true);
  await world.ok('techAsked', 'PUT', `/v2/assignments/${workIn(world, 'main.TEC.techAsked')}/submit`, {
    data: itemsOf({ fits, tec_text: 'As it is.' }),
    newGroups: [],
  });
}

/** Source: Requirements 2, 8.5. */
export const secrets: readonly Secret[] = [
  {
    what: 'whether there is a further reviewer',
    knownTo: [...staff, 'chair', 'sciOther'],
    there: (world) =>
      world.ok('pro', 'POST', `/v2/applications/${world.main.id}/assign`, {
        flowElementId: 'SCI',
        userId: world.people.sciOther.userId,
        role: 'scientific_reviewer',
        despiteEvidence: true,
      }),
  },
  {
    what: 'whether a reviewer accepted or refused',
    knownTo: [...staff, 'chair', 'sciAsked'],
    here: (world) => accept(world, 'sciAsked', 'main.SCI.sciAsked', true),
    there: (world) => accept(world, 'sciAsked', 'main.SCI.sciAsked', false),
  },
  {
    what: 'which score a reviewer gave',
    knownTo: [...staff, 'sciToo', 'rap', 'rapToo', 'chair', ...council],
    here: (world) => review(world, '1'),
    there: (world) => review(world, '9'),
  },
  {
    what: 'what a reviewer handed in after the release of the step',
    alone: true,
    knownTo: [...staff, 'sciToo', 'rap', 'rapToo', 'chair', ...council],
    // Only a step without open work can be released: the reviewer is assigned to it again afterwards.
    before: async (world) => {
      for (const { id } of await openReviews(world))
        await world.ok('pro', 'PUT', `/v2/assignments/${id}/revoke`, { reason: 'No need.' });
      await world.ok('pro', 'POST', `/v2/applications/${world.main.id}/release`, { flowElementId: 'SCI' });
      world.app.clock.advance(1_000);
      const { id } = await world.ok('pro', 'POST', `/v2/applications/${world.main.id}/assign`, {
        flowElementId: 'SCI',
        userId: world.people.sciToo.userId,
        role: 'scientific_reviewer',
        despiteEvidence: true,
      });
      await world.ok('sciToo', 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
    },
    here: (world) => lateReview(world, '1'),
    there: (world) => lateReview(world, '9'),
  },
  {
    what: 'at which hour of the day a reviewer handed in',
    alone: true,
    knownTo: [...staff, 'sciToo'],
    here: (world) => review(world, '1'),
    there: async (world) => {
      world.app.clock.advance(3_600_000);
      await review(world, '1');
      world.app.clock.advance(-3_600_000);
    },
  },
  {
    what: 'what is decided, before it is released',
    knownTo: [...staff, ...council],
    here: (world) => outcome(world, 'awarded'),
    there: (world) => outcome(world, 'rejected'),
  },
  {
    what: 'what staff have gathered to ask for',
    knownTo: [...staff, 'proConflicted'],
    there: (world) =>
      world.ok('pro', 'PUT', `/v2/assignments/${world.fresh.assignmentId}/points`, {
        ...atPlan,
        text: 'Say more.',
        revision: 0,
      }),
  },
  {
    what: 'what is asked for at a field',
    alone: true,
    knownTo: [...staff, 'proConflicted', 'reader'],
    here: (world) => askAtPlan(world, 'Say more.'),
    there: (world) => askAtPlan(world, 'Say less.'),
  },
  {
    what: 'what the applicant answers there, before it is handed in',
    alone: true,
    knownTo: ['reader'],
    before: (world) => askAtPlan(world, 'Say more.'),
    // A process knows what it has told once, and the applicant reads what is asked for in both.
    here: threadOf,
    there: async (world) => {
      const path = `/v2/assignments/${world.fresh.assignmentId}/threads/${await threadOf(world)}/comments`;
      await world.ok('reader', 'POST', path, { text: 'It is all there.' });
    },
  },
  {
    what: 'what the check found, before it is released',
    // In conflict with another application.
    knownTo: [...staff, 'proConflicted'],
    here: (world) => check(world, 'good'),
    there: (world) => check(world, 'bad'),
  },
  {
    what: 'whether staff wrote a note',
    knownTo: ['pro'],
    there: (world) =>
      world.ok('pro', 'POST', `/v2/applications/${world.main.id}/notes`, { text: 'Waits for a letter.' }),
  },
  {
    what: 'whether somebody has a conflict of interest',
    knownTo: [...staff, 'chair'],
    // That there is one, and not with which application.
    ownDataOf: ['rapOther'],
    there: (world) =>
      world.ok('pro', 'PUT', `/v2/applications/${world.main.id}/conflicts/${world.people.rapOther.userId}`, {
        reason: 'They share an office.',
      }),
  },
  {
    what: 'what stands beside an excluded reviewer',
    knownTo: [...staff, 'chair'],
    there: (world) =>
      world.ok('pro', 'PUT', `/v2/assignments/${world.main.assignmentId}/rows/${world.rowId}/mark`, {
        coi: false,
        comment: 'Looked at again.',
      }),
  },
  {
    what: 'whether the other partition was turned down',
    // Whoever still works on a later step works on the partitions that remain.
    knownTo: [
      ...staff,
      'techAsked',
      'centreNorth',
      'centreSouth',
      'sciToo',
      'rap',
      'rapToo',
      'chair',
      ...council,
    ],
    // The form that the applicant fills in meanwhile is made with the partitions that are left.
    before: ({ main, ok, people }) =>
      ok('pro', 'POST', `/v2/applications/${main.id}/assign`, {
        flowElementId: 'REP',
        userId: people.ada.userId,
        role: 'applicant',
      }),
    here: (world) => technical(world, 'yes'),
    there: (world) => technical(world, 'no'),
  },
  {
    what: 'whether somebody else has a further draft',
    // The counter of the call, which staff are told with any application that they open, counts drafts.
    knownTo: ['dora', ...staff, 'proConflicted'],
    there: (world) => world.ok('dora', 'POST', '/v2/applications', { callId: world.callId }),
  },
  {
    what: 'how far the rapporteur is',
    knownTo: ['rap'],
    there: (world) =>
      world.ok('rap', 'PUT', `/v2/assignments/${workIn(world, 'main.RAP.rap')}/save`, {
        data: itemsOf({ rap_text: 'Half.' }, 1),
        newGroups: [],
      }),
  },
  {
    what: 'where somebody has money sent',
    knownTo: ['sci', 'finance'],
    there: (world) =>
      world.ok('sci', 'PATCH', `/users/${world.people.sci.userId}`, { bankName: 'Another bank' }),
  },
];

/** Everybody who may know none of these. */
export const blindTo = (some: readonly Secret[]): Person[] =>
  persons.filter((person) => some.every(({ knownTo }) => !knownTo.includes(person)));

/** The same world once more: the same rows, files and sessions, with a portal of its own. */
export async function copyWorld(base: ProofWorld): Promise<ProofWorld> {
  return worldOn(await buildTestApp({ copyOf: base.app, now: base.app.platform.now() }), base);
}

/** Two worlds that were one until now. */
export const splitWorld = (base: ProofWorld): Promise<[ProofWorld, ProofWorld]> =>
  Promise.all([copyWorld(base), copyWorld(base)]);

/** What is measured: one request in the one world. */
const askAs = (world: ProofWorld, person: Person, { method, path, body }: Asked): Promise<Answer> =>
  world.as(person, method, path, body === undefined ? {} : { body });

// Each answer has its own, and tells nothing.
const ownOfAnswer = new Set(['date', 'x-request-id']);

async function saidBy(world: ProofWorld, person: Person, asked: Asked) {
  let answer: Answer | undefined;
  const statements = await world.app.sqlCount(async () => {
    answer = await askAs(world, person, asked);
  });
  if (answer === undefined) throw new Error('nothing was answered');
  const headers = Object.entries(answer.headers).filter(([name]) => !ownOfAnswer.has(name));
  return {
    status: answer.status,
    statements,
    headers: JSON.stringify(headers),
    body: answer.bytes.toString('latin1'),
  };
}

/** What is read of Main and of the people around it: where most of the secrets would show. */
const ofMain = ({ path }: Asked, { main }: ProofWorld): boolean =>
  path.includes(`/${main.id}`) || /search|dashboard|\/late$|\/count\/|\/users$|suggestions$/.test(path);

/**
 * Where what somebody is told differs between the worlds, and how many answers were held against each other. `near`: of
 * what is read of Main and in lists alone.
 */
export async function differences(
  [here, there]: readonly [ProofWorld, ProofWorld],
  people: readonly Person[],
  { near = false, secrets: some }: { near?: boolean; secrets: readonly Secret[] },
): Promise<{ differing: string[]; pairs: number }> {
  const differing = new Set<string>();
  let pairs = 0;
  const asked = askedOfAll(here).filter((one) => one.long === undefined && (!near || ofMain(one, here)));
  // What a process keeps of a flow it has read once, and the operations have read it in the one world alone.
  for (const world of [here, there])
    for (const { id } of [world.main, world.done, world.fresh])
      await world.as('pro', 'GET', `/v2/applications/${id}`);
  const isTold = (person: Person) => some.some(({ ownDataOf = [] }) => ownDataOf.includes(person));
  for (const person of people)
    for (const one of [...asked, ...(isTold(person) ? [] : [ownDataOf(here, person)])]) {
      const [hereSaid, thereSaid] = [await saidBy(here, person, one), await saidBy(there, person, one)];
      pairs += 1;
      for (const what of ['status', 'statements', 'headers', 'body'] as const)
        if (hereSaid[what] !== thereSaid[what]) differing.add(`${person}: ${one.route}: ${what}`);
    }
  return { differing: [...differing], pairs };
}

/** How much longer the one world takes with an answer than the other, in the middle of pairs by turns. */
export interface Times {
  what: string;
  route: string;
  hereMs: number;
  thereMs: number;
}

const rounds = 15;
const timed: readonly string[] = [
  'GET /v2/applications/:id',
  'GET /v2/applications/:id/documents',
  'GET /users/application/:id',
  'POST /v2/applications/search',
  'POST /v2/applications/dashboard',
];

const middleOf = (some: readonly number[]): number =>
  some.toSorted((one, other) => one - other)[some.length >> 1] ?? 0;

/** The times of some routes for some of those who may not know, in pairs: first here and there, then there and here. */
export async function pairedTimes(
  worlds: readonly [ProofWorld, ProofWorld],
  { what }: Secret,
  people: readonly Person[],
): Promise<Times[]> {
  const asked = askedOfAll(worlds[0]).filter((one) => one.long === undefined && ofMain(one, worlds[0]));
  const some = people.filter((_person, at) => at % 4 === 0);
  const took = async (world: ProofWorld, person: Person, one: Asked): Promise<number> => {
    const begun = performance.now();
    await askAs(world, person, one);
    return performance.now() - begun;
  };
  const times: Times[] = [];
  for (const route of timed) {
    const one = asked.find((each) => each.route === route);
    if (one === undefined) continue;
    const [here, there]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const person of some) {
        if (round % 2 === 0) here.push(await took(worlds[0], person, one));
        there.push(await took(worlds[1], person, one));
        if (round % 2 === 1) here.push(await took(worlds[0], person, one));
      }
    // What is kept at first is no part of it.
    times.push({ what, route, hereMs: middleOf(here), thereMs: middleOf(there) });
  }
  return times;
}
