import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/** Makes a folder and those above it, for us alone. Node's own way never ends where a parent cannot be made, as below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
