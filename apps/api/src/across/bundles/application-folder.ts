import type { Readable } from 'node:stream';
import type { Application, Document } from '@clearcall/domain/applications/application.ts';
import { namesOfFolder, portableName } from '@clearcall/domain/values/file-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { cleanCopy } from '../../features/applications/documents/clean-copy.ts';
import { FilesUnavailable } from '../../platform/files/files.ts';
import type { ZipEntry } from '../../platform/files/zip-files.ts';
import { isRefusal, refusalSentence } from '../../platform/http/refuse.ts';
import type { Platform } from '../../platform/platform.ts';

/** Who gets the files, and when they asked. */
export interface FolderReader {
  userId: number;
  now: Date;
  translator: Translator;
}

/** Why a file is not there, in words for its reader. */
export class Missing extends Error {
  override name = 'Missing';
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Opens a document as its reader may have it: what was uploaded, or the copy that does not say who wrote it. */
async function openDocument(platform: Platform, document: Document, reader: FolderReader) {
  const { translate } = reader.translator;
  const gone = () => new Missing(translate(message('bundles.missing.gone')));
  const copied = async () => {
    const key = await cleanCopy(platform, document.id, reader);
    if (!isRefusal(key)) return key;
    throw key.refused === 'not_found' ? gone() : new Missing(refusalSentence(key.refused, reader.translator));
  };
  const original = async () => {
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from documents where id = ${document.id}::uuid`.execute(platform.db);
    return rows[0]?.key;
  };
  const key = document.isCopy === true ? await copied() : await original();
  const file = key === undefined ? null : await platform.files.open(key);
  if (file === null) throw gone();
  return file.stream;
}

/** The folder of a document: the title of the step that it belongs to. */
function folderOf({ steps, assignments }: Application, document: Document): string {
  const assignment = assignments.find(({ id }) => id === document.assignmentId);
  // The contract leaves the shape of a step to the form engine.
  return (steps as { id: string; title: string }[]).find(({ id }) => id === assignment?.stepId)?.title ?? '';
}

/**
 * The documents of an application that its reader may have, in one folder named by its uid, below it one for each step;
 * `openPrintout` gives the PDF of the application that goes with them.
 * What could not be read is named there in a text, with the reason. Source: Requirements 2g, 1.
 */
export async function* applicationFolder(
  platform: Platform,
  application: Application,
  reader: FolderReader,
  openPrintout?: (isGone: () => boolean) => Promise<Readable>,
): AsyncGenerator<ZipEntry> {
  const { log } = platform;
  const { translate } = reader.translator;
  const top = portableName(application.uid, String(application.id));
  const folders = namesOfFolder();
  const inside = new Map<string, { path: string; free: ReturnType<typeof namesOfFolder> }>();
  const failed: string[] = [];
  const fileAt = (path: string, open: (isGone: () => boolean) => Promise<Readable>): ZipEntry => ({
    path: `${top}/${path}`,
    open,
    failed(how, error) {
      const known = error instanceof Missing;
      if (!known)
        log.error({ err: error, applicationId: application.id, how }, 'a file of a bundle cannot be read');
      const reason =
        how === 'cut'
          ? translate(message('bundles.missing.cut'))
          : known
            ? error.reason
            : error instanceof FilesUnavailable
              ? refusalSentence('files_away', reader.translator)
              : translate(message('bundles.missing.failed'));
      failed.push(translate(message('bundles.missing.line', { file: path, reason })));
    },
  });
  if (openPrintout !== undefined)
    yield fileAt(folders(`${application.uid}.pdf`, 'application.pdf'), openPrintout);
  for (const document of application.documents) {
    const step = folderOf(application, document);
    const folder = inside.get(step) ?? {
      path: folders(step, 'step'),
      free: namesOfFolder(),
    };
    inside.set(step, folder);
    const path = `${folder.path}/${folder.free(document.filename, 'document')}`;
    yield fileAt(path, () => openDocument(platform, document, reader));
  }
  if (failed.length > 0)
    yield {
      path: `${top}/${folders(translate(message('bundles.missing.name')), 'missing.txt')}`,
      text: `${[translate(message('bundles.missing.head')), ...failed].join('\r\n')}\r\n`,
    };
}
