import { randomFillSync } from 'node:crypto';

// Drawn for many at once: each draw asks the system.
const pool = Buffer.alloc(4_096);
let used = pool.length;

function draw(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

/** A UUID of version 7: its first 48 bits are the time, so that new rows lie side by side in an index. */
export function newId(nowMs = Date.now()): string {
  const bytes = draw();
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
