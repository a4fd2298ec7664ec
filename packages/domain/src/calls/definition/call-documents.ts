import type { TextInLanguages } from '../../forms/text-in-languages.ts';
import { addressesOf, type CallDefinition, documentOfAddress } from './call-definition.ts';
import type { Change } from './change.ts';

type LinkName = keyof CallDefinition['links'];

/** The places of a call that use one of its documents. */
export interface DocumentUses {
  links: LinkName[];
  /** Titles of the uploads that offer it as their template. */
  templateOf: TextInLanguages[];
  /** Whether a text of the call leads to it. */
  inText: boolean;
}

/** Longest part of an id that is made of the name of a file. */
const maxStem = 45;

/** The id of a new document: words of the name of its file, for its address, and an ending that no other one has. */
export function documentId(filename: string, unique: string): string {
  const stem = filename
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxStem)
    .replaceAll(/^-+|-+$/g, '');
  return `${stem === '' ? 'document' : stem}-${unique}`;
}

interface WrittenElement {
  title: TextInLanguages;
  config?: { upload?: { templateId?: string } };
  children?: WrittenElement[];
}

function* uploadsOf(flow: unknown): Generator<WrittenElement> {
  const { steps } = flow as { steps: { forms: { elements: WrittenElement[] }[] }[] };
  for (const { forms } of steps)
    for (const { elements } of forms)
      for (const element of elements) {
        yield element;
        yield* element.children ?? [];
      }
}

/** Returns the links, forms and texts of a call that use a document. */
export function usesOfDocument(
  call: Pick<CallDefinition, 'links' | 'info' | 'flow'>,
  id: string,
): DocumentUses {
  const found = [...addressesOf(call)].filter(({ address }) => documentOfAddress(address) === id);
  return {
    links: found.flatMap(({ at: [part, name] }) => (part === 'links' ? [name as LinkName] : [])),
    templateOf: [...uploadsOf(call.flow)]
      .filter(({ config }) => config?.upload?.templateId === id)
      .map(({ title }) => title),
    inText: found.some(({ at: [part] }) => part === 'info'),
  };
}

/** The changes that remove a document, and the links of the call that lead to it. */
export const removeDocument = (call: CallDefinition, id: string): Change[] => [
  ...usesOfDocument(call, id).links.map((name): Change => ({ do: 'set', at: ['links', name] })),
  { do: 'remove', at: ['documents', id] },
];

/** The change that moves a document by one place. None if it is at that end already. */
export function moveDocument(
  { documents }: Pick<CallDefinition, 'documents'>,
  id: string,
  by: -1 | 1,
): Change[] {
  const place = documents.findIndex((document) => document.id === id);
  const target = place + by;
  if (place < 0 || target < 0 || target >= documents.length) return [];
  const rest = documents.filter((document) => document.id !== id);
  return [{ do: 'move', at: ['documents', id], to: ['documents'], after: rest[target - 1]?.id ?? null }];
}
