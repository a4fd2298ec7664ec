import { langOf } from './author-language.ts';
import { unitText } from './translate.ts';

/** A unit of amounts. One without a text of its own is in the language of those who named it. */
export function UnitName({ unit }: { unit: string }) {
  const text = unitText(unit);
  return <span lang={text === unit ? langOf({}, 'unit') : undefined}>{text}</span>;
}
