import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';

const howMany = 10;
/** Without letters and digits that are taken for each other. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen signs of five bits each, in groups of four: cannot be guessed, so a plain hash is enough. */
function newCode(): string {
  const signs = [...randomBytes(16)].map((byte) => alphabet.charAt(byte & 31)).join('');
  return signs.replace(/(.{4})(?=.)/g, '$1-');
}

/** The code belongs to its owner's hash: the same code of two people would not show. */
const hashOf = (userId: number, code: string): Buffer =>
  tokenHash(`${userId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);

/** Makes new codes in place of all old ones. They are shown once; only their hashes stay. */
export async function makeRecoveryCodes(tx: Db, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code), created_at: now })))
    .execute();
  return codes;
}

/** Uses up one code and says how many are left; null: it is none of theirs, or was used. */
export async function spendRecoveryCode(
  db: Db,
  userId: number,
  code: string,
  now: Date,
): Promise<number | null> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .where('used_at', 'is', null)
    // As it stood before: without the one that is spent here.
    .returning(
      sql<number>`(select count(*)::int - 1 from recovery_codes as mine where mine.user_id = ${userId} and mine.used_at is null)`.as(
        'left',
      ),
    )
    .executeTakeFirst();
  return spent?.left ?? null;
}
