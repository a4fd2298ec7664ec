import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { columnTitles, writeTable } from './write-table.ts';

/** Read by its own parts, and not by the library that wrote it. */
async function partsOf(head: string[], row: Parameters<typeof writeTable>[3]): Promise<Map<string, string>> {
  const parts = readZip(await buffer(await writeTable('xlsx', 'Applications', head, row)));
  return new Map([...parts].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

/** Every element is closed where it was opened, and nothing stands outside of the one root. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  let roots = 0;
  const body = xml.replace(/^\uFEFF?<\?xml[^>]*\?>\s*/, '').trim();
  for (const [, close, name = '', empty] of body.matchAll(
    /<(\/?)([\w:]+)(?:\s+[\w:]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (close === '/') {
      if (open.pop() !== name) return false;
    } else {
      if (open.length === 0) roots += 1;
      if (empty !== '/') open.push(name);
    }
  }
  const outside = body.replaceAll(/<\/?[\w:]+(?:\s+[\w:]+="[^"<]*")*\s*\/?>/g, '');
  return (
    open.length === 0 && roots === 1 && !/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(outside)
  );
}

const word = '=HYPERLINK("http://x")&<b>';

async function* rows() {
  yield [word, 'Łódź\u000band 10\u009612', { decimal: '100.5' }, { decimal: '9007199254740993.1' }, null];
}

it('has columns that a program finds by their titles: no soft hyphens, no two alike', async () => {
  const head = ['Aus\u00adschrei\u00adbung', 'Comment', 'Comment', 'Comment (2)'];
  expect(columnTitles(head)).toEqual(['Ausschreibung', 'Comment', 'Comment (2)', 'Comment (2) (2)']);
  const csv = (await buffer(await writeTable('csv', '', head, rows()))).toString('utf8');
  expect(csv.split('\r\n')[0]).toBe('\ufeffAusschreibung,Comment,Comment (2),Comment (2) (2)');
  const sheet = (await partsOf(head, rows())).get('xl/sharedStrings.xml') ?? '';
  expect(sheet).not.toContain('\u00ad');
});

it('is a workbook whose parts are well-formed and point at one another', async () => {
  const parts = await partsOf(['Title', 'Town <1>', 'Amount', 'Exact', 'None'], rows());
  expect([...parts].filter(([name, xml]) => /\.(?:xml|rels)$/.test(name) && !isWellFormed(xml))).toEqual([]);
  const types = parts.get('[Content_Types].xml') ?? '';
  const named = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !parts.has(name))).toEqual([]);
  const targets = (of: string) =>
    [...(parts.get(of) ?? '').matchAll(/Target="([^"]+)"/g)].map(([, to = '']) => to);
  expect(targets('_rels/.rels')).toContain('xl/workbook.xml');
  expect(
    targets('xl/_rels/workbook.xml.rels')
      .map((to) => `xl/${to}`)
      .filter((name) => !parts.has(name)),
  ).toEqual([]);
  expect(parts.get('xl/workbook.xml')).toMatch(/<sheet [^>]*name="Applications"/);
});

it('holds what people wrote as texts, numbers as numbers, and no formula', async () => {
  const parts = await partsOf(['Title', 'Town <1>', 'Amount', 'Exact', 'None'], rows());
  const sheet = [...parts].find(([name]) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))?.[1] ?? '';
  expect(sheet).not.toMatch(/<f[ >]/);
  const shared = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<\/si>/gs)].map(
    ([text]) => text,
  );
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
    ([, at, kind = '', inner = '']) => {
      const [, value = ''] = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(inner) ?? [];
      const text = / t="s"/.test(kind) ? (shared[Number(value)] ?? '').replaceAll(/<[^>]+>/g, '') : value;
      return [at, / t="(?:s|inlineStr|str)"/.test(kind) ? 'text' : 'number', text];
    },
  );
  expect(cells.filter(([, , text]) => text !== '')).toEqual([
    ['A1', 'text', 'Title'],
    ['B1', 'text', 'Town &lt;1&gt;'],
    ['C1', 'text', 'Amount'],
    ['D1', 'text', 'Exact'],
    ['E1', 'text', 'None'],
    ['A2', 'text', expect.stringMatching(/^=HYPERLINK\((?:"|&quot;)http:\/\/x(?:"|&quot;)\)&amp;&lt;b&gt;$/)],
    ['B2', 'text', 'Łódź\nand 10–12'],
    ['C2', 'number', '100.5'],
    ['D2', 'text', '9007199254740993.1'],
  ]);
});
