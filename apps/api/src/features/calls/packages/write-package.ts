import { exportCallPackage } from '@clearcall/contract/call-packages.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  type CallPackage,
  outsideNames,
  packageFormat,
  portableCall,
} from '@clearcall/domain/calls/definition/call-package.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { ZipEntry } from '../../../platform/files/zip-files.ts';
import { zipFiles } from '../../../platform/files/zip-files.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadEditedCall } from '../definition/load-draft.ts';
import { loadLiveCall } from '../definition/load-live.ts';
import { loadStoredFiles } from '../definition/stored-files.ts';
import { filePath } from './read-package.ts';

/** The published version of a call, or the draft of one that was never published. */
async function loadExported(db: Db, id: number, platform: Platform): Promise<CallDefinition | undefined> {
  const language = platform.organisation.language();
  const live = await loadLiveCall(db, id, language);
  if (live === undefined || live.flowVersion > 0) return live?.definition;
  return (await loadEditedCall(db, id, language))?.definition;
}

/** Names of partitions and lists in words. */
async function loadNames(db: Db, { partitions, lists }: ReturnType<typeof outsideNames>) {
  const { rows } = await sql<Pick<CallPackage, 'partitions' | 'lists'>>`
    select coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id)
        from partitions where id = any(${partitions}::text[])), '[]') as partitions,
      coalesce((select jsonb_agg(jsonb_build_object('tag', tag, 'title', title) order by tag)
        from option_groups where tag = any(${lists}::text[])), '[]') as lists`.execute(db);
  return rows[0] ?? { partitions: [], lists: [] };
}

/** A call with its documents as one file, to move it to another installation. */
export const exportPackage = operation(exportCallPackage, async ({ params: { id }, now }, platform) => {
  const { db, files, log } = platform;
  const exported = await loadExported(db, id, platform);
  if (exported === undefined) return refuse('not_found');
  const stored = await loadStoredFiles(platform, id);
  const keys = new Map(stored.map(({ sha256, key }) => [sha256, key]));
  // A document whose file is not stored has none in the package either.
  const call = portableCall({
    ...exported,
    documents: exported.documents.map((document) =>
      keys.has(document.file?.sha256 ?? '') ? document : { ...document, file: null },
    ),
  });
  const { theme } = await platform.organisation();
  const described: CallPackage = {
    format: packageFormat,
    organisation: theme.organization.name,
    call,
    ...(await loadNames(db, outsideNames(call))),
  };
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: 'call.json', text: JSON.stringify(described, null, 2) };
    for (const document of call.documents) {
      const key = keys.get(document.file?.sha256 ?? '');
      if (key === undefined) continue;
      const file = await files.open(key);
      // Half a package is worse than none.
      if (file === null) throw new Error(`the file of document ${document.id} of call ${id} is missing`);
      yield {
        path: filePath(document),
        open: async () => file.stream,
        failed: (how, error) =>
          log.error({ callId: id, name: document.id, how, err: error }, 'a document is missing in a package'),
      };
    }
  }
  return {
    stream: zipFiles(entries(), now),
    contentType: 'application/zip',
    filename: `${call.code}-${call.year}-${call.number}-call.zip`,
  };
});
