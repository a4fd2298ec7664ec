import { randomBytes } from 'node:crypto';
import { normalisePassword } from '@clearcall/domain/people/password.ts';
import { createWorkQueue } from './work-queue.ts';

/** Argon2id with 19 MiB and two passes: OWASP's first choice, some 20 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One hash at a time: fifty at once would take the memory and the processor from everybody else. A class that logs in
 * behind one address has room; who is last in a full line waits some six seconds.
 */
export const passwordQueue = createWorkQueue({ ofOneAddress: 40, inAll: 200 });

// Loaded when the first password comes: most starts of the process never need it at once.
const argon2 = () => import('@node-rs/argon2');
const hash = async (password: string) => (await argon2()).hash(normalisePassword(password), cost);

let nobodys: Promise<string> | undefined;

/** What is stored of a password. `from`: the address for which it is made; null where we make it for ourselves. */
export function hashPassword(password: string, from: string | null = null): Promise<string> {
  return passwordQueue.enqueue(from, () => hash(password));
}

/**
 * Whether a password is the one of this hash; to be asked in one's turn of the line. Without a hash (no such account, or
 * one without a password) it costs the same and is false, so that the time tells nothing.
 */
export async function verifyPassword(of: string | null, password: string): Promise<boolean> {
  // Made at the first call of either kind, so that its making tells nothing either.
  nobodys ??= hash(randomBytes(32).toString('base64'));
  const other = await nobodys;
  const against = of ?? other;
  const right = await (await argon2()).verify(against, normalisePassword(password));
  return of !== null && right;
}
