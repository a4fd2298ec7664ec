import { createCall } from './factories.ts';
import { changed, type Good, nobodysNumber, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';

const chained = 'locks what it decides about, and writes into the chain of the audit log';
const over = [{ start: '2025-01-01T09:00:00Z', end: '2025-02-01T09:00:00Z' }];

let calls = 0;

/** A call of its own that is over, with as many drawn ids of applications. */
async function call({ test }: World, drawn = 0): Promise<{ id: number }> {
  calls += 1;
  const { id } = await createCall(test, { code: 'OVER', number: calls, cutoffs: over });
  await test.db.updateTable('calls').set({ counter: drawn }).where('id', '=', id).execute();
  return { id };
}
const command = (body: object | undefined, statements: number, bad: RouteCase['bad']): RouteCase => ({
  caller: 'admin',
  good: async (world) => ({ params: await call(world), ...(body === undefined ? {} : { body }) }),
  statements,
  moreBecause: chained,
  everybodys: true,
  bad: [['nothing', 404, (_world, good): Good => ({ ...good, params: nobodysNumber })], ...bad],
});

const named = { title: 'Benchmark Access', code: 'NEWCALL', year: 2027 };
const ofTemplate = { ...named, from: { kind: 'template', template: 'technical_check' } };

/** A package of a call, with what is sent beside it. */
async function packaged({ test, admin }: World, beside?: object): Promise<Good> {
  const { id } = await createCall(test);
  const { bytes } = await test.call('GET', `/admin/calls/${id}/package`, { token: admin.token });
  const form = new FormData();
  if (beside !== undefined) form.set('call', JSON.stringify(beside));
  form.set('files', new Blob([new Uint8Array(bytes)]), 'call.zip');
  return { form };
}
const letter = (): Good => {
  const form = new FormData();
  form.set('call', '{}');
  form.set('files', new Blob(['a letter']), 'letter.txt');
  return { form };
};
const imported = { ...named, code: 'PACKED', mapping: { partitions: {}, lists: {} } };

/** The administration of calls. */
export const callCases: Readonly<Record<string, RouteCase>> = {
  'GET /admin/calls': { caller: 'admin', good: () => ({}), statements: 2, everybodys: true, bad: [] },
  'GET /admin/calls/:id': {
    caller: 'admin',
    good: async (world) => ({ params: await call(world) }),
    statements: 2,
    everybodys: true,
    bad: [['nothing', 404, () => ({ params: nobodysNumber })]],
  },
  'PUT /admin/calls/:id/archived': command({ archived: true }, 6, [
    ['no answer', 400, (_world, good) => changed(good, { archived: 'yes' })],
    [
      'an open one',
      409,
      async ({ test }, good) => ({ ...good, params: { id: (await createCall(test)).id } }),
    ],
  ]),
  'GET /admin/call-templates': {
    caller: 'admin',
    good: () => ({}),
    statements: 1,
    everybodys: true,
    bad: [],
  },
  'GET /admin/calls/:id/package': {
    caller: 'admin',
    good: async (world) => ({ params: await call(world) }),
    statements: 5,
    everybodys: true,
    bad: [['nothing', 404, () => ({ params: nobodysNumber })]],
  },
  'POST /admin/call-packages': {
    caller: 'admin',
    good: (world) => packaged(world),
    statements: 3,
    bad: [
      ['no file', 400, () => ({ form: new FormData() })],
      ['no package', 422, letter],
    ],
  },
  'POST /admin/call-packages/import': {
    caller: 'admin',
    good: (world) => packaged(world, imported),
    statements: 20,
    moreBecause: 'writes the call with its documents and its draft, and into the chain of the audit log',
    bad: [
      ['no package', 422, letter],
      ['no name', 400, (world) => packaged(world, {})],
      [
        'a name that is taken',
        409,
        async (world) => {
          calls += 1;
          await createCall(world.test, { code: 'TAKEN', number: calls });
          return packaged(world, { ...imported, code: 'TAKEN', year: 2026, number: calls });
        },
      ],
    ],
  },
  'GET /admin/call-checks': {
    caller: 'admin',
    good: () => ({}),
    // Four for each call that changed since it was checked.
    statements: 200,
    moreBecause: 'checks each call once, and again after each change',
    everybodys: true,
    bad: [],
  },
  'POST /admin/calls': {
    caller: 'admin',
    good: () => ({ body: ofTemplate }),
    statements: 12,
    moreBecause: 'writes the call with its draft, and into the chain of the audit log',
    bad: [
      [
        'an unknown template',
        400,
        (_world, good) => changed(good, { from: { kind: 'template', template: 'x' } }),
      ],
      [
        'a copy of nothing',
        404,
        (_world, good) => changed(good, { from: { kind: 'copy', call: 999_999, parts: [] } }),
      ],
      [
        'a copy of unknown parts',
        400,
        (_world, good) => changed(good, { from: { kind: 'copy', call: 1, parts: ['x'] } }),
      ],
      [
        'a copy of what was never published',
        409,
        async ({ test }, good) => {
          const { id } = await createCall(test);
          await test.db.deleteFrom('flow_versions').where('call_id', '=', id).execute();
          return changed(good, { from: { kind: 'copy', call: id, parts: [] } });
        },
      ],
      ['a code in small letters', 400, (_world, good) => changed(good, { code: 'new' })],
      ['no title', 400, (_world, good) => changed(good, { title: ' ' })],
      ['a year in words', 400, (_world, good) => changed(good, { year: 'next' })],
      [
        'a name that is taken',
        409,
        async ({ test }, good) => {
          calls += 1;
          await createCall(test, { code: 'TAKEN', number: calls });
          return changed(good, { code: 'TAKEN', year: 2026, number: calls });
        },
      ],
    ],
  },
  'DELETE /admin/calls/:id': command(undefined, 8, [
    ['one that was used', 409, async (world) => ({ params: await call(world, 1) })],
  ]),
};
