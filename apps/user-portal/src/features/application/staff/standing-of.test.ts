import type { Assignment } from '@clearcall/domain/applications/application.ts';
import { expect, test } from 'vitest';
import { standingOf } from './standing-of.ts';

const addresses = new Map([
  [1, 'rui@example.org'],
  [2, 'ada@example.org'],
]);
const work = (id: number, status: Assignment['status']) =>
  ({ owner: { id, firstName: 'Rui', lastName: 'Moe', role: 'user' }, status }) as Assignment;

test('a person who refused is not said to work on an application, unless they have another assignment', () => {
  const standing = (email: string, ...assignments: Assignment[]) =>
    standingOf({ assignments }, addresses, email);
  expect(standing('Rui@Example.org', work(1, 'refused'), work(2, 'accepted'))).toBe('refused');
  expect(standing('rui@example.org', work(1, 'revoked'), work(1, 'refused'))).toBe('refused');
  expect(standing('rui@example.org', work(1, 'conflicted'))).toBe('conflicted');
  expect(standing('rui@example.org', { ...work(1, 'refused'), isHandedBack: true })).toBe('handed_back');
  expect(standing('rui@example.org', work(1, 'refused'), work(1, 'submitted'))).toBe('works');
  expect(standing('rui@example.org')).toBe('works');
  expect(standing('zoe@example.org', work(1, 'refused'))).toBe(null);
});
