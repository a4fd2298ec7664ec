import { contrastFaults, shadesOf, themeCss } from '@clearcall/domain/organisation/palette.ts';
import { array, integer, sample, tuple } from 'fast-check';

const hex = (channels: readonly number[], share = 1): string =>
  `#${channels
    .map((channel) => Math.round(share < 1 ? channel * share : 255 - (255 - channel) * (2 - share)))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

const channels = array(integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 });

/**
 * The style sheets of so many palettes that pass the check of contrast, always the same ones: every second one is made of
 * one colour, the others are shades between black and white that an office could have typed.
 */
export function passingThemes(count: number): string[] {
  const found: string[] = [];
  for (const [accent, cover, cover2] of sample(tuple(channels, channels, channels), {
    seed: 2026,
    numRuns: 5_000,
  })) {
    if (found.length === count) break;
    const typed = Array.from({ length: 10 }, (_none, at) => hex(accent, (19 - 2 * at) / 10));
    const palette = (found.length % 2 === 0 ? shadesOf(hex(accent)) : null) ?? typed;
    const colours = { cover: hex(cover), cover2: hex(cover2), coverRule: hex(cover, 1.3) };
    if (contrastFaults({ palette, colours }).length === 0) found.push(themeCss({ palette, colours }));
  }
  return found;
}
