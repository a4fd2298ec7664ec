import { documentFault } from '@clearcall/domain/calls/call-document.ts';
import {
  type CallDefinition,
  type DocumentDefinition,
  mostDocuments,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import { documentId } from '@clearcall/domain/calls/definition/call-documents.ts';
import { inLanguage, inOrderFor, languageOf } from '@clearcall/domain/forms/text-in-languages.ts';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { authorLanguage } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import type { Quoted } from '@clearcall/ui/kit/text/quoting.tsx';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';
import { callUpload } from '@clearcall/ui/session/call.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCallEditing } from '../editing/call-editing.tsx';
import { FileQueue, type QueuedFile, type StoredFile } from './file-queue.ts';

/** The title of a document as its reader sees it; without one, its place in the list. */
export function documentTitle(document: DocumentDefinition, nth: number): Quoted {
  const order = inOrderFor(pageLanguage(), authorLanguage());
  const title = inLanguage(document.title, order);
  if (title === '') return { title: t('setup.documents.nth', { n: nth + 1 }), lang: undefined };
  const language = languageOf(document.title, order) ?? authorLanguage();
  return { title, lang: language === pageLanguage() ? undefined : language };
}

function refusalOf(file: File, maxMb: number): string | null {
  const { name, size } = file;
  switch (documentFault(file, maxMb)) {
    case 'format':
      return t('setup.documents.format', { name });
    case 'empty':
      return t('forms.file.empty', { name });
    case 'size':
      return t('forms.file.tooLarge', { name, size: sizeText(size), mb: numberText(maxMb) });
    case null:
      return null;
  }
}

/** Returns why a stored file cannot be put there, or null. */
function whyNotTake(
  { documents }: CallDefinition,
  { sha256 }: StoredFile,
  { document }: QueuedFile,
): string | null {
  if (document !== null && documents.every(({ id }) => id !== document)) return t('setup.documents.gone');
  const same = documents.findIndex(({ id, file }) => id !== document && file?.sha256 === sha256);
  if (same >= 0) return t('setup.documents.same', { n: same + 1 });
  return document === null && documents.length >= mostDocuments
    ? t('setup.documents.full', { n: mostDocuments })
    : null;
}

/** The files on their way into the draft, and what the page says about them to those who hear it. */
export function useFileQueue(say: (sentence: string) => void): {
  queue: FileQueue;
  files: readonly QueuedFile[];
} {
  const { id: callId, definition, language, uploadMaxMb, edit } = useCallEditing();
  const world = {
    send: (file: File, options: Parameters<ConstructorParameters<typeof FileQueue>[0]['send']>[1]) => {
      const form = new FormData();
      form.set('files', file, file.name);
      return callUpload('POST /admin/calls/:id/documents', {
        params: { id: String(callId) },
        form,
        quiet: true,
        ...options,
      });
    },
    refusalOf: (file: File) => refusalOf(file, uploadMaxMb),
    take: (stored: StoredFile, queued: QueuedFile) => {
      const { document, file } = queued;
      const refusal = whyNotTake(definition, stored, queued);
      if (refusal !== null) return refusal;
      if (document === null) {
        const id = documentId(stored.filename, newId().slice(0, 6));
        const title = { [language]: stored.filename.replace(/\.[^.]*$/, '') };
        edit([
          {
            do: 'add',
            to: ['documents'],
            after: definition.documents.at(-1)?.id ?? null,
            thing: { id, title, file: stored } as DocumentDefinition,
          },
        ]);
      } else edit([{ do: 'set', at: ['documents', document, 'file'], value: stored }]);
      say(t('setup.documents.added', { name: file.name }));
      return null;
    },
  };
  const [queue] = useState(() => new FileQueue(world));
  useEffect(() => queue.follow(world));
  const files = useSyncExternalStore(queue.subscribe, queue.read);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (queue.isBusy()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, [queue]);
  return { queue, files };
}
