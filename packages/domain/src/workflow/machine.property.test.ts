import { expect, it, vi } from 'vitest';
import { workflowEvents } from '../applications/workflow-events.ts';
import { isTurnedDown } from './command-needs.ts';
import type { CommandName } from './commands.ts';
import { droppedBy, isOngoing } from './completion.ts';
import { newestDecisions } from './final-rows.ts';
import { steps } from './testing/review-scene.ts';
import { check, checkUntil, types } from './testing/walks.ts';
import type { Transition } from './transition.ts';
import type { WorkflowActor, WorkflowFacts } from './workflow-facts.ts';

// Walks and planted faults take seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const counted = (values: readonly string[]) => values.length - new Set(values).size;

it('never gives a person the same work twice at once, nor a step two leads', () => {
  check(({ before, after }) => {
    if (after === before) return;
    const place = (one: WorkflowFacts['assignments'][number]) => `${one.stepId} ${one.partitionId}`;
    const open = after.assignments.filter((one) => one.ownerId !== null && isOngoing(one));
    expect(counted(open.map((one) => `${one.ownerId} ${place(one)}`))).toBe(0);
    const leads = after.assignments.filter(({ isLead }) => isLead);
    expect(counted(leads.map(place))).toBe(0);
    // Whoever refused, or from whom it was taken, leads no more.
    expect(leads.filter(({ status }) => ['refused', 'revoked', 'conflicted'].includes(status))).toEqual([]);
    // One application in each.
    expect(after.assignments.filter(({ stepId }) => stepId === 'APP')).toHaveLength(1);
  });
});

const nothing: Transition = {
  application: null,
  assignments: [],
  stepStates: [],
  conflicts: [],
  decisions: [],
  activities: [],
  events: [],
  removed: false,
};

it('changes nothing where it refuses or was asked before, and all else once', () => {
  const done = new Map<CommandName, number>();
  const refusals = new Set<string>();
  const undone = () => Object.keys(types).filter((type) => !done.has(type as CommandName));
  const isMet = () => undone().length === 0 && refusals.size > 90;
  checkUntil(isMet, 250, ({ command, before, decision }) => {
    if (!decision.ok) {
      refusals.add(`${command.type} ${decision.code}`);
      return;
    }
    const { transition } = decision;
    if (decision.repeated) {
      expect(transition).toEqual(nothing);
      return;
    }
    done.set(command.type, (done.get(command.type) ?? 0) + 1);
    for (const event of transition.events)
      expect(workflowEvents[event.type].parse(event.detail)).toEqual(event.detail);
    const known = (id: string) => before.assignments.find((one) => one.id === id);
    for (const one of transition.assignments) expect(one.revision).toBe((known(one.id)?.revision ?? -1) + 1);
    // A change of status, or of the owner, is noted once.
    expect(
      transition.activities.map(({ assignmentId, status }) => `${assignmentId} ${status}`).toSorted(),
    ).toEqual(
      transition.assignments
        .filter((one) => known(one.id)?.status !== one.status || known(one.id)?.ownerId !== one.ownerId)
        .map(({ id, status }) => `${id} ${status}`)
        .toSorted(),
    );
    // Versions of a decision have no gaps, and what was decided stays.
    for (const one of transition.decisions) {
      const version = before.decisions.find(
        ({ partitionId, version: number }) => partitionId === one.partitionId && number === one.version,
      );
      if (version !== undefined) expect({ ...one, releasedAt: null }).toEqual(version);
      else
        expect(before.decisions.filter(({ partitionId }) => partitionId === one.partitionId)).toHaveLength(
          one.version - 1,
        );
    }
  });
  // 123 are seen in most runs.
  expect(refusals.size).toBeGreaterThan(90);
  // Every command came to something on the way.
  expect(undone()).toEqual([]);
});

/** Nothing is awarded, and something is on the reserve list. */
const isOnReserve = ({ decisions }: WorkflowFacts): boolean => {
  const outcomes = newestDecisions(decisions).map(({ outcome }) => outcome);
  return outcomes.includes('reserve') && outcomes.every((one) => one === 'reserve' || one === 'rejected');
};

it('changes the status of the application by its owner, by a change request or at a release alone', () => {
  check(({ command, actor, before, after }) => {
    const from = before.application.status;
    const to = after.application.status;
    if (from === to) return;
    const own = actor.kind === 'person' && actor.userId === before.application.ownerId;
    const may: Record<string, boolean> = {
      draft: command.type === 'take_back' && own,
      submitted:
        ((command.type === 'submit' || command.type === 'resubmit') && own) ||
        (command.type === 'release' && isOnReserve(after)),
      changes_requested:
        command.type === 'submit' || command.type === 'resubmit' || command.type === 'decide',
      approved: command.type === 'release',
      rejected: command.type === 'release',
      withdrawn: command.type === 'withdraw' && own,
    };
    expect([to, may[to]]).toEqual([to, true]);
    // An end stays one; a result may be changed.
    expect(from === 'withdrawn' || (from === 'rejected' && to !== 'approved' && !isOnReserve(after))).toBe(
      false,
    );
  });
});

