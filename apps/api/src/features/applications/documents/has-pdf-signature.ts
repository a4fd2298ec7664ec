/**
 * The mark of a PDF, with nothing before it but what no reader minds. The format lets it stand anywhere in the first
 * 1,024 bytes: there a page of the web could stand before it, and pass for one.
 */
const signature = /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*%PDF-\d/;
/** Whether a file whose first kilobyte is `head` begins as a PDF does. Costs nothing: asked before anybody looks into it. */
export const hasPdfSignature = (head: Buffer): boolean => signature.test(head.toString('latin1'));
