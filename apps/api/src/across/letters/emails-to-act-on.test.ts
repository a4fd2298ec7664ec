import type { AutomationRecipient } from '@clearcall/domain/forms/types.ts';
import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createDraft, type Draft, itemOf } from '../../testing/factories.ts';
import { createReviewWorld, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

/** Emails of a flow have what their recipient needs to act, and no more than the page shows them. */

const templates = [
  {
    id: 'ask',
    subject: 'Accept or reject: {{task}} of {{project_id}}',
    body: 'You are asked for {{task}}.\nDue {{deadline}}.\n{{preview}}\nQuestions? {{contact}}',
    button: { label: 'Open' },
  },
  {
    id: 'changes',
    subject: 'Change {{step_title}} of {{project_id}}',
    body: 'Reason: {{reason}}\n{{remarks}}\nResubmit by {{deadline}}.',
    button: { label: 'Open' },
  },
  {
    id: 'open',
    subject: '{{task}} of {{project_id}}',
    body: '{{project_title}}\nThe assignment is open.',
    button: { label: 'Open' },
  },
];
const everyRule: AutomationRecipient['to'][] = [
  'application_owner',
  'owner',
  'assigner',
  'lead_assignment_owner',
  'non_lead_assignment_owner',
  'approved_assignments',
  'partition_ccr',
  'assignment_owners',
  'ongoing_assignments',
  'admins',
];
const notify = (id: string, on: object, recipients: readonly unknown[], template: string) => ({
  id,
  on,
  do: 'notify',
  recipients,
  template,
});
const automations = [
  notify('ask', { event: 'assigned', step: 'REV' }, ['owner'], 'ask'),
  notify('lead', { event: 'lead_assigned', step: 'REV' }, ['lead_assignment_owner'], 'open'),
  notify('changes', { event: 'changes_requested', step: 'APP' }, ['application_owner'], 'changes'),
  notify(
    'open',
    { event: 'assigned', step: 'TECH' },
    [...everyRule, { to: 'form_element_email', element: 'mail' }],
    'open',
  ),
];

let app: TestApp;
let world: ReviewWorld;
let application: Draft;
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  world = await createReviewWorld(app, ({ steps, ...flow }) => ({
    ...flow,
    templates,
    automations,
    steps: steps.map((step) => {
      if (step.id === 'REV') return { ...step, deadline: { after: 'assigned', days: 10 } };
      if (step.id !== 'APP') return step;
      const [form] = step.forms as { elements: { config: object }[] }[];
      const [title, ...rest] = form?.elements ?? [];
      return {
        ...step,
        forms: [
          {
            ...form,
            elements: [
              { ...title, config: { ...title?.config, preview: true } },
              ...rest,
              { id: 'mail', type: 'email', title: 'Contact', config: {} },
            ],
          },
        ],
      };
    }),
  }));
});
afterAll(() => app.close());
beforeEach(async () => {
  application = await world.submitted();
});

/** The emails about the application since it was submitted, the oldest first. */
async function mails(subject: string): Promise<{ to: string; subject: string; text: string }[]> {
  await workOff(app.platform, allWork(app.platform));
  const { body } = await app.call('GET', '/demo/mails');
  return body.filter((mail: { subject: string }) => mail.subject.startsWith(subject)).reverse();
}

