import { normaliseLine } from '../forms/text.ts';

/** The cells of a table in a text, with quotes as spreadsheets write them. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(normaliseLine(cell).trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (letter === separator) endCell();
    else if (letter === '\n') {
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  return rows;
}

/** The rows of a table in a text that was pasted or read from a file, with quotes as spreadsheets write them. */
export function readTable(pasted: string, separatorOf: (text: string) => string): string[][] {
  const text = pasted
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  return cellsOf(text, separatorOf(text));
}
