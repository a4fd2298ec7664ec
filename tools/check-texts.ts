/**
 * The catalogue of texts is whole, and nothing is said beside it. `node tools/check-texts.ts --write` puts the PO files in
 * order, adds to each language what English has, compiles them, prints docs/texts.md, and lowers tools/uncatalogued-texts.json.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Module, parseSync } from '@swc/core';
import { type PoFile, parsePo, stringifyPo } from 'pofile-ts';
import { languageNames, languages } from '../packages/i18n/src/language.ts';
import { placeholdersText, readText } from '../packages/i18n/src/placeholders.ts';

const writes = process.argv.includes('--write');
const source = 'packages/i18n/catalogue';
const target = 'packages/i18n/src/compiled';
const page = 'docs/texts.md';
const leftFile = 'tools/uncatalogued-texts.json';
const faults: string[] = [];

interface Text {
  text: string;
  /** Beside it in the file: where the specification quotes it, what it was before, how it is to be understood. */
  remarks: readonly string[];
}
type Texts = ReadonlyMap<string, Text>;

/** Holds a file against what it should be; with `--write` makes it so. */
function settle(path: string, wanted: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted) return;
  if (writes) writeFileSync(path, wanted);
  else faults.push(`${path} is not what the catalogue says. Write it: node tools/check-texts.ts --write`);
}

function readPo(path: string): Texts {
  if (!existsSync(path)) return new Map();
  const { items } = parsePo(readFileSync(path, 'utf8'));
  const twice = items.filter(({ msgid }, at) => items.findIndex((item) => item.msgid === msgid) !== at);
  for (const { msgid } of twice) faults.push(`${path}: ${msgid} stands twice.`);
  return new Map(
    items.map(({ msgid, msgstr, extractedComments }) => [
      msgid,
      { text: msgstr.join(''), remarks: extractedComments },
    ]),
  );
}

function poOf(language: string, texts: Texts): string {
  const file: Partial<PoFile> = {
    headers: {
      Language: language,
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
    },
    items: [...texts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([msgid, { text, remarks }]) => ({
        msgid,
        msgstr: [text],
        extractedComments: [...remarks],
        msgctxt: null,
        references: [],
        msgid_plural: null,
        comments: [],
        flags: {},
        metadata: {},
        obsolete: false,
        nplurals: 2,
      })),
  };
  return `${stringifyPo(file, { foldLength: 0, compactMultiline: true }).trimEnd()}\n`;
}

/** An area as it is written: every language has the texts of English, and no others. */
function readArea(area: string): Map<string, Texts> {
  const path = (language: string) => join(source, area, `${language}.po`);
  const english = readPo(path('en'));
  const read = new Map<string, Texts>([['en', english]]);
  for (const language of languages.filter((name) => name !== 'en')) {
    const given = readPo(path(language));
    for (const id of given.keys())
      if (!english.has(id) && !writes) faults.push(`${path(language)}: ${id} is no English text any more.`);
    const texts = new Map([...english.keys()].map((id) => [id, given.get(id) ?? { text: '', remarks: [] }]));
    read.set(language, texts);
  }
  for (const [language, texts] of read) settle(path(language), poOf(language, texts));
  return read;
}

/**
 * A text with the labels that it quotes: `{=editor.submit.do}` is that text in the same language, so what a guide quotes
 * is what stands on the screen.
 */
