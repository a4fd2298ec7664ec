import { downloadApplicationFiles } from '@clearcall/contract/bundles.ts';
import { readApplication } from '../../features/applications/open.ts';
import { zipFiles } from '../../platform/files/zip-files.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { applicationFolder } from './application-folder.ts';

/** All documents of an application that the caller may see, as a zip. */
export const downloadAll = operation(
  downloadApplicationFiles,
  async ({ params, actor, now, translator }, platform) => {
    const application = await readApplication(platform, actor, { key: params.id }, now, translator);
    if (application === null) return refuse('not_found');
    const reader = { userId: actor.userId, now, translator };
    return {
      stream: zipFiles(applicationFolder(platform, application, reader), now),
      contentType: 'application/zip',
      filename: `${application.uid}-documents.zip`,
    };
  },
);
