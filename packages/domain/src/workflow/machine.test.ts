import { describe, expect, it, vi } from 'vitest';
import {
  type ApplicationStatus,
  type AssignmentStatus,
  applicationStatuses,
  assignmentStatuses,
} from '../applications/statuses.ts';
import { type WorkflowEventType, workflowEventTypes } from '../applications/workflow-events.ts';
import { type CommandGiver, commands, needs, rowOf } from './commands.ts';
import { decide } from './decide.ts';
import { noPerson } from './known-person.ts';
import { expectedCommands } from './testing/expected-commands.ts';
import {
  as,
  earlier,
  facts,
  type Giver,
  isOutsider,
  now,
  outsiders,
  people,
  type Somebody,
  submittedApp,
  work,
} from './testing/review-scene.ts';
import type { NewActivity, Transition } from './transition.ts';
import type { CommandOf, WorkflowCommand } from './workflow-command.ts';
import type { ConflictFact, DecisionFact, WorkflowAssignment, WorkflowFacts } from './workflow-facts.ts';

// Walks and planted faults take seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

type Given = WorkflowCommand['type'];

/** A command in a situation. */
interface Scene {
  command: WorkflowCommand;
  by: Giver;
  facts: WorkflowFacts;
}

function ids(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new ${count}`;
  };
}

const decided = ({ command, by, facts }: Scene) => decide(command, facts, as(by), now, ids());

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

/** What became of a command: the code of its refusal, `repeated`, or `done`. */
function answerTo(scene: Scene): string {
  const decision = decided(scene);
  if (!decision.ok) return decision.code;
  if (!decision.repeated) return 'done';
  return JSON.stringify(decision.transition) === JSON.stringify(nothing)
    ? 'repeated'
    : 'repeated with changes';
}

const tomorrow = '2026-11-24T11:00:00.000Z';
const inTwoDays = '2026-11-25T11:00:00.000Z';
const yesterday = '2026-11-22T11:00:00.000Z';
const noted = (who: Somebody, more: Partial<ConflictFact> = {}): ConflictFact => ({
  userId: people[who].userId,
  source: 'marked',
  notedBy: people.pro.userId,
  notedAt: earlier,
  reason: 'Same house',
  clearedAt: null,
  clearedBy: null,
  clearedReason: null,
  ...more,
});
const decision = (partitionId: string, more: Partial<DecisionFact> = {}): DecisionFact => ({
  partitionId,
  version: 1,
  outcome: 'awarded',
  amount: '100',
  reason: null,
  reviewId: null,
  startsOn: null,
  endsOn: null,
  decidedBy: people.pro.userId,
  decidedAt: earlier,
  releasedAt: null,
  ...more,
});
const rejecting = ['north', 'south'].map((partitionId) => ({
  partitionId,
  outcome: 'rejected' as const,
  amount: null,
  reason: null,
  startsOn: null,
  endsOn: null,
}));
const awarding = ['north', 'south'].map((partitionId) => ({
  partitionId,
  outcome: 'awarded' as const,
  amount: '50',
  reason: null,
  startsOn: null,
  endsOn: null,
}));
/** An application that the first check rejected. */
const turnedDown = (of: Parameters<typeof facts>[0] = {}) =>
  facts({
    first: { ...submittedApp, status: 'rejected' },
    decisions: [decision('north', { outcome: 'rejected' }), decision('south', { outcome: 'rejected' })],
    ...of,
  });
/** A timeframe of the reviews that has not begun yet. */
const beginsLater = facts().cutoffs.map((cutoff) => ({
  ...cutoff,
  timeframes: { REV: { start: '2026-12-07T09:00:00.000Z', end: null } },
}));
const checkEnds = facts().cutoffs.map((cutoff) => ({
  ...cutoff,
  timeframes: { CHECK: { start: '2026-11-20T09:00:00.000Z', end: '2026-11-26T16:00:00.000Z' } },
}));
const reviewsEnded = facts().cutoffs.map((cutoff) => ({
  ...cutoff,
  timeframes: { REV: { start: '2026-11-10T09:00:00.000Z', end: '2026-11-20T16:00:00.000Z' } },
}));
const unlocked = { stepId: 'REPLY', unlockedAt: earlier, releasedAt: null };

const appointment = (more: Partial<CommandOf<'assign'>> = {}): Omit<CommandOf<'assign'>, 'type'> => ({
  stepId: 'REV',
  person: people.colleague,
  role: 'scientific_reviewer',
  partitionId: null,
  makeLead: false,
  ...more,
});

/** The review of a scientific reviewer, whom the chair of the panel chose. */
const review = (status: AssignmentStatus, more: Partial<WorkflowAssignment> = {}) =>
  work('rev', 'REV', 'reviewer', status, more);
const technical = (
  status: AssignmentStatus,
  owner: Somebody | null = 'north',
  more: Partial<WorkflowAssignment> = {},
) => work('tec', 'TECH', owner, status, { partitionId: 'north', ...more });

/** What an application-wide command is about, in the application's status. */
const ofApplication = (
  status: ApplicationStatus,
  command: WorkflowCommand,
  by: Giver,
  more: Parameters<typeof facts>[0] = {},
): Scene => ({ command, by, facts: facts({ ...more, application: { status, ...more.application } }) });

const asked = { until: tomorrow, reason: 'I was ill', askedAt: earlier, declined: null };

/**
 * For each command a situation in which it is allowed but for the status, which is asked for: of the assignment, or of
 * the application.
 */
const scenes: { [T in Given]: (status: never) => Scene } = {
  assign: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'assign', ...appointment() }, 'automation'),
  invite: (status: ApplicationStatus) => ofApplication(status, { type: 'invite', ...appointment() }, 'pro'),
  begin: (status: AssignmentStatus) => ({
    command: { type: 'begin', assignmentId: 'rev' },
    by: 'clock',
    facts: facts({ also: [review(status)] }),
  }),
  take: (status: AssignmentStatus) => ({
    command: { type: 'take', assignmentId: 'tec', agreed: true },
    by: 'north',
    facts: facts({ also: [technical(status, null)] }),
  }),
  hand_back: (status: AssignmentStatus) => ({
    command: { type: 'hand_back', assignmentId: 'tec' },
    by: 'north',
    facts: facts({ also: [technical(status, 'north', { wasUnowned: true })] }),
  }),
  accept: (status: AssignmentStatus) => ({
    command: { type: 'accept', assignmentId: 'rev', agreed: true },
    by: 'reviewer',
    facts: facts({ also: [review(status)] }),
  }),
  refuse: (status: AssignmentStatus) => ({
    command: { type: 'refuse', assignmentId: 'rev', reason: 'No time' },
    by: 'reviewer',
    facts: facts({ also: [review(status)] }),
  }),
  hand_on: (status: AssignmentStatus) => ({
    command: { type: 'hand_on', assignmentId: 'tec', person: people.northToo, reason: '' },
    by: status === 'triggered' ? 'administrator' : 'north',
    facts: facts({ also: [technical(status, 'north', { wasUnowned: true })] }),
  }),
  save: (status: AssignmentStatus) => ({
    command: { type: 'save', assignmentId: 'tec' },
    by: 'north',
    facts: facts({ also: [technical(status)] }),
  }),
  submit: (status: AssignmentStatus) => ({
    command: { type: 'submit', assignmentId: 'tec', outcome: null },
    by: 'north',
    facts: facts({ also: [technical(status)] }),
  }),
  resubmit: (status: AssignmentStatus) => ({
    command: { type: 'resubmit', assignmentId: 'tec', outcome: null },
    by: 'north',
    facts: facts({ also: [technical(status)] }),
  }),
  decide: (status: AssignmentStatus) => ({
    command: { type: 'decide', assignmentId: 'app', outcome: 'approved', reason: '', deadline: null },
    by: 'automation',
    facts: facts({ first: { ...submittedApp, status } }),
  }),
  reopen: (status: AssignmentStatus) => ({
    command: { type: 'reopen', assignmentId: 'rev' },
    by: 'automation',
    facts: facts({ also: [review(status)] }),
  }),
  outcome: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'outcome', rows: awarding, reason: '', limits: [] }, 'automation'),
  release: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'release', stepId: 'REV' }, 'automation', { also: [review('submitted')] }),
  withdraw: (status: ApplicationStatus) => ofApplication(status, { type: 'withdraw' }, 'owner'),
  take_back: (status: ApplicationStatus) => ofApplication(status, { type: 'take_back' }, 'owner'),
  revoke: (status: AssignmentStatus) => ({
    command: { type: 'revoke', assignmentId: 'rev', reason: 'Too late' },
    by: 'automation',
    facts: facts({ also: [review(status)] }),
  }),
  declare_conflict: (status: AssignmentStatus) => ({
    command: { type: 'declare_conflict', assignmentId: 'rev', reason: 'A friend' },
    by: 'reviewer',
    facts: facts({ also: [review(status)] }),
  }),
  mark_conflict: (status: ApplicationStatus) =>
    ofApplication(
      status,
      { type: 'mark_conflict', userId: people.reviewer.userId, source: 'detected', reason: 'Same house' },
      'automation',
    ),
  clear_conflict: (status: ApplicationStatus) =>
    ofApplication(
      status,
      { type: 'clear_conflict', userId: people.reviewer.userId, reason: 'Long ago' },
      'pro',
      { conflicts: [noted('reviewer')] },
    ),
  lock: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'lock', stepId: 'REPLY' }, 'automation', { stepStates: [unlocked] }),
  unlock: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'unlock', stepId: 'REPLY' }, 'automation'),
  make_lead: (status: AssignmentStatus) => ({
    command: { type: 'make_lead', assignmentId: 'rev' },
    by: 'acChair',
    facts: facts({ also: [review(status)] }),
  }),
  change_deadline: (status: AssignmentStatus) => ({
    command: { type: 'change_deadline', assignmentId: 'rev', deadline: tomorrow },
    by: 'pro',
    facts: facts({ also: [review(status)] }),
  }),
  ask_time: (status: AssignmentStatus) => ({
    command: { type: 'ask_time', assignmentId: 'rev', deadline: tomorrow, reason: 'I was ill' },
    by: 'reviewer',
    facts: facts({ also: [review(status, { deadline: yesterday })] }),
  }),
  decline_time: (status: AssignmentStatus) => ({
    command: { type: 'decline_time', assignmentId: 'rev', reason: 'The panel meets today' },
    by: 'pro',
    facts: facts({ also: [review(status, { deadline: yesterday, timeRequest: asked })] }),
  }),
  change_panel: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'change_panel', panel: 'LS1', offered: ['LS1', 'PE1'] }, 'pro'),
  expire: (status: AssignmentStatus) => ({
    command: { type: 'expire', assignmentId: 'rev' },
    by: 'clock',
    facts: facts({ also: [review(status, { deadline: yesterday })] }),
  }),
  delete: (status: ApplicationStatus) =>
    ofApplication(status, { type: 'delete' }, 'clock', {
      first: { ...submittedApp, status: 'draft', submittedAt: null },
    }),
};
const given = Object.keys(scenes) as Given[];
const inStatus = (name: Given, status: string): Scene => scenes[name](status as never);

/** A status in which each command may be given. */
const fitting = (name: Given): string => expectedCommands[name].from?.[0] ?? '';

/** In each status, whether it exists for assignments or for applications, what a command is answered. */
const statusChecks = given.flatMap((name) => {
  const { from, again = [], otherwise } = expectedCommands[name];
  const { of } = commands[name];
  const all: readonly string[] = of === 'assignment' ? assignmentStatuses : applicationStatuses;
  return all.flatMap((status) => {
    const scene = inStatus(name, status);
    const answer = from?.includes(status) ? 'done' : again.includes(status) ? 'repeated' : otherwise;
    const check = { name, title: `${name} in ${status}`, scene, answer };
    if (of === 'assignment' || status !== 'draft' || scene.by !== 'pro') return [check];
    // Drafts are their owner's alone.
    const application = { ...scene.facts.application, ownerId: people.pro.userId };
    const own: Scene = { ...scene, facts: { ...scene.facts, application } };
    return [
      { ...check, answer: 'not_found' },
      // On an application of their own staff are its applicant.
      { ...check, title: `${name} in an own draft`, scene: own, answer: 'forbidden' },
    ];
  });
});

/** Whose work a command can be about; with the people that each word of the table means there. */
const everybody: readonly Giver[] = [...(Object.keys(people) as Somebody[]), ...outsiders];
const staff: Somebody[] = ['pro', 'otherPro'];
const whoIs: Record<string, { target: WorkflowAssignment; means: Partial<Record<CommandGiver, Giver[]>> }> = {
  'a review': {
    target: review('assigned'),
    means: { owner: ['reviewer'], assigner: ['chair'], assigners: ['chair', 'otherChair'] },
  },
  'a reply of the applicant': {
    target: work('rep', 'REPLY', 'owner', 'assigned'),
    means: { owner: ['owner'], application_owner: ['owner'] },
  },
  'work that nobody owns': {
    target: technical('assigned', null, { assignerId: people.north.userId }),
    means: {
      owner: staff,
      assigner: ['north'],
      assigners: ['north', 'northToo'],
      step_role: ['north', 'northToo'],
      taker: ['north', 'northToo'],
    },
  },
  'the application': {
    target: submittedApp,
    means: { owner: ['owner'], application_owner: ['owner'], assigners: ['chair', 'otherChair'] },
  },
};

/** To whom a command is neither forbidden nor about nothing, of the assignments that it can be about. */
const giverChecks = given.flatMap((name) => {
  const { by } = expectedCommands[name];
  const about = commands[name].of === 'assignment';
  return Object.entries(whoIs).flatMap(([what, { target, means }]) => {
    if (about === (what === 'the application')) return [];
    // Handing on is for those of its owners who may assign, too.
    const mayNot = (who: Giver) =>
      name === 'hand_on' && what !== 'work that nobody owns' && who !== 'administrator';
    const meant: Partial<Record<CommandGiver, Giver[]>> = {
      ...means,
      staff,
      administrator: ['administrator'],
      automation: ['automation'],
      clock: ['clock'],
      lead_chair: ['acChair'],
    };
    const scene = inStatus(name, fitting(name));
    const status = (expectedCommands[name].from?.[0] ?? 'assigned') as AssignmentStatus;
    const situation: Scene = about
      ? {
          ...scene,
          command: { ...scene.command, assignmentId: target.id } as WorkflowCommand,
          facts: facts({ also: [{ ...target, status }], stepStates: [unlocked] }),
        }
      : scene;
    // Nobody but its owner knows of a draft.
    const draft = !about && situation.facts.application.status === 'draft';
    const expected = everybody.filter(
      (who) => !mayNot(who) && by.some((giver) => meant[giver]?.includes(who)),
    );
    return [
      {
        name,
        title: `${name} on ${what}`,
        situation,
        may: draft ? expected.filter((who) => who !== 'pro') : expected,
      },
    ];
  });
});
const mayGive = (situation: Scene): Giver[] =>
  everybody.filter((by) => !['forbidden', 'not_found'].includes(answerTo({ ...situation, by })));

const on = (name: Given, set: { command?: object; facts?: WorkflowFacts; by?: Giver }): Scene => {
  const scene = inStatus(name, fitting(name));
  return { ...scene, ...set, command: { ...scene.command, ...set.command } as WorkflowCommand };
};

/** The flow with a step of the applicant after the decision. */
const withAcceptance = facts().steps.flatMap((step) =>
  step.id === 'REPLY' ? [step, { ...step, id: 'ACC', order: 7, config: {} }] : [step],
);

/** What else has to hold: for each need of each command a situation in which it alone does not. */
const needChecks: [Given, keyof typeof needs, Scene, string][] = [
  ['delete', 'first_step_is_draft', ofApplication('draft', { type: 'delete' }, 'clock'), 'not_a_draft'],
  ...(['assign', 'invite'] as const).flatMap((name): [Given, keyof typeof needs, Scene, string][] => [
    [name, 'not_turned_down', on(name, { facts: turnedDown() }), 'not_under_way'],
    [name, 'role_assignable', on(name, { command: { role: 'panel_chair' } }), 'role_not_assignable'],
    [
      name,
      'role_assignable',
      on(name, {
        command: { stepId: 'TECH', role: 'technical_reviewer', person: people.north, partitionId: 'north' },
      }),
      'role_not_assignable',
    ],
    [
      name,
      'role_assignable',
      on(name, { command: { stepId: 'APP', role: 'applicant', person: people.owner } }),
      'role_not_assignable',
    ],
    [name, 'partition_offered', on(name, { command: { partitionId: 'east' } }), 'partition_not_asked_for'],
    [
      name,
      'partition_offered',
      on(name, {
        command: { partitionId: 'north' },
        facts: facts({ also: [technical('submitted', 'north', { verdict: 'dropped' })] }),
      }),
      'partition_not_asked_for',
    ],
    [
      name,
      'partition_offered',
      on(name, { command: { stepId: 'TECH', role: 'technical_reviewer', person: people.engineer } }),
      'partition_not_asked_for',
    ],
    [
      name,
      'partition_offered',
      on(name, {
        command: {
          stepId: 'TECH',
          role: 'technical_reviewer',
          person: people.engineer,
          partitionId: 'north',
        },
        facts: facts({ also: [technical('submitted', 'north', { verdict: 'dropped' })] }),
      }),
      'partition_not_asked_for',
    ],
    [
      name,
      'partition_offered',
      on(name, {
        command: {
          stepId: 'TECH',
          role: 'technical_reviewer',
          person: people.engineer,
          partitionId: 'north',
        },
        by: 'south',
      }),
      'partition_of_others',
    ],
    [
      name,
      'step_open',
      on(name, { command: { stepId: 'REPLY', role: 'applicant', person: people.owner } }),
      'step_locked',
    ],
    [
      name,
      'decision_released',
      on(name, {
        command: { stepId: 'ACC', role: 'applicant', person: people.owner },
        facts: { ...facts(), steps: withAcceptance },
      }),
      'decision_not_released',
    ],
    [
      name,
      'lead_possible',
      on(name, { command: { stepId: 'PAY', role: 'finance_manager', person: people.payer, makeLead: true } }),
      'step_has_no_lead',
    ],
    [name, 'not_the_owner', on(name, { command: { person: people.owner } }), 'own_application'],
    [
      name,
      'not_the_owner',
      on(name, {
        command: { stepId: 'REPLY', role: 'applicant' },
        facts: facts({ stepStates: [unlocked] }),
      }),
      'own_application',
    ],
    [name, 'no_conflict', on(name, { facts: facts({ conflicts: [noted('colleague')] }) }), 'in_conflict'],
    [
      name,
      'not_ongoing',
      on(name, { facts: facts({ also: [work('other', 'REV', 'colleague', 'accepted')] }) }),
      'already_ongoing',
    ],
    [
      name,
      'deadline_after_2000',
      on(name, { command: { deadline: '1999-12-31T23:59:59.000Z' } }),
      'deadline_invalid',
    ],
    [
      name,
      'lead_free',
      on(name, {
        command: { makeLead: true },
        by: 'chair',
        facts: facts({ also: [review('submitted', { isLead: true })] }),
      }),
      'lead_taken',
    ],
    [
      name,
      'deadline_after_start',
      on(name, { command: { deadline: '2026-12-07T09:00:00.000Z' }, facts: facts({ cutoffs: beginsLater }) }),
      'deadline_before_start',
    ],
  ]),
  [
    'assign',
    'not_ongoing',
    on('assign', {
      command: { person: null },
      facts: facts({ also: [work('other', 'REV', null, 'assigned')] }),
    }),
    'already_ongoing',
  ],
  [
    'begin',
    'not_turned_down',
    on('begin', { facts: turnedDown({ also: [review('triggered')] }) }),
    'not_under_way',
  ],
  [
    'begin',
    'start_reached',
    on('begin', {
      facts: facts({
        cutoffs: [{ id: 1, start: earlier, end: null, timeframes: { REV: { start: tomorrow, end: null } } }],
        also: [review('triggered')],
      }),
    }),
    'not_begun',
  ],
  [
    'take',
    'unowned',
    on('take', { by: 'pro', facts: facts({ also: [technical('accepted')] }) }),
    'not_unowned',
  ],
  [
    'take',
    'unowned',
    on('take', {
      by: 'northToo',
      facts: facts({ also: [technical('accepted', 'north', { wasUnowned: true })] }),
    }),
    'not_unowned',
  ],
  // A check waits until the applicant has submitted the changes.
  [
    'take',
    'no_changes_due',
    on('take', {
      command: { assignmentId: 'check' },
      by: 'pro',
      facts: facts({
        first: work('app', 'APP', 'owner', 'changes_requested', { assignerId: null }),
        also: [work('check', 'CHECK', null, 'assigned')],
      }),
    }),
    'changes_due',
  ],
  [
    'take',
    'not_ongoing',
    on('take', {
      facts: facts({ also: [technical('assigned', null), technical('accepted', 'north', { id: 'other' })] }),
    }),
    'already_ongoing',
  ],
  [
    'hand_back',
    'was_unowned',
    on('hand_back', { facts: facts({ also: [technical('accepted')] }) }),
    'not_to_hand_back',
  ],
  ['accept', 'agreement_when_asked', on('accept', { command: { agreed: false } }), 'agreement_needed'],
  [
    'take',
    'agreement_when_asked',
    on('take', {
      command: { assignmentId: 'rev', agreed: false },
      by: 'reviewer',
      facts: facts({ also: [review('assigned', { ownerId: null })] }),
    }),
    'agreement_needed',
  ],
  [
    'hand_on',
    'unanswered_or_taken',
    on('hand_on', { facts: facts({ also: [technical('accepted')] }) }),
    'not_waiting',
  ],
  [
    'hand_on',
    'unanswered_or_taken',
    on('hand_on', { facts: facts({ also: [technical('triggered', 'north', { wasUnowned: true })] }) }),
    'not_waiting',
  ],
  ['refuse', 'reason', on('refuse', { command: { reason: ' ' } }), 'reason_needed'],
  // The right to assign that comes with the work itself ends with it.
  [
    'refuse',
    'reason',
    {
      command: { type: 'refuse', assignmentId: 'tec', reason: '' },
      by: 'engineer',
      facts: facts({ also: [technical('assigned', 'engineer', { role: 'compute_centre_representative' })] }),
    },
    'reason_needed',
  ],
  [
    'hand_on',
    'may_assign',
    on('hand_on', {
      command: { assignmentId: 'rev', person: people.colleague },
      by: 'reviewer',
      facts: facts({ also: [review('assigned')] }),
    }),
    'forbidden',
  ],
  ['assign', 'person_known', on('assign', { command: { person: noPerson } }), 'not_found'],
  ['hand_on', 'person_known', on('hand_on', { command: { person: noPerson } }), 'not_found'],
  [
    'mark_conflict',
    'person_known',
    on('mark_conflict', { command: { userId: noPerson.userId } }),
    'not_found',
  ],
  [
    'hand_on',
    'role_assignable',
    on('hand_on', {
      command: { assignmentId: 'check', person: people.north },
      by: 'pro',
      facts: facts({ also: [work('check', 'CHECK', 'pro', 'assigned')] }),
    }),
    'role_not_assignable',
  ],
  [
    'hand_on',
    'role_assignable',
    on('hand_on', {
      command: { assignmentId: 'check', person: people.reviewer },
      by: 'administrator',
      facts: facts({ also: [work('check', 'CHECK', 'pro', 'assigned')] }),
    }),
    'role_not_assignable',
  ],
  [
    'hand_on',
    'not_the_owner',
    on('hand_on', {
      facts: facts({ application: { ownerId: people.northToo.userId }, also: [technical('assigned')] }),
    }),
    'own_application',
  ],
  [
    'hand_on',
    'no_conflict',
    on('hand_on', { facts: facts({ also: [technical('assigned')], conflicts: [noted('northToo')] }) }),
    'in_conflict',
  ],
  [
    'hand_on',
    'not_ongoing',
    on('hand_on', {
      facts: facts({ also: [technical('assigned'), technical('accepted', 'northToo', { id: 'other' })] }),
    }),
    'already_ongoing',
  ],
  ['hand_on', 'not_ongoing', on('hand_on', { command: { person: people.north } }), 'already_ongoing'],
  ...(['save', 'submit'] as const).flatMap((name): [Given, keyof typeof needs, Scene, string][] => [
    [
      name,
      'can_edit',
      on(name, { facts: facts({ also: [technical('accepted', 'north', { deadline: yesterday })] }) }),
      'deadline_passed',
    ],
    [
      name,
      'can_edit',
      on(name, {
        command: { assignmentId: 'rep' },
        by: 'owner',
        facts: facts({ also: [work('rep', 'REPLY', 'owner', 'draft')] }),
      }),
      'step_locked',
    ],
  ]),
  [
    'resubmit',
    'can_edit',
    on('resubmit', {
      facts: facts({ also: [technical('changes_requested', 'north', { deadline: yesterday })] }),
    }),
    'deadline_passed',
  ],
  [
    'outcome',
    'amounts_fit',
    on('outcome', {
      command: {
        limits: [
          {
            ...{ partitionId: 'north', requested: '49', wishedStart: null },
            ...{ technical: null, left: null, mayExceed: false },
          },
        ],
      },
    }),
    'above_request',
  ],
  ...(['submit', 'resubmit'] as const).map((name): [Given, keyof typeof needs, Scene, string] => [
    name,
    'outcome_fits',
    on(name, {
      command: { assignmentId: 'check' },
      by: 'pro',
      facts: facts({
        also: [work('check', 'CHECK', 'pro', name === 'submit' ? 'accepted' : 'changes_requested')],
      }),
    }),
    'nothing_to_judge',
  ]),
  [
    'submit',
    'outcome_fits',
    on('submit', {
      command: {
        assignmentId: 'check',
        outcome: { kind: 'judgement', outcome: 'approved', reason: null, deadline: null },
      },
      by: 'pro',
      facts: facts({
        application: { status: 'withdrawn' },
        also: [work('check', 'CHECK', 'pro', 'accepted')],
      }),
    }),
    'nothing_to_judge',
  ],
  [
    'submit',
    'outcome_fits',
    on('submit', {
      command: {
        assignmentId: 'check',
        outcome: { kind: 'judgement', outcome: 'rejected', reason: null, deadline: null },
      },
      by: 'pro',
      facts: facts({ also: [work('check', 'CHECK', 'pro', 'accepted')] }),
    }),
    'reason_needed',
  ],
  [
    'submit',
    'outcome_fits',
    on('submit', {
      command: {
        assignmentId: 'check',
        outcome: { kind: 'judgement', outcome: 'request_changes', reason: 'More', deadline: '2026-11-22' },
      },
      by: 'pro',
      facts: facts({ also: [work('check', 'CHECK', 'pro', 'accepted')] }),
    }),
    'deadline_needed',
  ],
  [
    'submit',
    'outcome_fits',
    on('submit', {
      command: {
        assignmentId: 'check',
        outcome: { kind: 'judgement', outcome: 'request_changes', reason: 'More', deadline: '2026-11-26' },
      },
      by: 'pro',
      facts: facts({ also: [work('check', 'CHECK', 'pro', 'accepted')], cutoffs: checkEnds }),
    }),
    'deadline_after_check',
  ],
  [
    'decide',
    'leaves_check_time',
    on('decide', {
      command: { outcome: 'changes_requested', reason: 'More', deadline: '2026-11-26T09:00:00.000Z' },
      facts: facts({ cutoffs: checkEnds }),
    }),
    'deadline_after_check',
  ],
  [
    'change_deadline',
    'leaves_check_time',
    on('change_deadline', {
      command: { assignmentId: 'app', deadline: '2026-11-26T09:00:00.000Z' },
      facts: facts({
        application: { status: 'changes_requested' },
        first: { ...submittedApp, status: 'changes_requested' },
        cutoffs: checkEnds,
      }),
    }),
    'deadline_after_check',
  ],
  [
    'submit',
    'outcome_fits',
    on('submit', {
      command: { assignmentId: 'fin', outcome: { kind: 'final', rows: awarding.slice(1) } },
      by: 'member',
      facts: facts({ also: [work('fin', 'FIN', 'member', 'accepted')] }),
    }),
    'nothing_to_judge',
  ],
  [
    'submit',
    'outcome_fits',
    on('submit', {
      command: {
        assignmentId: 'check',
        outcome: { kind: 'judgement', outcome: 'request_changes', reason: 'More', deadline: null },
      },
      by: 'pro',
      facts: facts({
        also: [work('check', 'CHECK', 'pro', 'accepted'), work('draft', 'APP', 'owner', 'changes_requested')],
      }),
    }),
    'already_ongoing',
  ],
  [
    'decide',
    'not_ongoing',
    on('decide', {
      command: { outcome: 'changes_requested', reason: 'More', deadline: tomorrow },
      facts: facts({ also: [work('draft', 'APP', 'owner', 'changes_requested')] }),
    }),
    'already_ongoing',
  ],
  [
    'resubmit',
    'can_edit',
    on('resubmit', {
      command: { assignmentId: 'app' },
      by: 'owner',
      facts: facts({
        application: { status: 'withdrawn' },
        first: { ...submittedApp, status: 'changes_requested' },
      }),
    }),
    'not_editable',
  ],
  [
    'decide',
    'step_judges',
    on('decide', { command: { assignmentId: 'rev' }, facts: facts({ also: [review('submitted')] }) }),
    'nothing_to_judge',
  ],
  [
    'decide',
    'step_judges',
    on('decide', { facts: facts({ application: { status: 'withdrawn' } }) }),
    'nothing_to_judge',
  ],
  ['decide', 'reason', on('decide', { command: { outcome: 'rejected', reason: '' } }), 'reason_needed'],
  [
    'decide',
    'deadline_for_changes',
    on('decide', { command: { outcome: 'changes_requested', reason: 'More', deadline: now.toISOString() } }),
    'deadline_needed',
  ],
  [
    'reopen',
    'not_turned_down',
    on('reopen', { facts: turnedDown({ also: [review('submitted')] }) }),
    'not_under_way',
  ],
  ['reopen', 'not_first_step', on('reopen', { command: { assignmentId: 'app' } }), 'not_revocable'],
  [
    'reopen',
    'not_ongoing',
    on('reopen', { facts: facts({ also: [review('submitted'), review('assigned', { id: 'next' })] }) }),
    'already_ongoing',
  ],
  ['outcome', 'final_step', on('outcome', { command: { rows: awarding.slice(1) } }), 'nothing_to_judge'],
  [
    'outcome',
    'result_changes',
    on('outcome', { facts: facts({ decisions: [decision('north'), decision('south')] }) }),
    'reason_needed',
  ],
  ...(['submit', 'resubmit'] as const).map((name): [Given, keyof typeof needs, Scene, string] => [
    name,
    'result_changes',
    on(name, {
      command: { assignmentId: 'fin', outcome: { kind: 'final', rows: awarding }, reason: ' ' },
      by: 'member',
      facts: facts({
        also: [work('fin', 'FIN', 'member', name === 'submit' ? 'accepted' : 'changes_requested')],
        decisions: [decision('north', { amount: '50' }), decision('south')],
      }),
    }),
    'reason_needed',
  ]),
  ['release', 'something_new', on('release', { facts: facts() }), 'nothing_to_release'],
  [
    'release',
    'step_done',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        also: [work('one', 'FIN', 'member', 'submitted'), work('other', 'FIN', 'chair', 'assigned')],
        decisions: [decision('north'), decision('south')],
      }),
    },
    'step_not_done',
  ],
  [
    'take_back',
    'review_not_begun',
    on('take_back', { facts: facts({ also: [review('assigned')] }) }),
    'review_begun',
  ],
  [
    'take_back',
    'before_cutoff',
    on('take_back', {
      facts: facts({ cutoffs: [{ id: 1, start: earlier, end: yesterday, timeframes: {} }] }),
    }),
    'deadline_passed',
  ],
  [
    'take_back',
    'before_cutoff',
    // The check may be planned already, before anybody begins with it.
    on('take_back', {
      facts: facts({
        cutoffs: [{ id: 1, start: earlier, end: yesterday, timeframes: {} }],
        also: [review('triggered')],
      }),
    }),
    'deadline_passed',
  ],
  [
    'revoke',
    'not_first_step',
    on('revoke', {
      command: { assignmentId: 'app' },
      facts: facts({ first: { ...submittedApp, status: 'changes_requested' } }),
    }),
    'not_revocable',
  ],
  [
    'declare_conflict',
    'not_first_step',
    on('declare_conflict', { command: { assignmentId: 'app' }, by: 'owner' }),
    'not_revocable',
  ],
  [
    'declare_conflict',
    'not_the_owner',
    on('declare_conflict', {
      command: { assignmentId: 'rep' },
      by: 'owner',
      facts: facts({ also: [work('rep', 'REPLY', 'owner', 'draft')] }),
    }),
    'own_application',
  ],
  [
    'mark_conflict',
    'not_the_owner',
    on('mark_conflict', { command: { userId: people.owner.userId } }),
    'own_application',
  ],
  ['mark_conflict', 'reason', on('mark_conflict', { command: { reason: '' } }), 'reason_needed'],
  ['clear_conflict', 'reason', on('clear_conflict', { command: { reason: '' } }), 'reason_needed'],
  ['lock', 'unlockable', on('lock', { command: { stepId: 'REV' } }), 'step_not_unlockable'],
  ['unlock', 'not_turned_down', on('unlock', { facts: turnedDown() }), 'not_under_way'],
  ['unlock', 'unlockable', on('unlock', { command: { stepId: 'REV' } }), 'step_not_unlockable'],
  [
    'make_lead',
    'lead_possible',
    on('make_lead', { command: { assignmentId: 'tec' }, facts: facts({ also: [technical('accepted')] }) }),
    'step_has_no_lead',
  ],
  ['change_panel', 'panel_offered', on('change_panel', { command: { panel: 'XX1' } }), 'panel_not_offered'],
  [
    'change_deadline',
    'deadline_after_2000',
    on('change_deadline', { command: { deadline: '1999-12-31T23:59:59.000Z' } }),
    'deadline_invalid',
  ],
  [
    'change_deadline',
    'deadline_after_start',
    on('change_deadline', {
      command: { deadline: '2026-12-07T09:00:00.000Z' },
      facts: facts({ also: [review('triggered')], cutoffs: beginsLater }),
    }),
    'deadline_before_start',
  ],
  [
    'ask_time',
    'not_the_cutoff',
    on('ask_time', {
      command: { assignmentId: 'app' },
      by: 'owner',
      facts: facts({
        application: { status: 'draft' },
        first: { ...submittedApp, status: 'draft', deadline: yesterday, submittedAt: null },
      }),
    }),
    'deadline_passed',
  ],
  [
    'ask_time',
    'has_deadline',
    on('ask_time', { facts: facts({ also: [review('accepted', { deadline: null })] }) }),
    'no_deadline',
  ],
  ['ask_time', 'reason', on('ask_time', { command: { reason: ' ' } }), 'reason_needed'],
  [
    'ask_time',
    'deadline_to_come',
    on('ask_time', { command: { deadline: now.toISOString() } }),
    'deadline_not_to_come',
  ],
  [
    'ask_time',
    'deadline_to_come',
    on('ask_time', { facts: facts({ also: [review('accepted', { deadline: tomorrow })] }) }),
    'deadline_not_to_come',
  ],
  [
    'decline_time',
    'time_asked',
    on('decline_time', {
      facts: facts({ also: [review('accepted', { timeRequest: { ...asked, declined: 'No' } })] }),
    }),
    'nothing_asked',
  ],
  ['decline_time', 'reason', on('decline_time', { command: { reason: ' ' } }), 'reason_needed'],
  [
    'expire',
    'deadline_passed',
    on('expire', { facts: facts({ also: [review('assigned')] }) }),
    'deadline_not_passed',
  ],
];

const after = (before: WorkflowAssignment, set: Partial<WorkflowAssignment>): WorkflowAssignment => ({
  ...before,
  ...set,
  revision: before.revision + 1,
});
/** An assignment as it is made here. */
const made = (
  id: string,
  stepId: string,
  owner: Somebody | null,
  status: AssignmentStatus,
  by: Giver,
  more = {},
) =>
  work(id, stepId, owner, status, {
    assignerId: isOutsider(by) ? null : people[by].userId,
    createdAt: now.toISOString(),
    revision: 0,
    ...more,
  });
const became = (
  assignment: WorkflowAssignment,
  status: AssignmentStatus,
  reason: string | null = null,
): NewActivity => ({
  assignmentId: assignment.id,
  status,
  reason,
});
/** What happened to an assignment, or to the application. */
const happened = (
  type: WorkflowEventType,
  to: WorkflowAssignment | { userId?: number; detail: object },
  more = {},
) =>
  ('id' in to
    ? {
        type,
        assignmentId: to.id,
        userId: to.ownerId,
        detail: {
          step: to.stepId,
          ...(to.partitionId === null ? {} : { partition: to.partitionId }),
          ...more,
        },
      }
    : {
        type,
        assignmentId: null,
        userId: to.userId ?? null,
        detail: to.detail,
      }) as Transition['events'][number];
const application = (set: Partial<WorkflowFacts['application']>) => ({ ...facts().application, ...set });
const done = (step: string) => happened('all_submitted', { detail: { step } });

const lead = review('accepted', { isLead: true });
const second = work('second', 'REV', 'colleague', 'submitted');
const fresh = made('new 1', 'REV', 'colleague', 'assigned', 'chair');
const check = work('check', 'CHECK', 'pro', 'accepted');
const final = work('fin', 'FIN', 'member', 'accepted', { isLead: true });
const reopenedFinal = { id: 'fin-again', isLead: false, submittedAt: now.toISOString() };
const open = technical('assigned', null);
const checkDeadline = '2026-11-25T22:59:59.000Z';
const judging = (
  outcome: 'approved' | 'rejected' | 'request_changes',
  reason: string | null,
  deadline: string | null = null,
): WorkflowCommand => ({
  type: 'submit',
  assignmentId: 'check',
  outcome: { kind: 'judgement', outcome, reason, deadline },
});
const handed = (assignment: WorkflowAssignment, more: Partial<WorkflowAssignment> = {}) =>
  after(assignment, { status: 'submitted', submittedAt: now.toISOString(), ...more });
const rejections = rejecting.map((row) =>
  decision(row.partitionId, {
    ...row,
    reason: 'Not for us',
    decidedBy: people.pro.userId,
    decidedAt: now.toISOString(),
  }),
);
const recorded = (of: DecisionFact, type: 'outcome_recorded' | 'outcome_changed' = 'outcome_recorded') =>
  happened(type, {
    detail: { step: 'FIN', outcome: of.outcome, version: of.version, partition: of.partitionId },
  });
const dropping = (of: WorkflowAssignment): WorkflowCommand => ({
  type: 'submit',
  assignmentId: of.id,
  outcome: { kind: 'partition', accepted: false, reason: 'Too big' },
});
const south = work('south', 'TECH', 'south', 'accepted', { partitionId: 'south' });
const released = (stepId: string) => ({ stepId, unlockedAt: null, releasedAt: now.toISOString() });
const seen = (of: DecisionFact) => ({ ...of, releasedAt: now.toISOString() });
const releasing = happened('released', { userId: people.owner.userId, detail: { step: 'FIN' } });
const payment = work('pay', 'PAY', 'payer', 'accepted');
const reply = work('rep', 'REPLY', 'owner', 'draft');
const member = work('member', 'FIN', 'member', 'submitted');

/** What commands do, each compared whole. */
const stories: [string, Scene, Partial<Transition>][] = [
  [
    'assigns a person',
    { command: { type: 'assign', ...appointment() }, by: 'chair', facts: facts() },
    {
      assignments: [fresh],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', fresh, { role: 'scientific_reviewer' }),
        happened('non_lead_assigned', fresh),
      ],
    },
  ],
  [
    'assigns a lead in place of another one',
    {
      command: { type: 'assign', ...appointment({ makeLead: true, replaceLead: true }) },
      by: 'chair',
      facts: facts({ also: [lead] }),
    },
    {
      assignments: [after(lead, { isLead: false }), { ...fresh, isLead: true }],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', fresh, { role: 'scientific_reviewer' }),
        happened('non_lead_assigned', lead),
        happened('lead_assigned', fresh),
      ],
    },
  ],
  [
    'gives the applicant a draft',
    {
      command: {
        type: 'assign',
        ...appointment({ stepId: 'REPLY', person: people.owner, role: 'applicant' }),
      },
      by: 'pro',
      facts: facts({ stepStates: [unlocked] }),
    },
    {
      assignments: [made('new 1', 'REPLY', 'owner', 'draft', 'pro')],
      activities: [{ assignmentId: 'new 1', status: 'draft', reason: null }],
      events: [happened('draft', made('new 1', 'REPLY', 'owner', 'draft', 'pro'))],
    },
  ],
  [
    'lets work wait for its timeframe',
    {
      command: { type: 'assign', ...appointment() },
      by: 'automation',
      facts: facts({
        cutoffs: [{ id: 1, start: earlier, end: null, timeframes: { REV: { start: tomorrow, end: null } } }],
      }),
    },
    {
      assignments: [{ ...fresh, status: 'triggered', assignerId: null }],
      activities: [became(fresh, 'triggered')],
      events: [happened('non_lead_assigned', fresh)],
    },
  ],
  [
    'begins at once what begins at this very moment',
    {
      command: { type: 'assign', ...appointment() },
      by: 'automation',
      facts: facts({
        cutoffs: [
          { id: 1, start: earlier, end: null, timeframes: { REV: { start: now.toISOString(), end: null } } },
        ],
      }),
    },
    {
      assignments: [{ ...fresh, assignerId: null }],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', fresh, { role: 'scientific_reviewer' }),
        happened('non_lead_assigned', fresh),
      ],
    },
  ],
  [
    'lets what begins a moment later wait',
    {
      command: { type: 'assign', ...appointment() },
      by: 'automation',
      facts: facts({
        cutoffs: [
          {
            id: 1,
            start: earlier,
            end: null,
            timeframes: { REV: { start: '2026-11-23T11:00:00.001Z', end: null } },
          },
        ],
      }),
    },
    {
      assignments: [{ ...fresh, status: 'triggered', assignerId: null }],
      activities: [became(fresh, 'triggered')],
      events: [happened('non_lead_assigned', fresh)],
    },
  ],
  [
    'gives open work that leads already',
    {
      command: { type: 'assign', ...appointment({ makeLead: true }) },
      by: 'chair',
      facts: facts({ also: [work('open', 'REV', null, 'assigned', { isLead: true })] }),
    },
    {
      assignments: [
        after(work('open', 'REV', 'colleague', 'assigned', { wasUnowned: true, isLead: true }), {}),
      ],
      activities: [{ assignmentId: 'open', status: 'assigned', reason: null }],
      events: [
        happened('assigned', work('open', 'REV', 'colleague', 'assigned'), { role: 'scientific_reviewer' }),
        happened('lead_assigned', work('open', 'REV', 'colleague', 'assigned')),
      ],
    },
  ],
  [
    'fixes the deadline that the step names, in working days',
    {
      command: { type: 'assign', ...appointment({ stepId: 'CHECK', person: people.pro, role: 'pro' }) },
      by: 'automation',
      facts: facts(),
    },
    {
      assignments: [made('new 1', 'CHECK', 'pro', 'assigned', 'automation', { deadline: checkDeadline })],
      activities: [{ assignmentId: 'new 1', status: 'assigned', reason: null }],
      events: [
        happened('assigned', made('new 1', 'CHECK', 'pro', 'assigned', 'automation'), { role: 'pro' }),
      ],
    },
  ],
  [
    'counts the days of a step from its start for whoever has to wait for it',
    {
      command: { type: 'assign', ...appointment({ stepId: 'CHECK', person: people.pro, role: 'pro' }) },
      by: 'automation',
      facts: facts({
        cutoffs: [
          {
            id: 1,
            start: earlier,
            end: null,
            timeframes: { CHECK: { start: '2026-12-07T09:00:00.000Z', end: null } },
          },
        ],
      }),
    },
    {
      assignments: [
        made('new 1', 'CHECK', 'pro', 'triggered', 'automation', { deadline: '2026-12-09T22:59:59.000Z' }),
      ],
      activities: [{ assignmentId: 'new 1', status: 'triggered', reason: null }],
      events: [],
    },
  ],
  [
    'leaves open work of another step, partition or role to others, and a lead of another place its lead',
    {
      command: {
        type: 'assign',
        ...appointment({ partitionId: 'north', makeLead: true }),
      },
      by: 'chair',
      facts: facts({
        also: [
          work('role', 'REV', null, 'assigned', { partitionId: 'north', role: 'rapporteur' }),
          work('place', 'REV', null, 'assigned', { isLead: true }),
          work('step', 'FIN', null, 'assigned', {
            partitionId: 'north',
            isLead: true,
            role: 'scientific_reviewer',
          }),
          work('over', 'REV', null, 'revoked', { partitionId: 'north' }),
          work('taken', 'REV', 'reviewer', 'assigned', { partitionId: 'north' }),
        ],
      }),
    },
    {
      assignments: [{ ...fresh, partitionId: 'north', isLead: true }],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', { ...fresh, partitionId: 'north' }, { role: 'scientific_reviewer' }),
        happened('lead_assigned', { ...fresh, partitionId: 'north' }),
      ],
    },
  ],
  [
    'gives open work to the person who is assigned, with its lead',
    {
      command: { type: 'assign', ...appointment({ makeLead: true, replaceLead: true }) },
      by: 'chair',
      facts: facts({ also: [work('open', 'REV', null, 'accepted', { deadline: tomorrow }), lead] }),
    },
    {
      assignments: [
        work('open', 'REV', 'colleague', 'assigned', {
          deadline: tomorrow,
          wasUnowned: true,
          isLead: true,
          revision: 4,
        }),
        after(lead, { isLead: false }),
      ],
      activities: [{ assignmentId: 'open', status: 'assigned', reason: null }],
      events: [
        happened('assigned', work('open', 'REV', 'colleague', 'assigned'), { role: 'scientific_reviewer' }),
        happened('non_lead_assigned', lead),
        happened('lead_assigned', work('open', 'REV', 'colleague', 'assigned')),
      ],
    },
  ],
  [
    'assigns nobody yet, for the people of a centre',
    {
      command: {
        type: 'assign',
        ...appointment({
          stepId: 'TECH',
          person: null,
          role: 'compute_centre_representative',
          partitionId: 'north',
        }),
      },
      by: 'north',
      facts: facts(),
    },
    {
      assignments: [made('new 1', 'TECH', null, 'assigned', 'north', { partitionId: 'north' })],
      activities: [{ assignmentId: 'new 1', status: 'assigned', reason: null }],
      events: [
        happened('assigned', made('new 1', 'TECH', null, 'assigned', 'north', { partitionId: 'north' }), {
          role: 'compute_centre_representative',
        }),
      ],
    },
  ],
  [
    'invites a person',
    { command: { type: 'invite', ...appointment({ makeLead: true }) }, by: 'chair', facts: facts() },
    {
      assignments: [{ ...fresh, isLead: true }],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', fresh, { role: 'scientific_reviewer' }),
        happened('lead_assigned', fresh),
        happened('invited', fresh, { role: 'scientific_reviewer' }),
      ],
    },
  ],
  [
    'invites a person to work whose time comes',
    {
      command: { type: 'invite', ...appointment() },
      by: 'chair',
      facts: facts({
        cutoffs: [{ id: 1, start: earlier, end: null, timeframes: { REV: { start: tomorrow, end: null } } }],
      }),
    },
    {
      assignments: [{ ...fresh, status: 'triggered' }],
      activities: [became(fresh, 'triggered')],
      events: [
        happened('non_lead_assigned', fresh),
        happened('invited', fresh, { role: 'scientific_reviewer' }),
      ],
    },
  ],
  [
    'begins work whose time has come',
    inStatus('begin', 'triggered'),
    {
      assignments: [after(review('triggered'), { status: 'assigned' })],
      activities: [became(lead, 'assigned')],
      events: [happened('assigned', lead, { role: 'scientific_reviewer' })],
    },
  ],
  [
    'begins work of the applicant as a draft',
    {
      command: { type: 'begin', assignmentId: 'rep' },
      by: 'clock',
      facts: facts({ also: [{ ...reply, status: 'triggered' }] }),
    },
    {
      assignments: [after(reply, {})],
      activities: [became(reply, 'draft')],
      events: [happened('draft', reply)],
    },
  ],
  [
    'accepts work that nobody owns for the person who takes it, and drops what others agreed to',
    {
      ...inStatus('take', 'accepted'),
      facts: facts({ also: [technical('accepted', null, { agreedAt: earlier, agreement: 'x' })] }),
    },
    {
      assignments: [after(technical('accepted', 'north', { wasUnowned: true }), {})],
      activities: [became(open, 'accepted')],
      events: [happened('accepted', technical('accepted'))],
    },
  ],
  [
    'keeps the words to which a person agreed who took work',
    {
      command: { type: 'take', assignmentId: 'rev', agreed: true },
      by: 'reviewer',
      facts: facts({ also: [review('assigned', { ownerId: null })] }),
    },
    {
      assignments: [
        after(review('accepted'), { wasUnowned: true, agreedAt: now.toISOString(), agreement: 'No ties.' }),
      ],
      activities: [became(lead, 'accepted')],
      events: [happened('accepted', review('accepted'))],
    },
  ],
  [
    'takes back what somebody took: it stays with them as it is, and others find it new',
    {
      command: { type: 'hand_back', assignmentId: 'tec' },
      by: 'north',
      facts: facts({
        also: [
          technical('accepted', 'north', {
            wasUnowned: true,
            agreedAt: earlier,
            agreement: 'x',
            isLead: true,
            deadline: tomorrow,
            expiredAt: earlier,
          }),
        ],
      }),
    },
    {
      assignments: [
        after(
          technical('refused', 'north', {
            wasUnowned: true,
            agreedAt: earlier,
            agreement: 'x',
            deadline: tomorrow,
            expiredAt: earlier,
          }),
          {},
        ),
        made('new 1', 'TECH', null, 'assigned', 'chair', {
          partitionId: 'north',
          deadline: tomorrow,
          isLead: true,
          replaces: 'tec',
        }),
      ],
      activities: [became(open, 'refused'), { assignmentId: 'new 1', status: 'assigned', reason: null }],
      events: [
        happened('handed_back', technical('accepted')),
        happened('assigned', technical('assigned', null, { id: 'new 1' }), {
          role: 'compute_centre_representative',
        }),
      ],
    },
  ],
  [
    'keeps to which words its owner agreed, and when',
    inStatus('accept', 'assigned'),
    {
      assignments: [after(lead, { isLead: false, agreedAt: now.toISOString(), agreement: 'No ties.' })],
      activities: [became(lead, 'accepted')],
      events: [happened('accepted', lead)],
    },
  ],
  [
    'asks for no agreement where the step has none',
    {
      command: { type: 'accept', assignmentId: 'tec', agreed: true },
      by: 'north',
      facts: facts({ also: [technical('assigned')] }),
    },
    {
      assignments: [after(technical('accepted'), {})],
      activities: [became(open, 'accepted')],
      events: [happened('accepted', technical('accepted'))],
    },
  ],
  [
    'notes a refusal; nobody leads from there, and it may be the last that was awaited',
    {
      command: { type: 'refuse', assignmentId: 'rev', reason: ' No time ' },
      by: 'reviewer',
      facts: facts({
        also: [review('assigned', { isLead: true }), second, work('third', 'REV', 'chair', 'submitted')],
      }),
    },
    {
      assignments: [after(review('refused'), { reason: 'No time' })],
      activities: [became(lead, 'refused', 'No time')],
      events: [happened('refused', lead), done('REV')],
    },
  ],
  [
    'refuses work without a reason for a person who assigns it to somebody else next',
    {
      command: { type: 'refuse', assignmentId: 'tec', reason: '' },
      by: 'north',
      facts: facts({ also: [technical('assigned')] }),
    },
    {
      assignments: [after(technical('refused', 'north', { reason: '' }), {})],
      activities: [became(open, 'refused', '')],
      events: [happened('refused', technical('refused'))],
    },
  ],
  [
    'lets staff accept what nobody owns, and leaves it open to be taken',
    {
      command: { type: 'accept', assignmentId: 'tec', agreed: false },
      by: 'pro',
      facts: facts({ also: [technical('assigned', null)] }),
    },
    {
      assignments: [after(technical('assigned', null), { status: 'accepted' })],
      activities: [{ assignmentId: 'tec', status: 'accepted', reason: null }],
      events: [happened('accepted', technical('assigned', null), {})],
    },
  ],
  [
    'keeps what the owner of work asks for before its deadline',
    on('ask_time', {
      command: { deadline: inTwoDays },
      facts: facts({ also: [review('accepted', { deadline: tomorrow })] }),
    }),
    {
      assignments: [
        after(review('accepted'), {
          deadline: tomorrow,
          timeRequest: { ...asked, until: inTwoDays, askedAt: now.toISOString() },
        }),
      ],
      events: [happened('time_asked', review('accepted'), { deadline: inTwoDays })],
    },
  ],
  [
    'keeps what the owner of overdue work asks for',
    on('ask_time', {}),
    {
      assignments: [
        after(review('accepted'), {
          deadline: yesterday,
          timeRequest: { ...asked, askedAt: now.toISOString() },
        }),
      ],
      events: [happened('time_asked', review('accepted'), { deadline: tomorrow })],
    },
  ],
  [
    'keeps why staff declined more time',
    on('decline_time', {}),
    {
      assignments: [
        after(review('accepted'), {
          deadline: yesterday,
          timeRequest: { ...asked, declined: 'The panel meets today' },
        }),
      ],
      events: [happened('time_declined', review('accepted'), {})],
    },
  ],
  [
    'grants more time by another deadline',
    on('change_deadline', {
      facts: facts({
        also: [review('accepted', { deadline: yesterday, expiredAt: earlier, timeRequest: asked })],
      }),
    }),
    {
      assignments: [after(review('accepted'), { deadline: tomorrow })],
      events: [happened('deadline_changed', review('accepted'), { deadline: tomorrow, granted: true })],
    },
  ],
  [
    'forgets a request with the work that it was for',
    {
      command: { type: 'revoke', assignmentId: 'rev', reason: 'Too late' },
      by: 'pro',
      facts: facts({ also: [review('accepted', { timeRequest: asked })] }),
    },
    {
      assignments: [after(review('accepted'), { status: 'revoked', reason: 'Too late' })],
      activities: [{ assignmentId: 'rev', status: 'revoked', reason: 'Too late' }],
      events: [happened('revoked', review('accepted'), {})],
    },
  ],
  [
    'hands on with partition, lead and deadline',
    {
      command: { type: 'hand_on', assignmentId: 'tec', person: people.northToo, reason: '' },
      by: 'north',
      facts: facts({ also: [technical('assigned', 'north', { isLead: true, deadline: tomorrow })] }),
    },
    {
      assignments: [
        after(technical('refused', 'north', { reason: '', deadline: tomorrow }), {}),
        made('new 1', 'TECH', 'northToo', 'assigned', 'north', {
          replaces: 'tec',
          partitionId: 'north',
          deadline: tomorrow,
          isLead: true,
        }),
      ],
      activities: [became(open, 'refused', ''), { assignmentId: 'new 1', status: 'assigned', reason: null }],
      events: [
        happened('refused', technical('refused')),
        ...(['assigned', 'lead_assigned'] as const).map((type) =>
          happened(
            type,
            technical('assigned', 'northToo', { id: 'new 1' }),
            type === 'assigned' ? { role: 'compute_centre_representative' } : {},
          ),
        ),
      ],
    },
  ],
  [
    'hands on what its owner accepted, by an administrator, without making them its assigner',
    {
      command: { type: 'hand_on', assignmentId: 'tec', person: people.northToo, reason: 'Leaves' },
      by: 'administrator',
      facts: facts({
        also: [technical('accepted', 'north', { isLead: true, assignerId: people.pro.userId })],
      }),
    },
    {
      assignments: [
        after(technical('revoked', 'north', { assignerId: people.pro.userId }), { reason: 'Leaves' }),
        made('new 1', 'TECH', 'northToo', 'assigned', 'pro', {
          partitionId: 'north',
          isLead: true,
          replaces: 'tec',
        }),
      ],
      activities: [
        became(open, 'revoked', 'Leaves'),
        { assignmentId: 'new 1', status: 'assigned', reason: null },
      ],
      events: [
        happened('revoked', technical('revoked')),
        ...(['assigned', 'lead_assigned'] as const).map((type) =>
          happened(
            type,
            technical('assigned', 'northToo', { id: 'new 1' }),
            type === 'assigned' ? { role: 'compute_centre_representative' } : {},
          ),
        ),
      ],
    },
  ],
  [
    'hands work of a centre on to a reviewer, who has it as such',
    {
      command: { type: 'hand_on', assignmentId: 'tec', person: people.engineer, reason: '' },
      by: 'north',
      facts: facts({ also: [technical('assigned')] }),
    },
    {
      assignments: [
        after(technical('refused', 'north', { reason: '' }), {}),
        made('new 1', 'TECH', 'engineer', 'assigned', 'north', {
          replaces: 'tec',
          partitionId: 'north',
          role: 'technical_reviewer',
        }),
      ],
      activities: [became(open, 'refused', ''), { assignmentId: 'new 1', status: 'assigned', reason: null }],
      events: [
        happened('refused', technical('refused')),
        happened('assigned', technical('assigned', 'engineer', { id: 'new 1' }), {
          role: 'technical_reviewer',
        }),
      ],
    },
  ],
  [
    'tells who is handed work on a step with a lead that they do not lead',
    {
      command: { type: 'hand_on', assignmentId: 'mine', person: people.colleague, reason: 'Better you' },
      by: 'chair',
      facts: facts({ also: [work('mine', 'REV', 'chair', 'assigned', { role: 'rapporteur' })] }),
    },
    {
      assignments: [
        after(work('mine', 'REV', 'chair', 'refused', { role: 'rapporteur' }), { reason: 'Better you' }),
        { ...fresh, role: 'rapporteur', replaces: 'mine' },
      ],
      activities: [
        { assignmentId: 'mine', status: 'refused', reason: 'Better you' },
        became(fresh, 'assigned'),
      ],
      events: [
        happened('refused', work('mine', 'REV', 'chair', 'refused')),
        happened('assigned', fresh, { role: 'rapporteur' }),
        happened('non_lead_assigned', fresh),
      ],
    },
  ],
  ['saves without a change of status', inStatus('save', 'draft'), {}],
  [
    'takes the work of the lead',
    {
      command: { type: 'submit', assignmentId: 'rev', outcome: null },
      by: 'reviewer',
      facts: facts({ also: [lead] }),
    },
    {
      assignments: [handed(lead)],
      activities: [became(lead, 'submitted')],
      events: [happened('submitted', lead), happened('lead_assignment_submitted', lead)],
    },
  ],
  [
    'takes the last work of a step, of somebody who does not lead and was late',
    {
      command: { type: 'submit', assignmentId: 'rev', outcome: null },
      by: 'reviewer',
      facts: facts({ also: [review('accepted', { expiredAt: earlier }), { ...second, isLead: true }] }),
    },
    {
      assignments: [handed(review('accepted'))],
      activities: [became(lead, 'submitted')],
      events: [happened('submitted', lead), happened('non_lead_assignment_submitted', lead), done('REV')],
    },
  ],
  [
    'submits the application with what it asks for',
    {
      command: {
        type: 'submit',
        assignmentId: 'app',
        outcome: null,
        columns: { partitions: ['south'], panel: 'LS1', cutoffId: 1 },
      },
      by: 'owner',
      facts: facts({
        application: { status: 'draft', submittedAt: null, partitions: [], panel: null },
        first: { ...submittedApp, status: 'draft', submittedAt: null },
      }),
    },
    {
      application: application({ submittedAt: now.toISOString(), partitions: ['south'], panel: 'LS1' }),
      assignments: [handed(submittedApp)],
      activities: [became(submittedApp, 'submitted')],
      events: [happened('submitted', submittedApp), done('APP')],
    },
  ],
  [
    'opens the check again when the application is resubmitted, and keeps the panel, at the new time',
    {
      command: {
        type: 'resubmit',
        assignmentId: 'app',
        outcome: null,
        columns: { partitions: ['south'], panel: 'LS1', cutoffId: 1 },
      },
      by: 'owner',
      facts: facts({
        application: { status: 'changes_requested' },
        first: { ...submittedApp, status: 'changes_requested' },
        also: [{ ...check, status: 'submitted', deadline: yesterday, expiredAt: earlier }],
      }),
    },
    {
      application: application({
        submittedAt: now.toISOString(),
        firstSubmittedAt: earlier,
        partitions: ['south'],
      }),
      assignments: [
        handed(submittedApp, { status: 'resubmitted' }),
        after(check, { deadline: checkDeadline }),
      ],
      activities: [became(submittedApp, 'resubmitted'), became(check, 'accepted')],
      events: [
        happened('resubmitted', submittedApp),
        happened('reopened', check, { deadline: checkDeadline }),
        done('APP'),
      ],
    },
  ],
  [
    'ends open work on a partition that the application asks for no more; what was submitted stays',
    {
      command: {
        type: 'resubmit',
        assignmentId: 'app',
        outcome: null,
        columns: { partitions: ['south'], panel: 'PE1', cutoffId: 1 },
      },
      by: 'owner',
      facts: facts({
        application: { status: 'changes_requested' },
        first: { ...submittedApp, status: 'changes_requested' },
        also: [
          technical('submitted', 'north', { id: 'said', verdict: 'accepted' }),
          technical('accepted', 'northToo', { isLead: true }),
          technical('assigned', 'south', { id: 'south', partitionId: 'south' }),
          { ...reply, partitionId: 'north' },
          work('pay', 'PAY', 'payer', 'assigned', { partitionId: 'north' }),
          review('accepted'),
        ],
      }),
    },
    {
      application: application({
        submittedAt: now.toISOString(),
        firstSubmittedAt: earlier,
        partitions: ['south'],
      }),
      assignments: [
        handed(submittedApp, { status: 'resubmitted' }),
        after(technical('accepted', 'northToo', { isLead: true }), {
          status: 'revoked',
          isLead: false,
          reason: 'not_asked_for',
        }),
        after({ ...reply, partitionId: 'north' }, { status: 'revoked', reason: 'not_asked_for' }),
      ],
      activities: [
        became(submittedApp, 'resubmitted'),
        became(open, 'revoked', 'not_asked_for'),
        became(reply, 'revoked', 'not_asked_for'),
      ],
      events: [
        happened('resubmitted', submittedApp),
        happened('revoked', technical('accepted', 'northToo')),
        happened('revoked', { ...reply, partitionId: 'north' }),
        done('APP'),
      ],
    },
  ],
  [
    'gives nobody work back on a partition that the application asks for no more',
    {
      command: { type: 'clear_conflict', userId: people.north.userId, reason: 'A mistake' },
      by: 'pro',
      facts: facts({
        application: { partitions: ['south'] },
        also: [technical('conflicted', 'north', { previousStatus: 'accepted' })],
        conflicts: [noted('north')],
      }),
    },
    {
      assignments: [
        after(technical('conflicted', 'north'), {
          status: 'revoked',
          previousStatus: null,
          reason: 'not_asked_for',
        }),
      ],
      activities: [became(open, 'revoked', 'not_asked_for')],
      conflicts: [noted('north', { clearedAt: now.toISOString(), clearedBy: 4, clearedReason: 'A mistake' })],
      events: (['conflict_cleared', 'revoked'] as const).map((type) =>
        happened(type, technical('conflicted')),
      ),
    },
  ],
  [
    'opens nothing again for somebody who works on the check already',
    {
      command: { type: 'resubmit', assignmentId: 'app', outcome: null },
      by: 'owner',
      facts: facts({
        application: { status: 'changes_requested' },
        first: { ...submittedApp, status: 'changes_requested' },
        also: [
          { ...check, status: 'submitted' },
          { ...check, id: 'next' },
        ],
      }),
    },
    {
      application: application({ submittedAt: now.toISOString(), firstSubmittedAt: earlier }),
      assignments: [handed(submittedApp, { status: 'resubmitted' })],
      activities: [became(submittedApp, 'resubmitted')],
      events: [happened('resubmitted', submittedApp), done('APP')],
    },
  ],
  [
    'approves what a check finds good',
    { command: judging('approved', null), by: 'pro', facts: facts({ also: [check] }) },
    {
      application: application({}),
      assignments: [after(submittedApp, { status: 'approved' }), handed(check)],
      activities: [became(check, 'submitted'), became(submittedApp, 'approved')],
      events: [
        happened('submitted', check),
        happened('approved', submittedApp, { by: 'CHECK' }),
        done('CHECK'),
      ],
    },
  ],
  [
    'asks for changes until the end of the day that the check names',
    { command: judging('request_changes', 'More', '2026-11-30'), by: 'pro', facts: facts({ also: [check] }) },
    {
      application: application({ status: 'changes_requested' }),
      assignments: [
        after(submittedApp, {
          status: 'changes_requested',
          reason: 'More',
          deadline: '2026-11-30T22:59:59.000Z',
        }),
        handed(check),
      ],
      activities: [became(check, 'submitted'), became(submittedApp, 'changes_requested', 'More')],
      events: [
        happened('submitted', check),
        happened('changes_requested', submittedApp, { deadline: '2026-11-30T22:59:59.000Z', by: 'CHECK' }),
        done('CHECK'),
      ],
    },
  ],
  [
    'asks for changes for five days where the check names none',
    { command: judging('request_changes', 'More'), by: 'pro', facts: facts({ also: [check] }) },
    {
      application: application({ status: 'changes_requested' }),
      assignments: [
        after(submittedApp, {
          status: 'changes_requested',
          reason: 'More',
          deadline: '2026-11-28T22:59:59.000Z',
        }),
        handed(check),
      ],
      activities: [became(check, 'submitted'), became(submittedApp, 'changes_requested', 'More')],
      events: [
        happened('submitted', check),
        happened('changes_requested', submittedApp, { deadline: '2026-11-28T22:59:59.000Z', by: 'CHECK' }),
        done('CHECK'),
      ],
    },
  ],
  [
    'asks for changes until the evening before the check ends where the check names no day',
    {
      command: judging('request_changes', 'More'),
      by: 'pro',
      facts: facts({ also: [check], cutoffs: checkEnds }),
    },
    {
      application: application({ status: 'changes_requested' }),
      assignments: [
        after(submittedApp, {
          status: 'changes_requested',
          reason: 'More',
          deadline: '2026-11-25T22:59:59.000Z',
        }),
        handed(check),
      ],
      activities: [became(check, 'submitted'), became(submittedApp, 'changes_requested', 'More')],
      events: [
        happened('submitted', check),
        happened('changes_requested', submittedApp, { deadline: '2026-11-25T22:59:59.000Z', by: 'CHECK' }),
        done('CHECK'),
      ],
    },
  ],
  [
    'records a rejection by the check, which the applicant learns at release',
    { command: judging('rejected', 'Not for us'), by: 'pro', facts: facts({ also: [check] }) },
    {
      application: application({}),
      assignments: [after(submittedApp, { status: 'rejected', reason: 'Not for us' }), handed(check)],
      decisions: rejections,
      activities: [became(check, 'submitted'), became(submittedApp, 'rejected', 'Not for us')],
      events: [
        happened('submitted', check),
        happened('rejected', submittedApp, { by: 'CHECK' }),
        ...rejections.map((one) => recorded(one)),
        done('CHECK'),
      ],
    },
  ],
  [
    'lets the lead of a check decide, and nobody beside the lead',
    {
      command: judging('approved', null),
      by: 'pro',
      facts: facts({
        also: [check, { ...check, id: 'leads', ownerId: people.otherPro.userId, isLead: true }],
      }),
    },
    {
      assignments: [handed(check)],
      activities: [became(check, 'submitted')],
      events: [happened('submitted', check)],
    },
  ],
  ...(['approved', 'rejected', 'changes_requested'] as const).map(
    (status): [string, Scene, Partial<Transition>] => [
      `keeps what a second checker finds of what is ${status} already, and lets it judge nothing`,
      {
        command: judging('rejected', null),
        by: 'pro',
        facts: facts({
          first: { ...submittedApp, status },
          also: [check, { ...check, id: 'quicker', ownerId: people.otherPro.userId, status: 'submitted' }],
        }),
      },
      {
        assignments: [handed(check)],
        activities: [became(check, 'submitted')],
        events: [happened('submitted', check), done('CHECK')],
      },
    ],
  ),
  [
    'keeps what the lead of a check finds after staff have decided',
    {
      command: judging('approved', null),
      by: 'pro',
      facts: facts({
        first: { ...submittedApp, status: 'approved' },
        also: [{ ...check, isLead: true }],
      }),
    },
    {
      assignments: [handed(check, { isLead: true })],
      activities: [became(check, 'submitted')],
      events: [happened('submitted', check), done('CHECK')],
    },
  ],
  [
    'opens both checks again when the application is resubmitted',
    {
      command: { type: 'resubmit', assignmentId: 'app', outcome: null },
      by: 'owner',
      facts: facts({
        application: { status: 'changes_requested' },
        first: { ...submittedApp, status: 'changes_requested' },
        also: [
          { ...check, status: 'submitted' },
          { ...check, id: 'quicker', ownerId: people.otherPro.userId, status: 'submitted' },
        ],
      }),
    },
    {
      application: application({ submittedAt: now.toISOString(), firstSubmittedAt: earlier }),
      assignments: [
        handed(submittedApp, { status: 'resubmitted' }),
        after(check, { deadline: checkDeadline }),
        after({ ...check, id: 'quicker', ownerId: people.otherPro.userId }, { deadline: checkDeadline }),
      ],
      activities: [
        became(submittedApp, 'resubmitted'),
        became(check, 'accepted'),
        { assignmentId: 'quicker', status: 'accepted', reason: null },
      ],
      events: [
        happened('resubmitted', submittedApp),
        happened('reopened', check, { deadline: checkDeadline }),
        happened(
          'reopened',
          { ...check, id: 'quicker', ownerId: people.otherPro.userId },
          { deadline: checkDeadline },
        ),
        done('APP'),
      ],
    },
  ],
  [
    'drops a partition',
    {
      command: dropping(technical('accepted')),
      by: 'north',
      facts: facts({ also: [technical('accepted')] }),
    },
    {
      assignments: [handed(technical('accepted'), { verdict: 'dropped', reason: 'Too big' })],
      activities: [became(open, 'submitted', 'Too big')],
      events: [
        happened('submitted', technical('accepted')),
        happened('partition_dropped', { detail: { partition: 'north', remaining: 1 } }),
      ],
    },
  ],
  [
    'ends what later steps have to do on a dropped partition, but payments and what is the applicant’s',
    {
      command: dropping(technical('accepted')),
      by: 'north',
      facts: facts({
        also: [
          technical('accepted'),
          technical('assigned', 'northToo', { id: 'beside' }),
          { ...lead, partitionId: 'north' },
          { ...lead, id: 'elsewhere', partitionId: 'south' },
          { ...lead, id: 'whole' },
          { ...second, partitionId: 'north' },
          { ...check, partitionId: 'north' },
          { ...payment, partitionId: 'north' },
          { ...reply, partitionId: 'north' },
        ],
      }),
    },
    {
      assignments: [
        handed(technical('accepted'), { verdict: 'dropped', reason: 'Too big' }),
        after({ ...lead, partitionId: 'north' }, { status: 'revoked', isLead: false, reason: 'dropped' }),
      ],
      activities: [became(open, 'submitted', 'Too big'), became(lead, 'revoked', 'dropped')],
      events: [
        happened('submitted', technical('accepted')),
        happened('partition_dropped', { detail: { partition: 'north', remaining: 1 } }),
        happened('revoked', { ...lead, partitionId: 'north' }),
      ],
    },
  ],
  [
    'ends what the applicant has to do on a dropped partition when that is released',
    {
      command: { type: 'release', stepId: 'TECH' },
      by: 'pro',
      facts: facts({
        also: [
          technical('submitted', 'north', { verdict: 'dropped' }),
          { ...reply, partitionId: 'north' },
          { ...reply, id: 'elsewhere', partitionId: 'south' },
          { ...lead, partitionId: 'north' },
        ],
      }),
    },
    {
      assignments: [after({ ...reply, partitionId: 'north' }, { status: 'revoked', reason: 'dropped' })],
      stepStates: [released('TECH')],
      activities: [became(reply, 'revoked', 'dropped')],
      events: [
        happened('released', { userId: people.owner.userId, detail: { step: 'TECH' } }),
        happened('revoked', { ...reply, partitionId: 'north' }),
      ],
    },
  ],
  [
    'leaves to the applicant what is on a dropped partition when something else is released',
    {
      command: { type: 'release', stepId: 'REV' },
      by: 'pro',
      facts: facts({
        also: [
          technical('submitted', 'north', { verdict: 'dropped' }),
          { ...reply, partitionId: 'north' },
          second,
        ],
      }),
    },
    {
      stepStates: [released('REV')],
      events: [happened('released', { userId: people.owner.userId, detail: { step: 'REV' } })],
    },
  ],
  [
    'leaves what was ended when a drop is taken back: staff assign anew',
    {
      command: {
        type: 'submit',
        assignmentId: 'tec',
        outcome: { kind: 'partition', accepted: true, reason: null },
      },
      by: 'north',
      facts: facts({
        also: [
          technical('accepted', 'north', { verdict: 'dropped', submittedAt: earlier, reason: 'Too big' }),
          review('revoked', { partitionId: 'north', reason: 'dropped' }),
        ],
      }),
    },
    {
      assignments: [handed(technical('accepted'), { verdict: 'accepted' })],
      activities: [became(open, 'submitted')],
      events: [happened('submitted', technical('accepted'))],
    },
  ],
  [
    'assigns work on a partition of which the drop was taken back',
    {
      command: { type: 'assign', ...appointment({ partitionId: 'north' }) },
      by: 'pro',
      facts: facts({
        also: [
          technical('resubmitted', 'north', { verdict: 'accepted' }),
          review('revoked', { partitionId: 'north', reason: 'dropped' }),
        ],
      }),
    },
    {
      assignments: [made('new 1', 'REV', 'colleague', 'assigned', 'pro', { partitionId: 'north' })],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', { ...fresh, partitionId: 'north' }, { role: 'scientific_reviewer' }),
        happened('non_lead_assigned', { ...fresh, partitionId: 'north' }),
      ],
    },
  ],
  [
    'drops the last partition',
    {
      command: dropping(south),
      by: 'south',
      facts: facts({ also: [south, technical('submitted', 'north', { verdict: 'dropped' })] }),
    },
    {
      assignments: [handed(south, { verdict: 'dropped', reason: 'Too big' })],
      activities: [became(south, 'submitted', 'Too big')],
      events: [
        happened('submitted', south),
        happened('partition_dropped', { detail: { partition: 'south', remaining: 0 } }),
        done('TECH'),
      ],
    },
  ],
  [
    'counts the verdict of the lead alone',
    {
      command: dropping(technical('accepted')),
      by: 'north',
      facts: facts({
        also: [technical('accepted'), technical('accepted', 'northToo', { id: 'leads', isLead: true })],
      }),
    },
    {
      assignments: [handed(technical('accepted'), { verdict: 'dropped', reason: 'Too big' })],
      activities: [became(open, 'submitted', 'Too big')],
      events: [happened('submitted', technical('accepted'))],
    },
  ],
  [
    'records what the lead of the final step decides, and rejects what fell away',
    {
      command: {
        type: 'submit',
        assignmentId: 'fin',
        outcome: { kind: 'final', rows: awarding.slice(1) },
      },
      by: 'member',
      facts: facts({
        also: [technical('submitted', 'north', { verdict: 'dropped', reason: 'Too big' }), final],
      }),
    },
    {
      assignments: [handed(final)],
      decisions: [
        decision('south', { amount: '50', decidedBy: 12, decidedAt: now.toISOString() }),
        decision('north', {
          outcome: 'rejected',
          amount: null,
          reason: 'Too big',
          reviewId: 'tec',
          decidedBy: 12,
          decidedAt: now.toISOString(),
        }),
      ],
      activities: [became(final, 'submitted')],
      events: [
        happened('submitted', final),
        happened('lead_assignment_submitted', final),
        recorded(decision('south')),
        recorded(decision('north', { outcome: 'rejected' })),
        done('FIN'),
      ],
    },
  ],
  [
    'makes a new version of what the final step decides otherwise, with the reason that is given now',
    {
      command: {
        type: 'submit',
        assignmentId: 'fin',
        outcome: {
          kind: 'final',
          rows: awarding.map((row) => ({ ...row, reason: 'As ranked' })),
        },
        reason: ' Less to give ',
        limits: [],
      },
      by: 'member',
      facts: facts({
        also: [final],
        decisions: [decision('north', { reason: 'As ranked' })],
      }),
    },
    {
      assignments: [handed(final)],
      decisions: [
        decision('north', {
          version: 2,
          amount: '50',
          reason: 'Less to give',
          decidedBy: 12,
          decidedAt: now.toISOString(),
        }),
        decision('south', { amount: '50', reason: 'As ranked', decidedBy: 12, decidedAt: now.toISOString() }),
      ],
      activities: [became(final, 'submitted')],
      events: [
        happened('submitted', final),
        happened('lead_assignment_submitted', final),
        recorded(decision('north', { version: 2 }), 'outcome_changed'),
        recorded(decision('south')),
        done('FIN'),
      ],
    },
  ],
  [
    'asks for no reason where the final step decides what is decided already',
    {
      command: { type: 'submit', assignmentId: 'fin', outcome: { kind: 'final', rows: awarding } },
      by: 'member',
      facts: facts({
        also: [final],
        decisions: [decision('north', { amount: '50' }), decision('south', { amount: '50' })],
      }),
    },
    {
      assignments: [handed(final)],
      activities: [became(final, 'submitted')],
      events: [happened('submitted', final), happened('lead_assignment_submitted', final), done('FIN')],
    },
  ],
  [
    'asks nobody beside the lead why a result changes that they do not change',
    {
      command: { type: 'submit', assignmentId: 'other', outcome: { kind: 'final', rows: awarding } },
      by: 'acChair',
      facts: facts({
        also: [final, work('other', 'FIN', 'acChair', 'accepted')],
        decisions: [decision('north'), decision('south')],
      }),
    },
    {
      assignments: [handed(work('other', 'FIN', 'acChair', 'accepted'))],
      activities: [{ assignmentId: 'other', status: 'submitted', reason: null }],
      events: [
        happened('submitted', work('other', 'FIN', 'acChair', 'accepted')),
        happened('non_lead_assignment_submitted', work('other', 'FIN', 'acChair', 'accepted')),
      ],
    },
  ],
  [
    'lets nobody beside the lead decide at the final step',
    {
      command: { type: 'submit', assignmentId: 'other', outcome: { kind: 'final', rows: awarding } },
      by: 'acChair',
      facts: facts({ also: [final, work('other', 'FIN', 'acChair', 'accepted')] }),
    },
    {
      assignments: [handed(work('other', 'FIN', 'acChair', 'accepted'))],
      activities: [{ assignmentId: 'other', status: 'submitted', reason: null }],
      events: [
        happened('submitted', work('other', 'FIN', 'acChair', 'accepted')),
        happened('non_lead_assignment_submitted', work('other', 'FIN', 'acChair', 'accepted')),
      ],
    },
  ],
  [
    'lets staff approve, for which no reason stays',
    {
      command: {
        type: 'decide',
        assignmentId: 'app',
        outcome: 'approved',
        reason: 'Good',
        deadline: tomorrow,
      },
      by: 'pro',
      facts: facts({
        first: { ...submittedApp, status: 'resubmitted', deadline: yesterday, expiredAt: earlier },
      }),
    },
    {
      application: application({}),
      assignments: [after(submittedApp, { status: 'approved', deadline: yesterday, expiredAt: earlier })],
      activities: [became(submittedApp, 'approved')],
      events: [happened('approved', submittedApp)],
    },
  ],
  [
    'judges what comes later without a word about the application',
    {
      command: { type: 'decide', assignmentId: 'rep', outcome: 'rejected', reason: 'Empty', deadline: null },
      by: 'pro',
      facts: {
        ...facts({ also: [work('rep', 'REPLY', 'owner', 'submitted')] }),
        steps: facts().steps.map((step) => (step.id === 'PAY' ? { ...step, judges: 'REPLY' } : step)),
      },
    },
    {
      assignments: [after(work('rep', 'REPLY', 'owner', 'rejected'), { reason: 'Empty' })],
      activities: [{ assignmentId: 'rep', status: 'rejected', reason: 'Empty' }],
      events: [happened('rejected', work('rep', 'REPLY', 'owner', 'submitted'))],
    },
  ],
  [
    'lets staff ask for changes',
    {
      command: {
        type: 'decide',
        assignmentId: 'app',
        outcome: 'changes_requested',
        reason: ' More ',
        deadline: tomorrow,
      },
      by: 'pro',
      facts: facts({ first: { ...submittedApp, expiredAt: earlier } }),
    },
    {
      application: application({ status: 'changes_requested' }),
      assignments: [after(submittedApp, { status: 'changes_requested', reason: 'More', deadline: tomorrow })],
      activities: [became(submittedApp, 'changes_requested', 'More')],
      events: [happened('changes_requested', submittedApp, { deadline: tomorrow })],
    },
  ],
  [
    'lets staff reject',
    {
      command: {
        type: 'decide',
        assignmentId: 'app',
        outcome: 'rejected',
        reason: 'Not for us',
        deadline: null,
      },
      by: 'pro',
      facts: facts(),
    },
    {
      application: application({}),
      assignments: [after(submittedApp, { status: 'rejected', reason: 'Not for us' })],
      decisions: rejections,
      activities: [became(submittedApp, 'rejected', 'Not for us')],
      events: [happened('rejected', submittedApp), ...rejections.map((one) => recorded(one))],
    },
  ],
  [
    'opens work again with days for it if its time is over',
    {
      command: { type: 'reopen', assignmentId: 'rev' },
      by: 'pro',
      facts: facts({ also: [review('submitted', { submittedAt: earlier })], cutoffs: reviewsEnded }),
    },
    {
      assignments: [
        after(review('accepted'), { deadline: '2026-11-28T22:59:59.000Z', submittedAt: earlier }),
      ],
      activities: [became(review('accepted'), 'accepted')],
      events: [happened('reopened', review('accepted'), { deadline: '2026-11-28T22:59:59.000Z' })],
    },
  ],
  [
    'opens work again with a new deadline',
    {
      command: { type: 'reopen', assignmentId: 'check' },
      by: 'pro',
      facts: facts({ also: [{ ...check, status: 'submitted', submittedAt: earlier, expiredAt: earlier }] }),
    },
    {
      assignments: [after(check, { deadline: checkDeadline, submittedAt: earlier })],
      activities: [became(check, 'accepted')],
      events: [happened('reopened', check, { deadline: checkDeadline })],
    },
  ],
  [
    'records a result',
    { ...inStatus('outcome', 'submitted'), by: 'pro' },
    {
      decisions: awarding.map((row) => decision(row.partitionId, { ...row, decidedAt: now.toISOString() })),
      events: awarding.map((row) => recorded(decision(row.partitionId))),
    },
  ],
  [
    'makes a new version of what changes in a result',
    {
      command: {
        type: 'outcome',
        rows: [
          {
            partitionId: 'north',
            outcome: 'awarded',
            amount: '100',
            reason: null,
            startsOn: null,
            endsOn: null,
          },
          {
            partitionId: 'south',
            outcome: 'reserve',
            amount: null,
            reason: null,
            startsOn: null,
            endsOn: null,
          },
        ],
        reason: ' Less to give ',
        limits: [],
      },
      by: 'pro',
      facts: facts({ decisions: [decision('north'), decision('south')] }),
    },
    {
      decisions: [
        decision('south', {
          version: 2,
          outcome: 'reserve',
          amount: null,
          reason: 'Less to give',
          decidedAt: now.toISOString(),
        }),
      ],
      events: [recorded(decision('south', { version: 2, outcome: 'reserve' }), 'outcome_changed')],
    },
  ],
  [
    'keeps the days of an award whose amount alone changes',
    {
      command: {
        type: 'outcome',
        rows: ['north', 'south'].map((partitionId) => ({
          partitionId,
          outcome: partitionId === 'north' ? 'reduced' : 'rejected',
          amount: partitionId === 'north' ? '80' : null,
          reason: null,
          startsOn: null,
          endsOn: null,
        })),
        reason: 'Less to give',
        limits: [],
      },
      by: 'pro',
      facts: facts({
        decisions: ['north', 'south'].map((one) =>
          decision(one, { startsOn: '2027-01-01', endsOn: '2027-12-31' }),
        ),
      }),
    },
    {
      decisions: [
        decision('north', {
          version: 2,
          outcome: 'reduced',
          amount: '80',
          reason: 'Less to give',
          startsOn: '2027-01-01',
          endsOn: '2027-12-31',
          decidedAt: now.toISOString(),
        }),
        decision('south', {
          version: 2,
          outcome: 'rejected',
          amount: null,
          reason: 'Less to give',
          decidedAt: now.toISOString(),
        }),
      ],
      events: [
        recorded(decision('north', { version: 2, outcome: 'reduced' }), 'outcome_changed'),
        recorded(decision('south', { version: 2, outcome: 'rejected' }), 'outcome_changed'),
      ],
    },
  ],
  [
    'releases what a step has found',
    inStatus('release', 'submitted'),
    {
      stepStates: [released('REV')],
      events: [happened('released', { userId: people.owner.userId, detail: { step: 'REV' } })],
    },
  ],
  [
    'numbers what several handed in at a step that is released, in an order that nobody has a part in, and no number twice',
    {
      command: { type: 'release', stepId: 'REV' },
      by: 'automation',
      facts: facts({
        also: [
          { ...second, id: 'x-c', labelNumber: 1 },
          { ...second, id: 'z-a' },
          { ...second, id: 'y-b', status: 'changes_requested' },
          { ...second, id: 'w-d', role: 'rapporteur' },
          { ...lead, id: 'v-e' },
        ],
      }),
    },
    {
      assignments: [
        after({ ...second, id: 'z-a' }, { labelNumber: 3 }),
        after({ ...second, id: 'y-b', status: 'changes_requested' }, { labelNumber: 2 }),
      ],
      stepStates: [released('REV')],
      events: [happened('released', { userId: people.owner.userId, detail: { step: 'REV' } })],
    },
  ],
  [
    'releases an award, and ends what came before it and what others have not submitted at the final step',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'automation',
      facts: facts({
        also: [{ ...lead, partitionId: null }, reply, payment, final, { ...final, ...reopenedFinal }],
        decisions: [decision('north'), decision('south', { outcome: 'rejected', amount: null })],
      }),
    },
    {
      application: application({ status: 'approved' }),
      assignments: [
        after(lead, { status: 'revoked', isLead: false, reason: 'awarded' }),
        after(reply, { status: 'revoked', reason: 'awarded' }),
        after(final, { status: 'revoked', isLead: false, reason: 'awarded' }),
      ],
      stepStates: [released('FIN')],
      decisions: [seen(decision('north')), seen(decision('south', { outcome: 'rejected', amount: null }))],
      activities: [
        became(lead, 'revoked', 'awarded'),
        became(reply, 'revoked', 'awarded'),
        became(final, 'revoked', 'awarded'),
      ],
      events: [
        releasing,
        happened('approved', submittedApp, { by: 'FIN' }),
        happened('revoked', lead),
        happened('revoked', reply),
        happened('revoked', final),
      ],
    },
  ],
  [
    'releases a rejection, and ends everything but payments',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'automation',
      facts: facts({ also: [reply, payment, final], decisions: rejections }),
    },
    {
      application: application({ status: 'rejected' }),
      assignments: [
        after(reply, { status: 'revoked', reason: 'rejected' }),
        after(final, { status: 'revoked', isLead: false, reason: 'rejected' }),
      ],
      stepStates: [released('FIN')],
      decisions: rejections.map(seen),
      activities: [became(reply, 'revoked', 'rejected'), became(final, 'revoked', 'rejected')],
      events: [
        releasing,
        happened('rejected', submittedApp, { by: 'FIN' }),
        happened('revoked', reply),
        happened('revoked', final),
      ],
    },
  ],
  [
    'releases a rejection by the check',
    {
      command: { type: 'release', stepId: 'CHECK' },
      by: 'pro',
      facts: facts({
        first: { ...submittedApp, status: 'rejected' },
        also: [{ ...check, status: 'submitted', submittedAt: earlier }],
        decisions: rejections,
      }),
    },
    {
      application: application({ status: 'rejected' }),
      stepStates: [released('CHECK')],
      decisions: rejections.map(seen),
      events: [
        happened('released', { userId: people.owner.userId, detail: { step: 'CHECK' } }),
        happened('rejected', submittedApp, { by: 'CHECK' }),
      ],
    },
  ],
  [
    'starts work again once staff have decided otherwise than the check',
    {
      command: { type: 'assign', ...appointment() },
      by: 'chair',
      facts: turnedDown({
        decisions: [
          decision('north', { outcome: 'rejected' }),
          decision('north', { outcome: 'reserve', version: 2 }),
          decision('south', { outcome: 'rejected' }),
        ],
      }),
    },
    {
      assignments: [fresh],
      activities: [became(fresh, 'assigned')],
      events: [
        happened('assigned', fresh, { role: 'scientific_reviewer' }),
        happened('non_lead_assigned', fresh),
      ],
    },
  ],
  [
    'lets an award last until the longest of its parts ends, in the call’s time zone',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        decisions: [
          decision('north', { endsOn: '2027-06-30' }),
          decision('south', { endsOn: '2027-12-31', outcome: 'reduced' }),
          decision('east', { endsOn: '2028-12-31', outcome: 'reserve' }),
          decision('west'),
        ],
      }),
    },
    {
      application: application({ status: 'approved', awardEnd: '2027-12-31T22:59:59.000Z' }),
      stepStates: [released('FIN')],
      decisions: [
        seen(decision('north', { endsOn: '2027-06-30' })),
        seen(decision('south', { endsOn: '2027-12-31', outcome: 'reduced' })),
        seen(decision('east', { endsOn: '2028-12-31', outcome: 'reserve' })),
        seen(decision('west')),
      ],
      events: [releasing, happened('approved', submittedApp, { by: 'FIN' })],
    },
  ],
  [
    'leaves what stands on the reserve list submitted',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        also: [reply],
        decisions: [decision('north', { outcome: 'reserve' }), decision('south', { outcome: 'rejected' })],
      }),
    },
    {
      stepStates: [released('FIN')],
      decisions: [
        seen(decision('north', { outcome: 'reserve' })),
        seen(decision('south', { outcome: 'rejected' })),
      ],
      events: [releasing],
    },
  ],
  [
    'releases a reduced award, and a result that turned since',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        application: { status: 'approved' },
        decisions: [
          decision('north', { releasedAt: earlier }),
          decision('north', { version: 2, outcome: 'rejected', amount: null }),
          decision('south', { outcome: 'reduced' }),
        ],
      }),
    },
    {
      application: application({ status: 'approved' }),
      stepStates: [released('FIN')],
      decisions: [
        seen(decision('north', { version: 2, outcome: 'rejected', amount: null })),
        seen(decision('south', { outcome: 'reduced' })),
      ],
      events: [releasing, happened('approved', submittedApp, { by: 'FIN' })],
    },
  ],
  [
    'takes an award back to the reserve list',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        application: { status: 'approved', awardEnd: '2027-12-31T22:59:59.000Z' },
        decisions: [
          decision('north', { releasedAt: earlier }),
          decision('north', { version: 2, outcome: 'reserve', amount: null }),
        ],
      }),
    },
    {
      application: application({ status: 'submitted', awardEnd: null }),
      stepStates: [released('FIN')],
      decisions: [seen(decision('north', { version: 2, outcome: 'reserve', amount: null }))],
      events: [releasing],
    },
  ],
  [
    'shows what was decided about an application that was withdrawn, which stays so',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({ application: { status: 'withdrawn' }, decisions: [decision('north')] }),
    },
    {
      stepStates: [released('FIN')],
      decisions: [seen(decision('north'))],
      events: [releasing],
    },
  ],
  [
    'tells a result once, whatever else of the step is released later',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        application: { status: 'approved' },
        also: [member],
        decisions: [decision('north', { releasedAt: earlier }), decision('south', { releasedAt: earlier })],
      }),
    },
    { stepStates: [released('FIN')], events: [releasing] },
  ],
  [
    'withdraws while changes are asked for: what was submitted stands, and was not handed in once more',
    {
      command: { type: 'withdraw' },
      by: 'owner',
      facts: facts({
        application: { status: 'changes_requested' },
        first: {
          ...submittedApp,
          status: 'changes_requested',
          reason: 'Say more',
          deadline: yesterday,
          expiredAt: earlier,
        },
      }),
    },
    {
      application: application({ status: 'withdrawn' }),
      assignments: [after(submittedApp, {})],
      activities: [became(submittedApp, 'submitted')],
      events: [happened('withdrawn', { userId: people.owner.userId, detail: {} })],
    },
  ],
  [
    'releases a result while changes are asked for: what was submitted stands',
    {
      command: { type: 'release', stepId: 'FIN' },
      by: 'pro',
      facts: facts({
        application: { status: 'changes_requested' },
        first: { ...submittedApp, status: 'changes_requested', reason: 'Say more', deadline: tomorrow },
        decisions: [decision('north'), decision('south')],
      }),
    },
    {
      application: application({ status: 'approved' }),
      assignments: [after(submittedApp, {})],
      stepStates: [released('FIN')],
      decisions: [seen(decision('north')), seen(decision('south'))],
      activities: [became(submittedApp, 'submitted')],
      events: [releasing, happened('approved', submittedApp, { by: 'FIN' })],
    },
  ],
  [
    'withdraws, and ends everything but payments',
    {
      command: { type: 'withdraw' },
      by: 'owner',
      facts: facts({ also: [lead, payment, second] }),
    },
    {
      application: application({ status: 'withdrawn' }),
      assignments: [after(lead, { status: 'revoked', isLead: false, reason: 'withdrawn' })],
      activities: [became(lead, 'revoked', 'withdrawn')],
      events: [happened('withdrawn', { userId: people.owner.userId, detail: {} }), happened('revoked', lead)],
    },
  ],
  [
    'takes a submission back',
    {
      command: { type: 'take_back' },
      by: 'owner',
      facts: facts({ also: [review('revoked')] }),
    },
    {
      // The panel follows from the research field of the next submission.
      application: application({ status: 'draft', submittedAt: null, panel: null }),
      assignments: [after(submittedApp, { status: 'draft', submittedAt: null })],
      activities: [became(submittedApp, 'draft')],
      events: [happened('taken_back', submittedApp)],
    },
  ],
  [
    'revokes, which may be the last that was awaited',
    {
      command: { type: 'revoke', assignmentId: 'rev', reason: '' },
      by: 'chair',
      facts: facts({ also: [lead, second, work('third', 'REV', 'chair', 'submitted')] }),
    },
    {
      assignments: [after(review('revoked'), {})],
      activities: [became(lead, 'revoked')],
      events: [happened('revoked', lead), done('REV')],
    },
  ],
  [
    'stops all work of somebody who declares a conflict',
    {
      command: { type: 'declare_conflict', assignmentId: 'rev', reason: 'A friend' },
      by: 'reviewer',
      facts: facts({
        also: [
          lead,
          second,
          final,
          work('done', 'FIN', 'reviewer', 'submitted'),
          work('no', 'PAY', 'reviewer', 'refused'),
        ],
      }),
    },
    {
      conflicts: [
        noted('reviewer', { source: 'declared', notedBy: 2, notedAt: now.toISOString(), reason: 'A friend' }),
      ],
      assignments: [
        after(lead, { status: 'conflicted', previousStatus: 'accepted', isLead: false }),
        after(work('done', 'FIN', 'reviewer', 'submitted'), {
          status: 'conflicted',
          previousStatus: 'submitted',
        }),
      ],
      activities: [became(lead, 'conflicted'), { assignmentId: 'done', status: 'conflicted', reason: null }],
      events: [
        happened('conflicted', lead),
        happened('conflicted', work('done', 'FIN', 'reviewer', 'submitted')),
      ],
    },
  ],
  [
    'notes the conflict that a person declares who is offered work, and leaves the work to others',
    {
      command: { type: 'declare_conflict', assignmentId: 'tec', reason: 'A friend' },
      by: 'north',
      facts: facts({ also: [technical('assigned', null)] }),
    },
    {
      conflicts: [
        noted('north', { source: 'declared', notedBy: 6, notedAt: now.toISOString(), reason: 'A friend' }),
      ],
      events: [happened('conflicted', { userId: 6, detail: {} })],
    },
  ],
  [
    'marks a conflict of somebody without work',
    inStatus('mark_conflict', 'submitted'),
    {
      conflicts: [noted('reviewer', { source: 'detected', notedBy: null, notedAt: now.toISOString() })],
      events: [happened('conflicted', { userId: 2, detail: {} })],
    },
  ],
  [
    'lets work go on as it was when a conflict is cleared',
    {
      ...inStatus('clear_conflict', 'submitted'),
      facts: facts({
        conflicts: [noted('colleague'), noted('reviewer')],
        also: [
          review('conflicted', { previousStatus: 'accepted' }),
          review('refused', { id: 'refused' }),
          work('other', 'REV', 'colleague', 'conflicted', { previousStatus: 'accepted' }),
        ],
      }),
    },
    {
      conflicts: [
        noted('reviewer', { clearedAt: now.toISOString(), clearedBy: 4, clearedReason: 'Long ago' }),
      ],
      assignments: [after(review('accepted'), {})],
      activities: [became(lead, 'accepted')],
      events: [happened('conflict_cleared', lead)],
    },
  ],
  [
    'clears a conflict of somebody without work',
    inStatus('clear_conflict', 'submitted'),
    {
      conflicts: [
        noted('reviewer', { clearedAt: now.toISOString(), clearedBy: 4, clearedReason: 'Long ago' }),
      ],
      events: [happened('conflict_cleared', { userId: 2, detail: {} })],
    },
  ],
  [
    'locks a step',
    inStatus('lock', 'submitted'),
    {
      stepStates: [{ ...unlocked, unlockedAt: null }],
      events: [happened('locked', { detail: { step: 'REPLY' } })],
    },
  ],
  [
    'unlocks a step',
    inStatus('unlock', 'submitted'),
    {
      stepStates: [{ ...unlocked, unlockedAt: now.toISOString() }],
      events: [happened('unlocked', { userId: people.owner.userId, detail: { step: 'REPLY' } })],
    },
  ],
  [
    'gives it to another panel; what is assigned stays',
    inStatus('change_panel', 'submitted'),
    {
      application: application({ panel: 'LS1' }),
      events: [happened('panel_changed', { detail: { panel: 'LS1', before: 'PE1' } })],
    },
  ],
  [
    'moves the lead',
    {
      command: { type: 'make_lead', assignmentId: 'second' },
      by: 'acChair',
      facts: facts({ also: [lead, second] }),
    },
    {
      assignments: [after(lead, { isLead: false }), after(second, { isLead: true })],
      events: [happened('non_lead_assigned', lead), happened('lead_assigned', second)],
    },
  ],
  [
    'gives more time to what was late',
    {
      command: { type: 'change_deadline', assignmentId: 'rev', deadline: tomorrow },
      by: 'pro',
      facts: facts({ also: [review('accepted', { deadline: yesterday, expiredAt: earlier })] }),
    },
    {
      assignments: [after(review('accepted'), { deadline: tomorrow })],
      events: [happened('deadline_changed', lead, { deadline: tomorrow })],
    },
  ],
  [
    'takes back that it was late when it is due at this very moment',
    {
      command: { type: 'change_deadline', assignmentId: 'rev', deadline: now.toISOString() },
      by: 'pro',
      facts: facts({ also: [review('accepted', { expiredAt: earlier })] }),
    },
    {
      assignments: [after(review('accepted'), { deadline: now.toISOString() })],
      events: [happened('deadline_changed', lead, { deadline: now.toISOString() })],
    },
  ],
  [
    'leaves late what is late by the new deadline too',
    {
      command: { type: 'change_deadline', assignmentId: 'rev', deadline: yesterday },
      by: 'pro',
      facts: facts({ also: [review('accepted', { expiredAt: earlier })] }),
    },
    {
      assignments: [after(review('accepted'), { deadline: yesterday, expiredAt: earlier })],
      events: [happened('deadline_changed', lead, { deadline: yesterday })],
    },
  ],
  [
    'notes once that a deadline has passed',
    inStatus('expire', 'accepted'),
    {
      assignments: [after(review('accepted'), { deadline: yesterday, expiredAt: now.toISOString() })],
      events: [happened('deadline_passed', lead)],
    },
  ],
  ['deletes a draft', inStatus('delete', 'draft'), { removed: true }],
];

/** What a command may cause beside the events of its own row. */
const consequences: Partial<Record<Given, WorkflowEventType[]>> = {
  refuse: ['all_submitted'],
  revoke: ['all_submitted'],
  submit: [
    'all_submitted',
    'approved',
    'changes_requested',
    'outcome_changed',
    'outcome_recorded',
    'partition_dropped',
    'rejected',
    'revoked',
  ],
  resubmit: ['all_submitted', 'reopened'],
  decide: ['outcome_recorded'],
  release: ['revoked'],
  withdraw: ['revoked'],
};

/** The statuses that a command led to, as the table names them, and what happened then. */
function seenOf(name: Given) {
  const led = new Set<string>();
  const events = new Set<WorkflowEventType>();
  const { of, to } = rowOf(name);
  const checks = [...stories.map(([, scene]) => scene), ...statusChecks.map(({ scene }) => scene)];
  for (const scene of checks) {
    if (scene.command.type !== name) continue;
    const decision = decided(scene);
    if (!decision.ok || decision.repeated) continue;
    const { transition } = decision;
    for (const event of transition.events) events.add(event.type);
    const { command } = scene;
    const target = 'assignmentId' in command ? command.assignmentId : null;
    const [before, now] =
      of === 'assignment'
        ? [scene.facts.assignments, transition.assignments].map(
            (list) => list.find(({ id }) => id === target)?.status,
          )
        : name === 'assign' || name === 'invite'
          ? [undefined, transition.assignments.find(({ isLead, id }) => isLead || id === 'new 1')?.status]
          : [scene.facts.application.status, transition.application?.status];
    if (transition.removed) continue;
    const status = now ?? before ?? '';
    led.add(to.includes('same') && status === before ? 'same' : status);
  }
  return { led: [...led].toSorted(), events: [...events].toSorted() };
}

/** Everything that is asked here of one command. */
function faultsOf(name: Given): string[] {
  const seen = seenOf(name);
  const { to, events } = rowOf(name);
  const expected = [...events, ...(consequences[name] ?? [])].toSorted();
  return [
    ...statusChecks.flatMap(({ name: of, title, scene, answer }) =>
      of === name && answerTo(scene) !== answer ? [title] : [],
    ),
    ...giverChecks.flatMap(({ name: of, title, situation, may }) =>
      of === name && mayGive(situation).join() !== may.join() ? [title] : [],
    ),
    ...needChecks.flatMap(([of, need, scene, answer]) =>
      of === name && answerTo(scene) !== answer ? [`${name} needs ${need}`] : [],
    ),
    ...stories.flatMap(([title, scene]) =>
      scene.command.type === name && answerTo(scene) !== 'done' ? [title] : [],
    ),
    ...(seen.led.join() === [...to].toSorted().join() ? [] : [`${name} leads to ${seen.led.join()}`]),
    ...(seen.events.join() === expected.join() ? [] : [`${name} causes ${seen.events.join()}`]),
  ];
}

/** Whether the row has other words than the one written by hand, which commands.test.ts holds against it. */
function isWrittenOtherwise(name: Given): boolean {
  const row = rowOf(name);
  const { from, by, needs: asked } = expectedCommands[name];
  const written = [[...(from ?? [])].toSorted(), by, asked];
  return JSON.stringify([[...row.from].toSorted(), row.by, row.needs]) !== JSON.stringify(written);
}

interface Fault {
  title: string;
  row: object;
  /** A word that has no place there. */
  added: boolean;
}

/** Each fault that can be made in the row of a command by one word: left out, too many, or another one. */
function mutantsOf(name: Given): Fault[] {
  const row = rowOf(name);
  const statuses = row.of === 'assignment' ? assignmentStatuses : applicationStatuses;
  const words: Record<string, readonly string[]> = {
    from: statuses,
    repeated: statuses,
    to: [...statuses, 'same'],
    by: [...new Set(Object.values(expectedCommands).flatMap(({ by }) => by))],
    needs: Object.keys(needs),
    events: workflowEventTypes,
  };
  const others = [...new Set(Object.values(expectedCommands).map(({ otherwise }) => otherwise))];
  return [
    ...others
      .filter((otherwise) => otherwise !== row.otherwise)
      .map((otherwise) => ({ title: `otherwise ${otherwise}`, row: { otherwise }, added: false })),
    ...Object.entries(words).flatMap(([column, all]): Fault[] => {
      const own: readonly string[] = row[column as 'from'] ?? [];
      const set = (title: string, to: string[], added: boolean) => ({
        title: `${column} ${title}`,
        row: { [column]: to },
        added,
      });
      return [
        ...own.map((word) =>
          set(
            `without ${word}`,
            own.filter((one) => one !== word),
            false,
          ),
        ),
        ...all.filter((word) => !own.includes(word)).map((word) => set(`with ${word}`, [...own, word], true)),
      ];
    }),
  ];
}

/** Which of them nothing notices. A word too many may be one that says nothing new here: that shows in the table alone. */
function survivorsOf(name: Given): string[] {
  const row = commands[name];
  return mutantsOf(name).flatMap((fault) => {
    Object.assign(commands, { [name]: { ...row, ...fault.row } });
    try {
      const noticed = (fault.added && isWrittenOtherwise(name)) || faultsOf(name).length > 0;
      return noticed ? [] : [`${name}: ${fault.title}`];
    } finally {
      Object.assign(commands, { [name]: row });
    }
  });
}

const twoDays = (after: 'cutoff' | 'assigned' | 'released' | 'submitted' | 'award_end', step?: string) => ({
  after,
  days: 2,
  ...(step === undefined ? {} : { step }),
});

describe('the deadline of what is assigned', () => {
  const of = facts();
  const situation = {
    ...of,
    application: { ...of.application, awardEnd: '2027-01-10T12:00:00.000Z' },
    stepStates: [
      { stepId: 'TECH', unlockedAt: null, releasedAt: '2026-12-10T12:00:00.000Z' },
      { stepId: 'CHECK', unlockedAt: null, releasedAt: '2026-12-20T12:00:00.000Z' },
    ],
    assignments: [
      submittedApp,
      technical('submitted', 'north', { submittedAt: '2026-11-05T12:00:00.000Z' }),
      technical('submitted', 'north', { id: 'last', submittedAt: '2026-11-07T12:00:00.000Z' }),
      technical('submitted', 'north', { id: 'other', submittedAt: '2026-11-06T12:00:00.000Z' }),
      technical('revoked', 'north', { id: 'gone', submittedAt: '2026-11-09T12:00:00.000Z' }),
      technical('submitted', 'north', { id: 'silent', submittedAt: null }),
    ],
  };
  it.each<[ReturnType<typeof twoDays>, string | null]>([
    [twoDays('cutoff'), '2026-12-03T22:59:59.000Z'],
    [twoDays('assigned'), '2026-11-25T22:59:59.000Z'],
    [twoDays('released', 'TECH'), '2026-12-12T22:59:59.000Z'],
    [twoDays('released', 'REPLY'), null],
    // The two days after it are over: they count from now.
    [twoDays('submitted', 'TECH'), '2026-11-25T22:59:59.000Z'],
    [twoDays('submitted', 'REPLY'), null],
    [twoDays('award_end'), '2027-01-12T22:59:59.000Z'],
  ])('counts from what the step names: %j', (deadline, expected) => {
    const steps = of.steps.map((step) => (step.id === 'REV' ? { ...step, deadline } : step));
    const decision = decided({
      command: { type: 'assign', ...appointment() },
      by: 'chair',
      facts: { ...situation, steps },
    });
    expect(decision.ok && decision.transition.assignments.map((one) => one.deadline)).toEqual([expected]);
  });

  it('counts from no cut-off where the application has none', () => {
    const steps = of.steps.map((step) =>
      step.id === 'REV' ? { ...step, deadline: twoDays('cutoff') } : step,
    );
    const decision = decided({
      command: { type: 'assign', ...appointment() },
      by: 'chair',
      facts: { ...situation, steps, application: { ...situation.application, cutoffId: null } },
    });
    expect(decision.ok && decision.transition.assignments.map((one) => one.deadline)).toEqual([null]);
  });
});

describe('the place that an assignment takes', () => {
  const replacesWhat = (also: readonly WorkflowAssignment[], more: Partial<CommandOf<'assign'>> = {}) => {
    const decision = decided({
      command: { type: 'assign', ...appointment(more) },
      by: 'pro',
      facts: facts({ also }),
    });
    if (!decision.ok) throw new Error(decision.code);
    return decision.transition.assignments.at(-1)?.replaces;
  };
  const older = review('refused');
  const newer = work('newer', 'REV', 'stranger', 'refused');

  it('is that of the assignment that was named', () => {
    expect(replacesWhat([older, newer], { replaces: 'newer' })).toBe('newer');
    expect(replacesWhat([older, newer], { replaces: 'rev' })).toBe('rev');
    expect(replacesWhat([review('assigned')], { replaces: 'rev' })).toBe('rev');
  });

  it('is else that of the first one that waits for a replacement', () => {
    expect(replacesWhat([])).toBeNull();
    expect(replacesWhat([review('assigned'), work('gone', 'REV', 'stranger', 'revoked')])).toBeNull();
    expect(replacesWhat([older, newer])).toBe('rev');
    expect(replacesWhat([review('conflicted'), newer])).toBe('rev');
    expect(replacesWhat([older, newer, work('new', 'REV', 'chair', 'assigned', { replaces: 'rev' })])).toBe(
      'newer',
    );
  });

  it('is at its own step and partition', () => {
    const elsewhere = [
      technical('refused'),
      work('part', 'REV', 'stranger', 'refused', { partitionId: 'north' }),
    ];
    expect(replacesWhat(elsewhere)).toBeNull();
    expect(replacesWhat(elsewhere, { replaces: 'tec' })).toBeNull();
    expect(replacesWhat(elsewhere, { replaces: 'nowhere' })).toBeNull();
    expect(replacesWhat([older, ...elsewhere], { partitionId: 'north' })).toBe('part');
  });

  it('stays with open work that a person gets', () => {
    const nobodys = (replaces: string | null) => work('open', 'REV', null, 'assigned', { replaces });
    expect(replacesWhat([older, newer, nobodys('rev')])).toBe('rev');
    expect(replacesWhat([older, newer, nobodys('rev')], { replaces: 'newer' })).toBe('rev');
    expect(replacesWhat([older, nobodys(null)])).toBeNull();
    expect(replacesWhat([older, nobodys(null)], { replaces: 'rev' })).toBe('rev');
    expect(replacesWhat([nobodys(null)], { replaces: 'open' })).toBeNull();
  });
});

describe('the machine', () => {
  it.each(given)('answers %s as each status asks for', (name) => {
    const checks = statusChecks.filter((check) => check.name === name);
    expect(checks.map(({ title, scene }) => [title, answerTo(scene)])).toEqual(
      checks.map(({ title, answer }) => [title, answer]),
    );
  });

  it.each(giverChecks)('lets those give $title whom the table names', ({ situation, may }) => {
    expect(mayGive(situation)).toEqual(may);
  });

  it.each(needChecks.map(([name, need, scene, answer]) => ({ name, need, scene, answer })))(
    'asks $need of $name: $answer',
    ({ scene, answer }) => {
      expect(answerTo(scene)).toBe(answer);
    },
  );

  it('is asked each of its needs', () => {
    const asked = given.flatMap((name) =>
      rowOf(name).needs.flatMap((need) =>
        needChecks.some(([of, one]) => of === name && one === need) ? [] : [`${name} ${need}`],
      ),
    );
    // Nobody who is in conflict knows of the work that they would take; the form was found complete before.
    expect(asked).toEqual(['take no_conflict', 'submit complete', 'resubmit complete']);
  });

  it.each(stories)('%s', (_title, scene, expected) => {
    expect(decided(scene)).toEqual({ ok: true, repeated: false, transition: { ...nothing, ...expected } });
  });

  it.each(given)('leads %s where the table says, and does nothing else', (name) => {
    expect(faultsOf(name)).toEqual([]);
  });

  it('shows every fault in a row of the table', () => {
    expect(given.reduce((sum, name) => sum + mutantsOf(name).length, 0)).toBeGreaterThan(2_900);
    const ofDrafts = given
      .flatMap(survivorsOf)
      .filter((one) => /^(invite|clear_conflict|change_panel): /.test(one));
    // Given by staff alone, who know of no draft of others, and on one of their own are its applicant.
    expect(ofDrafts.filter((one) => !one.includes('otherwise'))).toEqual([
      'invite: repeated with draft',
      'clear_conflict: repeated with draft',
      'change_panel: repeated with draft',
    ]);
    expect(given.flatMap(survivorsOf).filter((one) => !ofDrafts.includes(one))).toEqual([
      'take: to with same',
      // Whoever is in conflict knows of nothing to take.
      'take: needs without no_conflict',
      // The engine found the form complete before.
      'submit: needs without complete',
      'resubmit: needs without complete',
    ]);
  });
});
