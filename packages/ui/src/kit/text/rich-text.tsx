import type { Parts } from '@clearcall/i18n/compiled/texts.ts';
import type { MessageId, Value, ValuesOf } from '@clearcall/i18n/message.ts';
import { Fragment, type ReactNode } from 'react';
import type { Draw } from './author-text.tsx';
import { translate } from './translate.ts';
import { unbroken } from './unbroken.tsx';

// Stands for a `<` that somebody wrote, so that their words make no part of ours. Private to us: Unicode gives it to nobody.
const shield = '\ue000';

const shielded = (value: Value): string | number =>
  typeof value === 'number' ? value : translate(value).replaceAll('<', shield);

type Given<I extends keyof Parts> = {
  id: I;
  /** How each part of the text is drawn: `<link>our terms</link>` by `{ link: (words) => <a href={…}>{words}</a> }`. */
  parts: Record<Parts[I], (label: string) => ReactNode>;
  /** How the text outside of the parts is drawn. */
  draw?: Draw;
} & (keyof ValuesOf<I & MessageId> extends never ? { values?: never } : { values: ValuesOf<I & MessageId> });

/** A text of the catalogue of which parts are more than words: a link, something bold, a control. */
export function RichText<I extends keyof Parts>(props: Given<I>) {
  const given: Record<string, Value> = props.values ?? {};
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, shielded(value)]));
  const text = translate({ id: props.id as MessageId, values });
  const parts: Record<string, (label: string) => ReactNode> = props.parts;
  const drawn: ReactNode[] = [];
  const plain = (words: string) => (props.draw ?? unbroken)(words.replaceAll(shield, '<'));
  let at = 0;
  for (const found of text.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
    const [whole, name = '', inner = ''] = found;
    drawn.push(plain(text.slice(at, found.index)), parts[name]?.(inner.replaceAll(shield, '<')));
    at = found.index + whole.length;
  }
  drawn.push(plain(text.slice(at)));
  // The order of a text never changes while it stands.
  return drawn.map((piece, place) => <Fragment key={String(place)}>{piece}</Fragment>);
}
