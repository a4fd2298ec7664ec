import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { normalisePassword } from '@clearcall/domain/model/password.ts';

/** Argon2id with 19 MiB and two passes: OWASP's first choice, some 20 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let tail: Promise<unknown> = Promise.resolve();

/**
 * One at a time, and after each a rest of twice as long as it took: fifty hashes at once would take the memory and the
 * processor from everybody else; an endless row of them takes a third of one core.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  let begun = 0;
  const turn = tail.then(() => {
    begun = performance.now();
    return work();
  });
  tail = turn.catch(() => undefined).then(() => pause(2 * (performance.now() - begun)));
  return turn;
}

// Loaded when the first password comes: most starts of the process never need it at once.
const argon2 = () => import('@node-rs/argon2');

let dummy: Promise<string> | undefined;

/** What is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await argon2()).hash(normalisePassword(password), cost));
}

/**
 * Whether a password is the one of this hash. Without a hash (no such account, or one without a password) it costs
 * the same and is false, so that the time tells nothing.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  // Made at the first call of either kind, so that its making tells nothing either.
  dummy ??= hashPassword(randomBytes(32).toString('base64'));
  const nobodys = await dummy;
  const against = hash ?? nobodys;
  const right = await inTurn(async () => (await argon2()).verify(against, normalisePassword(password)));
  return hash !== null && right;
}
