import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { startMailServer } from '../apps/api/src/testing/mail-server.ts';
import {
  addApplications,
  addDrafts,
  addPeople,
  type Draft,
  longTexts,
  openManyWorld,
  openSessions,
  settle,
  withoutIndexes,
} from './many.ts';
import { startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { timesOfProof } from './times-of-proof.ts';

const mailsAtMost = 20_000;
const reminded = 7_693;
const letters = 400;
/** So many letters are released at once. */
const releasedAtOnce = 25;
const bounds = { reminderMs: 10_000, heldMb: 150, lettersMs: 60_000, ratio: 1.2 };

/** The reminder run and the letters of a release, of a size that goes with that of the mails. */
async function proofs(part: number): Promise<Row[]> {
  const applications = Math.ceil(reminded * part);
  const run = await timesOfProof<{ assignments: number; ms: number; heldMb: number }>(
    'apps/api/src/features/applications/automations/reminder-run.full.test.ts',
    { variable: 'REMINDER_RUN_TIMES', env: { CLEARCALL_REMINDED_APPLICATIONS: String(applications) } },
  );
  const count = Math.ceil((letters * part) / releasedAtOnce) * releasedAtOnce;
  const bulk = await timesOfProof<{ letters: number; sentMs: number }>(
    'apps/api/src/across/letters/letters.full.test.ts',
    {
      variable: 'BULK_LETTERS_TIMES',
      test: 'letters of a release in bulk',
      env: { CLEARCALL_LETTERS: String(count) },
    },
  );
  return [
    {
      figure: `a reminder run over ${run.assignments} assignments`,
      bound: `under ${bounds.reminderMs / 1_000} s`,
      measured: `${(run.ms / 1_000).toFixed(1)} s`,
      kept: run.ms < bounds.reminderMs,
      peers: '',
    },
    {
      figure: 'how far the heap grows meanwhile',
      bound: `under ${bounds.heldMb} MB`,
      measured: `${run.heldMb} MB`,
      kept: run.heldMb < bounds.heldMb,
      peers: '',
    },
    {
      figure: `${bulk.letters} letters of a release in bulk`,
      bound: `under ${bounds.lettersMs / 1_000} s`,
      measured: `${(bulk.sentMs / 1_000).toFixed(1)} s`,
      kept: bulk.sentMs < bounds.lettersMs,
      peers: '',
    },
  ];
}

const savers = 4;
const betweenMs = 200;
const warmMs = 5_000;
const turnMs = 30_000;
const mailsMs = 60_000;

/** Saves of these people until `isOver` says so, each on the revision of the save before; how long each took. */
async function saves(
  url: string,
  drafts: readonly (Draft & { revision: number })[],
  elementId: string,
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    drafts.map(async (draft, nth) => {
      // Not all at the same moment.
      await setTimeout((betweenMs / savers) * nth);
      while (!isOver()) {
        const begunMs = performance.now();
        const response = await fetch(`${url}/api/v2/assignments/${draft.assignmentId}/save`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${draft.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            data: [
              {
                flowElementId: elementId,
                dataGroupId: null,
                input: { values: [`What is written after revision ${draft.revision}.`] },
                revision: draft.revision,
              },
            ],
            newGroups: [],
          }),
        });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`A save was answered ${response.status}: ${text}`);
        const tookMs = performance.now() - begunMs;
        times.push(tookMs);
        draft.revision += 1;
        await setTimeout(Math.max(0, betweenMs - tookMs));
      }
    }),
  );
  return times.toSorted((one, other) => one - other);
}

const forMs = (ms: number): (() => boolean) => {
  const endMs = performance.now() + ms;
  return () => performance.now() > endMs;
};