function withLabels(text: string, language: string, place: string): string {
  return text.replace(/\{=([\w.]+)\}/g, (quote, id: string) => {
    const label = areas
      .get(id.split('.')[0] ?? '')
      ?.get(language)
      ?.get(id)?.text;
    if (label !== undefined && !/[{<]/.test(label)) return label;
    faults.push(`${place} quotes ${id}, which is no text without placeholders.`);
    return quote;
  });
}

/** Whether a text has words beside its placeholders. */
const saysWords = (text: string) => /\p{L}{2}/u.test(text.replace(/\{\w+(?:, number)?\}|<\/?\w+>/g, ' '));

const idPattern = /^[a-z][a-zA-Z]*(\.[a-zA-Z0-9_]+)+$/;

const withParts = new Map<string, string[]>();

/** Compiled texts by id, and the type of each text's values. */
function compile(area: string, read: Map<string, Texts>): void {
  const types: string[] = [];
  const english = new Map<string, string>();
  for (const [language, texts] of read) {
    const lines: string[] = [];
    for (const [id, { text: written, remarks }] of [...texts].sort(([one], [other]) =>
      one < other ? -1 : 1,
    )) {
      const place = `${join(source, area, `${language}.po`)}: ${id}`;
      const text = withLabels(written, language, place);
      if (!idPattern.test(id) || !id.startsWith(`${area}.`))
        faults.push(`${place} is no id of its area: ${area}.thing or ${area}.thing.part.`);
      if (text.trim() === '') {
        faults.push(`${place} has no text.`);
        continue;
      }
      const isSame = language !== 'en' && written === read.get('en')?.get(id)?.text && saysWords(text);
      const mayBeSame = remarks.some((line) => /^same: \S/.test(line));
      if (isSame && !mayBeSame)
        faults.push(`${place} reads as in English. Translate it, or say why over it: #. same: …`);
      if (mayBeSame && !isSame) faults.push(`${place} is said to read as in English, and does not.`);
      // No quotation mark is alone on a line, nor in French a mark of punctuation.
      const found = readText(text.replaceAll('« ', '«\u00a0').replaceAll(/ (?=[»:;?!])/g, '\u00a0'));
      if (!found.ok) {
        faults.push(`${place}: ${found.why}`);
        continue;
      }
      lines.push(`  ${JSON.stringify(id)}: ${JSON.stringify(found.compiled)},`);
      const asked = placeholdersText(found.placeholders);
      if (language === 'en') {
        english.set(id, asked);
        const values = [...found.placeholders]
          .filter(([, kind]) => kind !== 'part')
          .map(([name, kind]) => `${name}: ${kind === 'number' ? 'number' : 'Said'}`)
          .sort();
        const parts = [...found.placeholders].filter(([, kind]) => kind === 'part');
        types.push(`  '${id}': ${values.length === 0 ? 'None' : `{ ${values.join('; ')} }`};`);
        if (parts.length > 0) withParts.set(id, parts.map(([name]) => name).sort());
      } else if (english.get(id) !== asked) {
        faults.push(`${place} asks for ${asked || 'nothing'}, English for ${english.get(id) || 'nothing'}.`);
      }
    }
    settle(
      join(target, `${area}.${language}.ts`),
      `// Compiled from ${join(source, area, `${language}.po`)}: node tools/check-texts.ts --write\nexport default {\n${lines.join('\n')}\n};\n`,
    );
  }
  settle(
    join(target, `${area}.ts`),
    `// Compiled from ${join(source, area)}: node tools/check-texts.ts --write\ntype None = Record<never, never>;\n\n/** The texts of this area, and the values that each asks for: a number, or what may be \`Said\`. */\nexport interface AreaTexts<${types.some((line) => line.includes('Said')) ? 'Said' : '_Said'}> {\n${types.join('\n')}\n}\n\n/** The parts of a text that are more than words. */\nexport interface AreaParts {\n${[...withParts].map(([id, parts]) => `  '${id}': ${parts.map((name) => `'${name}'`).join(' | ')};`).join('\n')}\n}\n`,
  );
  withParts.clear();
}
const areaNames = readdirSync(source).sort();
mkdirSync(target, { recursive: true });
const areas = new Map(areaNames.map((area) => [area, readArea(area)]));
for (const [area, read] of areas) compile(area, read);
const typeOf = (area: string) => `${area.charAt(0).toUpperCase()}${area.slice(1)}`;
settle(
  join(target, 'areas.ts'),
  `// The folders of ${source}: node tools/check-texts.ts --write\nexport const areas = {\n${areaNames.map((area) => `  ${area}: true,`).join('\n')}\n} as const;\n`,
);
settle(
  join(target, 'texts.ts'),
  `// The folders of ${source}: node tools/check-texts.ts --write\n${areaNames.map((area) => `import type { AreaParts as ${typeOf(area)}Parts, AreaTexts as ${typeOf(area)}Texts } from './${area}.ts';`).join('\n')}\n\nexport interface Texts<Said> extends ${areaNames.map((area) => `${typeOf(area)}Texts<Said>`).join(', ')} {}\nexport interface Parts extends ${areaNames.map((area) => `${typeOf(area)}Parts`).join(', ')} {}\n`,
);
const wanted = new Set([
  'areas.ts',
  'texts.ts',
  ...areaNames.flatMap((area) => [`${area}.ts`, ...languages.map((language) => `${area}.${language}.ts`)]),
]);
for (const name of readdirSync(target).filter((found) => !wanted.has(found))) {
  if (writes) rmSync(join(target, name));
  else faults.push(`${join(target, name)} belongs to no area.`);
}

const english = new Map([...areas].flatMap(([, read]) => [...(read.get('en') ?? [])]));

/** What stands in quotation marks and is a text of the catalogue has to be that text in every language. */
const idsByText = new Map([...english].map(([id, { text }]) => [text, id]));
for (const [id, { text }] of english)
  for (const [, quoted = ''] of text.matchAll(/[‘“]([^’”{]+)[’”]/g)) {
    const label = idsByText.get(quoted);
    if (label !== undefined)
      faults.push(`${id} quotes ‘${quoted}’. Name the text, in every language: {=${label}}.`);
  }

/** A text that nobody says. An id that is put together, `refusals.${code}`, names all that begin so. */
const sources = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], {
  exclude: (path) => path === 'packages/i18n/src/compiled',
}).filter((path) => !/\.test\.tsx?$/.test(path));
const code = sources.map((path) => readFileSync(path, 'utf8'));
const usedIds = new Set(
  code.flatMap((text) =>
    [...text.matchAll(/['"`]([a-z][a-zA-Z]*(?:\.[a-zA-Z0-9_]+)+)['"`]/g)].map(([, id]) => id),
  ),
);
const begun = new Set(
  code.flatMap((text) =>
    [...text.matchAll(/`([a-z][a-zA-Z]*\.(?:[a-zA-Z0-9_]+\.)*)\$\{/g)].map(([, start = '']) => start),
  ),
);
for (const id of english.keys()) {
  if (!usedIds.has(id) && ![...begun].some((start) => id.startsWith(start)))
    faults.push(`${id} is said nowhere: take it out of the catalogue.`);
}

/** Attributes whose text a reader sees or hears. */
const readAttributes = new Set([
  'title',
  'label',
  'alt',
  'placeholder',
  'aria-label',
  'summary',
  'hint',
  'what',
  'over',
  'unset',
  'words',
  'tagline',
  'clear',
  'error',
  'where',
]);
const hasLetters = (text: unknown) => typeof text === 'string' && /\p{L}{2,}/u.test(text);

/** A word behind a value, as in `${name} (away)`. */
const wordBehindValue = / [(]?\p{L}{2,}/u;
const isStyle = /[{};]/;

/** Whether what an expression is, or may be, has words that stand in the source. */
function hasWords(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type, ...parts } = node as { type?: string } & Record<string, unknown>;
  switch (type) {
    case 'StringLiteral':
      return hasLetters(parts.value);
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
      return hasWords(parts.expression);
    case 'ConditionalExpression':
      return hasWords(parts.consequent) || hasWords(parts.alternate);
    case 'BinaryExpression':
      return (
        ['+', '??', '||', '&&'].includes(String(parts.operator)) &&
        (hasWords(parts.left) || hasWords(parts.right))
      );
    default:
      return false;
  }
}

/** How many texts of a source of a portal stand in it and not in the catalogue. */
function textsIn(path: string): number {
  let count = 0;
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) walk(part);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type } = node as { type?: string };
    if (type === 'JSXText' && hasLetters((node as { value: string }).value)) count += 1;
    if (type === 'JSXElement' || type === 'JSXFragment')
      count += (node as { children: unknown[] }).children.filter(hasWords).length;
    if (type === 'JSXAttribute') {
      const { name, value } = node as { name: { value?: string }; value: unknown };
      if (readAttributes.has(name.value ?? '') && hasWords(value)) count += 1;
      if (name.value === 'className') return;
    }
    if (type === 'KeyValueProperty') {
      const { key, value } = node as { key: { value?: unknown }; value: unknown };
      if (key.value === 'sent' && hasWords(value)) count += 1;
    }
    if (type === 'TemplateLiteral') {
      const { quasis } = node as { quasis: { raw: string }[] };
      if (quasis.some(({ raw }) => wordBehindValue.test(raw) && !isStyle.test(raw))) count += 1;
    }
    for (const part of Object.values(node)) walk(part);
  };
  const read: Module = parseSync(readFileSync(path, 'utf8'), {
    syntax: 'typescript',
    tsx: path.endsWith('.tsx'),
    target: 'es2024',
  });
  walk(read.body);
  return count;
}
const outside = Object.fromEntries(
  sources
    .filter(
      (path) => path.endsWith('.tsx') || /^(packages\/ui\/src\/(?!build\/)|apps\/\w+-portal\/)/.test(path),
    )
    .sort()
    .map((path) => [path, textsIn(path)] as const)
    .filter(([, count]) => count > 0),
);
const allowed = existsSync(leftFile)
  ? (JSON.parse(readFileSync(leftFile, 'utf8')) as Record<string, number>)
  : outside;
for (const [path, count] of Object.entries(outside)) {
  if (count > (allowed[path] ?? 0))
    faults.push(
      `${path} says ${count} texts beside the catalogue, ${allowed[path] ?? 0} before. CONTRIBUTING.md says how a text is made.`,
    );
}
const left = Object.fromEntries(
  Object.entries(outside).map(([path, count]) => [path, Math.min(count, allowed[path] ?? 0)]),
);
settle(leftFile, `${JSON.stringify(left, null, 2)}\n`);

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const remark = (text: Text | undefined, name: string) =>
  (text?.remarks ?? [])
    .filter((line) => line.startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2))
    .join(' ');
const tableOf = (area: string, read: Map<string, Texts>) => {
  const rows = [...(read.get('en') ?? [])]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, text]) => {
      const before = remark(text, 'was');
      const cells = [
        `\`${id}\``,
        ...languages.map((language) =>
          cell(withLabels(read.get(language)?.get(id)?.text ?? '', language, page)),
        ),
        cell(before),
        cell(remark(text, 'quoted')),
      ];
      return `| ${cells.join(' | ')} |`;
    });
  return `## ${area}\n\n| Id | ${Object.values(languageNames).join(' | ')} | English before | Quoted from |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
};
settle(
  page,
  `# Texts\n\nEvery text of the catalogue in each language, printed from packages/i18n/catalogue (\`node tools/check-texts.ts --write\`).\n*English before* is how it read where it was rewritten; empty: it stayed. A text that is *quoted* stays letter by letter.\n\n${[...areas].map(([area, read]) => tableOf(area, read)).join('\n')}`,
);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
const leftCount = Object.values(left).reduce((sum, count) => sum + count, 0);
console.log(
  `${english.size} texts in ${areaNames.length} areas and ${languages.length} languages; ${leftCount} texts of ${Object.keys(left).length} sources still beside the catalogue.`,
);
