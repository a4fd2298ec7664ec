import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The stamp in a file, or undefined when there is none that can be read. */
export function readStamp(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a stamp whole or not at all. */
export function writeStamp(path, stamp) {
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(stamp));
  renameSync(`${path}.${process.pid}`, path);
}
