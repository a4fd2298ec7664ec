import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import type { Draft } from '../../../testing/factories.ts';
import { readZip } from '../../../testing/read-zip.ts';
import {
  createReviewWorld,
  type Player,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';
import { runDueCommands } from '../workflow/run-due-commands.ts';

let world: ReviewWorld;
let late: Draft;
let waiting: Draft;
let quiet: Draft;
let own: Draft;

beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp({ now: '2026-11-21T12:00:00Z' }));
  const { app, as, give, submitted, people } = world;
  [late, waiting, quiet, own] = [await submitted(), await submitted(), await submitted(), await submitted()];
  // Of this one the officer is the applicant.
  await app.db
    .updateTable('applications')
    .set({ owner_id: people.pro.userId })
    .where('id', '=', own.id)
    .execute();
  await app.db
    .updateTable('applications')
    .set({ title: '=SUM(1+1)', pi_first_name: 'Ada', pi_last_name: 'Moe' })
    .where('id', '=', late.id)
    .execute();
  const dueAt = async (id: string, deadline: string) => {
    const moved = await as('otherPro', 'PUT', `/v2/assignments/${id}/deadline`, { deadline });
    expect(moved.status).toBe(200);
  };
  const technical = { partitionId: partitions[0] };
  await dueAt(await give(late, 'TECH', 'centre', technical), '2026-11-25T12:00:00Z');
  await dueAt(await give(own, 'TECH', 'centre', { ...technical, by: 'otherPro' }), '2026-11-25T12:00:00Z');
  await give(waiting, 'REV', 'reviewer');
  app.clock.set('2026-11-30T12:00:00Z');
  await give(quiet, 'REV', 'colleague');
  await runDueCommands(app.platform);
});
afterAll(() => world.app.close());

const search = (who: Player, body: object) => world.as(who, 'POST', '/v2/applications/search', body);
const uids = ({ body }: { body: { data: { uid: string }[] } }) => body.data.map(({ uid }) => uid).sort();

it('finds the applications of a cut-off, and those with late work for staff alone', async () => {
  const isLate = { column: 'work', op: 'equal', value: 'late' };
  const all = [late, waiting, quiet, own].map(({ uid }) => uid).sort();
  const body = (...searchBy: object[]) => ({ role: 'pro', searchBy });
  const on = (op: string, value: string) => ({ column: 'cutoff', op, value });
  expect(uids(await search('otherPro', body(isLate)))).toEqual([late.uid, own.uid].sort());
  expect(uids(await search('otherPro', body({ ...isLate, op: 'not_equal' })))).toEqual(
    [waiting.uid, quiet.uid].sort(),
  );
  // Applicants do not learn how far the work on their application is.
  expect(uids(await search('pro', body(isLate)))).toEqual([late.uid]);
  expect(uids(await search('otherPro', body(on('equal', '2026-12-01'))))).toEqual(all);
  expect(uids(await search('otherPro', body(on('greater', '2026-12-01'))))).toEqual([]);
  expect(uids(await search('otherPro', body(on('lower', '2026-12-02'), isLate)))).toEqual(
    [late.uid, own.uid].sort(),
  );
  for (const who of ['owner', 'centre', 'chair', 'acChair'] as const) {
    const role =
      who === 'owner'
        ? 'applicant'
        : { centre: 'compute_centre_representative', chair: 'panel_chair', acChair: 'ac_chair' }[who];
    const refused = await search(who, { role, searchBy: [isLate] });
    expect([who, refused.status, refused.body.code]).toEqual([who, 403, 'column_hidden']);
    const plain = await search(who, { role });
    expect([
      who,
      plain.body.columns.includes('work'),
      plain.body.data.some((row: { late: boolean }) => row.late),
    ]).toEqual([who, false, false]);
  }
});

