import { changed, packed, pagesOf, streamOf, written } from './odd-pdfs.ts';

/** Values of fields in letters that the fonts of a form have, and in letters that they lack. */
const amount = '12 000 node hours';
const name = 'Paweł Łękawski, Σοφία';

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const resources = `/Resources << /Font << /F 6 0 R >> >>`;
const label = packed(Buffer.from('BT /F 12 Tf 20 160 Td (Requested amount:) Tj ET'));
const appearance = (text: string) =>
  streamOf(
    Buffer.from(text === '' ? '/Tx BMC EMC' : `/Tx BMC q BT /F 12 Tf 2 6 Td (${text}) Tj ET Q EMC`),
    `/Type /XObject /Subtype /Form /BBox [0 0 160 22] ${resources}`,
  );
const wide = (text: string) => `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`;
const field = (more: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /DA (/F 12 Tf 0 g) /F 4 /Rect [20 100 180 122] /P 3 0 R ${more} >>`;
const form = (more: string) => `/AcroForm << /DR << /Font << /F 6 0 R >> >> /DA (/F 12 Tf 0 g) ${more} >>`;

/** One page with a label and the annotation 5, and whatever else is given. */
function filled(
  note: string,
  {
    catalog = '',
    page = '',
    more = [],
  }: { catalog?: string; page?: string; more?: [number, string | Buffer][] },
): Buffer {
  const objects = pagesOf(1, { catalog, page: `/Contents 4 0 R /Annots [5 0 R] ${resources} ${page}` });
  return written(changed(objects, [[4, label], [5, note], [6, font], ...more]));
}

/** PDFs that show what their pages do not contain, and what each of them shows. */
export const filledPdfs: readonly { name: string; make: () => Buffer; shows: string }[] = [
  {
    name: 'a form whose old appearance the viewer has to replace',
    make: () =>
      filled(field(`/V (${amount}) /AP << /N 7 0 R >>`), {
        catalog: form('/Fields [5 0 R] /NeedAppearances true'),
        more: [[7, appearance('')]],
      }),
    shows: amount,
  },
  {
    name: 'a field whose appearance is that of an earlier value',
    make: () =>
      filled(field(`/V (${amount}) /AP << /N 7 0 R >>`), {
        catalog: form('/Fields [5 0 R]'),
        more: [[7, appearance('9 000')]],
      }),
    shows: amount,
  },
  {
    name: 'a field in letters that the fonts of its form lack',
    make: () => filled(field(`/V ${wide(name)}`), { catalog: form('/Fields [5 0 R] /NeedAppearances true') }),
    shows: name,
  },
  {
    name: 'a field without a form',
    make: () => filled(field(`/V (${amount}) /AP << /N 7 0 R >>`), { more: [[7, appearance(amount)]] }),
    shows: amount,
  },
  {
    name: 'a field that its form does not list',
    make: () =>
      filled(field(`/V (${amount}) /AP << /N 7 0 R >>`), {
        catalog: form('/Fields []'),
        more: [[7, appearance(amount)]],
      }),
    shows: amount,
  },
  {
    name: 'a field that has its value from its parent',
    make: () =>
      filled(
        '<< /Type /Annot /Subtype /Widget /Parent 8 0 R /F 4 /Rect [20 100 180 122] /P 3 0 R /AP << /N 7 0 R >> >>',
        {
          catalog: form('/Fields [8 0 R]'),
          more: [
            [7, appearance('')],
            [8, `<< /FT /Tx /T (amount) /DA (/F 12 Tf 0 g) /V (${amount}) /Kids [5 0 R] >>`],
          ],
        },
      ),
    shows: amount,
  },
  {
    name: 'a number that the form formats',
    make: () =>
      filled(
        field('/V (12000) /AP << /N 7 0 R >> /AA << /F << /S /JavaScript /JS (AFNumber_Format\\(2\\)) >> >>'),
        { catalog: form('/Fields [5 0 R]'), more: [[7, appearance('12 thousand')]] },
      ),
    shows: '12 thousand',
  },
  {
    name: 'a field in a state of several',
    make: () =>
      filled(
        '<< /Type /Annot /Subtype /Widget /FT /Btn /T (box) /V /Yes /AS /Yes /F 4 /Rect [20 100 180 122] /P 3 0 R /AP << /N << /Yes 7 0 R /Off 8 0 R >> >> >>',
        {
          catalog: form('/Fields [5 0 R]'),
          more: [
            [7, appearance('confirmed')],
            [8, appearance('')],
          ],
        },
      ),
    shows: 'confirmed',
  },
  {
    name: 'a note on a page without content',
    make: () =>
      written(
        changed(pagesOf(1, { page: '/Annots [5 0 R]' }), [
          [
            5,
            `<< /Type /Annot /Subtype /FreeText /Contents (${amount}) /DA (/F 12 Tf 0 g) /F 4 /Rect [20 100 180 122] /AP << /N 7 0 R >> >>`,
          ],
          [6, font],
          [7, appearance(amount)],
        ]),
      ),
    shows: amount,
  },
  {
    name: 'a note that no program has drawn',
    make: () =>
      filled(
        `<< /Type /Annot /Subtype /FreeText /Contents (${amount}) /DA (/Helv 12 Tf 0 g) /F 4 /Rect [20 100 180 122] >>`,
        {},
      ),
    shows: amount,
  },
  {
    name: 'a page that the tree names twice',
    make: () =>
      written(
        changed(pagesOf(1), [
          [2, '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>'],
          [3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${resources} >>`],
          [4, label],
          [6, font],
        ]),
      ),
    shows: 'Requested amount: Requested amount:',
  },
];

/** A field in letters that none of the fonts at hand has. */
export const unwritable = (): Buffer =>
  filled(field(`/V ${wide('አማርኛ')}`), { catalog: form('/Fields [5 0 R] /NeedAppearances true') });
