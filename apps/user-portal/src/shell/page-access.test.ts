import { expect, test } from 'vitest';
import { router } from '../routes.tsx';
import { pageAccess } from './page-access.ts';

test('every page stands in the table, with the access that its place among the routes gives it', () => {
  const routed = Object.values(router.routesByPath).map((route) => [
    route.fullPath,
    route.parentRoute?.id === '/signed-in' ? 'signed-in' : 'public',
  ]);
  const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
  expect(sorted(routed)).toEqual(sorted(Object.entries(pageAccess)));
});
