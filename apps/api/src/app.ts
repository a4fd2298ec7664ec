import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { routes as applications } from './features/applications/routes.ts';
import { routes as calls } from './features/calls/routes.ts';
import { routes as demo } from './features/demo/routes.ts';
import { routes as options } from './features/options/routes.ts';
import { routes as organisation } from './features/organisation/routes.ts';
import { routes as users } from './features/users/routes.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/pool.ts';
import { localFiles } from './platform/files/files.ts';
import type { Deed } from './platform/http/bind.ts';
import { serve } from './platform/http/serve.ts';
import { createLog, type Logger } from './platform/log.ts';
import { newId } from './platform/new-id.ts';
import { emit } from './platform/outbox/emit.ts';
import type { Platform } from './platform/platform.ts';

/** Every operation with its deed; a test holds this against the contract. */
export const deeds: readonly Deed[] = [
  ...users,
  ...calls,
  ...options,
  ...applications,
  ...demo,
  ...organisation,
];

/** Opens the world that deeds may touch. Close it with `platform.db.destroy()`. */
export function buildPlatform(config: Config, log: Logger = createLog(config.logLevel)): Platform {
  const databases = openDatabase(config.databaseUrl, log);
  return {
    config,
    db: databases.db,
    databases,
    now: () => new Date(),
    newId: () => newId(),
    files: localFiles(join(config.dataDir, 'files')),
    log,
    emit,
  };
}

/** The HTTP server with all routes; nothing listens yet. */
export function buildApp(platform: Platform): Promise<FastifyInstance> {
  return serve(platform, deeds);
}
