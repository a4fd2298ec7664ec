import type { MailTemplate } from './mail.ts';

/**
 * Emails whose link opens only for people who log in to the user portal. Whoever that portal refuses does not get them.
 */
export const behindUserPortal: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  'application_submitted',
  'applications_report',
  'assignment_reminder',
  'bank_details_asked',
  'cutoff_extended',
  'draft_deleted_soon',
  'draft_expires',
  'flow_notice',
  'notices_digest',
  'outcome_letter',
  'time_answered',
  'time_asked',
]);
