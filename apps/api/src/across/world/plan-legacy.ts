import { rowOfRecord } from '../../features/legacy/row-of-record.ts';
import { namedId } from './named-id.ts';
import type { Collector, Row } from './rows.ts';
import type { World } from './schema.ts';
import { writePdf } from './write-pdf.ts';

export interface PlannedLegacyFile {
  bytes: Uint8Array;
  row: Row<'legacy_files'>;
}

/**
 * Plans the archive: a row for each record, with what lists show and search taken out of it. Refusals: a number that is
 * given twice, a record that names nobody, a file name that is given twice in one record.
 */
export async function planLegacy(
  world: World,
  now: Date,
  collector: Collector,
  sentences: string[],
): Promise<PlannedLegacyFile[]> {
  const planned: PlannedLegacyFile[] = [];
  const numbers = new Set<string>();
  for (const [index, { number, submitted, files, ...record }] of world.legacy.entries()) {
    const report = (sentence: string) => sentences.push(`Archived application ${number}: ${sentence}`);
    if (numbers.has(number)) report('its number is given twice.');
    numbers.add(number);
    const contacts = [record.regular, record.preparatory].filter((contact) => contact !== null);
    if (contacts.length === 0) report('it has neither a regular nor a preparatory contact.');
    const idOf = (name: string) => namedId('legacy', number, name);
    const hasFile = (name: string) => files.some((file) => file.name === name);
    collector.add('legacy_records', {
      id: index + 1,
      ...rowOfRecord({ number, submitted, record }, (name) => (hasFile(name) ? idOf(name) : undefined)),
    });
    const names = new Set<string>();
    for (const { name, ...content } of files) {
      if (names.has(name)) report(`its file ${name} is given twice.`);
      names.add(name);
      const bytes = await writePdf(content, now);
      planned.push({
        bytes,
        row: {
          id: idOf(name),
          record_id: index + 1,
          filename: name,
          size_bytes: bytes.length,
        },
      });
    }
  }
  return planned;
}
