import { readInvitations } from '@clearcall/domain/people/read-invitations.ts';
import { expect, it } from 'vitest';
import { textOfBytes } from './read-text-file.ts';

const people = [{ email: 'zoe@example.org', firstName: 'Zoë', lastName: 'Müller' }];

it('reads a list in UTF-8, with its mark and without, and as spreadsheets on Windows write it', () => {
  const list = 'Zoë;Müller;zoe@example.org\r\n';
  const utf8 = new TextEncoder().encode(list);
  const marked = new TextEncoder().encode(`\ufeff${list}`);
  const windows = Uint8Array.from(list, (letter) => letter.charCodeAt(0));
  for (const bytes of [utf8, marked, windows])
    expect(
      readInvitations(textOfBytes(bytes.buffer) ?? '', { named: () => undefined, mayGive: () => true })
        .people,
    ).toEqual(people);
});

it('reads no picture', () => {
  const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d];
  expect(textOfBytes(Uint8Array.from(start).buffer)).toBeNull();
});
