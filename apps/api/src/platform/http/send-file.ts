import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a deed of kind `file` returns. A download, never shown in the page, unless it says otherwise. */
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

export function sendFile(reply: FastifyReply, file: FileOut): FastifyReply {
  reply.header('Content-Disposition', disposition(file));
  // The reader of PDFs in a browser draws with what our policy for pages forbids.
  if (file.inline) reply.header('Content-Security-Policy', "frame-ancestors 'none'");
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', 'private, no-store');
  if (file.sizeBytes !== undefined) reply.header('Content-Length', file.sizeBytes);
  return reply.type(file.contentType).send(file.stream);
}
