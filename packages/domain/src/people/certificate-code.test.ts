import { expect, it } from 'vitest';
import { codeLetters, writtenCode } from './certificate-code.ts';

it('is read as it was meant, however it is typed', () => {
  const code = '0A1B-2C3D-4E5F-6G7H-8J9K';
  for (const typed of [
    '0a1b2c3d4e5f6g7h8j9k',
    ' oAIb 2c3d 4e5f 6g7h 8j9k ',
    '0a1b–2c3d–4e5f–6g7h–8j9k',
    code,
  ])
    expect(writtenCode(typed)).toBe(code);
  expect(writtenCode(' - ')).toBe('');
});

it('has no letters that are taken for others', () => {
  expect(codeLetters).toHaveLength(32);
  expect(/[ILOU]/.test(codeLetters)).toBe(false);
});
