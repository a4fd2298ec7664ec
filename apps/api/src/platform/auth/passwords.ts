import { randomBytes } from 'node:crypto';
import { normalisePassword } from '@clearcall/domain/model/password.ts';
import type { Piscina } from 'piscina';
import { openLine } from './line.ts';

/**
 * One hash at a time: fifty at once would take the memory and the processor from everybody else. A class that logs in
 * behind one address has room; who is last in a full line waits some six seconds.
 */
export const passwordLine = openLine({ ofOneAddress: 40, inAll: 200 });

/**
 * The hashes have a thread that gives way to everything else on the machine: a class that logs in does not slow down
 * those who read. It begins with the first password: most starts of the process never need it at once.
 */
let thread: Promise<Piscina<{ password: string; hash: string | null }, string | boolean>> | undefined;
async function inThread(password: string, against: string | null): Promise<string | boolean> {
  thread ??= import('piscina').then(
    ({ Piscina }) =>
      new Piscina({
        filename: new URL('./hash-password.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 60_000,
        niceIncrement: 19,
      }),
  );
  return (await thread).run({ password: normalisePassword(password), hash: against });
}
const hash = async (password: string) => String(await inThread(password, null));

let nobodys: Promise<string> | undefined;

/** What is stored of a password. `from`: the address for which it is made; null where we make it for ourselves. */
export function hashPassword(password: string, from: string | null = null): Promise<string> {
  return passwordLine.inTurn(from, () => hash(password));
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
  const right = await inThread(password, against);
  return of !== null && right === true;
}
