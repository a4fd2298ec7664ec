import { createHash } from 'node:crypto';
import { inLanguage } from '@clearcall/domain/forms/text-in-languages.ts';
import { profileLists } from '@clearcall/domain/people/profile.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { tablesHash } from '../../testing/tables-hash.ts';
import { provideStandardLists } from './provide-standard-lists.ts';
import { type OptionList, standardLists, withStandardLists } from './standard-lists.ts';

const test: TestApp = await buildTestApp();
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.deleteFrom('option_groups').execute();
});

const offered = (value: string, label = value) => ({ value, label, offered: true });
const titles: OptionList = {
  id: 7,
  tag: 'titles',
  title: 'Titles',
  version: '1',
  options: [offered('Prof.'), offered('Dr.')],
};
const newer: OptionList = { ...titles, version: '2', options: [offered('Dr.', 'Doctor'), offered('Mx.')] };

async function stored(): Promise<{ id: number; tag: string; version: string; options: unknown }[]> {
  const { body } = await test.call('GET', '/v2/options?older=true');
  return body.data;
}

it('gives a portal every list that a profile needs, whole, and a second time does nothing', async () => {
  // Two processes at once.
  await Promise.all([provideStandardLists(test.db), provideStandardLists(test.db)]);
  const lists = await stored();
  expect(lists.map(({ id, tag }) => ({ id, tag }))).toEqual(
    standardLists.map(({ id, tag }) => ({ id, tag })),
  );
  expect(lists.map(({ options }) => options)).toEqual(
    standardLists.map(({ options }) =>
      options.map(({ offered: isOffered, label, ...option }) => ({
        ...option,
        label: inLanguage(label, ['en']),
        ...(typeof label === 'object' ? { told: { label: 'en' } } : {}),
        ...(isOffered ? {} : { offered: false }),
      })),
    ),
  );
  for (const tag of profileLists) expect(lists.map((list) => list.tag)).toContain(tag);
  const before = await tablesHash(test.db);
  expect(await test.sqlCount(() => provideStandardLists(test.db))).toBe(1);
  expect(await tablesHash(test.db)).toEqual(before);
});

it('tells them in the language of the reader, and takes over what a version before had put there in English alone', async () => {
  const english = standardLists.map((list) => ({
    ...list,
    options: list.options.map((option) => ({ ...option, label: inLanguage(option.label, ['en']) })),
  }));
  await provideStandardLists(test.db, english);
  // The mark that a version before there were languages has left.
  for (const { tag, title, version, options } of english) {
    const known = [
      title,
      version,
      ...options.map(({ value, label, parent, offered }) => [value, label, parent ?? null, offered]),
    ];
    const standard_hash = createHash('sha256').update(JSON.stringify(known)).digest('base64url');
    await test.db.updateTable('option_groups').set({ standard_hash }).where('tag', '=', tag).execute();
  }
  await provideStandardLists(test.db);
  const labelsIn = async (language: string) => {
    const { body } = await test.call('GET', '/v2/options', { headers: { 'accept-language': language } });
    const labelOf = (tag: string, value: string) =>
      body.data
        .find((list: { tag: string }) => list.tag === tag)
        .options.find((option: { value: string }) => option.value === value).label;
    return [labelOf('yes_no', 'yes'), labelOf('nationalities', 'BE'), labelOf('research_fields', 'PE6')];
  };
  expect(await labelsIn('de')).toEqual(['Ja', 'Belgien', 'PE6 Informatik']);
  expect(await labelsIn('fr')).toEqual(['Oui', 'Belgique', 'PE6 Informatique']);
  expect(await labelsIn('en')).toEqual(['Yes', 'Belgian', 'PE6 Computer Science and Informatics']);
});

