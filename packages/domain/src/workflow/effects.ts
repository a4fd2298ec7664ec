import type { SystemReason } from '../applications/event-texts.ts';
import { isUnreplaced } from '../applications/replacement.ts';
import { changesDue } from '../deadlines/changes-due.ts';
import { endOfDay } from '../deadlines/plain-date.ts';
import { stepDeadline } from '../deadlines/step-deadline.ts';
import type { Step } from '../forms/types.ts';
import { drawn } from '../permissions/view-rules.ts';
import {
  type Ask,
  asksForTime,
  checkTime,
  countsForStep,
  finalStep,
  hasAnotherOpen,
  isDecidedAt,
  isEnded,
  judgedBy,
  roleHandedOn,
  stepStateOf,
  timeOf,
} from './command-needs.ts';
import { awardedPartitions, droppedBy, isHandedIn, isInForce, isOngoing } from './completion.ts';
import { finalRows, newestDecisions, newRows } from './final-rows.ts';
import { isFirstStep } from './rights.ts';
import type { Work } from './transition.ts';
import type { CommandOf, FinalRows, Judgement, WorkflowCommand } from './workflow-command.ts';
import type { ConflictSource, DecisionFact, WorkflowAssignment, WorkflowFacts } from './workflow-facts.ts';

type Effect<T extends WorkflowCommand['type']> = (
  work: Work,
  ask: Omit<Ask, 'command'> & { command: CommandOf<T>; newId: () => string },
) => void;

const actorId = ({ actor }: Pick<Ask, 'actor'>): number | null =>
  actor.kind === 'person' ? actor.userId : null;

/** Returns when a step is due that is assigned now, by the events that are known. */
export function deadlineOf(facts: WorkflowFacts, step: Step, now: Date): string | null {
  const { start, deadline: end } = timeOf(
    facts,
    { stepId: step.id, status: 'assigned', deadline: null },
    now,
  );
  const cutoff = facts.cutoffs.find(({ id }) => id === facts.application.cutoffId);
  const submittedAt = (stepId: string): string | null =>
    facts.assignments
      .flatMap((one) => (one.stepId === stepId && isHandedIn(one) ? (one.submittedAt ?? []) : []))
      .toSorted()
      .at(-1) ?? null;
  return stepDeadline(
    step,
    {
      start,
      end,
      cutoffEnd: cutoff?.end ?? null,
      assignedAt: now.toISOString(),
      releasedAt: (stepId) => stepStateOf(facts, stepId)?.releasedAt ?? null,
      submittedAt,
      awardEnd: facts.application.awardEnd,
    },
    facts.timeZone,
  );
}

/** Where an assignment that is made or begins now stands. Source: Requirements 2, 2.4. */
function firstStatus(
  facts: WorkflowFacts,
  assignment: Pick<WorkflowAssignment, 'stepId' | 'ownerId' | 'deadline'>,
  now: Date,
): 'triggered' | 'draft' | 'assigned' {
  const { start } = timeOf(facts, { ...assignment, status: 'assigned' }, now);
  if (start !== null && Date.parse(start) > now.getTime()) return 'triggered';
  return assignment.ownerId === facts.application.ownerId ? 'draft' : 'assigned';
}

function noteBegun(work: Work, assignment: WorkflowAssignment): void {
  if (assignment.status === 'draft') work.happened('draft', assignment, {});
  if (assignment.status === 'assigned') work.happened('assigned', assignment, { role: assignment.role });
}

/** One leads; whoever did before does no more. */
function lead(work: Work, assignment: WorkflowAssignment): void {
  for (const one of work.facts.assignments)
    if (
      one.isLead &&
      one.id !== assignment.id &&
      one.stepId === assignment.stepId &&
      one.partitionId === assignment.partitionId
    ) {
      work.put({ ...one, isLead: false });
      work.happened('non_lead_assigned', one, {});
    }
  work.put({ ...assignment, isLead: true });
  work.happened('lead_assigned', assignment, {});
}

/**
 * The assignment whose place a new one takes at its step and partition: the named one, or the first one that waits for a
 * replacement. Open work that is given to a person keeps its place.
 */
