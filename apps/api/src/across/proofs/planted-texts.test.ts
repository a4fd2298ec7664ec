import { afterAll, beforeAll, expect, it } from 'vitest';
import { askedOfAll, forgotten } from '../../testing/proofs/asked-of-all.ts';
import {
  lookForPlants,
  lookIntoMails,
  lookIntoNotices,
  lookIntoOwnData,
  lookIntoPrintouts,
  lookIntoReports,
} from '../../testing/proofs/planted-texts.ts';
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
  expect(unseen).toEqual(['main.revoked']);
}, 300_000);

it('gives nobody own data with a text that was planted where they may not look, or of an application that is not there', async ({
  annotate,
}) => {
  const { finds, named } = await lookIntoOwnData(world);
  await annotate(`${named} applications named, ${finds.length} finds`);
  expect(finds).toEqual([]);
  expect(named).toBeGreaterThan(20);
}, 120_000);

it('sends nobody a mail with a text that was planted where they may not look', async ({ annotate }) => {
  const { finds, reported } = await lookIntoMails(world);
  await annotate(`${Object.values(reported).flat().length} texts in mails, ${finds.length} finds`);
  expect(reported).toEqual({
    'the world': [
      'a guest: invited.name',
      'ada: main.title, name.ada',
      'ada: main.title, name.ada',
      'olaf: done.title',
      'olaf: done.title',
      'olaf: done.title',
      'reader: ',
    ],
    reports: ['pro: ', 'proConflicted: '],
    draft_warned: ['dora: draft.title'],
    draft_last_warned: ['dora: draft.title'],
    password_reset_requested: ['sci: name.sci'],
    password_changed: ['ada: name.ada'],
    email_change_requested: ['ada: mail.tech, name.ada', 'tech: name.tech'],
    email_changed: ['sci: name.sci'],
    sign_in_changed: ['sci: name.sci'],
    registration_repeated: ['sci: name.sci'],
  });
  expect(finds).toEqual([]);
}, 120_000);

it('fills no variable of a mail of a flow that its recipient may not know', async ({ annotate }) => {
  const { finds, mails, seen, refused } = await lookIntoNotices(world);
  await annotate(`${mails} mails, ${finds.length} finds, told: ${seen.join(', ')}`);
  expect(finds).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining(['main.title', 'done.title', 'name.ada', 'name.sci']));
  // The portal that its link leads to refuses administrators.
  expect(refused).toEqual(['admin']);
}, 120_000);

it('writes nothing into a report that its reader may not know', async ({ annotate }) => {
  const { finds, replies } = await lookIntoReports(world);
  await annotate(`${replies} replies, ${finds.length} finds`);
  expect(finds).toEqual([]);
}, 120_000);

it('prints nothing that its reader may not know', async ({ annotate }) => {
  const { finds, printed } = await lookIntoPrintouts(world);
  await annotate(`${printed} printouts, ${finds.length} finds`);
  expect(printed).toBeGreaterThan(50);
  expect(finds).toEqual([]);
}, 120_000);
