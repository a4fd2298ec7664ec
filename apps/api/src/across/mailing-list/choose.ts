import type { chooseMailingList } from '@clearcall/contract/mailing-list.ts';
import { sql } from 'kysely';
import type { Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { readLeaveToken, secretOfList } from './token.ts';

/** Mails that go to the list, and to nobody else. */
const mailsOfList = ['call_opened'];

/**
 * What the holder of a mailed link says about the mailing list: noted as consent with the words that were pressed, and
 * who leaves gets nothing any more that was planned already. Saying the same twice notes it once. Whoever is gone
 * altogether is off the list.
 */
export async function chooseByLink(
  platform: Platform,
  { token, accept, wording, now }: { token: string; accept: boolean; wording: string; now: Date },
): Promise<Outcome<typeof chooseMailingList>> {
  const { db } = platform;
  const userId = readLeaveToken(await secretOfList(db), token);
  if (userId === null) return refuse('link_invalid');
  await sql`
    with person as (
      update users set accept_mailing_list = ${accept}
      where id = ${userId} and status = 'active' and accept_mailing_list is distinct from ${accept}
      returning id, email),
    noted as (
      insert into consents (user_id, subject, given, wording, at)
      select id, 'mailing_list', ${accept}, ${wording}, ${now}::timestamptz from person)
    update deliveries set state = 'dropped' from person
    where not ${accept} and recipient = person.email and state = 'planned' and template = any(${mailsOfList}::text[])
  `.execute(db);
  return { onList: accept };
}