function replacedBy(
  { assignments }: WorkflowFacts,
  { stepId, partitionId, named }: { stepId: string; partitionId: string | null; named: string | undefined },
  open: WorkflowAssignment | undefined,
): string | null {
  if (open !== undefined && open.replaces !== null) return open.replaces;
  const others = assignments.filter(
    (one) => one.stepId === stepId && one.partitionId === partitionId && one.id !== open?.id,
  );
  const waiting = open === undefined ? others.find((one) => isUnreplaced(one, assignments)) : undefined;
  return (others.find(({ id }) => id === named) ?? waiting)?.id ?? null;
}

function appoint(
  work: Work,
  ask: Omit<Ask, 'command'> & { command: CommandOf<'assign' | 'invite'>; newId: () => string },
): WorkflowAssignment | null {
  const { command, target, now, newId } = ask;
  const { step } = target;
  if (step === null) return null;
  const { facts } = work;
  const ownerId = command.person?.userId ?? null;
  const open = facts.assignments.find(
    (one) =>
      one.ownerId === null &&
      one.stepId === step.id &&
      one.partitionId === target.partitionId &&
      one.role === command.role &&
      isOngoing(one),
  );
  const deadline = command.deadline ?? open?.deadline ?? deadlineOf(facts, step, now);
  const status = firstStatus(facts, { stepId: step.id, ownerId, deadline }, now);
  const assignment: WorkflowAssignment = {
    id: open?.id ?? newId(),
    stepId: step.id,
    ownerId,
    assignerId: actorId(ask),
    role: command.role,
    partitionId: target.partitionId,
    status,
    previousStatus: null,
    deadline,
    submittedAt: null,
    submissionAskedAt: null,
    createdAt: open?.createdAt ?? now.toISOString(),
    isLead: open?.isLead ?? false,
    wasUnowned: ownerId === null || open !== undefined,
    replaces: replacedBy(
      facts,
      { stepId: step.id, partitionId: target.partitionId, named: command.replaces },
      open,
    ),
    reason: null,
    agreedAt: null,
    agreement: null,
    expiredAt: null,
    timeRequest: null,
    verdict: null,
    labelNumber: null,
    revision: 0,
  };
  work.put(assignment);
  noteBegun(work, assignment);
  if (command.makeLead) lead(work, assignment);
  else if (step.config.hasLead === true && !assignment.isLead)
    work.happened('non_lead_assigned', assignment, {});
  return assignment;
}

/** The same work for somebody else, or for nobody yet: with its step, partition and deadline, and nothing that was done. */
const successor = (
  assignment: WorkflowAssignment,
  { id, ownerId, now }: { id: string; ownerId: number | null; now: Date },
): WorkflowAssignment => ({
  ...assignment,
  id,
  ownerId,
  replaces: assignment.id,
  status: 'assigned',
  submittedAt: null,
  submissionAskedAt: null,
  createdAt: now.toISOString(),
  labelNumber: null,
  reason: null,
  agreedAt: null,
  agreement: null,
  expiredAt: null,
  verdict: null,
  revision: 0,
});

const revoked = (assignment: WorkflowAssignment, reason: string): WorkflowAssignment => ({
  ...assignment,
  status: 'revoked',
  isLead: false,
  reason,
});

/** Ends what is still to be done, with a reason; nobody leads from there. */
function revokeOpen(
  work: Work,
  which: (assignment: WorkflowAssignment) => boolean,
  reason: SystemReason,
): void {
  for (const one of work.facts.assignments)
    if (isOngoing(one) && which(one)) {
      work.put(revoked(one, reason));
      work.happened('revoked', one, {});
    }
}

const isPayment = (facts: WorkflowFacts, stepId: string): boolean =>
  facts.steps.find(({ id }) => id === stepId)?.type === 'payment';

const orderOf = (facts: WorkflowFacts, stepId: string): number =>
  facts.steps.find(({ id }) => id === stepId)?.order ?? 0;

/**
 * Ends what the steps after the one that dropped a partition have still to do on it, payments excepted. What is the
 * applicant's own ends when that step is released: before, nothing shows by it. Source: Requirements 2, 4.6 and 4.7.
 */
export function leaveDropped(work: Work, partitions: readonly string[], whose: 'applicant' | 'others'): void {
  const { ownerId } = work.facts.application;
  for (const partition of partitions) {
    const step = droppedBy(work.facts, partition);
    if (step === null) continue;
    revokeOpen(
      work,
      (one) =>
        one.partitionId === partition &&
        orderOf(work.facts, one.stepId) > step.order &&
        !isPayment(work.facts, one.stepId) &&
        (one.ownerId === ownerId) === (whose === 'applicant'),
      'dropped',
    );
  }
}

