import type { PreviewedLetter } from '@clearcall/contract/letters.ts';
import { followedEventTypes } from '@clearcall/domain/automation/mails-of-events.ts';
import { sql } from 'kysely';
import { automate } from '../../features/applications/automations/automate.ts';
import { notifyByFlow } from '../../features/applications/automations/notify-by-flow.ts';
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
      const inside = { ...platform, db: tx };
      const { rows: events } = await sql<{ id: number }>`
        select id from events where id > ${last} and application_id = ${application.id}
          and type = any(${followedEventTypes}::text[]) order by id`.execute(tx);
      for (const { id } of events) await handleEvent(inside, { eventId: id });
      const { rows } = await sql<Delivery>`
        select d.id, d.event_id, d.recipient, d.template, d.facts, d.attempts, d.message_id,
          (select u.language from users u where u.email = d.recipient) as language,
          (select u.role from users u where u.email = d.recipient) as role
        from deliveries d join events e on e.id = d.event_id
        where e.id > ${last} and e.application_id = ${application.id} and d.state = 'planned'
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

/** Inside of what is undone: automations do what they do about what happened to an application, and plan their notices. */
export async function letAutomationsAct(inside: Platform, applicationId: number): Promise<void> {
  await automate(inside, { applicationId });
  const { rows } = await sql<{ id: number }>`select id from planned_actions
    where application_id = ${applicationId} and state = 'planned' and action = 'notify' order by id`.execute(
    inside.db,
  );
  for (const { id } of rows) await notifyByFlow(inside, { actionId: id });
}

async function newestEvent(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from events`.execute(tx);
  return rows[0]?.id ?? 0;
}
