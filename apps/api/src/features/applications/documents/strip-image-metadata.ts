/** A part of a picture in a file of its own kind, from one place to another. */
type Part = [start: number, end: number];

const together = (bytes: Uint8Array, parts: readonly Part[]): Uint8Array =>
  Buffer.concat(parts.map(([start, end]) => bytes.subarray(start, end)));

/** What a JPEG needs of what is said before its picture: JFIF, colour profile, Adobe's colours. Not Exif, XMP, comments. */
const keptMarkers = [0xe0, 0xe2, 0xee];

/** A JPEG without what cameras and programs say of themselves and of people, and without what stands behind its end. */
function stripJpeg(bytes: Uint8Array): Uint8Array {
  const at = (place: number) => bytes[place] ?? -1;
  const parts: Part[] = [];
  let start = 0;
  while (start < bytes.length) {
    const marker = at(start + 1);
    if (at(start) !== 0xff) throw new Error('a picture is damaged');
    let end = start + 2;
    if (marker === 0xff) end = start + 1;
    else if (marker !== 0x01 && (marker < 0xd0 || marker > 0xd9)) {
      end += (at(end) << 8) | at(end + 1);
      if (end > bytes.length || end < start + 4) throw new Error('a picture is damaged');
    }
    // The picture itself goes up to the next marker: in it FF stands before 00, or before the number of a restart.
    if (marker === 0xda)
      while (end < bytes.length && (at(end) !== 0xff || at(end + 1) === 0 || (at(end + 1) & 0xf8) === 0xd0))
        end += 1;
    const says = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
    if (!says || keptMarkers.includes(marker)) parts.push([start, end]);
    if (marker === 0xd9) break;
    start = end;
  }
  return together(bytes, parts);
}

const identifyingBoxes = ['xml ', 'uuid', 'uinf', 'asoc', 'jp2i'];

/** A JPEG 2000 without its boxes of metadata. */
function stripJpeg2000(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Part[] = [];
  let at = 0;
  // Without boxes it is nothing but the picture.
  if (bytes.length < 12 || view.getUint32(4) !== 0x6a502020) return bytes;
  while (at + 8 <= bytes.length) {
    const short = view.getUint32(at);
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short;
    if (length < 8 || at + length > bytes.length) throw new Error('a picture is damaged');
    const kind = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    if (!identifyingBoxes.includes(kind)) parts.push([at, at + length]);
    at += length;
  }
  return together(bytes, parts);
}

/** How pictures that a filter of a PDF packs lose what is said in them of people; null for a filter that packs none. */
export function stripImageMetadata(filter: string): ((bytes: Uint8Array) => Uint8Array) | null {
  if (filter === 'DCTDecode' || filter === 'DCT') return stripJpeg;
  if (filter === 'JPXDecode') return stripJpeg2000;
  return null;
}
