import { message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Document } from '../model/application.ts';
import type { DocumentSnapshot } from './application-snapshot.ts';

/** A document as a viewer may see it: its names have no language yet where they say who wrote it. */
export type SeenDocument = Omit<Document, 'filename' | 'originalFilename'> &
  Record<'filename' | 'originalFilename', Translatable>;

/**
 * A document as one reader gets it, with the time that this reader may know. Readers who may know its author get it as
 * it was uploaded, under the name that it had. All others get a cleaned copy (`isCopy`), named by the label of its author
 * and the title of its element ('Scientific reviewer 2, Report.pdf'). Source: Requirements 2, 6.20.
 */
export function documentFor(
  document: DocumentSnapshot,
  { knowsAuthor, label, createdAt }: { knowsAuthor: boolean; label: Translatable; createdAt: string | null },
): SeenDocument {
  if (knowsAuthor) return { ...document, createdAt };
  const name = message('workflow.file.copy', { author: label, file: document.filename });
  return { ...document, filename: name, originalFilename: name, createdAt, isCopy: true };
}
