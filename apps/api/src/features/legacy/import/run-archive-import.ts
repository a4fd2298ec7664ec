import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { maxArchiveFindings } from '@clearcall/domain/archive/archive-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/pool.ts';
import { noteAbandoned } from '../../../platform/files/abandon.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { JobFacts } from '../../../platform/jobs/work.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ImportCounts, importExport, type ReportLine } from './import-export.ts';
import { openExport } from './open-export.ts';

/** A finding as it is stored: its text is translated for each reader. */
export type StoredFinding = Omit<ReportLine, 'field'>;

const payloadSchema = z.object({ importId: z.string() });

/** Has the uploaded file checked or imported by the worker. */
export const addImportJob = (tx: Db, importId: string) => addJob(tx, 'import_archive', { importId }, 5);

interface Pace {
  /** How often the report is stored. */
  saveMs: number;
  /** A job ends after this time and another one continues: a job that takes longer counts as stuck. */
  runMs: number;
}

/** Numbers of records by what becomes of them. */
export const countColumns = ['added', 'updated', 'unchanged', 'refused'] as const;

/**
 * Checks or imports the uploaded archive file, as its state says. A job that was killed continues after the last record
 * whose report was stored; records between are imported again, which changes nothing.
 */
export async function runArchiveImport(
  platform: Platform,
  payload: unknown,
  job: Pick<JobFacts, 'isLastAttempt'>,
  { saveMs, runMs }: Pace = { saveMs: 1_000, runMs: 300_000 },
): Promise<void> {
  const { importId } = payloadSchema.parse(payload);
  const { db, now } = platform;
  const row = await db
    .selectFrom('archive_imports')
    .select(['filename', 'state', 'storage_key', 'report', 'findings', ...countColumns])
    .where('id', '=', importId)
    .where('state', 'in', ['checking', 'importing'])
    .executeTakeFirst();
  if (row === undefined) return;
  const { state } = row;
  const report = [...(row.report as StoredFinding[])];
  let findings = row.findings;
  const countsWith = (counts: ImportCounts) =>
    Object.fromEntries(
      countColumns.map((outcome) => [outcome, row[outcome] + counts[outcome]]),
    ) as unknown as ImportCounts;
  /** Stores the report; false if another file has replaced this one since the job began. */
  const save = async (counts: ImportCounts, via = db) => {
    const { numUpdatedRows } = await via
      .updateTable('archive_imports')
      .set({ ...countsWith(counts), findings, report: JSON.stringify(report) })
      .where('id', '=', importId)
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  };
  const settle = (counts: ImportCounts, total: number) =>
    db.transaction().execute(async (tx) => {
      if (!(await save(counts, tx))) return;
      const isImported = state === 'importing';
      await tx
        .updateTable('archive_imports')
        .set({
          state: isImported ? 'imported' : 'checked',
          changed_at: now(),
          ...(isImported ? { storage_key: null } : { records: total }),
        })
        .execute();
      if (isImported && row.storage_key !== null)
        await noteAbandoned(tx, [row.storage_key], { now: now(), waitMs: 0 });
    });

  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const opened = row.storage_key === null ? null : await platform.files.open(row.storage_key);
    if (opened === null) throw new Error('the archive file is missing');
    const path = join(folder, `export${extname(row.filename).toLowerCase()}`);
    await pipeline(opened.stream, createWriteStream(path, { mode: 0o600 }));
    const { records, ...files } = await openExport(path, folder);
    const skip = countColumns.reduce((sum, outcome) => sum + row[outcome], 0);
    const beganAt = performance.now();
    let savedAt = beganAt;
    let isWhole = true;
    const counts = await importExport(
      platform,
      records,
      {
        ...files,
        dryRun: state === 'checking',
        skip,
        goOn: async (until) => {
          if (performance.now() - savedAt < saveMs) return true;
          savedAt = performance.now();
          const isWanted = await save(until);
          isWhole = isWanted && savedAt - beganAt < runMs;
          if (isWanted && !isWhole) await addImportJob(db, importId);
          return isWhole;
        },
      },
      ({ row: at, number, why, refused }) => {
        findings += 1;
        if (report.length < maxArchiveFindings) report.push({ row: at, number, why, refused });
      },
    );
    const total = countColumns.reduce((sum, outcome) => sum + counts[outcome], skip);
    if (isWhole) await settle(counts, total);
  } catch (error) {
    if (job.isLastAttempt)
      await sql`update archive_imports set state = 'failed', changed_at = ${now()}
        where id = ${importId}::uuid and state = ${state}`.execute(db);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
