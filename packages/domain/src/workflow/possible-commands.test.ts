import { expect, it, vi } from 'vitest';
import {
  type ApplicationCommand,
  assignmentCommands,
  stepCommands,
  wholeCommands,
} from '../applications/application.ts';
import { decide } from './decide.ts';
import { possibleCommands } from './possible-commands.ts';
import {
  as,
  cutoffEnd,
  facts,
  now,
  people,
  type Somebody,
  steps,
  submittedApp,
  work,
} from './testing/review-scene.ts';
import { checkUntil, somebody } from './testing/walks.ts';
import type { WorkflowCommand } from './workflow-command.ts';
import type { WorkflowActor, WorkflowFacts } from './workflow-facts.ts';

// Walks take seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const tomorrow = (at: Date) => new Date(at.getTime() + 24 * 3_600_000).toISOString();

/** What people of the scene could enter with a command, written by hand: everybody, every role, every partition. */
function inputsOf(
  type: string,
  on: { assignmentId: string } | { stepId: string } | null,
  at: Date,
): WorkflowCommand[] {
  const about = on ?? {};
  const reason = 'Because';
  const every = Object.values(people).map((person) => ({ ...person, userId: person.userId + 100 }));
  const persons = [...every, people.owner];
  const made = ((): object[] => {
    switch (type) {
      case 'assign':
      case 'invite': {
        const { ownerRole, permissions } = steps.find(
          ({ id }) => on !== null && 'stepId' in on && id === on.stepId,
        ) ?? {
          ownerRole: '',
          permissions: { assignable: [] },
        };
        return [ownerRole, ...permissions.assignable].flatMap((role) =>
          persons.flatMap((person) =>
            [null, 'north', 'south'].map((partitionId) => ({ person, role, partitionId, makeLead: false })),
          ),
        );
      }
      case 'accept':
      case 'take':
        return [{ agreed: true }];
      case 'refuse':
      case 'revoke':
      case 'declare_conflict':
      case 'decline_time':
        return [{ reason }];
      case 'ask_time':
        return [{ deadline: '9999-01-01T00:00:00.000Z', reason }];
      case 'hand_on':
        return persons.map((person) => ({ person, reason }));
      case 'decide':
        return ['approved', 'rejected', 'changes_requested'].map((outcome) => ({
          outcome,
          reason,
          deadline: tomorrow(at),
        }));
      case 'change_deadline':
        return [{ deadline: null }, { deadline: tomorrow(at) }, { deadline: '9999-01-01T00:00:00.000Z' }];
      case 'outcome':
        return [[], ['north'], ['south'], ['north', 'south']].map((partitions) => ({
          rows: partitions.map((partitionId) => ({
            partitionId,
            outcome: 'reserve',
            amount: null,
            startsOn: null,
            endsOn: null,
            reason: null,
          })),
          reason,
          limits: [],
        }));
      case 'change_panel':
        return ['PE1', 'LS1', 'XX1'].map((panel) => ({ panel, offered: ['PE1', 'LS1'] }));
      case 'mark_conflict':
        return every.map(({ userId }) => ({ userId, source: 'marked', reason }));
      case 'clear_conflict':
        return Object.values(people).map(({ userId }) => ({ userId, reason }));
      default:
        return [{}];
    }
  })();
  return made.map((input) => ({ type, ...about, ...input })) as WorkflowCommand[];
}

/** What `decide` answers to every input: `done` where one of them does something, else the codes. */
function answersTo(
  commands: readonly WorkflowCommand[],
  facts: WorkflowFacts,
  actor: WorkflowActor,
  at: Date,
): Set<string> {
  const codes = commands.map((command) => {
    const decision = decide(command, facts, actor, at, () => 'new');
    if (!decision.ok) return decision.code;
    return decision.repeated ? 'repeated' : 'done';
  });
  return new Set(codes);
}

/** The first step was judged, and its check is not released. */
const isKeptBack = ({ application, stepStates }: WorkflowFacts, status: string) =>
  (status === 'approved' || status === 'rejected') &&
  application.status !== 'approved' &&
  application.status !== 'rejected' &&
  !stepStates.some(({ stepId, releasedAt }) => stepId === 'CHECK' && releasedAt !== null);

