import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ReadLegacyRecord, readLegacyRecord } from '@clearcall/domain/archive/read-legacy.ts';
import { portableName } from '@clearcall/domain/values/file-name.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../platform/db/pool.ts';
import { abandonFiles, noteAbandoned } from '../../../platform/files/abandon.ts';
import { ZipFault } from '../../../platform/files/open-zip.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rowOfRecord } from '../row-of-record.ts';
import type { Exported } from './read-export.ts';

/** A finding about a row: the field, if it is about one, and whether the record was left out because of it. */
export interface ReportLine {
  /** 0 for the export as a whole. */
  row: number;
  number: string | null;
  field: string | null;
  why: Message;
  refused: boolean;
}

type Outcome = 'added' | 'updated' | 'unchanged' | 'refused';
export type ImportCounts = Record<Outcome, number>;

/** A file of a proposal where the export has it. */
interface ExportedFile {
  filename: string;
  open: () => Readable;
}

/** Finds the files of a proposal in an export. */
export type FindFiles = (number: string) => Promise<ExportedFile[]>;

type HashedFile = ExportedFile & { sha256: Buffer };

interface StoredRow {
  id: string;
  filename: string;
  sha256: Buffer;
  storage_key: string;
}

/** The column holds as many bytes. */
const maxFileBytes = 2_147_483_647;

async function hashOf(file: ExportedFile): Promise<HashedFile> {
  const hash = createHash('sha256');
  await pipeline(file.open(), hash);
  return { ...file, sha256: hash.digest() };
}

/** The name of the folder that holds the files of a proposal. */
export const folderOf = (number: string): string => portableName(number, 'proposal');

/** Finds files in a folder on the disk, in the folder that is named like their proposal. Nothing in other folders, no links. */
export const filesInFolder =
  (folder: string): FindFiles =>
  async (number) => {
    const own = join(folder, folderOf(number));
    const entries = await readdir(own, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    });
    return entries
      .filter((one) => one.isFile())
      .map(({ name }) => ({ filename: name.toWellFormed(), open: () => createReadStream(join(own, name)) }));
  };

const storedFiles = async (db: Db, number: string): Promise<StoredRow[]> =>
  db
    .selectFrom('legacy_files as f')
    .innerJoin('legacy_records as l', 'l.id', 'f.record_id')
    .select(['f.id', 'f.filename', 'f.sha256', 'f.storage_key'])
    .where('l.number', '=', number)
    .execute();

/** The database's own rules about values. */
const isOfData = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

interface Stored {
  file: HashedFile;
  key: string;
  sizeBytes: number;
}

async function storeFiles(
  { files }: Platform,
  changed: readonly HashedFile[],
  keys: string[],
): Promise<{ ok: true; stored: Stored[] } | { ok: false; why: Message }> {
  const stored: Stored[] = [];
  for (const file of changed) {
    const received = await files.receive(file.open(), maxFileBytes);
    if (!received.ok)
      return { ok: false, why: message('archive.record.fileTooLarge', { name: file.filename }) };
    const key = await received.file.keep();
    keys.push(key);
    stored.push({ file: { ...file, sha256: received.file.sha256 }, key, sizeBytes: received.file.sizeBytes });
  }
  return { ok: true, stored };
}

/** Writes one record with its files, all or nothing. What an earlier import has under the same number is replaced. */
async function write(
  { db, now }: Platform,
  row: ReturnType<typeof rowOfRecord>,
  unread: string,
  stored: readonly Stored[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const values = { ...row, record: JSON.stringify(row.record), unread };
    const { id } = await tx
      .insertInto('legacy_records')
      .values(values)
      .onConflict((conflict) => conflict.column('number').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    // The row is held: nobody else writes its files meanwhile.
    const before = new Map((await storedFiles(tx, row.number)).map((one) => [one.filename, one]));
    for (const { file, key, sizeBytes } of stored) {
      const content = { size_bytes: sizeBytes, sha256: file.sha256, storage_key: key };
      const old = before.get(file.filename);
      if (old === undefined) {
        const named = { id: ids.get(file.filename) ?? '', record_id: id, filename: file.filename };
        await tx
          .insertInto('legacy_files')
          .values({ ...named, ...content })
          .execute();
      } else {
        await tx.updateTable('legacy_files').set(content).where('id', '=', old.id).execute();
        await noteAbandoned(tx, [old.storage_key], { now: now(), waitMs: 0 });
      }
    }
  });
}

