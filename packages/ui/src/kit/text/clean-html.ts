import { isSafeAddress, richText, safeAddress } from '@clearcall/domain/values/rich-text.ts';

const { tags, attributes, headings, rel } = richText;

/**
 * Rich text that is safe to draw: what is on the list and nothing else. The server has cleaned it when it was written;
 * this is the second lock on the same door, for texts that came into the database by another way. Headings move below
 * those of the page, links to other hosts open without a way back to us.
 */
export async function cleanHtml(html: string): Promise<string> {
  if (html.trim() === '') return '';
  const { default: purify } = await import('dompurify');
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: [...tags, ...Object.keys(headings)],
    ALLOWED_ATTR: [...attributes],
    ALLOWED_URI_REGEXP: safeAddress,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!isSafeAddress(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    link.rel = rel;
  }
  for (const element of fragment.querySelectorAll(tags.join())) {
    if (element.localName !== 'a')
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  for (const [found, wanted] of Object.entries(headings)) {
    for (const heading of fragment.querySelectorAll(found)) {
      const lower = document.createElement(wanted);
      lower.append(...heading.childNodes);
      heading.replaceWith(lower);
    }
  }
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
