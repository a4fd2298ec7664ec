import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import type { TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { type Language, languages } from '@clearcall/i18n/language.ts';

/** The text in one language; empty if it is not given in it. A plain text is in the language of the organisation. */
export const textIn = (
  text: TextInLanguages | undefined,
  language: Language,
  organisation: Language,
): string => (typeof text === 'string' ? (language === organisation ? text : '') : (text?.[language] ?? ''));

/** The change that gives a text in one language. An empty text is removed, and an optional place with its last one. */
export function textChange(
  at: Address,
  stored: TextInLanguages | undefined,
  {
    language,
    text,
    organisation,
    optional = false,
  }: {
    language: Language;
    text: string;
    organisation: Language;
    optional?: boolean;
  },
): Change {
  if (typeof stored === 'object') {
    if (text !== '') return { do: 'set', at: [...at, language], value: text };
    const isLast = languages.every((other) => other === language || stored[other] === undefined);
    return isLast && optional ? { do: 'set', at } : { do: 'set', at: [...at, language] };
  }
  const others = stored === undefined ? {} : { [organisation]: stored };
  return { do: 'set', at, value: { ...others, ...(text === '' ? {} : { [language]: text }) } };
}

/** The texts of a call that authors write, each with its place. */
function* textsOf({
  title,
  description,
  info,
  facts,
  links,
  documents,
}: CallDefinition): Generator<{ at: Address; text: TextInLanguages }> {
  yield { at: ['title'], text: title };
  yield { at: ['description'], text: description };
  yield { at: ['info'], text: info };
  for (const [name, text] of Object.entries(facts)) if (text) yield { at: ['facts', name], text };
  for (const name of ['link1', 'link2'] as const) {
    const link = links[name];
    if (link) yield { at: ['links', name, 'title'], text: link.title };
  }
  for (const document of documents) yield { at: ['documents', document.id, 'title'], text: document.title };
}

/** Number of texts that are given in another language and not in this one. */
export function missingIn(call: CallDefinition, language: Language, organisation: Language): number {
  return [...textsOf(call)].filter(
    ({ text }) =>
      textIn(text, language, organisation).trim() === '' &&
      languages.some((other) => textIn(text, other, organisation).trim() !== ''),
  ).length;
}
