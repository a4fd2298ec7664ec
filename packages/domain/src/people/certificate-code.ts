/**
 * The letters of a code: without those that are taken for others when it is copied from paper (Crockford's Base32).
 */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How a code is written, whatever was typed: four letters at a time, and those that look alike read as one. */
export function writtenCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '');
  return letters.match(/.{1,4}/g)?.join('-') ?? '';
}
