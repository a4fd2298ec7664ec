import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '../../../start/database.mjs';
import { migrate } from '../platform/db/migrate.ts';
import { nameInUrl, templateName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One throw-away cluster for the whole run, with a migrated database that test files copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-tests-'));
  // The database runs under another account where the tests run as root, and must get through.
  await chmod(folder, 0o711);
  const database = await startDatabase({ dataDir: join(folder, 'data'), durable: false });
  const watch = fileURLToPath(new URL('../../../start/stop-orphans.mjs', import.meta.url));
  spawn(process.execPath, [watch, String(process.pid), join(folder, 'data/postgres')], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrate(nameInUrl(database.url, templateName));
  project.provide('databaseUrl', database.url);
  return async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