/** Invites a person to a step; the id of the assignment. */
async function invite(email: string, more: object = {}): Promise<string> {
  const { status, body } = await world.as('pro', 'POST', `/v2/applications/${application.id}/invite`, {
    email,
    firstName: 'Runa',
    lastName: 'Østerås',
    flowElementId: 'REV',
    role: 'scientific_reviewer',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** All emails to an address, the oldest first. */
const mailsTo = async (address: string) => (await mails('')).filter(({ to }) => to === address);

/** The address of an email that ends with the link of its button, split at the page to come back to. */
function linkIn({ text }: { text: string }): { page: string; token: string; wayBack: string | null } {
  const link = new URL(/^http\S+\/auth\/invite\/\S+$/m.exec(text)?.[0] ?? 'http://none/');
  const [, page = '', token = ''] = /^(.*\/)([^/]*)$/.exec(link.pathname) ?? [];
  return { page, token, wayBack: link.searchParams.get('return') };
}

const choose = (token: string, body: object = { password: 'Second-Moon-Rising', acceptedTerms: true }) =>
  app.call('PATCH', '/users/invite/password', { body: { ...decodeLink(token), ...body } });

it('invites a person by address in one email: what they are asked for, until when, and the way to a password', async () => {
  const id = await invite('invited@example.org');
  const told = await mailsTo('invited@example.org');
  expect(told).toHaveLength(1);
  const [mail = { text: '', subject: '' }] = told;
  expect(mail.subject).toBe(`Accept or reject: REV of ${application.uid}`);
  const { page, token, wayBack } = linkIn(mail);
  expect([page, wayBack]).toEqual(['/auth/invite/', `/applications/${application.uid}?assignment=${id}`]);
  const text = mail.text.replace(/http\S+\/auth\/invite\/\S+/, '{link}').replace(/Call \d+/, 'Call');
  expect(text).toMatchInlineSnapshot(`
    "Dear Runa Østerås,

    The office of Clearcall invites you to its user portal.

    You are asked for REV.

    Due 01-12-2026 23:59 (Brussels time).

    APP
    Title: Waves

    Questions? http://localhost:3000/contact

    Choose a password and log in with this email address. The portal then takes
    you to the application.

    Choose a password:
    {link}

    The link is valid for 14 days and can be used once.

    If you do not expect an invitation, ignore this email. Without the link the
    account stays locked.

    -- 
    You get this email because of your part in the call Call.
    Clearcall
    Contact: http://localhost:3000/contact
    "
  `);
  // The partitions and the panel of the form are no part of the preview.
  expect(mail.text).not.toMatch(/aurora|PE1|Partitions|Panel/);
  expect((await choose(token)).body).toEqual({ done: true });
});

it('sends the invitation of the portal to a step whose flow sends no email', async () => {
  await invite('silent@example.org', { flowElementId: 'CHECK', role: 'pro' });
  const told = await mailsTo('silent@example.org');
  expect(told.map(({ subject }) => subject)).toEqual(['Clearcall: you are invited']);
});

it('leads a person without a password from each later email to a password, and then to the work', async () => {
  const id = await invite('twice@example.org');
  const before = await mailsTo('twice@example.org');
  const { userId } = await app.db
    .selectFrom('users')
    .select('id as userId')
    .where('email', '=', 'twice@example.org')
    .executeTakeFirstOrThrow();
  // A pace that nobody has chosen.
  await app.db.updateTable('users').set({ mail_pace: 'daily' }).where('id', '=', userId).execute();
  const lead = await world.as(
    'acChair',
    'PATCH',
    `/v2/applications/${application.id}/assignments/${id}/lead`,
    {},
  );
  expect(lead.status, JSON.stringify(lead.body)).toBe(200);
  app.clock.advance(3 * 86_400_000);
  const reminded = await world.as('pro', 'POST', `/v2/assignments/${id}/reminder`, {});
  expect(reminded.status, JSON.stringify(reminded.body)).toBe(200);
  const deadline = '2026-12-09T22:59:59Z';
  const moved = await world.as('pro', 'PUT', `/v2/assignments/${id}/deadline`, { deadline });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  const later = (await mailsTo('twice@example.org')).slice(before.length);
  const { uid } = application;
  expect(later.map(({ subject }) => subject).sort()).toEqual([
    `${uid}: new deadline for REV`,
    `REV of ${uid}`,
    `Reminder to accept or reject: REV of ${uid}`,
  ]);
  const work = `/applications/${uid}?assignment=${id}`;
  expect(later.map((mail) => linkIn(mail).wayBack)).toEqual(later.map(() => work));
  // Emails of the same minute open one like the other.
  const [one = { text: '' }, other = { text: '' }] = later.slice(-2);
  const opens = async (mail: { text: string }) =>
    (
      await app.call('POST', '/users/links/check', {
        body: { purpose: 'invite', ...decodeLink(linkIn(mail).token) },
      })
    ).status;
  expect([await opens(one), await opens(other)]).toEqual([200, 200]);
  expect((await choose(linkIn(one).token)).body).toEqual({ done: true });
  app.clock.advance(2 * 86_400_000);
  await world.as('pro', 'POST', `/v2/assignments/${id}/reminder`, {});
  const last = (await mailsTo('twice@example.org')).slice(before.length + later.length);
  expect(last).toHaveLength(1);
  expect(last[0]?.text).toContain(`${work}\n`);
  expect(last[0]?.text).not.toContain('/auth/');
});

it('says which changes are requested at which fields, and until when', async () => {
  const asked = await world.as('pro', 'PUT', `/v2/assignments/${application.assignmentId}/decide`, {
    outcome: 'request_changes',
    reason: 'Two things are missing.',
    deadline: '2026-12-07T22:00:00Z',
    points: [{ flowElementId: 'title', dataGroupId: null, text: 'Which waves?' }],
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const [mail] = await mails(`Change APP of ${application.uid}`);
  expect(mail?.to).toBe(world.people.owner.email);
  for (const line of [
    'Reason: Two things are missing.',
    'Title: Which waves?',
    'Resubmit by 07-12-2026 23:00 (Brussels time).',
  ])
    expect(mail?.text).toContain(line);
});

it('names the step and the application to each recipient, and the partition to those who deal with it', async () => {
  const draft = await createDraft(app, world.callId, world.people.owner);
  const submitted = await world.as('owner', 'PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    data: [
      itemOf('title', ['Waves']),
      itemOf('parts', ['aurora-cpu']),
      itemOf('panel', ['PE1']),
      itemOf('mail', ['outside@example.net']),
    ],
    newGroups: [],
  });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
  await mails('');
  const before = await mails('');
  await world.give(draft, 'TECH', 'centre', { partitionId: 'aurora-cpu' });
  const told = (await mails('')).slice(before.length);
  const { pro, otherPro, centre, centreToo, owner } = world.people;
  const whole = `TECH (Aurora CPU) of ${draft.uid}`;
  expect(Object.fromEntries(told.map(({ to, subject }) => [to, subject]))).toEqual({
    [pro.email]: whole,
    [otherPro.email]: whole,
    [centre.email]: whole,
    [centreToo.email]: whole,
    [owner.email]: `TECH of ${draft.uid}`,
    // An address without an account learns neither.
    'outside@example.net': 'assignment of application',
  });
});
