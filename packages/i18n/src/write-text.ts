import type { Compiled } from './placeholders.ts';

type Choices = Readonly<Record<string, Compiled | number | undefined>>;

/** Words of a text as they are written, so that no sign of them begins a placeholder. */
const quoted = (words: string, signs: RegExp): string =>
  words.replaceAll("'", "''").replace(signs, (sign) => `'${sign}'`);

/** Writes a compiled text in ICU MessageFormat again, as `readText` reads it. */
export function writeText(compiled: Compiled, isChoice = false): string {
  return compiled
    .map((token) => {
      if (typeof token === 'string')
        return isChoice && token === '#' ? token : quoted(token, isChoice ? /[{}#]/g : /[{}]/g);
      const [name, type, choices] = token as readonly [string, string?, (Choices | string)?];
      if (type === undefined) return `{${name}}`;
      if (typeof choices !== 'object')
        return `{${[name, type, ...(choices === undefined ? [] : [choices])].join(', ')}}`;
      const written = Object.entries(choices).flatMap(([when, words]) => {
        if (words === undefined) return [];
        if (typeof words === 'number') return [`${when}:${words}`];
        // An exact number has lost its sign.
        return [`${/^\d/.test(when) ? '=' : ''}${when} {${writeText(words, true)}}`];
      });
      return `{${name}, ${type}, ${written.join(' ')}}`;
    })
    .join('');
}
