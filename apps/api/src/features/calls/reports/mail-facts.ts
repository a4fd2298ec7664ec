import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { type Attachment, maxAttachedBytes } from '../../../platform/mail/mailer.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { contentTypes } from '../../../platform/tables/write-table.ts';
import { keptUntil, loadMadeReport } from './made-report.ts';
import { rightToReport } from './make.ts';

/** Whether the file goes with the mail: a mail that is kept instead of sent has no files. */
function travels({ config }: Platform, sizeBytes: number): boolean {
  return config.smtpUrl !== null && sizeBytes <= maxAttachedBytes;
}

/** The facts of the mail that brings a report; null when the right to it, or to all of it, went meanwhile, or the report did. */
export async function reportMailFacts(
  platform: Platform,
  reportId: string,
): Promise<MailFacts<'applications_report'> | null> {
  const report = await loadMadeReport(platform, { reportId }, workflowNow(platform));
  if (report === null || report === 'outdated') return null;
  const { call, row, reader } = report;
  return {
    name: reader.name,
    callTitle: call.title,
    filename: row.filename,
    applications: row.applications,
    ...(row.drafts === null ? {} : { drafts: row.drafts }),
    way: travels(platform, row.size_bytes) ? 'attached' : 'ready for download',
    keptUntil: keptUntil(row.made_at).toISOString(),
    timeZone: call.timeZone,
    link: `${platform.config.publicUrl}/reports/${reportId}`,
  };
}

/** The facts of the mail that says that a report could not be made; null when it was made meanwhile or its call is gone. */
export async function failedReportFacts(
  platform: Platform,
  reportId: string,
): Promise<MailFacts<'applications_report_failed'> | null> {
  const report = await platform.db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select(['reports.call_id', 'reports.user_id', 'users.first_name', 'users.last_name'])
    .where('reports.id', '=', reportId)
    .where('reports.state', '=', 'failed')
    .executeTakeFirst();
  const right = report && (await rightToReport(platform, report));
  if (!report || !right) return null;
  return {
    name: `${report.first_name} ${report.last_name}`.trim(),
    callTitle: right.call.title,
    link: `${platform.config.publicUrl}/calls/${right.call.id}`,
  };
}

/** The file itself, where it is small enough to travel with the mail. */
export async function reportAttachments(platform: Platform, reportId: string): Promise<Attachment[]> {
  const report = await loadMadeReport(platform, { reportId }, workflowNow(platform));
  if (report === null || report === 'outdated' || !travels(platform, report.row.size_bytes)) return [];
  const { filename, format, storage_key: key } = report.row;
  const open = async () => {
    const file = await platform.files.open(key);
    if (file === null) throw new Error('the file of a report is missing');
    return file.stream;
  };
  return [{ filename, contentType: contentTypes[format], open }];
}
