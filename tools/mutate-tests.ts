import { join, matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests that one run of `npm run mutate` may ask (tools/mutate.ts sets the words). */
const { MUTATE_TESTS: tests = '', MUTATE_DATABASE: onDatabase = '' } = process.env;

const named = tests.split(' ');

/** In the order in which an area names them: the first red one ends the run, so the quick and near ones come first. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const file = relative(process.cwd(), moduleId);
      return named.findIndex((pattern) => matchesGlob(file, pattern));
    };
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  // The rules of the copy that is broken: the packages below node_modules are those of the checkout above it.
  resolve: {
    alias: [{ find: /^@clearcall\/domain\//, replacement: `${join(process.cwd(), 'packages/domain/src')}/` }],
  },
  test: {
    include: named,
    sequence: { sequencer: AsNamed },
    exclude: ['**/node_modules/**', '**/*.full.test.ts'],
    // It breaks rules itself, thousands of them: whatever it could notice, an example has noticed before.
    testNamePattern: /^(?!.*shows every fault)/,
    // On a busy machine too the tests are green before a rule is broken.
    testTimeout: 30_000,
    ...(onDatabase === ''
      ? {}
      : { globalSetup: ['apps/api/src/testing/global-setup.ts'], hookTimeout: 120_000 }),
  },
});
