import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { expect, test } from 'vitest';
import { missingIn, textChange, textIn } from './draft-texts.ts';

const german = (text: string, optional = false) =>
  ({ language: 'de', text, organisation: 'en', optional }) as const;

test('a text is read in one language; a plain one is in that of the organisation', () => {
  expect(textIn({ en: 'Title', de: 'Titel' }, 'de', 'en')).toBe('Titel');
  expect(textIn('Title', 'en', 'en')).toBe('Title');
  expect(textIn('Title', 'de', 'en')).toBe('');
  expect(textIn(undefined, 'de', 'en')).toBe('');
});

test('one language is written, and removed when it is emptied', () => {
  expect(textChange(['title'], { en: 'Title' }, german('Titel'))).toEqual({
    do: 'set',
    at: ['title', 'de'],
    value: 'Titel',
  });
  expect(textChange(['title'], { en: 'Title', de: 'Titel' }, german(''))).toEqual({
    do: 'set',
    at: ['title', 'de'],
  });
});

test('an optional text goes with its last language', () => {
  const at = ['facts', 'who'];
  expect(textChange(at, { de: 'Alle' }, german('', true))).toEqual({ do: 'set', at });
  expect(textChange(at, { de: 'Alle', fr: 'Tous' }, german('', true))).toEqual({
    do: 'set',
    at: [...at, 'de'],
  });
  expect(textChange(['title'], { de: 'Titel' }, german(''))).toEqual({ do: 'set', at: ['title', 'de'] });
});

test('a text that is absent or plain becomes one by language', () => {
  expect(textChange(['facts', 'who'], undefined, german('Alle'))).toMatchObject({ value: { de: 'Alle' } });
  expect(textChange(['title'], 'Title', german('Titel'))).toMatchObject({
    value: { en: 'Title', de: 'Titel' },
  });
});

test('a missing language is counted where another one is given', () => {
  const call = {
    title: { en: 'Title', de: 'Titel' },
    description: { en: 'Text' },
    info: {},
    facts: { who: 'All' },
    links: { link1: { title: { de: 'Mehr' }, address: '/x' } },
    documents: [{ id: 'plan', title: { en: 'Plan', de: ' ' }, file: null }],
  } as unknown as CallDefinition;
  expect(missingIn(call, 'de', 'en')).toBe(3);
  expect(missingIn(call, 'en', 'en')).toBe(1);
  expect(missingIn(call, 'fr', 'en')).toBe(5);
});
