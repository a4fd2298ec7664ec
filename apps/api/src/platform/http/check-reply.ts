import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { z } from 'zod';
import type { Platform } from '../platform.ts';

/**
 * Holds a reply against the contract. What does not match is a bug and throws; only what is too much is left out
 * instead where users are waiting (`strictReplies` off), because it must not reach them.
 */
export function checkReply(endpoint: Endpoint, reply: unknown, { config, log, tracing }: Platform): unknown {
  const result = schemaOf(endpoint).safeParse(reply);
  if (result.success) return result.data;
  const surplus = result.error.issues.every((issue) => issue.code === 'unrecognized_keys');
  const failure = new Error(`the reply of ${endpoint.method} ${endpoint.path} does not match the contract`, {
    cause: result.error,
  });
  if (config.strictReplies || !surplus) throw failure;
  log.error({ err: failure }, 'a reply held more than the contract names');
  tracing.report(failure, { route: endpoint.path });
  const copy = structuredClone(reply);
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') removeKeys(copy, issue.path, issue.keys);
  }
  return copy;
}

/** One event is sent at a time. */
const schemaOf = ({ kind, reply }: Endpoint): z.ZodType =>
  kind === 'events' && reply instanceof z.ZodObject ? reply.partial() : reply;

function removeKeys(from: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  let place: unknown = from;
  for (const step of path) place = (place as Record<PropertyKey, unknown>)[step];
  for (const key of keys) delete (place as Record<string, unknown>)[key];
}
