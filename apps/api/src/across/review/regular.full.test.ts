import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { Element, Flow } from '@clearcall/domain/forms/types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, type ExpectStatic, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openWhole } from '../../testing/factories.ts';
import { allWork } from '../work.ts';
import { loadWorldFile } from '../world/load.ts';
import { writePdf } from '../world/write-pdf.ts';

/**
 * Applications of the demonstration's Regular call, from the copy of a draft to the end, as its people would do it: over
 * HTTP alone, signed in with the passwords of its page, and with no other clock than that of the demonstration.
 */

const folder = fileURLToPath(new URL('../../../demo/', import.meta.url));
const dayMs = 86_400_000;

const emails = {
  applicant: 'gabor.szentirmai',
  pro: 'pro',
  csc: 'pirkko.laaksonharju',
  cineca: 'lorenzo.battistoni',
  lumiReviewer: 'technical-reviewer',
  leonardoReviewer: 'chiara.venturelli',
  pawel: 'pawel.grzegorczyk',
  amadeu: 'amadeu.salgueiro',
  henrike: 'henrike.brandenburger',
  solveig: 'solveig.haraldsen',
  etienne: 'scientific-reviewer',
  rapporteur: 'dorottya.kemenyffy',
  panel: 'tobias.hallgrimsson',
  otherPanel: 'panel-chair',
  chair: 'ac-chair',
  projects: 'project-manager',
  finance: 'finance-manager',
};
type Name = keyof typeof emails;
const lumi = 'lumi-g';
const leonardo = 'leonardo-booster';

type Values = Record<string, string | string[] | typeof pdf>;
interface Content {
  answers?: Values;
  rows?: Record<string, Record<string, string>[]>;
  partition?: string;
}
/** A document to be uploaded. */
const pdf = Symbol('a document');

interface Seen {
  id: string;
  stepId: string;
  partitionId: string | null;
  status: string;
  role: string;
  labelNumber: number | null;
  reason: string | null;
  deadline: string | null;
  owner?: { id: number };
  data: {
    flowElementId: string;
    dataGroupId: string | null;
    revision: number;
    input: { values: string[] };
  }[];
  can: { submit: boolean };
}

let app: TestApp;
let flow: Flow;
let cutoffEnd: Date;
/** Of the same person, submitted already: over two partitions. */
let original = '';
const people = new Map<Name, { userId: number; token: string }>();
const templates = new Map<string, Content>();

beforeAll(async () => {
  app = await buildTestApp();
  await loadWorldFile(app.platform, `${folder}world.json`, app.platform.now());
  flow = JSON.parse(await readFile(`${folder}flows/regular.json`, 'utf8'));
  for (const name of Object.keys(emails) as Name[]) {
    const email = `${emails[name]}@example.org`;
    const { body } = await app.call('POST', '/users/login', {
      body: { email, password: 'Demo-portal-2026!', app: 'user_portal' },
    });
    const { id } = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    people.set(name, { userId: id, token: body.token });
  }
  const found = await ok('applicant', 'POST', '/v2/applications/search', { role: 'applicant' });
  original = found.data.find(({ status }: { status: string }) => status === 'submitted').uid;
  cutoffEnd = new Date((await ok('applicant', 'GET', `/v2/applications/${original}`)).cutoff.end);
  // What people of the demonstration wrote in each step of an application that is finished.
  const finished = JSON.parse(await readFile(`${folder}applications/regular-finished.json`, 'utf8'));
  for (const { history } of finished)
    for (const { do: what, step, answers, rows } of history)
      if (what === 'submit' && step !== undefined && !templates.has(step))
        templates.set(step, { answers, rows });
}, 300_000);
afterAll(() => app.close());

function who(name: Name) {
  const person = people.get(name);
  if (person === undefined) throw new Error(`${name} is not signed in`);
  return person;
}

// The applications go on side by side, and the clock moves to the next day when all of them wait for it.
let running = 0;
let waiting: { days: number; go: () => void; stop: (error: unknown) => void }[] = [];

async function moveOn() {
  if (waiting.length < running || running === 0) return;
  const days = Math.min(...waiting.map((one) => one.days));
  const next = waiting.filter((one) => one.days === days);
  waiting = waiting.filter((one) => one.days !== days);
  try {
    const to = new Date(cutoffEnd.getTime() + days * dayMs).toISOString();
    const moved = await app.call('POST', '/demo/clock', { body: { to } });
    if (moved.body.now !== to) throw new Error(JSON.stringify(moved.body));
    await byItself();
    for (const { go } of next) go();
  } catch (error) {
    for (const { stop } of next) stop(error);
  }
}

/** So many days after the cut-off, with all that waited for the moment done. */
const day = (days: number) =>
  new Promise<void>((go, stop) => {
    waiting.push({ days, go, stop });
    void moveOn();
  });
