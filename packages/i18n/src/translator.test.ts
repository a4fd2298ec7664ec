import { describe, expect, it } from 'vitest';
import { loadArea } from './catalogue.ts';
import { chooseLanguage } from './language.ts';
import { type MessageId, message } from './message.ts';
import { checkOverrides, compileOverrides } from './overrides.ts';
import { readText } from './placeholders.ts';
import { createTranslator } from './translator.ts';

const speak = async (language: 'en' | 'de' | 'fr' | 'en-XA') =>
  createTranslator(language, await loadArea(language, 'frame'), await loadArea(language, 'mails'));

describe('the one function that makes words', () => {
  it('speaks each language with its plurals, dates and lists', async () => {
    const sentence = async (language: 'en' | 'de' | 'fr' | 'en-XA') => {
      const { translate } = await speak(language);
      const moment = { at: '2026-09-04T08:00:00Z', timeZone: 'Europe/Brussels' };
      return [
        translate(message('frame.time.days', { n: 1 })),
        translate(message('frame.time.days', { n: 1200 })),
        translate(moment),
        translate({ ...moment, show: 'date' }),
        translate(message('frame.kit.stillNeeded', { what: ['A', 'B', message('frame.menu.profile')] })),
      ];
    };
    expect(await Promise.all((['en', 'de', 'fr', 'en-XA'] as const).map(sentence))).toEqual([
      ['1 day', '1\u202f200 days', '04-09-2026 10:00', '04-09-2026', 'Still needed: A, B and Profile.'],
      ['1 Tag', '1\u202f200 Tage', '04.09.2026 10:00', '04.09.2026', 'Es fehlt noch: A, B und Profil.'],
      [
        '1 jour',
        '1\u202f200 jours',
        '04/09/2026 10:00',
        '04/09/2026',
        'Il manque encore\u00a0: A, B et Profil.',
      ],
      ['1 ďàý', '1\u202f200 ďàýś', '04-09-2026 10:00', '04-09-2026', 'Śţíĺĺ ñééďéď: A, B and Þŕóƒíĺé.'],
    ]);
  });

  it('names a known unit in each language, and others as they were written', async () => {
    const amounts = { amount: { decimal: '1000', thousands: true, unit: 'node hours' }, unit: 'QPU hours' };
    const sentence = async (language: 'en' | 'de' | 'fr') => {
      const { translate, unit } = createTranslator(language, await loadArea(language, 'frame'), {
        both: [['amount'], ', ', ['unit']],
      });
      return [translate({ id: 'both' as MessageId, values: amounts }), unit('core hours'), unit('qubits')];
    };
    expect(await Promise.all((['en', 'de', 'fr'] as const).map(sentence))).toEqual([
      ['1\u202f000\u00a0node hours, QPU hours', 'core hours', 'qubits'],
      ['1\u202f000\u00a0Knotenstunden, QPU-Stunden', 'Kernstunden', 'qubits'],
      ['1\u202f000\u00a0heures nœud, heures QPU', 'heures cœur', 'qubits'],
    ]);
  });

  it('writes an exact decimal with the mark of the language, to its last digit', () => {
    const sentence = (['en', 'de', 'fr', 'en-XA'] as const).map((language) =>
      [
        { decimal: '0.25' },
        { decimal: '1990' },
        { decimal: '-230000.50', thousands: true, unit: 'h' },
        { decimal: '9223372036854775807.000000000001', thousands: true },
        { decimal: 'twelve, 1.5', unit: 'h' },
        [{ decimal: '1.5' }, { decimal: '2' }],
      ].map(createTranslator(language).translate),
    );
    const written = (mark: string, and: string) => [
      `0${mark}25`,
      '1990',
      `−230\u202f000${mark}50\u00a0h`,
      `9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f807${mark}000000000001`,
      'twelve, 1.5\u00a0h',
      `1${mark}5 ${and} 2`,
    ];
    expect(sentence).toEqual([
      written('.', 'and'),
      written(',', 'und'),
      written(',', 'et'),
      written('.', 'and'),
    ]);
  });

  it('leaves people’s own words as they are, whatever they hold', async () => {
    const { translate } = await speak('en');
    const what = "<b>{n, plural, one {x}}</b> '# é";
    expect(translate(what)).toBe(what);
    expect(translate(message('mails.change.passkey_added', { what }))).toBe(
      `The passkey ‘${what}’ was added. You can log in with it.`,
    );
  });

  it('says the id of a text that is not there', () => {
    expect(createTranslator('de').translate(message('frame.menu.profile'))).toBe('frame.menu.profile');
  });
});

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['nl, es;q=0.5', 'en'],
  ['de-CH', 'de'],
  ['nl;q=0.9, fr-BE;q=0.8, en;q=0.7', 'fr'],
  ['en;q=0.2, FR;q=0.9', 'fr'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['en-GB,en-US;q=0.9,en;q=0.8,de;q=0.7', 'en'],
  ['en-XA', 'en-XA'],
  [`${'x,'.repeat(100_000)}de`, 'en'],
])('of %s chooses %s', (accepted, language) => {
  expect(chooseLanguage(accepted)).toBe(language);
});

describe('a text', () => {
  it('is read with its placeholders and parts', () => {
    const read = readText('{n, plural, one {# day of {name}} other {# days of {name}}}, <link>more</link>');
    expect(read.ok && Object.fromEntries(read.placeholders)).toEqual({
      n: 'number',
      name: 'said',
      link: 'part',
    });
  });

  it.each(['{n, plural, one {x}', '{n, plural, one {x}}', 'a <link>b', 'a </link> b', '<a><b>x</b></a>'])(
    'that is broken is refused: %s',
    (text) => {
      expect(readText(text).ok).toBe(false);
    },
  );
});

describe('what an organisation says otherwise', () => {
  it('takes the place of a text in its language alone', async () => {
    const overrides = { de: { 'frame.menu.profile': 'Mein Konto' } };
    const own = compileOverrides(overrides);
    const german = createTranslator('de', await loadArea('de', 'frame'), own.de ?? {});
    expect(german.translate(message('frame.menu.profile'))).toBe('Mein Konto');
    expect((await speak('fr')).translate(message('frame.menu.profile'))).toBe('Profil');
    expect(await checkOverrides(overrides)).toEqual([]);
  });

  it('names a text and has its placeholders', async () => {
    expect(
      await checkOverrides({
        en: {
          'frame.menu.nothing': 'x',
          'frame.foot.version': 'No. {number}',
          'frame.menu.login': 'Log in {x}',
        },
        fr: { 'frame.time.days': '{n, plural, one {# jour}' },
      }),
    ).toMatchObject([
      { at: 'en › frame.menu.nothing', why: 'There is no such text. docs/texts.md lists them.' },
      { at: 'en › frame.foot.version', why: 'This text has the placeholders {version}.' },
      { at: 'en › frame.menu.login', why: 'This text has no placeholders.' },
      { at: 'fr › frame.time.days', why: expect.any(String) },
    ]);
  });

  it('that cannot be read any more changes nothing', () => {
    expect(compileOverrides({ de: { 'frame.menu.login': '{n, plural, one {' } })).toEqual({ de: {} });
  });
});
