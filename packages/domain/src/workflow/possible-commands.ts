import {
  type Application,
  type ApplicationCommand,
  type Assignment,
  type AssignmentCommand,
  assignmentCommands,
  stepCommands,
  wholeCommands,
} from '../applications/application.ts';
import type { Step } from '../forms/types.ts';
import { type Role, roleCodes } from '../people/roles.ts';
import { disclosedAssignment } from '../permissions/disclosed-assignment.ts';
import { stanceWithoutConflict } from '../permissions/stance.ts';
import { actsAsStaff } from '../permissions/view-rules.ts';
import type { WorkflowRefusalCode } from './commands.ts';
import { remainingPartitions } from './completion.ts';
import { askOf, isRepeated, refusalOf } from './decide.ts';
import { deadlineOf } from './effects.ts';
import { rolesOf } from './rights.ts';
import type { CommandOf, WorkflowCommand } from './workflow-command.ts';
import {
  releasedAtOf,
  type WorkflowActor,
  type WorkflowAssignment,
  type WorkflowFacts,
  type WorkflowPerson,
} from './workflow-facts.ts';

/** Somebody who has nothing to do with anything: whoever is chosen in the end, nothing speaks against this one. */
const stranger: WorkflowPerson = { userId: 0, role: 'user', centrePartitions: [], panels: [] };

/** What is entered with a command is told apart from what stands: a reason is always given here, a day always far off. */
const reason = 'a reason';
const farAway = '9999-12-31T00:00:00.000Z';

/** Who can be put on work in a role. */
function personFor(role: string, { application }: WorkflowFacts): WorkflowPerson {
  if (role === 'applicant') return { ...stranger, userId: application.ownerId };
  const known: Role | undefined = roleCodes.find((code) => code === role);
  return known === undefined ? stranger : { ...stranger, role: known };
}

function appointments(type: 'assign' | 'invite', facts: WorkflowFacts, step: Step): WorkflowCommand[] {
  // Those that fell away stand last: whoever may give something to do for one of them alone is told why not now.
  const asked = [...remainingPartitions(facts), ...facts.application.partitions];
  const partitions = step.perPartition === true ? [...asked, null] : [null, ...asked];
  return rolesOf(step).flatMap((role) =>
    partitions.map((partitionId) => ({
      type,
      stepId: step.id,
      person: personFor(role, facts),
      role,
      partitionId,
      makeLead: false,
    })),
  );
}

const rolesOfWork = (stepId: string, { steps }: WorkflowFacts): string[] =>
  steps.filter(({ id }) => id === stepId).flatMap(rolesOf);

/** The command on an assignment with each kind of input that can fit. */
function onAssignment(
  type: AssignmentCommand,
  { id, stepId, deadline }: WorkflowAssignment,
  facts: WorkflowFacts,
): WorkflowCommand[] {
  const on = { assignmentId: id };
  switch (type) {
    case 'accept':
    case 'take':
      return [{ type, ...on, agreed: true }];
    case 'refuse':
    case 'revoke':
    case 'declare_conflict':
    case 'decline_time':
      return [{ type, ...on, reason }];
    case 'ask_time':
      return [{ type, ...on, deadline: farAway, reason }];
    case 'hand_on':
      return [stranger, ...rolesOfWork(stepId, facts).map((role) => personFor(role, facts))].map(
        (person) => ({
          type,
          ...on,
          person,
          reason,
        }),
      );
    case 'decide':
      return (['approved', 'changes_requested'] as const).map((outcome) => ({
        type,
        ...on,
        outcome,
        reason,
        deadline: farAway,
      }));
    case 'change_deadline':
      return [{ type, ...on, deadline: deadline === null ? farAway : null }];
    default:
      return [{ type, ...on }];
  }
}

/** The result with a row for each partition that remains. */
const rejection = (facts: WorkflowFacts): CommandOf<'outcome'>['rows'] =>
  remainingPartitions(facts).map((partitionId) => ({
    partitionId,
    outcome: 'rejected',
    amount: null,
    reason,
    startsOn: null,
    endsOn: null,
  }));

/** The command on the application as a whole with each kind of input that can fit. */
function onWhole(type: (typeof wholeCommands)[number], facts: WorkflowFacts): WorkflowCommand[] {
  switch (type) {
    case 'outcome':
      return [{ type, rows: rejection(facts), reason, limits: [] }];
    case 'mark_conflict':
      return [{ type, userId: stranger.userId, source: 'marked', reason }];
    case 'clear_conflict':
      return [stranger, ...facts.conflicts].map(({ userId }) => ({ type, userId, reason }));
    case 'change_panel': {
      const another = `not ${facts.application.panel}`;
      return [{ type, panel: another, offered: [another] }];
    }
    default:
      return [{ type }];
  }
}

