import { downloadLegacyFiles } from '@clearcall/contract/legacy.ts';
import { legacyScope } from '@clearcall/domain/permissions/legacy.ts';
import { namesOfFolder, portableName } from '@clearcall/domain/values/file-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import { type ZipEntry, zipFiles } from '../../platform/files/zip-files.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadLegacyFiles } from './sql.ts';

/**
 * All files of an archived application in one zip, for whoever may see that one. What cannot be read is named in a text
 * beside the others. Source: Requirements 2h, 2.1.
 */
export const downloadAll = operation(
  downloadLegacyFiles,
  async ({ params, actor, now, translator: { translate } }, platform) => {
    if (!(await platform.organisation()).theme.legacy) return refuse('not_found');
    const found = await loadLegacyFiles(platform.db, legacyScope(actor), params.id);
    if (found === null || found.files.length === 0) return refuse('not_found');
    const { number, files } = found;
    // Says at once that the storage is away, before a zip without files begins.
    (await platform.files.open(files[0]?.key ?? ''))?.stream.destroy();
    async function* entries(): AsyncGenerator<ZipEntry> {
      const free = namesOfFolder();
      const missing: string[] = [];
      for (const { key, filename } of files) {
        const path = free(filename, 'file');
        yield {
          path,
          open: async () => {
            const file = await platform.files.open(key);
            if (file === null) throw new Error('the file is gone');
            return file.stream;
          },
          failed(how, error) {
            platform.log.error(
              { err: error, legacyRecordId: params.id, how },
              'an archived file cannot be read',
            );
            missing.push(path);
          },
        };
      }
      if (missing.length === 0) return;
      yield {
        path: free(`${translate(message('parts.zip.missingName'))}.txt`, 'missing.txt'),
        text: `${translate(message('parts.zip.missing', { number }))}\n\n${missing.join('\n')}\n`,
      };
    }
    return {
      stream: zipFiles(entries(), now),
      contentType: 'application/zip',
      filename: `${portableName(number, 'files')}.zip`,
    };
  },
);
