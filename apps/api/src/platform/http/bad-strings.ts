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
