import { itemKey } from '@clearcall/domain/forms/elements/multitext.ts';

const between = /[,;\n\r\t]+/;

/** Whether a text holds more than one item, or ends one. */
export function isList(text: string): boolean {
  return between.test(text);
}

/** The items of a typed or pasted text: split at commas, semicolons and line ends, empty ones and those that are there already left out. */
export function withItems(values: readonly string[], text: string): string[] {
  const items = new Map(values.map((value) => [itemKey(value), value]));
  for (const part of text.split(between)) {
    const item = part.replace(/\s+/g, ' ').trim();
    if (item !== '' && !items.has(itemKey(item))) items.set(itemKey(item), item);
  }
  return [...items.values()];
}