/** What only staff know: what was found and decided, as it may stand the other way round before it is released. */
function otherwise(given: WorkflowFacts, reader: number): WorkflowFacts {
  return {
    ...given,
    assignments: given.assignments.map((one) => ({
      ...one,
      status:
        one.stepId === 'APP' && isKeptBack(given, one.status)
          ? one.status === 'approved'
            ? 'rejected'
            : 'approved'
          : one.status,
      verdict:
        one.verdict === null || one.ownerId === reader
          ? one.verdict
          : one.verdict === 'dropped'
            ? 'accepted'
            : 'dropped',
    })),
    decisions: given.decisions.filter(({ releasedAt }) => releasedAt !== null),
  };
}
const isUntold = (given: WorkflowFacts, reader: number) =>
  JSON.stringify(otherwise(given, reader)) !== JSON.stringify(given);

it('says null of a command exactly where decide does something with fitting input, and of secrets nothing', () => {
  const seen = { possible: new Set<string>(), refused: new Set<string>(), absent: 0, untold: 0 };
  const found: unknown[] = [];
  let turn = 0;
  const unseen = () =>
    [...assignmentCommands, ...stepCommands, ...wholeCommands].filter((type) => !seen.possible.has(type));
  const isMet = () => unseen().length === 0;
  checkUntil(isMet, 60, ({ after, now: at }) => {
    turn += 1;
    // One after the other, each as often.
    const name = somebody[turn % somebody.length] as Somebody;
    if (turn % 3 > 0) return;
    const actor = as(name);
    const possible = possibleCommands(after, actor, at);
    if (!people[name].isStaff && isUntold(after, people[name].userId)) {
      seen.untold += 1;
      const other = possibleCommands(otherwise(after, people[name].userId), actor, at);
      const all = ({ ofApplication, ofAssignment }: typeof possible) => [
        ofApplication(),
        after.assignments.map(({ id }) => ofAssignment(id)),
      ];
      expect(all(other)).toEqual(all(possible));
      return;
    }
    const ask = (
      type: string,
      on: { assignmentId: string } | { stepId: string } | null,
      told: string | null | undefined,
    ) => {
      const answers = answersTo(inputsOf(type, on, at), after, actor, at);
      const fits =
        told === null
          ? answers.has('done')
          : !answers.has('done') && (told === undefined || answers.has(told) || answers.has('repeated'));
      if (!fits) found.push([type, on, name, told ?? null, ...answers]);
      // What is not theirs is not told.
      const isTheirs = [...answers].some((code) => code !== 'forbidden' && code !== 'not_found');
      if (told !== undefined && told !== 'forbidden' && !isTheirs)
        found.push([type, on, name, told, 'not theirs']);
      if (
        told === undefined &&
        [...answers].some((code) => !['forbidden', 'not_found', 'repeated'].includes(code))
      )
        found.push([type, on, name, 'untold', ...answers]);
      if (told === null) seen.possible.add(type);
      else if (told === undefined) seen.absent += 1;
      else seen.refused.add(`${type} ${told}`);
    };
    for (const { id } of after.assignments) {
      const told = possible.ofAssignment(id);
      for (const type of assignmentCommands) ask(type, { assignmentId: id }, told[type]);
    }
    const onApplication = possible.ofApplication();
    const toldOf = (command: ApplicationCommand, stepId: string | null) =>
      onApplication.find((one) => one.command === command && one.stepId === stepId)?.refusal;
    for (const type of stepCommands) for (const { id } of steps) ask(type, { stepId: id }, toldOf(type, id));
    for (const type of wholeCommands) ask(type, null, toldOf(type, null));
  });
  expect(found.slice(0, 5)).toEqual([]);
  // Every command was possible at some time, and was refused for many reasons.
  expect(unseen()).toEqual([]);
  expect(seen.refused.size).toBeGreaterThan(30);
  expect(seen.untold).toBeGreaterThan(20);
  expect(seen.absent).toBeGreaterThan(1_000);
});

const review = (status: Parameters<typeof work>[3], more = {}) =>
  work('rev', 'REV', 'reviewer', status, more);
const toldTo = (who: Somebody, given: WorkflowFacts) => possibleCommands(given, as(who), now);
const onStep = (who: Somebody, given: WorkflowFacts, stepId: string | null) =>
  Object.fromEntries(
    toldTo(who, given)
      .ofApplication()
      .filter((one) => one.stepId === stepId)
      .map(({ command, refusal }) => [command, refusal]),
  );

