import type { EvidenceKind } from '@clearcall/domain/workflow/detect-conflicts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import type { CallError } from '@clearcall/ui/session/call-error.ts';

/** The sentence of a refusal, and each thing that was found where it names a possible conflict of interest. */
export function refusalWithEvidence(error: CallError): string {
  const { evidence = [] } = (error.body ?? {}) as {
    evidence?: { kind: string; says: Record<string, string> }[];
  };
  return [error.message, ...evidence.map(({ kind, says }) => evidenceText(kind, says))].join(' ');
}

/** What was found, never a verdict: the sentence of one thing that speaks for a conflict of interest. */
export function evidenceText(kind: string, says: Readonly<Record<string, string>>): string {
  const { name = '', by = '', domain = '', uid = '', submittedAt = '' } = says;
  switch (kind as EvidenceKind) {
    case 'mail_domain':
      return t('staff.evidence.mail_domain', { domain, name });
    case 'named_in_team':
      return t('staff.evidence.named_in_team', { name, by });
    case 'excluded_by_applicant':
      return t('staff.evidence.excluded_by_applicant', { name, by });
    case 'own_application_in_cutoff':
      return uid === ''
        ? t('staff.evidence.own_application_untold')
        : t('staff.evidence.own_application_in_cutoff', { uid });
    case 'common_application':
      return uid === ''
        ? t('staff.evidence.common_application_untold')
        : t('staff.evidence.common_application', { uid, day: dateText(submittedAt) });
  }
}
