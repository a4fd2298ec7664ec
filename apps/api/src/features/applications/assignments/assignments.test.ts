import { type ApplicationStatus, applicationStatuses } from '@clearcall/domain/applications/statuses.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createFlowVersion,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  pdfOf,
  rowsOfApplications,
  smallFlow,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';

const now = '2026-11-21T12:00:00.000Z';
const [row1, row2, row3, row4] = [1, 2, 3, 4].map((n) => `018f0000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
type Item = ReturnType<typeof itemOf>;
interface Group {
  id: string;
  flowElementId: string;
  order: number;
}

describe('saving and submitting', () => {
  let app: TestApp;
  let call: Awaited<ReturnType<typeof createCall>>;

  beforeAll(async () => {
    app = await buildTestApp({ now });
    await createSurroundings(app.db);
    call = await createCall(app);
  });
  afterAll(() => app.close());

  const send = (verb: 'save' | 'submit', draft: Draft, data: Item[], newGroups: Group[] = []) =>
    app.call('PUT', `/v2/assignments/${draft.assignmentId}/${verb}`, {
      token: draft.token,
      body: { data, newGroups },
    });
  const save = (draft: Draft, data: Item[], newGroups?: Group[]) => send('save', draft, data, newGroups);
  const submit = (draft: Draft, data: Item[], newGroups?: Group[]) => send('submit', draft, data, newGroups);
  const member = (id: string, order: number): Group => ({ id, flowElementId: 'team', order });

  /** Sends something that must be refused, and holds every row against what was before. */
  async function refused(sending: () => ReturnType<typeof save>): Promise<[number, string, unknown]> {
    const before = await rowsOfApplications(app);
    const { status, body } = await sending();
    expect(await rowsOfApplications(app)).toEqual(before);
    return [status, body.code, body.message];
  }

  it('saves answers and rows in at most five statements and says what is stored', async () => {
    const draft = await createDraft(app, call.id);
    const statements = await app.sqlCount(async () => {
      const answer = await save(
        draft,
        [
          itemOf('title', ['  Waves of the\u0301 sea ']),
          itemOf('panel', ['PE2']),
          itemOf('field', ['PE2_1']),
          itemOf('first', ['Ada']),
          itemOf('last', ['Lovelace']),
          itemOf('part', ['aurora-cpu'], { groupId: row1 }),
          itemOf('amount', ['1 200,5'], { groupId: row1 }),
          itemOf('part', ['aurora-gpu'], { groupId: row2 }),
          itemOf('name', ['Grace'], { groupId: row3 }),
        ],
        [
          { id: row1, flowElementId: 'parts', order: 0 },
          { id: row2, flowElementId: 'parts', order: 1 },
          member(row3, 0),
        ],
      );
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          data: [
            itemOf('title', ['Waves of thé sea'], { revision: 1 }),
            itemOf('panel', ['PE2'], { revision: 1 }),
            itemOf('field', ['PE2_1'], { revision: 1 }),
            itemOf('first', ['Ada'], { revision: 1 }),
            itemOf('last', ['Lovelace'], { revision: 1 }),
            itemOf('part', ['aurora-cpu'], { revision: 1, groupId: row1 }),
            itemOf('amount', [expect.stringMatching(/^1200/)], { revision: 1, groupId: row1 }),
            itemOf('part', ['aurora-gpu'], { revision: 1, groupId: row2 }),
            itemOf('name', ['Grace'], { revision: 1, groupId: row3 }),
          ],
          groups: [
            { id: row1, flowElementId: 'parts', order: 0 },
            { id: row2, flowElementId: 'parts', order: 1 },
            member(row3, 0),
          ],
          savedAt: now,
        },
      ]);
    });
    expect(statements).toBeLessThanOrEqual(5);
    const row = await app.db
      .selectFrom('applications')
      .select(['title', 'pi_first_name', 'pi_last_name', 'research_group', 'research_title', 'partitions'])
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      title: 'Waves of thé sea',
      pi_first_name: 'Ada',
      pi_last_name: 'Lovelace',
      research_group: 'Physics',
      research_title: 'Optics',
      partitions: ['Aurora CPU', 'Aurora GPU'],
    });
  });

  it('keeps apart the words of a text that was pasted, and takes one with NUL or half a character', async () => {
    const draft = await createDraft(app, call.id);
    const answer = await save(draft, [
      itemOf('more', ['true']),
      itemOf('title', ['Solar wind\u000band\u0085more\u0000']),
      itemOf('details', ['10\u009612 nodes\u000bhalf \ud83d emoji']),
    ]);
    expect([answer.status, answer.body.data.map(({ input }: { input: object }) => input)]).toEqual([
      200,
      [
        { values: ['true'] },
        { values: ['Solar wind and more'] },
        { values: ['10–12 nodes\nhalf \ufffd emoji'] },
      ],
    ]);
  });

  it('refuses an item of an older revision alone, with what is stored', async () => {
    const draft = await createDraft(app, call.id);
    await save(draft, [itemOf('first', ['Ada']), itemOf('last', ['Lovelace'])]);
    await save(draft, [itemOf('first', ['Augusta'], { revision: 1 })]);
    const answer = await save(draft, [
      itemOf('first', ['Ida'], { revision: 1 }),
      itemOf('last', ['King'], { revision: 1 }),
      itemOf('home', ['London']),
    ]);
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        statusCode: 409,
        code: 'stale_revision',
        message: 'This was changed in another window or on another device.',
        data: [itemOf('last', ['King'], { revision: 2 }), itemOf('home', ['London'], { revision: 1 })],
        groups: [],
        savedAt: now,
        stale: [{ ...itemOf('first', ['Augusta'], { revision: 2 }), savedAt: now }],
      },
    ]);
    // A revision that never was is no better.
    const ahead = await save(draft, [itemOf('first', ['Eve'], { revision: 9 })]);
    expect(ahead.body.stale).toEqual([{ ...itemOf('first', ['Augusta'], { revision: 2 }), savedAt: now }]);
  });

  it('answers a repeated save like the first: the first answer may have been lost', async () => {
    const draft = await createDraft(app, call.id);
    const first = await save(draft, [itemOf('first', ['Ada'])], [member(row1, 0)]);
    const before = await rowsOfApplications(app);
    const again = await save(draft, [itemOf('first', ['Ada'])], [member(row1, 0)]);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await rowsOfApplications(app)).toEqual(before);
  });

  it('keeps everything of two places that save at once', async () => {
    const draft = await createDraft(app, call.id);
    const answers = await Promise.all([
      save(draft, [itemOf('first', ['Ada']), itemOf('home', ['One'])], [member(row1, 0)]),
      save(draft, [itemOf('last', ['King']), itemOf('home', ['Two'])], [member(row2, 0)]),
      save(draft, [itemOf('title', ['Waves']), itemOf('home', ['Three'])], [member(row3, 0)]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.body.data[1].input.values;
    const opened = await openWhole(app, draft.uid, draft.token);
    const [assignment] = opened.body.assignments;
    expect(assignment.data).toEqual([
      itemOf('first', ['Ada'], { revision: 1 }),
      itemOf('home', won, { revision: 1 }),
      itemOf('last', ['King'], { revision: 1 }),
      itemOf('title', ['Waves'], { revision: 1 }),
    ]);
    expect(assignment.groups.map(({ order }: Group) => order)).toEqual([0, 1, 2]);
    const { title, pi_first_name, pi_last_name } = await app.db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect([title, pi_first_name, pi_last_name]).toEqual(['Waves', 'Ada', 'King']);
  });

  it('judges hidden fields by the form as it is after the save', async () => {
    const draft = await createDraft(app, call.id);
    expect(await refused(() => save(draft, [itemOf('details', ['Secret'])]))).toEqual([
      422,
      'invalid_value',
      ['Details: This field is not part of the form at the moment.'],
    ]);
    expect(
      await refused(() => save(draft, [itemOf('first', ['Ada']), itemOf('fixed_text', ['Mine'])])),
    ).toEqual([422, 'invalid_value', ['Reference: You cannot change this field.']]);
    const both = await save(draft, [itemOf('fixed_text', ['Mine']), itemOf('details', ['Secret'])]);
    expect(both.body.fields).toEqual([
      { flowElementId: 'fixed_text', dataGroupId: null },
      { flowElementId: 'details', dataGroupId: null },
    ]);
    expect(await refused(() => save(draft, [itemOf('all', ['5'])]))).toEqual([
      422,
      'invalid_value',
      ['All together: This value is calculated and you cannot change it.'],
    ]);
    expect((await save(draft, [itemOf('details', ['Plain']), itemOf('more', ['true'])])).status).toBe(200);
    // Hidden again: what is stored stays, unchanged and empty items do no harm.
    const hidden = await save(draft, [
      itemOf('more', ['false'], { revision: 1 }),
      itemOf('details', ['Plain'], { revision: 1 }),
      itemOf('all', []),
    ]);
    expect([hidden.status, hidden.body.data]).toEqual([
      200,
      [
        itemOf('more', ['false'], { revision: 2 }),
        itemOf('details', ['Plain'], { revision: 1 }),
        itemOf('all', [], { revision: 0 }),
      ],
    ]);
    // What hangs on a stale item waits with it, and the rest is saved.
    const waiting = await save(draft, [
      itemOf('more', ['true'], { revision: 1 }),
      itemOf('details', ['Fancy'], { revision: 1 }),
      itemOf('home', ['London']),
    ]);
    expect([waiting.status, waiting.body.data, waiting.body.stale]).toEqual([
      409,
      [itemOf('home', ['London'], { revision: 1 })],
      [
        { ...itemOf('more', ['false'], { revision: 2 }), savedAt: now },
        { ...itemOf('details', ['Plain'], { revision: 1 }), savedAt: now },
      ],
    ]);
  });

  it('knows an id in capitals as the same id', async () => {
    const draft = await createDraft(app, call.id);
    const row = '0190a0a0-0000-7000-8000-00000000abcd';
    const asked = [{ id: row, flowElementId: 'team', order: 0 }];
    expect((await save(draft, [itemOf('name', ['Ada'], { groupId: row })], asked)).status).toBe(200);
    const loud = row.toUpperCase();
    const again = await save(
      { ...draft, assignmentId: draft.assignmentId.toUpperCase() },
      [itemOf('name', ['Eve'], { groupId: loud, revision: 1 })],
      [{ id: loud, flowElementId: 'team', order: 0 }],
    );
    expect([again.status, again.body.groups, again.body.data]).toEqual([
      200,
      asked,
      [itemOf('name', ['Eve'], { groupId: row, revision: 2 })],
    ]);
    const twice = [itemOf('name', ['A'], { groupId: row }), itemOf('name', ['B'], { groupId: loud })];
    expect((await save(draft, twice)).status).toBe(422);
    const nobody = { id: '00000000-0000-0000-0000-000000000000', flowElementId: 'team', order: 0 };
    expect((await save(draft, [], [nobody])).status).toBe(400);
  });

  it('refuses what does not fit the form, and changes nothing', async () => {
    const draft = await createDraft(app, call.id);
    const bad: [Item[], Group[]?][] = [
      [[itemOf('nothing', ['x'])]],
      [[itemOf('first', ['Ada']), itemOf('first', ['Eve'])]],
      [[itemOf('first', ['a', 'b'])]],
      [[itemOf('first', ['x'.repeat(2_001)])]],
      [[itemOf('team', ['x'])]],
      [[itemOf('name', ['Grace'])]],
      [[itemOf('first', ['Grace'], { groupId: row1 })], [member(row1, 0)]],
      [[itemOf('part', ['aurora-cpu'], { groupId: row1 })], [member(row1, 0)]],
      [[itemOf('panel', ['PE0'])]],
      [[itemOf('case', [row1])]],
      [[], [{ id: row1, flowElementId: 'first', order: 0 }]],
      [[], [member(row1, 0), member(row1, 1)]],
    ];
    for (const [data, groups] of bad)
      expect([data, ...(await refused(() => save(draft, data, groups))).slice(0, 2)]).toEqual([
        data,
        422,
        'invalid_value',
      ]);
    const four = [row1, row2, row3, row4].map((id, order) => ({ id, flowElementId: 'parts', order }));
    expect(await refused(() => save(draft, [], four))).toEqual([
      422,
      'too_many_rows',
      ["There can't be more than 3 Partitions."],
    ]);
    for (const body of [
      {},
      { data: 'x' },
      { data: [{ ...itemOf('first', ['Ada']), more: 1 }] },
      { data: [itemOf('first', ['Ada'], { revision: -1 })] },
      { data: [itemOf('first', ['Ada'], { groupId: 'x' })] },
    ]) {
      const path = `/v2/assignments/${draft.assignmentId}/save`;
      expect((await refused(() => app.call('PUT', path, { token: draft.token, body })))[0]).toBe(400);
    }
  });

  it('says in words what no field can hold, and where it stands to those who write clients', async () => {
    const draft = await createDraft(app, call.id);
    const before = await rowsOfApplications(app);
    const values = [['x'.repeat(200_001)], Array.from({ length: 1_001 }, String), [7]];
    const answers = await Promise.all(values.map((sent) => save(draft, [itemOf('first', sent as string[])])));
    const refusal = (message: string, at: string, code: string) => [
      400,
      { statusCode: 400, code: 'invalid_input', message: [message], issues: [{ in: 'body', at, code }] },
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      refusal('This text is too long. Make it shorter and try again.', 'data.0.input.values.0', 'too_big'),
      refusal('There are too many entries. Remove some and try again.', 'data.0.input.values', 'too_big'),
      refusal(
        'Something in this request could not be read. Reload the page and try again.',
        'data.0.input.values.0',
        'invalid_type',
      ),
    ]);
    expect(await rowsOfApplications(app)).toEqual(before);
  });

  it('keeps a value out of its limits and flags it at the submit alone', async () => {
    const draft = await createDraft(app, call.id);
    const long = 'x'.repeat(41);
    expect((await save(draft, [itemOf('more', ['true']), itemOf('details', [long])])).status).toBe(200);
    const before = await rowsOfApplications(app);
    const answer = await submit(draft, []);
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        statusCode: 422,
        code: 'has_errors',
        message: 'Solve all errors before submitting',
        problems: [
          {
            formId: 'F1',
            elementId: 'title',
            groupId: null,
            title: 'Project title',
            message: 'This is mandatory.',
            missing: true,
          },
          {
            formId: 'F1',
            elementId: 'details',
            groupId: null,
            title: 'Details',
            message: 'The text must have less than 40 characters. Exactly 40 are allowed.',
            missing: false,
          },
        ],
      },
    ]);
    expect(await rowsOfApplications(app)).toEqual(before);
  });

  it('takes no submission that asks for more than the whole pool of a partition', async () => {
    const generous = await createCall(app);
    const offer = (pool: string) =>
      app.db
        .updateTable('cutoff_partitions')
        .set({ max: null, pool })
        .where('cutoff_id', 'in', generous.cutoffIds)
        .where('partition_id', '=', 'aurora-cpu')
        .execute();
    await offer('1000');
    const draft = await createDraft(app, generous.id);
    const asking = (amount: string) =>
      submit(
        draft,
        [
          itemOf('title', ['Waves']),
          itemOf('part', ['aurora-cpu'], { groupId: row1 }),
          itemOf('amount', [amount], { groupId: row1 }),
        ],
        [{ id: row1, flowElementId: 'parts', order: 0 }],
      );
    const before = await rowsOfApplications(app);
    const answer = await asking('1320');
    expect([answer.status, answer.body.problems]).toEqual([
      422,
      [
        {
          formId: 'F2',
          elementId: 'amount',
          groupId: row1,
          title: 'Amount',
          message: 'This is more than the whole pool of Aurora CPU, 1\u202f000\u00a0node hours.',
          missing: false,
        },
      ],
    ]);
    expect(await rowsOfApplications(app)).toEqual(before);
    // What it is counts from the moment at which it is changed.
    await offer('1320');
    expect((await asking('1320')).status).toBe(200);
  });

  it('looks like nothing to everybody else', async () => {
    const draft = await createDraft(app, call.id);
    const foreign = await app.login();
    const missing = [404, 'not_found', 'Not found'];
    const unknown = '018f0000-0000-7000-8000-0000000000ff';
    for (const [verb, body] of [
      ['PUT save', { data: [] }],
      ['PUT submit', { data: [] }],
      ['DELETE data', { dataIds: [row1] }],
    ] as const) {
      const [method = '', operation = ''] = verb.split(' ');
      for (const id of [draft.assignmentId, unknown, 'abc'])
        expect(
          await refused(() =>
            app.call(method, `/v2/assignments/${id}/${operation}`, { token: foreign.token, body }),
          ),
        ).toEqual(missing);
      expect(
        (await app.call(method, `/v2/assignments/${draft.assignmentId}/${operation}`, { body })).status,
      ).toBe(401);
    }
  });

  it('submits in at most six statements, with activity, event and job', async () => {
    const draft = await createDraft(app, call.id);
    const body = [itemOf('title', ['Waves']), itemOf('more', ['false'])];
    // What everybody's call and form are is known by then.
    await submit(await createDraft(app, call.id), body);
    const statements = await app.sqlCount(async () => {
      const answer = await submit(draft, body);
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          data: [itemOf('title', ['Waves'], { revision: 1 }), itemOf('more', ['false'], { revision: 1 })],
          groups: [],
          savedAt: now,
          status: 'submitted',
          uid: draft.uid,
          submittedAt: now,
        },
      ]);
    });
    // And two that begin and end the transaction.
    expect(statements).toBeLessThanOrEqual(4);
    const { status, submitted_at } = await app.db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect([status, submitted_at]).toEqual(['submitted', new Date(now)]);
    const activities = await app.db
      .selectFrom('activities')
      .select(['status', 'actor_id', 'reason'])
      .where('assignment_id', '=', draft.assignmentId)
      .orderBy('id')
      .execute();
    expect(activities).toEqual([
      { status: 'draft', actor_id: draft.userId, reason: null },
      { status: 'submitted', actor_id: draft.userId, reason: null },
    ]);
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'user_id', 'actor_id', 'detail'])
      .where('assignment_id', '=', draft.assignmentId)
      .orderBy('id')
      .execute();
    expect(events.at(-1)).toEqual({
      type: 'submitted',
      user_id: draft.userId,
      actor_id: draft.userId,
      detail: { step: 'APP' },
    });

    // The same again answers like the first, also after the deadline; anything else is refused.
    const before = await rowsOfApplications(app);
    app.clock.set('2026-12-24T00:00:00Z');
    for (const data of [body, []]) {
      const again = await submit(draft, data);
      expect([again.status, again.body.status, again.body.submittedAt]).toEqual([200, 'submitted', now]);
    }
    expect(await rowsOfApplications(app)).toEqual(before);
    app.clock.set(now);
    expect((await refused(() => submit(draft, [itemOf('title', ['Tides'])]))).slice(0, 2)).toEqual([
      409,
      'already_submitted',
    ]);
    expect((await refused(() => save(draft, [itemOf('title', ['Tides'])]))).slice(0, 2)).toEqual([
      409,
      'not_editable',
    ]);
  });

  it('submits what stands behind the lock that it waited for', async () => {
    const draft = await createDraft(app, call.id);
    const deadline = new Date('2026-11-30T09:00:00Z');
    const sent = await app.db.transaction().execute(async (tx) => {
      await sql`select from applications where id = ${draft.id} for update`.execute(tx);
      const answer = submit(draft, [itemOf('title', ['Waves']), itemOf('more', ['false'])]);
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(app.db)).rows.length).toBeGreaterThan(0);
      await tx
        .updateTable('assignments')
        .set({ deadline_at: deadline, revision: sql`revision + 1` })
        .where('id', '=', draft.assignmentId)
        .execute();
      return { answer };
    });
    expect((await sent.answer).status).toBe(200);
    const row = await app.db
      .selectFrom('assignments')
      .select(['status', 'deadline_at'])
      .where('id', '=', draft.assignmentId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'submitted', deadline_at: deadline });
  });

  it('submits once when the button is pressed twice', async () => {
    const draft = await createDraft(app, call.id);
    const answers = await Promise.all([1, 2, 3].map(() => submit(draft, [itemOf('title', ['Waves'])])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const events = await app.db
      .selectFrom('events')
      .select('id')
      .where('assignment_id', '=', draft.assignmentId)
      .where('type', '=', 'submitted')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('saves the rest but does not submit when something is stale', async () => {
    const draft = await createDraft(app, call.id);
    await save(draft, [itemOf('title', ['Waves'])]);
    const answer = await submit(draft, [itemOf('title', ['Tides']), itemOf('home', ['London'])]);
    expect([answer.status, answer.body.code, answer.body.stale, answer.body.data]).toEqual([
      409,
      'stale_revision',
      [{ ...itemOf('title', ['Waves'], { revision: 1 }), savedAt: now }],
      [itemOf('home', ['London'], { revision: 1 })],
    ]);
    const opened = await app.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token });
    expect(opened.body.status).toBe('draft');
  });

  it('saves, removes and submits nothing that was filled in for another version of the form', async () => {
    const own = await createCall(app);
    const draft = await createDraft(app, own.id);
    await save(draft, [itemOf('title', ['Waves'])], [member(row1, 0)]);
    const send = (verb: 'save' | 'submit', flowVersion: number) =>
      app.call('PUT', `/v2/assignments/${draft.assignmentId}/${verb}`, {
        token: draft.token,
        body: { data: [itemOf('home', ['London'])], newGroups: [], flowVersion },
      });
    const removeRow = () =>
      app.call('DELETE', `/v2/assignments/${draft.assignmentId}/data`, {
        token: draft.token,
        body: { dataIds: [row1], flowVersion: 1 },
      });
    await app.db
      .updateTable('applications')
      .set({ flow_version_id: await createFlowVersion(app.db, own.id, 2, smallFlow) })
      .where('uid', '=', draft.uid)
      .execute();

    const code = 'form_changed';
    const message = 'The form of this call has changed. Reload the application to go on with the new form.';
    for (const sending of [() => send('save', 1), () => send('submit', 1), removeRow]) {
      expect(await refused(sending)).toEqual([409, code, message]);
      expect((await sending()).body.flowVersion).toBe(2);
    }
    expect((await send('save', 2)).status).toBe(200);
    for (const flowVersion of [0, 1.5, '2', 2 ** 31])
      expect((await send('save', flowVersion as number)).status).toBe(400);
  });

  it('tells a sender who names a version what is stored, and refuses to submit what they have not seen', async () => {
    const draft = await createDraft(app, call.id);
    const send = (verb: 'save' | 'submit', data: Item[], version: string | undefined) =>
      app.call('PUT', `/v2/assignments/${draft.assignmentId}/${verb}`, {
        token: draft.token,
        body: { data, newGroups: [], version },
      });
    const versionNow = async () =>
      (await openWhole(app, draft.uid, draft.token)).body.assignments[0].version as string;
    const opened = await versionNow();
    const first = await send('save', [itemOf('title', ['Waves'])], opened);
    expect([first.status, first.body.isBehind, first.body.version]).toEqual([
      200,
      undefined,
      await versionNow(),
    ]);
    expect(first.body.version).not.toBe(opened);

    // Another window: its save is stored, and it learns that something else is, too.
    const other = await send('save', [itemOf('home', ['London'])], opened);
    expect([other.status, other.body.isBehind, other.body.version]).toEqual([200, true, await versionNow()]);
    // Without a version nothing is said.
    const silent = await save(draft, [itemOf('first', ['Ada'])]);
    expect([silent.body.isBehind, silent.body.version]).toEqual([undefined, undefined]);

    // The answers of this request are saved; nothing is submitted that the sender has not seen.
    const late = await send('submit', [itemOf('last', ['King'])], other.body.version);
    expect([late.status, late.body.code, late.body.stale, late.body.data]).toEqual([
      409,
      'stale_revision',
      [],
      [itemOf('last', ['King'], { revision: 1 })],
    ]);
    expect((await openWhole(app, draft.uid, draft.token)).body.status).toBe('draft');
    expect(late.body.version).toBe(await versionNow());
    expect((await send('submit', [], late.body.version)).status).toBe(200);
  });

  it('names another version after rows were added, moved and removed', async () => {
    const draft = await createDraft(app, call.id);
    const versionNow = async () =>
      (await openWhole(app, draft.uid, draft.token)).body.assignments[0].version as string;
    const seen = [await versionNow()];
    for (const rows of [[member(row1, 0), member(row2, 1)], [member(row2, 0)]]) {
      await save(draft, [], rows);
      seen.push(await versionNow());
    }
    const removed = await app.call('DELETE', `/v2/assignments/${draft.assignmentId}/data`, {
      token: draft.token,
      body: { dataIds: [row1], version: seen[2] },
    });
    expect([removed.status, removed.body.isBehind, removed.body.version]).toEqual([
      200,
      undefined,
      await versionNow(),
    ]);
    expect(new Set([...seen, await versionNow()]).size).toBe(4);
  });

  it('counts the deadline to the second, by the clock of the server', async () => {
    const draft = await createDraft(app, call.id);
    app.clock.set('2026-12-01T09:00:00.000Z');
    expect((await save(draft, [itemOf('title', ['Waves'])])).status).toBe(200);
    app.clock.set('2026-12-01T09:00:01.000Z');
    for (const verb of [save, submit])
      expect(await refused(() => verb(draft, [itemOf('home', ['London'])]))).toEqual([
        409,
        'deadline_passed',
        'The deadline has passed. Nothing was changed.',
      ]);
    expect((await openWhole(app, draft.uid, draft.token)).body).toMatchObject({
      displayStatus: 'call_closed',
      assignments: [
        {
          can: { save: false, submit: false },
          notice: 'The deadline for this assignment was 01-12-2026 10:00 (Europe/Brussels)',
        },
      ],
    });
    app.clock.set('2026-12-01T08:59:59.000Z');
    expect((await submit(draft, [])).status).toBe(200);
    app.clock.set(now);
  });

  it('takes changes that were asked for until their own deadline, as resubmitted', async () => {
    const draft = await createDraft(app, call.id);
    await submit(draft, [itemOf('title', ['Waves'])]);
    await app.db
      .updateTable('assignments')
      .set({ status: 'changes_requested', deadline_at: '2026-12-20T00:00:00Z', reason: 'Say more' })
      .where('id', '=', draft.assignmentId)
      .execute();
    await app.db
      .updateTable('applications')
      .set({ status: 'changes_requested' })
      .where('id', '=', draft.id)
      .execute();
    app.clock.set('2026-12-10T00:00:00Z');
    expect((await save(draft, [itemOf('title', ['Tides'], { revision: 1 })])).status).toBe(200);
    // Readers still have what was submitted.
    const pro = await app.login({ role: 'pro' });
    const read = async () => {
      const { body } = await openWhole(app, draft.uid, pro.token);
      return body.assignments[0].data;
    };
    expect(await read()).toContainEqual(itemOf('title', ['Waves']));
    const answer = await submit(draft, []);
    expect([answer.status, answer.body.status]).toEqual([200, 'resubmitted']);
    expect(await read()).toContainEqual(itemOf('title', ['Tides']));
    const { status, submitted_at } = await app.db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    // The newest submission counts.
    expect([status, submitted_at]).toEqual(['submitted', new Date('2026-12-10T00:00:00Z')]);

    await app.db
      .updateTable('assignments')
      .set({ status: 'changes_requested' })
      .where('id', '=', draft.assignmentId)
      .execute();
    app.clock.set('2026-12-20T00:00:01Z');
    expect((await refused(() => save(draft, [])))[1]).toBe('deadline_passed');
    app.clock.set(now);
  });

  const askForChanges = async ({ id, assignmentId }: Draft, status: ApplicationStatus) => {
    await app.db
      .updateTable('assignments')
      .set({ status: 'changes_requested', deadline_at: '2026-12-20T00:00:00Z', reason: 'Say more' })
      .where('id', '=', assignmentId)
      .execute();
    await app.db.updateTable('applications').set({ status }).where('id', '=', id).execute();
  };

  it('never takes a decision back by a resubmission', async () => {
    const statuses: string[] = [];
    for (const status of applicationStatuses.filter((one) => one !== 'draft')) {
      const draft = await createDraft(app, call.id);
      await submit(draft, [itemOf('title', ['Waves'])]);
      await askForChanges(draft, status);
      const again = (await submit(draft, [])).body;
      const { body } = await openWhole(app, draft.uid, draft.token);
      statuses.push(`${status}: ${again.status ?? again.code}, ${body.status}`);
    }
    expect(statuses).toEqual([
      'submitted: resubmitted, submitted',
      'changes_requested: resubmitted, submitted',
      'approved: not_editable, approved',
      'rejected: not_editable, rejected',
      'withdrawn: not_editable, withdrawn',
    ]);
  });

  it('gives a later step no window of the call: its own timeframe, or none but its deadline', async () => {
    const own = await createCall(app, {
      cutoffs: [
        { start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' },
        { start: '2026-12-05T09:00:00Z', end: '2027-01-01T09:00:00Z' },
      ],
    });
    const draft = await createDraft(app, own.id);
    await submit(draft, [itemOf('title', ['Waves'])]);
    const later = { ...draft, assignmentId: app.platform.newId() };
    await app.db
      .insertInto('assignments')
      .values({
        id: later.assignmentId,
        application_id: draft.id,
        step_id: 'ANS',
        owner_id: draft.userId,
        role: 'applicant',
        status: 'draft',
        created_at: new Date(now),
      })
      .execute();
    const seen = async () => {
      const { body } = await openWhole(app, draft.uid, draft.token);
      const one = body.assignments.find(({ id }: { id: string }) => id === later.assignmentId);
      const pending = await app.call('POST', '/v2/applications/dashboard', { token: draft.token, body: {} });
      const row = pending.body.data[0].assignments.find(
        ({ id }: { id: string }) => id === later.assignmentId,
      );
      return [one.start, one.deadline, one.can.save, row.deadline, body.cutoff.id];
    };
    const saved = async () => (await save(later, [])).status;
    // In the cut-off, after it, and in the next one: it stays with what was submitted.
    for (const at of [now, '2026-12-03T00:00:00Z', '2026-12-10T00:00:00Z', '2027-05-01T00:00:00Z']) {
      app.clock.set(at);
      expect([at, ...(await seen()), await saved()]).toEqual([
        at,
        null,
        null,
        true,
        null,
        own.cutoffIds[0],
        200,
      ]);
    }
    const { cutoff_id } = await app.db
      .selectFrom('applications')
      .select('cutoff_id')
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(cutoff_id).toBe(own.cutoffIds[0]);

    const [start, end] = ['2026-12-02T00:00:00.000Z', '2026-12-09T00:00:00.000Z'] as const;
    await app.db
      .insertInto('timeframes')

      .values({
        call_id: own.id,
        cutoff_id: own.cutoffIds[0] ?? 0,
        step_id: 'ANS',
        starts_at: start,
        ends_at: end,
      })
      .execute();
    app.clock.set('2026-12-03T00:00:00Z');
    expect([...(await seen()), await saved()]).toEqual([start, end, true, end, own.cutoffIds[0], 200]);
    app.clock.set('2026-12-10T00:00:00Z');
    expect([...(await seen()), await saved()]).toEqual([start, end, false, end, own.cutoffIds[0], 409]);
    app.clock.set(now);
  });

  it('changes nothing that is locked, not even by emptying it', async () => {
    const lockable = ['home', 'case', 'team'];
    const locked = JSON.parse(JSON.stringify(smallFlow), (_key, value) =>
      lockable.includes(value?.id) ? { ...value, config: { readOnly: true } } : value,
    );
    const own = await createCall(app);
    const draft = await createDraft(app, own.id);
    await save(
      draft,
      [itemOf('home', ['London']), itemOf('name', ['Ada'], { groupId: row1 })],
      [member(row1, 0)],
    );
    const { body } = await uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
    await app.db
      .updateTable('applications')
      .set({ flow_version_id: await createFlowVersion(app.db, own.id, 2, locked) })
      .where('id', '=', draft.id)
      .execute();

    const at = `/v2/assignments/${draft.assignmentId}`;
    const remove = (path: string, dataIds?: string[]) =>
      app.call('DELETE', `${at}${path}`, { token: draft.token, body: dataIds && { dataIds } });
    const no = [422, 'invalid_value'];
    const refusalOf = async (sending: () => ReturnType<typeof save>) => (await refused(sending)).slice(0, 2);
    expect(await refusalOf(() => save(draft, [itemOf('home', [], { revision: 1 })]))).toEqual(no);
    expect(await refusalOf(() => save(draft, [], [member(row2, 1)]))).toEqual(no);
    expect(await refusalOf(() => remove('/data', [row1]))).toEqual(no);
    expect(await refusalOf(() => remove(`/upload/${body.document.id}`))).toEqual(no);
  });

  it('follows the call to a later cut-off', async () => {
    const two = await createCall(app, {
      cutoffs: [
        { start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' },
        { start: '2026-12-01T09:00:00Z', end: '2027-01-01T09:00:00Z' },
      ],
    });
    const draft = await createDraft(app, two.id);
    app.clock.set('2026-12-10T00:00:00Z');
    expect((await submit(draft, [itemOf('title', ['Waves'])])).status).toBe(200);
    const { cutoff_id, uid } = await app.db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect([cutoff_id, uid]).toEqual([two.cutoffIds[1], draft.uid]);
    app.clock.set(now);
  });

  it('keeps a row in which somebody wrote after it was seen, and removes the others', async () => {
    const draft = await createDraft(app, call.id);
    await save(
      draft,
      [1, 3].map((n) => itemOf('name', [`Member ${n}`], { groupId: n === 1 ? row1 : row3 })),
      [member(row1, 0), member(row3, 1)],
    );
    const seen = [1, 3].map((n) =>
      itemOf('name', [`Member ${n}`], { groupId: n === 1 ? row1 : row3, revision: 1 }),
    );
    await save(draft, [itemOf('name', ['Somebody else'], { groupId: row3, revision: 1 })]);
    const removeSeen = (dataIds: string[]) =>
      app.call('DELETE', `/v2/assignments/${draft.assignmentId}/data`, {
        token: draft.token,
        body: { dataIds, seen },
      });
    const kept = [itemOf('name', ['Somebody else'], { groupId: row3, revision: 2 })];
    const stays = await removeSeen([row1, row3]);
    expect([stays.status, stays.body]).toEqual([
      409,
      {
        statusCode: 409,
        code: 'stale_revision',
        message: 'This was changed in another window or on another device.',
        groups: [member(row3, 0)],
        savedAt: now,
        stale: kept,
      },
    ]);
    const { body } = await openWhole(app, draft.uid, draft.token);
    expect([body.assignments[0].data, body.assignments[0].groups]).toEqual([kept, [member(row3, 0)]]);
  });

  it('removes rows with their answers and files and closes the gap', async () => {
    const draft = await createDraft(app, call.id);
    await save(
      draft,
      [1, 2, 3].map((n) => itemOf('name', [`Member ${n}`], { groupId: [row1, row2, row3][n - 1] ?? null })),
      [member(row1, 0), member(row2, 1), member(row3, 2)],
    );
    const upload = await uploadChecked(
      app,
      draft,
      uploadOf(await pdfOf(1), { elementId: 'cv', groupId: row2 }),
    );
    expect(upload.status).toBe(200);
    const remove = (dataIds: string[]) =>
      app.call('DELETE', `/v2/assignments/${draft.assignmentId}/data`, {
        token: draft.token,
        body: { dataIds },
      });
    const statements = await app.sqlCount(async () => {
      const answer = await remove([row2]);
      expect([answer.status, answer.body]).toEqual([
        200,
        { groups: [member(row1, 0), member(row3, 1)], savedAt: now },
      ]);
    });
    expect(statements).toBeLessThanOrEqual(5);
    const opened = await openWhole(app, draft.uid, draft.token);
    expect([opened.body.assignments[0].data, opened.body.documents]).toEqual([
      [
        itemOf('name', ['Member 1'], { groupId: row1, revision: 1 }),
        itemOf('name', ['Member 3'], { groupId: row3, revision: 1 }),
      ],
      [],
    ]);
    const before = await rowsOfApplications(app);
    expect((await remove([row2])).body).toEqual({ groups: [], savedAt: now });
    expect(await rowsOfApplications(app)).toEqual(before);
    expect((await remove([])).status).toBe(400);
    // A value for a row that is gone costs that value alone.
    const late = await save(draft, [
      itemOf('name', ['Late'], { groupId: row2, revision: 1 }),
      itemOf('home', ['London']),
    ]);
    expect([late.status, late.body.data, late.body.stale, late.body.groups]).toEqual([
      409,
      [itemOf('home', ['London'], { revision: 1 })],
      [{ ...itemOf('name', [], { groupId: row2 }), savedAt: now }],
      [member(row1, 0), member(row3, 1)],
    ]);
    // Moved rows are the same rows.
    const moved = await save(draft, [], [member(row3, 0), member(row4, 1)]);
    expect(moved.body.groups).toEqual([member(row3, 0), member(row4, 1), member(row1, 2)]);
  });
});
