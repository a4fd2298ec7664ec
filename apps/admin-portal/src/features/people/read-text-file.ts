/** So large is a list of the most people that are invited at once, with room to spare. */
export const maxListBytes = 2_000_000;

/** The text of a file in UTF-8, or else as spreadsheets on Windows write it. */
export function textOfBytes(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