it('takes a list to its next version, and what it offers no longer stays readable', async () => {
  await provideStandardLists(test.db, [titles]);
  await provideStandardLists(test.db, [newer]);
  await provideStandardLists(test.db, [newer]);
  expect(await stored()).toEqual([
    {
      id: 7,
      tag: 'titles',
      title: 'Titles',
      version: '2',
      options: [
        { value: 'Dr.', label: 'Doctor' },
        { value: 'Mx.', label: 'Mx.' },
        { value: 'Prof.', label: 'Prof.', offered: false },
      ],
    },
  ]);
  // One that stood there before it was known as a standard one, and was never changed.
  await test.db.updateTable('option_groups').set({ standard_hash: null }).execute();
  await test.db.deleteFrom('options').where('value', '=', 'Prof.').execute();
  await provideStandardLists(test.db, [newer]);
  await provideStandardLists(test.db, [titles]);
  expect(await stored()).toMatchObject([
    { version: '1', options: [{ value: 'Prof.' }, { value: 'Dr.' }, { value: 'Mx.', offered: false }] },
  ]);
});

it.each<[string, () => Promise<unknown>]>([
  [
    'a label',
    () => test.db.updateTable('options').set({ label: 'Docteur' }).where('value', '=', 'Dr.').execute(),
  ],
  [
    'what is offered',
    () => test.db.updateTable('options').set({ offered: false }).where('value', '=', 'Dr.').execute(),
  ],
  [
    'the order',
    () =>
      test.db
        .updateTable('options')
        .set((row) => ({ position: row('position', '*', -1) }))
        .execute(),
  ],
  ['what is there', () => test.db.deleteFrom('options').where('value', '=', 'Dr.').execute()],
  ['the title', () => test.db.updateTable('option_groups').set({ title: 'Anrede' }).execute()],
  [
    'everything: the list is their own',
    () => test.db.updateTable('option_groups').set({ title: 'Own', standard_hash: null }).execute(),
  ],
])('leaves a list alone in which somebody changed %s', async (_what, change) => {
  await provideStandardLists(test.db, [titles]);
  await change();
  const before = await stored();
  await provideStandardLists(test.db, [titles]);
  await provideStandardLists(test.db, [newer]);
  expect(await stored()).toEqual(before);
});

it('gives way with its number to a list that has it', async () => {
  await test.db.insertInto('option_groups').values({ id: 7, tag: 'colours', title: 'Colours' }).execute();
  await provideStandardLists(test.db, [titles]);
  expect((await stored()).map(({ id, tag }) => [id, tag])).toEqual([
    [7, 'colours'],
    [8, 'titles'],
  ]);
  const colours = { ...titles, id: 101, tag: 'colours' };
  const all = withStandardLists([colours, { ...titles, id: 5 }]);
  expect(all.slice(0, 2)).toEqual([colours, { ...titles, id: 5 }]);
  expect(all.map(({ tag }) => tag).sort()).toEqual(
    ['colours', ...standardLists.map(({ tag }) => tag)].sort(),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

it('offers the lists that a profile chooses from, and the 28 panels of 2024 for new answers', () => {
  const group = (tag: string) => standardLists.find((one) => one.tag === tag);
  const offered = (tag: string) =>
    (group(tag)?.options ?? []).filter((option) => option.offered).map(({ value }) => value);
  expect(offered('titles')).toEqual(['Prof.', 'Dr.', 'Mr.', 'Mrs.', 'Ms.', 'Other']);
  expect(offered('genders')).toEqual(['Female', 'Male', 'Unspecified', 'Other']);
  expect(offered('nationalities').length).toBeGreaterThan(190);
  expect(group('nationalities')?.options.find(({ value }) => value === 'BE')?.label).toEqual({
    en: 'Belgian',
    de: 'Belgien',
    fr: 'Belgique',
  });
  const panels = (letters: string, count: number) =>
    Array.from({ length: count }, (_none, index) => `${letters}${index + 1}`);
  expect(offered('research_fields')).toEqual([...panels('PE', 11), ...panels('LS', 9), ...panels('SH', 8)]);
  expect([group('research_fields')?.id, group('research_fields')?.version]).toEqual([130, '2024']);
  expect(group('research_fields')?.options.length).toBeGreaterThan(28);
});
