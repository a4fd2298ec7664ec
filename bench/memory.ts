import { Applicant, pageOf, type Times } from './applicant.ts';
import { demoApplicants } from './demo-applicants.ts';
import { dataFolder, type Portal, startPortal } from './portal.ts';
import { type Memory, measureMemory } from './process-memory.ts';
import { quantile } from './quantile.ts';
import { type Filled, type Page, readRegularAnswers } from './regular-answers.ts';
import type { Row } from './row.ts';

const restMs = 20_000;
const loadMs = 30_000;
const fullSpeedMs = 10_000;
const applicants = 16;
const savesPerSecond = 20;
const restBound = 300;
const loadBound = 500;

type Fill = (page: Page) => Filled;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function regularCall(person: Applicant): Promise<number> {
  const call = (await person.calls()).find(({ code, state }) => code === 'REG' && state === 'open');
  if (call === undefined) throw new Error('The demonstration has no open Regular call.');
  return call.id;
}

interface Draft {
  uid: string;
  assignmentId: string;
  filled: Filled;
}

async function begin(person: Applicant, callId: number, fill: Fill): Promise<Draft> {
  const uid = await person.create(callId);
  const opened = await person.open(uid);
  const assignmentId = opened.assignments[0]?.id ?? '';
  return { uid, assignmentId, filled: fill(pageOf(opened)) };
}

async function finish(person: Applicant, { assignmentId, filled }: Draft): Promise<void> {
  for (const upload of filled.uploads) await person.upload(assignmentId, upload);
  await person.submit(assignmentId);
}

/** One person from the registration to the application in the list. */
async function journey(url: string, fill: Fill): Promise<void> {
  const person = new Applicant(url, new Map());
  const email = 'renee.thorvaldsdottir@example.org';
  await person.register(email);
  await person.signIn(email);
  const draft = await begin(person, await regularCall(person), fill);
  for (const save of draft.filled.saves) await person.save(draft.assignmentId, save);
  await finish(person, draft);
  if ((await person.list()) !== 1) throw new Error('The submitted application is not in the list.');
}

/**
 * Fills in one application after the other until the time is over; between two saves `pause` is waited for. `first` may
 * be begun already.
 */
async function apply(
  person: Applicant,
  first: Draft,
  again: () => Promise<Draft>,
  times: { until: number; pause(): Promise<void> },
): Promise<void> {
  let count = 0;
  for (let draft = first; performance.now() < times.until; draft = await again()) {
    for (const save of draft.filled.saves.splice(0)) {
      await times.pause();
      if (performance.now() >= times.until) return;
      await person.save(draft.assignmentId, save);
      count += 1;
      if (count % 4 === 0) await person.list();
      if (count % 4 === 2) await person.open(draft.uid);
    }
    await finish(person, draft);
  }
}

