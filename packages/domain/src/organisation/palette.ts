import { contrast, hexOfOklab, luminance, oklab } from '../values/colour.ts';
import { defaultOrganisation } from './default-organisation.ts';

/** The colours of tokens.css that are behind or on the organisation's own; dark pages replace those of light ones. */
export const grounds = {
  light: {
    ink: '#122023',
    paper: '#f5f3ee',
    sheet: '#fbfaf7',
    field: '#ffffff',
    sunk: '#ebe8e0',
    'quiet-wash': '#e9e6de',
    'on-accent': '#ffffff',
    'on-cover': '#f7f5f0',
    'on-cover-time': '#f1ca8e',
  },
  dark: { ink: '#ece9e2', paper: '#10181a', sheet: '#172124' },
} as const;

/** Colours of the product that take the hue of the organisation and keep their luminance, and with it every contrast. */
const tints = {
  light: { 'accent-wash': '#e3eeee', 'on-cover-2': '#c3d6da' },
  dark: {
    'accent-text': '#8cc4cb',
    'accent-wash': '#143238',
    'on-accent': '#061d21',
    cover: '#0a282e',
    'cover-2': '#11393f',
    'cover-rule': '#34595f',
  },
} as const;

const text = 4.5;
const graphics = 3;
const { light, dark } = grounds;
const coverTexts = {
  coverTitle: light['on-cover'],
  coverText: tints.light['on-cover-2'],
  coverTime: light['on-cover-time'],
};

/** Where a colour is seen, and on or under which other. */
type Pairs = Readonly<Record<string, string>>;

/** The pairs of each colour, and the least contrast that WCAG 2.2 asks for there. Shades count from 0. */
const pairs: readonly { at: string; pairs: Pairs; least: number }[] = [
  {
    at: 'palette/7',
    pairs: {
      button: light['on-accent'],
      linkOnPage: light.paper,
      linkInPanel: light.sheet,
      linkInWell: light.sunk,
      linkInNote: light['quiet-wash'],
      linkInRow: tints.light['accent-wash'],
    },
    least: text,
  },
  { at: 'palette/8', pairs: { pointedButton: light['on-accent'] }, least: text },
  { at: 'palette/3', pairs: { darkButton: tints.dark['on-accent'] }, least: text },
  { at: 'palette/2', pairs: { pointedDarkButton: tints.dark['on-accent'] }, least: text },
  {
    at: 'palette/5',
    pairs: { lineOnPage: light.paper, lineInPanel: light.sheet, lineInField: light.field },
    least: graphics,
  },
  {
    at: 'palette/4',
    pairs: { darkLineOnPage: dark.paper, darkLineInPanel: dark.sheet },
    least: graphics,
  },
  { at: 'colours/cover', pairs: coverTexts, least: text },
  { at: 'colours/cover2', pairs: coverTexts, least: text },
];

interface Colours {
  palette: readonly string[];
  colours: { cover: string; cover2: string; coverRule: string };
}

export interface ContrastFault {
  /** Place of the colour: `palette/7`, `colours/cover`. */
  at: string;
  /** Text or line, and its surface: `linkOnPage`. */
  pair: string;
  /** Rounded down to one decimal place. */
  ratio: number;
  least: number;
}

/** Returns the colours of a theme whose text or lines have too little contrast, each with its worst pair. */
export function contrastFaults({
  palette,
  colours,
}: Pick<Colours, 'palette'> & {
  colours: Pick<Colours['colours'], 'cover' | 'cover2'>;
}): ContrastFault[] {
  return pairs.flatMap(({ at, pairs: others, least }) => {
    const [group, name = ''] = at.split('/');
    const colour = group === 'palette' ? palette[Number(name)] : colours[name as 'cover' | 'cover2'];
    const [worst] = Object.entries(others)
      .map(([pair, other]) => ({ pair, ratio: contrast(colour ?? '', other) }))
      .sort((one, two) => one.ratio - two.ratio);
    if (worst === undefined || worst.ratio >= least) return [];
    return [{ at, pair: worst.pair, ratio: Math.floor(worst.ratio * 10) / 10, least }];
  });
}

/** Lightness of each shade, and its chroma relative to the given colour; those of the product's own palette. */
const ladder = [
  [0.965, 0.1],
  [0.915, 0.22],
  [0.835, 0.45],
  [0.735, 0.7],
  [0.635, 0.95],
  [0.54, 1],
  [0.47, 1],
  [0.41, 0.9],
  [0.345, 0.78],
  [0.28, 0.65],
] as const;

