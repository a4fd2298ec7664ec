import { downloadReport, openReport } from '@clearcall/contract/calls.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { contentTypes } from '../../../platform/tables/write-table.ts';
import { keptUntil, loadMadeReport } from './made-report.ts';

const notGiven = (report: 'outdated' | null) => refuse(report === null ? 'not_found' : 'report_outdated');

/** A report that was made for the caller. Those of others look like missing ones. */
export const open = operation(openReport, async ({ params, actor, now }, platform) => {
  const report = await loadMadeReport(platform, { ...params, userId: actor.userId }, now);
  if (report === null || report === 'outdated') return notGiven(report);
  const { call, row } = report;
  return {
    id: params.reportId,
    callId: call.id,
    callTitle: call.title,
    format: row.format,
    filename: row.filename,
    sizeBytes: row.size_bytes,
    applications: row.applications,
    madeAt: row.made_at.toISOString(),
    keptUntil: keptUntil(row.made_at).toISOString(),
  };
});

/** The file of such a report. */
export const download = operation(downloadReport, async ({ params, actor, now }, platform) => {
  const { files, log } = platform;
  const report = await loadMadeReport(platform, { ...params, userId: actor.userId }, now);
  if (report === null || report === 'outdated') return notGiven(report);
  const file = await files.open(report.row.storage_key);
  if (file === null) {
    log.error({ reportId: params.reportId }, 'the file of a report is missing');
    return refuse('not_found');
  }
  return { ...file, contentType: contentTypes[report.row.format], filename: report.row.filename };
});
