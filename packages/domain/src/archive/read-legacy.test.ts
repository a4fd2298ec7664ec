import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { legacyRecordSchema } from './legacy.ts';
import {
  callFields,
  type FieldKind,
  type Fields,
  proposalFields,
  resourceFields,
  scientificReviewFields,
  technicalReviewFields,
  variantFields,
} from './legacy-fields.ts';
import { readLegacyRecord, recordOfRow } from './read-legacy.ts';
import { readLegacyValue } from './read-legacy-value.ts';

const readOf = (given: unknown) => {
  const result = readLegacyRecord(given);
  if (!result.ok) throw new Error(result.why.id);
  return result.read;
};

const samples: Record<FieldKind, unknown> = {
  text: 'Words',
  answer: 'Partly',
  list: ['one', 'two'],
  number: 4,
  ordinal: 2010,
  amount: { value: 12.5, unit: 'GB' },
  flag: true,
  class: 'H',
  date: '2010-03-01',
};

/** Every field of a table with a value, `a.b` inside. */
function whole(fields: Fields): Record<string, unknown> {
  const block: Record<string, Record<string, unknown> | unknown> = {};
  for (const [key, kind] of Object.entries(fields)) {
    const [outer = key, inner] = key.split('.');
    if (inner === undefined) block[key] = samples[kind];
    else block[outer] = { ...(block[outer] as object | undefined), [inner]: samples[kind] };
  }
  return block;
}

const contact = { contact_name: 'Ana Horvat', contact_email: 'ana@example.org' };
const everything = {
  ...whole(proposalFields),
  discr: 'regular' as const,
  call: {
    ...whole(callFields),
    name: 'Call',
    description: '<p>x</p>',
    machines: ['Curie'],
    machinePreparatory: [{ name: 'Fermi' }],
  },
  regular: { ...contact, ...whole(variantFields) },
  preparatory: null,
  proposalResourcesAll: [whole(resourceFields), whole(resourceFields)],
  preparatoryTechReview: whole(technicalReviewFields),
  scientificReviewAll: [whole(scientificReviewFields)],
  technicalReviewAll: [whole(technicalReviewFields), whole(technicalReviewFields)],
  fields: [],
};

test('every field of the archive comes in and stands where it stood', () => {
  const { record, unread, remarks, number, submitted } = readOf({
    number: '2010RA1',
    submitted: 'Yes',
    ...everything,
  });
  expect(record).toEqual(legacyRecordSchema.parse(everything));
  expect([unread, remarks, number, submitted]).toEqual([[], [], '2010RA1', true]);
});

test('the spelling of a name does not matter, nor where in the proposal it stands', () => {
  const { record, unread } = readOf({
    projectId: 2010,
    'Created at': '2010-01-31 12:00:00',
    Title: 'Waves',
    discr: 'PreparatoryProposal',
    contactName: 'Ana',
    contact_email: 'ana@example.org',
    scientific_case: 'Why',
    preparatory: { summary: 'Short', 'software name and version': 'AVBP 7' },
    proposalResources: { total_storage: '3', total_storage_unit: 'TB' },
    technicalReviews: [
      {
        computingCenter: { name: 'BSC' },
        responseTechnicalReview: { response: 'Yes', computingCenter: { name: 'BSC' } },
      },
    ],
    responseScientificReview: ['late'],
  });
  expect(record).toMatchObject({
    name: 'Waves',
    created_at: '2010-01-31T12:00:00.000Z',
    summary: 'Short',
    discr: 'preparatory',
    preparatory: {
      contact_name: 'Ana',
      contact_email: 'ana@example.org',
      scientificCase: 'Why',
      software: { nameAndVersion: 'AVBP 7' },
    },
    regular: null,
    proposalResourcesAll: [{ total_storage: { value: 3, unit: 'TB' } }],
    technicalReviewAll: [
      {
        computingCenter: { name: 'BSC' },
        responseTechnicalReview: { response: 'Yes', computingCenter: 'BSC' },
      },
    ],
  });
  expect(unread).toEqual([{ path: 'responseScientificReview.1', value: '"late"' }]);
});

test('responses that stand beside the reviews belong to them in their order', () => {
  const { record, remarks } = readOf({
    number: '1',
    scientificReviewAll: [{ score: 1 }, { score: 2 }],
    responseScientificReview: [{ response: 'first' }, { response: 'second' }, { response: 'third' }],
  });
  expect(record.scientificReviewAll).toEqual([
    { score: 1, responseScientificReview: { response: 'first' } },
    { score: 2, responseScientificReview: { response: 'second' } },
  ]);
  expect(remarks).toEqual([
    {
      field: 'responseScientificReview.3',
      why: { id: 'archive.field.response', values: { field: 'responseScientificReview.3' } },
    },
  ]);
});

