import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Draft } from '../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

/** Emails to the people who assign, if an assignment is refused or stopped by a conflict of interest. */

const about =
  '{{assignee_name}} does not do it.\nReason: {{reason}}\nSuggested: {{suggested_people}}\nAssign {{step_title}} again.';
const tell = (event: 'refused' | 'conflicted') => ({
  template: { id: event, subject: `{{step_title}} of {{project_id}}: ${event}`, body: about },
  automation: {
    id: `tell-${event}`,
    on: { event, step: 'REV' },
    do: 'notify',
    recipients: ['assigner'],
    template: event,
  },
});
const told = [tell('refused'), tell('conflicted')];

let app: TestApp;
let world: ReviewWorld;
let application: Draft;
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  world = await createReviewWorld(app, (flow) => ({
    ...flow,
    templates: told.map(({ template }) => template),
    automations: told.map(({ automation }) => automation),
  }));
});
afterAll(() => app.close());
beforeEach(async () => {
  application = await world.submitted();
});

/** The subject and the lines of the template in the newest email to an address. */
async function mailTo(who: Player): Promise<string[]> {
  await workOff(app.platform, allWork(app.platform));
  const { body } = await app.call('GET', '/demo/mails');
  const mail = body.find(
    ({ to, subject }: { to: string; subject: string }) =>
      to === world.people[who].email && subject.includes(application.uid),
  );
  const lines = /^(.* does not do it\.|Reason: .*|Suggested: .*|Assign .*)$/gm;
  return mail === undefined ? [] : [mail.subject, ...(mail.text.match(lines) ?? [])];
}
const refuseBy = (who: Player, id: string) =>
  world.as(who, 'PUT', `/v2/assignments/${id}/accept`, {
    accepted: false,
    reason: 'No time.',
    suggests: [
      { name: 'Zoe Moe', email: 'zoe@example.org', institution: 'Lab of the North' },
      { name: 'Ben Babbage' },
    ],
  });

const suggested = 'Suggested: Zoe Moe (Lab of the North, zoe@example.org) and Ben Babbage';

it('says to staff who refused, why, and whom they suggest', async () => {
  const id = await world.give(application, 'REV', 'reviewer');
  expect((await refuseBy('reviewer', id)).status).toBe(200);
  expect(await mailTo('pro')).toEqual([
    `REV of ${application.uid}: refused`,
    expect.stringMatching(/^reviewer .+ does not do it\.$/),
    'Reason: No time.',
    suggested,
    'Assign REV again.',
  ]);
});

it('says to a chair who assigned the step whom somebody suggests, and not who refused nor why', async () => {
  const id = await world.give(application, 'REV', 'reviewer', { by: 'chair' });
  expect((await refuseBy('reviewer', id)).status).toBe(200);
  expect(await mailTo('chair')).toEqual([
    `REV of ${application.uid}: refused`,
    suggested,
    'Assign REV again.',
  ]);
});

it('says to staff who declared a conflict of interest, and why', async () => {
  const id = await world.give(application, 'REV', 'reviewer');
  const declared = await world.as('reviewer', 'PUT', `/v2/assignments/${id}/conflict`, {
    reason: 'A friend.',
  });
  expect(declared.status, JSON.stringify(declared.body)).toBe(200);
  expect(await mailTo('pro')).toEqual([
    `REV of ${application.uid}: conflicted`,
    expect.stringMatching(/^reviewer .+ does not do it\.$/),
    'Reason: A friend.',
    'Assign REV again.',
  ]);
});