it('keeps its promises after each command', () => {
  const seen = { changed: 0, turnedDown: 0, dropped: 0, unasked: 0, ended: 0 };
  const unseen = () => Object.entries(seen).filter(([, count]) => count === 0);
  const isMet = () => unseen().length === 0;
  checkUntil(isMet, 250, ({ command, before, decision, after }) => {
    if (!decision.ok || decision.repeated) return;
    const { transition } = decision;
    const was = (id: string) => before.assignments.find((one) => one.id === id);
    // A decision that changes has a reason.
    const changed = transition.decisions.filter(
      ({ version, releasedAt }) => version > 1 && releasedAt === null,
    );
    seen.changed += changed.length;
    expect(changed.filter(({ reason }) => reason === null)).toEqual([]);
    // After a rejection by the check nothing starts; what was open is handed on or back, or goes on after a conflict.
    if (isTurnedDown(before) && !['hand_on', 'hand_back', 'clear_conflict'].includes(command.type)) {
      seen.turnedDown += 1;
      expect(
        transition.assignments.filter((one) => {
          const old = was(one.id);
          return (
            isOngoing(one) &&
            (old === undefined ||
              !isOngoing(old) ||
              (old.status === 'triggered' && one.status !== 'triggered'))
          );
        }),
      ).toEqual([]);
    }
    // What fell away leaves nothing to others in later steps.
    for (const { type, detail } of transition.events)
      if (type === 'partition_dropped') {
        seen.dropped += 1;
        const { order } = droppedBy(after, detail.partition) ?? { order: Number.NaN };
        const later = after.assignments.filter(
          (one) =>
            one.partitionId === detail.partition &&
            one.ownerId !== after.application.ownerId &&
            (steps.find(({ id }) => id === one.stepId)?.order ?? 0) > order,
        );
        expect(later.filter(isOngoing)).toEqual([]);
      }
    // What is asked for no more leaves nothing to do to anybody.
    if (command.type === 'resubmit' || command.type === 'clear_conflict') {
      const unasked = transition.assignments.filter(
        ({ partitionId }) => partitionId !== null && !after.application.partitions.includes(partitionId),
      );
      seen.unasked += unasked.length;
      expect(unasked.filter(isOngoing)).toEqual([]);
    }
    // An end leaves nothing to do in the application itself.
    if (['approved', 'rejected', 'withdrawn'].includes(after.application.status)) {
      seen.ended += 1;
      expect(after.assignments.filter((one) => one.stepId === 'APP' && isOngoing(one))).toEqual([]);
    }
  });
  expect(unseen()).toEqual([]);
});

/** Whether somebody has nothing at all to do with the application. */
function isOutside(facts: WorkflowFacts, actor: WorkflowActor & { kind: 'person' }): boolean {
  const involved = facts.assignments.some(
    (one) =>
      one.ownerId === actor.userId ||
      // People of its role, or of those that the step is worked on in, may take what was open once.
      one.wasUnowned,
  );
  return (
    !involved &&
    actor.userId !== facts.application.ownerId &&
    actor.role !== 'pro' &&
    actor.role !== 'ac_chair' &&
    !actor.panels.includes(facts.application.panel ?? '') &&
    !actor.centrePartitions.some((partition) => facts.application.partitions.includes(partition))
  );
}

it('tells nobody of what they may not know', () => {
  let asked = 0;
  check(({ command, actor, before, decision }) => {
    if (actor.kind !== 'person') return;
    const own = before.application.ownerId === actor.userId;
    const stopped = before.conflicts.some(
      ({ userId, clearedAt }) => userId === actor.userId && clearedAt === null,
    );
    const target =
      'assignmentId' in command
        ? before.assignments.find(({ id }) => id === command.assignmentId)
        : undefined;
    // Whoever only works on it knows nothing of the work of others.
    const works = ['user', 'scientific_reviewer', 'ac_member', 'technical_reviewer', 'finance_manager'];
    const ofOthers =
      target !== undefined &&
      !target.wasUnowned &&
      target.ownerId !== actor.userId &&
      works.includes(actor.role);
    const assigns = before.assignments.some(
      ({ ownerId, role }) =>
        ownerId === actor.userId && steps.some(({ permissions }) => permissions.assign.includes(role)),
    );
    if (
      (!own && (stopped || before.application.status === 'draft' || isOutside(before, actor))) ||
      (ofOthers && !assigns)
    ) {
      asked += 1;
      expect([command.type, decision]).toEqual([command.type, { ok: false, code: 'not_found' }]);
    }
  });
  expect(asked).toBeGreaterThan(100);
});
