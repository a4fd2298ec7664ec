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
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    folder.remove();
  }
}
