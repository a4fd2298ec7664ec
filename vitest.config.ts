import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A test that asks nothing cannot fail. What a busy machine does late is no fault of a test. */
const expect = { requireAssertions: true, poll: { timeout: 60_000 } };

const unit = [
  'packages/**/*.test.{ts,tsx}',
  'apps/{user,admin}-portal/src/**/*.test.{ts,tsx}',
  'tools/**/*.test.ts',
];
const api = ['apps/api/src/**/*.test.ts'];
const notHere = ['**/node_modules/**', '**/*.full.test.ts'];

/**
 * Loading the product again for each file is half of the time, so files share what they loaded. Those that put something
 * in the place of a module, or load one again, would hand that to the next: they have a process of their own.
 */
const alone = globSync([...unit, ...api], { exclude: notHere }).filter((path) =>
  /\bvi\.(mock|doMock|resetModules|stubGlobal)\(/.test(readFileSync(path, 'utf8')),
);

// Some twenty times what the longest takes alone: a busy machine is no fault of a test.
const patience = { testTimeout: 300_000, hookTimeout: 300_000 };

const onDatabase = {
  // Some 20 ms for each password of each test.
  alias: { '@node-rs/argon2': join(import.meta.dirname, 'apps/api/src/testing/quick-argon2.ts') },
  globalSetup: ['apps/api/src/testing/global-setup.ts'],
  ...patience,
};

/** The tests of the launcher begin: they wait for databases to start and end, and would do so alone at the end. */
class LauncherFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { launcher = [], others = [] } = Object.groupBy(sorted, ({ project }) =>
      project.name === 'start' ? 'launcher' : 'others',
    );
    return [...launcher, ...others];
  }
}

/** `unit` needs nothing; `api` runs on a real database that its global setup starts; `full` is what takes long. */
export default defineConfig({
  test: {
    // One more than there are cores: many files wait, for the database or for a limit to pass.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LauncherFirst },
    projects: [
      {
        test: {
          name: 'start',
          expect,
          include: ['apps/start/**/*.test.mjs'],
          ...patience,
        },
      },
      {
        test: {
          name: 'unit',
          expect,
          isolate: false,
          include: unit,
          exclude: [...notHere, ...alone],
          ...patience,
        },
      },
      {
        test: {
          name: 'unit-alone',
          expect,
          include: alone.filter((path) => !path.startsWith('apps/api/')),
          ...patience,
        },
      },
      {
        test: {
          name: 'api',
          expect,
          isolate: false,
          include: api,
          exclude: [...notHere, ...alone],
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'api-alone',
          expect,
          include: alone.filter((path) => path.startsWith('apps/api/')),
          ...onDatabase,
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
