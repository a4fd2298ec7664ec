import { storableText } from '@clearcall/domain/forms/storable-text.ts';

/**
 * Whether a value from outside holds, anywhere, a character that PostgreSQL cannot store: NUL, or half of a
 * surrogate pair. Walks without recursion: depth is the sender's choice.
 */
export function badStrings(given: unknown): boolean {
  const waiting: unknown[] = [given];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (value.includes('\u0000') || !value.isWellFormed()) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
    }
  }
  return false;
}

/**
 * Cleans the texts of a value from outside, in place: a character that the database cannot store must not keep a person
 * from saving the others. Names of fields stay, so `badStrings` can still be true afterwards. Walks without recursion.
 */
export function cleanStrings(given: unknown): unknown {
  if (typeof given === 'string') return storableText(given);
  const waiting: unknown[] = [given];
  while (waiting.length > 0) {
    const holder = waiting.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [key, inner] of Object.entries(holder)) {
      if (typeof inner === 'string') Reflect.set(holder, key, storableText(inner));
      else waiting.push(inner);
    }
  }
  return given;
}
