import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  reviewFlow,
} from '../../../testing/factories.ts';
import { tablesHash } from '../../../testing/tables-hash.ts';

/** Technical reviewers check the application and read what is public of it; scientific ones read it too and judge nothing. */
const flow = {
  ...reviewFlow,
  steps: reviewFlow.steps.map((step) => {
    if (step.id === 'CHK')
      return {
        ...step,
        ownerRole: 'technical_reviewer',
        permissions: { assign: [], assignable: ['technical_reviewer'], view: [] },
      };
    if (step.id !== 'APP') return step;
    const forms = step.forms.map((form, index) =>
      index > 0
        ? form
        : {
            ...form,
            elements: [
              ...form.elements,
              { id: 'secret', type: 'text', title: 'Secret', config: { audience: 'personal' } },
            ],
          },
    );
    const view = ['technical_reviewer', 'scientific_reviewer'].map((role) => ({
      role,
      scope: 'assigned',
      of: 'submitted',
      audience: ['public'],
    }));
    return { ...step, forms, permissions: { assign: [], assignable: [], view } };
  }),
};

const now = '2026-11-21T12:00:00.000Z';
const day = '2026-11-21T00:00:00.000Z';
const due = '2026-12-01T12:00:00.000Z';

let app: TestApp;
let callId: number;
let owner: SignedIn;
let pat: SignedIn;
let quinn: SignedIn;
let checker: SignedIn;
let colleague: SignedIn;
let reviewer: SignedIn;
let draft: Draft;
let member: string;
let check: string;

async function ask(by: SignedIn, method: string, path: string, body?: object) {
  const answer = await app.call(method as 'PUT', path, { token: by.token, ...(body ? { body } : {}) });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}
const refusal = async (by: SignedIn, method: string, path: string, body?: object) => {
  const answer = await app.call(method as 'PUT', path, { token: by.token, ...(body ? { body } : {}) });
  return [answer.status, answer.body.code ?? answer.body.message];
};

beforeAll(async () => {
  app = await buildTestApp({ now });
  await createSurroundings(app.db);
  callId = (await createCall(app, { flow })).id;
  owner = await app.login({ firstName: 'Olga', lastName: 'Ownername' });
  pat = await app.login({ role: 'pro', firstName: 'Pat', lastName: 'Officer' });
  quinn = await app.login({ role: 'pro', firstName: 'Quinn', lastName: 'Officer' });
  checker = await app.login({ role: 'technical_reviewer', firstName: 'Cleo', lastName: 'Checkername' });
  colleague = await app.login({ role: 'technical_reviewer', firstName: 'Cara', lastName: 'Checkername' });
  reviewer = await app.login({ role: 'scientific_reviewer', firstName: 'Rui', lastName: 'Readwell' });
});
afterAll(() => app.close());

const give = async (to: SignedIn, flowElementId: string, role: string): Promise<string> => {
  const { id } = await ask(pat, 'POST', `/v2/applications/${draft.uid}/assign`, {
    flowElementId,
    userId: to.userId,
    role,
    despiteEvidence: true,
  });
  await ask(to, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true });
  return id;
};

beforeEach(async () => {
  app.clock.set(now);
  draft = await createDraft(app, callId, owner);
  member = randomUUID();
  await ask(owner, 'PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    data: [
      itemOf('title', ['Long waves']),
      itemOf('secret', ['Shh']),
      itemOf('name', ['Ada'], { groupId: member }),
    ],
    newGroups: [{ id: member, flowElementId: 'team', order: 0 }],
  });
  check = await give(checker, 'CHK', 'technical_reviewer');
  await give(reviewer, 'REV', 'scientific_reviewer');
});

const at = (rest: string) => `/v2/assignments/${draft.assignmentId}/${rest}`;
const point = (flowElementId: string, text: string, dataGroupId: string | null = null) => ({
  flowElementId,
  dataGroupId,
  text,
});
const decide = (points: object[], by = pat, more: object = {}) =>
  app.call('PUT', at('decide'), {
    token: by.token,
    body: { outcome: 'request_changes', reason: 'See the fields.', deadline: due, points, ...more },
  });
