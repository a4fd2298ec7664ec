/**
 * A program of its own, started by write-pdf.ts: it reads a `PdfTask` and writes its PDF. A document takes a second of a
 * processor, which nobody who waits for an answer of the portal should wait for.
 */
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { drawDocument } from './draw.ts';
import type { PdfTask } from './pdf-document.ts';

const task = JSON.parse(await text(process.stdin)) as PdfTask;
await pipeline(drawDocument(task), process.stdout, { end: false });
