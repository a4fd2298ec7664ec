import { defineConfig } from 'vitest/config';

/** The tests that one run of `npm run mutate` may ask (tools/mutate.ts sets the words). */
const { MUTATE_TESTS: tests = '', MUTATE_DATABASE: onDatabase = '' } = process.env;

export default defineConfig({
  test: {
    include: tests.split(' '),
    exclude: ['**/node_modules/**', '**/*.full.test.ts'],
    ...(onDatabase === ''
      ? {}
      : {
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        }),
  },
});
