import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/**
 * PDFs of every sort that people, their programs and attackers make, written byte by byte: what a library of ours would
 * write is what that library reads well.
 */

type Piece = string | Uint8Array;
export const bytesOf = (...pieces: Piece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));

type Objects = Map<number, Piece>;

export const streamOf = (data: Uint8Array, dictionary = ''): Buffer =>
  bytesOf(`<< /Length ${data.length} ${dictionary} >>\nstream\n`, data, '\nendstream');
export const packed = (data: Uint8Array, dictionary = ''): Buffer =>
  streamOf(deflateSync(data), `/Filter /FlateDecode ${dictionary}`);

/** A catalogue and a page tree of one level. */
export function pagesOf(
  count: number,
  more: { catalog?: string; claims?: number; page?: string } = {},
): Objects {
  const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`);
  const objects: Objects = new Map();
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`);
  objects.set(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${more.claims ?? count} >>`);
  for (let at = 0; at < count; at += 1)
    objects.set(
      at + 3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> ${more.page ?? ''} >>`,
    );
  return objects;
}

interface Layout {
  version?: string;
  before?: Piece;
  trailer?: string;
  /** How the file says where its objects are. */
  xref?: 'table' | 'stream' | 'hybrid' | 'wrong' | 'none';
  /** These objects lie in an object stream; only with `stream` or `hybrid`. */
  packedObjects?: readonly number[];
  /** In place of the content of the object stream. */
  objectStream?: Buffer;
}

export function written(objects: Objects, layout: Layout = {}): Buffer {
  const { xref = 'table', packedObjects = [], trailer = '' } = layout;
  const pieces: Buffer[] = [];
  let length = 0;
  const add = (...more: Piece[]) => {
    const piece = bytesOf(...more);
    pieces.push(piece);
    length += piece.length;
  };
  const all: Objects = new Map(objects);
  const highest = () => [...all.keys()].reduce((most, id) => Math.max(most, id), 0);
  const within = new Map<number, number>();
  let holder = 0;
  if (packedObjects.length > 0) {
    const list = packedObjects.filter((id) => all.has(id));
    const texts = list.map((id) => String(all.get(id)));
    const starts: number[] = [];
    texts.reduce((sum, text) => {
      starts.push(sum);
      return sum + text.length + 1;
    }, 0);
    const head = list.map((id, at) => `${id} ${starts[at]}`).join(' ');
    for (const [at, id] of list.entries()) {
      within.set(id, at);
      all.delete(id);
    }
    holder = list.reduce((most, id) => Math.max(most, id), highest()) + 1;
    const dictionary = `/Type /ObjStm /N ${list.length} /First ${head.length + 1}`;
    all.set(holder, layout.objectStream ?? packed(Buffer.from(`${head} ${texts.join(' ')}`), dictionary));
  }
  if (layout.before !== undefined) add(layout.before);
  add(`%PDF-${layout.version ?? '1.7'}\n%\xE2\xE3\xCF\xD3\n`);
  const places = new Map<number, number>();
  for (const [id, content] of all) {
    places.set(id, length);
    add(`${id} 0 obj\n`, content, '\nendobj\n');
  }
  const size = Math.max(highest(), holder) + 1;
  const at10 = (place: number) => String(place).padStart(10, '0');
  const startxref = () => add(`startxref\n${xref === 'wrong' ? 7 : start}\n%%EOF\n`);
  let start = length;
  type Entry = readonly [id: number, kind: 1 | 2, place: number, at: number];
  const loose = () => [...places].map(([id, place]): Entry => [id, 1, place, 0]);
  const inside = () => [...within].map(([id, at]): Entry => [id, 2, holder, at]);
  const xrefStream = (own: number, entries: readonly Entry[], more: string) => {
    const table = Buffer.alloc(7 * entries.length);
    for (const [line, [, kind, place, at]] of entries.entries()) {
      table.writeUInt8(kind, 7 * line);
      table.writeUInt32BE(place, 7 * line + 1);
      table.writeUInt16BE(at, 7 * line + 5);
    }
    const index = entries.map(([id]) => `${id} 1`).join(' ');
    const dictionary = `/Type /XRef /W [1 4 2] /Index [${index}] /Size ${own + 1} /Root 1 0 R ${more}`;
    add(`${own} 0 obj\n`, packed(table, dictionary), '\nendobj\n');
  };
  if (xref === 'stream') {
    places.set(size, start);
    xrefStream(size, [...loose(), ...inside()], trailer);
    startxref();
  } else if (xref !== 'none') {
    const lines = Array.from({ length: size }, (_, id) => {
      const place = places.get(id);
      if (place === undefined) return `0000000000 ${id === 0 ? '65535' : '00000'} f \n`;
      return `${at10(xref === 'wrong' ? place + 13 : place)} 00000 n \n`;
    });
    add(`xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n`);
    startxref();
    if (xref === 'hybrid') {
      // As word processors write it: an empty table behind the first that leads to the stream.
      const streamAt = length;
      xrefStream(size, inside(), '');
      const before = start;
      start = length;
      add(`xref\n0 0\ntrailer\n<< /Size ${size + 1} /Root 1 0 R /Prev ${before} /XRefStm ${streamAt} >>\n`);
      startxref();
    }
  }
  return Buffer.concat(pieces);
}

