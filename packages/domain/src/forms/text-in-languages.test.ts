import { type Language, languages } from '@clearcall/i18n/language.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFlow, parseFlowDocument } from './definition.ts';
import { inLanguage, inOrderFor, splitTexts } from './text-in-languages.ts';
import { textInLanguages } from './text-in-languages-schema.ts';

const texts = fc
  .record(Object.fromEntries(languages.map((one) => [one, fc.string({ minLength: 1 })])), {
    requiredKeys: [],
  })
  .filter((given) => Object.keys(given).length > 0);
const language = fc.constantFrom(...languages);

describe('a text in languages', () => {
  it('is told in the own language, else in that of the organisation, else in the first that it is given in', () => {
    const reported =
      (reader: Language | 'en-XA', organisation?: Language) => (text: Parameters<typeof inLanguage>[0]) =>
        inLanguage(text, inOrderFor(reader, organisation));
    const all = { en: 'Call', de: 'Ausschreibung', fr: 'Appel' };
    expect(languages.map((reader) => reported(reader)(all))).toEqual(['Call', 'Ausschreibung', 'Appel']);
    expect([
      reported('fr', 'de')({ en: 'Call', de: 'Ausschreibung' }),
      reported('fr')({ en: 'Call', de: 'Ausschreibung' }),
    ]).toEqual(['Ausschreibung', 'Call']);
    expect([
      reported('en', 'fr')({ de: 'Ausschreibung' }),
      reported('en-XA')(all),
      reported('de')('Plain'),
      reported('de')(''),
    ]).toEqual(['Ausschreibung', 'Call', 'Plain', '']);
  });

  it('is always one of those that are given, and the own one where there is one', () => {
    fc.assert(
      fc.property(texts, language, language, (given, reader, organisation) => {
        const reported = inLanguage(given, inOrderFor(reader, organisation));
        expect(reported).toBe(given[reader] ?? given[organisation] ?? given.en ?? given.de ?? given.fr);
      }),
    );
  });

  it('has in each language the limits of a plain one, and says what is wrong with which', () => {
    const schema = textInLanguages(z.string().trim().max(5));
    const judged = (given: unknown) => {
      const read = schema.safeParse(given);
      return read.success
        ? read.data
        : read.error.issues.map(({ path, message }) => [...path, message].join(': '));
    };
    expect([judged(' Call '), judged(''), judged({ de: ' Ruf ', fr: 'Appel' })]).toEqual([
      'Call',
      '',
      { de: 'Ruf', fr: 'Appel' },
    ]);
    expect([judged('Calling'), judged({ en: 'Call', de: 'Ausruf' })]).toEqual([
      ['Too big: expected string to have <=5 characters'],
      ['de: Too big: expected string to have <=5 characters'],
    ]);
    expect(judged({ en: 'Call', fr: ' ' })).toEqual([
      'fr: Too small: expected string to have >=1 characters',
    ]);
    expect(judged({})).toEqual(['a text is given in one language at least']);
    expect([judged({ nl: 'Oproep' }), judged(3), judged(null), judged(['Call'])]).toEqual([
      ['Unrecognized key: "nl"', 'a text is given in one language at least'],
      ['Invalid input: expected string, received number'],
      ['Invalid input: expected string, received null'],
      [expect.stringContaining('expected record')],
    ]);
  });
});

describe('texts of one thing', () => {
  it('stand in the language of the organisation, and by language where something is given in it', () => {
    const call = { title: { en: 'Call', de: 'Ruf' }, who: { de: 'Alle' }, track: 'AI', info: 'More' };
    const split = (organisation?: Language) =>
      splitTexts(organisation, {
        title: (tell) => tell(call.title),
        facts: (tell) => ({ who: tell(call.who), track: tell(call.track) }),
        info: (tell) => tell(call.info),
      });
    const inGerman = { title: 'Ruf', facts: { who: 'Alle', track: 'AI' } };
    expect(split()).toEqual({
      texts: { title: 'Call', facts: { who: 'Alle', track: 'AI' }, info: 'More' },
      inLanguages: { en: { title: 'Call' }, de: inGerman },
    });
    expect(split('de').texts).toEqual({ ...inGerman, info: 'More' });
    expect(splitTexts('fr', { title: (tell) => tell('Appel') })).toEqual({
      texts: { title: 'Appel' },
      inLanguages: null,
    });
  });

  it('are told as each text alone would be', () => {
    fc.assert(
      fc.property(texts, fc.oneof(fc.string(), texts), language, language, (title, info, reader, own) => {
        const split = splitTexts(own, { title: (tell) => tell(title), info: (tell) => tell(info) });
        const order = inOrderFor(reader, own);
        expect({ ...split.texts, ...split.inLanguages?.[reader] }).toEqual({
          title: inLanguage(title, order),
          info: inLanguage(info, order),
        });
      }),
    );
  });
});