/** Whether work is on a partition that the application asked for once, and does not any more; payments go on. */
const isUnasked = (facts: WorkflowFacts, { partitionId, stepId }: WorkflowAssignment): boolean =>
  partitionId !== null && !facts.application.partitions.includes(partitionId) && !isPayment(facts, stepId);

/** Nobody asks for changes any more: what was submitted stands. Source: Requirements 2, 6.12. */
function endChanges(work: Work): void {
  const first = work.facts.assignments.find(({ stepId }) => isFirstStep(work.facts, stepId));
  if (first?.status === 'changes_requested')
    work.put({ ...first, status: 'submitted', reason: null, deadline: null, expiredAt: null });
}

function judge(
  work: Work,
  judged: WorkflowAssignment,
  { outcome, reason, deadline }: { outcome: Judgement; reason: string | null; deadline: string | null },
  { now, by, decidedBy }: { now: Date; by: string | null; decidedBy: number | null },
): void {
  const attribution = by === null ? {} : { by };
  work.put({
    ...judged,
    status: outcome,
    reason: outcome === 'approved' ? null : reason,
    ...(outcome === 'changes_requested' ? { deadline, expiredAt: null } : {}),
  });
  if (outcome === 'changes_requested')
    work.happened('changes_requested', judged, { deadline, ...attribution });
  else work.happened(outcome, judged, attribution);
  if (!isFirstStep(work.facts, judged.stepId)) return;
  work.setApplication({ status: outcome === 'changes_requested' ? 'changes_requested' : 'submitted' });
  if (outcome === 'rejected') {
    const rows = work.facts.application.partitions.map((partitionId) => ({
      partitionId,
      outcome: 'rejected' as const,
      amount: null,
      reason,
      startsOn: null,
      endsOn: null,
    }));
    recordDecisions(work, rows, () => reason, decidedBy, now);
  }
}

/** Of an award that changes, the days that are not named stay as they were decided. */
const withDays = ({ decisions }: WorkflowFacts, rows: FinalRows): FinalRows =>
  rows.map((row) => {
    const before = newestDecisions(decisions).find(({ partitionId }) => partitionId === row.partitionId);
    if (before === undefined || (row.outcome !== 'awarded' && row.outcome !== 'reduced')) return row;
    return { ...row, startsOn: row.startsOn ?? before.startsOn, endsOn: row.endsOn ?? before.endsOn };
  });

/** A reason that replaces the one of the review comes from nobody's review. */
const reasonAndReview = (row: FinalRows[number], reason: string | null) => ({
  reason,
  reviewId: reason === row.reason ? (row.reviewId ?? null) : null,
});

/** A new version of each partition's decision that is not the newest already. Source: Requirements 2, 5.1 and 5.2. */
function recordDecisions(
  work: Work,
  rows: FinalRows,
  reasonOf: (row: FinalRows[number], before: DecisionFact | null) => string | null,
  decidedBy: number | null,
  now: Date,
): void {
  const changed = newRows(work.facts, rows).map(
    ({ row, before }): DecisionFact => ({
      ...row,
      ...reasonAndReview(row, reasonOf(row, before)),
      version: (before?.version ?? 0) + 1,
      decidedBy,
      decidedAt: now.toISOString(),
      releasedAt: null,
    }),
  );
  work.record(changed);
  const step = finalStep(work.facts)?.id;
  for (const { version, outcome, partitionId } of changed)
    work.happened(
      version === 1 ? 'outcome_recorded' : 'outcome_changed',
      step === undefined ? null : { stepId: step },
      { outcome, version, partition: partitionId },
    );
}

/** Ends the application by its owner, who withdrew it, or declined its award at a moment. */
function withdrawn(work: Work, awardDeclinedAt: string | null = null): void {
  const { ownerId } = work.facts.application;
  work.setApplication({ status: 'withdrawn', awardDeclinedAt });
  work.happened(awardDeclinedAt === null ? 'withdrawn' : 'award_declined', { userId: ownerId }, {});
  endChanges(work);
  revokeOpen(work, ({ stepId }) => !isPayment(work.facts, stepId), 'withdrawn');
}

