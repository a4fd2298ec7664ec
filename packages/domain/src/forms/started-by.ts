import type { EventName } from './event-names.ts';
import type { Automation, Flow } from './types.ts';

/** How many automations may follow from each other. Source: Requirements 2d, 2.6. */
export const deepestChain = 20;

/** What happened, as automations ask of it. */
export interface Happened {
  type: EventName;
  step: string | null;
  partition: string | null;
  /** In which role the assignment is worked on that it happened to. */
  role: string | null;
  /** Of a judgement: the step that judged; null where staff did in its place. */
  by: string | null;
  /** Of `all_at_step`. */
  of: string | null;
}

interface Happening {
  stepId: string;
  partitionId: string | null;
  role: string;
}

/** Whether the flow sends emails once an assignment is accepted or taken. */
export const emailsOnAccept = (
  flow: Pick<Flow, 'automations' | 'steps'>,
  { stepId, partitionId, role }: Happening,
): boolean =>
  startedBy(flow, { type: 'accepted', step: stepId, partition: partitionId, role, by: null, of: null }).some(
    (automation) => automation.do === 'notify',
  );

/** Whether the flow sends an email to the owner of an assignment that becomes the lead of its step. */
export const emailsLead = (
  flow: Pick<Flow, 'automations' | 'steps'>,
  { stepId, partitionId, role, ownerId }: Happening & { ownerId: number | null },
): boolean =>
  ownerId !== null &&
  startedBy(flow, {
    type: 'lead_assigned',
    step: stepId,
    partition: partitionId,
    role,
    by: null,
    of: null,
  }).some(
    (automation) =>
      automation.do === 'notify' &&
      automation.recipients.some(({ to }) => to === 'lead_assignment_owner' || to === 'owner'),
  );

/** The automations of a flow that an event starts, in their order, before their conditions are asked. Source: Requirements 2d, 1.1. */
export function startedBy(
  { automations, steps }: Pick<Flow, 'automations' | 'steps'>,
  event: Happened,
): Automation[] {
  return automations.filter(({ on }) => {
    if (!('event' in on) || on.event !== event.type) return false;
    if (on.event === 'all_at_step' && (on.of ?? 'cutoff') !== event.of) return false;
    // Staff who decide do it in the place of the step that judges.
    const isBy = (step: string) =>
      event.by === null
        ? steps.some(({ id, judges }) => id === step && judges !== undefined)
        : event.by === step;
    if (on.by !== undefined && !isBy(on.by)) return false;
    return (
      (on.step === undefined || on.step === event.step) &&
      (on.role === undefined || on.role === event.role) &&
      (on.partition === undefined || on.partition === event.partition)
    );
  });
}