const plainDay = (days: number) => new Date(cutoffEnd.getTime() + days * dayMs).toISOString().slice(0, 10);

const story = (title: string, tell: (walk: Walk, expect: ExpectStatic) => Promise<void>) =>
  it.concurrent(title, async ({ expect }) => {
    running += 1;
    try {
      await tell(await Walk.submitted(), expect);
    } finally {
      running -= 1;
      void moveOn();
    }
  });

const ask = (name: Name, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: who(name).token, body });
async function ok(name: Name, method: string, path: string, body: unknown = {}) {
  const answer = await ask(name, method, path, method === 'GET' ? undefined : body);
  if (answer.status !== 200) throw new Error(`${name}: ${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const elementsOf = (step: string): Element[] =>
  (flow.steps.find(({ id }) => id === step)?.forms ?? []).flatMap(({ elements }) =>
    elements.flatMap((element) => [element, ...(element.children ?? [])]),
  );

/** What the step was answered with in the demonstration, but for days and documents; and what is named beside. */
const answersTo = (step: string, more: Values = {}): Values => ({
  ...Object.fromEntries(
    Object.entries(templates.get(step)?.answers ?? {}).filter(
      ([, value]) => typeof value === 'string' || Array.isArray(value),
    ),
  ),
  ...more,
});

/** What flows do by themselves, one run at a time: the stories go on side by side. */
let working: Promise<unknown> = Promise.resolve();
function byItself() {
  working = working.then(() => workOff(app.platform, allWork(app.platform)));
  return working;
}

class Walk {
  readonly uid: string;
  constructor(uid: string) {
    this.uid = uid;
  }

  /** A copy is submitted as soon as what it declares is declared again. */
  static async submitted(): Promise<Walk> {
    const { uid } = await ok('applicant', 'POST', `/v2/applications/duplicate/${original}`);
    const walk = new Walk(uid);
    const declared = elementsOf('REG.S1').filter(
      ({ config, effects }) => config.declaration === true && effects.length === 0,
    );
    await walk.submit('applicant', 'REG.S1', {
      answers: Object.fromEntries(declared.map(({ id }) => [id, 'true'])),
    });
    return walk;
  }

  at(path = ''): string {
    return `/v2/applications/${this.uid}${path}`;
  }

  async open(name: Name) {
    const { status, body } = await openWhole(app, this.uid, who(name).token);
    if (status !== 200) throw new Error(`${name} opens ${this.uid}: ${JSON.stringify(body)}`);
    return body;
  }

  /** What somebody is told: the status, and of each step that they see how it stands; or that there is nothing. */
  async seen(name: Name): Promise<string[] | number> {
    const { status, body } = await ask(name, 'GET', this.at());
    if (status !== 200) return status;
    if ('conflict' in body) return [body.conflict.title];
    if ('ended' in body) return [body.ended.message];
    return [
      body.status,
      ...body.assignments.map((one: Seen) =>
        [one.stepId, one.partitionId, one.status].filter((part) => part !== null).join(' '),
      ),
    ];
  }

  /**
   * Asserts that nothing in the reply tells the applicant of an operation; with `moves`, nothing but the step at which the
   * application is. Source: docs/decisions/0042.
   */
  async unnotified(expect: ExpectStatic, action: () => Promise<unknown>, { moves = false } = {}) {
    const told = async () => ({
      ...(await this.open('applicant')),
      ...(moves ? { process: null, comingSteps: null } : {}),
    });
    const before = await told();
    await action();
    expect(await told()).toEqual(before);
  }

  /** Fills in the own assignment on a step and hands it in. */
  async submit(name: Name, step: string, { answers = {}, rows = {}, partition }: Content = {}) {
    const { userId, token } = who(name);
    const { assignments }: { assignments: Seen[] } = await this.open(name);
    const own = assignments.find(
      (one) =>
        one.stepId === step &&
        one.owner?.id === userId &&
        one.can.submit &&
        (partition === undefined || one.partitionId === partition),
    );
    if (own === undefined) throw new Error(`${name} has nothing to submit in ${step}`);
    const item = (flowElementId: string, value: string | string[], dataGroupId: string | null) => ({
      flowElementId,
      dataGroupId,
      input: { values: typeof value === 'string' ? [value] : value },
      revision:
        own.data.find((one) => one.flowElementId === flowElementId && one.dataGroupId === dataGroupId)
          ?.revision ?? 0,
    });
    const data = Object.entries(answers).flatMap(([element, value]) =>
      value === pdf ? [] : [item(element, value, null)],
    );
    const newGroups: unknown[] = [];
    for (const [group, list] of Object.entries(rows))
      for (const [order, { [group]: given, ...row }] of list.entries()) {
        // A row that the portal gives is named by its partition or its reviewer.
        const id = given === undefined ? app.platform.newId() : givenRowId(group, given);
        if (given === undefined) newGroups.push({ id, flowElementId: group, order });
        data.push(...Object.entries(row).map(([element, value]) => item(element, value, id)));
      }
    const assignment = `/v2/assignments/${own.id}`;
    const files = Object.keys(answers).filter((element) => answers[element] === pdf);
    if (files.length === 0) return ok(name, 'PUT', `${assignment}/submit`, { data, newGroups });
    // A document goes where the form asks for it: what opens its place is saved before.
    await ok(name, 'PUT', `${assignment}/save`, { data, newGroups });
    for (const element of files) {
      const form = new FormData();
      form.set('flowElementId', element);
      const file = await writePdf({ title: 'A document', text: ['Signed.'], pages: 1 }, app.platform.now());
      form.set('files', new File([Buffer.from(file)], 'signed.pdf', { type: 'application/pdf' }));
      const sent = await app.call('POST', `${assignment}/upload`, { token, form });
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    }
    return ok(name, 'PUT', `${assignment}/submit`, { data: [] });
  }

  /** What the flow has given to them by itself, or to nobody; it is not given twice. */
  private async givenByItself(step: string, to: Name | null, partition: string | null) {
    await byItself();
    const { id } = await this.open('pro');
    const given = await app.db
      .selectFrom('assignments')
      .select(['id', 'deadline_at'])
      .where('application_id', '=', id)
      .where('step_id', '=', step)
      .where('owner_id', to === null ? 'is' : '=', to === null ? null : who(to).userId)
      .where((row) => row(sql`coalesce(partition_id, '')`, '=', partition ?? ''))
      .where('status', 'in', ['assigned', 'draft'])
      .executeTakeFirst();
    return given && { id: given.id, deadline: given.deadline_at?.toISOString() };
  }

  async assign(
    by: Name,
    flowElementId: string,
    to: Name | null,
    role: string,
    more: { partitionId?: string; makeLead?: boolean } = {},
  ) {
    const given = await this.givenByItself(flowElementId, to, more.partitionId ?? null);
    if (given !== undefined) return given;
    const userId = to === null ? null : who(to).userId;
    return ok(by, 'POST', this.at('/assign'), { flowElementId, userId, role, ...more });
  }

  accept(name: Name, { id }: { id: string }) {
    return ok(name, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  }

  /** Assigned, accepted and handed in. */
  async work(
    by: Name,
    step: string,
    to: Name,
    role: string,
    content: Content = {},
    more: { partitionId?: string; makeLead?: boolean } = {},
  ) {
    const { partition } = content;
    const given = await this.assign(by, step, to, role, {
      ...(partition === undefined ? {} : { partitionId: partition }),
      ...more,
    });
    if (to !== 'applicant') await this.accept(to, given);
    await this.submit(to, step, content);
    return given;
  }

  async approve() {
    await this.work('pro', 'ADM', 'pro', 'pro', { answers: answersTo('ADM') });
  }

  release(step: string) {
    return ok('pro', 'POST', this.at('/release'), { flowElementId: step });
  }

  review(name: Name, partition: string, classification: string) {
    return this.submit(name, 'TEC', {
      partition,
      answers: answersTo('TEC', {
        'TE.prop': partition === lumi ? '120000' : '40000',
        'TE.class': classification,
        ...(classification === 'rejected' ? { 'TE.rej': 'Ask for fewer hours.' } : {}),
        'TE.reason': classification === 'rejected' ? 'The code has no GPU part.' : 'It fits.',
      }),
    });
  }

  /** The chair of the committee decides about what is left. */
  async decide(...rows: Record<string, string>[]) {
    await this.work(
      'pro',
      'ALL',
      'chair',
      'ac_chair',
      {
        answers: { 'AL.text': 'Dear Dr. Szentirmai, the committee has decided.', 'AL.gb': 'true' },
        rows: { 'AL.g_part': rows },
      },
      { makeLead: true },
    );
  }

  outcome(rows: object[], reason: string) {
    return ask('pro', 'POST', this.at('/outcome'), { rows, reason });
  }

  /** The log of the application from its beginning. */
  async log(): Promise<string[]> {
    const words: string[] = [];
    let next: number | null = null;
    do {
      const page: { data: { words: string; step: string | null }[]; next: number | null } = await ok(
        'pro',
        'GET',
        `${this.at('/events')}?limit=100${next === null ? '' : `&before=${next}`}`,
      );
      words.push(...page.data.map(({ words: entry, step }) => (step === null ? entry : `${step}: ${entry}`)));
      next = page.next;
    } while (next !== null);
    // The world skips the minutes in which staff could stop a release.
    return words.toReversed().filter((entry) => !entry.endsWith(': Release scheduled'));
  }

  /** What the applicant was mailed about it, in the order of sending, what came at once by its subject. */
  async mails(): Promise<string[]> {
    const mails = await app.db
      .selectFrom('kept_mails')
      .select(['recipient', 'subject'])
      .where('recipient', '=', `${emails.applicant}@example.org`)
      .orderBy('kept_at')
      .orderBy('subject')
      .execute();
    return mails
      .filter(({ subject }) => subject.includes(this.uid))
      .map(({ subject }) => subject.replace(this.uid, 'UID'));
  }
}

const row = (partition: string, outcome: string, more: Record<string, string> = {}) => ({
  'AL.g_part': partition,
  'AL.dec': outcome,
  ...more,
});
const award = (amount: string) => ({ 'AL.nh': amount, 'AL.start': plainDay(121), 'AL.end': plainDay(486) });

describe('an application of the demonstration', () => {
  story('goes over two partitions to an award and its checked report', async (walk, expect) => {
    expect([await walk.seen('applicant'), await walk.seen('pro'), await walk.seen('csc')]).toEqual([
      ['submitted', 'REG.S1 submitted'],
      ['submitted', 'REG.S1 submitted'],
      ['submitted', 'REG.S1 submitted'],
    ]);

    // The check asks for changes twice.
    await day(1);
    const check = await walk.assign('pro', 'ADM', 'pro', 'pro');
    await walk.accept('pro', check);
    for (const nth of [1, 2]) {
      await walk.submit('pro', 'ADM', {
        answers: answersTo('ADM', {
          'AD.dec': 'request_changes',
          'AD.msg': `Name the code (${nth}).`,
          'AD.until': plainDay(nth + 3),
        }),
      });
      expect(await walk.seen('applicant')).toEqual(['changes_requested', 'REG.S1 changes_requested']);
      const [first]: Seen[] = (await walk.open('applicant')).assignments;
      expect([first?.reason, first?.deadline]).toEqual([
        `Name the code (${nth}).`,
        `${plainDay(nth + 3)}T22:59:59.000Z`,
      ]);
      await walk.submit('applicant', 'REG.S1', { answers: { 'R1.title': `Waves, named ${nth}` } });
      expect([await walk.seen('applicant'), await walk.seen('pro')]).toEqual([
        ['submitted', 'REG.S1 resubmitted'],
        ['submitted', 'REG.S1 resubmitted', 'ADM accepted'],
      ]);
    }
    await walk.unnotified(expect, () => walk.submit('pro', 'ADM', { answers: { 'AD.dec': 'approved' } }));
    await walk.release('ADM');
    expect(await walk.seen('applicant')).toEqual(['submitted', 'REG.S1 approved', 'ADM submitted']);

    // Two technical reviews: one centre gives its away, the other one hands on what it took. One turns its partition down.
    await day(11);
    const first = await walk.assign('csc', 'TEC', 'lumiReviewer', 'technical_reviewer', {
      partitionId: lumi,
      makeLead: true,
    });
    // The flow has given it to nobody of the centre, and leads nobody.
    const open = await walk.assign('pro', 'TEC', null, 'technical_reviewer', { partitionId: leonardo });
    const take = `/v2/assignments/${open.id}/take`;
    expect((await ask('csc', 'PUT', take, {})).status).toBe(404);
    await ok('leonardoReviewer', 'PUT', take, { agreed: true });
    const back = await ok('leonardoReviewer', 'PUT', `/v2/assignments/${open.id}/hand-back`);
    await ok('cineca', 'PUT', `/v2/assignments/${back.id}/take`, { agreed: true });
    const second = await ok('cineca', 'PUT', `/v2/assignments/${back.id}/hand-on`, {
      userId: who('leonardoReviewer').userId,
    });
    expect([second.partitionId, second.isLead, second.deadline]).toEqual([leonardo, false, open.deadline]);
    // Before accepting, the work and a preview of the application; after it, the application; never the other review.
    expect(await walk.seen('lumiReviewer')).toEqual(['submitted', 'REG.S1 submitted', 'TEC lumi-g assigned']);
    await walk.accept('lumiReviewer', first);
    await walk.accept('leonardoReviewer', second);
    // The applicant learns that the step is complete, but cannot read the reviews.
    const known = await walk.seen('applicant');
    await walk.review('lumiReviewer', lumi, 'accepted');
    await walk.review('leonardoReviewer', leonardo, 'rejected');
    expect(await walk.seen('applicant')).toEqual(known);
    expect([await walk.seen('lumiReviewer'), ((await walk.seen('cineca')) as string[]).toSorted()]).toEqual([
      ['submitted', 'REG.S1 approved', 'TEC lumi-g submitted'],
      // What a centre reads of its own partition, not of the other centre's, and the own work that was handed on.
      ['REG.S1 approved', 'TEC leonardo-booster refused', 'TEC leonardo-booster submitted', 'submitted'],
    ]);

    // Three scientific reviewers: one refuses, and the chair of the panel asks another one; one is in conflict afterwards.
    await day(36);
    const asked = await Promise.all(
      (['pawel', 'amadeu', 'henrike'] as const).map((name) =>
        walk.assign('pro', 'SCI', name, 'scientific_reviewer'),
      ),
    );
    const [pawel, amadeu, henrike] = asked;
    await ok('pawel', 'PUT', `/v2/assignments/${pawel.id}/accept`, { accepted: false, reason: 'No time.' });
    const instead = { flowElementId: 'SCI', userId: who('solveig').userId, role: 'scientific_reviewer' };
    expect((await ask('otherPanel', 'POST', walk.at('/assign'), instead)).status).toBe(404);
    // So does a rapporteur of the panel who has no work on it, though the step lets rapporteurs assign.
    expect((await ask('rapporteur', 'POST', walk.at('/assign'), instead)).status).toBe(404);
    const solveig = await ok('panel', 'POST', walk.at('/assign'), instead);
    await walk.unnotified(expect, async () => {
      for (const [name, given] of [
        ['amadeu', amadeu],
        ['henrike', henrike],
        ['solveig', solveig],
      ] as const) {
        await walk.accept(name, given);
        await walk.submit(name, 'SCI', { answers: answersTo('SCI', { 'SC.ai': 'well' }) });
      }
      await ok('pro', 'PUT', walk.at(`/conflicts/${who('henrike').userId}`), { reason: 'A common paper' });
    });
    expect([await walk.seen('pawel'), await walk.seen('henrike'), await walk.seen('solveig')]).toEqual([
      ['User has refused this assignment.'],
      ['There is a conflict of interest'],
      ['submitted', 'REG.S1 approved', 'SCI submitted'],
    ]);
    // Two are fewer than the step needs: another one is asked.
    await walk.work('panel', 'SCI', 'etienne', 'scientific_reviewer', {
      answers: answersTo('SCI', { 'SC.ai': 'well' }),
    });
    expect((await walk.log()).at(-1)).toBe('Scientific review: All assignments submitted');

    // Released reviews are numbered, have the day of the release and no author; what was refused or is in conflict is not there.
    await day(76.2);
    for (const step of ['TEC', 'SCI']) await walk.release(step);
    const reported = await walk.open('applicant');
    expect(
      reported.assignments
        .filter(({ stepId }: Seen) => stepId === 'TEC' || stepId === 'SCI')
        .map(({ role, labelNumber, ...one }: Seen & { submittedAt: string }) => [
          `${role} ${labelNumber}`,
          one.status,
          one.owner,
          one.submittedAt,
        ]),
    ).toEqual([
      ...[1, 2].map((nth) => [
        `technical_reviewer ${nth}`,
        'submitted',
        undefined,
        `${plainDay(76)}T00:00:00.000Z`,
      ]),
      ...[1, 2, 3].map((nth) => [
        `scientific_reviewer ${nth}`,
        'submitted',
        undefined,
        `${plainDay(76)}T00:00:00.000Z`,
      ]),
    ]);
    expect(JSON.stringify(reported)).not.toMatch(
      /Brandenburger|Salgueiro|Haraldsen|Grzegorczyk|Kjærsgaard|SC.to_panel/,
    );
    await ok('pro', 'POST', walk.at('/unlock'), { flowElementId: 'RTR' });
    const reply = await walk.work('pro', 'RTR', 'applicant', 'applicant', { answers: answersTo('RTR') });
    expect(reply.deadline).toBe(`${plainDay(83)}T22:59:59.000Z`);

    // Whoever writes the report, ranks and decides reads what there is to judge.
    await day(84);
    const moves = { moves: true };
    const consolidate = async () => {
      // The rapporteurs of a panel read an application when they have taken it on, not by their panel.
      expect(await walk.seen('rapporteur')).toBe(404);
      const given = await walk.assign('panel', 'RAP', 'rapporteur', 'rapporteur', { makeLead: true });
      expect(await walk.seen('rapporteur')).toEqual(['submitted', 'REG.S1 submitted', 'RAP assigned']);
      await walk.accept('rapporteur', given);
      await walk.submit('rapporteur', 'RAP', { answers: answersTo('RAP') });
    };
    await walk.unnotified(expect, consolidate, moves);
    const read = ['REG.S1 approved', 'TEC lumi-g submitted', 'TEC leonardo-booster submitted'];
    const reviews = ['SCI submitted', 'SCI submitted', 'SCI submitted', 'RTR submitted', 'RAP submitted'];
    const sorted = (seen: string[] | number) => (typeof seen === 'number' ? seen : seen.toSorted());
    expect(sorted(await walk.seen('rapporteur'))).toEqual(['submitted', ...read, ...reviews].toSorted());
    await day(96);
    const rank = async () => {
      const ranking = { answers: answersTo('PAN', { 'PA.nh': '100000', 'PA.cut': 'reduced' }) };
      await walk.work('pro', 'PAN', 'panel', 'panel_chair', ranking, { makeLead: true });
    };
    await walk.unnotified(expect, rank, moves);

    // The decision: a reduced amount, changed once before its release and once after.
    await day(106);
    const change = (amount: string, reason: string) =>
      walk.outcome([{ partitionId: lumi, outcome: 'reduced', amount, reason: null }], reason);
    const decide = async () => {
      await walk.decide(row(lumi, 'awarded_reduced', { ...award('100000'), 'AL.why': 'The pool is small.' }));
      expect((await change('90000', '')).body.code).toBe('reason_needed');
      expect((await change('90000', 'Less is there.')).status).toBe(200);
    };
    await walk.unnotified(expect, decide, moves);
    const decision = { startsOn: plainDay(121), endsOn: plainDay(486), isReleased: true };
    const dropped = {
      ...{ partitionId: leonardo, outcome: 'rejected', amount: null, reason: 'The code has no GPU part.' },
      ...{ startsOn: null, endsOn: null, isReleased: true },
    };
    const reduced = { partitionId: lumi, outcome: 'reduced', amount: '90000', reason: 'Less is there.' };
    expect(sorted(await walk.seen('chair'))).toEqual(
      ['submitted', ...read, ...reviews, 'PAN submitted', 'ALL submitted'].toSorted(),
    );
    expect((await walk.open('applicant')).decisions).toEqual([]);
    await walk.release('ALL');
    expect((await walk.open('applicant')).decisions).toEqual([dropped, { ...reduced, ...decision }]);
    expect(((await walk.seen('applicant')) as string[]).at(0)).toBe('approved');
    await walk.unnotified(expect, async () => {
      expect((await change('95000', 'Some came back.')).status).toBe(200);
    });
    await walk.release('ALL');
    const final = await walk.open('applicant');
    expect(final.decisions).toEqual([
      dropped,
      { ...reduced, amount: '95000', reason: 'Some came back.', ...decision },
    ]);
    // The letter speaks of what was never released.
    expect(final.assignments.find(({ stepId }: Seen) => stepId === 'ALL').data).toEqual([]);

    // After the decision.
    const acceptance = await walk.work('pro', 'ACC', 'applicant', 'applicant', {
      answers: answersTo('ACC', { 'AC.start': plainDay(121), 'AC.sign': pdf }),
    });
    expect(acceptance.deadline).toBe(`${plainDay(116)}T21:59:59.000Z`);
    await day(111);
    const centre = { flowElementId: 'ONB', userId: null, role: 'compute_centre_representative' };
    expect(
      (await ask('pro', 'POST', walk.at('/assign'), { ...centre, partitionId: leonardo })).body.code,
    ).toBe('partition_not_asked_for');
    const onboarding = await walk.assign('pro', 'ONB', null, centre.role, { partitionId: lumi });
    expect((await ask('cineca', 'PUT', `/v2/assignments/${onboarding.id}/take`, {})).status).toBe(404);
    await ok('csc', 'PUT', `/v2/assignments/${onboarding.id}/take`);
    await walk.accept('csc', onboarding);
    await walk.submit('csc', 'ONB', {
      answers: answersTo('ONB', {
        'ON.unit': '95000',
        'ON.start': plainDay(121),
        'ON.end': plainDay(486),
        'ON.mail': plainDay(110),
      }),
    });
    expect(((await walk.seen('csc')) as string[]).toSorted()).toEqual(
      [
        ...['approved', 'REG.S1 approved', 'TEC lumi-g submitted'],
        ...['ALL submitted', 'ACC submitted', 'ONB lumi-g submitted'],
      ].toSorted(),
    );
    const paid = { 'FI.bank': 'yes', 'FI.state': 'paid' };
    const paidTo = (name: Name) => ({ 'FI.experts': String(who(name).userId), ...paid });
    await walk.work('pro', 'FIN', 'finance', 'finance_manager', {
      rows: { 'FI.experts': (['amadeu', 'solveig', 'etienne'] as const).map(paidTo) },
    });
    for (const month of [1, 2]) {
      await day(121 + 31 * month);
      await walk.work('pro', 'PRJ', 'projects', 'project_manager', {
        answers: { 'PM.use': String(8 * month), 'PM.flag': 'on_plan', 'PM.action': 'none' },
      });
    }
    await day(490);
    const report = await walk.work('pro', 'REP', 'applicant', 'applicant', {
      answers: answersTo('REP', { 'FR.pdf': pdf }),
      rows: templates.get('REP')?.rows ?? {},
    });
    expect(report.deadline).toBe(`${plainDay(576)}T21:59:59.000Z`);
    const approveReport = () =>
      walk.work('pro', 'REV', 'pro', 'pro', { answers: { 'FC.ok': 'approved', 'FC.story': 'yes' } });
    await walk.unnotified(expect, approveReport, moves);
    await walk.release('REV');
    await day(491);
    expect(((await walk.seen('applicant')) as string[]).slice(-3)).toEqual([
      'ONB lumi-g submitted',
      'REP approved',
      'REV submitted',
    ]);
    const log: Record<string, string> = {};
    for (const entry of await walk.log()) {
      const [words = '', step = 'Besides'] = entry.split(': ').toReversed();
      log[step] = log[step] === undefined ? words : `${log[step]}; ${words}`;
    }
    expect(log).toEqual({
      Application:
        'Application duplicated; Assignment submitted; All assignments submitted; Admin requested changes; Assignment resubmitted; All assignments submitted; Admin requested changes; Assignment resubmitted; All assignments submitted; Admin approved; Admin approved; Admin approved',
      Besides: 'Cut-off passed; Partition dropped',
      // What the flow gives to nobody is given to somebody afterwards.
      'Administrative check':
        'User assigned; User assigned; Assignment accepted; Assignment submitted; All assignments submitted; Assignment reopened; Assignment submitted; All assignments submitted; Assignment reopened; Assignment submitted; All assignments submitted; Step released',
      'Technical review':
        'User assigned; Non-lead assigned; User assigned; Non-lead assigned; User assigned; Lead assigned; Assignment accepted; Assignment handed back; User assigned; Assignment accepted; Assignment refused; User assigned; Non-lead assigned; Assignment accepted; Assignment accepted; Assignment submitted; Lead assignment submitted; Assignment submitted; Non lead assignment submitted; All assignments submitted; Step released',
      'Scientific review':
        'User assigned; User assigned; User assigned; Assignment refused; User assigned; Assignment accepted; Assignment submitted; Assignment accepted; Assignment submitted; Assignment accepted; Assignment submitted; All assignments submitted; Conflict of interest recorded; User assigned; Assignment accepted; Assignment submitted; All assignments submitted; Step released',
      'Right to reply': 'Step unlocked; Draft started; Assignment submitted; All assignments submitted',
      Consolidation:
        'User assigned; Lead assigned; Assignment accepted; Assignment submitted; Lead assignment submitted; All assignments submitted',
      'Panel ranking':
        'User assigned; Lead assigned; Assignment accepted; Assignment submitted; Lead assignment submitted; All assignments submitted',
      Decision:
        'User assigned; Lead assigned; Assignment accepted; Assignment submitted; Lead assignment submitted; Outcome recorded; Outcome recorded; All assignments submitted; Outcome changed; Step released; Outcome changed; Step released',
      Acceptance: 'Draft started; Document uploaded; Assignment submitted; All assignments submitted',
      Onboarding: 'User assigned; Assignment accepted; Assignment submitted; All assignments submitted',
      // The month after is nobody's yet.
      'Project follow-up':
        'User assigned; User assigned; Assignment accepted; Assignment submitted; All assignments submitted; User assigned; User assigned; Assignment accepted; Assignment submitted; All assignments submitted; User assigned',
      'Payment of reviewers':
        'User assigned; User assigned; Assignment accepted; Assignment submitted; All assignments submitted',
      'Final report':
        'Draft started; Document uploaded; Assignment submitted; All assignments submitted; Admin approved',
      'Check of the final report':
        'User assigned; User assigned; Assignment accepted; Assignment submitted; All assignments submitted; Step released',
    });
    expect(await walk.mails()).toEqual([
      'UID was submitted to Regular Access',
      'UID passed the administrative check',
      'UID was resubmitted to Regular Access',
      'UID was resubmitted to Regular Access',
      'Read the reviews of UID, and reply if you want to',
      'Right to reply of UID was submitted',
      'Accept or decline the award: UID',
      // It was released twice.
      'UID: the result of your application',
      'UID: the result of your application',
      'Acceptance of UID was submitted',
      'Your project UID is set up: LUMI-G',
      'Final report of UID was submitted',
      'Submit your next step: Final report of UID',
      'UID is closed',
    ]);
  });

  story(
    'is rejected where every partition is turned down, and learns it at the release',
    async (walk, expect) => {
      await day(1);
      await walk.unnotified(expect, () => walk.approve());
      await day(11);
      for (const [name, partition] of [
        ['lumiReviewer', lumi],
        ['leonardoReviewer', leonardo],
      ] as const) {
        const given = await walk.assign('pro', 'TEC', name, 'technical_reviewer', { partitionId: partition });
        await walk.accept(name, given);
        await walk.unnotified(expect, () => walk.review(name, partition, 'rejected'));
      }
      expect((await walk.log()).slice(-2)).toEqual([
        'Partition dropped',
        'Technical review: All assignments submitted',
      ]);
      await day(106);
      await walk.unnotified(expect, () => walk.decide());
      await walk.release('ALL');
      expect(await walk.seen('applicant')).toEqual(['rejected', 'REG.S1 approved', 'ALL submitted']);
      const none = { amount: null, reason: 'The code has no GPU part.', startsOn: null, endsOn: null };
      expect((await walk.open('applicant')).decisions).toEqual(
        [leonardo, lumi].map((partitionId) => ({
          ...{ partitionId, outcome: 'rejected', ...none, isReleased: true },
        })),
      );
      expect((await walk.log()).slice(-3)).toEqual([
        'Decision: All assignments submitted',
        'Decision: Step released',
        'Application: Admin rejected',
      ]);
    },
  );

  story('goes from the reserve list to an award', async (walk, expect) => {
    await day(1);
    await walk.approve();
    await day(106);
    const reserve = { 'AL.res_pos': '1', 'AL.why': 'If hours are left.' };
    await walk.unnotified(expect, () =>
      walk.decide(
        row(lumi, 'reserve_list', reserve),
        row(leonardo, 'rejected', { 'AL.why': 'Too many ask for it.' }),
      ),
    );
    await walk.release('ALL');
    expect(await walk.seen('applicant')).toEqual(['submitted', 'REG.S1 submitted', 'ALL submitted']);
    const no = {
      ...{ partitionId: leonardo, outcome: 'rejected', amount: null, reason: 'Too many ask for it.' },
      ...{ startsOn: null, endsOn: null, isReleased: true },
    };
    const onList = {
      ...{ partitionId: lumi, outcome: 'reserve', amount: null, reason: 'If hours are left.' },
      ...{ startsOn: null, endsOn: null, isReleased: true },
    };
    expect((await walk.open('applicant')).decisions).toEqual([no, onList]);
    const days = { startsOn: plainDay(130), endsOn: plainDay(495) };
    await walk.unnotified(expect, async () => {
      const awarded = { partitionId: lumi, outcome: 'reduced', amount: '50000', reason: null, ...days };
      const { status } = await walk.outcome(
        [awarded, { partitionId: leonardo, outcome: 'rejected', amount: null, reason: null }],
        'Another project gave its hours back.',
      );
      expect(status).toBe(200);
    });
    await walk.release('ALL');
    expect(await walk.seen('applicant')).toEqual(['approved', 'REG.S1 approved', 'ALL submitted']);
    expect((await walk.open('applicant')).decisions).toEqual([
      no,
      {
        ...{ partitionId: lumi, outcome: 'reduced', amount: '50000', ...days },
        ...{ reason: 'Another project gave its hours back.', isReleased: true },
      },
    ]);
    const log = (await walk.log()).filter((entry) => !entry.startsWith('Technical review'));
    expect(log.slice(-4)).toEqual([
      'Decision: Step released',
      'Decision: Outcome changed',
      'Decision: Step released',
      'Application: Admin approved',
    ]);
  });

  story('ends by being withdrawn during the review', async (walk, expect) => {
    await day(1);
    await walk.approve();
    await day(36);
    const given = await walk.assign('pro', 'SCI', 'solveig', 'scientific_reviewer');
    expect((await ask('applicant', 'POST', walk.at('/take-back'), {})).body.code).toBe('deadline_passed');
    await ok('applicant', 'POST', walk.at('/withdraw'));
    expect([
      await walk.seen('applicant'),
      await walk.seen('solveig'),
      (await ask('solveig', 'PUT', `/v2/assignments/${given.id}/accept`, { accepted: true, agreed: true }))
        .body.code,
    ]).toEqual([['withdrawn', 'REG.S1 submitted'], ['This assignment was revoked.'], 'not_waiting']);
    const log = (await walk.log()).filter((entry) => !entry.startsWith('Technical review'));
    expect(log.slice(-3)).toEqual([
      'Scientific review: User assigned',
      'Application withdrawn',
      'Scientific review: Assignment revoked',
    ]);
    expect(await walk.mails()).toEqual(['UID was submitted to Regular Access']);
  });

  story('ends by the first check, which its applicant learns at the release', async (walk, expect) => {
    await day(1);
    await walk.unnotified(expect, () =>
      walk.work('pro', 'ADM', 'pro', 'pro', {
        answers: answersTo('ADM', { 'AD.dec': 'rejected', 'AD.why': 'Not eligible.' }),
      }),
    );
    await day(11);
    await walk.release('ADM');
    expect(await walk.seen('applicant')).toEqual(['rejected', 'REG.S1 rejected', 'ADM submitted']);
    const [own] = (await walk.open('applicant')).assignments;
    expect(own.reason).toBe('Not eligible.');
    expect((await walk.log()).slice(-4)).toEqual([
      'Decision: Outcome recorded',
      'Administrative check: All assignments submitted',
      'Administrative check: Step released',
      'Application: Admin rejected',
    ]);
  });
});