async function importOne(
  platform: Platform,
  read: ReadLegacyRecord,
  { findFiles, dryRun }: Pick<How, 'findFiles' | 'dryRun'>,
  tell: (field: string | null, why: Message, refused?: boolean) => void,
): Promise<Outcome> {
  const { db } = platform;
  const before = await storedFiles(db, read.number);
  const onDisk: HashedFile[] = [];
  for (const file of (await findFiles(read.number)).sort((one, other) =>
    one.filename < other.filename ? -1 : 1,
  )) {
    try {
      onDisk.push(await hashOf(file));
    } catch (error) {
      if (!(error instanceof ZipFault)) throw error;
      tell('files', message('archive.record.fileDamaged', { name: file.filename }), true);
      return 'refused';
    }
  }
  const known = new Map(before.map((one) => [one.filename, one]));
  const changed = onDisk.filter(
    ({ filename, sha256 }) => known.get(filename)?.sha256.equals(sha256) !== true,
  );
  const ids = new Map(before.map(({ filename, id }) => [filename, id]));
  for (const { filename } of onDisk) if (!ids.has(filename)) ids.set(filename, platform.newId());
  for (const name of read.files)
    if (!ids.has(name)) tell('files', message('archive.record.fileMissing', { name }));
  if (read.record.regular === null && read.record.preparatory === null)
    tell(null, message('archive.record.noContact'));

  const row = rowOfRecord(read, (name) => ids.get(name));
  const unread = JSON.stringify(read.unread);
  const found = await sql<{ same: boolean }>`
    select submitted = ${row.submitted} and title = ${row.title} and record = ${JSON.stringify(row.record)}::jsonb
      and unread = ${unread}::jsonb as same
    from legacy_records where number = ${row.number}`.execute(db);
  const outcome = found.rows[0] === undefined ? 'added' : 'updated';
  if (found.rows[0]?.same === true && changed.length === 0) return 'unchanged';
  if (dryRun) return outcome;

  const keys: string[] = [];
  try {
    const stored = await storeFiles(platform, changed, keys);
    if (stored.ok) {
      await write(platform, row, unread, stored.stored, ids);
      return outcome;
    }
    tell('files', stored.why, true);
  } catch (error) {
    if (!isOfData(error)) {
      // How a commit ended that was lost on the way nobody knows.
      await abandonFiles(platform, keys);
      throw error;
    }
    tell(null, message('archive.record.database', { code: error.code ?? '' }), true);
  }
  await Promise.all(keys.map((key) => platform.files.remove(key)));
  return 'refused';
}

interface How {
  findFiles: FindFiles;
  /** Says at the end what of the export belongs to none of its proposals. */
  describeRest?: (numbers: Iterable<string>) => Message | null;
  dryRun: boolean;
  /** Number of records that an earlier run has read. */
  skip?: number;
  /** Follows each record; false ends the run. */
  goOn?: (counts: ImportCounts) => Promise<boolean>;
}

/**
 * Imports an export of the archive, record by record, each with its files in a transaction of its own: what is in stays
 * in. The same export again changes nothing; a record that says otherwise replaces the one of its number; nothing is
 * deleted. What was not understood is kept with the record and told, row by row. `dryRun` reads, compares and tells, and
 * writes nothing. Source: Requirements 2h, 3.2.
 */
export async function importExport(
  platform: Platform,
  exported: AsyncIterable<Exported>,
  how: How,
  tell: (line: ReportLine) => void,
): Promise<ImportCounts> {
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, refused: 0 };
  const numbers = new Map<string, number>();
  let seen = 0;
  for await (const one of exported) {
    seen += 1;
    if (seen <= (how.skip ?? 0)) {
      const result = 'given' in one ? readLegacyRecord(one.given) : null;
      if (result?.ok && !numbers.has(result.read.number)) numbers.set(result.read.number, one.row);
      continue;
    }
    counts[await importNext(platform, one, how, numbers, tell)] += 1;
    if ((await how.goOn?.(counts)) === false) return counts;
  }
  const why = how.describeRest?.(numbers.keys()) ?? null;
  if (why !== null) tell({ row: 0, number: null, field: null, why, refused: false });
  return counts;
}

async function importNext(
  platform: Platform,
  one: Exported,
  how: How,
  numbers: Map<string, number>,
  tell: (line: ReportLine) => void,
): Promise<Outcome> {
  const { row } = one;
  const refuse = (number: string | null, why: Message) => {
    tell({ row, number, field: null, why, refused: true });
    return 'refused' as const;
  };
  if ('why' in one) return refuse(null, one.why);
  const result = readLegacyRecord(one.given);
  if (!result.ok) return refuse(null, result.why);
  const { read } = result;
  const { number } = read;
  const first = numbers.get(number);
  if (first !== undefined) return refuse(number, message('archive.record.numberTwice', { row: first }));
  numbers.set(number, row);
  for (const { field, why } of read.remarks) tell({ row, number, field, why, refused: false });
  return importOne(platform, read, how, (field, why, refused = false) =>
    tell({ row, number, field, why, refused }),
  );
}
