import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { type ZipEntry, zipFiles } from './zip-files.ts';

const megabyte = Buffer.alloc(1_048_576, 'any');
const megabytes = 700;

it('holds more than 4 GB, in little memory', async () => {
  const open = async () => {
    let left = megabytes;
    const stream = new Readable({
      read() {
        left -= 1;
        this.push(left < 0 ? null : megabyte);
      },
    });
    return stream;
  };
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 7; at += 1) yield { path: `${at}.pdf`, open, failed: () => undefined };
  }
  const stream = zipFiles(entries(), new Date());
  const rest = process.memoryUsage().rss;
  let [bytes, most] = [0, 0];
  let tail = Buffer.alloc(0);
  await pipeline(
    stream,
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        tail = Buffer.concat([tail, chunk]).subarray(-2_000);
        most = Math.max(most, process.memoryUsage().rss);
        done();
      },
    }),
  );
  expect(bytes).toBeGreaterThan(7 * megabytes * megabyte.length);
  // The list at the end says that it counts in 64 bits, and so how many there are.
  const end = tail.indexOf(Buffer.from('PK\u0006\u0006', 'latin1'));
  expect(end).toBeGreaterThanOrEqual(0);
  expect(Number(tail.readBigUInt64LE(end + 32))).toBe(7);
  expect(most - rest).toBeLessThan(150 * 2 ** 20);
}, 300_000);