export const plainPdf = (pages: number): Buffer => written(pagesOf(pages));

/* Encryption, as ISO 32000-2 section 7.6 has it. */

export const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const padded = (password: string) =>
  Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
export const md5 = (...data: Uint8Array[]) => createHash('md5').update(Buffer.concat(data)).digest();

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const take = (at: number) => state[at & 255] ?? 0;
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + take(at) + (key[at % key.length] ?? 0)) & 255;
    [state[at], state[other]] = [take(other), take(at)];
  }
  let one = 0;
  let two = 0;
  const mixed = Array.from(data, (byte) => {
    one = (one + 1) & 255;
    two = (two + take(one)) & 255;
    [state[one], state[two]] = [take(two), take(one)];
    return byte ^ take(take(one) + take(two));
  });
  return Buffer.from(mixed);
}

export const twenty = (key: Buffer, data: Buffer): Buffer => {
  let result = data;
  for (let round = 0; round < 20; round += 1)
    result = rc4(
      key.map((byte) => byte ^ round),
      result,
    );
  return result;
};

export const fileId = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
export const hex = (data: Uint8Array) => `<${Buffer.from(data).toString('hex')}>`;
const permissions = -44;

/** Security handlers up to PDF 1.7: RC4 with 40 or 128 bits, AES with 128. */
function oldEncryption(kind: 'rc4_40' | 'rc4_128' | 'aes_128', user: string, owner: string): string {
  const length = kind === 'rc4_40' ? 5 : 16;
  const revision = kind === 'rc4_40' ? 2 : kind === 'rc4_128' ? 3 : 4;
  const again = (key: Buffer) => {
    let result = key;
    if (revision > 2) for (let round = 0; round < 50; round += 1) result = md5(result.subarray(0, length));
    return result.subarray(0, length);
  };
  const ownerKey = again(md5(padded(owner)));
  const o = revision === 2 ? rc4(ownerKey, padded(user)) : twenty(ownerKey, padded(user));
  const p = Buffer.alloc(4);
  p.writeInt32LE(permissions);
  const key = again(md5(padded(user), o, p, fileId));
  const u =
    revision === 2 ? rc4(key, padding) : Buffer.concat([twenty(key, md5(padding, fileId)), Buffer.alloc(16)]);
  const version = { rc4_40: 1, rc4_128: 2, aes_128: 4 }[kind];
  const filters =
    kind === 'aes_128'
      ? '/CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF'
      : '';
  return `<< /Filter /Standard /V ${version} /R ${revision} /Length ${length * 8} /O ${hex(o)} /U ${hex(u)} /P ${permissions} ${filters} >>`;
}

