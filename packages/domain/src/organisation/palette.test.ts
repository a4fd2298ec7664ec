import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { defaultOrganisation } from './default-organisation.ts';
import { contrast, contrastFaults, shadesOf } from './palette.ts';

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
    { at: 'palette/7', other: '#ebe8e0', ratio: 3.2, least: 4.5 },
  ]);
  expect(contrastFaults({ palette: palette.with(8, '#ff0000'), colours })).toEqual([
    { at: 'palette/8', other: '#ffffff', ratio: 3.9, least: 4.5 },
  ]);
  expect(contrastFaults({ palette, colours: { ...colours, cover: '#ff0000' } })).toEqual([
    { at: 'colours/cover', other: '#f1ca8e', ratio: 2.5, least: 4.5 },
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
