import { languageNames, languages } from '@clearcall/i18n/language.ts';
import { reloadUser, useSession } from '../../session/session.ts';
import { useCommand } from '../command/use-command.ts';
import { changeLanguage, pageLanguage, t } from '../text/translate.ts';
import classes from './frame.module.css';

/** Another language for the page: on this device and, of whoever is signed in, for their account and its mails. */
export function LanguageSwitch() {
  const session = useSession();
  const choose = useCommand({
    send: async (call, language: (typeof languages)[number]) => {
      if (session.state !== 'signed-in') return;
      await call('PATCH /users/:id', { params: { id: session.user.id }, body: { language } });
      await reloadUser();
    },
    after: (_saved, language) => changeLanguage(language),
  });
  return (
    <fieldset className={`${classes.schemes} ${classes.languages}`}>
      <legend className="hidden-visually">{t('frame.language.choose')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === pageLanguage()}
          onClick={() => choose.send(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
