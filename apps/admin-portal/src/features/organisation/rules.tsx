import {
  type LegalVersions,
  legalSubjects,
  type Retention,
} from '@clearcall/domain/organisation/retention.ts';
import { takesPasswords } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { Part } from '@clearcall/ui/account/part.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NumberSetting, TextSetting, TickSetting } from './setting-fields.tsx';
import { SettingsPage } from './settings-page.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** How many people agreed to some version of a text, and have to agree to this one. */
function mustAgree({ opened }: SettingsForm, subject: keyof LegalVersions, version: string): number {
  return opened.agreed
    .filter((one) => one.subject === subject && one.version !== version)
    .reduce((sum, { accounts }) => sum + accounts, 0);
}

function consequences(form: SettingsForm): readonly ReactNode[] {
  const sentences = form.changes.flatMap(({ at, to }) => {
    const [group, name] = at;
    if (group === 'legalVersions') {
      const subject = name as keyof LegalVersions;
      return [t(`admin.rules.agree.${subject}`, { n: mustAgree(form, subject, String(to)) })];
    }
    if (group === 'passwordLogin' && to === false)
      return [
        takesPasswords({ passwordLogin: to, providers: form.opened.providers.length, forced: false })
          ? t('admin.rules.passwordsStay')
          : t('admin.rules.noPasswords', { list: form.opened.providers.map(({ label }) => label) }),
      ];
    return [];
  });
  return form.changes.some(({ at }) => at[0] === 'retention')
    ? [...sentences, <Tonight key="tonight" form={form} />]
    : sentences;
}

const periods: readonly (keyof Retention)[] = [
  'unconfirmedAccountsDays',
  'endedSessionsDays',
  'accountEventsDays',
  'mailsDays',
  'draftWarningMonths',
  'draftMonths',
  'draftLastMailDays',
  'closedNamesMonths',
];

const kinds = ['drafts', 'accounts', 'emails', 'accountEvents', 'formerNames'] as const;

/** Counts of what the jobs of the next night delete with the periods of the form. */
function Tonight({ form }: { form: SettingsForm }) {
  const retention = Object.fromEntries(periods.map((name) => [name, form.get(`retention/${name}`)]));
  const counted = useQuery({
    queryKey: ['organisation', 'tonight', retention],
    queryFn: read('POST /admin/organisation/retention', { body: retention as unknown as Retention }),
    staleTime: 0,
    retry: false,
  });
  const { data } = counted;
  if (data === undefined) return t(counted.error === null ? 'admin.rules.counting' : 'admin.rules.deleted');
  const list = kinds
    .filter((kind) => data[kind] > 0)
    .map((kind) => t(`admin.rules.tonight.${kind}`, { n: data[kind] }));
  return list.length === 0 ? t('admin.rules.tonight.nothing') : t('admin.rules.tonight', { list });
}

/** Legal texts, login, and how long personal data are kept. */
export function Rules() {
  return (
    <SettingsPage consequences={consequences}>
      {(form) => (
        <>
          <Part id="legal" title={t('admin.rules.legal')} hint={t('admin.rules.legalHint')}>
            {legalSubjects.map((subject) => (
              <TextSetting key={subject} form={form} at={`legalVersions/${subject}`} width="half" />
            ))}
          </Part>
          <Part id="login" title={t('admin.rules.login')} hint={t('admin.rules.providersText')}>
            <TickSetting form={form} at="passwordLogin" hint={t('admin.rules.passwordHint')} />
            <NumberSetting form={form} at="humanToleranceDegrees" />
            <div className={formClasses.full}>
              <KeyValue
                rows={[
                  [
                    t('admin.rules.providers'),
                    form.opened.providers.map(({ label }) => label).join(', ') || t('admin.none'),
                  ],
                ]}
              />
            </div>
          </Part>
          <Part id="publications" title={t('admin.rules.publications')}>
            <TickSetting form={form} at="secondPublisher" hint={t('admin.rules.secondPublisherHint')} />
          </Part>
          <Part id="retention" title={t('admin.rules.retention')} hint={t('admin.rules.retentionText')}>
            {periods.map((name) => (
              <NumberSetting key={name} form={form} at={`retention/${name}`} width="half" />
            ))}
          </Part>
        </>
      )}
    </SettingsPage>
  );
}
