import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { folders } from '../platform/files/files.ts';
import { inBackground } from '../platform/platform.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings } from '../testing/factories.ts';
import { compareFiles } from './compare-files.ts';

it('compares a million files without holding them in memory', { timeout: 600_000 }, async () => {
  const app = await buildTestApp();
  await createSurroundings(app.db);
  const call = await createCall(app);
  const { assignmentId, userId } = await createDraft(app, call.id);
  const perFolder = 3_907;
  await sql`
    insert into documents (id, assignment_id, element_id, original_filename, filename, size_bytes, sha256, storage_key,
      uploaded_by, created_at)
    select gen_random_uuid(), ${assignmentId}::uuid, 'case', 'a.pdf', 'a.pdf', 1, '', lpad(to_hex(n % 256), 2, '0')
      || '/' || lpad(to_hex(n % 256), 2, '0') || '000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'), ${userId}, now()
    from generate_series(0, ${256 * perFolder - 1}::integer) n`.execute(app.platform.databases.operator);
  await sql`vacuum analyze documents`.execute(app.platform.databases.operator);
  // A bucket of a million files that is asked for one part at a time; one file is missing, one is nobody's.
  const platform = {
    ...inBackground(app.platform),
    files: {
      ...app.platform.files,
      mark: async (owner: string) => owner,
      list: async (folder: string) => {
        const at = Number.parseInt(folder, 16);
        const keys = Array.from(
          { length: perFolder },
          (_none, nth) =>
            `${folder}/${folder}000000-0000-4000-8000-${(nth * 256 + at).toString(16).padStart(12, '0')}`,
        );
        const stored = folder === folders.at(-1) ? [...keys.slice(1), `${folder}/${randomUUID()}`] : keys;
        return stored.map((key) => ({ key, keptAt: async () => new Date(0) }));
      },
    },
  };
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const { list } = platform.files;
  platform.files.list = async (folder) => {
    if (Number.parseInt(folder, 16) % 32 === 0) {
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    return list(folder);
  };
  const { files, found, missingInAll, ours } = await compareFiles(platform);
  expect({ files, found, missingInAll, ours }).toEqual({
    files: 256 * perFolder,
    found: 1,
    missingInAll: 1,
    ours: true,
  });
  expect(most).toBeLessThan(30_000_000);
  await app.close();
});
