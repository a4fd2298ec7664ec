/** Relative luminance of a colour like `#0b535e`, 0 (black) to 1 (white), by WCAG 2.2. Anything else counts as black. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21, by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The three channels of `#rrggbb` as amounts of light, 0 to 1; none of another text. */
function linear(hex: string): number[] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  return (match ?? []).slice(1).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

/** The colours of tokens.css that stand behind or on the organisation's own. */
export const grounds = {
  light: {
    paper: '#f5f3ee',
    sheet: '#fbfaf7',
    field: '#ffffff',
    sunk: '#ebe8e0',
    'accent-wash': '#e3eeee',
    'on-accent': '#ffffff',
  },
  dark: { paper: '#10181a', sheet: '#172124', 'on-accent': '#061d21' },
  cover: { 'on-cover': '#f7f5f0', 'on-cover-2': '#c3d6d8', 'on-cover-time': '#f1ca8e' },
} as const;

const text = 4.5;
const graphics = 3;
const { light, dark, cover } = grounds;
const onCover = Object.values(cover);

/** What each colour is seen with, and the least contrast that WCAG 2.2 asks for there. Shades count from 0. */
const pairs: readonly { at: string; others: readonly string[]; least: number }[] = [
  // Text and filled buttons; buttons under the pointer.
  {
    at: 'palette/7',
    others: [light['on-accent'], light.paper, light.sheet, light.sunk, light['accent-wash']],
    least: text,
  },
  { at: 'palette/8', others: [light['on-accent']], least: text },
  { at: 'palette/3', others: [dark['on-accent']], least: text },
  { at: 'palette/2', others: [dark['on-accent']], least: text },
  // Lines that say what is chosen.
  { at: 'palette/5', others: [light.paper, light.sheet, light.field], least: graphics },
  { at: 'palette/4', others: [dark.paper, dark.sheet], least: graphics },
  { at: 'colours/cover', others: onCover, least: text },
  { at: 'colours/cover2', others: onCover, least: text },
];

interface Colours {
  palette: readonly string[];
  colours: { cover: string; cover2: string };
}

export interface ContrastFault {
  /** Place of the colour: `palette/7`, `colours/cover`. */
  at: string;
  /** The colour that it is hard to tell from. */
  other: string;
  /** Rounded down to one decimal place. */
  ratio: number;
  least: number;
}

/** Returns the colours of a theme that carry their text or lines too weakly, each with its worst neighbour. */
export function contrastFaults({ palette, colours }: Colours): ContrastFault[] {
  return pairs.flatMap(({ at, others, least }) => {
    const [group, name = ''] = at.split('/');
    const colour = group === 'palette' ? palette[Number(name)] : colours[name as keyof typeof colours];
    const [worst] = others
      .map((other) => ({ other, ratio: contrast(colour ?? '', other) }))
      .sort((one, two) => one.ratio - two.ratio);
    if (worst === undefined || worst.ratio >= least) return [];
    return [{ at, other: worst.other, ratio: Math.floor(worst.ratio * 10) / 10, least }];
  });
}

type Three = readonly [number, number, number];

const times = (rows: readonly Three[], [a, b, c]: Three): Three =>
  rows.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Three;

/** Ottosson's matrices of Oklab: light to cones, cones to lightness and two axes of colour, and both backwards. */
const lightToCones: readonly Three[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const conesToLab: readonly Three[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const labToCones: readonly Three[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const conesToLight: readonly Three[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const hexOf = (given: Three): string =>
  `#${given
    .map((amount) => Math.min(1, Math.max(0, amount)))
    .map((amount) => (amount <= 0.0031308 ? amount * 12.92 : 1.055 * amount ** (1 / 2.4) - 0.055))
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Lightness of each shade, and how colourful it is beside the given colour; those of the product's own palette. */
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

/** Returns ten shades of the colour's hue, light to dark; null if it is not written as `#rrggbb`. */
export function shadesOf(hex: string): string[] | null {
  const channels = linear(hex);
  if (channels.length !== 3) return null;
  const cones = times(lightToCones, channels as unknown as Three).map(Math.cbrt) as unknown as Three;
  const [, a, b] = times(conesToLab, cones);
  return ladder.map(([lightness, share]) => {
    const light = (chroma: number): Three =>
      times(
        conesToLight,
        times(labToCones, [lightness, a * chroma, b * chroma]).map((cone) => cone ** 3) as unknown as Three,
      );
    let chroma: number = share;
    // As colourful as a screen can show it at this lightness.
    while (chroma > 0.01 && light(chroma).some((amount) => amount < -0.0005 || amount > 1.0005))
      chroma *= 0.97;
    return hexOf(light(chroma));
  });
}