it('says that it is late no more when it got another deadline', async () => {
  const id = await world.give(quiet, 'TECH', 'centre', { partitionId: partitions[1] });
  const lateOnes = async () =>
    uids(
      await search('otherPro', { role: 'pro', searchBy: [{ column: 'work', op: 'equal', value: 'late' }] }),
    );
  const dueAt = (deadline: string) =>
    world.as('otherPro', 'PUT', `/v2/assignments/${id}/deadline`, { deadline });
  await dueAt('2026-11-29T12:00:00Z');
  await runDueCommands(world.app.platform);
  expect(await lateOnes()).toContain(quiet.uid);
  await dueAt('2026-12-29T12:00:00Z');
  expect(await lateOnes()).not.toContain(quiet.uid);
  expect((await world.as('otherPro', 'PUT', `/v2/assignments/${id}/revoke`, { reason: 'Ill' })).status).toBe(
    200,
  );
});

it('surveys chosen applications by call and step, and tells apart what nobody awaits the release of', async () => {
  const applicationIds = [late.id, waiting.id, quiet.id, own.id];
  await world.as('otherPro', 'PUT', `/v2/applications/${waiting.id}/conflicts/${world.people.pro.userId}`, {
    reason: 'My sister',
  });
  const answer = await world.as('pro', 'POST', '/v2/applications/survey', { applicationIds });
  // Neither the own one nor that of the sister.
  const [call] = answer.body.calls;
  expect(answer.body.calls).toHaveLength(1);
  expect(call.applications.map(({ id }: { id: number }) => id)).toEqual([late.id, quiet.id]);
  type Step = { flowElementId: string; open: number[]; ready: number; unawaited: number[] };
  expect(
    call.steps.map(({ flowElementId, open, ready, unawaited }: Step) => [
      flowElementId,
      open,
      ready,
      unawaited,
    ]),
  ).toEqual([
    ['APP', [], 0, [late.id, quiet.id]],
    ['CHECK', [], 0, []],
    ['TECH', [late.id], 0, []],
    ['REV', [quiet.id], 0, []],
    ['REPLY', [], 0, []],
    ['FIN', [], 0, []],
  ]);
  // What it takes to give them to somebody.
  expect(
    Object.fromEntries(
      call.steps.map((step: { flowElementId: string; roles: string[]; perPartition: boolean }) => [
        step.flowElementId,
        [step.perPartition, ...step.roles],
      ]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "APP": [
        false,
      ],
      "CHECK": [
        false,
        "pro",
      ],
      "FIN": [
        false,
        "ac_member",
      ],
      "REPLY": [
        false,
      ],
      "REV": [
        false,
        "scientific_reviewer",
      ],
      "TECH": [
        true,
        "compute_centre_representative",
      ],
    }
  `);
  expect(call.partitions).toMatchInlineSnapshot(`
    [
      {
        "id": "aurora-cpu",
        "name": "Aurora CPU",
      },
      {
        "id": "aurora-gpu",
        "name": "Aurora GPU",
      },
    ]
  `);
  const switchOff = (disabled: boolean) =>
    world.app.db.updateTable('partitions').set({ disabled }).where('id', '=', 'aurora-gpu').execute();
  await switchOff(true);
  const without = await world.as('pro', 'POST', '/v2/applications/survey', { applicationIds });
  expect(without.body.calls[0].partitions).toEqual([{ id: 'aurora-cpu', name: 'Aurora CPU' }]);
  await switchOff(false);
  // What no chosen application asks for is not offered.
  const askFor = (asked: string[]) =>
    world.app.db
      .updateTable('applications')
      .set({ partition_ids: asked })
      .where('id', 'in', applicationIds)
      .returning('id')
      .execute();
  await askFor(['aurora-gpu']);
  const fewer = await world.as('pro', 'POST', '/v2/applications/survey', { applicationIds });
  expect(fewer.body.calls[0].partitions).toEqual([{ id: 'aurora-gpu', name: 'Aurora GPU' }]);
  await askFor(['aurora-cpu', 'aurora-gpu']);
  const released = await world.as('pro', 'POST', `/v2/applications/${late.id}/release`, {
    flowElementId: 'APP',
  });
  expect(released.status).toBe(200);
  const again = await world.as('pro', 'POST', '/v2/applications/survey', { applicationIds });
  expect(again.body.calls[0].steps[0]).toMatchObject({ flowElementId: 'APP', unawaited: [quiet.id] });
  expect((await world.as('acChair', 'POST', '/v2/applications/survey', { applicationIds })).status).toBe(403);
});

const exported = (who: Player, body: object) =>
  world.as(who, 'POST', '/v2/applications/export', { format: 'csv', ...body });
const cellsOf = ({ bytes }: { bytes: Buffer }) =>
  bytes
    .toString('utf8')
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

it('hands out a list as a file: the rows and columns of the search, for each reader', async () => {
  const order = { orderBy: { column: 'id', direction: 'ASC' } };
  const asStaff = await exported('otherPro', {
    role: 'pro',
    ...order,
    columns: ['work', 'id', 'projectTitle', 'submissionDate'],
  });
  expect(asStaff.status).toBe(200);
  expect(asStaff.headers['content-disposition']).toMatch(/applications-2026-11-30\.csv/);
  // By the clock of the call, an hour ahead of Greenwich; what is a formula elsewhere is none here.
  const [head, first] = cellsOf(asStaff);
  expect(head).toEqual(['Application ID', 'Project', 'Submit Date', 'Work']);
  expect(first).toEqual([late.uid, "'=SUM(1+1)", '2026-11-21 13:00', 'Late']);
  expect(cellsOf(asStaff)).toHaveLength(5);
  for (const [who, role] of [
    ['owner', 'applicant'],
    ['pro', 'pro'],
    ['centre', 'compute_centre_representative'],
    ['chair', 'panel_chair'],
    ['reviewer', 'scientific_reviewer'],
    ['stranger', 'applicant'],
  ] as const) {
    const body = { role, ...order };
    const [file, list] = [await exported(who, body), await search(who, body)];
    const rows = list.body.data.map(
      (row: { uid: string; projectTitle: string; firstName: string; lastName: string }) => [
        row.uid,
        row.projectTitle.replace(/^=/, "'="),
        `${row.firstName} ${row.lastName}`.trim(),
      ],
    );
    const [names = [], ...told] = cellsOf(file);
    const cell = (cells: string[], name: string) => cells[names.indexOf(name)] ?? '';
    expect([
      who,
      told.map((cells) => ['Application ID', 'Project', 'PI Name'].map((name) => cell(cells, name))),
    ]).toEqual([who, rows]);
    expect([who, names.length]).toEqual([who, list.body.columns.length]);
  }
});

it('writes times of a workbook as times and texts as texts', async () => {
  const answer = await exported('otherPro', {
    role: 'pro',
    format: 'xlsx',
    searchBy: [{ column: 'work', op: 'equal', value: 'late' }],
    columns: ['id', 'projectTitle', 'submissionDate'],
  });
  const sheet = readZip(answer.bytes).get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? '';
  // Days since the end of 1899: 21-11-2026 13:00, with a style of its own.
  expect(sheet).toMatch(/<c r="C2" s="\d+"[^>]*><v>46347\.541666/);
  expect(sheet).toContain('=SUM(1+1)');
  expect(sheet).not.toContain('<f>');
});

it('counts as ready what staff turned down by hand, which the release of the check makes known', async () => {
  const turnedDown = await world.submitted();
  const decided = await world.as('otherPro', 'PUT', `/v2/assignments/${turnedDown.assignmentId}/decide`, {
    outcome: 'rejected',
    reason: 'Not of this call',
  });
  expect(decided.status).toBe(200);
  const applicationIds = [turnedDown.id, quiet.id];
  const readyInCheck = async () => {
    const { body } = await world.as('otherPro', 'POST', '/v2/applications/survey', { applicationIds });
    return body.calls[0].steps.find((step: { flowElementId: string }) => step.flowElementId === 'CHECK')
      .ready;
  };
  expect(await readyInCheck()).toBe(1);
  const released = await world.as('otherPro', 'POST', `/v2/calls/${world.callId}/release`, {
    flowElementId: 'CHECK',
    applicationIds,
  });
  expect(released.body.done).toEqual([turnedDown.uid]);
  expect(await readyInCheck()).toBe(0);
});
