import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft, itemOf } from '../../../testing/factories.ts';
import {
  appointment,
  createReviewWorld,
  type Player,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app);
});
afterAll(() => app.close());

interface Found {
  kind: string;
  severity: string;
  source: object;
}

/** What is said of a person by each way that tells it: when it is asked for, when it is assigned, and before. */
async function toldOf(who: Player, person: Player, application: Draft): Promise<Found[][]> {
  const { userId } = world.people[person];
  const asked = await world.as(
    who,
    'GET',
    `/v2/applications/${application.id}/conflicts/evidence?userIds=${userId}`,
  );
  const given = appointment(world, 'REV', person);
  const assigned = await world.as(who, 'POST', `/v2/applications/${application.id}/assign`, given);
  expect([assigned.status, assigned.body.code]).toEqual([409, 'in_conflict']);
  const previewed = await world.as(who, 'POST', `/v2/calls/${world.callId}/assign/preview`, {
    flowElementId: 'REV',
    role: 'scientific_reviewer',
    pairs: [{ applicationId: application.id, userId }],
  });
  return [
    asked.body[0].evidence,
    assigned.body.evidence,
    ...(previewed.status === 404 ? [] : [previewed.body[0].evidence]),
  ];
}

const named = ({ uid }: Draft) => ({
  kind: 'own_application_in_cutoff',
  severity: 'refuses',
  source: { applicationUid: uid },
  says: { uid },
});
const untold = { ...named({ uid: '' } as Draft), source: {}, says: {} };

/** Of the reviewer, in a panel. */
async function applied(panel: string): Promise<Draft> {
  const draft = await createDraft(app, world.callId, world.people.reviewer);
  const answer = await world.as('reviewer', 'PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    data: [itemOf('title', ['Tides']), itemOf('parts', ['aurora-cpu']), itemOf('panel', [panel])],
    newGroups: [],
  });
  expect(answer.status).toBe(200);
  return draft;
}

it('speaks of another application without saying which, where it is not there for whoever assigns', async () => {
  const application = await world.submitted();
  const theirs = await applied('PE1');
  const ofOtherPanel = await applied('PE2');
  for (const found of await toldOf('pro', 'reviewer', application))
    expect(found).toEqual([named(theirs), named(ofOtherPanel)]);
  // A chair sees what is of the own panel.
  for (const found of await toldOf('chair', 'reviewer', application))
    expect(found).toEqual([named(theirs), untold]);
  for (const { id } of [theirs, ofOtherPanel]) {
    const path = `/v2/applications/${id}/conflicts/${world.people.pro.userId}`;
    expect((await world.as('otherPro', 'PUT', path, { reason: 'Kin.' })).status).toBe(200);
  }
  for (const found of await toldOf('pro', 'reviewer', application)) expect(found).toEqual([untold]);
});
