import { expect, it, test } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { documentId, moveDocument, removeDocument, usesOfDocument } from './call-documents.ts';
import { applyChanges } from './change.ts';
import { smallCall } from './testing/small-call.ts';

const call = (): CallDefinition => {
  const small = smallCall();
  const others = ['plan', 'guide'].map((id) => ({ id, title: { en: id }, file: null }));
  const [apply, ...rest] = small.flow.steps;
  const element = { id: 'upload', type: 'upload', title: 'Plan', config: { upload: { templateId: 'plan' } } };
  const form = {
    id: 'F2',
    title: 'Plan',
    order: 2,
    elements: [{ id: 'g', type: 'group', children: [element] }],
  };
  return {
    ...small,
    documents: [...small.documents, ...others],
    links: { ...small.links, link1: { title: { en: 'Guide' }, address: 'document:guide' } },
    flow: { ...small.flow, steps: [{ ...apply, forms: [...(apply?.forms ?? []), form] }, ...rest] },
  };
};
const ids = ({ documents }: CallDefinition) => documents.map(({ id }) => id);
const changed = (changes: Parameters<typeof applyChanges>[1]) => {
  const applied = applyChanges(call(), changes);
  if (!applied.ok) throw new Error(applied.reason);
  return applied;
};

test.each([
  ['Terms of Reference (2027).pdf', 'terms-of-reference-2027-0a1b2c'],
  ['Règlement général.PDF', 'reglement-general-0a1b2c'],
  ['Κανόνες.docx', 'document-0a1b2c'],
  ['.pdf', 'document-0a1b2c'],
  [`${'long name '.repeat(20)}.pdf`, `${'long-name-'.repeat(4)}long-0a1b2c`],
])('an id of %s is a name for an address', (filename, id) => {
  expect(documentId(filename, '0a1b2c')).toBe(id);
});

it('knows the links and the forms that use a document', () => {
  expect(usesOfDocument(call(), 'terms')).toEqual({
    links: ['termsOfReference'],
    templateOf: [],
    inText: true,
  });
  expect(usesOfDocument(call(), 'guide')).toEqual({ links: ['link1'], templateOf: [], inText: false });
  expect(usesOfDocument(call(), 'plan')).toEqual({ links: [], templateOf: ['Plan'], inText: false });
});

it('removes a document with the links that lead to it, and brings back all of them', () => {
  const { definition, inverses } = changed(removeDocument(call(), 'guide'));
  expect(ids(definition)).toEqual(['terms', 'plan']);
  expect(definition.links).toEqual({ termsOfReference: 'document:terms' });
  expect(applyChanges(definition, inverses)).toMatchObject({ ok: true, definition: call() });
});

it('moves a document by one place, and not beyond the ends', () => {
  expect(ids(changed(moveDocument(call(), 'guide', -1)).definition)).toEqual(['terms', 'guide', 'plan']);
  expect(ids(changed(moveDocument(call(), 'plan', -1)).definition)).toEqual(['plan', 'terms', 'guide']);
  expect(ids(changed(moveDocument(call(), 'terms', 1)).definition)).toEqual(['plan', 'terms', 'guide']);
  expect(moveDocument(call(), 'terms', -1)).toEqual([]);
  expect(moveDocument(call(), 'guide', 1)).toEqual([]);
  expect(moveDocument(call(), 'gone', 1)).toEqual([]);
});
