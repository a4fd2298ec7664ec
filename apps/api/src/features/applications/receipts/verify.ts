import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  canonicalReceipt,
  compareReceipt,
  type Receipt,
  type ReceiptFault,
  receiptSchema,
  type StoredSubmission,
} from '@clearcall/domain/applications/receipt.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sealOfReceipts } from './load-receipts.ts';
import { hashOfAnswer, hashOfContent, loadSubmissions } from './stored-submissions.ts';

async function hashOfFile({ files }: Platform, key: string): Promise<string | null> {
  const file = await files.open(key);
  if (file === null) return null;
  const hash = createHash('sha256');
  await pipeline(file.stream, hash);
  return hash.digest('hex');
}

async function loadStored(
  platform: Platform,
  { assignmentId, submission: number }: Receipt,
): Promise<StoredSubmission | null> {
  const [found] = await loadSubmissions(platform.db, assignmentId, number);
  if (found === undefined) return null;
  const { submittedAt, writtenSha256, content } = found;
  const files: [string, { sha256: string; bytesSha256: string | null }][] = [];
  for (const { id, sha256, storageKey } of found.files)
    files.push([id, { sha256, bytesSha256: await hashOfFile(platform, storageKey) }]);
  return {
    submittedAt,
    writtenSha256,
    sha256: hashOfContent(content),
    answers: content.answers.map((answer) => ({
      element: answer.elementId,
      row: answer.groupId,
      sha256: hashOfAnswer(answer),
    })),
    files: new Map(files),
  };
}

/** The receipt in a text; null where there is none in it. */
export function readReceipt(text: string): Receipt | null {
  try {
    return receiptSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Holds a receipt against the stored submission and the bytes of its files. */
export async function verifyReceipt(platform: Platform, receipt: Receipt): Promise<ReceiptFault[]> {
  const mark = { keyId: receipt.seal.key, hmac: Buffer.from(receipt.seal.hmac, 'hex') };
  const sealed = platform.vault.isMarked(canonicalReceipt(receipt), mark, sealOfReceipts);
  return compareReceipt(receipt, await loadStored(platform, receipt), sealed);
}

/** What is wrong, for whoever runs the portal. */
export function sentenceOf(fault: ReceiptFault): string {
  switch (fault.kind) {
    case 'seal':
      return 'The seal is not of this portal, or the receipt was changed after it was sealed, or the key of the seal is no longer in the settings.';
    case 'missing':
      return 'The portal has no such submission.';
    case 'time':
      return `The portal has another time of submission: ${fault.stored}.`;
    case 'content':
      return 'The content that is stored is not the one of the receipt.';
    case 'written':
      return 'The content that is stored was changed since it was submitted.';
    case 'answer': {
      const where = fault.row === null ? '' : ` (row ${fault.row})`;
      const how = {
        changed: 'is stored otherwise',
        removed: 'is not stored any more',
        added: 'is stored, and is not in the receipt',
      }[fault.how];
      return `The answer to “${fault.question}”${where} ${how}.`;
    }
    case 'file':
      return fault.how === 'gone'
        ? `The file “${fault.name}” is not kept any more.`
        : `The file “${fault.name}” has another content.`;
  }
}
