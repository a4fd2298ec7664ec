import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const minBytes = 1_024;
/** A tenth of the time of the next that is smaller, by a fiftieth: whoever asks for lists in odd ways makes us do it. */
const brotliQuality = 5;

/** The bytes of an answer that many get, made and compressed once. */
export class EncodedResponse {
  readonly type: string;
  /** Of the content, however it is compressed. */
  readonly tag: string;
  readonly plain: Buffer;
  /** null: too short to be worth it. */
  readonly gzip: Buffer | null;
  readonly br: Buffer | null;
  constructor({
    type,
    tag,
    plain,
    gzip,
    br,
  }: Pick<EncodedResponse, 'type' | 'tag' | 'plain' | 'gzip' | 'br'>) {
    this.type = type;
    this.tag = tag;
    this.plain = plain;
    this.gzip = gzip;
    this.br = br;
  }
}

/** Makes the bytes of a text, of a media type. */
export async function encodeResponse(type: string, text: string): Promise<EncodedResponse> {
  const plain = Buffer.from(text);
  const tag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`;
  if (plain.length < minBytes) return new EncodedResponse({ type, tag, plain, gzip: null, br: null });
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [zipped, pressed] = await Promise.all([compressGzip(plain), compressBrotli(plain, { params })]);
  return new EncodedResponse({ type, tag, plain, gzip: zipped, br: pressed });
}

/** Makes an answer again only where what it is made of is not the very same as the last time. */
export function memoizeResponse<A extends readonly unknown[]>(
  make: (...of: A) => Promise<EncodedResponse>,
): (...of: A) => Promise<EncodedResponse> {
  let last: { of: A; made: Promise<EncodedResponse> } | null = null;
  return (...of) => {
    if (last === null || of.some((one, at) => one !== last?.of[at])) last = { of, made: make(...of) };
    return last.made;
  };
}

/** Whether a reader that knows these tags has this content. */
function isKnown(tags: string | undefined, tag: string): boolean {
  if (tags === undefined) return false;
  return tags === tag || tags === '*' || tags.split(',').some((one) => one.trim() === tag);
}

const encodings = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
};

/** Whether the reader takes an answer that is compressed in this way. */
export const takesEncoding = ({ headers }: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  encodings[encoding].test(String(headers['accept-encoding'] ?? ''));

/** Sends it as small as the reader takes it, or only says that it is still the same. How long it is kept was said before. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  made: EncodedResponse,
): FastifyReply {
  const { headers } = request;
  const hangsOn = reply.getHeader('vary');
  reply.header('ETag', made.tag);
  reply.header('Vary', [...(hangsOn === undefined ? [] : [String(hangsOn)]), 'Accept-Encoding'].join(', '));
  if (isKnown(headers['if-none-match'], made.tag)) return reply.status(304).send();
  reply.header('Content-Type', made.type);
  for (const encoding of ['br', 'gzip'] as const) {
    if (made[encoding] !== null && takesEncoding(request, encoding))
      return reply.header('Content-Encoding', encoding).send(made[encoding]);
  }
  return reply.send(made.plain);
}
