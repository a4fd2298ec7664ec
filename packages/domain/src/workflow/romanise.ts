/** Letters that no normalisation takes apart. */
const latin = letterTable('ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ŋ n ħ h ŧ t ĸ k ſ s ə e');
const greek = letterTable(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ i φ f χ ch ψ ps ω o',
);
const cyrillic = letterTable(
  'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы i ь - э e ю yu я ya і i є e ґ g ј i љ li њ ni ћ c ђ dj џ dz ѕ dz',
);
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/ευ/g, 'ev'],
  [/αυ/g, 'av'],
  [/ει|οι/g, 'i'],
  [/γγ/g, 'ng'],
];

function letterTable(pairs: string): ReadonlyMap<string, string> {
  const words = pairs.split(' ');
  return new Map(
    words.flatMap((letter, at) => (at % 2 === 0 ? [[letter, (words[at + 1] ?? '').replace('-', '')]] : [])),
  );
}

/** Whether a word has letters that `romanise` writes in the Latin alphabet. */
export const isForeign = (word: string): boolean => /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(word);

/**
 * Writes a word in plain Latin letters, in lower case and without marks. Greek and Cyrillic letters become the Latin
 * ones that passports use; other alphabets stay as they are.
 */
export function romanise(word: string): string {
  const bare = word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const paired = greekPairs.reduce((text, [pair, letters]) => text.replace(pair, letters), bare);
  return [...paired].map((one) => latin.get(one) ?? greek.get(one) ?? cyrillic.get(one) ?? one).join('');
}

/** What Latin letters write in two ways, by which `ü`, `ue` and `u` are one: ä, æ, å and aa; ö, ø and œ; ü; đ and dj. */
export const foldSpelling = (plain: string): string =>
  plain.replace(/ae|aa/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u').replace(/dj/g, 'd');

/** Folds also what romanisations of one name write differently: Yuriy, Yuri and Jurij; Christou and Hristou. */
export const foldRomanisation = (plain: string): string =>
  [
    [/(?<=[bcdfghklmnprstvz])yo|y(?=e)/g, (found: string) => (found === 'yo' ? 'e' : '')],
    [/ou/g, () => 'u'],
    [/ei/g, () => 'i'],
    [/mp/g, () => 'b'],
    [/nt/g, () => 'd'],
    [/gk/g, () => 'g'],
    [/[kc]h/g, () => 'h'],
    [/([zst])h/g, (_all: string, letter: string) => letter],
    [/ph/g, () => 'f'],
    [/x/g, () => 'ks'],
    [/ts|tz|c/g, () => 'k'],
    [/w/g, () => 'v'],
    [/[yj]/g, () => 'i'],
    [/(.)\1+/g, (_all: string, letter: string) => letter],
  ].reduce(
    (text, [pattern, by]) => text.replace(pattern as RegExp, by as (...found: string[]) => string),
    plain,
  );
