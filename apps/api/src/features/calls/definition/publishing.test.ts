import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings } from '../../../testing/factories.ts';
import { tablesHash } from '../../../testing/tables-hash.ts';
import { publishing, runDuePublications } from './publish.ts';

let app: TestApp;
let ada: SignedIn;
let owner: SignedIn;
/** A call whose only cut-off is open until 1 December. */
let call: { id: number; cutoff: string };

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  ada = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  owner = await app.login();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { id, cutoffIds } = await createCall(app);
  call = { id, cutoff: String(cutoffIds[0]) };
});

const ask = (method: string, path: string, body?: object, by = ada) =>
  app.call(method, `/admin/calls/${call.id}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const set = (at: string[], value?: unknown) => ({ do: 'set', at, ...(value !== undefined && { value }) });
const end = (value: string | null) => set(['cutoffs', call.cutoff, 'end'], value);
/** Makes one edit and returns its revision. */
const edit = async (...changes: object[]): Promise<number> => {
  const base = (await ask('GET', '/draft')).body.revision;
  const { status, body } = await ask('POST', '/changes', { base, changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.revision;
};
const apply = async (n = 1) => {
  for (let left = n; left > 0; left -= 1) {
    const made = await app.call('POST', '/v2/applications', {
      token: owner.token,
      body: { callId: call.id },
    });
    expect(made.status).toBe(200);
  }
};
const effect = async () => (await ask('GET', '/check')).body.effect;
const hide = () => app.db.updateTable('calls').set({ published: false }).where('id', '=', call.id).execute();

it('says that a corrected text does nothing to anybody', async () => {
  await apply();
  await edit(set(['title', 'en'], 'New'));
  expect(await effect()).toEqual({ opens: null, mailingList: 0, extended: [], above: [], waits: false });
});

it('counts who would get an email of a call that opens, unless it has opened before', async () => {
  await app.db
    .updateTable('users')
    .set({ accept_mailing_list: true })
    .where('id', 'in', [owner.userId, ada.userId])
    .execute();
  await hide();
  await edit(set(['published'], true));
  expect(await effect()).toEqual({ opens: 'now', mailingList: 2, extended: [], above: [], waits: true });
  await app.db.insertInto('call_openings').values({ call_id: call.id, noted_at: new Date() }).execute();
  expect(await effect()).toEqual({ opens: 'now', mailingList: 0, extended: [], above: [], waits: true });
});

it('counts the drafts of a cut-off that is extended, and waits whether there is one or not', async () => {
  const until = '2026-12-03T09:00:00.000Z';
  await edit(end(until));
  const extended = { cutoff: call.cutoff, from: '2026-12-01T09:00:00.000Z', until };
  const few = {
    opens: null,
    mailingList: 0,
    extended: [{ ...extended, drafts: null }],
    above: [],
    waits: true,
  };
  expect(await effect()).toEqual(few);
  await apply(4);
  expect(await effect()).toEqual(few);
  await apply();
  expect(await effect()).toEqual({ ...few, extended: [{ ...extended, drafts: 5 }] });
});

it('counts the drafts that ask for more than a new limit', async () => {
  const asking = async (amount: string) => {
    const { assignmentId } = await createDraft(app, call.id, owner);
    const row = { groupId: '0192f000-0000-7000-8000-000000000001' };
    const elements = [
      { elementId: 'part', ...row, values: ['aurora-cpu'] },
      { elementId: 'amount', ...row, values: [amount] },
    ];
    for (const { elementId, groupId, values } of elements)
      await app.db
        .insertInto('answers')
        .values({
          assignment_id: assignmentId,
          element_id: elementId,
          group_id: groupId,
          values,
          revision: 1,
          saved_at: new Date(),
        })
        .execute();
  };
  for (const amount of ['2000', '1500', '1001', '1000.5']) await asking(amount);
  await asking('1000');
  const max = (value: string | null) =>
    edit(set(['cutoffs', call.cutoff, 'amounts', 'aurora-cpu', 'max'], value));
  await max('1000');
  const above = { cutoff: call.cutoff, partition: 'aurora-cpu', limit: '1000' };
  expect((await effect()).above).toEqual([{ ...above, drafts: null }]);
  await asking('3000');
  expect((await effect()).above).toEqual([{ ...above, drafts: 5 }]);
  await max('9999999');
  expect((await effect()).above).toEqual([]);
});

const publish = async (revision: number, note = '') => {
  const answer = await ask('POST', '/publish', { revision, note });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const history = async (query = '') => (await ask('GET', `/history${query}`)).body;
const definition = async () => (await ask('GET', '/draft')).body.definition;

it('tells each edit with what was there before, all or those of one publication', async () => {
  await publish(await edit(set(['title', 'en'], 'New'), set(['facts', 'duration'])), 'First');
  await edit({ do: 'remove', at: ['cutoffs', call.cutoff, 'amounts', 'old-cpu'] });
  const edits = [
    {
      revision: 2,
      by: 'Ada Zuse',
      publication: null,
      isInDraft: true,
      differences: [
        {
          change: { do: 'remove', at: ['cutoffs', call.cutoff, 'amounts', 'old-cpu'] },
          before: { id: 'old-cpu', disabled: true },
        },
      ],
    },
    {
      revision: 1,
      publication: 1,
      isInDraft: false,
      differences: [
        { change: set(['title', 'en'], 'New'), before: expect.stringMatching(/^Call /) },
        { change: set(['facts', 'duration']), before: { en: '1 year' } },
      ],
    },
  ];
  expect(await history()).toMatchObject({
    edits,
    publications: [{ number: 1, by: 'Ada Zuse', note: 'First', revision: 1 }],
    partitions: [
      { id: 'aurora-cpu', name: 'Aurora CPU' },
      { id: 'aurora-gpu', name: 'Aurora GPU' },
      { id: 'old-cpu', name: 'Old CPU' },
    ],
  });
  expect((await history('?publication=1')).edits).toMatchObject(edits.slice(1));
  expect((await history('?publication=2')).edits).toEqual([]);
});

it('undoes an edit over later ones if their author has seen them', async () => {
  await edit(set(['title', 'en'], 'Second'));
  await edit(set(['title', 'en'], 'Third'));
  const undo = (seen?: number) => ask('POST', '/undo', { revision: 1, ...(seen && { seen }) });
  expect(await undo()).toMatchObject({ status: 409, body: { conflicts: [{ now: 'Third' }] } });
  expect(await undo(1)).toMatchObject({ status: 409 });
  expect(await undo(2)).toMatchObject({ status: 200, body: { revision: 3 } });
  expect((await definition()).title.en).toMatch(/^Call /);
});

it('goes back to a publication, in one place or as a whole, and publishes that', async () => {
  const first = await definition();
  const flow = structuredClone(first.flow);
  flow.steps[0].title = 'Apply';
  await publish(await edit(set(['title', 'en'], 'First'), set(['facts', 'duration'])));
  const cutoff = { ...first.cutoffs[0], id: 'new', start: '2027-01-01T09:00:00.000Z', end: null };
  await publish(
    await edit(set(['title'], { en: 'Second' }), set(['unit'], 'GPU hours'), set(['flow'], flow), {
      do: 'add',
      to: ['cutoffs'],
      after: call.cutoff,
      thing: cutoff,
    }),
  );
  const back = await ask('GET', '/publications/1');
  expect(back.body.definition).toMatchObject({ title: { en: 'First' }, unit: 'node hours' });
  expect(back.body).toMatchObject({
    revision: 2,
    differences: [
      { change: set(['unit'], 'node hours'), before: 'GPU hours' },
      { change: set(['title', 'en'], 'First'), before: 'Second' },
      { change: { do: 'remove' }, before: { start: cutoff.start } },
      {
        change: set(['flow', 'steps', flow.steps[0].id, 'title'], first.flow.steps[0].title),
        before: 'Apply',
      },
    ],
  });

  const restore = (revision: number, at?: string[]) =>
    ask('POST', '/restore', { revision, publication: 1, ...(at && { at }) });
  expect((await restore(1)).body).toMatchObject({ code: 'stale_revision' });
  expect((await restore(2, ['title', 'en'])).body).toEqual({
    revision: 3,
    changes: [set(['title', 'en'], 'First')],
  });
  expect((await restore(3, ['title'])).body).toEqual({ revision: 3, changes: [] });
  expect((await restore(3)).body).toMatchObject({ revision: 4 });
  const restored = await definition();
  expect({ ...restored, flow: null }).toEqual({ ...first, title: { en: 'First' }, facts: {}, flow: null });
  expect(await publish(4)).toMatchObject({ number: 3 });
  expect((await ask('GET', '/publications/1')).body.differences).toEqual([]);
  expect((await ask('GET', '/publications/4')).status).toBe(404);
  const versions = await app.db
    .selectFrom('flow_versions')
    .select('version')
    .where('call_id', '=', call.id)
    .execute();
  expect(versions).toHaveLength(3);
});

const retitled = async (title: string) => {
  const flow = structuredClone((await definition()).flow);
  flow.steps[0].title = title;
  return set(['flow'], flow);
};
/** A cut-off after the first one. */
const next = {
  id: 'next',
  start: '2026-12-01T09:00:00.001Z',
  end: '2027-06-01T08:00:00.000Z',
  amounts: [{ id: 'aurora-cpu', disabled: false, min: null, max: null, fixed: null, pool: null }],
  timeframes: [],
};
/** The version of the form that an application gets that is begun now, and what visitors see. */
const versionNow = async () => {
  await apply();
  const { version } = await app.db
    .selectFrom('applications as a')
    .innerJoin('flow_versions as f', 'f.id', 'a.flow_version_id')
    .select('f.version')
    .where('a.call_id', '=', call.id)
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return [version, (await app.call('GET', `/v2/calls/${call.id}`)).body.flow.steps[0].title];
};

it('applies a changed form from a later cut-off on, and earlier ones keep theirs', async () => {
  const [{ title }] = (await definition()).flow.steps;
  const added = { do: 'add', to: ['cutoffs'], after: call.cutoff, thing: next };
  const revision = await edit(added, await retitled('Apply for spring'));
  const publishFrom = (fromCutoff: string, of = revision) =>
    ask('POST', '/publish', { revision: of, fromCutoff });
  expect(await publishFrom('gone')).toMatchObject({ status: 409, body: { code: 'place_gone' } });
  expect((await publishFrom('next')).body).toEqual({ number: 1, dueAt: null });
  expect(await versionNow()).toEqual([1, title]);
  const second = (await definition()).cutoffs[1].id;
  // The history names the cut-off by the id that it has got.
  expect((await history('?publication=1')).edits[0].differences).toMatchObject([
    { change: { do: 'add', thing: { id: second } } },
    {},
  ]);
  expect((await ask('GET', '')).body.keptVersions).toEqual([{ cutoffId: Number(call.cutoff), version: 1 }]);

  // Another version for the second cut-off: the first one keeps what it had.
  const again = await edit(await retitled('Apply for summer'));
  await publishFrom(second, again);
  expect(await versionNow()).toEqual([1, title]);
  app.clock.set('2026-12-02T12:00:00Z');
  expect(await versionNow()).toEqual([3, 'Apply for summer']);

  // For all cut-offs, waiting for its time.
  app.clock.set('2026-11-21T12:00:00Z');
  const all = await edit(await retitled('Apply now'));
  const publishAt = '2026-11-21T14:00:00.000Z';
  await ask('POST', '/publish', { revision: all, publishAt });
  at('14:00:00');
  await letTimePass();
  expect(await versionNow()).toEqual([4, 'Apply now']);
  expect((await ask('GET', '')).body.keptVersions).toEqual([]);
  // Lists and automations use the rows of each version.
  const firstSteps = await app.db
    .selectFrom('flow_steps as s')
    .innerJoin('flow_versions as f', 'f.id', 's.flow_version_id')
    .select('s.title')
    .where('f.call_id', '=', call.id)
    .where('s.is_first', '=', true)
    .orderBy('f.version')
    .execute();
  expect(firstSteps.map((step) => step.title)).toEqual([
    title,
    'Apply for spring',
    'Apply for summer',
    'Apply now',
  ]);
  at('12:00:00');
});

const planned = () =>
  app.db.selectFrom('planned_publications').selectAll().where('call_id', '=', call.id).execute();
const audited = () =>
  app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_kind', '=', 'call')
    .where('subject_id', '=', String(call.id))
    .orderBy('id')
    .execute();
const live = async () => (await app.call('GET', `/v2/calls/${call.id}`, { token: owner.token })).body;
const at = (time: string) => app.clock.set(`2026-11-21T${time}Z`);
const letTimePass = () =>
  allWork(app.platform).tasks.let_time_pass?.({}, { id: 0, attempt: 1, isLastAttempt: false });
const mailsTo = async ({ userId }: SignedIn) => {
  await workOff(app.platform, allWork(app.platform));
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return (await app.call('GET', `/demo/mails?to=${encodeURIComponent(email)}`)).body;
};
const later = '2026-12-03T09:00:00.000Z';
const stop = (reason?: string, by = ada) =>
  ask('DELETE', '/planned-publication', reason === undefined ? undefined : { reason }, by);

it('lets a publication that emails people wait, its draft unchanged, and publishes it when it is due', async () => {
  at('12:00:20');
  await apply();
  const revision = await edit(end(later), set(['title', 'en'], 'Extended'));
  const dueAt = '2026-11-21T12:11:00.000Z';
  expect((await ask('POST', '/publish', { revision, note: 'Two days' })).body).toEqual({
    number: null,
    dueAt,
  });
  const waits = {
    note: 'Two days',
    by: 'Ada Zuse',
    byId: ada.userId,
    dueAt,
    publishAt: null,
    fromCutoff: null,
  };
  expect((await ask('GET', '/draft')).body.draft).toMatchObject({ planned: waits });
  expect((await ask('GET', '/check')).body).toMatchObject({ planned: waits });
  for (const [method, path, body] of [
    ['POST', '/publish', { revision }],
    ['POST', '/changes', { base: revision, changes: [set(['unit'], 'GPU hours')] }],
    ['POST', '/undo', { revision }],
    ['DELETE', '/draft', { revision }],
  ] as const)
    expect(await ask(method, path, body)).toMatchObject({
      status: 409,
      body: { code: 'publication_planned' },
    });

  at('12:10:59');
  await letTimePass();
  expect(await live()).toMatchObject({ cutoffs: [{ end: '2026-12-01T09:00:00.000Z' }] });
  at('12:11:00');
  // In two processes at once.
  await Promise.all([letTimePass(), letTimePass()]);
  await letTimePass();
  expect(await live()).toMatchObject({ title: 'Extended', cutoffs: [{ end: later }] });
  expect(await planned()).toEqual([]);
  expect((await history()).publications).toEqual([
    { number: 1, at: dueAt, by: 'Ada Zuse', approvedBy: null, note: 'Two days', revision },
  ]);
  expect(await audited()).toEqual([
    { actor_id: ada.userId, action: 'publication_planned', before: null, after: { revision, dueAt } },
    { actor_id: ada.userId, action: 'published', before: null, after: { number: 1, revision } },
  ]);
  expect(await mailsTo(owner)).toMatchObject([
    {
      subject: 'More time for Extended',
      text: expect.stringContaining('Cut-off: 03-12-2026 10:00'),
    },
  ]);
});

it('stops a publication that waits, once', async () => {
  at('12:00:00');
  await hide();
  const revision = await edit(set(['published'], true));
  await ask('POST', '/publish', { revision });
  expect((await stop()).body).toEqual({ done: true });
  expect(await stop()).toMatchObject({ status: 409, body: { code: 'no_planned_publication' } });
  at('13:00:00');
  await letTimePass();
  expect((await history()).publications).toEqual([]);
  expect((await audited()).at(-1)).toEqual({
    actor_id: ada.userId,
    action: 'publication_stopped',
    before: { revision },
    after: null,
  });
  expect(await edit(set(['unit'], 'GPU hours'))).toBe(revision + 1);
});

it('publishes a correction at a chosen time, or at once if that is past', async () => {
  at('12:00:00');
  const first = await edit(set(['title', 'en'], 'Later'));
  const publishAt = '2026-11-21T14:00:00.000Z';
  expect((await ask('POST', '/publish', { revision: first, publishAt })).body).toEqual({
    number: null,
    dueAt: publishAt,
  });
  at('14:00:00');
  await letTimePass();
  expect(await live()).toMatchObject({ title: 'Later' });
  const second = await edit(set(['title', 'en'], 'Now'));
  expect((await ask('POST', '/publish', { revision: second, publishAt })).body).toEqual({
    number: 2,
    dueAt: null,
  });
});

it('plans a publication once, however many ask for it at the same moment', async () => {
  const revision = await edit(end(later));
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/publish', { revision })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await planned()).toHaveLength(1);
});

it('checks a draft again when it is due, and tells its publisher why it did not go live', async () => {
  at('12:00:00');
  const { code } = await definition();
  const revision = await edit(set(['number'], 7), end(later));
  await ask('POST', '/publish', { revision });
  const other = await createCall(app, { code, number: 7 });
  at('12:10:00');
  await letTimePass();
  await letTimePass();
  expect((await history()).publications).toEqual([]);
  expect(await planned()).toEqual([]);
  expect((await audited()).at(-1)).toEqual({
    actor_id: ada.userId,
    action: 'publication_failed',
    before: { revision },
    after: null,
  });
  expect(await mailsTo(ada)).toMatchObject([
    {
      subject: expect.stringMatching(/^Call \d+ was not published$/),
      text: expect.stringContaining(`There is another call ${code} 2026 7. Choose another number.`),
    },
  ]);
  expect((await ask('GET', '/draft')).body.draft).toMatchObject({ planned: null });
  await app.db.deleteFrom('calls').where('id', '=', other.id).execute();
});

/** A second administrator. */
let bea: SignedIn;
/** Lets publications need a second administrator, or not. */
const needTwo = (secondPublisher: boolean) =>
  app.db
    .updateTable('organisation')
    .set({ settings: JSON.stringify({ ...defaultOrganisation, secondPublisher }) })
    .execute();
const approve = (revision: number, by = bea) => ask('POST', '/planned-publication/approve', { revision }, by);

describe('with a second administrator', () => {
  beforeAll(async () => {
    bea = await app.login({ role: 'eurohpc_admin', firstName: 'Bea', lastName: 'Noether' });
  });
  beforeEach(async () => {
    await needTwo(true);
    at('12:00:00');
  });
  afterEach(() => needTwo(false));

  it('publishes a correction only after another administrator has approved it', async () => {
    const revision = await edit(set(['title', 'en'], 'Approved'));
    expect((await ask('GET', '/check')).body).toMatchObject({ needsApproval: true });
    expect(await publish(revision, 'A note')).toEqual({ number: null, dueAt: null });
    expect((await ask('GET', '/draft')).body.draft.planned).toMatchObject({ dueAt: null, byId: ada.userId });
    expect(await ask('POST', '/changes', { base: revision, changes: [set(['unit'], 'x')] })).toMatchObject({
      body: { code: 'publication_planned' },
    });
    at('14:00:00');
    await letTimePass();
    expect(await live()).not.toMatchObject({ title: 'Approved' });
    expect(await approve(revision, ada)).toMatchObject({ status: 409, body: { code: 'own_publication' } });
    expect(await approve(revision - 1)).toMatchObject({ status: 409, body: { code: 'stale_revision' } });
    const answers = await Promise.all([approve(revision), approve(revision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await live()).toMatchObject({ title: 'Approved' });
    expect((await history()).publications).toMatchObject([
      { number: 1, by: 'Ada Zuse', approvedBy: 'Bea Noether', note: 'A note' },
    ]);
    expect(await audited()).toEqual([
      { actor_id: ada.userId, action: 'publication_planned', before: null, after: { revision, dueAt: null } },
      {
        actor_id: bea.userId,
        action: 'publication_approved',
        before: null,
        after: { revision, dueAt: null },
      },
      { actor_id: bea.userId, action: 'published', before: null, after: { number: 1, revision } },
    ]);
  });

  it('lets one that emails people wait ten minutes from its approval, or until the time that was asked for', async () => {
    const revision = await edit(end(later));
    await publish(revision);
    at('13:00:00');
    const dueAt = '2026-11-21T13:10:00.000Z';
    expect((await approve(revision)).body).toEqual({ number: null, dueAt });
    expect(await approve(revision)).toMatchObject({ body: { code: 'no_planned_publication' } });
    at('13:10:00');
    await letTimePass();
    expect((await history()).publications).toMatchObject([{ at: dueAt, approvedBy: 'Bea Noether' }]);
    const second = await edit(set(['title', 'en'], 'At four'));
    const publishAt = '2026-11-21T16:00:00.000Z';
    await ask('POST', '/publish', { revision: second, publishAt });
    expect((await approve(second)).body).toEqual({ number: null, dueAt: publishAt });
  });

  it('refuses with a reason that the first administrator gets by email', async () => {
    const revision = await edit(set(['title', 'en'], 'Refused'));
    await publish(revision);
    for (const reason of [undefined, ' '])
      expect(await stop(reason, bea)).toMatchObject({ status: 422, body: { code: 'reason_needed' } });
    expect(await stop('The amounts are wrong.', bea)).toMatchObject({ status: 200 });
    expect((await ask('GET', '/draft')).body).toMatchObject({ revision, draft: { planned: null } });
    expect((await audited()).at(-1)).toMatchObject({ actor_id: bea.userId, action: 'publication_refused' });
    expect(await mailsTo(ada)).toContainEqual(
      expect.objectContaining({
        subject: expect.stringMatching(/^Call \d+ was not published$/),
        text: expect.stringMatching(/did not approve[\s\S]*The amounts are wrong\./),
      }),
    );
    // Their own request needs no reason.
    await publish(revision);
    expect(await stop()).toMatchObject({ status: 200 });
    expect((await audited()).at(-1)).toMatchObject({ action: 'publication_stopped' });
  });

  it('does not approve a draft whose code was taken meanwhile', async () => {
    const { code } = await definition();
    const revision = await edit(set(['number'], 8));
    await publish(revision);
    const other = await createCall(app, { code, number: 8 });
    expect(await approve(revision)).toMatchObject({ status: 422, body: { code: 'call_has_errors' } });
    expect(await planned()).toMatchObject([{ due_at: null, approved_by: null }]);
    await app.db.deleteFrom('calls').where('id', '=', other.id).execute();
  });

  it('waits for an approval if the setting came after the publication was planned', async () => {
    await needTwo(false);
    const revision = await edit(end(later));
    await publish(revision);
    await needTwo(true);
    at('12:10:00');
    await letTimePass();
    expect(await planned()).toMatchObject([{ due_at: null }]);
    expect((await approve(revision)).body).toEqual({ number: null, dueAt: '2026-11-21T12:20:00.000Z' });
    await needTwo(false);
    at('12:20:00');
    await letTimePass();
    expect((await history()).publications).toHaveLength(1);
  });

  it.each([
    ['at once', () => set(['title', 'en'], 'Killed')],
    ['later', () => end(later)],
  ])(
    'leaves nothing half done, whatever statement of an approval %s is the last one',
    async (when, change) => {
      const revision = await edit(change());
      await publish(revision);
      const operation = publishing.find(({ endpoint }) => endpoint.path.endsWith('/approve'));
      const before = await tablesHash(app.db);
      const asked = {
        params: { id: call.id },
        body: { revision },
        actor: { userId: bea.userId },
        now: new Date('2026-11-21T12:00:00Z'),
        translator: app.platform.organisation.translator('en'),
      };
      let nth = 1;
      for (let isDone = false; !isDone; nth += 1) {
        const db = failingAt(nth);
        isDone = await Promise.resolve(operation?.handle(asked as never, { ...app.platform, db }))
          .then(() => true)
          .catch(() => false);
        if (!isDone) expect(await tablesHash(app.db), `after statement ${nth - 1}`).toBe(before);
      }
      expect(nth).toBeGreaterThan(8);
      expect(await planned()).toHaveLength(when === 'later' ? 1 : 0);
      await stop();
    },
  );
});

/** Fails its nth statement, as if the process had been killed there. */
function failingAt(nth: number) {
  let statements = 0;
  return app.platform.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      if (statements === nth) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

it('leaves nothing half done, whatever statement of a publication is the last one', async () => {
  at('12:00:00');
  await apply();
  const flow = structuredClone((await definition()).flow);
  flow.steps[0].title = 'Apply';
  const added = { do: 'add', to: ['cutoffs'], after: call.cutoff, thing: { ...next, start: later } };
  const revision = await edit(end(later), set(['flow'], flow), added);
  expect((await ask('POST', '/publish', { revision, fromCutoff: 'next' })).status).toBe(200);
  at('12:10:00');
  const before = await tablesHash(app.db);
  let nth = 1;
  for (let isLive = false; !isLive; nth += 1) {
    const db = failingAt(nth);
    const done = await runDuePublications({ ...app.platform, db }).catch(() => ({ published: 0 }));
    isLive = done.published === 1;
    if (!isLive) expect(await tablesHash(app.db), `after statement ${nth - 1}`).toBe(before);
  }
  expect((await ask('GET', '')).body.keptVersions).toHaveLength(1);
  // One to find it, and all that it writes.
  expect(nth).toBeGreaterThan(20);
  await runDuePublications(app.platform);
  expect((await history()).publications).toHaveLength(1);
  const events = await app.db
    .selectFrom('events')
    .select('detail')
    .where('type', '=', 'cutoff_extended')
    .execute();
  expect(events.filter(({ detail }) => detail.callId === call.id)).toEqual([
    {
      detail: { callId: call.id, cutoffId: Number(call.cutoff), from: '2026-12-01T09:00:00.000Z' },
    },
  ]);
});
