import { describe, expect, it } from 'vitest';
import { parseFlow } from '../forms/definition.ts';
import { eventNames, recipientRules } from '../forms/event-names.ts';
import { startedBy } from '../forms/started-by.ts';
import type { Flow } from '../forms/types.ts';
import { earlier, facts, people, work } from '../workflow/testing/review-scene.ts';
import { checkAutomations as check } from './check-automations.ts';
import { type Cause, commandsOf } from './commands-of.ts';
import { isNotified } from './is-notified.ts';
import { recipientsOf } from './recipients-of.ts';

const step = (id: string, order: number, more: object = {}) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole: 'applicant',
  forms: [],
  ...more,
});
const elements = [
  { id: 'mail', type: 'email', title: 'Mail' },
  { id: 'name', type: 'text', title: 'Name' },
  { id: 'part', type: 'partitions', title: 'Partitions', config: { id: 'partition' } },
];

function flowWith(...automations: object[]): Flow {
  const parsed = parseFlow({
    version: 1,
    steps: [
      step('APP', 0, { forms: [{ id: 'F', title: 'F', order: 0, elements }] }),
      step('CHECK', 1, { ownerRole: 'pro', judges: 'APP' }),
      step('TECH', 2, { ownerRole: 'technical_reviewer', perPartition: true }),
      step('REV', 3, { ownerRole: 'scientific_reviewer', config: { hasLead: true } }),
      step('REPLY', 4, { config: { isUnlockable: true } }),
      step('FIN', 5, { ownerRole: 'ac_chair', final: true }),
    ],
    templates: [{ id: 'words', subject: 'Subject', body: 'Body' }],
    automations,
  });
  if (!parsed.ok) throw new Error(parsed.faults.map(({ rule }) => rule).join('\n'));
  return parsed.flow;
}

const checkAutomations = (flow: Flow) => check(flow, ['north', 'south']);

const shapeOf = (automation: object) => {
  const parsed = parseFlow({ version: 1, steps: [step('APP', 0)], automations: [automation] });
  return parsed.ok ? [] : parsed.faults.map(({ rule }) => rule);
};
const assign = (more: object) => ({
  id: 'a',
  on: { event: 'cutoff_passed' },
  do: 'assign',
  step: 'CHECK',
  to: { role: 'pro' },
  ...more,
});
const notify = (more: object) => ({
  id: 'n',
  on: { event: 'assigned', step: 'REV' },
  do: 'notify',
  recipients: ['owner'],
  template: 'words',
  ...more,
});

/** The triggers of the specification: all of them, and what it leaves open. */
const ofSpecification = [
  ...['assigned', 'draft', 'accepted', 'rejected', 'submitted', 'lead_assignment_submitted'],
  ...['non_lead_assignment_submitted', 'lead_assigned', 'non_lead_assigned', 'resubmitted', 'revoked'],
  ...['refused', 'changes_requested', 'approved', 'all_submitted', 'invited', 'unlocked'],
];

describe('the shape of an automation', () => {
  it('takes each trigger of the specification, and every event of the workflow', () => {
    expect(ofSpecification).toHaveLength(17);
    expect(eventNames).toEqual(expect.arrayContaining(ofSpecification));
    for (const event of eventNames)
      expect(shapeOf(assign({ on: { event, ...(event === 'all_at_step' ? { step: 'APP' } : {}) } }))).toEqual(
        [],
      );
  });

  it.each([
    ['an action that there is not', assign({ do: 'sing' }), 'shapeValue'],
    ['a person without an address', assign({ to: { person: 'Ada' } }), 'shapeValue'],
    [
      'a timer before and after',
      assign({ on: { timer: { before: 'cutoff', after: 'cutoff', days: 1 } } }),
      'timerOneOf',
    ],
    ['a deadline of no step', assign({ on: { timer: { before: 'deadline', days: 1 } } }), 'stepMissing'],
    ['an address of no element', notify({ recipients: ['form_element_email'] }), 'recipientField'],
    ['nobody', notify({ recipients: [] }), 'shapeValue'],
  ])('refuses %s', (_what, automation, rule) => {
    expect(shapeOf(automation)).toEqual([rule]);
  });
});

describe('automations before they are published', () => {
  it('are all right where all that they name is there', () => {
    const flow = flowWith(
      assign({}),
      assign({
        id: 'tech',
        on: { event: 'approved', step: 'APP', by: 'CHECK' },
        step: 'TECH',
        to: 'centres',
      }),
      assign({
        id: 'south',
        on: { event: 'partition_dropped', step: 'TECH', partition: 'south' },
        step: 'REV',
        to: { role: 'scientific_reviewer' },
      }),
      notify({
        recipients: [...recipientRules].filter((to) => to !== 'form_element_email'),
        on: { event: 'submitted', step: 'REV' },
      }),
      notify({ id: 'mail', recipients: [{ to: 'form_element_email', element: 'mail' }] }),
      { id: 'unlock', on: { event: 'released', step: 'REV' }, do: 'unlock', step: 'REPLY' },
      assign({
        id: 'reply',
        on: { event: 'unlocked', step: 'REPLY' },
        step: 'REPLY',
        to: 'application_owner',
      }),
    );
    expect(checkAutomations(flow)).toEqual([]);
  });
});

