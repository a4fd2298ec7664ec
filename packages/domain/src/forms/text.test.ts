import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLine, foldText, isAtLeast, lengthOfText } from './text.ts';

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
    expect(foldText('e\u0301\r\nb\rc\u0000d\ud83d')).toBe('é\nb\ncd\ufffd');
    expect(foldLine('  two\nlines\there ')).toBe('two lines here');
  });

  it('is counted in code points after NFC', () => {
    expect(lengthOfText('e\u0301')).toBe(1);
    expect(lengthOfText('😀😀')).toBe(2);
    expect(lengthOfText('a\r\nb')).toBe(3);
  });

  it('folds once and for all, and counts what it folds', () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 0, max: 12 }), (text, least) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldLine(foldLine(text))).toBe(foldLine(text));
        expect(lengthOfText(folded)).toBe([...folded.normalize('NFC')].length);
        expect(isAtLeast(folded, least)).toBe(lengthOfText(folded) >= least);
      }),
      { numRuns: 1000 },
    );
  });
});
