import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '../../../start/database.mjs';
import { migrate } from '../platform/db/migrate.ts';
import { whoIsNamed } from './people-in-logs.ts';
import { nameInUrl, templateName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** The folder for everything that is logged. */
    logs: string;
  }
}

/** Where the database server lives: in the data folder, or where a note in it leads. */
const homeOf = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'postgres-is-in'), 'utf8').catch(() => dataDir)).trim();

/** One throw-away cluster for the whole run, with a migrated database that test files copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-tests-'));
  // The database runs under another account where the tests run as root, and must get through.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const database = await startDatabase({ dataDir, durable: false });
  const home = await homeOf(dataDir);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrate(nameInUrl(database.url, templateName));
  project.provide('databaseUrl', database.url);
  const logs = join(folder, 'logs');
  await mkdir(logs);
  project.provide('logs', logs);
  return async () => {
    await database.stop();
    const named = await whoIsNamed(logs, join(home, 'postgres.log'));
    await rm(folder, { recursive: true, force: true });
    if (named.length === 0) return;
    throw new Error(`${named.length} lines of the logs name people:\n${named.slice(0, 10).join('\n')}`);
  };
}
