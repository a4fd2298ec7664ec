import { defineConfig } from 'vitest/config';

/** A test that asks nothing cannot fail. */
const expect = { requireAssertions: true };

/** `unit` needs nothing; `api` runs on a real database that its global setup starts; `full` is what takes long. */
export default defineConfig({
  test: {
    // By itself it would leave one core to the database and the reporter: on two cores that is half of the time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/{user,admin}-portal/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.full.test.ts'],
        },
      },
      {
        test: {
          name: 'api',
          expect,
          include: ['apps/api/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.full.test.ts'],
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'start',
          expect,
          include: ['apps/start/**/*.test.mjs'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'full',
          expect,
          include: ['{packages,apps}/**/*.full.test.ts'],
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          testTimeout: 600_000,
          // The nursery is the portal's (apps/start/portal.mjs): with another one, memory is not what it would be there.
          execArgv: ['--expose-gc', '--max-semi-space-size=8'],
        },
      },
    ],
  },
});
