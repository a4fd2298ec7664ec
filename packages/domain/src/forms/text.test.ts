import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
