import {
  answerAssignment,
  askForTime,
  assign,
  type CommandedAssignment,
  changeDeadline,
  changePanel,
  clearConflict,
  declareConflict,
  declineTime,
  handBackAssignment,
  handOnAssignment,
  lockStep,
  makeLead,
  markConflict,
  reopenAssignment,
  revokeAssignment,
  takeAssignment,
  takeBackApplication,
  unlockStep,
  withdrawApplication,
} from '@clearcall/contract/workflow.ts';
import type { ApplicationStatus } from '@clearcall/domain/applications/statuses.ts';
import { panelsOf } from '@clearcall/domain/forms/panels.ts';
import { roleFor } from '@clearcall/domain/workflow/assigned-role.ts';
import { rolesOf } from '@clearcall/domain/workflow/rights.ts';
import type { WorkflowCommand } from '@clearcall/domain/workflow/workflow-command.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type Actor, type Operation, operation, type Platform } from '../../../platform/http/bind.ts';
import type { Refusal } from '../../../platform/http/refuse.ts';
import { writeReplacements } from '../assignments/suggest-replacements.ts';
import { decideOn } from '../changes/decide-on.ts';
import { evidenceGuard, evidenceOf, takerGuard } from '../conflicts/evidence.ts';
import type { FoundForConflicts } from '../conflicts/load-conflict-facts.ts';
import { runIdempotently, storedReply } from '../idempotency.ts';
import { releaseRoutes } from '../releases/routes.ts';
import type { ApplicationKey } from '../sql.ts';
import { type CarriedOut, carryOut, changedAssignment, type Guard, type Known } from './carry-out.ts';
import { changeDeadlinesOfMany } from './of-many.ts';
import { previewOfMany } from './preview-assign.ts';
import { conflictsOf, mark, submissionsOf } from './read.ts';
import { recordOutcomeOf } from './record-outcome.ts';
import { commandedReply, refused, refusedToAssign } from './replies.ts';

interface Given {
  actor: Actor;
  now: Date;
  translator: Translator;
}

const inTransaction = (
  platform: Platform,
  given: Given,
  key: ApplicationKey,
  make: (known: Known) => WorkflowCommand | null,
  { people = [], guard }: { people?: readonly number[]; guard?: Guard<FoundForConflicts> | undefined } = {},
): Promise<CarriedOut> =>
  platform.db.transaction().execute((tx) => {
    const { actor, now, translator } = given;
    return carryOut(tx, platform, { key, actor, now, people, make, guard, reader: translator.language });
  });

/** A command on one assignment, answered with how it stands then. */
async function onAssignment(
  platform: Platform,
  given: Given & { params: { id: string } },
  make: (assignmentId: string, known: Known) => WorkflowCommand | null,
  guard?: Guard<FoundForConflicts>,
): Promise<Refusal | CommandedAssignment> {
  const { id } = given.params;
  const done = await inTransaction(platform, given, { assignmentId: id }, (known) => make(id, known), {
    guard,
  });
  return done.ok ? commandedReply(changedAssignment(done, id)) : refused(done);
}

/** A command on the application, answered with its status: the public one, as its owner sees it too. */
async function onApplication(
  platform: Platform,
  given: Given & { params: { id: string } },
  command: WorkflowCommand | ((known: Known) => WorkflowCommand),
): Promise<Refusal | { status: ApplicationStatus }> {
  const make = typeof command === 'function' ? command : () => command;
  const done = await inTransaction(platform, given, { key: given.params.id }, make);
  return done.ok ? { status: done.facts.application.status } : refused(done);
}

