import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  openWhole,
  pdfOf,
  reviewFlow,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';
import { tablesHash } from '../../testing/tables-hash.ts';

const parsed = parseFlow(reviewFlow);
if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
const rule = { of: 'submitted', audience: ['public'] } as const;
/** By step. */
const views: Record<string, object[]> = {
  APP: [
    { role: 'compute_centre_representative', scope: 'centre', ...rule },
    { role: 'panel_chair', scope: 'panel', ...rule },
    { role: 'ac_member', scope: 'call', ...rule },
    { role: 'rapporteur', scope: 'call', ...rule, of: { released: 'REV' } },
  ],
  REV: [{ role: 'applicant', scope: 'own', ...rule, of: { released: 'REV' } }],
};
const report = { id: 'report', type: 'upload', title: 'Report' };
/** Centres, panels and the committee read the application; its applicant reads the reviews when they are released. */
const flow = {
  ...parsed.flow,
  steps: parsed.flow.steps.map((step) => ({
    ...step,
    permissions: { ...step.permissions, view: views[step.id] ?? [] },
    forms: step.forms.map((form, at) => ({
      ...form,
      elements: [
        ...form.elements.map((one) =>
          one.id === 'title' ? { ...one, config: { ...one.config, preview: true } } : one,
        ),
        ...(step.id === 'REV' && at === 0 ? [report] : []),
      ],
    })),
  })),
};

let test: TestApp;
let pro: SignedIn;
let callId: number;
beforeAll(async () => {
  test = await buildTestApp();
  await createSurroundings(test.db);
  pro = await test.login({ role: 'pro' });
  callId = (await createCall(test, { flow })).id;
});
afterAll(() => test.close());

