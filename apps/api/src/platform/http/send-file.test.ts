import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';

let app: TestApp;
let draft: Draft;
let port: number;
let path: string;

// More than the connections between two programs take in by themselves: Linux lets them grow to 32 and 4 MB.
const sizeBytes = 48_000_000;

beforeAll(async () => {
  app = await buildTestApp({ config: { requestTimeoutMs: 2_000 } });
  await createSurroundings(app.db);
  const call = await createCall(app);
  draft = await createDraft(app, call.id);
  const uploaded = await uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
  path = `/download/upload/${uploaded.body.document.id}`;
  const { key } = await app.platform.files.put(Buffer.alloc(sizeBytes, 'x'));
  await app.db.updateTable('documents').set({ storage_key: key, size_bytes: sizeBytes }).execute();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** A client that asks, and reads nothing until it is told to. */
function ask(method: string, asked = path, times = 1): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  const request = `${method} /api${asked} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${draft.token}\r\n\r\n`;
  socket.write(request.repeat(times));
  return socket;
}

const many = (count: number, method: string, asked?: string, times?: number) =>
  Array.from({ length: count }, () => ask(method, asked, times));

describe.runIf(process.platform === 'linux')('a file that nobody reads any more', () => {
  /** How many files of the storage this process holds open. */
  async function held(): Promise<number> {
    const names = await readdir('/proc/self/fd');
    const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return links.filter((link) => link.startsWith(app.platform.config.dataDir)).length;
  }

  /** How many bytes this process has read so far, of files and of connections. */
  const readBytes = async () =>
    Number(/^rchar: (\d+)$/m.exec(await readFile('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);

  // What nobody closes is closed when its memory is needed, with a warning: that is luck.
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  beforeAll(() => void process.on('warning', warned));
  afterAll(() => void process.off('warning', warned));

  const goneAfter: readonly number[] = [0, 1, 2, 4, 8, 16, 32, 64];

  it('is closed, whenever its reader went away', async () => {
    for (const ms of goneAfter) {
      const sockets = [...many(8, 'GET'), ...many(2, 'GET', path, 3)];
      await setTimeout(ms);
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(held, { timeout: 60_000 }).toBe(0);
  });

  it('is closed in the middle of an archive too', async () => {
    for (const ms of goneAfter) {
      const sockets = many(4, 'GET', `/users/${draft.userId}/data`);
      await setTimeout(ms * 2);
      for (const socket of sockets) socket.destroy();
    }
    const [last] = many(1, 'GET', `/users/${draft.userId}/data`);
    await expect.poll(held, { timeout: 60_000 }).toBe(1);
    last?.destroy();
    await expect.poll(held, { timeout: 60_000 }).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('is closed when its reader rests for too long', async () => {
    const ours = once(app.app.server, 'connection') as Promise<[Socket]>;
    const socket = ask('GET');
    const [connection] = await ours;
    await expect.poll(held, { timeout: 60_000 }).toBe(1);
    // The connection is over, with no whole file in it, and the file with the connection.
    await expect.poll(() => connection.destroyed, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(connection.bytesWritten).toBeLessThan(sizeBytes);
    await expect.poll(held, { timeout: 60_000 }).toBe(0);
    socket.destroy();
  });

  it('is not read where only its head is asked for', async () => {
    const before = await readBytes();
    const sockets = many(8, 'HEAD');
    const heads = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<string>((done) => socket.once('data', (bytes) => done(String(bytes))).resume()),
      ),
    );
    await expect.poll(held, { timeout: 60_000 }).toBe(0);
    // A file is read in pieces of this size; the process reads other things as well.
    expect((await readBytes()) - before).toBeLessThan(sockets.length * 65_536);
    for (const head of heads)
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 200 [^]*content-length: ${sizeBytes}\\r\\n`, 'i'));
    for (const socket of sockets) socket.destroy();
  });
});

it('is a download that does nothing in a browser, and comes whole to whoever asks for a part', async () => {
  const { status, headers, bytes } = await app.call('GET', path, {
    token: draft.token,
    headers: { range: 'bytes=0-9' },
  });
  expect([status, bytes.length]).toEqual([200, sizeBytes]);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'none',
  });
});

it('is whole or not there, while it is removed', async () => {
  const {
    id,
    storage_key: key,
    ...row
  } = await app.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
  const asked = Array.from({ length: 12 }, async (_none, nth) => {
    await setTimeout(nth * 2);
    return app.call('GET', path, { token: draft.token });
  });
  await setTimeout(8);
  await app.db.deleteFrom('documents').where('id', '=', id).execute();
  await app.platform.files.remove(key);
  const seen = new Set(
    (await Promise.all(asked)).map(({ status, bytes }) => `${status} ${status === 200 ? bytes.length : ''}`),
  );
  expect([...seen].filter((one) => one !== '404 ' && one !== `200 ${sizeBytes}`)).toEqual([]);
  expect(row.size_bytes).toBe(sizeBytes);
});
