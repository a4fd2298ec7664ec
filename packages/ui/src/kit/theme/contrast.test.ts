import { readFileSync } from 'node:fs';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { contrastFaults, grounds, themeTokens } from '@clearcall/domain/organisation/palette.ts';
import { contrast } from '@clearcall/domain/values/colour.ts';
import { assert, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';

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
  ['accent-text', ['paper', 'sheet', 'field', 'sunk', 'quiet-wash', 'accent-wash'], 4.5],
  ['ink-3', ['accent-wash'], 4.5],
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

test('has the colours of the product as they follow from its palette', () => {
  const { light: lightTokens, dark: darkTokens } = themeTokens(defaultOrganisation.theme);
  const value = (tokens: Record<string, string>, name: string): string =>
    (tokens[name] ?? '').replace(/^var\(--([\w-]+)\)$/, (_all, other: string) => value(tokens, other));
  for (const [name, given] of Object.entries({ ...grounds.light, ...lightTokens }))
    expect([name, value(light, name)]).toEqual([name, given]);
  for (const [name, given] of Object.entries({ ...grounds.dark, ...darkTokens }))
    expect([name, value(dark, name)]).toEqual([name, given]);
});

test('has no weak pair of colours with any palette that passed the check', () => {
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
      const colours = { cover: hex(0.4, cover), cover2: hex(0.5, cover), coverRule: hex(0.8, cover) };
      if (contrastFaults({ palette, colours }).length > 0) return;
      passed += 1;
      const tokens = themeTokens({ palette, colours });
      expect(weakPairs({ ...light, ...tokens.light })).toEqual([]);
      expect(weakPairs({ ...dark, ...tokens.light, ...tokens.dark })).toEqual([]);
    }),
    { numRuns: 500, seed: 2026 },
  );
  expect(passed).toBeGreaterThanOrEqual(12);
});
