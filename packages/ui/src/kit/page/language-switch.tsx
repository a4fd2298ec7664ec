import { languageNames, languages } from '@clearcall/i18n/language.ts';
import { useTransition } from 'react';
import { call } from '../../session/call.ts';
import { CallError } from '../../session/call-error.ts';
import { reloadUser, useSession } from '../../session/session.ts';
import { Segments } from '../segments.tsx';
import { changeLanguage, pageLanguage, t } from '../text/translate.ts';
import classes from './frame.module.css';

/** Another language for the page: on this device and, of whoever is signed in, for their account and its mails. */
export function LanguageSwitch() {
  const session = useSession();
  // Not the hook of commands: it would be the only one on the first page, which has to stay small.
  const [isPending, start] = useTransition();
  const choose = (language: (typeof languages)[number]) =>
    start(async () => {
      try {
        if (session.state === 'signed-in') {
          await call('PATCH /users/:id', { params: { id: session.user.id }, body: { language } });
          await reloadUser();
        }
        changeLanguage(language);
      } catch (error) {
        // Its notice says so; the page stays in its language.
        if (!(error instanceof CallError)) throw error;
      }
    });
  return (
    <Segments
      className={classes.languages}
      label={t('frame.language.choose')}
      values={languages}
      chosen={pageLanguage()}
      choose={(language) => {
        if (!isPending) choose(language);
      }}
      textOf={(language) => languageNames[language]}
      langOf={(language) => language}
    />
  );
}
