import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import {
  type CallDefinition,
  documentOfAddress,
  mapDocumentAddresses,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import { splitTexts, type Tell } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { cleanRichText } from '../../../platform/clean-rich-text.ts';

/** The columns of the row of a call. Links to its own documents become addresses. */
export function callColumns(call: CallDefinition, id: number, organisation: Language | undefined) {
  const addressOf = (address: string): string => {
    const document = documentOfAddress(address);
    return document === null ? address : callDocumentAddress(id, document);
  };
  const linksIn = (tell: Tell) => {
    const { link1, link2, ...addresses } = call.links;
    const linkIn = (link: typeof link1) =>
      link && { title: tell(link.title), address: addressOf(link.address) };
    return defined({
      link1: linkIn(link1),
      link2: linkIn(link2),
      ...Object.fromEntries(
        Object.entries(addresses).map(([name, address]) => [name, address && addressOf(address)]),
      ),
    });
  };
  const { texts, inLanguages } = splitTexts(organisation, {
    title: (tell) => tell(call.title),
    description: (tell) => tell(call.description),
    info: (tell) => cleanRichText(mapDocumentAddresses(tell(call.info), addressOf)),
    facts: (tell) =>
      defined(
        Object.fromEntries(Object.entries(call.facts).map(([name, text]) => [name, text && tell(text)])),
      ),
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
