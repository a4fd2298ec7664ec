import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft } from '../../../testing/factories.ts';
import {
  createReviewWorld,
  type Player,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

let world: ReviewWorld;
let technical: Draft;
let reviewed: Draft;
let quiet: Draft;
let own: Draft;

beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp({ now: '2026-11-21T12:00:00Z' }), (small) => ({
    ...small,
    steps: small.steps.map((step) =>
      step.id === 'TECH' ? { ...step, title: { en: 'Technical check', de: 'Technische Prüfung' } } : step,
    ),
  }));
  const { app, give, submitted, people } = world;
  [technical, reviewed, quiet, own] = [
    await submitted(),
    await submitted(),
    await submitted(),
    await submitted(),
  ];
  await give(technical, 'TECH', 'centre', { partitionId: partitions[0] });
  await give(technical, 'TECH', 'centreToo', { partitionId: partitions[1] });
  await give(technical, 'REV', 'reviewer');
  await give(reviewed, 'REV', 'reviewer');
  await give(reviewed, 'REV', 'colleague');
  await give(own, 'TECH', 'centre', { partitionId: partitions[0] });
  await app.db
    .updateTable('applications')
    .set({ owner_id: people.pro.userId })
    .where('id', '=', own.id)
    .execute();
  const decided = {
    application_id: technical.id,
    partition_id: partitions[0],
    decided_at: '2026-11-21T12:00:00Z',
  };
  await app.db
    .insertInto('decisions')
    .values([
      { ...decided, version: 1, outcome: 'rejected' },
      { ...decided, version: 2, outcome: 'reduced', amount: '90000' },
      { ...decided, partition_id: partitions[1], version: 1, outcome: 'reserve' },
      { ...decided, application_id: own.id, version: 1, outcome: 'awarded', amount: '7' },
    ])
    .execute();
});
afterAll(() => world.app.close());

const search = (who: Player, role: string, ...searchBy: object[]) =>
  world.as(who, 'POST', '/v2/applications/search', { role, searchBy });
const uids = ({ body }: { body: { data: { uid: string }[] } }) => body.data.map(({ uid }) => uid).sort();
const sorted = (...drafts: Draft[]) => drafts.map(({ uid }) => uid).sort();
const step = (op: string, value: string) => ({ column: 'step', op, value });
const decision = (op: string, value: string) => ({ column: 'decision', op, value });

it('tells staff in which steps work is open, and everybody else where their own is', async () => {
  const steps = async (who: Player, role: string) =>
    Object.fromEntries(
      (await search(who, role)).body.data.map((row: { uid: string; step: string }) => [row.uid, row.step]),
    );
  expect(await steps('otherPro', 'pro')).toEqual({
    [technical.uid]: 'Technical check, REV',
    [reviewed.uid]: 'REV',
    [quiet.uid]: '',
    [own.uid]: 'Technical check',
  });
  // Applicants do not learn how far the work on their application is.
  expect(await steps('pro', 'pro')).toMatchObject({ [technical.uid]: 'Technical check, REV', [own.uid]: '' });
  expect(await steps('centre', 'compute_centre_representative')).toMatchObject({
    [technical.uid]: 'Technical check',
    [reviewed.uid]: '',
  });
  expect(await steps('reviewer', 'scientific_reviewer')).toEqual({
    [technical.uid]: 'REV',
    [reviewed.uid]: 'REV',
  });
  expect(await steps('chair', 'panel_chair')).toMatchObject({ [technical.uid]: '', [reviewed.uid]: '' });
  expect(await steps('owner', 'applicant')).toMatchObject({ [technical.uid]: '', [reviewed.uid]: '' });
});

