import { createCipheriv } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import {
  bytesOf,
  changed,
  fileId,
  hex,
  md5,
  packed,
  padding,
  pagesOf,
  streamOf,
  twenty,
  written,
} from './odd-pdfs.ts';

/** What must not be found in a cleaned copy, in whatever form. */
export const author = 'Ada Planted';
/** What is on the pages, and has to stay. */
export const words = 'What the review says';

const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
const content = Buffer.from(`BT /F1 12 Tf 20 100 Td (${words}) Tj ET`);
const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>${author}</dc:creator></x:xmpmeta>`;
const jpeg = Buffer.from(
  [
    'ffd8',
    segment('e0', 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment('e1', `Exif\0\0${author}`),
    segment('ed', `Photoshop 3.0\0${author}`),
    segment('fe', author),
    'ffc00011080001000103011100021101031101',
    'ffda0008010100003f00',
    '12ff00ffd034',
    segment('fe', author),
    'ffd9',
    Buffer.from(author).toString('hex'),
  ].join(''),
  'hex',
);
function segment(marker: string, text: string): string {
  return `ff${marker}${(text.length + 2).toString(16).padStart(4, '0')}${Buffer.from(text, 'latin1').toString('hex')}`;
}
const box = (kind: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, data]);
};
const jpeg2000 = Buffer.concat([
  box('jP  ', Buffer.from('0d0a870a', 'hex')),
  box('xml ', Buffer.from(author)),
  box('uuid', Buffer.from(author)),
  box('jp2c', Buffer.from('ff4fff51ffd9', 'hex')),
]);
const imageOf = (data: Buffer, filter: string) =>
  streamOf(
    data,
    `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter ${filter} /Metadata 20 0 R`,
  );

type Objects = ReturnType<typeof pagesOf>;
const page = (
  more: { catalog?: string; page?: string },
  changes: [number, string | Buffer][] = [],
): Objects =>
  changed(
    pagesOf(1, {
      ...more,
      page: `/Contents 8 0 R ${more.page ?? ''} ${more.page?.includes('/Resources') ? '' : font}`,
    }),
    [[8, packed(content)], [20, packed(Buffer.from(xmp), '/Type /Metadata /Subtype /XML')], ...changes],
  );

/** The same page by two people: what the second one wrote replaces the first, who is still in the file. */
function updated(): Buffer {
  const first = written(page({}, [[9, `<< /Author (${author}) /Title (First) >>`]]), {
    trailer: '/Info 9 0 R',
  });
  const start = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1] ?? '0';
  const object = '9 0 obj\n<< /Title (Second) >>\nendobj\n';
  const table = `xref\n9 1\n${String(first.length).padStart(10, '0')} 00000 n \n`;
  return bytesOf(
    first,
    object,
    `${table}trailer\n<< /Size 21 /Root 1 0 R /Info 9 0 R /Prev ${start} >>\nstartxref\n${first.length + object.length}\n%%EOF\n`,
    `% ${author}\n`,
  );
}

/** AES with 128 bits that opens without a password: its strings and streams are only to be read with its key. */
function sealed(): Buffer {
  const o = Buffer.alloc(32, 7);
  const p = Buffer.alloc(4);
  p.writeInt32LE(-44);
  let key = md5(padding, o, p, fileId);
  for (let round = 0; round < 50; round += 1) key = md5(key);
  const u = Buffer.concat([twenty(key, md5(padding, fileId)), Buffer.alloc(16)]);
  const seal = (id: number, data: Uint8Array) => {
    const own = md5(key, Buffer.from([id, 0, 0, 0, 0]), Buffer.from('sAlT'));
    const cipher = createCipheriv('aes-128-cbc', own, Buffer.alloc(16));
    return Buffer.concat([Buffer.alloc(16), cipher.update(data), cipher.final()]);
  };
  const objects = page({}, [
    [8, streamOf(seal(8, content))],
    [9, `<< /Author ${hex(seal(9, Buffer.from(author)))} >>`],
    [20, 'null'],
    [
      21,
      `<< /Filter /Standard /V 4 /R 4 /Length 128 /O ${hex(o)} /U ${hex(u)} /P -44 /CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF >>`,
    ],
  ]);
  return written(objects, { trailer: `/Info 9 0 R /Encrypt 21 0 R /ID [${hex(fileId)} ${hex(fileId)}]` });
}

/** PDFs that say who made them, each in a way of its own, with one page that has `words` on it. */
export const revealingPdfs: Readonly<Record<string, () => Buffer>> = {
  'properties and document ids': () =>
    written(
      page({}, [
        [
          9,
          bytesOf(
            `<< /Author (${author}) /Producer <${Buffer.from(author).toString('hex')}> /Creator (`,
            wide(author),
            ') >>',
          ),
        ],
      ]),
      { trailer: `/Info 9 0 R /ID [(${author}) (${author})]` },
    ),
  'XMP of the document, of a page and of a form in it': () =>
    written(
      page(
        {
          catalog: `/Metadata 20 0 R /PieceInfo << /Word << /Private (${author}) /LastModified (D:2026) >> >>`,
          page: `/Metadata 20 0 R /PieceInfo << /A << /Private (${author}) >> >> /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 9 0 R >> /Properties << /P << /Author (${author}) >> >> >>`,
        },
        [
          [
            9,
            packed(
              Buffer.from('0 0 m'),
              `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Metadata 20 0 R /LastModified (D:2026) /OPI << /F (${author}) >> /Ref << /F (${author}) >>`,
            ),
          ],
        ],
      ),
      { xref: 'stream', packedObjects: [1, 2, 3] },
    ),
  'an earlier author behind an update': updated,
  'sealed without a password': sealed,
  'attached files': () =>
    written(
      page(
        {
          catalog: `/Names << /EmbeddedFiles << /Names [(${author}.doc) 9 0 R] >> >> /AF [9 0 R]`,
          page: '/Annots [11 0 R]',
        },
        [
          [9, `<< /Type /Filespec /F (${author}.doc) /UF (${author}.doc) /EF << /F 10 0 R >> >>`],
          [10, packed(Buffer.from(`by ${author}`), '/Type /EmbeddedFile')],
          [
            11,
            `<< /Type /Annot /Subtype /FileAttachment /FS 9 0 R /T (${author}) /Rect [0 0 9 9] /AP << /N 12 0 R >> >>`,
          ],
          [12, streamOf(Buffer.from(`% ${author}`), '/Subtype /Form /BBox [0 0 9 9]')],
        ],
      ),
    ),
  'scripts, actions and what opens by itself': () =>
    written(
      page(
        {
          catalog:
            '/OpenAction 9 0 R /AA << /WC 9 0 R >> /Names << /JavaScript << /Names [(a) 9 0 R] >> >> /Outlines 10 0 R',
          page: '/AA << /O 9 0 R >> /Annots [11 0 R 12 0 R]',
        },
        [
          [
            9,
            `<< /S /JavaScript /JS (app.alert\\('${author}'\\)) /Next << /S /Launch /F (${author}.exe) >> >>`,
          ],
          [10, `<< /Type /Outlines /First << /Title (${author}) /A 9 0 R >> >>`],
          [11, `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://${author}) >> >>`],
          [12, `<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /T (${author}) /A 9 0 R >>`],
        ],
      ),
    ),
  'a form that submits, and a signature': () =>
    written(
      page(
        {
          catalog: `/AcroForm << /Fields [9 0 R 10 0 R 11 0 R] /XFA (${author}) /DA (/Helv 0 Tf 0 g) /SigFlags 3 >>`,
          page: '/Annots [9 0 R 10 0 R 11 0 R]',
        },
        [
          [
            9,
            `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${author}) /TU (${author}) /V (filled in) /DV (${author}) /Rect [0 0 90 20] /P 3 0 R /DA (/Helv 12 Tf 0 g) >>`,
          ],
          [
            10,
            `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /Rect [0 0 9 9] /P 3 0 R /A << /S /SubmitForm /F (https://${author}) >> >>`,
          ],
          [
            11,
            `<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 9 9] /P 3 0 R /V << /Type /Sig /Name (${author}) /Contents <00> >> /AP << /N 12 0 R >> >>`,
          ],
          [12, streamOf(Buffer.from(`% signed by ${author}`), '/Subtype /Form /BBox [0 0 9 9]')],
        ],
      ),
    ),
  'notes and drawings with their author': () =>
    written(
      page({ page: '/Annots [9 0 R 10 0 R]' }, [
        [
          9,
          `<< /Type /Annot /Subtype /Text /T (${author}) /Contents (${author}) /Rect [0 0 9 9] /Popup << /Subtype /Popup /Rect [0 0 9 9] >> >>`,
        ],
        [
          10,
          `<< /Type /Annot /Subtype /Square /T (${author}) /Subj (${author}) /Rect [0 0 9 9] /AP << /N 12 0 R >> >>`,
        ],
        [
          12,
          streamOf(
            Buffer.from('0 0 9 9 re S'),
            `/Subtype /Form /BBox [0 0 9 9] /Name /${author.replace(' ', '#20')}`,
          ),
        ],
      ]),
    ),
  'pictures of a camera': () =>
    written(
      page(
        {
          page: '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /A 9 0 R /B 10 0 R /C 11 0 R >> >>',
        },
        [
          [9, imageOf(jpeg, '/DCTDecode')],
          [10, imageOf(Buffer.from(`${jpeg.toString('hex')}>`), '[/ASCIIHexDecode /DCTDecode]')],
          [11, imageOf(jpeg2000, '/JPXDecode')],
        ],
      ),
    ),
  'layers and tags': () =>
    written(
      page(
        {
          catalog: `/OCProperties << /OCGs [9 0 R] /D << /Name (${author}) /Creator (${author}) /OFF [9 0 R] >> >> /MarkInfo << /Marked true >> /Lang (en) /StructTreeRoot 10 0 R`,
          page: `/StructParents 0 /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /Properties << /L 9 0 R >> >>`,
        },
        [
          [9, `<< /Type /OCG /Name (${author}) /Usage << /CreatorInfo << /Creator (${author}) >> >> >>`],
          [
            10,
            `<< /Type /StructTreeRoot /K 11 0 R /ParentTree << /Nums [0 [11 0 R]] >> /IDTree << /Names [(${author}) 11 0 R] >> >>`,
          ],
          [11, `<< /Type /StructElem /S /P /P 10 0 R /Pg 3 0 R /K 0 /T (${author}) /ID (${author}) >>`],
        ],
      ),
    ),
  'what lies in the file and belongs to nothing': () =>
    bytesOf(written(page({}, [[9, packed(Buffer.from(author))]]), { before: '\n\n' }), `% ${author}\n`),
};

/** All that a PDF says: its bytes, and each of its streams unpacked as often as it was packed. */
export function allBytesOf(pdf: Buffer): string {
  const pieces = [pdf];
  const whole = pdf.toString('latin1');
  for (const { index, 0: head } of whole.matchAll(/stream\r?\n/g)) {
    let data = pdf.subarray(index + head.length);
    try {
      for (;;) {
        data = inflateSync(data);
        pieces.push(data);
      }
    } catch {
      // Not packed, or not any more.
    }
  }
  const joined = pieces.map((piece) => piece.toString('latin1')).join('\n');
  // Strings may stand in hexadecimal digits, and in two bytes a letter.
  const digits = [...joined.matchAll(/<([0-9a-f\s]+)>/gi)].map(([, text = '']) =>
    Buffer.from(text.replaceAll(/\s/g, ''), 'hex'),
  );
  return [joined, ...digits.map((one) => one.toString('latin1'))]
    .join('\n')
    .replaceAll('\0', '')
    .replaceAll('#20', ' ');
}
