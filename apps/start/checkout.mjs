import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the folder that holds package-lock.json. */
export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A folder below the ignored .cache/ of the checkout, created when missing. */
export function cacheFolder(name) {
  const folder = join(checkout, '.cache', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** DATA_DIR, relative to the checkout; .data when not set. */
export function dataFolder(env = process.env) {
  return resolve(checkout, env.DATA_DIR || '.data');
}

/** A failure that the person at the terminal can act on: printed as a sentence, without a stack. */
export class Refusal extends Error {}
