import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { splitTexts, type Tell, type TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { defaultLanguage, type Language } from '@clearcall/i18n/language.ts';
import { liveAddress, liveRichText } from './document-links.ts';

/** A text that is given in the language of the organisation alone is stored as a plain one. */
export function plainTexts(
  organisation: Language = defaultLanguage,
): (text: TextInLanguages) => TextInLanguages {
  return (text) =>
    typeof text === 'string' || Object.keys(text).some((language) => language !== organisation)
      ? text
      : (text[organisation] ?? '');
}

/** The columns of the row of a call. Links to its own documents become addresses. */
export function callColumns(call: CallDefinition, id: number, organisation: Language | undefined) {
  const plain = plainTexts(organisation);
  const linksIn = (tell: Tell) => {
    const { link1, link2, ...addresses } = call.links;
    const linkIn = (link: typeof link1) =>
      link && { title: tell(plain(link.title)), address: liveAddress(link.address, id) };
    return defined({
      link1: linkIn(link1),
      link2: linkIn(link2),
      ...Object.fromEntries(
        Object.entries(addresses).map(([name, address]) => [name, address && liveAddress(address, id)]),
      ),
    });
  };
  const factsIn = (tell: Tell) =>
    defined(
      Object.fromEntries(Object.entries(call.facts).map(([name, text]) => [name, text && tell(plain(text))])),
    );
  const { texts, inLanguages } = splitTexts(organisation, {
    title: (tell) => tell(plain(call.title)),
    description: (tell) => tell(plain(call.description)),
    info: (tell) => liveRichText(tell(plain(call.info)), id),
    facts: factsIn,
    links: linksIn,
  });
  return {
    code: call.code,
    year: call.year,
    number: call.number,
    ...texts,
    ...(inLanguages && { in_languages: inLanguages }),
    logo: call.logo,
    published: call.published,
    unit: call.unit,
    uid_pattern: call.uidPattern,
    download_roles: call.downloadRoles,
    time_zone: call.timeZone,
  };
}

/** Leaves out what is not given. */
const defined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
