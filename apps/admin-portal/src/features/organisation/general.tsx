import { type Language, languageNames, languages } from '@clearcall/i18n/language.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useState } from 'react';
import { LogoSection } from './logo-section.tsx';
import classes from './organisation.module.css';
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
          <Section title={t('admin.org.uploads')}>
            <div className={classes.fields}>
              <NumberSetting form={form} at="uploadMaxMb" hint={t('admin.org.megabytes')} />
              <NumberSetting form={form} at="personUploadsMaxMb" hint={t('admin.org.megabytes')} />
            </div>
          </Section>
          <Section title={t('admin.org.languageAndTime')}>
            <div className={classes.fields}>
              <ChoiceSetting
                form={form}
                at="language"
                hint={t('admin.org.languageHint')}
                choices={named}
                initial="en"
              />
              <TextSetting form={form} at="theme/timeZone" list="time-zones" />
              <datalist id="time-zones">
                {Intl.supportedValuesOf('timeZone').map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </div>
          </Section>
          <Section title={t('admin.org.otherPortals')}>
            <div className={classes.fields}>
              <TickSetting form={form} at="theme/legacy" hint={t('admin.org.legacyHint')} />
              <TextSetting form={form} at="theme/externalPortal/pattern" />
              <TextSetting form={form} at="theme/externalPortal/address" />
            </div>
          </Section>
        </>
      )}
    </SettingsPage>
  );
}

const ofOrganisation = ['name', 'shortName', 'description', 'link'] as const;
const ofLinks = ['terms', 'privacy', 'accessibility', 'documentation'] as const;

/** Names, description and links of the organisation, for all readers or for those of one language. */
function Names({ form }: { form: SettingsForm }) {
  const [language, setLanguage] = useState<Language | ''>('');
  const base = language === '' ? 'theme' : `theme/inLanguages/${language}`;
  const field = (at: string, more: { rows?: number; hint?: string } = {}) => (
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
    <Section title={t('admin.org.names')}>
      <div className={classes.fields}>
        <SelectField
          label={t('admin.org.readers')}
          hint={t('admin.org.readersHint')}
          value={language}
          unset={t('admin.org.allReaders')}
          choices={named}
          set={(value) => setLanguage(value as Language | '')}
        />
        {ofOrganisation.map((name) =>
          field(`organization/${name}`, name === 'description' ? { rows: 3 } : {}),
        )}
        {field('contactLink', { hint: t('admin.org.linkHint') })}
        {ofLinks.map((name) => field(`links/${name}`))}
      </div>
    </Section>
  );
}

function Emails({ form }: { form: SettingsForm }) {
  const { email } = useUser();
  const test = useCommand({
    send: (call) => call('POST /admin/organisation/test-email', { body: {} }),
    done: { type: 'success', message: { id: 'admin.org.testSent', values: { email } } },
  });
  const isChanged = form.changes.some(({ at }) => at[0] === 'mailSender');
  const waits = form.opened.emails === 'nowhere';
  return (
    <Section title={t('admin.org.emails')}>
      <div className={classes.fields}>
        <TextSetting form={form} at="mailSender" hint={t('admin.org.senderHint')} />
        <p id="emails-go" className="muted">
          {t(`admin.org.emailsGo.${form.opened.emails}`)}
        </p>
        {form.mayChange ? (
          <div>
            <Button
              loading={test.isPending}
              disabled={isChanged || waits}
              aria-describedby={waits ? 'emails-go' : undefined}
              onClick={() => test.send()}
            >
              {t('admin.org.test')}
            </Button>
            {isChanged ? <p className="muted">{t('admin.org.testAfterSaving')}</p> : null}
          </div>
        ) : null}
      </div>
    </Section>
  );
}
