import { readFileSync } from 'node:fs';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { contrast, contrastFaults, grounds } from '@clearcall/domain/organisation/palette.ts';
import { assert, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { movedFills, primaryShades } from './contrast.ts';

test('keeps shades 7 and 3 where they carry text', () => {
  expect(primaryShades(defaultOrganisation.theme.palette)).toEqual({ light: 7, dark: 3 });
  expect(movedFills(defaultOrganisation.theme.palette)).toBeNull();
});

test('moves to a darker and a lighter shade where they do not', () => {
  const pale = [
    '#fffef0',
    '#fff8cc',
    '#fff2a0',
    '#3a3a10',
    '#ffe040',
    '#ffd820',
    '#ffd000',
    '#f0c000',
    '#7a6200',
    '#4a3b00',
  ];
  expect(primaryShades(pale)).toEqual({ light: 8, dark: 2 });
  expect(movedFills(pale)).toBe(
    ':root[data-color-scheme="light"]{--accent-fill:var(--accent-8);--accent-fill-hover:var(--accent-9);' +
      '--accent-text:var(--accent-8)}' +
      ':root[data-color-scheme="dark"]{--accent-fill:var(--accent-2);--accent-fill-hover:var(--accent-1)}',
  );
  // One that is no palette is none.
  expect(movedFills(pale.slice(1))).toBeNull();
});

/** The variables that a rule of tokens.css sets. */
function tokensOf(selector: string): Record<string, string> {
  const css = readFileSync(new URL('../../tokens.css', import.meta.url), 'utf8');
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}
const light = tokensOf(':root');
const dark = { ...light, ...tokensOf(':root[data-color-scheme="dark"]') };

/** Pairs of colours of tokens.css that carry text or say a state, with the contrast that they need. */
const pairs = [
  ['on-accent', ['accent-fill', 'accent-fill-hover'], 4.5],
  ['accent-text', ['paper', 'sheet', 'field', 'sunk', 'accent-wash'], 4.5],
  ['accent-rule', ['paper', 'sheet', 'field'], 3],
  ['on-cover', ['cover', 'cover-2'], 4.5],
  ['on-cover-2', ['cover', 'cover-2'], 4.5],
  ['on-cover-time', ['cover', 'cover-2'], 4.5],
] as const;

function weakPairs(tokens: Record<string, string>): string[] {
  const colour = (name: string): string => {
    const value = tokens[name] ?? '';
    const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    return other === undefined ? value : colour(other);
  };
  return pairs.flatMap(([fore, backs, least]) =>
    backs
      .filter((back) => contrast(colour(fore), colour(back)) < least)
      .map((back) => `${fore} on ${back}: ${contrast(colour(fore), colour(back))}`),
  );
}

test('has no weak pair of colours with any palette that passed the check', () => {
  for (const [name, value] of Object.entries({ ...grounds.light, ...grounds.cover }))
    expect([name, light[name]]).toEqual([name, value]);
  for (const [name, value] of Object.entries(grounds.dark)) expect([name, dark[name]]).toEqual([name, value]);
  // Ramps from dark to light of a random hue: about half of them pass.
  const channel = integer({ min: 0, max: 255 });
  let passed = 0;
  assert(
    property(tuple(channel, channel, channel, channel, channel, channel), ([r, g, b, ...cover]) => {
      const hex = (share: number, channels: readonly number[]) =>
        `#${channels
          .map((one) => Math.round(share < 1 ? one * share : 255 - (255 - one) * (2 - share)))
          .map((one) => one.toString(16).padStart(2, '0'))
          .join('')}`;
      const palette = Array.from({ length: 10 }, (_none, at) => hex((19 - 2 * at) / 10, [r, g, b]));
      const colours = { cover: hex(0.4, cover), cover2: hex(0.5, cover) };
      if (contrastFaults({ palette, colours }).length > 0) return;
      passed += 1;
      expect(movedFills(palette)).toBeNull();
      const shades = Object.fromEntries(palette.map((shade, at) => [`accent-${at}`, shade]));
      expect(weakPairs({ ...light, ...shades, cover: colours.cover, 'cover-2': colours.cover2 })).toEqual([]);
      expect(weakPairs({ ...dark, ...shades })).toEqual([]);
    }),
    { numRuns: 500, seed: 2026 },
  );
  expect(passed).toBeGreaterThanOrEqual(12);
});
