import { expect, test } from 'vitest';
import { isShown, searchOfView } from './view-search.ts';

const late = {
  name: 'Late',
  role: 'pro',
  searchBy: [{ column: 'work' as const, op: 'equal' as const, value: 'late' as const }],
  orderBy: { column: 'callTitle' as const, direction: 'ASC' as const },
};
const plain = {
  name: 'Plain',
  searchBy: [],
  orderBy: { column: 'submissionDate' as const, direction: 'DESC' as const },
};

test('the address of a view is its filters, order and role, without what is there by default', () => {
  expect(searchOfView(late)).toEqual({
    role: 'pro',
    order: 'callTitle',
    direction: 'ASC',
    filters: [{ column: 'work', op: 'equal', value: 'late' }],
  });
  expect(searchOfView(plain)).toEqual({});
});

test('a list shows the view whose address it has, on whichever page', () => {
  expect(isShown(searchOfView(late), { ...searchOfView(late), page: 3 })).toBe(true);
  expect(isShown(searchOfView(plain), {})).toBe(true);
  expect(isShown(searchOfView(late), { ...searchOfView(late), role: 'applicant' })).toBe(false);
  expect(isShown(searchOfView(late), {})).toBe(false);
});
