import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { mailAttempts } from './plan-deliveries.ts';

/** Plans a mail that was given up once more, with all its attempts. Returns which it is, or why it is not planned. */
export async function planAgain(
  tx: Db,
  id: string,
): Promise<{ template: string } | 'not_found' | 'email_not_failed'> {
  const found = await tx
    .selectFrom('deliveries')
    .select(['state', 'template'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return 'not_found';
  if (found.state !== 'failed') return 'email_not_failed';
  await tx
    .updateTable('deliveries')
    .set({ state: 'planned', attempts: 0, error: null })
    .where('id', '=', id)
    .execute();
  await sql`select graphile_worker.add_job('send_mail', ${JSON.stringify({ deliveryIds: [id] })}::json,
    max_attempts => ${mailAttempts}::int)`.execute(tx);
  return found;
}