it('finds by a step what has open work in it, as far as the reader knows of that', async () => {
  expect(uids(await search('otherPro', 'pro', step('contains', 'technical')))).toEqual(
    sorted(technical, own),
  );
  expect(uids(await search('otherPro', 'pro', step('not_contains', 'technical')))).toEqual(
    sorted(reviewed, quiet),
  );
  expect(
    uids(await search('otherPro', 'pro', step('contains', 'technical'), step('not_contains', 'REV'))),
  ).toEqual(sorted(own));
  expect(uids(await search('otherPro', 'pro', step('contains', '%')))).toEqual([]);
  expect(uids(await search('pro', 'pro', step('contains', 'technical')))).toEqual(sorted(technical));
  expect(uids(await search('chair', 'panel_chair', step('contains', 'REV')))).toEqual([]);
  expect(uids(await search('owner', 'applicant', step('contains', 'REV')))).toEqual([]);
  expect(uids(await search('reviewer', 'scientific_reviewer', step('contains', 'rev')))).toEqual(
    sorted(technical, reviewed),
  );
});

it('finds what has open work in any of the steps that are chosen, each by its whole title', async () => {
  const technicalOrReview = [step('equal', 'Technical check'), step('equal', 'REV')];
  expect(uids(await search('otherPro', 'pro', step('equal', 'Technical check')))).toEqual(
    sorted(technical, own),
  );
  expect(uids(await search('otherPro', 'pro', ...technicalOrReview))).toEqual(
    sorted(technical, own, reviewed),
  );
  expect(uids(await search('otherPro', 'pro', ...technicalOrReview, step('not_contains', 'rev')))).toEqual(
    sorted(own),
  );
  expect(uids(await search('otherPro', 'pro', step('equal', 'Technical')))).toEqual([]);
  expect(uids(await search('reviewer', 'scientific_reviewer', ...technicalOrReview))).toEqual(
    sorted(technical, reviewed),
  );
});

it('offers the steps that occur in a list, each with how many applications it finds', async () => {
  const offered = async (who: Player, role: string) =>
    (await world.as(who, 'GET', `/v2/applications/steps?role=${role}`)).body.steps;
  expect(await offered('otherPro', 'pro')).toEqual([
    { title: 'Technical check', told: { title: 'en' }, applications: 2 },
    { title: 'REV', told: {}, applications: 2 },
  ]);
  expect(await offered('pro', 'pro')).toEqual([
    { title: 'Technical check', told: { title: 'en' }, applications: 1 },
    { title: 'REV', told: {}, applications: 2 },
  ]);
  expect(await offered('reviewer', 'scientific_reviewer')).toEqual([
    { title: 'REV', told: {}, applications: 2 },
  ]);
  expect(await offered('chair', 'panel_chair')).toEqual([]);
  expect(await offered('owner', 'applicant')).toEqual([]);
});

it('finds by a decision what staff may know of it, and tells nobody else', async () => {
  const { data } = (await search('otherPro', 'pro', decision('equal', 'reduced'))).body;
  expect(data.map(({ uid, decisions }: { uid: string; decisions: object[] }) => [uid, decisions])).toEqual([
    [
      technical.uid,
      [
        { partition: 'Aurora CPU', outcome: 'reduced', amount: '90000' },
        { partition: 'Aurora GPU', outcome: 'reserve', amount: null },
      ],
    ],
  ]);
  // One that another replaced counts no more.
  expect(uids(await search('otherPro', 'pro', decision('equal', 'rejected')))).toEqual([]);
  expect(uids(await search('otherPro', 'pro', decision('not_equal', 'reserve')))).toEqual(
    sorted(reviewed, quiet, own),
  );
  expect(uids(await search('otherPro', 'pro', decision('equal', 'none')))).toEqual(sorted(reviewed, quiet));
  expect(uids(await search('pro', 'pro', decision('equal', 'awarded')))).toEqual([]);
  for (const [who, role] of [
    ['owner', 'applicant'],
    ['chair', 'panel_chair'],
    ['acChair', 'ac_chair'],
  ] as const) {
    expect((await search(who, role, decision('equal', 'none'))).body.code).toBe('column_hidden');
    const plain = (await search(who, role)).body;
    expect([who, plain.data.flatMap((row: { decisions: object[] }) => row.decisions)]).toEqual([who, []]);
  }
});

