import { join } from 'node:path';
import { dataFolder } from './checkout.mjs';
import { makeDataFolder } from './data-folder.mjs';
import { startDatabase } from './database.mjs';

/**
 * The environment in which the API's programs find their database: an external one when DATABASE_URL says so,
 * else the embedded one, started here. Returns { env, database }, `database` undefined for an external one.
 * Demo data are on unless an external database was named; the API sees an address in both cases, so that has
 * to be said here, and so has the file that keeps the key of its secrets.
 */
export async function provideDatabase() {
  const env = { ...process.env, DATA_DIR: dataFolder() };
  makeDataFolder(env.DATA_DIR); // for the files, where the database is elsewhere
  if (process.env.DATABASE_URL) return { env, database: undefined };
  const database = await startDatabase({ dataDir: env.DATA_DIR, log: console.log });
  const DATA_KEY_FILE = process.env.DATA_KEY_FILE || join(env.DATA_DIR, 'data.key');
  return {
    env: { ...env, DATABASE_URL: database.url, DEMO: process.env.DEMO || 'on', DATA_KEY_FILE },
    database,
  };
}