it('tells whoever owns work, those who may assign it and staff their own commands', () => {
  const given = facts({ also: [review('assigned')] });
  expect(toldTo('reviewer', given).ofAssignment('rev')).toEqual({
    accept: null,
    ask_time: 'no_deadline',
    refuse: null,
    hand_on: 'forbidden',
    hand_back: 'not_to_hand_back',
    declare_conflict: null,
  });
  // The chair assigned it, and takes it away again.
  expect(toldTo('chair', given).ofAssignment('rev')).toEqual({ revoke: null });
  expect(toldTo('otherChair', given).ofAssignment('rev')).toEqual({});
  expect(toldTo('pro', given).ofAssignment('rev')).toEqual({
    take: 'not_unowned',
    hand_back: 'not_to_hand_back',
    decide: 'not_submitted',
    reopen: 'not_submitted',
    revoke: null,
    change_deadline: null,
    decline_time: 'nothing_asked',
  });
  expect(toldTo('owner', given).ofAssignment('rev')).toEqual({});
  expect(toldTo('stranger', given).ofAssignment('rev')).toEqual({});
});

it('tells of steps what can be done with them now, and what not, with the reason', () => {
  const given = facts({ also: [review('submitted', { submittedAt: now.toISOString() })] });
  expect(onStep('pro', given, 'REPLY')).toEqual({
    assign: 'step_locked',
    invite: 'step_locked',
    unlock: null,
    release: 'nothing_to_release',
  });
  const unlockedAt = now.toISOString();
  const unlocked = { ...given, stepStates: [{ stepId: 'REPLY', unlockedAt, releasedAt: null }] };
  expect(onStep('pro', unlocked, 'REPLY')).toEqual({
    assign: null,
    invite: null,
    lock: null,
    release: 'nothing_to_release',
  });
  expect(onStep('pro', given, 'REV').release).toBeNull();
  expect(onStep('pro', given, 'APP').assign).toBe('role_not_assignable');
  expect(onStep('chair', given, 'REV')).toEqual({ assign: null, invite: null });
  expect(onStep('chair', given, 'TECH')).toEqual({});
  expect(onStep('south', given, 'TECH')).toEqual({ assign: null, invite: null });
});

it('says until when work is due that is assigned now, where the step counts that', () => {
  const rule = { after: 'assigned', days: 5 } as const;
  const given = facts();
  const steps = given.steps.map((step) => (step.id === 'REV' ? { ...step, deadline: rule } : step));
  const due = (step: string) =>
    toldTo('pro', { ...given, steps })
      .ofApplication()
      .find(({ command, stepId }) => command === 'assign' && stepId === step)?.deadline;
  const days = (Date.parse(due('REV') ?? '') - now.getTime()) / 86_400_000;
  expect([days >= 5 && days < 6.1, due('TECH')]).toEqual([true, undefined]);
});

it('names the partitions that a step can be assigned for: those that are asked for, to a centre its own', () => {
  const partitions = (who: Somebody, given: WorkflowFacts, step: string) =>
    toldTo(who, given)
      .ofApplication()
      .find(({ command, stepId }) => command === 'assign' && stepId === step)?.partitions;
  expect(partitions('pro', facts(), 'TECH')).toEqual(['north', 'south']);
  expect(partitions('north', facts(), 'TECH')).toEqual(['north']);
  expect(partitions('chair', facts(), 'REV')).toEqual([null, 'north', 'south']);
  const dropped = work('tec', 'TECH', 'north', 'submitted', { partitionId: 'north', verdict: 'dropped' });
  expect(partitions('pro', facts({ also: [dropped] }), 'TECH')).toEqual(['south']);
  expect(partitions('pro', facts(), 'REPLY')).toBeUndefined();
});

it('tells the applicant of what is theirs, and nobody of what they may not know', () => {
  const given = facts({ also: [review('assigned')] });
  expect(toldTo('owner', given).ofApplication()).toEqual([
    { command: 'withdraw', stepId: null, refusal: null },
    { command: 'take_back', stepId: null, refusal: 'review_begun' },
  ]);
  expect(onStep('owner', facts(), null)).toEqual({ withdraw: null, take_back: null });
  // Judged by hand and not released: what is refused alike whatever was found is told before it is tried.
  for (const status of ['approved', 'rejected'] as const)
    expect(onStep('owner', facts({ first: { ...submittedApp, status } }), null)).toEqual({
      withdraw: null,
      take_back: 'review_begun',
    });
  const late = possibleCommands(facts(), as('owner'), new Date(Date.parse(cutoffEnd) + 1)).ofApplication();
  expect(late.map(({ refusal }) => refusal)).toEqual([null, 'deadline_passed']);
  expect(toldTo('stranger', given).ofApplication()).toEqual([]);
  const draft = facts({ application: { status: 'draft' }, first: { ...submittedApp, status: 'draft' } });
  expect(toldTo('pro', draft).ofApplication()).toEqual([]);
});
