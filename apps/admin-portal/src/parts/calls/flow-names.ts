import { isNode, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import {
  inLanguage,
  inOrderFor,
  languageOf,
  type TextInLanguages,
} from '@clearcall/domain/forms/text-in-languages.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { isLanguage } from '@clearcall/i18n/language.ts';
import { authorLanguage, langOf } from '@clearcall/ui/kit/text/author-language.ts';
import type { Quoted } from '@clearcall/ui/kit/text/quoting.tsx';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';

/** A text of a call in the language of the page, or in the next that it is given in; empty without one. */
export function quotedText(text: unknown): Quoted {
  if (typeof text !== 'string' && !isNode(text)) return { title: '', lang: undefined };
  const order = inOrderFor(pageLanguage(), authorLanguage());
  const language = languageOf(text as TextInLanguages, order);
  const told = language === null ? {} : { title: language };
  return { title: inLanguage(text as TextInLanguages, order), lang: langOf({ told }, 'title') };
}

const actions = {
  assign: 'setup.automation.assign',
  notify: 'setup.automation.notify',
  change_visibility: 'setup.automation.change_visibility',
  unlock: 'setup.automation.unlock',
  reopen: 'setup.automation.reopen',
} as const;

/**
 * The name of a step, form or field of a flow, of an email by its subject, and of an automation by what it does to which
 * step, or with which email. Empty if it has none.
 */
export function thingName(flow: unknown, thing: unknown): Quoted {
  if (!isNode(thing)) return quotedText(undefined);
  const named = quotedText(thing.title ?? thing.name ?? thing.subject);
  const { do: action, step, template } = thing;
  if (named.title !== '' || typeof action !== 'string' || !Object.hasOwn(actions, action)) return named;
  const [list, id] = action === 'notify' ? ['templates', template] : ['steps', step];
  const of = thingName(flow, valueAt(flow, [list, String(id)]));
  const title = t(actions[action as keyof typeof actions], { of: of.title || String(id) });
  return { title, lang: undefined };
}

/** Names of what is on the way to a place of the flow, or ids of what has none. */
export const flowTrail = (flow: unknown, at: Address): Quoted[] =>
  at.flatMap((_name, nth) => {
    const thing = valueAt({ flow }, at.slice(0, nth + 1));
    if (!isNode(thing) || typeof thing.id !== 'string') return [];
    const named = thingName(flow, thing);
    return named.title === '' ? { title: thing.id, lang: undefined } : named;
  });

/** The names on the way to a place of the flow in one line; empty for the flow itself. */
export const flowPlaceName = (flow: unknown, at: Address): string =>
  flowTrail(flow, at)
    .map(({ title }) => title)
    .join(' › ');

/** By the document, which never changes. */
const knownTexts = new WeakMap<object, ReadonlyMap<string, Quoted['lang']>>();

function textsIn(document: object): ReadonlyMap<string, Quoted['lang']> {
  const known = knownTexts.get(document);
  if (known !== undefined) return known;
  const texts = new Map<string, Quoted['lang']>();
  const add = (title: string, told: Told) => {
    const lang = langOf({ told }, 'title');
    // The same words in the language of the page are those.
    if (title !== '' && (lang === undefined || !texts.has(title))) texts.set(title, lang);
  };
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isNode(value))
      for (const [name, part] of Object.entries(value))
        if (typeof part !== 'string') collect(part);
        else if (isLanguage(name)) add(part, { title: name });
        else if (name === 'title' || name === 'label') add(part, {});
  };
  collect(document);
  knownTexts.set(document, texts);
  return texts;
}

/** Texts of a call, or of its flow, that a sentence may quote. */
export const quotesIn = (document: unknown, sentence: string): Quoted[] =>
  isNode(document)
    ? [...textsIn(document)].flatMap(([title, lang]) => (sentence.includes(title) ? { title, lang } : []))
    : [];
