import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, test } from 'vitest';
import { defaultOrganisation } from './default-organisation.ts';
import { administratorRoles, roleCodes, roleMessage, roles } from './roles.ts';

test('the roles are those of the table, with their names and short forms', () => {
  expect(Object.entries(roles).map(([code, { label, short }]) => [code, label, short])).toEqual([
    ['user', 'User', ''],
    ['admin', 'Admin', ''],
    ['super_admin', 'Super Admin', ''],
    // Both names are the provider's.
    ['eurohpc_admin', 'Programme Administrator', 'PA'],
    ['pro', 'Peer Review Officer', 'PRO'],
    ['applicant', 'Applicant', ''],
    ['ac_member', 'AC Member', 'ACM'],
    ['ac_chair', 'AC Chair', 'ACC'],
    ['panel_chair', 'Panel Chair', 'PC'],
    ['rapporteur', 'Rapporteur', ''],
    ['scientific_reviewer', 'Scientific reviewer', 'SR'],
    ['technical_reviewer', 'Technical reviewer', 'TR'],
    ['compute_centre_representative', 'Computing center representative', 'CCR'],
    ['project_manager', 'Project Manager', 'PM'],
    ['finance_manager', 'Finance Manager', 'FM'],
    ['call_coordinator', 'Call Coordinator', 'CC'],
  ]);
});

test('a role is told in the language of the reader, in English by its label; one that the table does not hold, by its words', async () => {
  const text = async (language: 'en' | 'fr', codes: readonly string[]) => {
    const { translate } = createTranslator(language, await loadArea(language, 'parts'));
    return codes.map((code) => translate(roleMessage(code)));
  };
  expect(await text('en', roleCodes)).toEqual(Object.values(roles).map(({ label }) => label));
  expect(await text('fr', ['panel_chair', 'ethics_reader', 'constructor'])).toEqual([
    'Présidence du comité',
    'ethics reader',
    'constructor',
  ]);
});

test('administrators and staff are groups of them; staff are a setting', () => {
  expect(administratorRoles).toEqual(['admin', 'super_admin', 'eurohpc_admin']);
  expect(defaultOrganisation.theme.staffRoles).toEqual(['pro', 'admin', 'super_admin', 'eurohpc_admin']);
});
