import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a deed of kind `file` returns. Always a download, never shown in the page. */
export interface FileOut {
  stream: Readable;
  contentType: string;
  filename: string;
  sizeBytes?: number;
}

const plain = /[^A-Za-z0-9 ._-]/g;
const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** A Content-Disposition that every browser reads: a plain name, and the real one beside it (RFC 6266, RFC 8187). */
function attachment(filename: string): string {
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(/['()*!]/g, percent);
  return `attachment; filename="${filename.replace(plain, '_')}"; filename*=UTF-8''${encoded}`;
}

export function sendFile(reply: FastifyReply, file: FileOut): FastifyReply {
  reply.header('Content-Disposition', attachment(file.filename));
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', 'private, no-store');
  if (file.sizeBytes !== undefined) reply.header('Content-Length', file.sizeBytes);
  return reply.type(file.contentType).send(file.stream);
}