/** Algorithm 2.B of PDF 2.0. */
function hardened(password: Buffer, salt: Buffer, u: Buffer): Buffer {
  let key = createHash('sha256')
    .update(Buffer.concat([password, salt, u]))
    .digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const one = Buffer.concat([password, key, u]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => one)));
    const kind = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][kind] ?? 'sha256')
      .update(mixed)
      .digest();
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** AES with 256 bits, revision 6. */
function newEncryption(user: string, owner: string): string {
  const key = randomBytes(32);
  const none = Buffer.alloc(0);
  const sealed = (wrapping: Buffer) =>
    createCipheriv('aes-256-cbc', wrapping, Buffer.alloc(16)).setAutoPadding(false).update(key);
  const side = (password: string, u: Buffer): [Buffer, Buffer] => {
    const [check, wrap] = [randomBytes(8), randomBytes(8)];
    const text = Buffer.from(password);
    return [Buffer.concat([hardened(text, check, u), check, wrap]), sealed(hardened(text, wrap, u))];
  };
  const [u, ue] = side(user, none);
  const [o, oe] = side(owner, u);
  const plain = Buffer.alloc(16, 0xff);
  plain.writeInt32LE(permissions);
  plain.write('Tadb', 8, 'latin1');
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(plain);
  return `<< /Filter /Standard /V 5 /R 6 /Length 256 /O ${hex(o)} /OE ${hex(oe)} /U ${hex(u)} /UE ${hex(ue)} /P ${permissions} /Perms ${hex(perms)} /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`;
}

function encrypted(encryption: string, layout: Layout = {}): Buffer {
  const objects = pagesOf(2);
  objects.set(9, encryption);
  return written(objects, {
    ...layout,
    trailer: `/Encrypt 9 0 R /ID [${hex(fileId)} ${hex(fileId)}]`,
  });
}

/** A page tree of so many levels above its one page. */
function deep(levels: number): Objects {
  const objects: Objects = new Map([[1, '<< /Type /Catalog /Pages 2 0 R >>']]);
  for (let at = 0; at < levels; at += 1)
    objects.set(
      at + 2,
      `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 ${at === 0 ? '' : `/Parent ${at + 1} 0 R`} >>`,
    );
  objects.set(levels + 2, `<< /Type /Page /Parent ${levels + 1} 0 R /MediaBox [0 0 200 200] >>`);
  return objects;
}

export function changed(objects: Objects, changes: readonly (readonly [number, Piece])[]): Objects {
  return new Map([...objects, ...changes]);
}

/** What is so many zeros, packed twice where a filter is named for it. */
const zeros = (mebibytes: number): Buffer => deflateSync(Buffer.alloc(mebibytes * 1_048_576));

/** A linearised file as writers make it for the web: the first page's part with its table first, the rest behind. */
function linearised(): Buffer {
  const place = (value: number) => String(value).padStart(10, '0');
  const build = (end: number, mainXref: number, firstEnd: number, places: readonly number[]) => {
    const head = '%PDF-1.4\n%\xE2\xE3\xCF\xD3\n';
    const one = `4 0 obj\n<< /Linearized 1 /L ${place(end)} /H [${place(places[3] ?? 0)} 0000000040] /O 6 /E ${place(firstEnd)} /N 2 /T ${place(mainXref)} >>\nendobj\n`;
    const table = (from: number, ids: readonly number[]) =>
      `xref\n${from} ${ids.length}\n${ids.map((id) => (id === 0 ? '0000000000 65535 f \n' : `${place(places[id] ?? 0)} 00000 n \n`)).join('')}`;
    const first = `${table(4, [4, 5, 6, 7])}trailer\n<< /Size 8 /Root 5 0 R /Prev ${place(mainXref)} >>\nstartxref\n0\n%%EOF\n`;
    const pieces: [number, string][] = [
      [5, '5 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n'],
      [7, `7 0 obj\n<< /Length 40 /S 20 >>\nstream\n${'\0'.repeat(40)}\nendstream\nendobj\n`],
      [6, '6 0 obj\n<< /Type /Page /Parent 1 0 R /MediaBox [0 0 200 200] >>\nendobj\n'],
      [1, '1 0 obj\n<< /Type /Pages /Kids [6 0 R 2 0 R] /Count 2 >>\nendobj\n'],
      [2, '2 0 obj\n<< /Type /Page /Parent 1 0 R /MediaBox [0 0 200 200] >>\nendobj\n'],
      [3, '3 0 obj\n<< /Producer (tests) >>\nendobj\n'],
    ];
    const found: number[] = [];
    found[4] = head.length;
    let text = head + one;
    const firstXref = text.length;
    text += first;
    let afterFirst = 0;
    for (const [id, object] of pieces) {
      if (id === 1) afterFirst = text.length;
      found[id] = text.length;
      text += object;
    }
    const main = text.length;
    text += `${table(0, [0, 1, 2, 3])}trailer\n<< /Size 4 >>\nstartxref\n${firstXref}\n%%EOF\n`;
    return { text, end: text.length, main, afterFirst, found };
  };
  const once = build(0, 0, 0, []);
  return bytesOf(build(once.end, once.main, once.afterFirst, once.found).text);
}

