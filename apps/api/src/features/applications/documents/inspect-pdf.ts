import { open } from 'node:fs/promises';
import { type PdfFound, pdfProcess } from './pdf-process.ts';

/**
 * The mark of a PDF, with nothing before it but what no reader minds. The format lets it stand anywhere in the first
 * 1,024 bytes: there a page of the web could stand before it, and pass for one.
 */
const mark = /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*%PDF-\d/;
const markWithin = 1024;

async function hasMark(path: string): Promise<boolean> {
  const handle = await open(path);
  const head = Buffer.alloc(markWithin);
  const { bytesRead } = await handle.read(head, 0, markWithin, 0).finally(() => handle.close());
  return mark.test(head.toString('latin1', 0, bytesRead));
}

export interface PdfLine {
  /** What the file at a path is; `userId` has sent it. */
  inspect: (path: string, userId: number) => Promise<PdfFound>;
}

/**
 * A line in which nobody waits for somebody else's expensive files: each person has one place in it, and whoever is not
 * done within `quickMs` goes to another line, where the expensive ones wait for each other, to try once more with
 * `longestMs`.
 */
export function pdfLine({ quickMs, longestMs }: { quickMs: number; longestMs: number }): PdfLine {
  const process = pdfProcess(quickMs);
  const quick = inTurn(
    async (path: string): Promise<PdfFound> =>
      (await hasMark(path)) ? process.check(path) : { found: 'broken' },
  );
  const slow = inTurn(pdfProcess(longestMs).check);
  /** The last check of each person who has one waiting. */
  const lastOf = new Map<number, Promise<unknown>>();

  async function look(path: string): Promise<PdfFound> {
    const found = await quick(path);
    return found.found === 'costly' ? slow(path) : found;
  }

  return {
    inspect(path, userId) {
      const mine = (lastOf.get(userId) ?? Promise.resolve()).then(() => look(path));
      const over = mine
        .catch(() => undefined)
        .then(() => {
          if (lastOf.get(userId) === over) lastOf.delete(userId);
        });
      lastOf.set(userId, over);
      return mine;
    },
  };
}

function inTurn<In, Out>(deed: (given: In) => Promise<Out>): (given: In) => Promise<Out> {
  let last: Promise<unknown> = Promise.resolve();
  return (given) => {
    const turn = last.then(() => deed(given));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Almost all files take less than a tenth of a second, those of ten thousand pages a third; more on a busy machine. */
export const { inspect: inspectPdf } = pdfLine({ quickMs: 2_000, longestMs: 15_000 });
