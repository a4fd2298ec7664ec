import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings } from '../../../testing/factories.ts';
import { reviewFlow } from '../../../testing/review-flow.ts';

/** Whole applications walked through the API alone, from the draft to the end, with the clock of the workflow. */

let app: TestApp;
let call: { id: number; cutoffIds: number[] };
const people = {} as Record<string, SignedIn>;
const cpu = 'aurora-cpu';
const gpu = 'aurora-gpu';

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  call = await createCall(app, { flow: reviewFlow });
  const roles: Record<string, Role> = {
    pro: 'pro',
    centre: 'compute_centre_representative',
    tech: 'technical_reviewer',
    tech2: 'technical_reviewer',
    sci1: 'scientific_reviewer',
    sci2: 'scientific_reviewer',
    sci3: 'scientific_reviewer',
    sci4: 'scientific_reviewer',
    rapporteur: 'rapporteur',
    panel: 'panel_chair',
    chair: 'ac_chair',
    member: 'ac_member',
    projects: 'project_manager',
    finance: 'finance_manager',
  };
  for (const [name, role] of Object.entries(roles)) people[name] = await app.login({ role });
  await app.db
    .insertInto('memberships')
    .values([
      { user_id: who('centre').userId, centre_id: 'north', panel: null, part: 'representative' },
      { user_id: who('panel').userId, centre_id: null, panel: 'PE1', part: 'chair' },
    ])
    .execute();
});
afterAll(() => app.close());

const who = (name: string): SignedIn => {
  const person = people[name];
  if (person === undefined) throw new Error(`nobody is called ${name}`);
  return person;
};

let rowIds = 0;
const newRow = () => `018f0000-0000-7000-8000-${String(++rowIds).padStart(12, '0')}`;
const item = (flowElementId: string, values: string[], dataGroupId: string | null = null) => ({
  flowElementId,
  dataGroupId,
  input: { values },
  revision: 0,
});

/** One application, and all that people do with it. */
class Walk {
  uid = '';
  id = 0;
  first = '';
  readonly applicant: SignedIn;
  constructor(applicant: SignedIn) {
    this.applicant = applicant;
  }

  static async submitted(partitions: string[]): Promise<Walk> {
    const walk = new Walk(await app.login());
    const draft = await createDraft(app, call.id, walk.applicant);
    walk.uid = draft.uid;
    walk.id = draft.id;
    walk.first = draft.assignmentId;
    const rows = partitions.map((partition) => ({ id: newRow(), partition }));
    await walk.ok(walk.applicant, 'PUT', `/v2/assignments/${walk.first}/submit`, {
      data: [
        item('title', ['Waves']),
        item('panel', ['PE1']),
        ...rows.flatMap(({ id, partition }) => [
          item('part', [partition], id),
          ...(partition === cpu ? [item('amount', ['1000'], id)] : []),
        ]),
      ],
      newGroups: rows.map(({ id }, order) => ({ id, flowElementId: 'parts', order })),
    });
    return walk;
  }

