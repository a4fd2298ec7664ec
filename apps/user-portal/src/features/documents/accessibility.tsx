import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

/** What the portal does for everybody to be able to use it, and what is still missing. */
export function Accessibility() {
  return (
    <DocumentPage
      title={t('documents.access.title')}
      lead={t('documents.access.lead')}
      parts={[
        {
          id: 'works',
          title: t('documents.access.works'),
          text: (
            <ul>
              <li>{t('documents.access.keyboard')}</li>
              <li>{t('documents.access.reader')}</li>
              <li>{t('documents.access.colour')}</li>
              <li>{t('documents.access.zoom')}</li>
              <li>{t('documents.access.motion')}</li>
              <li>{t('documents.access.human')}</li>
            </ul>
          ),
        },
        {
          id: 'limits',
          title: t('documents.access.limits'),
          text: (
            <ul>
              <li>{t('documents.access.audit')}</li>
              <li>{t('documents.access.pdf')}</li>
              <li>{t('documents.access.picture')}</li>
              <li>{t('documents.access.language')}</li>
              <li>{t('documents.access.axis')}</li>
            </ul>
          ),
        },
        {
          id: 'tested',
          title: t('documents.access.tested'),
          text: <p>{t('documents.access.testedText')}</p>,
        },
        {
          id: 'tell',
          title: t('documents.access.tell'),
          text: (
            <p>
              <RichText
                id="documents.access.tellText"
                parts={{ link: (words) => <Link to="/contact">{words}</Link> }}
              />
            </p>
          ),
        },
      ]}
    />
  );
}
