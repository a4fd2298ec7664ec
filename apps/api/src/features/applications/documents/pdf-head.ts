/** Bytes that some programs write before the head of a PDF, and that readers skip. */
const lead = /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*(?=%PDF-\d)/;
/** The format lets the head begin anywhere in so many bytes. */
const headBytes = 1_024;

/**
 * Whether a file begins as a PDF does. Before its head, a page of the web could pass for a PDF. Costs nothing: asked
 * before anybody looks into the file.
 */
export const hasPdfSignature = (head: Buffer): boolean =>
  /^%PDF-\d/.test(head.subarray(0, 8).toString('latin1'));

const withoutLead = (head: Buffer): Buffer =>
  head.subarray(lead.exec(head.subarray(0, headBytes).toString('latin1'))?.[0].length ?? 0);

/** Passes a file on without a byte order mark, spaces and line ends before the head of a PDF. Nothing else changes. */
export async function* fromHead(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer | null = Buffer.alloc(0);
  for await (const chunk of file) {
    if (held === null) yield chunk;
    else {
      held = Buffer.concat([held, chunk]);
      if (held.length < headBytes) continue;
      yield withoutLead(held);
      held = null;
    }
  }
  if (held !== null && held.length > 0) yield withoutLead(held);
}
