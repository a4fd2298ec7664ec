import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Applicant, Refused, type Times } from './applicant.ts';
import {
  addDrafts,
  addPeople,
  type Draft,
  longTexts,
  type ManyWorld,
  openManyWorld,
  openSessions,
  settle,
  withoutIndexes,
} from './many.ts';
import { startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import { readPdf } from './regular-answers.ts';
import type { Row } from './row.ts';

const people = 500;
const saves = 12;
const textsPerSave = 4;
const cutoffMs = 60_000;
/** When the last ones mean to submit. */
const lastMs = 58_000;
/** How long somebody works, and how long before the submit the file is uploaded. */
const workMs = 25_000;
const uploadMs = 3_000;
/** Who was told to come again does so after a second, until so long after the cut-off. */
const againMs = 1_000;
const givenUpMs = 30_000;
const medianBytes = 1_000_000;
const largestBytes = 8_000_000;
const savesBoundMs = 300;

/** What somebody was told is kept. */
interface Reported {
  texts: Map<string, { text: string; revision: number }>;
  documentId: string | null;
  isSubmitted: boolean;
}

interface Counts {
  /** Answers that say that it was the portal's fault, and connections that broke off. */
  failures: number;
  /** The first answer of any other kind that was no success. */
  refusal: string | null;
}

interface Person extends Draft {
  /** When to submit, from the beginning. */
  submitAtMs: number;
  pdfBytes: number;
  reported: Reported;
}

const until = (at: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.max(0, at - performance.now())));

/** More and more people finish: of the last ten seconds are as many as of the first 48. */
const submitAtMs = (place: number): number => lastMs * ((place + 1) / people) ** (1 / 3);

/** A few are small, a few large, most near the median; who is next has another size. */
function pdfBytes(place: number): number {
  const part = ((place * 197) % people) / (people - 1);
  return Math.round(medianBytes * (largestBytes / medianBytes) ** ((2 * part - 1) ** 3));
}

type Pdf = Awaited<ReturnType<typeof readPdf>>;

/** What a person uploads, made when it is needed: all of them together are more than the clients should hold. */
const fileOf = (pdf: Pdf, { pdfBytes }: Person, place: number) => pdf.of(`Person ${place}.pdf`, pdfBytes);

/** Once more as long as the portal says that it is its fault; false when it was in vain. */
async function insist(action: () => Promise<void>, counts: Counts, giveUpAt: number): Promise<boolean> {
  for (;;) {
    try {
      await action();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status < 500) {
        counts.refusal ??= error.message;
        return false;
      }
      counts.failures += 1;
      if (performance.now() > giveUpAt) return false;
      await until(performance.now() + againMs);
    }
  }
}

/** Twelve saves, one upload, one submit, each when it is time for it and the one before is answered. */
async function hurry(
  person: Person,
  place: number,
  scene: {
    url: string;
    times: Times;
    counts: Counts;
    begun: number;
    texts: readonly { elementId: string; text: string }[];
    pdf: Pdf;
  },
): Promise<void> {
  const { url, times, counts, begun, texts, pdf } = scene;
  const applicant = new Applicant(url, times, person.token);
  const { reported, assignmentId } = person;
  const submitAt = begun + person.submitAtMs;
  const uploadAt = submitAt - uploadMs;
  const beginAt = Math.max(begun, submitAt - workMs);
  const giveUpAt = begun + cutoffMs + givenUpMs;
  for (let save = 0; save < saves; save += 1) {
    await until(beginAt + (save / saves) * (uploadAt - beginAt));
    const written = Array.from({ length: textsPerSave }, (_, at) => {
      const { elementId, text } = texts[(save * textsPerSave + at) % texts.length] ?? {
        elementId: '',
        text: '',
      };
      const mark = `${place}/${save}`;
      return { elementId, text: `${text.slice(0, -mark.length)}${mark}` };
    });
    const data = written.map(({ elementId, text }) => ({
      flowElementId: elementId,
      dataGroupId: null,
      input: { values: [text] },
      revision: reported.texts.get(elementId)?.revision ?? 0,
    }));
    const done = await insist(
      async () => {
        const saved = await applicant.save(assignmentId, { data, newGroups: [] });
        for (const { elementId, text } of written) {
          const revision = saved.data.find(({ flowElementId }) => flowElementId === elementId)?.revision;
          if (revision === undefined) throw new Error(`a save does not tell of ${elementId}`);
          reported.texts.set(elementId, { text, revision });
        }
      },
      counts,
      giveUpAt,
    );
    if (!done) return;
  }
  await until(uploadAt);
  const upload = fileOf(pdf, person, place);
  const uploaded = await insist(
    async () => {
      reported.documentId = await applicant.upload(assignmentId, upload);
    },
    counts,
    giveUpAt,
  );
  if (!uploaded) return;
  await until(submitAt);
  await insist(
    async () => {
      await applicant.submit(assignmentId);
      reported.isSubmitted = true;
    },
    counts,
    giveUpAt,
  );
}

