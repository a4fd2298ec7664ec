import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

/** Where to turn; organisations with an address of their own name it in their settings, and this page repeats it. */
export function Contact() {
  const { organization, contactLink } = useOrganisation();
  const own = contactLink !== '' && contactLink !== '/contact';
  const site = /^https?:/.test(organization.link);
  return (
    <DocumentPage
      title={t('documents.contact.title')}
      lead={t('documents.contact.lead', { organisation: organization.name })}
      parts={[
        {
          id: 'office',
          title: t('documents.contact.office'),
          text: own ? (
            <p>
              <a href={contactLink}>{contactLink.replace(/^mailto:/, '')}</a>
            </p>
          ) : site ? (
            <p>
              <RichText
                id="documents.contact.site"
                parts={{ link: () => <a href={organization.link}>{organization.link}</a> }}
              />
            </p>
          ) : (
            <p>{t('documents.contact.none')}</p>
          ),
        },
        {
          id: 'calls',
          title: t('documents.contact.calls'),
          text: (
            <p>
              <RichText
                id="documents.contact.callsText"
                parts={{
                  page: (words) => <Link to="/">{words}</Link>,
                  guide: (words) => <Link to="/documentation">{words}</Link>,
                }}
              />
            </p>
          ),
        },
        {
          id: 'quote',
          title: t('documents.contact.quote'),
          text: <p>{t('documents.contact.quoteText')}</p>,
        },
      ]}
    />
  );
}
