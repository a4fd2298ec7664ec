import { fileURLToPath } from 'node:url';

/** The fonts of a document, and text as they can write it. */

type Weight = 'regular' | 'semibold';

const fontFile = (name: string): string => fileURLToPath(new URL(`./fonts/${name}`, import.meta.url));
const files = {
  regular: fontFile('inter-regular.otf'),
  semibold: fontFile('inter-semibold.otf'),
  /** Signs that Inter does not have: mathematics, and the letters of more scripts. */
  wide: fontFile('dejavu-sans.ttf'),
};
type FontName = keyof typeof files;

export interface Style {
  weight: Weight;
  size: number;
  /** All figures are of one width. */
  tabular?: boolean;
}

/** A piece of a line in one font. `actual`: what it stands for, where no font has its signs. */
interface Run {
  text: string;
  font: FontName;
  width: number;
  actual?: string;
}

export interface Line {
  runs: Run[];
  width: number;
}

/** What stands for a sign that no font has. */
const unknown = '\u25a1';

// The types of pdfkit leave out what a font is made of.
interface OpenFont {
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
  widthOfString: (text: string, size: number, features?: string[]) => number;
}

export interface Type {
  /** Text in lines no wider than this; its own line ends stay. */
  wrap: (text: string, style: Style, width: number) => Line[];
  features: (style: Style) => PDFKit.Mixins.OpenTypeFeatures[] | undefined;
}

/** Without signs that only steer a display: they could turn a line around, or hide a part of it. */
function visible(text: string): string {
  return text.replace(/\t/g, '    ').replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}

export function openType(document: PDFKit.PDFDocument): Type {
  for (const [name, path] of Object.entries(files)) document.registerFont(name, path);
  const open = (name: FontName): OpenFont => {
    document.font(name);
    return (document as unknown as { _font: OpenFont })._font;
  };
  const fonts = new Map<FontName, OpenFont>();
  const fontOf = (name: FontName): OpenFont => {
    const known = fonts.get(name) ?? open(name);
    fonts.set(name, known);
    return known;
  };
  const homes = new Map<string, FontName | null>();
  /** Which font has a sign; null: none. */
  function homeOf(sign: string, weight: Weight): FontName | null {
    const key = weight + sign;
    const known = homes.get(key);
    if (known !== undefined) return known;
    const codePoint = sign.codePointAt(0) ?? 0;
    const home =
      ([weight, 'wide'] as const).find((name) => fontOf(name).font.hasGlyphForCodePoint(codePoint)) ?? null;
    homes.set(key, home);
    return home;
  }

  const features: Type['features'] = ({ tabular }) => (tabular ? ['tnum'] : undefined);
  const widths = new Map<string, number>();
  function widthOf(text: string, font: FontName, style: Style): number {
    const key = `${font} ${style.tabular === true} ${text}`;
    const known = widths.get(key) ?? fontOf(font).widthOfString(text, 1_000, features(style));
    widths.set(key, known);
    return (known * style.size) / 1_000;
  }

  /** A text without line ends, in the fonts that have its signs. */
  function runsOf(text: string, style: Style): Run[] {
    const runs: Run[] = [];
    for (const sign of text) {
      const home = homeOf(sign, style.weight);
      const last = runs.at(-1);
      const isMark = /^\p{M}$/u.test(sign);
      if (home === null && !isMark) {
        if (last?.actual === undefined) runs.push({ text: unknown, font: 'wide', width: 0, actual: sign });
        else {
          last.text += unknown;
          last.actual += sign;
        }
      } else if (last !== undefined && last.actual === undefined && (last.font === home || isMark)) {
        last.text += sign;
      } else runs.push({ text: sign, font: home ?? 'wide', width: 0 });
    }
    for (const run of runs) run.width = widthOf(run.text, run.font, style);
    return runs;
  }
  const lineOf = (text: string, style: Style): Line => {
    const runs = runsOf(text, style);
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
  };

  /** A word that is wider than a line, cut where it has to be. */
  function cut(word: string, style: Style, width: number): string[] {
    const parts: string[] = [];
    let part = '';
    for (const sign of word) {
      if (part !== '' && lineOf(part + sign, style).width > width) {
        parts.push(part);
        part = '';
      }
      part += sign;
    }
    return [...parts, part];
  }

  function wrapParagraph(text: string, style: Style, width: number): Line[] {
    const words = text.split(/(?<=[ \u2003])/u);
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const word of words) {
      const bare = lineOf(word.trimEnd(), style).width;
      const full = lineOf(word, style).width;
      if (line !== '' && used + bare > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      if (bare > width) {
        const parts = cut(word, style, width);
        lines.push(...parts.slice(0, -1));
        line = parts.at(-1) ?? '';
        used = lineOf(line, style).width;
      } else {
        line += word;
        used += full;
      }
    }
    lines.push(line);
    return lines.map((one) => lineOf(one, style));
  }

  return {
    wrap: (text, style, width) =>
      visible(text)
        .split('\n')
        .flatMap((paragraph) => wrapParagraph(paragraph, style, width)),
    features,
  };
}