/** The Regular call closes `ms` from now. */
async function closeIn(db: pg.Pool, draft: Draft, ms: number): Promise<void> {
  const { rowCount } = await db.query(
    `update cutoffs set ends_at = now() + $2 * interval '1 millisecond'
     where call_id = (select call_id from applications where id = $1) and starts_at <= now() and ends_at > now()`,
    [draft.applicationId, ms],
  );
  await db.query(
    `update timeframes set ends_at = now() + $2 * interval '1 millisecond'
     where call_id = (select call_id from applications where id = $1) and starts_at <= now() and ends_at > now()
       and step_id = (select step_id from assignments where id = $3)`,
    [draft.applicationId, ms, draft.assignmentId],
  );
  if (rowCount !== 1) throw new Error('The Regular call of the demonstration has no open cut-off.');
}

/** What the database and the files do not hold of all that was told to be kept. */
async function lostOf({ db, dataDir }: ManyWorld, everybody: readonly Person[], pdf: Pdf): Promise<string[]> {
  const ids = everybody.map(({ assignmentId }) => assignmentId);
  const { rows: answers } = await db.query<{ of: string; id: string; text: string; revision: number }>(
    `select assignment_id as of, element_id as id, values[1] as text, revision from answers
     where assignment_id = any($1::uuid[]) and group_id = '00000000-0000-0000-0000-000000000000'`,
    [ids],
  );
  const { rows: documents } = await db.query<{ id: string; sha256: string; key: string }>(
    // One that waits for its check is kept, too.
    `select id, encode(sha256, 'hex') as sha256, storage_key as key
     from (select id, assignment_id, sha256, storage_key from documents
       union all select id, assignment_id, sha256, storage_key from uploads where storage_key is not null) kept
     where assignment_id = any($1::uuid[])`,
    [ids],
  );
  const { rows: submissions } = await db.query<{ of: string; status: string; texts: string[] }>(
    `select s.assignment_id as of, ap.status, (select array_agg(told -> 'values' ->> 0)
       from jsonb_array_elements(s.content -> 'answers') told) as texts
     from submissions s join assignments a on a.id = s.assignment_id join applications ap on ap.id = a.application_id
     where s.assignment_id = any($1::uuid[])`,
    [ids],
  );
  const answerOf = new Map(answers.map((answer) => [`${answer.of} ${answer.id}`, answer]));
  const documentOf = new Map(documents.map((document) => [document.id, document]));
  const submissionOf = new Map(submissions.map((submission) => [submission.of, submission]));
  const keptHash = (key: string): string => {
    try {
      return createHash('sha256')
        .update(readFileSync(join(dataDir, 'files', key)))
        .digest('hex');
    } catch {
      return 'none';
    }
  };
  const lost: string[] = [];
  for (const [place, person] of everybody.entries()) {
    const { assignmentId, reported } = person;
    const submission = submissionOf.get(assignmentId);
    for (const [elementId, { text, revision }] of reported.texts) {
      const held = answerOf.get(`${assignmentId} ${elementId}`);
      const isThere = held !== undefined && (held.revision > revision || held.text === text);
      const isSubmitted = !reported.isSubmitted || submission?.texts.includes(text) === true;
      if (!isThere || !isSubmitted || revision === 0) lost.push(`${elementId} of ${assignmentId}`);
    }
    if (reported.documentId !== null) {
      const held = documentOf.get(reported.documentId);
      const hash = createHash('sha256');
      for (const piece of fileOf(pdf, person, place).pieces) hash.update(piece);
      const sent = hash.digest('hex');
      if (held?.sha256 !== sent || keptHash(held.key) !== sent) lost.push(`document ${reported.documentId}`);
    }
    if (reported.isSubmitted && submission?.status !== 'submitted')
      lost.push(`submission of ${assignmentId}`);
  }
  return lost;
}

