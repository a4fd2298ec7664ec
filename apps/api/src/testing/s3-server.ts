import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readS3Url, type S3Place } from '../platform/files/s3-url.ts';

interface Asked {
  path: string;
  req: { baseUrl?: string };
  state: object;
}

interface Server {
  middleware: ((asked: Asked, next: () => Promise<void>) => Promise<void>)[];
  run: () => Promise<AddressInfo>;
  close: () => Promise<void>;
}

/**
 * The client signs the path of a bucket as it sends it, with a slash at the end. This server forgets the slash, unless
 * the bucket came in the name of the host.
 */
const readSlash: Server['middleware'][number] = (asked, next) => {
  if (/^\/[^/]+\/$/.test(asked.path)) {
    asked.req.baseUrl = '/';
    Object.defineProperty(asked.state, 'vhost', { get: () => true, set: () => undefined });
  }
  return next();
};

// It comes without types.
const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver') as new (options: Record<string, unknown>) => Server;

/** A real S3 server on a free port, in this process: it ends with the run. It checks signatures, and keeps on a disk. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'clearcall-s3-'));
  const start = (port: number) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: 'calls' }],
    });
    server.middleware.unshift(readSlash);
    return server.run().then((address) => ({ server, address }));
  };
  let running: Awaited<ReturnType<typeof start>> | null = await start(0);
  const { port } = running.address;
  const stop = async () => {
    await running?.server.close();
    running = null;
  };
  const urlOf = ({ key = 'S3RVER', secret = 'S3RVER', path = '/calls' } = {}): string =>
    `http://${key}:${secret}@127.0.0.1:${port}${path}`;
  return {
    directory,
    port,
    urlOf,
    placeOf: (more: Parameters<typeof urlOf>[0] = {}): S3Place => {
      const read = readS3Url(urlOf(more));
      if (!('value' in read) || read.value === null)
        throw new Error('the address of the server cannot be read');
      return read.value;
    },
    stop,
    startAgain: async () => {
      running ??= await start(port);
    },
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
