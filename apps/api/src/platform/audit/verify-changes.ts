import { sql } from 'kysely';
import { iso } from '../db/iso.ts';
import type { Platform } from '../platform.ts';
import { hashOfChange, sealOfChanges } from './change-hash.ts';

const batch = 1_000;

interface StoredChange {
  id: number;
  at: string;
  text: string;
  previous: string | null;
  hash: string;
  sealKey: string;
  seal: string;
}

/** The changes of a day (UTC), and the hash that its chain ends with: kept elsewhere, it proves that none was cut off. */
export interface VerifiedDay {
  day: string;
  changes: number;
  hash: string;
}

/** Holds every change against its hash, its seal and the change before it. Returns sentences about those that differ. */
export async function verifyChanges({
  db,
  vault,
}: Pick<Platform, 'db' | 'vault'>): Promise<{ faults: string[]; days: VerifiedDay[] }> {
  const faults: string[] = [];
  const days: VerifiedDay[] = [];
  let last: Pick<StoredChange, 'id' | 'hash'> = { id: 0, hash: '' };
  for (;;) {
    const { rows } = await sql<StoredChange>`
      select c.id, ${iso('c.at')} as at, hashed_text(c) as text, encode(c.previous_hash, 'hex') as previous,
        encode(c.hash, 'hex') as hash, c.seal_key as "sealKey", encode(c.seal, 'hex') as seal
      from configuration_changes c where c.id > ${last.id} order by c.id limit ${batch}`.execute(db);
    for (const row of rows) {
      const { id, at, text, previous, hash, sealKey, seal } = row;
      if (id !== last.id + 1) faults.push(`Change ${last.id + 1} is missing.`);
      if ((previous ?? '') !== last.hash) faults.push(`Change ${id} does not follow the change before it.`);
      if (hashOfChange(previous, text) !== hash)
        faults.push(`Change ${id} was altered since it was written.`);
      else if (!vault.isMarked(hash, { keyId: sealKey, hmac: Buffer.from(seal, 'hex') }, sealOfChanges))
        faults.push(
          `The seal of change ${id} is not of this portal, or its key is no longer in the settings.`,
        );
      const day = at.slice(0, 10);
      const today = days.at(-1);
      if (today?.day === day) Object.assign(today, { changes: today.changes + 1, hash });
      else days.push({ day, changes: 1, hash });
      last = { id, hash };
    }
    if (rows.length < batch) return { faults, days };
  }
}
