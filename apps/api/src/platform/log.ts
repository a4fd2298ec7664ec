import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger };

/** What a log line may hold beside its message. Everything else is left out: no address, name, token or answer. */
const allowed = new Set([
  'requestId',
  'method',
  'route',
  'status',
  'durationMs',
  'code',
  'userId',
  'applicationId',
  'assignmentId',
  'eventId',
  'deliveryId',
  'template',
  'task',
  'attempt',
  'count',
  'bytes',
  'name',
  'err',
]);

/** What every line carries that is written while a request is answered. */
export const logsOfRequest = new AsyncLocalStorage<{ requestId: string }>();

/** A log of JSON lines whose fields come from the list above; an error keeps its name, message, code and stack. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    mixin: () => ({ ...logsOfRequest.getStore() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name))),
    },
    serializers: { err: errorFields },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

// A database error also carries the values that it stumbled over (detail, where): those stay out.
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : errorFields(error.cause);
  const { name, message, stack } = error;
  return { type: name, message: withoutPeople(message), code, stack: withoutPeople(stack ?? ''), cause };
}

/**
 * The words of an error without what it quotes: databases and mail servers repeat addresses and values in their
 * sentences. Names of columns and the like, in quotes too, stay.
 */
function withoutPeople(words: string): string {
  return words.replaceAll(/[^\s<>"'`(),;:]+@[^\s<>"'`(),;:]+/g, '[address]').replaceAll(quoted, '"…"');
}
const quoted = /"(?![a-z_][a-z0-9_.]*")[^"\n]*"/g;
