import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../platform/db/pool.ts';

/**
 * The part of a link by which a person leaves the mailing list: the id of the account and a signature over it and what
 * it is for. Nothing is stored for it, it opens nothing else, it does not end, and no other can be made from it.
 */
const idBytes = 6;
const signatureBytes = 24;

function sign(secret: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', secret).update('mailing list').update(id).digest().subarray(0, signatureBytes);
}

export function leaveToken(secret: Buffer, userId: number): string {
  const id = Buffer.alloc(idBytes);
  id.writeUIntBE(userId, 0, idBytes);
  return Buffer.concat([id, sign(secret, id)]).toString('base64url');
}

/** Whose link it is; null when it is nobody's. */
export function readLeaveToken(secret: Buffer, token: string): number | null {
  const bytes = Buffer.from(token, 'base64url');
  // Only the one text that stands for these bytes.
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(bytes.subarray(idBytes), sign(secret, id)) ? id.readUIntBE(0, idBytes) : null;
}

export async function secretOfList(db: Db): Promise<Buffer> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'mailing_list')
    .executeTakeFirstOrThrow();
  return value;
}
