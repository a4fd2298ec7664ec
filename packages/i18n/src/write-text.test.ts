import { expect, test } from 'vitest';
import { type Area, loadArea } from './catalogue.ts';
import { areas } from './compiled/areas.ts';
import { languages } from './language.ts';
import { readText } from './placeholders.ts';
import { writeText } from './write-text.ts';

test('writes every text of the catalogue so that it is read as the same', async () => {
  for (const area of Object.keys(areas) as Area[])
    for (const language of languages)
      for (const [id, compiled] of Object.entries(await loadArea(language, area)))
        expect([id, readText(writeText(compiled))]).toMatchObject([id, { ok: true, compiled }]);
});

test('writes a text as people do', () => {
  for (const text of [
    'Sent to {email}.',
    '{n, plural, one {# day} other {# days}} left',
    "It's {n, number}",
    '<link>Open</link> the page',
  ]) {
    const read = readText(text);
    expect(read.ok && readText(writeText(read.compiled))).toEqual(read);
  }
});
