import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import type { DocumentPart } from './document-page.tsx';

/** From being asked for a review to handing it in. */
export function reviewerGuide(): readonly DocumentPart[] {
  return [
    {
      group: t('guides.reviewers'),
      id: 'asked',
      title: t('guides.asked.title'),
      text: (
        <>
          <p>
            <RichText
              id="guides.asked.mail"
              parts={{ applications: (words) => <Link to="/applications">{words}</Link> }}
            />
          </p>
          <p>{t('guides.asked.decide')}</p>
        </>
      ),
    },
    {
      id: 'conflict',
      title: t('guides.conflict.title'),
      text: (
        <>
          <p>{t('guides.conflict.what')}</p>
          <p>{t('guides.conflict.after')}</p>
        </>
      ),
    },
    {
      id: 'writing',
      title: t('guides.writing.title'),
      text: (
        <>
          <p>{t('guides.writing.beside')}</p>
          <p>{t('guides.writing.reasons')}</p>
          <p>{t('guides.writing.submit')}</p>
        </>
      ),
    },
    { id: 'anonymity', title: t('guides.anonymity.title'), text: <p>{t('guides.anonymity.text')}</p> },
    {
      id: 'confidential',
      title: t('guides.confidential.title'),
      text: <p>{t('guides.confidential.text')}</p>,
    },
  ];
}
