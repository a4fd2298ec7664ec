import { isNode, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import {
  inLanguage,
  inOrderFor,
  languageOf,
  type TextInLanguages,
} from '@clearcall/domain/forms/text-in-languages.ts';
import { authorLanguage, langOf } from '@clearcall/ui/kit/text/author-language.ts';
import type { Quoted } from '@clearcall/ui/kit/text/quoting.tsx';
import { pageLanguage } from '@clearcall/ui/kit/text/translate.ts';

function quotedText(text: unknown): Quoted {
  if (typeof text !== 'string' && !isNode(text)) return { title: '', lang: undefined };
  const order = inOrderFor(pageLanguage(), authorLanguage());
  const language = languageOf(text as TextInLanguages, order);
  const told = language === null ? {} : { title: language };
  return { title: inLanguage(text as TextInLanguages, order), lang: langOf({ told }, 'title') };
}

/** Names of the steps, forms and fields on the way to a place of the flow: titles, or ids of what has none. */
export const flowTrail = (flow: unknown, at: Address): Quoted[] =>
  at.flatMap((_name, nth) => {
    const thing = valueAt({ flow }, at.slice(0, nth + 1));
    if (!isNode(thing) || typeof thing.id !== 'string') return [];
    const named = quotedText(thing.title);
    return named.title === '' ? { title: thing.id, lang: undefined } : named;
  });

/** The names on the way to a place of the flow in one line; empty for the flow itself. */
export const flowPlaceName = (flow: unknown, at: Address): string =>
  flowTrail(flow, at)
    .map(({ title }) => title)
    .join(' › ');

/** By the flow, which never changes. */
const knownTitles = new WeakMap<object, readonly Quoted[]>();

function titlesIn(flow: object): readonly Quoted[] {
  const known = knownTitles.get(flow);
  if (known !== undefined) return known;
  const titles = new Map<string, Quoted>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isNode(value))
      for (const [name, part] of Object.entries(value))
        if (name !== 'title' && name !== 'label') collect(part);
        else {
          const text = quotedText(part);
          if (text.lang !== undefined) titles.set(text.title, text);
        }
  };
  collect(flow);
  const found = [...titles.values()];
  knownTitles.set(flow, found);
  return found;
}

/** Texts of the flow that a sentence may quote and that are not in the language of the page. */
export const flowQuotes = (flow: unknown, sentence: string): Quoted[] =>
  isNode(flow) ? titlesIn(flow).filter(({ title }) => sentence.includes(title)) : [];