/**
 * Returns ten shades of the colour's hue, light to dark; null if it is not written as `#rrggbb`. A colour that can carry
 * the texts of shade 8 is shade 8.
 */
export function shadesOf(hex: string): string[] | null {
  const given = oklab(hex);
  if (given === null) return null;
  const [, a, b] = given;
  const shades = ladder.map(([lightness, share]) => hexOfOklab([lightness, a * share, b * share]));
  const kept = shades.with(7, hex.trim().toLowerCase());
  const [before = 0, own = 0, after = 0] = kept.slice(6, 9).map(luminance);
  const { colours } = defaultOrganisation.theme;
  return before > own && own > after && contrastFaults({ palette: kept, colours }).length === 0
    ? kept
    : shades;
}

/** Returns a colour of the product in the hue of a colour of the organisation, which replaces one of the product's. */
function tinted(own: string, source: string, given: string): string {
  const chroma = (hex: string) => Math.hypot(...(oklab(hex) ?? []).slice(1));
  const share = chroma(own) / chroma(source);
  const [, a, b] = oklab(given) ?? [0, 0, 0];
  const at = (lightness: number) => hexOfOklab([lightness, a * share, b * share]);
  let [low, high] = [0, 1];
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2;
    if (luminance(at(middle)) < luminance(own)) low = middle;
    else high = middle;
  }
  return at(high);
}

type Tokens = Readonly<Record<string, string>>;

/** The shades that fill buttons: 7 and 3, or for palettes older than the check the next ones that carry text. */
function fills(palette: readonly string[]): Record<'light' | 'dark', readonly [number, number]> {
  const first = (shades: readonly number[], on: string) =>
    shades.find((shade) => contrast(on, palette[shade] ?? '') >= text) ?? shades.at(-1) ?? 0;
  const onLight = first([7, 8, 9], light['on-accent']);
  const onDark = first([3, 2, 1, 0], tints.dark['on-accent']);
  return { light: [onLight, Math.min(9, onLight + 1)], dark: [onDark, Math.max(0, onDark - 1)] };
}

/** Returns every variable of tokens.css that follows from the colours of the organisation, for light and dark pages. */
export function themeTokens({ palette, colours }: Colours): { light: Tokens; dark: Tokens } {
  const { theme } = defaultOrganisation;
  const shade = (at: number) => palette[at] ?? theme.palette[at] ?? '';
  const tint = (own: string, at: number) => tinted(own, theme.palette[at] ?? '', shade(at));
  const covered = (own: string, name: keyof Colours['colours']) =>
    tinted(own, theme.colours[name], colours[name]);
  const filled = fills(palette);
  return {
    light: {
      ...Object.fromEntries(palette.map((colour, at) => [`accent-${at}`, colour])),
      'accent-fill': shade(filled.light[0]),
      'accent-fill-hover': shade(filled.light[1]),
      'accent-text': shade(filled.light[0]),
      'accent-wash': tint(tints.light['accent-wash'], 1),
      'accent-rule': shade(5),
      cover: colours.cover,
      'cover-2': colours.cover2,
      'cover-rule': colours.coverRule,
      'on-cover-2': covered(tints.light['on-cover-2'], 'cover'),
    },
    dark: {
      'accent-fill': shade(filled.dark[0]),
      'accent-fill-hover': shade(filled.dark[1]),
      'on-accent': tint(tints.dark['on-accent'], 9),
      'accent-text': tint(tints.dark['accent-text'], 3),
      'accent-wash': tint(tints.dark['accent-wash'], 8),
      'accent-rule': shade(4),
      cover: covered(tints.dark.cover, 'cover'),
      'cover-2': covered(tints.dark['cover-2'], 'cover2'),
      'cover-rule': covered(tints.dark['cover-rule'], 'coverRule'),
    },
  };
}

const rule = (selector: string, tokens: Tokens): string =>
  `${selector}{${Object.entries(tokens)
    .map(([token, colour]) => `--${token}:${colour}`)
    .join(';')}}`;

/** Returns the rules that pages lay over tokens.css. Paper stays white. */
export function themeCss(theme: Colours): string {
  const { light, dark } = themeTokens(theme);
  return `${rule(':root', light)}\n@media screen{${rule(':root[data-color-scheme="dark"]', dark)}}\n`;
}
