import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { partitionRowId } from '@clearcall/domain/forms/partition-rows.ts';
import type { Element, Flow } from '@clearcall/domain/forms/types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { newId } from '../../platform/new-id.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { allWork } from '../work.ts';
import { loadWorldFile } from '../world/load.ts';
import { writePdf } from '../world/write-pdf.ts';

/**
 * Applications of the demonstration's Regular call, from the draft to the end, as its people would do it: over HTTP alone,
 * signed in with the passwords of the page, and with the clock of the demonstration alone.
 */

const folder = fileURLToPath(new URL('../../../demo/', import.meta.url));
const password = 'Demo-portal-2026!';
const dayMs = 86_400_000;

/** Where people of the demonstration have no address named like their role. */
const emails: Record<string, string> = {
  applicant: 'gabor.szentirmai',
  pro: 'pro',
  csc: 'pirkko.laaksonharju',
  cineca: 'lorenzo.battistoni',
  bsc: 'compute-centre-representative',
  lumiReviewer: 'technical-reviewer',
  leonardoReviewer: 'chiara.venturelli',
  pawel: 'pawel.grzegorczyk',
  amadeu: 'amadeu.salgueiro',
  henrike: 'henrike.brandenburger',
  solveig: 'solveig.haraldsen',
  etienne: 'scientific-reviewer',
  isolde: 'isolde.vermeersch',
  rapporteur: 'dorottya.kemenyffy',
  panel: 'tobias.hallgrimsson',
  otherPanel: 'panel-chair',
  chair: 'ac-chair',
  member: 'ac-member',
  projects: 'project-manager',
  finance: 'finance-manager',
};
const lumi = 'lumi-g';
const leonardo = 'leonardo-booster';

type Values = Record<string, unknown>;
type Rows = Record<string, Values[]>;
interface Content {
  answers?: Values;
  rows?: Rows;
  partition?: string;
}
interface Person {
  email: string;
  userId: number;
  token: string;
}

let app: TestApp;
let flow: Flow;
let cutoffEnd: Date;
let clock: Date;
const people = new Map<string, Promise<Person>>();
const templates = new Map<string, Content>();

beforeAll(async () => {
  app = await buildTestApp();
  await loadWorldFile(app.platform, `${folder}world.json`, app.platform.now());
  flow = JSON.parse(await readFile(`${folder}flows/regular.json`, 'utf8'));
  const cutoff = await app.db
    .selectFrom('cutoffs')
    .innerJoin('calls', 'calls.id', 'cutoffs.call_id')
    .innerJoin('applications', 'applications.call_id', 'calls.id')
    .innerJoin('users', 'users.id', 'applications.owner_id')
    .select('cutoffs.ends_at')
    .where('users.email', '=', 'gabor.szentirmai@example.org')
    .where('calls.code', '=', 'REG')
    .where('cutoffs.ends_at', '>', app.platform.now())
    .executeTakeFirstOrThrow();
  cutoffEnd = new Date(String(cutoff.ends_at));
  // What the people of the demonstration wrote in each step of an application that is finished.
  const finished = JSON.parse(await readFile(`${folder}applications/regular-finished.json`, 'utf8'));
  for (const { history } of finished)
    for (const { do: what, step, answers, rows } of history)
      if (what === 'submit' && step !== undefined && !templates.has(step)) templates.set(step, { answers, rows });
}, 120_000);
afterAll(() => app.close());

function who(name: string): Promise<Person> {
  const known = people.get(name);
  if (known !== undefined) return known;
  const signedIn = (async () => {
    const email = `${emails[name]}@example.org`;
    const { body } = await app.call('POST', '/users/login', { body: { email, password, app: 'user_portal' } });
    const { id } = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { email, userId: id, token: body.token };
  })();
  people.set(name, signedIn);
  return signedIn;
}

/** Moves the clock of the demonstration to so many days after the cut-off, and lets happen what waits for it. */
async function day(days: number) {
  clock = new Date(cutoffEnd.getTime() + days * dayMs);
  const moved = await app.call('POST', '/demo/clock', { body: { to: clock.toISOString() } });
  expect([moved.status, moved.body.now]).toEqual([200, clock.toISOString()]);
  await workOff(app.platform, allWork(app.platform));
}
const plainDay = (days: number) => new Date(cutoffEnd.getTime() + days * dayMs).toISOString().slice(0, 10);

