import type { Message } from '@clearcall/i18n/message.ts';
import type { Draw } from '../text/author-text.tsx';
import { translate } from '../text/translate.ts';

export type NoticeType = 'error' | 'info' | 'success' | 'warning';

export interface Notice {
  id: number;
  type: NoticeType;
  message: string;
  /** Draws the message; dates and ids in it do not break unless another way is given. */
  draw?: Draw;
  /** A number to quote. */
  reference?: string;
  /** How often the same message came while it was shown. */
  times: number;
  at: number;
  /** Milliseconds until it closes by itself; 0 never. */
  closesAfterMs: number;
}

interface Notices {
  /** On screen now, oldest first. */
  shown: readonly Notice[];
  /** The last ones, newest first, closed or not. */
  recent: readonly Notice[];
}

const maxRecent = 20;

let notices: Notices = { shown: [], recent: [] };
let lastId = 0;
const watchers = new Set<() => void>();

function become(next: Notices): void {
  notices = next;
  for (const watcher of watchers) watcher();
}

export function watchNotices(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function currentNotices(): Notices {
  return notices;
}

/** What a notice says: a text of the catalogue, or a sentence that the API has sent in the language of the reader. */
type Saying = { message: Message } | { sent: string };

/** What `notify` takes. */
export type NoticeText = {
  type: NoticeType;
  draw?: Draw;
  reference?: string;
  closesAfterMs?: number;
} & Saying;

/**
 * Shows a notice on top of the page. The same message twice collapses into one and starts its time again.
 * 'Unauthorized' is never shown. Source: Requirements 1, 8.4, 8.5 and 8.10.
 */
export function notify(what: NoticeText): void {
  const message = 'sent' in what ? what.sent : translate(what.message);
  if (message === 'Unauthorized') return;
  const same = notices.shown.find((notice) => notice.message === message && notice.type === what.type);
  lastId += 1;
  const notice: Notice = {
    id: lastId,
    type: what.type,
    message,
    ...(what.draw === undefined ? {} : { draw: what.draw }),
    ...(what.reference === undefined ? {} : { reference: what.reference }),
    times: (same?.times ?? 0) + 1,
    at: Date.now(),
    closesAfterMs: what.closesAfterMs ?? 3000,
  };
  become({
    shown: [...notices.shown.filter((other) => other !== same), notice].slice(-5),
    recent: [notice, ...notices.recent.filter((other) => other.id !== same?.id)].slice(0, maxRecent),
  });
}

export function closeNotice(id: number): void {
  become({ ...notices, shown: notices.shown.filter((notice) => notice.id !== id) });
}

/** Takes them off the page; the list of recent ones keeps them. */
export function dismissNotices(): void {
  become({ ...notices, shown: [] });
}

export function clearNotices(): void {
  become({ shown: [], recent: [] });
}
