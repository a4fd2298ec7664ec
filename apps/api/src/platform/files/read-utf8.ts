import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Where a file stops being UTF-8: the row as a spreadsheet counts it, in which a quoted cell may have several lines. */
export interface NotUtf8 {
  line: number;
  row: number;
}

const lineEnd = 0x0a;

/** Finds the first line of a file that is not UTF-8; null if all of it is. Reads it as a stream. */
export async function findNotUtf8(path: string): Promise<NotUtf8 | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [line, row, quotes] = [1, 1, 0];
  const decode = (bytes?: Buffer): boolean => {
    try {
      quotes += decoder.decode(bytes, { stream: bytes !== undefined }).split('"').length - 1;
      return true;
    } catch {
      return false;
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(lineEnd, from);
      const to = end === -1 ? chunk.length : end + 1;
      if (!decode(chunk.subarray(from, to))) return { line, row };
      from = to;
      if (end === -1) break;
      line += 1;
      if (quotes % 2 === 0) row += 1;
    }
  }
  return decode() ? null : { line, row };
}

/**
 * Reads a text that an operator gives. Letters of another encoding would be replaced without a word, so such a file is
 * refused, with the line and what to do.
 */
export async function readUtf8(
  path: string,
  named = path,
): Promise<{ ok: true; text: string } | { ok: false; sentence: string }> {
  try {
    const bad = await findNotUtf8(path);
    if (bad === null) return { ok: true, text: (await readFile(path, 'utf8')).replace(/^\ufeff/, '') };
    return { ok: false, sentence: `Line ${bad.line} of ${named} is not UTF-8. Save the file in UTF-8.` };
  } catch {
    return { ok: false, sentence: `The file ${named} cannot be read.` };
  }
}
