import { expect, it } from 'vitest';
import { matrix } from '../../testing/proofs/matrix-table.ts';
import { buildMatrixWorld, cellsOf, checkCells } from '../../testing/proofs/matrix-world.ts';

it('answers every cell of the matrix as the specification has it', async ({ annotate }) => {
  const world = await buildMatrixWorld();
  const { summary, holes } = await checkCells(cellsOf(world, matrix));
  await annotate(summary);
  expect(holes).toEqual([]);
  await world.app.close();
});
