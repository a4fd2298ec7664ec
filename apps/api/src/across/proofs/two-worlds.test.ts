import { expect, it } from 'vitest';
import { buildProofWorld } from '../../testing/proofs/proof-world.ts';
import { blindTo, differences, secrets, splitWorld } from '../../testing/proofs/two-worlds.ts';

it('answers those who may know none of the secrets alike in two worlds that differ in all of them', async ({
  annotate,
}) => {
  const base = await buildProofWorld();
  await base.app.rest();
  const worlds = await splitWorld(base);
  const together = secrets.filter(({ alone }) => alone === undefined);
  for (const { here, there } of together) {
    await here?.(worlds[0]);
    await there(worlds[1]);
  }
  const blind = blindTo(together);
  const { differing, pairs } = await differences(worlds, blind, { near: true, secrets: together });
  await annotate(`${together.length} secrets, ${blind.length} people, ${pairs} pairs of answers`);
  expect(pairs).toBeGreaterThan(400);
  expect(differing).toEqual([]);
  for (const { app } of [...worlds, base]) await app.close();
}, 300_000);
