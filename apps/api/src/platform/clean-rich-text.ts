import { isSafeAddress, richText } from '@clearcall/domain/values/rich-text.ts';
import sanitizeHtml from 'sanitize-html';

const { tags, attributes, headings, rel } = richText;

/**
 * Rich text as it is stored: what is not on the list is taken out, with all that is in it where it would run; headings
 * move below those of the page; a link that leads where none may lead is no link any more. Every text that people write
 * for a call or the archive goes through here before it reaches the database.
 */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...tags],
    allowedAttributes: { a: [...attributes, 'rel'] },
    allowProtocolRelative: false,
    transformTags: {
      ...headings,
      a: (tagName, { href, title }) => ({
        tagName,
        attribs: {
          ...(href !== undefined && isSafeAddress(href) ? { href } : {}),
          ...(title === undefined ? {} : { title }),
          rel,
        },
      }),
    },
  });
}
