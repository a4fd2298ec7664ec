import { changed, type Good, nobodysNumber, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';

let lists = 0;
const chained = 'locks what it decides about, and writes into the chain of the audit log';

/** A list of its own with the value `a`. */
async function list({ test: { db } }: World): Promise<{ id: number }> {
  lists += 1;
  const id = 5_000 + lists;
  await db
    .insertInto('option_groups')
    .values({ id, tag: `work_${lists}`, title: 'Kinds' })
    .execute();
  await db
    .insertInto('options')
    .values({ group_id: id, value: 'a', label: 'Applied', position: 0 })
    .execute();
  return { id };
}

const command = (
  body: (world: World, id: number) => object | Promise<object>,
  statements: number,
  bad: RouteCase['bad'],
): RouteCase => ({
  caller: 'admin',
  good: async (world) => {
    const params = await list(world);
    return { params, body: await body(world, params.id) };
  },
  statements,
  moreBecause: chained,
  everybodys: true,
  bad: [['nothing', 404, (_world, good): Good => ({ ...good, params: nobodysNumber })], ...bad],
});

const row = { value: 'b', en: 'Basic', de: '', fr: '', parent: '' };

/** The administration of lists. */
export const listCases: Readonly<Record<string, RouteCase>> = {
  'GET /admin/lists': { caller: 'admin', good: () => ({}), statements: 2, everybodys: true, bad: [] },
  'GET /admin/lists/:id': {
    caller: 'admin',
    good: () => ({ params: { id: 130 } }),
    statements: 3,
    everybodys: true,
    bad: [['nothing', 404, () => ({ params: nobodysNumber })]],
  },
  'POST /admin/lists': {
    caller: 'admin',
    good: () => ({ body: { en: 'Kinds', de: '', fr: '', version: '1' } }),
    statements: 8,
    moreBecause: chained,
    bad: [['no name', 422, (_world, good) => changed(good, { en: ' ' })]],
  },
  'PUT /admin/lists/:id': command(() => ({ version: { from: '1', to: '2' } }), 7, [
    ['a version that another one has changed', 409, () => ({ body: { version: { from: '0', to: '2' } } })],
    ['no name', 422, () => ({ body: { en: { from: 'Kinds', to: '' } } })],
  ]),
  'PUT /admin/lists/:id/values': command(
    async ({ test, admin }, id) => {
      const { body } = await test.call('GET', `/admin/lists/${id}`, { token: admin.token });
      return { rows: [row], retires: true, revision: body.revision };
    },
    9,
    [
      ['a list that another one has changed', 409, (_world, good) => changed(good, { revision: 'older' })],
      ['no label', 422, (_world, good) => changed(good, { rows: [{ ...row, en: '' }] })],
      ['no such parent', 422, (_world, good) => changed(good, { rows: [{ ...row, parent: 'nobodys' }] })],
      ['no rows', 400, (_world, good) => changed(good, { rows: [] })],
    ],
  ),
  'PUT /admin/lists/:id/value': command(
    () => ({ value: 'a', edits: { offered: { from: true, to: false } } }),
    7,
    [
      ['an unknown value', 404, (_world, good) => changed(good, { value: 'nobodys' })],
      ['no label', 422, (_world, good) => changed(good, { edits: { en: { from: 'Applied', to: '' } } })],
      [
        'no such parent',
        422,
        (_world, good) => changed(good, { edits: { parent: { from: '', to: 'nobodys' } } }),
      ],
    ],
  ),
  'DELETE /admin/lists/:id/value': command(() => ({ value: 'a' }), 8, [
    ['an unknown value', 404, (_world, good) => changed(good, { value: 'nobodys' })],
    ['one in use', 409, () => ({ params: { id: 130 }, body: { value: 'PE1' } })],
  ]),
  'DELETE /admin/lists/:id': {
    caller: 'admin',
    good: async (world) => ({ params: await list(world) }),
    statements: 9,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['an unknown list', 404, () => ({ params: nobodysNumber })],
      ['one in use', 409, () => ({ params: { id: 130 } })],
    ],
  },
};