/** Plans mails of the flow to those who submitted the copies, each with its job, as automations do. */
async function planMails(db: pg.Pool, count: number): Promise<void> {
  await db.query(
    `with told as (
       select ap.id, ap.flow_version_id, u.id as user_id, u.email, row_number() over (order by ap.id) - 1 as place,
         count(*) over () as all
       from applications ap join users u on u.id = ap.owner_id
       where u.email like 'bench%' and ap.status = 'submitted'),
     planned as (
       insert into deliveries (id, key, kind, recipient, template, facts, message_id, planned_at)
       select gen_random_uuid(), 'bench ' || n, 'mail', told.email, 'flow_notice', jsonb_build_object(
         'applicationId', told.id, 'assignmentId', null, 'templateId', 'passed', 'flowVersionId', told.flow_version_id,
         'userId', told.user_id, 'email', null, 'eventId', 0, 'automationId', 'bench'), '<bench-' || n || '@bench.example>', now()
       from generate_series(1, $1::int) n join told on told.place = n % told.all
       returning id)
     select count(graphile_worker.add_job('send_mail', json_build_object('deliveryIds', json_build_array(id)),
       max_attempts => 75)) from planned`,
    [count],
  );
}

/** What the saves of people take while mails go out, against the same with none planned. */
async function besideMails(mails: number): Promise<Row[]> {
  const world = await openManyWorld();
  const mailServer = await startMailServer();
  try {
    const { db } = world;
    const people = await addPeople(db, 200);
    const authors = await addPeople(db, savers);
    const tokens = await openSessions(db, authors);
    const pending = await withoutIndexes(db, async () => {
      await addApplications(db, people, 2_000, 2_000);
      return addDrafts(db, authors, tokens);
    });
    await settle(db);
    const [first] = pending;
    if (first === undefined) throw new Error('there are no drafts');
    const [text] = await longTexts(db, first, 1);
    if (text === undefined) throw new Error('there is no text to save');
    const drafts = pending.map((draft) => ({ ...draft, revision: text.revision }));
    const portal = await startPortal({
      dataDir: world.dataDir,
      by: 'launcher',
      env: { ...world.env, EMAILS: 'on', SMTP_URL: mailServer.url },
    });
    try {
      const measure = (isOver: () => boolean) => saves(portal.url, drafts, text.elementId, isOver);
      await measure(forMs(warmMs));
      const before = await measure(forMs(turnMs));
      await planMails(db, mails);
      let left = mails;
      const isTime = forMs(mailsMs);
      const watch = (async () => {
        while (left > 0 && !isTime()) {
          const { rows } = await db.query<{ count: number }>(
            `select count(*)::int from deliveries where state = 'planned'`,
          );
          left = rows[0]?.count ?? 0;
          await setTimeout(250);
        }
      })();
      const during = await measure(() => left === 0 || isTime());
      await watch;
      const sent = mails - left;
      if (sent === 0) throw new Error('no mail went out');
      // What is left would burden the turn after.
      await db.query(`update deliveries set state = 'dropped' where state = 'planned'`);
      await db.query('delete from graphile_worker._private_jobs where locked_at is null');
      await setTimeout(1_000);
      const after = await measure(forMs(turnMs));
      const quiet = [...before, ...after].toSorted((one, other) => one - other);
      const ratio = quantile(during, 0.5) / quantile(quiet, 0.5);
      const said = (times: readonly number[]) =>
        `${quantile(times, 0.5).toFixed(1)} ms, 95 %: ${quantile(times, 0.95).toFixed(1)} ms of ${times.length}`;
      const row = (figure: string, measured: string, bound = '', kept: boolean | null = null): Row => ({
        figure,
        bound,
        measured,
        kept,
        peers: '',
      });
      return [
        row('a save while no mail is planned', said(quiet)),
        row(`a save while ${sent} of ${mails} planned mails go out`, said(during)),
        row('ratio of the medians', `${ratio.toFixed(2)}`, `at most ${bounds.ratio}`, ratio <= bounds.ratio),
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    await mailServer.close();
    await world.close();
  }
}

/** What happens by itself, and what it costs those who write meanwhile. `mails`: how many are planned. */
export async function run(mails = mailsAtMost): Promise<Row[]> {
  return [...(await proofs(mails / mailsAtMost)), ...(await besideMails(mails))];
}