const submitted: Effect<'submit' | 'resubmit'> = (work, ask) => {
  const { command, target, now } = ask;
  const { assignment, step } = target;
  if (assignment === null || step === null) return;
  const again = command.type === 'resubmit';
  const { outcome } = command;
  const handedIn: WorkflowAssignment = {
    ...assignment,
    status: again ? 'resubmitted' : 'submitted',
    submittedAt: now.toISOString(),
    expiredAt: null,
    reason: outcome?.kind === 'partition' ? outcome.reason : assignment.reason,
    verdict: outcome?.kind === 'partition' ? (outcome.accepted ? 'accepted' : 'dropped') : assignment.verdict,
  };
  work.put(handedIn);
  work.happened(again ? 'resubmitted' : 'submitted', handedIn, {});
  if (!again && step.config.hasLead === true)
    work.happened(
      handedIn.isLead ? 'lead_assignment_submitted' : 'non_lead_assignment_submitted',
      handedIn,
      {},
    );
  if (isFirstStep(work.facts, step.id)) {
    const { application } = work.facts;
    work.setApplication({
      status: 'submitted',
      // The newest submission is what the review works on: the applicant and staff see its time, all others that of the first.
      submittedAt: now.toISOString(),
      firstSubmittedAt: application.firstSubmittedAt ?? application.submittedAt,
      ...(command.columns === undefined
        ? {}
        : { ...command.columns, panel: application.panel ?? command.columns.panel }),
    });
    revokeOpen(work, (one) => isUnasked(work.facts, one), 'not_asked_for');
  }
  if (again)
    for (const one of work.facts.assignments)
      if (
        (one.status === 'submitted' || one.status === 'resubmitted') &&
        work.facts.steps.find(({ id }) => id === one.stepId)?.judges === step.id &&
        !hasAnotherOpen(work.facts, one)
      )
        openAgain(work, one, now);
  if (outcome === null || !countsForStep(work.facts, handedIn)) return;
  if (outcome.kind === 'judgement') {
    const judged = judgedBy(work.facts, step, assignment.partitionId);
    if (judged === null) return;
    const asksForChanges = outcome.outcome === 'request_changes';
    judge(
      work,
      judged,
      {
        outcome: outcome.outcome === 'request_changes' ? 'changes_requested' : outcome.outcome,
        reason: outcome.reason,
        deadline: asksForChanges ? changesDue(checkTime(work.facts, step, now), outcome.deadline, now) : null,
      },
      { now, by: step.id, decidedBy: actorId(ask) },
    );
  }
  // A declined award ends the application and returns its amount to the pool.
  if (outcome.kind === 'acceptance' && !outcome.accepted && work.facts.application.status === 'approved')
    withdrawn(work, now.toISOString());
  if (outcome.kind === 'final')
    recordDecisions(
      work,
      finalRows(work.facts, outcome.rows),
      // The form may still say why it was decided the first time.
      (row, before) => (before === null ? row.reason : command.reason?.trim() || row.reason),
      actorId(ask),
      now,
    );
};

/** Marks an assignment as accepted, with the words to which its owner agreed if the step asks for it. */
function accept(work: Work, assignment: WorkflowAssignment, step: Step, now: Date): void {
  const agreed = step.config.showCoi === true;
  const accepted: WorkflowAssignment = {
    ...assignment,
    status: 'accepted',
    agreedAt: agreed ? now.toISOString() : null,
    agreement: agreed ? (step.config.coiText ?? '') : null,
  };
  work.put(accepted);
  work.happened('accepted', accepted, {});
}

/** Opens work again with a deadline that leaves time for it. Source: Requirements 2b, 4.5 and 4.6. */
function openAgain(work: Work, assignment: WorkflowAssignment, now: Date): void {
  const { facts } = work;
  const step = facts.steps.find(({ id }) => id === assignment.stepId);
  const planned = step === undefined ? null : checkTime(facts, step, now);
  const isOver =
    planned !== null && planned.checkEnd !== null && Date.parse(planned.checkEnd) < now.getTime();
  const deadline =
    (step === undefined ? null : deadlineOf(facts, step, now)) ??
    (isOver ? changesDue(planned, null, now) : null);
  work.put({ ...assignment, status: 'accepted', deadline, expiredAt: null });
  work.happened('reopened', assignment, { deadline });
}

