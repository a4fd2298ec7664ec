import type { EventType } from '@clearcall/domain/applications/event.ts';
import type { Platform } from '../../../platform/http/bind.ts';
import { mayMail } from './throttling.ts';

/**
 * Notes that somebody asked for a mail to an address. Without a matching account, or with too many mails in the last
 * hour, the event names nobody and no mail follows; the work is the same, so that nobody learns who has an account.
 */
export async function requestMail(
  platform: Platform,
  type: Extract<EventType, 'confirmation_requested' | 'password_reset_requested'>,
  of: { email: string; status: readonly ('locked' | 'active')[]; wayBack?: string | undefined },
  now: Date,
): Promise<void> {
  const wanted = await mayMail(platform.db, type, of.email, now);
  await platform.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', of.email)
      .where('status', 'in', of.status)
      .executeTakeFirst();
    const detail = of.wayBack === undefined ? {} : { return: of.wayBack };
    await platform.emit(tx, [{ type, occurredAt: now, userId: wanted ? user?.id : undefined, detail }]);
  });
}
