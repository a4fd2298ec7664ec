import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** The tables whose rows name files, and how a row is called in words. A test holds the list against the database. */
export const namingTables = {
  documents: { what: 'document', id: sql`id` },
  cleaned_documents: { what: 'cleaned copy of document', id: sql`document_id` },
  uploads: { what: 'upload', id: sql`id` },
  printouts: { what: 'printout', id: sql`id` },
  reports: { what: 'report', id: sql`id` },
  archive_imports: { what: 'uploaded archive', id: sql`id` },
  legacy_files: { what: 'archived file', id: sql`id` },
  call_files: { what: 'file of call', id: sql`concat(call_id, ' ', encode(sha256, 'hex'))` },
  call_documents: { what: 'document of call', id: sql`concat(call_id, ' ', name)` },
} as const;

interface RowOfFile {
  key: string;
  /** Which row names it, for the operator. */
  row: string;
}

const where = (condition: ReturnType<typeof sql>) =>
  sql.join(
    Object.entries(namingTables).map(
      ([table, { what, id }]) =>
        sql`select storage_key as key, concat(${what}::text, ' ', ${id}) as row from ${sql.table(table)}
          where ${condition} and storage_key is not null`,
    ),
    sql` union all `,
  );

/** The rows that name any of these files now. */
export async function rowsNaming(db: Db, keys: readonly string[]): Promise<RowOfFile[]> {
  if (keys.length === 0) return [];
  return (
    await sql<RowOfFile>`${where(sql`storage_key collate "C" = any(${[...keys]}::text[])`)}`.execute(db)
  ).rows;
}

/** The rows that name files of one part of the storage now. */
export async function rowsOfFolder(db: Db, folder: string): Promise<RowOfFile[]> {
  // In the order of bytes a 0 follows upon the slash.
  const inFolder = sql`storage_key collate "C" >= ${`${folder}/`} and storage_key collate "C" < ${`${folder}0`}`;
  return (await sql<RowOfFile>`${where(inFolder)}`.execute(db)).rows;
}