it('starts what waits for an event, by its step, role, partition, judge and whose applications have all come', () => {
  const flow = flowWith(
    assign({ id: 'any', on: { event: 'assigned' } }),
    assign({ id: 'step', on: { event: 'assigned', step: 'REV' } }),
    assign({ id: 'role', on: { event: 'assigned', role: 'pro' } }),
    assign({ id: 'partition', on: { event: 'assigned', partition: 'north' } }),
    assign({ id: 'judged', on: { event: 'approved', by: 'CHECK' } }),
    assign({ id: 'result', on: { event: 'approved', by: 'FIN' } }),
    assign({ id: 'all', on: { event: 'all_at_step', step: 'REV' } }),
    assign({ id: 'panel', on: { event: 'all_at_step', step: 'REV', of: 'panel' } }),
  );
  const nothing = { step: null, partition: null, role: null, by: null, of: null };
  const ids = (event: object) => startedBy(flow, { ...nothing, ...event } as never).map(({ id }) => id);
  expect(ids({ type: 'assigned' })).toEqual(['any']);
  expect(ids({ type: 'assigned', step: 'REV', role: 'pro', partition: 'north' })).toEqual([
    'any',
    'step',
    'role',
    'partition',
  ]);
  expect(ids({ type: 'approved', by: 'CHECK' })).toEqual(['judged']);
  expect(ids({ type: 'approved' })).toEqual(['judged']);
  expect(ids({ type: 'approved', by: 'FIN' })).toEqual(['result']);
  expect(ids({ type: 'all_at_step', step: 'REV', of: 'cutoff' })).toEqual(['all']);
  expect(ids({ type: 'all_at_step', step: 'REV', of: 'panel' })).toEqual(['panel']);
});

const cause = (more: Partial<Cause> = {}): Cause => ({
  step: null,
  partition: null,
  assignmentId: null,
  userId: null,
  monthly: false,
  ...more,
});

