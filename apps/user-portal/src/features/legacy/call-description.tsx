import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { type MouseEvent, useEffect, useRef } from 'react';
import { downloadOf } from './download-of.ts';
import classes from './legacy.module.css';

/** How long after the page came its links are told as downloads. Source: Requirements 2h, 1.6. */
const markedAfterMs = 1_000;

/** The description of a call, cleaned before it comes here. Links to files of this host download them. */
export function CallDescription(props: { html: string }) {
  const { html } = props;
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const link of text.current?.querySelectorAll('a') ?? [])
        if (downloadOf(link.href, window.location.origin) !== null) {
          link.setAttribute('data-downloads', '');
          if (link.title === '') link.title = t('legacy.one.linkDownloads');
        }
    }, markedAfterMs);
    return () => clearTimeout(timer);
  }, []);

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const found = link === null ? null : downloadOf(link.href, window.location.origin);
    if (link === null || found === null) return;
    if (found.fileId === null) {
      link.download = '';
      return;
    }
    // The address alone would come without who asks.
    event.preventDefault();
    // What fails is told by the call.
    callFile('GET /cines/file/:id', { params: { id: found.fileId } }).then(saveFile, () => undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what is pressed are its links, also by the keyboard.
    <div
      ref={text}
      lang={langOf({}, 'description')}
      className={`read ${classes.rich}`}
      onClick={onClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server and again by cleanHtml.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
