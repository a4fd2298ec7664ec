import { changed, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';

let things = 0;
const nobodys = { id: 'nobodys' };
const chained = 'locks what it decides about, and writes into the chain of the audit log';

async function centre({ test: { db } }: World): Promise<{ id: string }> {
  things += 1;
  const id = `centre-${things}`;
  await db
    .insertInto('centres')
    .values({ id, name: `Centre ${things}` })
    .execute();
  return { id };
}

async function partition(world: World): Promise<{ id: string }> {
  const { id: centreId } = await centre(world);
  const id = `partition-${things}`;
  await world.test.db
    .insertInto('partitions')
    .values({
      id,
      centre_id: centreId,
      system: 'Borea',
      name: `Borea ${things}`,
      kind: 'CPU',
      unit: 'node hours',
    })
    .execute();
  return { id };
}

const command = (
  thing: (world: World) => Promise<{ id: string }>,
  body: object | undefined,
  statements: number,
  bad: RouteCase['bad'] = [],
): RouteCase => ({
  caller: 'admin',
  good: async (world) => ({ params: await thing(world), ...(body === undefined ? {} : { body }) }),
  statements,
  moreBecause: chained,
  everybodys: true,
  bad: [['nothing', 404, (_world, good) => ({ ...good, params: nobodys })], ...bad],
});

const reading = (statements: number, params?: { id: string }): RouteCase => ({
  caller: 'admin',
  good: () => (params === undefined ? {} : { params }),
  statements,
  everybodys: true,
  bad: params === undefined ? [] : [['nothing', 404, () => ({ params: nobodys })]],
});

const newCentre = () => {
  things += 1;
  return { name: `New ${things}`, city: 'Kiruna', country: 'Sweden', contact: 'Office@North.example' };
};
const newPartition = () => {
  things += 1;
  return {
    system: 'Borea',
    name: `Borea ${things}`,
    kind: 'CPU',
    description: '',
    unit: 'node hours',
    coreHoursPerUnit: '128',
    gpuHoursPerUnit: '',
    maxNodesPerJob: '64',
    yearlySupply: '1000.5',
  };
};
const edited = (name: string, from: string | boolean, to: string | boolean) => ({ [name]: { from, to } });

/** The administration of centres, partitions and panels. */
export const organisationCases: Readonly<Record<string, RouteCase>> = {
  'GET /admin/centres': reading(2),
  'GET /admin/centres/:id': reading(2, { id: 'north' }),
  'POST /admin/centres': {
    caller: 'admin',
    good: () => ({ body: newCentre() }),
    statements: 9,
    moreBecause: chained,
    bad: [
      ['a name in use', 409, (_world, good) => changed(good, { name: 'northern centre' })],
      ['no name', 400, (_world, good) => changed(good, { name: ' ' })],
      ['no address', 400, (_world, good) => changed(good, { contact: 'nobody' })],
    ],
  },
  'PUT /admin/centres/:id': command(centre, edited('city', '', 'Luleå'), 6, [
    ['a field that another one has changed', 409, () => ({ body: edited('city', 'Umeå', 'Luleå') })],
    [
      'a name in use',
      409,
      async (world) => {
        const { id } = await centre(world);
        return { params: { id }, body: edited('name', `Centre ${things}`, 'Northern Centre') };
      },
    ],
  ]),
  'DELETE /admin/centres/:id': command(centre, undefined, 7, [
    ['one with partitions', 409, () => ({ params: { id: 'north' } })],
  ]),
  'POST /admin/centres/:id/partitions': {
    ...command(centre, undefined, 10),
    good: async (world) => ({ params: await centre(world), body: newPartition() }),
    bad: [
      ['nothing', 404, (_world, good) => ({ ...good, params: nobodys })],
      ['a name in use', 409, (_world, good) => changed(good, { name: 'AURORA CPU' })],
      ['no amount', 400, (_world, good) => changed(good, { yearlySupply: 'much' })],
      ['half a node', 400, (_world, good) => changed(good, { maxNodesPerJob: '0.5' })],
    ],
  },
  'GET /admin/partitions': reading(2),
  'GET /admin/partitions/:id': reading(2, { id: 'aurora-cpu' }),
  'PUT /admin/partitions/:id': command(partition, edited('unit', 'node hours', 'GPU hours'), 6, [
    ['a unit in use', 409, (_world, good) => ({ ...good, params: { id: 'aurora-cpu' } })],
    ['a field that another one has changed', 409, () => ({ body: edited('unit', 'days', 'GPU hours') })],
  ]),
  'DELETE /admin/partitions/:id': command(partition, undefined, 7, [
    ['one in use', 409, () => ({ params: { id: 'aurora-cpu' } })],
  ]),
  'GET /admin/panels': reading(2),
  'GET /admin/panels/:id': reading(2, { id: 'PE1' }),
};
