import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { PdfSection } from './write-pdf.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const inPackage = 'http://schemas.openxmlformats.org/package/2006';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const contentTypes = `${declaration}<Types xmlns="${inPackage}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${wordType}.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>`;

const relations = `${declaration}<Relationships xmlns="${inPackage}/relationships">
<Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/>
<Relationship Id="r2" Type="${inPackage}/relationships/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>`;

const wordRelations = `${declaration}<Relationships xmlns="${inPackage}/relationships">
<Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/>
</Relationships>`;

/** Sizes in half points, distances in twentieths of a point. */
function style(id: string, name: string, paragraph: string, letters: string): string {
  return (
    `<w:style w:type="paragraph" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>` +
    `${id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'}<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${letters}</w:rPr></w:style>`
  );
}

const styles = `${declaration}<w:styles ${word}>
<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>
${style('Normal', 'Normal', '<w:spacing w:after="120" w:line="276" w:lineRule="auto"/>', '')}
${style('Title', 'Title', '<w:spacing w:after="240"/>', '<w:b/><w:sz w:val="36"/>')}
${style('Heading1', 'heading 1', '<w:keepNext/><w:spacing w:before="320" w:after="120"/><w:outlineLvl w:val="0"/>', '<w:b/><w:sz w:val="26"/>')}
${style('Guidance', 'Guidance', '<w:spacing w:after="120"/>', '<w:i/><w:color w:val="595959"/>')}
</w:styles>`;

const paragraph = (styleId: string, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>${
    text === '' ? '' : `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
  }</w:p>`;

/**
 * A text document to be filled in: under each heading what belongs there, and room to write. A4, headings as headings,
 * so that a screen reader and the list of contents find them. The same text and time give the same bytes.
 */
export async function writeTemplate(
  content: { title: string; sections: readonly PdfSection[] },
  madeAt: Date,
): Promise<Uint8Array> {
  const body = content.sections.flatMap(({ heading, text }) => [
    paragraph('Heading1', heading),
    ...text.map((line) => paragraph('Guidance', line)),
    paragraph('Normal', ''),
  ]);
  const made = madeAt.toISOString().replace(/\.\d+Z$/, 'Z');
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations,
    'docProps/core.xml':
      `${declaration}<cp:coreProperties xmlns:cp="${inPackage}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
      `xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(content.title)}</dc:title>` +
      `<dc:language>en-GB</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${made}</dcterms:created></cp:coreProperties>`,
    'word/document.xml':
      `${declaration}<w:document ${word}><w:body>${paragraph('Title', content.title)}${body.join('')}` +
      '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>' +
      '</w:body></w:document>',
    'word/styles.xml': styles,
    'word/_rels/document.xml.rels': wordRelations,
  };
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(text), path, { mtime: madeAt, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}
