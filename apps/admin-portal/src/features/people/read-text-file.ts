/** So large is a list of the most people that are invited at once, with room to spare. */
export const maxListBytes = 2_000_000;

/** Returns the text of a file in UTF-8, or else as spreadsheets on Windows write it; null if it is no text. */
export function textOfBytes(bytes: ArrayBuffer): string | null {
  if (new Uint8Array(bytes).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
