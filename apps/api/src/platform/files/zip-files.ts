import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A text, or a file that is opened when its turn comes. */
export type ZipEntry = { path: string } & (
  | { text: string }
  | {
      /** `isGone`: whether nobody waits for it any more. */
      open: (isGone: () => boolean) => Promise<Readable>;
      /** It could not be opened, and is not there; or it broke off, and is there in part. */
      failed: (how: 'missing' | 'cut', error: unknown) => void;
    }
);

/**
 * A zip of what comes, as a stream: one entry after the other, each asked for when the one before it was read, so that
 * nothing stands whole in memory and a slow reader slows the reading of files. A file that cannot be read spoils nothing:
 * it is told to whoever named it, and the next one follows. When its reader goes away, what is open is closed and nothing
 * more is asked for. When `entries` itself fails the stream breaks off, so that nobody takes what came for the whole.
 */
export function zipFiles(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let reading: Readable | null = null;
  const stream = Readable.from(output, { objectMode: false });

  /** What a file holds, as far as it can be read. */
  async function* readable(source: Readable, cut: (error: unknown) => void): AsyncGenerator<Buffer> {
    try {
      yield* source;
    } catch (error) {
      if (!stream.destroyed) cut(error);
    }
  }

  async function add(entry: ZipEntry): Promise<void> {
    if ('text' in entry) {
      zip.addBuffer(Buffer.from(entry.text), entry.path, { mtime });
      return;
    }
    const { path, open, failed } = entry;
    let source: Readable;
    try {
      source = await open(() => stream.destroyed);
    } catch (error) {
      failed('missing', error);
      return;
    }
    // Whoever asked may have gone meanwhile.
    if (stream.destroyed) {
      source.destroy();
      return;
    }
    reading = Readable.from(
      readable(source, (error) => failed('cut', error)),
      { objectMode: false },
    );
    reading.once('close', () => source.destroy());
    // What is uploaded is compressed already.
    zip.addReadStream(reading, path, { mtime, compress: false });
    await finished(reading).catch(() => undefined);
    reading = null;
  }

  async function addAll(): Promise<void> {
    for await (const entry of entries) {
      if (stream.destroyed) return;
      await add(entry);
      if (output.writableNeedDrain)
        await Promise.race([once(output, 'drain'), once(stream, 'close')]).catch(() => undefined);
    }
    zip.end();
  }

  zip.on('error', (error: Error) => stream.destroy(error));
  stream.once('close', () => reading?.destroy());
  addAll().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}