const told = async (by: SignedIn) => {
  const { body } = await openWhole(app, draft.uid, by.token);
  const { threads, points, pointable } = body;
  return { threads, points, pointable };
};
const threadAt = async (by: SignedIn, field: string) =>
  (await told(by)).threads.find(({ flowElementId }: { flowElementId: string }) => flowElementId === field);
const answer = async (field: string, text: string, key?: string) =>
  app.call('POST', at(`threads/${(await threadAt(owner, field)).id}/comments`), {
    token: owner.token,
    body: { text },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const resubmit = (data: object[] = []) => ask(owner, 'PUT', at('submit'), { data, newGroups: [] });
const judge = (points = 'ask') =>
  ask(checker, 'PUT', `/v2/assignments/${check}/submit`, {
    data: [itemOf('verdict', [points]), itemOf('message', ['See the fields.'])],
    newGroups: [],
  });
const rows = async () => ({
  threads: await app.db
    .selectFrom('threads')
    .select(['element_id', 'group_id', 'asked_at', 'answered'])
    .where('assignment_id', '=', draft.assignmentId)
    .orderBy('element_id')
    .execute(),
  comments: await app.db
    .selectFrom('comments')
    .innerJoin('threads', 'threads.id', 'comments.thread_id')
    .select(['element_id', 'author_id', 'role', 'asks', 'text', 'comments.created_at as at', 'handed_in_at'])
    .where('assignment_id', '=', draft.assignmentId)
    .orderBy('comments.created_at')
    .orderBy('element_id')
    .execute(),
  points: await app.db
    .selectFrom('points')
    .select(['element_id', 'author_id', 'role', 'step_id', 'text', 'revision'])
    .where('assignment_id', '=', draft.assignmentId)
    .orderBy('element_id')
    .orderBy('author_id')
    .execute(),
});
const newestEvent = async (type: string) =>
  app.db
    .selectFrom('events')
    .select(['type', 'assignment_id', 'user_id', 'actor_id', 'detail'])
    .where('application_id', '=', draft.id)
    .where('type', '=', type as 'submitted')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();

describe('a change request that points at fields', () => {
  it('asks at each of them, of its owner alone, by a role and a day', async () => {
    const sent = await decide([point('title', ' Say which waves. '), point('name', 'Which Ada?', member)]);
    expect([sent.status, sent.body.status]).toEqual([200, 'changes_requested']);
    const asked = (element: string, text: string) => ({
      element_id: element,
      author_id: pat.userId,
      role: 'pro',
      asks: true,
      text,
      at: new Date(now),
      handed_in_at: null,
    });
    expect(await rows()).toEqual({
      threads: [
        { element_id: 'name', group_id: member, asked_at: new Date(now), answered: false },
        { element_id: 'title', group_id: null, asked_at: new Date(now), answered: false },
      ],
      comments: [asked('name', 'Which Ada?'), asked('title', 'Say which waves.')],
      points: [],
    });
    expect(await newestEvent('changes_requested')).toEqual([
      {
        type: 'changes_requested',
        assignment_id: draft.assignmentId,
        user_id: owner.userId,
        actor_id: pat.userId,
        detail: { step: 'APP', deadline: due },
      },
    ]);
    expect(await threadAt(owner, 'name')).toEqual({
      id: expect.stringMatching(/^.{14}4/),
      assignmentId: draft.assignmentId,
      flowElementId: 'name',
      dataGroupId: member,
      answered: false,
      comments: [
        {
          id: expect.stringMatching(/^.{14}4/),
          asks: true,
          role: 'pro',
          mine: false,
          text: 'Which Ada?',
          createdAt: day,
        },
      ],
      can: { answer: true },
    });
    // Staff know who asked, and when; whoever judges by a step knows what was asked.
    expect((await threadAt(quinn, 'title')).comments).toEqual([
      {
        id: expect.any(String),
        asks: true,
        role: 'pro',
        mine: false,
        person: { id: pat.userId, firstName: 'Pat', lastName: 'Officer' },
        text: 'Say which waves.',
        createdAt: now,
      },
    ]);
    expect((await threadAt(checker, 'title')).comments).toEqual([
      {
        id: expect.any(String),
        asks: true,
        role: 'pro',
        mine: false,
        text: 'Say which waves.',
        createdAt: day,
      },
    ]);
    const nobody = { threads: [], points: [], pointable: [] };
    expect(await told(reviewer)).toEqual(nobody);
    expect((await told(owner)).pointable).toEqual([]);
    // Nothing tells the applicant a name.
    const text = JSON.stringify((await openWhole(app, draft.uid, owner.token)).body);
    expect(text).not.toMatch(/Officer|Checkername/);
  });

  it('is refused as a whole where a field is not there, and where nothing is asked for', async () => {
    const before = await tablesHash(app.db);
    for (const wrong of [
      point('nothing', 'x'),
      point('name', 'x'),
      point('name', 'x', randomUUID()),
      point('title', 'x', member),
      point('score', 'x'),
    ]) {
      const refused = await decide([point('title', 'Fine'), wrong]);
      expect([refused.status, refused.body.code]).toEqual([422, 'no_such_field']);
      expect(refused.body.message).toBe(
        'One of the fields that you point at is not in this form any more. Load the page again.',
      );
    }
    const approving = await decide([point('title', 'x')], pat, { outcome: 'approved' });
    expect([approving.status, approving.body.message]).toEqual([
      400,
      ['Fields can only be pointed at when you ask for changes.'],
    ]);
    for (const bad of [
      point('title', ' \n '),
      { ...point('title', 'x'), more: 1 },
      point('title', 'x'.repeat(3_001)),
    ])
      expect((await decide([bad])).status).toBe(400);
    expect((await decide([point('title', 'x')], owner)).status).toBe(403);
    expect((await decide([point('title', 'x')], reviewer)).status).toBe(404);
    expect(await tablesHash(app.db)).toBe(before);
  });
});

describe('points that are gathered', () => {
  const save = (by: SignedIn, given: object, revision = 0) =>
    app.call('PUT', at('points'), { token: by.token, body: { ...given, revision } });
  const remove = (by: SignedIn, flowElementId: string, revision: number) =>
    app.call('DELETE', at('points'), {
      token: by.token,
      body: { flowElementId, dataGroupId: null, revision },
    });

  it('are kept for those who do the same work, and go with the request', async () => {
    expect((await save(pat, point('title', 'Which?'))).body).toEqual({ revision: 1 });
    expect((await save(pat, point('title', 'Which waves?'), 1)).body).toEqual({ revision: 2 });
    // The same once more, its answer lost.
    expect((await save(pat, point('title', 'Which waves?'), 1)).body).toEqual({ revision: 2 });
    await save(quinn, point('title', 'Too short'));
    await save(checker, point('name', 'Who?', member));
    const gathered = {
      assignmentId: draft.assignmentId,
      flowElementId: 'title',
      dataGroupId: null,
      role: 'pro',
    };
    expect((await told(quinn)).points).toEqual([
      {
        ...gathered,
        mine: false,
        person: { id: pat.userId, firstName: 'Pat', lastName: 'Officer' },
        text: 'Which waves?',
        revision: 2,
      },
      {
        ...gathered,
        mine: true,
        person: { id: quinn.userId, firstName: 'Quinn', lastName: 'Officer' },
        text: 'Too short',
        revision: 1,
      },
    ]);
    expect((await told(checker)).points.map(({ text }: { text: string }) => text)).toEqual(['Who?']);
    expect((await told(owner)).points).toEqual([]);
    expect((await told(reviewer)).points).toEqual([]);
    // What is sent word for word stays its author's; what is not sent stays gathered.
    await decide([point('title', 'Which waves?'), point('last', 'And yours?')], quinn);
    const { comments, points } = await rows();
    expect(comments.map(({ author_id, text }) => [author_id, text])).toEqual([
      [quinn.userId, 'And yours?'],
      [pat.userId, 'Which waves?'],
    ]);
    expect(points.map(({ author_id, step_id, text }) => [author_id, step_id, text])).toEqual([
      [checker.userId, 'CHK', 'Who?'],
      [quinn.userId, null, 'Too short'],
    ]);
  });

  it('go with the submission of the step that judges, when it asks for changes', async () => {
    await save(pat, point('title', 'Of the staff'));
    await save(checker, point('title', 'Say more'));
    await save(checker, point('name', 'Who?', member));
    await judge();
    const { comments, points, threads } = await rows();
    expect(threads.map(({ element_id }) => element_id)).toEqual(['name', 'title']);
    expect(comments.map(({ author_id, role, text }) => [author_id, role, text])).toEqual([
      [checker.userId, 'technical_reviewer', 'Who?'],
      [checker.userId, 'technical_reviewer', 'Say more'],
    ]);
    expect(points.map(({ text }) => text)).toEqual(['Of the staff']);
    expect((await threadAt(owner, 'title')).comments).toEqual([
      {
        id: expect.any(String),
        asks: true,
        role: 'technical_reviewer',
        mine: false,
        text: 'Say more',
        createdAt: day,
      },
    ]);
    // Nothing can be asked for until it is submitted again.
    expect(await refusal(pat, 'PUT', at('points'), { ...point('title', 'x'), revision: 1 })).toEqual([
      409,
      'not_submitted',
    ]);
  });

  it('stay where they are when the step finds it good', async () => {
    await save(checker, point('title', 'Say more'));
    await judge('ok');
    const { threads, points } = await rows();
    expect([threads, points.map(({ text }) => text)]).toEqual([[], ['Say more']]);
  });

  it('are changed and removed by their author alone, as they were last read', async () => {
    await save(pat, point('title', 'Which?'));
    const before = await rows();
    for (const refused of [
      await save(pat, point('title', 'Other window')),
      await save(pat, point('title', 'Other window'), 7),
      await remove(pat, 'title', 2),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'stale_revision']);
    expect((await remove(quinn, 'title', 1)).status).toBe(404);
    expect(await rows()).toEqual(before);
    const both = await Promise.all([
      save(pat, point('title', 'Left'), 1),
      save(pat, point('title', 'Right'), 1),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await remove(pat, 'title', 2)).body).toEqual({ done: true });
    expect((await rows()).points).toEqual([]);
  });

  it('are of fields that their author sees, and of nobody who does not judge', async () => {
    // For the technical reviewer what is personal is not there.
    for (const given of [
      point('secret', 'x'),
      point('nothing', 'x'),
      point('name', 'x'),
      point('title', 'x', member),
    ])
      expect((await save(checker, given)).body.code).toBe('no_such_field');
    const declined = await app.login({ role: 'technical_reviewer' });
    const conflicted = await app.login({ role: 'pro' });
    await app.db
      .insertInto('conflicts')
      .values({
        application_id: draft.id,
        user_id: conflicted.userId,
        source: 'marked',
        noted_at: new Date(now),
        noted_by: pat.userId,
        reason: 'x',
      })
      .execute();
    for (const by of [owner, reviewer, declined, conflicted])
      expect((await save(by, point('title', 'x'))).status).toBe(404);
    expect((await save(checker, { ...point('title', 'x'), more: 1 })).status).toBe(400);
    expect((await rows()).points).toEqual([]);
  });
});

describe('what is asked for at a field', () => {
  it('is answered by its owner, who alone knows it until it is submitted again', async () => {
    await decide([point('title', 'Which waves?')]);
    app.clock.set('2026-11-22T10:30:00Z');
    const key = randomUUID();
    const [sent, again] = await Promise.all([
      answer('title', 'Steep ones.', key),
      answer('title', 'Steep ones.', key),
    ]);
    expect([sent.status, again.status, sent.body]).toEqual([200, 200, again.body]);
    expect(sent.body).toEqual({ id: expect.any(String), createdAt: '2026-11-22T10:30:00.000Z' });
    const { threads, comments } = await rows();
    expect(threads.map(({ answered }) => answered)).toEqual([true]);
    expect(comments.at(-1)).toEqual({
      element_id: 'title',
      author_id: owner.userId,
      role: 'applicant',
      asks: false,
      text: 'Steep ones.',
      at: new Date('2026-11-22T10:30:00Z'),
      handed_in_at: null,
    });
    const { id: threadId } = await threadAt(owner, 'title');
    expect(await newestEvent('comment_added')).toEqual([
      {
        type: 'comment_added',
        assignment_id: draft.assignmentId,
        user_id: null,
        actor_id: owner.userId,
        detail: { threadId },
      },
    ]);
    for (const by of [pat, checker]) {
      const thread = await threadAt(by, 'title');
      expect([thread.answered, thread.comments.length, thread.can]).toEqual([false, 1, { answer: false }]);
    }
    const log = await ask(pat, 'GET', `/v2/applications/${draft.uid}/events`);
    expect(JSON.stringify(log)).not.toContain('comment');

    app.clock.set('2026-11-23T09:00:00Z');
    await resubmit([itemOf('title', ['Steep waves'], { revision: 1 })]);
    expect((await rows()).comments.at(-1)?.handed_in_at).toEqual(new Date('2026-11-23T09:00:00Z'));
    const ofOwner = { id: sent.body.id, asks: false, role: 'applicant', mine: false, text: 'Steep ones.' };
    expect(await threadAt(checker, 'title')).toMatchObject({
      answered: true,
      comments: [{}, { ...ofOwner, createdAt: '2026-11-22T00:00:00.000Z' }],
    });
    expect((await threadAt(checker, 'title')).comments[1].person).toBeUndefined();
    expect(await threadAt(pat, 'title')).toMatchObject({
      answered: true,
      comments: [
        {},
        { ...ofOwner, person: { lastName: 'Ownername' }, createdAt: '2026-11-22T10:30:00.000Z' },
      ],
    });
    // It went in with the submission: nothing more can be said.
    expect((await threadAt(owner, 'title')).can).toEqual({ answer: false });
    expect((await answer('title', 'One more')).body.code).toBe('not_editable');
  });

  it('goes on in its thread when it is asked for again, and what is not asked for again is at rest', async () => {
    await decide([point('title', 'Which waves?'), point('last', 'Whose name?')]);
    await answer('title', 'Steep ones.');
    await resubmit();
    app.clock.set('2026-11-24T09:00:00Z');
    await decide([point('title', 'How steep?')], quinn);
    expect(await threadAt(owner, 'title')).toMatchObject({
      answered: false,
      comments: [{ text: 'Which waves?' }, { text: 'Steep ones.' }, { text: 'How steep?' }],
      can: { answer: true },
    });
    expect(await threadAt(owner, 'last')).toMatchObject({ answered: false, can: { answer: false } });
    expect((await answer('last', 'Mine')).body.code).toBe('not_editable');
    expect((await answer('title', 'Very.')).status).toBe(200);
  });

  it('is done or not yet, as its owner says until it is submitted again', async () => {
    await decide([point('title', 'Which waves?')]);
    const { id } = await threadAt(owner, 'title');
    const mark = (by: SignedIn, answered: boolean) => refusal(by, 'PUT', at(`threads/${id}`), { answered });
    expect(await ask(owner, 'PUT', at(`threads/${id}`), { answered: true })).toEqual({ answered: true });
    expect((await threadAt(owner, 'title')).answered).toBe(true);
    expect((await threadAt(pat, 'title')).answered).toBe(false);
    expect(await ask(owner, 'PUT', at(`threads/${id}`), { answered: false })).toEqual({ answered: false });
    for (const by of [pat, checker, reviewer]) expect((await mark(by, true))[0]).toBe(404);
    app.clock.set('2026-12-02T09:00:00Z');
    expect(await mark(owner, true)).toEqual([409, 'deadline_passed']);
    expect((await rows()).threads.map(({ answered }) => answered)).toEqual([false]);
  });

  it('is not there under another assignment, and for nobody else', async () => {
    await decide([point('title', 'Which waves?')]);
    const { id } = await threadAt(owner, 'title');
    const other = await createDraft(app, callId, owner);
    const say = (by: SignedIn, assignmentId: string, threadId: string) =>
      refusal(by, 'POST', `/v2/assignments/${assignmentId}/threads/${threadId}/comments`, { text: 'x' });
    for (const [by, of, thread] of [
      [owner, other.assignmentId, id],
      [owner, draft.assignmentId, randomUUID()],
      [pat, draft.assignmentId, id],
      [checker, draft.assignmentId, id],
      [reviewer, draft.assignmentId, id],
    ] as const)
      expect((await say(by, of, thread))[0]).toBe(404);
    expect((await rows()).comments).toHaveLength(1);
  });

  it('is not copied with the application, and goes with it', async () => {
    await decide([point('title', 'Which waves?')]);
    await answer('title', 'Steep ones.');
    const copy = await ask(owner, 'POST', `/v2/applications/duplicate/${draft.uid}`, {});
    const opened = await openWhole(app, copy.uid, owner.token);
    expect(opened.body.threads).toEqual([]);
    await app.db.deleteFrom('applications').where('id', '=', draft.id).execute();
    expect(await rows()).toEqual({ threads: [], comments: [], points: [] });
  });
});

describe('what changed since the submission before', () => {
  const changes = (by: SignedIn, query = '') => app.call('GET', at(`changes${query}`), { token: by.token });

  it('is told to staff and to whoever judges it, of what they see', async () => {
    expect((await changes(pat)).body).toEqual({
      submissions: [{ number: 1, submittedAt: now }],
      from: null,
      to: { number: 1, submittedAt: now },
      answers: [],
      rows: [],
    });
    await decide([]);
    app.clock.set('2026-11-23T09:00:00Z');
    const another = randomUUID();
    await ask(owner, 'DELETE', at('data'), { dataIds: [member] });
    await ask(owner, 'PUT', at('submit'), {
      data: [
        itemOf('title', ['Steep waves'], { revision: 1 }),
        itemOf('secret', ['Louder'], { revision: 1 }),
        itemOf('name', ['Grace'], { groupId: another }),
      ],
      newGroups: [{ id: another, flowElementId: 'team', order: 0 }],
    });
    const seenByAll = {
      answers: [
        { flowElementId: 'title', dataGroupId: null, was: ['Long waves'], is: ['Steep waves'] },
        { flowElementId: 'name', dataGroupId: member, was: ['Ada'], is: [] },
        { flowElementId: 'name', dataGroupId: another, was: [], is: ['Grace'] },
      ],
      rows: [
        { id: member, flowElementId: 'team', change: 'removed', was: 0, is: null },
        { id: another, flowElementId: 'team', change: 'added', was: null, is: 0 },
      ],
    };
    const secret = { flowElementId: 'secret', dataGroupId: null, was: ['Shh'], is: ['Louder'] };
    const sorted = ({ answers, ...rest }: { answers: { flowElementId: string; was: string[] }[] }) => ({
      ...rest,
      answers: answers.toSorted((one, other) =>
        `${one.flowElementId} ${one.was}` < `${other.flowElementId} ${other.was}` ? -1 : 1,
      ),
    });
    expect(sorted((await changes(pat)).body)).toEqual(
      sorted({
        submissions: [
          { number: 2, submittedAt: '2026-11-23T09:00:00.000Z' },
          { number: 1, submittedAt: now },
        ],
        from: { number: 1, submittedAt: now },
        to: { number: 2, submittedAt: '2026-11-23T09:00:00.000Z' },
        ...seenByAll,
        answers: [...seenByAll.answers, secret],
      } as never),
    );
    const toChecker = await changes(checker);
    expect(sorted(toChecker.body)).toEqual(
      sorted({
        submissions: [
          { number: 2, submittedAt: '2026-11-23T00:00:00.000Z' },
          { number: 1, submittedAt: day },
        ],
        from: { number: 1, submittedAt: day },
        to: { number: 2, submittedAt: '2026-11-23T00:00:00.000Z' },
        ...seenByAll,
      } as never),
    );
    expect((await changes(pat, '?from=2&to=1')).body.answers).toContainEqual({
      ...secret,
      was: ['Louder'],
      is: ['Shh'],
    });
    expect((await changes(pat, '?from=1&to=1')).body).toMatchObject({ answers: [], rows: [] });
    for (const by of [owner, reviewer, colleague]) expect((await changes(by)).status).toBe(404);
    for (const query of ['?from=3', '?to=9', '?from=7&to=2'])
      expect((await changes(pat, query)).status).toBe(404);
    for (const query of ['?from=0', '?to=x', '?since=1'])
      expect((await changes(pat, query)).status).toBe(400);
  });
});
