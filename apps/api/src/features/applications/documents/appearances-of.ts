import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core';

/** Behind the picture of a pin lie words or a file; the picture of a signature says who signed. */
const leftBehind = ['Text', 'Link', 'Popup', 'FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D'];
const hidden = 2 | 32;

export interface Appearance {
  stream: PdfRef | PdfStream;
  /** Puts the appearance into the rectangle of its annotation. */
  matrix: readonly number[];
}

/** Returns what the annotations of a page draw: fields and notes, whether a form lists them or not. */
export function appearancesOf(pdf: PDF, page: PdfDict): Appearance[] {
  const resolve = (value: PdfObject | null | undefined): PdfObject | null =>
    value instanceof PdfRef ? pdf.getObject(value) : (value ?? null);
  const dictOf = (value: PdfObject | null | undefined): PdfDict | null => {
    const found = resolve(value);
    return found instanceof PdfDict ? found : null;
  };
  const nameOf = (value: PdfObject | undefined): string => {
    const found = resolve(value);
    return found instanceof PdfName ? found.value : '';
  };
  const numbersOf = (value: PdfObject | undefined): number[] => {
    const found = resolve(value);
    return found instanceof PdfArray
      ? found.toArray().flatMap((one) => {
          const number = resolve(one);
          return number instanceof PdfNumber ? number.value : [];
        })
      : [];
  };
  /** A field has what its parents have. */
  const ofField = (dict: PdfDict, key: string): PdfObject | undefined => {
    const seen = new Set<PdfDict>();
    for (let at: PdfDict | null = dict; at !== null && !seen.has(at); at = dictOf(at.get('Parent'))) {
      seen.add(at);
      const value = at.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  /** The appearance, or the one of the state that the field is in. */
  const normalOf = (note: PdfDict): PdfRef | PdfStream | null => {
    const entry = dictOf(note.get('AP'))?.get('N');
    const found = resolve(entry);
    if (found instanceof PdfStream) return entry instanceof PdfRef ? entry : found;
    if (!(found instanceof PdfDict)) return null;
    const value = nameOf(ofField(note, 'V'));
    const state = nameOf(note.get('AS')) || (found.has(value) ? value : 'Off');
    const chosen = found.get(state);
    return resolve(chosen) instanceof PdfStream ? (chosen as PdfRef | PdfStream) : null;
  };
  const notes = resolve(page.get('Annots'));
  if (!(notes instanceof PdfArray)) return [];
  return notes.toArray().flatMap((one) => {
    const note = dictOf(one);
    if (note === null || leftBehind.includes(nameOf(note.get('Subtype')))) return [];
    if (nameOf(ofField(note, 'FT')) === 'Sig') return [];
    const flags = resolve(note.get('F'));
    if (flags instanceof PdfNumber && (flags.value & hidden) !== 0) return [];
    const stream = normalOf(note);
    const dict = resolve(stream);
    if (stream === null || !(dict instanceof PdfStream)) return [];
    // A viewer knows it without; as a part of the page it has to say so.
    dict.set('Subtype', PdfName.of('Form'));
    const matrix = placed(
      numbersOf(note.get('Rect')),
      numbersOf(dict.get('BBox')),
      numbersOf(dict.get('Matrix')),
    );
    return matrix === null ? [] : [{ stream, matrix }];
  });
}

/** Where an appearance is drawn. Source: ISO 32000-2, 12.5.5, algorithm 8. */
function placed(rect: number[], box: number[], given: number[]): number[] | null {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = given.length === 6 ? given : [];
  const [left, bottom, right, top] = box;
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return null;
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y): [number, number] => [a * x + c * y + e, b * x + d * y + f]),
  );
  const from = sides(corners);
  const to = sides([
    [rect[0] ?? 0, rect[1] ?? 0],
    [rect[2] ?? 0, rect[3] ?? 0],
  ]);
  if (from.width === 0 || from.height === 0) return null;
  const [across, up] = [to.width / from.width, to.height / from.height];
  return [across, 0, 0, up, to.x - from.x * across, to.y - from.y * up].map((one) => Number(one.toFixed(5)));
}

function sides(corners: readonly [number, number][]): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
