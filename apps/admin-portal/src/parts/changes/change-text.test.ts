import { loadTexts } from '@clearcall/ui/kit/text/translate.ts';
import { beforeAll, expect, test } from 'vitest';
import { changeText } from './change-text.ts';
import { settingPage, settingsNamed } from './setting-label.ts';

beforeAll(() => loadTexts('admin', 'parts'));

const plain = { before: null, after: null, centre: null, successor: null };
const option = (value: string, offered = true) => ({ value, offered, en: value });

test('names the first values of a list that were added, changed and retired', () => {
  const before = { values: [option('a'), option('b'), option('c', false)] };
  const after = {
    added: 6,
    changed: 1,
    retired: 1,
    reordered: true,
    values: [option('a', false), { ...option('b'), en: 'B' }, ...[...'defghi'].map((value) => option(value))],
  };
  expect(changeText({ ...plain, action: 'values_changed', before, after })).toBe(
    '6 new values: d, e, f, g and h, …. 1 value changed: b. 1 value retired: a. The order of the values changed.',
  );
});

test('gives the fields of a partition in the order of its form, with names and numbers as pages show them', () => {
  const after = { yearlySupply: '2000000', kind: 'CPU', centre: 'alpine', name: 'Lumi', gpuHoursPerUnit: '' };
  expect(changeText({ ...plain, action: 'created', after, centre: 'Alpine Centre' })).toMatch(
    /^Added\. Name: Lumi\. Computing centre: Alpine Centre\. .*CPU\. .*: None\. .*: 2.000.000\.$/,
  );
});

test('names the centre of a membership', () => {
  const after = { kind: 'centre', id: 'alpine', part: 'representative' };
  expect(changeText({ ...plain, action: 'membership_added', after, centre: 'Alpine Centre' })).toContain(
    'Alpine Centre',
  );
});

test('names who got the work of a person, and how much as far as administrators may know', () => {
  const told = (after: object, successor: string | null) =>
    changeText({ ...plain, action: 'work_handed_on', after: { ...after }, successor });
  expect(told({ successor: 7, n: 12 }, 'Ada Zuse')).toBe('Assignments handed on to Ada Zuse: 12');
  expect(told({ successor: 7, n: null }, null)).toBe(
    'Assignments handed on to a person who has left: fewer than 5',
  );
});

test('finds settings by their names, in every language of the organisation, and knows their pages', () => {
  expect(settingsNamed('sender')).toEqual(['mailSender']);
  expect(settingsNamed('')).toEqual([]);
  expect(settingsNamed('contact link').length).toBeLessThan(200);
  expect(
    ['theme/palette', 'words/en/frame.x', 'theme/tabs/byRole/pro', 'retention/mailsDays', 'logo'].map(
      settingPage,
    ),
  ).toEqual([
    '/organisation/theme',
    '/organisation/texts',
    '/organisation/roles',
    '/organisation/rules',
    '/organisation',
  ]);
});
