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
  'applicationIds',
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
    serializers: { err: errorFields, code: codeOf },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const shortest = /^[\w.-]{1,60}$/;
/** A code is a word of a program. Whatever else stands there comes from outside. */
const codeOf = (code: unknown): string | undefined =>
  shortest.test(String(code)) ? String(code) : undefined;

// A database error also carries the values that it stumbled over (detail, where, hint): those stay out.
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutPeople(String(error)) };
  const code = 'code' in error ? codeOf(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : errorFields(error.cause);
  const { name } = error;
  return { type: name, message: messageOf(error), code, stack: callsOf(error), cause };
}

/** The words of an error for a log, without the people and values that it quotes. */
function messageOf(error: Error): string {
  if ('issues' in error && Array.isArray(error.issues)) return error.issues.map(placeOf).join('; ');
  // What a mail server answers is written by whoever runs it: often the person's name, in its own words.
  if ('responseCode' in error) return `the mail server answered ${codeOf(error.responseCode) ?? 'something'}`;
  return namesColumns(error) ? error.message : withoutPeople(error.message);
}

/** Where something was not as it should be, not what it was: the keys of an object may be what somebody typed. */
function placeOf(issue: { code?: unknown; path?: unknown }): string {
  const path = Array.isArray(issue.path) ? issue.path : [];
  const words = path.map((step) => codeOf(step) ?? '…').join('.');
  return `${codeOf(issue.code) ?? 'wrong'} at ${words}`;
}

/** The stack without its first lines, which repeat the message. */
function callsOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const calls = at === -1 ? stack : stack.slice(at + message.length);
  return calls
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** PostgreSQL quotes tables, columns and constraints like values. In these sentences only the former stand. */
const namesColumns = (error: Error): boolean =>
  'severity' in error && 'code' in error && /^(23|42P|427)/.test(String(error.code));

const maxLetters = 1_000;

/**
 * The words of an error without what it quotes: parsers, databases and mail servers repeat addresses and values in their
 * sentences. A value may hold quotation marks itself, so everything from the first to the last one goes, and no sentence of
 * ours has a second line.
 */
function withoutPeople(words: string): string {
  const [line = ''] = words
    .replace(/"[\s\S]*"/, '"…"')
    .slice(0, maxLetters)
    .split('\n');
  return line.replaceAll(/[^\s<>"'`(),;:]*@[^\s<>"'`(),;:]+/g, '[address]');
}
