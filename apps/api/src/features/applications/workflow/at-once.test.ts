import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, buildTestApp } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft, itemOf } from '../../../testing/factories.ts';
import { bothStories } from '../../../testing/replay-events.ts';
import {
  appointment,
  createReviewWorld,
  type Player,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp());
});
afterAll(() => world.app.close());

interface Situation {
  application: Draft;
  /** The assignment that it is about. */
  id: string;
  /** Another one on the same step. */
  other: string;
}

type Action = (situation: Situation) => Promise<Answer>;
const put =
  (who: Player, verb: string, body: object = {}): Action =>
  ({ id }) =>
    world.as(who, 'PUT', `/v2/assignments/${id}/${verb}`, body);
const post =
  (who: Player, verb: string, body: object | (() => object) = {}): Action =>
  ({ application }) =>
    world.as(
      who,
      'POST',
      `/v2/applications/${application.id}/${verb}`,
      typeof body === 'function' ? body() : body,
    );
const lead =
  (which: 'id' | 'other'): Action =>
  (situation) =>
    world.as(
      'acChair',
      'PATCH',
      `/v2/applications/${situation.application.id}/assignments/${situation[which]}/lead`,
      {},
    );
const answers = (...data: object[]) => ({ data, newGroups: [] });

/** A review that waits for its answer. */
async function review(): Promise<Situation> {
  const application = await world.submitted();
  const id = await world.give(application, 'REV', 'reviewer', { by: 'chair' });
  const other = await world.give(application, 'REV', 'colleague', { by: 'chair' });
  return { application, id, other };
}
async function accepted(): Promise<Situation> {
  const situation = await review();
  await put('reviewer', 'accept', { accepted: true, agreed: true })(situation);
  return situation;
}
async function open(): Promise<Situation> {
  const application = await world.submitted();
  const id = await world.give(application, 'TECH', null, { partitionId: partitions[0] });
  return { application, id, other: id };
}
async function check(): Promise<Situation> {
  const application = await world.submitted();
  const id = await world.give(application, 'CHECK', 'pro');
  await put('pro', 'accept', { accepted: true })({ application, id, other: id });
  return { application, id, other: application.assignmentId };
}
async function first(): Promise<Situation> {
  const application = await world.submitted();
  return { application, id: application.assignmentId, other: application.assignmentId };
}
/** A first step that was never submitted. */
async function draft(): Promise<Situation> {
  const application = await createDraft(world.app, world.callId, world.people.owner);
  return { application, id: application.assignmentId, other: application.assignmentId };
}
async function changes(): Promise<Situation> {
  const situation = await first();
  const { status } = await put('pro', 'decide', {
    outcome: 'request_changes',
    reason: 'More',
    deadline: '2026-12-24T12:00:00Z',
  })(situation);
  expect(status).toBe(200);
  return situation;
}
async function decidedOn(): Promise<Situation> {
  const situation = await first();
  expect((await post('pro', 'outcome', { rows: rows('awarded') })(situation)).status).toBe(200);
  return situation;
}
const rows = (outcome: string) => partitions.map((partitionId) => ({ partitionId, outcome }));

/**
 * Two commands at once: what each may be answered when it comes second. Where neither minds the other, both are done.
 */
