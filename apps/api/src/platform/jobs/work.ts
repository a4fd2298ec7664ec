import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Logger as GraphileLogger, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { namesOfProcesses } from '../db/pool.ts';
import type { Platform } from '../platform.ts';

// Loaded where jobs are worked on: the first answer need not wait for it.
const graphile = () => import('graphile-worker');

export interface JobFacts {
  id: number;
  /** From 1. */
  attempt: number;
  isLastAttempt: boolean;
}

/** How many of what a job did, for the log. */
type Done = Readonly<Record<string, number>>;

/** Carries out one kind of job; says what it did where somebody might ask. A throw means: try again later. */
type Task = (payload: unknown, job: JobFacts) => Promise<Done> | Promise<void>;

/** Kinds of jobs, and when some of them come by themselves (crontab notation, UTC). */
export interface Work {
  tasks: Readonly<Record<string, Task>>;
  /** Each comes once for all processes together, and waits for the one before it. What was missed is not made up for. */
  schedule: readonly { task: string; match: string; does: string }[];
}

const levels = { error: 'error', warning: 'warn' } as const;

function taskList({ tasks }: Work, { ahead, databases, log, tracing }: Platform): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, { job }) => {
        const beganAtMs = performance.now();
        try {
          await ahead.refresh(databases.background.pool);
          const done = await task(payload, {
            id: Number(job.id),
            attempt: job.attempts,
            isLastAttempt: job.attempts >= job.max_attempts,
          });
          // A look that found nothing to do is no news.
          const news = Object.entries(done ?? {}).filter(([, count]) => count > 0);
          const durationMs = Math.round(performance.now() - beganAtMs);
          if (news.length > 0) {
            const counts = news.map(([what, count]) => `${what} ${count}`).join(', ');
            log.info({ task: name, durationMs }, `a job is done: ${counts}`);
          }
        } catch (error) {
          log.warn({ err: error, task: name, attempt: job.attempts }, 'a job failed and will be tried again');
          // Once: a mail server that is away for days would fill the reports.
          if (job.attempts === 1) tracing.report(error, { task: name });
          throw error;
        }
      },
    ]),
  );
}

/**
 * The worker's own talk. It repeats in it what a job failed with, and that can name people: only the words before what it
 * quotes are kept, and the error goes the way of all errors.
 */
const workerLog = (Logger: typeof GraphileLogger, { log }: Platform): GraphileLogger =>
  new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const err = meta?.error instanceof Error ? { err: meta.error } : {};
    log[levels[level]](err, `worker: ${/^[^'":]*/.exec(message)?.[0].trim() ?? ''}`);
  });

/**
 * Lets jobs go that a killed process had begun: left alone they would wait four hours. Only where no other process of
 * ours is connected, for that one may still be at them; call it before the own worker starts.
 */
export async function freeJobsOfTheDead({ databases }: Platform): Promise<void> {
  await databases.background.pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_by is not null and not exists (
      select from pg_stat_activity where datname = current_database()
        and starts_with(application_name, $1) and application_name <> $2)`,
    [namesOfProcesses, databases.name],
  );
}

// No job of ours takes so long; graphile-worker by itself would wait four hours.
const stuckMinutes = 15;

/** Lets jobs go that have been held for longer than any takes: their process was killed while others lived on. */
export async function freeStuckJobs({ databases, log }: Platform): Promise<Done> {
  const { rows } = await databases.background.pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
    where locked_at < now() - make_interval(mins => $1)`,
    [stuckMinutes],
  );
  if (rows.length > 0) {
    const workers = rows.map((row) => row.locked_by);
    log.warn({ count: workers.length }, 'jobs were held for too long and are let go');
    await databases.background.pool.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  }
  return { freed: rows.length };
}

/** How long after its end by itself the worker is started again. */
const restartAfterMs = 1_000;

/**
 * Works on jobs until stopped, on connections of its own. Stopping lets running jobs finish. When the database was away,
 * and the worker ended over it, it begins again.
 */
export async function startWorker(platform: Platform, work: Work): Promise<{ stop: () => Promise<void> }> {
  await freeJobsOfTheDead(platform);
  const { log } = platform;
  const events: WorkerEvents = new EventEmitter();
  /** As which this worker has held jobs. */
  const ids: string[] = [];
  events.on('pool:create', ({ workerPool }) => ids.push(workerPool.id));
  let isStopping = false;
  let runner = await begin(platform, work, events);

  /** What it held when it ended is nobody's now. */
  async function beginAgain(): Promise<Runner> {
    await platform.databases.background.pool.query('select graphile_worker.force_unlock_workers($1)', [ids]);
    return begin(platform, work, events);
  }

  async function keepGoing(): Promise<void> {
    while (!isStopping) {
      await runner.promise.catch(() => {});
      while (!isStopping) {
        await setTimeout(restartAfterMs);
        if (isStopping) return;
        log.error('the worker ended by itself and begins again');
        const again = await beginAgain().catch((error: unknown) => {
          log.error({ err: error }, 'the worker could not begin');
          return null;
        });
        if (again === null) continue;
        runner = again;
        break;
      }
    }
  }
  const going = keepGoing();

  return {
    stop: async () => {
      isStopping = true;
      // It may just have ended by itself.
      await runner.stop().catch(() => {});
      await going;
      await runner.stop().catch(() => {});
    },
  };
}

/**
 * Has the end of a job noted in a way that is tried again while the database is away. By itself graphile-worker notes it
 * once, waits for nobody, and what fails there ends the process.
 */
const noting = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

async function begin(platform: Platform, work: Work, events: WorkerEvents): Promise<Runner> {
  const { Logger, parseCronItems, run } = await graphile();
  return run({
    events,
    pgPool: platform.databases.background.pool,
    taskList: taskList(work, platform),
    parsedCronItems: parseCronItems(
      work.schedule.map(({ task, match }) => ({
        task,
        match,
        identifier: task,
        options: { backfillPeriod: 0, queueName: task },
      })),
    ),
    concurrency: 2,
    noHandleSignals: true,
    // New jobs are announced at once; polling only finds those whose time has come.
    pollInterval: 2_000,
    logger: workerLog(Logger, platform),
    gracefulShutdownAbortTimeout: 5_000,
    preset: noting,
  });
}

/** Works off what is there now, and what comes of it. For tests and scripts. */
export async function workOff(platform: Platform, work: Work): Promise<void> {
  const { Logger, runOnce } = await graphile();
  await runOnce({
    pgPool: platform.databases.background.pool,
    taskList: taskList(work, platform),
    noHandleSignals: true,
    logger: workerLog(Logger, platform),
  });
  // It may return while the end of the last job is still being written.
  const held = 'select 1 from graphile_worker._private_jobs where locked_at is not null';
  while ((await platform.databases.background.pool.query(held)).rows.length > 0) await setTimeout(5);
}