/**
 * Why the giver cannot give a command now, whatever is entered with it: the refusal of the first of `fitting`, null where
 * one of them does something. Undefined where none is theirs to give, or where it has been done already.
 */
function whyNot(
  fitting: readonly WorkflowCommand[],
  facts: WorkflowFacts,
  actor: WorkflowActor,
  now: Date,
): WorkflowRefusalCode | null | undefined {
  let first: WorkflowRefusalCode | undefined;
  for (const command of fitting) {
    const ask = askOf(command, facts, actor, now);
    if (typeof ask === 'string') continue;
    const refusal = refusalOf(ask);
    if (refusal === null && !isRepeated(ask)) return null;
    first ??= refusal ?? undefined;
  }
  return first;
}

/**
 * The facts as far as the giver may know how they stand: outside of the staff what was decided or found and not released
 * counts for nothing, so that a command that is possible or not does not tell it. Source: Requirements 2, 4.5 and 8.5.
 */
function asTold(facts: WorkflowFacts, actor: WorkflowActor): WorkflowFacts {
  const { application, steps, stepStates, assignments, decisions } = facts;
  if (actor.kind !== 'person' || actsAsStaff(actor, application)) return facts;
  const releasedAt = releasedAtOf(stepStates);
  /** When an assignment was judged by a step; by staff directly: as if it had always been. */
  const judged = ({ stepId, status: judgement }: WorkflowAssignment) =>
    steps
      .filter(({ judges }) => judges === stepId)
      .flatMap(({ id }) => assignments.flatMap((one) => (one.stepId === id ? (one.submittedAt ?? []) : [])))
      .toSorted()
      .slice(-1)
      .map((createdAt) => ({ status: judgement, reason: null, createdAt }));
  return {
    ...facts,
    assignments: assignments.map((one) => ({
      ...one,
      status: disclosedAssignment(
        stanceWithoutConflict(actor, application),
        { ...application, releasedAt },
        { steps },
        { ...one, activities: judged(one) },
      ).status,
      verdict: one.ownerId === actor.userId ? one.verdict : null,
    })),
    decisions: decisions.filter(({ releasedAt }) => releasedAt !== null),
  };
}

/** What somebody is told of the commands on an application. */
export interface PossibleCommands {
  ofAssignment: (assignmentId: string) => Assignment['commands'];
  ofApplication: () => Application['commands'];
}

/**
 * Which commands somebody may give now by the table, and of those that they may give at another time why not now. It is
 * `decide` that is asked, with input that fits: what will be entered (whom, why, until when) does not count. Source:
 * Requirements 2, 1.1 and 1.2.
 */
export function possibleCommands(facts: WorkflowFacts, actor: WorkflowActor, now: Date): PossibleCommands {
  const told = asTold(facts, actor);
  // That a review has begun refuses alike whatever it has found: it is told as it is.
  const asked = (fitting: readonly WorkflowCommand[]) =>
    whyNot(fitting, fitting[0]?.type === 'take_back' ? facts : told, actor, now);
  /** The partitions of the commands that can be given, null for the whole application. */
  const offered = (fitting: readonly WorkflowCommand[]): (string | null)[] => {
    const of = (one: WorkflowCommand) => ('partitionId' in one ? one.partitionId : null);
    return [...new Set(fitting.map(of))].filter(
      (partitionId) => asked(fitting.filter((one) => of(one) === partitionId)) === null,
    );
  };
  const on = (command: ApplicationCommand, stepId: string | null, fitting: readonly WorkflowCommand[]) => {
    const refusal = asked(fitting);
    if (refusal === undefined) return [];
    const isAppointment = command === 'assign' || command === 'invite';
    const step = command === 'assign' ? facts.steps.find(({ id }) => id === stepId) : undefined;
    const deadline = refusal === null && step !== undefined ? deadlineOf(told, step, now) : null;
    return [
      {
        command,
        stepId,
        refusal,
        ...(refusal === null && isAppointment ? { partitions: offered(fitting) } : {}),
        ...(deadline === null ? {} : { deadline }),
      },
    ];
  };
  return {
    ofAssignment: (assignmentId) => {
      const assignment = told.assignments.find(({ id }) => id === assignmentId);
      if (assignment === undefined) return {};
      return Object.fromEntries(
        assignmentCommands.flatMap((type) => {
          const refusal = asked(onAssignment(type, assignment, told));
          return refusal === undefined ? [] : [[type, refusal]];
        }),
      );
    },
    ofApplication: () => [
      ...told.steps.flatMap((step) =>
        stepCommands.flatMap((type) =>
          on(
            type,
            step.id,
            type === 'assign' || type === 'invite'
              ? appointments(type, told, step)
              : [{ type, stepId: step.id }],
          ),
        ),
      ),
      ...wholeCommands.flatMap((type) => on(type, null, onWhole(type, told))),
    ],
  };
}