async function ask(method: 'POST' | 'PUT', path: string, token: string, body: unknown) {
  const answer = await test.call(method, path, { token, body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

async function submitted(owner?: SignedIn) {
  const draft = await createDraft(test, callId, owner);
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [itemOf('title', ['Waves']), itemOf('last', ['Applicantsson'])],
    newGroups: [],
  });
  return draft;
}
const open = async (uid: string, { token }: { token: string }) => openWhole(test, uid, token);
const stepsSeen = async (uid: string, who: SignedIn) => {
  const { status, body } = await open(uid, who);
  if (body.conflict !== undefined) return body.conflict.title;
  return status === 200 ? body.steps.map(({ id }: { id: string }) => id) : body.code;
};

it('opens an application to those of a centre, of its panel and of the call whom a rule names, and to nobody else', async () => {
  const { uid, id } = await submitted();
  await test.db
    .updateTable('applications')
    .set({ partition_ids: ['aurora-cpu'], panel: 'PE1' })
    .where('id', '=', id)
    .execute();
  const member = async (role: Role, membership?: { centre_id?: string; panel?: string }) => {
    const who = await test.login({ role });
    if (membership !== undefined)
      await test.db
        .insertInto('memberships')
        .values({ centre_id: null, panel: null, part: 'member', user_id: who.userId, ...membership })
        .execute();
    return stepsSeen(uid, who);
  };
  await test.db.insertInto('centres').values({ id: 'south', name: 'Southern Centre' }).execute();
  expect({
    ofTheCentre: await member('compute_centre_representative', { centre_id: 'north' }),
    ofAnotherCentre: await member('compute_centre_representative', { centre_id: 'south' }),
    ofNone: await member('compute_centre_representative'),
    ofThePanel: await member('panel_chair', { panel: 'PE1' }),
    ofAnotherPanel: await member('panel_chair', { panel: 'LS1' }),
    ofTheCall: await member('ac_member'),
    inAnotherRole: await member('ac_chair', { panel: 'PE1' }),
    beforeTheRelease: await member('rapporteur'),
    ordinary: await member('user', { centre_id: 'north' }),
  }).toEqual({
    ofTheCentre: ['APP'],
    ofAnotherCentre: 'not_found',
    ofNone: 'not_found',
    ofThePanel: ['APP'],
    ofAnotherPanel: 'not_found',
    ofTheCall: ['APP'],
    inAnotherRole: 'not_found',
    beforeTheRelease: 'not_found',
    ordinary: 'not_found',
  });
});

it('leaves to whoever gets into a conflict what was released to them before, and nothing else', async () => {
  const { uid } = await submitted();
  const [before, after] = [
    await test.login({ role: 'rapporteur' }),
    await test.login({ role: 'rapporteur' }),
  ];
  const member = await test.login({ role: 'ac_member' });
  const reviewer = await test.login({ role: 'scientific_reviewer' });
  const conflict = ({ userId }: SignedIn) =>
    ask('PUT', `/v2/applications/${uid}/conflicts/${userId}`, pro.token, { reason: 'Friends.' });
  const { id } = await ask('POST', `/v2/applications/${uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: reviewer.userId,
    role: 'scientific_reviewer',
  });
  await ask('PUT', `/v2/assignments/${id}/accept`, reviewer.token, { accepted: true });
  const review = { data: [itemOf('score', ['3'])], newGroups: [] };
  await ask('PUT', `/v2/assignments/${id}/submit`, reviewer.token, review);
  await conflict(before);
  test.clock.advance(1_000);
  await ask('POST', `/v2/applications/${uid}/release`, pro.token, { flowElementId: 'REV' });
  expect(await Promise.all([before, after, member].map((who) => stepsSeen(uid, who)))).toEqual([
    'not_found',
    ['APP'],
    ['APP'],
  ]);
  await conflict(after);
  await conflict(member);
  expect(await Promise.all([before, after, member].map((who) => stepsSeen(uid, who)))).toEqual([
    'not_found',
    ['APP'],
    // They could open it but for that.
    'There is a conflict of interest',
  ]);
});

it('goes on showing what was released, and nothing else of it, until the next release: to the applicant, in files and on paper', async () => {
  const draft = await submitted();
  const reviewer = await test.login({ role: 'scientific_reviewer' });
  const { id } = await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: reviewer.userId,
    role: 'scientific_reviewer',
  });
  await ask('PUT', `/v2/assignments/${id}/accept`, reviewer.token, { accepted: true });
  const own = { assignmentId: id, token: reviewer.token };
  const upload = async (filename: string) => {
    const form = uploadOf(await pdfOf(1), { elementId: 'report', filename });
    return (await uploadChecked(test, own, form)).body.document.id as string;
  };
  const write = (score: string, revision: number) =>
    ask('PUT', `/v2/assignments/${id}/submit`, reviewer.token, {
      data: [itemOf('score', [score], { revision })],
      newGroups: [],
    });
  const release = () =>
    ask('POST', `/v2/applications/${draft.uid}/release`, pro.token, { flowElementId: 'REV' });
  const visible = async () => {
    const { assignments, documents, steps } = (await open(draft.uid, draft)).body;
    return {
      steps: steps.map((step: { id: string }) => step.id),
      review: assignments.find((one: { id: string }) => one.id === id),
      documents: documents.map((one: { id: string }) => one.id),
    };
  };
  const statusOf = async (file: string) =>
    (await test.call('GET', `/download/upload/${file}`, { token: draft.token })).status;
  const was = await upload('First.pdf');
  await write('3', 0);
  await release();
  const before = await visible();
  expect([before.review.status, before.review.data[0].input.values, before.documents]).toEqual([
    'submitted',
    ['3'],
    [was],
  ]);

  test.clock.advance(86_400_000);
  await ask('PUT', `/v2/assignments/${id}/reopen`, pro.token, {});
  expect(await visible()).toEqual(before);
  await test.call('DELETE', `/v2/assignments/${id}/upload/${was}`, { token: reviewer.token });
  const is = await upload('Second.pdf');
  await write('4', 1);
  expect(await visible()).toEqual(before);
  expect([await statusOf(was), await statusOf(is)]).toEqual([200, 404]);
  const staff = (await open(draft.uid, pro)).body.assignments.find((one: { id: string }) => one.id === id);
  expect(staff.data[0].input.values).toEqual(['4']);

  test.clock.advance(1_000);
  await release();
  const after = await visible();
  expect([after.review.data[0].input.values, after.documents]).toEqual([['4'], [is]]);
  expect([await statusOf(was), await statusOf(is)]).toEqual([404, 200]);
  // Taken away, and stopped by a conflict: as it was released.
  await ask('PUT', `/v2/assignments/${id}/reopen`, pro.token, {});
  await ask('PUT', `/v2/assignments/${id}/revoke`, pro.token, {});
  expect(await visible()).toEqual({ ...after, review: { ...after.review, status: 'submitted' } });
});

it('leaves to a reader in conflict what was released to them before, of what was written and released again since', async () => {
  const draft = await submitted();
  const reader = await test.login({ role: 'rapporteur' });
  const release = (flowElementId: string) =>
    ask('POST', `/v2/applications/${draft.uid}/release`, pro.token, { flowElementId });
  const reviewer = await test.login({ role: 'scientific_reviewer' });
  const { id } = await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: reviewer.userId,
    role: 'scientific_reviewer',
  });
  await ask('PUT', `/v2/assignments/${id}/accept`, reviewer.token, { accepted: true });
  const write = (score: string, revision: number) =>
    ask('PUT', `/v2/assignments/${id}/submit`, reviewer.token, {
      data: [itemOf('score', [score], { revision })],
      newGroups: [],
    });
  await write('3', 0);
  test.clock.advance(1_000);
  await release('REV');
  const before = (await open(draft.uid, reader)).body;
  expect(JSON.stringify(before)).toContain('Waves');
  test.clock.advance(1_000);
  await ask('PUT', `/v2/applications/${draft.uid}/conflicts/${reader.userId}`, pro.token, {
    reason: 'Friends.',
  });
  const stopped = (await open(draft.uid, reader)).body;
  expect(stopped).toMatchObject({ status: 'submitted', decisions: [], assignments: before.assignments });

  test.clock.advance(1_000);
  const form = `/v2/assignments/${draft.assignmentId}`;
  await ask('PUT', `${form}/decide`, pro.token, {
    outcome: 'request_changes',
    reason: 'Say more.',
    deadline: '2036-12-24T12:00:00.000Z',
  });
  expect((await open(draft.uid, reader)).body).toEqual(stopped);
  await ask('PUT', `${form}/submit`, draft.token, {
    data: [itemOf('title', ['Tides'], { revision: 1 })],
    newGroups: [],
  });
  await ask('PUT', `/v2/assignments/${id}/reopen`, pro.token, {});
  await write('4', 1);
  test.clock.advance(1_000);
  // What is released once more was not released to them, and takes nothing from what was.
  await release('REV');
  expect((await open(draft.uid, reader)).body).toEqual(stopped);
  const other = await test.login({ role: 'rapporteur' });
  expect(JSON.stringify((await open(draft.uid, other)).body)).toContain('Tides');
  await test.db
    .updateTable('applications')
    .set({ partition_ids: ['aurora-cpu'] })
    .where('id', '=', draft.id)
    .execute();
  await ask('POST', `/v2/applications/${draft.uid}/outcome`, pro.token, {
    rows: [{ partitionId: 'aurora-cpu', outcome: 'awarded', amount: '7' }],
    reason: 'It ranks first.',
  });
  await release('FIN');
  expect([(await open(draft.uid, other)).body.status, (await open(draft.uid, reader)).body]).toEqual([
    'approved',
    stopped,
  ]);
});

it('takes for staff whom the settings of the organisation name', async () => {
  const { uid } = await submitted();
  const coordinator = await test.login({ role: 'call_coordinator' });
  expect(await stepsSeen(uid, coordinator)).toBe('not_found');
  const invite = async () => {
    const body = { email: 'whom-staff-asks@example.org' };
    return (await test.call('POST', '/users/invite', { token: coordinator.token, body })).status;
  };
  expect(await invite()).toBe(403);
  const { theme } = defaultOrganisation;
  const set = (staffRoles: Role[]) => {
    const row = {
      id: 1,
      settings: JSON.stringify({ ...defaultOrganisation, theme: { ...theme, staffRoles } }),
    };
    return test.db
      .insertInto('organisation')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  };
  await set(['pro', 'call_coordinator']);
  // What is handed in, and the steps that wait for somebody to be put on them.
  const allSteps = ['APP', 'CHK', 'REV', 'LOC', 'FIN'];
  await vi.waitFor(async () => expect(await stepsSeen(uid, coordinator)).toEqual(allSteps), {
    timeout: 60_000,
  });
  expect(await invite()).toBe(200);
  await set(theme.staffRoles);
  await vi.waitFor(async () => expect(await stepsSeen(uid, coordinator)).toBe('not_found'), {
    timeout: 60_000,
  });
  expect(await invite()).toBe(403);
});

it('lets staff neither take part in nor decide on an application of their own', async () => {
  const { uid, id } = await submitted(pro);
  const colleague = await test.login({ role: 'pro' });
  const give = { flowElementId: 'CHK', role: 'pro', userId: null };
  const { id: unowned } = await ask('POST', `/v2/applications/${uid}/assign`, colleague.token, give);
  expect(await stepsSeen(uid, pro)).toEqual(['APP']);
  const before = await tablesHash(test.db);
  const data = [itemOf('verdict', ['ok'])];
  const tried = [
    await test.call('PUT', `/v2/assignments/${unowned}/save`, { token: pro.token, body: { data } }),
    await test.call('PUT', `/v2/assignments/${unowned}/submit`, {
      token: pro.token,
      body: { data, newGroups: [] },
    }),
    await test.call('PUT', `/v2/assignments/${unowned}/accept`, {
      token: pro.token,
      body: { accepted: true },
    }),
    await test.call('POST', `/v2/applications/${uid}/release`, {
      token: pro.token,
      body: { flowElementId: 'CHK' },
    }),
    await test.call('GET', `/v2/applications/${id}/conflicts`, { token: pro.token }),
    await test.call('GET', `/v2/applications/${id}/events`, { token: pro.token }),
  ];
  expect(tried.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
    [404, 'not_found'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [404, 'not_found'],
  ]);
  expect(await tablesHash(test.db)).toBe(before);
});

it('gives reviews numbers at their release that stay, and no hour, name or file name of their author to the applicant', async () => {
  const draft = await submitted();
  const give = async (who: SignedIn) =>
    (
      await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
        flowElementId: 'REV',
        userId: who.userId,
        role: 'scientific_reviewer',
      })
    ).id as string;
  const write = async (who: SignedIn, id: string, score: string) => {
    await ask('PUT', `/v2/assignments/${id}/accept`, who.token, { accepted: true });
    await ask('PUT', `/v2/assignments/${id}/submit`, who.token, {
      data: [itemOf('score', [score])],
      newGroups: [],
    });
  };
  const [first, second, third] = await Promise.all(
    ['Anna', 'Bram', 'Cleo'].map((firstName) =>
      test.login({ firstName, lastName: 'Hiddenname', role: 'scientific_reviewer' }),
    ),
  );
  if (first === undefined || second === undefined || third === undefined) throw new Error('nobody reviews');
  const ids = [await give(first), await give(second)];
  await ask('PUT', `/v2/assignments/${ids[0]}/accept`, first.token, { accepted: true });
  const own = { assignmentId: ids[0] ?? '', token: first.token };
  const filename = 'Anna Hiddenname.pdf';
  const sent = await uploadChecked(test, own, uploadOf(await pdfOf(1), { elementId: 'report', filename }));
  const file = sent.body.document;
  await write(second, ids[1] ?? '', '2');
  await ask('PUT', `/v2/assignments/${ids[0]}/submit`, first.token, {
    data: [itemOf('score', ['1'])],
    newGroups: [],
  });
  const release = () =>
    ask('POST', `/v2/applications/${draft.uid}/release`, pro.token, { flowElementId: 'REV' });
  const labels = async () =>
    Object.fromEntries(
      (await open(draft.uid, draft)).body.assignments
        .filter(({ stepId }: { stepId: string }) => stepId === 'REV')
        .map(({ id, labelNumber }: { id: string; labelNumber: number | null }) => [id, labelNumber]),
    );
  expect(await labels()).toEqual({});
  await release();
  const visible = await labels();
  expect(Object.values(visible).toSorted()).toEqual([1, 2]);

  const { body } = await open(draft.uid, draft);
  expect(body.documents).toEqual([
    {
      ...file,
      filename: `Scientific reviewer ${visible[ids[0] ?? '']}, Report.pdf`,
      originalFilename: `Scientific reviewer ${visible[ids[0] ?? '']}, Report.pdf`,
      isCopy: true,
      createdAt: `${file.createdAt.slice(0, 10)}T00:00:00.000Z`,
    },
  ]);
  // Drawn, of version 4: no time stands in the ids of reviews and their files.
  expect([...ids, file.id].map((one) => one[14])).toEqual(['4', '4', '4']);
  expect(JSON.stringify(body)).not.toMatch(/Hiddenname|Anna|Bram|Cleo/);
  const served = await test.app.inject({
    url: `/api/download/upload/${file.id}`,
    headers: { authorization: `Bearer ${draft.token}` },
  });
  expect(String(served.headers['content-disposition'])).toContain('Report.pdf');

  // One more comes, and the author of one gets into a conflict of interest: what was released stays, and the late one waits
  // for the next release.
  test.clock.advance(1_000);
  const late = await give(third);
  // Asked, and not yet answered: what is marked as preview of the application, and the own work.
  const asked = (await open(draft.uid, third)).body;
  expect(asked.assignments.map((one: { stepId: string; data: unknown[] }) => [one.stepId, one.data])).toEqual(
    [
      ['APP', [itemOf('title', ['Waves'])]],
      ['REV', []],
    ],
  );
  expect(JSON.stringify(asked)).not.toContain('Applicantsson');
  await write(third, late, '3');
  expect(await labels()).toEqual(visible);
  await ask('PUT', `/v2/applications/${draft.uid}/conflicts/${first.userId}`, pro.token, {
    reason: 'Friends.',
  });
  expect(await labels()).toEqual(visible);
  expect((await open(draft.uid, draft)).body.documents).toEqual(body.documents);
  await release();
  expect(await labels()).toEqual({ ...visible, [late]: 3 });
  expect((await open(draft.uid, draft)).body.documents).toEqual(body.documents);
  // That one may declare a conflict of one's own says nothing of anybody's.
  expect(JSON.stringify((await open(draft.uid, draft)).body)).not.toMatch(/(?<!"declare_)conflict/);
});
