import { fileURLToPath } from 'node:url';
import type { DashboardApplication } from '@clearcall/domain/applications/application.ts';
import type { FollowedCutoff, TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { administratorRoles, type Role, roleCodes } from '@clearcall/domain/people/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openWhole } from '../../testing/factories.ts';
import { loadWorldFile } from './load.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
  const path = fileURLToPath(new URL('../../../demo/world.json', import.meta.url));
  await loadWorldFile(app.platform, path, app.platform.now());
});
afterAll(() => app.close());

const tokenOf = async (name: string, portal = 'user_portal') => {
  const email = `${name.replaceAll('_', '-')}@example.org`;
  const password = 'Demo-portal-2026!';
  const answer = await app.call('POST', '/users/login', { body: { email, password, app: portal } });
  return [answer.status, answer.body.token as string] as const;
};

const dashboardOf = async (name: string) => {
  const [, token] = await tokenOf(name);
  const { body } = await app.call('POST', '/v2/applications/dashboard', { token, body: {} });
  return { token, ...body };
};

const amountOf = ({ asked, unit, payee, sum }: TaskRow) =>
  payee === null
    ? asked.map(({ partition, amount }) => `${partition} ${amount} ${unit}`).join(', ')
    : `${payee} ${sum} ${unit}`;

interface PendingRow {
  id: string;
  uid: string;
  step: string;
  status: string;
  deadline: string | null;
  canTake: boolean;
}

/** The first row of a board in words, with the status of the own assignment that its action leads to. */
const inWords = (row: TaskRow, pending: readonly PendingRow[]) =>
  [
    row.step,
    row.uid,
    row.projectTitle,
    `${row.firstName} ${row.lastName}`,
    amountOf(row),
    ...pending.filter(({ id }) => id === row.assignmentId).map(({ status }) => status),
  ].join(' | ');

/** First lines of a role's dashboard: number of rows of each board, and the earliest pending action. */
const firstOf: Partial<Record<Role, { boards?: Record<string, string>; pending?: string }>> = {
  user: {},
  applicant: { pending: 'Application | ESAO-DEV-2026D01-002 | changes_requested' },
  pro: {
    boards: {
      'assign 4':
        'Administrative check | ESAO-AIF-2026LS01-001 | Foundation model for satellite time series | Dimitri Asselborn | JUPITER Booster 640000 GPU hours',
    },
    pending: 'Administrative check | ESAO-FTA-2026F01-002 | assigned',
  },
  ac_member: { pending: 'Decision | ESAO-REG-2025R02-017 | assigned' },
  ac_chair: {
    boards: {
      'decide 1':
        'Decision | ESAO-REG-2025R02-017 | Why calm nights are forecast too warm | Oğuz Yıldızhan | Leonardo DCGP 90000 node hours | accepted',
    },
    pending: 'Decision | ESAO-REG-2025R02-017 | accepted',
  },
  panel_chair: {
    boards: {
      'panel 4':
        'Panel ranking | ESAO-REG-2025R02-016 | Cooling of power electronics by sprays | Milena Petkovska | MareNostrum 5 GPP 96000 node hours | accepted',
    },
    pending: 'Panel ranking | ESAO-REG-2025R02-016 | accepted',
  },
  rapporteur: { pending: 'Consolidation | ESAO-REG-2025R02-015 | accepted' },
  scientific_reviewer: { pending: 'Scientific review | ESAO-AIF-2026SC01-001 | assigned' },
  technical_reviewer: { pending: 'Technical review | ESAO-AIF-2026SC01-003 | assigned' },
  compute_centre_representative: {
    pending: 'Onboarding | ESAO-BEN-2026B01-001 | accepted',
  },
  project_manager: { pending: 'Project follow-up | ESAO-REG-2024R02-001 | accepted' },
  finance_manager: {
    boards: {
      'payments 8':
        'Payment of reviewers | ESAO-REG-2025R02-003 | Ligand residence times for membrane receptors | Mireia Casadevall i Prat | Isolde Vermeersch, Étienne Bourgoin-Lacaze, Henrike Brandenburger 450 EUR | assigned',
    },
    pending: 'Payment of reviewers | ESAO-REG-2025R02-003 | assigned',
  },
  call_coordinator: {
    boards: {
      'assign 4':
        'Administrative check | ESAO-AIF-2026LS01-001 | Foundation model for satellite time series | Dimitri Asselborn | JUPITER Booster 640000 GPU hours',
    },
  },
};

