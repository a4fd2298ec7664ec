import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A file that came in whole and is not yet kept. Exactly one of keep and discard must be called. */
export interface ReceivedFile {
  /** Its first kilobyte. */
  head: Buffer;
  sizeBytes: number;
  sha256: Buffer;
  /** Makes it durable under a new key. Only then may a row name it. Where that fails, nothing is left. */
  keep: () => Promise<string>;
  discard: () => Promise<void>;
}

/** A file to be read. Whoever opened it reads it to its end or destroys the stream: until then it is held. */
interface OpenFile {
  stream: Readable;
  sizeBytes: number;
}

export interface StoredFile {
  key: string;
  /** When it was made durable; null when it is gone since. */
  keptAt: () => Promise<Date | null>;
}

/**
 * What stands in the way of all files: nothing; something that passes by itself (`away`: a bucket that does not answer);
 * or something that only the operator can put right (`wrong`). In a sentence for the operator.
 */
export type Standing = { ok: true } | { ok: false; passes: boolean; sentence: string };

/**
 * The storage of uploaded files. Keys are ours; a name that a user gave never reaches it. Whatever cannot be done
 * because the storage does not work throws FilesUnavailable.
 */
export interface Files {
  /** Streams to a temporary file; too_large as soon as one byte too many came, and then nothing is left. */
  receive: (
    source: Readable,
    limitBytes: number,
  ) => Promise<{ ok: true; file: ReceivedFile } | { ok: false; reason: 'too_large' }>;
  /** Stores bytes that are at hand. */
  put: (bytes: Uint8Array) => Promise<{ key: string; sizeBytes: number; sha256: Buffer }>;
  /** null when there is no such file. What is open is read to its end, also where it is removed meanwhile. */
  open: (key: string) => Promise<OpenFile | null>;
  /** Removing what is not there is no fault. */
  remove: (key: string) => Promise<void>;
  /** Removes what was left half received before the given time (epoch milliseconds). Returns how many. */
  sweep: (beforeMs: number) => Promise<number>;
  /** All files in one of `folders`, and nothing else that lies there. */
  list: (folder: string) => Promise<StoredFile[]>;
  /** Whose files lie here: the mark that was left first. A storage without a mark takes this one. */
  mark: (owner: string) => Promise<string>;
  /** Whether files can be listed, written and removed now. */
  check: () => Promise<Standing>;
}

/** The storage does not work now. Nothing was changed; people may try again. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
}

/** The parts of the storage, each small enough to be looked at whole: the first two letters of the keys in it. */
export const folders: readonly string[] = Array.from({ length: 256 }, (_none, at) =>
  at.toString(16).padStart(2, '0'),
);

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether something that lies in the storage is a file of ours: whatever else lies there is left alone. */
export const isKey = (name: string): boolean => keyPattern.test(name);

/** A key never comes from outside: one of another form is a bug. */
export function theKey(key: string): string {
  if (!isKey(key)) throw new Error('a storage key has an unknown form');
  return key;
}

export function newKey(): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}`;
}
