import { type ReportCell, reportTable } from '@clearcall/domain/permissions/report-table.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { defaultLanguage, readLanguage } from '@clearcall/i18n/language.ts';
import { isMessage, type Message, message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { z } from 'zod';
import type { Db } from '../../../platform/db/pool.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import type { JobFacts } from '../../../platform/jobs/work.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { type Cell, writeTable } from '../../../platform/tables/write-table.ts';
import { loadDownloadRight } from '../download-right.ts';
import { countDrafts, loadReportPartitions, pagesOfApplications } from './applications-of.ts';

const payloadSchema = z.object({ reportId: z.string() });
// Above all that a call can collect: it only keeps a fault from filling the disk.
const limitBytes = 1024 ** 3;

/** What later steps add to a report: their part of its head, and of the rows of some applications by their ids. */
export interface LaterParts {
  head: readonly Message[];
  cellsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, readonly string[]>>;
}
/** It is known by whoever knows applications. */
type LoadLater = (
  platform: Platform,
  db: Db,
  asked: { callId: number; viewer: Viewer; translator: Translator; now: Date },
) => Promise<LaterParts>;

/** Who asked for a report, if that account may still sign in. */
async function loadReader(
  { db, organisation }: Platform,
  userId: number,
): Promise<(Viewer & { language: string | null }) | null> {
  const user = await db
    .selectFrom('users')
    .select(['id as userId', 'role', 'language'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const { staffRoles } = (await organisation()).theme;
  return user === undefined ? null : { ...user, isStaff: staffRoles.includes(user.role) };
}

/** The right to a report of those who asked for it, as it stands now. */
export async function rightToReport(
  platform: Platform,
  report: { call_id: number | null; user_id: number | null },
) {
  const reader = report.user_id === null ? null : await loadReader(platform, report.user_id);
  if (reader === null || report.call_id === null) return null;
  const right = await loadDownloadRight(platform.db, reader, report.call_id);
  return right?.extent ? { ...right, extent: right.extent, reader } : null;
}

/**
 * Makes a report that was asked for: once, however often the job comes. Rights are looked up again, for they may have
 * changed since. The whole is read as it stood at one moment, and streamed to the storage row by row; the row that names
 * the file and the event that has it mailed are written together. Where none can be made, whoever asked gets a mail that
 * says so. Source: Requirements 2g, 4.3.
 */
export async function makeReport(
  platform: Platform,
  payload: unknown,
  job: JobFacts,
  loadLater: LoadLater,
): Promise<void> {
  const { reportId } = payloadSchema.parse(payload);
  const { db, log, emit } = platform;
  const settle = (by: Db, state: 'refused' | 'failed') =>
    by
      .updateTable('reports')
      .set({ state })
      .where('id', '=', reportId)
      .where('state', '=', 'requested')
      .returning(['user_id', 'call_id'])
      .executeTakeFirst();
  /** Whoever asked for it is told, and may ask again. */
  const giveUp = () =>
    db.transaction().execute(async (tx) => {
      const given = await settle(tx, 'failed');
      if (given?.user_id == null) return;
      const detail = { reportId, callId: given.call_id };
      await emit(tx, [
        { type: 'report_failed', userId: given.user_id, detail, occurredAt: workflowNow(platform) },
      ]);
    });
  try {
    const report = await db
      .selectFrom('reports')
      .select(['call_id', 'user_id', 'format'])
      .where('id', '=', reportId)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (report === undefined) return;
    const right = await rightToReport(platform, report);
    if (right === null) {
      log.info({ reportId }, 'a report was not made: the right to it is gone');
      await settle(db, 'refused');
      return;
    }
    const made = await write(platform, { format: report.format, loadLater }, right);
    await keep(platform, { reportId, userId: right.reader.userId, ...made });
  } catch (error) {
    if (job.isLastAttempt) {
      log.error({ err: error, reportId }, 'a report could not be made');
      await giveUp();
    }
    throw error;
  }
}

type Right = NonNullable<Awaited<ReturnType<typeof rightToReport>>>;

async function write(
  platform: Platform,
  { format, loadLater }: { format: 'csv' | 'xlsx'; loadLater: LoadLater },
  { call, extent, reader }: Right,
) {
  const { db, files, organisation } = platform;
  const language = readLanguage(reader.language) ?? defaultLanguage;
  const translator = organisation.translator(language);
  const { translate } = translator;
  const inWords = (cell: ReportCell): Cell => (isMessage(cell) ? translate(cell) : cell);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { head, rowOf } = reportTable(extent, {
        unit: call.unit,
        partitions: await loadReportPartitions(tx, call.id),
      });
      const drafts = extent.kind === 'all' ? await countDrafts(tx, call.id) : null;
      const now = workflowNow(platform);
      const later = await loadLater(platform, tx, { callId: call.id, viewer: reader, translator, now });
      let applications = 0;
      async function* rows(): AsyncGenerator<readonly Cell[]> {
        for await (const page of pagesOfApplications(tx, call.id, { userId: reader.userId, language })) {
          const inside = page.flatMap(({ id, ...application }) => {
            const row = rowOf(application);
            return row === null ? [] : [{ id, row }];
          });
          const cells = inside.length === 0 ? null : await later.cellsOf(inside.map(({ id }) => id));
          for (const { id, row } of inside) {
            applications += 1;
            yield [...row.map(inWords), ...(cells?.get(id) ?? [])];
          }
        }
      }
      const received = await files.receive(
        await writeTable(
          format,
          translate(message('workflow.report.sheet')),
          [...head, ...later.head].map(translate),
          rows(),
        ),
        limitBytes,
      );
      if (!received.ok) throw new Error('a report outgrew its limit');
      const filename = `${call.code}-${call.year}-${call.number}-applications.${format}`;
      return { file: received.file, filename, applications, drafts, call };
    });
}

type Made = Awaited<ReturnType<typeof write>> & { reportId: string; userId: number };

async function keep(platform: Platform, made: Made): Promise<void> {
  const { db, files, emit } = platform;
  const { file, filename, applications, drafts, call, reportId, userId } = made;
  const key = await file.keep();
  const now = workflowNow(platform);
  try {
    const isOurs = await db.transaction().execute(async (tx) => {
      const written = await tx
        .updateTable('reports')
        .set({
          state: 'made',
          made_at: now,
          applications,
          drafts,
          filename,
          size_bytes: file.sizeBytes,
          storage_key: key,
        })
        .where('id', '=', reportId)
        .where('state', '=', 'requested')
        .returning('id')
        .executeTakeFirst();
      if (written === undefined) return false;
      const detail = { callId: call.id, reportId };
      await emit(tx, [{ type: 'report_made', userId, detail, occurredAt: now }]);
      return true;
    });
    if (!isOurs) await files.remove(key);
  } catch (error) {
    // The commit may have come through although its answer did not.
    await abandonFiles(platform, [key]);
    throw error;
  }
}
