import { createWriteStream } from 'node:fs';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isArchiveZip, maxArchiveMb, maxArchiveZip } from '@clearcall/domain/archive/archive-import.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { openZip, ZipFault, type ZippedFile } from '../../../platform/files/open-zip.ts';
import { type FindFiles, folderOf } from './import-export.ts';
import { type Exported, readExport } from './read-export.ts';

const megabyte = 1_048_576;
const limits = { maxEntries: maxArchiveZip.files, maxBytes: maxArchiveZip.unpackedMb * megabyte };

/** Files that systems add to a folder by themselves. */
const isOfSystem = (path: string): boolean =>
  path.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path);

const isTable = (path: string): boolean => /\.(json|csv|tsv)$/i.test(path);
const depthOf = (path: string): number => path.split('/').length - 1;

interface OpenedExport {
  records: AsyncIterable<Exported>;
  findFiles: FindFiles;
  /** Says which files belong to none of the proposals with these numbers. */
  describeRest?: (numbers: Iterable<string>) => Message | null;
}

async function* refusal(why: Message): AsyncGenerator<Exported> {
  yield { row: 1, why };
}

const noFiles: FindFiles = async () => [];
const refused = (why: Message): OpenedExport => ({ records: refusal(why), findFiles: noFiles });

function describeFault({ code, path }: ZipFault): Message {
  const name = path.slice(0, 200).toWellFormed();
  switch (code) {
    case 'entries':
      return message('archive.zip.entries', { n: maxArchiveZip.files });
    case 'size':
      return message('archive.zip.size', { n: maxArchiveZip.unpackedMb });
    case 'path':
      return message('archive.zip.path', { name });
    case 'twice':
      return message('archive.zip.twice', { name });
    case 'encrypted':
      return message('archive.zip.encrypted');
    case 'method':
      return message('archive.zip.method', { name });
    case 'damaged':
      return message('archive.zip.damaged');
  }
}

async function openZipped(path: string, folder: string): Promise<OpenedExport> {
  const all = (await openZip(path, limits))
    .map((file): ZippedFile => ({ ...file, path: file.path.normalize('NFC') }))
    .filter((file) => !isOfSystem(file.path));
  const tables = all.filter((file) => isTable(file.path));
  // Some programs put everything into one folder.
  const top = tables.filter((file) => depthOf(file.path) === 0);
  const found = top.length > 0 ? top : tables.filter((file) => depthOf(file.path) === 1);
  const [table] = found;
  if (table === undefined || found.length > 1)
    return refused(message('archive.zip.table', { n: found.length }));
  if (table.sizeBytes > maxArchiveMb * megabyte)
    return refused(message('archive.zip.tableTooLarge', { n: maxArchiveMb }));
  const tablePath = join(folder, `table${extname(table.path).toLowerCase()}`);
  await pipeline(table.open(), createWriteStream(tablePath, { mode: 0o600 }));

  const start = `${table.path.slice(0, table.path.lastIndexOf('/') + 1)}files/`;
  const rest: string[] = [];
  const folders = new Map<string, ZippedFile[]>();
  for (const file of all) {
    const [own, name] = file.path.startsWith(start) ? file.path.slice(start.length).split('/') : [];
    if (own !== undefined && name !== undefined && depthOf(file.path) === depthOf(start) + 1)
      folders.set(own, [...(folders.get(own) ?? []), file]);
    else if (file !== table) rest.push(file.path);
  }
  return {
    records: readExport(tablePath),
    findFiles: async (number) =>
      (folders.get(folderOf(number)) ?? []).map((file) => ({
        filename: file.path.slice(file.path.lastIndexOf('/') + 1).toWellFormed(),
        open: file.open,
      })),
    describeRest: (numbers) => {
      const known = new Set(Array.from(numbers, folderOf));
      const unknown = [...folders].filter(([name]) => !known.has(name)).flatMap(([, files]) => files);
      const left = [...rest, ...unknown.map((file) => file.path)].sort();
      const [first] = left;
      return first === undefined
        ? null
        : message('archive.zip.rest', { n: left.length, name: first.slice(0, 200).toWellFormed() });
    },
  };
}

/**
 * Opens an uploaded export: a table, or a zip that holds one table and beside it, in `files/`, a folder of files for each
 * proposal. The table is unpacked into `folder`; the files are read from the zip itself.
 */
export async function openExport(path: string, folder: string): Promise<OpenedExport> {
  if (!isArchiveZip(path)) return { records: readExport(path), findFiles: noFiles };
  try {
    return await openZipped(path, folder);
  } catch (error) {
    if (error instanceof ZipFault) return refused(describeFault(error));
    throw error;
  }
}
