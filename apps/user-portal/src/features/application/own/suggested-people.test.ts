import { expect, it } from 'vitest';
import { faultsOf, hasFaults, nobody, suggestsOf } from './suggested-people.ts';

it('sends whoever was named, without rows that stayed empty', () => {
  const typed = [{ name: ' Ada Lovelace ', email: 'ada@example.org', institution: ' ' }, nobody];
  expect(suggestsOf(typed)).toEqual([{ name: 'Ada Lovelace', email: 'ada@example.org' }]);
  expect(hasFaults(typed)).toBe(false);
});

it('asks for a name, and for an address that is one', () => {
  expect(faultsOf({ ...nobody, institution: 'Lab' })).toEqual({ name: true });
  expect(faultsOf({ ...nobody, name: 'Ada', email: 'ada@' })).toEqual({ email: true });
  expect(hasFaults([nobody, { ...nobody, email: 'ada@example.org' }])).toBe(true);
});
