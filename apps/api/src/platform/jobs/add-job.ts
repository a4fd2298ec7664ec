import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Has a task carried out by the worker once the transaction is through; tried so many times at most. */
export async function addJob(
  tx: Db,
  task: string,
  payload: Record<string, string | number>,
  attempts: number,
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => ${attempts}::int)`.execute(
    tx,
  );
}
