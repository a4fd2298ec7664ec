import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { itemOf } from '../../testing/factories.ts';
import { createReviewWorld, type Player, partitions, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

/** An award that its applicant declines, in a flow that shows applications to centres only once they are awarded. */

const acceptance = {
  id: 'ACC',
  title: 'Acceptance',
  order: 6,
  type: 'acceptance',
  ownerRole: 'applicant',
  deadline: { after: 'released', step: 'FIN', days: 10 },
  permissions: {
    assign: [],
    assignable: [],
    view: [{ role: 'pro', scope: 'call', of: 'submitted', audience: ['public', 'personal'] }],
  },
  forms: [
    {
      id: 'ACC_form',
      title: 'Acceptance',
      order: 0,
      elements: [
        {
          id: 'answer',
          type: 'select',
          title: 'Do you accept the award?',
          config: { required: true, outcome: { yes: 'accept', no: 'decline' } },
          items: ['yes', 'no'],
        },
        { id: 'reason', type: 'text', title: 'Why not', config: { id: 'outcome_reason' } },
      ],
    },
  ],
};
const onboarding = {
  id: 'ONB',
  title: 'Onboarding',
  order: 7,
  type: 'onboarding',
  ownerRole: 'scientific_reviewer',
  perPartition: true,
  permissions: {
    assign: [],
    assignable: [],
    view: [{ role: 'applicant', scope: 'own', of: 'submitted', audience: ['public'] }],
  },
  forms: [],
};

const template = {
  id: 'declined',
  subject: 'Award declined: {{project_id}}',
  body: '{{project_title}}\nThe award in {{call_title}} was declined.\nReason: {{reason}}',
  button: { label: 'Open the application' },
};
const ended = {
  id: 'ended',
  subject: 'Assignment revoked: {{call_title}}',
  body: 'You do not need to do it any more.\n{{task}} of {{project_id}}',
};
const automations = [
  {
    id: 'tell-ended',
    on: { event: 'revoked', step: 'ONB' },
    when: [[{ elements: ['answer'], type: 'equal', values: ['yes'] }]],
    do: 'notify',
    recipients: ['owner'],
    template: 'ended',
  },
  {
    id: 'tell-declined',
    on: { event: 'award_declined' },
    do: 'notify',
    recipients: ['admins', 'partition_ccr', { to: 'assignment_owners', step: 'ONB' }],
    template: 'declined',
  },
];

let app: TestApp;
let world: ReviewWorld;

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  world = await createReviewWorld(app, (small) => ({
    ...small,
    steps: [
      ...small.steps.map((step) =>
        step.id === 'APP'
          ? {
              ...step,
              permissions: {
                view: [
                  {
                    role: 'compute_centre_representative',
                    scope: 'centre',
                    of: 'awarded',
                    audience: ['public'],
                  },
                ],
              },
            }
          : step,
      ),
      acceptance,
      onboarding,
    ],
    templates: [template, ended],
    automations,
  }));
});
afterAll(() => app.close());

