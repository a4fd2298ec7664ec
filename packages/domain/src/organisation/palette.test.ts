import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, oklab } from '../values/colour.ts';
import { defaultOrganisation } from './default-organisation.ts';
import { contrastFaults, shadesOf, themeTokens } from './palette.ts';

const { palette, colours } = defaultOrganisation.theme;

test('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('finds nothing wrong with the colours of the product', () => {
  expect(contrastFaults({ palette, colours })).toEqual([]);
});

test('names the colour that carries its text too weakly, and how weakly', () => {
  expect(contrastFaults({ palette: palette.with(7, '#ff0000'), colours })).toEqual([
    { at: 'palette/7', pair: 'linkInNote', ratio: 3.2, least: 4.5 },
  ]);
  expect(contrastFaults({ palette: palette.with(8, '#ff0000'), colours })).toEqual([
    { at: 'palette/8', pair: 'pointedButton', ratio: 3.9, least: 4.5 },
  ]);
  expect(contrastFaults({ palette, colours: { ...colours, cover: '#ff0000' } })).toEqual([
    { at: 'colours/cover', pair: 'coverTime', ratio: 2.5, least: 4.5 },
  ]);
});

test('makes shades of every colour that carry their text, from light to dark', () => {
  assert(
    property(integer({ min: 0, max: 0xffffff }), (colour) => {
      const shades = shadesOf(`#${colour.toString(16).padStart(6, '0')}`) ?? [];
      expect(shades).toHaveLength(10);
      expect(contrastFaults({ palette: shades, colours })).toEqual([]);
      const grey = shades.map((shade) => contrast(shade, '#000000'));
      expect(grey).toEqual(grey.toSorted((a, b) => b - a));
    }),
    { numRuns: 500 },
  );
  expect(shadesOf('red')).toBeNull();
});

test('keeps a colour that carries text as shade 8', () => {
  expect(shadesOf('#7A1F5C')?.[7]).toBe('#7a1f5c');
  expect(shadesOf('#ffe34d')?.[7]).not.toBe('#ffe34d');
  expect(shadesOf('#000000')?.[7]).not.toBe('#000000');
});

const purple = {
  palette: shadesOf('#7a1f5c') ?? [],
  colours: { cover: '#4a1038', cover2: '#5c1a48', coverRule: '#884470' },
};

test('gives every variable of the accent and the cover the hue of the organisation, in light and dark', () => {
  const degrees = (hex: string) => {
    const [, a = 0, b = 0] = oklab(hex) ?? [];
    return (Math.atan2(b, a) * 180) / Math.PI;
  };
  const tokens = themeTokens(purple);
  for (const [token, colour] of [...Object.entries(tokens.light), ...Object.entries(tokens.dark)])
    expect([token, Math.abs(degrees(colour) - degrees('#7a1f5c')) < 15]).toEqual([token, true]);
});

test('keeps the contrast of the product with colours that follow from those of the organisation', () => {
  const own = themeTokens({ palette, colours });
  assert(
    property(integer({ min: 0, max: 0xffffff }), (number) => {
      const colour = `#${number.toString(16).padStart(6, '0')}`;
      const made = themeTokens({
        palette: Array.from({ length: 10 }, () => colour),
        colours: { cover: colour, cover2: colour, coverRule: colour },
      });
      for (const token of ['on-accent', 'accent-text', 'accent-wash', 'cover', 'cover-2'])
        expect(contrast(made.dark[token] ?? '', own.dark[token] ?? '')).toBeLessThan(1.04);
      for (const token of ['accent-wash', 'on-cover-2'])
        expect(contrast(made.light[token] ?? '', own.light[token] ?? '')).toBeLessThan(1.04);
    }),
    { numRuns: 200 },
  );
});

test('moves the fill of buttons and links of an older palette to a shade that carries text', () => {
  const older = palette.with(7, '#f0c000').with(3, '#3a3a10');
  const { light, dark } = themeTokens({ palette: older, colours });
  expect([light['accent-fill'], light['accent-fill-hover'], light['accent-text']]).toEqual([
    palette[8],
    palette[9],
    palette[8],
  ]);
  expect([dark['accent-fill'], dark['accent-fill-hover']]).toEqual([palette[2], palette[1]]);
});
