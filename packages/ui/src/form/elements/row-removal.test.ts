import { expect, it } from 'vitest';
import { rowRemoval } from './row-removal.ts';

it('removes one of several rows; the only one of an optional group is cleared, that of another kept', () => {
  expect([rowRemoval(2, 0), rowRemoval(2, 2), rowRemoval(1, 0), rowRemoval(1, 1)]).toEqual([
    'remove',
    'remove',
    'clear',
    null,
  ]);
});
