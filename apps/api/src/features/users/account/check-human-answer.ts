import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUpright, readDegrees } from '@clearcall/domain/people/human-check.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

const maxAttempts = { rotate: 3, email_code: 5 } as const;

/** What is stored of a mailed code: bound to its challenge. */
export function hashCode(challengeId: string, code: string): Buffer {
  return createHmac('sha256', challengeId).update(code).digest();
}

/**
 * Judges the answer to a human check and uses the challenge up when it is right; null: passed. Every answer counts,
 * three per picture and five per code; the last wrong one ends the challenge.
 */
export async function checkHumanAnswer(
  db: Db,
  given: { challengeId: string; answer: string; email: string },
  { now, toleranceDegrees }: { now: Date; toleranceDegrees: number },
): Promise<Refusal | null> {
  const challenge = await db
    .updateTable('human_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', given.challengeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((row) =>
      row(
        'attempts',
        '<',
        row.case().when('kind', '=', 'rotate').then(maxAttempts.rotate).else(maxAttempts.email_code).end(),
      ),
    )
    .returning(['kind', 'angle', 'code_hash', 'email', 'attempts'])
    .executeTakeFirst();
  if (challenge === undefined) return refuse('human_check_expired');

  if (!isRight(challenge, given, toleranceDegrees)) {
    if (challenge.attempts >= maxAttempts[challenge.kind]) return refuse('human_check_expired');
    return challenge.kind === 'rotate'
      ? refuse('human_check_failed')
      : refuse('human_check_failed', { message: message('refusals.signIn.codeNotRight') });
  }
  // Of two right answers at once only one is used.
  const used = await db
    .updateTable('human_challenges')
    .set({ used_at: now })
    .where('id', '=', given.challengeId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? null : refuse('human_check_expired');
}

function isRight(
  challenge: {
    kind: 'rotate' | 'email_code';
    angle: number | null;
    code_hash: Buffer | null;
    email: string | null;
  },
  given: { challengeId: string; answer: string; email: string },
  toleranceDegrees: number,
): boolean {
  switch (challenge.kind) {
    case 'rotate': {
      const degrees = readDegrees(given.answer);
      return (
        challenge.angle !== null && degrees !== null && isUpright(challenge.angle, degrees, toleranceDegrees)
      );
    }
    case 'email_code': {
      const code = given.answer.replaceAll(/\s/g, '');
      return (
        challenge.code_hash !== null &&
        challenge.email?.toLowerCase() === given.email.toLowerCase() &&
        timingSafeEqual(challenge.code_hash, hashCode(given.challengeId, code))
      );
    }
  }
}
