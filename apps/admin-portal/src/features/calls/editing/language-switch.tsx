import { languageNames, languages } from '@clearcall/i18n/language.ts';
import { Segments } from '@clearcall/ui/kit/segments.tsx';
import { authorLanguage } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useCallEditing } from './call-editing.tsx';
import { missingIn } from './draft-texts.ts';
import classes from './editing.module.css';

/** Chooses the language in which the page shows the texts of the call, with the number of texts that lack it. */
export function LanguageSwitch() {
  const { definition, language, chooseLanguage } = useCallEditing();
  return (
    <Segments
      label={t('setup.callEditing.language')}
      values={languages}
      chosen={language}
      choose={chooseLanguage}
      langOf={(one) => one}
      textOf={(one) => {
        const missing = missingIn(definition, one, authorLanguage());
        return missing === 0 ? (
          languageNames[one]
        ) : (
          <>
            {languageNames[one]}{' '}
            <span className={classes.missing}>
              <span aria-hidden="true">{missing}</span>
              <span className="hidden-visually">{t('setup.callEditing.missing', { n: missing })}</span>
            </span>
          </>
        );
      }}
    />
  );
}
