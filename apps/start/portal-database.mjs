import { join } from 'node:path';
import { dataFolder } from './checkout.mjs';
import { makeDataFolder } from './data-folder.mjs';
import { startDatabase } from './database.mjs';

/**
 * The environment of the API's programs, but for the address of an embedded database, which is known once that has
 * started. Demo data are on unless an external database was named; the API sees an address in both cases, so that has
 * to be said here, and so has the file that keeps the key of its secrets.
 */
export function portalEnvironment() {
  const env = { ...process.env, DATA_DIR: dataFolder() };
  if (env.DATABASE_URL) return env;
  const DATA_KEY_FILE = env.DATA_KEY_FILE || join(env.DATA_DIR, 'data.key');
  return { ...env, DEMO: env.DEMO || 'on', DATA_KEY_FILE };
}

/**
 * The environment in which the API's programs find their database: an external one when DATABASE_URL says so,
 * else the embedded one, started here. Returns { env, database }, `database` undefined for an external one.
 */
export async function provideDatabase() {
  const env = portalEnvironment();
  makeDataFolder(env.DATA_DIR); // for the files, where the database is elsewhere
  if (env.DATABASE_URL) return { env, database: undefined };
  const database = await startDatabase({ dataDir: env.DATA_DIR, log: console.log });
  return { env: { ...env, DATABASE_URL: database.url }, database };
}
