import type { RouteCase } from './route-case.ts';

/** The administration of people. */
export const administrationCases: Readonly<Record<string, RouteCase>> = {
  'POST /admin/people': {
    caller: 'admin',
    good: () => ({
      body: {
        search: 'person',
        role: 'user',
        state: 'active',
        centreId: 'north',
        panel: 'PE1',
        field: 'PE2',
        lastLogin: 'never',
        sort: 'role',
        direction: 'DESC',
        page: 0,
        pageSize: 10,
      },
    }),
    statements: 2,
    bad: [],
  },
  'GET /admin/people/choices': { caller: 'admin', good: () => ({}), statements: 2, bad: [] },
};
