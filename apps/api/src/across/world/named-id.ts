import { hash as hashOf } from 'node:crypto';

/**
 * A UUID (version 8) that follows from names alone, so that the same world gives the same ids. Only for worlds that are
 * loaded: ids that people make in the portal are random.
 */
export function namedId(...names: readonly (string | number)[]): string {
  const hash = hashOf('sha256', names.join('\u0000'), 'buffer');
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