function stopForConflict(
  work: Work,
  userId: number,
  source: ConflictSource,
  reason: string | null,
  notedBy: number | null,
  now: Date,
): void {
  work.note({
    userId,
    source,
    notedBy,
    notedAt: now.toISOString(),
    reason,
    clearedAt: null,
    clearedBy: null,
    clearedReason: null,
  });
  const stopped = work.facts.assignments.filter(
    (one) => one.ownerId === userId && isInForce(one) && !isFirstStep(work.facts, one.stepId),
  );
  for (const one of stopped) {
    work.put({ ...one, status: 'conflicted', previousStatus: one.status, isLead: false });
    work.happened('conflicted', one, {});
  }
  if (stopped.length === 0) work.happened('conflicted', { userId }, {});
}

/**
 * Numbers what several people in one role handed in at a step that is released, in an order that nobody has a part in:
 * ids are drawn, and the end of one holds no time. A number that was given stays. Source: Requirements 2, 6.14 and
 * 6.19.
 */
function giveNumbers(work: Work, stepId: string): void {
  const handedIn = work.facts.assignments.filter(
    (one) => one.stepId === stepId && (isHandedIn(one) || one.status === 'changes_requested'),
  );
  for (const role of new Set(handedIn.map((one) => one.role))) {
    const alike = handedIn.filter((one) => one.role === role);
    if (alike.length < 2) continue;
    const given = work.facts.assignments.flatMap((one) =>
      one.stepId === stepId && one.role === role ? (one.labelNumber ?? []) : [],
    );
    let last = Math.max(0, ...given);
    for (const one of alike.filter(({ labelNumber }) => labelNumber === null).toSorted(drawn)) {
      last += 1;
      work.put({ ...one, labelNumber: last });
    }
  }
}

/**
 * Ends what the steps after the decision have still to do on partitions to which it gives nothing, or nothing any more,
 * payments excepted; if it takes back all awards, also what is about the whole application.
 */
function endWithoutAward(work: Work): void {
  const final = finalStep(work.facts);
  if (final === null) return;
  const awarded = awardedPartitions(work.facts);
  const isTakenBack = awarded.length === 0 && work.facts.application.status === 'approved';
  revokeOpen(
    work,
    ({ stepId, partitionId }) =>
      orderOf(work.facts, stepId) > final.order &&
      !isPayment(work.facts, stepId) &&
      (partitionId === null ? isTakenBack : !awarded.includes(partitionId)),
    'no_award',
  );
}

/** Makes the newest decisions seen, and the application's status follow. Source: Requirements 2, 5.2 and 5.4. */
function releaseResult(work: Work, by: Step, now: Date): void {
  const at = now.toISOString();
  const newest = newestDecisions(work.facts.decisions);
  const unseen = newest.filter(({ releasedAt }) => releasedAt === null);
  work.record(unseen.map((one) => ({ ...one, releasedAt: at })));
  const outcomes = newest.map(({ outcome }) => outcome);
  const awarded = outcomes.some((outcome) => outcome === 'awarded' || outcome === 'reduced');
  const rejected = outcomes.every((outcome) => outcome === 'rejected');
  if (work.facts.application.status === 'withdrawn') return;
  endWithoutAward(work);
  if (!awarded && !rejected) {
    // On the reserve list an application waits for another decision.
    if (isEnded(work.facts)) work.setApplication({ status: 'submitted', awardEnd: null });
    return;
  }
  // Another release of the step does not tell the same result again.
  if (isEnded(work.facts) && unseen.length === 0) return;
  const first = work.facts.assignments.find(({ stepId }) => isFirstStep(work.facts, stepId)) ?? null;
  const { timeZone } = work.facts;
  const ends = newest.flatMap(({ outcome, endsOn }) =>
    endsOn !== null && (outcome === 'awarded' || outcome === 'reduced') ? endOfDay(endsOn, timeZone) : [],
  );
  const awardEnd = ends.toSorted().at(-1) ?? null;
  work.setApplication({ status: awarded ? 'approved' : 'rejected', awardEnd });
  work.happened(awarded ? 'approved' : 'rejected', first, { by: by.id });
  endChanges(work);
  const final = finalStep(work.facts);
  // A decision that was submitted and reopened stays open: staff reopened it to change the award.
  const isBehind = ({ stepId, submittedAt }: WorkflowAssignment): boolean =>
    final !== null &&
    (orderOf(work.facts, stepId) < final.order || (stepId === final.id && submittedAt === null));
  revokeOpen(
    work,
    (one) => !isPayment(work.facts, one.stepId) && (!awarded || isBehind(one)),
    awarded ? 'awarded' : 'rejected',
  );
}

