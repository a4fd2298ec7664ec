import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What an operation of kind `file` returns. A download, never shown in the page, unless it says otherwise. */
export interface FileOut {
  stream: Readable;
  contentType: string;
  filename: string;
  sizeBytes?: number;
  /** The browser may show it: only what the organisation wrote, never what somebody uploaded. */
  inline?: boolean;
}

const plain = /[^A-Za-z0-9 ._-]/g;
const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** A Content-Disposition that every browser reads: a plain name, and the real one beside it (RFC 6266, RFC 8187). */
function disposition({ filename, inline = false }: FileOut): string {
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(/['()*!]/g, percent);
  return `${inline ? 'inline' : 'attachment'}; filename="${filename.replace(plain, '_')}"; filename*=UTF-8''${encoded}`;
}

/** What somebody uploaded does nothing in the browser, however it gets there: no script, no form, nothing loaded. */
const harmless = "default-src 'none'; sandbox";
/** The reader of PDFs in a browser draws with what our policy for pages forbids. */
const readInPlace = "frame-ancestors 'none'";

/**
 * Sends a file. A reader that takes nothing for `restLimitMs` has gone: what is held for it (a file, a connection to a
 * bucket) is let go.
 */
export function sendFile(reply: FastifyReply, file: FileOut, restLimitMs: number): FastifyReply {
  reply.header('Content-Disposition', disposition(file));
  reply.header('Content-Security-Policy', file.inline ? readInPlace : harmless);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', 'private, no-store');
  reply.header('Accept-Ranges', 'none');
  if (file.sizeBytes !== undefined) reply.header('Content-Length', file.sizeBytes);
  const letGo = () => file.stream.destroy();
  // Whatever becomes of the answer. Some went before it began: for them nothing is read at all.
  if (reply.raw.destroyed) letGo();
  reply.raw.once('close', letGo);
  reply.raw.setTimeout(restLimitMs, () => reply.raw.destroy());
  return reply.type(file.contentType).send(file.stream);
}
