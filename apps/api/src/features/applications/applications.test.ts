import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createFlowVersion,
  createSurroundings,
  itemOf,
  openWhole,
  pdfOf,
  rowsOfApplications,
  smallFlow,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';

const row1 = '018f0000-0000-7000-8000-000000000001';
const row2 = '018f0000-0000-7000-8000-000000000002';
const missing = { statusCode: 404, code: 'not_found', message: 'Not found' };

describe('applications', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
    await createSurroundings(app.db);
  });
  afterAll(() => app.close());

  it('creates a draft with its assignment, its activity and an event, in at most five statements', async () => {
    const call = await createCall(app, { code: 'ABC', number: 3 });
    const person = await app.login();
    await createDraft(app, call.id, person);
    const statements = await app.sqlCount(async () => {
      const answer = await app.call('POST', '/v2/applications', {
        token: person.token,
        body: { callId: call.id },
      });
      expect([answer.status, answer.body]).toEqual([200, { uid: 'ABC-2026R03-002' }]);
    });
    expect(statements).toBeLessThanOrEqual(5);
    const application = await app.db
      .selectFrom('applications')
      .selectAll()
      .where('uid', '=', 'ABC-2026R03-002')
      .executeTakeFirstOrThrow();
    expect(application).toEqual({
      id: application.id,
      award_ends_at: null,
      award_declined_at: null,
      readership_id: null,
      cutoff_passed_at: null,
      first_submitted_at: null,
      revision: 0,
      panel: null,
      partition_ids: [],
      uid: 'ABC-2026R03-002',
      call_id: call.id,
      flow_version_id: call.flowVersionId,
      cutoff_id: call.cutoffIds[0],
      owner_id: person.userId,
      status: 'draft',
      created_at: new Date('2026-11-21T12:00:00Z'),
      submitted_at: null,
      title: '',
      pi_first_name: '',
      pi_last_name: '',
      pi_affiliation: '',
      research_group: '',
      research_title: '',
      partitions: [],
      updated_at: new Date('2026-11-21T12:00:00Z'),
    });
    const assignments = await app.db
      .selectFrom('assignments')
      .select(['id', 'step_id', 'owner_id', 'role', 'status'])
      .where('application_id', '=', application.id)
      .execute();
    expect(assignments).toEqual([
      {
        id: expect.any(String),
        step_id: 'APP',
        owner_id: person.userId,
        role: 'applicant',
        status: 'draft',
      },
    ]);
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'assignment_id', 'actor_id', 'detail'])
      .where('application_id', '=', application.id)
      .execute();
    expect(events).toEqual([
      {
        type: 'application_created',
        assignment_id: assignments[0]?.id,
        actor_id: person.userId,
        detail: { uid: 'ABC-2026R03-002' },
      },
    ]);
  });

  it('names the call by its uid, which no later cut-off, no submission and no change of the call touches', async () => {
    const call = await createCall(app, {
      code: 'UID',
      number: 7,
      cutoffs: [
        { start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' },
        { start: '2027-02-01T09:00:00Z', end: '2027-03-01T09:00:00Z' },
      ],
    });
    const draft = await createDraft(app, call.id);
    const { token } = draft;
    const uid = async () => (await app.call('GET', `/v2/applications/${draft.id}`, { token })).body.uid;
    const uids = [draft.uid, await uid()];
    app.clock.set('2027-02-10T00:00:00Z');
    await app.db
      .updateTable('calls')
      .set({ code: 'NEW', number: 8, uid_pattern: 'NEW-{YYYY}R{NN}-{SEQ3}' })
      .where('id', '=', call.id)
      .execute();
    uids.push(await uid());
    const submitted = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token,
      body: { data: [itemOf('title', ['Waves'])] },
    });
    expect(submitted.status).toBe(200);
    uids.push(await uid());
    app.clock.set('2026-11-21T12:00:00Z');
    expect(uids).toEqual(['UID-2026R07-001', 'UID-2026R07-001', 'UID-2026R07-001', 'UID-2026R07-001']);
  });

  it('goes by the clock of the server, whatever a browser says the time is', async () => {
    const call = await createCall(app);
    const { token } = await app.login();
    const applied = async (at: string, browser: string) => {
      app.clock.set(at);
      const shown = new Date(browser);
      const answer = await app.call('POST', '/v2/applications', {
        token,
        body: { callId: call.id },
        headers: { date: shown.toUTCString(), 'x-request-start': `t=${shown.getTime()}`, age: '999999' },
      });
      return [answer.status, answer.body.code];
    };
    const open = '2026-12-01T09:00:00.000Z';
    const over = '2026-12-01T09:00:00.001Z';
    expect([
      await applied(open, '2027-06-01T00:00:00Z'),
      await applied(over, '2026-11-15T00:00:00Z'),
    ]).toEqual([
      [200, undefined],
      [409, 'call_closed'],
    ]);
    // No request carries a time of its own either.
    const body = { callId: call.id, now: open };
    expect((await app.call('POST', '/v2/applications', { token, body })).status).toBe(400);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  it('gives parallel applicants different uids', async () => {
    const call = await createCall(app);
    const people = await Promise.all(Array.from({ length: 6 }, () => app.login()));
    const answers = await Promise.all(
      people.map(({ token }) => app.call('POST', '/v2/applications', { token, body: { callId: call.id } })),
    );
    expect(new Set(answers.map(({ body }) => body.uid)).size).toBe(6);
  });

  it('refuses calls that are closed, unpublished or missing, and changes nothing', async () => {
    const closed = await createCall(app, {
      cutoffs: [{ start: '2025-01-01T00:00:00Z', end: '2025-02-01T00:00:00Z' }],
    });
    const unpublished = await createCall(app, { published: false });
    const { token } = await app.login();
    const before = await rowsOfApplications(app);
    const codes = [];
    for (const callId of [closed.id, unpublished.id, 4_000_000]) {
      const answer = await app.call('POST', '/v2/applications', { token, body: { callId } });
      codes.push([answer.status, answer.body.code]);
    }
    expect(codes).toEqual([
      [409, 'call_closed'],
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    for (const body of [{}, { callId: 'x' }, { callId: closed.id, more: 1 }, { callId: -1 }])
      expect((await app.call('POST', '/v2/applications', { token, body })).status).toBe(400);
    expect((await app.call('POST', '/v2/applications', { body: { callId: closed.id } })).status).toBe(401);
    expect(await rowsOfApplications(app)).toEqual(before);
  });

  it('counts own applications of a call', async () => {
    const call = await createCall(app);
    const person = await app.login();
    await createDraft(app, call.id, person);
    const second = await createDraft(app, call.id, person);
    await app.call('PUT', `/v2/assignments/${second.assignmentId}/submit`, {
      token: person.token,
      body: { data: [itemOf('title', ['Waves'])] },
    });
    await createDraft(app, call.id);
    const counted = await app.call('GET', `/v2/applications/count/${call.id}`, { token: person.token });
    expect(counted.body).toEqual({ total: 2, submitted: 1 });
    const other = await app.login();
    expect((await app.call('GET', `/v2/applications/count/${call.id}`, { token: other.token })).body).toEqual(
      { total: 0, submitted: 0 },
    );
    expect((await app.call('GET', '/v2/applications/count/999999', { token: other.token })).body).toEqual(
      missing,
    );
  });

  it('opens an application by its id or uid for its owner alone', async () => {
    const call = await createCall(app, { code: 'OPN', title: 'Open sea' });
    const draft = await createDraft(app, call.id);
    const byUid = await openWhole(app, draft.uid, draft.token);
    const byId = await openWhole(app, draft.id, draft.token);
    expect(byId.body).toEqual(byUid.body);
    const person = { id: draft.userId, firstName: 'Person', lastName: expect.any(String) };
    const window = { start: '2026-11-01T09:00:00.000Z', end: '2026-12-01T09:00:00.000Z' };
    const { steps, partitions, ...rest } = byUid.body;
    expect(rest).toEqual({
      id: draft.id,
      uid: 'OPN-2026R01-001',
      status: 'draft',
      displayStatus: 'draft',
      createdAt: '2026-11-21T12:00:00.000Z',
      submittedAt: null,
      draftExpiresAt: null,
      takeBack: { until: window.end },
      duplicatedFrom: null,
      owner: person,
      call: {
        id: call.id,
        code: 'OPN',
        year: 2026,
        number: 1,
        title: 'Open sea',
        name: 'Open sea',
        allocationPeriodId: null,
        info: '<p>How it goes</p>',
        machine: ['Aurora CPU', 'Aurora GPU'],
        links: { termsOfReference: '/tor.pdf' },
        published: true,
        cutoffs: [{ id: call.cutoffIds[0], ...window }],
        technicalReview: null,
        scientificReview: null,
        applicantResponse: null,
        logo: null,
        timeZone: 'Europe/Brussels',
        unit: 'node hours',
        termsOfReference: '/tor.pdf',
        documents: [],
      },
      cutoff: { id: call.cutoffIds[0], ...window },
      flowVersion: 1,
      options: {
        panels: [
          { value: 'PE1', label: 'Mathematics' },
          { value: 'PE2', label: 'Physics' },
        ],
        fields: [
          { value: 'PE1_1', label: 'Logic', parent: 'PE1' },
          { value: 'PE2_1', label: 'Optics', parent: 'PE2' },
        ],
      },
      laterSteps: [{ id: 'ANS', title: 'Reply' }],
      comingSteps: [],
      process: expect.any(Array),
      profile: {
        firstName: 'Person',
        lastName: expect.any(String),
        email: expect.stringContaining('@example.org'),
      },
      assignments: [
        {
          id: draft.assignmentId,
          stepId: 'APP',
          owner: { ...person, role: 'applicant' },
          labelNumber: null,
          role: 'applicant',
          partitionId: null,
          status: 'draft',
          deadline: window.end,
          start: window.start,
          submittedAt: null,
          createdAt: '2026-11-21T12:00:00.000Z',
          isLead: false,
          reason: null,
          activities: [{ status: 'draft', reason: null, createdAt: '2026-11-21T12:00:00.000Z' }],
          data: [],
          groups: [],
          submitted: null,
          can: { save: true, submit: true },
          version: expect.stringMatching(/^[0-9a-f]{16}$/),
          commands: expect.any(Object),
          notice: null,
        },
      ],
      decisions: [],
      documents: [],
      uploads: [],
      threads: [],
      points: [],
      pointable: [],
      can: { delete: true, duplicate: false },
      commands: expect.any(Array),
    });
    expect(steps.map(({ id }: { id: string }) => id)).toEqual(['APP']);
    expect(partitions.map(({ id }: { id: string }) => id)).toEqual(['aurora-cpu', 'aurora-gpu', 'old-cpu']);

    const foreign = await app.login();
    const pro = await app.login({ role: 'pro' });
    for (const { token } of [foreign, pro])
      for (const key of [draft.uid, draft.id, 'NOPE-1', '999999', 'a%20b'])
        expect((await app.call('GET', `/v2/applications/${key}`, { token })).body).toEqual(missing);
    expect((await app.call('GET', `/v2/applications/${draft.uid}`)).status).toBe(401);
    expect(
      await app.sqlCount(() => app.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token })),
    ).toBeLessThanOrEqual(3);
  });

  it('shows the peer review officer what was submitted, without what is hidden in it', async () => {
    const call = await createCall(app);
    const draft = await createDraft(app, call.id);
    await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: draft.token,
      body: { data: [itemOf('more', ['true']), itemOf('details', ['Not for others'])] },
    });
    const extra = await uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'extra' }));
    expect(extra.status).toBe(200);
    await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: draft.token,
      body: {
        data: [itemOf('more', ['false'], { revision: 1 }), itemOf('part', ['aurora-gpu'], { groupId: row1 })],
        newGroups: [{ id: row1, flowElementId: 'parts', order: 0 }],
      },
    });
    const submitted = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token: draft.token,
      body: { data: [itemOf('title', ['Waves'])] },
    });
    expect(submitted.status).toBe(200);

    const pro = await app.login({ role: 'pro' });
    const seen = await openWhole(app, draft.uid, pro.token);
    expect(seen.status).toBe(200);
    expect(seen.body.owner.id).toBe(draft.userId);
    expect(seen.body.profile).toEqual({});
    expect(seen.body.can).toEqual({ delete: false, duplicate: false });
    const [assignment] = seen.body.assignments;
    expect([assignment.can, seen.body.documents]).toEqual([{ save: false, submit: false }, []]);
    expect(assignment.data).toEqual(
      expect.arrayContaining([
        itemOf('title', ['Waves']),
        itemOf('amount', ['2000'], { groupId: row1 }),
        itemOf('all', ['2000']),
      ]),
    );
    expect(JSON.stringify(seen.body)).not.toContain('Not for others');
    const download = `/download/upload/${extra.body.document.id}`;
    expect((await app.call('GET', download, { token: pro.token })).status).toBe(404);
    expect((await app.call('GET', download, { token: draft.token })).status).toBe(200);
    // The owner still has what was hidden.
    const own = await openWhole(app, draft.uid, draft.token);
    expect(JSON.stringify(own.body)).toContain('Not for others');
    expect(own.body.can).toEqual({ delete: false, duplicate: true });
    // Others may still not touch it.
    const save = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: pro.token,
      body: { data: [] },
    });
    expect([save.status, save.body.code]).toEqual([404, 'not_found']);
  });

  it('says how a draft stands outside its call', async () => {
    const call = await createCall(app, {
      cutoffs: [
        { start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' },
        { start: '2027-02-01T09:00:00Z', end: '2027-03-01T09:00:00Z' },
      ],
    });
    const draft = await createDraft(app, call.id);
    const seen = async () => {
      const { body } = await openWhole(app, draft.uid, draft.token);
      const [assignment] = body.assignments;
      return [
        body.displayStatus,
        body.cutoff.id,
        assignment.can.save,
        assignment.notice,
        body.draftExpiresAt,
      ];
    };
    app.clock.set('2026-12-15T00:00:00Z');
    expect(await seen()).toEqual([
      'opening_soon',
      call.cutoffIds[1],
      false,
      'Submissions will be available starting at 01-02-2027 10:00 (Europe/Brussels)',
      null,
    ]);
    app.clock.set('2027-02-10T00:00:00Z');
    expect(await seen()).toEqual(['draft', call.cutoffIds[1], true, null, null]);
    app.clock.set('2027-08-22T00:00:00Z');
    expect(await seen()).toEqual([
      'call_closed',
      call.cutoffIds[1],
      false,
      'The deadline for this assignment was 01-03-2027 10:00 (Europe/Brussels)',
      '2027-11-21T12:00:00.000Z',
    ]);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  it('deletes a draft with all that is in it, by its owner alone', async () => {
    const call = await createCall(app);
    const draft = await createDraft(app, call.id);
    await uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
    const foreign = await app.login();
    const pro = await app.login({ role: 'pro' });
    for (const { token } of [foreign, pro])
      expect((await app.call('DELETE', `/v2/applications/${draft.uid}`, { token })).body).toEqual(missing);
    const { storage_key } = await app.db
      .selectFrom('documents')
      .select('storage_key')
      .where('assignment_id', '=', draft.assignmentId)
      .executeTakeFirstOrThrow();
    const statements = await app.sqlCount(async () => {
      const answer = await app.call('DELETE', `/v2/applications/${draft.uid}`, { token: draft.token });
      expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    });
    expect(statements).toBeLessThanOrEqual(5);
    expect(
      await app.db.selectFrom('abandoned_files').selectAll().where('storage_key', '=', storage_key).execute(),
    ).toEqual([{ storage_key, abandoned_at: new Date('2026-11-21T12:00:00Z'), not_before: null }]);
    expect(await app.db.selectFrom('applications').select('id').where('id', '=', draft.id).execute()).toEqual(
      [],
    );
    expect((await app.call('DELETE', `/v2/applications/${draft.uid}`, { token: draft.token })).status).toBe(
      404,
    );

    const submitted = await createDraft(app, call.id);
    await app.call('PUT', `/v2/assignments/${submitted.assignmentId}/submit`, {
      token: submitted.token,
      body: { data: [itemOf('title', ['Waves'])] },
    });
    const before = await rowsOfApplications(app);
    const refused = await app.call('DELETE', `/v2/applications/${submitted.uid}`, { token: submitted.token });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_a_draft']);
    expect(await rowsOfApplications(app)).toEqual(before);
  });

  it('duplicates a submission onto the current form and names what was left out', async () => {
    const call = await createCall(app, { code: 'DUP' });
    const draft = await createDraft(app, call.id);
    await uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
    const sent = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token: draft.token,
      body: {
        data: [
          itemOf('title', ['Waves']),
          itemOf('home', ['Harbour University']),
          itemOf('part', ['aurora-cpu'], { groupId: row1 }),
          itemOf('amount', ['700'], { groupId: row1 }),
          itemOf('name', ['Ada'], { groupId: row2 }),
        ],
        newGroups: [
          { id: row1, flowElementId: 'parts', order: 0 },
          { id: row2, flowElementId: 'team', order: 0 },
        ],
      },
    });
    expect(sent.status).toBe(200);
    const newer = {
      ...smallFlow,
      steps: smallFlow.steps.map((step) => ({
        ...step,
        forms: step.forms.map((form) => ({
          ...form,
          elements: form.elements.filter(({ id }) => id !== 'home' && id !== 'team'),
        })),
      })),
    };
    await createFlowVersion(app.db, call.id, 2, newer);

    const answer = await app.call('POST', `/v2/applications/duplicate/${draft.uid}`, {
      token: draft.token,
      body: {},
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      { uid: 'DUP-2026R01-002', leftOut: ['Member', 'Affiliation'] },
    ]);
    const copy = (await openWhole(app, 'DUP-2026R01-002', draft.token)).body;
    expect([copy.status, copy.flowVersion, copy.submittedAt]).toEqual(['draft', 2, null]);
    expect(copy.duplicatedFrom).toEqual({
      uid: 'DUP-2026R01-001',
      leftOut: [
        { title: 'Member', elementId: null },
        { title: 'Affiliation', elementId: null },
      ],
    });
    // What was made before stays on the form on which it was made.
    const original = (await openWhole(app, draft.uid, draft.token)).body;
    expect(original.flowVersion).toBe(1);
    expect(copy.documents).toHaveLength(1);
    expect(copy.assignments[0].groups).toEqual([{ id: row1, flowElementId: 'parts', order: 0 }]);
    expect(copy.assignments[0].data).toEqual([
      itemOf('amount', ['700'], { groupId: row1, revision: 1 }),
      itemOf('case', [copy.documents[0].id], { revision: 1 }),
      itemOf('more', ['false'], { revision: 1 }),
      itemOf('part', ['aurora-cpu'], { groupId: row1, revision: 1 }),
      itemOf('title', ['Waves'], { revision: 1 }),
    ]);
    const file = await app.call('GET', `/download/upload/${copy.documents[0].id}`, { token: draft.token });
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const row = await app.db
      .selectFrom('applications')
      .select(['title', 'pi_affiliation', 'partitions'])
      .where('uid', '=', 'DUP-2026R01-002')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ title: 'Waves', pi_affiliation: '', partitions: ['Aurora CPU'] });

    // Nobody else learns of the other one, and its owner only while the copy is being written.
    const pro = await app.login({ role: 'pro' });
    await app.call('PUT', `/v2/assignments/${copy.assignments[0].id}/submit`, {
      token: draft.token,
      body: { data: [] },
    });
    for (const token of [pro.token, draft.token])
      expect((await app.call('GET', `/v2/applications/${copy.uid}`, { token })).body.duplicatedFrom).toBe(
        null,
      );
    await app.db.updateTable('applications').set({ status: 'draft' }).where('uid', '=', copy.uid).execute();

    const before = await rowsOfApplications(app);
    const duplicate = (token: string, key: string) =>
      app.call('POST', `/v2/applications/duplicate/${key}`, { token, body: {} });
    const foreign = await app.login({ role: 'pro' });
    expect((await duplicate(foreign.token, draft.uid)).status).toBe(404);
    expect((await duplicate(draft.token, 'DUP-2026R01-002')).body.code).toBe('not_editable');
    app.clock.set('2027-06-01T00:00:00Z');
    expect((await duplicate(draft.token, draft.uid)).body.code).toBe('call_closed');
    app.clock.set('2026-11-21T12:00:00Z');
    expect(await rowsOfApplications(app)).toEqual(before);
  });

  it('duplicates an application of a closed call into the newest open call of its code, without a body', async () => {
    const closed = [{ start: '2026-10-01T09:00:00Z', end: '2026-11-22T09:00:00Z' }];
    const call = await createCall(app, { code: 'AGN', cutoffs: closed });
    const draft = await createDraft(app, call.id);
    await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token: draft.token,
      body: {
        data: [
          itemOf('title', ['Waves']),
          itemOf('home', ['Harbour University']),
          itemOf('part', ['aurora-gpu'], { groupId: row1 }),
        ],
        newGroups: [{ id: row1, flowElementId: 'parts', order: 0 }],
      },
    });
    app.clock.set('2026-11-23T12:00:00Z');
    const duplicate = () =>
      app.call('POST', `/v2/applications/duplicate/${draft.uid}`, { token: draft.token });
    const rights = async () => {
      const page = await openWhole(app, draft.uid, draft.token);
      const list = await app.call('POST', '/v2/applications/search', {
        token: draft.token,
        body: { searchBy: [], orderBy: { column: 'status', direction: 'ASC' }, role: 'applicant' },
      });
      const row = list.body.data.find(({ uid }: { uid: string }) => uid === draft.uid);
      return [page.body.can.duplicate, row.can.duplicate];
    };
    expect(await rights()).toEqual([false, false]);
    const refused = await duplicate();
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'call_closed',
      'This call is closed, and no other call of its kind is open.',
    ]);

    const newer = {
      ...smallFlow,
      steps: smallFlow.steps.map((step) => ({
        ...step,
        forms: step.forms.map((form) => ({
          ...form,
          elements: form.elements.filter(({ id }) => id !== 'home'),
        })),
      })),
    };
    await createCall(app, { code: 'AGN', number: 2 });
    const third = await createCall(app, { code: 'AGN', number: 3, flow: newer });
    await createCall(app, { code: 'AGN', number: 4, published: false });
    await app.db
      .deleteFrom('cutoff_partitions')
      .where('cutoff_id', '=', third.cutoffIds[0] ?? 0)
      .where('partition_id', '=', 'aurora-gpu')
      .execute();
    expect(await rights()).toEqual([true, true]);
    const answer = await duplicate();
    expect([answer.status, answer.body]).toEqual([
      200,
      { uid: 'AGN-2026R03-001', leftOut: ['Affiliation', 'Partition'] },
    ]);
    const copy = (await openWhole(app, answer.body.uid, draft.token)).body;
    // An answer that is left out can be given in the same field of the new form.
    expect(copy.duplicatedFrom.leftOut).toEqual([
      { title: 'Affiliation', elementId: null },
      { title: 'Partition', elementId: 'parts' },
    ]);
    expect([copy.call.id, copy.cutoff.id, copy.duplicatedFrom.uid]).toEqual([
      third.id,
      third.cutoffIds[0],
      draft.uid,
    ]);
    app.clock.set('2026-11-21T12:00:00Z');
  });

  it('leaves out dates that the new form does not allow, and names their fields', async () => {
    const [step] = smallFlow.steps;
    const flow = (min: string) => ({
      version: 1,
      steps: [
        {
          ...step,
          forms: [
            {
              id: 'F1',
              title: 'Project',
              order: 0,
              elements: [
                { id: 'start', type: 'date', title: 'Start', config: { min } },
                { id: 'end', type: 'date', title: 'End', config: { min: '2026-01-01' } },
              ],
            },
          ],
        },
      ],
    });
    const call = await createCall(app, { code: 'DAY', flow: flow('2026-01-01') });
    const draft = await createDraft(app, call.id);
    const data = [itemOf('start', ['2026-02-01']), itemOf('end', ['2026-12-01'])];
    const sent = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token: draft.token,
      body: { data, newGroups: [] },
    });
    expect(sent.status).toBe(200);
    await createFlowVersion(app.db, call.id, 2, flow('2026-11-21'));
    const path = `/v2/applications/duplicate/${draft.uid}`;
    const { body } = await app.call('POST', path, { token: draft.token, body: {} });
    expect(body.leftOut).toEqual(['Start']);
    const copy = (await openWhole(app, body.uid, draft.token)).body;
    expect(copy.duplicatedFrom.leftOut).toEqual([{ title: 'Start', elementId: 'start' }]);
    expect(copy.assignments[0].data).toEqual([itemOf('end', ['2026-12-01'], { revision: 1 })]);
  });

  it('copies no declaration: what it opens is there, and waits for it', async () => {
    const [step] = smallFlow.steps;
    const form = {
      id: 'F1',
      title: 'Project',
      order: 0,
      elements: [
        { id: 'agree', type: 'checkbox', title: 'I agree', config: { required: true, declaration: true } },
        {
          id: 'gone',
          type: 'checkbox',
          title: 'An earlier declaration',
          config: { declaration: true },
        },
        { id: 'plain', type: 'checkbox', title: 'Needs an account' },
        {
          id: 'why',
          type: 'text',
          title: 'Why',
          effects: [
            { effect: 'visible', validations: [[{ elements: ['agree'], type: 'equal', values: ['true'] }]] },
          ],
        },
      ],
    };
    const flow = { version: 1, steps: [{ ...step, forms: [form] }] };
    const call = await createCall(app, { flow });
    const draft = await createDraft(app, call.id);
    const data = [
      itemOf('agree', ['true']),
      itemOf('gone', ['true']),
      itemOf('plain', ['true']),
      itemOf('why', ['Because']),
    ];
    const sent = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token: draft.token,
      body: { data },
    });
    expect(sent.status).toBe(200);
    const elements = form.elements.filter(({ id }) => id !== 'gone');
    await createFlowVersion(app.db, call.id, 2, {
      version: 2,
      steps: [{ ...step, forms: [{ ...form, elements }] }],
    });

    const { body } = await app.call('POST', `/v2/applications/duplicate/${draft.uid}`, {
      token: draft.token,
      body: {},
    });
    expect(body.leftOut).toEqual([]);
    const copy = (await openWhole(app, body.uid, draft.token)).body;
    expect(copy.assignments[0].data).toEqual([
      itemOf('plain', ['true'], { revision: 1 }),
      itemOf('why', ['Because'], { revision: 1 }),
    ]);
    const early = await app.call('PUT', `/v2/assignments/${copy.assignments[0].id}/submit`, {
      token: draft.token,
      body: { data: [] },
    });
    expect(early.body.problems.map(({ elementId }: { elementId: string }) => elementId)).toEqual(['agree']);
  });
});