/** What each command does once the table lets it. Source: docs/workflow.md. */
export const effects: { [T in WorkflowCommand['type']]: Effect<T> } = {
  assign: (work, ask) => void appoint(work, ask),
  invite: (work, ask) => {
    const assignment = appoint(work, ask);
    if (assignment !== null) work.happened('invited', assignment, { role: assignment.role });
  },
  begin: (work, { target, now }) => {
    if (target.assignment === null) return;
    const begun = { ...target.assignment, status: firstStatus(work.facts, target.assignment, now) };
    work.put(begun);
    noteBegun(work, begun);
  },
  take: (work, ask) => {
    const { assignment, step } = ask.target;
    if (assignment === null || step === null) return;
    accept(work, { ...assignment, ownerId: actorId(ask), wasUnowned: true }, step, ask.now);
  },
  // What was written stays with whoever wrote it: others take work that is new.
  hand_back: (work, { target, now, newId }) => {
    const { assignment } = target;
    if (assignment === null) return;
    work.put({ ...assignment, status: 'refused', isLead: false });
    work.happened('handed_back', assignment, {});
    const open: WorkflowAssignment = {
      ...successor(assignment, { id: newId(), ownerId: null, now }),
      isLead: assignment.isLead,
      wasUnowned: true,
    };
    work.put(open);
    noteBegun(work, open);
  },
  accept: (work, { target, now }) => {
    const { assignment, step } = target;
    if (assignment !== null && step !== null) accept(work, assignment, step, now);
  },
  refuse: (work, { target, command }) => {
    if (target.assignment === null) return;
    work.put({ ...target.assignment, status: 'refused', isLead: false, reason: command.reason.trim() });
    work.happened('refused', target.assignment, {});
  },
  hand_on: (work, ask) => {
    const { target, actor, command, now, newId } = ask;
    const { assignment, step } = target;
    if (assignment === null || step === null) return;
    // A person whose work an administrator hands on has refused nothing.
    const status = actor.kind === 'administrator' ? 'revoked' : 'refused';
    work.put({ ...assignment, status, isLead: false, reason: command.reason.trim() });
    work.happened(status, assignment, {});
    const { deadline, isLead } = assignment;
    const ownerId = command.person.userId;
    const next: WorkflowAssignment = {
      ...successor(assignment, { id: newId(), ownerId, now }),
      // Emails about the assignment still reach the person who assigned it, and no administrator.
      assignerId: actorId(ask) ?? assignment.assignerId,
      role: roleHandedOn(step, assignment.role, command.person),
      status: firstStatus(work.facts, { stepId: assignment.stepId, ownerId, deadline }, now),
      isLead: false,
      wasUnowned: false,
    };
    work.put(next);
    noteBegun(work, next);
    if (isLead) lead(work, next);
    else if (step.config.hasLead === true) work.happened('non_lead_assigned', next, {});
  },
  save: () => undefined,
  submit: submitted as Effect<'submit'>,
  resubmit: submitted as Effect<'resubmit'>,
  decide: (work, ask) => {
    const { target, command, now } = ask;
    if (target.assignment === null) return;
    judge(
      work,
      target.assignment,
      { outcome: command.outcome, reason: command.reason.trim() || null, deadline: command.deadline },
      { now, by: null, decidedBy: actorId(ask) },
    );
  },
  reopen: (work, { target, now }) => {
    if (target.assignment !== null) openAgain(work, target.assignment, now);
  },
  outcome: (work, ask) =>
    recordDecisions(
      work,
      finalRows(work.facts, withDays(work.facts, ask.command.rows)),
      (row) => row.reason ?? (ask.command.reason.trim() || null),
      actorId(ask),
      ask.now,
    ),
  release: (work, { target, now }) => {
    const { step } = target;
    if (step === null) return;
    work.setStep(step.id, { releasedAt: now.toISOString() });
    work.happened('released', { stepId: step.id, userId: work.facts.application.ownerId }, {});
    giveNumbers(work, step.id);
    const { partitions } = work.facts.application;
    const dropped = partitions.filter((partition) => droppedBy(work.facts, partition)?.id === step.id);
    leaveDropped(work, dropped, 'applicant');
    if (isDecidedAt(work.facts, step)) releaseResult(work, step, now);
  },
  withdraw: (work) => withdrawn(work),
  take_back: (work) => {
    const first = work.facts.assignments.find(({ stepId }) => isFirstStep(work.facts, stepId));
    if (first === undefined) return;
    work.put({ ...first, status: 'draft', submittedAt: null });
    // As before the first submission: the next one says for which panel it is.
    work.setApplication({ status: 'draft', submittedAt: null, firstSubmittedAt: null, panel: null });
    work.happened('taken_back', first, {});
  },
  change_panel: (work, { command: { panel } }) => {
    const before = work.facts.application.panel;
    work.setApplication({ panel });
    work.happened('panel_changed', null, { panel, before });
  },
  revoke: (work, { target, command }) => {
    if (target.assignment === null) return;
    work.put({
      ...target.assignment,
      status: 'revoked',
      isLead: false,
      reason: command.reason.trim() || null,
    });
    work.happened('revoked', target.assignment, {});
  },
  declare_conflict: (work, ask) => {
    const { command, now } = ask;
    const userId = actorId(ask);
    if (userId !== null)
      stopForConflict(work, userId, 'declared', command.reason.trim() || null, actorId(ask), now);
  },
  mark_conflict: (work, ask) => {
    const { command, now } = ask;
    stopForConflict(work, command.userId, command.source, command.reason.trim(), actorId(ask), now);
  },
  clear_conflict: (work, ask) => {
    const { command, now } = ask;
    const conflict = work.facts.conflicts.find(({ userId }) => userId === command.userId);
    if (conflict === undefined) return;
    work.note({
      ...conflict,
      clearedAt: now.toISOString(),
      clearedBy: actorId(ask),
      clearedReason: command.reason.trim(),
    });
    const stopped = work.facts.assignments.filter(
      (one) => one.ownerId === command.userId && one.status === 'conflicted',
    );
    for (const one of stopped) {
      const back = { ...one, status: one.previousStatus ?? 'assigned', previousStatus: null };
      const isOver = isOngoing(back) && isUnasked(work.facts, back);
      work.put(isOver ? revoked(back, 'not_asked_for') : back);
      work.happened('conflict_cleared', one, {});
      if (isOver) work.happened('revoked', one, {});
    }
    if (stopped.length === 0) work.happened('conflict_cleared', { userId: command.userId }, {});
  },
  lock: (work, { target }) => {
    if (target.step === null) return;
    work.setStep(target.step.id, { unlockedAt: null });
    work.happened('locked', { stepId: target.step.id }, {});
  },
  unlock: (work, { target, now }) => {
    if (target.step === null) return;
    work.setStep(target.step.id, { unlockedAt: now.toISOString() });
    work.happened('unlocked', { stepId: target.step.id, userId: work.facts.application.ownerId }, {});
  },
  make_lead: (work, { target }) => {
    if (target.assignment !== null) lead(work, target.assignment);
  },
  change_deadline: (work, { target, command, now }) => {
    const { assignment } = target;
    if (assignment === null) return;
    const { deadline } = command;
    const stillPassed = deadline !== null && Date.parse(deadline) < now.getTime();
    work.put({ ...assignment, deadline, expiredAt: stillPassed ? assignment.expiredAt : null });
    const granted = asksForTime(assignment) ? { granted: true } : {};
    work.happened('deadline_changed', assignment, { deadline, ...granted });
  },
  ask_time: (work, { target: { assignment }, command: { deadline, reason }, now }) => {
    if (assignment === null) return;
    const asked = { until: deadline, reason: reason.trim(), askedAt: now.toISOString(), declined: null };
    work.put({ ...assignment, timeRequest: asked });
    work.happened('time_asked', assignment, { deadline });
  },
  decline_time: (work, { target: { assignment }, command: { reason } }) => {
    if (assignment === null || assignment.timeRequest === null) return;
    work.put({ ...assignment, timeRequest: { ...assignment.timeRequest, declined: reason.trim() } });
    work.happened('time_declined', assignment, {});
  },
  expire: (work, { target, now }) => {
    const { assignment } = target;
    if (assignment === null) return;
    work.put({ ...assignment, expiredAt: now.toISOString() });
    work.happened('deadline_passed', assignment, {});
  },
  delete: (work) => work.remove(),
};