describe('a flow in several languages', () => {
  const title = { en: 'Field', de: 'Gebiet' };
  const flow = {
    version: 1,
    steps: [
      {
        id: 'S1',
        title: { en: 'Application', fr: 'Demande' },
        order: 0,
        guide: { fr: 'Décrivez.' },
        type: 'application',
        ownerRole: 'applicant',
        config: { coiText: { de: 'Ich bin frei.' } },
        forms: [
          {
            id: 'F1',
            title,
            order: 0,
            description: 'Plain',
            elements: [
              {
                id: 'e',
                type: 'select',
                title,
                description: title,
                items: [{ value: 'a', label: { en: 'One', de: 'Eins' } }, 'b'],
              },
            ],
          },
        ],
      },
    ],
  };

  it('is read in one of them, and is stored in all', () => {
    const reported = (reader: Language) => {
      const read = parseFlow(flow, inOrderFor(reader));
      const [step] = read.ok ? read.flow.steps : [];
      const form = step?.forms[0];
      const element = form?.elements[0];
      const labels = element?.items?.map(({ value, label }) => `${value} ${label}`);
      return [
        step?.title,
        step?.guide,
        step?.config.coiText,
        form?.title,
        form?.description,
        element?.title,
        labels,
      ];
    };
    const french = 'Décrivez.';
    const german = 'Ich bin frei.';
    expect(languages.map(reported)).toEqual([
      ['Application', french, german, 'Field', 'Plain', 'Field', ['a One', 'b b']],
      ['Application', french, german, 'Gebiet', 'Plain', 'Gebiet', ['a Eins', 'b b']],
      ['Demande', french, german, 'Field', 'Plain', 'Field', ['a One', 'b b']],
    ]);
    const stored = parseFlowDocument(flow);
    const again = stored.ok ? parseFlowDocument(JSON.parse(JSON.stringify(stored.flow))) : stored;
    expect(again).toEqual(stored);
    expect(stored).toMatchObject({
      ok: true,
      flow: {
        steps: [{ title: flow.steps[0]?.title, forms: [{ elements: [{ title, description: title }] }] }],
      },
    });
  });

  it('is stored as it always was where it is plain, and says the place of what is wrong', () => {
    const plain = JSON.parse(
      JSON.stringify(flow, (_key, value) => value?.en ?? value?.fr ?? value?.de ?? value),
    );
    expect(parseFlowDocument(plain)).toEqual(parseFlow(plain));
    const broken = JSON.parse(JSON.stringify(flow));
    broken.steps[0].forms[0].elements[0].title = { en: 'Field', nl: 'Veld' };
    broken.steps[0].guide = { en: 'x'.repeat(5001) };
    const read = parseFlow(broken);
    expect(read.ok ? [] : read.faults.map(({ at }) => at.join()).sort()).toEqual([
      'steps,S1,forms,F1,elements,e,title',
      'steps,S1,guide,en',
    ]);
  });
});

it('names the language of a text of a flow that is told in another than the organisation’s', () => {
  const flow = {
    version: 1,
    steps: [
      {
        id: 'S',
        title: { en: 'Application', de: 'Antrag' },
        order: 0,
        guide: 'Describe it.',
        type: 'application',
        ownerRole: 'applicant',
        config: { coiText: { fr: 'Je suis libre.' } },
        forms: [
          {
            id: 'F',
            title: { en: 'Project' },
            order: 1,
            elements: [
              {
                id: 'e',
                type: 'select',
                title: { de: 'Frage' },
                items: [{ value: 'y', label: { de: 'Ja' } }],
              },
            ],
          },
        ],
      },
    ],
  };
  const marks = (order: readonly Language[], organisation: Language) => {
    const read = parseFlow(flow, order, organisation);
    if (!read.ok) throw new Error(read.faults[0]?.rule);
    const [step] = read.flow.steps;
    const [form] = step?.forms ?? [];
    const [element] = form?.elements ?? [];
    return [step?.told, step?.config.told, form?.told, element?.told, element?.items?.[0]?.told];
  };
  const inGerman = [{ title: 'de' }, { coiText: 'fr' }, undefined, { title: 'de' }, { label: 'de' }];
  expect(marks(['de', 'en', 'fr'], 'en')).toEqual(inGerman);
  expect(marks(['de', 'en', 'fr'], 'de')).toEqual([
    undefined,
    { coiText: 'fr' },
    { title: 'en' },
    undefined,
    undefined,
  ]);
});