export const routes: readonly Operation[] = [
  operation(assign, async ({ params, body, actor, now, idempotencyKey }, platform) => {
    const {
      flowElementId: stepId,
      userId,
      partitionId,
      makeLead: leads,
      replaceLead,
      replaces,
      deadline,
    } = body;
    const what = [
      'assign',
      params.id,
      stepId,
      userId,
      partitionId,
      String(leads),
      body.role ?? null,
      deadline ?? null,
      replaces ?? null,
    ];
    const asked = { userId: actor.userId, key: idempotencyKey, what, now };
    const earlier = await storedReply<CommandedAssignment>(platform.db, asked);
    if (earlier !== null) return earlier;
    return runIdempotently(platform, asked, async (tx) => {
      const people = userId === null ? [] : [userId];
      const make = ({ person, facts }: Known): WorkflowCommand => {
        const assignee = userId === null ? null : person(userId);
        const step = facts.steps.find(({ id }) => id === stepId);
        // A role that the step does not have is refused as such.
        const role =
          body.role ?? roleFor(assignee?.role ?? '', step === undefined ? [] : rolesOf(step)) ?? '';
        return {
          type: 'assign',
          stepId,
          person: assignee,
          role,
          partitionId,
          makeLead: leads,
          replaceLead,
          replaces,
          deadline,
        };
      };
      const guard = evidenceGuard(people, actor, now, body.despiteEvidence);
      const key = { key: params.id };
      const done = await carryOut(tx, platform, { key, actor, now, people, make, guard });
      if (!done.ok) return refusedToAssign(tx, params.id, done, { stepId, partitionId });
      return { applicationId: done.applicationId, reply: commandedReply(changedAssignment(done)) };
    });
  }),
  operation(answerAssignment, async (given, platform) => {
    const { accepted, reason, agreed, revision, suggests } = given.body;
    const { id: assignmentId } = given.params;
    const make = (): WorkflowCommand =>
      accepted
        ? { type: 'accept', assignmentId, agreed, revision }
        : { type: 'refuse', assignmentId, reason, revision };
    if (suggests.length === 0) return onAssignment(platform, given, make);
    const { actor, now } = given;
    const done = await platform.db.transaction().execute(async (tx) => {
      const refusing = await carryOut(tx, platform, { key: { assignmentId }, actor, now, make });
      // Refused before, and asked again: whom they named then stays.
      if (refusing.ok && refusing.assignments.length > 0)
        await writeReplacements(tx, suggests, {
          assignmentId,
          userId: actor.userId,
          now,
          newId: platform.newId,
        });
      return refusing;
    });
    return done.ok ? commandedReply(changedAssignment(done, assignmentId)) : refused(done);
  }),
  operation(handOnAssignment, async (given, platform) => {
    const { userId, reason, revision } = given.body;
    const { id: assignmentId } = given.params;
    const make = ({ person }: Known): WorkflowCommand => ({
      type: 'hand_on',
      assignmentId,
      person: person(userId),
      reason,
      revision,
    });
    const { actor, now } = given;
    const done = await platform.db.transaction().execute((tx) => {
      const guard = evidenceGuard([userId], actor, now, given.body.despiteEvidence);
      return carryOut(tx, platform, { key: { assignmentId }, actor, now, people: [userId], make, guard });
    });
    return done.ok ? commandedReply(changedAssignment(done)) : refused(done);
  }),
  operation(takeAssignment, (given, platform) =>
    onAssignment(
      platform,
      given,
      (assignmentId) => ({ type: 'take', assignmentId, ...given.body }),
      takerGuard(given.actor, given.now),
    ),
  ),
  operation(handBackAssignment, async (given, platform) => {
    const { id: assignmentId } = given.params;
    const make = (): WorkflowCommand => ({ type: 'hand_back', assignmentId, ...given.body });
    const done = await inTransaction(platform, given, { assignmentId }, make);
    return done.ok ? commandedReply(changedAssignment(done)) : refused(done);
  }),
  operation(reopenAssignment, (given, platform) =>
    onAssignment(platform, given, (assignmentId) => ({ type: 'reopen', assignmentId, ...given.body })),
  ),
  operation(revokeAssignment, (given, platform) =>
    onAssignment(platform, given, (assignmentId) => ({ type: 'revoke', assignmentId, ...given.body })),
  ),
  operation(changeDeadline, (given, platform) =>
    onAssignment(platform, given, (assignmentId) => ({
      type: 'change_deadline',
      assignmentId,
      ...given.body,
    })),
  ),
  operation(askForTime, (given, platform) => {
    const { until: deadline, ...rest } = given.body;
    return onAssignment(platform, given, (assignmentId) => ({
      type: 'ask_time',
      assignmentId,
      deadline,
      ...rest,
    }));
  }),
  operation(declineTime, (given, platform) =>
    onAssignment(platform, given, (assignmentId) => ({ type: 'decline_time', assignmentId, ...given.body })),
  ),
  decideOn,
  operation(declareConflict, async (given, platform) => {
    const done = await onAssignment(platform, given, (assignmentId) => ({
      type: 'declare_conflict',
      assignmentId,
      ...given.body,
    }));
    return 'refused' in done ? done : { status: 'conflicted' as const };
  }),
  operation(makeLead, async (given, platform) => {
    const { assignmentId, applicationId } = given.params;
    const { revision } = given.body;
    const done = await inTransaction(platform, given, { key: applicationId }, () => ({
      type: 'make_lead',
      assignmentId,
      revision,
    }));
    if (!done.ok) return refused(done);
    const { id, flowElementId, partitionId, isLead } = commandedReply(changedAssignment(done, assignmentId));
    return { id, flowElementId, partitionId, isLead };
  }),
  operation(withdrawApplication, (given, platform) => onApplication(platform, given, { type: 'withdraw' })),
  operation(takeBackApplication, (given, platform) => onApplication(platform, given, { type: 'take_back' })),
  operation(unlockStep, (given, platform) =>
    onApplication(platform, given, { type: 'unlock', stepId: given.body.flowElementId }),
  ),
  operation(lockStep, (given, platform) =>
    onApplication(platform, given, { type: 'lock', stepId: given.body.flowElementId }),
  ),
  operation(changePanel, (given, platform) =>
    onApplication(platform, given, ({ flow }) => ({
      type: 'change_panel',
      panel: given.body.panel,
      offered: panelsOf(flow.flow, flow.offered).map(({ value }) => value),
    })),
  ),
  recordOutcomeOf,
  operation(markConflict, async (given, platform) => {
    const { id, userId } = given.params;
    const make = ({ person }: Known): WorkflowCommand => ({
      type: 'mark_conflict',
      ...given.body,
      userId: person(userId).userId,
    });
    const done = await inTransaction(platform, given, { key: id }, make, { people: [userId] });
    return done.ok ? { userId, cleared: false } : refused(done);
  }),
  operation(clearConflict, async (given, platform) => {
    const { id, userId } = given.params;
    const done = await inTransaction(platform, given, { key: id }, () => ({
      type: 'clear_conflict',
      userId,
      ...given.body,
    }));
    return done.ok ? { userId, cleared: true } : refused(done);
  }),
  conflictsOf,
  evidenceOf,
  submissionsOf,
  mark,
  ...releaseRoutes,
  changeDeadlinesOfMany,
  previewOfMany,
];
