import { array, assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { namesOfFolder, portableName } from './file-name.ts';

const names = {
  'a/b\\c.pdf': 'a_b_c.pdf',
  '../../etc/passwd': '_.._etc_passwd',
  'C:\\fakepath\\case.pdf': 'C__fakepath_case.pdf',
  'tab\there\u0000and\u001bthere.pdf': 'tab hereandthere.pdf',
  'Solar wind\u000band\u0085more.pdf': 'Solar wind and more.pdf',
  '10\u009612 nodes.pdf': '10–12 nodes.pdf',
  // Reads as 'reviewexe.pdf' where the sign is carried out.
  'review\u202efdp.exe': 'reviewfdp.exe',
  '\u2066isolated\u2069\u200b\ufeff.pdf': 'isolated.pdf',
  'line\u2028end.pdf': 'line end.pdf',
  'e\u0301.pdf': '\u00e9.pdf',
  '\ud800.pdf': '\ufffd.pdf',
  '.hidden.pdf': 'hidden.pdf',
  'ends in dots...': 'ends in dots',
  'ends in a space .pdf': 'ends in a space.pdf',
  'CON.pdf': '_CON.pdf',
  nul: '_nul',
  'com1.tar.gz': '_com1.tar.gz',
  'LPT².pdf': '_LPT².pdf',
  'aux .pdf': '_aux.pdf',
  'conduct.pdf': 'conduct.pdf',
  'what? <really> "this" | *that*.pdf': 'what_ _really_ _this_ _ _that_.pdf',
  '': 'document',
  '...': 'document',
  '\u202e.pdf': 'document.pdf',
  '   ': 'document',
};

it.each(Object.entries(names))('takes %j for a file as %j', (given, name) => {
  expect(portableName(given, 'document')).toBe(name);
});

it('keeps the ending of a very long name, and never cuts a letter in two', () => {
  expect(portableName(`${'long '.repeat(100)}.pdf`, 'x')).toBe(`${'long '.repeat(16).slice(0, 76)}.pdf`);
  const wide = portableName(`${'😀'.repeat(300)}.pdf`, 'x');
  expect(wide).toBe(`${'😀'.repeat(49)}.pdf`);
  expect(new TextEncoder().encode(wide).length).toBe(200);
});

it('gives no two files of a folder one name, also where the case of letters does not count', () => {
  const free = namesOfFolder();
  const given = [
    'Report.pdf',
    'REPORT.pdf',
    'report.PDF',
    'Report (2).pdf',
    'Rapport é.pdf',
    'Rapport e\u0301.pdf',
  ];
  expect(given.map((name) => free(name, 'x'))).toEqual([
    'Report.pdf',
    'REPORT (2).pdf',
    'report (3).PDF',
    'Report (2) (2).pdf',
    'Rapport é.pdf',
    'Rapport é (2).pdf',
  ]);
});

it('gives names that every system takes, whatever is asked for', () => {
  assert(
    property(array(string({ unit: 'binary', maxLength: 120 }), { maxLength: 6 }), (given) => {
      const free = namesOfFolder();
      const taken = given.map((name) => free(name, 'file'));
      expect(new Set(taken.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(taken.length);
      for (const name of taken) {
        expect(name).not.toMatch(/[<>:"|?*\\/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^[. ]|[. ]$|^$/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(name.isWellFormed()).toBe(true);
        expect(new TextEncoder().encode(name).length).toBeLessThan(230);
      }
    }),
  );
});
