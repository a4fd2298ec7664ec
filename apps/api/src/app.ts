import { endpoints } from '@clearcall/contract/routes.ts';
import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { routes as bundles } from './across/bundles/routes.ts';
import { routes as callReport } from './across/call-report/routes.ts';
import { routes as draftForm } from './across/draft-form/routes.ts';
import { routes as handOn } from './across/hand-on/hand-on-work.ts';
import { routes as letters } from './across/letters/routes.ts';
import { routes as mailingList } from './across/mailing-list/routes.ts';
import { routes as privacy } from './across/privacy/routes.ts';
import { routes as review } from './across/review/invite-to-step.ts';
import { checksOf } from './features/applications/documents/checks.ts';
import { routes as applications } from './features/applications/routes.ts';
import { draftFollowersOf } from './features/calls/definition/draft-followers.ts';
import { routes as calls } from './features/calls/routes.ts';
import { routes as demo } from './features/demo/routes.ts';
import { routes as legacy } from './features/legacy/routes.ts';
import { routes as options } from './features/options/routes.ts';
import { routes as organisation } from './features/organisation/routes.ts';
import { routes as users } from './features/users/routes.ts';
import { routes as views } from './features/views/views.ts';
import { followChanges } from './platform/changes.ts';
import type { Config } from './platform/config.ts';
import { databaseClock } from './platform/db/database-clock.ts';
import { type DatabaseLimits, openDatabase } from './platform/db/pool.ts';
import { createWorkflowOffset } from './platform/db/workflow-offset.ts';
import { openFiles } from './platform/files/open-files.ts';
import type { Operation } from './platform/http/bind.ts';
import { encodeResponse, memoizeResponse, sendEncoded } from './platform/http/encoded-response.ts';
import { openApi } from './platform/http/openapi.ts';
import { bindPages, type Portal, portals } from './platform/http/pages.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import { serve } from './platform/http/serve.ts';
import { bindTheme } from './platform/http/theme.ts';
import { createLog, type Logger } from './platform/log.ts';
import { newId } from './platform/new-id.ts';
import { emit } from './platform/outbox/emit.ts';
import type { Platform } from './platform/platform.ts';
import { readOrganisation } from './platform/settings.ts';
import { startTracing } from './platform/tracing.ts';
import { openVault } from './platform/vault.ts';

/** Every operation with its handler; a test holds this against the contract. */
export const operations: readonly Operation[] = [
  ...users,
  ...calls,
  ...options,
  ...applications,
  ...bundles,
  ...callReport,
  ...draftForm,
  ...handOn,
  ...legacy,
  ...letters,
  ...mailingList,
  ...demo,
  ...organisation,
  ...privacy,
  ...review,
  ...views,
];

/** Opens the world that operations may touch. Close it with `platform.databases.close()`. */
export function buildPlatform(
  config: Config,
  log: Logger = createLog(config.logLevel),
  { part = 'api', limits = {} }: { part?: 'api' | 'worker'; limits?: DatabaseLimits } = {},
): Platform {
  const works = part === 'worker' || config.worker;
  const databases = openDatabase(config.databaseUrl, log, { limits, works });
  const clock = databaseClock(databases.pool, log);
  const ahead = createWorkflowOffset(config);
  const changes = followChanges(databases.pool, log, { ahead, maxAgeMs: config.changesSeenWithinMs });
  return {
    config,
    db: databases.db,
    databases,
    clock,
    now: clock.now,
    ahead,
    newId: () => newId(clock.now().getTime()),
    files: openFiles(config),
    vault: openVault(config.dataKey),
    log,
    tracing: startTracing(config, part, log),
    emit,
    organisation: readOrganisation(databases.pool, log, changes),
    responseCache: createResponseCache(changes),
  };
}

/** The HTTP server with everything that it answers; nothing listens yet. */
export function buildApp(platform: Platform, places: readonly Portal[] = portals): Promise<FastifyInstance> {
  return serve(platform, operations, async (app) => {
    // Whoever waits for a check is answered before the connections are cut.
    app.addHook('preClose', async () => {
      void checksOf(platform).stop();
    });
    app.addHook('onClose', () => checksOf(platform).stop());
    app.addHook('onClose', () => draftFollowersOf(platform).stop());
    const description = memoizeResponse((title: string) => {
      const text = JSON.stringify(openApi(endpoints, { title, version: manifest.version }));
      return encodeResponse('application/json; charset=utf-8', text);
    });
    app.get('/api/openapi.json', async (request, reply) => {
      const { theme } = await platform.organisation();
      reply.header('Cache-Control', 'public, max-age=300');
      return sendEncoded(request, reply, await description(`${theme.organization.name} portal`));
    });
    bindTheme(app, platform);
    await bindPages(app, platform, places);
  });
}
