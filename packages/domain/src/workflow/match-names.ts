import { foldRomanisation, foldSpelling, isForeign, romanise } from './romanise.ts';

/** How two names match, the surest first: word for word, written otherwise, with initials, or by the last name alone. */
export const nameMatches = ['name', 'spelling', 'initials', 'last_name'] as const;
export type NameMatch = (typeof nameMatches)[number];

/** A name as somebody wrote it; `last` if it is known which part is the last name. */
export interface WrittenName {
  whole: string;
  last?: string;
}

interface Word {
  /** In lower case, with its marks. */
  exact: string;
  /** Folded, so that all spellings of the word are one. */
  spelling: string;
  /** Folded further, to be compared with words of other alphabets. */
  romanised: string;
  foreign: boolean;
  /** Stands for the words that begin with it. */
  short: boolean;
}

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const titles = listed(
  'prof professor professorin profssa dr drs dres dra doctor doktor dott dottssa doc docent doz pd privdoz assoc associate asst assistant emeritus em dipl mag ing ir mgr rndr phdr mudr judr csc drsc phd dphil msc bsc mba mr mrs ms miss mx mme mlle madame monsieur herr frau sir dame hon',
);
/** Part of a title only behind another one: Phil Ing is a name, Dr. phil. and Dr.-Ing. are not. */
const titleEndings = listed(
  'phil rer nat med jur ing habil hc techn pol oec theol math inform sc mult in ssa',
);
/** Part of a last name that says nothing alone. */
const particles = listed(
  'von van der den de del della di da dos du la le el al bin ibn ter ten zu zur af av y',
);
const honorary = /\bh\. ?c\.( ?mult\.)?/gi;
/** Apostrophes and what cannot be seen part no words. */
const unseen = /[\p{Cf}'’‘ʼʻ`´′＇]/gu;

interface Name {
  words: readonly Word[];
  /** Its words, and what up to three of them make together: `Jean-Noël` is also `Jeannoel`. */
  runs: readonly { word: Word; from: number; length: number }[];
}

function wordOf(text: string, short: boolean): Word {
  const spelling = foldSpelling(romanise(text));
  return { exact: text, spelling, romanised: foldRomanisation(spelling), foreign: isForeign(text), short };
}

function wordsOf(name: string): Word[] {
  const clean = name
    .normalize('NFC')
    .replace(unseen, '')
    .replace(honorary, ' ')
    .toLowerCase()
    .normalize('NFC');
  const all = [...clean.matchAll(/([\p{L}\p{M}\p{N}]+)(\.?)/gu)].map(([, text = '', point]) => ({
    text,
    short: text.length === 1 || (point === '.' && text.length <= 3),
  }));
  const bare: typeof all = [];
  let behindTitle = false;
  for (const word of all) {
    behindTitle = titles.has(word.text) || (behindTitle && titleEndings.has(word.text));
    if (!behindTitle) bare.push(word);
  }
  return (bare.length === 0 ? all : bare).map(({ text, short }) => wordOf(text, short));
}

function nameOf(text: string): Name {
  const words = wordsOf(text);
  const runs = [1, 2, 3].flatMap((length) =>
    words.slice(length - 1).map((last, from) => ({
      word:
        length === 1
          ? last
          : wordOf(
              words
                .slice(from, from + length)
                .map(({ exact }) => exact)
                .join(''),
              false,
            ),
      from,
      length,
    })),
  );
  return { words, runs };
}

type Same = (one: Word, other: Word) => boolean;
const sameExact: Same = (one, other) => one.exact === other.exact;
const sameSpelling: Same = (one, other) =>
  one.spelling === other.spelling || ((one.foreign || other.foreign) && one.romanised === other.romanised);
const begins: Same = (one, other) =>
  one.short &&
  (other.spelling.startsWith(one.spelling) ||
    ((one.foreign || other.foreign) && other.romanised.startsWith(one.romanised)));
const isInitial: Same = (one, other) => begins(one, other) || begins(other, one);

/**
 * Whether all words of `few` are words of `many`, each of which is used once. One of those that meet has to say more than
 * an initial or a particle. Later tests are for words that no earlier one has matched.
 */
function isAmong(few: Name, many: Name, tests: readonly Same[]): boolean {
  const [left, free] = [few, many].map(({ words }) => new Set(words.keys())) as [Set<number>, Set<number>];
  const takes = (within: Set<number>, { from, length }: Name['runs'][number]) => {
    const places = Array.from({ length }, (_one, nth) => from + nth);
    return places.every((place) => within.has(place)) ? places : null;
  };
  let says = false;
  for (const same of tests)
    for (const run of few.runs) {
      const mine = takes(left, run);
      const met = mine && many.runs.find((one) => takes(free, one) !== null && same(run.word, one.word));
      if (!mine || !met) continue;
      for (const place of mine) left.delete(place);
      for (const place of takes(free, met) ?? []) free.delete(place);
      says ||= !run.word.short && !met.word.short && !particles.has(run.word.exact);
    }
  return left.size === 0 && says;
}

/**
 * How two names can be of one person, or null if they are of different people. Order, titles, case, marks, hyphens and
 * apostrophes do not count, and one name may leave out middle names. A first name alone is nobody's. Decision 0035.
 */
export function matchNames(one: WrittenName, other: WrittenName): NameMatch | null {
  const [mine, theirs] = [nameOf(one.whole), nameOf(other.whole)];
  const alike = (...tests: Same[]) =>
    [
      [mine, theirs],
      [theirs, mine],
    ].some(
      ([few, many]) =>
        few !== undefined &&
        many !== undefined &&
        (few.words.length > 1 || many.words.length === 1) &&
        isAmong(few, many, tests),
    );
  const isLastOf = (words: Name, { last }: WrittenName, whole: Name) =>
    last !== undefined &&
    nameOf(last).words.length < whole.words.length &&
    isAmong(words, nameOf(last), [sameSpelling]);
  if (isLastOf(mine, other, theirs) || isLastOf(theirs, one, mine)) return 'last_name';
  if (alike(sameExact)) return 'name';
  if (alike(sameSpelling)) return 'spelling';
  if (alike(sameSpelling, isInitial)) return 'initials';
  // The whole name may be the last one if nobody says which part that is.
  const mayBeLastOf = (words: Name, { last }: WrittenName, whole: Name) =>
    last === undefined && isAmong(words, whole, [sameSpelling]);
  return mayBeLastOf(mine, other, theirs) || mayBeLastOf(theirs, one, mine) ? 'last_name' : null;
}
