import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startS3Server } from '../../testing/s3-server.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
let app: TestApp;
beforeAll(async () => {
  server = await startS3Server();
  app = await buildTestApp({ config: { s3: server.placeOf() } });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

it('takes a large file in and out without ever holding it whole', async () => {
  const { files } = app.platform;
  const part = Buffer.alloc(1_048_576, 'part');
  const parts = 128;
  const heldNow = () => {
    globalThis.gc?.();
    return process.memoryUsage().arrayBuffers;
  };
  // The client is loaded by now; what is measured is what the file costs, here and at the server in this process.
  const before = heldNow();
  const held: number[] = [];
  async function* given() {
    for (let nth = 1; nth <= parts; nth += 1) {
      yield part;
      if (nth % 16 === 0) held.push(heldNow() - before);
    }
  }
  const received = await files.receive(Readable.from(given()), 200_000_000);
  if (!received.ok) throw new Error(received.reason);
  const watch = setInterval(() => held.push(heldNow() - before), 1_000);
  const key = await received.file.keep();
  clearInterval(watch);
  const found = await files.open(key);
  let read = 0;
  for await (const chunk of found?.stream ?? []) {
    const last = Math.floor(read / (16 * part.length));
    read += (chunk as Buffer).length;
    if (Math.floor(read / (16 * part.length)) > last) held.push(heldNow() - before);
  }
  expect([read, found?.sizeBytes]).toEqual([parts * part.length, parts * part.length]);
  // The client and the server, both in this process, hold a few parts each; on a busy machine more wait their turn.
  expect(Math.max(...held)).toBeLessThan(80 * part.length);
  await files.remove(key);
});
