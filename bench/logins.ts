import { Applicant, type Times } from './applicant.ts';
import { demoApplicants } from './demo-applicants.ts';
import { dataFolder, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const phaseMs = 30_000;
const warmMs = 5_000;
/** A course that logs in at once, and again and again: nobody waits between two logins. */
const peopleAtOnce = 30;
const listsPerSecond = 20;
const listBound = 1.5;
const loginBoundMs = 3_000;
const floodOf = 200;
const floodRounds = 10;
const floodBound = 6;

/** Asks for the list at a fixed rate, whatever the answers take, so that a slow one does not thin the load. */
async function readLists(readers: readonly Applicant[], until: number): Promise<void> {
  const asked: Promise<unknown>[] = [];
  const start = performance.now();
  for (let count = 0; performance.now() < until; count += 1) {
    const wait = start + (count * 1_000) / listsPerSecond - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const reader = readers[count % readers.length];
    if (reader !== undefined) asked.push(reader.list());
  }
  await Promise.all(asked);
}

async function logInAgainAndAgain(url: string, emails: readonly string[], times: Times, until: number) {
  await Promise.all(
    Array.from({ length: peopleAtOnce }, async (_, index) => {
      const person = new Applicant(url, times);
      while (performance.now() < until) await person.signIn(emails[index % emails.length] ?? '');
    }),
  );
}

/** Logs in once, from an address; how long that took, and how it was answered. */
async function enter(url: string, from: string, email: string, password: string) {
  const begun = performance.now();
  const answer = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password, app: 'user_portal' }),
  });
  await answer.arrayBuffer();
  return { ms: performance.now() - begun, status: answer.status };
}

/** A right login while as many wrong ones as anybody likes come from one other address, and with nobody else there. */
async function besideAFlood(url: string, email: string): Promise<Row> {
  const alone: number[] = [];
  const beside: number[] = [];
  let turnedAway = 0;
  const right = async (times: number[]) => {
    const { ms, status } = await enter(url, '203.0.113.1', email, 'Demo-portal-2026!');
    if (status !== 200) throw new Error(`a right login was answered ${status}`);
    times.push(ms);
  };
  for (let round = 0; round < floodRounds; round += 1) {
    await right(alone);
    const flood = Array.from({ length: floodOf }, (_, one) =>
      enter(url, `198.51.100.${round}`, `nobody${one}@example.org`, 'Wrong-password-1'),
    );
    // The line of that address is full by now.
    await Promise.any(
      flood.map(async (wrong) => (await wrong).status === 429 || Promise.reject(new Error())),
    );
    await right(beside);
    turnedAway += (await Promise.all(flood)).filter(({ status }) => status === 429).length;
  }
  const median = (times: readonly number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    );
  const ratio = median(beside) / median(alone);
  return {
    figure: `log in while ${floodOf} wrong ones come from another address, against alone`,
    bound: `at most ${floodBound} ×`,
    measured: `${ratio.toFixed(1)} × (${median(beside).toFixed(0)} against ${median(alone).toFixed(0)} ms)`,
    kept: ratio <= floodBound,
    peers: `${Math.round(turnedAway / floodRounds)} of ${floodOf} told to come later`,
  };
}

/** What logins cost everybody else: the list at the same rate before, during and after 30 s of them. */
export async function run(): Promise<Row[]> {
  const folder = dataFolder();
  try {
    const portal = await startPortal({ dataDir: folder.path, by: 'launcher' });
    try {
      const emails = demoApplicants(16);
      const readers = await Promise.all(
        emails.map(async (email) => {
          const reader = new Applicant(portal.url, new Map());
          await reader.signIn(email);
          return reader;
        }),
      );
      const listsWhile = async (durationMs: number, work?: (until: number) => Promise<void>) => {
        const times: Times = new Map();
        for (const reader of readers) reader.times = times;
        const until = performance.now() + durationMs;
        await Promise.all([readLists(readers, until), work?.(until)]);
        return times.get('list') ?? [];
      };
      const logins: Times = new Map();
      await listsWhile(warmMs);
      const flooded = await besideAFlood(portal.url, emails[0] ?? '');
      const before = await listsWhile(phaseMs);
      const during = await listsWhile(phaseMs, (until) =>
        logInAgainAndAgain(portal.url, emails, logins, until),
      );
      const after = await listsWhile(phaseMs);
      const p95 = (times: readonly number[]) =>
        quantile(
          times.toSorted((a, b) => a - b),
          0.95,
        );
      const alone = p95([...before, ...after]);
      const ratio = p95(during) / alone;
      const login = logins.get('log in') ?? [];
      const rate = (login.length * 1_000) / phaseMs;
      return [
        {
          figure: `list, p95 during ${phaseMs / 1_000} s of logins against p95 without them`,
          bound: `at most ${listBound} ×`,
          measured: `${ratio.toFixed(2)} × (${p95(during).toFixed(1)} against ${alone.toFixed(1)} ms; ${during.length} lists)`,
          kept: ratio <= listBound,
          peers: `without: ${p95(before).toFixed(1)} before, ${p95(after).toFixed(1)} ms after`,
        },
        {
          figure: `log in, p95, ${peopleAtOnce} people at once, again and again`,
          bound: `at most ${loginBoundMs / 1_000} s`,
          measured: `${(p95(login) / 1_000).toFixed(2)} s (${rate.toFixed(1)} a second)`,
          kept: p95(login) <= loginBoundMs,
          peers: '',
        },
        flooded,
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    folder.remove();
  }
}
