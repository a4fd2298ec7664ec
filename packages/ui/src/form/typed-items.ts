/** The items of a typed or pasted text: split at commas and line ends, empty and repeated ones left out. */
export function withItems(values: readonly string[], text: string): string[] {
  const items = new Set(values);
  for (const part of text.split(/[,\n\r\t]+/)) {
    const item = part.replace(/\s+/g, ' ').trim();
    if (item !== '') items.add(item);
  }
  return [...items];
}
