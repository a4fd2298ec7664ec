import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

/**
 * Stands in for @node-rs/argon2 in tests that share a process: the same function at a fraction of its cost, which what it
 * makes says of itself, so that the real one verifies it as well.
 */
const real: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');
const quick = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** The costs that were asked for, the newest last. */
export const askedCosts: Options[] = [];

export const verify = real.verify;

export function hash(password: string, asked: Options): Promise<string> {
  askedCosts.push(asked);
  return real.hash(password, quick);
}
