import type { Readable } from 'node:stream';
import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { endpoints } from '@clearcall/contract/routes.ts';
import { z } from 'zod';

const streams = (endpoints as readonly Endpoint[]).filter(({ kind }) => kind === 'events');

/** The names of the events that a request would open a stream of; undefined if it is about something else. */
export function eventsOf(method: string, address: string): string[] | undefined {
  const [path = ''] = address.split('?');
  const found = streams.find(
    (one) => one.method === method && new RegExp(`^(/api)?${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
  return found?.reply instanceof z.ZodObject ? Object.keys(found.reply.shape) : undefined;
}

/** Reads an answer to its end, or until it has each of these events. */
export async function readUntil(stream: Readable, names: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    if (names.every((name) => text.includes(`event: ${name}\n`))) break;
  }
  return Buffer.concat(chunks);
}
