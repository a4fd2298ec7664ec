import { expect, it } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { type CopiedPart, copiedParts, copyCall } from './copy-call.ts';
import { bareCall } from './new-call.ts';

const timeZone = 'Europe/Luxembourg';
const bare = bareCall({
  code: 'REG',
  year: 2027,
  number: 1,
  title: 'Regular Access 2027',
  language: 'en',
  organisation: 'Office',
  timeZone: 'Europe/Paris',
});
const amounts = [{ id: 'aurora', disabled: false, min: '1', max: null, fixed: null, pool: null }];
const source: CallDefinition = {
  ...bare,
  year: 2026,
  number: 2,
  title: { en: 'Regular Access 2026' },
  description: { en: 'Large awards', de: 'Große Zuteilungen' },
  info: { en: '<p>How it goes</p>' },
  unit: 'GPU hours',
  timeZone,
  uidPattern: 'ESAO-REG-{YYYY}R{NN}-{SEQ3}',
  facts: { duration: { en: '1 year' } },
  links: { termsOfReference: 'document:terms', guidelineReviewer: '/guide.pdf' },
  downloadRoles: ['pro', 'ac_chair'],
  documents: [{ id: 'terms', title: { en: 'Terms' }, file: null }],
  published: true,
  cutoffs: [
    {
      id: '17',
      start: '2026-03-02T09:00:00.000Z',
      end: '2026-04-14T08:00:00.000Z',
      amounts,
      timeframes: [{ id: 'TEC', start: '2026-04-14T08:00:00.000Z', end: null }],
    },
    { id: '18', start: '2026-09-01T08:00:00.000Z', end: null, amounts, timeframes: [] },
  ],
  flow: { version: 4, steps: [{ id: 'APP' }] },
};
const copy = (...parts: CopiedPart[]) => copyCall(source, bare, new Set(parts));

it('copies everything with dates on the same weekdays of the next year', () => {
  expect(copy(...copiedParts)).toEqual({
    definition: {
      ...source,
      year: 2027,
      number: 1,
      title: { en: 'Regular Access 2027' },
      cutoffs: [
        {
          id: 'copy-1',
          start: '2027-03-01T09:00:00.000Z',
          end: '2027-04-13T08:00:00.000Z',
          amounts,
          timeframes: [{ id: 'TEC', start: '2027-04-13T08:00:00.000Z', end: null }],
        },
        { id: 'copy-2', start: '2027-08-31T08:00:00.000Z', end: null, amounts, timeframes: [] },
      ],
      flow: { version: 0, steps: [{ id: 'APP' }] },
    },
    leftOut: [],
  });
});

it('copies texts alone, and names all that it leaves out', () => {
  const { definition, leftOut } = copy();
  expect(definition).toEqual({
    ...bare,
    description: source.description,
    info: source.info,
    facts: source.facts,
    unit: 'GPU hours',
    timeZone,
    uidPattern: source.uidPattern,
    published: true,
  });
  expect(leftOut).toEqual(['forms', 'amounts', 'dates', 'rights', 'documents']);
});

it('says what cannot be copied without another part', () => {
  expect(copy('amounts', 'forms', 'rights', 'documents').leftOut).toEqual(['dates', 'amounts_without_dates']);
  const dates = copy('dates', 'rights');
  expect(dates.leftOut).toEqual([
    'forms',
    'amounts',
    'documents',
    'timeframes_without_forms',
    'document_links',
  ]);
  expect(dates.definition.links).toEqual({ guidelineReviewer: '/guide.pdf' });
  expect(dates.definition.cutoffs[0]).toMatchObject({ amounts: [], timeframes: [] });
});

it('makes uids of its own if those of the source could be the same', () => {
  const other = copyCall(source, { ...bare, code: 'NEW' }, new Set(copiedParts));
  expect([other.definition.uidPattern, other.leftOut]).toEqual([bare.uidPattern, ['uid_pattern']]);
  const plain = copyCall({ ...source, uidPattern: 'REG-{SEQ3}' }, bare, new Set(copiedParts));
  expect(plain.leftOut).toEqual(['uid_pattern']);
});
