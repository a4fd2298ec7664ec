import { expect, it } from 'vitest';
import type { Automation, Flow, Step } from '../forms/types.ts';
import { appointmentEmails } from './appointment-emails.ts';

const notify = (on: Automation['on'], ...to: string[]) =>
  ({ id: 'n', on, do: 'notify', recipients: to.map((one) => ({ to: one })), template: 'work' }) as Automation;
const flow = {
  automations: [
    notify({ event: 'assigned', step: 'RAP' }, 'owner'),
    notify({ event: 'assigned', step: 'RAP' }, 'takers', 'owner'),
    notify({ event: 'lead_assigned', step: 'RAP' }, 'lead_assignment_owner'),
    notify({ event: 'assigned', step: 'SCI' }, 'assigner'),
    notify({ event: 'assigned' }, 'admins'),
    notify({ event: 'draft', step: 'REP' }, 'application_owner'),
    notify({ event: 'submitted', step: 'RAP' }, 'partition_ccr'),
    notify({ timer: { after: 'assigned', days: 1, step: 'RAP' } }, 'form_element_email'),
  ],
} satisfies Pick<Flow, 'automations'>;
const of = (id: string, ownerRole = 'pro') =>
  appointmentEmails(flow, { id, ownerRole } as Step).map(({ to, ofLead }) => (ofLead ? `lead: ${to}` : to));

it('names who gets an email if a step is assigned, and who because of the lead', () => {
  expect(of('RAP')).toEqual(['owner', 'takers', 'admins', 'lead: lead_assignment_owner']);
  expect(of('SCI')).toEqual(['assigner', 'admins']);
});

it('names who gets an email if a step of the applicant is assigned', () => {
  expect(of('REP', 'applicant')).toEqual(['application_owner']);
});
