import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import type { DocumentPart } from './document-page.tsx';

/** What concerns applicants and reviewers alike. */
export function everybodysGuide(): readonly DocumentPart[] {
  return [
    {
      group: t('guides.everybody'),
      id: 'profile',
      title: t('guides.profile.title'),
      text: (
        <>
          <p>
            <RichText
              id="guides.profile.change"
              parts={{ profile: (words) => <Link to="/profile">{words}</Link> }}
            />
          </p>
          <p>{t('guides.profile.session')}</p>
        </>
      ),
    },
    {
      id: 'keyboard',
      title: t('guides.keyboard.title'),
      text: (
        <p>
          <RichText
            id="guides.keyboard.text"
            parts={{ accessibility: (words) => <Link to="/accessibility">{words}</Link> }}
          />
        </p>
      ),
    },
    {
      id: 'data',
      title: t('guides.data.title'),
      text: (
        <p>
          <RichText
            id="guides.data.text"
            parts={{
              privacy: (words) => <Link to="/privacy">{words}</Link>,
              terms: (words) => <Link to="/terms">{words}</Link>,
            }}
          />
        </p>
      ),
    },
    {
      id: 'help',
      title: t('guides.help.title'),
      text: (
        <p>
          <RichText
            id="guides.help.text"
            parts={{ contact: (words) => <Link to="/contact">{words}</Link> }}
          />
        </p>
      ),
    },
  ];
}
