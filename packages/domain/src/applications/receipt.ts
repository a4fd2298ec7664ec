import { z } from 'zod';
import { instant } from '../calls/call.ts';
import type { Answer, Row } from '../forms/types.ts';
import { uuid } from '../values/uuid.ts';

/**
 * The receipt of a submission: what was handed in, as hashes, so that it can be held against what is stored without
 * telling anybody what was written. docs/receipts.md says how each hash is made. Source: Requirements 2g, 3.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const receiptFormat = 'clearcall receipt 1';

export const receiptSchema = z.strictObject({
  format: z.literal(receiptFormat),
  /** The name of the organisation. */
  portal: z.string(),
  call: z.string(),
  application: z.string(),
  assignmentId: uuid,
  step: z.string(),
  /** 1 for the first one of the assignment. */
  submission: z.number().int().min(1),
  submittedAt: instant,
  /** In the order of the form, those that were hidden left out. `row` is the id of a row of a group. */
  answers: z.array(
    z.strictObject({ element: z.string(), row: uuid.nullable(), question: z.string(), sha256: hash }),
  ),
  /** The uploaded files that the answers name, with the hash over their bytes. */
  files: z.array(z.strictObject({ id: uuid, name: z.string(), sizeBytes: z.number().int(), sha256: hash })),
  /** Over the whole content. */
  sha256: hash,
  /** Which key of the portal wrote it, and its HMAC-SHA-256 over all that stands above. */
  seal: z.strictObject({ key: z.string().regex(/^[0-9a-f]{12}$/), hmac: hash }),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** An answer as it is hashed: JSON without spaces, its members in this order. */
export const canonicalAnswer = ({ elementId, groupId, values }: Answer): string =>
  JSON.stringify({ elementId, groupId, values });

/** The content of a submission as it is hashed: JSON without spaces, its members in this order, its lists as stored. */
export function canonicalContent(content: { answers: readonly Answer[]; rows: readonly Row[] }): string {
  const answers = content.answers.map(canonicalAnswer).join(',');
  const rows = content.rows.map(({ id, elementId, order }) => JSON.stringify({ id, elementId, order }));
  return `{"answers":[${answers}],"rows":[${rows.join(',')}]}`;
}

/** What the seal of a receipt is made over: all of it but the seal, its members in the order of the schema. */
export function canonicalReceipt(receipt: Receipt | Omit<Receipt, 'seal'>): string {
  const { seal: _, ...sealed } = receiptSchema.partial({ seal: true }).parse(receipt);
  return JSON.stringify(sealed);
}

/** A submission as it is stored now, with its hashes made anew. */
export interface StoredSubmission {
  submittedAt: string;
  /** That was written with it. */
  writtenSha256: string;
  sha256: string;
  answers: readonly { element: string; row: string | null; sha256: string }[];
  /** By id; `bytesSha256` is null where the file itself is not there. */
  files: ReadonlyMap<string, { sha256: string; bytesSha256: string | null }>;
}

/** In what a receipt and the portal differ. */
export type ReceiptFault =
  | { kind: 'seal' }
  | { kind: 'missing' }
  | { kind: 'time'; stored: string }
  | { kind: 'content' }
  | { kind: 'written' }
  | { kind: 'answer'; how: 'changed' | 'removed' | 'added'; question: string; row: string | null }
  | { kind: 'file'; how: 'changed' | 'gone'; name: string };

/**
 * Holds a receipt against what is stored: no fault where every hash, the time and the seal are the same. `sealed`: the seal
 * is the portal's own; `stored` null: there is no such submission.
 */
export function compareReceipt(
  receipt: Receipt,
  stored: StoredSubmission | null,
  sealed: boolean,
): ReceiptFault[] {
  const faults: ReceiptFault[] = sealed ? [] : [{ kind: 'seal' }];
  if (stored === null) return [...faults, { kind: 'missing' }];
  if (stored.submittedAt !== receipt.submittedAt) faults.push({ kind: 'time', stored: stored.submittedAt });
  if (stored.sha256 !== receipt.sha256) faults.push({ kind: 'content' });
  if (stored.writtenSha256 !== stored.sha256) faults.push({ kind: 'written' });
  const keyOf = (one: { element: string; row: string | null }) => `${one.element} ${one.row ?? ''}`;
  const found = new Map(stored.answers.map((one) => [keyOf(one), one]));
  for (const one of receipt.answers) {
    const { question, row } = one;
    const held = found.get(keyOf(one));
    found.delete(keyOf(one));
    if (held === undefined) faults.push({ kind: 'answer', how: 'removed', question, row });
    else if (held.sha256 !== one.sha256) faults.push({ kind: 'answer', how: 'changed', question, row });
  }
  for (const { element, row } of found.values())
    faults.push({ kind: 'answer', how: 'added', question: element, row });
  for (const { id, name, sha256 } of receipt.files) {
    const file = stored.files.get(id);
    if (file === undefined || file.bytesSha256 === null) faults.push({ kind: 'file', how: 'gone', name });
    else if (file.sha256 !== sha256 || file.bytesSha256 !== sha256)
      faults.push({ kind: 'file', how: 'changed', name });
  }
  return faults;
}
