import { afterAll, beforeAll, expect, it } from 'vitest';
import { askedOfAll, forgotten } from '../../testing/proofs/asked-of-all.ts';
import { lookForPlants, lookIntoMails, lookIntoReports } from '../../testing/proofs/planted-texts.ts';
import { plantNames } from '../../testing/proofs/plants.ts';
import { buildProofWorld, type ProofWorld } from '../../testing/proofs/proof-world.ts';

let world: ProofWorld;
beforeAll(async () => {
  world = await buildProofWorld();
}, 300_000);
afterAll(() => world.app.close());

it('asks every operation that reads, or says why not', () => {
  expect(forgotten(askedOfAll(world))).toEqual([]);
});

it('tells nobody a text that was planted where they may not look', async ({ annotate }) => {
  const { finds, unseen, replies, failures } = await lookForPlants(world);
  await annotate(`${plantNames.length} texts, ${replies} replies, ${finds.length} finds`);
  expect(failures).toEqual([]);
  expect(finds).toEqual([]);
  // What is shown by routes that the long proof asks alone.
  expect(unseen).toEqual(['main.refused', 'main.revoked']);
}, 300_000);

it('sends nobody a mail with a text that was planted where they may not look', async ({ annotate }) => {
  const { finds, mails } = await lookIntoMails(world);
  await annotate(`${mails} mails, ${finds.length} finds`);
  expect(mails).toBeGreaterThan(0);
  expect(finds).toEqual([]);
}, 120_000);

it('writes nothing into a report that its reader may not know', async ({ annotate }) => {
  const { finds, replies } = await lookIntoReports(world);
  await annotate(`${replies} replies, ${finds.length} finds`);
  expect(finds).toEqual([]);
}, 120_000);
