import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administratorRoles, type Role } from '@clearcall/domain/people/roles.ts';
import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp, buildPlatform } from '../app.ts';
import { runDueReleases } from '../features/applications/releases/run-due-releases.ts';
import { newToken, tokenHash } from '../platform/auth/tokens.ts';
import type { Config } from '../platform/config.ts';
import type { DatabaseLimits, Db } from '../platform/db/pool.ts';
import { createLog } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import { type Platform, workflowNow } from '../platform/platform.ts';
import { eventsOf, readUntil } from './first-events.ts';
import { logOfRun, notePeople } from './people-in-logs.ts';
import { createTestDatabase } from './test-database.ts';

export interface Sent {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is; name the content type in the headers. */
  raw?: string | Buffer;
  /** Sent as multipart. */
  form?: FormData;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Does not say from which page it calls, as browsers do. */
  isProgram?: boolean;
}

export interface Answer {
  status: number;
  /** Parsed where it is JSON, otherwise the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they are about to check.
  body: any;
  bytes: Buffer;
  headers: Record<string, unknown>;
}

export interface SignedIn {
  token: string;
  userId: number;
  email: string;
}

export interface TestApp {
  app: FastifyInstance;
  platform: Platform;
  db: Db;
  /** The portal's clock stands still; a test sets it. Starts at 2026-11-21T12:00:00Z unless told otherwise. */
  clock: { set: (now: Date | string) => void; advance: (ms: number) => void };
  /** Calls the API. `path` is the contract's, below /api. */
  call: (method: string, path: string, sent?: Sent) => Promise<Answer>;
  /** Statements that the portal sent while `operation` ran, without begin and commit. */
  sqlOf: (action: () => Promise<unknown>) => Promise<string[]>;
  sqlCount: (action: () => Promise<unknown>) => Promise<number>;
  /** A new active user with an open session. */
  login: (as?: {
    role?: Role;
    email?: string;
    firstName?: string;
    lastName?: string;
    app?: Portal;
  }) => Promise<SignedIn>;
  close: () => Promise<void>;
  /** Leaves the database and the files to copies; close it after them. */
  rest: () => Promise<void>;
}

const standingStill = '2026-11-21T12:00:00.000Z';
const hourMs = 3_600_000;

/**
 * The whole API on a database of its own, without listening: no mocks but the clock. Close it after the tests. `copyOf`:
 * one that rests, from whose rows and files it begins.
 */
export async function buildTestApp(
  options: {
    now?: Date | string;
    config?: Partial<Config>;
    limits?: DatabaseLimits;
    copyOf?: TestApp;
    /** For tests of the ten minutes in which a release can be stopped; in all others it takes effect with its answer. */
    releasesWait?: boolean;
  } = {},
): Promise<TestApp> {
  const original = options.copyOf?.platform.config;
  const database = await createTestDatabase(original && { copyOf: original.databaseUrl });
  const dataDir = await mkdtemp(join(tmpdir(), 'clearcall-test-'));
  if (original !== undefined) await cp(original.dataDir, dataDir, { recursive: true });
  let now = new Date(options.now ?? standingStill);
  const config: Config = {
    port: 3000,
    host: '127.0.0.1',
    dataDir,
    s3: null,
    databaseUrl: database.url,
    publicUrl: 'http://localhost:3000',
    // Requests come from this machine: a test says for whom.
    trustProxy: ['loopback'],
    smtpUrl: null,
    emailsOff: false,
    sentryDsn: null,
    dataKey: { keys: [Buffer.alloc(32, 1)] },
    oidcProviders: [],
    passwordLoginForced: false,
    demo: true,
    worker: true,
    pdfChecks: 2,
    logLevel: 'silent',
    rateLimits: false,
    strictReplies: true,
    // A test sees at once what it changed.
    changesSeenWithinMs: 0,
    requestTimeoutMs: 60_000,
    uploadWindowMs: 30_000,
    events: { beatMs: 5_000, lifeMs: 25_000 },
    ...options.config,
  };
  const log = config.logLevel === 'silent' ? createLog('trace', logOfRun) : createLog(config.logLevel);
  const platform: Platform = {
    ...buildPlatform(config, log, { limits: options.limits ?? {} }),
    now: () => now,
  };
  const app = await buildApp(platform);
  await app.ready();
  let people = 0;
  let isResting = false;

  async function rest(): Promise<void> {
    if (isResting) return;
    isResting = true;
    await app.close();
    await notePeople(platform.db);
    await platform.databases.close();
  }

  async function skipWaiting(): Promise<void> {
    await sql`update waiting_releases set due_at = ${workflowNow(platform)}`.execute(platform.db);
    await runDueReleases(platform);
  }

  async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const form = sent.form === undefined ? null : new Response(sent.form);
    const json = sent.raw === undefined && sent.body !== undefined;
    const payload =
      form !== null ? Buffer.from(await form.arrayBuffer()) : json ? JSON.stringify(sent.body) : sent.raw;
    const events = eventsOf(method, path);
    const answer = await app.inject({
      payloadAsStream: events !== undefined,
      method: method as 'GET',
      url: path.startsWith('/api') ? path : `/api${path}`,
      headers: {
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...(form === null ? {} : { 'content-type': form.headers.get('content-type') ?? '' }),
        // As browsers do, which are the ones that keep cookies.
        ...(sent.headers?.cookie === undefined || sent.isProgram ? {} : { origin: config.publicUrl }),
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...sent.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    if (options.releasesWait !== true && answer.statusCode === 200 && /^\/v2\/.*\/release$/.test(path))
      await skipWaiting();
    // A stream does not end by itself: its first events are its answer.
    const bytes = events === undefined ? answer.rawPayload : await readUntil(answer.stream(), events);
    answer.raw.res.destroy();
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes.toString(),
      bytes,
      headers: answer.headers,
    };
  }

  async function sqlOf(action: () => Promise<unknown>): Promise<string[]> {
    const statements: string[] = [];
    const stop = platform.databases.onStatement((text) => statements.push(text));
    try {
      await action();
    } finally {
      stop();
    }
    return statements;
  }

  async function login(as: Parameters<TestApp['login']>[0] = {}): Promise<SignedIn> {
    people += 1;
    const { role = 'user', email = `person${people}@example.org` } = as;
    const { firstName = 'Person', lastName = `Number ${people}` } = as;
    const user = await platform.db
      .insertInto('users')
      .values({ email, first_name: firstName, last_name: lastName, role, status: 'active', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = newToken();
    const id = newId();
    await platform.db
      .insertInto('sessions')
      .values({
        id,
        family_id: id,
        user_id: user.id,
        app: as.app ?? (administratorRoles.includes(role) ? 'admin_portal' : 'user_portal'),
        refresh_hash: tokenHash(newToken()),
        access_hash: tokenHash(token),
        // Long enough for tests that move the clock over a whole call.
        access_expires_at: new Date(now.getTime() + 1000 * 24 * hourMs),
        created_at: now,
        opened_at: now,
        expires_at: new Date(now.getTime() + 1000 * 24 * hourMs),
      })
      .execute();
    await platform.db.insertInto('fresh_sign_ins').values({ family_id: id, at: now }).execute();
    return { token, userId: user.id, email };
  }

  return {
    app,
    platform,
    db: platform.db,
    clock: {
      set: (to) => {
        now = new Date(to);
      },
      advance: (ms) => {
        now = new Date(now.getTime() + ms);
      },
    },
    call,
    sqlOf,
    sqlCount: async (action) => (await sqlOf(action)).length,
    login,
    rest,
    close: async () => {
      await rest();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
