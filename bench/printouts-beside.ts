import { Applicant, type Times } from './applicant.ts';
import {
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

const documentsOfACutoff = 500;
const savers = 8;
/** Between two saves of one person: who types is no machine. */
const restMs = 250;
/** How long saves are measured alone, and at most beside. */
const aloneMs = 15_000;
const besideMs = 60_000;
const ratioBound = 1.2;

type World = Awaited<ReturnType<typeof openManyWorld>>;

/** Somebody who saves one text again and again, until told to stop. */
async function keepSaving(
  world: World,
  url: string,
  draft: Draft,
  given: { times: Times; goOn: () => boolean },
) {
  const applicant = new Applicant(url, given.times, draft.token);
  const [text] = await longTexts(world.db, draft, 1);
  if (text === undefined) throw new Error('there is no text to save');
  let { revision } = text;
  for (let nth = 0; given.goOn(); nth += 1) {
    const mark = `${nth}`;
    const values = [`${text.text.slice(0, -mark.length)}${mark}`];
    const data = [{ flowElementId: text.elementId, dataGroupId: null, input: { values }, revision }];
    const saved = await applicant.save(draft.assignmentId, { data, newGroups: [] });
    revision = saved.data.find(({ flowElementId }) => flowElementId === text.elementId)?.revision ?? revision;
    await new Promise((done) => setTimeout(done, restMs));
  }
}

/** How long saves take, in ascending order. */
async function savesOf(
  world: World,
  url: string,
  drafts: readonly Draft[],
  goOn: () => boolean,
): Promise<number[]> {
  const times: Times = new Map();
  await Promise.all(drafts.map((draft) => keepSaving(world, url, draft, { times, goOn })));
  return (times.get('save') ?? []).toSorted((one, other) => one - other);
}

/** Has a document made, and does not wait for it. */
async function askFor(url: string, { applicationId, token }: Draft): Promise<void> {
  const { status } = await fetch(`${url}/api/v2/applications/${applicationId}/download?wait=0`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (status !== 202) throw new Error(`A document that was asked for answered ${status}.`);
}

/**
 * Saves while the documents of a cut-off are made in the background, beside saves alone, of the same people in the same
 * portal: what may be compared is the ratio.
 */
export async function besideSaves(size = documentsOfACutoff): Promise<Row[]> {
  const world = await openManyWorld();
  try {
    const { db } = world;
    const owners = await addPeople(db, savers + size);
    const tokens = await openSessions(db, owners);
    const drafts = await withoutIndexes(db, () => addDrafts(db, owners, tokens));
    await settle(db);
    const atWork = drafts.slice(0, savers);
    const printed = drafts.slice(savers);
    const portal = await startPortal({ dataDir: world.dataDir, by: 'launcher', env: world.env });
    try {
      const timeIn = (ms: number) => {
        const endMs = performance.now() + ms;
        return () => performance.now() < endMs;
      };
      await savesOf(world, portal.url, atWork, timeIn(3_000));
      const alone = await savesOf(world, portal.url, atWork, timeIn(aloneMs));
      for (const draft of printed) await askFor(portal.url, draft);
      const made = async () =>
        Number((await db.query(`select count(*) from printouts where state <> 'requested'`)).rows[0].count);
      const before = await made();
      const inTime = timeIn(besideMs);
      let isDone = false;
      const watch = setInterval(() => {
        made().then(
          (count) => {
            isDone = count >= size;
          },
          () => undefined,
        );
      }, 500);
      const begunMs = performance.now();
      const beside = await savesOf(world, portal.url, atWork, () => inTime() && !isDone);
      const seconds = (performance.now() - begunMs) / 1_000;
      clearInterval(watch);
      const count = (await made()) - before;
      const { rows } = await db.query(`select count(*) from printouts where state = 'failed'`);
      if (count === 0 || Number(rows[0].count) > 0)
        throw new Error(`${count} documents came, ${rows[0].count} failed`);
      const median = (times: readonly number[]) => quantile(times, 0.5);
      const ratio = median(beside) / median(alone);
      const ms = (times: readonly number[]) =>
        `${median(times).toFixed(1)} ms, of 95 % ${quantile(times, 0.95).toFixed(1)} ms`;
      return [
        {
          figure: `a save while ${size} documents are made, beside one alone (${beside.length} and ${alone.length} saves)`,
          bound: `${ratioBound} ×`,
          measured: `${ratio.toFixed(2)} × (${ms(beside)}; alone ${ms(alone)})`,
          kept: ratio <= ratioBound,
          peers: '',
        },
        {
          figure: 'documents that were made meanwhile',
          bound: '',
          measured: `${count} in ${seconds.toFixed(0)} s`,
          kept: null,
          peers: '',
        },
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    await world.close();
  }
}
