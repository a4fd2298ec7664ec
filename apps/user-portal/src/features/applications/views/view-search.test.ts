import { expect, test } from 'vitest';
import { searchOfView, shownView } from './view-search.ts';

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
  const views = [plain, late];
  expect(shownView(views, { ...searchOfView(late), page: 3 })?.name).toBe('Late');
  expect(shownView(views, {})?.name).toBe('Plain');
  expect(shownView(views, { ...searchOfView(late), role: 'applicant' })).toBeUndefined();
  expect(shownView([late], {})).toBeUndefined();
});
