/**
 * What can be done with a row of a group: one of several is removed, the only one is kept, and cleared if the group needs
 * none. Null: nothing.
 */
export function rowRemoval(rows: number, least: number): 'remove' | 'clear' | null {
  if (rows > 1) return 'remove';
  return least === 0 ? 'clear' : null;
}