describe('recipients', () => {
  const scene = facts({
    also: [
      work('t-north', 'TECH', 'north', 'submitted', { partitionId: 'north' }),
      work('t-south', 'TECH', 'south', 'assigned', { partitionId: 'south' }),
      work('lead', 'REV', 'reviewer', 'accepted', { isLead: true }),
      work('other', 'REV', 'colleague', 'submitted'),
      work('gone', 'REV', 'member', 'refused'),
      work('untaken', 'REV', null, 'assigned', { role: 'pro' }),
      work('t-untaken', 'TECH', null, 'assigned', { partitionId: 'north' }),
      work('t-later', 'TECH', 'member', 'triggered', { partitionId: 'north' }),
      work('check', 'CHECK', 'pro', 'accepted'),
      work('reply', 'REPLY', 'owner', 'draft'),
    ],
    first: work('app', 'APP', 'owner', 'approved', { assignerId: null }),
  });
  const id = (who: keyof typeof people) => people[who].userId;
  const none = { userIds: [], emails: [], staff: false, centresOf: [], toTake: [] };
  const about = cause({ step: 'REV', assignmentId: 'lead', userId: people.reviewer.userId });
  it.each<[string, object, Cause, object]>([
    ['application_owner', { to: 'application_owner' }, about, { userIds: [id('owner')] }],
    ['owner', { to: 'owner' }, about, { userIds: [id('reviewer')] }],
    [
      'owner of a step',
      { to: 'owner', step: 'REV' },
      cause(),
      { userIds: [id('reviewer'), id('colleague')] },
    ],
    ['assigner', { to: 'assigner' }, about, { userIds: [id('chair')] }],
    ['lead_assignment_owner', { to: 'lead_assignment_owner' }, about, { userIds: [id('reviewer')] }],
    ['non_lead_assignment_owner', { to: 'non_lead_assignment_owner' }, about, { userIds: [id('colleague')] }],
    ['approved_assignments', { to: 'approved_assignments' }, about, { userIds: [id('owner')] }],
    ['partition_ccr', { to: 'partition_ccr' }, cause({ partition: 'north' }), { centresOf: ['north'] }],
    ['partition_ccr of all', { to: 'partition_ccr' }, cause(), { centresOf: ['north', 'south'] }],
    [
      'form_element_email',
      { to: 'form_element_email', element: 'mail' },
      about,
      { emails: ['ada@example.org'] },
    ],
    [
      'assignment_owners',
      { to: 'assignment_owners', step: 'TECH' },
      cause({ partition: 'south' }),
      { userIds: [id('south')] },
    ],
    [
      'ongoing_assignments',
      { to: 'ongoing_assignments' },
      cause({ step: 'APP', assignmentId: 'app' }),
      { userIds: [id('south'), id('reviewer')] },
    ],
    [
      'ongoing_assignments of a step',
      { to: 'ongoing_assignments', step: 'TECH' },
      cause({ step: 'APP', assignmentId: 'app' }),
      { userIds: [id('south')] },
    ],
    ['admins', { to: 'admins' }, about, { staff: true }],
    [
      'takers of the application',
      { to: 'takers' },
      cause({ step: 'REV', assignmentId: 'untaken' }),
      { toTake: ['untaken'] },
    ],
    [
      'takers for a partition',
      { to: 'takers' },
      cause({ step: 'TECH', partition: 'north', assignmentId: 't-untaken' }),
      { toTake: ['t-untaken'] },
    ],
    ['takers of what somebody has', { to: 'takers' }, about, {}],
  ])('%s', (_name, rule, happened, expected) => {
    const answers = [
      { elementId: 'mail', groupId: null, values: [' Ada@Example.org ', ''] },
      { elementId: 'name', groupId: null, values: ['nobody@example.org'] },
    ];
    expect(recipientsOf([rule as never], scene, happened, answers)).toEqual({ ...none, ...expected });
  });

  it('are of a declined award the centres of the partitions that had one', () => {
    const decided = (partitionId: string, outcome: 'reduced' | 'rejected') => ({
      partitionId,
      version: 1,
      outcome,
      amount: outcome === 'rejected' ? null : '10',
      reason: null,
      reviewId: null,
      startsOn: null,
      endsOn: null,
      decidedBy: 4,
      decidedAt: earlier,
      releasedAt: earlier,
    });
    const decisions = [decided('north', 'rejected'), decided('south', 'reduced')];
    const centresOf = (awardDeclinedAt: string | null) =>
      recipientsOf(
        [{ to: 'partition_ccr' }],
        facts({ application: { status: 'withdrawn', awardDeclinedAt }, decisions }),
        cause(),
        [],
      ).centresOf;
    expect(centresOf(earlier)).toEqual(['south']);
    expect(centresOf(null)).toEqual(['north', 'south']);
  });

  it('are each there once, however many rules name them', () => {
    const rules = [
      { to: 'owner' },
      { to: 'lead_assignment_owner' },
      { to: 'assignment_owners', step: 'REV' },
    ] as const;
    expect(recipientsOf([...rules], scene, about, []).userIds).toEqual([id('reviewer'), id('colleague')]);
  });
});

describe('an email to the person whom a step was just given to', () => {
  const given = work('new', 'REV', 'reviewer', 'assigned');
  const on = { event: 'assigned', step: 'REV' };
  const when = [[{ elements: ['name'], type: 'equal', values: ['x'] }]];
  it.each<[boolean, string, object, object]>([
    [true, 'who own it', {}, {}],
    [true, 'who work on the step', { recipients: ['assignment_owners'] }, {}],
    [true, 'who begin at once', { on: { event: 'draft', step: 'REV' } }, { status: 'draft' }],
    [false, 'at another step', { on: { event: 'assigned', step: 'TECH' } }, {}],
    [true, 'at the step that they have', { on: { event: 'assigned', step: 'TECH' } }, { stepId: 'TECH' }],
    [true, 'in their role', { on: { ...on, role: 'scientific_reviewer' } }, {}],
    [false, 'in another role', { on: { ...on, role: 'rapporteur' } }, {}],
    [true, 'of their partition', { on: { ...on, partition: 'north' } }, { partitionId: 'north' }],
    [false, 'of another partition', { on: { ...on, partition: 'north' } }, { partitionId: 'south' }],
    [false, 'who have accepted it', { on: { event: 'accepted', step: 'REV' } }, { status: 'accepted' }],
    [false, 'only in the lead', { recipients: ['lead_assignment_owner'] }, {}],
    [false, 'for staff', { recipients: ['admins'] }, {}],
    [false, 'on a condition', { when }, {}],
    [false, 'once the step begins', {}, { status: 'triggered' }],
    [false, 'where nobody owns it', {}, { ownerId: null }],
  ])('is %s certain: one for people %s', (expected, _who, more, own) => {
    const flow = flowWith(notify({ on, recipients: ['owner'], ...more }));
    const assignment = { ...given, ...own };
    expect(isNotified(flow, facts({ also: [assignment] }), assignment)).toBe(expected);
  });
});

