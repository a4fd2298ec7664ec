import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, test } from 'vitest';
import { defaultOrganisation } from '../organisation/default-organisation.ts';
import { administratorRoles, roleCodes, roleMessage, roles } from './roles.ts';

const text = async (language: 'en' | 'fr', codes: readonly string[]) => {
  const { translate } = createTranslator(language, await loadArea(language, 'parts'));
  return codes.map((code) => translate(roleMessage(code)));
};

test('the roles are those of the table, with their names and short forms', async () => {
  const names = await text('en', roleCodes);
  expect(roleCodes.map((code, at) => [code, names[at], roles[code].short])).toEqual([
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

test('a role is told in the language of the reader; one that the table does not hold, by its words', async () => {
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
