import { downloadLegacyFiles } from '@clearcall/contract/legacy.ts';
import { legacyScope } from '@clearcall/domain/permissions/legacy.ts';
import { message } from '@clearcall/i18n/message.ts';
import { safeName, zipFiles } from '../../platform/files/zip-files.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadLegacyFiles } from './sql.ts';

/** All files of an archived application in one archive, for whoever may see that one. Source: Requirements 2h, 2.1. */
export const downloadAll = operation(
  downloadLegacyFiles,
  async ({ params, actor, now, translator }, platform) => {
    if (!(await platform.organisation()).theme.legacy) return refuse('not_found');
    const found = await loadLegacyFiles(platform.db, legacyScope(actor), params.id);
    if (found === null || found.files.length === 0) return refuse('not_found');
    const stream = await zipFiles(platform.files, found.files, {
      mtime: now,
      tellMissing: (names) => {
        platform.log.error({ legacyRecordId: params.id }, 'files of an archived application are missing');
        return {
          filename: `${translator.translate(message('parts.zip.missingName'))}.txt`,
          text: `${translator.translate(message('parts.zip.missing', { number: found.number }))}\n\n${names.join('\n')}\n`,
        };
      },
    });
    return { stream, contentType: 'application/zip', filename: `${safeName(found.number)}.zip` };
  },
);
