import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Platform } from '../platform.ts';

export interface Notifications {
  /** Sends to all who listen, in this process too. It is lost while the database is away. */
  notify: (channel: string, payload: string) => Promise<void>;
  /** Ends the connection. */
  stop: () => Promise<void>;
}

interface Listener {
  channels: readonly string[];
  hear: (channel: string, payload: string) => void;
  /** Listening begins, at first and after the database was away: notifications before it may have been missed. */
  connected: () => void;
}

/** How long after the loss of the connection it is made again. */
const pauseMs = 1_000;
/** A connection that answers later counts as lost. */
const maxAnswerMs = 5_000;
/** How long it may take to end. */
const endWithinMs = 500;

/** As which the connection is known to the database, from the name of the process. */
export const nameOfListener = (process: string): string => process.replace(/^\S+/, 'clearcall-listener');

/**
 * Listens to notifications of the database, on one connection of its own that is made again whenever it is lost. The
 * connections of the pools cannot listen: each is somebody else's in a moment.
 */
export function listenToDatabase(
  { config, databases, log }: Pick<Platform, 'config' | 'databases' | 'log'>,
  listener: Listener,
): Notifications {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: pg.Client | null = null;

  async function listenOnce(): Promise<void> {
    const opened = new pg.Client({
      connectionString: config.databaseUrl,
      application_name: nameOfListener(databases.name),
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: maxAnswerMs,
      query_timeout: maxAnswerMs,
    });
    const ended = new Promise<void>((resolve) => opened.once('end', resolve));
    const end = async () => {
      opened.end().catch(() => undefined);
      // Its other end may be silent.
      await setTimeout(endWithinMs, null, { ref: false });
      opened.connection.stream.destroy();
    };
    opened.on('error', noteLoss(log));
    opened.on('notification', ({ channel, payload = '' }) => {
      try {
        listener.hear(channel, payload);
      } catch (error) {
        log.error({ err: error, channel }, 'a notification of the database could not be read');
      }
    });
    try {
      await opened.connect();
      signal.addEventListener('abort', end, { once: true });
      for (const channel of listener.channels) await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      signal.throwIfAborted();
      client = opened;
      listener.connected();
      await ended;
    } finally {
      client = null;
      signal.removeEventListener('abort', end);
      opened.connection.stream.destroy();
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!signal.aborted) noteLoss(log)(error);
      });
      await setTimeout(pauseMs, null, { signal, ref: false }).catch(() => undefined);
    }
  }
  const listening = keepListening();

  return {
    notify: async (channel, payload) => {
      const used = client;
      await used?.query('select pg_notify($1, $2)', [channel, payload]).catch((error: unknown) => {
        noteLoss(log)(error);
        used.connection.stream.destroy();
      });
    },
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}

const noteLoss =
  (log: Logger) =>
  (error: unknown): void =>
    log.warn({ err: error }, 'the connection for notifications of the database was lost');
