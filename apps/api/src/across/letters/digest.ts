import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { whatWithNotice } from '@clearcall/domain/mail/pace.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { planHeldTogether } from '../../platform/outbox/plan-digests.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { readNotice } from './flow-letters.ts';
import type { Sending } from './read-as-recipient.ts';

/**
 * Whether a notice goes now, as the owner of the address has chosen; an address without an account, or whose owner has no
 * password yet, gets each at once.
 */
export async function waitForMorning(
  finished: Record<string, unknown>,
  platform: Platform,
  { recipient }: { recipient: string },
): ReturnType<typeof waits> {
  const { deadline, invitation } = finished as MailFacts<'flow_notice'>;
  if (invitation !== null) return 'send';
  return waits(platform, recipient, deadline);
}

async function waits(platform: Platform, recipient: string, deadline: string | null) {
  const user = await platform.db
    .selectFrom('users')
    .select('mail_pace')
    .where('email', '=', recipient)
    .executeTakeFirst();
  const { timeZone } = (await platform.organisation()).theme;
  const pace = user?.mail_pace ?? 'at_once';
  return whatWithNotice({ pace, deadline }, workflowNow(platform), timeZone);
}

/** So many people at once, and so many of their mails in one: the next one brings what is left. */
const peopleAtOnce = 200;

/** Plans a mail for everybody whose morning has come, with what was held for them till then. */
export async function planDigests(platform: Platform): Promise<void> {
  const { db, now, newId, config } = platform;
  const made = { now: now(), newId, host: new URL(config.publicUrl).hostname };
  for (;;) {
    const people = await planHeldTogether(db, workflowNow(platform), peopleAtOnce, made);
    if (people < peopleAtOnce) return;
  }
}

const digestFacts = z.looseObject({ digestId: z.string() });

/**
 * What was held for somebody, each as they may read it now; what they are not to get any more is let go. Null where
 * nothing is left.
 */
export async function readDigest(
  platform: Platform,
  stored: Record<string, unknown>,
  sending: Sending,
): Promise<MailFacts<'notices_digest'> | null> {
  const { digestId } = digestFacts.parse(stored);
  const { rows } = await sql<{ id: string; facts: Record<string, unknown> }>`
    select id, facts from deliveries where digest_id = ${digestId}::uuid and state = 'planned'
    order by planned_at, id`.execute(platform.db);
  const items: MailFacts<'notices_digest'>['items'] = [];
  const gone: string[] = [];
  let name = '';
  for (const { id, facts } of rows) {
    const notice = await readNotice(platform, facts, sending);
    if (notice === null) gone.push(id);
    else {
      name = notice.name;
      items.push({ written: notice.written, link: notice.link, calendar: notice.calendar });
    }
  }
  if (gone.length > 0)
    await platform.db
      .updateTable('deliveries')
      .set({ state: 'dropped' })
      .where('id', 'in', gone)
      .where('state', '=', 'planned')
      .execute();
  return items.length === 0 ? null : { name, items };
}