/** 500 people finish their applications in the last minute of a call. */
export async function run(): Promise<Row[]> {
  const world = await openManyWorld();
  try {
    const { db } = world;
    const owners = await addPeople(db, people + 1);
    const tokens = await openSessions(db, owners);
    const drafts = await withoutIndexes(db, () => addDrafts(db, owners, tokens));
    const pdf = await readPdf(largestBytes);
    // The field for the file is empty, as of people who have not uploaded it yet.
    for (const table of ['answers', 'documents'])
      await db.query(`delete from ${table} where assignment_id = any($1::uuid[]) and element_id = $2`, [
        drafts.map(({ assignmentId }) => assignmentId),
        pdf.flowElementId,
      ]);
    await settle(db);
    const [late, ...first] = drafts;
    if (late === undefined) throw new Error('there are no drafts');
    const texts = await longTexts(db, late, 2 * textsPerSave);
    const everybody = first.map(
      (draft, place): Person => ({
        ...draft,
        submitAtMs: submitAtMs(place),
        pdfBytes: pdfBytes(place),
        reported: {
          texts: new Map(
            texts.map(({ elementId, text, revision }) => [elementId, { text, revision }] as const),
          ),
          documentId: null,
          isSubmitted: false,
        },
      }),
    );
    const portal = await startPortal({ dataDir: world.dataDir, by: 'launcher', env: world.env });
    try {
      const times: Times = new Map();
      const counts: Counts = { failures: 0, refusal: null };
      // The first requests of a process are the slowest; nobody comes to a portal that was started a moment ago.
      const early = new Applicant(portal.url, new Map(), late.token);
      for (let time = 0; time < 20; time += 1) await early.list();
      await closeIn(db, late, cutoffMs);
      const begun = performance.now();
      await Promise.all(
        everybody.map((person, place) =>
          hurry(person, place, { url: portal.url, times, counts, begun, texts, pdf }),
        ),
      );
      await until(begun + cutoffMs + 1_000);
      const after = await early.submit(late.assignmentId).then(
        () => null,
        (error: unknown) => error,
      );
      if (!(after instanceof Refused && /deadline_passed/.test(after.message)))
        throw new Error('The call was not closed after a minute, so nothing was shown.');
      const inTime = everybody.filter(({ reported }) => reported.isSubmitted).length;
      const lost = await lostOf(world, everybody, pdf);
      const sorted = (action: string) => (times.get(action) ?? []).toSorted((a, b) => a - b);
      const row = (action: string, boundMs: number | null): Row => {
        const all = sorted(action);
        const at = (q: number): string => quantile(all, q).toFixed(0);
        return {
          figure: `${action}, p50 / p95 / p99`,
          bound: boundMs === null ? '' : `p95 under ${boundMs} ms`,
          measured: `${at(0.5)} / ${at(0.95)} / ${at(0.99)} ms (${all.length} times)`,
          kept: boundMs === null ? null : quantile(all, 0.95) < boundMs,
          peers: '',
        };
      };
      const megabytes = everybody.reduce((sum, one) => sum + one.pdfBytes, 0) / 1e6;
      return [
        {
          figure: `submitted in the last minute, of ${people}`,
          bound: `${people}`,
          measured: `${inTime}`,
          kept: inTime === people,
          peers: counts.refusal ?? '',
        },
        row('save', savesBoundMs),
        row('upload', null),
        row('submit', null),
        {
          figure: 'answers that are the portal’s fault, and connections that broke off',
          bound: '0',
          measured: `${counts.failures}`,
          kept: counts.failures === 0,
          peers: '',
        },
        {
          figure: 'told to be kept and not there afterwards',
          bound: '0',
          measured: `${lost.length} of ${people * (texts.length + 2)}`,
          kept: lost.length === 0,
          peers: lost[0] ?? `${megabytes.toFixed(0)} MB uploaded`,
        },
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    await world.close();
  }
}
