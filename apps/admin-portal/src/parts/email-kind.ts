import type { MailTemplate } from '@clearcall/domain/mail/mail.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

const kinds = {
  confirm_account: 'admin.emails.kind.confirm_account',
  choose_password: 'admin.emails.kind.choose_password',
  invite: 'admin.emails.kind.invite',
  confirm_email: 'admin.emails.kind.confirm_email',
  email_taken: 'admin.emails.kind.email_taken',
  email_change_requested: 'admin.emails.kind.email_change_requested',
  email_changed: 'admin.emails.kind.email_changed',
  password_changed: 'admin.emails.kind.password_changed',
  account_suspended: 'admin.emails.kind.account_suspended',
  account_restored: 'admin.emails.kind.account_restored',
  account_closed: 'admin.emails.kind.account_closed',
  sender_test: 'admin.emails.kind.sender_test',
  already_registered: 'admin.emails.kind.already_registered',
  reset_password: 'admin.emails.kind.reset_password',
  human_code: 'admin.emails.kind.human_code',
  provider_code: 'admin.emails.kind.provider_code',
  sign_in_changed: 'admin.emails.kind.sign_in_changed',
  application_submitted: 'admin.emails.kind.application_submitted',
  draft_expires: 'admin.emails.kind.draft_expires',
  draft_deleted_soon: 'admin.emails.kind.draft_deleted_soon',
  applications_report: 'admin.emails.kind.applications_report',
  applications_report_failed: 'admin.emails.kind.applications_report_failed',
  flow_notice: 'admin.emails.kind.flow_notice',
  notices_digest: 'admin.emails.kind.notices_digest',
  deadline_gone: 'admin.emails.kind.deadline_gone',
  outcome_letter: 'admin.emails.kind.outcome_letter',
  assignment_reminder: 'admin.emails.kind.assignment_reminder',
  call_opened: 'admin.emails.kind.call_opened',
  cutoff_extended: 'admin.emails.kind.cutoff_extended',
  publication_failed: 'admin.emails.kind.publication_failed',
  bank_details_asked: 'admin.emails.kind.bank_details_asked',
  time_asked: 'admin.emails.kind.time_asked',
  time_answered: 'admin.emails.kind.time_answered',
} as const satisfies Readonly<Record<MailTemplate, string>>;

/** The kind of an email in words; a template that this version does not know stays as it is. */
export const emailKindText = (template: string): string =>
  template in kinds ? t(kinds[template as MailTemplate]) : template;
