import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** The texts of the demonstration in each language: of calls, steps, forms and options. */
const folder = join(import.meta.dirname, '../apps/api/demo');
type Texts = Partial<Record<string, string | readonly string[]>>;
const isTexts = (value: object): value is Texts => 'en' in value && 'de' in value;

/** By text: the languages in which it is written. */
const languagesByText = new Map<string, Set<string>>();

function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!isTexts(value)) {
    for (const part of Object.values(value)) collect(part);
    return;
  }
  for (const [language, texts] of Object.entries(value)) {
    for (const line of [texts ?? []].flat().flatMap((text) => text.split(/<[^>]+>|\n/))) {
      const text = line.replace(/\s+/g, ' ').trim();
      if (!/\p{L}{3}/u.test(text) || ofOthers.has(text)) continue;
      languagesByText.set(text, (languagesByText.get(text) ?? new Set()).add(language));
    }
  }
}
/**
 * Words of authors that applicants of the demonstration wrote as well, whose language nobody knows, or the portal itself,
 * and a name.
 */
const ofOthers: ReadonlySet<string> = new Set([
  'Production',
  '6 months',
  'High',
  'Panel',
  'Organisation',
  'AI Factory',
]);
for (const file of ['texts/flows.json', 'texts/calls.json', 'option-groups.json'])
  collect(JSON.parse(readFileSync(join(folder, file), 'utf8')));

/** Within other words only a text counts that nobody says by chance: of two words, and as long as this. */
const leastLength = 10;
/** At most so many letters surround a quoted text of an author; answers of applicants are longer. */
const mostAround = 60;
const known = [...languagesByText].map(([text, languages]) => [text, [...languages]] as const);

/**
 * Returns the texts of authors on the page that are read in a wrong language: neither they nor what surrounds them says
 * theirs, or a name for screen readers mixes two languages. Source: WCAG 2.2, 3.1.2.
 */
export const textsInWrongLanguage = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([texts, least, around]) => {
      const byText = new Map(texts);
      const long = texts.filter(([text]) => text.length >= least && text.includes(' '));
      const wrong = new Set<string>();
      const judge = (written: string | null, at: Element | null, where = '') => {
        const text = (written ?? '')
          .replace(/[\u00ad\u200b\u2060]/g, '')
          .replace(/\s+/g, ' ')
          .trim();
        const language = at?.closest('[lang]')?.getAttribute('lang') ?? '';
        if (text === '') return;
        const languages =
          byText.get(text) ??
          long.find(([part]) => text.length <= part.length + around && text.includes(part))?.[1];
        if (languages?.includes(language) === false) wrong.add(`${language}${where}: ‘${text.slice(0, 80)}’`);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) {
        const { parentElement, textContent } = walker.currentNode;
        if (parentElement?.closest('script, style, textarea') === null) judge(textContent, parentElement);
      }
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
        for (const part of document.querySelectorAll(`[${name}]`))
          judge(part.getAttribute(name), part, ` ${name}`);
      }
      return [...wrong];
    },
    [known, leastLength, mostAround] as const,
  );

/** The German texts of calls and flows, with their English ones. */
const englishOf = new Map<string, string>();
for (const file of ['texts/flows.json', 'texts/calls.json'])
  collectPairs(JSON.parse(readFileSync(join(folder, file), 'utf8')));

function collectPairs(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!isTexts(value)) {
    for (const part of Object.values(value)) collectPairs(part);
    return;
  }
  const english = [value.en ?? []].flat();
  for (const [nth, german] of [value.de ?? []].flat().entries())
    if (english[nth] !== undefined) englishOf.set(german, english[nth]);
}

function inEnglish(value: unknown): unknown {
  if (typeof value === 'string') return englishOf.get(value) ?? value;
  if (Array.isArray(value)) return value.map(inEnglish);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'told')
      .map(([name, part]) => [name, inEnglish(part)]),
  );
}

/** Answers of the API as if calls and flows were given in English alone, the language of the organisation. */
export const answerInEnglishAlone = (page: Page): Promise<unknown> =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json') === true && response.ok();
    await route.fulfill(isJson ? { response, json: inEnglish(await response.json()) } : { response });
  });
