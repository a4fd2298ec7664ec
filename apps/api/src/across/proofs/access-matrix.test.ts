import { endpoints } from '@clearcall/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matrix } from '../../testing/proofs/matrix-table.ts';
import {
  buildMatrixWorld,
  cellsOf,
  checkCells,
  type MatrixWorld,
} from '../../testing/proofs/matrix-world.ts';

let world: MatrixWorld;
beforeAll(async () => {
  world = await buildMatrixWorld();
}, 300_000);
afterAll(() => world.app.close());

/** Of what does not read an application, its documents or its people, one of so many cells; the long proof asks all. */
const oneOf = 11;
const near = [
  'GET /v2/applications/:id',
  'GET /v2/applications/:id/documents',
  'GET /users/application/:id',
  'GET /download/upload/:uploadId',
];

it('has an entry for every operation of the contract, and none too many', () => {
  expect(Object.keys(matrix).sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
});

it('answers people of every role about applications in every relation as the specification has it', async ({
  annotate,
}) => {
  const cells = cellsOf(world, matrix);
  expect(cells.length).toBeGreaterThan(7_000);
  const { summary, holes } = await checkCells(
    cells.filter(({ route }, at) => near.includes(route) || at % oneOf === 0),
  );
  await annotate(summary);
  expect(holes).toEqual([]);
}, 300_000);
