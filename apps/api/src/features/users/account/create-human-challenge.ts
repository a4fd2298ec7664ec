import { randomInt } from 'node:crypto';
import type { createHumanChallenge as endpoint } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { drawTurnedPicture } from './draw-picture.ts';

type Endpoint = typeof endpoint;

const lifetimeMs = 5 * 60_000;

/** Makes a picture turned by an angle that only the database knows. Source: Requirements 1, 10.24. */
export async function createHumanChallenge(
  { now }: Call<Endpoint>,
  { db, newId, organisation }: Platform,
): Promise<Outcome<Endpoint>> {
  const { humanToleranceDegrees } = await organisation();
  const angle = randomInt(40, 321);
  const picture = await drawTurnedPicture(angle);
  const challengeId = newId();
  await db
    .insertInto('human_challenges')
    .values({
      id: challengeId,
      kind: 'rotate',
      angle,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  return {
    challengeId,
    image: `data:image/webp;base64,${picture.toString('base64')}`,
    toleranceDegrees: humanToleranceDegrees,
    expiresInS: lifetimeMs / 1_000,
  };
}