describe('what is assigned', () => {
  const now = new Date('2026-11-23T11:00:00.000Z');
  const named = (members: { userId: number; part: string }[] = [], person: number | null = null) => ({
    person: (userId: number) => Object.values(people).find((one) => one.userId === userId) ?? null,
    panelMembers: members,
    named: person,
  });
  const given = (automation: object, scene: ReturnType<typeof facts>, happened = cause(), who = named()) => {
    const commands = commandsOf(
      { id: 'a', on: { event: 'draft' }, do: 'assign', ...automation } as never,
      scene,
      happened,
      who,
      now,
    );
    return typeof commands === 'string'
      ? commands
      : commands.map((one) =>
          one.type === 'assign'
            ? [one.person?.userId ?? null, one.role, one.partitionId, one.makeLead]
            : [one.type],
        );
  };
  it('goes to nobody of each centre, or of the one of the event, and not to one that has it', () => {
    const to = { step: 'TECH', to: 'centres' };
    const role = 'compute_centre_representative';
    expect(given(to, facts())).toEqual([
      [null, role, 'north', false],
      [null, role, 'south', false],
    ]);
    expect(given(to, facts(), cause({ partition: 'south' }))).toEqual([[null, role, 'south', false]]);
    const has = facts({ also: [work('t', 'TECH', null, 'assigned', { partitionId: 'north' })] });
    expect(given(to, has)).toEqual([[null, role, 'south', false]]);
    // After the decision it goes to the centres of what was awarded.
    const refused = {
      ...{
        partitionId: 'south',
        version: 1,
        outcome: 'rejected',
        amount: null,
        reason: null,
        reviewId: null,
      },
      ...{ startsOn: null, endsOn: null, decidedBy: null, decidedAt: earlier, releasedAt: earlier },
    } as const;
    const decided = facts({ decisions: [refused] });
    const steps = decided.steps.map((one) => (one.id === 'TECH' ? { ...one, order: 99 } : one));
    expect(given(to, { ...decided, steps })).toEqual([[null, role, 'north', false]]);
  });
  it('goes to the owner, the lead or the owner of another step, a role, a person, the panel by its part', () => {
    const scene = facts({
      also: [
        work('lead', 'REV', 'reviewer', 'submitted', { isLead: true }),
        work('rev', 'REV', 'colleague', 'submitted'),
      ],
    });
    const to = (assignee: unknown, step: string, who = named()) =>
      given({ step, to: assignee }, scene, cause(), who);
    expect(to('application_owner', 'REPLY')).toEqual([[people.owner.userId, 'applicant', null, false]]);
    expect(to({ ownerOf: 'REV' }, 'FIN')).toEqual([[people.reviewer.userId, 'ac_member', null, false]]);
    expect(to({ leadOf: 'REV' }, 'FIN')).toEqual([[people.reviewer.userId, 'ac_member', null, false]]);
    expect(to({ role: 'pro' }, 'CHECK')).toEqual([[null, 'pro', null, false]]);
    expect(to({ person: 'x@example.org' }, 'FIN', named([], people.member.userId))).toEqual([
      [people.member.userId, 'ac_member', null, false],
    ]);
    expect(to({ person: 'x@example.org' }, 'FIN')).toBe('nobody');
    const members = [
      { userId: people.chair.userId, part: 'chair' },
      { userId: people.member.userId, part: 'rapporteur' },
      { userId: people.owner.userId, part: 'chair' },
    ];
    expect(to({ panel: 'chair' }, 'FIN', named(members))).toEqual([
      [people.chair.userId, 'ac_member', null, false],
    ]);
    expect(to({ panel: true }, 'FIN', named(members))).toHaveLength(2);
  });
  it('makes somebody lead only if the step goes to one person', () => {
    const leads = (...parts: string[]) => {
      const [chair, member] = [people.chair.userId, people.member.userId];
      const members = [chair, member].map((userId, at) => ({ userId, part: parts[at] ?? '' }));
      const made = given(
        { step: 'FIN', to: { panel: 'chair' }, lead: true },
        facts(),
        cause(),
        named(members),
      );
      return typeof made === 'string' ? made : made.map((one) => one.at(-1));
    };
    expect([leads('chair', 'rapporteur'), leads('chair', 'chair')]).toEqual([[true], [false, false]]);
  });
  it('skips what is done, but for the work of a month', () => {
    const done = facts({ also: [work('r', 'REPLY', 'owner', 'submitted')] });
    expect(given({ step: 'REPLY', to: 'application_owner' }, done)).toBe('step_done');
    expect(given({ step: 'REPLY', to: 'application_owner' }, done, cause({ monthly: true }))).toHaveLength(1);
    const open = facts({ also: [work('r', 'REPLY', 'owner', 'draft')] });
    expect(given({ step: 'REPLY', to: 'application_owner' }, open, cause({ monthly: true }))).toBe(
      'already_assigned',
    );
  });
});
