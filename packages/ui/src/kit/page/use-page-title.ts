import { useEffect } from 'react';

/**
 * Names the tab of the browser after the one h1 of the page, before the name of the portal; the start page has the
 * portal's name alone. Source: WCAG 2.2, 2.4.2.
 */
export function usePageTitle(portal: string, isStart: boolean): void {
  useEffect(() => {
    const name = () => {
      const heading = isStart ? null : document.querySelector('main h1');
      const text = heading?.textContent?.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim() ?? '';
      document.title = text === '' ? portal : `${text} · ${portal}`;
    };
    name();
    const watching = new MutationObserver(name);
    watching.observe(document.body, { childList: true, characterData: true, subtree: true });
    return () => watching.disconnect();
  }, [portal, isStart]);
}
