import { compareSequences, type Edit } from './compare-sequences.ts';

/** Words, spaces and signs that stay, go or come together. */
export interface Piece {
  edit: Edit;
  text: string;
}

/** Words as people see them, in any language and script, with what stands between them. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);
/** With the line ends, which belong to what they end. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Neighbours that stay, go or come alike are one piece. */
function gather(pieces: Iterable<Piece>): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.edit === piece.edit) last.text += piece.text;
    else if (piece.text !== '') all.push({ ...piece });
  }
  return all;
}

function* place(edits: readonly Edit[], was: readonly string[], is: readonly string[]): Generator<Piece> {
  let [old, next] = [0, 0];
  for (const edit of edits) {
    yield { edit, text: (edit === 'added' ? is[next] : was[old]) ?? '' };
    if (edit !== 'added') old += 1;
    if (edit !== 'removed') next += 1;
  }
}

/** Whether a piece holds no word: a space alone is nothing that two versions have in common. */
const isWordless = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** Words that were replaced one after the other are read as one piece that went, and one that came. */
function together(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = at;
    for (let next = at; next < pieces.length; next += 1) {
      const piece = pieces[next];
      if (piece === undefined || (piece.edit === 'same' && (next === at || !isWordless(piece.text)))) break;
      if (piece.edit !== 'same') end = next + 1;
    }
    const run = pieces.slice(at, end);
    const without = (edit: Edit) => run.map((piece) => (piece.edit === edit ? '' : piece.text)).join('');
    if (run.some(({ edit }) => edit === 'removed') && run.some(({ edit }) => edit === 'added'))
      all.push({ edit: 'removed', text: without('added') }, { edit: 'added', text: without('removed') });
    else all.push(...pieces.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return all;
}

/**
 * What of a text changed, by its words: without the pieces that were removed it is the new text, without those that were
 * added the old one. Lines are compared first, so that a long text is compared by words only where it changed. Source:
 * Requirements 2, 4.13.
 */
export function compareWords(was: string, is: string): Piece[] {
  const [oldLines, newLines] = [linesOf(was), linesOf(is)];
  const all: Piece[] = [];
  let [removed, added] = ['', ''];
  const close = () => {
    const [oldWords, newWords] = [wordsOf(removed), wordsOf(added)];
    all.push(...place(compareSequences(oldWords, newWords), oldWords, newWords));
    [removed, added] = ['', ''];
  };
  for (const { edit, text } of place(compareSequences(oldLines, newLines), oldLines, newLines)) {
    if (edit === 'removed') removed += text;
    else if (edit === 'added') added += text;
    else {
      close();
      all.push({ edit, text });
    }
  }
  close();
  return gather(together(gather(all)));
}
