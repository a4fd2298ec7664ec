import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, it } from 'vitest';
import { personalData, personalDataKinds } from '../people/personal-data.ts';
import { defaultRetention, legalTextsDue } from './retention.ts';

const { translate } = createTranslator('en', await loadArea('en', 'privacy'));

const versions = { terms: '2', privacy: '2' };
const consent = (subject: string, wording: string, given = true) => ({ subject, wording, given });

it.each([
  ['nothing yet', [], ['terms', 'privacy']],
  ['both', [consent('terms', '2'), consent('privacy', '2')], []],
  ['an older text', [consent('terms', '1'), consent('privacy', '2')], ['terms']],
  [
    'an older text, then this one',
    [consent('privacy', '1'), consent('terms', '2'), consent('privacy', '2')],
    [],
  ],
  [
    'and took it back',
    [consent('terms', '2'), consent('privacy', '2'), consent('terms', '2', false)],
    ['terms'],
  ],
  ['something else', [consent('mailing_list', '2')], ['terms', 'privacy']],
])('asks for what is not agreed to: %s', (_what, given, due) => {
  expect(legalTextsDue(versions, given)).toEqual(due);
});

it('says every period by the numbers of the settings', () => {
  const texts = (retention: typeof defaultRetention) =>
    personalDataKinds
      .map(personalData)
      .flatMap((row) => [translate(row.howLong(retention)), translate(row.onClosing(retention))])
      .join(' ');
  const odd = {
    unconfirmedAccountsDays: 1,
    endedSessionsDays: 13,
    accountEventsDays: 401,
    mailsDays: 17,
    closedNamesMonths: 25,
    draftWarningMonths: 7,
    draftMonths: 11,
    draftLastMailDays: 9,
  };
  for (const text of [
    'after 1 day.',
    '13 days',
    '401 days',
    '17 days',
    '25 months',
    '7 months',
    '11 months',
    '9 days',
  ])
    expect(texts(odd)).toContain(text);
  expect(texts({ ...defaultRetention, closedNamesMonths: 12 })).toContain('for 1 year,');
  expect(texts(defaultRetention)).toContain('for 5 years,');
});
