const between = /[,;\n\r\t]+/;

/** Whether a text holds more than one item, or ends one. */
export function isList(text: string): boolean {
  return between.test(text);
}

/** The items of a typed or pasted text: split at commas, semicolons and line ends, empty and repeated ones left out. */
export function withItems(values: readonly string[], text: string): string[] {
  const items = new Set(values);
  for (const part of text.split(between)) {
    const item = part.replace(/\s+/g, ' ').trim();
    if (item !== '') items.add(item);
  }
  return [...items];
}
