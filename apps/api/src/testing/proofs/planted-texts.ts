import { allWork } from '../../across/work.ts';
import { workOff } from '../../platform/jobs/work.ts';
import type { Answer } from '../build-test-app.ts';
import { type Asked, askedOfAll, textOf, toldBy } from './asked-of-all.ts';
import { mayKnow, mayKnowWork, type Person, type PlantName, plantNames, plantsIn } from './plants.ts';
import { type ProofWorld, persons } from './proof-world.ts';

export interface Finds {
  /** Who was told what they may not know, and by what. */
  finds: string[];
  /** Texts that nobody was told who may know them: they stand nowhere, or nobody looks there. */
  unseen: PlantName[];
  replies: number;
  /** Answers of the server's own faults. */
  failures: string[];
}

/** Asks everything as everybody, and holds every answer against what its reader may know. */
export async function lookForPlants(
  world: ProofWorld,
  {
    long = false,
    who = persons,
    only,
    alone = false,
  }: {
    long?: boolean;
    who?: readonly Person[];
    /** The routes that are asked. */
    only?: RegExp;
    /** Nobody else is asked what parts there are. */
    alone?: boolean;
  } = {},
): Promise<Finds> {
  const finds = new Set<string>();
  const failures = new Set<string>();
  const seen = new Set<PlantName>();
  let replies = 0;
  const asked = askedOfAll(world).filter(
    (one) => (long || one.long === undefined) && (only === undefined || only.test(one.route)),
  );
  const hashes = new Set<string>();
  const workById = new Map([...world.work].map(([name, id]) => [id, name]));

  function judge(person: Person, one: Asked, answer: Answer): void {
    replies += 1;
    if (answer.status >= 500) failures.add(`${person}: ${one.method} ${one.path}: ${answer.status}`);
    for (const name of toldBy(one, answer)) {
      if (mayKnow(person, name)) seen.add(name);
      else finds.add(`${person} is told ${name} by ${one.route}`);
    }
  }

  /** Whether an opened application holds work that its reader may not know of. */
  function judgeWork(person: Person, { body }: Answer): void {
    for (const { id } of body.assignments ?? []) {
      const work = workById.get(id);
      if (work !== undefined && !mayKnowWork(person, work))
        finds.add(`${person} is told that there is ${work}`);
    }
  }

  for (const person of persons)
    for (const one of asked) {
      const opens = one.route === 'GET /v2/applications/:id';
      // Whoever may be told what a hash stands for has opened an application first.
      if (!who.includes(person) && (alone || !opens)) continue;
      const answer = await world.as(
        person,
        one.method,
        one.path,
        one.body === undefined ? {} : { body: one.body },
      );
      if (who.includes(person)) judge(person, one, answer);
      if (!opens || answer.status !== 200) continue;
      if (who.includes(person)) judgeWork(person, answer);
      for (const hash of answer.body.parts ?? []) hashes.add(hash);
    }
  for (const person of who)
    for (const hash of hashes) {
      const path = `/v2/parts/${hash}`;
      judge(
        person,
        { route: 'GET /v2/parts/:hash', method: 'GET', path },
        await world.as(person, 'GET', path),
      );
    }
  return {
    finds: [...finds],
    unseen: plantNames.filter((name) => !seen.has(name)),
    replies,
    failures: [...failures],
  };
}

/** Has the reports made that people ask for, and looks at all of them as everybody. */
export async function lookIntoReports(world: ProofWorld): Promise<{ finds: string[]; replies: number }> {
  const finds = new Set<string>();
  let replies = 0;
  for (const person of persons)
    for (const format of ['csv', 'xlsx'])
      await world.as(person, 'GET', `/download/call/${world.callId}/applications/${format}`);
  await workOff(world.app.platform, allWork(world.app.platform));
  const made = await world.app.db.selectFrom('reports').select(['id', 'user_id', 'format']).execute();
  for (const person of persons)
    for (const { id, user_id } of made)
      for (const path of [`/v2/reports/${id}`, `/download/report/${id}`]) {
        const answer = await world.as(person, 'GET', path);
        replies += 1;
        if (answer.status === 200 && world.people[person].userId !== user_id)
          finds.add(`${person} opens the report of ${user_id}`);
        for (const name of plantsIn(textOf(answer)))
          if (!mayKnow(person, name)) finds.add(`${person} is told ${name} by a report`);
      }
  return { finds: [...finds], replies };
}

/** Looks into every mail that was sent, as whoever got it. */
export async function lookIntoMails(world: ProofWorld): Promise<{ finds: string[]; mails: number }> {
  await workOff(world.app.platform, allWork(world.app.platform));
  const byMail = new Map(persons.map((person) => [world.people[person].email, person]));
  const finds = new Set<string>();
  let mails = 0;
  for (const [email, person] of byMail) {
    const { body } = await world.app.call('GET', `/demo/mails?to=${encodeURIComponent(email)}`);
    for (const mail of body) {
      mails += 1;
      const { to: _to, ...rest } = mail;
      for (const name of plantsIn(JSON.stringify(rest)))
        if (!mayKnow(person, name)) finds.add(`${person} is told ${name} by the mail '${mail.subject}'`);
    }
  }
  return { finds: [...finds], mails };
}
