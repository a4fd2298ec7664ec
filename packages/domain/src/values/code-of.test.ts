import { expect, test } from 'vitest';
import { codeOf } from './code-of.ts';

test('a code is made of the letters of a name, and is nobody else’s', () => {
  expect(codeOf('Jülich Supercomputing Centre', new Set())).toBe('julich-supercomputing-centre');
  expect(codeOf(' CEA/TGCC ', new Set(['cea-tgcc', 'cea-tgcc-2']))).toBe('cea-tgcc-3');
  expect(codeOf('Straße Łódź', new Set())).toBe('strasse-lodz');
  expect(codeOf('高性能', new Set())).toBe('x');
  expect(codeOf('a'.repeat(300), new Set())).toHaveLength(50);
});
