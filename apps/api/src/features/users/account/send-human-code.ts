import type { sendHumanCode as endpoint } from '@clearcall/contract/users.ts';
import { humanCodeMinutes } from '@clearcall/domain/permissions/mailed-links.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { mayMail } from './throttling.ts';

type Endpoint = typeof endpoint;

/** The other way through the human check: a code by mail. The code is made when the mail is written. */
export async function sendHumanCode(
  { body, now, translator }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const challengeId = platform.newId();
  const wanted = await mayMail(platform.db, 'human_code_requested', body.email, now);
  await platform.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('human_challenges')
      .values({
        id: challengeId,
        kind: 'email_code',
        email: body.email,
        created_at: now,
        expires_at: new Date(now.getTime() + humanCodeMinutes * 60_000),
      })
      .execute();
    if (!wanted) return;
    await platform.emit(tx, [
      {
        type: 'human_code_requested',
        occurredAt: now,
        detail: { challengeId, email: body.email, language: translator.language },
      },
    ]);
  });
  return { challengeId, expiresInS: humanCodeMinutes * 60 };
}
