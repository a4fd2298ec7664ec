import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';
import { LegalVersion } from './legal-version.tsx';

/** The terms that stand until the organisation names its own. */
export function Terms() {
  const { organization } = useOrganisation();
  return (
    <DocumentPage
      title={t('documents.terms.title')}
      lead={t('documents.terms.lead', { organisation: organization.name })}
      parts={[
        {
          id: 'purpose',
          title: t('documents.terms.purpose'),
          text: <p>{t('documents.terms.purposeText')}</p>,
        },
        {
          id: 'account',
          title: t('documents.terms.account'),
          text: <p>{t('documents.terms.accountText')}</p>,
        },
        {
          id: 'applications',
          title: t('documents.terms.submit'),
          text: (
            <>
              <p>{t('documents.terms.submitText')}</p>
              <p>{t('documents.terms.reviewers')}</p>
            </>
          ),
        },
        {
          id: 'deadlines',
          title: t('documents.terms.deadlines'),
          text: <p>{t('documents.terms.deadlinesText')}</p>,
        },
        {
          id: 'liability',
          title: t('documents.terms.available'),
          text: <p>{t('documents.terms.availableText')}</p>,
        },
        {
          id: 'end',
          title: t('documents.terms.end'),
          text: (
            <p>
              <RichText
                id="documents.terms.endText"
                parts={{
                  profile: (words) => <Link to="/profile">{words}</Link>,
                  contact: (words) => <Link to="/contact">{words}</Link>,
                }}
              />
            </p>
          ),
        },
        { id: 'version', title: t('documents.terms.changes'), text: <LegalVersion of="terms" /> },
      ]}
    />
  );
}
