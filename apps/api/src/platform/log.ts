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

/** A log of JSON lines whose fields come from the list above; an error keeps its name, message, code and stack. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
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
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
