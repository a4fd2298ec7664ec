import { message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Document } from '../applications/application.ts';
import type { StoredPerson } from '../people/person-name.ts';
import { cleanName } from '../values/file-name.ts';
import type { DocumentSnapshot } from './application-snapshot.ts';

/** A document as a viewer may see it: its names have no language yet where they say who wrote it. */
export type SeenDocument = Omit<Document, 'filename' | 'originalFilename'> &
  Record<'filename' | 'originalFilename', Translatable>;

/** User id, a part of the name, and the title of the element. Of a person whose name is not kept: the id alone. */
function nameForStaff(filename: string, { id, firstName, lastName }: StoredPerson): string {
  const name = [...cleanName(lastName || firstName)].slice(0, 30).join('').trim();
  return [id, ...(name === '' ? [] : [name]), filename].join('_');
}

/**
 * A document as one reader gets it, with the time that this reader may know. Readers who may know its author get it as
 * it was uploaded, under the name that it had; `author` is given for staff, to whom the portal's own name of it tells the
 * author: '12_Vandenbroucke_CV of the PI.pdf'. All others get a cleaned copy (`isCopy`), named by the label of its author
 * and the title of its element ('Scientific reviewer 2, Report.pdf'). Source: Requirements 2, 6.20.
 */
export function documentFor(
  document: DocumentSnapshot,
  {
    knowsAuthor,
    author,
    label,
    createdAt,
  }: {
    knowsAuthor: boolean;
    author: StoredPerson | null;
    label: Translatable;
    createdAt: string | null;
  },
): SeenDocument {
  if (knowsAuthor) {
    const filename = author === null ? document.filename : nameForStaff(document.filename, author);
    return { ...document, filename, createdAt };
  }
  const name = message('workflow.file.copy', { author: label, file: document.filename });
  return { ...document, filename: name, originalFilename: name, createdAt, isCopy: true };
}
