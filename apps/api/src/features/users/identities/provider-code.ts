import { randomInt } from 'node:crypto';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { humanCodeMinutes } from '@clearcall/domain/permissions/mailed-links.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/pool.ts';
import { hashCode } from '../account/check-human-answer.ts';

const plannedSchema = z.object({ step: z.string(), email: z.string(), provider: z.string() });

/**
 * The facts of the mail with a code that proves an address. Code and time begin at sending; null when the page asked
 * for another address since, or is done.
 */
export async function providerCodeFacts(
  db: Db,
  planned: unknown,
  now: Date,
): Promise<MailFacts<'provider_code'> | null> {
  const { step, email, provider } = plannedSchema.parse(planned);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const kept = await db
    .updateTable('sign_in_steps')
    .set({
      code_hash: hashCode(step, code),
      expires_at: new Date(now.getTime() + humanCodeMinutes * 60_000),
    })
    .where('key_hash', '=', Buffer.from(step, 'hex'))
    .where('purpose', '=', 'registration')
    .where(sql<boolean>`detail->>'email' = ${email}`)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n ? { code, minutes: humanCodeMinutes, provider } : null;
}