/** A second version behind the first, as signing programs write it: one more page. */
function grown(): Buffer {
  const first = written(pagesOf(1));
  const start = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1] ?? '0';
  const two = '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>\nendobj\n';
  const four = '4 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n';
  const at10 = (place: number) => String(place).padStart(10, '0');
  const at = first.length;
  return bytesOf(
    first,
    two,
    four,
    `xref\n2 1\n${at10(at)} 00000 n \n4 1\n${at10(at + two.length)} 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${start} >>\nstartxref\n${at + two.length + four.length}\n%%EOF\n`,
  );
}

/** As Firefox saves what was filled in: the table before is where the last object ended, with spaces in between. */
function afterFirefox(): Buffer {
  const first = written(pagesOf(2), { xref: 'stream' });
  const start = Number(/startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]);
  const moved = bytesOf(first.subarray(0, start), ' '.repeat(24), first.subarray(start)).toString('latin1');
  const whole = bytesOf(moved.replace(`startxref\n${start}`, `startxref\n${start + 24}`));
  const page = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n';
  const entry = Buffer.alloc(7);
  entry.writeUInt8(1);
  entry.writeUInt32BE(whole.length, 1);
  const table = streamOf(entry, `/Type /XRef /W [1 4 2] /Index [3 1] /Size 8 /Root 1 0 R /Prev ${start}`);
  return bytesOf(
    whole,
    page,
    '7 0 obj\n',
    table,
    `\nendobj\nstartxref\n${whole.length + page.length}\n%%EOF\n`,
  );
}

const mebibyte = 1_048_576;
const manyObjects = (count: number): Objects => {
  const objects = pagesOf(1);
  for (let at = 0; at < count; at += 1) objects.set(at + 10, '[[[[]]]]');
  return objects;
};

/** What the portal must say of a file: its pages, or why it is not taken. Several where the programs of the world disagree. */
export type Judgement = number | 'encrypted' | 'broken' | 'costly';

export interface OddPdf {
  name: string;
  make: () => Buffer;
  expected: Judgement | readonly Judgement[];
}

const odd = (name: string, expected: OddPdf['expected'], make: () => Buffer): OddPdf => ({
  name,
  make,
  expected,
});
const two = [3, 4];

