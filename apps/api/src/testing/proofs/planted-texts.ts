import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import { callPrinters } from '../../across/call-printers.ts';
import { allWork } from '../../across/work.ts';
import { loadContent, type Wanted } from '../../features/applications/printouts/content.ts';
import { workOff } from '../../platform/jobs/work.ts';
import { planDeliveries } from '../../platform/outbox/plan-deliveries.ts';
import { workflowNow } from '../../platform/platform.ts';
import type { Answer } from '../build-test-app.ts';
import { type Asked, askedOfAll, disclosedBy, ownDataOf, textOf } from './asked-of-all.ts';
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

const applicationNames = ['main', 'done', 'draft', 'fresh'] as const;
type Named = (typeof applicationNames)[number];

/** The applications that are not there for somebody, or of which they are told no more than that there is a conflict. */
async function notThere(world: ProofWorld, person: Person): Promise<Named[]> {
  const found: Named[] = [];
  for (const name of applicationNames) {
    const { status, body } = await world.as(person, 'GET', `/v2/applications/${world[name].uid}`, {});
    if (status !== 200 || body.conflict !== undefined) found.push(name);
  }
  return found;
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
  const missing = new Map<Person, Named[]>();
  for (const person of who) missing.set(person, await notThere(world, person));
  const workById = new Map([...world.work].map(([name, id]) => [id, name]));

  function judge(person: Person, one: Asked, answer: Answer): void {
    replies += 1;
    if (answer.status >= 500) failures.add(`${person}: ${one.method} ${one.path}: ${answer.status}`);
    // Whoever asked by the number has it said back.
    for (const which of missing.get(person) ?? [])
      if (!one.path.includes(world[which].uid) && textOf(answer).includes(world[which].uid))
        finds.add(`${person} is told of ${which} by ${one.route}`);
    for (const name of disclosedBy(one, answer)) {
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
    unseen: plantNames.filter((name) => !seen.has(name) && persons.some((person) => mayKnow(person, name))),
    replies,
    failures: [...failures],
  };
}

/** Looks at everybody's own data: for texts that they may not know, and for applications that are not there for them. */
export async function lookIntoOwnData(world: ProofWorld): Promise<{ finds: string[]; named: number }> {
  const finds = new Set<string>();
  let named = 0;
  for (const person of persons) {
    const { method, path } = ownDataOf(world, person);
    const said = textOf(await world.as(person, method, path, {}));
    for (const name of plantsIn(said))
      if (!mayKnow(person, name)) finds.add(`${person} is told ${name} by their own data`);
    const missing = await notThere(world, person);
    for (const which of applicationNames) {
      const { id, uid } = world[which];
      if (!said.includes(`"${uid}"`) && !new RegExp(`"applicationId": ${id}\\b`).test(said)) continue;
      named += 1;
      if (missing.includes(which)) finds.add(`${person} is told of ${which} by their own data`);
    }
  }
  return { finds: [...finds], named };
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

/** Looks at all that is printed for everybody: every application, all of it and each work on it. */
export async function lookIntoPrintouts(world: ProofWorld): Promise<{ finds: string[]; printed: number }> {
  const { app, people, main, done, draft, fresh, work } = world;
  const wanted: Wanted[] = [
    { kind: 'application', key: main.uid },
    { kind: 'report', callId: world.callId },
    { kind: 'draft_form', callId: world.callId },
    ...[main, done, draft, fresh].map(({ uid }): Wanted => ({ kind: 'consolidated', key: uid })),
    ...[...work.values()].map((assignmentId): Wanted => ({ kind: 'assignment', assignmentId })),
  ];
  const finds = new Set<string>();
  let printed = 0;
  for (const person of persons) {
    const { userId } = people[person];
    const { role } = await app.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const { staffRoles } = (await app.platform.organisation()).theme;
    const reader = { userId, role, isStaff: staffRoles.includes(role) };
    for (const one of wanted) {
      const given = {
        reader,
        now: workflowNow(app.platform),
        translator: app.platform.organisation.translator('en'),
        printers: callPrinters,
      };
      const content = await loadContent(app.platform, one, given);
      if (content === null) continue;
      printed += 1;
      for (const name of plantsIn(JSON.stringify(content)))
        if (!mayKnow(person, name)) finds.add(`${person} is told ${name} by the ${one.kind} on paper`);
    }
  }
  return { finds: [...finds], printed };
}

const formerOfSci = 'former@example.org';

/** What makes the portal write mails, beside what happened in the world. */
function occasions({ people, draft, app }: ProofWorld): Readonly<Record<string, readonly NewEvent[]>> {
  const about = { occurredAt: app.platform.now() };
  const ofAda = { ...about, userId: people.ada.userId };
  const ofSci = { ...about, userId: people.sci.userId };
  const ofDraft = { ...about, applicationId: draft.id, userId: people.dora.userId };
  // A new address that somebody else has: both are written to, and nobody learns more than what was typed.
  const taken = { email: people.tech.email };
  return {
    draft_warned: [{ ...ofDraft, type: 'draft_warned' }],
    draft_last_warned: [{ ...ofDraft, type: 'draft_last_warned' }],
    password_reset_requested: [{ ...ofSci, type: 'password_reset_requested' }],
    password_changed: [{ ...ofAda, type: 'password_changed' }],
    email_change_requested: [{ ...ofAda, type: 'email_change_requested', detail: taken }],
    email_changed: [{ ...ofSci, type: 'email_changed', detail: { before: formerOfSci } }],
    sign_in_changed: [{ ...ofSci, type: 'sign_in_changed', detail: { change: 'passkey_added', what: '' } }],
    registration_repeated: [{ ...ofSci, type: 'registration_repeated' }],
  };
}

/** What somebody typed may come back to them, whoever else's it is. */
const ownWords = ['ada: mail.tech'];

/**
 * Looks into every mail that is sent in the world and on every occasion that writes to its people, as whoever gets it.
 * What each mail of an occasion told, and to whom: `ada: main.title`.
 */
export async function lookIntoMails(
  world: ProofWorld,
): Promise<{ finds: string[]; reported: Record<string, string[]> }> {
  const { app, people, draft, callId } = world;
  const byMail = new Map<string, Person>(persons.map((person) => [people[person].email, person]));
  byMail.set(formerOfSci, 'sci');
  const finds = new Set<string>();
  const read = new Set<string>();

  /** What the mails told that have come since. */
  async function newMails(): Promise<string[]> {
    await workOff(app.platform, allWork(app.platform));
    const { body } = await app.call('GET', '/demo/mails');
    const reported: string[] = [];
    for (const { id, to, ...rest } of body) {
      if (read.has(id)) continue;
      read.add(id);
      const reader = byMail.get(to);
      const who = reader ?? 'a guest';
      const names = [...plantsIn(JSON.stringify(rest))].sort();
      reported.push(`${who}: ${names.join(', ')}`);
      for (const name of names) {
        if (ownWords.includes(`${who}: ${name}`)) continue;
        // Whoever is nobody yet was invited, and is told the own name and address.
        const may = reader === undefined ? name.startsWith('invited.') : mayKnow(reader, name);
        if (!may) finds.add(`${who} is told ${name} by the mail '${rest.subject}'`);
      }
    }
    return reported.sort();
  }

  const reported: Record<string, string[]> = { 'the world': await newMails() };
  for (const person of persons) await world.as(person, 'GET', `/download/call/${callId}/applications/csv`);
  reported.reports = await newMails();
  // A draft whose last week has come.
  const old = new Date(workflowNow(app.platform).getTime() - 360 * 86_400_000);
  await app.db
    .updateTable('applications')
    .set({ created_at: old, updated_at: old })
    .where('id', '=', draft.id)
    .execute();
  for (const [occasion, events] of Object.entries(occasions(world))) {
    await app.platform.emit(app.db, events);
    reported[occasion] = await newMails();
  }
  return { finds: [...finds], reported };
}

/** Work of which a mail to everybody is sent in the quick proof: of both sides of every audience, and what nobody released. */
const toldOf = ['main.APP.ada', 'main.SCI.sci', 'main.TEC.tech', 'done.APP.olaf'];

/**
 * Sends everybody a mail of the flow that names every variable, about work of themselves and of others, and the letters of
 * the portal about it; looks into each as whoever gets it. `unseen`: what nobody was told.
 */
export async function lookIntoNotices(
  world: ProofWorld,
  { long = false }: { long?: boolean } = {},
): Promise<{ finds: string[]; mails: number; seen: PlantName[]; refused: string[] }> {
  const { app, people, work } = world;
  const assignments = await app.db
    .selectFrom('assignments')
    .innerJoin('applications', 'applications.id', 'assignments.application_id')
    .select(['assignments.id', 'application_id', 'flow_version_id'])
    .execute();
  const names = long ? [...work.keys()] : toldOf;
  await workOff(app.platform, allWork(app.platform));
  const before = new Set((await app.call('GET', '/demo/mails')).body.map(({ id }: { id: string }) => id));
  for (const name of names) {
    const one = assignments.find(({ id }) => id === work.get(name));
    if (one === undefined) throw new Error(`there is no ${name}`);
    const [eventId = 0] = await app.platform.emit(app.db, [
      { type: 'note_added', occurredAt: app.platform.now(), applicationId: one.application_id },
    ]);
    const mails = persons.flatMap((person) => {
      const { userId, email: recipient } = people[person];
      const facts = {
        applicationId: one.application_id,
        assignmentId: one.id,
        templateId: 'every_variable',
        flowVersionId: one.flow_version_id,
        userId,
        email: null,
        eventId,
        automationId: 'everything',
      };
      return ['flow_notice', 'outcome_letter', 'assignment_reminder'].map((template) => ({
        recipient,
        template,
        facts,
      }));
    });
    const made = { now: app.platform.now(), newId: app.platform.newId, host: 'portal.example' };
    await planDeliveries(app.db, eventId, mails, made);
  }
  await workOff(app.platform, allWork(app.platform));
  const { body } = await app.call('GET', '/demo/mails');
  const byMail = new Map<string, Person>(persons.map((person) => [people[person].email, person]));
  const finds = new Set<string>();
  const seen = new Set<PlantName>();
  const got = new Set<Person>();
  let mails = 0;
  for (const { id, to, ...rest } of body) {
    const reader = byMail.get(to);
    if (before.has(id) || reader === undefined) continue;
    mails += 1;
    got.add(reader);
    for (const name of plantsIn(JSON.stringify(rest)))
      if (mayKnow(reader, name)) seen.add(name);
      else finds.add(`${reader} is told ${name} by the mail '${rest.subject}'`);
  }
  return {
    finds: [...finds],
    mails,
    seen: [...seen].sort(),
    refused: persons.filter((person) => !got.has(person)),
  };
}
