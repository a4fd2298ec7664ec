import type { ApplicationStatus, AssignmentStatus } from '../../applications/statuses.ts';
import { parseFlow } from '../../forms/definition.ts';
import type { Step } from '../../forms/types.ts';
import type { Role } from '../../people/roles.ts';
import type { ActingPerson, WorkflowActor, WorkflowAssignment, WorkflowFacts } from '../workflow-facts.ts';

/**
 * A small review for tests: a check of the application, a technical step for each partition, scientific reviews with a
 * lead and an agreement, a reply that is locked at first, the decision, and a payment.
 */

/** Noon of a Monday in winter, when Brussels is an hour ahead of UTC. */
export const now = new Date('2026-11-23T11:00:00.000Z');
export const earlier = '2026-11-20T09:00:00.000Z';
export const cutoffEnd = '2026-12-01T16:00:00.000Z';

const step = (id: string, order: number, more: object) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole: 'applicant',
  forms: [],
  ...more,
});
const may = (assign: Role[], assignable: string[] = []) => ({ assign, assignable, view: [] });

const parsed = parseFlow({
  version: 1,
  steps: [
    step('APP', 0, {
      type: 'application',
      permissions: {
        ...may([]),
        view: [
          { role: 'compute_centre_representative', scope: 'centre', of: 'submitted', audience: ['public'] },
          {
            role: 'panel_chair',
            scope: 'panel',
            of: 'submitted',
            audience: ['public', 'suggested_reviewers'],
          },
          { role: 'ac_chair', scope: 'call', of: 'submitted', audience: ['public'] },
        ],
      },
    }),
    step('CHECK', 1, {
      ownerRole: 'pro',
      judges: 'APP',
      deadline: { after: 'assigned', days: 2, working: true },
    }),
    step('TECH', 2, {
      ownerRole: 'compute_centre_representative',
      perPartition: true,
      permissions: may(['compute_centre_representative'], ['technical_reviewer']),
    }),
    step('REV', 3, {
      ownerRole: 'scientific_reviewer',
      config: { hasLead: true, showCoi: true, coiText: 'No ties.', needs: 2 },
      permissions: may(['panel_chair'], ['rapporteur']),
    }),
    step('REPLY', 4, { config: { isUnlockable: true } }),
    step('FIN', 5, { ownerRole: 'ac_member', final: true, config: { hasLead: true } }),
    step('PAY', 6, { ownerRole: 'finance_manager', type: 'payment' }),
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
export const steps: readonly Step[] = parsed.flow.steps;

const person = (
  userId: number,
  role: Role,
  more: Partial<Omit<ActingPerson, 'userId' | 'role' | 'isStaff'>> = {},
): ActingPerson => ({ userId, role, isStaff: role === 'pro', centrePartitions: [], panels: [], ...more });

export const people = {
  owner: person(1, 'user'),
  reviewer: person(2, 'scientific_reviewer'),
  colleague: person(3, 'scientific_reviewer'),
  pro: person(4, 'pro'),
  otherPro: person(5, 'pro'),
  north: person(6, 'compute_centre_representative', { centrePartitions: ['north'] }),
  northToo: person(16, 'compute_centre_representative', { centrePartitions: ['north'] }),
  south: person(7, 'compute_centre_representative', { centrePartitions: ['south'] }),
  chair: person(8, 'panel_chair', { panels: ['PE1'] }),
  otherChair: person(9, 'panel_chair', { panels: ['PE1'] }),
  foreignChair: person(10, 'panel_chair', { panels: ['LS1'] }),
  acChair: person(11, 'ac_chair'),
  member: person(12, 'ac_member'),
  engineer: person(13, 'technical_reviewer'),
  stranger: person(14, 'user'),
  payer: person(15, 'finance_manager'),
} as const;
export type Somebody = keyof typeof people;

/** Givers of commands who play no part in the application. */
export const outsiders = ['clock', 'automation', 'administrator'] as const;
export type Giver = Somebody | (typeof outsiders)[number];
export const isOutsider = (who: Giver): who is (typeof outsiders)[number] =>
  outsiders.some((outsider) => outsider === who);

/** Returns a person or an outsider as the giver of a command. */
export const as = (who: Giver): WorkflowActor =>
  isOutsider(who) ? { kind: who } : { kind: 'person', ...people[who] };

/** An assignment on a step, in a status as it would stand there. */
export function work(
  id: string,
  stepId: string,
  owner: Somebody | null,
  status: AssignmentStatus,
  more: Partial<WorkflowAssignment> = {},
): WorkflowAssignment {
  const handedIn = ['submitted', 'resubmitted', 'approved', 'rejected', 'changes_requested'].includes(status);
  return {
    id,
    stepId,
    ownerId: owner === null ? null : people[owner].userId,
    assignerId: people.chair.userId,
    role: steps.find((one) => one.id === stepId)?.ownerRole ?? 'applicant',
    partitionId: null,
    status,
    previousStatus: null,
    deadline: null,
    submittedAt: handedIn ? earlier : null,
    submissionAskedAt: null,
    createdAt: earlier,
    isLead: false,
    wasUnowned: owner === null,
    replaces: null,
    reason: null,
    agreedAt: null,
    agreement: null,
    expiredAt: null,
    timeRequest: null,
    verdict: null,
    labelNumber: null,
    revision: 3,
    ...more,
  };
}

/** The application as it was submitted. */
export const submittedApp = work('app', 'APP', 'owner', 'submitted', { assignerId: null });

/** A submitted application for two partitions, with what else is said. */
export function facts(
  of: Partial<Omit<WorkflowFacts, 'application' | 'assignments'>> & {
    application?: Partial<WorkflowFacts['application']> & { status?: ApplicationStatus };
    /** Instead of the submitted first step. */
    first?: WorkflowAssignment;
    /** Beside the first step. */
    also?: readonly WorkflowAssignment[];
  } = {},
): WorkflowFacts {
  const { application, first = submittedApp, also = [], ...rest } = of;
  return {
    steps,
    timeZone: 'Europe/Brussels',
    cutoffs: [{ id: 1, start: '2026-11-01T09:00:00.000Z', end: cutoffEnd, timeframes: {} }],
    application: {
      ownerId: people.owner.userId,
      status: 'submitted',
      cutoffId: 1,
      submittedAt: earlier,
      firstSubmittedAt: null,
      partitions: ['north', 'south'],
      panel: 'PE1',
      awardEnd: null,
      awardDeclinedAt: null,
      ...application,
    },
    assignments: [first, ...also],
    stepStates: [],
    conflicts: [],
    decisions: [],
    ...rest,
  };
}
