import { downloadCallBundle } from '@clearcall/contract/bundles.ts';
import { inExtent } from '@clearcall/domain/permissions/download-call.ts';
import { askedCentres } from '@clearcall/domain/permissions/report-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import { readApplication } from '../../features/applications/open.ts';
import { type DownloadRight, loadDownloadRight } from '../../features/calls/download-right.ts';
import { applicationsOf, loadReportPartitions } from '../../features/calls/reports/applications-of.ts';
import { type ZipEntry, zipFiles } from '../../platform/files/zip-files.ts';
import { type Actor, operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { inBackground, type Platform } from '../../platform/platform.ts';
import { applicationFolder, type FolderReader } from './application-folder.ts';

/**
 * The files of the applications within the right of the reader, each application read when its turn comes and as the
 * reader sees it then. What says of whom and when comes first, so that the download begins at once.
 */
async function* bundle(
  platform: Platform,
  { call, extent }: DownloadRight & { extent: NonNullable<DownloadRight['extent']> },
  { actor, reader }: { actor: Actor; reader: FolderReader },
): AsyncGenerator<ZipEntry> {
  const { db } = platform;
  const { translator, now } = reader;
  const at = { at: now.toISOString(), timeZone: call.timeZone };
  yield {
    path: 'README.txt',
    text: `${translator.translate(message('bundles.readMe', { call: call.title, at }))}\r\n`,
  };
  const partitions = await loadReportPartitions(db, call.id);
  const { language } = translator;
  for await (const application of applicationsOf(db, call.id, { userId: actor.userId, language })) {
    const { status, conflicted } = application;
    if (!inExtent(extent, { status, conflicted, centres: askedCentres(application, partitions) })) continue;
    const seen = await readApplication(platform, actor, { key: application.uid }, now, translator);
    if (seen !== null) yield* applicationFolder(platform, seen, reader);
  }
}

/** The bundle of a call: what it collected, as far as the caller may download it. Source: Requirements 1, 1.9. */
export const downloadCall = operation(
  downloadCallBundle,
  async ({ params, actor, now, translator }, platform) => {
    const right = await loadDownloadRight(platform.db, actor, params.id);
    if (right === null) return refuse('not_found');
    const { call, extent } = right;
    if (extent === null) return refuse('forbidden');
    const reader = { userId: actor.userId, now, translator };
    // Minutes of small statements: on the connections of those who do not wait.
    const entries = bundle(inBackground(platform), { call, extent }, { actor, reader });
    return {
      stream: zipFiles(entries, now),
      contentType: 'application/zip',
      filename: `${call.code}-${call.year}-${call.number}-bundle.zip`,
    };
  },
);
