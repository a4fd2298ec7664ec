import type { Application } from '@clearcall/domain/applications/application.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { type Draft, itemOf, openWhole } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app);
});
afterAll(() => app.close());

async function ok(who: Player, method: string, path: string, body: object = {}) {
  const answer = await world.as(who, method, path, body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}
async function opened(who: Player, { uid }: Draft): Promise<Application> {
  const { status, body } = await openWhole(app, uid, world.people[who].token);
  expect(status).toBe(200);
  return body;
}
const ofStep = ({ commands }: Application, step: string | null) =>
  Object.fromEntries(
    commands.flatMap(({ command, stepId, refusal }) => (stepId === step ? [[command, refusal]] : [])),
  );
const ofWork = ({ assignments }: Application, id: string) =>
  assignments.find((one) => one.id === id)?.commands;

it('tells each reader of an opened application the commands that they may give, and nobody those of others', async () => {
  const application = await world.submitted();
  const review = await world.give(application, 'REV', 'reviewer', { by: 'chair' });
  const colleague = await world.give(application, 'REV', 'colleague');

  const ofStaff = await opened('pro', application);
  expect(ofWork(ofStaff, application.assignmentId)).toEqual({
    take: 'not_unowned',
    hand_back: 'not_waiting',
    decide: null,
    reopen: 'not_revocable',
    revoke: 'not_ongoing',
    change_deadline: 'not_ongoing',
    decline_time: 'not_ongoing',
  });
  expect(ofStep(ofStaff, 'REPLY')).toEqual({
    assign: 'step_locked',
    invite: 'step_locked',
    unlock: null,
    release: 'nothing_to_release',
  });
  expect(ofStep(ofStaff, null)).toEqual({
    outcome: null,
    mark_conflict: null,
    clear_conflict: 'no_conflict_noted',
    change_panel: null,
  });

  const ofOwner = await opened('reviewer', application);
  expect(ofWork(ofOwner, review)).toEqual({
    accept: null,
    refuse: null,
    hand_on: 'forbidden',
    hand_back: 'not_to_hand_back',
    declare_conflict: null,
    ask_time: 'no_deadline',
  });
  expect(ofOwner.assignments.map(({ id }) => id)).not.toContain(colleague);
  expect(ofOwner.commands).toEqual([]);

  // The chair gives and takes in the panel, whoever the reviewers are.
  const partitions = [null, 'aurora-cpu', 'aurora-gpu'];
  const ofChair = await opened('chair', application);
  expect(ofChair.commands).toEqual([
    { command: 'assign', stepId: 'REV', refusal: null, partitions },
    { command: 'invite', stepId: 'REV', refusal: null, partitions },
  ]);
  expect((await opened('centre', application)).commands.map(({ stepId }) => stepId)).toEqual([
    'TECH',
    'TECH',
  ]);

  const ofApplicant = await opened('owner', application);
  expect(ofApplicant.commands).toEqual([
    { command: 'withdraw', stepId: null, refusal: null },
    { command: 'take_back', stepId: null, refusal: 'review_begun' },
  ]);

  // In a conflict of interest there is nothing but that, and so no command.
  await ok('pro', 'PUT', `/v2/applications/${application.id}/conflicts/${world.people.otherPro.userId}`, {
    reason: 'They share an office.',
  });
  const { body } = await openWhole(app, application.uid, world.people.otherPro.token);
  expect(Object.keys(body)).toEqual(['conflict']);
  expect(ofStep(await opened('pro', application), null).clear_conflict).toBeNull();
});

it('answers to a command what the opened application said of it', async () => {
  const application = await world.submitted();
  const path = `/v2/applications/${application.id}`;
  for (const stepId of ['APP', 'REV', 'REPLY'])
    for (const command of ['release', 'unlock', 'lock'] as const) {
      const told = ofStep(await opened('pro', application), stepId)[command];
      const { status, body } = await world.as('pro', 'POST', `${path}/${command}`, { flowElementId: stepId });
      if (told === null || told === undefined)
        expect([stepId, command, status]).toEqual([stepId, command, 200]);
      else expect([stepId, command, body.code]).toEqual([stepId, command, told]);
    }
});

it('does not tell by a command what the check found before it is released', async () => {
  const application = await world.submitted();
  const check = await world.give(application, 'CHECK', 'pro');
  await ok('pro', 'PUT', `/v2/assignments/${check}/accept`, { accepted: true });
  await ok('pro', 'PUT', `/v2/assignments/${check}/submit`, {
    data: [itemOf('verdict', ['bad']), itemOf('why', ['Not a proposal.'])],
    newGroups: [],
  });
  expect(ofStep(await opened('pro', application), 'REV').assign).toBe('not_under_way');
  expect(ofStep(await opened('chair', application), 'REV').assign).toBeNull();
  await ok('pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId: 'CHECK' });
  expect(ofStep(await opened('chair', application), 'REV').assign).toBe('not_under_way');
});