export const oddPdfs: readonly OddPdf[] = [
  odd('plain', 2, () => written(pagesOf(2))),
  odd('PDF 1.0', 2, () => written(pagesOf(2), { version: '1.0' })),
  odd('PDF 2.0', 2, () => written(pagesOf(2), { version: '2.0' })),
  odd('xref stream', 2, () => written(pagesOf(2), { xref: 'stream' })),
  odd('object streams', 2, () => written(pagesOf(2), { xref: 'stream', packedObjects: [1, 2, ...two] })),
  odd('hybrid', 2, () => written(pagesOf(2), { xref: 'hybrid', packedObjects: two })),
  odd('linearised', 2, linearised),
  odd('incremental update', 2, grown),
  odd('10,000 pages', 10_000, () => written(pagesOf(10_000))),
  odd('10,000 pages in object streams', 10_000, () =>
    written(pagesOf(10_000), {
      xref: 'stream',
      packedObjects: Array.from({ length: 10_000 }, (_, at) => at + 3),
    }),
  ),
  odd('JavaScript and a launch action', 1, () =>
    written(
      changed(pagesOf(1, { catalog: '/OpenAction 8 0 R /AA << /WC 9 0 R >>' }), [
        [8, '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'],
        [9, '<< /S /Launch /F (calc.exe) >>'],
      ]),
    ),
  ),
  odd('an embedded file', 1, () =>
    written(
      changed(pagesOf(1, { catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 8 0 R] >> >>' }), [
        [8, '<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>'],
        [9, packed(Buffer.from('MZ'), '/Type /EmbeddedFile')],
      ]),
    ),
  ),
  odd('a form', 1, () =>
    written(
      changed(
        pagesOf(1, {
          catalog: '/AcroForm << /Fields [8 0 R] /DA (/Helv 0 Tf 0 g) >>',
          page: '/Annots [8 0 R]',
        }),
        [[8, '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [0 0 10 10] /P 3 0 R >>']],
      ),
    ),
  ),
  odd('a signature', 1, () =>
    written(
      changed(
        pagesOf(1, { catalog: '/AcroForm << /SigFlags 3 /Fields [8 0 R] >>', page: '/Annots [8 0 R]' }),
        [
          [8, '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /V 9 0 R /Rect [0 0 0 0] /P 3 0 R >>'],
          [
            9,
            `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <${'00'.repeat(4000)}> >>`,
          ],
        ],
      ),
    ),
  ),

  odd("an owner's password alone, RC4 40", 2, () => encrypted(oldEncryption('rc4_40', '', 'owner'))),
  odd("an owner's password alone, RC4 128", 2, () => encrypted(oldEncryption('rc4_128', '', 'owner'))),
  odd("an owner's password alone, AES 128", 2, () => encrypted(oldEncryption('aes_128', '', 'owner'))),
  odd("an owner's password alone, AES 256", 2, () =>
    encrypted(newEncryption('', 'owner'), { version: '2.0' }),
  ),
  odd("an owner's password alone, xref stream", 2, () =>
    encrypted(oldEncryption('aes_128', '', 'owner'), { xref: 'stream' }),
  ),
  odd("a user's password, RC4 40", 'encrypted', () => encrypted(oldEncryption('rc4_40', 'user', 'owner'))),
  odd("a user's password, RC4 128", 'encrypted', () => encrypted(oldEncryption('rc4_128', 'user', 'owner'))),
  odd("a user's password, AES 128", 'encrypted', () => encrypted(oldEncryption('aes_128', 'user', 'owner'))),
  odd("a user's password, AES 256", 'encrypted', () =>
    encrypted(newEncryption('user', 'owner'), { version: '2.0' }),
  ),
  odd("a user's password, xref stream", 'encrypted', () =>
    encrypted(oldEncryption('aes_128', 'user', 'owner'), { xref: 'stream' }),
  ),
  odd("a user's password, a wrong xref table", 'encrypted', () =>
    encrypted(oldEncryption('aes_128', 'user', 'owner'), { xref: 'wrong' }),
  ),
  odd("a user's password, no xref table", 'encrypted', () => {
    const whole = encrypted(oldEncryption('rc4_128', 'user', 'owner'));
    return bytesOf(whole.subarray(0, whole.lastIndexOf('startxref')), '%%EOF');
  }),
  odd('a certificate in place of a password', 'encrypted', () =>
    encrypted('<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s4 /V 2 /Length 128 /Recipients [<00>] >>'),
  ),

  odd('a password for its attached files alone', 2, () =>
    encrypted(
      oldEncryption('aes_128', 'user', 'owner').replace(
        '/AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF',
        '/AuthEvent /EFOpen /Length 16 >> >> /StmF /Identity /StrF /Identity /EFF /StdCF',
      ),
    ),
  ),

  odd('an update that names the line end before the first table', 2, afterFirefox),
  odd('pages that do not say that they are', 2, () =>
    written(
      changed(
        pagesOf(2),
        two.map((id) => [id, '<< /Parent 2 0 R /MediaBox [0 0 200 200] >>'] as const),
      ),
    ),
  ),
  odd('pages within their tree', 2, () =>
    written(
      new Map([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [
          2,
          `<< /Type /Pages /Count 2 /Kids [${'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >> '.repeat(2)}] >>`,
        ],
      ]),
    ),
  ),
  odd('a wrong xref table', 2, () => written(pagesOf(2), { xref: 'wrong' })),
  odd('no xref table and no trailer', 2, () => written(pagesOf(2), { xref: 'none' })),
  odd('a lost end', 2, () => {
    const whole = written(pagesOf(2));
    return whole.subarray(0, whole.lastIndexOf('xref\n0'));
  }),
  odd('text after the end', 2, () => bytesOf(written(pagesOf(2)), '\r\n'.repeat(2000))),
  odd('carriage returns alone', 2, () =>
    bytesOf(written(pagesOf(2)).toString('latin1').replaceAll('\n', '\r')),
  ),
  odd('cut before its pages', 'broken', () => written(pagesOf(2)).subarray(0, 60)),
  odd('a header and nothing more', 'broken', () => bytesOf('%PDF-1.7\n')),
  odd('a header and noise', 'broken', () => bytesOf('%PDF-1.7\n', createHash('sha512').update('x').digest())),
  odd('no pages', 'broken', () => written(pagesOf(0))),
  odd('no page tree', 'broken', () => written(new Map([[1, '<< /Type /Catalog >>']]))),
  odd('says 1 page, has 3', 3, () => written(pagesOf(3, { claims: 1 }))),
  odd('says 3 pages, has 1', 1, () => written(pagesOf(1, { claims: 3 }))),
  odd('says -1 pages, has 2', 2, () => written(pagesOf(2, { claims: -1 }))),
  odd('says 2,000,000,000 pages, has 2', 2, () => written(pagesOf(2, { claims: 2_000_000_000 }))),
  odd('one page named three times', [1, 3], () =>
    written(changed(pagesOf(1), [[2, '<< /Type /Pages /Kids [3 0 R 3 0 R 3 0 R] /Count 3 >>']])),
  ),
  odd('a page tree of 30 levels', 1, () => written(deep(30))),
  odd('a page tree of 20,000 levels', [1, 'broken', 'costly'], () => written(deep(20_000))),
  odd('a page tree in a circle', ['broken', 1], () =>
    written(changed(pagesOf(1), [[2, '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>']])),
  ),
  odd('nothing but a circle', 'broken', () =>
    written(changed(pagesOf(0), [[2, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']])),
  ),
  odd('tables that follow each other in a circle', [1, 'broken'], () =>
    written(pagesOf(1), { trailer: '/Prev 9' }),
  ),
  odd('a page tree that doubles 40 times', [1, 'broken', 'costly'], () => {
    const objects: Objects = new Map([[1, '<< /Type /Catalog /Pages 2 0 R >>']]);
    for (let at = 2; at < 42; at += 1)
      objects.set(at, `<< /Type /Pages /Kids [${at + 1} 0 R ${at + 1} 0 R] /Count ${2 ** (42 - at)} >>`);
    objects.set(42, '<< /Type /Page /Parent 41 0 R /MediaBox [0 0 200 200] >>');
    return written(objects);
  }),
  odd('huge numbers', 1, () =>
    written(
      changed(pagesOf(1, { page: `/Rotate 9${'9'.repeat(400)}` }), [
        [8, `[${'9'.repeat(5000)} -${'1'.repeat(400)}.${'2'.repeat(400)} 1e999]`],
      ]),
    ),
  ),
  odd('an object with the highest number', [1, 'broken'], () =>
    bytesOf(
      written(pagesOf(1), { xref: 'none' }),
      '4294967295 65535 obj\nnull\nendobj\n2147483647 0 obj\nnull\nendobj\n',
    ),
  ),
  odd('arrays in arrays, 200,000 deep', [1, 'broken', 'costly'], () =>
    written(changed(pagesOf(1), [[8, '['.repeat(200_000)]])),
  ),
  odd('the catalogue behind arrays, 200,000 deep', [1, 'broken', 'costly'], () =>
    written(pagesOf(1, { catalog: `/A ${'['.repeat(200_000)}${']'.repeat(200_000)}` })),
  ),
  odd('150,000 objects', 1, () => written(manyObjects(150_000))),
  odd('150,000 objects without their table', [1, 'costly'], () =>
    written(manyObjects(150_000), { xref: 'none' }),
  ),

  odd('300 MB in the content of a page', 1, () =>
    written(
      changed(pagesOf(1, { page: '/Contents 8 0 R' }), [[8, streamOf(zeros(300), '/Filter /FlateDecode')]]),
    ),
  ),
  odd('300 MB in an object stream', ['broken', 'costly'], () =>
    written(pagesOf(1), {
      xref: 'stream',
      packedObjects: [2, 3],
      objectStream: streamOf(zeros(300), '/Filter /FlateDecode /Type /ObjStm /N 2 /First 10'),
    }),
  ),
  odd('2 GB in an object stream, packed twice', ['broken', 'costly'], () =>
    written(pagesOf(1), {
      xref: 'stream',
      packedObjects: [2, 3],
      objectStream: streamOf(
        deflateSync(zeros(2_000)),
        '/Filter [/FlateDecode /FlateDecode] /Type /ObjStm /N 2 /First 10',
      ),
    }),
  ),
  odd('300 MB in an xref stream', [1, 'broken', 'costly'], () => {
    const plain = written(pagesOf(1), { xref: 'none' });
    const bomb = streamOf(
      zeros(300),
      '/Filter /FlateDecode /Type /XRef /W [1 4 2] /Size 44000000 /Root 1 0 R',
    );
    return bytesOf(plain, '9 0 obj\n', bomb, `\nendobj\nstartxref\n${plain.length}\n%%EOF\n`);
  }),
  odd('columns of a predictor, 2,000,000,000 of them', [1, 'broken', 'costly'], () =>
    written(pagesOf(1), {
      xref: 'stream',
      packedObjects: [2, 3],
      objectStream: streamOf(
        zeros(1),
        '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2000000000 /Colors 32 /BitsPerComponent 16 >> /Type /ObjStm /N 2000000000 /First 10',
      ),
    }),
  ),

  odd('a BOM before it', 2, () => written(pagesOf(2), { before: Buffer.from('\uFEFF') })),
  odd('line ends before it', 2, () => written(pagesOf(2), { before: '\r\n\r\n  ' })),
  odd('a page of the web', 'broken', () =>
    written(pagesOf(2), { before: '<html><script>alert(1)</script></html>\n' }),
  ),
  odd('a page of the web in a comment', 'broken', () => written(pagesOf(2), { before: '<!--\n' })),
  odd('noise of 1,000 bytes before it', 'broken', () =>
    written(pagesOf(2), { before: Buffer.alloc(1_000, 'x') }),
  ),
  odd('another kind of file before it', 'broken', () =>
    written(pagesOf(2), { before: Buffer.from('504b0304140000000800', 'hex') }),
  ),
  odd('nothing', 'broken', () => Buffer.alloc(0)),
  odd('words', 'broken', () => bytesOf('Dear reviewers, this is no PDF.')),
  odd('20 MB of percent signs', 'broken', () => bytesOf('%PDF-1.7\n', Buffer.alloc(20 * mebibyte, '%'))),
  odd('20 MB of starts of objects', ['broken', 'costly'], () =>
    bytesOf('%PDF-1.7\n', Buffer.alloc(20 * mebibyte, '1 0 obj << ')),
  ),
];
