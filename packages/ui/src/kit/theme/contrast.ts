import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { contrast } from '@clearcall/domain/organisation/palette.ts';

type Shade = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

const enough = 4.5;

/**
 * Which shades of an organisation's ten carry text: white on the light scheme's fill, ink on the dark scheme's.
 * Starts at 7 and 3 and moves outwards until the text has 4.5:1; a palette that never gets there keeps its last shade.
 */
export function primaryShades(palette: readonly string[]): { light: Shade; dark: Shade } {
  const darker: readonly Shade[] = [7, 8, 9];
  const lighter: readonly Shade[] = [3, 2, 1, 0];
  return {
    light: darker.find((shade) => contrast('#ffffff', palette[shade] ?? '#000000') >= enough) ?? 9,
    dark: lighter.find((shade) => contrast('#061d21', palette[shade] ?? '#ffffff') >= enough) ?? 0,
  };
}

/** An organisation's ten accent shades (`#rrggbb`, light to dark); any other number of shades is the default palette. */
export const paletteOf = (shades: readonly string[]): readonly string[] =>
  shades.length === 10 ? shades : defaultOrganisation.theme.palette;

/**
 * The rules that move the fill of buttons, and the text of links, to the shades that can carry text; null where 7 and 3
 * of tokens.css can.
 */
export function movedFills(shades: readonly string[]): string | null {
  const { light, dark } = primaryShades(paletteOf(shades));
  if (light === 7 && dark === 3) return null;
  return [
    ':root[data-color-scheme="light"]{',
    `--accent-fill:var(--accent-${light});`,
    `--accent-fill-hover:var(--accent-${Math.min(9, light + 1)});`,
    `--accent-text:var(--accent-${light})}`,
    ':root[data-color-scheme="dark"]{',
    `--accent-fill:var(--accent-${dark});`,
    `--accent-fill-hover:var(--accent-${Math.max(0, dark - 1)})}`,
  ].join('');
}
