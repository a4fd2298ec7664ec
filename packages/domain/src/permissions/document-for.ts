import { message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Document } from '../model/application.ts';
import type { DocumentSnapshot } from './application-snapshot.ts';

/** A document as a viewer may see it: its names have no language yet where they say who wrote it. */
export type SeenDocument = Omit<Document, 'filename' | 'originalFilename'> &
  Record<'filename' | 'originalFilename', Translatable>;

/**
 * A document as one reader gets it. Whoever may know its author gets it as it was uploaded, under the name that it had.
 * Anybody else gets a cleaned copy (`isCopy`), named by the label of its author and the title of its element
 * ('Scientific reviewer 2, Report.pdf'), and the day (00:00 UTC) in place of the moment it came. `label` is what stands
 * in place of the author. Source: Requirements 2, 6.20.
 */
export function documentFor(
  document: DocumentSnapshot,
  { knowsAuthor, label }: { knowsAuthor: boolean; label: Translatable },
): SeenDocument {
  if (knowsAuthor) return document;
  const name = message('workflow.file.copy', { author: label, file: document.filename });
  return {
    ...document,
    filename: name,
    originalFilename: name,
    createdAt: `${document.createdAt.slice(0, 10)}T00:00:00.000Z`,
    isCopy: true,
  };
}
