import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementRules } from './elements/rules.ts';
import { storableText } from './storable-text.ts';
import { isAtLeast, lengthOfText, normaliseLine, normaliseText } from './text.ts';

const wild = fc.string({
  unit: fc.constantFrom(
    'a',
    'é',
    'e',
    '\u0301',
    '\r',
    '\n',
    '\t',
    '😀',
    '\ud83d',
    '\u0000',
    '\u0085',
    '\u000b',
    '\u000c',
    '\u001f',
    '\u0081',
    '\u0096',
    ' ',
    '한',
    'ᄒ',
    'ᅡ',
    '\u0958',
  ),
});

describe('text', () => {
  it('is stored in NFC with LF and without what cannot be stored', () => {
    expect(normaliseText('e\u0301\r\nb\rc\u0000d\ud83d')).toBe('é\nb\ncd\ufffd');
    expect(normaliseLine('  two\nlines\there ')).toBe('two lines here');
  });

  it('of invisible characters alone is no answer, in one line or in several', () => {
    for (const text of ['\u200b\u2060', '\u00ad', '\ufeff \u3164', '\u2800\n\u200d']) {
      expect(normaliseLine(text)).toBe('');
      for (const type of ['text', 'textarea', 'email'] as const)
        expect(elementRules[type].isEmpty([text])).toBe(true);
    }
    expect(normaliseLine('Ad\u00advent')).toBe('Ad\u00advent');
    expect(elementRules.textarea.isEmpty(['\u200b.'])).toBe(false);
  });

  it.each([
    [
      'a vertical tab, as Word copies Shift+Enter',
      'Solar wind\u000band',
      'Solar wind\nand',
      'Solar wind and',
    ],
    ['a form feed, between the pages of a PDF', 'one\u000ctwo', 'one\ntwo', 'one two'],
    ['NEL', 'one\u0085two', 'one\ntwo', 'one two'],
    ['a line and a paragraph separator', 'one\u2028two\u2029three', 'one\ntwo\nthree', 'one two three'],
    ['a dash of Windows-1252', '10\u009612 nodes', '10–12 nodes', '10–12 nodes'],
    ['quotes of Windows-1252', '\u0093O\u0092Brien\u0094 \u0080', '“O’Brien” €', '“O’Brien” €'],
    ['what Windows-1252 does not know', 'one\u0081two\u008dthree', 'one two three', 'one two three'],
    ['information separators', 'one\u001ctwo\u001fthree', 'one two three', 'one two three'],
  ])('keeps words apart at %s', (_what, given, text, line) => {
    expect([normaliseText(given), normaliseLine(given)]).toEqual([text, line]);
  });

  it('can be stored without NUL and with a sign in place of half a character, and is else as it was given', () => {
    expect(storableText('a\u0000b \ud83d\r\n\u000be\u0301\u0096 😀')).toBe(
      'ab \ufffd\r\n\u000be\u0301\u0096 😀',
    );
  });

  it('is counted in code points after NFC', () => {
    expect(lengthOfText('e\u0301')).toBe(1);
    expect(lengthOfText('😀😀')).toBe(2);
    expect(lengthOfText('a\r\nb')).toBe(3);
  });

  it('folds once and for all, and counts what it folds', () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 0, max: 12 }), (text, least) => {
        const folded = normaliseText(text);
        expect(normaliseText(folded)).toBe(folded);
        expect(normaliseLine(normaliseLine(text))).toBe(normaliseLine(text));
        expect(lengthOfText(folded)).toBe([...folded.normalize('NFC')].length);
        expect(isAtLeast(folded, least)).toBe(lengthOfText(folded) >= least);
      }),
      { numRuns: 1000 },
    );
  });
});
