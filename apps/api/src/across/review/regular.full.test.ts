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
      if (what === 'submit' && step !== undefined && !templates.has(step))
        templates.set(step, { answers, rows });
}, 120_000);
afterAll(() => app.close());

function who(name: string): Promise<Person> {
  const known = people.get(name);
  if (known !== undefined) return known;
  const signedIn = (async () => {
    const email = `${emails[name]}@example.org`;
    const { body } = await app.call('POST', '/users/login', {
      body: { email, password, app: 'user_portal' },
    });
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
      (one: {
        stepId: string;
        partitionId: string | null;
        owner?: { id: number };
        can: { submit: boolean };
      }) =>
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
    const put = (flowElementId: string, value: unknown, dataGroupId: string | null) => {
      const values = typeof value === 'string' ? [value] : (value as string[]);
      const revision = known(flowElementId, dataGroupId)?.revision ?? 0;
      data.push({ flowElementId, dataGroupId, input: { values }, revision });
    };
    for (const [element, value] of Object.entries(answers)) if (value !== pdf) put(element, value, null);
    for (const [group, list] of Object.entries(rows))
      for (const [order, row] of list.entries()) {
        const given = Object.values(row)[0];
        const fixed = elementsOf(step).find(({ id }) => id === group)?.config.rowsFrom !== undefined;
        const id = fixed ? partitionRowId(group, String(given)) : newId();
        if (!fixed) newGroups.push({ id, flowElementId: group, order });
        for (const [element, value] of Object.entries(row))
          if (!(fixed && value === given)) put(element, value, id);
      }
    const files = Object.keys(answers).filter((element) => answers[element] === pdf);
    if (files.length === 0) return ok(name, 'PUT', `/v2/assignments/${own.id}/submit`, { data, newGroups });
    // A document goes where the form asks for it: what opens its place is saved before.
    await ok(name, 'PUT', `/v2/assignments/${own.id}/save`, { data, newGroups });
    for (const element of files) {
      const form = new FormData();
      form.set('flowElementId', element);
      const file = await writePdf({ title: 'A document', text: ['Signed.'], pages: 1 }, app.platform.now());
      form.set('files', new File([file], 'signed.pdf', { type: 'application/pdf' }));
      const sent = await app.call('POST', `/v2/assignments/${own.id}/upload`, { token, form });
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    }
    return ok(name, 'PUT', `/v2/assignments/${own.id}/submit`, { data: [] });
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
      ...body.assignments.map(
        (one: { stepId: string; partitionId: string | null; status: string; label: string }) =>
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
    console.log(
      await ask('pro', 'POST', walk.at('/assign'), {
        flowElementId: 'ADM',
        userId: (await who('pro')).userId,
        role: 'pro',
      }).then((a) => [a.status, a.body]),
    );
    await day(1);
    await dump('pro', 'applicant');
    const check = (await ok('pro', 'GET', walk.at())).assignments.find(
      (one: { stepId: string }) => one.stepId === 'ADM',
    );
    await walk.accept('pro', check.id);
    for (const nth of [1, 2]) {
      await walk.submit('pro', 'ADM', {
        answers: template('ADM', {
          'AD.dec': 'request_changes',
          'AD.msg': `Name the code (${nth}).`,
          'AD.until': plainDay(nth + 3),
        }),
      });
      await dump('applicant', 'pro', 'csc');
      const [first] = (await ok('applicant', 'GET', walk.at())).assignments;
      console.log(
        JSON.stringify({
          ...first,
          data: undefined,
          groups: undefined,
          submitted: undefined,
          formFacts: undefined,
        }),
      );
      await walk.submit('applicant', 'REG.S1', { answers: { 'R1.title': `Waves ${nth}` } });
      await dump('applicant', 'pro', 'csc');
    }
    await walk.submit('pro', 'ADM', { answers: { 'AD.dec': 'approved' } });
    await dump('applicant', 'pro', 'csc');
    await ok('pro', 'POST', walk.at('/release'), { flowElementId: 'ADM' });
    await dump('applicant');
    console.log(await walk.log());
    console.log(
      (await app.call('GET', '/demo/mails')).body
        .slice(0, 12)
        .map((m: Record<string, string>) => [m.to, m.recipient, m.subject].join('|')),
    );

    // Two technical reviews, one of them handed on by the centre; one turns its partition down.
    await day(11);
    const first = await walk.assign('csc', 'TEC', 'lumiReviewer', 'technical_reviewer', {
      partitionId: lumi,
      makeLead: true,
    });
    const open = await walk.assign('pro', 'TEC', null, 'technical_reviewer', {
      partitionId: leonardo,
      makeLead: true,
    });
    console.log(
      'dash',
      JSON.stringify(
        (await ok('cineca', 'POST', '/v2/applications/dashboard', {})).data.map((x: any) => [
          x.uid,
          x.assignments,
        ]),
      ),
    );
    console.log('csc take', (await ask('csc', 'PUT', `/v2/assignments/${open.id}/take`, {})).status);
    console.log(
      'rev take',
      (await ask('leonardoReviewer', 'PUT', `/v2/assignments/${open.id}/take`, {})).status,
    );
    await ok('leonardoReviewer', 'PUT', `/v2/assignments/${open.id}/hand-back`);
    await ok('cineca', 'PUT', `/v2/assignments/${open.id}/take`);
    console.log(JSON.stringify(await walk.seen('cineca')));
    const on = await ask('cineca', 'PUT', `/v2/assignments/${open.id}/hand-on`, {
      userId: (await who('leonardoReviewer')).userId,
    });
    console.log(on.status, JSON.stringify(on.body));
    await dump('lumiReviewer', 'leonardoReviewer', 'csc', 'cineca', 'panel');
    await walk.accept('lumiReviewer', first.id);
    await walk.accept('leonardoReviewer', on.body.id);
    await dump('lumiReviewer', 'leonardoReviewer', 'csc', 'cineca', 'panel');
    const before = await ok('applicant', 'GET', walk.at());
    await walk.submit('lumiReviewer', 'TEC', { answers: template('TEC', { 'TE.prop': '120000' }) });
    await walk.submit('leonardoReviewer', 'TEC', {
      answers: template('TEC', {
        'TE.prop': '40000',
        'TE.class': 'rejected',
        'TE.rej': 'Ask for fewer.',
        'TE.reason': 'The code has no GPU part.',
      }),
    });
    expect(await ok('applicant', 'GET', walk.at())).toEqual(before);
    await dump('applicant', 'pro', 'lumiReviewer', 'csc');
    console.log((await walk.log()).slice(-12));

    await day(36);
    const reviews: Record<string, string> = {};
    for (const name of ['pawel', 'amadeu', 'henrike'])
      reviews[name] = (await walk.assign('pro', 'SCI', name, 'scientific_reviewer')).id;
    console.log(
      'evidence',
      JSON.stringify(
        await ok('pro', 'GET', `${walk.at('/conflicts/evidence')}?userIds=${(await who('pawel')).userId}`),
      ),
    );
    await ok('pro', 'POST', walk.at('/assign'), {
      flowElementId: 'SCI',
      userId: (await who('panel')).userId,
      role: 'scientific_reviewer',
    }).catch((e) => console.log(String(e)));
    console.log(
      JSON.stringify(
        await ok('pawel', 'PUT', `/v2/assignments/${reviews.pawel}/accept`, {
          accepted: false,
          reason: 'No time.',
        }),
      ),
    );
    const sol = await ask('amadeu', 'PUT', `/v2/assignments/${reviews.amadeu}/hand-on`, {
      userId: (await who('solveig')).userId,
    });
    console.log('sci hand on', sol.status, JSON.stringify(sol.body));
    const solveig =
      sol.status === 200 ? sol.body : await walk.assign('panel', 'SCI', 'solveig', 'scientific_reviewer');
    console.log(
      'replacement by panel',
      JSON.stringify(
        await ask('panel', 'POST', walk.at('/assign'), {
          flowElementId: 'SCI',
          userId: (await who('etienne')).userId,
          role: 'scientific_reviewer',
        }).then((a) => [a.status, a.body]),
      ),
    );
    console.log(
      'other panel',
      JSON.stringify(
        await ask('otherPanel', 'POST', walk.at('/assign'), {
          flowElementId: 'SCI',
          userId: (await who('isolde')).userId,
          role: 'scientific_reviewer',
        }).then((a) => [a.status, a.body]),
      ),
    );
    await walk.accept('henrike', reviews.henrike ?? '');
    await dump('pawel', 'amadeu', 'henrike', 'solveig', 'panel');
    await walk.submit('henrike', 'SCI', { answers: template('SCI', { 'SC.ai': 'well' }) });
    await walk.accept('solveig', solveig.id);
    await walk.submit('solveig', 'SCI', { answers: template('SCI', { 'SC.ai': 'well' }) });
    await dump('henrike', 'solveig', 'pro');
    await ok('pro', 'PUT', walk.at(`/conflicts/${(await who('henrike')).userId}`), {
      reason: 'A common paper',
    });
    await dump('henrike', 'solveig', 'pro', 'applicant');
    console.log((await walk.log()).slice(-22));
    await walk.accept('amadeu', reviews.amadeu ?? '');
    await walk.submit('amadeu', 'SCI', { answers: template('SCI', { 'SC.ai': 'well' }) });
    console.log(
      'rows',
      JSON.stringify(
        await ok('pro', 'GET', walk.at()).then((b) =>
          b.assignments.map((x: any) => [x.stepId, x.label, x.status, x.owner?.lastName]),
        ),
      ),
    );
    for (const [who2, id] of [['panel', (await ok('panel', 'GET', walk.at())).assignments[0].id]] as const)
      console.log(
        'refuse',
        JSON.stringify(
          (
            await ask(who2, 'PUT', `/v2/assignments/${id}/accept`, {
              accepted: false,
              reason: 'I chair the panel.',
            })
          ).body,
        ),
      );
    console.log('pro', JSON.stringify(await walk.seen('pro')));
    const eti = (await ok('etienne', 'GET', walk.at())).assignments.find((x: any) => x.can);
    console.log(
      'revoke by panel',
      JSON.stringify(
        (await ask('panel', 'PUT', `/v2/assignments/${eti.id}/revoke`, { reason: 'Three are enough.' })).body,
      ),
    );
    console.log((await walk.log()).slice(-6));

    await day(76.2);
    for (const step of ['TEC', 'SCI']) await ok('pro', 'POST', walk.at('/release'), { flowElementId: step });
    await dump('applicant', 'solveig', 'amadeu', 'henrike');
    const told = await ok('applicant', 'GET', walk.at());
    console.log(
      'told',
      JSON.stringify(
        told.assignments
          .filter((x: any) => x.stepId === 'SCI' || x.stepId === 'TEC')
          .map((x: any) => ({
            ...x,
            data: x.data.map((d: any) => d.flowElementId).join(),
            submitted: undefined,
          })),
      ),
    );
    console.log('files', JSON.stringify(told.steps.map((x: any) => [x.id, x.permissions, x.config])));
    console.log(
      JSON.stringify(told)
        .match(/Brandenburger|Salgueiro|Haraldsen|Grzegorczyk|Venturelli|Kjærsgaard|example.org/g)
        ?.slice(0, 9),
    );
    await ok('pro', 'POST', walk.at('/unlock'), { flowElementId: 'RTR' });
    const reply = await walk.assign('pro', 'RTR', 'applicant', 'applicant');
    console.log(JSON.stringify(reply));
    await walk.submit('applicant', 'RTR', { answers: template('RTR') });

    await day(84);
    await walk.work(
      'panel',
      'RAP',
      'rapporteur',
      'rapporteur',
      { answers: template('RAP') },
      { makeLead: true },
    );
    await dump('rapporteur', 'panel');
    await day(96);
    await walk.work(
      'pro',
      'PAN',
      'panel',
      'panel_chair',
      { answers: template('PAN', { 'PA.nh': '100000', 'PA.cut': 'reduced' }) },
      { makeLead: true },
    );
    await dump('panel', 'member', 'chair');

    await day(106);
    const decision = await walk.assign('pro', 'ALL', 'chair', 'ac_chair', { makeLead: true });
    await walk.assign('pro', 'ALL', 'member', 'ac_member');
    await walk.accept('chair', decision.id);
    const untold = await ok('applicant', 'GET', walk.at());
    const rowOf = (amount: string) => ({
      'AL.g_part': [
        {
          'AL.part': lumi,
          'AL.dec': 'awarded_reduced',
          'AL.nh': amount,
          'AL.start': plainDay(121),
          'AL.end': plainDay(486),
          'AL.stor': '20',
          'AL.why': 'The pool is small.',
        },
      ],
    });
    await walk.submit('chair', 'ALL', {
      answers: { 'AL.text': 'Dear Dr. Szentirmai, a reduced amount is awarded.', 'AL.gb': 'true' },
      rows: rowOf('100000'),
    });
    const outcome = (amount: string, reason: string) =>
      ask('pro', 'POST', walk.at('/outcome'), {
        rows: [{ partitionId: lumi, outcome: 'reduced', amount, reason: null }],
        reason,
      });
    console.log(
      'outcome',
      JSON.stringify(await outcome('90000', '').then((a) => [a.status, a.body])),
      JSON.stringify(await outcome('90000', 'Less is there.').then((a) => [a.status, a.body])),
    );
    expect(await ok('applicant', 'GET', walk.at())).toEqual(untold);
    await dump('pro', 'chair', 'member', 'applicant');
    console.log(
      'dec',
      JSON.stringify(
        await app.db.selectFrom('decisions').selectAll().where('application_id', '=', walk.id).execute(),
      ),
    );
    await ok('pro', 'POST', walk.at('/release'), { flowElementId: 'ALL' });
    await dump('applicant', 'pro', 'chair', 'member', 'solveig', 'projects', 'cineca', 'csc');
    const after = await ok('applicant', 'GET', walk.at());
    console.log(
      'told ALL',
      JSON.stringify(
        after.assignments
          .filter((x: any) => x.stepId === 'ALL')
          .map((x: any) => ({ ...x, submitted: undefined })),
      ),
    );
    console.log(
      'ap',
      JSON.stringify(
        await app.db
          .selectFrom('applications')
          .select(['status', 'award_ends_at'])
          .where('id', '=', walk.id)
          .execute(),
      ),
    );
    console.log(
      'after release',
      JSON.stringify(await outcome('95000', 'Some came back.').then((a) => [a.status, a.body])),
    );
    expect(await ok('applicant', 'GET', walk.at())).toEqual(after);
    await ok('pro', 'POST', walk.at('/release'), { flowElementId: 'ALL' });
    console.log(
      'told ALL 2',
      JSON.stringify(
        (await ok('applicant', 'GET', walk.at())).assignments
          .filter((x: any) => x.stepId === 'ALL')
          .map((x: any) => x.data),
      ),
    );
    console.log(
      'dec',
      JSON.stringify(
        await app.db
          .selectFrom('decisions')
          .select([
            'partition_id',
            'version',
            'outcome',
            'amount',
            'reason',
            'released_at',
            'starts_on',
            'ends_on',
          ])
          .where('application_id', '=', walk.id)
          .orderBy('partition_id')
          .orderBy('version')
          .execute(),
      ),
    );

    const acc = await walk.assign('pro', 'ACC', 'applicant', 'applicant');
    console.log(JSON.stringify(acc));
    await walk.submit('applicant', 'ACC', {
      answers: template('ACC', { 'AC.start': plainDay(121), 'AC.sign': pdf }),
    });
    await day(111);
    const onb = await walk.assign('pro', 'ONB', null, 'compute_centre_representative', { partitionId: lumi });
    console.log(
      'onb leonardo',
      JSON.stringify(
        await ask('pro', 'POST', walk.at('/assign'), {
          flowElementId: 'ONB',
          userId: null,
          role: 'compute_centre_representative',
          partitionId: leonardo,
        }).then((a) => [a.status, a.body]),
      ),
    );
    console.log('cineca takes', (await ask('cineca', 'PUT', `/v2/assignments/${onb.id}/take`, {})).status);
    await ok('csc', 'PUT', `/v2/assignments/${onb.id}/take`);
    await walk.accept('csc', onb.id);
    await walk.submit('csc', 'ONB', {
      answers: template('ONB', {
        'ON.unit': '95000',
        'ON.start': plainDay(121),
        'ON.end': plainDay(486),
        'ON.mail': plainDay(110),
      }),
    });
    await dump('csc', 'applicant');
    for (const month of [1, 2]) {
      await day(121 + 30 * month);
      console.log(
        JSON.stringify(
          await walk.work('pro', 'PRJ', 'projects', 'project_manager', {
            answers: { 'PM.use': String(8 * month), 'PM.flag': 'on_plan', 'PM.action': 'none' },
          }),
        ),
      );
    }
    await walk.work('pro', 'FIN', 'finance', 'finance_manager', { answers: template('FIN') });
    await dump('projects', 'finance');
    await day(490);
    const report = await walk.assign('pro', 'REP', 'applicant', 'applicant');
    console.log(JSON.stringify(report));
    await walk.submit('applicant', 'REP', {
      answers: template('REP', { 'FR.pdf': pdf }),
      rows: templates.get('REP')?.rows ?? {},
    });
    const finalCheck = await walk.assign('pro', 'REV', 'pro', 'pro');
    console.log(JSON.stringify(finalCheck));
    await walk.accept('pro', finalCheck.id);
    await walk.submit('pro', 'REV', {
      answers: template('REV', { 'FC.ok': 'approved', 'FC.msg': [], 'FC.until': [] }),
    });
    await dump('applicant', 'pro');
    await ok('pro', 'POST', walk.at('/release'), { flowElementId: 'REV' });
    await dump('applicant', 'pro');
    console.log(await walk.log());
    console.log(
      (await app.call('GET', '/demo/mails')).body
        .filter((m: any) => m.to.startsWith('gabor'))
        .map((m: Record<string, string>) => [m.sentAt, m.subject].join('|')),
    );
    console.log(
      (await app.call('GET', '/demo/mails')).body
        .filter((m: any) => m.subject.includes(walk.uid))
        .map((m: Record<string, string>) => [m.to, m.sentAt, m.subject].join('|')),
    );
  });
});
