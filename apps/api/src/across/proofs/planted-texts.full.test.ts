import { expect, it } from 'vitest';
import { lookForPlants, lookIntoNotices } from '../../testing/proofs/planted-texts.ts';
import { plantNames } from '../../testing/proofs/plants.ts';
import { buildProofWorld } from '../../testing/proofs/proof-world.ts';

it('tells nobody a planted text by any operation, filter, order or count', async ({ annotate }) => {
  const world = await buildProofWorld();
  const { finds, unseen, replies, failures } = await lookForPlants(world, { long: true });
  await annotate(`${plantNames.length} texts, ${replies} replies, ${finds.length} finds`);
  expect(failures).toEqual([]);
  expect(finds).toEqual([]);
  expect(unseen).toEqual([]);
  const notices = await lookIntoNotices(world, { long: true });
  await annotate(`${notices.mails} mails of flows, ${notices.finds.length} finds`);
  expect(notices.finds).toEqual([]);
  await world.app.close();
}, 1_800_000);
