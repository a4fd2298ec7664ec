import type { Role } from '@clearcall/domain/people/roles.ts';
import type pg from 'pg';
import { addApplications, addPeople, openManyWorld, openSessions, settle, withoutIndexes } from './many.ts';
import { dataFolder, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const defaultApplications = 20_000;
const withAnswers = 2_000;
const owners = 1_000;
const boundMs = 100;
const times = 21;
const readers: readonly Role[] = [
  'pro',
  'panel_chair',
  'ac_chair',
  'compute_centre_representative',
  'finance_manager',
];

/** The person of a role with the fewest pending actions: the boards are measured, not the rows beside them. */
async function readerOf(db: pg.Pool, role: Role): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `select u.id from users u left join assignments a on a.owner_id = u.id
       and a.status in ('assigned', 'accepted', 'draft', 'changes_requested')
     where u.role = $1 and u.status = 'active' and ($1 in ('pro', 'ac_chair', 'finance_manager')
       or exists (select from memberships m where m.user_id = u.id))
     group by u.id order by count(a.id), u.id limit 1`,
    [role],
  );
  return Number(rows[0]?.id);
}

async function answerMs(url: string, token: string, body: object): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}/api/v2/applications/dashboard?limit=9999&offset=0`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The dashboard answered ${answer.status}: ${text}`);
  return performance.now() - begun;
}

/** Dashboards of the roles that have boards, beside the same reply without boards. */
export async function run(count = defaultApplications): Promise<Row[]> {
  const world = await openManyWorld();
  const data = dataFolder();
  try {
    const people = await addPeople(world.db, owners);
    await withoutIndexes(world.db, () =>
      addApplications(world.db, people, count, Math.min(count, withAnswers)),
    );
    await settle(world.db);
    const portal = await startPortal({
      dataDir: data.path,
      by: 'launcher',
      env: { ...world.env, WORKER: 'off' },
    });
    try {
      const rows: Row[] = [];
      for (const role of readers) {
        const [token = ''] = await openSessions(world.db, [await readerOf(world.db, role)]);
        const taken: Record<'with' | 'without', number[]> = { with: [], without: [] };
        for (let time = 0; time < times; time += 1) {
          taken.with.push(await answerMs(portal.url, token, {}));
          taken.without.push(await answerMs(portal.url, token, { role: 'user' }));
        }
        const [shown, bare] = [taken.with, taken.without].map((list) =>
          quantile(
            list.toSorted((one, other) => one - other),
            0.5,
          ),
        ) as [number, number];
        rows.push({
          figure: `dashboard with boards, ${role}, ${count.toLocaleString('en').replace(',', ' ')} applications`,
          bound: `under ${boundMs} ms`,
          measured: `${shown.toFixed(0)} ms; without boards ${bare.toFixed(0)} ms`,
          kept: shown < boundMs,
          peers: '',
        });
      }
      return rows;
    } finally {
      await portal.stop();
    }
  } finally {
    data.remove();
    await world.close();
  }
}
