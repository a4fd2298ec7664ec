import { once } from 'node:events';

/** Stands for the address of a database that is just starting. */
const receivedByMessage = 'told-by-message';

/**
 * The environment of this process. The launcher starts it beside the database and tells the address once that takes
 * connections: until then all modules are loaded.
 */
export async function awaitedEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (process.env.DATABASE_URL !== receivedByMessage) return process.env;
  const [{ databaseUrl }] = (await once(process, 'message')) as [{ databaseUrl: string }];
  return { ...process.env, DATABASE_URL: databaseUrl };
}
