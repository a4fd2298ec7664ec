import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import { closesAt, placeInTime, type Window } from '@clearcall/domain/deadlines/windows.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { toldIn } from '../../platform/db/told-in.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { leaveToken } from './token.ts';

/** The next of those who want to hear of calls, by their ids. */
export async function nextOnMailingList(
  db: Db,
  { detail }: { detail: Record<string, unknown> },
  { after, size }: { after: number; size: number },
): Promise<{ userId: number; recipient: string; facts: Record<string, unknown> }[]> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('accept_mailing_list', '=', true)
    .where('status', '=', 'active')
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute();
  return people.map(({ id, email }) => ({
    userId: id,
    recipient: email,
    facts: { userId: id, callId: detail.callId },
  }));
}

/** The cut-offs of a call as JSON, where its row is called c. */
export const cutoffsOfCall = sql<Window[]>`coalesce((
  select jsonb_agg(jsonb_build_object('start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')}) order by k.starts_at)
  from cutoffs k where k.call_id = c.id), '[]')`;

/** What one reader is told of a call, as things stand when the mail is sent; null: off the list, or the call not open. */
export async function callOpenedFacts(
  { userId, callId }: Record<string, unknown>,
  platform: Platform,
): Promise<MailFacts<'call_opened'> | null> {
  const { db, config } = platform;
  const now = workflowNow(platform);
  const { rows } = await sql<{
    name: string;
    title: string;
    description: string;
    timeZone: string;
    published: boolean;
    cutoffs: Window[];
    secret: Buffer;
  }>`
    select trim(u.first_name || ' ' || u.last_name) as name, ${toldIn(sql`u.language`, 'c', 'title')} as title,
      ${toldIn(sql`u.language`, 'c', 'description')} as description, c.time_zone as "timeZone", c.published,
      ${cutoffsOfCall} as cutoffs, s.value as secret
    from users u join calls c on c.id = ${callId} join secrets s on s.name = 'mailing_list'
    where u.id = ${userId} and u.accept_mailing_list and u.status = 'active'`.execute(db);
  const row = rows[0];
  if (row === undefined || callState(row.published, row.cutoffs, now) !== 'open') return null;
  const { open } = placeInTime(row.cutoffs, now);
  return {
    name: row.name,
    callTitle: row.title,
    description: row.description,
    closesAt: open === null ? null : closesAt(row.cutoffs, open),
    timeZone: row.timeZone,
    link: `${config.publicUrl}/calls/${Number(callId)}`,
    leaveLink: `${config.publicUrl}/mailing-list/${leaveToken(row.secret, Number(userId))}`,
  };
}