async function ask(name: string, method: string, path: string, body?: unknown) {
  const { token } = await who(name);
  return app.call(method, path, { token, body });
}
async function ok(name: string, method: string, path: string, body: unknown = {}) {
  const answer = await ask(name, method, path, method === 'GET' ? undefined : body);
  if (answer.status !== 200) throw new Error(`${name}: ${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const elementsOf = (step: string): Element[] =>
  (flow.steps.find(({ id }) => id === step)?.forms ?? []).flatMap(({ elements }) =>
    elements.flatMap((element) => [element, ...(element.children ?? [])]),
  );

class Walk {
  readonly uid: string;
  readonly id: number;
  constructor(uid: string, id: number) {
    this.uid = uid;
    this.id = id;
  }

  /** A copy of an application that was submitted already, with what the copy leaves out. */
  static async submitted(): Promise<Walk> {
    const found = await ok('applicant', 'POST', '/v2/applications/search', { role: 'applicant' });
    const { uid: original } = found.data.find((row: { status: string }) => row.status === 'submitted');
    const { uid } = await ok('applicant', 'POST', `/v2/applications/duplicate/${original}`);
    const { id } = await ok('applicant', 'GET', `/v2/applications/${uid}`);
    const walk = new Walk(uid, id);
    const declared = elementsOf('REG.S1').filter(
      ({ config, effects }) => config.declaration === true && effects.length === 0,
    );
    await walk.submit('applicant', 'REG.S1', {
      answers: Object.fromEntries(declared.map((element) => [element.id, 'true'])),
    });
    return walk;
  }

  at(path = ''): string {
    return `/v2/applications/${this.uid}${path}`;
  }

  /** What the step asks, as it was answered in the demonstration, with what is named beside; handed in by its owner. */
  async submit(name: string, step: string, { answers = {}, rows = {}, partition }: Content = {}) {
    const { userId, token } = await who(name);
    const { assignments } = await ok(name, 'GET', this.at());
    const own = assignments.find(
      (one: { stepId: string; partitionId: string | null; owner?: { id: number }; can: { submit: boolean } }) =>
        one.stepId === step &&
        one.owner?.id === userId &&
        one.can.submit &&
        (partition === undefined || one.partitionId === partition),
    );
    if (own === undefined)
      throw new Error(`${name} has nothing to submit in ${step}: ${JSON.stringify(assignments)}`);
    const known = (flowElementId: string, dataGroupId: string | null) =>
      own.data.find(
        (one: { flowElementId: string; dataGroupId: string | null }) =>
          one.flowElementId === flowElementId && one.dataGroupId === dataGroupId,
      );
    const data: unknown[] = [];
    const newGroups: unknown[] = [];
    const put = async (flowElementId: string, value: unknown, dataGroupId: string | null) => {
      if (value === pdf) {
        const form = new FormData();
        form.set('flowElementId', flowElementId);
        const file = await writePdf({ title: 'A document', text: ['Signed.'], pages: 1 }, app.platform.now());
        form.set('files', new File([file], 'signed.pdf', { type: 'application/pdf' }));
        const sent = await app.call('POST', `/v2/assignments/${own.id}/upload`, { token, form });
        if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
        return;
      }
      const values = typeof value === 'string' ? [value] : (value as string[]);
      const revision = known(flowElementId, dataGroupId)?.revision ?? 0;
      data.push({ flowElementId, dataGroupId, input: { values }, revision });
    };
    for (const [element, value] of Object.entries(answers)) await put(element, value, null);
    for (const [group, list] of Object.entries(rows))
      for (const [order, row] of list.entries()) {
        const given = Object.values(row)[0];
        const fixed = elementsOf(step).find(({ id }) => id === group)?.config.rowsFrom !== undefined;
        const id = fixed ? partitionRowId(group, String(given)) : newId();
        if (!fixed) newGroups.push({ id, flowElementId: group, order });
        for (const [element, value] of Object.entries(row))
          if (!(fixed && value === given)) await put(element, value, id);
      }
    return ok(name, 'PUT', `/v2/assignments/${own.id}/submit`, { data, newGroups });
  }

  async assign(by: string, step: string, to: string | null, role: string, more: object = {}) {
    const userId = to === null ? null : (await who(to)).userId;
    return ok(by, 'POST', this.at('/assign'), { flowElementId: step, userId, role, ...more });
  }

  async accept(name: string, id: string) {
    return ok(name, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  }

  async work(by: string, step: string, to: string, role: string, content: Content = {}, more: object = {}) {
    const { id } = await this.assign(by, step, to, role, {
      ...(content.partition === undefined ? {} : { partitionId: content.partition }),
      ...more,
    });
    if (to !== 'applicant') await this.accept(to, id);
    await this.submit(to, step, content);
    return id as string;
  }

  /** What somebody is told: the status of the application and each assignment that they see. */
  async seen(name: string) {
    const { status, body } = await ask(name, 'GET', this.at());
    if (status !== 200) return status;
    return [
      body.status,
      ...body.assignments.map((one: { stepId: string; partitionId: string | null; status: string; label: string }) =>
        [one.stepId, one.partitionId, one.status].filter((part) => part !== null).join(' '),
      ),
    ];
  }

  async log(): Promise<string[]> {
    const words: string[] = [];
    let before: number | null = null;
    do {
      const page: { data: { words: string; step: string | null }[]; next: number | null } = await ok(
        'pro',
        'GET',
        `${this.at('/events')}?limit=100${before === null ? '' : `&before=${before}`}`,
      );
      words.push(...page.data.map(({ words: said, step }) => (step === null ? said : `${said}: ${step}`)));
      before = page.next;
    } while (before !== null);
    return words.reverse();
  }
}

const pdf = Symbol('a document');
const template = (step: string, more: Values = {}): Values => ({
  ...Object.fromEntries(
    Object.entries(templates.get(step)?.answers ?? {}).filter(
      ([, value]) => typeof value === 'string' || Array.isArray(value),
    ),
  ),
  ...more,
});

describe('a Regular application', () => {
  it('goes over two partitions to an award and its checked report', async () => {
    const walk = await Walk.submitted();
    const dump = async (...names: string[]) => {
      for (const name of names) console.log(name, JSON.stringify(await walk.seen(name)));
    };
    await dump('applicant', 'pro', 'csc', 'lumiReviewer');
    console.log(await walk.log());
    // The check asks for changes twice.
    console.log(await ask('pro', 'POST', walk.at('/assign'), { flowElementId: 'ADM', userId: (await who('pro')).userId, role: 'pro' }).then((a) => [a.status, a.body]));
    await day(1);
    await dump('pro', 'applicant');
    const check = (await ok('pro', 'GET', walk.at())).assignments.find((one: { stepId: string }) => one.stepId === 'ADM');
    await walk.accept('pro', check.id);
    for (const nth of [1, 2]) {
      await walk.submit('pro', 'ADM', {
        answers: template('ADM', { 'AD.dec': 'request_changes', 'AD.msg': `Name the code (${nth}).`, 'AD.until': plainDay(nth + 3) }),
      });
      await dump('applicant', 'pro', 'csc');
      const [first] = (await ok('applicant', 'GET', walk.at())).assignments;
      console.log(JSON.stringify({ ...first, data: undefined, groups: undefined, submitted: undefined, formFacts: undefined }));
      await walk.submit('applicant', 'REG.S1', { answers: { 'R1.title': `Waves ${nth}` } });
      await dump('applicant', 'pro', 'csc');
    }
    await walk.submit('pro', 'ADM', { answers: { 'AD.dec': 'approved' } });
    await dump('applicant', 'pro', 'csc');
    await ok('pro', 'POST', walk.at('/release'), { flowElementId: 'ADM' });
    await dump('applicant');
    console.log(await walk.log());
    console.log((await app.call('GET', '/demo/mails')).body.slice(0, 12).map((m: Record<string, string>) => [m.to, m.recipient, m.subject].join('|')));

    // Two technical reviews, one of them handed on by the centre; one turns its partition down.
    await day(11);
    const first = await walk.assign('csc', 'TEC', 'lumiReviewer', 'technical_reviewer', { partitionId: lumi, makeLead: true });
    const second = await walk.assign('pro', 'TEC', 'cineca', 'compute_centre_representative', { partitionId: leonardo, makeLead: true });
    console.log(JSON.stringify([first, second]));
    console.log(JSON.stringify(await walk.seen('cineca')));
    const on = await ask('cineca', 'PUT', `/v2/assignments/${second.id}/hand-on`, { userId: (await who('leonardoReviewer')).userId });
    console.log(on.status, JSON.stringify(on.body));
    await dump('lumiReviewer', 'leonardoReviewer', 'csc', 'cineca', 'panel');
    await walk.accept('lumiReviewer', first.id);
    await walk.accept('leonardoReviewer', on.body.id);
    await dump('lumiReviewer', 'leonardoReviewer', 'csc', 'cineca', 'panel');
    await walk.submit('lumiReviewer', 'TEC', { answers: template('TEC', { 'TE.prop': '120000' }) });
    await walk.submit('leonardoReviewer', 'TEC', { answers: template('TEC', { 'TE.prop': '40000', 'TE.class': 'rejected', 'TE.rej': 'Ask for fewer.', 'TE.reason': 'The code has no GPU part.' }) });
    await dump('applicant', 'pro', 'lumiReviewer', 'csc');
    console.log((await walk.log()).slice(-8));
  });
});
