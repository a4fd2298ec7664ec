import { expect, test } from 'vitest';
import { listOptions } from './calls.ts';

test('options are given 999 at a time unless told otherwise', () => {
  expect(listOptions.query.parse({ id: '130' })).toEqual({ id: 130, limit: 999, offset: 0 });
  expect(listOptions.query.parse({ limit: '5', offset: '2' })).toEqual({ limit: 5, offset: 2 });
});
