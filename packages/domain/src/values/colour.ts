/** Relative luminance of a colour like `#0b535e`, 0 (black) to 1 (white), by WCAG 2.2. Anything else counts as black. */
export function luminance(hex: string): number {
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

/** Lightness (0 to 1) and the two axes of colour of `#rrggbb` in Oklab; null for another text. */
export function oklab(hex: string): Three | null {
  const channels = linear(hex);
  if (channels.length !== 3) return null;
  const cones = times(lightToCones, channels as unknown as Three).map(Math.cbrt) as unknown as Three;
  return times(conesToLab, cones);
}

/** Returns the colour as `#rrggbb`, as colourful as a screen can show it at this lightness. */
export function hexOfOklab([lightness, a, b]: Three): string {
  const light = (share: number): Three =>
    times(
      conesToLight,
      times(labToCones, [lightness, a * share, b * share]).map((cone) => cone ** 3) as unknown as Three,
    );
  let share = 1;
  while (share > 0.01 && light(share).some((amount) => amount < -0.0005 || amount > 1.0005)) share *= 0.97;
  return hexOf(light(share));
}
