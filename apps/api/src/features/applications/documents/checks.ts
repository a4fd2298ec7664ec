import { message } from '@clearcall/i18n/message.ts';
import type { Databases } from '../../../platform/db/pool.ts';
import { FilesUnavailable } from '../../../platform/files/files.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { askFor, type NextUpload, putBack, stillWaiting, takeNext } from './check-queue.ts';
import { finishCheck, type Verdict } from './finish-check.ts';
import { type PdfProcess, pdfProcess } from './pdf-process.ts';

export interface Checks {
  /** A file came in: it is looked into when a process is free. */
  wake: () => void;
  /** From now on also looks after what nobody said: what was left by a process that ended, or came in at another one. */
  follow: () => void;
  /** Puts the files of an assignment before all others; whether all are done within a time. Holds no connection. */
  settle: (assignmentId: string, withinMs: number) => Promise<boolean>;
  /** Ends what is going on; what is not done is taken up by whoever comes next. */
  stop: () => Promise<void>;
}

/** Almost all files take less than a tenth of a second, those of ten thousand pages a third; more on a busy machine. */
const quickMs = 2_000;
const maxMs = 15_000;
/** Longer than a look takes: then the process that took a file is gone. */
const holdQuickMs = 10_000;
const holdLongMs = 40_000;
/** How long a file may be missing in the storage before it counts as lost. */
const lostAfterMs = 600_000;
const lost = message('refusals.upload.lost');

const followMs = 1_000;
const lookMs = 250;

interface Lane {
  process: PdfProcess;
  costly: boolean;
  busy: boolean;
  /** Somebody woke it while it was busy. */
  again: boolean;
}

const known = new WeakMap<Databases, Checks>();

/** The checks of this process: a few lanes, each with a process of its own, and one more for what is costly. */
export function checksOf(platform: Platform): Checks {
  const found = known.get(platform.databases) ?? startChecks(platform);
  known.set(platform.databases, found);
  return found;
}

function startChecks(platform: Platform): Checks {
  const { config, databases, files, log } = platform;
  const now = () => workflowNow(platform);
  const { db } = databases.background;
  const laneOf = (costly: boolean): Lane => ({
    process: pdfProcess(costly ? maxMs : quickMs),
    costly,
    busy: false,
    again: false,
  });
  const quick = Array.from({ length: config.pdfChecks }, () => laneOf(false));
  const slow = laneOf(true);
  const lanes = [...quick, slow];
  const running = new Set<Promise<void>>();
  let stopped = false;
  let following: NodeJS.Timeout | undefined;

  /** One more lane, where one is free; each wakes the next one when there was something for it. */
  function wake(): void {
    const free = quick.find(({ busy }) => !busy);
    for (const lane of free === undefined ? quick : [free]) run(lane);
  }

  function run(lane: Lane): void {
    lane.again = true;
    if (lane.busy || stopped) return;
    lane.busy = true;
    const work = workOff(lane)
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'files wait for their check');
      })
      .finally(() => {
        lane.busy = false;
        running.delete(work);
      });
    running.add(work);
  }

  async function workOff(lane: Lane): Promise<void> {
    const { costly } = lane;
    while (lane.again) {
      lane.again = false;
      const holdMs = costly ? holdLongMs : holdQuickMs;
      for (;;) {
        if (stopped) return;
        const next = await takeNext(db, { costly, now: now(), holdMs });
        if (next === null) break;
        if (!costly) wake();
        await look(lane, next);
      }
    }
  }

  async function look({ process, costly }: Lane, upload: NextUpload): Promise<void> {
    let verdict: Verdict | 'costly' | 'missing';
    try {
      verdict = await judge(process, upload);
    } catch (error) {
      // It stays held for a while, then somebody tries again.
      if (error instanceof FilesUnavailable)
        return log.warn({ err: error }, 'a file could not be read for its check');
      throw error;
    }
    if (stopped) return putBack(db, upload.id, { costly });
    if (verdict === 'costly' && !costly) {
      await putBack(db, upload.id, { costly: true });
      run(slow);
      return;
    }
    if (verdict === 'missing') {
      if (now().getTime() - upload.createdAt.getTime() < lostAfterMs) return;
      log.error({ uploadId: upload.id }, 'the file of an upload is missing');
      verdict = { code: 'unchecked_pdf', message: lost };
    }
    await finishCheck(platform, upload, verdict === 'costly' ? { code: 'unchecked_pdf' } : verdict);
    if (awaited.size > 0) void notifySettled();
  }

  async function judge(
    process: PdfProcess,
    { storageKey, maxPages }: NextUpload,
  ): Promise<Verdict | 'costly' | 'missing'> {
    const file = await files.open(storageKey);
    if (file === null) return 'missing';
    const pdf = await process.check(file);
    switch (pdf.found) {
      case 'broken':
        return { code: 'not_a_pdf' };
      case 'encrypted':
        return { code: 'encrypted_pdf' };
      case 'costly':
        return 'costly';
      case 'pdf':
        return maxPages !== null && pdf.pages > maxPages
          ? {
              code: 'too_many_pages',
              message: message('refusals.upload.pages', { pages: pdf.pages, n: maxPages }),
            }
          : { pages: pdf.pages };
    }
  }

  /** Who waits for the files of which assignment. All are looked for at once, however many they are. */
  const awaited = new Map<string, Set<(settled: boolean) => void>>();
  let looking: NodeJS.Timeout | undefined;
  let asking = false;

  async function notifySettled(): Promise<void> {
    if (asking || awaited.size === 0) return;
    asking = true;
    try {
      const asked = [...awaited.keys()];
      const waiting = await stillWaiting(db, asked);
      for (const id of asked) if (!waiting.has(id)) for (const notify of awaited.get(id) ?? []) notify(true);
    } catch (error) {
      log.warn({ err: error }, 'it is not known which files are checked');
    } finally {
      asking = false;
    }
  }

  async function settle(assignmentId: string, withinMs: number): Promise<boolean> {
    await askFor(db, assignmentId, now());
    wake();
    return new Promise((done) => {
      const notify = (settled: boolean) => {
        clearTimeout(late);
        const others = awaited.get(assignmentId);
        others?.delete(notify);
        if (others?.size === 0) awaited.delete(assignmentId);
        if (awaited.size === 0) {
          clearInterval(looking);
          looking = undefined;
        }
        done(settled);
      };
      const late = setTimeout(() => notify(false), withinMs);
      awaited.set(assignmentId, (awaited.get(assignmentId) ?? new Set()).add(notify));
      // Another process may be the one that looks into them.
      looking ??= setInterval(() => void notifySettled(), lookMs);
      void notifySettled();
    });
  }

  return {
    wake,
    settle,
    follow() {
      following ??= setInterval(() => {
        wake();
        run(slow);
      }, followMs).unref();
      wake();
      run(slow);
    },
    async stop() {
      stopped = true;
      clearInterval(following);
      for (const waiting of [...awaited.values()]) for (const notify of [...waiting]) notify(false);
      for (const { process } of lanes) process.end();
      await Promise.all(running);
    },
  };
}