  async ok(by: SignedIn, method: string, path: string, body: unknown = {}) {
    const answer = await app.call(method, path, { token: by.token, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async refused(by: SignedIn, method: string, path: string, body: unknown = {}): Promise<[number, string]> {
    const before = await this.rows();
    const answer = await app.call(method, path, { token: by.token, body });
    expect(await this.rows()).toEqual(before);
    return [answer.status, answer.body.code];
  }

  assign(by: string, step: string, to: SignedIn | null, role: string, more: object = {}) {
    return this.ok(who(by), 'POST', `/v2/applications/${this.uid}/assign`, {
      flowElementId: step,
      userId: to?.userId ?? null,
      role,
      ...more,
    });
  }

  accept(by: SignedIn, id: string) {
    return this.ok(by, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  }

  submit(by: SignedIn, id: string, data: unknown[]) {
    return this.ok(by, 'PUT', `/v2/assignments/${id}/submit`, { data, newGroups: [] });
  }

  /** Assigned, accepted and submitted in one go. */
  async work(by: string, step: string, to: SignedIn, role: string, data: unknown[], more: object = {}) {
    const { id } = await this.assign(by, step, to, role, more);
    if (to.userId !== this.applicant.userId) await this.accept(to, id);
    await this.submit(to, id, data);
    return id as string;
  }

  release(step: string) {
    return this.ok(who('pro'), 'POST', `/v2/applications/${this.uid}/release`, { flowElementId: step });
  }

  async decideAll(rows: { partition: string; outcome: string; amount?: string }[]): Promise<string> {
    const id = (await this.assign('pro', 'ALL', who('chair'), 'ac_chair', { makeLead: true })).id;
    await this.accept(who('chair'), id);
    await this.submit(
      who('chair'),
      id,
      rows.flatMap(({ partition, outcome, amount }) => {
        const row = givenRowId('rows', partition);
        return [
          item('row_dec', [outcome], row),
          item('row_why', ['As ranked.'], row),
          ...(amount === undefined ? [] : [item('row_amount', [amount], row)]),
        ];
      }),
    );
    return id;
  }

  /** The administrative check approves at once. */
  approve() {
    return this.work('pro', 'ADM', who('pro'), 'pro', [item('adm', ['yes'])]);
  }

  async status(by: SignedIn = this.applicant): Promise<string> {
    return (await app.call('GET', `/v2/applications/${this.uid}`, { token: by.token })).body.status;
  }

  /** Assignments by step and partition, in the order in which they were made. */
  async rows() {
    const rows = await app.db
      .selectFrom('assignments')
      .select(['step_id', 'partition_id', 'status', 'is_lead', 'verdict'])
      .where('application_id', '=', this.id)
      // The clock stands still, and their ids are drawn: those of what happened to them are not.
      .orderBy(sql`(select min(v.id::text) from activities v where v.assignment_id = assignments.id)`)
      .execute();
    return rows.map(({ step_id, partition_id, status, is_lead, verdict }) =>
      [step_id, partition_id, status, is_lead ? 'lead' : null, verdict]
        .filter((part) => part !== null)
        .join(' '),
    );
  }

  async decisions() {
    const rows = await app.db
      .selectFrom('decisions')
      .select(['partition_id', 'version', 'outcome', 'amount', 'released_at'])
      .where('application_id', '=', this.id)
      .orderBy('partition_id')
      .orderBy('version')
      .execute();
    return rows.map(({ partition_id, version, outcome, amount, released_at }) =>
      [partition_id, version, outcome, amount, released_at === null ? 'held back' : 'released']
        .filter((part) => part !== null)
        .join(' '),
    );
  }

  /** What happened, by type, in its order. */
  async events(): Promise<string[]> {
    const rows = await app.db
      .selectFrom('events')
      .select('type')
      .where('application_id', '=', this.id)
      .orderBy('id')
      .execute();
    return rows.map(({ type }) => type);
  }
}

const day = 86_400_000;

describe('an application over two partitions', () => {
  it('goes from the draft to a released award and on to the checked report', async () => {
    const walk = await Walk.submitted([cpu, gpu]);
    const { applicant } = walk;
    expect(await walk.status()).toBe('submitted');
    const facts = await app.db
      .selectFrom('applications')
      .select(['partition_ids', 'panel'])
      .where('id', '=', walk.id)
      .executeTakeFirstOrThrow();
    expect(facts).toEqual({ partition_ids: [cpu, gpu], panel: 'PE1' });

    // The check asks for changes twice.
    const check = (await walk.assign('pro', 'ADM', who('pro'), 'pro')).id;
    expect(
      await walk.refused(who('sci1'), 'PUT', `/v2/assignments/${check}/accept`, { accepted: true }),
    ).toEqual([404, 'not_found']);
    await walk.accept(who('pro'), check);
    for (const [round, title] of [
      [0, 'Waves and tides'],
      [1, 'Waves, tides and ice'],
    ] as const) {
      const text = item('adm', ['changes']);
      await walk.submit(who('pro'), check, [
        { ...text, revision: round },
        { ...item('adm_why', [`Say more (${round}).`]), revision: round },
      ]);
      expect(await walk.status()).toBe('changes_requested');
      const [first] = (await app.call('GET', `/v2/applications/${walk.uid}`, { token: applicant.token })).body
        .assignments;
      expect([first.status, first.reason, first.deadline]).toEqual([
        'changes_requested',
        `Say more (${round}).`,
        '2026-11-26T22:59:59.000Z',
      ]);
      await walk.submit(applicant, walk.first, [{ ...item('title', [title]), revision: round + 1 }]);
      expect(await walk.status()).toBe('submitted');
      expect((await walk.rows())[1]).toBe('ADM accepted');
    }
    await walk.submit(who('pro'), check, [{ ...item('adm', ['yes']), revision: 1 }]);
    expect(await walk.rows()).toEqual(['APP approved', 'ADM submitted']);
    expect(await walk.status()).toBe('submitted');

    // Two technical reviews: the centre gives one away, and takes the other itself. One turns its partition down.
    app.clock.advance(day);
    const tech = await walk.assign('centre', 'TEC', who('tech'), 'technical_reviewer', {
      partitionId: cpu,
      makeLead: true,
    });
    expect(tech.deadline).toBe('2026-12-13T22:59:59.000Z');
    const given = await walk.assign('pro', 'TEC', null, 'compute_centre_representative', {
      partitionId: gpu,
    });
    expect(await walk.refused(who('tech2'), 'PUT', `/v2/assignments/${given.id}/take`)).toEqual([
      404,
      'not_found',
    ]);
    expect(await walk.refused(who('centre'), 'PUT', `/v2/assignments/${given.id}/take`)).toEqual([
      422,
      'agreement_needed',
    ]);
    await walk.ok(who('centre'), 'PUT', `/v2/assignments/${given.id}/take`, { agreed: true });
    const open = await walk.ok(who('centre'), 'PUT', `/v2/assignments/${given.id}/hand-back`);
    await walk.ok(who('centre'), 'PUT', `/v2/assignments/${open.id}/take`, { agreed: true });
    expect(
      await walk.refused(who('tech'), 'PUT', `/v2/assignments/${tech.id}/accept`, { accepted: true }),
    ).toEqual([422, 'agreement_needed']);
    await walk.accept(who('tech'), tech.id);
    await walk.submit(who('tech'), tech.id, [item('tec', ['fits']), item('tec_why', ['It runs well.'])]);
    await walk.submit(who('centre'), open.id, [item('tec', ['fails']), item('tec_why', ['No licence.'])]);
    expect((await walk.events()).slice(-4)).toEqual([
      'submitted',
      'non_lead_assignment_submitted',
      'partition_dropped',
      'all_submitted',
    ]);

    // Three scientific reviewers: one hands on, one is found in conflict after submitting.
    app.clock.advance(day);
    const reviews = [];
    for (const name of ['sci1', 'sci2', 'sci3'])
      reviews.push((await walk.assign('pro', 'SCI', who(name), 'scientific_reviewer')).id);
    const [review1 = '', review2 = '', review3 = ''] = reviews;
    expect(
      await walk.refused(who('pro'), 'POST', `/v2/applications/${walk.uid}/assign`, {
        flowElementId: 'SCI',
        userId: who('sci1').userId,
        role: 'scientific_reviewer',
      }),
    ).toEqual([409, 'already_ongoing']);
    await walk.accept(who('sci1'), review1);
    await walk.submit(who('sci1'), review1, [item('score', ['12.5'])]);
    await walk.accept(who('sci2'), review2);
    await walk.submit(who('sci2'), review2, [item('score', ['9'])]);
    const handedOn = await walk.ok(who('sci3'), 'PUT', `/v2/assignments/${review3}/hand-on`, {
      userId: who('sci4').userId,
    });
    await walk.ok(who('pro'), 'PUT', `/v2/applications/${walk.uid}/conflicts/${who('sci2').userId}`, {
      reason: 'A common paper',
    });
    await walk.accept(who('sci4'), handedOn.id);
    await walk.submit(who('sci4'), handedOn.id, [item('score', ['11'])]);
    expect((await walk.rows()).filter((row) => row.startsWith('SCI'))).toEqual([
      'SCI submitted',
      'SCI conflicted',
      'SCI refused',
      'SCI submitted',
    ]);
    expect((await walk.events()).at(-1)).toBe('all_submitted');

    // The reply is locked until the reviews are released.
    expect(
      await walk.refused(who('pro'), 'POST', `/v2/applications/${walk.uid}/assign`, {
        flowElementId: 'RTR',
        userId: applicant.userId,
        role: 'applicant',
      }),
    ).toEqual([409, 'step_locked']);
    await walk.release('SCI');
    await walk.ok(who('pro'), 'POST', `/v2/applications/${walk.uid}/unlock`, { flowElementId: 'RTR' });
    const reply = await walk.assign('pro', 'RTR', applicant, 'applicant');
    expect([reply.status, reply.deadline]).toEqual(['draft', '2026-11-30T22:59:59.000Z']);
    await walk.submit(applicant, reply.id, [item('reply', ['We thank the reviewers.'])]);

    await walk.work('panel', 'RAP', who('rapporteur'), 'rapporteur', [item('report', ['Strong.'])], {
      makeLead: true,
    });
    await walk.work('pro', 'PAN', who('panel'), 'panel_chair', [item('rank', ['1'])]);

    // The decision: a reduced amount, changed once before its release and once after.
    await walk.decideAll([{ partition: cpu, outcome: 'reduced', amount: '800' }]);
    expect(await walk.decisions()).toEqual([`${cpu} 1 reduced 800 held back`, `${gpu} 1 rejected held back`]);
    const change = (amount: string, reason: string) => ({
      rows: [{ partitionId: cpu, outcome: 'reduced', amount, reason: null }],
      reason,
    });
    const outcome = `/v2/applications/${walk.uid}/outcome`;
    expect(await walk.refused(who('pro'), 'POST', outcome, change('700', ''))).toEqual([
      422,
      'reason_needed',
    ]);
    expect(await walk.refused(who('chair'), 'POST', outcome, change('700', 'Less is there.'))).toEqual([
      403,
      'forbidden',
    ]);
    await walk.ok(who('pro'), 'POST', outcome, change('700', 'Less is there.'));
    expect(await walk.status()).toBe('submitted');
    await walk.release('ALL');
    expect(await walk.status()).toBe('approved');
    await walk.ok(who('pro'), 'POST', outcome, change('750', 'Some came back.'));
    expect(await walk.decisions()).toEqual([
      `${cpu} 1 reduced 800 held back`,
      `${cpu} 2 reduced 700 released`,
      `${cpu} 3 reduced 750 held back`,
      `${gpu} 1 rejected released`,
    ]);
    await walk.release('ALL');
    expect((await walk.decisions())[2]).toBe(`${cpu} 3 reduced 750 released`);

    // After the decision.
    await walk.work('pro', 'ACC', applicant, 'applicant', [item('accept', ['accept'])]);
    await walk.work('pro', 'ONB', who('centre'), 'compute_centre_representative', [item('code', ['p200'])], {
      partitionId: cpu,
    });
    for (const used of ['10', '55']) {
      app.clock.advance(30 * day);
      await walk.work('pro', 'PRJ', who('projects'), 'project_manager', [item('used', [used])]);
    }
    await walk.work('pro', 'FIN', who('finance'), 'finance_manager', [item('paid', ['450'])]);
    const report = (await walk.assign('pro', 'REP', applicant, 'applicant')).id;
    await walk.submit(applicant, report, [item('summary', ['It worked.'])]);
    await walk.work('pro', 'REV', who('pro'), 'pro', [item('rev', ['yes'])]);
    expect((await walk.rows()).slice(-7)).toEqual([
      'ACC submitted',
      'ONB aurora-cpu submitted',
      'PRJ submitted',
      'PRJ submitted',
      'FIN submitted',
      'REP approved',
      'REV submitted',
    ]);
    expect(await walk.status()).toBe('approved');
    app.clock.set('2026-11-21T12:00:00.000Z');
  });

  it('ends with an award that the applicant declines, and the pool has its amount back', async () => {
    const walk = await Walk.submitted([cpu]);
    await walk.approve();
    await walk.decideAll([{ partition: cpu, outcome: 'reduced', amount: '800' }]);
    await walk.release('ALL');
    const onboarding = await walk.assign('pro', 'ONB', who('centre'), 'compute_centre_representative', {
      partitionId: cpu,
    });
    await walk.assign('pro', 'FIN', who('finance'), 'finance_manager');
    const other = await Walk.submitted([cpu]);
    const pools = await app.db
      .selectFrom('cutoff_partitions')
      .select(['cutoff_id', 'pool'])
      .where('partition_id', '=', cpu)
      .execute();
    const setPools = (pool: string | null) =>
      app.db.updateTable('cutoff_partitions').set({ pool }).where('partition_id', '=', cpu).execute();
    await setPools('1000000');
    const left = async () => {
      const { rows } = await sql<{ left: Record<string, string> }>`
        select pools_left(ap.id) as left from applications ap where ap.uid = ${other.uid}`.execute(app.db);
      return rows[0]?.left[cpu];
    };
    const before = Number(await left());
    await walk.work('pro', 'ACC', walk.applicant, 'applicant', [item('accept', ['decline'])]);
    expect(await walk.status()).toBe('withdrawn');
    expect((await walk.rows()).slice(-3)).toEqual([
      'ONB aurora-cpu revoked',
      'FIN assigned',
      'ACC submitted',
    ]);
    expect(Number(await left()) - before).toBe(800);
    await setPools(pools[0]?.pool ?? null);
    expect(
      await walk.refused(who('centre'), 'PUT', `/v2/assignments/${onboarding.id}/accept`, { accepted: true }),
    ).toEqual([409, 'not_waiting']);
  });

  it('goes to the decision with that evidence when all its partitions are turned down', async () => {
    const walk = await Walk.submitted([cpu, gpu]);
    await walk.approve();
    for (const partitionId of [cpu, gpu])
      await walk.work(
        'pro',
        'TEC',
        who('tech'),
        'technical_reviewer',
        [item('tec', ['fails']), item('tec_why', ['No licence.'])],
        { partitionId },
      );
    expect(
      await walk.refused(who('pro'), 'POST', `/v2/applications/${walk.uid}/assign`, {
        flowElementId: 'TEC',
        userId: who('tech2').userId,
        role: 'technical_reviewer',
        partitionId: cpu,
      }),
    ).toEqual([422, 'partition_not_asked_for']);
    await walk.decideAll([]);
    expect(await walk.decisions()).toEqual([`${cpu} 1 rejected held back`, `${gpu} 1 rejected held back`]);
    // Each names the review that gave its reason, which is for the readers of that review.
    const { rows } = await sql<{ reason: string; fits: boolean }>`
      select d.reason, a.partition_id = d.partition_id and a.verdict = 'dropped' as fits
      from decisions d join assignments a on a.id = d.review_id where d.application_id = ${walk.id}
    `.execute(app.db);
    expect(rows).toEqual(Array(2).fill({ reason: 'No licence.', fits: true }));
    expect(await walk.status()).toBe('submitted');
    await walk.release('ALL');
    expect(await walk.status()).toBe('rejected');
  });

  it('goes from the reserve list to an award, and back', async () => {
    const walk = await Walk.submitted([cpu]);
    await walk.approve();
    const decided = await walk.decideAll([{ partition: cpu, outcome: 'reserve' }]);
    await walk.release('ALL');
    expect([await walk.status(), await walk.decisions()]).toEqual([
      'submitted',
      [`${cpu} 1 reserve released`],
    ]);
    // The chair decides otherwise, and says why; then staff do.
    await walk.ok(who('pro'), 'PUT', `/v2/assignments/${decided}/reopen`);
    const row = givenRowId('rows', cpu);
    const data = [{ ...item('row_dec', ['reduced'], row), revision: 1 }, item('row_amount', ['400'], row)];
    const path = `/v2/assignments/${decided}/submit`;
    expect(await walk.refused(who('chair'), 'PUT', path, { data, newGroups: [] })).toEqual([
      422,
      'reason_needed',
    ]);
    await walk.ok(who('chair'), 'PUT', path, { data, newGroups: [], reason: 'Some came back.' });
    const { reason } = await app.db
      .selectFrom('decisions')
      .select('reason')
      .where('application_id', '=', walk.id)
      .where('version', '=', 2)
      .executeTakeFirstOrThrow();
    expect(reason).toBe('Some came back.');
    await walk.ok(who('pro'), 'POST', `/v2/applications/${walk.uid}/outcome`, {
      rows: [{ partitionId: cpu, outcome: 'awarded', amount: '1000', endsOn: '2027-12-31' }],
      reason: 'Another project gave its time back.',
    });
    expect(await walk.status()).toBe('submitted');
    await walk.release('ALL');
    expect([await walk.status(), await walk.decisions()]).toEqual([
      'approved',
      [`${cpu} 1 reserve released`, `${cpu} 2 reduced 400 held back`, `${cpu} 3 awarded 1000 released`],
    ]);
    // The final report is due so long after the end of the award.
    const report = await walk.assign('pro', 'REP', walk.applicant, 'applicant');
    expect(report.deadline).toBe('2028-03-30T21:59:59.000Z');
    await walk.ok(who('pro'), 'POST', `/v2/applications/${walk.uid}/outcome`, {
      rows: [{ partitionId: cpu, outcome: 'reserve', amount: null }],
      reason: 'The partition is out of order.',
    });
    expect(await walk.status()).toBe('approved');
    await walk.release('ALL');
    expect([await walk.status(), (await walk.decisions()).at(-1)]).toEqual([
      'submitted',
      `${cpu} 4 reserve released`,
    ]);
    const { status } = await app.db
      .selectFrom('assignments')
      .select('status')
      .where('id', '=', report.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('revoked');
  });

  it('ends by being withdrawn during the review', async () => {
    const walk = await Walk.submitted([cpu]);
    await walk.approve();
    const { id } = await walk.assign('pro', 'SCI', who('sci1'), 'scientific_reviewer');
    expect(await walk.refused(walk.applicant, 'POST', `/v2/applications/${walk.uid}/take-back`)).toEqual([
      409,
      'review_begun',
    ]);
    const withdraw = `/v2/applications/${walk.uid}/withdraw`;
    expect(await walk.refused(who('pro'), 'POST', withdraw)).toEqual([403, 'forbidden']);
    for (const nth of [1, 2])
      expect([nth, await walk.ok(walk.applicant, 'POST', withdraw)]).toEqual([nth, { status: 'withdrawn' }]);
    expect(await walk.rows()).toEqual(['APP approved', 'ADM submitted', 'SCI revoked']);
    expect(
      await walk.refused(who('sci1'), 'PUT', `/v2/assignments/${id}/accept`, {
        accepted: true,
        agreed: true,
      }),
    ).toEqual([409, 'not_waiting']);
  });

  it('ends by the first check, which its applicant learns at the release', async () => {
    const walk = await Walk.submitted([cpu, gpu]);
    await walk.work('pro', 'ADM', who('pro'), 'pro', [
      item('adm', ['no']),
      item('adm_why', ['Not eligible.']),
    ]);
    expect([await walk.status(), await walk.decisions()]).toEqual([
      'submitted',
      [`${cpu} 1 rejected held back`, `${gpu} 1 rejected held back`],
    ]);
    expect(
      await walk.refused(who('pro'), 'POST', `/v2/applications/${walk.uid}/assign`, {
        flowElementId: 'SCI',
        userId: who('sci1').userId,
        role: 'scientific_reviewer',
      }),
    ).toEqual([409, 'not_under_way']);
    await walk.release('ADM');
    expect([await walk.status(), await walk.decisions()]).toEqual([
      'rejected',
      [`${cpu} 1 rejected released`, `${gpu} 1 rejected released`],
    ]);
    expect((await walk.events()).slice(-2)).toEqual(['released', 'rejected']);
  });
});

it('releases many at once, and lists those that are not ready with the reason', async () => {
  const ready = await Walk.submitted([cpu]);
  const busy = await Walk.submitted([cpu]);
  const untouched = await Walk.submitted([cpu]);
  const approved = await Walk.submitted([cpu]);
  await ready.work('pro', 'ADM', who('pro'), 'pro', [item('adm', ['no']), item('adm_why', ['Incomplete.'])]);
  // An approval goes on by itself.
  await approved.approve();
  await busy.assign('pro', 'ADM', who('pro'), 'pro');
  const path = `/v2/calls/${call.id}/release`;
  const body = { flowElementId: 'ADM', applicationIds: [ready.id, busy.id, untouched.id, approved.id] };
  expect((await app.call('POST', path, { token: ready.applicant.token, body })).status).toBe(404);
  const answer = await app.call('POST', path, { token: who('pro').token, body });
  expect(answer.body).toEqual({
    done: [ready.uid],
    waiting: [],
    releasedBefore: [],
    notReady: [
      { uid: busy.uid, code: 'step_not_done', message: 'Somebody is still working on this step.' },
      {
        uid: untouched.uid,
        code: 'nothing_to_release',
        message: 'There is nothing new to release in this step.',
      },
      {
        uid: approved.uid,
        code: 'release_not_awaited',
        message: 'Nobody awaits a release of this step. To release it anyway, open the application.',
      },
    ],
  });
});

it('shows what speaks for a conflict before it assigns, and refuses whoever applies in the same cut-off', async () => {
  const walk = await Walk.submitted([cpu]);
  await walk.approve();
  const near = await app.login({ role: 'scientific_reviewer', email: 'near@institute.example' });
  const other = await Walk.submitted([cpu]);
  await app.db
    .updateTable('users')
    .set({ email: 'author@institute.example' })
    .where('id', '=', walk.applicant.userId)
    .execute();
  const rival = other.applicant;
  const evidence = `/v2/applications/${walk.uid}/conflicts/evidence?userIds=${near.userId},${rival.userId}`;
  const answer = await app.call('GET', evidence, { token: who('pro').token });
  expect(
    answer.body.map((one: { evidence: { kind: string; severity: string }[] }) =>
      one.evidence.map(({ kind, severity }) => [kind, severity]),
    ),
  ).toEqual([[['mail_domain', 'asks']], [['own_application_in_cutoff', 'refuses']]]);
  for (const stranger of [near, rival, who('sci1')])
    expect((await app.call('GET', evidence, { token: stranger.token })).status).toBe(404);
  const assign = (userId: number, more: object = {}) =>
    [
      who('pro'),
      'POST',
      `/v2/applications/${walk.uid}/assign`,
      { flowElementId: 'SCI', userId, role: 'scientific_reviewer', ...more },
    ] as const;
  expect(await walk.refused(...assign(near.userId))).toEqual([409, 'conflict_possible']);
  expect(await walk.refused(...assign(rival.userId, { despiteEvidence: true }))).toEqual([
    409,
    'in_conflict',
  ]);
  expect((await walk.ok(...assign(near.userId, { despiteEvidence: true }))).status).toBe('assigned');
});

it('keeps every submission of an assignment, for staff', async () => {
  const walk = await Walk.submitted([cpu]);
  const check = (await walk.assign('pro', 'ADM', who('pro'), 'pro')).id;
  await walk.accept(who('pro'), check);
  await walk.submit(who('pro'), check, [item('adm', ['changes']), item('adm_why', ['Say more.'])]);
  await walk.submit(walk.applicant, walk.first, [{ ...item('title', ['Tides']), revision: 1 }]);
  const path = `/v2/assignments/${walk.first}/submissions`;
  expect((await app.call('GET', path, { token: walk.applicant.token })).status).toBe(404);
  const { body } = await app.call('GET', path, { token: who('pro').token });
  const titles = body.map(
    ({
      number,
      content,
    }: {
      number: number;
      content: { answers: { elementId: string; values: string[] }[] };
    }) => [number, content.answers.find(({ elementId }) => elementId === 'title')?.values],
  );
  expect(titles).toEqual([
    [2, ['Tides']],
    [1, ['Waves']],
  ]);
});

it('gives a lost answer again, and says when somebody was quicker', async () => {
  const walk = await Walk.submitted([cpu]);
  await walk.approve();
  const headers = { 'idempotency-key': '018f0000-0000-7000-8000-00000000abcd' };
  const body = { flowElementId: 'SCI', userId: who('sci1').userId, role: 'scientific_reviewer' };
  const path = `/v2/applications/${walk.uid}/assign`;
  const answers = [];
  for (let nth = 0; nth < 2; nth += 1)
    answers.push((await app.call('POST', path, { token: who('pro').token, body, headers })).body);
  expect(answers[1]).toEqual(answers[0]);
  const { id, revision } = answers[0];
  await walk.ok(who('pro'), 'PUT', `/v2/assignments/${id}/deadline`, {
    deadline: '2026-12-24T10:00:00Z',
    revision,
  });
  expect(await walk.refused(who('pro'), 'PUT', `/v2/assignments/${id}/revoke`, { revision })).toEqual([
    409,
    'stale_revision',
  ]);
  expect(
    await walk.refused(who('pro'), 'PUT', `/v2/assignments/${id}/deadline`, {
      deadline: '1999-12-24T10:00:00Z',
    }),
  ).toEqual([422, 'deadline_invalid']);
});
