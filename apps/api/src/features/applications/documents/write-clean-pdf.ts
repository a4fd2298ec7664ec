/**
 * A program of its own, started by pdf-process.ts with an empty environment: it reads a PDF, writes the cleaned copy of
 * it, and ends. An end without success says that what came is no copy. Nothing else reaches it.
 */
import { buffer } from 'node:stream/consumers';
import { cleanPdf } from './clean-pdf.ts';

const copy = await cleanPdf(await buffer(process.stdin));
process.stdout.write(copy);
