import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/auth/authenticate.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../platform/http/refuse.ts';
import { forgetAttempts, noteAttempt } from './slow-down.ts';

/**
 * Whether the one who is signed in knows the account's password: asked before what a borrowed session may not do. Slowed
 * down like a login, and counted with it. The hash that it was held against, or the refusal.
 */
export async function judgeOwnPassword(
  db: Db,
  password: string,
  {
    actor,
    ip,
    now,
    reply,
  }: { actor: Pick<Actor, 'userId' | 'email'>; ip: string; now: Date; reply: FastifyReply },
): Promise<Refusal | { hash: string }> {
  const wait = await noteAttempt(db, { email: actor.email, ip, now, reply });
  if (wait !== null) return wait;
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  const hash = user?.password_hash ?? null;
  const right = await verifyPassword(hash, password);
  if (!right || hash === null) return refuse('wrong_password');
  await forgetAttempts(db, actor.email, ip);
  return { hash };
}