const pairs: [string, () => Promise<Situation>, [Action, string], [Action, string]][] = [
  [
    'accept and revoke',
    review,
    [put('reviewer', 'accept', { accepted: true, agreed: true }), 'not_waiting'],
    [put('chair', 'revoke'), 'done'],
  ],
  [
    'accept and refuse',
    review,
    [put('reviewer', 'accept', { accepted: true, agreed: true }), 'not_waiting'],
    [put('reviewer', 'accept', { accepted: false, reason: 'No time' }), 'not_waiting'],
  ],
  [
    'submit and revoke',
    accepted,
    [put('reviewer', 'submit', answers(itemOf('score', ['3']))), 'not_editable'],
    [put('chair', 'revoke'), 'not_ongoing'],
  ],
  [
    'submit and withdraw',
    accepted,
    [put('reviewer', 'submit', answers()), 'not_editable'],
    [post('owner', 'withdraw'), 'done'],
  ],
  [
    'resubmit and withdraw',
    changes,
    [put('owner', 'submit', answers()), 'not_editable'],
    [post('owner', 'withdraw'), 'done'],
  ],
  ['take and take', open, [put('centre', 'take'), 'not_unowned'], [put('centreToo', 'take'), 'not_unowned']],
  [
    'take and give to somebody',
    open,
    [put('centre', 'take'), 'not_unowned'],
    [
      post('pro', 'assign', () => appointment(world, 'TECH', 'centreToo', { partitionId: partitions[0] })),
      'done',
    ],
  ],
  [
    'assign and assign the same person',
    first,
    [post('pro', 'assign', () => appointment(world, 'REV', 'reviewer')), 'already_ongoing'],
    [post('chair', 'assign', () => appointment(world, 'REV', 'reviewer')), 'already_ongoing'],
  ],
  ['make lead and make lead', review, [lead('id'), 'done'], [lead('other'), 'done']],
  ['make lead and revoke', review, [lead('id'), 'refused_already'], [put('chair', 'revoke'), 'done']],
  [
    'release and a change of the outcome',
    decidedOn,
    [post('pro', 'release', { flowElementId: 'FIN' }), 'done'],
    [post('otherPro', 'outcome', { rows: rows('rejected'), reason: 'A slip' }), 'not_under_way or done'],
  ],
  [
    'approve and reject',
    first,
    [put('pro', 'decide', { outcome: 'approved' }), 'not_submitted'],
    [put('otherPro', 'decide', { outcome: 'rejected', reason: 'No' }), 'not_submitted'],
  ],
  [
    'a check and a decision of staff',
    check,
    [put('pro', 'submit', answers(itemOf('verdict', ['good']))), 'done'],
    [
      ({ other }) =>
        world.as('otherPro', 'PUT', `/v2/assignments/${other}/decide`, { outcome: 'rejected', reason: 'No' }),
      'not_submitted',
    ],
  ],
  [
    'a save of what is to be changed and a withdrawal',
    changes,
    [put('owner', 'save', answers(itemOf('title', ['Other waves'], { revision: 1 }))), 'not_editable'],
    [post('owner', 'withdraw'), 'done'],
  ],
  [
    'a resubmission and an outcome',
    changes,
    [put('owner', 'submit', answers()), 'done'],
    [post('pro', 'outcome', { rows: rows('awarded') }), 'done'],
  ],
  [
    'take back and assign',
    first,
    [post('owner', 'take-back'), 'review_begun'],
    [post('pro', 'assign', () => appointment(world, 'REV', 'reviewer')), 'not_found'],
  ],
  [
    'take back and decide',
    first,
    [post('owner', 'take-back'), 'review_begun'],
    [put('pro', 'decide', { outcome: 'approved' }), 'not_found'],
  ],
  [
    'submit and submit the same draft',
    draft,
    [put('owner', 'submit', answers(itemOf('title', ['One']))), 'already_submitted or stale_revision'],
    [put('owner', 'submit', answers(itemOf('title', ['Other']))), 'already_submitted or stale_revision'],
  ],
  [
    'save and submit the same draft',
    draft,
    [put('owner', 'save', answers(itemOf('title', ['One']))), 'not_editable'],
    [put('owner', 'submit', answers(itemOf('panel', ['PE1']))), 'done'],
  ],
  [
    'submit and delete a draft',
    draft,
    [put('owner', 'submit', answers(itemOf('title', ['One']))), 'not_found'],
    [({ application }) => world.as('owner', 'DELETE', `/v2/applications/${application.id}`), 'not_a_draft'],
  ],
  [
    'a declared conflict and a submission',
    accepted,
    [put('reviewer', 'conflict', { reason: 'A friend' }), 'done'],
    [put('reviewer', 'submit', answers()), 'not_found'],
  ],
];

const toldOf = ({ status, body }: Answer): string => (status === 200 ? 'done' : String(body.code));

describe('two commands at once', () => {
  it.each(pairs)('%s: one comes second and is told how it is now', async (_title, begin, one, other) => {
    for (const turned of [false, true]) {
      const [early, whenSecond] = turned ? other : one;
      const [late, whenLate] = turned ? one : other;
      const situation = await begin();
      const answers = (await Promise.all([early(situation), late(situation)])).map(toldOf);
      const fits = (reported: string, second: string) =>
        reported === 'done' || second.split(' or ').includes(reported);
      expect([answers, fits(answers[0] ?? '', whenSecond), fits(answers[1] ?? '', whenLate)]).toEqual([
        answers,
        true,
        true,
      ]);
      expect(answers).toContain('done');
      // Where each of the two minds the other, one of them is done.
      if (whenSecond !== 'done' && whenLate !== 'done' && !`${whenSecond} ${whenLate}`.includes('done'))
        expect(answers.filter((reported) => reported === 'done')).toHaveLength(1);
      const stories = await bothStories(world.app.db, situation.application.id, ['APP', 'FIN']);
      expect(stories?.log).toEqual(stories?.tables);
      const { rows } = await sql`select 1 from assignments where application_id = ${situation.application.id}
        and is_lead having count(*) > 1`.execute(world.app.db);
      expect(rows).toEqual([]);
    }
  });
});
