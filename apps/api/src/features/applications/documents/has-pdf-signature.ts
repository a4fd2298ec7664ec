import { open } from 'node:fs/promises';

/**
 * The mark of a PDF, with nothing before it but what no reader minds. The format lets it stand anywhere in the first
 * 1,024 bytes: there a page of the web could stand before it, and pass for one.
 */
const signature = /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*%PDF-\d/;
const signatureWithin = 1024;

/** Whether the file at a path begins as a PDF does. Costs nothing: asked before anybody looks into it. */
export async function hasPdfSignature(path: string): Promise<boolean> {
  const handle = await open(path);
  const head = Buffer.alloc(signatureWithin);
  const { bytesRead } = await handle.read(head, 0, signatureWithin, 0).finally(() => handle.close());
  return signature.test(head.toString('latin1', 0, bytesRead));
}
