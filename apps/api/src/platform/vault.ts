import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './files/make-folder.ts';

/** Where the keys are: at hand, of which the first seals and all open; or in a file that is made when missing. */
export type DataKey = { keys: readonly Buffer[] } | { file: string };

/** What stands in the database in place of a text: AES-256-GCM, the tag behind the cipher text. */
export interface Sealed {
  key_id: string;
  nonce: Buffer;
  sealed: Buffer;
}

/** Seals what must not be readable in the database, its backups and its logs. */
export interface Vault {
  /** The id of the key that seals now. */
  keyId: () => string;
  /** The ids of all keys that can be opened with. */
  keyIds: () => string[];
  /** `boundTo` says whose it is and what: a sealed text that was moved to another row does not open. */
  seal: (text: string, boundTo: string) => Sealed;
  /** Throws when the key is not known, or the text was changed or moved. */
  open: (sealed: Sealed, boundTo: string) => string;
  /** Marks a text that others keep, so that it can be known again as ours. `boundTo` says what kind of text it is. */
  mark: (text: string, boundTo: string) => Mark;
  /** Whether a mark is ours and of this very text; false too where its key is not known any more. */
  isMarked: (text: string, mark: Mark, boundTo: string) => boolean;
}

/** An HMAC-SHA-256, and which key made it. */
interface Mark {
  keyId: string;
  hmac: Buffer;
}

const keyBytes = 32;

/** The keys in a text, separated by commas, each base64 of 32 bytes; null when one of them is none. */
export function readDataKeys(text: string): Buffer[] | null {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'));
  return keys.every((key) => key.length === keyBytes) ? keys : null;
}

/** Names a key without telling anything of it that helps to guess 256 bits. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('clearcall data key').update(key).digest('hex').slice(0, 12);

function readKeyFile(path: string): Buffer[] {
  const keys = readDataKeys(readFileSync(path, 'utf8').trim());
  if (keys === null) throw new Error(`The key in ${path} is not 32 bytes written as base64.`);
  return keys;
}

/** The keys of a file; where there is none it is made, whole or not at all, for its owner alone. */
function takeKeyFile(path: string): Buffer[] {
  try {
    return readKeyFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  makeFolder(dirname(path));
  const made = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(made, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
  chmodSync(made, 0o600);
  try {
    linkSync(made, path);
  } catch (error) {
    // Another process was faster: its key counts.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(made);
  }
  return readKeyFile(path);
}

/** The vault with the keys that the settings name; they are read when they are first needed. */
export function openVault(from: DataKey): Vault {
  let known: { current: string; keys: Map<string, Buffer> } | undefined;
  const keys = () => {
    if (known === undefined) {
      const list = 'file' in from ? takeKeyFile(from.file) : from.keys;
      const [first] = list;
      if (first === undefined) throw new Error('There is no key to seal with.');
      known = { current: idOf(first), keys: new Map(list.map((key) => [idOf(key), key])) };
    }
    return known;
  };
  const keyOf = (id: string): Buffer => {
    const key = keys().keys.get(id);
    if (key === undefined) throw new Error(`The data key ${id} is not known here.`);
    return key;
  };
  const hmacOf = (keyId: string, text: string, boundTo: string): Buffer =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', keyOf(keyId), '', boundTo, keyBytes)))
      .update(text)
      .digest();
  return {
    keyId: () => keys().current,
    keyIds: () => [...keys().keys.keys()],
    seal: (text, boundTo) => {
      const keyId = keys().current;
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyOf(keyId), nonce).setAAD(Buffer.from(boundTo));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { key_id: keyId, nonce, sealed };
    },
    open: ({ key_id, nonce, sealed }, boundTo) => {
      const text = sealed.subarray(0, -16);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(key_id), nonce)
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
    mark: (text, boundTo) => {
      const keyId = keys().current;
      return { keyId, hmac: hmacOf(keyId, text, boundTo) };
    },
    isMarked: (text, { keyId, hmac }, boundTo) => {
      if (!keys().keys.has(keyId)) return false;
      const own = hmacOf(keyId, text, boundTo);
      return own.length === hmac.length && timingSafeEqual(own, hmac);
    },
  };
}