/** Amounts of the applications that wait for each role, of the first two: also before the work is taken on or accepted. */
const amountsOf: Partial<Record<Role, readonly string[]>> = {
  applicant: ['ESAO-REG-2025R02-001 | MareNostrum 5 GPP 96000 node hours', 'ESAO-REG-2026R02-008'],
  pro: [
    'ESAO-FTA-2026F01-002 | LUMI-C 20000 node hours',
    'ESAO-REG-2025R02-007 | MareNostrum 5 GPP 96000 node hours',
  ],
  ac_member: ['ESAO-REG-2025R02-017 | Leonardo DCGP 90000 node hours'],
  panel_chair: ['ESAO-REG-2025R02-016 | MareNostrum 5 GPP 96000 node hours'],
  rapporteur: ['ESAO-REG-2025R02-015 | Leonardo DCGP 110000 node hours'],
  scientific_reviewer: [
    'ESAO-AIF-2026SC01-001 | LUMI-G 60000 node hours',
    'ESAO-REG-2025R02-012 | LUMI-G 120000 node hours | Leonardo Booster 60000 node hours',
  ],
  technical_reviewer: [
    'ESAO-AIF-2026SC01-003 | LUMI-G 42000 node hours',
    'ESAO-REG-2025R02-011 | LUMI-G 120000 node hours | Leonardo Booster 60000 node hours',
  ],
  compute_centre_representative: [
    'ESAO-BEN-2026B01-001 | MareNostrum 5 GPP 2500 node hours | awarded',
    'ESAO-AIF-2026FL01-001 | MareNostrum 5 ACC 12000 GPU hours',
  ],
  project_manager: [
    'ESAO-REG-2025R02-003 | Leonardo Booster 90000 node hours | awarded',
    'ESAO-DEV-2026D01-003 | Vega CPU 4000 node hours | awarded',
  ],
  finance_manager: [
    'ESAO-REG-2025R02-003 | Leonardo Booster 90000 node hours',
    'ESAO-REG-2025R02-004 | Karolina GPU 27000 node hours',
  ],
};

