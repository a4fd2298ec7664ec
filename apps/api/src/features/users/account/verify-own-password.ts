import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../platform/auth/authenticate.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { checkAttempt } from './throttling.ts';

/**
 * Whether the one who is signed in knows the account's password: asked before what a borrowed session may not do. Slowed
 * down like a login, and counted with it. The hash that it was held against, or the refusal.
 */
export async function verifyOwnPassword(
  db: Db,
  password: string,
  {
    actor,
    ip,
    now,
    reply,
  }: { actor: Pick<Actor, 'userId' | 'email'>; ip: string; now: Date; reply: FastifyReply },
): Promise<Refusal | { hash: string }> {
  const attempt = { email: actor.email, ip, now, reply };
  const judged = await checkAttempt(db, password, attempt, () =>
    db.selectFrom('users').select('password_hash').where('id', '=', actor.userId).executeTakeFirst(),
  );
  return judged ?? refuse('wrong_password');
}
