import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Has a task carried out by the worker once the transaction is through; tried so many times at most. Of a queue one at a time. */
export async function addJob(
  tx: Db,
  task: string,
  payload: Record<string, string | number>,
  attempts: number,
  queue: string | null = null,
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => ${attempts}::int,
    queue_name => ${queue}::text)`.execute(tx);
}
