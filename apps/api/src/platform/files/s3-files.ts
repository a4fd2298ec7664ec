import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';
import { errorCode } from './error-code.ts';
import {
  type Files,
  FilesUnavailable,
  isKey,
  newKey,
  type Standing,
  type StoredFile,
  theKey,
} from './files.ts';
import { type Incoming, receiving } from './receive.ts';
import type { S3Place } from './s3-url.ts';

/** Until the server answers. How long a file then takes is its own matter, as long as something moves. */
const answerLimitMs = 15_000;
/** Longer than a slow reader may rest (http/send-file.ts): who rests is the reader's fault, not the bucket's. */
const restLimitMs = 120_000;

const quiet = (): void => undefined;

/** Faults that only the operator can put right: the settings do not fit the server. By the codes of S3. */
const settled: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the server knows no such bucket',
  InvalidAccessKeyId: 'the server does not know the access key',
  SignatureDoesNotMatch: 'the secret does not belong to the access key',
  InvalidSecurity: 'the server does not take the access key',
  AccessDenied: 'the access key may not list, write and remove files there',
  AllAccessDisabled: 'the access key may not list, write and remove files there',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  IllegalLocationConstraintException: 'the bucket is in another region',
  RequestTimeTooSkewed: 'the clock of this machine is wrong by more than the server takes',
  InvalidBucketName: 'the server takes no bucket of this name',
};

interface S3Error {
  name: string;
  status: number | undefined;
}

function asS3Error(error: unknown): S3Error {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined };
  const { $metadata: facts } = error as { $metadata?: { httpStatusCode?: number } };
  return { name: error.name, status: facts?.httpStatusCode };
}

const isMissing = (error: unknown): boolean => {
  const { name, status } = asS3Error(error);
  return name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket');
};

/** What went wrong, in words that hold no key: what the server itself says may. */
function reasonOf(error: unknown): string {
  const { name, status } = asS3Error(error);
  const known = settled[name];
  if (known !== undefined) return known;
  return status === undefined
    ? `it does not answer (${errorCode(error) ?? name})`
    : `it answers ${status} ${name}`;
}

const asFilesUnavailable = (error: unknown): FilesUnavailable =>
  new FilesUnavailable(`the bucket cannot be used: ${reasonOf(error)}`, { cause: error });

/** Passes a file on and compares it with its hash. The last part goes out only when all of it was right. */
async function* checked(source: AsyncIterable<Buffer>, sha256: string | undefined): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  for await (const chunk of source) {
    hash.update(chunk);
    if (last !== null) yield last;
    last = chunk;
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256)
    throw new FilesUnavailable('a file in the bucket is not what was stored there');
  if (last !== null) yield last;
}

/**
 * Files in a bucket of a server that speaks S3. They are received on this machine, below `root`, and sent on when they
 * are whole. The client is loaded with the first use: whoever keeps files on a disk does without it.
 */
export function s3Files(place: S3Place, root: string): Files {
  const { bucket: Bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = place;
  const markKey = `${prefix}owner`;
  const nameOf = (key: string): string => `${prefix}${theKey(key)}`;

  let opening: ReturnType<typeof load> | null = null;
  async function load() {
    const sdk = await import('@aws-sdk/client-s3');
    const client: S3Client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // In the path, as every server takes it; a bucket with a dot has no certificate of its own either.
      forcePathStyle: true,
      // Servers other than the first one do not know the newer checks; ours goes with the signature.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      // What fails is thrown, and said once where it is caught.
      logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
      requestHandler: {
        connectionTimeout: 3_000,
        socketTimeout: restLimitMs,
        throwOnRequestTimeout: true,
        // Each download holds one; a few slow readers must not keep all others waiting.
        httpAgent: { maxSockets: 500 },
        httpsAgent: { maxSockets: 500 },
      },
    });
    return { sdk, client };
  }
  const open = () => {
    opening ??= load();
    return opening;
  };
  const soon = { requestTimeout: answerLimitMs };

  async function send(
    name: string,
    body: Readable | Buffer,
    { sizeBytes, sha256 }: Pick<Incoming, 'sizeBytes' | 'sha256'>,
  ) {
    const { sdk, client } = await open();
    const hash = sha256.toString('hex');
    const command = new sdk.PutObjectCommand({
      Bucket,
      Key: name,
      Body: body,
      ContentLength: sizeBytes,
      ContentType: 'application/octet-stream',
      Metadata: { sha256: hash },
    });
    // Signed with the hash of its content, the server takes nothing else.
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = hash;
        return next(args);
      },
      { step: 'build', name: 'contentHash' },
    );
    await client.send(command);
  }

  const facts = (bytes: Buffer) => ({
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  });

  async function store(file: Incoming): Promise<string> {
    const key = newKey();
    const body = createReadStream(file.path);
    try {
      await send(nameOf(key), body, file);
      return key;
    } catch (error) {
      throw asFilesUnavailable(error);
    } finally {
      body.destroy();
    }
  }

  async function get(name: string) {
    const { sdk, client } = await open();
    try {
      const { Body, ContentLength, Metadata } = await client.send(
        new sdk.GetObjectCommand({ Bucket, Key: name }),
        soon,
      );
      if (!(Body instanceof Readable) || ContentLength === undefined)
        throw new Error('the server sent no content');
      return { body: Body, sizeBytes: ContentLength, sha256: Metadata?.sha256 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw asFilesUnavailable(error);
    }
  }

  return {
    ...receiving(join(root, 'incoming'), store),

    async open(key) {
      const found = await get(nameOf(key));
      if (found === null) return null;
      const { body, sizeBytes, sha256 } = found;
      const stream = Readable.from(checked(body, sha256), { objectMode: false });
      // Whoever stops reading before it began has started no generator that would let go of it.
      stream.once('close', () => body.destroy());
      return { stream, sizeBytes };
    },

    async remove(key) {
      const name = nameOf(key);
      const { sdk, client } = await open();
      try {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: name }), soon);
      } catch (error) {
        if (!isMissing(error)) throw asFilesUnavailable(error);
      }
    },

    async list(folder) {
      const { sdk, client } = await open();
      const stored: StoredFile[] = [];
      try {
        let after: string | undefined;
        do {
          const page = await client.send(
            new sdk.ListObjectsV2Command({ Bucket, Prefix: `${prefix}${folder}/`, ContinuationToken: after }),
            soon,
          );
          for (const { Key = '', LastModified = null } of page.Contents ?? [])
            stored.push({ key: Key.slice(prefix.length), keptAt: async () => LastModified });
          after = page.NextContinuationToken;
        } while (after !== undefined);
      } catch (error) {
        throw asFilesUnavailable(error);
      }
      return stored.filter(({ key }) => isKey(key));
    },

    async mark(owner) {
      const found = await get(markKey);
      if (found !== null) return String(await buffer(found.body)).trim();
      const bytes = Buffer.from(owner);
      await send(markKey, bytes, facts(bytes)).catch((error: unknown) => {
        throw asFilesUnavailable(error);
      });
      return owner;
    },

    async check(): Promise<Standing> {
      const { sdk, client } = await open();
      const probe = `${prefix}probe`;
      try {
        await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), soon);
        await send(probe, Buffer.from('x'), facts(Buffer.from('x')));
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: probe }), soon);
        return { ok: true };
      } catch (error) {
        const sentence = `S3_URL: the bucket '${Bucket}' at ${endpoint} cannot be used: ${reasonOf(error)}.`;
        return { ok: false, passes: settled[asS3Error(error).name] === undefined, sentence };
      }
    },
  };
}
