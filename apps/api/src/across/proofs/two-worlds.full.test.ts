import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProofWorld, type ProofWorld } from '../../testing/proofs/proof-world.ts';
import {
  blindTo,
  copyWorld,
  differences,
  pairedTimes,
  secrets,
  splitWorld,
  type Times,
} from '../../testing/proofs/two-worlds.ts';

let base: ProofWorld;
beforeAll(async () => {
  base = await buildProofWorld();
  await base.app.rest();
}, 300_000);
const times: Times[] = [];
/** Where the bench wants to read how long the answers took. */
const wanted = process.env.TWO_WORLDS_TIMES;
afterAll(async () => {
  await base.app.close();
  if (wanted !== undefined) await writeFile(wanted, JSON.stringify(times));
});

describe.each(secrets)('$what', (secret) => {
  it('shows by nothing to those who may not know', async ({ annotate }) => {
    const shared = secret.before === undefined ? base : await copyWorld(base);
    await secret.before?.(shared);
    await shared.app.rest();
    const worlds = await splitWorld(shared);
    await secret.here?.(worlds[0]);
    await secret.there(worlds[1]);
    const blind = blindTo([secret]);
    if (wanted !== undefined) times.push(...(await pairedTimes(worlds, secret, blind)));
    const { differing, pairs } = await differences(worlds, blind, {
      near: wanted !== undefined,
      secrets: [secret],
    });
    await annotate(`${blind.length} people, ${pairs} pairs of answers`);
    expect(differing).toEqual([]);
    for (const { app } of worlds) await app.close();
    if (shared !== base) await shared.app.close();
  });
});
