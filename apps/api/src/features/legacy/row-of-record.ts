import { type LegacyRecord, legacyRecordSchema } from '@clearcall/domain/archive/legacy.ts';
import { cleanRichText } from '../../platform/clean-rich-text.ts';

/** A link to a file of the proposal by its name, alone or behind `file:`. */
const linked = /(\bhref\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

function nameIn(address: string): string {
  const name = address.replace(/^file:/i, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The description of a call as it is stored: cleaned, with links to the files of the proposal leading to them. */
function cleanDescription(html: string, idOf: (filename: string) => string | undefined): string {
  const pointed = html.replace(linked, (all, before: string, one?: string, other?: string) => {
    const id = idOf(nameIn(one ?? other ?? ''));
    return id === undefined ? all : `${before}"/api/cines/file/${id}"`;
  });
  return cleanRichText(pointed);
}

/**
 * The row of an archived application: its record, whose rich text is cleaned here, with what the list shows and looks for
 * taken out of it. `idOf` names the files that its description may link to.
 */
export function rowOfRecord(
  { number, submitted, record }: { number: string; submitted: boolean; record: LegacyRecord },
  idOf: (filename: string) => string | undefined,
) {
  const { call } = record;
  const stored =
    call.description === undefined
      ? record
      : { ...record, call: { ...call, description: cleanDescription(call.description, idOf) } };
  const contacts = [record.regular, record.preparatory].filter((contact) => contact !== null);
  return {
    number,
    submitted,
    title: record.name ?? record.projectTitle ?? '',
    call_name: call.name,
    machines: [...call.machines, ...call.machinePreparatory.map(({ name }) => name)],
    people: contacts.flatMap((contact) => [contact.contact_name, contact.contact_email]),
    emails: [...new Set(contacts.map((contact) => contact.contact_email))].filter((email) => email !== ''),
    record: legacyRecordSchema.parse(stored),
  };
}
