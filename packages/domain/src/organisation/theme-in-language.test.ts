import { expect, test } from 'vitest';
import { defaultOrganisation } from './default-organisation.ts';
import { themeSchema } from './organisation.ts';
import { readSettings } from './read-settings.ts';
import { themeIn } from './theme-in-language.ts';

const { theme } = defaultOrganisation;
const inLanguages = {
  de: {
    organization: { name: 'Forschungsministerium' },
    contactLink: 'https://example.org/kontakt',
    links: { privacy: 'https://example.org/datenschutz' },
  },
  fr: { organization: { description: 'Du calcul pour tous.' } },
};
const told = { ...theme, inLanguages };

test('a reader is told what the organisation says in their language, the rest as it says it', () => {
  expect([themeIn(told, 'de'), themeIn(told, 'fr')]).toEqual([
    {
      ...told,
      organization: { ...theme.organization, name: 'Forschungsministerium' },
      contactLink: 'https://example.org/kontakt',
      links: { ...theme.links, privacy: 'https://example.org/datenschutz' },
    },
    { ...told, organization: { ...theme.organization, description: 'Du calcul pour tous.' } },
  ]);
  expect([themeIn(told, 'en'), themeIn(told, 'en-XA'), themeIn(theme, 'de')]).toEqual([told, told, theme]);
});

test('only languages of the portal, names and links can be given, each within its limits', () => {
  const refused = (given: object) => !themeSchema.safeParse({ ...theme, inLanguages: given }).success;
  expect(themeSchema.parse(told)).toEqual(told);
  expect([
    refused({ nl: { organization: { name: 'Ministerie' } } }),
    refused({ de: { timeZone: 'Europe/Berlin' } }),
    refused({ de: { organization: { name: '' } } }),
    refused({ de: { organization: { nickname: 'Amt' } } }),
    refused({ de: { links: { imprint: '/impressum' } } }),
  ]).toEqual(Array(5).fill(true));
  expect(readSettings({ ...defaultOrganisation, theme: told })).toMatchObject({ ok: true, unknown: [] });
});
