import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { mailAttempts } from './plan-deliveries.ts';

/** So many mails come in one; the rest comes in the next. */
const mailsInOne = 100;

/**
 * Plans one mail for each of so many people for whom mails were held till now, and gives it what it brings: one
 * statement, so that a stop anywhere leaves nobody with half of it. Two at once do not plan twice: who is second finds
 * the rows of the first taken. Answers for how many.
 */
export async function planHeldTogether(
  db: Db,
  now: Date,
  people: number,
  made: { now: Date; newId: () => string; host: string },
): Promise<number> {
  const ids = JSON.stringify(Array.from({ length: people }, () => made.newId()));
  const { rows } = await sql<{ planned: number }>`
    with due as (
      select id, recipient, row_number() over (partition by recipient order by planned_at, id) as place
      from deliveries where state = 'planned' and digest_id is null and held_until <= ${now}::timestamptz
        and recipient in (select recipient from deliveries
          where state = 'planned' and digest_id is null and held_until <= ${now}::timestamptz
          group by recipient order by recipient limit ${people})
    ), held as (
      select d.id, d.recipient from deliveries d join due on due.id = d.id
      where due.place <= ${mailsInOne} and d.digest_id is null for update of d skip locked
    ), numbered as (
      select recipient, row_number() over (order by recipient) as place from held group by recipient
    ), given as (
      select numbered.recipient, (given.id #>> '{}')::uuid as id
      from numbered join jsonb_array_elements(${ids}::jsonb) with ordinality as given(id, place) using (place)
    ), planned as (
      insert into deliveries (id, key, kind, recipient, template, facts, message_id, planned_at)
      select id, 'digest ' || id, 'mail', recipient, 'notices_digest', jsonb_build_object('digestId', id),
        '<' || id || '@' || ${made.host} || '>', ${made.now}::timestamptz from given
      returning id
    ), brought as (
      update deliveries d set digest_id = given.id from held join given using (recipient)
      where d.id = held.id and exists (select from planned)
    )
    select count(graphile_worker.add_job('send_mail', json_build_object('deliveryIds', json_build_array(id)),
      max_attempts => ${mailAttempts}::int))::int as planned from planned
  `.execute(db);
  return rows[0]?.planned ?? 0;
}
