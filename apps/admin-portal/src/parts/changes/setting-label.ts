import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { folded } from '@clearcall/domain/values/folded.ts';
import { isLanguage, languageNames, languages } from '@clearcall/i18n/language.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';

/** Settings by their places; a place in `theme/inLanguages/de` is named as the same place in `theme`. */
const labels: Readonly<Record<string, MessageId>> = {
  'theme/organization/name': 'admin.setting.name',
  'theme/organization/shortName': 'admin.setting.shortName',
  'theme/organization/description': 'admin.setting.description',
  'theme/organization/link': 'admin.setting.link',
  'theme/contactLink': 'admin.setting.contactLink',
  'theme/links/terms': 'admin.setting.terms',
  'theme/links/privacy': 'admin.setting.privacy',
  'theme/links/accessibility': 'admin.setting.accessibility',
  'theme/links/documentation': 'admin.setting.documentation',
  'theme/timeZone': 'admin.setting.timeZone',
  'theme/legacy': 'admin.setting.legacy',
  'theme/externalPortal/pattern': 'admin.setting.externalPattern',
  'theme/externalPortal/address': 'admin.setting.externalAddress',
  'theme/staffRoles': 'admin.org.staff',
  'theme/tabs/default': 'admin.setting.tabsDefault',
  'theme/palette': 'admin.setting.palette',
  'theme/colours/cover': 'admin.setting.cover',
  'theme/colours/cover2': 'admin.setting.cover2',
  'theme/colours/coverRule': 'admin.setting.coverRule',
  logo: 'admin.setting.logo',
  language: 'admin.setting.language',
  mailSender: 'admin.setting.mailSender',
  uploadMaxMb: 'admin.setting.uploadMaxMb',
  personUploadsMaxMb: 'admin.setting.personUploadsMaxMb',
  passwordLogin: 'admin.setting.passwordLogin',
  secondPublisher: 'admin.setting.secondPublisher',
  humanToleranceDegrees: 'admin.setting.humanToleranceDegrees',
  'legalVersions/terms': 'admin.setting.termsVersion',
  'legalVersions/privacy': 'admin.setting.privacyVersion',
  'retention/unconfirmedAccountsDays': 'admin.setting.unconfirmedAccountsDays',
  'retention/endedSessionsDays': 'admin.setting.endedSessionsDays',
  'retention/accountEventsDays': 'admin.setting.accountEventsDays',
  'retention/mailsDays': 'admin.setting.mailsDays',
  'retention/draftWarningMonths': 'admin.setting.draftWarningMonths',
  'retention/draftMonths': 'admin.setting.draftMonths',
  'retention/draftLastMailDays': 'admin.setting.draftLastMailDays',
  'retention/closedNamesMonths': 'admin.setting.closedNamesMonths',
};

const languageName = (code: string | undefined): string => (isLanguage(code) ? languageNames[code] : '');

/** The name of a setting by its place, such as `theme/organization/name`; the place if it has none. */
export function settingLabel(at: string): string {
  const [, second, third, ...rest] = at.split('/');
  if (at.startsWith('theme/inLanguages/'))
    return t('admin.setting.inLanguage', {
      setting: settingLabel(`theme/${rest.join('/')}`),
      language: languageName(third),
    });
  if (at.startsWith('words/'))
    return t('admin.setting.inLanguage', { setting: third ?? '', language: languageName(second) });
  if (at.startsWith('theme/tabs/byRole/'))
    return t('admin.setting.tabsOf', { role: translate(roleMessage(rest[0] ?? '')) });
  const label = labels[at];
  return label === undefined ? at : t(label as 'admin.setting.name');
}

const units = {
  Days: 'admin.unit.days',
  Months: 'admin.unit.months',
  Degrees: 'admin.unit.degrees',
} as const;

/** The unit of a setting that is a number, as it follows that number; null: it has none. */
export function settingUnit(at: string, n: number): string | null {
  if (at.endsWith('Mb')) return t('admin.unit.megabytes');
  const [, unit] = /(Days|Months|Degrees)$/.exec(at) ?? [];
  return unit === undefined ? null : t(units[unit as keyof typeof units], { n });
}

/** The name of a setting with its unit, where its value is shown alone. */
export function settingName(at: string): string {
  const unit = settingUnit(at, 2);
  const setting = settingLabel(at);
  return unit === null ? setting : t('admin.setting.inUnit', { setting, unit });
}

/** The page that shows a setting. */
export function settingPage(at: string) {
  if (at.startsWith('words/')) return '/organisation/texts';
  if (at === 'theme/palette' || at.startsWith('theme/colours/')) return '/organisation/theme';
  if (at === 'theme/staffRoles' || at.startsWith('theme/tabs/')) return '/organisation/roles';
  return /^(?:passwordLogin|secondPublisher|humanTolerance|legalVersions|retention)/.test(at)
    ? '/organisation/rules'
    : '/organisation';
}

/** Places of settings whose names hold a text. */
export function settingsNamed(text: string): string[] {
  if (text === '') return [];
  const places = Object.keys(labels).flatMap((at) => [
    at,
    ...(/^theme\/(?:organization|links|contactLink)/.test(at)
      ? languages.map((language) => at.replace('theme/', `theme/inLanguages/${language}/`))
      : []),
  ]);
  return places.filter((at) => folded(settingLabel(at)).includes(folded(text)));
}

const shownLength = 120;

/** A setting's value in one line; null: absent. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('admin.setting.empty');
  if (typeof value === 'boolean') return t(value ? 'admin.setting.on' : 'admin.setting.off');
  if (Array.isArray(value)) return value.length === 0 ? t('admin.setting.empty') : value.join(', ');
  const text = String(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
