import type { PreviewedLetter } from '@clearcall/contract/letters.ts';
import { followedEventTypes } from '@clearcall/domain/automation/mails-of-events.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Platform } from '../../platform/platform.ts';
import { handleEvent } from '../handle-event.ts';
import { type Delivery, writeMail } from '../send-mail.ts';

/** Nothing of a preview stays. */
class Undone extends Error {}

/**
 * The letters that would follow from what `act` does to an application, each as its recipient would get it then: it is
 * done, its events are handled and their mails written, and all of it is undone.
 */
export async function previewLetters(
  platform: Platform,
  application: { id: number; uid: string },
  act: (tx: Db) => Promise<boolean>,
): Promise<PreviewedLetter[]> {
  const letters: PreviewedLetter[] = [];
  try {
    await platform.db.transaction().execute(async (tx) => {
      const last = await newestEvent(tx);
      if (!(await act(tx))) throw new Undone();
      const { rows: events } = await sql<{ id: number }>`
        select id from events where id > ${last} and application_id = ${application.id}
          and type = any(${followedEventTypes}::text[]) order by id`.execute(tx);
      const inside = { ...platform, db: tx };
      for (const { id } of events) await handleEvent(inside, { eventId: id });
      const { rows } = await sql<Delivery>`
        select d.id, d.event_id, d.recipient, d.template, d.facts, d.attempts, d.message_id,
          (select u.language from users u where u.email = d.recipient) as language
        from deliveries d where d.event_id = any(${events.map(({ id }) => id)}::bigint[]) and d.state = 'planned'
        order by d.event_id, d.id`.execute(tx);
      for (const delivery of rows) {
        const mail = await writeMail(inside, delivery);
        if (mail === null) continue;
        const { subject, text, html } = mail.rendered;
        letters.push({ uid: application.uid, recipient: delivery.recipient, subject, text, html });
      }
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return letters;
}

async function newestEvent(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from events`.execute(tx);
  return rows[0]?.id ?? 0;
}
