import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorld } from './read-world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearcall-read-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

it('puts included files in their place and joins lists', async () => {
  await file('people.json', [{ name: 'Ada' }, { name: 'Bo' }]);
  await file('flow.json', { steps: [] });
  const path = await file('whole.json', {
    users: [{ $include: 'people.json' }, { name: 'Cy' }],
    calls: [{ flow: { $include: 'flow.json' } }],
  });
  expect(await readWorld(path)).toEqual({
    ok: true,
    world: { users: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }], calls: [{ flow: { steps: [] } }] },
  });
});

it.each([
  [
    'round.json',
    { calls: { $include: 'round.json' } },
    /^.*round\.json includes itself: .*round\.json › .*round\.json\.$/,
  ],
  [
    'outside.json',
    { $include: '../secret.json' },
    /outside\.json includes '\.\.\/secret\.json', which is not in the folder/,
  ],
  ['absent.json', { $include: 'nowhere.json' }, /^The file nowhere\.json cannot be read\.$/],
  ['wrong.json', '{ "users": ', /wrong\.json is no JSON/],
])('%s is refused', async (name, content, sentence) => {
  const read = await readWorld(await file(name, content));
  expect(read.ok ? [] : read.sentences).toEqual([expect.stringMatching(sentence)]);
});

it('refuses a file of another encoding with its line', async () => {
  const path = await file('latin.json', '{}');
  await writeFile(path, Buffer.from('{\n"title": "Strömung" }', 'latin1'));
  const read = await readWorld(await file('whole.json', { calls: { $include: 'latin.json' } }));
  expect(read).toEqual({
    ok: false,
    sentences: ['Line 2 of latin.json is not UTF-8. Save the file in UTF-8.'],
  });
});