describe('what is not understood', () => {
  it.each([
    [{ colour: 'red' }, 'colour', '"red"', 'unknown'],
    [{ discr: 'other' }, 'discr', '"other"', 'variant'],
    [{ eligible: 'perhaps' }, 'eligible', '"perhaps"', 'flag'],
    [{ created_at: '31-02-2010' }, 'created_at', '"31-02-2010"', 'date'],
    [{ scientificReviewAll: [{ score: '1,234' }] }, 'scientificReviewAll.1.score', '"1,234"', 'number'],
    [
      { scientificReviewAll: [{ qualityClassification: 'A' }] },
      'scientificReviewAll.1.qualityClassification',
      '"A"',
      'class',
    ],
    [{ technicalReviewAll: [7] }, 'technicalReviewAll.1', '7', 'object'],
    [{ call: { machines: [{ a: 1, b: 2 }] } }, 'call.machines.1', '{"a":1,"b":2}', 'name'],
    [{ call: 7 }, 'call', '7', 'call'],
    [
      { proposalResourcesAll: [{ total_storage_unit: 'TB' }] },
      'proposalResourcesAll.1.total_storage_unit',
      '"TB"',
      'unitAlone',
    ],
    [{ name: 'A', title: 'B' }, 'title', '"B"', 'differs'],
    [{ fields: [{ title: 'T', colour: 1 }] }, 'fields.1', '{"title":"T","colour":1}', 'titled'],
    [{ submitted: 'perhaps' }, 'submitted', '"perhaps"', 'flag'],
    [{ summary: { deep: { er: true } } }, 'summary.deep.er', 'true', 'unknown'],
  ])('%j is kept as it was, with where it stood and why', (given, path, value, why) => {
    const { unread, remarks } = readOf({ number: '1', ...given });
    expect(unread).toEqual([{ path, value }]);
    expect(remarks).toEqual([{ field: path, why: { id: `archive.field.${why}`, values: { field: path } } }]);
  });

  it('refuses what is no object or has no number', () => {
    for (const given of [null, 'x', [1], {}, { number: ' ' }, { number: 'x'.repeat(201) }])
      expect(readLegacyRecord(given).ok).toBe(false);
  });

  it('loses nothing of whatever stands there', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 3 })),
        (given) => {
          const { record, unread, files } = readOf({ ...given, number: '1' });
          expect(legacyRecordSchema.safeParse(record).success).toBe(true);
          const kept = JSON.stringify([record, unread.map(({ path, value }) => [path, value]), files]);
          // Every word of three letters and more is either in a field or among what was kept.
          const words = (value: unknown): string[] =>
            typeof value === 'string'
              ? (value.match(/[a-z]{3,}/g) ?? [])
              : typeof value === 'object' && value !== null
                ? Object.values(value).flatMap(words)
                : [];
          for (const word of words(given)) expect(kept).toContain(word);
        },
      ),
    );
  });
});

it.each([
  ['date', '2010-01-31', '2010-01-31'],
  ['date', '31.01.2010', '2010-01-31'],
  ['date', '2010-01-31T12:00:00+02:00', '2010-01-31T10:00:00.000Z'],
  [
    'date',
    { date: '2010-01-31 12:00:00.000000', timezone_type: 3, timezone: 'UTC' },
    '2010-01-31T12:00:00.000Z',
  ],
  ['date', { date: '2010-01-31 12:00:00', timezone: 'Europe/Paris' }, null],
  ['date', '2010-13-01', null],
  ['date', '2010-01-31 25:00:00', null],
  ['number', '1 234 567,5', 1_234_567.5],
  ['number', '12.5', 12.5],
  ['ordinal', '2010', 2010],
  ['ordinal', '2010.5', null],
  ['number', '1.2.3', null],
  ['number', '99999999999999999999', null],
  ['amount', '12.5 GB', { value: 12.5, unit: 'GB' }],
  ['amount', 7, { value: 7, unit: null }],
  ['amount', '85 %', { value: 85, unit: '%' }],
  ['amount', 'much', null],
  ['amount', { value: 1, unit: 'h', more: 1 }, null],
  ['flag', 'no', false],
  ['flag', 1, true],
  ['class', 'excellent', 'E'],
  ['class', 'l', 'L'],
  ['list', 'a; b;', ['a', 'b']],
  ['list', ['a', { b: 1 }], null],
  ['answer', 'true', true],
  ['answer', 'Mostly', 'Mostly'],
  ['text', 'a\u0000b\ud800', 'a\ufffdb\ufffd'],
  ['text', true, null],
] as const)('a %s that is written %j is read as %j', (kind, given, expected) => {
  const read = readLegacyValue(kind, given);
  expect(read.ok ? read.value : null).toEqual(expected);
});

test('a row of a table is the record that its columns name', () => {
  expect(
    recordOfRow({
      number: '1',
      'call.name': 'Call',
      'scientificReviewAll.2.score': '3',
      'scientificReviewAll.1.score': '4',
      'number.more': 'taken',
      empty: ' ',
    }),
  ).toEqual({
    number: '1',
    call: { name: 'Call' },
    scientificReviewAll: { 1: { score: '4' }, 2: { score: '3' } },
    'number.more': 'taken',
  });
  const { record } = readOf(
    recordOfRow({
      number: '1',
      'scientificReviewAll.2.score': '3',
      'scientificReviewAll.1.score': '4',
      'call.machines': 'Curie; Fermi',
    }),
  );
  expect(record.scientificReviewAll).toEqual([{ score: 4 }, { score: 3 }]);
  expect(record.call.machines).toEqual(['Curie', 'Fermi']);
});
