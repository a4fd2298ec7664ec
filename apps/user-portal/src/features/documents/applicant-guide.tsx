import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import type { DocumentPart } from './document-page.tsx';

/** From finding a call to what comes after the submission. */
export function applicantGuide(): readonly DocumentPart[] {
  return [
    {
      group: t('guides.applicants'),
      id: 'find',
      title: t('guides.find.title'),
      text: (
        <>
          <p>
            <RichText id="guides.find.home" parts={{ home: (words) => <Link to="/">{words}</Link> }} />
          </p>
          <p>{t('guides.find.page')}</p>
        </>
      ),
    },
    {
      id: 'account',
      title: t('guides.account.title'),
      text: (
        <>
          <p>
            <RichText
              id="guides.account.register"
              parts={{ register: (words) => <Link to="/auth/register">{words}</Link> }}
            />
          </p>
          <p>
            <RichText
              id="guides.account.forgot"
              parts={{ forgot: (words) => <Link to="/auth/forgot">{words}</Link> }}
            />
          </p>
        </>
      ),
    },
    {
      id: 'fill',
      title: t('guides.fill.title'),
      text: (
        <>
          <p>{t('guides.fill.parts')}</p>
          <p>{t('guides.fill.devices')}</p>
        </>
      ),
    },
    { id: 'groups', title: t('guides.groups.title'), text: <p>{t('guides.groups.text')}</p> },
    {
      id: 'save',
      title: t('guides.save.title'),
      text: (
        <>
          <p>{t('guides.save.text')}</p>
          <p>{t('guides.save.conflict')}</p>
          <p>
            <RichText
              id="guides.save.drafts"
              parts={{ privacy: (words) => <Link to="/privacy">{words}</Link> }}
            />
          </p>
        </>
      ),
    },
    { id: 'documents', title: t('guides.documents.title'), text: <p>{t('guides.documents.text')}</p> },
    {
      id: 'deadlines',
      title: t('guides.deadlines.title'),
      text: (
        <>
          <p>{t('guides.deadlines.zones')}</p>
          <p>{t('guides.deadlines.moment')}</p>
          <p>{t('guides.deadlines.passed')}</p>
        </>
      ),
    },
    {
      id: 'submit',
      title: t('guides.submit.title'),
      text: (
        <>
          <p>{t('guides.submit.read')}</p>
          <p>
            <RichText
              id="guides.submit.text"
              parts={{ applications: (words) => <Link to="/applications">{words}</Link> }}
            />
          </p>
        </>
      ),
    },
    {
      id: 'after',
      title: t('guides.after.title'),
      text: (
        <>
          <p>{t('guides.after.changes')}</p>
          <p>{t('guides.after.decisions')}</p>
        </>
      ),
    },
    { id: 'again', title: t('guides.again.title'), text: <p>{t('guides.again.text')}</p> },
  ];
}
