import { Readable } from 'node:stream';
import { message } from '@clearcall/i18n/message.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Files, ReceivedFile } from '../files/files.ts';
import { type Refusal, refuse } from './refuse.ts';

/** The parts of one kind of upload, apart from its file, which is named `files`. */
export interface UploadParts<Target> {
  /** Fields that name the place of the file, the necessary one first; none if there is only one place. */
  fields: readonly string[];
  /** Reads the place; null if the fields do not name one. */
  readTarget: (fields: ReadonlyMap<string, string>) => Target | null;
  /** Changes the file on its way to the disk. */
  pass?: (file: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

export interface Received<Target> {
  target: Target;
  file: ReceivedFile;
  /** As the sender named it, or empty; not to be trusted. */
  filename: string;
}

const inOrder = message('refusals.upload.order');

/**
 * Reads a multipart upload: the fields of its place and one file, streamed to the disk. `decide` is asked as
 * soon as the file begins and says how many bytes it may have, or refuses it; where the file comes before its place, it is
 * asked at the end, and until then the file lies aside, of `maxBytes` at most. What comes behind a file that was decided
 * about (another file, a field that would have named another place) refuses the whole: nothing is dropped in silence. What
 * is refused is still read for a while, so that the sender gets to read the answer: most browsers read none before they
 * have sent all. Of what is far too large no more is read, and the connection ends with the answer.
 */
export async function receiveParts<Target>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { fields: names, readTarget, pass = (file) => file }: UploadParts<Target>,
  files: Files,
  maxBytes: number,
  decide: (target: Target, filename: string) => Promise<{ limitBytes: number } | Refusal>,
): Promise<Received<Target> | Refusal> {
  if (!request.isMultipart()) return refuse('unsupported_media');
  const [place] = names;
  const read = [...names, 'files'];
  const fields = new Map<string, string>();
  let outcome: Received<Target> | Refusal | null = null;
  /** A file that came before its place. */
  let aside: Omit<Received<Target>, 'target'> | null = null;
  const decideOn = async (filename: string): Promise<{ target: Target; limitBytes: number } | Refusal> => {
    const target = fields.has('files') ? null : readTarget(fields);
    if (target === null) return placeless(place);
    const decision = await decide(target, filename);
    return 'refused' in decision ? decision : { target, ...decision };
  };
  const dropped = { bytes: 0 };
  try {
    for await (const part of request.parts()) {
      if (outcome !== null) {
        if (part.type === 'file') await drop(part.file, dropped);
        if ('file' in outcome && read.includes(part.fieldname)) {
          await outcome.file.discard();
          outcome = refuse('invalid_input', { message: [inOrder] });
        }
        continue;
      }
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      if (part.fieldname !== 'files') {
        outcome = noFile;
        await drop(part.file, dropped);
        continue;
      }
      const filename = part.filename ?? '';
      const isEarly = aside === null && place !== undefined && !fields.has(place) && !fields.has('files');
      const decision = isEarly ? { target: null, limitBytes: maxBytes } : await decideOn(filename);
      if ('refused' in decision) {
        outcome = decision;
        await drop(part.file, dropped);
        continue;
      }
      const { target, limitBytes } = decision;
      const got = await files.receive(Readable.from(pass(inTurn(part.file))), limitBytes);
      if (!got.ok) {
        outcome = tooLarge(limitBytes);
        await drop(part.file, dropped);
      } else if (target === null) aside = { file: got.file, filename };
      else outcome = { target, file: got.file, filename };
    }
    if (outcome === null && aside !== null) {
      const decision = await decideOn(aside.filename);
      if ('refused' in decision) outcome = decision;
      else if (aside.file.sizeBytes > decision.limitBytes) outcome = tooLarge(decision.limitBytes);
      else outcome = { target: decision.target, ...aside };
      if ('refused' in outcome) await aside.file.discard();
    }
  } catch (error) {
    if (outcome !== null && 'file' in outcome) await outcome.file.discard();
    else await aside?.file.discard();
    if (error instanceof FarTooMuch && outcome !== null && 'refused' in outcome) {
      endWithAnswer(request, reply);
      return outcome;
    }
    if (isBrokenOff(error))
      return refuse('invalid_input', { message: [message('refusals.upload.incomplete')] });
    throw error;
  }
  return outcome ?? noFile;
}

const noFile = refuse('invalid_input', { message: [message('refusals.upload.noFile')] });

const placeless = (place = 'files'): Refusal =>
  refuse('invalid_input', {
    message: [inOrder],
    body: { issues: [{ in: 'body', at: place, code: 'invalid_type' }] },
  });

const tooLarge = (limitBytes: number): Refusal =>
  refuse('file_too_large', {
    message: message('refusals.upload.tooLarge', { n: Math.round(limitBytes / 1_048_576) }),
  });

/** What is read of a refused upload, to be dropped: as much as people send by mistake. */
const maxDropped = 16 * 1_048_576;

/** So long a sender who is told to stop may take to read it. */
const lastReadMs = 1_000;

/** Node would cut the connection with the answer, while the sender still sends: then nobody could read it. */
function endWithAnswer({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  reply.header('Connection', 'close');
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lastReadMs).unref();
  };
}

class FarTooMuch extends Error {}

async function drop(source: Readable, dropped: { bytes: number }): Promise<void> {
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    dropped.bytes += chunk.length;
    if (dropped.bytes > maxDropped) throw new FarTooMuch('an upload is far too large');
  }
}

/** Pieces of files that are hashed and written at a time, of all uploads together: in between others are answered. */
const turns = turnstile(2);

/**
 * The pieces of a file, each when it is its turn. One that waits for its line to bring more holds up nobody, and one that
 * waits for its turn is not read on.
 */
async function* inTurn(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const leave = await turns();
    try {
      yield chunk;
    } finally {
      leave();
    }
  }
}

/** Lets so many through at a time, in the order in which they came; each says when it is through. */
function turnstile(places: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = places;
  // Whatever else has come meanwhile is dealt with first.
  const leave = () =>
    setImmediate(() => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    });
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    return leave;
  };
}

/** What the reader of multipart bodies says when a body ends too early or is none. */
const brokenOff = /unexpected end|malformed|premature close|boundary not found|aborted|needle cannot/i;

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && brokenOff.test(error.message);
}
