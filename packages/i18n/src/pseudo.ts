import type { Compiled } from './placeholders.ts';
import type { Catalogue } from './translator.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const signed = 'àƀćďéƒğĥíĵķĺɱñóþɋŕśţúṽŵẋýźÀƁĆĎÉƑĞĤÍĴĶĹṀÑÓÞɊŔŚŢÚṼŴẊÝŹ';
const signOf = new Map([...plain].map((letter, at) => [letter, [...signed][at] ?? letter]));

const sign = (text: string): string =>
  text
    .split(/(<\/?\w+>)/)
    .map((part) =>
      part.startsWith('<') ? part : [...part].map((letter) => signOf.get(letter) ?? letter).join(''),
    )
    .join('');

/** The choices of a plural or a select; what it counts from is no text. */
const signChoices = (choices: object): object =>
  Object.fromEntries(
    Object.entries(choices).map(([key, choice]) => [key, Array.isArray(choice) ? signAll(choice) : choice]),
  );

function signAll(tokens: Compiled): Compiled {
  return tokens.map((token) => {
    if (typeof token === 'string') return sign(token);
    const [name, type, choices] = token;
    return typeof choices === 'object' && choices !== null ? [name, type, signChoices(choices)] : token;
  }) as Compiled;
}

/** English texts with a sign on each letter (`Log in` is `Ĺóğ íñ`), and their placeholders and parts as they are. */
export function pseudo(english: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(english).map(([id, tokens]) => [id, signAll(tokens)]));
}

const letterOf = new Map([...signOf].map(([letter, signed]) => [signed, letter]));

/** A text of the pseudo-language in English again; what has no sign stays as it is. */
export const withoutSigns = (text: string): string =>
  [...text].map((letter) => letterOf.get(letter) ?? letter).join('');

/** The words of a text that carry no signs: of the pseudo-language they are data that was put in, or stand beside the catalogue. */
export const wordsWithoutSigns = (text: string): string[] =>
  text.match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? [];