/** The most memory that was seen while something went on, looked at once a second. */
async function peakDuring(portal: Portal, work: () => Promise<void>): Promise<Memory | null> {
  let peak = measureMemory(portal.pid);
  const timer = setInterval(() => {
    const now = measureMemory(portal.pid);
    if (now !== null && peak !== null && now.portal > peak.portal) peak = now;
  }, 1000);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

const parts = ({ launcher, api, checks, postgres, postgresProcesses }: Memory): string =>
  `launcher ${launcher.toFixed(0)}, API and worker ${api.toFixed(0)}, checks of PDFs ${checks.toFixed(0)}, ${postgresProcesses} × postgres ${postgres.toFixed(0)}`;

function memoryRow(figure: string, memory: Memory | null, limit: number | null): Row {
  const bound = limit === null ? '' : `under ${limit} MB`;
  if (memory === null)
    return { figure, bound, measured: 'not measured here: only on Linux', kept: null, peers: '' };
  return {
    figure,
    bound,
    measured: `${memory.portal.toFixed(0)} MB (${parts(memory)})`,
    kept: limit === null ? null : memory.portal < limit,
    peers: '',
  };
}

function timeRows(times: Times, when: string, actions: readonly string[]): Row[] {
  return actions.map((action) => {
    const sorted = (times.get(action) ?? []).toSorted((a, b) => a - b);
    if (sorted.length === 0) throw new Error(`Nobody came to '${action}' ${when}.`);
    const at = (q: number): string => quantile(sorted, q).toFixed(0);
    return {
      figure: `${action} ${when}: p50 / p95 / p99`,
      bound: '',
      measured: `${at(0.5)} / ${at(0.95)} / ${at(0.99)} ms (${sorted.length} times)`,
      kept: null,
      peers: '',
    };
  });
}

const countOf = (times: Times): number => [...times.values()].reduce((sum, list) => sum + list.length, 0);

async function underLoad(portal: Portal, fill: Fill): Promise<Row[]> {
  const times: Times = new Map();
  const fastTimes: Times = new Map();
  const arrival: Times = new Map();
  const emails = demoApplicants(applicants);
  const rows: Row[] = [];
  const crowd = async (into: Times, duration: number, every: number): Promise<void> => {
    const people = emails.map(() => new Applicant(portal.url, arrival));
    await Promise.all(people.map((person, index) => person.signIn(emails[index] ?? '')));
    const callId = await regularCall(people[0] ?? new Applicant(portal.url, arrival));
    // Everybody is at another place of the form when the clock starts.
    const drafts = await Promise.all(
      people.map(async (person, index) => {
        const draft = await begin(person, callId, fill);
        const done = Math.floor((draft.filled.saves.length * index) / applicants);
        for (const save of draft.filled.saves.splice(0, done)) await person.save(draft.assignmentId, save);
        return { person, draft };
      }),
    );
    const start = performance.now();
    await Promise.all(
      drafts.map(({ person, draft }, index) => {
        person.times = into;
        // Nobody waits for the others, and who was held up catches up: a slow answer does not thin the load.
        let next = start + (index * every) / applicants;
        const pause = (): Promise<void> => {
          const wait = next - performance.now();
          next += every;
          return wait > 0 ? sleep(wait) : Promise.resolve();
        };
        const again = (): Promise<Draft> => begin(person, callId, fill);
        return apply(person, draft, again, { until: start + duration, pause });
      }),
    );
  };
  const steady = await peakDuring(portal, () => crowd(times, loadMs, (applicants * 1000) / savesPerSecond));
  rows.push(
    memoryRow(`under load: ${applicants} applicants, ${savesPerSecond} saves a second`, steady, loadBound),
  );
  const fast = await peakDuring(portal, () => crowd(fastTimes, fullSpeedMs, 0));
  rows.push(memoryRow(`under load: ${applicants} applicants without a pause`, fast, loadBound));
  const rate = (all: Times, duration: number): string =>
    `${((countOf(all) * 1000) / duration).toFixed(0)} requests, ${(((all.get('save')?.length ?? 0) * 1000) / duration).toFixed(1)} saves a second`;
  rows.push({
    figure: 'answered under that load; without a pause',
    bound: '',
    measured: `${rate(times, loadMs)}; ${rate(fastTimes, fullSpeedMs)}`,
    kept: null,
    peers: '',
  });
  rows.push(...timeRows(times, 'under load', ['save', 'open', 'list', 'submit', 'upload']));
  rows.push(...timeRows(arrival, `by ${applicants} at once`, ['log in']));
  return rows;
}

/** The whole portal: memory at rest and under load, and how fast it answers. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  const folder = dataFolder();
  try {
    const fill = await readRegularAnswers();
    const portal = await startPortal({ dataDir: folder.path, by: 'npm' });
    try {
      await sleep(restMs);
      rows.push(memoryRow('at rest, 20 s after the start', measureMemory(portal.pid), restBound));
      await journey(portal.url, fill);
      await sleep(restMs);
      const rest = measureMemory(portal.pid);
      rows.push(memoryRow('at rest, 20 s after a whole journey', rest, restBound));
      rows.push({
        figure: 'npm itself, which is not the portal',
        bound: '',
        measured: rest === null ? 'not measured here: only on Linux' : `${rest.npm.toFixed(0)} MB`,
        kept: null,
        peers: '',
      });
      rows.push(...(await underLoad(portal, fill)));
      await sleep(restMs);
      rows.push(memoryRow('at rest again, 20 s after the load', measureMemory(portal.pid), null));
    } finally {
      await portal.stop();
    }
  } finally {
    folder.remove();
  }
  return rows;
}
