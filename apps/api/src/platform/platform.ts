import type { Config } from './config.ts';
import type { DatabaseClock } from './db/database-clock.ts';
import type { Databases, Db } from './db/pool.ts';
import type { WorkflowOffset } from './db/workflow-offset.ts';
import type { Files } from './files/files.ts';
import type { ResponseCache } from './http/response-cache.ts';
import type { Logger } from './log.ts';
import type { Emit } from './outbox/emit.ts';
import type { OrganisationReader } from './settings.ts';
import type { Tracing } from './tracing.ts';
import type { Vault } from './vault.ts';

/** The world as operations may touch it. Made once per process; tests set the clock. */
export interface Platform {
  config: Config;
  db: Db;
  /** The real time: of sessions, links, limits and logs. What belongs to calls takes `workflowNow`. */
  now: () => Date;
  /** Where `now` comes from: set it before the work begins. */
  clock: DatabaseClock;
  /** How far the time of the workflow is ahead of `now`. */
  ahead: WorkflowOffset;
  /** A new UUIDv7. */
  newId: () => string;
  files: Files;
  /** Seals what must not be readable in the database. */
  vault: Vault;
  log: Logger;
  /** Where failures that nobody expected are reported to, beside the log. */
  tracing: Tracing;
  /** Writes events and the jobs that follow from them, in the transaction of the change. */
  emit: Emit;
  /** The settings of the organisation: the last ones that could be read, or exactly those that stand now. */
  organisation: OrganisationReader;
  /** What everybody gets, made once until something changes. */
  responseCache: ResponseCache;
  databases: Databases;
}

/**
 * The time of the workflow: of calls, applications and drafts, and of everything that is due in them. It is the real one,
 * except in a demonstration that was moved forward.
 */
export const workflowNow = ({ now, ahead }: Pick<Platform, 'now' | 'ahead'>): Date =>
  new Date(now().getTime() + ahead.ms());

/** The same world on the connections that jobs have for themselves. */
export const inBackground = (platform: Platform): Platform => ({
  ...platform,
  db: platform.databases.background.db,
});

/** The same world on connections that have all the time they need: for what an operator has done once. */
export const asOperator = (platform: Platform): Platform => ({
  ...platform,
  db: platform.databases.operator,
});
