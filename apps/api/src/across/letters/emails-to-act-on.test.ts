import type { AutomationRecipient } from '@clearcall/domain/forms/types.ts';
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

it('invites a person by address with what the preview shows, the deadline in its zone and whom to ask', async () => {
  const email = 'invited@example.org';
  const { status, body } = await world.as('pro', 'POST', `/v2/applications/${application.id}/invite`, {
    email,
    firstName: 'Runa',
    lastName: 'Østerås',
    flowElementId: 'REV',
    role: 'scientific_reviewer',
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const [mail, ...others] = await mails(`Accept or reject: REV of ${application.uid}`);
  expect(others).toEqual([]);
  expect(mail?.to).toBe(email);
  expect(mail?.text).toContain('APP\nTitle: Waves');
  expect(mail?.text).toContain('Due 01-12-2026 23:59 (Brussels time).');
  expect(mail?.text).toContain('Questions? http');
  expect(mail?.text).toContain(`/applications/${application.uid}?assignment=${body.id}`);
  // The partitions and the panel of the form are no part of the preview.
  expect(mail?.text).not.toMatch(/aurora|PE1|Partitions|Panel/);
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