it('searches IDs, titles and people at once, in what the reader may know', async () => {
  const { app, people } = world;
  await app.db
    .updateTable('applications')
    .set({
      title: 'Waves of the Ångström sea',
      pi_first_name: 'Zoë',
      pi_last_name: 'Ní Bhriain',
      pi_affiliation: 'Nordkap',
    })
    .where('id', '=', reviewed.id)
    .execute();
  const name = async (who: Player, last_name: string) =>
    app.db
      .updateTable('users')
      .set({ first_name: 'Quincy', last_name })
      .where('id', '=', people[who].userId)
      .execute();
  await name('colleague', 'Quartz');
  await name('centre', 'Cobalt');
  const found = async (who: Player, role: string, value: string) =>
    uids(await search(who, role, { column: 'anywhere', op: 'contains', value }));
  const asStaff = (value: string) => found('otherPro', 'pro', value);
  expect(await asStaff(reviewed.uid.toLowerCase())).toEqual([reviewed.uid]);
  for (const value of ['ångström', 'zoë ní', 'nordkap', 'quincy quartz'])
    expect([value, await asStaff(value)]).toEqual([value, [reviewed.uid]]);
  // Words in any order, each somewhere: in the title, the people, the affiliation or the ID.
  for (const value of ['nordkap zoë', 'QUARTZ ång nord', 'ní  quincy', `${reviewed.uid.slice(-4)} ströM zo`])
    expect([value, await asStaff(value)]).toEqual([value, [reviewed.uid]]);
  // Without diacritics, decomposed and in capitals.
  for (const value of ['angstrom', 'ÅNGSTRÖM', 'zoe ni', 'Ångström'.normalize('NFD')])
    expect([value, await asStaff(value)]).toEqual([value, [reviewed.uid]]);
  expect(await asStaff('nordkap cobalt')).toEqual([]);
  expect(await asStaff('quincy cobalt')).toEqual(sorted(technical, own));
  expect(await found('chair', 'panel_chair', `${reviewed.uid} zoë`)).toEqual([]);
  expect(await asStaff('cobalt')).toEqual(sorted(technical, own));
  // An email finds the applications on which the person applies or works, for staff alone.
  const { email } = people.owner;
  expect(await asStaff(email.toUpperCase())).toEqual(sorted(technical, reviewed, quiet, own));
  expect(await asStaff(people.colleague.email)).toEqual([reviewed.uid]);
  expect(await asStaff(`${reviewed.uid} ${email}`)).toEqual([reviewed.uid]);
  expect(await asStaff(email.slice(0, email.indexOf('@')))).toEqual([]);
  for (const [who, role] of [
    ['reviewer', 'scientific_reviewer'],
    ['chair', 'panel_chair'],
    ['centre', 'compute_centre_representative'],
  ] as const)
    expect([role, await found(who, role, email)]).toEqual([role, []]);
  // Applicants do not learn who works on their application, reviewers do not learn who else reviews, and chairs learn only
  // titles that they may read.
  expect(await found('pro', 'pro', 'cobalt')).toEqual([technical.uid]);
  expect(await found('reviewer', 'scientific_reviewer', 'quartz')).toEqual([]);
  expect(await found('chair', 'panel_chair', 'zoë')).toEqual([]);
  expect(await found('owner', 'applicant', 'ångström')).toEqual([reviewed.uid]);
  expect(await found('owner', 'applicant', 'quartz')).toEqual([]);
  const draft = await createDraft(app, world.callId, people.owner);
  expect(await found('owner', 'applicant', `DRAFT-${draft.id}`)).toEqual([draft.uid]);
  expect(await asStaff(`DRAFT-${draft.id}`)).toEqual([]);
  expect((await search('otherPro', 'pro', { column: 'anywhere', op: 'contains', value: 'ab' })).status).toBe(
    400,
  );
});

it('writes steps and decisions into the file of the list', async () => {
  const answer = await world.as('otherPro', 'POST', '/v2/applications/export', {
    format: 'csv',
    role: 'pro',
    searchBy: [step('contains', 'technical')],
    orderBy: { column: 'id', direction: 'ASC' },
    columns: ['id', 'projectTitle', 'step', 'decision'],
  });
  const [head, first] = answer.bytes.toString('utf8').replace('\ufeff', '').split('\r\n');
  expect(head).toBe('Application ID,Project,Step,Decision');
  expect(first).toContain(
    '"Technical check, REV","Aurora CPU: Awarded in part, 90\u202f000; Aurora GPU: Reserve list"',
  );
});
