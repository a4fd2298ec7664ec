import { startTexts, t } from '@clearcall/ui/kit/text/translate.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { downloadOf } from './download-of.ts';
import { fieldRows, valueAt, valueText } from './field-rows.tsx';

beforeAll(async () => {
  await startTexts(['frame', 'legacy'], 'en');
});

describe('a value of the archive', () => {
  it.each([
    ['flag', true, 'Yes'],
    ['flag', false, 'No'],
    ['answer', false, 'No'],
    ['answer', 'In part', 'In part'],
    ['class', 'E', 'Excellent'],
    ['class', 'H', 'High'],
    ['class', 'M', 'Medium'],
    ['class', 'L', 'Low'],
    ['date', '2010-03-04', '04-03-2010'],
    ['number', 45_400_000, '45\u202f400\u202f000'],
    ['ordinal', 2010, '2010'],
    ['amount', { value: 12_500, unit: 'GB' }, '12\u202f500\u00a0GB'],
    ['amount', { value: 4, unit: null }, '4'],
    ['list', ['a', 'b'], 'a, b'],
    ['text', 'Words', 'Words'],
  ] as const)('of kind %s that is %j is told as %s', (kind, value, expected) => {
    expect(valueText(kind, value as never)).toBe(expected);
  });

  it('is found inside its object, and left out where there is none', () => {
    const values = { score: 0, flawed: false, team: '', responseScientificReview: { response: 'Thanks' } };
    expect(valueAt(values, 'responseScientificReview.response')).toBe('Thanks');
    const fields = {
      score: 'number',
      flawed: 'flag',
      team: 'text',
      impact: 'text',
      'responseScientificReview.response': 'text',
    } as const;
    const names = fieldRows(fields, values, (key) => t(`legacy.scientific.${key}`)).map(([name]) => name);
    expect(names).toEqual(['Score', 'Flawed', 'Response']);
    expect(fieldRows(fields, values, (key) => key, ['score']).map(([name]) => name)).toHaveLength(2);
  });
});

const id = '0190a0a0-0000-7000-8000-00000000f11e';
it.each([
  [`/api/cines/file/${id}`, { fileId: id }],
  [`https://portal.example.org/cines/file/${id.toUpperCase()}`, { fileId: id }],
  ['/api/v2/calls/1/documents/guide', { fileId: null }],
  ['/calls/1', null],
  [`https://other.example.org/api/cines/file/${id}`, null],
  [`https://portal.example.org:8443/api/cines/file/${id}`, null],
  ['mailto:someone@portal.example.org', null],
  ['https://[', null],
])('a link to %s downloads %j', (address, expected) => {
  expect(downloadOf(address, 'https://portal.example.org')).toEqual(expected);
});
