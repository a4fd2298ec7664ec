import { type Language, languageNames, languages } from '@clearcall/i18n/language.ts';
import { Part } from '@clearcall/ui/account/part.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useState } from 'react';
import { LogoSection } from './logo-section.tsx';
import { ChoiceSetting, NumberSetting, TextSetting, TickSetting } from './setting-fields.tsx';
import { SettingsPage } from './settings-page.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const named = languages.map((value) => ({ value, label: languageNames[value] }));

/** Names, links, emails, uploads, language and time. */
export function General() {
  return (
    <SettingsPage>
      {(form) => (
        <>
          <Names form={form} />
          <LogoSection form={form} />
          <Emails form={form} />
          <Part id="uploads" title={t('admin.org.uploads')}>
            <NumberSetting form={form} at="uploadMaxMb" width="half" />
            <NumberSetting form={form} at="personUploadsMaxMb" width="half" />
          </Part>
          <Part id="language" title={t('admin.org.languageAndTime')} hint={t('admin.org.languageHint')}>
            <ChoiceSetting form={form} at="language" choices={named} initial="en" width="half" />
            <TextSetting form={form} at="theme/timeZone" list="time-zones" width="half" />
            <datalist id="time-zones">
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </Part>
          <Part id="other-portals" title={t('admin.org.otherPortals')}>
            <TickSetting form={form} at="theme/legacy" hint={t('admin.org.legacyHint')} />
            <TextSetting form={form} at="theme/externalPortal/pattern" />
            <TextSetting form={form} at="theme/externalPortal/address" />
          </Part>
        </>
      )}
    </SettingsPage>
  );
}

const ofLinks = ['terms', 'privacy', 'accessibility', 'documentation'] as const;

/** Names, description and links of the organisation, for all readers or for those of one language. */
function Names({ form }: { form: SettingsForm }) {
  const [language, setLanguage] = useState<Language | ''>('');
  const base = language === '' ? 'theme' : `theme/inLanguages/${language}`;
  const field = (at: string, more: { rows?: number; hint?: string; width?: 'third' } = {}) => (
    <TextSetting
      key={`${base}/${at}`}
      form={form}
      at={`${base}/${at}`}
      {...more}
      optional={language !== ''}
      {...(language === '' ? {} : { placeholder: String(form.get(`theme/${at}`) ?? '') })}
    />
  );
  return (
    <Part id="names" title={t('admin.org.names')} hint={t('admin.org.readersHint')}>
      <div className={formClasses.half}>
        <SelectField
          label={t('admin.org.readers')}
          value={language}
          unset={t('admin.org.allReaders')}
          choices={named}
          set={(value) => setLanguage(value as Language | '')}
        />
      </div>
      {field('organization/name')}
      {field('organization/shortName', { width: 'third' })}
      {field('organization/description', { rows: 3 })}
      {field('organization/link')}
      {field('contactLink', { hint: t('admin.org.linkHint') })}
      {ofLinks.map((name) => field(`links/${name}`))}
    </Part>
  );
}

function Emails({ form }: { form: SettingsForm }) {
  const { email } = useUser();
  const test = useCommand({
    send: (call) => call('POST /admin/organisation/test-email', { body: {} }),
    done: { type: 'success', message: { id: 'admin.org.testSent', values: { email } } },
  });
  const isChanged = form.changes.some(({ at }) => at[0] === 'mailSender');
  return (
    <Part id="emails" title={t('admin.org.emails')} hint={t(`admin.org.emailsGo.${form.opened.emails}`)}>
      <TextSetting form={form} at="mailSender" hint={t('admin.org.senderHint')} />
      {form.mayChange ? (
        <div className={formClasses.full}>
          <Button
            loading={test.isPending}
            disabled={isChanged || form.opened.emails === 'nowhere'}
            aria-describedby="emails-hint"
            onClick={() => test.send()}
          >
            {t('admin.org.test')}
          </Button>
          {isChanged ? <p className="soft">{t('admin.org.testAfterSaving')}</p> : null}
        </div>
      ) : null}
    </Part>
  );
}
