import { expect, test } from 'vitest';
import { documentFault } from './call-document.ts';

test.each([
  ['terms.pdf', 1, null],
  ['Template.DOCX', 1_048_576, null],
  ['terms.pdf', 1_048_577, 'size'],
  ['terms.pdf', 0, 'empty'],
  ['terms.doc', 1, 'format'],
  ['terms.pdf.exe', 1, 'format'],
  ['constructor', 1, 'format'],
] as const)('the file %s of %i bytes: %s', (name, size, fault) => {
  expect(documentFault({ name, size }, 1)).toBe(fault);
});
