import { useEffect } from 'react';

/**
 * Names the tab of the browser after the one h1 of the page, then what it is about (an element with `data-titles-page`),
 * before the name of the portal; the start page has the portal's name alone. Source: WCAG 2.2, 2.4.2.
 */
export function usePageTitle(portal: string, isStart: boolean): void {
  useEffect(() => {
    const name = () => {
      const parts = isStart ? [] : [...document.querySelectorAll('main h1, main [data-titles-page]')];
      const texts = parts
        .sort((one, other) => Number(other.matches('h1')) - Number(one.matches('h1')))
        .map(({ textContent }) => textContent.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim());
      document.title = [...new Set(texts.filter((text) => text !== '')), portal].join(' · ');
    };
    name();
    const watching = new MutationObserver(name);
    watching.observe(document.body, { childList: true, characterData: true, subtree: true });
    return () => watching.disconnect();
  }, [portal, isStart]);
}