describe('the first page of a role', () => {
  it.each(Object.entries(amountsOf))('tells %s the amounts that it may read', async (role, expected) => {
    const { data } = await dashboardOf(role);
    const told = data.map(({ uid, asked, awarded, unit }: DashboardApplication) => {
      const amounts = (awarded ?? asked).map(({ partition, amount }) => `${partition} ${amount} ${unit}`);
      return [uid, ...amounts, ...(awarded === undefined ? [] : ['awarded'])].join(' | ');
    });
    expect(told.slice(0, 2)).toEqual(expected);
  });

  it('gives a finance manager the payments of the board as a file, and other roles an empty one', async () => {
    const { token, boards } = await dashboardOf('finance_manager');
    const fileOf = async (given: string) => {
      const { bytes } = await app.call('GET', '/v2/applications/payments/file?format=csv', { token: given });
      return bytes.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
    };
    const [head, ...lines] = await fileOf(token);
    expect(head).toBe('Application ID,Project,State,Due (UTC),Payees,Amount,Currency');
    const rows = (boards as TaskBoard[]).flatMap((board) => (board.kind === 'payments' ? board.rows : []));
    expect(rows.length).toBeGreaterThan(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ uid }) => uid));
    for (const [at, { isDone, deadline, sum, unit }] of rows.entries()) {
      const line = lines[at];
      expect(line).toContain(`,${isDone ? 'Payment sent' : 'To be paid'},${deadline?.slice(0, 10) ?? ''},`);
      expect(line?.endsWith(`,${sum ?? ''},${unit}`)).toBe(true);
    }
    const { token: other } = await dashboardOf('pro');
    expect(await fileOf(other)).toEqual([head]);
  });

  it('is a page of another portal for administrators', async () => {
    expect(roleCodes.filter((role) => firstOf[role] === undefined)).toEqual([...administratorRoles]);
    for (const role of administratorRoles)
      expect([role, (await tokenOf(role))[0], (await tokenOf(role, 'admin_portal'))[0]]).toEqual([
        role,
        403,
        200,
      ]);
  });

  it.each(Object.entries(firstOf))(
    'names what %s has to do, and each link leads to it',
    async (role, expected) => {
      const { token, boards, data } = await dashboardOf(role);
      const rows: PendingRow[] = data.flatMap(
        ({ uid, assignments }: { uid: string; assignments: object[] }) =>
          assignments.map((one) => ({ uid, ...one })),
      );
      const earliest = rows
        .filter(({ deadline }) => deadline !== null)
        .toSorted((one, other) => (one.deadline ?? '').localeCompare(other.deadline ?? ''))[0];
      const first = Object.fromEntries(
        boards.map(({ kind, total, rows: [row] }: { kind: string; total: number; rows: TaskRow[] }) => [
          `${kind} ${total}`,
          row && inWords(row, rows),
        ]),
      );
      expect([first, earliest && [earliest.step, earliest.uid, earliest.status].join(' | ')]).toEqual([
        expected.boards ?? {},
        expected.pending,
      ]);
      const led = new Set([
        ...rows.map(({ uid }) => uid),
        ...boards.flatMap((board: { rows: TaskRow[] }) => board.rows.map(({ uid }) => uid)),
      ]);
      for (const uid of led)
        expect([uid, (await app.call('GET', `/v2/applications/${uid}`, { token })).status]).toEqual([
          uid,
          200,
        ]);
    },
  );

  it('shows panels and committees how far each part is: reviews, ranks, what is left, whether somebody leads', async () => {
    const [panel] = (await dashboardOf('panel_chair')).boards;
    expect(
      panel.rows.map(({ uid, submitted, needed, rank, hasRank }: TaskRow) => [
        uid,
        `${submitted}/${needed}`,
        hasRank ? rank : 'none',
      ]),
    ).toEqual([
      ['ESAO-REG-2025R02-016', '3/3', null],
      ['ESAO-REG-2025R02-017', '3/3', '4'],
      ['ESAO-REG-2025R02-001', '3/3', null],
      ['ESAO-AIF-2026SC01-003', '0/2', 'none'],
    ]);
    const [committee] = (await dashboardOf('ac_chair')).boards;
    expect(committee.rows).toMatchObject([
      {
        rank: '4',
        submitted: 3,
        needed: 3,
        hasLead: true,
        asked: [{ amount: '90000', left: expect.any(String) }],
      },
    ]);
  });

  it('marks what a technical review turned down for the chairs who read it', async () => {
    const uid = 'ESAO-REG-2025R02-017';
    const say = (verdict: string) =>
      sql`update assignments a set verdict = ${verdict} from applications ap
        where ap.id = a.application_id and ap.uid = ${uid} and a.step_id = 'TEC'`.execute(app.db);
    const marked = async (role: string) => {
      const [board] = (await dashboardOf(role)).boards as TaskBoard[];
      return board?.rows.find((row) => row.uid === uid)?.asked.map((one) => one.isTurnedDown === true);
    };
    await say('dropped');
    const dropped = [await marked('panel_chair'), await marked('ac_chair')];
    const give = (from: string, to: string) =>
      sql`update view_rules set role = ${to} where step_id = 'TEC' and role = ${from}`.execute(app.db);
    await give('ac_chair', 'nobody');
    const unread = await marked('ac_chair');
    await give('nobody', 'ac_chair');
    await say('accepted');
    const boards = (await dashboardOf('tobias.hallgrimsson')).boards as TaskBoard[];
    expect(
      boards.map(({ kind, rows }) => [
        kind,
        rows.find((row) => row.uid === 'ESAO-REG-2025R02-012')?.asked.map((one) => one.isTurnedDown === true),
      ]),
    ).toEqual([
      ['assign', [false, true]],
      ['panel', [false, true]],
    ]);
    expect([...dropped, unread, await marked('panel_chair')]).toEqual([[true], [true], [false], [false]]);
  });

  it('shows the finance manager what was paid to whom, and what is due first', async () => {
    const [{ rows }] = (await dashboardOf('finance_manager')).boards;
    expect(rows.map(({ isDone }: TaskRow) => isDone)).toEqual([false, false, ...Array(6).fill(true)]);
    expect(rows.at(-1)).toMatchObject({
      payee: 'Paweł Grzegorczyk, Amadeu Salgueiro Pinto, Étienne Bourgoin-Lacaze',
      sum: '450',
      unit: 'EUR',
    });
  });

  it.each(['pro', 'compute_centre_representative'])(
    'names the same steps that need people in the list of %s',
    async (role) => {
      const { token, boards, data } = await dashboardOf(role);
      type Named = Pick<TaskRow, 'uid' | 'step'>;
      const rows: Named[] = [
        ...boards.flatMap((board: TaskBoard) => (board.kind === 'assign' ? board.rows : [])),
        ...data.flatMap(({ uid, assignments }: { uid: string; assignments: PendingRow[] }) =>
          assignments.filter(({ canTake }) => canTake).map(({ step }) => ({ uid, step })),
        ),
      ];
      expect(rows).not.toEqual([]);
      const list = async (...searchBy: object[]) =>
        (
          await app.call('POST', '/v2/applications/search?limit=200&offset=0', {
            token,
            body: { role, searchBy },
          })
        ).body.data as { uid: string; step: string }[];
      const listed = new Map((await list()).map(({ uid, step }) => [uid, step]));
      for (const { uid, step } of rows) {
        expect([uid, listed.get(uid)]).toEqual([uid, expect.stringContaining(step)]);
        const [contains, lacks] = [
          await list({ column: 'step', op: 'contains', value: step }),
          await list({ column: 'step', op: 'not_contains', value: step }),
        ].map((found) => found.map((one) => one.uid));
        expect([contains?.includes(uid), lacks?.includes(uid)]).toEqual([true, false]);
      }
    },
  );

  it('shows a call coordinator how many applications of each cut-off have which status and are at which step, as the list does', async () => {
    const { token, followed } = await dashboardOf('call_coordinator');
    const cutoffs: FollowedCutoff[] = followed;
    const total = async (searchBy: object[]) =>
      (
        await app.call('POST', '/v2/applications/search?limit=1&offset=0', {
          token,
          body: { role: 'call_coordinator', searchBy },
        })
      ).body.total as number;
    expect(cutoffs.map(({ call }) => call)).toContain('Regular Access');
    for (const { call, cutoff, timeZone, statuses, steps } of cutoffs) {
      const ofCutoff = [
        { column: 'callTitle', op: 'contains', value: call },
        ...(cutoff === null
          ? []
          : [{ column: 'cutoff', op: 'equal', value: plainDate(new Date(cutoff), timeZone) }]),
      ];
      const told = await Promise.all([
        ...statuses.map(({ status }) =>
          total([...ofCutoff, { column: 'status', op: 'equal', value: status }]),
        ),
        ...steps.map(({ title }) => total([...ofCutoff, { column: 'step', op: 'equal', value: title }])),
      ]);
      expect([call, cutoff, [...statuses, ...steps].map(({ n }) => n)]).toEqual([call, cutoff, told]);
    }
    const sum = cutoffs.flatMap(({ statuses }) => statuses).reduce((all, { n }) => all + n, 0);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from applications
      where status <> 'draft'`.execute(app.db);
    expect([sum, await total([])]).toEqual([rows[0]?.n, rows[0]?.n]);
    for (const role of ['pro', 'panel_chair', 'ac_chair', 'user'])
      expect([role, (await dashboardOf(role)).followed]).toEqual([role, []]);
  });

  it('lets a call coordinator read applications and their place, assign checks, and read nothing of the review', async () => {
    const { token, boards } = await dashboardOf('call_coordinator');
    const [{ rows }] = boards;
    const [{ uid, flowElementId }] = rows;
    const { body } = await openWhole(app, uid, token);
    const { rows: officers } = await sql<{ id: number }>`select id from users
      where email = 'pro@example.org'`.execute(app.db);
    const given = await app.call('POST', `/v2/applications/${body.id}/assign`, {
      token,
      body: { flowElementId, role: 'pro', userId: officers[0]?.id },
    });
    expect([given.status, given.body.message]).toEqual([200, undefined]);
    // The reviews of this application are in and not released.
    const reviewed = await openWhole(app, 'ESAO-REG-2025R02-016', token);
    const { steps, assignments } = reviewed.body;
    expect(assignments.map(({ stepId }: { stepId: string }) => stepId)).toContain('SCI');
    for (const { id, forms } of steps)
      if (id !== steps[0].id) expect([id, JSON.stringify(forms)]).toEqual([id, '[]']);
    for (const one of assignments)
      if (one.stepId !== steps[0].id) expect([one.stepId, one.answers ?? {}]).toEqual([one.stepId, {}]);
  });

  it('offers no check of an application that has changes due, and names what the check waits for', async () => {
    const { rows: unowned } = await sql<{ id: string; uid: string; first: string }>`
      select a.id, ap.uid, s.id as first from assignments a join applications ap on ap.id = a.application_id
        join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
        join assignments s on s.application_id = ap.id and s.step_id = f.judges
      where a.owner_id is null and a.status = 'assigned' and ap.status = 'submitted'`.execute(app.db);
    const [check] = unowned;
    if (check === undefined) throw new Error('the demonstration has no check that nobody has');
    const rowOf = async () => {
      const { token, data } = await dashboardOf('pro');
      const row = data
        .flatMap(({ assignments }: { assignments: PendingRow[] }) => assignments)
        .find(({ id }: PendingRow) => id === check.id);
      return { token, row };
    };
    expect((await rowOf()).row).toMatchObject({ canTake: true, waitsForChanges: false });
    await sql`update applications set status = 'changes_requested' where uid = ${check.uid}`.execute(app.db);
    await sql`update assignments set status = 'changes_requested' where id = ${check.first}`.execute(app.db);
    const { token, row } = await rowOf();
    expect(row).toMatchObject({ canTake: false, waitsForChanges: true });
    const taken = await app.call('PUT', `/v2/assignments/${check.id}/take`, { token, body: {} });
    expect([taken.status, taken.body.code]).toEqual([409, 'changes_due']);
    // Nor is a person asked to go on with a check that they have taken.
    const { rows: owners } = await sql<{ id: number }>`select id from users where email like 'pro@%'`.execute(
      app.db,
    );
    const own = (owner: number | null, status: string) =>
      sql`update assignments set owner_id = ${owner}, status = ${status} where id = ${check.id}`.execute(
        app.db,
      );
    await own(owners[0]?.id ?? null, 'accepted');
    expect((await rowOf()).row).toMatchObject({ canTake: false, waitsForChanges: true });
    await own(null, 'assigned');
    await sql`update assignments set status = 'resubmitted' where id = ${check.first}`.execute(app.db);
    expect((await rowOf()).row).toMatchObject({ canTake: true, waitsForChanges: false });
  });

  it('leads people who may take work to assigning it if its page lets them', async () => {
    const found: [name: string, offered: string | undefined, onPage: boolean][] = [];
    for (const name of ['compute_centre_representative', 'chiara.venturelli', 'pro']) {
      const { token, data } = await dashboardOf(name);
      for (const { uid, assignments } of data)
        for (const { step, canTake, assignableStep } of assignments) {
          if (!canTake) continue;
          const { body } = await app.call('GET', `/v2/applications/${uid}`, { token });
          const id = body.process?.find(({ title }: { title: string }) => title === step)?.id;
          const isOnPage = body.commands?.some(
            (one: { command: string; stepId: string; refusal: string | null }) =>
              one.command === 'assign' && one.stepId === id && one.refusal === null,
          );
          found.push([name, assignableStep, isOnPage === true && name !== 'pro']);
        }
    }
    expect(
      found.filter(([, offered]) => offered !== undefined).map(([name, offered]) => [name, offered]),
    ).toContainEqual(['compute_centre_representative', 'TEC']);
    // A technical reviewer takes work, and assigns nobody.
    expect(found).toContainEqual(['chiara.venturelli', undefined, false]);
    expect(found.filter(([, offered, isOnPage]) => (offered !== undefined) !== isOnPage)).toEqual([]);
  });

  it('names to staff who asks for more time, for which step, until when and why, with what grants it', async () => {
    const until = '2026-12-24T17:00:00.000Z';
    const request = { until, reason: 'Ill.', askedAt: '2026-11-20T09:00:00.000Z', declined: null };
    await sql`update assignments set time_request = ${JSON.stringify(request)}::jsonb where id = (
      select a.id from assignments a join users u on u.id = a.owner_id where u.email = 'rapporteur@example.org'
        and a.status = 'accepted' limit 1)`.execute(app.db);
    const [board] = (await dashboardOf('pro')).boards;
    expect([board.kind, board.total]).toEqual(['time', 1]);
    const timeRequest = { reason: 'Ill.', timeZone: 'Europe/Luxembourg' };
    expect(board.rows).toMatchObject([{ step: 'Consolidation', deadline: until, asked: [], timeRequest }]);
    const [{ assignmentId }] = board.rows;
    const { token } = await dashboardOf('pro');
    const granted = await app.call('PUT', `/v2/assignments/${assignmentId}/deadline`, {
      token,
      body: { deadline: until },
    });
    expect(granted.status).toBe(200);
    expect((await dashboardOf('pro')).boards.map(({ kind }: { kind: string }) => kind)).not.toContain('time');
    expect((await dashboardOf('panel_chair')).boards.map(({ kind }: { kind: string }) => kind)).not.toContain(
      'time',
    );
  });

  it('opens the preview of what somebody may take, to nobody else, and takes it', async () => {
    const uid = 'ESAO-REG-2025R02-011';
    const [, outside] = await tokenOf('nuria.cabestany');
    expect((await openWhole(app, uid, outside)).status).toBe(404);
    const { token, data } = await dashboardOf('chiara.venturelli');
    const row = data.find((one: { uid: string }) => one.uid === uid);
    expect(row).toMatchObject({
      projectTitle: 'Where will snow still fall in the Alps?',
      lastName: 'Szentirmai',
    });
    const { status, body } = await openWhole(app, uid, token);
    expect([status, body.toTake]).toEqual([200, [expect.objectContaining({ step: 'Technical review' })]]);
    const step = body.process.find(({ id }: { id: string }) => id === 'TEC');
    expect(step.state).toBe('running');
    // The preview has the elements that are marked for it, and no amount.
    type Shown = { id: string; config: { preview?: boolean }; children?: Shown[] };
    const elements: Shown[] = body.steps
      .flatMap(({ forms }: { forms: { elements: Shown[] }[] }) => forms.flatMap((form) => form.elements))
      .flatMap((element: Shown) => [element, ...(element.children ?? [])]);
    expect(elements.map(({ id }) => id)).toContain('R1.abstract');
    expect(elements.filter(({ config }) => config.preview !== true)).toEqual([]);
    const path = `/v2/assignments/${body.toTake[0].id}/take`;
    const { agreement } = body.toTake[0];
    expect(agreement.coiText).toContain('conflict');
    const refused = await app.call('PUT', path, { token, body: {} });
    expect([refused.status, refused.body.code]).toEqual([422, 'agreement_needed']);
    const taken = await app.call('PUT', path, { token, body: { agreed: true } });
    expect([taken.status, taken.body.status]).toEqual([200, 'accepted']);
  });

  it('tells the chair of a panel that people must be assigned once nothing else holds up the step', async () => {
    const kinds = async () =>
      (await dashboardOf('panel_chair')).boards.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(['panel']);
    await sql`update assignments a set status = 'submitted', submitted_at = ${app.platform.now()} from applications ap
      where ap.id = a.application_id and ap.uid = 'ESAO-REG-2025R02-001' and a.step_id = 'RTR'`.execute(
      app.db,
    );
    expect(await kinds()).toEqual(['assign', 'panel']);
  });

  it('names a step that needs people although the payment of reviewers is still open', async () => {
    const rowsToAssign = async () =>
      (await dashboardOf('pro')).boards.flatMap((board: { kind: string; rows: TaskRow[] }) =>
        board.kind === 'assign' ? board.rows.map(({ uid, flowElementId }) => `${uid} ${flowElementId}`) : [],
      ) as string[];
    const before = await rowsToAssign();
    const { rows } = await sql<{ id: number }>`select ap.id from applications ap
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = 'FIN'
      where ap.uid = any(${before.map((row) => row.split(' ')[0])}::text[]) and not exists (select from assignments a
        where a.application_id = ap.id and a.status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested'))`.execute(
      app.db,
    );
    const [idle] = rows;
    if (idle === undefined) throw new Error('the demonstration has no application on which nobody works');
    await sql`update assignments set application_id = ${idle.id} where id = (select id from assignments
      where step_id = 'FIN' and status in ('assigned', 'accepted') limit 1)`.execute(app.db);
    expect(await rowsToAssign()).toEqual(before);
  });
});
