import { z } from 'zod';
import { type EventName, recipientRules } from '../forms/event-names.ts';
import type { Flow, Step } from '../forms/types.ts';

/** An email that follows from an assignment: who gets it, and whether it follows from the lead alone. */
export const appointmentEmailSchema = z.strictObject({ to: z.enum(recipientRules), ofLead: z.boolean() });
export type AppointmentEmail = z.infer<typeof appointmentEmailSchema>;

/** Returns the emails that the flow sends if a step is assigned, each recipient once. */
export function appointmentEmails(
  { automations }: Pick<Flow, 'automations'>,
  { id, ownerRole }: Pick<Step, 'id' | 'ownerRole'>,
): AppointmentEmail[] {
  const toldOn = (name: EventName) =>
    new Set(
      automations.flatMap((one) =>
        one.do === 'notify' && 'event' in one.on && one.on.event === name && (one.on.step ?? id) === id
          ? one.recipients.map(({ to }) => to)
          : [],
      ),
    );
  const begun = toldOn(ownerRole === 'applicant' ? 'draft' : 'assigned');
  return [
    ...[...begun].map((to) => ({ to, ofLead: false })),
    ...[...toldOn('lead_assigned')].map((to) => ({ to, ofLead: true })),
  ];
}