const ok = async (who: Player, method: string, path: string, body: object = {}) => {
  const answer = await world.as(who, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const read = new Set<string>();
async function newMails(): Promise<{ to: string; subject: string; text: string }[]> {
  await workOff(app.platform, allWork(app.platform));
  const { body } = await app.call('GET', '/demo/mails');
  const fresh = body.filter(({ id }: { id: string }) => !read.has(id));
  for (const { id } of fresh) read.add(id);
  return fresh.toSorted((one: { to: string }, other: { to: string }) => one.to.localeCompare(other.to));
}

/** An application whose award is released, and whose applicant answers it. */
async function answered(answer: 'yes' | 'no') {
  const application = await world.submitted();
  const at = `/v2/applications/${application.id}`;
  await ok('pro', 'POST', `${at}/outcome`, {
    rows: partitions.map((partitionId) => ({ partitionId, outcome: 'awarded', amount: '100' })),
  });
  await ok('pro', 'POST', `${at}/release`, { flowElementId: 'FIN' });
  // The email of the result is sent before the acceptance is assigned.
  const result = (await newMails()).find(({ subject }) => subject.endsWith('the result of your application'));
  await ok('pro', 'POST', `${at}/assign`, {
    flowElementId: 'ONB',
    userId: world.people.reviewer.userId,
    role: 'scientific_reviewer',
    partitionId: 'aurora-cpu',
  });
  const acc = await ok('pro', 'POST', `${at}/assign`, {
    flowElementId: 'ACC',
    userId: world.people.owner.userId,
    role: 'applicant',
  });
  await newMails();
  app.clock.advance(60_000);
  await ok('owner', 'PUT', `/v2/assignments/${acc.id}/submit`, {
    data: [
      itemOf('answer', [answer]),
      ...(answer === 'no' ? [itemOf('reason', ['We got a local grant.'])] : []),
    ],
    newGroups: [],
  });
  return { application, at, result, now: app.platform.now().toISOString() };
}

const roles: Partial<Record<Player, string>> = {
  owner: 'applicant',
  pro: 'pro',
  centre: 'compute_centre_representative',
};
const rowOf = async (who: Player, uid: string) => {
  const { data } = await ok(who, 'POST', '/v2/applications/search', {
    role: roles[who],
  });
  const row = data.find((one: { uid: string }) => one.uid === uid);
  return row && { status: row.status, awardDeclinedAt: row.awardDeclinedAt };
};

it('says to the centre, to staff and to people who worked on it that the award was declined, and to the applicant', async () => {
  const { application } = await answered('no');
  const mails = await newMails();
  const { owner, pro, otherPro, centre, centreToo, reviewer } = world.people;
  const subject = `Award declined: ${application.uid}`;
  const link = `/applications/${application.uid}`;
  expect(mails.map((mail) => [mail.to, mail.subject, mail.text.includes(link)]).sort()).toEqual(
    [
      ...[pro, otherPro, centre, centreToo].map(({ email }) => [email, subject, true]),
      // The assignment is revoked, so the person can no longer open the application.
      [reviewer.email, 'Award declined: application', false],
      [owner.email, `You declined the award of ${application.uid}`, true],
    ].sort(),
  );
  const says = (to: string) =>
    mails.find((mail) => mail.to === to)?.text.includes('Reason: We got a local grant.');
  expect([pro.email, centre.email, reviewer.email].map(says)).toEqual([true, false, false]);
  const receipt = mails.find(({ to }) => to === owner.email)?.text;
  expect(receipt).toContain('You declined the award.');
  expect(receipt).toContain('the application has ended');
});

it('says to the applicant what follows an accepted award, as their page does', async () => {
  const { application, at } = await answered('yes');
  const { owner } = world.people;
  const receipt = (await newMails()).find(({ to }) => to === owner.email);
  expect(receipt?.subject).toContain(application.uid);
  const { comingSteps } = await ok('owner', 'GET', at);
  expect(comingSteps.map(({ title }: { title: string }) => title)).toEqual(['Onboarding']);
  expect(receipt?.text).toMatch(/What happens next:\s+Onboarding/);
});

it('shows that the award was declined, when, and why to readers of the answer, and keeps what the award opened', async () => {
  const { application, at, now } = await answered('no');
  const told = async (who: Player) => {
    const { status, displayStatus, awardDeclined } = await ok(who, 'GET', at);
    return { status, displayStatus, awardDeclined };
  };
  const declined = { status: 'withdrawn', displayStatus: 'award_declined' };
  const reason = 'We got a local grant.';
  expect({
    owner: await told('owner'),
    pro: await told('pro'),
    centre: await told('centre'),
    rows: [await rowOf('owner', application.uid), await rowOf('pro', application.uid)],
    rowOfCentre: await rowOf('centre', application.uid),
  }).toEqual({
    owner: { ...declined, awardDeclined: { at: now, reason } },
    pro: { ...declined, awardDeclined: { at: now, reason } },
    // Not the hour, and not the reason: no rule opens the answer to the centre.
    centre: { ...declined, awardDeclined: { at: '2026-11-21T00:00:00.000Z', reason: null } },
    rows: Array(2).fill({ status: 'withdrawn', awardDeclinedAt: now }),
    rowOfCentre: { status: 'withdrawn', awardDeclinedAt: '2026-11-21T00:00:00.000Z' },
  });
  const log = await ok('pro', 'GET', `${at}/events`);
  expect(log.data.map(({ type }: { type: string }) => type)).toContain('award_declined');
  const file = await world.as('pro', 'POST', '/v2/applications/export', {
    format: 'csv',
    columns: ['id', 'status'],
    role: 'pro',
  });
  expect(String(file.body || file.bytes)).toContain(`${application.uid},Award declined`);
});

it('names the last moment to accept in the email of the result', async () => {
  const { result } = await answered('yes');
  expect(result?.text).toContain('Accept or decline by: 01-12-2026 23:59');
});

it('says none of it of an award that is accepted, nor of an application that is withdrawn', async () => {
  const accepted = await answered('yes');
  const mails = await newMails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [world.people.owner.email, `Acceptance of ${accepted.application.uid} was submitted`],
  ]);
  const withdrawn = await world.submitted();
  await ok('owner', 'POST', `/v2/applications/${withdrawn.id}/withdraw`);
  const { displayStatus, awardDeclined } = await ok('pro', 'GET', `/v2/applications/${withdrawn.id}`);
  expect([displayStatus, awardDeclined]).toEqual(['withdrawn', undefined]);
  expect((await world.as('centre', 'GET', `/v2/applications/${withdrawn.id}`)).status).toBe(404);
  expect((await newMails()).filter(({ subject }) => subject.startsWith('Award declined'))).toEqual([]);
});

it('says to the person who had the onboarding that the partition lost its award, once that is released', async () => {
  const { at } = await answered('yes');
  await newMails();
  const outcome = (partitionId: string) => ({ partitionId, outcome: 'awarded', amount: '100' });
  await ok('pro', 'POST', `${at}/outcome`, {
    rows: [{ partitionId: 'aurora-cpu', outcome: 'rejected' }, outcome('aurora-gpu')],
    reason: 'The machine is gone.',
  });
  const told = async () =>
    (await newMails()).filter(({ to }) => to === world.people.reviewer.email).map(({ subject }) => subject);
  expect(await told()).toEqual([]);
  await ok('pro', 'POST', `${at}/release`, { flowElementId: 'FIN' });
  expect(await told()).toEqual([expect.stringMatching(/^Assignment revoked: Call/)]);
});
